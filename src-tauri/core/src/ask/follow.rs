//! Follow-up questions: an elliptical one is made whole from the question before it.
//!
//! By rules, not by a model: what the user sees as the question that was asked must not depend on one.
//! "¿Y la cesión?" keeps the document that was named before; "¿Y en el contrato con Y?" keeps what was
//! asked. The result is shown to the user as the question used.

use super::every;
use crate::chunk::Language;
use crate::search::Question;
use crate::terms;

/// What a follow-up may open with, folded; longer ones first.
const OPENINGS: [&str; 11] = [
    "y que hay de ",
    "y que pasa con ",
    "que hay de ",
    "y respecto a ",
    "y sobre ",
    "what about ",
    "how about ",
    "and what about ",
    "and for ",
    "and ",
    "y ",
];

/// Returns the question to search for, given the one before it in the conversation.
pub fn standalone(question: &Question, before: &Question) -> String {
    let bare = without_opening(&question.text);
    if every::asks_for_every(&question.text).is_some() {
        return question.text.clone();
    }
    if !question.about.is_empty() {
        // A document is named: what is asked of it carries over when the question does not say.
        let asks = content(&question.asking).any(|word| !content(&question.about).any(|named| named == word));
        if asks && !names_only(question) {
            return question.text.clone();
        }
        let asked = closed(&before.asking);
        return if asked.is_empty() { question.text.clone() } else { ended(&asked, &bare, question.language) };
    }
    if before.about.is_empty() || !question.routed.unknown.is_empty() {
        return question.text.clone();
    }
    let asked = trimmed(&bare);
    if asked.is_empty() {
        return question.text.clone();
    }
    let joint = if question.language == Language::En { "in" } else { "en" };
    ended(&asked, &format!("{joint} {}", without_joint(&before.about)), question.language)
}

/// Whether the question says no more than which document it means.
fn names_only(question: &Question) -> bool {
    let text = terms::words(&without_opening(&question.text)).len();
    let about = terms::words(&question.about).len();
    text <= about + 2
}

fn content(text: &str) -> impl Iterator<Item = String> {
    terms::words(text).into_iter().filter(|word| !terms::is_stop_word(word))
}

/// The question without what a follow-up opens with, first letter as it was.
fn without_opening(text: &str) -> String {
    let text = trimmed(text);
    let folded = terms::fold(&text);
    let opening =
        OPENINGS.iter().filter(|opening| folded.starts_with(**opening)).map(|opening| opening.chars().count()).max();
    text.chars().skip(opening.unwrap_or(0)).collect()
}

fn without_joint(about: &str) -> &str {
    ["en ", "in ", "con ", "with ", "del ", "de ", "of ", "under ", "for ", "para "]
        .iter()
        .find_map(|joint| about.strip_prefix(joint))
        .unwrap_or(about)
}

fn trimmed(text: &str) -> String {
    text.trim_matches(|letter: char| letter.is_whitespace() || "¿?¡!.,;:".contains(letter)).to_owned()
}

/// What was asked before, its gaps closed: where the document's name stood there is only white space.
fn closed(asking: &str) -> String {
    trimmed(&asking.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn ended(asked: &str, about: &str, language: Language) -> String {
    let opens = if language == Language::En { "" } else { "¿" };
    let mut letters = asked.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{opens}{first}{}, {}?", letters.as_str(), trimmed(about))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(text: &str, asking: &str, about: &str) -> Question {
        Question { about: about.to_owned(), asking: asking.to_owned(), ..Question::plain(text) }
    }

    #[test]
    fn what_is_left_out_carries_over() {
        let before = question(
            "¿Qué ley rige el contrato con Sistemas Torrevía?",
            "¿Qué ley rige         ?",
            "el contrato con Sistemas Torrevía",
        );
        let check = |question: Question, expected: &str| assert_eq!(standalone(&question, &before), expected);
        check(question("¿Y la cesión?", "¿Y la cesión?", ""), "¿La cesión, en el contrato con Sistemas Torrevía?");
        check(
            question(
                "¿Y en el contrato con Gestiones Ñandú?",
                "¿Y en el contrato con Gestiones Ñandú?",
                "en el contrato con Gestiones Ñandú",
            ),
            "¿Qué ley rige, en el contrato con Gestiones Ñandú?",
        );
        check(
            question("¿Qué plazo tiene el préstamo con Soto?", "¿Qué plazo tiene ?", "el préstamo con Soto"),
            "¿Qué plazo tiene el préstamo con Soto?",
        );
        check(
            question("¿Qué contratos tienen fianza?", "¿Qué contratos tienen fianza?", ""),
            "¿Qué contratos tienen fianza?",
        );
        check(
            question("What about assignment?", "What about assignment?", ""),
            "Assignment, in el contrato con Sistemas Torrevía?",
        );
    }
}
