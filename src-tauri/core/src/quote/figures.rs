//! Numbers, amounts of money, percentages, dates and periods, in digits and in words.
//!
//! In goes a text, out come its figures in order, each with a value that can be compared: "treinta
//! (30) días", "30 days" and "thirty days" are the same period. Separators are read the Spanish and
//! the English way: "1.500,00" and "1,500.00" are the same amount.
//!
//! Not here: what a figure is about.

use super::dates;
use super::number_words::{Words, scale};
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
const ONE: i64 = 1_000_000;

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

type Found = (FigureKind, i64, Unit, Range<usize>);

fn is_english(tokens: &[Token<'_>]) -> bool {
    let count = |words: &[&str]| tokens.iter().filter(|token| words.contains(&token.word.as_str())).count();
    count(&["the", "of", "and", "to", "shall", "in", "within"]) > count(&["de", "la", "el", "los", "y", "en", "del", "que"])
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
            (rest.find(|c: char| !(c.is_alphabetic() || ('\u{300}'..'\u{370}').contains(&c))).unwrap_or(rest.len()), false)
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
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
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
fn number_value(text: &str, share: bool) -> Option<i64> {
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
    let decimals: String = decimal.and_then(|at| text.get(at + 1..)).unwrap_or("").chars().chain("000000".chars()).take(6).collect();
    whole.checked_mul(ONE)?.checked_add(decimals.parse().ok()?)
}

/// Reads figures from the tokens of a text.
pub(super) struct Reader<'a> {
    pub(super) tokens: &'a [Token<'a>],
    pub(super) english: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.word.as_str())
    }

    pub(super) fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    pub(super) fn range(&self, from: usize, to: usize) -> Range<usize> {
        let start = self.tokens.get(from).map_or(0, |token| token.range.start);
        start..to.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |token| token.range.end)
    }

    /// Reads the figure that begins at token `at`; returns the token after it.
    fn figure(&self, at: usize, out: &mut Vec<Found>) -> usize {
        if let Some((value, next)) = dates::date(self, at) {
            out.push((FigureKind::Date, value, Unit::None, self.range(at, next)));
            return next;
        }
        if let Some((value, next)) = self.ordinal(at) {
            out.push((FigureKind::Ordinal, value, Unit::None, self.range(at, next)));
            return next;
        }
        let (prefix, first) = self.currency_before(at);
        let Some((amount, end)) = self.amount(first) else { return self.parts(at, out) };
        let (twin, end) = self.twin(end);
        let (kind, unit, next) = match prefix {
            Some(unit) => (FigureKind::Money, unit, end),
            None => self.unit(end),
        };
        let weak = matches!(self.word(first), "un" | "una" | "uno" | "one") && first + 1 == end;
        if weak && kind == FigureKind::Number {
            return at + 1;
        }
        // Written twice and differing: both are in the text.
        let words = self.tokens.get(first).is_some_and(|token| !token.digits);
        let amount = if kind == FigureKind::Percent && !words { number_value(self.text(first), true).unwrap_or(amount) } else { amount };
        out.push((kind, amount, unit, self.range(at, next)));
        if let Some(twin) = twin.filter(|twin| *twin != amount) {
            out.push((kind, twin, unit, self.range(at, next)));
        }
        next
    }

    /// Numbers such as "7.2.1" are read part by part.
    fn parts(&self, at: usize, out: &mut Vec<Found>) -> usize {
        if let Some(token) = self.tokens.get(at).filter(|token| token.digits) {
            let mut start = token.range.start;
            for part in token.text.split(|c: char| !c.is_ascii_digit()) {
                if let Some(value) = part.parse::<i64>().ok().and_then(|value| value.checked_mul(ONE)) {
                    out.push((FigureKind::Number, value, Unit::None, start..start + part.len()));
                }
                start += part.len() + 1;
            }
        }
        at + 1
    }

    /// Reads a number in digits or words and what multiplies it.
    pub(super) fn amount(&self, at: usize) -> Option<(i64, usize)> {
        let token = self.tokens.get(at)?;
        if token.digits {
            let value = number_value(token.text, false)?;
            return Some(match scale(self.word(at + 1)).filter(|_| !self.text(at + 1).is_empty()) {
                Some(times) => match value.checked_mul(times as i64) {
                    Some(value) => (value, at + 2),
                    None => (value, at + 1),
                },
                None => (value, at + 1),
            });
        }
        let (value, next) = self.spelled(at)?;
        Some(((value as i64).checked_mul(ONE)?, next))
    }

    /// Reads a number in words.
    pub(super) fn spelled(&self, at: usize) -> Option<(u64, usize)> {
        let mut words = Words::default();
        let mut next = at;
        loop {
            let after = self.word(next + 1);
            let joint = words.joins(self.word(next), after, self.english)
                || self.text(next) == "-" && !after.is_empty() && words.value().is_some() && words.clone().take(after, self.english);
            let word = if joint { after } else { self.word(next) };
            if word.is_empty() || !words.take(word, self.english) {
                break;
            }
            next += 1 + usize::from(joint);
        }
        Some((words.value()?, next))
    }

    /// Reads "(30)" behind "treinta", or "(thirty)" behind "30".
    fn twin(&self, at: usize) -> (Option<i64>, usize) {
        if self.text(at) != "(" {
            return (None, at);
        }
        match self.amount(at + 1) {
            Some((value, next)) if self.text(next) == ")" => (Some(value), next + 1),
            _ => (None, at),
        }
    }

    fn currency_before(&self, at: usize) -> (Option<Unit>, usize) {
        let unit = |at: usize| currency(self.text(at), self.word(at), false);
        // "US$", "EUR 39,000", "€39,000".
        if self.word(at) == "us" && self.text(at + 1) == "$" && self.amount(at + 2).is_some() {
            return (Some(Unit::Dollar), at + 2);
        }
        match unit(at) {
            Some(unit) if self.tokens.get(at + 1).is_some_and(|token| token.digits) => (Some(unit), at + 1),
            _ => (None, at),
        }
    }

    /// Reads the unit behind an amount.
    fn unit(&self, at: usize) -> (FigureKind, Unit, usize) {
        let at_unit = if self.text(at) == "-" && self.tokens.get(at).is_some_and(|token| !token.spaced) { at + 1 } else { at };
        if self.text(at) == "%" {
            return (FigureKind::Percent, Unit::Percent, at + 1);
        }
        let hundredth = match (self.word(at), self.word(at + 1), self.text(at + 1)) {
            ("percent", _, _) => Some(at + 1),
            ("per", "cent", _) | ("por", "ciento" | "cien", _) | ("por", _, "100") => Some(at + 2),
            _ => None,
        };
        if let Some(next) = hundredth {
            // "tres por ciento (3 %)" is two figures of one value; "(%)" alone is a sign.
            return (FigureKind::Percent, Unit::Percent, next);
        }
        let money = if self.word(at) == "de" { at + 1 } else { at };
        if let Some(unit) = currency(self.text(money), self.word(money), true) {
            return (FigureKind::Money, unit, money + 1);
        }
        match duration(self.word(at_unit)) {
            Some(unit) => (FigureKind::Duration, self.working(unit, at_unit), at_unit + 1),
            None => self.qualified_days(at_unit),
        }
    }

    /// "días hábiles", "días laborables": the word after tells which days are meant.
    fn working(&self, unit: Unit, at: usize) -> Unit {
        let worked = matches!(self.word(at + 1), "habiles" | "habil" | "laborables" | "laborable");
        if unit == Unit::Day && worked { Unit::WorkingDay } else { unit }
    }

    /// "business days", "calendar months": the word before tells which.
    fn qualified_days(&self, at: usize) -> (FigureKind, Unit, usize) {
        let working = matches!(self.word(at), "business" | "working" | "trading");
        let plain = matches!(self.word(at), "calendar" | "consecutive" | "full" | "additional" | "further");
        match duration(self.word(at + 1)).filter(|_| working || plain) {
            Some(Unit::Day) if working => (FigureKind::Duration, Unit::WorkingDay, at + 2),
            Some(unit) => (FigureKind::Duration, unit, at + 2),
            None => (FigureKind::Number, Unit::None, at),
        }
    }

    /// Reads "5.ª", "3rd" and "cláusula séptima".
    fn ordinal(&self, at: usize) -> Option<(i64, usize)> {
        let token = self.tokens.get(at)?;
        if token.digits {
            let value = token.text.parse::<i64>().ok()?.checked_mul(ONE)?;
            let mut next = at + 1;
            if self.text(next) == "." && self.tokens.get(next + 1).is_some_and(|token| !token.spaced) {
                next += 1;
            }
            let sign = self.tokens.get(next).filter(|token| !token.spaced)?;
            let signed = matches!(sign.text, "º" | "ª" | "°") || next == at + 1 && matches!(sign.text, "st" | "nd" | "rd" | "th");
            return signed.then_some((value, next + 1));
        }
        let named = at.checked_sub(1).map_or("", |before| self.word(before));
        const NAMED: [&str; 8] = ["clausula", "estipulacion", "articulo", "seccion", "disposicion", "pacto", "adicional", "anexo"];
        if !NAMED.contains(&named) {
            return None;
        }
        Some((ordinal_word(&token.word)?.checked_mul(ONE)?, at + 1))
    }
}

