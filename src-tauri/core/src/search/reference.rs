//! Exact references: "artículo 4 de la Ley 56/2007", "cláusula séptima", "Section 5.3".
//!
//! A question's reference is compared with the number that a heading carries, so that clause 7 is
//! found by its number and not by how often "7" stands in a text.

use crate::terms;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Articles, clauses, sections: what a heading numbers.
    Clause,
    /// Annexes, schedules, exhibits.
    Annex,
    /// Dispositions of a law ("disposición adicional primera").
    Disposition,
}

/// A reference to a numbered part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// What is counted.
    pub unit: Unit,
    /// Its number as numbers: "18.4" is `[18, 4]`.
    pub number: Vec<u32>,
    /// A letter or suffix that is part of the number ("bis", "a").
    pub suffix: String,
    /// For dispositions, their class ("adicional", "transitoria").
    pub class: String,
}

/// What a numbered part of a document is called, folded.
pub(super) const CLAUSE_WORDS: [&str; 19] = [
    "articulo",
    "articulos",
    "art",
    "arts",
    "clausula",
    "clausulas",
    "estipulacion",
    "pacto",
    "apartado",
    "seccion",
    "punto",
    "article",
    "articles",
    "section",
    "sections",
    "sec",
    "clause",
    "paragraph",
    "subsection",
];
const ANNEX_WORDS: [&str; 8] = ["anexo", "annex", "exhibit", "schedule", "appendix", "apendice", "attachment", "anejo"];

/// Returns the references in a question.
pub fn references(question: &str) -> Vec<Reference> {
    let words = terms::words(question);
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let rest = &words[index + 1..];
        let made = if CLAUSE_WORDS.contains(&word.as_str()) {
            numbered(rest).map(|(number, suffix)| Reference {
                unit: Unit::Clause,
                number,
                suffix,
                class: String::new(),
            })
        } else if ANNEX_WORDS.contains(&word.as_str()) {
            numbered(rest).map(|(number, suffix)| Reference { unit: Unit::Annex, number, suffix, class: String::new() })
        } else if word == "disposicion" {
            rest.split_first().and_then(|(class, rest)| {
                let (number, suffix) = numbered(rest).unwrap_or_default();
                is_class(class).then(|| Reference { unit: Unit::Disposition, number, suffix, class: class.clone() })
            })
        } else {
            None
        };
        found.extend(made);
    }
    found
}

/// Returns the reference that a heading carries, if it carries a number.
pub fn heading_reference(heading: &str) -> Option<Reference> {
    let words = terms::words(heading.trim_start_matches(['#', ' ', '*']));
    let (first, rest) = words.split_first()?;
    if CLAUSE_WORDS.contains(&first.as_str()) {
        let (number, suffix) = numbered(rest)?;
        return Some(Reference { unit: Unit::Clause, number, suffix, class: String::new() });
    }
    if ANNEX_WORDS.contains(&first.as_str()) {
        let (number, suffix) = numbered(rest)?;
        return Some(Reference { unit: Unit::Annex, number, suffix, class: String::new() });
    }
    if first == "disposicion" {
        let (class, rest) = rest.split_first()?;
        let (number, suffix) = numbered(rest).unwrap_or_default();
        return is_class(class).then(|| Reference { unit: Unit::Disposition, number, suffix, class: class.clone() });
    }
    let (number, suffix) = numbered(&words)?;
    Some(Reference { unit: Unit::Clause, number, suffix, class: String::new() })
}

fn is_class(word: &str) -> bool {
    matches!(word, "adicional" | "transitoria" | "final" | "derogatoria")
}

/// Reads a number at the start of words: digits, ordinal words, Roman numerals; with its suffix.
fn numbered(words: &[String]) -> Option<(Vec<u32>, String)> {
    let skip = words
        .iter()
        .take_while(|word| matches!(word.as_str(), "numero" | "num" | "n" | "no" | "no." | "nº" | "la" | "the"))
        .count();
    let words = words.get(skip..)?;
    let first = words.first()?;
    let mut suffix = String::new();
    let number = if first.starts_with(|letter: char| letter.is_ascii_digit()) {
        let digits: String = first.chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
        let rest: String = first.chars().skip(digits.chars().count()).collect();
        // "11a" is the eleventh (11.ª), "11.a" folds to the same; other letters belong to the number.
        if !matches!(rest.as_str(), "" | "a" | "o" | "º" | "ª" | "er" | "th" | "st" | "nd" | "rd") {
            suffix = rest;
        }
        digits.split('.').filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect::<Option<Vec<u32>>>()?
    } else if let Some((value, used)) = ordinal(words) {
        suffix = words.get(used).filter(|word| is_suffix(word)).cloned().unwrap_or_default();
        return Some((vec![value], suffix));
    } else {
        vec![roman(first)?]
    };
    if suffix.is_empty() {
        suffix = words.get(1).filter(|word| is_suffix(word)).cloned().unwrap_or_default();
    }
    Some((number, suffix))
}

fn is_suffix(word: &str) -> bool {
    matches!(word, "bis" | "ter" | "quater" | "quinquies" | "sexies" | "septies" | "octies")
}

