//! From a document's bytes to text, pages and word boxes.
//!
//! Every reader returns one [`Extracted`]: the text, made once, and everything else as spans of that
//! text, so that a citation never has to search for words a second time. All of this runs in the
//! reading child; [`child`] is the parent's side. Readers report what they could not read as
//! [`Problem`]s and never fail otherwise.
//!
//! Not here: passages (`chunk`), and whatever is stored (`store`).

pub(crate) mod assemble;
mod changes;
pub mod child;
mod compose;
mod container;
pub mod dispatch;
pub mod docx;
pub mod eml;
mod flow;
pub mod format;
mod highlight;
pub mod html;
pub mod markdown;
mod number_words;
pub mod odt;
pub mod ole;
pub mod pdf;
pub mod picture;
pub mod plain;
pub mod rtf;
pub(crate) mod running;
pub mod serve;
mod tiff;
mod xml;

use crate::error::Problem;
use crate::span::Span;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a reader is told beside the bytes.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Options {
    /// The document's password, where the user has given one.
    pub password: Option<String>,
    /// Tesseract's languages, such as `spa+eng`.
    pub ocr_languages: String,
    /// Where Tesseract's language data lies; `None` for Tesseract's own default.
    pub tessdata: Option<PathBuf>,
    /// Called when a page is done, so that whoever waits knows that the work goes on.
    #[serde(skip)]
    pub page_done: Option<fn()>,
}

impl Options {
    /// Tells whoever waits that a page is done.
    fn note_page(&self) {
        if let Some(page_done) = self.page_done {
            page_done();
        }
    }
}

/// All that a reader found in one file.
///
/// The text holds the body first, page after page, so that a sentence may run over a page's end
/// without a footer in it. What is printed on a page but does not belong to the running text (running headers
/// and footers, footnotes, comments, annotations) follows the whole body and is named by a [`Mark`].
/// Paragraphs and table rows end with `\n`, table cells with `\t`; lines of one paragraph are joined
/// by a space and hyphenation at line ends is undone.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Extracted {
    /// The document's text.
    pub text: String,
    /// The pages in order; empty for a format without pages.
    pub pages: Vec<Page>,
    /// The words in the order of the text; empty for a format without pages.
    pub words: Vec<Word>,
    /// What parts of the text are, where they are not plain body; in the order of the text.
    pub marks: Vec<Mark>,
    /// Text that a tracked change deletes: kept, never searched.
    pub deletions: Vec<Deletion>,
    /// What the file says of itself.
    pub meta: Meta,
    /// Files inside this one, each to become a document of its own.
    pub attachments: Vec<Attachment>,
    /// Findings for the user.
    pub problems: Vec<Problem>,
}

/// One page as a person counts it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// The label printed on or set for the page ("iv", "A-3"), where the file has one.
    pub label: Option<String>,
    /// Where the page's text stands, in the order in which a person reads the page
    /// (running header, body, footnotes, running footer). Every code point of a paged document
    /// belongs to exactly one page.
    pub spans: Vec<Span>,
    /// Width as shown (after rotation and cropping), in points of 1/72 inch.
    pub width: f32,
    /// Height as shown, in points.
    pub height: f32,
    /// Whether the page number is only probable (a Word file's own page-break marks).
    pub approximate: bool,
    /// How the page was read by Tesseract; `None` for a digital page.
    pub ocr: Option<Ocr>,
}

/// How well a page was read by Tesseract.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ocr {
    /// Share of the page's ink that lies inside recognised words, 0 to 1.
    pub ink_covered: f32,
    /// Mean confidence of the words, 0 to 100.
    pub confidence: f32,
}

/// One word, or one part of a word that is broken over two lines, and its box on the page.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Word {
    /// Where the word stands in the text.
    pub span: Span,
    /// The page, counted from 0.
    pub page: u32,
    /// Left, top, right, bottom in points from the top left corner of the page as shown.
    pub bounds: [f32; 4],
}

/// Names what a part of the text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The part.
    pub span: Span,
    /// What it is.
    pub kind: MarkKind,
}

/// What a marked part of the text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// A heading of the given level, 1 the highest.
    Heading(u8),
    /// A header that runs over several pages. Left out of passages.
    RunningHeader,
    /// A footer or page number that runs over several pages. Left out of passages.
    RunningFooter,
    /// A footnote or endnote.
    Footnote,
    /// A reviewer's comment in a Word file.
    Comment,
    /// The text of an annotation.
    Annotation,
    /// The value of a form field.
    FormValue,
    /// Text that cannot be seen on the page (white on white, size zero). Not the text layer of a scan.
    HiddenText,
    /// Text of a text box, standing outside the flow.
    TextBox,
}

impl MarkKind {
    /// Returns whether text so marked is left out of passages.
    pub fn is_left_out(self) -> bool {
        matches!(self, MarkKind::RunningHeader | MarkKind::RunningFooter)
    }
}

/// Text that a tracked change deletes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deletion {
    /// The code point of the final text before which it stood.
    pub at: u32,
    /// The deleted words.
    pub text: String,
    /// Who deleted them, where the file says so.
    pub author: Option<String>,
    /// When, as the file writes it (ISO 8601).
    pub date: Option<String>,
}

/// What a file says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// The title set in the file.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// When it was made, ISO 8601.
    pub created: Option<String>,
    /// When it was last changed, ISO 8601.
    pub modified: Option<String>,
    /// The outline (bookmarks): level from 1, title, page from 0 where known.
    pub outline: Vec<(u8, String, Option<u32>)>,
}

/// A file inside a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Its name, without directories.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Counts code points while text is pushed, so that spans are known as it grows.
#[derive(Debug, Default)]
pub struct TextBuilder {
    text: String,
    count: u32,
}

impl TextBuilder {
    /// Returns the number of code points so far.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Returns whether nothing has been pushed.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Appends `part` and returns where it stands.
    pub fn push(&mut self, part: &str) -> Span {
        let start = self.count;
        self.count += part.chars().count() as u32;
        self.text.push_str(part);
        Span::new(start, self.count)
    }

    /// Ends the line unless nothing stands on it.
    pub fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.push("\n");
        }
    }

    /// Returns the text so far.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text.
    pub fn into_text(self) -> String {
        self.text
    }
}
