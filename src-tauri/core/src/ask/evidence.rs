//! Decides whether the sentences found answer the question, or whether it must be "not found".
//!
//! A cosine alone does not tell: for this embedder right and wrong sentences lie between 0.76 and
//! 0.87. Several weak signs are weighed together by a logistic function whose weights were fitted on
//! the development questions (`docs/decisions.md`, "When to say not found").

use super::Asking;
use super::sentence::Candidate;
use crate::chunk::Language;
use crate::config;
use crate::error::Result;
use crate::lexicon::lexicon;
use crate::quote::{self, FigureKind};
use crate::search::{Hit, Question, agreement};
use crate::terms;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The signs and what they came to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ts_rs::TS)]
pub struct Evidence {
    /// Whether it is taken for an answer.
    pub found: bool,
    /// The fitted probability that the documents answer.
    pub probability: f32,
    /// Whether it cannot be an answer whatever the signs: a party or a numbered part that is not there.
    pub ruled_out: bool,
    /// The signs by name, each about 0 to 1.
    pub signs: BTreeMap<&'static str, f32>,
}

/// Fitted weights: how much each sign speaks for an answer. Signs not named here are recorded only.
const WEIGHTS: [(&str, f32); 5] =
    [("attested", 1.28), ("concepts_top", 1.85), ("coverage_top", 1.09), ("fits", 1.21), ("margin", 2.42)];
/// The fitted constant.
const BIAS: f32 = -2.8;

impl Evidence {
    /// Whether a model may find an answer: nothing rules it out and the signs are not all against it.
    pub(super) fn is_worth_asking(&self) -> bool {
        !self.ruled_out && self.probability >= config::MODEL_PROBABILITY_MIN
    }
}

/// Weighs the signs of a question and its candidates.
pub(super) fn weigh(
    asking: &Asking<'_>,
    question: &Question,
    hits: &[Hit],
    candidates: &[Candidate],
    weights: &Weights,
) -> Evidence {
    let mut signs: BTreeMap<&'static str, f32> = BTreeMap::new();
    let Some(best) = candidates.first() else { return Evidence::default() };
    let top = &candidates[..candidates.len().min(5)];
    let most = |value: &dyn Fn(&Candidate) -> f32| top.iter().map(value).fold(0.0, f32::max);
    signs.insert("named", f32::from(!question.routed.named.is_empty()));
    signs.insert("unknown", f32::from(!unknown_names(question, hits).is_empty()));
    signs.insert("coverage", best.coverage);
    signs.insert("coverage_top", most(&|candidate| candidate.coverage));
    signs.insert("concepts", best.concepts);
    signs.insert("concepts_top", most(&|candidate| candidate.concepts));
    signs.insert(
        "fits",
        match best.fits {
            Some(true) => 1.0,
            Some(false) => 0.0,
            None => 0.5,
        },
    );
    signs.insert("cosine", best.cosine.map_or(0.5, scaled));
    signs.insert("cosine_top", most(&|candidate| candidate.cosine.map_or(0.5, scaled)));
    signs.insert("margin", margin(hits));
    signs.insert("rarest", rarest(weights, candidates));
    signs.insert("rare_concept", rare_concept(weights, candidates));
    signs.insert("attested", attested(asking, question, weights, hits));
    signs.insert("no_concept", f32::from(weights.concepts.is_empty()));
    let reference = hits
        .iter()
        .take(3)
        .flat_map(|hit| question.references.iter().map(|wanted| agreement(wanted, &hit.passage.heading)));
    let reference = reference.fold(0.0, f32::max);
    signs.insert("reference", if question.references.is_empty() { 0.5 } else { reference });
    let sum: f32 =
        BIAS + WEIGHTS.iter().map(|(name, weight)| weight * signs.get(name).copied().unwrap_or(0.0)).sum::<f32>();
    let probability = 1.0 / (1.0 + (-sum).exp());
    let is_unknown = signs.get("unknown").is_some_and(|unknown| *unknown > 0.5);
    // A numbered part that the named document does not have.
    let is_missing = !question.routed.named.is_empty() && !question.references.is_empty() && reference == 0.0;
    let ruled_out = is_unknown || is_missing;
    Evidence { found: probability >= 0.5 && !ruled_out, probability, ruled_out, signs }
}

fn scaled(cosine: f32) -> f32 {
    ((cosine - 0.75) / 0.15).clamp(0.0, 1.0)
}

