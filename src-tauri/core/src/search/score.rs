//! Ranks gathered passages: words, meaning, concepts, headings and references weighed together.

use super::asked::Question;
use super::index::Index;
use super::reference::agreement;
use super::{Hit, Legs, rank};
use crate::chunk::Language;
use crate::config;
use crate::error::Result;
use crate::lexicon::lexicon;
use crate::store::{PassageRow, Store};
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// All passages of the named documents: words are weighed within them.
    Named,
    /// Candidates from the whole library: words are weighed over the library.
    Everywhere,
}

impl Index {
    pub(super) fn rank(
        &self,
        store: &Store,
        question: &Question,
        vector: Option<&[f32]>,
        legs: Legs,
        passages: Vec<PassageRow>,
        scope: Scope,
    ) -> Result<Vec<Hit>> {
        let held = match scope {
            Scope::Named => None,
            Scope::Everywhere => Some(self.shares(store, question)?),
        };
        let words = rank::bm25(&passages, &question.terms, held.as_ref());
        let cosines = self.cosines(&passages, vector);
        let top = words.iter().copied().fold(f32::EPSILON, f32::max);
        let by_words: Vec<f32> = words.iter().map(|score| score / top).collect();
        let by_meaning = self.by_meaning(&passages, &cosines);
        let (share_words, share_meaning) = match legs {
            Legs::Both => (config::SHARE_OF_WORDS, 1.0 - config::SHARE_OF_WORDS),
            Legs::Words => (1.0, 0.0),
            Legs::Meaning => (0.0, 1.0),
        };
        let own: Vec<Vec<String>> = if legs == Legs::Meaning { Vec::new() } else { question.own_forms() };
        let concepts = match (scope, legs) {
            (Scope::Named, Legs::Both | Legs::Words) => lexicon().concepts_in(&question.asking),
            _ => Vec::new(),
        };
        let by_concepts = rank::concept_shares(&passages, &concepts);
        let whole = if legs == Legs::Meaning { Vec::new() } else { question.whole_forms() };
        let quotes = legs != Legs::Meaning && question.whole.len() >= config::PHRASE_WORDS_MIN;
        let best_document = question.routed.scores.values().copied().fold(f32::EPSILON, f32::max);
        let scores: Vec<f32> = passages
            .iter()
            .enumerate()
            .map(|(at, passage)| {
                let document = self.by_id.get(&passage.document_id).and_then(|index| question.routed.scores.get(index));
                let raise = config::SHARE_OF_DOCUMENT * document.copied().unwrap_or(0.0) / best_document;
                let reference =
                    question.references.iter().map(|wanted| agreement(wanted, &passage.heading)).fold(0.0, f32::max);
                let likeness = rank::heading_likeness(&own, passage).max(rank::heading_likeness(&whole, passage));
                let heading = if likeness >= config::HEADING_LIKENESS_MIN {
                    config::HEADING_RAISE * likeness * likeness
                } else {
                    0.0
                };
                let phrase =
                    if quotes && rank::has_phrase(passage, &question.whole) { config::PHRASE_RAISE } else { 0.0 };
                let signs = phrase
                    + config::CONCEPT_RAISE * by_concepts[at]
                    + raise
                    + heading
                    + config::REFERENCE_RAISE * reference;
                share_words * by_words[at] + share_meaning * by_meaning[at] + signs
            })
            .collect();
        let order: Vec<(i64, u32)> = passages.iter().map(|passage| (passage.document_id, passage.ordinal)).collect();
        let scores = rank::raise_neighbours(&scores, &order, config::NEIGHBOUR_SHARE);
        let mut hits: Vec<Hit> = passages
            .into_iter()
            .zip(scores)
            .zip(words.iter().zip(cosines))
            .map(|((passage, score), (words, cosine))| Hit { passage, score, words: *words, cosine })
            .collect();
        hits.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.passage.id.cmp(&other.passage.id)));
        Ok(hits)
    }

    /// Share of the library's passages that hold each form of the question's terms.
    fn shares(&self, store: &Store, question: &Question) -> Result<HashMap<String, f32>> {
        let forms: BTreeSet<String> = question.terms.iter().flat_map(|term| term.forms.iter().cloned()).collect();
        let counts = store.passage_counts(&forms)?;
        let all = self.passage_count.max(1) as f32;
        Ok(counts.into_iter().map(|(form, count)| (form, count as f32 / all)).collect())
    }

    fn cosines(&self, passages: &[PassageRow], vector: Option<&[f32]>) -> Vec<Option<f32>> {
        let (Some(vector), Some((_, vectors))) = (vector, &self.vectors) else { return vec![None; passages.len()] };
        passages
            .iter()
            .map(|passage| {
                let own = vectors.get(passage.id)?;
                Some(own.iter().zip(vector).map(|(one, other)| one * other).sum())
            })
            .collect()
    }

    /// Cosines scaled to 0..1 within each language, since a question lies nearer to its own language.
    fn by_meaning(&self, passages: &[PassageRow], cosines: &[Option<f32>]) -> Vec<f32> {
        let mut scaled = vec![0.0; passages.len()];
        let mut of_language: BTreeMap<Language, Vec<usize>> = BTreeMap::new();
        for (at, passage) in passages.iter().enumerate().filter(|(at, _)| cosines[*at].is_some()) {
            of_language.entry(passage.language).or_default().push(at);
        }
        for places in of_language.into_values() {
            let values: Vec<f32> = places.iter().filter_map(|at| cosines[*at]).collect();
            for (at, value) in places.into_iter().zip(rank::normalise(&values)) {
                scaled[at] = value;
            }
        }
        scaled
    }
}
