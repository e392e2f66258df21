//! From a question to ranked passages.
//!
//! Three steps: take the question apart (names, references, concepts, what is left to ask), gather
//! candidates (every passage of a named document, else the best by words and by meaning in each
//! language), and rank them together. Filters apply before ranking. What answers the question, and
//! whether anything does, is `ask`'s business.

mod amend;
mod asked;
mod cognate;
mod gather;
mod index;
mod question;
mod rank;
mod reference;
mod router;
mod score;

pub use asked::Question;
pub use index::Index;
pub use reference::{Reference, Unit, agreement, heading_reference, references};
pub use router::Routed;

use crate::chunk::Language;
use crate::store::PassageRow;

/// Which documents a question is asked of. Empty fields admit everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only below these directories.
    pub folders: Vec<String>,
    /// Only these paths.
    pub documents: Vec<String>,
    /// Only passages of this language.
    pub language: Option<Language>,
    /// Only this format (its short name).
    pub format: Option<String>,
    /// Only documents dated on or after this day, ISO 8601.
    pub from: Option<String>,
    /// Only documents dated on or before this day, ISO 8601.
    pub to: Option<String>,
}

/// A passage with its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The passage.
    pub passage: PassageRow,
    /// Higher is better; comparable within one search only.
    pub score: f32,
    /// BM25 of the question's words.
    pub words: f32,
    /// Cosine to the question, where there are vectors.
    pub cosine: Option<f32>,
}

/// Which legs of the search run; for measuring them one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Legs {
    /// Words and meaning.
    #[default]
    Both,
    /// Words alone.
    Words,
    /// Meaning alone.
    Meaning,
}
