//! Whether a claim gives a duty or a right to the party that its source gives it to.
//!
//! Parties are told by the words for the sides of a contract ("arrendadora", "tenant") and by names that
//! both texts hold. Who acts is read from verbs of giving and receiving and from prepositions; where that
//! says nothing, nothing is found wrong.

use super::claim::Fault;
use super::words::{Role, Word, listed, role};

/// A party as both texts name it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Party {
    Side(Role),
    Named(String),
}

/// Adds the fault of swapped parties.
pub(super) fn check(claim: &[Word], sentence: &[Word], passage: &[Word], faults: &mut Vec<Fault>) {
    let ours = sides(claim);
    let theirs = sides(sentence);
    let there = sides(passage);
    for &(kind, side) in &ours {
        let has = |list: &[Role], side| list.contains(&(kind, side));
        // Only the other side is spoken of in the source.
        if has(&theirs, !side) && !has(&theirs, side) && !has(&ours, !side)
            || has(&there, !side) && !has(&there, side) && !has(&theirs, side)
        {
            faults.push(Fault::Roles);
            return;
        }
    }
    let (Some(here), Some(source)) = (actor(claim, sentence), actor(sentence, claim)) else { return };
    if here != source {
        faults.push(Fault::Roles);
    }
}

fn sides(words: &[Word]) -> Vec<Role> {
    words.iter().filter_map(|word| role(&word.plain)).collect()
}

/// Returns the party that acts (gives, grants, pays), where two parties are named that the other text
/// names too.
fn actor(words: &[Word], other: &[Word]) -> Option<Party> {
    let mut seen: Vec<(usize, Party)> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let party = match role(&word.plain) {
            Some(role) => other.iter().any(|other| self::role(&other.plain) == Some(role)).then_some(Party::Side(role)),
            None => (word.capital && at > 0 || is_code(word))
                .then(|| other.iter().find(|other| other.capital && other.plain == word.plain))
                .flatten()
                .filter(|_| word.is_content())
                .map(|_| Party::Named(word.plain.clone())),
        };
        if let Some(party) = party.filter(|party| !seen.iter().any(|(_, seen)| seen == party)) {
            seen.push((at, party));
        }
    }
    let sides = seen.iter().filter(|(_, party)| matches!(party, Party::Side(_))).count();
    if sides >= 2 {
        seen.retain(|(_, party)| matches!(party, Party::Side(_)));
    }
    let [(first_at, first), (second_at, second), ..] = seen.as_slice() else { return None };
    // By whom something is done, or from whom it is received, acts.
    let agent = |at: usize| listed("por by", before(words, at));
    if agent(*first_at) {
        return Some(first.clone());
    }
    if agent(*second_at) {
        return Some(second.clone());
    }
    let between = words.get(*first_at..*second_at).unwrap_or(&[]);
    let lead = words.get(..*first_at).unwrap_or(&[]);
    let receives = between.iter().chain(lead).any(|word| word_in(word, RECEIVING));
    let gives = between.iter().chain(lead).any(|word| word_in(word, GIVING));
    let from = listed("de del from of", before(words, *second_at));
    match (receives, gives) {
        (true, _) if from || !gives => Some(second.clone()),
        (_, true) if listed("a to al frente", before(words, *first_at)) => Some(second.clone()),
        (_, true) => Some(first.clone()),
        _ => None,
    }
}

fn is_code(word: &Word) -> bool {
    word.capital && word.plain.len() <= 5
}

/// The preposition before a party, across its article.
fn before(words: &[Word], at: usize) -> &str {
    let mut at = at;
    for _ in 0..3 {
        let Some(next) = at.checked_sub(1).and_then(|at| words.get(at).map(|word| (at, word))) else { return "" };
        at = next.0;
        if !listed("la el las los the parte party su its their a", &next.1.plain) || next.1.plain == "a" {
            return &next.1.plain;
        }
    }
    ""
}

fn word_in(word: &Word, stems: &[&str]) -> bool {
    stems.iter().any(|stem| word.plain.starts_with(stem))
}

const GIVING: &[&str] = &[
    "pag", "abon", "entreg", "deposit", "conced", "otorg", "indemni", "notific", "comunic", "respond", "pays", "paid",
    "pay", "deliver", "grant", "gives", "give", "notif", "licens", "owe", "indemnif", "liab", "cede", "encomend",
    "encarg", "inform", "repay",
];
const RECEIVING: &[&str] = &["percib", "recib", "cobr", "receiv", "collect"];
