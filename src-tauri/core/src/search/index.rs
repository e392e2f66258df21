//! What search holds in memory of one state of the library, and the search itself.

use super::asked::Question;
use super::router::Router;
use super::score::Scope;
use super::{Filter, Hit, Legs, amend};
use crate::error::Result;
use crate::store::{DocumentRow, Store};
use crate::vectors::Vectors;
use std::collections::{BTreeSet, HashMap};

/// What search holds in memory of one state of the library.
pub struct Index {
    pub(super) documents: Vec<DocumentRow>,
    pub(super) by_id: HashMap<i64, usize>,
    pub(super) paths: Vec<Vec<String>>,
    /// First and last passage of each document that has any, by first passage.
    pub(super) ranges: Vec<(i64, i64, usize)>,
    pub(super) router: Router,
    pub(super) vectors: Option<(i64, Vectors)>,
    pub(super) passage_count: u64,
    /// Pairs of row numbers: a changing document, and one that it changes.
    pub(super) amendments: Vec<(i64, i64)>,
}

impl Index {
    /// Reads what search needs from the store. `vectors` comes with its embedder's row number.
    pub fn load(store: &Store, vectors: Option<(i64, Vectors)>) -> Result<Self> {
        let all = store.documents()?;
        let mut paths_of = store.paths_by_document()?;
        let documents: Vec<DocumentRow> =
            all.into_iter().filter(|document| paths_of.contains_key(&document.id)).collect();
        let by_id: HashMap<i64, usize> =
            documents.iter().enumerate().map(|(index, document)| (document.id, index)).collect();
        let paths = documents.iter().map(|document| paths_of.remove(&document.id).unwrap_or_default()).collect();
        let mut ranges: Vec<(i64, i64, usize)> = store
            .passage_ranges()?
            .into_iter()
            .filter_map(|(document, first, last)| Some((first, last, *by_id.get(&document)?)))
            .collect();
        ranges.sort_unstable();
        let passage_count = ranges.iter().map(|(first, last, _)| (last - first + 1) as u64).sum();
        let router = Router::new(&documents);
        let amendments = amend::pairs(&documents, &router);
        Ok(Self { router, documents, by_id, paths, ranges, vectors, passage_count, amendments })
    }

    /// Gives back the vectors, to be brought up to date for another state of the library.
    pub fn into_vectors(self) -> Option<(i64, Vectors)> {
        self.vectors
    }

    /// Returns the searchable documents.
    pub fn documents(&self) -> &[DocumentRow] {
        &self.documents
    }

    /// Returns a document and its paths by row number.
    pub fn document(&self, id: i64) -> Option<(&DocumentRow, &[String])> {
        let index = *self.by_id.get(&id)?;
        Some((self.documents.get(index)?, self.paths.get(index)?))
    }

    /// Returns the documents that change this one, earliest first.
    pub fn amendments(&self, id: i64) -> Vec<i64> {
        self.amendments.iter().filter(|(_, amended)| *amended == id).map(|(amending, _)| *amending).collect()
    }

    /// Returns the documents that this one changes.
    pub fn amended(&self, id: i64) -> Vec<i64> {
        self.amendments.iter().filter(|(amending, _)| *amending == id).map(|(_, amended)| *amended).collect()
    }

    /// Returns the row numbers of the documents that a question names.
    pub fn named(&self, question: &Question) -> Vec<i64> {
        question.routed.named.iter().filter_map(|(index, _)| Some(self.documents.get(*index)?.id)).collect()
    }

    /// Returns the document that holds a passage.
    pub fn holder(&self, passage: i64) -> Option<i64> {
        self.document_of(passage).and_then(|index| Some(self.documents.get(index)?.id))
    }

    /// Returns the number of searchable passages.
    pub fn passage_count(&self) -> u64 {
        self.passage_count
    }

    /// Ranks passages for a question. `vector` is the embedding of what is asked.
    pub fn search(
        &self,
        store: &Store,
        question: &Question,
        vector: Option<&[f32]>,
        filter: &Filter,
        legs: Legs,
        count: usize,
    ) -> Result<Vec<Hit>> {
        let admitted = self.admitted(filter);
        let admits = |document: usize| admitted.as_ref().is_none_or(|admitted| admitted.contains(&document));
        let named: Vec<usize> =
            question.routed.named.iter().map(|(index, _)| *index).filter(|index| admits(*index)).collect();
        let mut hits = Vec::new();
        if !named.is_empty() {
            let mut passages = Vec::new();
            for index in &named {
                passages.extend(store.passages_of(self.documents[*index].id)?);
            }
            if legs != Legs::Meaning {
                passages.extend(self.headed_so(store, question)?.into_iter().filter(|passage| {
                    let document = self.by_id.get(&passage.document_id);
                    document.is_some_and(|index| !named.contains(index) && admits(*index))
                }));
            }
            passages.retain(|passage| filter.language.is_none_or(|language| passage.language == language));
            hits = self.rank(store, question, vector, legs, passages, Scope::Named)?;
        }
        if hits.len() < count {
            let vector = if legs == Legs::Words { None } else { vector };
            let candidates = self.candidates(store, question, vector, admitted.as_ref(), legs)?;
            let mut passages = store.passages_by_id(&candidates)?;
            passages.retain(|passage| {
                filter.language.is_none_or(|language| passage.language == language)
                    && self
                        .by_id
                        .get(&passage.document_id)
                        .is_some_and(|index| !named.contains(index) && admits(*index))
                    && !hits.iter().any(|hit: &Hit| hit.passage.id == passage.id)
            });
            hits.extend(self.rank(store, question, vector, legs, passages, Scope::Everywhere)?);
        }
        hits.truncate(count);
        Ok(hits)
    }

    /// Documents that a filter admits; `None` for all.
    fn admitted(&self, filter: &Filter) -> Option<BTreeSet<usize>> {
        let everything = filter.folders.is_empty()
            && filter.documents.is_empty()
            && filter.format.is_none()
            && filter.from.is_none()
            && filter.to.is_none();
        if everything {
            return None;
        }
        let below = |path: &String, folder: &String| {
            path == folder || path.strip_prefix(folder.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'))
        };
        let admits = |document: &DocumentRow, paths: &[String]| {
            (filter.folders.is_empty()
                || paths.iter().any(|path| filter.folders.iter().any(|folder| below(path, folder))))
                && (filter.documents.is_empty() || paths.iter().any(|path| filter.documents.contains(path)))
                && filter.format.as_ref().is_none_or(|format| document.format == *format)
                && filter.from.as_ref().is_none_or(|from| document.date.as_ref().is_some_and(|date| date >= from))
                && filter.to.as_ref().is_none_or(|to| document.date.as_ref().is_some_and(|date| date <= to))
        };
        let indexes = self.documents.iter().zip(&self.paths).enumerate();
        Some(indexes.filter(|(_, (document, paths))| admits(document, paths)).map(|(index, _)| index).collect())
    }

    /// The document that holds a passage.
    pub(super) fn document_of(&self, passage: i64) -> Option<usize> {
        let at = self.ranges.partition_point(|(first, _, _)| *first <= passage).checked_sub(1)?;
        let (_, last, index) = *self.ranges.get(at)?;
        (passage <= last).then_some(index)
    }
}
