//! Scores passages against a question: words by BM25, meaning by cosine, neighbours raised.
//!
//! BM25 is Robertson and Zaragoza's ("The Probabilistic Relevance Framework", 2009), with heading and
//! title words counted as parts of the passage. The weights were chosen by measuring
//! (`docs/decisions.md`, "How passages are ranked").

use crate::store::PassageRow;
use std::collections::HashMap;

/// BM25's saturation of repeated words.
const K1: f32 = 1.2;
/// BM25's share of length normalisation.
const B: f32 = 0.6;
/// How often a heading word counts, against a word of the text.
const HEADING: f32 = 1.6;

/// A term of the question: any of its forms is the term.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// Stems that count as this term.
    pub forms: Vec<String>,
    /// How much it counts: 1 for the question's own words, less for a concept's other names.
    pub weight: f32,
}

/// Returns each passage's BM25 score. `held` gives the share of the library's passages that hold a
/// term's form; `None` counts it among the given passages.
pub fn bm25(passages: &[PassageRow], terms: &[Term], held: Option<&HashMap<String, f32>>) -> Vec<f32> {
    let index: HashMap<&str, usize> = terms
        .iter()
        .enumerate()
        .rev()
        .flat_map(|(at, term)| term.forms.iter().map(move |form| (form.as_str(), at)))
        .collect();
    let mut counts: Vec<Vec<(usize, f32)>> = Vec::with_capacity(passages.len());
    let mut lengths = Vec::with_capacity(passages.len());
    let mut holding = vec![0_u32; terms.len()];
    for passage in passages {
        let mut count = vec![0.0_f32; terms.len()];
        let mut length = 0;
        for term in passage.body_terms.split(' ') {
            length += 1;
            if let Some(&at) = index.get(term) {
                count[at] += 1.0;
            }
        }
        for term in passage.head_terms.split(' ') {
            if let Some(&at) = index.get(term) {
                count[at] += HEADING;
            }
        }
        let found: Vec<(usize, f32)> = count.into_iter().enumerate().filter(|(_, count)| *count > 0.0).collect();
        for &(at, _) in &found {
            holding[at] += 1;
        }
        counts.push(found);
        lengths.push(length as f32);
    }
    let mean = lengths.iter().sum::<f32>() / lengths.len().max(1) as f32;
    let idf: Vec<f32> = terms
        .iter()
        .enumerate()
        .map(|(at, term)| {
            let share = match held {
                Some(held) => term.forms.iter().filter_map(|form| held.get(form)).sum::<f32>().min(1.0),
                None => holding[at] as f32 / passages.len().max(1) as f32,
            };
            term.weight * (1.0 + (1.0 - share) / (share + 0.5 / passages.len().max(2) as f32)).ln()
        })
        .collect();
    counts
        .iter()
        .zip(&lengths)
        .map(|(found, length)| {
            let norm = K1 * (1.0 - B + B * length / mean.max(1.0));
            found.iter().map(|&(at, count)| idf[at] * count * (K1 + 1.0) / (count + norm)).sum()
        })
        .collect()
}

/// How alike a question and a heading path are: the harmonic mean of the shares of their words that
/// the other has, over the path's inner end. A number before a title does not count against it.
pub fn heading_likeness(own: &[Vec<String>], head_terms: &str) -> f32 {
    if own.len() < 2 || head_terms.is_empty() {
        return 0.0;
    }
    let heading: Vec<&str> =
        head_terms.split(' ').filter(|term| !term.bytes().all(|byte| byte.is_ascii_digit())).collect();
    let stands = |forms: &Vec<String>| forms.iter().any(|form| heading.contains(&form.as_str()));
    let recall = own.iter().filter(|forms| stands(forms)).count() as f32 / own.len() as f32;
    // The path may begin with titles and chapters: only as many inner words as the question has, and a few, are looked at.
    let inner = &heading[heading.len().saturating_sub(own.len() + 2)..];
    let shared = inner.iter().filter(|term| own.iter().any(|forms| forms.iter().any(|form| form == *term))).count();
    let precision = shared as f32 / inner.len().max(1) as f32;
    if recall + precision > 0.0 { 2.0 * recall * precision / (recall + precision) } else { 0.0 }
}

/// Scales values to 0..1 over their own range; equal values become 0.
pub fn normalise(values: &[f32]) -> Vec<f32> {
    let low = values.iter().copied().fold(f32::INFINITY, f32::min);
    let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let range = high - low;
    values.iter().map(|value| if range > f32::EPSILON { (value - low) / range } else { 0.0 }).collect()
}

/// Raises each passage by `share` of its better neighbour in the same document.
///
/// `order` gives document and ordinal of each; the passages need not be sorted or complete.
pub fn raise_neighbours(scores: &[f32], order: &[(i64, u32)], share: f32) -> Vec<f32> {
    let at: HashMap<(i64, u32), f32> = order.iter().copied().zip(scores.iter().copied()).collect();
    scores
        .iter()
        .zip(order)
        .map(|(score, &(document, ordinal))| {
            let before = ordinal.checked_sub(1).and_then(|ordinal| at.get(&(document, ordinal)));
            let after = at.get(&(document, ordinal + 1));
            score + share * before.copied().unwrap_or(0.0).max(after.copied().unwrap_or(0.0))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Language;
    use crate::span::Span;

    fn passage(id: i64, body: &str, head: &str) -> PassageRow {
        PassageRow {
            id,
            document_id: 1,
            ordinal: id as u32,
            span: Span::new(0, 1),
            heading: Vec::new(),
            language: Language::Es,
            body_terms: body.to_owned(),
            head_terms: head.to_owned(),
            embedded: Vec::new(),
        }
    }

    fn term(form: &str) -> Term {
        Term { forms: vec![form.to_owned()], weight: 1.0 }
    }

    #[test]
    fn rare_words_and_headings_count_more() {
        let passages = [passage(0, "part preci", ""), passage(1, "part part plaz", ""), passage(2, "part", "plaz")];
        let scores = bm25(&passages, &[term("part"), term("plaz")], None);
        assert!(scores[1] > scores[0], "{scores:?}");
        assert!(scores[2] > scores[0], "{scores:?}");
    }

    #[test]
    fn a_neighbour_raises() {
        let raised = raise_neighbours(&[1.0, 0.0, 0.0], &[(1, 0), (1, 1), (2, 2)], 0.2);
        assert_eq!(raised, [1.0, 0.2, 0.0]);
    }
}
