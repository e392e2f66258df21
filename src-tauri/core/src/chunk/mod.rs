//! From a document's text to passages: whole sentences with their heading path.
//!
//! In goes a text with its marks, out come spans of it; the text itself is never changed, so a
//! passage, a sentence and a quote can each be cut from the stored text as they stand.
//!
//! [`sentences()`] knows the abbreviations and enumerations of Spanish and English legal writing,
//! `headings` recognises clause headings in plain text, `outline` keeps the path of the headings
//! that stand above a sentence, and `pack` fills passages with whole sentences.
//!
//! Not here: what is added to a passage before it is embedded (its document's title, its heading
//! path), and words as the search counts them; both belong to `search`.

mod abbreviations;
mod headings;
mod language;
mod lines;
mod numbering;
mod numerals;
mod outline;
mod pack;
mod sentences;
mod titles;
mod units;

pub use language::{language_of, language_of_question};
pub use pack::passages;
pub use sentences::sentences;

use crate::config;
use crate::span::Span;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The language of a passage or question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Spanish.
    Es,
    /// English.
    En,
    /// Any other language, or too little text to tell.
    Other,
}

impl Language {
    /// Returns the stored name.
    pub fn name(self) -> &'static str {
        match self {
            Language::Es => "es",
            Language::En => "en",
            Language::Other => "other",
        }
    }

    /// Reads a stored name; anything unknown is [`Language::Other`].
    pub fn parse(name: &str) -> Self {
        match name {
            "es" => Language::Es,
            "en" => Language::En,
            _ => Language::Other,
        }
    }
}

/// What is embedded and searched: whole sentences of one document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// Where it stands in the document's text.
    pub span: Span,
    /// The headings above it, outermost first: `["CLÁUSULA SÉPTIMA.- No competencia", "7.2"]`.
    pub heading: Vec<String>,
    /// Its language.
    pub language: Language,
}

/// How large passages become.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Size that a passage is filled to, in code points.
    pub target_chars: usize,
    /// Share of the target that a passage repeats of the one before it, in whole sentences.
    pub overlap_share: f32,
    /// Most tokens of a passage, as the caller's counter counts them.
    pub tokens_max: usize,
    /// Size below which a clause may share its passage with the next clause, in code points.
    pub tiny_chars: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            target_chars: config::PASSAGE_CHARS_TARGET,
            overlap_share: config::PASSAGE_OVERLAP_SHARE,
            tokens_max: config::PASSAGE_TOKENS_MAX,
            tiny_chars: config::CLAUSE_CHARS_TINY,
        }
    }
}

/// Returns the bytes of `range`, or nothing where the range does not fit the text.
fn cut(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or("")
}

/// Returns whether `word` is one of the words of a list that `parting` parts.
fn listed(list: &str, parting: char, word: &str) -> bool {
    !word.is_empty() && list.split(parting).any(|one| one == word)
}

/// Returns `range` without the white space at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = cut(text, range.clone());
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}

#[cfg(test)]
mod tests;
