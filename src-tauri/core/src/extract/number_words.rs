//! Writes a counted number as a list shows it: "7", "vii", "g", "séptima", "Seventh".
//!
//! In goes a number and the format that the file names; out comes its text. Words are in Spanish or
//! English. A format that is not known here is shown in digits.

use super::xml;

/// How a number's words are to be written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Wording {
    /// Spanish, else English.
    pub(super) spanish: bool,
    /// Feminine ("primera"), for a noun such as "cláusula".
    pub(super) feminine: bool,
    /// All in capitals, else only the first letter is one.
    pub(super) capitals: bool,
}

/// How many bytes of a document's text are looked at to tell the language of its numbers.
const SAMPLE_BYTES: usize = 4000;

impl Wording {
    /// Tells from a part of a document whether its numbers are in Spanish.
    pub(super) fn is_spanish(source: &str) -> bool {
        whatlang::detect_lang(&xml::sample(source, SAMPLE_BYTES)) == Some(whatlang::Lang::Spa)
    }

    /// Decides how words are written from the words before the number: "CLÁUSULA %1" wants "PRIMERA".
    /// `spanish` is what holds where they do not tell the language.
    pub(super) fn around(pattern: &str, spanish: bool, capitals: bool) -> Self {
        let before = pattern.split('%').next().unwrap_or("");
        let plain: String = before.chars().filter(|letter| letter.is_alphabetic() || letter.is_whitespace()).collect();
        let letters = plain.chars().filter(|letter| letter.is_alphabetic()).count();
        let noun = plain.split_whitespace().last().unwrap_or("").to_lowercase();
        let spanish = match noun.as_str() {
            "article" | "section" | "clause" | "schedule" | "recital" | "part" | "chapter" | "exhibit" => false,
            "cláusula" | "clausula" | "estipulación" | "estipulacion" | "artículo" | "articulo" | "disposición"
            | "pacto" | "sección" | "capítulo" | "título" | "apartado" | "anexo" | "expositivo" | "punto" => true,
            _ => spanish,
        };
        let feminine = ["a", "ión", "ion", "dad"].iter().any(|ending| noun.ends_with(ending));
        let all_capitals = letters > 1 && plain == plain.to_uppercase();
        Self { spanish, feminine: spanish && feminine, capitals: capitals || all_capitals }
    }
}

/// Shows a bullet: it is a picture of a font of symbols more often than a letter, and only dashes say what
/// they are.
pub(super) fn bullet(sign: &str) -> &'static str {
    match sign.trim() {
        "" => "",
        "-" | "\u{2010}" | "\u{2011}" => "-",
        "\u{2013}" | "\u{f02d}" => "\u{2013}",
        "\u{2014}" => "\u{2014}",
        _ => "\u{2022}",
    }
}

/// Writes `number` in the format of this name (ECMA-376, ST_NumberFormat).
pub(super) fn write(number: u32, format: &str, wording: Wording) -> String {
    match format {
        "none" => String::new(),
        "decimalZero" => format!("{number:02}"),
        "lowerLetter" => letters(number),
        "upperLetter" => letters(number).to_uppercase(),
        "lowerRoman" => roman(number).to_lowercase(),
        "upperRoman" => roman(number),
        "ordinal" => ordinal(number, wording),
        "ordinalText" => words(ordinal_words(number, wording), number, wording),
        "cardinalText" => words(cardinal_words(number, wording), number, wording),
        "hex" => format!("{number:X}"),
        "chicago" => chicago(number),
        "numberInDash" => format!("- {number} -"),
        "decimalEnclosedParen" => format!("({number})"),
        "decimalEnclosedFullstop" => format!("{number}."),
        "decimalEnclosedCircle" | "decimalEnclosedCircleChinese" => circled(number),
        _ => number.to_string(),
    }
}

