//! Finds the document that a question names, by its parties, its reference, its file name or its title.
//!
//! Every document is known by its strong words (file name, title) and its weak ones (opening, where
//! the parties stand). A name counts for a document when nearly all of it stands there: a shared
//! surname is a near miss, not a match.

use super::question::{self, Token, is_kind, is_suffix};
use crate::error::Result;
use crate::store::DocumentRow;
use crate::terms;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// Weight of a word in a file name or title, against one in the opening.
const STRONG: f32 = 1.0;
/// Weight of a word in the opening.
const WEAK: f32 = 0.7;
/// Share of a name's weight that must stand in a document for the name to be its own.
const WHOLE_NAME: f32 = 0.8;
/// Most documents that one question may name by one name; a name that fits more names none.
const NAMED_MAX: usize = 6;

/// A kind of document ("constitución") is taken for a name when at most this many are called so.
const CALLED_MAX: usize = 3;

/// The words by which documents are known.
pub struct Router {
    postings: HashMap<String, Vec<(u32, f32)>>,
    /// Each document's name, title and opening as one text.
    texts: Vec<String>,
    count: usize,
}

/// What a question says of documents.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Routed {
    /// Named documents (index in the router's order) with a score, best first.
    pub named: Vec<(usize, f32)>,
    /// Folded words that name them.
    pub naming: BTreeSet<String>,
    /// Names in the question that are no document's.
    pub unknown: Vec<String>,
    /// A score for every document that shares any word, for raising rather than restricting.
    pub scores: BTreeMap<usize, f32>,
}

impl Router {
    /// Reads the documents once.
    pub fn new(documents: &[DocumentRow]) -> Self {
        let mut postings: HashMap<String, Vec<(u32, f32)>> = HashMap::new();
        for (index, document) in documents.iter().enumerate() {
            let mut weights: BTreeMap<String, f32> = BTreeMap::new();
            for word in terms::words(&document.opening) {
                weights.entry(word).or_insert(WEAK);
            }
            let strong = format!("{} {} {}", document.name, terms::spaced(&document.name), document.title);
            for word in terms::words(&strong) {
                weights.insert(word, STRONG);
            }
            for (word, weight) in weights {
                if !terms::is_stop_word(&word) && !is_suffix(&word) {
                    postings.entry(word).or_default().push((index as u32, weight));
                }
            }
        }
        let texts = documents
            .iter()
            .map(|document| {
                format!(
                    "{}\n{}\n{}\n{}",
                    document.name,
                    terms::spaced(&document.name),
                    document.title,
                    document.opening
                )
            })
            .collect();
        Self { postings, texts, count: documents.len() }
    }

    /// How telling a word is: high when few documents have it.
    pub(super) fn rarity(&self, word: &str) -> f32 {
        let having = self.postings.get(word).map_or(0, Vec::len);
        (1.0 + self.count as f32 / (having as f32 + 0.5)).ln()
    }

    /// Finds the documents that the names of a question name. `spread` says in how many documents' text a
    /// row of words stands: one that is at home in many ("Confidential Information") names none of them.
    pub fn route(
        &self,
        tokens: &[Token],
        runs: &[Range<usize>],
        spread: &dyn Fn(&[&str]) -> Result<usize>,
    ) -> Result<Routed> {
        let mut routed = Routed { scores: self.scores(tokens), ..Routed::default() };
        let mut votes: BTreeMap<usize, f32> = BTreeMap::new();
        for run in runs {
            let words: Vec<&str> = tokens
                .get(run.clone())
                .unwrap_or(&[])
                .iter()
                .map(|token| token.folded.as_str())
                .filter(|word| !is_suffix(word) && !terms::is_stop_word(word))
                .collect();
            let mut telling: Vec<&str> = words.iter().copied().filter(|word| !is_kind(word)).collect();
            if telling.is_empty() {
                // "la Constitución": the kind of document is its name when hardly another is called so.
                telling = words.iter().copied().filter(|word| self.called(word) <= CALLED_MAX).collect();
                if telling.is_empty() || words.iter().all(|word| self.called(word) == 0) {
                    continue;
                }
            }
            let everywhere = NAMED_MAX.max(self.count / 8);
            let spread = if telling.iter().any(|word| word.contains('/')) { 1 } else { spread(&words)? };
            if spread > everywhere {
                continue;
            }
            let mut fits = self.documents_with(&telling);
            for (document, share) in fits.iter_mut().take_while(|(_, share)| *share >= WHOLE_NAME) {
                *share *= self.as_one_name(*document, &words);
            }
            fits.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
            let best = fits.first().map_or(0.0, |(_, share)| *share);
            if best < WHOLE_NAME {
                fits = self.run_together(&telling);
            }
            let best = fits.first().map_or(0.0, |(_, share)| *share);
            if best < WHOLE_NAME {
                // Words that stand somewhere in the texts are searched for; only strangers are unknown.
                let law = telling.iter().any(|word| word.contains('/') && self.called(word) == 0);
                if law || (spread == 0 && (telling.len() > 1 || is_party(tokens, run.start))) {
                    routed.unknown.push(words.join(" "));
                }
                continue;
            }
            let whole: Vec<&(usize, f32)> =
                fits.iter().filter(|(_, share)| *share >= WHOLE_NAME.max(best - 0.04)).collect();
            if whole.len() > NAMED_MAX.max(self.count / 20) && self.count > NAMED_MAX {
                continue;
            }
            let weight: f32 = telling.iter().map(|word| self.rarity(word)).sum();
            for &&(document, share) in &whole {
                *votes.entry(document).or_default() += share * weight;
            }
            routed.naming.extend(words.iter().map(|word| (*word).to_owned()));
        }
        let mut named: Vec<(usize, f32)> = votes.into_iter().collect();
        for (document, score) in &mut named {
            *score += 0.1 * routed.scores.get(document).copied().unwrap_or(0.0);
        }
        named.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let best = named.first().map_or(0.0, |(_, score)| *score);
        named.retain(|(_, score)| *score >= 0.75 * best);
        named.truncate(NAMED_MAX);
        routed.named = named;
        Ok(routed)
    }

