//! From words to lines in reading order.
//!
//! Words of one baseline make *pieces*, parted at wide gaps. Where a gutter runs down the page with
//! prose on both sides, the sides are read one after the other (columns); everywhere else pieces side by
//! side are a row, read from left to right with its cells parted (tables, forms). `paragraph` then says
//! where paragraphs end.

use super::paragraph;
use super::words::{Frame, Framed, Word};
use crate::extract::assemble::{Line, LineWord, Role};

/// A gap wider than this share of the em parts two pieces of a line.
const GAP_PIECE: f32 = 0.9;
/// A gap wider than this share of the em parts two cells of a row.
const GAP_CELL: f32 = 1.6;
/// Baselines nearer than this share of the em are one.
const BASELINE_NEAR: f32 = 0.15;
/// How much of the smaller of two pieces must stand beside the other for them to be one row.
const ROW_SHARE: f32 = 0.5;
/// A gutter between columns has at least this width, in ems.
const GUTTER_EMS: f32 = 0.8;
/// Fewest lines on each side of a gutter.
const COLUMN_LINES_MIN: usize = 3;
/// Fewest characters of a middling line of a column of prose.
const COLUMN_CHARS_MIN: usize = 16;
/// Share of the column's width that a middling line fills.
const COLUMN_FILL_MIN: f32 = 0.6;
/// Most gutters tried at one place: the work grows with their number.
const GUTTERS_TRIED_MAX: usize = 12;
/// How often columns may be parted inside columns.
const COLUMN_DEPTH_MAX: u32 = 6;

/// Words of one baseline without a wide gap.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) words: Vec<Word>,
    pub(super) u: [f32; 2],
    pub(super) v: f32,
    pub(super) size: f32,
}

impl Piece {
    fn of(word: Word) -> Self {
        Self { u: word.u, v: word.v, size: word.size, words: vec![word] }
    }

    fn push(&mut self, word: Word) {
        self.u = [self.u[0].min(word.u[0]), self.u[1].max(word.u[1])];
        if word.size > self.size {
            self.size = word.size;
            self.v = word.v;
        }
        self.words.push(word);
    }

    /// The band of its small letters, by which it is compared with its neighbours.
    fn band(&self) -> [f32; 2] {
        [self.v - 0.7 * self.size, self.v + 0.1 * self.size]
    }

    fn chars(&self) -> usize {
        self.words.iter().map(|word| word.text.chars().count() + 1).sum::<usize>().saturating_sub(1)
    }

    fn beside(&self, other: &Piece) -> bool {
        let (one, two) = (self.band(), other.band());
        let shared = one[1].min(two[1]) - one[0].max(two[0]);
        shared >= ROW_SHARE * (one[1] - one[0]).min(two[1] - two[0])
    }
}

/// A row of pieces from left to right: a line of a paragraph, or a row of a table.
pub(super) struct Row {
    pub(super) pieces: Vec<Piece>,
}

/// Puts the words of a page into lines in reading order.
pub(super) fn order(framed: Vec<Framed>, mark: &dyn Fn(&Word, [f32; 4]) -> Option<crate::extract::MarkKind>) -> Vec<Line> {
    let mut lines = Vec::new();
    for Framed { frame, words } in framed {
        let pieces = attach_small(pieces(words));
        let mut zones = Vec::new();
        part(pieces, 0, &mut zones);
        for zone in zones {
            let rows = rows(zone);
            let ends = paragraph::ends(&rows);
            for (row, ends) in rows.into_iter().zip(ends) {
                lines.push(line(row, ends, frame, mark));
            }
        }
    }
    lines
}

