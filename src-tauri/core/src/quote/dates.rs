//! Dates in Spanish and English, in digits and in words, as the digits YYYYMMDD.
//!
//! A part that the text does not say is 0: "marzo de 2021" is 20210300. Where day and month cannot
//! be told apart the language of the text decides: "03/04/2021" is in April in Spanish.

use super::amounts::Reader;

/// Returns whether two dates say the same, as far as both say anything.
pub(super) fn agree(a: i64, b: i64) -> bool {
    let same = |a: i64, b: i64| a == b || a == 0 || b == 0;
    same(a / 10_000, b / 10_000) && same(a / 100 % 100, b / 100 % 100) && same(a % 100, b % 100)
}

fn value(year: i64, month: i64, day: i64) -> Option<i64> {
    let possible = (0..=9_999).contains(&year) && (1..=12).contains(&month) && (0..=31).contains(&day);
    possible.then_some(year * 10_000 + month * 100 + day)
}

/// Reads the date that begins at token `at`; returns its value and the token after it.
pub(super) fn date(reader: &Reader<'_>, at: usize) -> Option<(i64, usize)> {
    numeric(reader, at).or_else(|| day_first(reader, at)).or_else(|| month_first(reader, at))
}

/// "15/03/2021", "2021-03-15", "15.03.2021".
fn numeric(reader: &Reader<'_>, at: usize) -> Option<(i64, usize)> {
    let first = reader.tokens.get(at).filter(|token| token.digits)?;
    if first.text.contains('.') {
        let parts: Vec<i64> = first.text.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        let [a, b, c] = parts.as_slice() else { return None };
        // "7.2.1" is a clause; a date has a whole year, or two digits in each part.
        let lengths = || first.text.split('.').map(str::len);
        if !lengths().any(|len| len == 4) && !lengths().all(|len| len == 2) {
            return None;
        }
        return Some((ordered(reader, *a, *b, *c)?, at + 1));
    }
    let sign = reader.text(at + 1);
    if !matches!(sign, "/" | "-") || reader.text(at + 3) != sign {
        return None;
    }
    let tight = (at + 1..at + 5).all(|index| reader.tokens.get(index).is_some_and(|token| !token.spaced));
    let part = |index: usize| reader.text(index).parse::<i64>().ok();
    let (a, b, c) = (part(at)?, part(at + 2)?, part(at + 4)?);
    tight.then_some(())?;
    Some((ordered(reader, a, b, c)?, at + 5))
}

fn ordered(reader: &Reader<'_>, a: i64, b: i64, c: i64) -> Option<i64> {
    if a > 1_000 {
        return value(a, b, c).filter(|_| c > 0);
    }
    let year = match c {
        1_000.. => c,
        70..=99 => c + 1_900,
        0..=69 => c + 2_000,
        _ => return None,
    };
    let month_first = b > 12 || reader.english && a <= 12;
    let (day, month) = if month_first { (b, a) } else { (a, b) };
    value(year, month, day).filter(|_| day > 0)
}

/// "15 de marzo de 2021", "15 March 2021", "the 15th day of March, 2021", "quince de marzo".
fn day_first(reader: &Reader<'_>, at: usize) -> Option<(i64, usize)> {
    let (day, mut next) = small(reader, at)?;
    if !(1..=31).contains(&day) {
        return None;
    }
    while matches!(reader.text(next), "." | "º" | "°" | "ª" | "st" | "nd" | "rd" | "th")
        && reader.tokens.get(next).is_some_and(|token| !token.spaced)
    {
        next += 1;
    }
    if reader.word(next) == "day" {
        next += 1;
    }
    if matches!(reader.word(next), "de" | "of" | "del") {
        next += 1;
    }
    let month = month(reader.word(next), reader.text(next))?;
    let (year, next) = year(reader, next + 1);
    Some((value(year, month, day)?, next))
}

/// "March 15, 2021", "March 2021", "marzo de 2021", "Mar. 15".
fn month_first(reader: &Reader<'_>, at: usize) -> Option<(i64, usize)> {
    let month = month(reader.word(at), reader.text(at))?;
    let mut next = at + 1;
    if reader.text(next) == "." {
        next += 1;
    }
    if let Ok(day) = reader.text(next).parse::<i64>()
        && (1..=31).contains(&day)
    {
        next += 1;
        if matches!(reader.text(next), "st" | "nd" | "rd" | "th") {
            next += 1;
        }
        let (year, end) = year(reader, next);
        return Some((value(year, month, day)?, end));
    }
    let (year, end) = year(reader, next);
    Some((value(year, month, 0)?, end)).filter(|_| year > 0)
}

/// A day of the month, in digits or words.
fn small(reader: &Reader<'_>, at: usize) -> Option<(i64, usize)> {
    let token = reader.tokens.get(at)?;
    if token.digits {
        return Some((token.text.parse().ok()?, at + 1));
    }
    if token.word == "primero" {
        return Some((1, at + 1));
    }
    let (value, next) = reader.spelled(at)?;
    Some((value as i64, next))
}

/// The year behind a month, or 0 and where the month ended.
fn year(reader: &Reader<'_>, at: usize) -> (i64, usize) {
    let mut next = at;
    if matches!(reader.word(next), "de" | "del" | "of") || matches!(reader.text(next), "," | ".") {
        next += 1;
    }
    if reader.word(next) == "año" {
        next += 1;
        next += usize::from(reader.word(next) == "de");
    }
    let token = reader.tokens.get(next);
    if let Some(year) =
        token.filter(|token| token.digits).and_then(|token| token.text.replace('.', "").parse::<i64>().ok())
        && (1_500..2_200).contains(&year)
    {
        return (year, next + 1);
    }
    match reader.spelled(next) {
        Some((year, end)) if (1_500..2_200).contains(&year) => (year as i64, end),
        _ => (0, at),
    }
}

/// Returns the month that a word names. "may" and "mar" are months only with a capital letter.
fn month(word: &str, text: &str) -> Option<i64> {
    const NAMES: [[&str; 4]; 12] = [
        ["enero", "january", "jan", "ene"],
        ["febrero", "february", "feb", "feb"],
        ["marzo", "march", "mar", "mar"],
        ["abril", "april", "apr", "abr"],
        ["mayo", "may", "may", "may"],
        ["junio", "june", "jun", "jun"],
        ["julio", "july", "jul", "jul"],
        ["agosto", "august", "aug", "ago"],
        ["septiembre", "september", "sept", "setiembre"],
        ["octubre", "october", "oct", "oct"],
        ["noviembre", "november", "nov", "nov"],
        ["diciembre", "december", "dec", "dic"],
    ];
    if matches!(word, "may" | "mar" | "march") && !text.starts_with(char::is_uppercase) || word.is_empty() {
        return None;
    }
    let at = NAMES.iter().position(|names| names.contains(&word)).or((word == "sep").then_some(8))?;
    Some(at as i64 + 1)
}
