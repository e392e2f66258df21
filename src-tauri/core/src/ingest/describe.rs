//! What a document says of itself: its title, its own date, its version marks, whether it changes
//! another. Shown beside every hit, searched for the document that a question names.

use crate::extract::{Extracted, MarkKind};
use crate::span::CodePoints;
use crate::terms;
use std::sync::LazyLock;

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Description {
    /// File stem.
    pub name: String,
    /// What the document calls itself.
    pub title: String,
    /// Its first words, where parties are named.
    pub opening: String,
    /// Its own date, ISO 8601.
    pub date: Option<String>,
    /// Version marks, as the screen shows them.
    pub versions: Vec<String>,
    /// Whether it changes another document.
    pub amends: bool,
}

/// Code points of a document's start in which parties are looked for.
const OPENING_CHARS: usize = 1_500;
/// Longest title kept, in code points.
const TITLE_CHARS_MAX: usize = 160;

/// Describes a document by its file name and content.
pub fn describe(file_name: &str, extracted: &Extracted) -> Description {
    let name = stem(file_name).to_owned();
    let opening: String = extracted.text.trim_start().chars().take(OPENING_CHARS).collect();
    let title = title(extracted, &opening);
    let folded_title = terms::fold(&format!("{name} {title}"));
    let made = || extracted.meta.created.as_deref().and_then(|date| date.get(..10)).map(str::to_owned);
    let written = || own_date(&terms::fold(&opening)).or_else(|| own_date(&terms::fold(&name)));
    // A message is of the day it was sent; a contract's file may have been made at any time.
    let is_message = file_name.to_ascii_lowercase().ends_with(".eml");
    Description {
        date: if is_message { made().or_else(written) } else { written().or_else(made) },
        versions: version_marks(&terms::fold(&name)),
        amends: AMENDING.iter().any(|word| contains_word(&folded_title, word)),
        name,
        title,
        opening,
    }
}

fn stem(file_name: &str) -> &str {
    match file_name.rfind('.') {
        Some(dot) if dot > 0 && file_name.len() - dot <= 9 => file_name.get(..dot).unwrap_or(file_name),
        _ => file_name,
    }
}

const AMENDING: [&str; 12] = [
    "adenda",
    "addenda",
    "addendum",
    "anexo modificativo",
    "novacion",
    "modificacion de contrato",
    "acuerdo modificativo",
    "amendment",
    "amended and restated",
    "modificativa",
    "prorroga del contrato",
    "side letter",
];

