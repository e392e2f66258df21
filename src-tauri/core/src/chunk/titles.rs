//! What titles look like: short, capitalised, without a verb.
//!
//! Takes the words of one line or sentence. Not here: labels and what a title is the title of.

use super::listed;
use super::numerals::{plain, roman};
use crate::config::HEADING_CHARS_MAX;

/// Most words of a title.
const TITLE_WORDS_MAX: usize = 16;

/// Returns whether `text` can be the title behind a label: short, one phrase, opening in upper case.
pub(super) fn is_title(text: &str) -> bool {
    let body = text.trim_end_matches(['.', ':', ' ']);
    let first = body.trim_start_matches(['"', '“', '«', '‘', '¿', '[', '(', '*']).chars().next();
    first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
        && body.chars().count() <= HEADING_CHARS_MAX - 30
        && body.split_whitespace().count() <= TITLE_WORDS_MAX
        && !body.contains(['\t', '!'])
        && (!body.contains([';', '?']) && !body.contains(": ") || is_capitalised(body))
        && !text.ends_with(',')
        && !body.split(". ").any(|part| part.split_whitespace().count() > TITLE_WORDS_MAX)
}

/// Most words of a title that is followed by text on its own line.
const RUN_IN_WORDS_MAX: usize = 8;

/// Returns whether a title is one although it ends as a sentence does: "7.2. Notices."
pub(super) fn is_run_in(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let introduces = text.ends_with(':');
    is_title(text) && opens_title(text) && (words <= RUN_IN_WORDS_MAX && !introduces || is_capitalised(text))
}

/// Returns whether a line ends in a word after which it must go on, as a wrapped line may.
pub(super) fn breaks_off(text: &str) -> bool {
    const JOINTS: &str =
        "de del la el los las y o e u en a al con por para que un una su sus se the of and or to in for by a an with";
    let word = text.rsplit(char::is_whitespace).next().unwrap_or("");
    listed(JOINTS, ' ', word)
}

/// Returns whether a text opens and goes on as a title does, not as a sentence.
pub(super) fn opens_title(text: &str) -> bool {
    const SENTENCE: &str = concat!(
        "se no si este esta cada todo toda cualquier que the this each any all if it he she they we you i ",
        "such neither upon ninguna ninguno ambas cuando when where these those su sus al por para an a en un ",
        "una",
    );
    let word = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or("");
    let articled = matches!(plain(word).as_str(), "el" | "la" | "los" | "las") && text.ends_with('.');
    is_capitalised(text) || !articled && !listed(SENTENCE, ' ', &plain(word)) && !has_verb(text)
}

/// Verbs that no title has.
pub(super) fn has_verb(text: &str) -> bool {
    const VERBS: &str = concat!(
        "shall will may must is are was were agree agrees has have hereby means es son está están fue ha han ",
        "queda quedan obliga obligan debe deben puede pueden tiene tienen cannot does do can would",
    );
    // The endings of the Spanish future and conditional, in which clauses are written.
    let future =
        |word: &str| word.len() > 4 && ["rá", "rán", "ría", "rían"].iter().any(|ending| word.ends_with(ending));
    text.split(|c: char| !c.is_alphabetic())
        .any(|word| listed(VERBS, ' ', word) || future(word) && word.starts_with(char::is_lowercase) && !is_noun(word))
}

/// Nouns and adjectives that end as a Spanish conditional does.
fn is_noun(word: &str) -> bool {
    const NOUNS: &str = concat!(
        "auditoría asesoría consultoría ingeniería tesorería secretaría mayoría categoría maquinaría avería ",
        "portería mensajería mercadería procuraduría contaduría interventoría comisaría teoría cafetería ",
        "hostelería ganadería minería autoría tutoría minoría notaría curaduría garantía",
    );
    listed(NOUNS, ' ', word)
}

/// Returns whether the words of a title are capitalised as English headings are.
pub(super) fn is_capitalised(text: &str) -> bool {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 3).collect();
    let capital = words.iter().filter(|word| word.starts_with(char::is_uppercase)).count();
    !words.is_empty() && capital * 5 >= words.len() * 4 && !has_verb(text)
}

/// Most words of a heading that shows by its capitals alone; longer lines are shouted text.
const CAPITALS_WORDS_MAX: usize = 10;

/// Returns whether a line is a heading for being short and all in capitals.
pub(super) fn is_capitals(line: &str) -> bool {
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let others = line.chars().filter(|c| !c.is_alphabetic() && !c.is_whitespace()).count();
    letters >= 4
        && !line.chars().any(char::is_lowercase)
        && letters > others * 2
        && line.chars().count() <= HEADING_CHARS_MAX - 40
        && line.split_whitespace().count() <= CAPITALS_WORDS_MAX
        && !line.ends_with([',', ';'])
        && !has_verb(&line.to_lowercase())
        && !line.contains(['\t', '_', '|', '@'])
        && !is_party(line)
}

/// Company names stand in capitals above signatures and in tables, and head no clause.
fn is_party(line: &str) -> bool {
    const SUFFIXES: &str = concat!(
        "INC LTD LLC CORP CORPORATION LIMITED PLC SL SLU SA SAU LP LLP COMPANY GMBH BY AND OF BETWEEN SLP ",
        "COOP",
    );
    let word = line.rsplit(char::is_whitespace).next().unwrap_or("");
    let word: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
    listed(SUFFIXES, ' ', &word)
}

/// Returns whether a line belongs to a table of contents: a leader or a wide gap before a page number.
pub(super) fn is_contents_line(line: &str) -> bool {
    let digits = line.len()
        - line.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, 'i' | 'v' | 'x' | 'I' | 'V' | 'X')).len();
    let before = line.get(..line.len() - digits).unwrap_or("");
    if line.contains("....") || line.contains(". . . .") || line.contains("……") || line.contains("____") {
        return true;
    }
    digits > 0
        && digits <= 4
        && (before.ends_with('\t') || before.ends_with("  ") || before.ends_with("..") || before.ends_with('…'))
        && before.chars().any(char::is_alphabetic)
}

pub(super) fn ends_in_number(line: &str) -> bool {
    let word = line.rsplit(char::is_whitespace).next().unwrap_or("");
    !word.is_empty() && word.len() <= 4 && (word.chars().all(|c| c.is_ascii_digit()) || roman(word).is_some())
}

/// Returns whether a line heads a table of contents.
pub(super) fn opens_contents(line: &str) -> bool {
    let name = plain(line.trim().trim_end_matches([':', '.']));
    matches!(
        name.as_str(),
        "table of contents" | "contents" | "indice" | "tabla de contenidos" | "sumario" | "contenido" | "index"
    )
}

/// Returns `text` as an element of a heading path: one line, without closing stop, of bounded length.
pub(super) fn title(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    let kept = out.trim_end_matches(['.', ':', ' ', '-', '–']);
    // "Section 2.11 Material Contracts (a)": the first item stands on the heading's line.
    let item = kept.rsplit_once(" (").filter(|(_, item)| item.len() <= 4 && item.ends_with(')') && kept.len() > 12);
    let kept = item.map_or(kept, |(before, _)| before).trim_end_matches(['.', ':', ' ']);
    match kept.char_indices().nth(HEADING_CHARS_MAX) {
        None => kept.to_string(),
        Some((end, _)) => {
            let short = kept.get(..end).unwrap_or("");
            let end = short.rfind(' ').unwrap_or(end);
            format!("{}…", kept.get(..end).unwrap_or(""))
        }
    }
}
