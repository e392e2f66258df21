//! How much of a claim's meaning stands in what it cites, by its content words.
//!
//! A word counts as covered when the quote, its sentence or the headings above hold a word that says the
//! same, or when both speak of the same concept of the lexicon, in whichever language.

use super::words::Word;
use crate::chunk::Language;
use crate::lexicon::lexicon;
use crate::terms;
use std::collections::BTreeSet;

/// Returns the share of the claim's content words that are covered, 0 to 1; 1 when it has none.
pub(super) fn share(claim: &str, claim_words: &[Word], there: &str, there_words: &[Word]) -> f32 {
    let spoken: BTreeSet<&str> = lexicon().concepts_in(there).iter().map(|concept| concept.id).collect();
    let mut shared: BTreeSet<String> = BTreeSet::new();
    for concept in lexicon().concepts_in(claim).into_iter().filter(|concept| spoken.contains(concept.id)) {
        shared.extend(concept.names.iter().flatten().cloned());
    }
    let content: Vec<&Word> = claim_words.iter().filter(|word| word.is_content()).collect();
    let covered = content.iter().filter(|word| {
        let stems = [Language::Es, Language::En].map(|language| terms::stem(&word.plain, language));
        stems.iter().any(|stem| shared.contains(stem)) || there_words.iter().any(|other| word.same(other))
    });
    if content.is_empty() { 1.0 } else { covered.count() as f32 / content.len() as f32 }
}