/// Names of the question that are no document's and stand in none of the best passages either.
fn unknown_names<'a>(question: &'a Question, hits: &[Hit]) -> Vec<&'a String> {
    if !question.routed.named.is_empty() {
        return Vec::new(); // A document is named all the same: by another name, or by its number.
    }
    let holds = |hit: &Hit, name: &str| {
        let body: BTreeSet<&str> = hit.passage.body_terms.split(' ').chain(hit.passage.head_terms.split(' ')).collect();
        name.split(' ').all(|word| {
            [Language::Es, Language::En].iter().any(|language| body.contains(terms::stem(word, *language).as_str()))
        })
    };
    question.routed.unknown.iter().filter(|name| !hits.iter().take(10).any(|hit| holds(hit, name))).collect()
}

/// How far the best passage stands out from the middle of the hits, by cosine.
fn margin(hits: &[Hit]) -> f32 {
    let mut cosines: Vec<f32> = hits.iter().filter_map(|hit| hit.cosine).collect();
    cosines.sort_by(|one, other| other.total_cmp(one));
    match (cosines.first(), cosines.get(cosines.len() / 2)) {
        (Some(best), Some(middle)) => ((best - middle) / 0.08).clamp(0.0, 1.0),
        _ => 0.5,
    }
}

/// Whether the question's rarest own word stands in one of the best sentences.
fn rarest(weights: &Weights, candidates: &[Candidate]) -> f32 {
    let Some((forms, _)) = weights.words.iter().max_by(|one, other| one.1.total_cmp(&other.1)) else { return 0.5 };
    let stands = candidates.iter().take(5).any(|candidate| {
        let whole = format!("{} {}", candidate.heading.join(" "), candidate.text);
        let mut stems = terms::terms(&whole, Language::Es).into_iter().chain(terms::terms(&whole, Language::En));
        stems.any(|stem| forms.contains(&stem))
    });
    f32::from(stands)
}

/// Whether the most telling concept stands in one of the best sentences or its heading.
fn rare_concept(weights: &Weights, candidates: &[Candidate]) -> f32 {
    let Some(asked) = weights.rarest_concept() else { return 0.5 };
    let stands = candidates.iter().take(5).any(|candidate| {
        let whole = format!("{} {}", candidate.heading.join(" "), candidate.text);
        lexicon().concepts_in(&whole).iter().any(|concept| concept.id == asked.id)
    });
    f32::from(stands)
}

/// Whether the most telling concept stands anywhere in the documents that are asked.
fn attested(asking: &Asking<'_>, question: &Question, weights: &Weights, hits: &[Hit]) -> f32 {
    let Some(asked) = weights.rarest_concept() else { return 0.5 };
    let named: BTreeSet<i64> = asking.index.named(question).into_iter().collect();
    let documents = if named.is_empty() { hits.iter().map(|hit| hit.passage.document_id).collect() } else { named };
    let held =
        asked.passages.iter().any(|id| asking.index.holder(*id).is_some_and(|document| documents.contains(&document)));
    f32::from(held)
}

/// A concept that a question speaks of.
pub(super) struct Asked {
    /// Its short name.
    pub id: &'static str,
    /// How telling it is: high when few passages speak of it.
    pub weight: f32,
    /// Passages that speak of it.
    pub passages: BTreeSet<i64>,
}

/// The question's words with their weight, and its concepts.
pub(super) struct Weights {
    /// Each word's stems and how telling it is.
    pub words: Vec<(Vec<String>, f32)>,
    /// The concepts it speaks of.
    pub concepts: Vec<Asked>,
}

impl Weights {
    /// Weighs the words of what is asked by how few passages hold them.
    pub fn of(asking: &Asking<'_>, question: &Question) -> Result<Self> {
        let forms: BTreeSet<String> = question.own_forms().into_iter().flatten().collect();
        let counts: BTreeMap<String, i64> = asking.store.passage_counts(&forms)?.into_iter().collect();
        let all = asking.index.passage_count().max(1) as f32;
        let words = question
            .own_forms()
            .into_iter()
            .map(|forms| {
                let held: i64 = forms.iter().filter_map(|form| counts.get(form)).sum();
                let weight = (1.0 + all / (held as f32 + 0.5)).ln();
                (forms, weight)
            })
            .collect();
        let mut concepts = Vec::new();
        for concept in lexicon().concepts_in(&question.asking) {
            let names: Vec<String> = concept.names.iter().map(|name| format!("\"{}\"", name.join(" "))).collect();
            let passages: BTreeSet<i64> =
                asking.store.passages_with(&names.join(" OR "), config::SPREAD_PASSAGES)?.into_iter().collect();
            let weight = (1.0 + all / (passages.len() as f32 + 0.5)).ln();
            concepts.push(Asked { id: concept.id, weight: weight * weight, passages });
        }
        Ok(Self { words, concepts })
    }

