//! Takes a question apart: its words, the names in it, and which words only say which document is meant.
//!
//! The split is generic: a run of words that name a document is grown from names and reference
//! numbers, over the words that join them ("el contrato de obra con … de fecha …", "the Agreement
//! between … and …"), whatever the sentence looks like. Whether a name is that of a document is the
//! router's to say.

use crate::terms;
use std::collections::HashSet;
use std::sync::LazyLock;

/// One word of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Byte range in the question.
    pub start: usize,
    /// End of the byte range.
    pub end: usize,
    /// The word, folded.
    pub folded: String,
    /// Whether it is written like a name: a capital inside the sentence, a reference number, or quoted.
    pub proper: bool,
    /// Whether it opens a sentence, where a capital says nothing.
    pub opens: bool,
}

static KINDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "contrato contratos acuerdo convenio pacto adenda anexo escritura poliza documento expediente ley leyes decreto
     real-decreto reglamento orden codigo constitucion estatuto estatutos texto refundido arrendamiento prestamo compraventa
     confidencialidad distribucion licencia encargo suministro mantenimiento obra nda dpa spa sla msa
     agreement agreements contract contracts lease deed addendum amendment policy act statute law regulation code
     document exhibit schedule plan merger acquisition nondisclosure disclosure non privacy license services service supply
     distribution cooperation consulting"
        .split_whitespace()
        .collect()
});

static LEADS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "consider considering according under per regarding concerning pursuant segun conforme respecto acuerdo virtud arreglo
     considere considerando considera relacion cuanto"
        .split_whitespace()
        .collect()
});

static JOINERS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "de del el la los las lo con entre y e o en al a por para the of with between among and by in on to for from as at
     suscrito suscrita firmado firmada celebrado celebrada otorgado fecha fechado dated signed entered into made executed
     no nº n num numero number ref referencia parent target buyer seller purchaser company parte partes party parties
     que se aprueba aprueban texto refundido empresa sociedad compania mercantil entidad senor senora don dona d
     sl sa slu sau sll scoop inc llc ltd corp co plc lp ag gmbh its s"
        .split_whitespace()
        .collect()
});

static SUFFIXES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "sl sa slu sau sll slp scoop coop inc llc ltd corp corporation co company plc lp llp ag gmbh bv nv s l a u c d don dona sr sra
     limited incorporated"
        .split_whitespace()
        .collect()
});

/// Returns whether a folded word names a kind of document.
pub fn is_kind(folded: &str) -> bool {
    KINDS.contains(folded)
}

/// Returns whether a folded word says nothing about who is named: a company form, a title, a single letter.
pub fn is_suffix(folded: &str) -> bool {
    SUFFIXES.contains(folded) || folded.chars().count() < 2
}

/// Splits a question into its words.
pub fn tokens(question: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut opens = true;
    let mut quoted = false;
    let mut start: Option<usize> = None;
    let letters: Vec<(usize, char)> = question.char_indices().collect();
    for (index, &(at, letter)) in letters.iter().enumerate() {
        let next = letters.get(index + 1).map(|(_, next)| *next);
        let inside = letter.is_alphanumeric()
            || (start.is_some()
                && matches!(letter, '.' | ',' | '/' | '-')
                && next.is_some_and(|next| next.is_ascii_digit())
                && letters.get(index.wrapping_sub(1)).is_some_and(|(_, last)| last.is_alphanumeric()));
        if inside {
            start.get_or_insert(at);
        }
        let ends = start.is_some() && (!inside || next.is_none());
        if ends {
            let from = start.take().unwrap_or(at);
            let end = if inside { at + letter.len_utf8() } else { at };
            let word = question.get(from..end).unwrap_or("");
            tokens.push(token(word, from, end, opens, quoted));
            opens = false;
        }
        match letter {
            '"' | '“' | '”' | '«' | '»' => quoted = !quoted || letter == '“' || letter == '«',
            '.' | '?' | '!' | '¿' | '¡' | ';' | ':' | '\n' => opens = true,
            _ => {}
        }
        if matches!(letter, '”' | '»') {
            quoted = false;
        }
    }
    tokens
}

