//! What the command line prints: JSON for programs, plain lines for people.
//!
//! Whoever reads may have seen enough (`legajo status | head`). `println!` would panic then, so all is
//! written to a stream that is handed in, and the caller decides what a closed one means.

use legajo_core::ask::{Answer, AnswerStatus, Claim, ShownHit};
use legajo_core::error::Error;
use legajo_core::eval::Report;
use legajo_core::ground::Located;
use legajo_core::ground::claim::Support;
use legajo_core::ingest::SyncReport;
use legajo_core::library::{Checkup, Ledger, ShownText, Times};
use legajo_core::models::Installed;
use legajo_core::span::Place;
use legajo_core::store::{ConversationRow, FolderRow, TurnRow};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Prints a value as JSON, or a line for people.
pub(super) fn line(out: &mut impl Write, as_json: bool, value: &Value, text: &str) -> io::Result<()> {
    if as_json { writeln!(out, "{value}") } else { writeln!(out, "{text}") }
}

/// Says on standard error what went wrong; `as_json` also writes it as JSON. Nobody is left to tell where
/// neither can be written.
pub(super) fn error(out: &mut impl Write, error: &Error, as_json: bool) {
    if as_json {
        let _ = writeln!(out, "{}", json!({ "error": { "code": error.code(), "message": error.to_string() } }));
    }
    note(format_args!("legajo: {error}"));
}

