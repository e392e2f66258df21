//! Measures retrieval and answers over a file of cases, and says what it found by set.
//!
//! One case a line: a question, its set, its gold places (`file` with `start`/`end`, or with
//! `page`/`quote`/`heading`, or alone for a whole document) and, for answers, whether one is expected.
//! Measures are those of LegalBench-RAG (Pipitone and Alami, 2024): recall is the share of gold
//! characters that the top k passages cover, precision the share of their characters that is gold.

mod gold;

use crate::ask::{AnswerStatus, ShownHit};
use crate::error::{Error, Result};
use crate::library::Library;
use crate::search::{Filter, Legs};
use gold::{Case, Places};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Figures by set.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Report {
    /// For each set, each measure's mean and how many cases it is over.
    pub sets: BTreeMap<String, BTreeMap<String, (f64, usize)>>,
    /// What became of each case.
    pub cases: Vec<serde_json::Value>,
}

/// Runs the cases of a file over a library. `root` is where the gold files lie; the library's first
/// folder when not given.
///
/// # Errors
/// When the file cannot be read or a search fails.
pub fn run(library: &Library, cases: &Path, count: usize, legs: Legs, root: Option<&Path>) -> Result<Report> {
    let text = std::fs::read_to_string(cases).map_err(Error::io(format!("reading {}", cases.display())))?;
    let root = match root {
        Some(root) => std::path::absolute(root).map_err(Error::io("finding the cases' files"))?,
        None => library.folders()?.first().map(|folder| folder.path.clone().into()).unwrap_or_default(),
    };
    let places = Places::new(library, root)?;
    let mut report = Report::default();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let case: Case = serde_json::from_str(line)
            .map_err(|error| Error::Request(format!("{}, line {}: {error}", cases.display(), number + 1)))?;
        let mut measures = retrieval(library, &case, &places, count, legs)?;
        let mut about = serde_json::json!({ "id": case.id, "set": case.set(), "question": case.question });
        if case.expects_answer().is_some() {
            answer(library, &case, &places, &mut measures, &mut about)?;
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
    places: &Places,
    measures: &mut Measures,
    about: &mut serde_json::Value,
) -> Result<()> {
    let (answer, times) = library.ask(&case.question, &Filter::default(), 8)?;
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

impl Report {
    /// Writes the figures as a table for people.
    pub fn table(&self) -> String {
        let mut lines = Vec::new();
        for (set, measures) in &self.sets {
            let cases = measures.values().map(|(_, cases)| *cases).max().unwrap_or(0);
            lines.push(format!("{set} ({cases} cases)"));
            let figures: Vec<String> = measures
                .iter()
                .map(|(name, (mean, _))| {
                    if name.ends_with("ms") {
                        format!("{name} {mean:.1}")
                    } else {
                        format!("{name} {:.1} %", mean * 100.0)
                    }
                })
                .collect();
            lines.push(format!("    {}", figures.join("  ")));
        }
        lines.join("\n")
    }
}
