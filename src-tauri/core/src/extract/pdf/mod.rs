//! Reads PDF files: words with boxes in reading order, page by page.
//!
//! hayro interprets each page into a device that collects glyphs (`device`), which become words
//! (`words`) and lines in reading order (`layout`); pages that hold no readable text are drawn and read
//! by Tesseract (`scan`). `structure` reads what stands beside the pages, and `draw` makes the picture of a
//! page with its highlights, so that the engine which placed a word also shows it.

mod device;
mod draw;
mod glyph;
mod guard;
mod layout;
mod legible;
mod paragraph;
mod scan;
mod words;

pub use draw::draw;

use super::assemble::{self, Sheet};
use super::{Extracted, Options, running};
use crate::config;
use crate::error::{Problem, ProblemCode};
use device::{Collector, Ink, TooMuch};
use guard::quietly;
use hayro::hayro_interpret::{Context, InterpreterCache, InterpreterSettings, RenderContent, TransformExt, interpret_page};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::kurbo::Rect;

/// Reads a PDF file. Every page of the file is a page of the result, read or not.
pub fn extract(bytes: Vec<u8>, options: &Options) -> Extracted {
    let pdf = match open(bytes, options.password.as_deref()) {
        Ok(pdf) => pdf,
        Err(problem) => return Extracted { problems: vec![problem], ..Extracted::default() },
    };
    let mut problems = Vec::new();
    let cache = InterpreterCache::new();
    let mut sheets = Vec::new();
    let mut reader = scan::Reader::new(options);
    for (number, page) in pdf.pages().iter().enumerate() {
        let number = number as u32 + 1;
        if number > config::PAGES_MAX {
            break;
        }
        sheets.push(sheet(page, number, &cache, &mut reader, &mut problems));
    }
    running::find(&mut sheets);
    let body = assemble::assemble(sheets);
    problems.extend(body.problems);
    Extracted { text: body.text, pages: body.pages, words: body.words, marks: body.marks, problems, ..Extracted::default() }
}

fn open(bytes: Vec<u8>, password: Option<&str>) -> Result<Pdf, Problem> {
    let opened = quietly(|| Pdf::new_with_password(bytes, password.unwrap_or("")));
    match opened {
        Ok(Ok(pdf)) => Ok(pdf),
        Ok(Err(LoadPdfError::Decryption(DecryptionError::PasswordProtected))) => {
            Err(Problem::document(ProblemCode::NeedsPassword, "The file needs a password."))
        }
        _ => Err(Problem::document(ProblemCode::Damaged, "The file is damaged and could not be read.")),
    }
}

fn sheet<'a>(
    page: &'a Page<'a>,
    number: u32,
    cache: &InterpreterCache<'a>,
    reader: &mut scan::Reader<'_>,
    problems: &mut Vec<Problem>,
) -> Sheet {
    let (width, height) = page.render_dimensions();
    let ink = match quietly(|| collect(page, cache)) {
        Ok(ink) => ink,
        Err(_) => {
            problems.push(Problem::page(number, ProblemCode::PageUnread, format!("Page {number} could not be read.")));
            Ink::default()
        }
    };
    let lines = layout::order(words::build(&ink.glyphs), &|_, _| None);
    let mut sheet = Sheet { width, height, label: None, lines, ocr: None };
    let need = scan::need(&ink, &sheet);
    if need != scan::Need::Nothing {
        reader.read(page, number, need, &mut sheet, problems);
    }
    sheet
}

fn collect<'a>(page: &Page<'a>, cache: &InterpreterCache<'a>) -> Ink {
    let (width, height) = page.render_dimensions();
    let mut collector = Collector::new(width, height);
    let settings = InterpreterSettings::default();
    let mut context = Context::new(
        page.initial_transform(true).to_kurbo(),
        Rect::new(0.0, 0.0, f64::from(width), f64::from(height)),
        cache,
        page.xref(),
        settings,
    );
    interpret_page(page, &mut context, &mut collector);
    collector.ink
}
