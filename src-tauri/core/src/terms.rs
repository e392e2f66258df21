//! From text to the terms that are searched: folded, stemmed, without stop words.
//!
//! Documents are stemmed in their passage's language; a question in both, so that a name or a figure
//! is found whatever the language of the passage. Stemming is Snowball's (rust-stemmers).

use crate::chunk::Language;
use rust_stemmers::{Algorithm, Stemmer};
use std::collections::HashSet;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

static SPANISH: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::Spanish));
static ENGLISH: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

static STOP_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    // Function words of both languages, folded. Words that carry legal meaning ("no", "not", "sin",
    // "without", "todos") stay searchable.
    "a al algo alguna algunas alguno algunos ante aquel aquella aquellas aquello aquellos asi aun aunque bajo cada como
     con contra cual cuales cualquier cuando cuanta cuantas cuanto cuantos de del desde donde dos e el ella ellas ello
     ellos en entre era eran es esa esas ese eso esos esta estaba estan estar estas este esto estos fue fueron ha haber
     habia han hasta hay la las le les lo los mas me mediante mi mis mismo misma mismos mismas muy ni nos nuestra
     nuestro o os otra otras otro otros para pero por porque pues que quien quienes se sea sean segun ser si siendo
     sido sino sobre su sus tal tales tambien tan tanto te tiene tienen toda todo tras tu un una unas uno unos y ya yo
     dicho dicha dichos dichas
     about above after again all am an and any are as at be because been before being below between both but by can
     could did do does doing down during each few for from further had has have having he her here hers him his how i
     if in into is it its itself just me more most my nor of off on once only or other our ours out over own same she
     should so some such than that the their theirs them then there these they this those through to too under until
     up upon very was we were what when where which while who whom why will with would you your yours
     hereby herein hereof hereto hereunder thereof therein thereto thereunder said"
        .split_whitespace()
        .collect()
});

/// Folds case, accents and compatibility forms: `Ñandú` becomes `nandu`.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase).collect()
}

/// Returns whether a folded word is a function word of either language.
pub fn is_stop_word(folded: &str) -> bool {
    STOP_WORDS.contains(folded)
}

/// Returns the folded words of `text` in order, stop words included.
///
/// Letters and digits make words; `.`, `,`, `/` and `-` stay inside a word when they stand between
/// digits ("7.2", "56/2007", "1.500,00").
pub fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut words = Vec::with_capacity(folded.len() / 6);
    let mut word = String::new();
    let mut letters = folded.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_alphanumeric() {
            word.push(letter);
            continue;
        }
        let joins = matches!(letter, '.' | ',' | '/' | '-')
            && word.ends_with(|last: char| last.is_ascii_digit())
            && letters.peek().is_some_and(char::is_ascii_digit);
        if joins {
            word.push(letter);
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Returns the stem of a folded word in a language; words with digits stay whole.
///
/// English stems end in `_`, so that "term" is not taken for the stem of "termo"; other languages are
/// stemmed as Spanish.
pub fn stem(folded: &str, language: Language) -> String {
    if folded.chars().any(|letter| letter.is_ascii_digit()) {
        return folded.to_owned();
    }
    match language {
        Language::En => format!("{}_", ENGLISH.stem(folded)),
        Language::Es | Language::Other => {
            // Snowball knows the ending "-ción" by its accent, which folding took away.
            let accented = ["cion", "sion"].iter().any(|ending| folded.ends_with(ending));
            let whole = if accented { folded.strip_suffix("on").map(|start| format!("{start}ón")) } else { None };
            fold(&SPANISH.stem(whole.as_deref().unwrap_or(folded)))
        }
    }
}

/// Returns the searchable terms of `text`, in order and with repeats.
pub fn terms(text: &str, language: Language) -> Vec<String> {
    words(text).into_iter().filter(|word| !is_stop_word(word)).map(|word| stem(&word, language)).collect()
}

/// Splits a file name where its words are run together: `ContratoDeObra_2021` becomes `Contrato De Obra 2021`.
pub fn spaced(name: &str) -> String {
    let mut spaced = String::with_capacity(name.len() + 8);
    let mut before: Option<char> = None;
    for letter in name.chars() {
        let letter = if matches!(letter, '_' | '%') { ' ' } else { letter };
        if before.is_some_and(|last| last.is_lowercase() && letter.is_uppercase()) {
            spaced.push(' ');
        }
        spaced.push(letter);
        before = Some(letter);
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_references_whole() {
        let check = |text: &str, expected: &[&str]| assert_eq!(words(text), expected, "{text}");
        check("Artículo 4 de la Ley 56/2007", &["articulo", "4", "de", "la", "ley", "56/2007"]);
        check("cláusula 7.2.", &["clausula", "7.2"]);
        check("1.500,00 € (mil)", &["1.500,00", "mil"]);
        check("non-compete", &["non", "compete"]);
        check("Ñandú, S.L.", &["nandu", "s", "l"]);
    }

    #[test]
    fn run_together_names_are_split() {
        assert_eq!(spaced("ContratoDeObra_2021"), "Contrato De Obra 2021");
        assert_eq!(spaced("ACME-NDA"), "ACME-NDA");
    }

    #[test]
    fn stems_meet_across_forms() {
        let same = |one: &str, other: &str, language| {
            assert_eq!(terms(one, language), terms(other, language), "{one} / {other}");
        };
        same("penalización", "penalizaciones", Language::Es);
        same("terminated", "terminating", Language::En);
        assert!(terms("de la que", Language::Es).is_empty());
    }
}
