//! The command line end to end: the sample case file is read by the real executable, its ledger
//! accounts for every file, and the questions of `cases/sample.jsonl` are answered with quotes that
//! stand where they say.
//!
//! In goes the executable beside the tests (`cargo build --release --workspace` makes it; `./dev test`
//! does so) and the embedder prepared by `./dev`. How good answers are is measured elsewhere, on far
//! more questions (`legajo eval`); here the bounds only catch what breaks.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

mod support;

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::LazyLock;
use support::{Library, list, word};

/// Share of the answerable questions whose gold document, page and words are among the first five hits.
const FOUND_SHARE_MIN: f64 = 0.8;
/// Share of them that are answered with a citation of the gold document and page.
const CITED_SHARE_MIN: f64 = 0.6;
/// Share of the questions without an answer that are refused.
const REFUSED_SHARE_MIN: f64 = 0.6;
/// Share of a gold quote's words that a hit must hold; a scan is never read without any fault.
const QUOTE_WORDS_SHARE_MIN: f64 = 0.8;

/// A question with what answers it.
#[derive(Deserialize)]
struct Case {
    id: String,
    question: String,
    expected: String,
    gold: Vec<Gold>,
}

/// Where the answer stands: any one of them answers.
#[derive(Deserialize)]
struct Gold {
    file: String,
    page: Option<u64>,
    quote: String,
}

static SAMPLE: LazyLock<PathBuf> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/sample/expedientes");
    path.canonicalize().expect("the sample case file is part of the repository")
});

/// The sample's library, read once for all tests.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::read("sample-library", &SAMPLE));

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/sample.jsonl");
    let text = std::fs::read_to_string(path).expect("the sample's questions are part of the repository");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is a case")).collect()
});

/// Every question asked once, by its id.
static ANSWERS: LazyLock<BTreeMap<&'static str, Value>> =
    LazyLock::new(|| CASES.iter().map(|case| (&*case.id, LIBRARY.json(&["ask", &case.question]))).collect());

/// Returns the share of the words of `quote` that stand in `text`.
fn words_share(quote: &str, text: &str) -> f64 {
    let text = text.to_lowercase();
    let words: Vec<_> = quote.split_whitespace().map(str::to_lowercase).collect();
    words.iter().filter(|word| text.contains(&**word)).count() as f64 / words.len().max(1) as f64
}

impl Case {
    fn is_answerable(&self) -> bool {
        self.expected == "answer"
    }

    /// Returns whether a hit or citation is of a gold document and page.
    fn is_place(&self, found: &Value) -> bool {
        self.gold.iter().any(|gold| gold.is_place(found))
    }

    /// Returns whether a hit also holds the words of the gold quote.
    fn is_hit(&self, hit: &Value) -> bool {
        let holds = |gold: &Gold| words_share(&gold.quote, word(hit, "text")) >= QUOTE_WORDS_SHARE_MIN;
        self.gold.iter().any(|gold| gold.is_place(hit) && holds(gold))
    }
}

impl Gold {
    fn is_place(&self, found: &Value) -> bool {
        let same_page = self.page.is_none() || found["page"].as_u64() == self.page;
        Path::new(word(found, "path")) == SAMPLE.join(&self.file) && same_page
    }
}

/// Fails when too few of the cases come out right, naming those that do not.
fn check(what: &str, share_min: f64, cases: &[&Case], is_right: impl Fn(&Value, &Case) -> bool) {
    let wrong: Vec<_> = cases.iter().filter(|case| !is_right(&ANSWERS[&*case.id], case)).collect();
    let share = 1.0 - wrong.len() as f64 / cases.len() as f64;
    let lines: Vec<_> = wrong.iter().map(|case| format!("{}: {}", case.id, case.question)).collect();
    println!("{what}: {share:.2} of {}", cases.len());
    assert!(share >= share_min, "{what}: {share:.2}, at least {share_min:.2}; not\n{}", lines.join("\n"));
}

fn cases(is_wanted: impl Fn(&Case) -> bool) -> Vec<&'static Case> {
    CASES.iter().filter(|case| is_wanted(case)).collect()
}

#[test]
fn the_ledger_accounts_for_every_file() {
    LIBRARY.check_ledger(&SAMPLE);
}

#[test]
fn every_citation_stands_where_it_says() {
    for (id, answer) in ANSWERS.iter() {
        for claim in list(answer, "claims") {
            let citations = list(claim, "citations");
            assert!(!citations.is_empty(), "{id}: a claim without a citation: {claim}");
            citations.iter().for_each(|citation| check_citation(id, citation));
        }
    }
}

/// The stored text at the citation's span is the quote, to the letter.
fn check_citation(id: &str, citation: &Value) {
    let at = |key: &str| citation[key].as_u64().and_then(|at| usize::try_from(at).ok()).expect("an offset");
    let text = LIBRARY.json(&["text", word(citation, "path")]);
    let points = word(&text, "text").chars();
    let stands: String = points.skip(at("start")).take(at("end").saturating_sub(at("start"))).collect();
    assert_eq!(stands, word(citation, "quote"), "{id}: {citation}");
    assert!(!stands.trim().is_empty(), "{id}: an empty quote: {citation}");
    assert!(citation["page"].as_u64() != Some(0), "{id}: pages count from 1: {citation}");
}

#[test]
fn answers_are_found_and_cited() {
    let answerable = cases(Case::is_answerable);
    check("found in the first five hits", FOUND_SHARE_MIN, &answerable, |answer, case| {
        list(answer, "hits").iter().take(5).any(|hit| case.is_hit(hit))
    });
    check("cited", CITED_SHARE_MIN, &answerable, |answer, case| {
        let citations = list(answer, "claims").iter().flat_map(|claim| list(claim, "citations"));
        word(answer, "status") != "not_found" && citations.into_iter().any(|citation| case.is_place(citation))
    });
}

#[test]
fn what_is_not_there_is_not_found() {
    check("refused", REFUSED_SHARE_MIN, &cases(|case| !case.is_answerable()), |answer, _| {
        word(answer, "status") == "not_found"
    });
}

#[test]
fn a_second_sync_changes_nothing() {
    let before = LIBRARY.json(&["status"]);
    LIBRARY.run(&["sync"]);
    assert_eq!(LIBRARY.json(&["status"]), before);
}

/// `legajo status | head` ends as quietly as any other program whose reader has gone.
#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    for arguments in [&["status"][..], &["--json", "status"], &["search", "penalización"], &["folder", "list"]] {
        let mut command = LIBRARY.command();
        let mut child =
            command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{arguments:?}: {}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
    let mut command = LIBRARY.command();
    let mut child = command.args(["text", "/nowhere"]).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stderr.take());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(1), "a note that nobody reads does not change what is told by the exit");
}
