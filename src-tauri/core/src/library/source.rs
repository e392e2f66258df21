//! A document as the window opens it at a quote: its pages or its paragraphs, and which boxes mark a span.
//!
//! A document is named by its content (SHA-256), so that a citation kept in a conversation finds it after
//! it was moved, and never opens another content that took its path.

use super::Library;
use crate::error::{Error, Problem, Result};
use crate::extract::MarkKind;
use crate::ground::Ground;
use crate::span::{CodePoints, Span};
use crate::store::{DocumentRow, FileRow, Status};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A document, ready to be shown.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct Source {
    /// The file that holds it.
    pub path: String,
    /// SHA-256 of its content.
    pub sha256: String,
    /// Short name of its format.
    pub format: String,
    /// What it calls itself; empty when unknown.
    pub title: String,
    /// The document's own date, ISO 8601.
    pub date: Option<String>,
    /// Whether pictures of its pages can be drawn; otherwise its paragraphs are shown.
    pub drawn: bool,
    /// Its pages; empty where the format has none.
    pub pages: Vec<SourcePage>,
    /// Findings about it.
    pub problems: Vec<Problem>,
}

/// A page of a document.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct SourcePage {
    /// Counted from 1.
    pub number: u32,
    /// The label printed on it, where the file has one.
    pub label: Option<String>,
    /// Width as shown, in points of 1/72 inch.
    pub width: f32,
    /// Height as shown, in points.
    pub height: f32,
    /// Whether the number is only probable.
    pub approximate: bool,
    /// Share of the ink that was read, 0 to 1; `None` for a digital page.
    pub ink_covered: Option<f32>,
}

/// A word of a page and its box.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct PageWord {
    /// First code point in the document's text.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// The word.
    pub text: String,
    /// Left, top, right, bottom in points.
    pub bounds: [f32; 4],
}

/// The boxes of a span on one page.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct PageBoxes {
    /// The page, counted from 1.
    pub page: u32,
    /// Left, top, right, bottom in points, one a word.
    pub boxes: Vec<[f32; 4]>,
}

/// What a paragraph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    /// Running text.
    Body,
    /// A heading.
    Heading,
    /// A running header or footer.
    Running,
    /// A footnote or endnote.
    Footnote,
    /// A comment or annotation.
    Comment,
    /// Text that cannot be seen on the page.
    Hidden,
}

/// A paragraph of a document without pictures.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct Block {
    /// First code point in the document's text.
    pub start: u32,
    /// Its text; code points count on from `start`.
    pub text: String,
    /// What it is.
    pub kind: BlockKind,
    /// Level of a heading, 1 the highest; 0 otherwise.
    pub level: u8,
    /// The page on which it begins, where the format has pages.
    pub page: Option<u32>,
}

impl Library {
    /// Opens the document of this content.
    ///
    /// # Errors
    /// When no file of the library holds it any more.
    pub fn source(&self, sha256: &str) -> Result<Source> {
        let (file, document) = self.held(sha256)?;
        let pages = self.store.pages(document.id, false)?;
        Ok(Source {
            problems: self.store.problems_of(&file.path, Some(document.id))?,
            drawn: matches!(document.format.as_str(), "pdf" | "png" | "jpeg" | "tiff") && !pages.is_empty(),
            pages: pages
                .into_iter()
                .map(|page| SourcePage {
                    number: page.number,
                    label: page.page.label,
                    width: page.page.width,
                    height: page.page.height,
                    approximate: page.page.approximate,
                    ink_covered: page.page.ocr.map(|ocr| ocr.ink_covered),
                })
                .collect(),
            path: file.path,
            sha256: document.sha256,
            format: document.format,
            title: document.title,
            date: document.date,
        })
    }

    /// Returns the words of a page with their boxes, for selecting and finding.
    pub fn page_words(&self, sha256: &str, page: u32) -> Result<Vec<PageWord>> {
        let (_, document) = self.held(sha256)?;
        let text = self.store.text(document.id)?;
        let points = CodePoints::new(&text);
        let words = self.store.page_words(document.id, page)?;
        let shown = words.into_iter().map(|word| PageWord {
            start: word.span.start,
            end: word.span.end,
            text: points.slice(word.span).to_owned(),
            bounds: word.bounds,
        });
        Ok(shown.collect())
    }

    /// Returns the boxes of a span, page by page.
    pub fn boxes(&self, sha256: &str, span: Span) -> Result<Vec<PageBoxes>> {
        let (_, document) = self.held(sha256)?;
        let ground = Ground::read(&self.store, document.id, false)?;
        let mut found = Vec::new();
        for page in ground.pages().iter().filter(|page| page.page.spans.iter().any(|part| part.overlaps(span))) {
            let words = self.store.page_words(document.id, page.number)?;
            let boxes: Vec<[f32; 4]> =
                words.iter().filter(|word| word.span.overlaps(span)).map(|word| word.bounds).collect();
            if !boxes.is_empty() {
                found.push(PageBoxes { page: page.number, boxes });
            }
        }
        Ok(found)
    }

    /// Returns a document's paragraphs in the order of its text.
    pub fn blocks(&self, sha256: &str) -> Result<Vec<Block>> {
        let (_, document) = self.held(sha256)?;
        let ground = Ground::read(&self.store, document.id, false)?;
        let marks = self.store.marks(document.id)?;
        let mut blocks = Vec::new();
        let mut start = 0;
        for line in ground.text().split('\n') {
            let span = Span::new(start, start + line.chars().count() as u32);
            start = span.end + 1;
            if line.trim().is_empty() {
                continue;
            }
            let mark = marks.iter().find(|mark| mark.span.overlaps(span)).map(|mark| mark.kind);
            let (kind, level) = mark.map_or((BlockKind::Body, 0), block_kind);
            blocks.push(Block {
                start: span.start,
                text: line.to_owned(),
                kind,
                level,
                page: ground.locate(span).page,
            });
        }
        Ok(blocks)
    }

    /// Returns the file on disk that a path of the ledger names: itself, or the one that an attachment lies in.
    ///
    /// # Errors
    /// When the path is not in the library.
    pub fn file_on_disk(&self, path: &Path) -> Result<PathBuf> {
        let mut file = self.find_file(path)?;
        while let Some(parent) = &file.parent {
            file = self.find_file(Path::new(parent))?;
        }
        Ok(PathBuf::from(file.path))
    }

    /// Returns whether a path is in the ledger.
    pub fn knows(&self, path: &Path) -> bool {
        self.find_file(path).is_ok()
    }

    /// Finds the document of a content and a file that holds it.
    pub(super) fn held(&self, sha256: &str) -> Result<(FileRow, DocumentRow)> {
        let gone = || Error::Gone("The document is no longer in the library.".into());
        let document = self.store.document(sha256)?.ok_or_else(gone)?;
        let path = self.store.any_path_of(document.id)?.ok_or_else(gone)?;
        let file = self.store.file(&path)?.filter(|file| file.status != Status::Excluded).ok_or_else(gone)?;
        Ok((file, document))
    }
}

fn block_kind(mark: MarkKind) -> (BlockKind, u8) {
    match mark {
        MarkKind::Heading(level) => (BlockKind::Heading, level),
        MarkKind::RunningHeader | MarkKind::RunningFooter => (BlockKind::Running, 0),
        MarkKind::Footnote => (BlockKind::Footnote, 0),
        MarkKind::Comment | MarkKind::Annotation => (BlockKind::Comment, 0),
        MarkKind::HiddenText => (BlockKind::Hidden, 0),
        MarkKind::FormValue | MarkKind::TextBox => (BlockKind::Body, 0),
    }
}
