//! Contract and addendum: when a document that changes another gives a different value for what is
//! asked, both are shown.

use super::evidence::{Weights, unnumbered};
use super::sentence::Candidate;
use super::{Asking, Grounds, sentence};
use crate::config;
use crate::error::Result;
use crate::quote::{self, Figure};
use crate::search::{Filter, Legs, Question};
use crate::terms;

/// Returns the pairs (earlier, later) in which a changing document gives another value than what was chosen.
pub(super) fn find(
    asking: &Asking<'_>,
    question: &Question,
    weights: &Weights,
    chosen: &[Candidate],
    candidates: &[Candidate],
    grounds: &mut Grounds,
) -> Result<Vec<(Candidate, Candidate)>> {
    let mut pairs: Vec<(Candidate, Candidate)> = Vec::new();
    for own in chosen {
        let amending = asking.index.amendments(own.document_id).into_iter().map(|id| (id, true));
        let amended = asking.index.amended(own.document_id).into_iter().map(|id| (id, false));
        for (id, is_later) in amending.chain(amended) {
            let told = |(earlier, later): &(Candidate, Candidate)| {
                (earlier.document_id, later.document_id)
                    == if is_later { (own.document_id, id) } else { (id, own.document_id) }
            };
            if pairs.iter().any(told) {
                continue;
            }
            let mut others: Vec<Candidate> =
                candidates.iter().filter(|candidate| candidate.document_id == id).cloned().collect();
            others.extend(sentences_of(asking, question, weights, (id, own), grounds)?);
            if let Some(other) = counterpart(own, &others) {
                pairs.push(if is_later { (own.clone(), other) } else { (other, own.clone()) });
            }
        }
    }
    Ok(pairs)
}

/// The sentence of the other document that speaks of the same value: best one that shares a figure (an
/// addendum names the old value beside the new one), else the best that fits the question as well.
fn counterpart(own: &Candidate, others: &[Candidate]) -> Option<Candidate> {
    let differing: Vec<&Candidate> = others.iter().filter(|other| differs(&own.text, &other.text)).collect();
    let figures = quote::figures(unnumbered(&own.text));
    let shares = |other: &&&Candidate| {
        let theirs = quote::figures(unnumbered(&other.text));
        theirs.iter().any(|figure| figures.iter().any(|own| own.kind == figure.kind && own.agrees(figure)))
    };
    let fits = |other: &&&Candidate| other.score >= own.score - config::CONFLICT_SCORE_GAP;
    let best = |one: &&&Candidate, other: &&&Candidate| one.score.total_cmp(&other.score);
    let sharing = differing.iter().filter(shares).max_by(best);
    sharing.or_else(|| differing.iter().filter(fits).max_by(best)).map(|other| (*other).clone())
}

/// The sentences of one document that come nearest to a sentence of another, by words.
fn sentences_of(
    asking: &Asking<'_>,
    question: &Question,
    weights: &Weights,
    (document_id, own): (i64, &Candidate),
    grounds: &mut Grounds,
) -> Result<Vec<Candidate>> {
    let Some((_, paths)) = asking.index.document(document_id) else { return Ok(Vec::new()) };
    let filter = Filter { documents: paths.to_vec(), ..Filter::default() };
    let said = asking.index.question(asking.store, &format!("{} {}", own.heading.join(" "), own.text))?;
    let hits = asking.index.search(asking.store, &said, None, &filter, Legs::Words, config::CONFLICT_PASSAGES)?;
    sentence::candidates(asking, question, weights, &hits, grounds)
}

/// Whether a question asks what was changed, or whether documents contradict each other.
pub(super) fn asks_of_changes(question: &str) -> bool {
    const WORDS: [&str; 12] = [
        "contradic",
        "discrepan",
        "coincid",
        "modific",
        "adenda",
        "addend",
        "cambi",
        "amend",
        "contradict",
        "differ",
        "chang",
        "supersed",
    ];
    terms::words(question).iter().any(|word| WORDS.iter().any(|start| word.starts_with(start)))
}

/// Whether a sentence says that something agreed before is now otherwise, and gives a figure.
pub(super) fn tells_a_change(text: &str) -> bool {
    const SAID: [&str; 20] = [
        " se modifica ",
        " pasa de ",
        " pasa a ",
        " pasara a ",
        " en lugar de ",
        " sustituye ",
        " sustituido ",
        " sustituida ",
        " queda fijad",
        " queda modificad",
        " se amplia ",
        " se reduce ",
        " is amended ",
        " are amended ",
        " replaced ",
        " in lieu of ",
        " instead of ",
        " increased ",
        " reduced to ",
        " extended to ",
    ];
    let folded = format!(" {} ", terms::words(text).join(" "));
    SAID.iter().any(|said| folded.contains(said)) && !quote::figures(unnumbered(text)).is_empty()
}

/// Whether two sentences give figures of one kind, and one gives a value that the other does not: an
/// addendum may name the old value beside its own.
fn differs(one: &str, other: &str) -> bool {
    let (one, other) = (quote::figures(unnumbered(one)), quote::figures(unnumbered(other)));
    let strange = |figure: &Figure, others: &[Figure]| {
        let mut comparable = others.iter().filter(|against| against.kind == figure.kind).peekable();
        comparable.peek().is_some() && comparable.all(|against| against.value != figure.value)
    };
    one.iter().any(|figure| strange(figure, &other)) || other.iter().any(|figure| strange(figure, &one))
}

/// Shows both values, where they are not among the sentences already.
pub(super) fn put_beside(chosen: &mut Vec<Candidate>, pairs: &[(Candidate, Candidate)]) {
    for (earlier, later) in pairs {
        for side in [earlier, later] {
            let there = chosen.iter().any(|one| one.document_id == side.document_id && one.span == side.span);
            if !there {
                chosen.push(side.clone());
            }
        }
    }
}