/// a to z, then aa to zz, as Word counts.
fn letters(number: u32) -> String {
    let Some(index) = number.checked_sub(1) else { return number.to_string() };
    let times = index / 26 + 1;
    if times > 30 {
        return number.to_string();
    }
    let letter = char::from_u32(u32::from('a') + index % 26).unwrap_or('a');
    std::iter::repeat_n(letter, times as usize).collect()
}

fn roman(number: u32) -> String {
    const STEPS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number == 0 || number > 3999 {
        return number.to_string();
    }
    let mut rest = number;
    let mut written = String::new();
    for (value, sign) in STEPS {
        while rest >= value {
            written.push_str(sign);
            rest -= value;
        }
    }
    written
}

fn circled(number: u32) -> String {
    match number {
        1..=20 => char::from_u32(0x2460 + number - 1).map_or_else(|| number.to_string(), String::from),
        _ => number.to_string(),
    }
}

/// *, †, ‡, §, then each doubled, and so on.
fn chicago(number: u32) -> String {
    let Some(index) = number.checked_sub(1).filter(|index| *index < 400) else { return number.to_string() };
    let sign = ['*', '†', '‡', '§'].get(index as usize % 4).copied().unwrap_or('*');
    std::iter::repeat_n(sign, index as usize / 4 + 1).collect()
}

fn ordinal(number: u32, wording: Wording) -> String {
    if wording.spanish {
        return format!("{number}{}", if wording.feminine { 'ª' } else { 'º' });
    }
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Sets the case of words, or falls back to digits.
fn words(found: Option<String>, number: u32, wording: Wording) -> String {
    let Some(text) = found else { return number.to_string() };
    if wording.capitals {
        return text.to_uppercase();
    }
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

const UNITS_ES: [&str; 30] = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
];
const TENS_ES: [&str; 10] =
    ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];
