//! Numbers, amounts of money, percentages, dates and periods, in digits and in words.
//!
//! In goes a text, out come its figures in order, each with a value that can be compared: "treinta
//! (30) días", "30 days" and "thirty days" are the same period. Separators are read the Spanish and
//! the English way: "1.500,00" and "1,500.00" are the same amount.
//!
//! Not here: what a figure is about.

use super::amounts::Reader;
use super::dates;
use crate::span::{CodePoints, Span};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What a figure says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureKind {
    /// A number without a unit that is known here.
    Number,
    /// An amount of money.
    Money,
    /// A share in hundredths.
    Percent,
    /// A day, a month of a year, or a day of any year.
    Date,
    /// A length of time.
    Duration,
    /// A place in an order: "5.ª", "3rd", "cláusula séptima".
    Ordinal,
}

/// What a figure counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Nothing that is known here.
    None,
    /// Euros.
    Euro,
    /// Dollars, of the United States where nothing else is said.
    Dollar,
    /// Pounds sterling.
    Pound,
    /// Hundredths.
    Percent,
    /// Minutes.
    Minute,
    /// Hours.
    Hour,
    /// Days; calendar days where nothing is said.
    Day,
    /// Days that are no holidays.
    WorkingDay,
    /// Weeks.
    Week,
    /// Months.
    Month,
    /// Years.
    Year,
}

/// One figure of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Figure {
    /// What it says.
    pub kind: FigureKind,
    /// Its value in millionths; for a date the digits YYYYMMDD, with zeros for what is not said.
    pub value: i64,
    /// What it counts.
    pub unit: Unit,
    /// Where it stands, unit included.
    pub span: Span,
}

impl Figure {
    /// Returns whether the two say the same. A plain number agrees with any figure of its value,
    /// since a unit may stand elsewhere in the sentence.
    pub fn agrees(&self, other: &Figure) -> bool {
        let plain = self.kind == FigureKind::Number || other.kind == FigureKind::Number;
        let dated = self.kind == FigureKind::Date || other.kind == FigureKind::Date;
        if dated {
            return self.kind == other.kind && dates::agree(self.value, other.value);
        }
        self.value == other.value && (plain || self.kind == other.kind && self.unit == other.unit)
    }
}

/// Millionths in one.
pub(super) const ONE: i64 = 1_000_000;

/// A word, a number or a sign of the text.
#[derive(Debug, Clone)]
pub(super) struct Token<'a> {
    pub(super) range: Range<usize>,
    pub(super) text: &'a str,
    /// The word in lower case without accents; empty for numbers and signs.
    pub(super) word: String,
    pub(super) digits: bool,
    /// White space stands before it.
    pub(super) spaced: bool,
}

/// Returns the figures of `text`, in order.
pub fn figures(text: &str) -> Vec<Figure> {
    let points = CodePoints::new(text);
    let tokens = tokens(text);
    let reader = Reader { tokens: &tokens, english: is_english(&tokens) };
    let mut out: Vec<Figure> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut found = Vec::new();
        let next = reader.figure(at, &mut found).max(at + 1);
        for (kind, value, unit, range) in found {
            let span = Span::new(points.point(range.start), points.point(range.end));
            out.push(Figure { kind, value, unit, span });
        }
        at = next;
    }
    out
}

/// A figure with the bytes where it stands.
pub(super) type Found = (FigureKind, i64, Unit, Range<usize>);

fn is_english(tokens: &[Token<'_>]) -> bool {
    let count = |words: &[&str]| tokens.iter().filter(|token| words.contains(&token.word.as_str())).count();
    count(&["the", "of", "and", "to", "shall", "in", "within"])
        > count(&["de", "la", "el", "los", "y", "en", "del", "que"])
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut spaced = true;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or("");
        if c.is_whitespace() {
            at += c.len_utf8();
            spaced = true;
            continue;
        }
        let (len, digits) = if c.is_ascii_digit() {
            (number_len(rest), true)
        } else if c.is_alphabetic() {
            (
                rest.find(|c: char| !(c.is_alphabetic() || ('\u{300}'..'\u{370}').contains(&c))).unwrap_or(rest.len()),
                false,
            )
        } else {
            (c.len_utf8(), false)
        };
        let part = rest.get(..len).unwrap_or("");
        let word = if c.is_alphabetic() { plain(part) } else { String::new() };
        out.push(Token { range: at..at + len, text: part, word, digits, spaced });
        at += len;
        spaced = false;
    }
    out
}

/// Lower case without the accents of Spanish, composed or not. The tilde of "ñ" stays.
pub(super) fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        match c {
            'á' => out.push('a'),
            'é' => out.push('e'),
            'í' => out.push('i'),
            'ó' => out.push('o'),
            'ú' | 'ü' => out.push('u'),
            '\u{303}' if out.ends_with('n') => {
                out.pop();
                out.push('ñ');
            }
            '\u{300}'..'\u{370}' => {}
            other => out.push(other),
        }
    }
    out
}

/// Bytes of the number at the start of `rest`: digits with separators between digits.
fn number_len(rest: &str) -> usize {
    let mut len = 0;
    for (at, c) in rest.char_indices() {
        if c.is_ascii_digit() {
            len = at + 1;
            continue;
        }
        let after = rest.get(at + c.len_utf8()..).unwrap_or("");
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // Only a no-break space can part thousands: "5 200" may be two numbers.
        let grouped = matches!(c, '\u{a0}' | '\u{202f}' | '\u{2009}') && digits == 3;
        if !(matches!(c, '.' | ',') && digits > 0 || grouped) {
            break;
        }
    }
    len
}

/// Returns the value of a number in millionths; `None` for what is no single number, such as
/// "7.2.1". `share` says that a percentage follows, where three decimals are common.
pub(super) fn number_value(text: &str, share: bool) -> Option<i64> {
    let text: String = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
    let points = text.matches('.').count();
    let commas = text.matches(',').count();
    let last = text.rfind(['.', ',']);
    let tail = last.map_or(0, |at| text.len() - at - 1);
    let decimal = match (points, commas) {
        (0, 0) => None,
        (1, 0) | (0, 1) if tail == 3 && !share && !text.starts_with('0') && text.len() <= 7 => None,
        (1, 0) | (0, 1) => last,
        (_, 0) | (0, _) => None,
        _ => last,
    };
    let whole = text.get(..decimal.unwrap_or(text.len()))?;
    let mut groups = whole.split(['.', ',']);
    let lead = groups.next()?;
    if whole.contains(['.', ',']) && (lead.len() > 3 || !groups.all(|group| group.len() == 3)) {
        return None;
    }
    if decimal.is_some_and(|at| text.get(at..at + 1).is_some_and(|sign| whole.contains(sign))) {
        return None;
    }
    let whole: i64 = whole.replace(['.', ','], "").parse().ok()?;
    let decimals: String =
        decimal.and_then(|at| text.get(at + 1..)).unwrap_or("").chars().chain("000000".chars()).take(6).collect();
    whole.checked_mul(ONE)?.checked_add(decimals.parse().ok()?)
}
