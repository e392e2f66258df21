//! Labels that number the parts of a legal text: "Artículo 8", "Section 5.3", "SÉPTIMA.-", "7.2",
//! "(a)", "VIII.".
//!
//! In goes a text, out comes the label at its very start, if there is one, and where the words
//! after it begin. Whether label and words make a heading is not decided here but in `headings`.

use super::numerals::{counted, ordinal, plain, roman};

/// What a label numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// "ANEXO I", "Exhibit A", "Schedule 1".
    Annex,
    /// "LIBRO PRIMERO", "PART II".
    Book,
    /// "TÍTULO II".
    Title,
    /// "Disposición adicional primera".
    Provision,
    /// "CAPÍTULO I".
    Chapter,
    /// "Sección 2.ª", the division of a Spanish law.
    Division,
    /// "Subsección 1.ª".
    Subdivision,
    /// "Artículo 8", "ARTICLE IX".
    Article,
    /// "CLÁUSULA SÉPTIMA", "Estipulación 11ª", "Séptima.-".
    Clause,
    /// "Section 5.3", the clause of an English contract.
    Section,
    /// "VIII."
    Roman,
    /// "10.", "7.2", "7.2.1": with the count of its numbers.
    Number(u8),
    /// "A.", "(A)".
    Upper,
    /// "a)", "(a)".
    Lower,
    /// "(iv)", "iv)".
    LowerRoman,
    /// A dash, dot or star before an item.
    Bullet,
}

/// A label at the start of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label<'a> {
    /// What it numbers.
    pub(super) kind: Kind,
    /// Its (first) number, where it has one that can be counted.
    pub(super) number: Option<u32>,
    /// The label without the punctuation that follows: "CLÁUSULA SÉPTIMA", "7.2", "(a)".
    pub(super) text: &'a str,
    /// Bytes until the words after it, punctuation and white space included.
    pub(super) len: usize,
    /// Whether it opens with a word such as "Artículo".
    pub(super) keyword: bool,
    /// Whether punctuation such as "." or ".-" or ")" closes it.
    pub(super) closed: bool,
}

fn keyword_kind(word: &str) -> Option<Kind> {
    Some(match word {
        "anexo" | "annex" | "exhibit" | "schedule" | "appendix" | "apendice" | "attachment" | "anejo" => Kind::Annex,
        "libro" | "book" | "part" | "parte" => Kind::Book,
        "titulo" | "title" => Kind::Title,
        "capitulo" | "chapter" => Kind::Chapter,
        "seccion" => Kind::Division,
        "subseccion" => Kind::Subdivision,
        "articulo" | "article" | "art" | "arts" => Kind::Article,
        "clausula" | "estipulacion" | "pacto" | "condicion" | "clause" => Kind::Clause,
        "section" | "sec" | "§" => Kind::Section,
        "disposicion" => Kind::Provision,
        _ => return None,
    })
}

/// Reads forward through a text without ever leaving it.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let len = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len).unwrap_or("")
    }

    fn take_any(&mut self, accept: &[char]) -> bool {
        let next = self.rest().chars().next().filter(|c| accept.contains(c));
        self.at += next.map_or(0, char::len_utf8);
        next.is_some()
    }

    fn before(&self) -> &'a str {
        self.text.get(..self.at).unwrap_or("")
    }
}

/// Returns the label at the start of `text`, if there is one.
pub(super) fn label(text: &str) -> Option<Label<'_>> {
    let first = text.chars().next()?;
    if first == '(' {
        return bracketed(text);
    }
    if first.is_ascii_digit() {
        return numbered(text);
    }
    if first == '§' || first.is_alphabetic() {
        return worded(text).or_else(|| lettered(text));
    }
    bullet(text)
}

fn finish<'a>(mut reader: Reader<'a>, kind: Kind, number: Option<u32>, keyword: bool) -> Label<'a> {
    let text = reader.before();
    let mark = reader.take_while(|c| matches!(c, '.' | ':' | ')' | '-' | '–' | '—' | '­' | '‑'));
    let mut closed = !mark.is_empty();
    reader.take_while(char::is_whitespace);
    // A dash that stands alone between label and title belongs to neither.
    if reader.rest().starts_with(['-', '–', '—', ':', '|']) {
        closed = true;
        reader.take_while(|c| matches!(c, '-' | '–' | '—' | ':' | '|') || c.is_whitespace());
    }
    Label { kind, number, text: text.trim_end(), len: reader.at, keyword, closed }
}

/// "(a)", "(iv)", "(2)", "(A)".
fn bracketed(text: &str) -> Option<Label<'_>> {
    let mut reader = Reader { text, at: 1 };
    let inside = reader.take_while(|c| c.is_alphanumeric());
    if !reader.take_any(&[')']) || inside.len() > 5 {
        return None;
    }
    let (kind, number) = inner(inside)?;
    Some(finish(reader, kind, number, false)).map(|label| Label { closed: true, ..label })
}

