//! Labels that number the parts of a legal text: "Artículo 8", "Section 5.3", "SÉPTIMA.-", "7.2",
//! "(a)", "VIII.".
//!
//! In goes a text, out comes the label at its very start, if there is one, and where the words
//! after it begin. Whether label and words make a heading is not decided here but in `headings`.

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

/// Lower case without Spanish accents, for looking words up.
pub(super) fn plain(word: &str) -> String {
    let fold = |c: char| match c {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        other => other,
    };
    word.chars().flat_map(char::to_lowercase).filter(|c| !matches!(c, '\u{300}' | '\u{301}')).map(fold).collect()
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

/// Returns the value of a Roman numeral in one case, up to 399.
pub(super) fn roman(word: &str) -> Option<u32> {
    if word.is_empty() || word.len() > 9 {
        return None;
    }
    let value = |c: char| match c.to_ascii_lowercase() {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        'c' => Some(100),
        _ => None,
    };
    let (mut total, mut before) = (0u32, 0u32);
    for c in word.chars().rev() {
        let v = value(c)?;
        if v < before { total = total.checked_sub(v)? } else { total += v }
        before = before.max(v);
    }
    // Only numerals written the usual way: "IIX" and "VX" are words, not numbers.
    (total < 400 && written(total).eq_ignore_ascii_case(word)).then_some(total)
}

fn written(mut number: u32) -> String {
    const STEPS: [(u32, &str); 9] =
        [(100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")];
    let mut out = String::new();
    for (value, letters) in STEPS {
        while number >= value {
            out.push_str(letters);
            number -= value;
        }
    }
    out
}

/// Returns the value of an ordinal word of either language, given in [`plain`] form.
pub(super) fn ordinal(word: &str) -> Option<u32> {
    const STEMS: [(&str, u32); 22] = [
        ("primer", 1), ("segund", 2), ("tercer", 3), ("cuart", 4), ("quint", 5), ("sext", 6), ("septim", 7), ("octav", 8),
        ("noven", 9), ("decim", 10), ("undecim", 11), ("duodecim", 12), ("vigesim", 20), ("trigesim", 30),
        ("cuadragesim", 40), ("quincuagesim", 50), ("sexagesim", 60), ("septuagesim", 70), ("octogesim", 80),
        ("nonagesim", 90), ("centesim", 100), ("unic", 1),
    ];
    const ENGLISH: [&str; 20] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
        "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
    ];
    if let Some(at) = ENGLISH.iter().position(|&english| english == word) {
        return Some(at as u32 + 1);
    }
    let stem = word.strip_suffix(['a', 'o']).unwrap_or(word);
    let value = |stem: &str| STEMS.iter().find(|(known, _)| *known == stem).map(|(_, value)| *value);
    if let Some(value) = value(stem) {
        return Some(value);
    }
    // "decimotercera", "vigesimoprimera".
    for ten in ["decimo", "decima", "vigesimo", "vigesima", "trigesimo", "trigesima"] {
        if let Some(rest) = stem.strip_prefix(ten) {
            let unit = value(rest.strip_prefix('s').filter(|r| *r == "eptim").map_or(rest, |_| rest))?;
            return (unit < 10).then(|| value(ten.trim_end_matches(['a', 'o'])).unwrap_or(0) + unit);
        }
    }
    None
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
    let Some(mut kind) = keyword_kind(&word) else {
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
        let bare = matches!(kind, Kind::Annex | Kind::Provision) && (reader.rest().is_empty() || !word_follows(&reader));
        if !bare {
            return None;
        }
    }
    if kind == Kind::Section && word != "section" && word != "sec" {
        kind = Kind::Section;
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
            if reader.rest().starts_with(extra) && !reader.rest().get(extra.len()..).unwrap_or("").starts_with(char::is_alphanumeric) {
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
    // "D." is the Spanish "Don", and a lower-case letter with a stop the end of a sentence.
    if !bracket && (word == "D" || word.starts_with(char::is_lowercase)) {
        return None;
    }
    let single = word.chars().count() == 1;
    let kind = match roman(word) {
        Some(_) if !bracket && single && matches!(word, "I" | "V" | "X") => Kind::Roman,
        _ => kind,
    };
    let label = finish(reader, kind, if kind == Kind::Roman { roman(word) } else { number }, false);
    let parted = label.len == text.len() || text.get(..label.len).unwrap_or("").ends_with(char::is_whitespace);
    (label.closed && (parted || bracket)).then_some(label)
}

fn bullet(text: &str) -> Option<Label<'_>> {
    let mut chars = text.chars();
    let mark = chars.next().filter(|c| "-–—•·*▪■●○◦‣➢✓\u{f0b7}\u{f0a7}".contains(*c))?;
    let rest = chars.as_str();
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let len = text.len() - rest.trim_start().len();
    Some(Label { kind: Kind::Bullet, number: None, text: text.get(..mark.len_utf8()).unwrap_or(""), len, keyword: false, closed: true })
}