fn token(word: &str, start: usize, end: usize, opens: bool, quoted: bool) -> Token {
    let folded = terms::fold(word);
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    let digits = word.chars().any(|letter| letter.is_ascii_digit());
    let reference = digits && (word.contains('/') || word.contains('-') || word.chars().any(char::is_alphabetic));
    let acronym =
        word.chars().count() > 1 && word.chars().all(|letter| letter.is_uppercase() || letter.is_ascii_digit());
    let proper = reference || (quoted && !digits) || (capital && (!opens || acronym));
    Token { start, end, proper, opens, folded }
}

/// Returns the runs of names: token ranges written like one name, small words between allowed.
pub fn name_runs(tokens: &[Token], question: &str) -> Vec<std::ops::Range<usize>> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let begins = |index: usize| {
            tokens.get(index).is_some_and(|token| {
                let capital =
                    question.get(token.start..).and_then(|rest| rest.chars().next()).is_some_and(char::is_uppercase);
                (token.proper || (token.opens && capital)) && !terms::is_stop_word(&token.folded)
            })
        };
        if !begins(at) {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        loop {
            if begins(end) && adjacent(tokens, question, end) {
                end += 1;
            } else if tokens.get(end).is_some_and(|token| {
                matches!(token.folded.as_str(), "de" | "del" | "la" | "los" | "las" | "of" | "the")
            }) && begins(end + 1)
                && adjacent(tokens, question, end)
                && adjacent(tokens, question, end + 1)
            {
                end += 2;
            } else {
                break;
            }
        }
        // A capital that only opens the sentence is no name unless another follows.
        let only_opens = end == at + 1 && tokens.get(at).is_some_and(|token| !token.proper);
        let from = if tokens
            .get(at)
            .is_some_and(|token| !token.proper && (is_kind(&token.folded) || LEADS.contains(token.folded.as_str())))
        {
            at + 1
        } else {
            at
        };
        if !only_opens && from < end {
            runs.push(from..end);
        }
        at = end;
    }
    runs
}

/// Whether only spaces, quotes, dots or commas stand between a token and the one before it.
fn adjacent(tokens: &[Token], question: &str, index: usize) -> bool {
    let (Some(before), Some(after)) = (index.checked_sub(1).and_then(|before| tokens.get(before)), tokens.get(index))
    else {
        return false;
    };
    let between = question.get(before.end..after.start).unwrap_or("");
    between.chars().all(|letter| letter.is_whitespace() || matches!(letter, '.' | ',' | '&' | '-' | '\'' | '’'))
        && between.len() <= 3
}

/// Removes the words that only name a document and returns what is left to ask, and the words removed.
/// Where nothing would be left, the whole question is asked; the naming words are told all the same.
///
/// `names(token)` says whether a word names the routed document, `title(token)` whether it stands in its title.
pub fn asking(
    question: &str,
    tokens: &[Token],
    names: &dyn Fn(&Token) -> bool,
    title: &dyn Fn(&Token) -> bool,
) -> (String, String) {
    let mut taken = vec![false; tokens.len()];
    let mut at = 0;
    while at < tokens.len() {
        if !names(&tokens[at]) {
            at += 1;
            continue;
        }
        let end = grow(tokens, question, at, names, title);
        let start = grow_back(tokens, question, at, title);
        taken[start..end].fill(true);
        at = end.max(at + 1);
    }
    let (mut left, mut about) = (String::with_capacity(question.len()), Vec::new());
    let mut from = 0;
    let runs = tokens.iter().zip(&taken).collect::<Vec<_>>();
    for run in runs.chunk_by(|one, other| one.1 == other.1).filter(|run| run.iter().any(|(_, taken)| **taken)) {
        let (Some((first, _)), Some((last, _))) = (run.first(), run.last()) else { continue };
        left.push_str(question.get(from..first.start).unwrap_or(""));
        left.push(' ');
        about.push(question.get(first.start..last.end).unwrap_or(""));
        from = last.end;
    }
    left.push_str(question.get(from..).unwrap_or(""));
    let asked = terms::words(&left).iter().any(|word| !terms::is_stop_word(word) && !is_kind(word));
    (if asked { left } else { question.to_owned() }, about.join(", "))
}

