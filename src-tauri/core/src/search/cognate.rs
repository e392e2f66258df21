//! Cognates: what a word of one language would be in the other, by its ending.
//!
//! Spanish and English legal words share Latin roots and differ in regular endings ("exclusivity",
//! "exclusividad"), so a question finds a clause of the other language by more words than the lexicon
//! knows. A made-up cognate that no document uses finds nothing and does no harm; a false one is rare
//! because the root must be the same. Whole words are built here and stemmed by `terms` like any other.

use crate::chunk::Language;
use crate::terms;

/// Shortest word that is tried: short words are alike by chance.
const LETTERS_MIN: usize = 5;

/// English endings and their Spanish forms, longer ones first.
const ENDINGS: [(&str, &[&str]); 31] = [
    ("ology", &["ologia"]),
    ("ation", &["acion"]),
    ("ition", &["icion"]),
    ("ction", &["ccion"]),
    ("tion", &["cion"]),
    ("sion", &["sion"]),
    ("ility", &["ilidad"]),
    ("ity", &["idad"]),
    ("ency", &["encia"]),
    ("ancy", &["ancia"]),
    ("ence", &["encia"]),
    ("ance", &["ancia"]),
    ("ment", &["mento"]),
    ("tory", &["torio"]),
    ("ory", &["orio"]),
    ("ary", &["ario"]),
    ("ical", &["ico"]),
    ("ive", &["ivo"]),
    ("ous", &["oso"]),
    ("ism", &["ismo"]),
    ("ist", &["ista"]),
    ("ure", &["ura"]),
    ("ble", &["ble"]),
    ("ent", &["ente"]),
    ("ant", &["ante"]),
    ("ate", &["ado", "ato"]),
    ("ic", &["ico"]),
    ("al", &["al"]),
    ("or", &["or"]),
    ("it", &["ito"]),
    ("ty", &["dad"]),
];

/// Returns the stems that a folded word of `language` would have in the other language, if it has an
/// ending that tells.
pub fn cognates(word: &str, language: Language) -> Vec<String> {
    if word.len() < LETTERS_MIN || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Vec::new();
    }
    match language {
        Language::En => from_english(word).iter().map(|word| terms::stem(word, Language::Es)).collect(),
        _ => from_spanish(word).iter().map(|word| terms::stem(word, Language::En)).collect(),
    }
}

fn from_english(word: &str) -> Vec<String> {
    let single = singular_english(word);
    let Some((ending, theirs)) = ENDINGS.iter().find(|(ending, _)| single.ends_with(ending)) else {
        return Vec::new();
    };
    let root = spanish_root(single.strip_suffix(ending).unwrap_or(&single));
    theirs.iter().map(|ending| format!("{root}{ending}")).collect()
}

fn from_spanish(word: &str) -> Vec<String> {
    let single = singular_spanish(word);
    let mut found = Vec::new();
    let mut length = 0;
    for (ours, theirs) in ENDINGS {
        for ending in theirs {
            let masculine = ending.strip_suffix('o').map(|stem| format!("{stem}a"));
            let matched = [Some((*ending).to_owned()), masculine].into_iter().flatten();
            for ending in matched {
                let root = single.strip_suffix(ending.as_str()).filter(|_| ending.len() >= length);
                if let Some(root) = root {
                    length = ending.len();
                    found.extend(english_roots(root).into_iter().map(|root| format!("{root}{ours}")));
                }
            }
        }
    }
    found
}

fn singular_english(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(root) => format!("{root}y"),
        None if word.ends_with("ss") || word.ends_with("ous") => word.to_owned(),
        None => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}

fn singular_spanish(word: &str) -> &str {
    let consonant = |root: &&str| root.ends_with(['n', 'd', 'r', 'l']);
    word.strip_suffix("es").filter(consonant).or_else(|| word.strip_suffix('s')).unwrap_or(word)
}

/// Writes an English root as Spanish does: no doubled consonants, no "ph" or "th", "e" before "s" and a consonant.
fn spanish_root(root: &str) -> String {
    let mut out = String::with_capacity(root.len() + 1);
    let letters: Vec<char> = root.chars().collect();
    if letters.first() == Some(&'s') && letters.get(1).is_some_and(|next| "cpt".contains(*next)) {
        out.push('e');
    }
    for (at, letter) in letters.iter().enumerate() {
        let next = letters.get(at + 1);
        match (letter, next) {
            ('m' | 's' | 't' | 'p' | 'f' | 'd' | 'g' | 'b', Some(next)) if next == letter => {}
            ('p', Some('h')) => out.push('f'),
            ('h', _) if at > 0 && matches!(letters.get(at - 1), Some('p' | 't')) => {}
            ('y', Some(_)) if at > 0 => out.push('i'),
            _ => out.push(*letter),
        }
    }
    out
}

/// English spellings of a Spanish root: as it stands, and with the doubled "m" of "comm-" and "imm-".
fn english_roots(root: &str) -> Vec<String> {
    let mut roots = vec![root.to_owned()];
    for prefix in ["com", "im"] {
        if let Some(rest) = root.strip_prefix(prefix).filter(|rest| rest.starts_with(['a', 'e', 'i', 'o', 'u'])) {
            roots.push(format!("{prefix}m{rest}"));
        }
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_words_meet_across_the_languages() {
        let check = |english: &str, spanish: &str| {
            let there = cognates(english, Language::En);
            assert!(there.contains(&terms::stem(spanish, Language::Es)), "{english} → {there:?}, not {spanish}");
        };
        check("interoperability", "interoperabilidad");
        check("communications", "comunicaciones");
        check("exclusivity", "exclusividad");
        check("territory", "territorio");
        check("electronic", "electronica");
        check("deposit", "deposito");
        check("dependency", "dependencia");
        check("special", "especial");
        let back = |spanish: &str, english: &str| {
            let there = cognates(spanish, Language::Es);
            assert!(there.contains(&terms::stem(english, Language::En)), "{spanish} → {there:?}, not {english}");
        };
        back("exclusividad", "exclusivity");
        back("comunicaciones", "communications");
        back("territorios", "territory");
    }

    #[test]
    fn short_words_and_numbers_have_none() {
        assert!(cognates("plus", Language::En).is_empty());
        assert!(cognates("56/2007", Language::Es).is_empty());
    }
}
