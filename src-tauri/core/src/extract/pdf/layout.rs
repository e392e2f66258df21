//! From words to lines in reading order.
//!
//! Words of one baseline make *pieces*, parted at wide gaps. `columns` parts the page into zones; in a zone
//! pieces side by side are a row, read from left to right with its cells parted (tables, forms).
//! `paragraph` then says where paragraphs end.

use super::columns;
use super::paragraph;
use super::table::{self, Block};
use super::words::{Frame, Framed, Word};
use crate::extract::MarkKind;
use crate::extract::assemble::{Line, LineWord, Role, runs_on};

/// A gap wider than this share of the em parts two pieces of a line.
const GAP_PIECE: f32 = 0.9;
/// A gap wider than this share of the em parts two cells of a row.
const GAP_CELL: f32 = 1.6;
/// Baselines nearer than this share of the em are one.
const BASELINE_NEAR: f32 = 0.15;
/// How much of the smaller of two pieces must stand beside the other for them to be one row.
const ROW_SHARE: f32 = 0.5;

/// Text in another direction is no part of the flow when it has less than this share of the main one's words.
const ASIDE_SHARE_MAX: f32 = 0.3;
/// Fewer letters in a row than this are initials, not a word set with wide spacing.
const SPACED_LETTERS_MIN: usize = 4;
/// A raised or lowered piece has at most this many characters.
const SMALL_CHARS_MAX: usize = 12;
/// How many pieces above and below are looked at for the one that carries a raised piece.
const NEIGHBOURS: usize = 40;

/// Words of one baseline without a wide gap.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) words: Vec<Word>,
    pub(super) u: [f32; 2],
    pub(super) v: f32,
    pub(super) size: f32,
}

impl Piece {
    /// Begins a piece with a word.
    pub(super) fn of(word: Word) -> Self {
        Self { u: word.u, v: word.v, size: word.size, words: vec![word] }
    }

    /// Adds a word.
    pub(super) fn push(&mut self, word: Word) {
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

    pub(super) fn chars(&self) -> usize {
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

/// Says what a word at a place is, where it is not plain text.
pub(super) type Marker<'m> = dyn Fn(&Word, [f32; 4]) -> Option<MarkKind> + 'm;

/// Puts the words of a page into lines in reading order.
pub(super) fn order(framed: Vec<Framed>, drawn: &[[f32; 3]], mark: &Marker<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let main = framed.first().map_or(0, |first| first.words.len());
    for (index, Framed { frame, words }) in framed.into_iter().enumerate() {
        let is_aside = index > 0 && (words.len() as f32) < ASIDE_SHARE_MAX * main as f32;
        let before = lines.len();
        let pieces = attach_small(pieces(words));
        let rules = table::rules(drawn, frame);
        for zone in columns::zones(pieces, &rules) {
            let start = lines.len();
            for block in table::blocks(rows(zone), &rules) {
                match block {
                    Block::Rows(rows) => write(rows, frame, mark, &mut lines),
                    Block::Cells(cells) => {
                        let count = cells.len();
                        for (index, rows) in cells.into_iter().enumerate() {
                            write(rows, frame, mark, &mut lines);
                            if let Some(last) = lines.last_mut() {
                                last.cell_ends = index + 1 < count;
                            }
                        }
                    }
                }
            }
            flow_over(&mut lines, start);
        }
        if is_aside {
            set_aside(&mut lines, before);
        }
    }
    lines
}

/// Lets a sentence go on from the foot of one column to the head of the next.
fn flow_over(lines: &mut [Line], start: usize) {
    let Some((before, after)) = lines.split_at_mut_checked(start) else { return };
    if let (Some(last), Some(next)) = (before.last_mut(), after.first()) {
        last.ends = !runs_on(last, next);
    }
}

/// Takes lines that run in another direction than the page's text, as stamps in the margin do, out of its flow.
fn set_aside(lines: &mut [Line], from: usize) {
    for line in lines.iter_mut().skip(from) {
        line.role = Role::Aside;
        for word in &mut line.words {
            word.mark = word.mark.or(Some(MarkKind::TextBox));
        }
    }
}

/// Makes lines of rows and says where their paragraphs end.
fn write(rows: Vec<Row>, frame: Frame, mark: &Marker<'_>, lines: &mut Vec<Line>) {
    let ends = paragraph::ends(&rows);
    lines.extend(rows.into_iter().zip(ends).map(|(row, ends)| line(row, ends, frame, mark)));
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

/// Joins the letters of words that are set with wide letter spacing and no spaces of their own.
fn unspace(words: Vec<Word>) -> Vec<Word> {
    let mut done: Vec<Word> = Vec::with_capacity(words.len());
    let mut letters: Vec<Word> = Vec::new();
    for word in words {
        let is_letter = word.glyphs == 1 && word.text.chars().all(char::is_alphabetic);
        if !is_letter {
            join_letters(&mut letters, &mut done);
            done.push(word);
        } else {
            letters.push(word);
        }
    }
    join_letters(&mut letters, &mut done);
    done
}

fn join_letters(letters: &mut Vec<Word>, done: &mut Vec<Word>) {
    let mut gaps: Vec<f32> = letters
        .windows(2)
        .filter_map(|pair| match pair {
            [one, two] if !two.spaced => Some(two.u[0] - one.u[1]),
            _ => None,
        })
        .collect();
    gaps.sort_by(f32::total_cmp);
    let usual = gaps.get(gaps.len() / 2).copied().filter(|_| letters.len() >= SPACED_LETTERS_MIN);
    let start = done.len();
    for word in letters.drain(..) {
        let joins = |last: &Word| {
            usual.is_some_and(|usual| usual < last.size && word.u[0] - last.u[1] < usual + 0.25 * last.size)
        };
        match done.get_mut(start..).and_then(<[Word]>::last_mut) {
            Some(last) if !word.spaced && joins(last) => {
                last.text.push_str(&word.text);
                last.u[1] = word.u[1];
                last.glyphs += word.glyphs;
            }
            _ => done.push(word),
        }
    }
}

/// Returns whether a small piece is raised or lowered in the line of a large one, or right after it.
fn carries(large: &Piece, small: &Piece) -> bool {
    large.size * 0.85 > small.size
        && (large.v - small.v).abs() < 0.6 * large.size
        && small.u[0] > large.u[0]
        && small.u[0] < large.u[1] + 0.35 * large.size
}

/// Puts raised and lowered small words (footnote marks, ordinals) into the piece that they stand in.
fn attach_small(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_by(|one, two| one.v.total_cmp(&two.v));
    let homes: Vec<Option<usize>> = pieces
        .iter()
        .enumerate()
        .map(|(index, small)| {
            if small.chars() > SMALL_CHARS_MAX {
                return None;
            }
            let from = index.saturating_sub(NEIGHBOURS);
            let mut near = pieces.iter().enumerate().skip(from).take(2 * NEIGHBOURS);
            near.find(|(other, large)| *other != index && carries(large, small)).map(|(other, _)| other)
        })
        .collect();
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

fn line(row: Row, ends: bool, frame: Frame, mark: &Marker<'_>) -> Line {
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
    Line { words, bounds, size, ends, heading, ..Line::default() }
}