fn contains_word(folded: &str, word: &str) -> bool {
    folded.match_indices(word).any(|(at, _)| {
        let before = folded.get(..at).and_then(|text| text.chars().next_back());
        let after = folded.get(at + word.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// The first heading of the text, else its first line with letters, else what the file's data says.
fn title(extracted: &Extracted, opening: &str) -> String {
    let points = CodePoints::new(&extracted.text);
    let heading = extracted
        .marks
        .iter()
        .filter(|mark| {
            matches!(mark.kind, MarkKind::Heading(level) if level <= 2) && mark.span.start < OPENING_CHARS as u32
        })
        .map(|mark| points.slice(mark.span).trim())
        .find(|text| has_words(text));
    let line = || opening.lines().map(str::trim).find(|line| has_words(line));
    let from_file = || extracted.meta.title.as_deref().map(str::trim).filter(|title| has_words(title));
    let title = heading.or_else(line).or_else(from_file).unwrap_or("");
    title.trim_start_matches(['#', ' ']).chars().take(TITLE_CHARS_MAX).collect()
}

fn has_words(text: &str) -> bool {
    text.split_whitespace().filter(|word| word.chars().filter(|letter| letter.is_alphabetic()).count() > 2).count() >= 2
}

/// Version marks that lawyers put in file names, with what is shown for each.
const VERSION_WORDS: [(&str, &str); 14] = [
    ("borrador", "borrador"),
    ("draft", "draft"),
    ("firmado", "firmado"),
    ("firmada", "firmado"),
    ("signed", "signed"),
    ("executed", "executed"),
    ("definitivo", "definitivo"),
    ("definitiva", "definitivo"),
    ("final", "final"),
    ("copia", "copia"),
    ("copy", "copy"),
    ("revisado", "revisado"),
    ("redline", "redline"),
    ("anulado", "anulado"),
];

fn version_marks(folded_name: &str) -> Vec<String> {
    let words: Vec<&str> =
        folded_name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut marks = Vec::new();
    for word in &words {
        let numbered = word.strip_prefix('v').is_some_and(|rest| {
            !rest.is_empty() && rest.len() <= 3 && rest.chars().all(|letter| letter.is_ascii_digit())
        });
        let shown = VERSION_WORDS.iter().find(|(mark, _)| mark == word).map(|(_, shown)| (*shown).to_owned());
        if let Some(mark) = shown.or_else(|| numbered.then(|| (*word).to_owned()))
            && !marks.contains(&mark)
        {
            marks.push(mark);
        }
    }
    marks
}

static MONTHS: LazyLock<Vec<(&'static str, u8)>> = LazyLock::new(|| {
    let names = [
        ["enero", "january"],
        ["febrero", "february"],
        ["marzo", "march"],
        ["abril", "april"],
        ["mayo", "may"],
        ["junio", "june"],
        ["julio", "july"],
        ["agosto", "august"],
        ["septiembre", "september"],
        ["octubre", "october"],
        ["noviembre", "november"],
        ["diciembre", "december"],
    ];
    let mut months: Vec<(&str, u8)> = Vec::new();
    for (index, both) in names.iter().enumerate() {
        months.extend(both.iter().map(|name| (*name, index as u8 + 1)));
    }
    months.push(("setiembre", 9));
    months
});

/// Returns the date that a folded opening gives as the document's own: one written as contracts date
/// themselves ("En Madrid, a 16 de marzo de 2016", "dated as of", "this 3rd day of"), else the first. An
/// addendum names its contract's date before its own.
fn own_date(folded: &str) -> Option<String> {
    let dates = dates_in(folded);
    let formal = dates.iter().find(|(before, _)| matches!(before.as_deref(), Some("a" | "dated" | "as" | "this")));
    formal.or(dates.first()).map(|(_, date)| date.clone())
}

/// Returns the full dates of a folded text as ISO 8601, each with the word before it: "16 de marzo de
/// 2016", "march 16, 2016", "16 march 2016", "2016-03-16", "20160316", "16/03/2016".
fn dates_in(folded: &str) -> Vec<(Option<String>, String)> {
    let tokens: Vec<&str> = folded
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|token| !token.is_empty() && !matches!(*token, "de" | "del" | "of" | "th" | "st" | "nd" | "rd" | "day"))
        .collect();
    let mut dates = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((date, length)) = date_at(tokens.get(at..).unwrap_or(&[])) else {
            at += 1;
            continue;
        };
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        dates.push((before.map(|word| (*word).to_owned()), date));
        at += length;
    }
    dates
}

/// The date that these words begin with, and how many of them it is.
fn date_at(tokens: &[&str]) -> Option<(String, usize)> {
    let number = |index: usize| -> Option<i16> {
        let token = tokens.get(index)?;
        ["st", "nd", "rd", "th"].iter().find_map(|suffix| token.strip_suffix(suffix)).unwrap_or(token).parse().ok()
    };
    let month = |index: usize| -> Option<i8> {
        let token = tokens.get(index)?;
        MONTHS.iter().find(|(name, _)| name == token).map(|(_, number)| *number as i8)
    };
    let made = |year: Option<i16>, month: Option<i8>, day: Option<i16>| -> Option<String> {
        let (year, month, day) = (year?, month?, day?);
        if !(1800..=2100).contains(&year) {
            return None;
        }
        jiff::civil::Date::new(year, month, i8::try_from(day).ok()?).ok().map(|date| date.to_string())
    };
    let numeric_month = |index: usize| number(index).and_then(|value| i8::try_from(value).ok());
    let spelt = made(number(2), month(1), number(0))
        .or_else(|| made(number(2), month(0), number(1)))
        .or_else(|| made(number(0), numeric_month(1), number(2)))
        .or_else(|| made(number(2), numeric_month(1), number(0)));
    if let Some(date) = spelt {
        return Some((date, 3));
    }
    let compact = tokens.first().filter(|token| token.len() == 8 && token.bytes().all(|byte| byte.is_ascii_digit()))?;
    let part = |range: std::ops::Range<usize>| compact.get(range).unwrap_or("");
    made(part(0..4).parse().ok(), part(4..6).parse().ok(), part(6..8).parse().ok()).map(|date| (date, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_both_languages() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(own_date(&terms::fold(text)).as_deref(), expected, "{text}");
        };
        check("En Madrid, a 16 de marzo de 2016, reunidos", Some("2016-03-16"));
        check("dated as of November 9, 2005 (", Some("2005-11-09"));
        check("this 3rd day of May 2021", Some("2021-05-03"));
        check("2022-09-11 Contrato", Some("2022-09-11"));
        check("20180716 Adenda", Some("2018-07-16"));
        check("el 07/10/2019", Some("2019-10-07"));
        check("Adenda al contrato de 12 de marzo de 2024. En Murcia, a 5 de septiembre de 2024", Some("2024-09-05"));
        check("Amendment to the Agreement of 1 May 2019, dated as of June 2, 2020", Some("2020-06-02"));
        check("Ley 25/2007", None);
        check("31 de febrero de 2020", None);
    }

    #[test]
    fn names_say_what_version_it_is() {
        let check = |name: &str, expected: &[&str]| {
            assert_eq!(version_marks(&terms::fold(name)), expected, "{name}");
        };
        check("Inmobiliaria - préstamo v3 DEFINITIVO", &["v3", "definitivo"]);
        check("2022-09-11 Contrato (firmado) - copia", &["firmado", "copia"]);
        check("Consultancy Agreement (draft v2)", &["draft", "v2"]);
        check("Contrato de compraventa", &[]);
    }

    #[test]
    fn addenda_are_known_by_name_or_title() {
        let check = |name: &str, text: &str, expected: bool| {
            let extracted = Extracted { text: text.to_owned(), ..Extracted::default() };
            assert_eq!(describe(name, &extracted).amends, expected, "{name}");
        };
        check("Adenda nº 1 - Ruiz.pdf", "En Madrid, a uno", true);
        check("scan.pdf", "ANEXO MODIFICATIVO AL CONTRATO DE PRÉSTAMO\nEn Madrid", true);
        check("Contrato.pdf", "CONTRATO DE PRÉSTAMO\nsin adenda alguna", false);
    }
}
