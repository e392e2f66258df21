//! Contract and addendum: when a document that changes another gives a different value for what is
//! asked, both are shown.

use super::sentence::Candidate;
use super::{Asking, Grounds, sentence};
use crate::config;
use crate::error::Result;
use crate::quote::{self, Figure};
use crate::search::{Filter, Legs, Question};

/// Returns the pairs (earlier, later) in which a changing document gives another value than `first`.
pub(super) fn find(
    asking: &Asking<'_>,
    question: &Question,
    first: &Candidate,
    candidates: &[Candidate],
    grounds: &mut Grounds,
) -> Result<Vec<(Candidate, Candidate)>> {
    let mut related: Vec<(i64, bool)> =
        asking.index.amendments(first.document_id).into_iter().map(|id| (id, true)).collect();
    related.extend(asking.index.amended(first.document_id).into_iter().map(|id| (id, false)));
    let mut pairs = Vec::new();
    for (id, is_later) in related {
        let own: Vec<&Candidate> = candidates.iter().filter(|candidate| candidate.document_id == id).collect();
        let best = match own.first() {
            Some(best) => Some((*best).clone()),
            None => best_sentence_of(asking, question, id, grounds)?,
        };
        let Some(other) = best else { continue };
        if differs(&first.text, &other.text) && other.score >= first.score - config::CONFLICT_SCORE_GAP {
            pairs.push(if is_later { (first.clone(), other) } else { (other, first.clone()) });
        }
    }
    Ok(pairs)
}

fn best_sentence_of(
    asking: &Asking<'_>,
    question: &Question,
    document_id: i64,
    grounds: &mut Grounds,
) -> Result<Option<Candidate>> {
    let Some((_, paths)) = asking.index.document(document_id) else { return Ok(None) };
    let filter = Filter { documents: paths.to_vec(), ..Filter::default() };
    let hits = asking.index.search(asking.store, question, asking.vector, &filter, Legs::Both, 4)?;
    Ok(sentence::candidates(asking, question, &hits, grounds)?.into_iter().next())
}

/// Whether two sentences give figures of one kind with different values.
fn differs(one: &str, other: &str) -> bool {
    let (one, other) = (quote::figures(one), quote::figures(other));
    let comparable = |figure: &&Figure| other.iter().any(|against| against.kind == figure.kind);
    let same =
        |figure: &Figure| other.iter().any(|against| against.kind == figure.kind && against.value == figure.value);
    one.iter().filter(comparable).any(|figure| !same(figure))
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
