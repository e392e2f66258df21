//! The passages that a question may be answered from: by words, by meaning, and word for word.

use super::asked::Question;
use super::index::Index;
use super::{Legs, rank};
use crate::chunk::Language;
use crate::config;
use crate::error::Result;
use crate::store::{PassageRow, Store};
use std::collections::BTreeSet;

impl Index {
    /// The best passages of the whole library by words and, in each language, by meaning.
    pub(super) fn candidates(
        &self,
        store: &Store,
        question: &Question,
        vector: Option<&[f32]>,
        admitted: Option<&BTreeSet<usize>>,
        legs: Legs,
    ) -> Result<BTreeSet<i64>> {
        let mut found = BTreeSet::new();
        if legs != Legs::Meaning {
            let ids: Option<BTreeSet<i64>> =
                admitted.map(|admitted| admitted.iter().map(|index| self.documents[*index].id).collect());
            if let Some(query) = self.words_query(store, question)? {
                let words = store.search_words(&query, [1.0, 1.6, 0.4], ids.as_ref(), config::CANDIDATES_BY_WORDS)?;
                found.extend(words.into_iter().map(|(id, _)| id));
            }
            found.extend(self.word_for_word(store, question)?);
        }
        if let (Some(vector), Some((_, vectors))) = (vector, &self.vectors) {
            for language in [Language::Es, Language::En, Language::Other] {
                let speaks = |index: usize| self.documents[index].language == language;
                if !self.documents.iter().any(|document| document.language == language) {
                    continue;
                }
                let all = admitted.is_none() && self.documents.iter().all(|document| document.language == language);
                let keep = |id: i64| {
                    self.document_of(id)
                        .is_some_and(|index| speaks(index) && admitted.is_none_or(|admitted| admitted.contains(&index)))
                };
                let keep: Option<&dyn Fn(i64) -> bool> = if all { None } else { Some(&keep) };
                let nearest = vectors.nearest(vector, config::CANDIDATES_BY_MEANING, keep)?;
                found.extend(nearest.into_iter().map(|(id, _)| id));
            }
        }
        // Documents that share the question's rare words bring their passages' neighbours no further here:
        // a reference ("article 4") needs the whole document, which only a name can give.
        Ok(found)
    }

    /// Passages whose heading is the question, word for word: what looks like a document's name may be part of it.
    pub(super) fn headed_so(&self, store: &Store, question: &Question) -> Result<Vec<PassageRow>> {
        let whole = question.whole_forms();
        if whole.is_empty() {
            return Ok(Vec::new());
        }
        let query = question.whole.iter().map(|stem| quoted(stem)).collect::<Vec<_>>().join(" AND ");
        let found = store.passages_headed(&query, config::CANDIDATES_BY_WORDS)?;
        let mut passages = store.passages_by_id(&found.into_iter().collect())?;
        passages.retain(|passage| rank::heading_likeness(&whole, passage) > 0.99);
        Ok(passages)
    }

    /// Passages under a heading that has all the question's words, and those that have them in a row.
    fn word_for_word(&self, store: &Store, question: &Question) -> Result<Vec<i64>> {
        let mut found = Vec::new();
        for own in [question.own_forms(), question.whole_forms()] {
            let any = |forms: &Vec<String>| {
                format!("({})", forms.iter().map(|form| quoted(form)).collect::<Vec<_>>().join(" OR "))
            };
            let query = own.iter().map(any).collect::<Vec<_>>().join(" AND ");
            if !own.is_empty() {
                found.extend(store.passages_headed(&query, config::CANDIDATES_BY_WORDS)?);
            }
        }
        if question.whole.len() >= config::PHRASE_WORDS_MIN {
            found.extend(store.passages_with(&quoted(&question.whole.join(" ")), config::CANDIDATES_BY_WORDS)?);
        }
        Ok(found)
    }

    /// The FTS5 query: any of the terms, but for those that nearly every passage has.
    fn words_query(&self, store: &Store, question: &Question) -> Result<Option<String>> {
        let forms: BTreeSet<String> = question.terms.iter().flat_map(|term| term.forms.iter().cloned()).collect();
        let mut counts = store.passage_counts(&forms)?;
        counts.retain(|(_, count)| *count > 0);
        counts.sort_by_key(|(_, count)| *count);
        let common = (self.passage_count as f64 * config::COMMON_TERM_SHARE) as i64;
        let rare = counts.iter().filter(|(_, count)| *count <= common.max(50)).count();
        let kept: Vec<String> = counts.iter().take(rare.max(3)).map(|(form, _)| quoted(form)).collect();
        Ok((!kept.is_empty()).then(|| kept.join(" OR ")))
    }
}

/// Words as a phrase of FTS5.
fn quoted(words: &str) -> String {
    format!("\"{}\"", words.replace('"', ""))
}