/// Writes a line on standard error. A note that nobody reads is no reason to stop.
pub(super) fn note(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Says on standard error that a claim was made and checked, while the answer is still being written.
pub(super) fn told(claim: &Claim) {
    let fault = if claim.reasons.is_empty() { String::new() } else { format!("  [{}]", claim.reasons.join("; ")) };
    note(format_args!("… {}{fault}", claim.text));
}

pub(super) fn folders(out: &mut impl Write, folders: &[FolderRow], as_json: bool) -> io::Result<()> {
    let rows: Vec<Value> = folders.iter().map(|row| json!({ "path": row.path, "matter": row.matter })).collect();
    let text: Vec<String> = folders
        .iter()
        .map(|row| match &row.matter {
            Some(matter) => format!("{}  [{matter}]", row.path),
            None => row.path.clone(),
        })
        .collect();
    line(out, as_json, &json!({ "folders": rows }), &text.join("\n"))
}

pub(super) fn sync(
    out: &mut impl Write,
    report: &SyncReport,
    totals: &BTreeMap<&'static str, u64>,
    as_json: bool,
) -> io::Result<()> {
    let text = format!(
        "{} files seen: {} read, {} known already, {} gone. Indexed {}, with a problem {}.",
        report.seen,
        report.read,
        report.known,
        report.removed,
        totals.get("indexed").unwrap_or(&0),
        totals.get("problem").unwrap_or(&0)
    );
    line(out, as_json, &json!({ "sync": report, "totals": totals }), &text)
}

pub(super) fn status(out: &mut impl Write, ledger: &Ledger, as_json: bool) -> io::Result<()> {
    if as_json {
        return writeln!(out, "{}", json!(ledger));
    }
    for row in &ledger.documents {
        let pages = row.pages.map_or(String::new(), |pages| format!(", {pages} pages"));
        writeln!(out, "{}  {}{}", status_word(row), row.path, pages)?;
        for problem in &row.problems {
            let page = problem.page.map_or(String::new(), |page| format!("page {page}: "));
            writeln!(out, "    {page}{}", problem.message)?;
        }
    }
    let totals: Vec<String> = ledger.totals.iter().map(|(name, count)| format!("{name} {count}")).collect();
    writeln!(out, "{}", totals.join(", "))
}

fn status_word(row: &legajo_core::library::LedgerRow) -> String {
    serde_json::to_value(row.status).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

pub(super) fn search(out: &mut impl Write, hits: &[ShownHit], times: &Times, as_json: bool) -> io::Result<()> {
    if as_json {
        return writeln!(out, "{}", json!({ "hits": hits, "ms": times }));
    }
    for hit in hits {
        writeln!(out, "{}. {}  ({:.3})", hit.rank, place(&hit.path, &hit.located), hit.score)?;
        if !hit.heading.is_empty() {
            writeln!(out, "   {}", hit.heading.join(" › "))?;
        }
        writeln!(out, "   {}\n", hit.text.trim().replace('\n', "\n   "))?;
    }
    Ok(())
}

pub(super) fn answer(out: &mut impl Write, answer: &Answer, times: &Times, as_json: bool) -> io::Result<()> {
    if as_json {
        let mut value = json!(answer);
        let used = answer.model.as_ref();
        value["model"] = json!(used.map(|used| &used.name));
        value["tokens"] = used.map_or(json!({}), |used| {
            json!({
                "prompt": used.prompt_tokens, "reply": used.reply_tokens, "context": used.context_tokens,
                "left_out": used.left_out, "dropped": used.dropped
            })
        });
        value["ms"] = json!(times);
        return writeln!(out, "{value}");
    }
    for claim in &answer.claims {
        match claim.support {
            Support::Quoted => writeln!(out, "«{}»", claim.text)?,
            Support::Supported => writeln!(out, "{}  [figures and names checked, wording by the model]", claim.text)?,
            Support::Unsupported => {
                writeln!(out, "{}  [NOT FOUND IN THE SOURCE: {}]", claim.text, claim.reasons.join("; "))?;
            }
        }
        for citation in &claim.citations {
            if claim.support != Support::Quoted {
                writeln!(out, "    «{}»", citation.quote)?;
            }
            let versions = if citation.document_versions.is_empty() {
                String::new()
            } else {
                format!(" [{}]", citation.document_versions.join(", "))
            };
            let date = citation.document_date.as_ref().map_or(String::new(), |date| format!(", {date}"));
            writeln!(out, "    {}{date}{versions}", place(&citation.path, &citation.located))?;
            if !citation.heading.is_empty() {
                writeln!(out, "    {}", citation.heading.join(" › "))?;
            }
        }
        writeln!(out)?;
    }
    if answer.status == AnswerStatus::NotFound {
        writeln!(out, "{}\n", answer.answer)?;
        for hit in answer.hits.iter().take(3) {
            writeln!(out, "  cf. {}", place(&hit.path, &hit.located))?;
            let start: String = hit.text.trim().chars().take(160).collect();
            writeln!(out, "      {}…", start.replace('\n', " "))?;
        }
    }
    if let Some(notice) = &answer.notice {
        writeln!(out, "{notice}")?;
    }
    let scope = &answer.scope;
    writeln!(
        out,
        "[{} documents searched, {} pending, {} unread or partly unread]",
        scope.searched,
        scope.pending,
        scope.unread.len()
    )
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

pub(super) fn text(out: &mut impl Write, shown: &ShownText, as_json: bool) -> io::Result<()> {
    line(out, as_json, &json!(shown), &shown.text)
}

pub(super) fn doctor(out: &mut impl Write, checkup: &Checkup, as_json: bool) -> io::Result<()> {
    let mut text = vec![format!("library  {}", checkup.library)];
    text.extend(checkup.findings.iter().map(|finding| format!("problem  {finding}")));
    if checkup.findings.is_empty() {
        text.push("Everything is in order.".to_owned());
    }
    line(out, as_json, &json!(checkup), &text.join("\n"))
}

pub(super) fn eval(out: &mut impl Write, report: &Report, compared: Option<&str>, as_json: bool) -> io::Result<()> {
    let text = match compared {
        Some(compared) => format!("{}\n\n{compared}", report.table()),
        None => report.table(),
    };
    line(out, as_json, &json!(report), &text)
}

pub(super) fn conversations(out: &mut impl Write, rows: &[ConversationRow], as_json: bool) -> io::Result<()> {
    let day = |row: &ConversationRow| row.changed.chars().take(10).collect::<String>();
    let text: Vec<String> =
        rows.iter().map(|row| format!("{}  {}  {} ({} questions)", row.id, day(row), row.title, row.turns)).collect();
    line(out, as_json, &json!({ "conversations": rows }), &text.join("\n"))
}

pub(super) fn turns(out: &mut impl Write, rows: &[TurnRow], as_json: bool) -> io::Result<()> {
    let answer = |row: &TurnRow| serde_json::from_str::<Value>(&row.answer).unwrap_or(Value::Null);
    let values: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "number": row.number, "asked": row.asked, "question": row.question,
                "question_used": row.question_used, "answer": answer(row)
            })
        })
        .collect();
    let text: Vec<String> = rows
        .iter()
        .map(|row| format!("{}\n{}\n", row.question_used, answer(row)["answer"].as_str().unwrap_or_default()))
        .collect();
    line(out, as_json, &json!({ "turns": values }), &text.join("\n"))
}

pub(super) fn models(out: &mut impl Write, models: &[Installed], as_json: bool) -> io::Result<()> {
    let rows: Vec<Value> = models
        .iter()
        .map(
            |model| json!({ "name": model.name, "bytes": model.bytes, "parameters_billion": model.parameters_billion }),
        )
        .collect();
    let text: Vec<String> =
        models.iter().map(|model| format!("{}  {:.1} GB", model.name, model.bytes as f64 / 1e9)).collect();
    line(out, as_json, &json!({ "models": rows }), &text.join("\n"))
}
