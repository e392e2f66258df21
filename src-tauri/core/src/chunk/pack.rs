//! Packs sentences into passages.
//!
//! A clause is a run of sentences under one heading. Each clause is packed by itself, in passages of
//! about equal size, so that no short rest is left over; only tiny clauses share a passage. A
//! sentence that is too long for a passage is cut where it reads on best.

use super::language::tell;
use super::units::{Unit, Units, units};
use super::{Language, Limits, Passage, cut, trimmed};
use crate::extract::Mark;
use crate::span::{CodePoints, Span};
use std::ops::Range;

/// Share of the target by which a passage may outgrow it, rather than leave a sentence alone.
const GROWTH: f32 = 1.25;
/// A repeated sentence may be this many times longer than the share that is to be repeated,
/// since whole sentences are repeated or none.
const OVERLAP_GROWTH: f32 = 4.0;

/// Cuts a document's text into passages.
///
/// Every code point that is neither white space nor left out by a mark is in at least one passage;
/// a passage is one stretch of the text. `tokens` counts as the embedder does, and is asked only for
/// passages that could be too long: no counter may give a text more tokens than it has bytes.
pub fn passages(text: &str, marks: &[Mark], limits: &Limits, tokens: &dyn Fn(&str) -> usize) -> Vec<Passage> {
    let points = CodePoints::new(text);
    let Units { areas, paths } = units(&points, marks);
    let packer = Packer { text, limits, tokens, paths: &paths };
    let mut drafts = Vec::new();
    for area in areas {
        for clause in clauses(text, area, limits) {
            packer.pack(clause, &mut drafts);
        }
    }
    let languages = languages(text, &drafts);
    let finish = |(draft, language): (Draft, Language)| Passage {
        span: Span::new(points.point(draft.range.start), points.point(draft.range.end)),
        heading: draft.heading,
        language,
    };
    drafts.into_iter().zip(languages).map(finish).collect()
}

struct Draft {
    range: Range<usize>,
    heading: Vec<String>,
}

/// Groups sentences by clause: each group opens with its heading lines, and words that lead up to a list
/// ("shall be exempt:") keep its first item. Tiny clauses are put together.
fn clauses(text: &str, units: Vec<Unit>, limits: &Limits) -> Vec<Vec<Unit>> {
    let mut out: Vec<Vec<Unit>> = Vec::new();
    let (mut worded, mut leads_up) = (true, false);
    for unit in units {
        let belongs = !worded || leads_up && !unit.heading;
        worded = !unit.heading;
        leads_up = worded && cut(text, unit.range.clone()).ends_with(':');
        match out.last_mut() {
            Some(clause) if !unit.opens || belongs => clause.push(unit),
            _ => out.push(vec![unit]),
        }
    }
    let mut merged: Vec<Vec<Unit>> = Vec::new();
    for clause in out {
        let size = length(&clause);
        match merged.last_mut() {
            Some(before) if size < limits.tiny_chars && is_tiny_run(before, size, limits) => before.extend(clause),
            _ => merged.push(clause),
        }
    }
    merged
}

/// Returns whether `before` consists of tiny clauses only and can take `size` more.
fn is_tiny_run(before: &[Unit], size: usize, limits: &Limits) -> bool {
    let total = length(before);
    let several = before.iter().skip(1).any(|unit| unit.opens && !unit.heading)
        || before.iter().filter(|unit| unit.heading).count() > 1;
    (total < limits.tiny_chars || several && total < limits.target_chars) && total + size <= limits.target_chars
}

/// Code points of sentences, with a space between two.
fn length(units: &[Unit]) -> usize {
    units.iter().map(|unit| unit.chars + 1).sum::<usize>().saturating_sub(1)
}

struct Packer<'a> {
    text: &'a str,
    limits: &'a Limits,
    tokens: &'a dyn Fn(&str) -> usize,
    paths: &'a [Vec<String>],
}

