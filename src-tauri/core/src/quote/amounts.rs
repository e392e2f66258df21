//! Reads amounts: a number in digits or words, what multiplies it, and its unit.
//!
//! Takes the tokens of a text, hands out figures with the bytes where they stand. Dates are read
//! beside it, in `dates`.

use super::dates;
use super::figures::{FigureKind, Found, ONE, Token, Unit, number_value};
use super::number_words::{Words, scale};
use std::ops::Range;

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
    pub(super) fn figure(&self, at: usize, out: &mut Vec<Found>) -> usize {
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
        let amount = if kind == FigureKind::Percent && !words {
            number_value(self.text(first), true).unwrap_or(amount)
        } else {
            amount
        };
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
                || self.text(next) == "-"
                    && !after.is_empty()
                    && words.value().is_some()
                    && words.clone().take(after, self.english);
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
        let at_unit =
            if self.text(at) == "-" && self.tokens.get(at).is_some_and(|token| !token.spaced) { at + 1 } else { at };
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
            let signed = matches!(sign.text, "º" | "ª" | "°")
                || next == at + 1 && matches!(sign.text, "st" | "nd" | "rd" | "th");
            return signed.then_some((value, next + 1));
        }
        let named = at.checked_sub(1).map_or("", |before| self.word(before));
        const NAMED: [&str; 8] =
            ["clausula", "estipulacion", "articulo", "seccion", "disposicion", "pacto", "adicional", "anexo"];
        if !NAMED.contains(&named) {
            return None;
        }
        Some((ordinal_word(&token.word)?.checked_mul(ONE)?, at + 1))
    }
}

fn ordinal_word(word: &str) -> Option<i64> {
    const STEMS: [&str; 10] =
        ["primer", "segund", "tercer", "cuart", "quint", "sext", "septim", "octav", "noven", "decim"];
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
