//! Links a document that changes another (adenda, amendment) to the one it changes.
//!
//! The two name the same parties: the telling words of the changing document's opening stand in the
//! other's opening too, and the other is not later.

use super::question::{is_kind, is_suffix};
use super::router::Router;
use crate::store::DocumentRow;
use crate::terms;
use std::collections::BTreeSet;

/// Share of the names' weight that the two must share.
const SHARED: f32 = 0.5;
/// How rare a word must be (as the router counts) to count as a name.
const DOCUMENTS_WITH_NAME: f32 = 0.15;

/// Returns pairs of row numbers: a changing document, and the one it most likely changes.
pub(super) fn pairs(documents: &[DocumentRow], router: &Router) -> Vec<(i64, i64)> {
    let rare = (documents.len() as f32 * DOCUMENTS_WITH_NAME).max(3.0);
    let names = |document: &DocumentRow| -> BTreeSet<String> {
        let text = format!("{} {}", document.name, document.opening);
        capitalised(&text).into_iter().filter(|word| (router.holders(word) as f32) <= rare).collect()
    };
    let mut pairs = Vec::new();
    for changing in documents.iter().filter(|document| document.amends) {
        let wanted = names(changing);
        let total: f32 = wanted.iter().map(|word| router.rarity(word)).sum();
        let best = documents
            .iter()
            .filter(|other| other.id != changing.id && !other.amends)
            .filter(|other| match (&other.date, &changing.date) {
                (Some(other), Some(changing)) => other <= changing,
                _ => true,
            })
            .map(|other| {
                let words: BTreeSet<String> =
                    terms::words(&format!("{} {}", other.name, other.opening)).into_iter().collect();
                let shared: f32 = wanted.intersection(&words).map(|word| router.rarity(word)).sum();
                (other.id, shared / total.max(f32::EPSILON))
            })
            .max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)));
        if let Some((id, _)) = best.filter(|(_, share)| *share >= SHARED) {
            pairs.push((changing.id, id));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The folded words of a text that are written with a capital and are not words of form.
fn capitalised(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.chars().next().is_some_and(char::is_uppercase))
        .map(terms::fold)
        .filter(|word| !terms::is_stop_word(word) && !is_kind(word) && !is_suffix(word))
        .collect()
}