impl Packer<'_> {
    /// Packs one clause.
    fn pack(&self, clause: Vec<Unit>, out: &mut Vec<Draft>) {
        let target = self.limits.target_chars.max(1);
        let most = (target as f32 * GROWTH) as usize;
        let mut units = Vec::with_capacity(clause.len());
        for unit in clause {
            if unit.chars > most { self.cut_unit(unit, target, &mut units) } else { units.push(unit) }
        }
        let total = length(&units);
        if total <= most {
            return self.give(&units, 0, out);
        }
        let even = total.div_ceil(total.div_ceil(target));
        let (mut start, mut repeated, mut size) = (0, 0, 0);
        for (index, unit) in units.iter().enumerate() {
            let fresh = index > start + repeated;
            let full = size + unit.chars > most || size + unit.chars / 2 > even;
            let heading_before =
                index.checked_sub(1).and_then(|before| units.get(before)).is_some_and(|before| before.heading);
            if fresh && full && !heading_before {
                self.give(units.get(start..index).unwrap_or(&[]), repeated, out);
                repeated = self.overlap(units.get(start + repeated..index).unwrap_or(&[]), unit.chars, most);
                start = index - repeated;
                size = length(units.get(start..index).unwrap_or(&[]));
            }
            size += unit.chars + 1;
        }
        self.give(units.get(start..).unwrap_or(&[]), repeated, out);
    }

    /// Returns how many of the last sentences of a passage the next one repeats.
    fn overlap(&self, before: &[Unit], next_chars: usize, most: usize) -> usize {
        let share = self.limits.target_chars as f32 * self.limits.overlap_share;
        let most_repeated = ((share * OVERLAP_GROWTH) as usize).min(most.saturating_sub(next_chars));
        let (mut count, mut size) = (0, 0);
        for unit in before.iter().skip(1).rev() {
            size += unit.chars + 1;
            if unit.heading || size > most_repeated || count > 0 && size as f32 > share {
                break;
            }
            count += 1;
        }
        count
    }

    /// Makes a passage of `units`, or several where it has too many tokens.
    fn give(&self, units: &[Unit], repeated: usize, out: &mut Vec<Draft>) {
        let (Some(first), Some(last)) = (units.first(), units.last()) else { return };
        let range = first.range.start..last.range.end;
        let part = cut(self.text, range.clone());
        if part.len() <= self.limits.tokens_max || (self.tokens)(part) <= self.limits.tokens_max {
            return out.push(Draft { range, heading: self.heading(units, repeated) });
        }
        if let Some(fresh) = units.get(repeated..).filter(|fresh| repeated > 0 && !fresh.is_empty()) {
            return self.give(fresh, 0, out);
        }
        if units.len() > 1 {
            let half = length(units) / 2;
            let mut size = 0;
            let middle = units.iter().position(|unit| {
                size += unit.chars + 1;
                size > half
            });
            let middle = middle.unwrap_or(1).clamp(1, units.len() - 1);
            let (left, right) = units.split_at(middle);
            self.give(left, 0, out);
            return self.give(right, 0, out);
        }
        let mut pieces = Vec::new();
        self.cut_unit(first.clone(), first.chars.div_ceil(2), &mut pieces);
        if pieces.len() < 2 {
            return out.push(Draft { range, heading: self.heading(units, repeated) });
        }
        for piece in pieces {
            self.give(&[piece], 0, out);
        }
    }

    /// The headings that all sentences of a passage share, the repeated ones aside.
    fn heading(&self, units: &[Unit], repeated: usize) -> Vec<String> {
        let path = |unit: &Unit| self.paths.get(unit.path).map_or(&[][..], Vec::as_slice);
        let mut shared: Option<&[String]> = None;
        for unit in units.iter().skip(repeated).filter(|unit| !unit.heading) {
            let own = path(unit);
            shared = Some(match shared {
                None => own,
                Some(before) => {
                    let same = before.iter().zip(own).take_while(|(a, b)| a == b).count();
                    before.get(..same).unwrap_or(&[])
                }
            });
        }
        shared.unwrap_or_else(|| units.last().map_or(&[], path)).to_vec()
    }

    /// Cuts a sentence into pieces of about equal size and at most about `target` code points.
    fn cut_unit(&self, unit: Unit, target: usize, out: &mut Vec<Unit>) {
        let count = unit.chars.div_ceil(target.max(1)).max(1);
        let even = unit.chars.div_ceil(count);
        let mut range = unit.range.clone();
        let mut left = unit.chars;
        for _ in 1..count {
            let rest = cut(self.text, range.clone());
            let Some(end) = best_cut(rest, even, left) else { break };
            let piece = trimmed(self.text, range.start..range.start + end);
            let chars = cut(self.text, piece.clone()).chars().count();
            let opens = unit.opens && range.start == unit.range.start;
            let next = trimmed(self.text, range.start + end..range.end);
            left = left.saturating_sub(cut(self.text, range.start..next.start).chars().count());
            range = next;
            out.push(Unit { range: piece, chars, opens, ..unit.clone() });
        }
        let opens = unit.opens && range.start == unit.range.start;
        out.push(Unit { range, chars: left, opens, ..unit });
    }
}

/// Returns the byte after which `text` is best cut near its `even`th code point of `count`:
/// after a semicolon rather than a comma, a comma rather than a space, a space rather than a letter.
fn best_cut(text: &str, even: usize, count: usize) -> Option<usize> {
    let (low, high) = (even * 6 / 10, even * 13 / 10);
    let mut best: Option<(u32, usize)> = None;
    let mut before = ' ';
    for (index, (byte, c)) in text.char_indices().enumerate().take(high.min(count.saturating_sub(1)) + 1) {
        if index >= low.max(1) && !unicode_normalization::char::is_combining_mark(c) {
            let quality = match (before, c.is_whitespace()) {
                (';' | '.' | ':', true) => 40,
                (',' | ')' | '—' | '–', true) => 30,
                (_, true) => 20,
                _ => 0,
            };
            let distance = (index.abs_diff(even) * 10 / even.max(1)) as u32;
            let score = quality + 10 - distance.min(10);
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, byte));
            }
        }
        before = c;
    }
    best.map(|(_, byte)| byte)
}

/// Returns the language of each passage. One that has too few words of its own, such as a row of
/// figures, takes the language that most of the document has.
fn languages(text: &str, drafts: &[Draft]) -> Vec<Language> {
    let told: Vec<(Language, bool)> = drafts.iter().map(|draft| tell(cut(text, draft.range.clone()))).collect();
    let weight = |language: Language| -> usize {
        let of =
            |(draft, told): (&Draft, &(Language, bool))| if *told == (language, true) { draft.range.len() } else { 0 };
        drafts.iter().zip(&told).map(of).sum()
    };
    let most = [Language::Es, Language::En, Language::Other].into_iter().max_by_key(|&language| weight(language));
    let most = most.filter(|&language| weight(language) > 0);
    told.into_iter().map(|(own, sure)| if sure { own } else { most.unwrap_or(own) }).collect()
}