    /// How well a document has these words as one name: 1 when they stand one after the other and no
    /// further name follows, less when one does ("Zarzuelo" in "Zarzuelo Norte"), least when they stand apart.
    fn as_one_name(&self, document: usize, words: &[&str]) -> f32 {
        let Some(text) = self.texts.get(document) else { return 0.0 };
        if words.len() == 1 && words.iter().all(|word| word.contains('/')) {
            return 1.0;
        }
        let tokens = question::tokens(text);
        let told: Vec<&Token> =
            tokens.iter().filter(|token| !terms::is_stop_word(&token.folded) && !is_suffix(&token.folded)).collect();
        let mut best: f32 = 0.85;
        for (at, window) in told.windows(words.len()).enumerate() {
            if !window.iter().zip(words).all(|(token, word)| token.folded == *word) {
                continue;
            }
            let (last, next) = (told.get(at + words.len() - 1), told.get(at + words.len()));
            let goes_on = last.zip(next).is_some_and(|(last, next)| {
                text.get(last.end..next.start) == Some(" ")
                    && text.get(next.start..).and_then(|rest| rest.chars().next()).is_some_and(char::is_uppercase)
            });
            best = best.max(if goes_on { 0.95 } else { 1.0 });
        }
        best
    }

    /// Documents in whose words the name stands run together, as in file names ("BLACKBOXSTOCKSINC").
    fn run_together(&self, words: &[&str]) -> Vec<(usize, f32)> {
        let joined = words.concat();
        if words.len() < 2 || joined.chars().count() < 8 {
            return Vec::new();
        }
        let places = self.postings.iter().filter(|(word, _)| word.starts_with(&joined)).flat_map(|(_, places)| places);
        let documents: BTreeSet<usize> = places.map(|(document, _)| *document as usize).collect();
        documents.into_iter().map(|document| (document, 1.0)).collect()
    }

    /// In how many documents a word stands at all.
    pub(super) fn holders(&self, word: &str) -> usize {
        self.postings.get(word).map_or(0, Vec::len)
    }

    /// In how many documents' name or title a word stands.
    fn called(&self, word: &str) -> usize {
        self.postings.get(word).map_or(0, |places| places.iter().filter(|(_, weight)| *weight >= STRONG).count())
    }

    /// Documents by the share of these words' weight that stands in them, best first.
    fn documents_with(&self, words: &[&str]) -> Vec<(usize, f32)> {
        let total: f32 = words.iter().map(|word| self.rarity(word)).sum();
        let mut found: BTreeMap<u32, f32> = BTreeMap::new();
        for word in words {
            let rarity = self.rarity(word);
            let full = full_year(word);
            let places = self.postings.get(full.as_deref().unwrap_or(word)).map_or(&[][..], Vec::as_slice);
            // A law's number stands in the opening of every law that cites it; the one called by it is meant.
            // Parties always stand in the opening, so there a weak place is as good.
            let strong_only = word.contains('/') && places.iter().any(|(_, weight)| *weight >= STRONG);
            for &(document, weight) in places {
                if !strong_only || weight >= STRONG {
                    *found.entry(document).or_default() += rarity * (0.95 + 0.05 * weight);
                }
            }
        }
        let mut found: Vec<(usize, f32)> =
            found.into_iter().map(|(document, sum)| (document as usize, sum / total.max(f32::EPSILON))).collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found
    }

    /// A score for each document from all words of the question, names counting more.
    fn scores(&self, tokens: &[Token]) -> BTreeMap<usize, f32> {
        let mut scores: BTreeMap<usize, f32> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for token in tokens {
            if terms::is_stop_word(&token.folded) || !seen.insert(token.folded.as_str()) {
                continue;
            }
            let weight = if token.proper { 1.0 } else { 0.5 };
            let rarity = self.rarity(&token.folded);
            for &(document, place) in self.postings.get(&token.folded).map_or(&[][..], Vec::as_slice) {
                let place = if place >= STRONG { 1.0 } else { 0.4 };
                *scores.entry(document as usize).or_default() += weight * rarity * place;
            }
        }
        scores
    }
}

/// Whether the word at `start` stands where a party does ("con X", "with X"): there one word is a name.
fn is_party(tokens: &[Token], start: usize) -> bool {
    let before = start.checked_sub(1).and_then(|before| tokens.get(before));
    before.is_some_and(|token| {
        matches!(
            token.folded.as_str(),
            "con" | "with" | "between" | "entre" | "empresa" | "sociedad" | "mercantil" | "company"
        )
    })
}

/// Writes the year of a law's number in full: "428/93" is "428/1993".
fn full_year(word: &str) -> Option<String> {
    let (number, year) = word.split_once('/')?;
    let short: u32 = (year.len() == 2).then(|| year.parse().ok())??;
    let century = if short < 40 { "20" } else { "19" };
    Some(format!("{number}/{century}{year}"))
}
