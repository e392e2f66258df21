//! Measures retrieval and answers over a file of cases, and says what it found by set.
//!
//! One case a line: a question, its set, its gold places (`file` with `start`/`end`, or with
//! `page`/`quote`/`heading`, or alone for a whole document) and, for answers, whether one is expected.
//! Measures are those of LegalBench-RAG (Pipitone and Alami, 2024): recall is the share of gold
//! characters that the top k passages cover, precision the share of their characters that is gold.

mod gold;

use crate::ask::{Answer, AnswerStatus, Mode, ShownHit};
use crate::error::{Error, Result};
use crate::ground::claim::Support;
use crate::library::{AskRequest, Library};
use crate::progress::Silent;
use crate::search::{Filter, Legs};
use crate::span::{CodePoints, Span};
use crate::vectors::hex;
use gold::{Case, Places};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// Figures by set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// For each set, each measure's mean and how many cases it is over.
    pub sets: BTreeMap<String, BTreeMap<String, (f64, usize)>>,
    /// What became of each case.
    pub cases: Vec<serde_json::Value>,
}

/// How cases are run.
#[derive(Debug, Clone)]
pub struct How {
    /// Passages looked at.
    pub count: usize,
    /// Which legs of the search run.
    pub legs: Legs,
    /// How answers are made.
    pub mode: Mode,
    /// By which model; `None` takes the best that is installed.
    pub model: Option<String>,
    /// Only a sample of so many cases of each set, the same each time; `None` takes all.
    pub sample: Option<usize>,
}

/// Runs the cases of a file over a library. `root` is where the gold files lie; the library's first
/// folder when not given.
///
/// # Errors
/// When the file cannot be read or a search fails.
pub fn run(library: &Library, cases: &Path, how: &How, root: Option<&Path>) -> Result<Report> {
    let text = std::fs::read_to_string(cases).map_err(Error::io(format!("reading {}", cases.display())))?;
    let root = match root {
        Some(root) => std::path::absolute(root).map_err(Error::io("finding the cases' files"))?,
        None => library.folders()?.first().map(|folder| folder.path.clone().into()).unwrap_or_default(),
    };
    let places = Places::new(library, root)?;
    let mut report = Report::default();
    let mut cases_read = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let case: Case = serde_json::from_str(line)
            .map_err(|error| Error::Request(format!("{}, line {}: {error}", cases.display(), number + 1)))?;
        cases_read.push(case);
    }
    for case in sampled(cases_read, how.sample) {
        let mut measures = retrieval(library, &case, &places, how.count, how.legs)?;
        let mut about = serde_json::json!({ "id": case.id, "set": case.set(), "question": case.question });
        if case.expects_answer().is_some() {
            answer(library, &case, how, &places, &mut measures, &mut about)?;
        }
        about["asking"] = serde_json::json!(library.question(&case.question)?.asking);
        about["measures"] = serde_json::json!(measures);
        report.cases.push(about);
        let set = report.sets.entry(case.set().to_owned()).or_default();
        for (name, value) in measures {
            let (sum, cases) = set.entry(name).or_insert((0.0, 0));
            *sum += value;
            *cases += 1;
        }
    }
    for set in report.sets.values_mut() {
        for (sum, cases) in set.values_mut() {
            *sum /= (*cases).max(1) as f64;
        }
    }
    Ok(report)
}

type Measures = BTreeMap<String, f64>;

