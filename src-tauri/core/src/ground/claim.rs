//! Checking a sentence that a model wrote against the passages that it was shown.
//!
//! In go a [`Draft`] and the numbered [`Source`]s, out comes a [`Checked`] claim: how far it is backed,
//! where its quotes stand, and everything that is wrong with it. A claim is `supported` only when nothing
//! is found wrong: a quote stands verbatim, every figure and name stands in what it cites, it denies and
//! obliges as its source does, the parties are not swapped, and enough of its words are covered.
//!
//! Deliberately not here: whether a claim follows in logic from its quote. What cannot be told by these
//! means passes, and the screen says that the wording is a model's.

use super::{cite, coverage, figure, name, polarity, role, words};
use crate::chunk::{Language, language_of, sentences};
use crate::config;
use crate::draft::Draft;
use crate::quote::Folded;
use crate::span::{CodePoints, Span};
use serde::Serialize;

/// One passage as it was shown to the model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// Its words.
    pub text: String,
    /// Headings above it, outermost first.
    pub heading: Vec<String>,
    /// What its document calls itself, and its file's name: here the parties stand.
    pub title: String,
    /// The document's own date.
    pub date: Option<String>,
    /// Tells documents apart: the same for all passages of one.
    pub document: i64,
}

/// How a claim is backed by what it cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    /// It is the quote itself.
    Quoted,
    /// Figures and names stand in the quote; the wording is a model's.
    Supported,
    /// It could not be checked against its source.
    Unsupported,
}

/// A quote that stands in a passage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cited {
    /// The passage's number, from 1.
    pub source: u32,
    /// Where it stands in the passage's text, in code points.
    pub span: Span,
    /// The passage's own words there.
    pub quote: String,
    /// The number that the model gave, where the quote stands only in another passage of that document.
    pub moved_from: Option<u32>,
}

/// What is not right with a claim.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Fault {
    /// It cites nothing that was shown.
    NoSource,
    /// The quote stands in none of the passages shown.
    QuoteNotFound {
        /// As the model wrote it.
        quote: String,
    },
    /// The quote stands in another passage than the one cited.
    QuoteElsewhere {
        /// As the model wrote it.
        quote: String,
        /// The passage in which it stands.
        source: u32,
    },
    /// The quote is too short to prove anything.
    QuoteTooShort {
        /// As the model wrote it.
        quote: String,
    },
    /// The quote leaves out a "no" of its own sentence.
    QuoteCut,
    /// A number, amount, date or period is not in the quote.
    FigureMissing {
        /// As the claim has it.
        figure: String,
    },
    /// A figure of the claim stands in the quote, but for something else.
    FigureOfAnother {
        /// As the claim has it.
        figure: String,
    },
    /// A name is neither in the quote nor in the title and headings above it.
    NameMissing {
        /// As the claim has it.
        name: String,
    },
    /// The claim denies what the source says, or the other way round.
    Polarity,
    /// The claim makes an option of a duty, or a duty of an option.
    Modality,
    /// The claim gives to one party what the source gives to the other.
    Roles,
    /// Too few of the claim's words stand in the source.
    WordsMissing {
        /// Share of its content words that do, 0 to 1.
        share: f32,
    },
}

/// A claim with what its check found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Checked {
    /// The sentence as the model wrote it.
    pub text: String,
    /// How far it is backed.
    pub support: Support,
    /// Its quotes that stand in a passage.
    pub citations: Vec<Cited>,
    /// Why it is unsupported; empty otherwise.
    pub faults: Vec<Fault>,
    /// Citations of passages that do not exist, or beyond the limit of their number.
    pub dropped: u32,
}

/// Checks one sentence of a model.
pub fn check(draft: &Draft, sources: &[Source]) -> Checked {
    let mut found = cite::find(draft, sources);
    if !found.citations.is_empty() {
        let evidence = Evidence::gather(&found.citations, sources);
        if evidence.cut {
            found.faults.push(Fault::QuoteCut);
        }
        if found.faults.is_empty() && is_quote(&draft.text, &found.citations) {
            let cite::Found { citations, dropped, .. } = found;
            return Checked {
                text: draft.text.clone(),
                support: Support::Quoted,
                citations,
                faults: Vec::new(),
                dropped,
            };
        }
        judge(&draft.text, &evidence, &mut found.faults);
    }
    let support = if found.faults.is_empty() { Support::Supported } else { Support::Unsupported };
    let cite::Found { citations, faults, dropped } = found;
    Checked { text: draft.text.clone(), support, citations, faults, dropped }
}

