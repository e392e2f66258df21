//! Places in a document's text.
//!
//! All offsets that leave the engine count Unicode code points of the Document's stored text, end
//! exclusive. Rust strings count bytes, so [`CodePoints`] converts between the two. Nothing here
//! searches for text: a span is made where text is extracted and is handed on unchanged.

use serde::{Deserialize, Serialize};

/// A range of a document's stored text in Unicode code points, end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
pub struct Span {
    /// First code point.
    pub start: u32,
    /// One past the last code point.
    pub end: u32,
}

impl Span {
    /// Makes a span; an end before the start is taken as empty.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end: end.max(start) }
    }

    /// Returns the number of code points.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns whether the span holds nothing.
    pub fn is_empty(self) -> bool {
        self.end == self.start
    }

    /// Returns whether the two share at least one code point.
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Returns whether `other` lies wholly inside.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// Where a person would look: a page, or a paragraph of a format that has no pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", content = "number", rename_all = "lowercase")]
pub enum Place {
    /// Page, counted from 1.
    Page(u32),
    /// Block, counted from 1: a line of the stored text, which for a word-processor file is a paragraph.
    Block(u32),
}

/// Converts between byte and code-point offsets of one text in constant time.
///
/// Holds the byte offset of every 64th code point, and nothing at all for ASCII text.
#[derive(Debug, Clone)]
pub struct CodePoints<'a> {
    text: &'a str,
    count: u32,
    /// Byte offset of code point `64 * i`; empty when the text is ASCII.
    marks: Vec<u32>,
}

const STRIDE: usize = 64;

impl<'a> CodePoints<'a> {
    /// Reads `text` once.
    pub fn new(text: &'a str) -> Self {
        if text.is_ascii() {
            return Self { text, count: text.len() as u32, marks: Vec::new() };
        }
        let mut marks = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut count = 0usize;
        for (byte, _) in text.char_indices() {
            if count.is_multiple_of(STRIDE) {
                marks.push(byte as u32);
            }
            count += 1;
        }
        Self { text, count: count as u32, marks }
    }

    /// Returns the text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the number of code points.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Returns whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the byte offset of code point `at`; the text's length when `at` is at or past its end.
    pub fn byte(&self, at: u32) -> usize {
        if at >= self.count {
            return self.text.len();
        }
        if self.marks.is_empty() {
            return at as usize;
        }
        let slot = at as usize / STRIDE;
        let base = self.marks.get(slot).copied().unwrap_or(0) as usize;
        let rest = self.text.get(base..).unwrap_or("");
        rest.char_indices().nth(at as usize % STRIDE).map_or(self.text.len(), |(byte, _)| base + byte)
    }

    /// Returns the code point that holds byte `byte`; the count when it is past the end.
    pub fn point(&self, byte: usize) -> u32 {
        if byte >= self.text.len() {
            return self.count;
        }
        if self.marks.is_empty() {
            return byte as u32;
        }
        let slot = self.marks.partition_point(|&mark| mark as usize <= byte).saturating_sub(1);
        let base = self.marks.get(slot).copied().unwrap_or(0) as usize;
        let rest = self.text.get(base..).unwrap_or("");
        let inside = rest.char_indices().take_while(|(at, _)| base + at <= byte).count();
        (slot * STRIDE + inside.saturating_sub(1)) as u32
    }

    /// Returns the text of `span`, cut to the text's bounds.
    pub fn slice(&self, span: Span) -> &'a str {
        self.text.get(self.byte(span.start)..self.byte(span.end)).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_and_points_agree(text in "\\PC{0,300}") {
            let points = CodePoints::new(&text);
            prop_assert_eq!(points.len() as usize, text.chars().count());
            for (point, (byte, _)) in text.char_indices().enumerate() {
                prop_assert_eq!(points.byte(point as u32), byte);
                prop_assert_eq!(points.point(byte), point as u32);
            }
            prop_assert_eq!(points.slice(Span::new(0, points.len())), text.as_str());
        }
    }
}
