//! Whether a claim denies what it cites, or makes an option of a duty, or the other way round.
//!
//! No grammar is read. A negation or a verb of obligation governs the words after it in its clause; a
//! word that claim and source share must be governed alike in both. What a source says is read in its
//! whole sentence, since a quote can be cut so that its "no" is left out.

use super::claim::Fault;
use super::words::{EXCEPTIONS, Modal, NEGATIONS, Word, listed, modal};

/// How many words after a negation it governs; after "nothing", "none", "neither"; after "sin" or "without".
const REACH: usize = 8;
const REACH_NOTHING: usize = 14;
const REACH_WITHOUT: usize = 4;
/// How many telling words after a negation say what it denies.
const DENIED: usize = 2;

/// What a claim or a source denies.
struct Denial {
    /// Places of the words that deny.
    marks: Vec<usize>,
    /// For each word, whether a denial governs it.
    governed: Vec<bool>,
    /// It has an exception ("salvo", "unless", "only").
    exception: bool,
}

impl Denial {
    fn read(words: &[Word]) -> Self {
        let marks: Vec<usize> = (0..words.len()).filter(|&at| denies(words, at)).collect();
        let mut governed = vec![false; words.len()];
        for &mark in &marks {
            for at in scope(words, mark) {
                if let Some(cell) = governed.get_mut(at) {
                    *cell = true;
                }
            }
        }
        // "Non-exclusive" denies one word and not the sentence.
        let marks: Vec<usize> = marks.into_iter().filter(|&mark| plain(words, mark) != "non").collect();
        let exception = words.iter().any(|word| listed(EXCEPTIONS, &word.plain));
        Self { marks, governed, exception }
    }
}

fn plain(words: &[Word], at: usize) -> &str {
    words.get(at).map_or("", |word| word.plain.as_str())
}

/// Returns whether the word at `at` denies something.
fn denies(words: &[Word], at: usize) -> bool {
    let word = plain(words, at);
    if !listed(NEGATIONS, word) {
        return false;
    }
    // What is not forbidden is allowed: neither word denies then.
    let close = |from: usize, to: usize| words.get(from..to.min(words.len())).unwrap_or(&[]);
    if listed("no not", word) && close(at + 1, at + 4).iter().any(|word| forbids(&word.plain))
        || forbids(word) && close(at.saturating_sub(3), at).iter().any(|word| listed("no not", &word.plain))
    {
        return false;
    }
    // "No … ni", "no … ningún" and "neither … nor" deny once.
    let again = listed("ninguna ninguno ningun nadie nada nunca", word)
        && words.get(at.saturating_sub(REACH)..at).is_some_and(|lead| lead.iter().any(|word| word.plain == "no"));
    if listed("ni nor", word) && at > 0 || again {
        return false;
    }
    let (next, after) = (plain(words, at + 1), plain(words, at + 2));
    // "no obstante", "not later than", "sin perjuicio de", "without limitation", "no más de", "not only".
    let bound = listed("no not", word) && (listed("obstante later less more mas menos earlier only solo", next));
    let aside = listed("sin without", word)
        && (listed("perjuicio limitation prejudice regard reference limitar", next) || listed("effect", after));
    !(bound || aside)
}

fn forbids(word: &str) -> bool {
    ["prohib", "forbid", "exclu"].iter().any(|start| word.starts_with(start)) && listed(NEGATIONS, word)
}

/// The words that a denial governs. What is forbidden may stand before the word that forbids it.
fn scope(words: &[Word], mark: usize) -> std::ops::Range<usize> {
    let word = plain(words, mark);
    let reach = match word {
        "sin" | "without" => REACH_WITHOUT,
        "non" => 1,
        "nothing" | "none" | "neither" | "ninguna" | "ninguno" | "nada" => REACH_NOTHING,
        _ => REACH,
    };
    let ends = |at: usize| words.get(at).is_none_or(|word| matches!(word.broken, Some('.' | ';' | ':')));
    let end = (mark + 1..=mark + reach).find(|&at| ends(at)).unwrap_or(mark + reach + 1);
    let start = if forbids(word) { mark.saturating_sub(REACH) } else { mark + 1 };
    start..end.min(words.len())
}