fn ordinal_word(word: &str) -> Option<i64> {
    const STEMS: [&str; 10] = ["primer", "segund", "tercer", "cuart", "quint", "sext", "septim", "octav", "noven", "decim"];
    let stem = word.strip_suffix(['a', 'o']).unwrap_or(word);
    let value = |stem: &str| STEMS.iter().position(|known| *known == stem).map(|at| at as i64 + 1);
    match stem {
        "undecim" => Some(11),
        "duodecim" => Some(12),
        "vigesim" => Some(20),
        _ => value(stem).or_else(|| {
            let unit = stem.strip_prefix("decimo").or_else(|| stem.strip_prefix("decima"))?;
            value(unit).map(|unit| unit + 10)
        }),
    }
}

/// The currency that a sign or word names. After an amount "libras" and "pounds" are money too.
fn currency(text: &str, word: &str, after: bool) -> Option<Unit> {
    match (text, word) {
        ("€", _) | (_, "eur") => Some(Unit::Euro),
        ("$", _) | (_, "usd") => Some(Unit::Dollar),
        ("£", _) | (_, "gbp") => Some(Unit::Pound),
        (_, "euro" | "euros") if after => Some(Unit::Euro),
        (_, "dollar" | "dollars" | "dolar" | "dolares") if after => Some(Unit::Dollar),
        (_, "libras" | "pounds") if after => Some(Unit::Pound),
        _ => None,
    }
}

fn duration(word: &str) -> Option<Unit> {
    Some(match word {
        "minuto" | "minutos" | "minute" | "minutes" => Unit::Minute,
        "hora" | "horas" | "hour" | "hours" => Unit::Hour,
        "dia" | "dias" | "day" | "days" => Unit::Day,
        "semana" | "semanas" | "week" | "weeks" => Unit::Week,
        "mes" | "meses" | "month" | "months" => Unit::Month,
        "año" | "años" | "year" | "years" => Unit::Year,
        _ => return None,
    })
}
