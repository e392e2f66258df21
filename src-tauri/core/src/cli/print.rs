//! What the command line prints: JSON for programs, plain lines for people.

use legajo_core::ask::{Answer, AnswerStatus, ShownHit};
use legajo_core::error::Error;
use legajo_core::eval::Report;
use legajo_core::ground::Located;
use legajo_core::ingest::SyncReport;
use legajo_core::library::{Checkup, Ledger, ShownText, Times};
use legajo_core::span::Place;
use legajo_core::store::FolderRow;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Prints a value as JSON, or a line for people.
pub(super) fn line(as_json: bool, value: &Value, text: &str) {
    if as_json { println!("{value}") } else { println!("{text}") }
}

pub(super) fn error(error: &Error, as_json: bool) {
    if as_json {
        println!("{}", json!({ "error": { "code": error.code(), "message": error.to_string() } }));
    }
    eprintln!("legajo: {error}");
}

pub(super) fn folders(folders: &[FolderRow], as_json: bool) {
    let rows: Vec<Value> = folders.iter().map(|row| json!({ "path": row.path, "matter": row.matter })).collect();
    let text: Vec<String> = folders
        .iter()
        .map(|row| match &row.matter {
            Some(matter) => format!("{}  [{matter}]", row.path),
            None => row.path.clone(),
        })
        .collect();
    line(as_json, &json!({ "folders": rows }), &text.join("\n"));
}

pub(super) fn sync(report: &SyncReport, totals: &BTreeMap<&'static str, u64>, as_json: bool) {
    let text = format!(
        "{} files seen: {} read, {} known already, {} gone. Indexed {}, with a problem {}.",
        report.seen,
        report.read,
        report.known,
        report.removed,
        totals.get("indexed").unwrap_or(&0),
        totals.get("problem").unwrap_or(&0)
    );
    line(as_json, &json!({ "sync": report, "totals": totals }), &text);
}

pub(super) fn status(ledger: &Ledger, as_json: bool) {
    if as_json {
        println!("{}", json!(ledger));
        return;
    }
    for row in &ledger.documents {
        let pages = row.pages.map_or(String::new(), |pages| format!(", {pages} pages"));
        println!("{}  {}{}", status_word(row), row.path, pages);
        for problem in &row.problems {
            let page = problem.page.map_or(String::new(), |page| format!("page {page}: "));
            println!("    {page}{}", problem.message);
        }
    }
    let totals: Vec<String> = ledger.totals.iter().map(|(name, count)| format!("{name} {count}")).collect();
    println!("{}", totals.join(", "));
}

fn status_word(row: &legajo_core::library::LedgerRow) -> String {
    serde_json::to_value(row.status).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

pub(super) fn search(hits: &[ShownHit], times: &Times, as_json: bool) {
    if as_json {
        println!("{}", json!({ "hits": hits, "ms": times }));
        return;
    }
    for hit in hits {
        println!("{}. {}  ({:.3})", hit.rank, place(&hit.path, &hit.located), hit.score);
        if !hit.heading.is_empty() {
            println!("   {}", hit.heading.join(" › "));
        }
        println!("   {}\n", hit.text.trim().replace('\n', "\n   "));
    }
}

pub(super) fn answer(answer: &Answer, times: &Times, as_json: bool) {
    if as_json {
        let mut value = json!(answer);
        value["model"] = Value::Null;
        value["tokens"] = json!({});
        value["ms"] = json!(times);
        println!("{value}");
        return;
    }
    for claim in &answer.claims {
        println!("«{}»", claim.text);
        for citation in &claim.citations {
            let versions = if citation.document_versions.is_empty() {
                String::new()
            } else {
                format!(" [{}]", citation.document_versions.join(", "))
            };
            let date = citation.document_date.as_ref().map_or(String::new(), |date| format!(", {date}"));
            println!("    {}{date}{versions}", place(&citation.path, &citation.located));
            if !citation.heading.is_empty() {
                println!("    {}", citation.heading.join(" › "));
            }
        }
        println!();
    }
    if answer.status == AnswerStatus::NotFound {
        println!("{}\n", answer.answer);
        for hit in answer.hits.iter().take(3) {
            println!("  cf. {}", place(&hit.path, &hit.located));
            let start: String = hit.text.trim().chars().take(160).collect();
            println!("      {}…", start.replace('\n', " "));
        }
    }
    if let Some(notice) = &answer.notice {
        println!("{notice}");
    }
    let scope = &answer.scope;
    println!(
        "[{} documents searched, {} pending, {} unread or partly unread]",
        scope.searched,
        scope.pending,
        scope.unread.len()
    );
}

fn place(path: &str, located: &Located) -> String {
    match (located.page, &located.page_label, located.place) {
        (Some(page), Some(label), _) if *label != page.to_string() => format!("{path}, p. {label} ({page})"),
        (Some(page), _, _) if located.page_approximate => format!("{path}, p. {page} (approx.)"),
        (Some(page), _, _) => format!("{path}, p. {page}"),
        (None, _, Place::Block(block)) => format!("{path}, ¶ {block}"),
        (None, _, Place::Page(page)) => format!("{path}, p. {page}"),
    }
}

pub(super) fn text(shown: &ShownText, as_json: bool) {
    line(as_json, &json!(shown), &shown.text);
}

pub(super) fn doctor(checkup: &Checkup, as_json: bool) {
    let mut text = vec![format!("library  {}", checkup.library)];
    text.extend(checkup.findings.iter().map(|finding| format!("problem  {finding}")));
    if checkup.findings.is_empty() {
        text.push("Everything is in order.".to_owned());
    }
    line(as_json, &json!(checkup), &text.join("\n"));
}

pub(super) fn eval(report: &Report, as_json: bool) {
    line(as_json, &json!(report), &report.table());
}
