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

/// Returns the party that acts (gives, grants, pays) among those that the other text speaks of too.
fn actor(words: &[Word], other: &[Word]) -> Option<Party> {
    let seen = parties(words, other);
    let (first_at, first) = seen.first()?;
    // By whom something is done acts.
    let by = seen.iter().take(2).find(|(at, _)| listed("por by", before(words, *at)));
    if let Some((_, party)) = by {
        return Some(party.clone());
    }
    let Some((second_at, second)) = seen.get(1) else { return alone(words, *first_at, first) };
    let between = words.get(first_at + 1..*second_at).unwrap_or(&[]);
    let lead = words.get(..*first_at).unwrap_or(&[]);
    let receives = between.iter().chain(lead).any(|word| word_in(word, RECEIVING));
    let gives = between.iter().chain(lead).any(|word| word_in(word, GIVING));
    let from = listed("de del from of", before(words, *second_at));
    if resumed(between) {
        return Some(if receives && !gives { second.clone() } else { first.clone() });
    }
    match (receives, gives) {
        (true, _) if from || !gives => Some(second.clone()),
        (_, true) if listed("a to al frente", before(words, *first_at)) => Some(second.clone()),
        (_, true) => Some(first.clone()),
        _ if listed(PREPOSITIONS, before(words, *first_at)) => None,
        // Of names, order alone says little.
        _ => matches!(first, Party::Side(_)).then(|| first.clone()),
    }
}

/// Returns whether the party just named acts by a pronoun, whatever stood before it: "imputable al
/// contratista, este abonará al cliente".
fn resumed(after: &[Word]) -> bool {
    after.windows(2).any(|pair| match pair {
        [pronoun, verb] => {
            listed("este esta aquel aquella quien ella it who which", &pronoun.plain)
                && (word_in(verb, GIVING) || word_in(verb, RECEIVING))
        }
        _ => false,
    })
}

/// Before these a party does not act.
const PREPOSITIONS: &str = "a al to de del of from por by con with frente para for en in";

/// Returns who acts where one party is named: it, or the other side where it receives.
fn alone(words: &[Word], at: usize, party: &Party) -> Option<Party> {
    let after = words.get(at + 1..).unwrap_or(&[]);
    let Party::Side((kind, side)) = party else { return None };
    if listed(PREPOSITIONS, before(words, at)) {
        return None;
    }
    let verb = after.iter().find(|word| word_in(word, RECEIVING) || word_in(word, GIVING))?;
    Some(Party::Side((*kind, if word_in(verb, RECEIVING) { !side } else { *side })))
}

/// Returns the parties of a text, each where it first stands: sides of a contract, else names.
fn parties(words: &[Word], other: &[Word]) -> Vec<(usize, Party)> {
    let kinds: Vec<usize> = sides(other).into_iter().map(|(kind, _)| kind).collect();
    let mut seen: Vec<(usize, Party)> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let party = match role(&word.plain) {
            Some(role) => kinds.contains(&role.0).then_some(Party::Side(role)),
            None => {
                let named = word.capital && word.is_content() && !word.is_known() && (at > 0 || is_code(word));
                let both = named && other.iter().any(|other| other.capital && other.plain == word.plain);
                both.then(|| Party::Named(word.plain.clone()))
            }
        };
        if let Some(party) = party.filter(|party| !seen.iter().any(|(_, seen)| seen == party)) {
            seen.push((at, party));
        }
    }
    if seen.iter().any(|(_, party)| matches!(party, Party::Side(_))) {
        seen.retain(|(_, party)| matches!(party, Party::Side(_)));
    }
    seen
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
    "pag",
    "abon",
    "responsab",
    "avis",
    "submit",
    "indebt",
    "entreg",
    "deposit",
    "conced",
    "otorg",
    "indemni",
    "notific",
    "comunic",
    "respond",
    "pays",
    "paid",
    "pay",
    "deliver",
    "grant",
    "gives",
    "give",
    "notif",
    "licens",
    "owe",
    "indemnif",
    "liab",
    "cede",
    "encomend",
    "encarg",
    "inform",
    "repay",
];
const RECEIVING: &[&str] = &["percib", "recib", "cobr", "receiv", "collect"];
