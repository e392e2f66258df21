//! What the checking of claims lets through and what it marks, over `cases/claims.jsonl`.
//!
//! The file holds passages, correct claims written by hand, and inventions of ten kinds made out of them. An
//! invention is unmarked when the claim comes out as `quoted` or `supported`.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

use legajo_core::draft::Draft;
use legajo_core::ground::claim::{Source, Support, check};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Kinds of inventions of which none may be unmarked.
const NEVER: [&str; 6] = ["digit", "unit", "name", "invented_quote", "spliced_quote", "near_identical"];
/// Share of the other kinds, and of correct claims marked by mistake, that is borne.
const BORNE: f64 = 0.1;

/// For one kind and half: how many came out wrong, of how many.
type Counts = BTreeMap<(String, String), (usize, usize)>;

fn word<'a>(row: &'a Value, key: &str) -> &'a str {
    row.get(key).and_then(Value::as_str).unwrap_or("")
}

fn source(row: &Value, document: i64) -> Source {
    let heading = row.get("heading").and_then(Value::as_array).into_iter().flatten();
    Source {
        text: word(row, "text").to_owned(),
        heading: heading.filter_map(Value::as_str).map(str::to_owned).collect(),
        title: word(row, "document").to_owned(),
        date: None,
        document,
    }
}

fn measure() -> Counts {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/claims.jsonl");
    let text = std::fs::read_to_string(path).expect("the cases are in the repository");
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a case is JSON")).collect();
    let mut passages: BTreeMap<String, Source> = BTreeMap::new();
    let mut counts = Counts::new();
    for row in rows {
        if !word(&row, "passage").is_empty() {
            let document = passages.len() as i64;
            passages.insert(word(&row, "passage").to_owned(), source(&row, document));
            continue;
        }
        let kind = word(&row, "kind").to_owned();
        if kind.is_empty() {
            continue;
        }
        let shown = row.get("sources").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        let sources: Vec<Source> = shown.map(|key| passages.get(key).expect("a passage").clone()).collect();
        let draft: Draft = serde_json::from_value(row.clone()).expect("a case is a draft");
        let checked = check(&draft, &sources);
        let backed = checked.support != Support::Unsupported;
        let wrong = backed != (kind == "correct");
        if wrong && std::env::var_os("CLAIMS_SHOW").is_some_and(|half| half == word(&row, "half")) {
            println!("{} {:?}\n    {}\n    {:?}", word(&row, "id"), checked.faults, draft.text, draft.citations);
        }
        let count = counts.entry((kind, word(&row, "half").to_owned())).or_default();
        *count = (count.0 + usize::from(wrong), count.1 + 1);
    }
    counts
}

#[test]
fn inventions_are_marked_and_correct_claims_are_not() {
    let counts = measure();
    let mut by_kind: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for ((kind, half), (wrong, all)) in &counts {
        println!("{kind:16} {half}: {wrong:3} of {all:3} wrong");
        let sum = by_kind.entry(kind).or_default();
        *sum = (sum.0 + wrong, sum.1 + all);
    }
    let mut faults = Vec::new();
    for (kind, (wrong, all)) in by_kind {
        let borne = if NEVER.contains(&kind) { 0.0 } else { BORNE * all as f64 };
        if wrong as f64 > borne {
            faults.push(format!("{kind}: {wrong} of {all} wrong, {borne} borne"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
