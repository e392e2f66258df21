//! What holds for every document, whatever its format: text, pages, word boxes and passages fit together.
//!
//! In go the sample case file and, where the development data is there, some of its difficult files and
//! contracts; they are read by the real reading child and cut as the product cuts them. Whether the right
//! words were read is measured elsewhere.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

mod support;

use legajo_core::chunk::Limits;
use legajo_core::error::ProblemCode;
use legajo_core::extract::child::Reader;
use legajo_core::extract::{Extracted, Options};
use legajo_core::ingest::{Cutting, describe, prepare_passages};
use legajo_core::span::{CodePoints, Span};
use std::path::{Path, PathBuf};

/// How far a box may stand out over its page's edge, in points: what rounding does.
const OVER_EDGE_MAX: f32 = 0.5;
/// One file of so many is taken of the larger sets.
const AWKWARD_EVERY: usize = 12;
const CONTRACTS_EVERY: usize = 20;

#[test]
fn the_sample_fits_together() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/sample/expedientes");
    check_all(&support::files_under(&folder), 1);
}

#[test]
fn difficult_files_fit_together() {
    if let Some(folder) = support::data("awkward") {
        check_all(&support::files_under(&folder), AWKWARD_EVERY);
    }
}

#[test]
fn contracts_fit_together() {
    if let Some(folder) = support::data("contratos/corpus") {
        check_all(&support::files_under(&folder), CONTRACTS_EVERY);
    }
}

/// Checks every Nth file, and names all faults at once.
fn check_all(paths: &[PathBuf], every: usize) {
    let mut paths = paths.to_vec();
    paths.sort();
    assert!(!paths.is_empty(), "there are no files to check");
    let reader = Reader::new(support::executable());
    let options = Options { ocr_languages: "spa+eng".to_owned(), ..Options::default() };
    let (mut faults, mut words_seen, mut files_seen) = (Vec::new(), 0, 0);
    for path in paths.iter().step_by(every) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = std::fs::read(path).expect("the file can be read");
        let read = reader.read(&name, &bytes, &options).expect("the reading child starts");
        files_seen += 1;
        words_seen += read.words.len();
        let found = [pages(&read), words(&read), passages(&name, &read), page_count(&bytes, &read)].concat();
        faults.extend(found.into_iter().map(|fault| format!("{}: {fault}", path.display())));
    }
    println!("{files_seen} files, {words_seen} words with boxes");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(words_seen > 0, "none of the files has a word on a page");
}

/// Every span lies in the text; no code point is of two pages, and where there are pages every one that is no
/// space is of one.
fn pages(read: &Extracted) -> Vec<String> {
    let points: Vec<char> = read.text.chars().collect();
    let mut holders = vec![0_u32; points.len()];
    let mut faults = Vec::new();
    for (number, page) in (1..).zip(&read.pages) {
        for span in &page.spans {
            match holders.get_mut(range(*span)) {
                Some(held) => held.iter_mut().for_each(|count| *count += 1),
                None => faults.push(format!("page {number} has {span:?} of a text of {} code points", points.len())),
            }
        }
    }
    let twice = holders.iter().filter(|count| **count > 1).count();
    let never = |(count, point): &(&u32, &char)| **count == 0 && !point.is_whitespace();
    let homeless = holders.iter().zip(&points).filter(never).count();
    if twice > 0 {
        faults.push(format!("{twice} code points are of two pages"));
    }
    if homeless > 0 && !read.pages.is_empty() {
        faults.push(format!("{homeless} code points are of no page"));
    }
    faults
}

/// Every word is a part of the text, of the page that it says, and its box lies on that page.
fn words(read: &Extracted) -> Vec<String> {
    let mut faults = Vec::new();
    for word in &read.words {
        let Some(page) = read.pages.get(word.page as usize) else {
            faults.push(format!("{word:?} is of no page"));
            continue;
        };
        if word.span.is_empty() || !page.spans.iter().any(|span| span.contains(word.span)) {
            faults.push(format!("{word:?} is not of its page's text"));
        }
        let [left, top, right, bottom] = word.bounds;
        let lies = |from: f32, to: f32, side: f32| from >= -OVER_EDGE_MAX && from <= to && to <= side + OVER_EDGE_MAX;
        if !lies(left, right, page.width) || !lies(top, bottom, page.height) {
            faults.push(format!("{word:?} lies off its page of {} × {}", page.width, page.height));
        }
    }
    faults
}

/// A passage's text is what its pages' parts of it make together.
fn passages(name: &str, read: &Extracted) -> Vec<String> {
    let tokens = |text: &str| text.chars().count() / 2;
    let cutting = Cutting { limits: Limits::default(), tokens: &tokens };
    let points = CodePoints::new(&read.text);
    let mut faults = Vec::new();
    for new in prepare_passages(read, &describe(name, read), &cutting) {
        let span = new.passage.span;
        let text = points.slice(span);
        if text.trim().is_empty() {
            faults.push(format!("the passage at {span:?} is blank"));
        }
        if read.pages.is_empty() {
            continue;
        }
        let spans = read.pages.iter().flat_map(|page| &page.spans);
        let mut parts: Vec<Span> = spans.filter_map(|other| common(span, *other)).collect();
        parts.sort_by_key(|part| part.start);
        let joined: String = parts.iter().map(|part| points.slice(*part)).collect();
        if joined != text {
            faults.push(format!("the passage at {span:?} is not what its pages hold of it: {text:?} {joined:?}"));
        }
    }
    faults
}

/// A PDF file has as many pages as another reader counts, or a finding says that some could not be had.
fn page_count(bytes: &[u8], read: &Extracted) -> Vec<String> {
    if !bytes.starts_with(b"%PDF") {
        return Vec::new();
    }
    let excused = [
        ProblemCode::NeedsPassword,
        ProblemCode::Damaged,
        ProblemCode::PartlyRead,
        ProblemCode::LimitReached,
        ProblemCode::ReaderFailed,
    ];
    if read.problems.iter().any(|problem| problem.page.is_none() && excused.contains(&problem.code)) {
        return Vec::new();
    }
    let Ok(file) = lopdf::Document::load_mem(bytes) else { return Vec::new() };
    let counted = file.get_pages().len();
    if counted == read.pages.len() {
        return Vec::new();
    }
    vec![format!("{} pages, where {counted} are counted", read.pages.len())]
}

/// Returns what two spans have in common.
fn common(one: Span, other: Span) -> Option<Span> {
    let (start, end) = (one.start.max(other.start), one.end.min(other.end));
    (start < end).then(|| Span::new(start, end))
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}
