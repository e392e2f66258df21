//! Puts the lines of a table's cells together where lines are drawn between its rows.
//!
//! Between two drawn lines, pieces that stand in one column are the lines of one cell, so that a sentence
//! in a narrow cell stays whole. A table without drawn lines is read as it is printed, line by line.

use super::layout::{Piece, Row};
use super::words::Frame;

/// Share of a row's width that a drawn line must run along.
const RULE_SHARE_MIN: f32 = 0.6;
/// Lines nearer than this, in points, are one.
const RULE_NEAR: f32 = 1.5;

/// A drawn line in the frame of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    /// Left and right end.
    pub(super) u: [f32; 2],
    /// Its height, counted downward.
    pub(super) v: f32,
}

/// What stands between two drawn lines.
pub(super) enum Block {
    /// Rows to be read as they are.
    Rows(Vec<Row>),
    /// The cells of one row, each with its lines.
    Cells(Vec<Vec<Row>>),
}

/// Takes the lines drawn on a page into a frame, joining those that touch. Only upright text has them.
pub(super) fn rules(drawn: &[[f32; 3]], frame: Frame) -> Vec<Rule> {
    if !frame.is_level() {
        return Vec::new();
    }
    let mut sorted: Vec<[f32; 3]> = drawn.to_vec();
    sorted.sort_by(|one, two| one[2].total_cmp(&two[2]));
    let mut rules: Vec<Rule> = Vec::new();
    let mut start = 0;
    while let Some(&[_, _, v]) = sorted.get(start) {
        let count = sorted.iter().skip(start).take_while(|rule| rule[2] - v < RULE_NEAR).count().max(1);
        let mut level: Vec<[f32; 3]> = sorted.iter().skip(start).take(count).copied().collect();
        level.sort_by(|one, two| one[0].total_cmp(&two[0]));
        let first = rules.len();
        for [left, right, _] in level {
            match rules.get_mut(first..).and_then(<[Rule]>::last_mut) {
                Some(last) if left <= last.u[1] + RULE_NEAR => last.u[1] = last.u[1].max(right),
                _ => rules.push(Rule { u: [left, right], v }),
            }
        }
        start += count;
    }
    rules
}

/// Parts the rows of a zone at drawn lines and gathers the cells between them.
pub(super) fn blocks(rows: Vec<Row>, rules: &[Rule]) -> Vec<Block> {
    if rules.len() < 2 {
        return vec![Block::Rows(rows)];
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut band: Vec<Row> = Vec::new();
    let mut opened = false;
    let mut rows = rows.into_iter().peekable();
    let mut above = f32::MIN;
    while let Some(row) = rows.next() {
        if band.is_empty() {
            opened = is_ruled(rules, above, top(&row), extent(&row));
        }
        let (bottom, width) = (baseline(&row), extent(&row));
        band.push(row);
        let (next, width) = match rows.peek() {
            Some(next) => (top(next), [width[0].min(extent(next)[0]), width[1].max(extent(next)[1])]),
            None => (f32::MAX, width),
        };
        if is_ruled(rules, bottom, next, width) {
            finish(std::mem::take(&mut band), opened, &mut blocks);
        }
        above = bottom;
    }
    finish(band, false, &mut blocks);
    blocks
}

fn finish(band: Vec<Row>, ruled: bool, blocks: &mut Vec<Block>) {
    if ruled && band.len() > 1 {
        match cells(band) {
            Ok(cells) => blocks.push(Block::Cells(cells)),
            Err(band) => append(band, blocks),
        }
    } else {
        append(band, blocks);
    }
}

/// Adds rows to the last block of rows, so that paragraphs are judged together.
fn append(band: Vec<Row>, blocks: &mut Vec<Block>) {
    match blocks.last_mut() {
        Some(Block::Rows(rows)) => rows.extend(band),
        _ if band.is_empty() => {}
        _ => blocks.push(Block::Rows(band)),
    }
}

fn baseline(row: &Row) -> f32 {
    row.pieces.iter().map(|piece| piece.v).fold(f32::MIN, f32::max)
}

/// The middle of the first line's small letters: a drawn line above it is above the row.
fn top(row: &Row) -> f32 {
    row.pieces.iter().map(|piece| piece.v - 0.3 * piece.size).fold(f32::MAX, f32::min)
}

fn extent(row: &Row) -> [f32; 2] {
    let left = row.pieces.iter().map(|piece| piece.u[0]).fold(f32::MAX, f32::min);
    let right = row.pieces.iter().map(|piece| piece.u[1]).fold(f32::MIN, f32::max);
    [left, right]
}

/// Returns whether a line is drawn between two heights along most of `width`.
fn is_ruled(rules: &[Rule], from: f32, to: f32, [left, right]: [f32; 2]) -> bool {
    rules.iter().filter(|rule| rule.v > from && rule.v < to).any(|rule| {
        let shared = rule.u[1].min(right) - rule.u[0].max(left);
        shared >= RULE_SHARE_MIN * (right - left)
    })
}

/// Gathers the pieces of a band by column; gives the band back when it has but one.
fn cells(band: Vec<Row>) -> Result<Vec<Vec<Row>>, Vec<Row>> {
    let mut columns: Vec<[f32; 2]> = Vec::new();
    let mut spans: Vec<[f32; 2]> = band.iter().flat_map(|row| &row.pieces).map(|piece| piece.u).collect();
    spans.sort_by(|one, two| one[0].total_cmp(&two[0]));
    for [left, right] in spans {
        match columns.last_mut() {
            Some(last) if left < last[1] => last[1] = last[1].max(right),
            _ => columns.push([left, right]),
        }
    }
    if columns.len() < 2 {
        return Err(band);
    }
    let mut cells: Vec<Vec<Row>> = columns.iter().map(|_| Vec::new()).collect();
    for row in band {
        for (column, cell) in columns.iter().zip(&mut cells) {
            let inside = |piece: &&Piece| piece.u[0] >= column[0] && piece.u[1] <= column[1];
            let pieces: Vec<Piece> = row.pieces.iter().filter(inside).cloned().collect();
            if !pieces.is_empty() {
                cell.push(Row { pieces });
            }
        }
    }
    cells.retain(|cell| !cell.is_empty());
    Ok(cells)
}