    /// The most telling concept.
    fn rarest_concept(&self) -> Option<&Asked> {
        self.concepts.iter().max_by(|one, other| one.weight.total_cmp(&other.weight))
    }

    /// Share of the concepts' weight that `held` gives; 1 when the question has none.
    pub fn concepts_held(&self, held: impl Fn(&str) -> f32) -> f32 {
        let total: f32 = self.concepts.iter().map(|asked| asked.weight).sum();
        let sum: f32 = self.concepts.iter().map(|asked| asked.weight * held(asked.id)).sum();
        if total > 0.0 { sum / total } else { 1.0 }
    }

    /// Share of the words' weight that stands in a sentence, or (counting less) in its heading.
    pub fn covered(&self, own: &BTreeSet<String>, above: &BTreeSet<String>) -> f32 {
        let total: f32 = self.words.iter().map(|(_, weight)| weight).sum();
        let covered = self.words.iter().map(|(forms, weight)| {
            if forms.iter().any(|form| own.contains(form)) {
                *weight
            } else if forms.iter().any(|form| above.contains(form)) {
                0.8 * weight
            } else {
                0.0
            }
        });
        if total > 0.0 { covered.sum::<f32>() / total } else { 1.0 }
    }
}

/// The kinds of thing that a question asks for.
pub(super) struct Expected {
    kinds: Vec<FigureKind>,
}

impl Expected {
    /// Reads the question words of both languages.
    pub fn of(question: &Question) -> Self {
        let folded = format!(" {} ", terms::words(&question.asking).join(" "));
        let has = |words: &[&str]| words.iter().any(|word| folded.contains(&format!(" {word} ")));
        let mut kinds = Vec::new();
        if has(&["porcentaje", "tanto por ciento", "percentage", "percent", "tipo de interes", "interest rate"]) {
            kinds.push(FigureKind::Percent);
        }
        if has(&[
            "plazo",
            "cuanto tiempo",
            "duracion",
            "cuantos dias",
            "cuantos meses",
            "cuantos anos",
            "how long",
            "term",
            "period",
            "notice",
            "preaviso",
            "vigencia",
        ]) {
            kinds.push(FigureKind::Duration);
        }
        if has(&["cuando", "fecha", "when", "date", "dia"]) {
            kinds.push(FigureKind::Date);
        }
        if has(&[
            "precio",
            "importe",
            "renta",
            "cantidad",
            "cuesta",
            "cuanto se paga",
            "price",
            "fee",
            "amount",
            "how much",
            "rent",
            "salario",
            "sueldo",
            "capital",
            "honorarios",
        ]) {
            kinds.push(FigureKind::Money);
        }
        if kinds.is_empty() && has(&["penalizacion", "penalty", "liquidated damages", "recargo", "surcharge"]) {
            kinds.extend([FigureKind::Money, FigureKind::Percent]);
        }
        if kinds.is_empty() && has(&["cuantos", "cuantas", "cuanto", "cuanta", "how many", "how much"]) {
            kinds.extend([FigureKind::Number, FigureKind::Money, FigureKind::Percent, FigureKind::Duration]);
        }
        Self { kinds }
    }

    /// Whether a sentence's figures, the number of its clause left out, are of a kind that is asked;
    /// `None` when none is.
    pub fn fits(&self, text: &str) -> Option<bool> {
        if self.kinds.is_empty() {
            return None;
        }
        Some(quote::figures(unnumbered(text)).iter().any(|figure| self.kinds.contains(&figure.kind)))
    }
}

/// A sentence without the number of its clause ("6.1.", "3ª)"), which is no figure of what is agreed.
pub(super) fn unnumbered(text: &str) -> &str {
    let Some((number, rest)) = text.split_once(char::is_whitespace) else { return text };
    let core = number.trim_end_matches(['.', ')', 'ª', 'º', '°', '-', '–']);
    let parts: Vec<&str> = core.split('.').collect();
    let short = |part: &&str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = parts.iter().all(short) && (parts.len() > 1 || core.len() < number.len());
    if numbers { rest.trim_start() } else { text }
}

#[cfg(test)]
mod tests {
    use super::unnumbered;

    #[test]
    fn the_number_of_a_clause_is_no_figure() {
        let check = |text: &str, expected: &str| assert_eq!(unnumbered(text), expected);
        check("6.1. Se pacta el 2 %.", "Se pacta el 2 %.");
        check("7.1 El deber", "El deber");
        check("3ª) El plazo", "El plazo");
        check("30 días antes", "30 días antes");
        check("1.500 euros al mes", "1.500 euros al mes");
    }
}
