//! From spans to what the screen shows: citations and hits with their place, title and date.

use super::answer::{Citation, ShownHit};
use crate::error::Result;
use crate::ground::Ground;
use crate::search::{Hit, Index};
use crate::span::{CodePoints, Span};
use crate::store::Store;
use std::collections::BTreeMap;

/// Cites a span of a document.
pub(super) fn citation(
    (store, index): (&Store, &Index),
    document_id: i64,
    span: Span,
    heading: &[String],
    grounds: &mut Grounds,
) -> Result<Citation> {
    let ground = grounds.of(store, document_id)?;
    let located = ground.locate(span);
    let quote = slice(ground.text(), span);
    let (document, paths) = index.document(document_id).map_or((None, &[][..]), |(row, paths)| (Some(row), paths));
    Ok(Citation {
        path: paths.first().cloned().unwrap_or_default(),
        sha256: document.map(|row| row.sha256.clone()).unwrap_or_default(),
        located,
        heading: heading.to_vec(),
        quote,
        start: span.start,
        end: span.end,
        document_title: document.map(|row| row.title.clone()).unwrap_or_default(),
        document_date: document.and_then(|row| row.date.clone()),
        document_versions: document.map(|row| row.versions.clone()).unwrap_or_default(),
    })
}

/// Shows a hit with its place and words.
pub fn shown_hit(store: &Store, index: &Index, rank: usize, hit: &Hit, grounds: &mut Grounds) -> Result<ShownHit> {
    let passage = &hit.passage;
    let ground = grounds.of(store, passage.document_id)?;
    let text = slice(ground.text(), passage.span);
    let located = ground.locate(passage.span);
    let (document, paths) =
        index.document(passage.document_id).map_or((None, &[][..]), |(row, paths)| (Some(row), paths));
    let amended_by = index.amendments(passage.document_id).into_iter().filter_map(|id| index.document(id));
    Ok(ShownHit {
        rank,
        score: hit.score,
        words: hit.words,
        cosine: hit.cosine,
        path: paths.first().cloned().unwrap_or_default(),
        sha256: document.map(|row| row.sha256.clone()).unwrap_or_default(),
        located,
        heading: passage.heading.clone(),
        start: passage.span.start,
        end: passage.span.end,
        text,
        document_date: document.and_then(|row| row.date.clone()),
        document_versions: document.map(|row| row.versions.clone()).unwrap_or_default(),
        amended_by: amended_by.filter_map(|(_, paths)| paths.first().cloned()).collect(),
    })
}

/// Documents read while one answer is made, each once.
#[derive(Default)]
pub struct Grounds {
    read: BTreeMap<i64, Ground>,
}

impl Grounds {
    /// Returns a document's ground, reading it the first time.
    pub fn of(&mut self, store: &Store, document_id: i64) -> Result<&Ground> {
        match self.read.entry(document_id) {
            std::collections::btree_map::Entry::Occupied(entry) => Ok(entry.into_mut()),
            std::collections::btree_map::Entry::Vacant(entry) => {
                Ok(entry.insert(Ground::read(store, document_id, false)?))
            }
        }
    }
}

pub(super) fn slice(text: &str, span: Span) -> String {
    CodePoints::new(text).slice(span).to_owned()
}
