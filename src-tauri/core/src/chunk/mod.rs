//! From a document's text to passages: whole sentences with their heading path.

use crate::span::Span;
use serde::{Deserialize, Serialize};

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
