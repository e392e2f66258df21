//! Answers made of the documents' own sentences, without a model.

use super::answer::{Claim, Mode};
use super::sentence::{self, Candidate};
use super::{Asking, Finding, Grounds, Made, conflict};
use crate::error::Result;
use crate::ground::claim::Support;
use crate::search::Question;

/// Chooses the sentences that answer, or none where the evidence is not there.
pub(super) fn answer(asking: &Asking<'_>, question: &Question, finding: &mut Finding) -> Result<Made> {
    let chosen = match (finding.evidence.found, finding.every) {
        (false, _) => Vec::new(),
        (true, Some(_)) => sentence::choose_of_each(&finding.candidates),
        (true, None) => sentence::choose(&finding.candidates, question),
    };
    quoted(asking, question, finding, chosen)
}

/// Makes an answer of chosen sentences, with what other documents say against them.
pub(super) fn quoted(
    asking: &Asking<'_>,
    question: &Question,
    finding: &mut Finding,
    mut chosen: Vec<Candidate>,
) -> Result<Made> {
    let conflicts = if finding.every.is_some() {
        Vec::new() // Documents that are listed need not agree.
    } else {
        conflict::find(asking, question, &finding.weights, &chosen, &finding.candidates, &mut finding.grounds)?
    };
    conflict::put_beside(&mut chosen, &conflicts);
    let claims = chosen.iter().map(|one| claim(asking, one, &mut finding.grounds)).collect::<Result<_>>()?;
    Ok(Made { mode: Mode::Verbatim, claims, conflicts, missing: None, cut: false, model: None })
}

/// A sentence as a claim that is its own quote.
pub(super) fn claim(asking: &Asking<'_>, candidate: &Candidate, grounds: &mut Grounds) -> Result<Claim> {
    let citation = asking.cite(candidate, grounds)?;
    Ok(Claim {
        text: citation.quote.clone(),
        support: Support::Quoted,
        citations: vec![citation],
        faults: Vec::new(),
        reasons: Vec::new(),
    })
}
