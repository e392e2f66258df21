//! Where the quotes that a model wrote stand in the passages that it was shown.
//!
//! A quote stands in its passage up to what typesetting changes, or it does not stand there. What is
//! shown afterwards are the passage's own words. A quote with an ellipsis is taken as its parts, each of
//! which must stand by itself, in order.

use super::claim::{Cited, Fault, Source};
use crate::config;
use crate::draft::{Draft, DraftCitation};
use crate::quote::{Folded, figures, names};
use crate::span::{CodePoints, Span};

/// What became of a draft's citations.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) citations: Vec<Cited>,
    pub(super) faults: Vec<Fault>,
    pub(super) dropped: u32,
}

/// Finds the quotes of a draft.
pub(super) fn find(draft: &Draft, sources: &[Source]) -> Found {
    let mut found = Found::default();
    if draft.citations.is_empty() {
        found.faults.push(Fault::NoSource);
    }
    for (at, citation) in draft.citations.iter().enumerate() {
        let index = (citation.source as usize).checked_sub(1).filter(|_| at < config::CITATIONS_MAX);
        match index.and_then(|index| sources.get(index)) {
            Some(source) => one(citation, source, sources, &mut found),
            None => found.dropped += 1,
        }
    }
    if found.citations.is_empty() && found.faults.is_empty() {
        found.faults.push(Fault::NoSource);
    }
    found
}

fn one(citation: &DraftCitation, source: &Source, sources: &[Source], found: &mut Found) {
    let parts = parts(&citation.quote);
    if parts.is_empty() || parts.iter().any(|part| !is_telling(part)) {
        found.faults.push(Fault::QuoteTooShort { quote: citation.quote.clone() });
        return;
    }
    if let Some(spans) = all_in(&parts, source) {
        found.citations.extend(spans.into_iter().map(|span| cited(citation.source, span, source, None)));
        return;
    }
    // In another passage of the same document, if it is unique and long enough to be no accident: of two
    // contracts from one mould only the numbers differ, and a quote of one says nothing of the other.
    let mut others = sources.iter().zip(1u32..).filter_map(|(other, number)| {
        let spans = if number == citation.source { None } else { all_in(&parts, other) };
        spans.map(|spans| (number, other, spans))
    });
    let telling = parts.iter().all(|part| part.split_whitespace().count() >= config::QUOTE_MOVED_WORDS_MIN);
    match (others.next(), others.next()) {
        (Some((number, other, spans)), None) if telling && other.document == source.document => {
            let from = Some(citation.source);
            found.citations.extend(spans.into_iter().map(|span| cited(number, span, other, from)));
        }
        (Some((number, ..)), _) => {
            found.faults.push(Fault::QuoteElsewhere { quote: citation.quote.clone(), source: number });
        }
        (None, _) => found.faults.push(Fault::QuoteNotFound { quote: citation.quote.clone() }),
    }
}

fn cited(number: u32, span: Span, source: &Source, moved_from: Option<u32>) -> Cited {
    Cited { source: number, span, quote: CodePoints::new(&source.text).slice(span).to_owned(), moved_from }
}

/// Returns a quote's parts between ellipses, without the marks around them.
fn parts(quote: &str) -> Vec<String> {
    let quote = quote.replace("[...]", "…").replace("[…]", "…").replace("(...)", "…").replace("(…)", "…");
    let quote = quote.replace("...", "…");
    let bare = |part: &str| {
        let part = part.trim().trim_start_matches(['"', '“', '«', '‘', ' ']);
        part.trim_end_matches(['"', '”', '»', '’', '.', ',', ';', ':', ' ']).to_owned()
    };
    quote.split('…').map(bare).filter(|part| !part.is_empty()).collect()
}

/// Returns whether a quote is long enough to prove something, or holds what no accident brings.
fn is_telling(part: &str) -> bool {
    part.split_whitespace().count() >= config::QUOTE_WORDS_MIN || !figures(part).is_empty() || !names(part).is_empty()
}

/// Returns where the parts stand in a passage, in order; `None` when one does not.
fn all_in(parts: &[String], source: &Source) -> Option<Vec<Span>> {
    let folded = Folded::new(&source.text);
    let mut after = 0;
    let mut spans = Vec::with_capacity(parts.len());
    for part in parts {
        let place = |part: &str| folded.locate_all(part).find(|span| span.start >= after);
        let span = place(part).or_else(|| place(&recased(part)))?;
        after = span.end;
        spans.push(span);
    }
    Some(spans)
}

/// Changes the case of the first letter, which a model adapts to its own sentence.
fn recased(part: &str) -> String {
    let mut letters = part.chars();
    let Some(first) = letters.next() else { return String::new() };
    let turned: String =
        if first.is_uppercase() { first.to_lowercase().collect() } else { first.to_uppercase().collect() };
    turned + letters.as_str()
}