fn joins(token: &Token) -> bool {
    JOINERS.contains(token.folded.as_str()) || is_kind(&token.folded) || LEADS.contains(token.folded.as_str())
}

/// Extends a naming run to the right: names, title words, dates and the words that join them.
fn grow(
    tokens: &[Token],
    question: &str,
    at: usize,
    names: &dyn Fn(&Token) -> bool,
    title: &dyn Fn(&Token) -> bool,
) -> usize {
    let mut end = at + 1;
    let mut index = end;
    while let Some(token) = tokens.get(index) {
        if breaks(tokens, question, index) {
            break;
        }
        let belongs = names(token) || title(token) || is_date_word(&token.folded);
        if belongs {
            end = index + 1;
        } else if !joins(token) {
            break;
        }
        index += 1;
    }
    end
}

/// Extends a naming run to the left over the kind of document and what leads up to it.
fn grow_back(tokens: &[Token], question: &str, at: usize, title: &dyn Fn(&Token) -> bool) -> usize {
    let mut start = at;
    let mut seen_kind = false;
    while let Some(index) = start.checked_sub(1) {
        let token = &tokens[index];
        if breaks(tokens, question, start) {
            break;
        }
        let kind = is_kind(&token.folded);
        if !(kind || joins(token) || title(token)) || (seen_kind && is_question_word(&token.folded)) {
            break;
        }
        seen_kind |= kind;
        start = index;
    }
    // Without a kind of document only small words were passed over: they may belong to what is asked.
    if seen_kind { start } else { at }
}

fn breaks(tokens: &[Token], question: &str, index: usize) -> bool {
    let (Some(before), Some(after)) = (index.checked_sub(1).and_then(|before| tokens.get(before)), tokens.get(index))
    else {
        return true;
    };
    question.get(before.end..after.start).unwrap_or("").contains([';', ':', '?', '¿', '!', '\n'])
}

fn is_question_word(folded: &str) -> bool {
    matches!(folded, "que" | "cual" | "cuanto" | "cuanta" | "what" | "which" | "who" | "how")
}

fn is_date_word(folded: &str) -> bool {
    const MONTHS: &str =
        " enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
        january february march april may june july august september october november december ";
    folded.bytes().all(|byte| byte.is_ascii_digit()) || MONTHS.split_whitespace().any(|month| month == folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_runs() {
        let check = |question: &str, expected: &[&str]| {
            let tokens = tokens(question);
            let runs: Vec<String> = name_runs(&tokens, question)
                .into_iter()
                .map(|run| question.get(tokens[run.start].start..tokens[run.end - 1].end).unwrap().to_owned())
                .collect();
            assert_eq!(runs, expected, "{question}");
        };
        check("¿Qué ley rige el contrato con Rubén Urrutia Doménech?", &["Rubén Urrutia Doménech"]);
        check("Consider \"Fiverr\"'s privacy policy; who can see it?", &["Fiverr"]);
        check("artículo 4 de la Ley 25/2007", &["Ley 25/2007"]);
        check("¿Cuánto preaviso necesito?", &[]);
        check("Between Acme Widgets, Inc. and Blue Sky, what is the term?", &["Acme Widgets, Inc", "Blue Sky"]);
    }

    #[test]
    fn what_names_the_document_is_taken_out() {
        let check = |question: &str, named: &[&str], expected: &str| {
            let tokens = tokens(question);
            let names = |token: &Token| named.contains(&token.folded.as_str());
            let (left, _) = asking(question, &tokens, &names, &|_| false);
            let words: Vec<String> = terms::words(&left);
            assert_eq!(words.join(" "), expected, "{question}");
        };
        check("¿Qué ley rige el contrato con Rubén Urrutia?", &["ruben", "urrutia"], "que ley rige");
        check(
            "Consider the Non-Disclosure Agreement between CEII and Acme; Is it mutual?",
            &["ceii", "acme"],
            "is it mutual",
        );
        check("En el arrendamiento de Blanca Soto, ¿quién paga el IBI?", &["blanca", "soto"], "quien paga el ibi");
    }
}
