//! Paragraphs: which lines of a text belong together.
//!
//! A reader ends each paragraph with a line feed, so there a line is a paragraph. A plain-text file
//! may be wrapped by hand at some width; its lines are joined where the next line plainly goes on.
//! A blank line always ends a paragraph. Nothing is changed: a paragraph is a range of the text.

use super::abbreviations::stop_after;
use super::numbering::label;
use super::{cut, trimmed};
use std::ops::Range;

/// A run of lines that read as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Paragraph {
    /// Bytes, without white space at the ends.
    pub(super) range: Range<usize>,
    /// Whether a blank line or the start of the text stands before it.
    pub(super) after_blank: bool,
}

struct Line {
    range: Range<usize>,
    /// Column of its last character.
    width: usize,
}

/// Widths at which people and programs wrap plain text by hand.
const WRAP_COLUMNS: std::ops::RangeInclusive<usize> = 45..=160;
/// Shortest line that can go on with a capital on the next.
const CAPITAL_COLUMNS_MIN: usize = 58;
/// Shortest line that can be the first part of a wrapped sentence.
const WRAPPED_COLUMNS_MIN: usize = 30;

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns the paragraphs of `range`, in order. All that is not white space is in one of them.
pub(super) fn paragraphs(text: &str, range: Range<usize>) -> Vec<Paragraph> {
    let mut out: Vec<Paragraph> = Vec::new();
    let mut block: Vec<Line> = Vec::new();
    let mut at = range.start;
    for piece in cut(text, range).split_inclusive(is_line_end) {
        let line = trimmed(text, at..at + piece.len());
        if line.is_empty() {
            close_block(text, &mut block, &mut out);
        } else {
            let lead = cut(text, at..line.start);
            let width = lead.chars().count() + cut(text, line.clone()).chars().count();
            block.push(Line { range: line, width });
        }
        at += piece.len();
    }
    close_block(text, &mut block, &mut out);
    out
}

fn close_block(text: &str, block: &mut Vec<Line>, out: &mut Vec<Paragraph>) {
    let widest = block.iter().map(|line| line.width).max().unwrap_or(0);
    let several = block.len() > 2;
    let mut before: Option<Line> = None;
    for line in block.drain(..) {
        match (&before, out.last_mut()) {
            (Some(above), Some(open)) if joins(text, above, &line, widest, several) => open.range.end = line.range.end,
            (above, _) => out.push(Paragraph { range: line.range.clone(), after_blank: above.is_none() }),
        }
        before = Some(line);
    }
}

/// Returns whether the text of `above` goes on in `below`. `widest` is the last column of the lines
/// around them, `several` says that these are more than the two.
fn joins(text: &str, above: &Line, below: &Line, widest: usize, several: bool) -> bool {
    let (a, b) = (cut(text, above.range.clone()), cut(text, below.range.clone()));
    if a.contains('\t') || b.contains('\t') || a.starts_with(['#', '|']) || b.starts_with(['#', '|']) {
        return false;
    }
    let closed = a.trim_end_matches(['"', '”', '»', '’', '\'', ')', ']']);
    let (Some(last), Some(first)) = (closed.chars().next_back(), b.chars().next()) else { return false };
    let goes_on = first.is_lowercase();
    if let Some(label) = label(b) {
        // "…as set out in Section" / "7.2 of this Agreement": a reference, not an item.
        let rest = b.get(label.len..).unwrap_or("");
        let reference = !label.closed && rest.starts_with(char::is_lowercase) && above.width >= WRAPPED_COLUMNS_MIN;
        if !reference {
            return false;
        }
        return WRAP_COLUMNS.contains(&widest) && !matches!(last, '.' | ':' | ';');
    }
    let long = above.width >= WRAPPED_COLUMNS_MIN;
    match last {
        '.' => return long && ends_in_abbreviation(closed) && WRAP_COLUMNS.contains(&widest),
        '!' | '?' | ':' | ';' | '…' => return goes_on && last == ';' && long && WRAP_COLUMNS.contains(&widest),
        '-' | '‐' | '\u{ad}' if goes_on => return true,
        _ => {}
    }
    if goes_on {
        return long;
    }
    // The next word would not have fitted: the line was wrapped, not ended.
    let word = b.split(char::is_whitespace).next().map_or(0, |word| word.chars().count());
    let full = above.width + 1 + word > widest;
    let shouts = a.chars().any(char::is_alphabetic) && !a.chars().any(char::is_lowercase);
    // Two lines alone show no width of their own; then the second must close a sentence.
    let prose = above.width >= CAPITAL_COLUMNS_MIN && (several || b.ends_with(['.', ';', ':']));
    long && full && prose && !shouts && WRAP_COLUMNS.contains(&widest)
}

fn ends_in_abbreviation(line: &str) -> bool {
    let word =
        line.trim_end_matches('.').rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '«' | '“' | '"')).next();
    let word = word.unwrap_or("");
    stop_after(&word.to_lowercase()).is_some() || (word.chars().count() == 1 && word.chars().all(char::is_uppercase))
}
