//! Scores passages against a question: words by BM25, meaning by cosine, neighbours raised.
//!
//! BM25 is Robertson and Zaragoza's ("The Probabilistic Relevance Framework", 2009), with heading and
//! title words counted as parts of the passage. The weights were chosen by measuring
//! (`docs/decisions.md`, "How passages are ranked").

use super::reference::CLAUSE_WORDS;
use crate::chunk::Language;
use crate::lexicon::Concept;
use crate::store::PassageRow;
use crate::terms;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

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

/// Returns for each passage the share of the question's concepts that it speaks of, 0 to 1: a concept by
/// any of its names, whole, in the text or in its headings, and the more telling the fewer of the
/// passages speak of it. All 0 for a question without concepts.
pub fn concept_shares(passages: &[PassageRow], concepts: &[&Concept]) -> Vec<f32> {
    let mut starts: HashMap<&str, Vec<(usize, &[String])>> = HashMap::new();
    for (at, concept) in concepts.iter().enumerate() {
        for name in &concept.names {
            if let Some(first) = name.first() {
                starts.entry(first.as_str()).or_default().push((at, name.as_slice()));
            }
        }
    }
    let mut holding = vec![0_u32; concepts.len()];
    let held: Vec<Vec<bool>> = passages
        .iter()
        .map(|passage| {
            let mut held = vec![false; concepts.len()];
            for terms in [&passage.body_terms, &passage.head_terms] {
                let terms: Vec<&str> = terms.split(' ').collect();
                for (at, term) in terms.iter().enumerate() {
                    for &(concept, name) in starts.get(term).map_or(&[][..], Vec::as_slice) {
                        held[concept] |= terms.get(at..at + name.len()).is_some_and(|window| window == name);
                    }
                }
            }
            for (count, held) in holding.iter_mut().zip(&held) {
                *count += u32::from(*held);
            }
            held
        })
        .collect();
    // A concept that one passage alone speaks of weighs 1, one that they all do next to nothing.
    let all = passages.len() as f32;
    let rarity = |count: &u32| (1.0 + all / (*count as f32 + 0.5)).ln() / (1.0 + all / 1.5).ln();
    let weights: Vec<f32> = holding.iter().map(|count| rarity(count).min(1.0).powi(2)).collect();
    let sum = weights.iter().sum::<f32>().max(1.0);
    let held_weight =
        |held: &Vec<bool>| held.iter().zip(&weights).filter(|(held, _)| **held).map(|(_, weight)| weight).sum::<f32>();
    let share = |held: &Vec<bool>| held_weight(held) / sum;
    held.iter().map(share).collect()
}

/// How alike a question and a passage's heading are: the harmonic mean of the shares of their words that
/// the other has. Compared are the innermost heading and, since titles may be parted by a subheading, the
/// path's last few words; the better counts. "Artículo 12" before a title does not count against it.
pub fn heading_likeness(own: &[Vec<String>], passage: &PassageRow) -> f32 {
    if own.is_empty() || passage.head_terms.is_empty() {
        return 0.0;
    }
    let told = |term: &&str| !term.bytes().all(|byte| byte.is_ascii_digit()) && !NUMBERED.contains(*term);
    let path: Vec<&str> = passage.head_terms.split(' ').collect();
    let is_own = |term: &str| own.iter().any(|forms| forms.iter().any(|form| form == term));
    if !path.iter().any(|term| is_own(term)) {
        return 0.0;
    }
    let likeness = |heading: &[&str]| {
        let recall = own.iter().filter(|forms| forms.iter().any(|form| heading.contains(&form.as_str()))).count();
        let recall = recall as f32 / own.len() as f32;
        let precision = heading.iter().filter(|term| is_own(term)).count() as f32 / heading.len().max(1) as f32;
        if recall + precision > 0.0 { 2.0 * recall * precision / (recall + precision) } else { 0.0 }
    };
    let last_count = passage.heading.last().map_or(0, |last| terms::terms(last, passage.language).len());
    let innermost: Vec<&str> = path[path.len().saturating_sub(last_count)..].iter().copied().filter(told).collect();
    let words: Vec<&str> = path.into_iter().filter(told).collect();
    likeness(&innermost).max(likeness(&words[words.len().saturating_sub(own.len() + 2)..]))
}

/// Stems of the words that stand before a heading's number.
static NUMBERED: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let stems = |word: &&str| [terms::stem(word, Language::Es), terms::stem(word, Language::En)];
    CLAUSE_WORDS.iter().flat_map(stems).collect()
});

/// Whether a passage has these terms in a row, in its text or its headings.
pub fn has_phrase(passage: &PassageRow, phrase: &[String]) -> bool {
    let stands = |terms: &str| {
        let terms: Vec<&str> = terms.split(' ').collect();
        !phrase.is_empty() && terms.windows(phrase.len()).any(|window| window == phrase)
    };
    stands(&passage.body_terms) || stands(&passage.head_terms)
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
