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
    Description {
        date: date_in(&terms::fold(&opening)).or_else(|| date_in(&terms::fold(&name))).or_else(|| {
            extracted
                .meta
                .created
                .as_deref()
                .filter(|date| date.len() >= 10)
                .and_then(|date| date.get(..10))
                .map(str::to_owned)
        }),
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

/// Returns the first full date of a folded text as ISO 8601: "16 de marzo de 2016", "march 16, 2016",
/// "16 march 2016", "2016-03-16", "20160316", "16/03/2016".
pub fn date_in(folded: &str) -> Option<String> {
    let tokens: Vec<&str> = folded
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|token| !token.is_empty() && !matches!(*token, "de" | "del" | "of" | "th" | "st" | "nd" | "rd" | "day"))
        .collect();
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
    (0..tokens.len()).find_map(|at| {
        let numeric_month = |index: usize| number(index).and_then(|value| i8::try_from(value).ok());
        let compact =
            tokens.get(at).filter(|token| token.len() == 8 && token.bytes().all(|byte| byte.is_ascii_digit()));
        made(number(at + 2), month(at + 1), number(at))
            .or_else(|| made(number(at + 2), month(at), number(at + 1)))
            .or_else(|| made(number(at), numeric_month(at + 1), number(at + 2)))
            .or_else(|| made(number(at + 2), numeric_month(at + 1), number(at)))
            .or_else(|| {
                let token = compact?;
                made(token.get(..4)?.parse().ok(), token.get(4..6)?.parse().ok(), token.get(6..)?.parse().ok())
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_both_languages() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(date_in(&terms::fold(text)).as_deref(), expected, "{text}");
        };
        check("En Madrid, a 16 de marzo de 2016, reunidos", Some("2016-03-16"));
        check("dated as of November 9, 2005 (", Some("2005-11-09"));
        check("this 3rd day of May 2021", Some("2021-05-03"));
        check("2022-09-11 Contrato", Some("2022-09-11"));
        check("20180716 Adenda", Some("2018-07-16"));
        check("el 07/10/2019", Some("2019-10-07"));
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
