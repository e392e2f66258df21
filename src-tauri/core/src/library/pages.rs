//! A document's text and pictures of its pages, as they were read.

use super::Library;
use crate::error::{Error, Result};
use crate::extract::Mark;
use crate::extract::child::Reader;
use crate::ground::Ground;
use crate::secrets;
use crate::span::{CodePoints, Span};
use crate::store::FileRow;
use crate::vectors::content_hash;
use serde::Serialize;
use std::path::Path;

/// A document's stored text, or one page of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShownText {
    /// The path asked for.
    pub path: String,
    /// The page, when one was asked for.
    pub page: Option<u32>,
    /// Its label.
    pub page_label: Option<String>,
    /// The text, unaltered.
    pub text: String,
    /// What parts of it are; offsets count in `text`.
    pub marks: Vec<Mark>,
}

impl Library {
    /// Returns a document's stored text, whole or of one page (counted from 1).
    pub fn text(&self, path: &Path, page: Option<u32>) -> Result<ShownText> {
        let (file, document_id) = self.find_document(path)?;
        let ground = Ground::read(&self.store, document_id, false)?;
        let marks = self.store.marks(document_id)?;
        let Some(number) = page else {
            return Ok(ShownText {
                path: file.path,
                page: None,
                page_label: None,
                text: ground.text().to_owned(),
                marks,
            });
        };
        let wanted = ground.pages().iter().find(|page| page.number == number);
        let Some(page) = wanted else {
            let count = ground.pages().len();
            return Err(Error::Request(format!("The document has {count} pages; there is no page {number}.")));
        };
        let (text, marks) = page_text(ground.text(), &page.page.spans, &marks);
        Ok(ShownText { path: file.path, page: Some(number), page_label: page.page.label.clone(), text, marks })
    }

    /// Draws a page as PNG at `scale` pixels per point, with the words of `span` (or of the first place
    /// of `quote` on that page) marked.
    pub fn page_png(
        &self,
        path: &Path,
        page: u32,
        scale: f32,
        span: Option<Span>,
        quote: Option<&str>,
    ) -> Result<Vec<u8>> {
        let (file, document_id) = self.find_document(path)?;
        let ground = Ground::read(&self.store, document_id, true)?;
        let span = match (span, quote) {
            (Some(span), _) => Some(span),
            (None, Some(quote)) => Some(find_quote(&ground, page, quote)?),
            (None, None) => None,
        };
        let boxes = span.map(|span| ground.boxes(span)).unwrap_or_default();
        let boxes: Vec<[f32; 4]> =
            boxes.into_iter().filter(|(number, _)| *number == page).flat_map(|(_, boxes)| boxes).collect();
        self.draw(&file, page, scale, &boxes)
    }

    /// Takes what is needed to draw pages of the document of this content, so that they can be drawn on another
    /// thread.
    ///
    /// # Errors
    /// When the file is gone or has changed since it was read.
    pub fn page_job(&self, sha256: &str) -> Result<PageJob> {
        let (file, _) = self.held(sha256)?;
        let bytes = self.bytes_of(&file)?;
        if content_hash(&bytes) != sha256 {
            return Err(Error::Gone("The file has changed since it was read; it is being read again.".into()));
        }
        let password = secrets::find(sha256);
        Ok(PageJob { reader: self.setup.reader.clone(), name: file_name(&file.path), bytes, password })
    }

    fn draw(&self, file: &FileRow, page: u32, scale: f32, boxes: &[[f32; 4]]) -> Result<Vec<u8>> {
        let bytes = self.bytes_of(file)?;
        let password = secrets::find(&content_hash(&bytes));
        let job = PageJob { reader: self.setup.reader.clone(), name: file_name(&file.path), bytes, password };
        job.draw_marked(page, scale, boxes)
    }

    /// Reads a file; an attachment is taken out of the file that holds it.
    fn bytes_of(&self, file: &FileRow) -> Result<Vec<u8>> {
        let Some(parent) = &file.parent else {
            return std::fs::read(&file.path).map_err(Error::io(format!("reading {}", file.path)));
        };
        let gone = || Error::Gone(format!("{} is no longer in the library.", file.path));
        let holder = self.store.file(parent)?.ok_or_else(gone)?;
        let bytes = self.bytes_of(&holder)?;
        let wanted = match file.document_id {
            Some(id) => self.store.sha256_of(id)?,
            None => return Err(gone()),
        };
        let read = self.setup.reader.read(&file_name(&holder.path), &bytes, &self.setup.options)?;
        let inside = read.attachments.into_iter().map(|attachment| attachment.bytes);
        inside.into_iter().find(|bytes| content_hash(bytes) == wanted).ok_or_else(gone)
    }
}

/// A document's bytes and what draws its pages.
pub struct PageJob {
    reader: Reader,
    name: String,
    bytes: Vec<u8>,
    password: Option<String>,
}

impl PageJob {
    /// Draws a page (counted from 1) as PNG at `scale` pixels per point.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn draw(&self, page: u32, scale: f32) -> Result<Vec<u8>> {
        self.draw_marked(page, scale, &[])
    }

    fn draw_marked(&self, page: u32, scale: f32, boxes: &[[f32; 4]]) -> Result<Vec<u8>> {
        let page = page.saturating_sub(1);
        let drawn = self.reader.draw(&self.name, &self.bytes, self.password.as_deref(), page, scale, boxes)?;
        drawn.map_err(|problem| Error::Request(problem.message))
    }
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The text of one page and its marks, counted within it.
fn page_text(text: &str, spans: &[Span], marks: &[Mark]) -> (String, Vec<Mark>) {
    let points = CodePoints::new(text);
    let mut shown = String::new();
    let mut inside = Vec::new();
    let mut base = 0;
    for span in spans {
        let here = marks.iter().filter(|mark| mark.span.overlaps(*span));
        inside.extend(here.map(|mark| {
            let start = mark.span.start.max(span.start) - span.start + base;
            let end = mark.span.end.min(span.end) - span.start + base;
            Mark { span: Span::new(start, end), kind: mark.kind }
        }));
        shown.push_str(points.slice(*span));
        base += span.len();
    }
    (shown, inside)
}

/// Finds a quote on a page, for a caller that has words and no span.
fn find_quote(ground: &Ground, page: u32, quote: &str) -> Result<Span> {
    let missing = || Error::Request(format!("The words are not on page {page}."));
    let wanted = ground.pages().iter().find(|wanted| wanted.number == page).ok_or_else(missing)?;
    let points = CodePoints::new(ground.text());
    wanted
        .page
        .spans
        .iter()
        .find_map(|span| {
            let found = crate::quote::locate(quote, points.slice(*span))?;
            Some(Span::new(span.start + found.start, span.start + found.end))
        })
        .or_else(|| crate::quote::locate(quote, ground.text()))
        .ok_or_else(missing)
}