/// Reads a Spanish or English ordinal or cardinal at the start of words: its value and how many words it takes.
fn ordinal(words: &[String]) -> Option<(u32, usize)> {
    const UNITS: [(&str, u32); 48] = [
        ("primer", 1),
        ("primera", 1),
        ("primero", 1),
        ("segunda", 2),
        ("segundo", 2),
        ("tercera", 3),
        ("tercero", 3),
        ("tercer", 3),
        ("cuarta", 4),
        ("cuarto", 4),
        ("quinta", 5),
        ("quinto", 5),
        ("sexta", 6),
        ("sexto", 6),
        ("septima", 7),
        ("septimo", 7),
        ("octava", 8),
        ("octavo", 8),
        ("novena", 9),
        ("noveno", 9),
        ("decima", 10),
        ("decimo", 10),
        ("undecima", 11),
        ("undecimo", 11),
        ("duodecima", 12),
        ("duodecimo", 12),
        ("decimotercera", 13),
        ("decimocuarta", 14),
        ("decimoquinta", 15),
        ("decimosexta", 16),
        ("decimoseptima", 17),
        ("decimoctava", 18),
        ("decimonovena", 19),
        ("vigesima", 20),
        ("vigesimo", 20),
        ("trigesima", 30),
        ("trigesimo", 30),
        ("cuadragesima", 40),
        ("quincuagesima", 50),
        ("unica", 1),
        ("unico", 1),
        ("first", 1),
        ("second", 2),
        ("third", 3),
        ("fourth", 4),
        ("fifth", 5),
        ("sixth", 6),
        ("seventh", 7),
    ];
    let value = |word: &String| {
        let plain = word.replace("decimo", "decim").replace("decima", "decim");
        UNITS.iter().find(|(name, _)| name == word).map(|(_, value)| *value).or_else(|| {
            // "decimatercera", "vigesimoprimera": tens and unit in one word.
            let tens = [("decim", 10), ("vigesimo", 20), ("vigesima", 20), ("trigesimo", 30)];
            tens.iter().find_map(|(stem, ten)| {
                let rest = plain.strip_prefix(stem)?;
                UNITS.iter().find(|(name, unit)| *name == rest && *unit < 10).map(|(_, unit)| ten + unit)
            })
        })
    };
    let first = value(words.first()?)?;
    if first >= 10
        && first.is_multiple_of(10)
        && let Some(second) = words.get(1).and_then(value).filter(|second| *second < 10)
    {
        return Some((first + second, 2));
    }
    Some((first, 1))
}

fn roman(word: &str) -> Option<u32> {
    let value = |letter| {
        Some(match letter {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            _ => return None,
        })
    };
    let values: Vec<u32> = word.chars().map(value).collect::<Option<_>>()?;
    let sum = values.iter().enumerate().map(|(at, &this)| {
        if values.get(at + 1).is_some_and(|&next| next > this) { -(this as i64) } else { this as i64 }
    });
    u32::try_from(sum.sum::<i64>()).ok().filter(|number| (1..200).contains(number))
}

/// How well a heading path answers a reference: 0 not at all, 1 wholly.
pub fn agreement(wanted: &Reference, path: &[String]) -> f32 {
    let mut best: f32 = 0.0;
    for (level, heading) in path.iter().enumerate() {
        let Some(has) = heading_reference(heading) else { continue };
        if has.unit != wanted.unit
            || has.class != wanted.class
            || (has.suffix != wanted.suffix && has.number.len() == wanted.number.len())
        {
            continue;
        }
        let inner = path.get(level + 1).and_then(|inner| heading_reference(inner));
        let score = if has.number == wanted.number {
            1.0
        } else if wanted.number.len() > 1 && has.number.len() == 1 && wanted.number.first() == has.number.first() {
            // "18.4": article 18 is right, its paragraph 4 is best.
            let exact = inner.is_some_and(|inner| wanted.number.get(1..) == Some(&inner.number[..]));
            if exact { 1.0 } else { 0.7 }
        } else {
            0.0
        };
        best = best.max(score);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_in_both_languages() {
        let check = |text: &str, number: &[u32], suffix: &str| {
            let found = references(text);
            assert_eq!(
                found.first().map(|reference| (&reference.number[..], reference.suffix.as_str())),
                Some((number, suffix)),
                "{text}"
            );
        };
        check("artículo 4 de la Ley 25/2007", &[4], "");
        check("El artículo 18.4 de la Constitución", &[18, 4], "");
        check("cláusula séptima del contrato", &[7], "");
        check("la cláusula vigésima tercera", &[23], "");
        check("art. 49 bis", &[49], "bis");
        check("Section 5.3 of the Agreement", &[5, 3], "");
        check("ARTICLE IX", &[9], "");
        check("disposición adicional primera", &[1], "");
        assert!(references("¿Qué dice la ley?").is_empty());
    }

    #[test]
    fn headings_answer_references() {
        let check = |question: &str, path: &[&str], expected: f32| {
            let path: Vec<String> = path.iter().map(|heading| (*heading).to_owned()).collect();
            let wanted = references(question).remove(0);
            assert_eq!(agreement(&wanted, &path), expected, "{question} / {path:?}");
        };
        check("cláusula 7", &["CLÁUSULA SÉPTIMA.- No competencia"], 1.0);
        check("cláusula séptima", &["7. No competencia", "7.2"], 1.0);
        check("cláusula 7.2", &["7. No competencia", "7.2"], 1.0);
        check("artículo 18.4", &["TÍTULO I", "Artículo 18"], 0.7);
        check("artículo 8", &["Artículo 18"], 0.0);
        check("estipulación undécima", &["Estipulación 11ª. Protección de datos"], 1.0);
        check("section 8", &["VIII. TERMINACIÓN ANTICIPADA"], 1.0);
        check("disposición adicional primera", &["Artículo 1"], 0.0);
    }
}