/// Returns whether the claim is one of its quotes, up to the stop at its end.
fn is_quote(text: &str, citations: &[Cited]) -> bool {
    let bare = |text: &str| Folded::new(text.trim().trim_end_matches(['.', ';', ','])).as_str().to_owned();
    citations.iter().any(|cited| bare(&cited.quote) == bare(text))
}

/// What a claim cites, in the widths in which it is asked.
#[derive(Debug, Default)]
struct Evidence {
    /// The quotes alone: figures must stand here.
    quotes: String,
    /// The sentences that hold them: what is denied, allowed and of whom.
    sentences: String,
    /// The same sentences up to the end of the quotes: what follows may deny something else.
    said: String,
    /// Headings, titles and dates.
    around: String,
    /// The whole passages.
    passages: String,
    /// A quote begins behind a denial that governs it.
    cut: bool,
}

impl Evidence {
    fn gather(citations: &[Cited], sources: &[Source]) -> Self {
        let mut evidence = Self::default();
        let mut held: Vec<(u32, Span)> = Vec::new();
        for cited in citations {
            let source = (cited.source as usize).checked_sub(1).and_then(|index| sources.get(index));
            let Some(source) = source else { continue };
            let points = CodePoints::new(&source.text);
            add(&mut evidence.quotes, &cited.quote);
            let all = sentences(&points, Span::new(0, points.len()));
            for sentence in all.into_iter().filter(|sentence| sentence.overlaps(cited.span)) {
                let lead = points.slice(Span::new(sentence.start, cited.span.start.max(sentence.start)));
                evidence.cut |= polarity::is_cut(&words::words(lead));
                if !held.contains(&(cited.source, sentence)) {
                    held.push((cited.source, sentence));
                    add(&mut evidence.sentences, points.slice(sentence));
                    let end = sentence.end.min(cited.span.end);
                    add(&mut evidence.said, points.slice(Span::new(sentence.start, end)));
                }
            }
            for part in source.heading.iter().chain([&source.title]).chain(&source.date) {
                add(&mut evidence.around, part);
            }
            add(&mut evidence.passages, &source.text);
        }
        evidence
    }
}

fn add(text: &mut String, part: &str) {
    if !text.is_empty() {
        text.push_str(" ; ");
    }
    text.push_str(part);
}

/// Adds all that is wrong with the sentence itself.
fn judge(text: &str, evidence: &Evidence, faults: &mut Vec<Fault>) {
    let claim = words::words(text);
    let quotes = words::words(&evidence.quotes);
    let sentence = words::words(&evidence.sentences);
    let around = words::words(&evidence.around);
    figure::check(text, &claim, &evidence.quotes, &quotes, &evidence.around, faults);
    let there: Vec<words::Word> = sentence.iter().chain(&around).cloned().collect();
    name::check(text, &claim, &there, faults);
    let said = words::words(&evidence.said);
    polarity::check(&claim, &said, faults);
    polarity::check_modality(&claim, &said, faults);
    role::check(&claim, &sentence, &words::words(&evidence.passages), faults);
    let wide = format!("{} ; {}", evidence.sentences, evidence.around);
    let share = coverage::share(text, &claim, &wide, &there);
    let crossed = other_language(text, &evidence.sentences);
    let least = if crossed { config::CLAIM_COVERED_ACROSS_MIN } else { config::CLAIM_COVERED_MIN };
    if share < least {
        faults.push(Fault::WordsMissing { share });
    }
}

/// Returns whether claim and source are in two languages, as far as both can be told.
fn other_language(one: &str, other: &str) -> bool {
    let (one, other) = (language_of(one), language_of(other));
    one != other && one != Language::Other && other != Language::Other
}

#[cfg(test)]
mod tests;