/// Adds the faults of polarity. `claim` is compared with the sentence that holds the quote.
pub(super) fn check(claim: &[Word], sentence: &[Word], faults: &mut Vec<Fault>) {
    let (ours, theirs) = (Denial::read(claim), Denial::read(sentence));
    let limits = |words: &[Word], denial: &Denial| {
        let plainly = denial.marks.iter().any(|&mark| !is_condition(words, mark));
        denial.exception || plainly || words.iter().any(|word| listed(LIMITING, &word.plain))
    };
    let alike = |mark: usize| {
        let denied = scope(claim, mark).filter_map(|at| claim.get(at)).find(|word| word.is_content());
        let governed = sentence.iter().zip(&theirs.governed).filter(|(_, governed)| **governed);
        denied.is_some_and(|denied| governed.clone().any(|(word, _)| word.same(denied)))
    };
    let denied_here = ours.marks.iter().any(|&mark| !alike(mark)) && !limits(sentence, &theirs);
    // A claim denies a word that the source says plainly.
    let opposed = ours.marks.iter().any(|&mark| turned(claim, &ours, mark, sentence, &theirs));
    // The source denies a word that the claim says plainly.
    let dropped = theirs.marks.iter().any(|&mark| turned(sentence, &theirs, mark, claim, &ours))
        && !(ours.marks.is_empty()
            && claim.iter().any(|word| listed(LIMITING, &word.plain) || listed(ONLY, &word.plain))
            && (theirs.exception || theirs.marks.len() > 1));
    if denied_here || opposed || dropped {
        faults.push(Fault::Polarity);
    }
}

/// Returns whether a denial only says when something holds ("si no se entregara, …"): it denies nothing of what
/// is agreed then.
fn is_condition(words: &[Word], mark: usize) -> bool {
    let start = mark.saturating_sub(CONDITION_REACH);
    let lead = words.get(start..mark).unwrap_or(&[]);
    let clause = lead.iter().rposition(|word| word.broken.is_some()).map_or(lead, |at| lead.get(at..).unwrap_or(&[]));
    clause.iter().any(|word| listed("si if cuando when whenever where mientras while", &word.plain))
}

/// How far before a denial the word that makes it a condition may stand.
const CONDITION_REACH: usize = 8;

/// Words that allow one thing and so deny the rest.
const ONLY: &str = "only solo solamente unicamente exclusively exclusivamente";

/// Words that set a bound without denying.
const LIMITING: &str = concat!(
    "requires require required needs need necesita exige hace falta condition provided void nula ",
    "silencio silence silent falta ausencia lack absence fail fails desatendido unheeded incumple ",
    "beyond alla unpaid impaga impagada impagadas impago limita limitada tope cap capped maximum maxima",
);

/// Returns whether what `mark` denies in one text stands plainly in the other, and is denied nowhere there.
fn turned(words: &[Word], denial: &Denial, mark: usize, other: &[Word], other_denial: &Denial) -> bool {
    let denied = scope(words, mark).skip_while(|&at| at <= mark);
    let mut said = denied.filter_map(|at| words.get(at)).filter(|word| word.is_content()).take(DENIED);
    let mut plainly = false;
    for word in said.by_ref() {
        let places: Vec<usize> = (0..other.len())
            .filter(|&at| other.get(at).is_some_and(|other| other.is_content() && other.same(word)))
            .collect();
        if places.iter().any(|&at| other_denial.governed.get(at) == Some(&true)) {
            return false;
        }
        plainly |= !places.is_empty();
    }
    // "Neither … nor" and "without" on both sides deny the same in other words.
    plainly && (other_denial.marks.is_empty() || denial.marks.len() != other_denial.marks.len())
}