/// The kind of what stands in or before a bracket.
fn inner(inside: &str) -> Option<(Kind, Option<u32>)> {
    if let Ok(number) = inside.parse::<u32>() {
        return (number < 200).then_some((Kind::Number(9), Some(number)));
    }
    let first = inside.chars().next()?;
    let alike = inside.chars().all(|c| c == first);
    let letter = (first.is_alphabetic() && alike && inside.chars().count() <= 2)
        .then_some(first.to_ascii_lowercase() as u32)
        .filter(|code| (97..=122).contains(code) || first == 'ñ');
    if first.is_lowercase() {
        let single = inside.chars().count() == 1;
        return match roman(inside) {
            // "c)" and "d)", "l)" and "m)" are far more often letters than numerals.
            Some(value) if !single || matches!(first, 'i' | 'v' | 'x') => Some((Kind::LowerRoman, Some(value))),
            _ => letter.map(|code| (Kind::Lower, Some(code.saturating_sub(96)))),
        };
    }
    match roman(inside).filter(|_| inside.len() > 1 || first == 'I') {
        Some(value) => Some((Kind::Roman, Some(value))),
        None => letter.map(|code| (Kind::Upper, Some(code.saturating_sub(96)))),
    }
}

/// "10.", "10.-", "7.2", "7.2.1", "1º", "3)".
fn numbered(text: &str) -> Option<Label<'_>> {
    let mut reader = Reader { text, at: 0 };
    let (numbers, last_len) = digits(&mut reader)?;
    let number = numbers.first().copied();
    let depth = numbers.len();
    let sign = reader.take_any(&['º', 'ª', '°']) || ordinal_sign(&mut reader);
    let label = finish(reader, Kind::Number(depth.min(8) as u8), number, false);
    let rest = text.get(label.len..).unwrap_or("");
    let parted = rest.is_empty() || text.get(..label.len).unwrap_or("").ends_with(char::is_whitespace);
    // "39.000 euros", "15.03.2021" and "1,5" are amounts and dates; "10:30" is a time.
    let possible = numbers.iter().all(|&n| n < 200) && !(depth >= 2 && last_len >= 3);
    let marked = label.closed || sign || depth >= 2;
    let glued = label.closed && rest.starts_with(char::is_alphabetic) && label.text.len() + 2 <= label.len;
    (possible && marked && (parted || glued)).then_some(label)
}

fn ordinal_sign(reader: &mut Reader<'_>) -> bool {
    let signed = reader.rest().starts_with(".º") || reader.rest().starts_with(".ª");
    if signed {
        reader.take_any(&['.']);
        reader.take_any(&['º', 'ª']);
    }
    signed
}

/// Reads "7", "7.2", "7.02.1"; the length of the last number tells thousands from clauses.
fn digits(reader: &mut Reader<'_>) -> Option<(Vec<u32>, usize)> {
    let mut numbers = Vec::new();
    let mut last_len = 0;
    loop {
        let run = reader.take_while(|c| c.is_ascii_digit());
        if run.is_empty() || run.len() > 3 || numbers.len() == 8 {
            return None;
        }
        last_len = last_len.max(if numbers.is_empty() { 0 } else { run.len() });
        numbers.push(run.parse().ok()?);
        let mut ahead = reader.rest().chars();
        if ahead.next() != Some('.') || !ahead.next().is_some_and(|c| c.is_ascii_digit()) {
            return Some((numbers, last_len));
        }
        reader.take_any(&['.']);
    }
}

/// "Artículo 8", "CLÁUSULA SÉPTIMA", "Disposición adicional primera", "Séptima.-".
fn worded(text: &str) -> Option<Label<'_>> {
    let mut reader = Reader { text, at: 0 };
    let word = plain(reader.take_while(|c| c.is_alphabetic() || c == '§'));
    if word.len() < 3 && word != "§" || word.len() > 24 {
        return None;
    }
    let Some(kind) = keyword_kind(&word) else {
        // "Uno. El apartado tres queda redactado así": Spanish laws count paragraphs in words.
        if let Some(value) = counted(&word) {
            let label = finish(reader, Kind::Number(1), Some(value), false);
            let rest = text.get(label.len..).unwrap_or("");
            return (label.closed && (rest.is_empty() || rest.starts_with(char::is_uppercase))).then_some(label);
        }
        let value = ordinal(&word)?;
        let value = further_ordinal(&mut reader, value);
        let label = finish(reader, Kind::Clause, Some(value), false);
        // "Primera reunión" and "Segundo plazo" are ordinary words.
        return label.closed.then_some(label);
    };
    reader.take_any(&['.']);
    reader.take_while(char::is_whitespace);
    if kind == Kind::Provision {
        const WHICH: [&str; 4] = ["adicional", "transitoria", "final", "derogatoria"];
        let which = plain(reader.take_while(char::is_alphabetic));
        if !WHICH.contains(&which.as_str()) {
            return None;
        }
        reader.take_while(char::is_whitespace);
    }
    let start = reader.at;
    let number = numeral(&mut reader, kind);
    if number.is_none() {
        reader.at = start;
        let bare =
            matches!(kind, Kind::Annex | Kind::Provision) && (reader.rest().is_empty() || !word_follows(&reader));
        if !bare {
            return None;
        }
    }
    Some(finish(reader, kind, number.flatten(), true))
}

