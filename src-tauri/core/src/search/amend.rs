//! Links a document that changes another (adenda, amendment) to the one it changes.
//!
//! The two name the same parties: the telling names of the changing document's opening stand in the
//! other's opening too. The changing one often gives the other's date, and it is not earlier.

use super::question::{is_kind, is_suffix};
use super::router::Router;
use crate::quote::{self, FigureKind};
use crate::store::DocumentRow;
use crate::terms;
use std::collections::BTreeSet;

/// Share of the names' weight that the two must share.
const SHARED: f32 = 0.5;
/// What it adds to the share that the other's date is given.
const DATE_GIVEN: f32 = 0.3;

/// Returns pairs of row numbers: a changing document, and the one it most likely changes.
pub(super) fn pairs(documents: &[DocumentRow], router: &Router) -> Vec<(i64, i64)> {
    // A name that every document has tells nothing; in a single case file the parties' names are common.
    let weight = |word: &String| (documents.len() as f32 / router.holders(word).max(1) as f32).ln().max(0.0);
    let mut pairs = Vec::new();
    for changing in documents.iter().filter(|document| document.amends) {
        let names = capitalised(&format!("{} {}", changing.name, changing.opening));
        let total: f32 = names.iter().map(weight).sum();
        let dates = dates_given(&format!("{}\n{}", changing.title, changing.opening));
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
                let shared: f32 = names.intersection(&words).map(weight).sum();
                let given = other.date.as_ref().is_some_and(|date| dates.contains(date));
                (other.id, shared / total.max(f32::EPSILON) + if given { DATE_GIVEN } else { 0.0 })
            })
            .max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)));
        if let Some((id, _)) = best.filter(|(_, share)| *share >= SHARED) {
            pairs.push((changing.id, id));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The dates in a text, as ISO 8601.
fn dates_given(text: &str) -> BTreeSet<String> {
    let dates = quote::figures(text).into_iter().filter(|figure| figure.kind == FigureKind::Date);
    dates
        .map(|figure| format!("{:04}-{:02}-{:02}", figure.value / 10_000, figure.value / 100 % 100, figure.value % 100))
        .collect()
}

/// The folded words of a text that are written with a capital and are not words of form.
fn capitalised(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.chars().next().is_some_and(char::is_uppercase))
        .map(terms::fold)
        .filter(|word| !terms::is_stop_word(word) && !is_kind(word) && !is_suffix(word))
        .collect()
}
