//! Turns the words that Tesseract reads into lines in points, with their cells and paragraphs.
//!
//! The order is Tesseract's. Its paragraphs are too long where headings stand close to the text, so paragraphs are
//! found as on a digital page, with the page turned upright.

use super::glyph::{Layer, Pen};
use super::layout::{Piece, Row};
use super::paragraph;
use super::words::Word;
use crate::extract::assemble::{Line, LineWord, runs_on};
use crate::ocr::{OcrPage, OcrWord};

/// A gap wider than this many heights of a line parts two cells.
const GAP_CELL: f32 = 2.2;
/// A line whose height is within these ratios of the usual one is set in the same letters: the height of a
/// line depends on which letters it happens to hold.
const SAME_HEIGHT: std::ops::Range<f32> = 0.65..1.45;
/// Lines further apart than this many heights belong to different blocks.
const BLOCK_GAP: f32 = 4.0;

/// A line under way: its words as printed, and the same turned upright.
struct Read {
    line: Line,
    upright: Vec<Word>,
    paragraph: u32,
    number: u32,
}

/// Makes lines of a page that is `width` by `height` points and was read at `scale` pixels a point.
pub(super) fn lines(found: &OcrPage, scale: f32, width: f32, height: f32) -> Vec<Line> {
    let mut read: Vec<Read> = Vec::new();
    for word in &found.words {
        let text: String = word.text.chars().filter(|letter| !letter.is_control() && !letter.is_whitespace()).collect();
        if !text.is_empty() {
            add(&mut read, word, text, found.turned, scale, [width, height]);
        }
    }
    let heights = read.iter().map(|read| height_of(&read.upright));
    let usual = middle(heights.collect());
    for read in &mut read {
        part_cells(read, usual);
    }
    let ends = ends(&read);
    let mut lines: Vec<Line> = read.into_iter().map(|read| read.line).collect();
    for (line, ends) in lines.iter_mut().zip(ends) {
        line.ends = ends;
    }
    lines
}

fn add(read: &mut Vec<Read>, word: &OcrWord, text: String, turned: u16, scale: f32, [width, height]: [f32; 2]) {
    let [left, top, right, bottom] = word.bounds.map(|side| side / scale);
    let bounds = [left.clamp(0.0, width), top.clamp(0.0, height), right.clamp(0.0, width), bottom.clamp(0.0, height)];
    let [left, top, right, bottom] = bounds;
    // The page turned clockwise by `turned` degrees is upright.
    let ([left, right], [top, bottom]) = match turned {
        90 => ([height - bottom, height - top], [left, right]),
        180 => ([width - right, width - left], [height - bottom, height - top]),
        270 => ([top, bottom], [width - right, width - left]),
        _ => ([left, right], [top, bottom]),
    };
    let upright = Word {
        text: text.clone(),
        u: [left, right],
        v: bottom,
        size: bottom - top,
        bold: false,
        pen: Pen::Seen,
        layer: Layer::Page,
        spaced: true,
        glyphs: 1,
    };
    let word_on_line = LineWord { text, bounds, cell: false, mark: None };
    match read.last_mut() {
        Some(last) if last.number == word.line => {
            let [left, top, right, bottom] = bounds;
            let known = last.line.bounds;
            last.line.bounds = [known[0].min(left), known[1].min(top), known[2].max(right), known[3].max(bottom)];
            last.line.words.push(word_on_line);
            last.upright.push(upright);
        }
        _ => read.push(Read {
            line: Line { words: vec![word_on_line], bounds, ends: true, ..Line::default() },
            upright: vec![upright],
            paragraph: word.paragraph,
            number: word.line,
        }),
    }
}

fn height_of(words: &[Word]) -> f32 {
    let top = words.iter().map(|word| word.v - word.size).fold(f32::MAX, f32::min);
    let bottom = words.iter().map(|word| word.v).fold(f32::MIN, f32::max);
    (bottom - top).max(1.0)
}

fn middle(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(1.0)
}

/// Evens out the height of a line's words and parts its cells at wide gaps.
fn part_cells(read: &mut Read, usual: f32) {
    let own = height_of(&read.upright);
    let size = if SAME_HEIGHT.contains(&(own / usual)) { usual } else { own };
    let baseline = middle(read.upright.iter().map(|word| word.v).collect());
    read.line.size = size;
    let mut end = f32::MAX;
    for (word, shown) in read.upright.iter_mut().zip(&mut read.line.words) {
        shown.cell = word.u[0] - end > GAP_CELL * size;
        end = word.u[1];
        word.size = size;
        word.v = baseline;
    }
}

/// Returns for every line whether its paragraph ends with it.
fn ends(read: &[Read]) -> Vec<bool> {
    let mut ends: Vec<bool> = Vec::with_capacity(read.len());
    while let Some(rest) = read.get(ends.len()..).filter(|rest| !rest.is_empty()) {
        let count = 1 + rest.windows(2).take_while(|pair| matches!(pair, [one, two] if same_block(one, two))).count();
        let rows: Vec<Row> = rest.iter().take(count).map(row).collect();
        for (index, geometric) in paragraph::ends(&rows).into_iter().enumerate() {
            let (Some(line), Some(next)) = (rest.get(index), rest.get(index + 1)) else {
                ends.push(true);
                continue;
            };
            let goes_on = runs_on(&line.line, &next.line);
            let ended =
                if index + 1 == count { !goes_on } else { geometric || (line.paragraph != next.paragraph && !goes_on) };
            ends.push(ended);
        }
    }
    ends
}

/// Returns whether a line stands right under another, in the same column.
fn same_block(one: &Read, two: &Read) -> bool {
    let extent = |read: &Read| {
        let left = read.upright.iter().map(|word| word.u[0]).fold(f32::MAX, f32::min);
        let right = read.upright.iter().map(|word| word.u[1]).fold(f32::MIN, f32::max);
        [left, right]
    };
    let baseline = |read: &Read| read.upright.first().map_or(0.0, |word| word.v);
    let (above, below) = (extent(one), extent(two));
    let shared = above[1].min(below[1]) - above[0].max(below[0]);
    let step = baseline(two) - baseline(one);
    shared > 0.5 * (above[1] - above[0]).min(below[1] - below[0]) && step > 0.0 && step < BLOCK_GAP * one.line.size
}

/// Makes a row of a line: a piece for every cell.
fn row(read: &Read) -> Row {
    let mut pieces: Vec<Piece> = Vec::new();
    for (word, shown) in read.upright.iter().zip(&read.line.words) {
        match pieces.last_mut() {
            Some(piece) if !shown.cell => piece.push(word.clone()),
            _ => pieces.push(Piece::of(word.clone())),
        }
    }
    Row { pieces }
}
