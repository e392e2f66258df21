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
        if let Some(vector) = vector {
            self.nearest(vector, admitted, &mut found)?;
        }
        // Documents that share the question's rare words bring their passages' neighbours no further here:
        // a reference ("article 4") needs the whole document, which only a name can give.
        Ok(found)
    }

    /// Adds the passages nearest by meaning, so many of each language: a question lies nearer to its own. One
    /// look at all of them serves both languages; one that is hardly among them is sought by itself.
    fn nearest(&self, vector: &[f32], admitted: Option<&BTreeSet<usize>>, found: &mut BTreeSet<i64>) -> Result<()> {
        let Some((_, vectors)) = &self.vectors else { return Ok(()) };
        let of = |id: i64| {
            let index =
                self.document_of(id).filter(|index| admitted.is_none_or(|admitted| admitted.contains(index)))?;
            Some(self.documents.get(index)?.language)
        };
        let all = match admitted {
            None => vectors.nearest(vector, 2 * config::CANDIDATES_BY_MEANING, None)?,
            Some(_) => Vec::new(),
        };
        for language in [Language::Es, Language::En, Language::Other] {
            if !self.documents.iter().any(|document| document.language == language) {
                continue;
            }
            let own: Vec<i64> = all.iter().map(|(id, _)| *id).filter(|id| of(*id) == Some(language)).collect();
            if own.len() >= config::CANDIDATES_BY_MEANING_MIN {
                found.extend(own.into_iter().take(config::CANDIDATES_BY_MEANING));
            } else {
                let keep = |id: i64| of(id) == Some(language);
                let nearest = vectors.nearest(vector, config::CANDIDATES_BY_MEANING, Some(&keep))?;
                found.extend(nearest.into_iter().map(|(id, _)| id));
            }
        }
        Ok(())
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
        // Each holder of any term is scored: the rarest terms tell most and cost least.
        let most = ((self.passage_count as f64 * config::SCORED_SHARE) as i64).max(config::SCORED_MIN);
        let mut scored = 0;
        let within = counts.iter().take_while(|(_, count)| {
            scored += count;
            scored <= most
        });
        let kept = within.count().clamp(3, rare.max(3));
        let kept: Vec<String> = counts.iter().take(kept).map(|(form, _)| quoted(form)).collect();
        Ok((!kept.is_empty()).then(|| kept.join(" OR ")))
    }
}

/// Words as a phrase of FTS5.
fn quoted(words: &str) -> String {
    format!("\"{}\"", words.replace('"', ""))
}
