//! Measures the readers of DOCX and ODT on the development data (`LEGAJO_DATA`).
//!
//! Without arguments: words found against `pandoc -t plain --wrap=none` over `awkward/`, then quotes,
//! headings and pages of `contratos/truth.jsonl`. With a file: what was read of it, as JSON.

use legajo_core::extract::{Extracted, Options, docx, odt};
use legajo_core::span::CodePoints;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use unicode_normalization::UnicodeNormalization;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(file) = arguments.first() {
        let extracted = read(Path::new(file));
        println!("{}", serde_json::to_string_pretty(&extracted).unwrap_or_default());
        return;
    }
    let data = std::env::var("LEGAJO_DATA").map_or_else(|_| PathBuf::from("../shared/data"), PathBuf::from);
    if !data.is_dir() {
        println!("no development data at {}; set LEGAJO_DATA", data.display());
        return;
    }
    words(&data.join("awkward/docx"));
    words(&data.join("awkward/odt"));
    truth(&data.join("contratos"));
}

fn read(path: &Path) -> Extracted {
    let bytes = std::fs::read(path).unwrap_or_default();
    if path.extension().is_some_and(|extension| extension == "odt") {
        odt::extract(&bytes, &Options::default())
    } else {
        docx::extract(&bytes, &Options::default())
    }
}

/// Counts the words of a text after NFKC and lower case.
fn count(text: &str) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    let folded: String = text.nfkc().flat_map(char::to_lowercase).collect();
    for word in folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *counted.entry(word.to_owned()).or_insert(0) += 1;
    }
    counted
}

fn words(folder: &Path) {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let (mut recalls, mut precisions) = (Vec::new(), Vec::new());
    let mut slowest = (0, String::new());
    for file in &files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let start = std::time::Instant::now();
        let extracted = read(file);
        let ms = start.elapsed().as_millis();
        if ms > slowest.0 {
            slowest = (ms, name.clone());
        }
        if extracted.text.trim().is_empty() && extracted.problems.is_empty() && extracted.attachments.is_empty() {
            println!("  neither text nor problem: {name}");
        }
        let mut owners = vec![0u8; extracted.text.chars().count()];
        for span in extracted.pages.iter().flat_map(|page| &page.spans) {
            (span.start..span.end).for_each(|at| owners[at as usize] += 1);
        }
        if !extracted.pages.is_empty() && owners.iter().any(|owners| *owners != 1) {
            println!("  pages do not share the text out: {name}");
        }
        let Ok(pandoc) = Command::new("pandoc").args(["-t", "plain", "--wrap=none"]).arg(file).output() else {
            println!("pandoc is missing");
            return;
        };
        let wanted = count(&String::from_utf8_lossy(&pandoc.stdout));
        let total: usize = wanted.values().sum();
        if !pandoc.status.success() || total == 0 {
            continue;
        }
        let found = count(&extracted.text);
        let common: usize =
            wanted.iter().map(|(word, times)| found.get(word).map_or(0, |found| *found.min(times))).sum();
        let recall = common as f64 / total as f64;
        recalls.push(recall);
        precisions.push(common as f64 / found.values().sum::<usize>().max(1) as f64);
        if recall < 0.99 {
            let missing: Vec<String> = wanted
                .iter()
                .filter_map(|(word, times)| {
                    let lost = times.saturating_sub(found.get(word).copied().unwrap_or(0));
                    (lost > 0).then(|| format!("{word}:{lost}"))
                })
                .take(12)
                .collect();
            println!("  {recall:.3} of {total} {name}: {}", missing.join(" "));
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    println!(
        "{}: {} files, {} that pandoc reads: recall {:.4}, precision {:.4}; slowest {} ms {}",
        folder.display(),
        files.len(),
        recalls.len(),
        mean(&recalls),
        mean(&precisions),
        slowest.0,
        slowest.1
    );
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Looks for every quote and heading of the truth, and for the quote's page where both tell one.
fn truth(folder: &Path) {
    let (mut quotes, mut quotes_found, mut headings, mut headings_found, mut marked) = (0, 0, 0, 0, 0);
    let (mut pages, mut pages_found, mut counts, mut counts_found, mut deleted, mut deleted_kept) = (0, 0, 0, 0, 0, 0);
    for line in std::fs::read_to_string(folder.join("truth.jsonl")).unwrap_or_default().lines() {
        let Ok(contract) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        if contract["format"] != "docx" {
            continue;
        }
        let file = contract["file"].as_str().unwrap_or("");
        let extracted = read(&folder.join("corpus").join(file));
        let points = CodePoints::new(&extracted.text);
        let folded = fold(&extracted.text);
        let heading_texts: Vec<String> = extracted
            .marks
            .iter()
            .filter(|mark| matches!(mark.kind, legajo_core::extract::MarkKind::Heading(_)))
            .map(|mark| fold(points.slice(mark.span)))
            .collect();
        let page_texts: Vec<String> = extracted
            .pages
            .iter()
            .map(|page| fold(&page.spans.iter().map(|span| points.slice(*span)).collect::<String>()))
            .collect();
        if let Some(wanted) = contract["pages"].as_u64() {
            counts += 1;
            counts_found += usize::from(wanted == page_texts.len() as u64);
        }
        for change in contract["tracked_changes"].as_array().into_iter().flatten() {
            let words = fold(change["deleted"].as_str().unwrap_or(""));
            deleted += 1;
            deleted_kept +=
                usize::from(extracted.deletions.iter().any(|deletion| fold(&deletion.text).contains(&words)));
        }
        for clause in contract["clauses"].as_object().into_iter().flat_map(|clauses| clauses.values()) {
            let Some(quote) = clause["quote"].as_str() else { continue };
            quotes += 1;
            let found = folded.contains(&fold(quote));
            quotes_found += usize::from(found);
            if !found {
                println!("  quote not found in {file}: {quote}");
            }
            if let Some(heading) = clause["heading"].as_str() {
                headings += 1;
                headings_found += usize::from(folded.contains(&fold(heading)));
                marked += usize::from(heading_texts.contains(&fold(heading)));
            }
            if let Some(page) = clause["page"].as_u64() {
                pages += 1;
                let on_page = page_texts.get(page as usize - 1).is_some_and(|text| text.contains(&fold(quote)));
                pages_found += usize::from(on_page);
            }
        }
    }
    println!(
        "contratos: quotes {quotes_found} of {quotes}; headings in the text {headings_found} of {headings}, marked {marked}"
    );
    println!(
        "contratos: quotes on their page {pages_found} of {pages}; page counts {counts_found} of {counts}; deletions kept apart {deleted_kept} of {deleted}"
    );
}
