//! Sentences of legal Spanish and English.
//!
//! In goes a stretch of text, out come its sentences: in order, without overlap, without white space
//! at their ends, and with every other character in exactly one of them. An item of a list at a line
//! start is a sentence of its own, and so is a label with its title ("7.2. Notices.").

use super::abbreviations::{self, Stop};
use super::lines::paragraphs;
use super::numbering::{Kind, Label, label};
use super::{cut, trimmed};
use crate::config::{SENTENCE_BYTES_LONG, SENTENCE_BYTES_VERY_LONG};
use crate::span::{CodePoints, Span};
use std::ops::Range;

/// Returns the sentences of `within`, in order.
pub fn sentences(points: &CodePoints<'_>, within: Span) -> Vec<Span> {
    let text = points.text();
    let range = points.byte(within.start)..points.byte(within.end);
    let mut out = Vec::new();
    for paragraph in paragraphs(text, range) {
        split(text, paragraph.range, &mut |sentence| {
            out.push(Span::new(points.point(sentence.start), points.point(sentence.end)));
        });
    }
    out
}

/// Hands the sentences of one paragraph to `give`, in order, as ranges of bytes.
pub(super) fn split(text: &str, paragraph: Range<usize>, give: &mut dyn FnMut(Range<usize>)) {
    let all = cut(text, paragraph.clone());
    let base = paragraph.start;
    let mut start = 0;
    let mut at = 0;
    while let Some(found) = all.get(at..).and_then(|rest| rest.find(may_end)) {
        let stop = at + found;
        let Some(c) = all.get(stop..).and_then(|rest| rest.chars().next()) else { break };
        let run = all.get(stop..).map_or(0, |rest| rest.len() - rest.trim_start_matches(run_of(c)).len());
        at = stop + run;
        let end =
            if c == ' ' || c == '\u{a0}' { gap_end(all, start, stop..at) } else { stop_end(all, start, stop..at, c) };
        if let Some((end, next)) = end {
            give_parts(text, base + start..base + end, give);
            start = next;
            at = at.max(next);
        }
    }
    give_parts(text, base + start..base + all.len(), give);
}

fn may_end(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | ' ' | '\u{a0}')
}

/// The characters that are taken in one step with `c`, so that a long run costs no more than its length.
fn run_of(c: char) -> fn(char) -> bool {
    if c == ' ' || c == '\u{a0}' {
        |c| matches!(c, ' ' | '\u{a0}')
    } else {
        |c| is_closer(c) || matches!(c, '.' | '!' | '?' | '…')
    }
}

/// Closing quotation marks and brackets, which stay with the sentence that they close.
fn is_closer(c: char) -> bool {
    matches!(c, '"' | '”' | '»' | '’' | '\'' | ')' | ']' | '*' | '_' | '“')
}

fn is_opener(c: char) -> bool {
    matches!(c, '"' | '“' | '«' | '‘' | '\'' | '(' | '[' | '¿' | '¡' | '*' | '_' | '„' | '”')
}

/// Returns where the sentence ends that the stop `c` may close, and where the next begins. `stops`
/// holds the stop and the further stops and closing marks behind it.
fn stop_end(all: &str, start: usize, stops: Range<usize>, c: char) -> Option<(usize, usize)> {
    let closed = stops.len() > c.len_utf8();
    if stops.len() > LEADER_BYTES_MIN && all.get(stops.clone())?.bytes().all(|byte| byte == b'.') {
        // The leader of a table of contents, or a blank to be filled in.
        return None;
    }
    let end = stops.end + note_len(all.get(stops.end..)?);
    let rest = all.get(end..)?;
    if rest.is_empty() || !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let follow = rest.trim_start();
    let next = all.len() - follow.len();
    opens(all.get(start..stops.start)?, follow, c, closed).then_some((end, next))
}

/// More stops than these in a row end no sentence.
const LEADER_BYTES_MIN: usize = 4;

/// Bytes of a note's number directly behind the stop: "¹", "[12]".
fn note_len(after: &str) -> usize {
    let raised = after.len() - after.trim_start_matches(['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '⁰']).len();
    if raised > 0 {
        return raised;
    }
    let inside = after.strip_prefix('[').unwrap_or("");
    let digits = inside.len() - inside.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let noted = (1..=3).contains(&digits) && inside.get(digits..).is_some_and(|rest| rest.starts_with(']'));
    if noted { digits + 2 } else { 0 }
}

/// Returns whether a sentence opens at `follow`, `before` being the sentence so far without its stop.
fn opens(before: &str, follow: &str, c: char, surely_closed: bool) -> bool {
    if follow.starts_with(['.', '…', ',', ';', ':']) {
        return false;
    }
    let item = label(follow);
    let bracketed = item.is_some_and(|item| follow.starts_with('(') && item.kind != Kind::Upper);
    let bare = follow.trim_start_matches(is_opener);
    let Some(first) = bare.chars().next() else { return true };
    if !bracketed && (first.is_lowercase() && !is_item(item)) {
        return false;
    }
    if c != '.' || surely_closed && !before.ends_with(char::is_uppercase) {
        return true;
    }
    if before.trim_end().is_empty() || is_label_only(before) {
        return false;
    }
    let word = last_word(before);
    if word.is_empty() {
        // A stop with a space before it: the dots of a leader, or poor recognition.
        return !before.trim_end().ends_with('.') && first.is_uppercase();
    }
    if word != "D" && word.chars().count() == 1 && word.chars().all(char::is_uppercase) {
        let held = before.trim_end().strip_suffix(word).unwrap_or("");
        let held = last_word(held.trim_end());
        // "…and Merger Sub I. The obligations": a name that ends in a letter.
        let named = held.starts_with(char::is_uppercase) && abbreviations::opens_sentence(first_word(bare));
        return abbreviations::takes_letter(held) || bracketed || named;
    }
    if let Some(stop) = abbreviations::stop_after(&word.to_lowercase()) {
        return match stop {
            Stop::Never => false,
            Stop::BeforeNumber => !first.is_ascii_digit() && super::numerals::roman(first_word(bare)).is_none(),
            Stop::MayEnd => bracketed || is_item(item) || abbreviations::opens_sentence(first_word(bare)),
        };
    }
    true
}

/// An item that may follow a stop within a line although it begins in lower case.
fn is_item(item: Option<Label<'_>>) -> bool {
    item.is_some_and(|item| {
        item.closed && matches!(item.kind, Kind::Lower | Kind::LowerRoman | Kind::Bullet | Kind::Number(_))
    })
}

/// Returns whether `text` is a label and nothing else: "Artículo 3", "7.2", "Séptima".
fn is_label_only(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['#', '*', '_', ' ', '-', '«', '“', '"', '(']);
    if text.len() > 60 {
        return false;
    }
    if text.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return true;
    }
    let bare = text.trim_end_matches('.');
    let alone = |candidate: &str| {
        label(candidate).is_some_and(|label| label.kind != Kind::Bullet && label.len == candidate.len())
    };
    alone(bare) || alone(&format!("{bare}."))
}