fn retrieval(library: &Library, case: &Case, places: &Places, count: usize, legs: Legs) -> Result<Measures> {
    let mut measures = Measures::new();
    if case.gold.is_empty() {
        return Ok(measures);
    }
    let (hits, times) = library.search(&case.question, count, &Filter::default(), legs)?;
    measures.insert("ms".into(), times.get("search").copied().unwrap_or(0.0));
    let gold = places.gold(library, case)?;
    let overlapping = |hit: &ShownHit| gold.iter().any(|gold| gold.overlap(hit, places) > 0);
    let first = hits.iter().position(overlapping);
    for k in [1, 5, 8, 64].into_iter().filter(|k| *k <= count) {
        let top = &hits[..hits.len().min(k)];
        measures.insert(format!("hit@{k}"), f64::from(first.is_some_and(|first| first < k)));
        measures.insert(format!("R@{k}"), gold::recall(&gold, top, places));
        measures.insert(format!("P@{k}"), gold::precision(&gold, top, places));
        let right_document = top.iter().any(|hit| gold.iter().any(|gold| gold.same_document(hit, places)));
        measures.insert(format!("doc@{k}"), f64::from(right_document));
        let right_page = top.iter().any(|hit| gold.iter().any(|gold| gold.same_page(hit, places)));
        measures.insert(format!("page@{k}"), f64::from(right_page));
    }
    Ok(measures)
}

fn answer(
    library: &Library,
    case: &Case,
    how: &How,
    places: &Places,
    measures: &mut Measures,
    about: &mut serde_json::Value,
) -> Result<()> {
    let request = AskRequest {
        question: case.question.clone(),
        hit_count: 8,
        mode: Some(how.mode),
        model: how.model.clone(),
        ..AskRequest::default()
    };
    let (answer, times) = library.answer(&request, &Silent, &mut |_| {})?;
    let claims = answer.claims.len().max(1) as f64;
    for (name, support) in
        [("quoted", Support::Quoted), ("supported", Support::Supported), ("unsupported", Support::Unsupported)]
    {
        let count = answer.claims.iter().filter(|claim| claim.support == support).count();
        measures.insert(name.into(), count as f64 / claims);
    }
    measures.insert("citations that stand on their page".into(), standing(library, &answer)?);
    let refused = answer.status == AnswerStatus::NotFound;
    let expected = case.expects_answer().unwrap_or(true);
    let name = if expected { "wrongly refused" } else { "rightly refused" };
    measures.insert(name.into(), f64::from(refused));
    measures.insert("answer ms".into(), times.get("total").copied().unwrap_or(0.0));
    if expected {
        let gold = places.gold(library, case)?;
        let value =
            |wanted: &str| answer.claims.iter().any(|claim| gold::folded(&claim.text).contains(&gold::folded(wanted)));
        let values: Vec<&str> = case.gold.iter().filter_map(|gold| gold.value_text.as_deref()).collect();
        if let Some(first) = values.first() {
            measures.insert("value shown".into(), f64::from(value(first)));
            measures.insert("all values shown".into(), f64::from(values.iter().all(|wanted| value(wanted))));
        }
        let citations = answer.claims.iter().flat_map(|claim| &claim.citations);
        let right = citations.into_iter().any(|citation| gold.iter().any(|gold| gold.holds(citation, places)));
        measures.insert("gold cited".into(), f64::from(right));
    }
    about["expected"] = serde_json::json!(expected);
    about["status"] = serde_json::json!(answer.status);
    about["answer"] = serde_json::json!(answer.answer);
    about["signs"] = serde_json::json!(answer.evidence.signs);
    about["probability"] = serde_json::json!(answer.evidence.probability);
    Ok(())
}

/// Share of the citations shown whose quote stands, letter by letter, on the page that they name.
fn standing(library: &Library, answer: &Answer) -> Result<f64> {
    let citations: Vec<_> = answer.claims.iter().flat_map(|claim| &claim.citations).collect();
    let mut right = 0;
    for citation in &citations {
        let text = library.text(Path::new(&citation.path), None)?.text;
        let points = CodePoints::new(&text);
        let stands = points.slice(Span::new(citation.start, citation.end)) == citation.quote;
        let on_page = match citation.located.page {
            Some(page) => {
                let shown = library.text(Path::new(&citation.path), Some(page))?.text;
                let first: String = citation.quote.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
                shown.split_whitespace().collect::<Vec<_>>().join(" ").contains(&first)
            }
            None => true,
        };
        right += usize::from(stands && on_page);
    }
    Ok(if citations.is_empty() { 1.0 } else { right as f64 / citations.len() as f64 })
}