const HUNDREDS_ES: [&str; 10] = [
    "",
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
];
const ORDINAL_UNITS_ES: [&str; 20] = [
    "",
    "primero",
    "segundo",
    "tercero",
    "cuarto",
    "quinto",
    "sexto",
    "séptimo",
    "octavo",
    "noveno",
    "décimo",
    "undécimo",
    "duodécimo",
    "decimotercero",
    "decimocuarto",
    "decimoquinto",
    "decimosexto",
    "decimoséptimo",
    "decimoctavo",
    "decimonoveno",
];
const ORDINAL_TENS_ES: [&str; 10] = [
    "",
    "",
    "vigésimo",
    "trigésimo",
    "cuadragésimo",
    "quincuagésimo",
    "sexagésimo",
    "septuagésimo",
    "octogésimo",
    "nonagésimo",
];
const UNITS_EN: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS_EN: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Looks up a word of a table.
fn pick<'a>(table: &'a [&'a str], index: u32) -> Option<&'a str> {
    table.get(index as usize).copied().filter(|word| !word.is_empty())
}

/// Writes 0 to 999 in words.
fn cardinal_words(number: u32, wording: Wording) -> Option<String> {
    if !wording.spanish {
        return cardinal_english(number);
    }
    let mut text = match number {
        0..=29 => pick(&UNITS_ES, number)?.to_owned(),
        30..=99 if number.is_multiple_of(10) => pick(&TENS_ES, number / 10)?.to_owned(),
        30..=99 => format!("{} y {}", pick(&TENS_ES, number / 10)?, pick(&UNITS_ES, number % 10)?),
        100 => "cien".to_owned(),
        101..=999 if number.is_multiple_of(100) => pick(&HUNDREDS_ES, number / 100)?.to_owned(),
        101..=999 => {
            let masculine = Wording { feminine: false, ..wording };
            format!("{} {}", pick(&HUNDREDS_ES, number / 100)?, cardinal_words(number % 100, masculine)?)
        }
        _ => return None,
    };
    if wording.feminine && text.ends_with("uno") {
        text.pop();
        text.push('a');
    }
    Some(text)
}

fn cardinal_english(number: u32) -> Option<String> {
    Some(match number {
        0..=19 => pick(&UNITS_EN, number)?.to_owned(),
        20..=99 if number.is_multiple_of(10) => pick(&TENS_EN, number / 10)?.to_owned(),
        20..=99 => format!("{}-{}", pick(&TENS_EN, number / 10)?, pick(&UNITS_EN, number % 10)?),
        100..=999 if number.is_multiple_of(100) => format!("{} hundred", pick(&UNITS_EN, number / 100)?),
        100..=999 => format!("{} hundred {}", pick(&UNITS_EN, number / 100)?, cardinal_english(number % 100)?),
        _ => return None,
    })
}

/// Writes 1 to 99 as ordinal words.
fn ordinal_words(number: u32, wording: Wording) -> Option<String> {
    if !wording.spanish {
        return ordinal_english(number);
    }
    let gender = |word: &str| match (wording.feminine, word.strip_suffix('o')) {
        (true, Some(stem)) => format!("{stem}a"),
        _ => word.to_owned(),
    };
    Some(match number {
        1..=19 => gender(pick(&ORDINAL_UNITS_ES, number)?),
        20..=99 if number.is_multiple_of(10) => gender(pick(&ORDINAL_TENS_ES, number / 10)?),
        20..=99 => {
            format!(
                "{} {}",
                gender(pick(&ORDINAL_TENS_ES, number / 10)?),
                gender(pick(&ORDINAL_UNITS_ES, number % 10)?)
            )
        }
        _ => return None,
    })
}

fn ordinal_english(number: u32) -> Option<String> {
    if number == 0 {
        return None;
    }
    let cardinal = cardinal_english(number)?;
    let (head, last) = match cardinal.rfind(['-', ' ']) {
        Some(at) => cardinal.split_at_checked(at + 1)?,
        None => ("", cardinal.as_str()),
    };
    let last = match last {
        "one" => "first".to_owned(),
        "two" => "second".to_owned(),
        "three" => "third".to_owned(),
        "five" => "fifth".to_owned(),
        "eight" => "eighth".to_owned(),
        "nine" => "ninth".to_owned(),
        "twelve" => "twelfth".to_owned(),
        other => match other.strip_suffix('y') {
            Some(stem) => format!("{stem}ieth"),
            None => format!("{other}th"),
        },
    };
    Some(format!("{head}{last}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_lists_show_them() {
        let check = |number, format: &str, expected: &str| {
            assert_eq!(write(number, format, Wording::default()), expected, "{number} {format}");
        };
        check(27, "lowerLetter", "aa");
        check(3, "upperLetter", "C");
        check(1994, "upperRoman", "MCMXCIV");
        check(4, "lowerRoman", "iv");
        check(7, "decimalZero", "07");
        check(0, "lowerLetter", "0");
        check(u32::MAX, "lowerLetter", "4294967295");
        check(u32::MAX, "upperRoman", "4294967295");
        check(22, "ordinal", "22nd");
        check(112, "ordinal", "112th");
        check(21, "ordinalText", "Twenty-first");
        check(30, "ordinalText", "Thirtieth");
        check(112, "ordinalText", "One hundred twelfth");
        check(6, "chicago", "††");
        check(12, "somethingNew", "12");
    }

    #[test]
    fn spanish_words_follow_gender_and_case() {
        let check = |number, format: &str, feminine, capitals, expected: &str| {
            let wording = Wording { spanish: true, feminine, capitals };
            assert_eq!(write(number, format, wording), expected, "{number} {format}");
        };
        check(7, "ordinalText", true, true, "SÉPTIMA");
        check(1, "ordinalText", false, false, "Primero");
        check(13, "ordinalText", true, false, "Decimotercera");
        check(21, "ordinalText", true, true, "VIGÉSIMA PRIMERA");
        check(40, "ordinalText", false, false, "Cuadragésimo");
        check(100, "ordinalText", false, false, "100");
        check(31, "cardinalText", true, false, "Treinta y una");
        check(21, "cardinalText", false, false, "Veintiuno");
        check(101, "cardinalText", false, false, "Ciento uno");
        check(3, "ordinal", true, false, "3ª");
    }
}