/// Gathers the words of each baseline and parts them at wide gaps.
fn pieces(mut words: Vec<Word>) -> Vec<Piece> {
    words.sort_by(|one, two| one.v.total_cmp(&two.v));
    let mut baselines: Vec<Vec<Word>> = Vec::new();
    let mut last: Option<(f32, f32)> = None;
    for word in words {
        let near = last.is_some_and(|(v, size)| (word.v - v).abs() <= BASELINE_NEAR * size.min(word.size));
        match baselines.last_mut() {
            Some(baseline) if near => baseline.push(word),
            _ => {
                last = Some((word.v, word.size));
                baselines.push(vec![word]);
            }
        }
    }
    let mut pieces = Vec::new();
    for mut baseline in baselines {
        baseline.sort_by(|one, two| one.u[0].total_cmp(&two.u[0]));
        cut(unspace(baseline), &mut pieces);
    }
    pieces
}

/// Cuts one baseline at wide gaps; words that touch become one, copies of a word are dropped.
fn cut(baseline: Vec<Word>, pieces: &mut Vec<Piece>) {
    let mut current: Option<Piece> = None;
    for word in baseline {
        let Some(mut piece) = current.take() else {
            current = Some(Piece::of(word));
            continue;
        };
        let size = piece.size.max(word.size);
        let is_copy = piece.words.iter().rev().take(3).any(|known| {
            known.text == word.text
                && (known.u[0] - word.u[0]).abs() < 0.2 * size
                && (known.u[1] - word.u[1]).abs() < 0.2 * size
        });
        if is_copy {
            current = Some(piece);
            continue;
        }
        let gap = word.u[0] - piece.u[1];
        if gap > GAP_PIECE * size {
            pieces.push(piece);
            current = Some(Piece::of(word));
            continue;
        }
        piece.push(word);
        current = Some(piece);
    }
    pieces.extend(current);
}

