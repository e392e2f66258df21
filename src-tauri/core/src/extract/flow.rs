//! Running text with what is pinned to places in it.
//!
//! Word-processor files are read into [`Flow`]s: the body, each note, comment, header and footer is one,
//! and so is a paragraph or table cell while it is being read.
//!
//! Not here: the file formats, and how a document is put together from its flows (`compose`).

use super::changes::Change;
use super::{Deletion, Mark, MarkKind, TextBuilder};
use crate::span::Span;

/// What ends a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Break {
    /// The word processor noted that a page began here when it last laid the file out.
    Rendered,
    /// The writer asked for a new page.
    Explicit,
    /// A paragraph or section that starts on a new page unless it is at the top of one.
    Before,
}

/// Which kind of note a reference leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum NoteKind {
    /// At the foot of the page.
    Footnote,
    /// At the end of the document.
    Endnote,
    /// A reviewer's comment.
    Comment,
}

/// What is pinned to a place in a flow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pin {
    /// A new page.
    Break(Break),
    /// A new section of this number, counted from 0.
    Section(usize),
    /// The reference of a note.
    Note(NoteKind, String),
}

/// Text with pins, marks and deletions, all counted in code points from its start.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub(super) text: TextBuilder,
    /// In the order of reading.
    pub(super) pins: Vec<(u32, Pin)>,
    pub(super) marks: Vec<Mark>,
    pub(super) deletions: Vec<Deletion>,
}

impl Flow {
    /// Returns the number of code points.
    pub(super) fn len(&self) -> u32 {
        self.text.len()
    }

    /// Returns the text.
    pub(super) fn as_str(&self) -> &str {
        self.text.as_str()
    }

    /// Returns whether nothing but white space has been written.
    pub(super) fn is_blank(&self) -> bool {
        self.text.as_str().trim().is_empty()
    }

    /// Appends text.
    pub(super) fn push(&mut self, part: &str) {
        self.text.push(part);
    }

    /// Pins something to the end of what has been written.
    pub(super) fn pin(&mut self, pin: Pin) {
        self.pins.push((self.len(), pin));
    }

    /// Names what stands from `start` to the end of what has been written, unless that is blank.
    pub(super) fn mark(&mut self, start: u32, kind: MarkKind) {
        let span = Span::new(start, self.len());
        // Counted from the end, since what is named is what was written last.
        let written = self.text.as_str().chars().rev().take(span.len() as usize);
        if !written.into_iter().all(char::is_whitespace) {
            self.marks.push(Mark { span, kind });
        }
    }

    /// Notes a deletion at the end of what has been written; one that goes on where the last one by the
    /// same author ended is taken as its continuation.
    pub(super) fn delete(&mut self, text: String, change: &Change) {
        if text.is_empty() {
            return;
        }
        let Change { author, date } = change.clone();
        let at = self.len();
        if let Some(last) = self.deletions.last_mut()
            && last.at == at
            && last.author == author
        {
            last.text.push_str(&text);
        } else {
            self.deletions.push(Deletion { at, text, author, date });
        }
    }

    /// Ends the line unless nothing stands on it. A page that would begin just before the line's end
    /// begins after it.
    pub(super) fn end_line(&mut self) {
        let before = self.len();
        self.text.end_line();
        let after = self.len();
        for (at, pin) in self.pins.iter_mut().rev() {
            if *at < before {
                break;
            }
            if matches!(pin, Pin::Break(_) | Pin::Section(_)) {
                *at = after;
            }
        }
    }

    /// Drops the text and what names parts of it, and keeps what is pinned.
    pub(super) fn clear_text(&mut self) {
        self.text = TextBuilder::default();
        self.marks.clear();
        self.pins.iter_mut().for_each(|(at, _)| *at = 0);
        self.deletions.iter_mut().for_each(|deletion| deletion.at = 0);
    }

    /// Appends another flow with all that is pinned in it.
    pub(super) fn append(&mut self, other: Flow) {
        let shift = self.len();
        self.text.push(other.text.as_str());
        self.pins.extend(other.pins.into_iter().map(|(at, pin)| (at + shift, pin)));
        self.marks.extend(
            other
                .marks
                .into_iter()
                .map(|mark| Mark { span: Span::new(mark.span.start + shift, mark.span.end + shift), ..mark }),
        );
        self.deletions
            .extend(other.deletions.into_iter().map(|deletion| Deletion { at: deletion.at + shift, ..deletion }));
    }

    /// Appends a paragraph after its number: a page that begins with the paragraph begins before the
    /// number.
    pub(super) fn append_numbered(&mut self, number: &str, paragraph: Flow) {
        let start = self.len();
        self.push(number);
        let first = self.pins.len();
        let content = self.len();
        self.append(paragraph);
        for (at, pin) in self.pins.iter_mut().skip(first) {
            if *at == content && matches!(pin, Pin::Break(_)) {
                *at = start;
            }
        }
    }

    /// Drops the page breaks, which mean nothing outside the body.
    pub(super) fn without_breaks(mut self) -> Self {
        self.pins.retain(|(_, pin)| matches!(pin, Pin::Note(..)));
        self
    }
}

/// Joins the cells of a table row: by tabs, or by spaces in a table that stands in a cell of another.
/// A row of empty cells leaves no text.
pub(super) fn join_cells(cells: Vec<Flow>, nested: bool) -> Flow {
    let mut line = Flow::default();
    let blank = cells.iter().all(Flow::is_blank);
    let mut broken = false;
    for (index, mut cell) in cells.into_iter().enumerate() {
        // A row that runs over a page's end carries the mark of it in each of its cells.
        let breaks = cell.pins.iter().any(|(_, pin)| matches!(pin, Pin::Break(_)));
        if breaks && broken {
            cell = cell.without_breaks();
        }
        broken |= breaks;
        if blank {
            cell.clear_text();
        } else if index > 0 {
            line.push(if nested { " " } else { "\t" });
        }
        line.append(cell);
    }
    line
}