fn last_word(text: &str) -> &str {
    let from = text
        .rfind(|c: char| c.is_whitespace() || (is_opener(c) && c != '\'') || matches!(c, '/' | ',' | '—' | '–' | ')'));
    let from = from.map_or(0, |at| at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
    text.get(from..).unwrap_or("")
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == 'ª' || c == 'º')).unwrap_or(text.len());
    text.get(..end).unwrap_or("")
}

/// Longest title that can stand before a gap in a line, in bytes.
const GAP_TITLE_BYTES_MAX: usize = 120;

/// Returns the end of a title that is set off by a wide gap from the text that goes on in its line,
/// as in texts that have lost their line feeds: "6. Closing   The closing shall take place…".
fn gap_end(all: &str, start: usize, gap: Range<usize>) -> Option<(usize, usize)> {
    let follow = all.get(gap.end..)?;
    if follow.starts_with(|c: char| c.is_ascii_digit() || c == 'S')
        && gap.start - start <= GAP_TITLE_BYTES_MAX
        && heads_article(all.get(start..gap.start)?, follow)
    {
        return Some((gap.start, gap.end));
    }
    if gap.len() < 3 || all.get(gap.clone())?.chars().nth(2).is_none() || follow.is_empty() {
        return None;
    }
    let before = all.get(start..gap.start)?;
    let titled = before.len() <= GAP_TITLE_BYTES_MAX
        && label(before.trim_start()).is_some_and(|label| {
            let title = before.trim_start().get(label.len..).unwrap_or("");
            label.kind != Kind::Bullet && title.starts_with(char::is_uppercase) && !title.contains(['.', ';'])
        })
        && follow.starts_with(char::is_uppercase);
    let labelled = label(follow).is_some_and(|label| {
        let title = follow.get(label.len..).unwrap_or("");
        let strong = label.keyword || matches!(label.kind, Kind::Number(2..=8));
        strong && title.starts_with(char::is_uppercase) && !is_label_only(before)
    });
    (titled || labelled).then_some((gap.start, gap.end))
}

/// Returns whether `before` is an article's whole heading and `follow` its first section:
/// "ARTICLE 8 CONDITIONS PRECEDENT 8.1 Conditions to Closing."
fn heads_article(before: &str, follow: &str) -> bool {
    let shouted = !before.contains(|c: char| c.is_lowercase());
    let article = |label: Label<'_>| label.keyword && before.trim_start().len() > label.len;
    let section =
        |label: Label<'_>| matches!(label.kind, Kind::Number(2..=8) | Kind::Section) && label.len < follow.len();
    shouted && label(before.trim_start()).is_some_and(article) && label(follow).is_some_and(section)
}

/// Hands on one sentence, or the items of the list in it where it is long.
fn give_parts(text: &str, range: Range<usize>, give: &mut dyn FnMut(Range<usize>)) {
    let range = trimmed(text, range);
    if range.is_empty() {
        return;
    }
    let all = cut(text, range.clone());
    if all.len() < SENTENCE_BYTES_LONG {
        return give(range);
    }
    let very_long = all.len() >= SENTENCE_BYTES_VERY_LONG;
    let mut start = 0;
    for (at, sign) in all.match_indices([';', ',']) {
        let follow = all.get(at + 1..).unwrap_or("");
        let item = follow.trim_start();
        if follow.len() == item.len() || sign == "," && !very_long {
            continue;
        }
        let splits = opens_item(item, sign == ",") || sign == ";" && very_long && at - start > PART_BYTES_MIN;
        if splits {
            give(range.start + start..range.start + at + 1);
            start = all.len() - item.len();
        }
    }
    give(range.start + start..range.end);
}

/// A part of a very long sentence that is no item is not split off below this length, in bytes.
const PART_BYTES_MIN: usize = 200;

/// Returns whether an item of a list opens the text, perhaps behind "and" or "or".
fn opens_item(text: &str, bracketed: bool) -> bool {
    let joined =
        ["and ", "or ", "y ", "o ", "e ", "u "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let joined = joined.trim_start();
    label(joined).is_some_and(|label| label.closed && label.kind != Kind::Bullet && !label.keyword)
        && (!bracketed || joined.starts_with('('))
}
