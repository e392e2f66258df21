//! Verbatim words: where a quote stands in a text, and which figures and names a text holds.
//!
//! [`Folded`] finds a quote up to what typesetting changes (white space, hyphenation, quotation
//! marks, dashes, ligatures, the composition of accents) and nothing else. [`figures`] and [`names`]
//! read what must never be invented: numbers, amounts, dates, periods and proper names.
//!
//! Not here: whether a claim follows from a quote; `ground` decides that.

mod amounts;
mod dates;
mod figures;
mod fold;
mod names;
mod number_words;

pub use figures::{Figure, FigureKind, Unit, figures};
pub use fold::{Case, Folded, locate, verify};
pub use names::names;

#[cfg(test)]
mod tests;