/// Joins the letters of a word that is set with wide letter spacing and no spaces of its own.
fn unspace(words: Vec<Word>) -> Vec<Word> {
    let single = words.iter().filter(|word| word.glyphs == 1).count();
    if words.len() < 4 || single * 10 < words.len() * 8 {
        return words;
    }
    let mut gaps: Vec<f32> = words
        .windows(2)
        .filter_map(|pair| match pair {
            [one, two] if !two.spaced => Some(two.u[0] - one.u[1]),
            _ => None,
        })
        .collect();
    gaps.sort_by(f32::total_cmp);
    let Some(&middle) = gaps.get(gaps.len() / 2) else { return words };
    let mut joined: Vec<Word> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(last)
                if !word.spaced
                    && middle < last.size
                    && word.u[0] - last.u[1] < middle + 0.25 * last.size =>
            {
                last.text.push_str(&word.text);
                last.u[1] = word.u[1];
                last.glyphs += word.glyphs;
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// Puts raised and lowered small words (footnote marks, ordinals) into the piece that they stand in.
fn attach_small(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_by(|one, two| one.v.total_cmp(&two.v));
    let mut homes: Vec<Option<usize>> = vec![None; pieces.len()];
    for (index, small) in pieces.iter().enumerate() {
        if small.chars() > 12 {
            continue;
        }
        let near = pieces.iter().enumerate().skip(index.saturating_sub(40)).take(80);
        homes[index] = near
            .filter(|(other, large)| {
                *other != index
                    && large.size * 0.85 > small.size
                    && (large.v - small.v).abs() < 0.6 * large.size
                    && small.u[0] > large.u[0]
                    && small.u[0] < large.u[1] + 0.35 * large.size
            })
            .map(|(other, _)| other)
            .next();
    }
    let mut kept: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    for (index, home) in homes.iter().enumerate() {
        let Some(home) = *home else { continue };
        if homes.get(home).is_some_and(Option::is_some) {
            continue;
        }
        let Some(small) = kept.get_mut(index).and_then(Option::take) else { continue };
        if let Some(Some(large)) = kept.get_mut(home) {
            for word in small.words {
                large.u[1] = large.u[1].max(word.u[1]);
                large.words.push(word);
            }
            large.words.sort_by(|one, two| one.u[0].total_cmp(&two.u[0]));
        }
    }
    kept.into_iter().flatten().collect()
}

/// Parts `pieces` into zones to be read one after the other.
fn part(pieces: Vec<Piece>, depth: u32, zones: &mut Vec<Vec<Piece>>) {
    if pieces.is_empty() {
        return;
    }
    let found = if depth < COLUMN_DEPTH_MAX { gutter(&pieces) } else { None };
    let Some((at, from, to)) = found else {
        zones.push(pieces);
        return;
    };
    let (mut above, mut left, mut right, mut below) = (vec![], vec![], vec![], vec![]);
    for piece in pieces {
        if piece.v <= from {
            above.push(piece);
        } else if piece.v >= to {
            below.push(piece);
        } else if piece.u[1] <= at {
            left.push(piece);
        } else {
            right.push(piece);
        }
    }
    for side in [above, left, right, below] {
        part(side, depth + 1, zones);
    }
}

/// Finds the best gutter: its place and the baselines above and below which it ends.
fn gutter(pieces: &[Piece]) -> Option<(f32, f32, f32)> {
    let mut best: Option<(usize, (f32, f32, f32))> = None;
    for at in candidates(pieces) {
        let mut crossings: Vec<f32> =
            pieces.iter().filter(|piece| piece.u[0] < at && piece.u[1] > at).map(|piece| piece.v).collect();
        crossings.sort_by(f32::total_cmp);
        let starts = std::iter::once(f32::NEG_INFINITY).chain(crossings.iter().copied());
        let ends = crossings.iter().copied().chain(std::iter::once(f32::INFINITY));
        for (from, to) in starts.zip(ends) {
            let inside = pieces.iter().filter(|piece| piece.v > from && piece.v < to);
            let (left, right): (Vec<&Piece>, Vec<&Piece>) = inside.partition(|piece| piece.u[1] <= at);
            if is_prose(&left) && is_prose(&right) && stand_together(&left, &right) {
                let lines = left.len() + right.len();
                if best.is_none_or(|(most, _)| lines > most) {
                    best = Some((lines, (at, from, to)));
                }
            }
        }
    }
    best.map(|(_, gutter)| gutter)
}

/// Returns the middles of gaps between neighbours, the most frequent first.
fn candidates(pieces: &[Piece]) -> Vec<f32> {
    let mut sorted: Vec<&Piece> = pieces.iter().collect();
    sorted.sort_by(|one, two| one.v.total_cmp(&two.v));
    let mut gaps: Vec<(f32, u32)> = Vec::new();
    for (index, left) in sorted.iter().enumerate() {
        let near = sorted.iter().skip(index.saturating_sub(12)).take(24);
        let right = near
            .filter(|other| other.u[0] > left.u[1] + GUTTER_EMS * left.size.min(other.size))
            .filter(|other| (other.v - left.v).abs() < 1.2 * left.size)
            .map(|other| other.u[0])
            .min_by(f32::total_cmp);
        let Some(right) = right else { continue };
        let middle = (left.u[1] + right) / 2.0;
        // Columns begin at one place while their lines end raggedly: just before the right side is best.
        let at = middle.max(right - 0.6 * left.size);
        match gaps.iter_mut().find(|(known, _)| (known - at).abs() < 0.5 * left.size) {
            Some((_, count)) => *count += 1,
            None => gaps.push((at, 1)),
        }
    }
    gaps.retain(|&(_, count)| count >= 2);
    gaps.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    gaps.into_iter().take(GUTTERS_TRIED_MAX).map(|(at, _)| at).collect()
}

fn is_prose(side: &[&Piece]) -> bool {
    if side.len() < COLUMN_LINES_MIN {
        return false;
    }
    let left = side.iter().map(|piece| piece.u[0]).fold(f32::MAX, f32::min);
    let right = side.iter().map(|piece| piece.u[1]).fold(f32::MIN, f32::max);
    let mut chars: Vec<usize> = side.iter().map(|piece| piece.chars()).collect();
    chars.sort_unstable();
    let mut widths: Vec<f32> = side.iter().map(|piece| piece.u[1] - piece.u[0]).collect();
    widths.sort_by(f32::total_cmp);
    let middle = side.len() / 2;
    chars.get(middle).is_some_and(|&chars| chars >= COLUMN_CHARS_MIN)
        && widths.get(middle).is_some_and(|&width| width >= COLUMN_FILL_MIN * (right - left))
}

fn stand_together(left: &[&Piece], right: &[&Piece]) -> bool {
    let extent = |side: &[&Piece]| {
        let from = side.iter().map(|piece| piece.v).fold(f32::MAX, f32::min);
        let to = side.iter().map(|piece| piece.v).fold(f32::MIN, f32::max);
        [from, to]
    };
    let (one, two) = (extent(left), extent(right));
    let shared = one[1].min(two[1]) - one[0].max(two[0]);
    shared > 0.4 * (one[1] - one[0]).min(two[1] - two[0])
}

/// Gathers the pieces of a zone into rows from top to bottom.
fn rows(mut zone: Vec<Piece>) -> Vec<Row> {
    zone.sort_by(|one, two| one.v.total_cmp(&two.v));
    let mut rows: Vec<Row> = Vec::new();
    for piece in zone {
        let home = rows.iter_mut().rev().take(4).find(|row| {
            row.pieces.iter().any(|known| known.beside(&piece))
                && row.pieces.iter().all(|known| {
                    piece.u[0] >= known.u[1] - 0.3 * piece.size || piece.u[1] <= known.u[0] + 0.3 * piece.size
                })
        });
        match home {
            Some(row) => row.pieces.push(piece),
            None => rows.push(Row { pieces: vec![piece] }),
        }
    }
    for row in &mut rows {
        row.pieces.sort_by(|one, two| one.u[0].total_cmp(&two.u[0]));
    }
    rows
}

fn line(row: Row, ends: bool, frame: Frame, mark: &dyn Fn(&Word, [f32; 4]) -> Option<crate::extract::MarkKind>) -> Line {
    let is_list = paragraph::begins_with_marker(&row);
    let mut words: Vec<LineWord> = Vec::new();
    let mut bounds = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    let mut size = 0.0_f32;
    let mut bold = !row.pieces.is_empty();
    let mut last: Option<(f32, f32)> = None;
    for (number, piece) in row.pieces.into_iter().enumerate() {
        size = size.max(piece.size);
        for (index, word) in piece.words.into_iter().enumerate() {
            bold &= word.bold;
            let area = frame.bounds(word.area());
            bounds = [bounds[0].min(area[0]), bounds[1].min(area[1]), bounds[2].max(area[2]), bounds[3].max(area[3])];
            let gap = last.map_or(0.0, |(end, _)| word.u[0] - end);
            let em = last.map_or(word.size, |(_, em)| em.max(word.size));
            last = Some((word.u[1], word.size));
            let kind = mark(&word, area);
            let touches = number + index > 0 && !word.spaced && gap < 0.15 * em && gap > -0.35 * em;
            match words.last_mut() {
                Some(known) if touches && known.mark == kind => {
                    known.text.push_str(&word.text);
                    known.bounds = [
                        known.bounds[0].min(area[0]),
                        known.bounds[1].min(area[1]),
                        known.bounds[2].max(area[2]),
                        known.bounds[3].max(area[3]),
                    ];
                }
                _ => {
                    let cell = number > 0 && index == 0 && gap > GAP_CELL * em && !(is_list && number == 1);
                    words.push(LineWord { text: word.text, bounds: area, cell, mark: kind });
                }
            }
        }
    }
    let heading = if bold { Some(0) } else { None };
    Line { words, bounds, size, ends, heading, role: Role::Body }
}