/// Returns whether a denial that stands before a quote governs its first words.
pub(super) fn is_cut(lead: &[Word]) -> bool {
    let denial = Denial::read(lead);
    let clause = lead.iter().rposition(|word| matches!(word.broken, Some('.' | ';' | ':'))).unwrap_or(0);
    denial.marks.last().is_some_and(|&mark| mark >= clause && mark + REACH > lead.len())
}

/// Adds the faults of obligation: a duty shown as an option, or an option as a duty.
pub(super) fn check_modality(claim: &[Word], sentence: &[Word], faults: &mut Vec<Fault>) {
    let theirs = modals(sentence);
    let denial = Denial::read(claim);
    let denied_there = !Denial::read(sentence).marks.is_empty();
    for (at, kind) in modals(claim) {
        // "No podrá", "may not" is a duty to leave it; "debe" says the same then.
        let after = plain(claim, at + 1);
        if denial.governed.get(at) == Some(&true)
            || listed("not no only", after)
            || denial.exception && kind == Modal::May && denied_there
        {
            continue;
        }
        if !agrees(claim, at, kind, sentence, &theirs) {
            faults.push(Fault::Modality);
            return;
        }
    }
}

fn agrees(claim: &[Word], at: usize, kind: Modal, sentence: &[Word], theirs: &[(usize, Modal)]) -> bool {
    let governed = claim.get(at + 1..).unwrap_or(&[]).iter().filter(|word| word.is_content()).take(DENIED);
    for word in governed {
        let place = (0..sentence.len())
            .find(|&at| sentence.get(at).is_some_and(|other| other.is_content() && other.same(word)));
        let Some(place) = place else { continue };
        let near = theirs.iter().rev().find(|(mark, _)| *mark < place && place - mark <= REACH);
        if let Some((_, other)) = near {
            return *other == kind;
        }
    }
    match kind {
        Modal::Must => theirs.is_empty() || theirs.iter().any(|(_, other)| *other == Modal::Must),
        Modal::May => {
            theirs.iter().any(|(_, other)| *other == Modal::May)
                || sentence.iter().any(|word| listed(ALLOWING, &word.plain))
                || theirs.is_empty() && !sentence.iter().any(is_future)
        }
    }
}

/// Words that allow something without a verb for it.
const ALLOWING: &str = concat!(
    "right rights derecho derechos open libre libremente free freely bastara basta prerogative grants granted grant ",
    "license licence licencia concede permitido permitida permitted allowed autoriza elect elects",
);

/// Words that make a right of the duty before them.
const ENTITLING: &str = "open entitled free permitted allowed right available option facultado facultada";

/// The Spanish future says a duty: "pagará", "entregarán".
fn is_future(word: &Word) -> bool {
    let known = word.plain.ends_with("ara") || word.plain.ends_with("era") || word.plain.ends_with("ira");
    let many = word.plain.ends_with("aran") || word.plain.ends_with("eran") || word.plain.ends_with("iran");
    (known || many) && word.plain.len() > 5 && !listed("manera cualquiera entera primera podra", &word.plain)
}

fn modals(words: &[Word]) -> Vec<(usize, Modal)> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |at| plain(words, at));
        let kind = match word.plain.as_str() {
            // "el deber de", "no need"; "tiene que", "has to", "ha de", "right to", "tiene derecho a".
            "deber" if listed("el un del", before) => Some(Modal::Must),
            "que" if listed("tiene tienen tendra tendran", before) => Some(Modal::Must),
            "to" if listed("has have", before) => Some(Modal::Must),
            "right" | "derecho" if listed("the a el tiene tienen has have al un", before) => None,
            other => modal(other),
        };
        // "Shall be entitled", "shall be open to": a right in the form of a duty.
        let next = words.get(at + 1..at + 4).unwrap_or(&[]);
        let allowed = kind == Some(Modal::Must) && next.iter().any(|word| listed(ENTITLING, &word.plain));
        let kind = if allowed { Some(Modal::May) } else { kind };
        found.extend(kind.map(|kind| (at, kind)));
    }
    found
}
