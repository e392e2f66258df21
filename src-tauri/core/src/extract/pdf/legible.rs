//! Tells whether a text layer makes sense.
//!
//! Fonts with a false table of characters give letters that no language puts together: "7KLV LV" for
//! "This is". Such a page is better read from its picture. The test leans on what all languages in Latin
//! letters share, and leaves other scripts alone.

use crate::extract::assemble::Line;

/// Fewer letters than this say nothing.
const LETTERS_MIN: usize = 60;
/// Vowels make up between these shares of the letters of any language in Latin letters.
const VOWELS_MIN: f32 = 0.22;
const VOWELS_MAX: f32 = 0.65;
/// Share of the most frequent words of Spanish and English among all words, above which text is text.
const FREQUENT_MIN: f32 = 0.06;
/// Share of tokens that mix letters and other signs in ways no word does.
const ODD_MAX: f32 = 0.4;

/// The most frequent short words of Spanish and English, and those of their neighbours.
const FREQUENT: [&str; 32] = [
    "de", "la", "que", "el", "en", "y", "a", "los", "del", "se", "las", "por", "un", "para", "con", "no", "una", "al",
    "the", "of", "and", "to", "in", "is", "that", "for", "or", "by", "be", "et", "der", "und",
];

/// Returns whether the lines hold enough text to judge and it makes no sense.
pub(super) fn is_garbled(lines: &[Line]) -> bool {
    let (mut latin, mut other, mut vowels) = (0_usize, 0_usize, 0_usize);
    let (mut words, mut frequent, mut odd) = (0_usize, 0_usize, 0_usize);
    for word in lines.iter().flat_map(|line| &line.words) {
        let text = word.text.trim_matches(|letter: char| letter.is_ascii_punctuation());
        if text.is_empty() {
            // Signs alone are no word, but a page of them is no text.
            odd += usize::from(word.text.len() > 2 && !word.text.chars().all(|sign| "._-*=/".contains(sign)));
            words += usize::from(word.text.len() > 2);
            continue;
        }
        for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
            if letter < '\u{250}' {
                latin += 1;
                vowels += usize::from("aeiouyáéíóúüàèìòùâêîôûäöåøæAEIOUYÁÉÍÓÚÜÀÈÌÒÙÂÊÎÔÛÄÖ".contains(letter));
            } else {
                other += 1;
            }
        }
        words += 1;
        frequent += usize::from(FREQUENT.contains(&text.to_lowercase().as_str()));
        odd += usize::from(is_odd(text));
    }
    if latin + other < LETTERS_MIN && odd * 2 < words.max(LETTERS_MIN / 4) {
        return false;
    }
    if other > latin || frequent as f32 >= FREQUENT_MIN * words as f32 {
        return false;
    }
    let share = vowels as f32 / latin.max(1) as f32;
    !(VOWELS_MIN..VOWELS_MAX).contains(&share) && latin >= LETTERS_MIN || odd as f32 > ODD_MAX * words as f32
}

/// Returns whether signs or digits stand inside a word among its letters, as in "WKH&RQ5W".
fn is_odd(text: &str) -> bool {
    if text.contains(char::REPLACEMENT_CHARACTER) || text.chars().any(|letter| ('\u{80}'..'\u{A0}').contains(&letter)) {
        return true;
    }
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let signs = text.chars().filter(|sign| !sign.is_alphanumeric() && !"-'’.,/@:_()&%".contains(*sign)).count();
    letters > 0 && signs > 0 && signs * 4 >= letters
}
