//! temporary
#![allow(missing_docs)]
use crate::span::{CodePoints, Span};
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureKind { Number, Money, Percent, Date, Duration, Ordinal }
#[derive(Debug, Clone, PartialEq)]
pub struct Figure { pub kind: FigureKind, pub value: f64 }
pub fn figures(text: &str) -> Vec<Figure> {
    let mut v = Vec::new();
    for w in crate::terms::words(text) { if let Ok(n) = w.replace(',', ".").parse::<f64>() { v.push(Figure { kind: FigureKind::Number, value: n }); } }
    v
}
pub fn locate(quote: &str, text: &str) -> Option<Span> {
    let at = text.find(quote)?;
    let p = CodePoints::new(text);
    Some(Span::new(p.point(at), p.point(at + quote.len())))
}