fn word_follows(reader: &Reader<'_>) -> bool {
    reader.rest().starts_with(|c: char| c.is_alphanumeric())
}

/// The number after a keyword. The inner value is `None` for letters such as "Exhibit B-1".
fn numeral(reader: &mut Reader<'_>, kind: Kind) -> Option<Option<u32>> {
    if reader.rest().starts_with(|c: char| c.is_ascii_digit()) {
        let (numbers, _) = digits(reader)?;
        let _sign = reader.take_any(&['º', 'ª', '°']) || ordinal_sign(reader);
        for extra in [" bis", " ter", " quater", " quinquies", " sexies"] {
            if reader.rest().starts_with(extra)
                && !reader.rest().get(extra.len()..).unwrap_or("").starts_with(char::is_alphanumeric)
            {
                reader.at += extra.len();
            }
        }
        return Some(numbers.first().copied());
    }
    let start = reader.at;
    let word = reader.take_while(char::is_alphabetic);
    let bounded = !reader.rest().starts_with(|c: char| c.is_alphanumeric());
    if let Some(value) = roman(word).filter(|_| bounded && word.chars().all(char::is_uppercase)) {
        return Some(Some(value));
    }
    if let Some(value) = ordinal(&plain(word)).filter(|_| bounded) {
        return Some(Some(further_ordinal(reader, value)));
    }
    if plain(word) == "preliminar" {
        return Some(Some(0));
    }
    let letter = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    if letter && kind == Kind::Annex {
        let _dash = reader.take_any(&['-', '.']);
        reader.take_while(|c| c.is_ascii_digit());
        return Some(None);
    }
    reader.at = start;
    None
}

/// Adds the unit of "vigésima segunda"; leaves the reader where it was when there is none.
fn further_ordinal(reader: &mut Reader<'_>, value: u32) -> u32 {
    if !value.is_multiple_of(10) {
        return value;
    }
    let start = reader.at;
    reader.take_while(|c| c == ' ');
    match ordinal(&plain(reader.take_while(char::is_alphabetic))).filter(|&unit| unit < 10) {
        Some(unit) => value + unit,
        None => {
            reader.at = start;
            value
        }
    }
}

/// "VIII.", "A.", "a)", "IV.-".
fn lettered(text: &str) -> Option<Label<'_>> {
    let mut reader = Reader { text, at: 0 };
    let word = reader.take_while(char::is_alphabetic);
    if word.len() > 9 {
        return None;
    }
    let bracket = reader.rest().starts_with(')');
    let (kind, number) = inner(word)?;
    // "D." is the Spanish "Don".
    if !bracket && word == "D" {
        return None;
    }
    let single = word.chars().count() == 1;
    let kind = match roman(word) {
        Some(_) if !bracket && single && matches!(word, "I" | "V" | "X") => Kind::Roman,
        _ => kind,
    };
    let label = finish(reader, kind, if kind == Kind::Roman { roman(word) } else { number }, false);
    let parted = label.len == text.len() || text.get(..label.len).unwrap_or("").ends_with(char::is_whitespace);
    // "c. The scope" is an item, "a. m." is not.
    let rest = text.get(label.len..).unwrap_or("");
    let small =
        !bracket && word.starts_with(char::is_lowercase) && !rest.is_empty() && !rest.starts_with(char::is_uppercase);
    (label.closed && (parted || bracket) && !small).then_some(label)
}

fn bullet(text: &str) -> Option<Label<'_>> {
    let mut chars = text.chars();
    let mark = chars.next().filter(|c| "-–—•·*▪■●○◦‣➢✓\u{f0b7}\u{f0a7}".contains(*c))?;
    let rest = chars.as_str();
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let len = text.len() - rest.trim_start().len();
    Some(Label {
        kind: Kind::Bullet,
        number: None,
        text: text.get(..mark.len_utf8()).unwrap_or(""),
        len,
        keyword: false,
        closed: true,
    })
}
