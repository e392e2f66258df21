//! From an extracted document to passages ready for the store: cut, stemmed, and hashed by what will
//! be embedded for them.

use super::describe::Description;
use super::embed::embedded_text;
use crate::chunk::{self, Language, Limits};
use crate::extract::Extracted;
use crate::span::CodePoints;
use crate::store::NewPassage;
use crate::terms;
use sha2::{Digest, Sha256};

/// How passages are cut.
pub struct Cutting<'a> {
    /// Sizes and overlap.
    pub limits: Limits,
    /// Counts the embedder's tokens of a text.
    pub tokens: &'a (dyn Fn(&str) -> usize + Sync),
}

/// Cuts a document and prepares each passage for search.
pub fn prepare_passages(extracted: &Extracted, description: &Description, cutting: &Cutting<'_>) -> Vec<NewPassage> {
    let points = CodePoints::new(&extracted.text);
    let name_terms = |language| {
        terms::terms(&format!("{} {}", terms::spaced(&description.name), description.title), language).join(" ")
    };
    let titles = [Language::Es, Language::En].map(name_terms);
    chunk::passages(&extracted.text, &extracted.marks, &cutting.limits, cutting.tokens)
        .into_iter()
        .map(|passage| {
            let text = points.slice(passage.span);
            let whole = embedded_text(&description.name, &description.title, &passage.heading, text);
            NewPassage {
                body_terms: terms::terms(text, passage.language).join(" "),
                head_terms: terms::terms(&passage.heading.join(" "), passage.language).join(" "),
                title_terms: titles[usize::from(passage.language == Language::En)].clone(),
                embedded: hash16(&whole),
                passage,
            }
        })
        .collect()
}

/// The first 16 bytes of SHA-256: enough that two texts of one library never meet.
fn hash16(text: &str) -> [u8; 16] {
    let digest = Sha256::digest(text.as_bytes());
    let mut hash = [0; 16];
    hash.copy_from_slice(&digest[..16]);
    hash
}

/// Language by which most of a document's passages are written.
pub(super) fn main_language(passages: &[NewPassage]) -> Language {
    let count = |language| passages.iter().filter(|new| new.passage.language == language).count();
    let (es, en, other) = (count(Language::Es), count(Language::En), count(Language::Other));
    if es >= en && es > 0 && es * 2 >= other {
        Language::Es
    } else if en > 0 && en * 2 >= other {
        Language::En
    } else {
        Language::Other
    }
}