/// Cases of a sample: the first so many of each set in the order of a hash of their names, so that the
/// sample does not depend on the file's order.
fn sampled(cases: Vec<Case>, count: Option<usize>) -> Vec<Case> {
    let Some(count) = count else { return cases };
    let mut ordered: Vec<(String, Case)> =
        cases.into_iter().map(|case| (hex(&Sha256::digest(case.id.as_bytes())), case)).collect();
    ordered.sort_by(|one, other| one.0.cmp(&other.0));
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    ordered.retain(|(_, case)| {
        let of_set = taken.entry(case.set().to_owned()).or_default();
        *of_set += 1;
        *of_set <= count
    });
    ordered.into_iter().map(|(_, case)| case).collect()
}

impl Report {
    /// Writes the figures as JSON to `path`, and as Markdown beside it.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let doing = || format!("writing {}", path.display());
        let text = serde_json::to_string(self).map_err(|error| Error::Request(error.to_string()))?;
        std::fs::write(path, text).map_err(Error::io(doing()))?;
        std::fs::write(path.with_extension("md"), self.markdown()).map_err(Error::io(doing()))
    }

    /// The figures as a Markdown table, one row a set and measure.
    fn markdown(&self) -> String {
        let mut lines = vec!["| set | measure | mean | cases |".to_owned(), "| --- | --- | --- | --- |".to_owned()];
        for (set, measures) in &self.sets {
            for (name, (mean, cases)) in measures {
                lines.push(format!("| {set} | {name} | {} | {cases} |", shown(name, *mean)));
            }
        }
        lines.join("\n") + "\n"
    }

    /// Says which figures changed since an earlier report, and which cases are answered otherwise.
    ///
    /// # Errors
    /// When the earlier report cannot be read.
    pub fn compare(&self, old: &Path) -> Result<String> {
        let text = std::fs::read_to_string(old).map_err(Error::io(format!("reading {}", old.display())))?;
        let old: Report = serde_json::from_str(&text).map_err(|error| Error::Request(error.to_string()))?;
        let mut lines = Vec::new();
        for (set, measures) in &self.sets {
            for (name, (mean, _)) in measures.iter().filter(|(name, _)| !name.ends_with("ms")) {
                let before = old.sets.get(set).and_then(|measures| measures.get(name)).map(|(mean, _)| *mean);
                if let Some(before) = before.filter(|before| (before - mean).abs() > 1e-9) {
                    lines.push(format!("{set}, {name}: {} → {}", shown(name, before), shown(name, *mean)));
                }
            }
        }
        for case in &self.cases {
            let same = |other: &&serde_json::Value| other["id"] == case["id"] && other["set"] == case["set"];
            let before = old.cases.iter().find(same).map(|case| &case["measures"]);
            let measures = case["measures"].as_object().into_iter().flatten().filter(|(name, _)| !name.ends_with("ms"));
            let changed: Vec<String> = measures
                .filter_map(|(name, value)| {
                    let before = before?.get(name)?;
                    (before != value).then(|| format!("{name} {before} → {value}"))
                })
                .collect();
            if !changed.is_empty() {
                lines.push(format!("  {} {}", case["id"].as_str().unwrap_or_default(), changed.join(", ")));
            }
        }
        Ok(if lines.is_empty() { "Nothing changed.".to_owned() } else { lines.join("\n") })
    }

    /// Writes the figures as a table for people.
    pub fn table(&self) -> String {
        let mut lines = Vec::new();
        for (set, measures) in &self.sets {
            let cases = measures.values().map(|(_, cases)| *cases).max().unwrap_or(0);
            lines.push(format!("{set} ({cases} cases)"));
            let figures: Vec<String> =
                measures.iter().map(|(name, (mean, _))| format!("{name} {}", shown(name, *mean))).collect();
            lines.push(format!("    {}", figures.join("  ")));
        }
        lines.join("\n")
    }
}

fn shown(name: &str, mean: f64) -> String {
    if name.ends_with("ms") { format!("{mean:.1}") } else { format!("{:.1} %", mean * 100.0) }
}
