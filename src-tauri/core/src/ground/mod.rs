//! Where a span stands as a person would look for it, and which boxes mark it on the page.
//!
//! Everything in this file goes from spans to places; nothing searches for words. Checking what a model
//! wrote against the passages that it was shown is in `claim`.

mod cite;
pub mod claim;
mod coverage;
mod figure;
mod name;
mod polarity;
mod role;
mod words;

use crate::error::Result;
use crate::extract::Word;
use crate::span::{CodePoints, Place, Span};
use crate::store::{Store, StoredPage};
use serde::Serialize;

/// Where a span begins.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct Located {
    /// The page, counted from 1; `None` where the format has no pages.
    pub page: Option<u32>,
    /// The label printed on the page.
    pub page_label: Option<String>,
    /// Whether the page number is only probable.
    pub page_approximate: bool,
    /// Page, or block where there are no pages.
    pub place: Place,
}

/// A document's text and pages, read once to place many spans.
pub struct Ground {
    text: String,
    pages: Vec<StoredPage>,
}

impl Ground {
    /// Reads a document; its words only when boxes are wanted.
    pub fn read(store: &Store, document_id: i64, with_words: bool) -> Result<Self> {
        Ok(Self { text: store.text(document_id)?, pages: store.pages(document_id, with_words)? })
    }

    /// Returns the document's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the document's pages.
    pub fn pages(&self) -> &[StoredPage] {
        &self.pages
    }

    /// Returns where a span begins.
    pub fn locate(&self, span: Span) -> Located {
        let holds =
            |page: &&StoredPage| page.page.spans.iter().any(|part| part.start <= span.start && span.start < part.end);
        if let Some(page) = self.pages.iter().find(holds).or_else(|| self.nearest(span)) {
            return Located {
                page: Some(page.number),
                page_label: page.page.label.clone(),
                page_approximate: page.page.approximate,
                place: Place::Page(page.number),
            };
        }
        let before = CodePoints::new(&self.text).slice(Span::new(0, span.start));
        let block = before.matches('\n').count() as u32 + 1;
        Located { page: None, page_label: None, page_approximate: false, place: Place::Block(block) }
    }

    /// The last page that begins before a span: for a line end that no page claims.
    fn nearest(&self, span: Span) -> Option<&StoredPage> {
        self.pages.iter().rev().find(|page| page.page.spans.iter().any(|part| part.start <= span.start))
    }

    /// Returns, for every page that a span touches, its number and the boxes of the span's words.
    pub fn boxes(&self, span: Span) -> Vec<(u32, Vec<[f32; 4]>)> {
        let mut found = Vec::new();
        for page in &self.pages {
            let boxes: Vec<[f32; 4]> =
                page.words.iter().filter(|word: &&Word| word.span.overlaps(span)).map(|word| word.bounds).collect();
            if !boxes.is_empty() {
                found.push((page.number, boxes));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Page;

    fn page(number: u32, spans: &[(u32, u32)]) -> StoredPage {
        let spans = spans.iter().map(|&(start, end)| Span::new(start, end)).collect();
        StoredPage { number, page: Page { spans, ..Page::default() }, words: Vec::new() }
    }

    #[test]
    fn a_span_is_on_the_page_where_it_begins() {
        let pages = vec![page(1, &[(20, 22), (0, 10)]), page(2, &[(10, 20)])];
        let ground = Ground { text: "x".repeat(22), pages };
        let check = |start, end, expected| assert_eq!(ground.locate(Span::new(start, end)).page, Some(expected));
        check(0, 3, 1);
        check(9, 12, 1);
        check(10, 12, 2);
        check(20, 21, 1);
    }

    #[test]
    fn without_pages_the_block_counts_lines() {
        let ground = Ground { text: "uno\ndos\ntres".to_owned(), pages: Vec::new() };
        assert_eq!(ground.locate(Span::new(8, 9)).place, Place::Block(3));
    }
}
