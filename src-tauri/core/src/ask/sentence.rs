//! The sentences of the best passages, scored by how well each answers.

use super::conflict;
use super::evidence::{Expected, Weights};
use super::{Asking, Grounds};
use crate::chunk;
use crate::config;
use crate::error::Result;
use crate::lexicon::lexicon;
use crate::search::{Hit, Question};
use crate::span::{CodePoints, Span};
use crate::terms;
use std::collections::BTreeSet;

/// A sentence that may answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    /// Its document.
    pub document_id: i64,
    /// Where it stands.
    pub span: Span,
    /// Its words.
    pub text: String,
    /// Headings above it.
    pub heading: Vec<String>,
    /// Which hit it comes from, from 0.
    pub hit: usize,
    /// Share of the weight of the question's words that stands in it or its heading, 0 to 1.
    pub coverage: f32,
    /// Share of the question's concepts that stand in it or its heading, 0 to 1; 1 when it has none.
    pub concepts: f32,
    /// Whether it holds the kind of thing that is asked; `None` when no kind is.
    pub fits: Option<bool>,
    /// Cosine to the question, where there is an embedder.
    pub cosine: Option<f32>,
    /// All of it together.
    pub score: f32,
}

/// Shortest sentence that is quoted, in words: less is a heading or a number.
const WORDS_MIN: usize = 4;

/// Collects and scores the sentences of the best hits, best first.
pub(super) fn candidates(
    asking: &Asking<'_>,
    question: &Question,
    weights: &Weights,
    hits: &[Hit],
    grounds: &mut Grounds,
) -> Result<Vec<Candidate>> {
    let expected = Expected::of(question);
    let of_changes = conflict::asks_of_changes(&question.text);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let best = hits.first().map_or(1.0, |hit| hit.score.max(f32::EPSILON));
    for (at, hit) in hits.iter().enumerate() {
        let ground = grounds.of(asking.store, hit.passage.document_id)?;
        let points = CodePoints::new(ground.text());
        for span in chunk::sentences(&points, hit.passage.span) {
            let text = points.slice(span).trim();
            let quotable = text.split_whitespace().count() >= WORDS_MIN
                && !hit.passage.heading.iter().any(|heading| heading == text);
            if !quotable || !seen.insert((hit.passage.document_id, span.start)) {
                continue;
            }
            let mut candidate = score(weights, &expected, text, &hit.passage.heading);
            candidate.document_id = hit.passage.document_id;
            candidate.span = trimmed(&points, span);
            candidate.hit = at;
            candidate.score += 0.4 * hit.score / best;
            if of_changes && conflict::tells_a_change(text) {
                candidate.score += 1.0;
                candidate.fits = Some(true);
            }
            found.push(candidate);
        }
    }
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    found.truncate(config::ANSWER_SENTENCES);
    if let (Some(embed), Some(vector)) = (asking.embed, asking.vector) {
        let texts: Vec<String> =
            found.iter().map(|candidate| format!("{}\n{}", candidate.heading.join(" › "), candidate.text)).collect();
        for (candidate, own) in found.iter_mut().zip(embed(&texts)?) {
            let cosine: f32 = own.iter().zip(vector).map(|(one, other)| one * other).sum();
            candidate.cosine = Some(cosine);
            // Cosines of this embedder crowd between 0.75 and 0.9.
            candidate.score += ((cosine - 0.75) / 0.15).clamp(0.0, 1.2);
        }
        found.sort_by(|one, other| other.score.total_cmp(&one.score));
    }
    Ok(found)
}

fn score(weights: &Weights, expected: &Expected, text: &str, heading: &[String]) -> Candidate {
    let joined = heading.join(" ");
    let own: BTreeSet<String> = both_stems(text);
    let above: BTreeSet<String> = both_stems(&joined);
    let coverage = weights.covered(&own, &above);
    let there = lexicon().concepts_in(text);
    let up = lexicon().concepts_in(&joined);
    let concepts = weights.concepts_held(|id| {
        if there.iter().any(|concept| concept.id == id) {
            1.0
        } else if up.iter().any(|concept| concept.id == id) {
            0.8
        } else {
            0.0
        }
    });
    let fits = expected.fits(text);
    let score = 0.6 * coverage
        + 0.6 * concepts
        + match fits {
            Some(true) => 0.5,
            Some(false) => -0.2,
            None => 0.2,
        };
    Candidate {
        document_id: 0,
        span: Span::new(0, 0),
        text: text.to_owned(),
        heading: heading.to_vec(),
        hit: 0,
        coverage,
        concepts,
        fits,
        cosine: None,
        score,
    }
}

fn both_stems(text: &str) -> BTreeSet<String> {
    let mut stems: BTreeSet<String> = terms::terms(text, chunk::Language::Es).into_iter().collect();
    stems.extend(terms::terms(text, chunk::Language::En));
    stems
}

/// The span without the white space at its ends.
fn trimmed(points: &CodePoints<'_>, span: Span) -> Span {
    let text = points.slice(span);
    let before = text.chars().take_while(|letter| letter.is_whitespace()).count() as u32;
    let after = text.chars().rev().take_while(|letter| letter.is_whitespace()).count() as u32;
    Span::new((span.start + before).min(span.end), span.end.saturating_sub(after).max(span.start))
}

/// Picks what is shown: the best sentence, then others nearly as good from other documents, and one
/// more of the same document when it is as good.
pub(super) fn choose(candidates: &[Candidate], question: &Question) -> Vec<Candidate> {
    let Some(best) = candidates.first() else { return Vec::new() };
    let mut chosen = vec![best.clone()];
    let one_document = question.routed.named.len() == 1;
    for candidate in candidates.iter().skip(1) {
        let same = chosen.iter().filter(|other| other.document_id == candidate.document_id).count();
        let near = candidate.score >= best.score - if same > 0 { 0.12 } else { 0.3 };
        let kind = best.fits != Some(true) || candidate.fits == Some(true);
        let room = if one_document { 2 } else { config::ANSWER_CLAIMS_MAX };
        if near && kind && same < 2 && chosen.len() < room {
            chosen.push(candidate.clone());
        }
    }
    chosen
}

/// Picks the best sentence of each document, best document first, as long as they come near the best.
pub(super) fn choose_of_each(candidates: &[Candidate]) -> Vec<Candidate> {
    let Some(best) = candidates.first() else { return Vec::new() };
    let mut chosen: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let near = candidate.score >= best.score - config::EVERY_SCORE_GAP;
        let fresh = chosen.iter().all(|other| other.document_id != candidate.document_id);
        if near && fresh && chosen.len() < config::EVERY_DOCUMENTS_MAX {
            chosen.push(candidate.clone());
        }
    }
    chosen
}
