//! Reads PDF files: words with boxes in reading order, page by page.
//!
//! hayro interprets each page into a device that collects glyphs (`device`), which become words
//! (`words`) and lines in reading order (`layout`, `paragraph`, `heading`); pages that hold no readable text are
//! drawn and read by Tesseract (`scan`). `structure` and `notes` read what stands beside the content, and
//! `draw` makes the picture of a page with its highlights, so that the engine which placed a word also shows it.
//!
//! Not here: what lines become in the text (`assemble`), and running headers (`running`).

mod columns;
mod device;
mod draw;
mod footnote;
mod glyph;
mod guard;
pub(super) mod heading;
mod layout;
mod legible;
mod notes;
mod page;
mod paragraph;
mod recognised;
pub(super) mod scan;
mod structure;
mod table;
mod tree;
mod words;

#[cfg(test)]
mod tests;

pub use draw::draw;

use super::assemble::{self, Sheet};
use super::{Extracted, Options, Page, running};
use crate::config;
use crate::error::{Problem, ProblemCode};
use guard::quietly;
use hayro::hayro_interpret::InterpreterCache;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A file that counts this many more pages than twice those found counts wrongly.
const COUNT_DOUBTED: u32 = 20;
/// Width and height of a page of which nothing is known, in points: A4.
const BLANK_SIZE: [f32; 2] = [595.0, 842.0];

/// Reads a PDF file. Every page of the file is a page of the result, read or not.
pub fn extract(bytes: Vec<u8>, options: &Options) -> Extracted {
    let password = options.password.as_deref();
    let data = Arc::new(bytes);
    let pdf = match open(data.clone(), password) {
        Ok(pdf) => pdf,
        Err(problem) => return unopened(problem, &data),
    };
    let mut structure = structure::read(&pdf, password);
    let mut findings = Findings { problems: std::mem::take(&mut structure.problems), ..Findings::default() };
    let mut sheets = read_pages(&pdf, options, &mut findings);
    complete(&mut sheets, &structure, &mut findings);
    heading::find(&mut sheets);
    running::find(&mut sheets);
    footnote::find(&mut sheets);
    let body = assemble::assemble(sheets);
    findings.problems.extend(body.problems);
    Extracted {
        text: body.text,
        pages: body.pages,
        words: body.words,
        marks: body.marks,
        meta: structure.meta,
        attachments: structure.attachments,
        problems: findings.into_problems(),
        ..Extracted::default()
    }
}

/// Gives a file that hayro cannot open as many unread pages as lopdf counts in it.
fn unopened(problem: Problem, bytes: &[u8]) -> Extracted {
    let count = match problem.code {
        ProblemCode::Damaged => structure::count_pages(bytes).unwrap_or(0).min(config::PAGES_MAX),
        _ => 0,
    };
    let mut problems = vec![problem];
    problems.extend((1..=count).map(|number| {
        Problem::page(number, ProblemCode::PageUnread, format!("Page {number} was not read: the file is damaged."))
    }));
    let page = Page { width: BLANK_SIZE[0], height: BLANK_SIZE[1], ..Page::default() };
    Extracted { pages: vec![page; count as usize], problems, ..Extracted::default() }
}

/// What the pages have to say to the user.
#[derive(Debug, Default)]
struct Findings {
    problems: Vec<Problem>,
    /// Pages, from 1, with text that cannot be seen.
    hidden: BTreeSet<u32>,
    /// Who signed.
    signatures: BTreeSet<String>,
}

impl Findings {
    fn into_problems(self) -> Vec<Problem> {
        let mut problems = self.problems;
        if !self.hidden.is_empty() {
            let message = format!(
                "Text that cannot be seen when the file is shown (white, tiny or cut off) stands on {}. It was read and is marked.",
                pages_in_words(&self.hidden)
            );
            problems.push(Problem::document(ProblemCode::HiddenText, message));
        }
        if !self.signatures.is_empty() {
            let named: Vec<&str> = self.signatures.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
            let by = if named.is_empty() { String::new() } else { format!(" ({})", named.join("; ")) };
            let message = format!("The file carries an electronic signature{by}. Whether it is valid was not checked.");
            problems.push(Problem::document(ProblemCode::Signed, message));
        }
        problems
    }
}

fn pages_in_words(pages: &BTreeSet<u32>) -> String {
    let shown: Vec<String> = pages.iter().take(10).map(u32::to_string).collect();
    let more = if pages.len() > 10 { " and others" } else { "" };
    format!("{} {}{more}", if pages.len() == 1 { "page" } else { "pages" }, shown.join(", "))
}

/// Opens a file with the empty password or the one given.
fn open(data: Arc<Vec<u8>>, password: Option<&str>) -> Result<Pdf, Problem> {
    let mut refused = None;
    for password in [Some(""), password].into_iter().flatten() {
        match quietly(|| Pdf::new_with_password(data.clone(), password)) {
            Ok(Ok(pdf)) => return Ok(pdf),
            Ok(Err(LoadPdfError::Decryption(why))) => refused = Some(why),
            _ => {}
        }
    }
    Err(match refused {
        Some(DecryptionError::PasswordProtected) if password.is_some() => {
            Problem::document(ProblemCode::NeedsPassword, "The password that was given does not open the file.")
        }
        Some(DecryptionError::PasswordProtected) => {
            Problem::document(ProblemCode::NeedsPassword, "The file needs a password: unlock it to have it read.")
        }
        Some(_) => Problem::document(
            ProblemCode::Damaged,
            "The file is encrypted in a way that cannot be read. Save it again without encryption.",
        ),
        None if structure::is_locked(&data) => {
            Problem::document(ProblemCode::NeedsPassword, "The file needs a password: unlock it to have it read.")
        }
        None => {
            Problem::document(ProblemCode::Damaged, "The file is damaged, or is no PDF file, and could not be read.")
        }
    })
}

fn read_pages(pdf: &Pdf, options: &Options, findings: &mut Findings) -> Vec<Sheet> {
    let cache = InterpreterCache::new();
    let mut reader = scan::Reader::new(options);
    let mut sheets = Vec::new();
    for (number, page) in (1..).zip(pdf.pages().iter()) {
        if number > config::PAGES_MAX {
            let message = format!("Only the first {} of {} pages were read.", config::PAGES_MAX, pdf.pages().len());
            findings.problems.push(Problem::document(ProblemCode::LimitReached, message));
            break;
        }
        sheets.push(page::read(page, number, &cache, &mut reader, findings));
        options.note_page();
    }
    sheets
}

/// Gives pages their labels, and adds pages that the file counts and hayro did not find.
fn complete(sheets: &mut Vec<Sheet>, structure: &structure::Structure, findings: &mut Findings) {
    for (sheet, label) in sheets.iter_mut().zip(&structure.labels) {
        sheet.label = Some(label.clone()).filter(|label| !label.is_empty());
    }
    let found = sheets.len() as u32;
    let counted = structure.page_count.unwrap_or(found).min(config::PAGES_MAX);
    if counted > found.saturating_mul(2).saturating_add(COUNT_DOUBTED) {
        let message = format!("The file says that it has {counted} pages, but only {found} were found in it.");
        findings.problems.push(Problem::document(ProblemCode::PartlyRead, message));
        return;
    }
    for number in found + 1..=counted {
        let message = format!("Page {number} is counted by the file but could not be found in it.");
        findings.problems.push(Problem::page(number, ProblemCode::PageUnread, message));
        sheets.push(Sheet { width: BLANK_SIZE[0], height: BLANK_SIZE[1], ..Sheet::default() });
    }
}
