//! From glyphs to words.
//!
//! Glyphs are first parted by the direction in which they are written, each direction getting a
//! [`Frame`] in which text runs from left to right. In a frame, glyphs that follow one another in the
//! order of drawing and on one baseline make a word until a space or a gap ends it. The order of words
//! is the business of `layout`.

use super::glyph::{Glyph, Layer, Letters, Pen};
use unicode_normalization::UnicodeNormalization;

/// A gap wider than this share of the em parts two words.
const GAP_SPACE: f32 = 0.15;
/// Glyphs may overlap by this share of the em and still follow one another (kerning, accents).
const GAP_BACK: f32 = 0.35;
/// Baselines may differ by this share of the em within a word.
const BASELINE_DRIFT: f32 = 0.12;
/// Directions that differ by fewer degrees are one (a scan that lies askew).
const FRAME_DEGREES: i32 = 3;

/// A direction of writing: turns page points so that its text runs from left to right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    cos: f32,
    sin: f32,
}

impl Frame {
    fn new(cos: f32, sin: f32) -> Self {
        Self { cos, sin }
    }

    /// Returns whether its text runs across the page as shown.
    pub(super) fn is_level(self) -> bool {
        self.cos > 0.9999
    }

    fn turn(self, [x, y]: [f32; 2]) -> [f32; 2] {
        [x * self.cos + y * self.sin, y * self.cos - x * self.sin]
    }

    /// Returns the page rectangle around a rectangle of the frame.
    pub(super) fn bounds(self, [u0, v0, u1, v1]: [f32; 4]) -> [f32; 4] {
        let corners = [[u0, v0], [u1, v0], [u0, v1], [u1, v1]]
            .map(|[u, v]| [u * self.cos - v * self.sin, u * self.sin + v * self.cos]);
        let mut bounds = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        for [x, y] in corners {
            bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x), bounds[3].max(y)];
        }
        bounds
    }
}

/// A word in its frame.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    pub(super) text: String,
    /// Left and right end.
    pub(super) u: [f32; 2],
    /// The baseline, counted downward.
    pub(super) v: f32,
    /// The em in points.
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) pen: Pen,
    pub(super) layer: Layer,
    /// Whether the file itself has a space before the word.
    pub(super) spaced: bool,
    /// How many glyphs it has.
    pub(super) glyphs: u32,
}

impl Word {
    /// Returns left, top, right, bottom in the frame.
    pub(super) fn area(&self) -> [f32; 4] {
        [self.u[0], self.v - 0.8 * self.size, self.u[1], self.v + 0.22 * self.size]
    }
}

/// The words of one direction.
#[derive(Debug)]
pub(super) struct Framed {
    pub(super) frame: Frame,
    pub(super) words: Vec<Word>,
}

/// Makes words of `glyphs`, the most used direction first.
pub(super) fn build(glyphs: &[Glyph]) -> Vec<Framed> {
    let mut counts: Vec<(i32, u32)> = Vec::new();
    let mut last: Option<([f32; 2], i32)> = None;
    let mut degrees = Vec::with_capacity(glyphs.len());
    for glyph in glyphs {
        let degree = match last {
            Some((direction, degree)) if direction == glyph.direction => degree,
            _ => glyph.direction[1].atan2(glyph.direction[0]).to_degrees().round() as i32,
        };
        last = Some((glyph.direction, degree));
        degrees.push(degree);
        match counts.iter_mut().find(|(known, _)| *known == degree) {
            Some((_, count)) => *count += 1,
            None => counts.push((degree, 1)),
        }
    }
    counts.sort_by_key(|&(degree, count)| (std::cmp::Reverse(count), degree));
    let mut mains: Vec<i32> = Vec::new();
    for &(degree, _) in &counts {
        if !mains.iter().any(|&main| near(main, degree)) {
            mains.push(degree);
        }
    }
    mains.iter().map(|&main| frame(glyphs, &degrees, main)).filter(|framed| !framed.words.is_empty()).collect()
}

fn near(one: i32, other: i32) -> bool {
    let apart = (one - other).rem_euclid(360);
    apart.min(360 - apart) <= FRAME_DEGREES
}

fn frame(glyphs: &[Glyph], degrees: &[i32], main: i32) -> Framed {
    let (mut x, mut y) = (0.0_f32, 0.0_f32);
    for (glyph, &degree) in glyphs.iter().zip(degrees) {
        if near(main, degree) {
            x += glyph.direction[0];
            y += glyph.direction[1];
        }
    }
    let length = x.hypot(y).max(f32::MIN_POSITIVE);
    let frame = Frame::new(x / length, y / length);
    let mut builder = Builder { frame, words: Vec::new(), current: None, spaced: false };
    for (glyph, &degree) in glyphs.iter().zip(degrees) {
        if near(main, degree) {
            builder.take(glyph);
        }
    }
    builder.end_word();
    Framed { frame, words: builder.words }
}

/// A word that is still growing.
struct Growing {
    word: Word,
    /// Left and right of its last glyph, and that glyph's character.
    last: [f32; 2],
    last_char: char,
    combined: bool,
}

struct Builder {
    frame: Frame,
    words: Vec<Word>,
    current: Option<Growing>,
    spaced: bool,
}

impl Builder {
    fn take(&mut self, glyph: &Glyph) {
        let one;
        let mut buffer = [0; 4];
        let text: &str = match &glyph.letters {
            Letters::None => return,
            Letters::Space => {
                self.end_word();
                self.spaced = true;
                return;
            }
            Letters::One(letter) => {
                one = *letter;
                one.encode_utf8(&mut buffer)
            }
            Letters::Many(letters) => letters,
            Letters::Unknown => "\u{FFFD}",
        };
        let [u, v] = self.frame.turn(glyph.origin);
        let [step, _] = self.frame.turn(glyph.advance);
        let ends = [u.min(u + step), u.max(u + step)];
        let Some(mut current) = self.current.take() else {
            self.current = Some(self.begin(glyph, text, ends, v));
            return;
        };
        if is_copy(&current, text, ends, v) {
            self.current = Some(current);
            return;
        }
        if !combine(&mut current, text, ends, v) {
            if !follows(&current, glyph, ends, v) {
                self.words.push(finish(current));
                self.current = Some(self.begin(glyph, text, ends, v));
                return;
            }
            current.word.text.push_str(text);
            current.last = ends;
            current.last_char = text.chars().last().unwrap_or(' ');
        }
        let word = &mut current.word;
        word.u = [word.u[0].min(ends[0]), word.u[1].max(ends[1])];
        word.size = word.size.max(glyph.size);
        word.glyphs += 1;
        if word.pen == Pen::Unseen {
            word.pen = glyph.pen;
        }
        self.current = Some(current);
    }

    fn begin(&mut self, glyph: &Glyph, text: &str, ends: [f32; 2], v: f32) -> Growing {
        let spaced = std::mem::take(&mut self.spaced);
        let word = Word {
            text: text.to_owned(),
            u: ends,
            v,
            size: glyph.size,
            bold: glyph.bold,
            pen: glyph.pen,
            layer: glyph.layer,
            spaced,
            glyphs: 1,
        };
        Growing { word, last: ends, last_char: text.chars().last().unwrap_or(' '), combined: false }
    }

    fn end_word(&mut self) {
        if let Some(current) = self.current.take() {
            self.words.push(finish(current));
        }
    }
}

fn finish(growing: Growing) -> Word {
    let mut word = growing.word;
    if growing.combined {
        word.text = word.text.nfc().collect();
    }
    word
}

/// Returns whether the glyph is the last one again, drawn a hair aside to look bold.
fn is_copy(current: &Growing, text: &str, ends: [f32; 2], v: f32) -> bool {
    let near = 0.12 * current.word.size;
    (ends[0] - current.last[0]).abs() < near && (v - current.word.v).abs() < near && text.ends_with(current.last_char)
}

fn follows(current: &Growing, glyph: &Glyph, ends: [f32; 2], v: f32) -> bool {
    let word = &current.word;
    let size = word.size.max(glyph.size);
    let gap = ends[0] - current.last[1];
    (v - word.v).abs() < BASELINE_DRIFT * size
        && gap > -GAP_BACK * size
        && gap < GAP_SPACE * size
        && glyph.size.min(word.size) > 0.6 * size
        // A word whose end is cut off by the edge of a picture is still one word.
        && (glyph.pen == Pen::Layer) == (word.pen == Pen::Layer)
        && glyph.layer == word.layer
}

/// Joins a diacritic drawn as a glyph of its own with the letter that it stands on.
fn combine(current: &mut Growing, text: &str, ends: [f32; 2], v: f32) -> bool {
    let mut letters = text.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return false };
    let size = current.word.size;
    if unicode_normalization::char::is_combining_mark(letter) {
        current.word.text.push(letter);
        current.combined = true;
        return true;
    }
    let shared = ends[1].min(current.last[1]) - ends[0].max(current.last[0]);
    let narrow = (ends[1] - ends[0]).min(current.last[1] - current.last[0]);
    if (v - current.word.v).abs() > 0.5 * size || shared < 0.5 * narrow || narrow <= 0.0 {
        return false;
    }
    let (base, mark) = match (diacritic(current.last_char), diacritic(letter)) {
        (Some(mark), None) => (letter, mark),
        (None, Some(mark)) => (current.last_char, mark),
        _ => return false,
    };
    if !base.is_alphabetic() {
        return false;
    }
    let base = match base {
        'ı' => 'i',
        'ȷ' => 'j',
        other => other,
    };
    current.word.text.pop();
    current.word.text.push(base);
    current.word.text.push(mark);
    current.last = [current.last[0].min(ends[0]), current.last[1].max(ends[1])];
    current.last_char = base;
    current.combined = true;
    if diacritic(letter).is_none() {
        current.word.v = v;
    }
    true
}

/// Returns the combining mark of a diacritic that stands alone.
fn diacritic(letter: char) -> Option<char> {
    Some(match letter {
        '`' | 'ˋ' => '\u{300}',
        '´' | 'ˊ' => '\u{301}',
        '^' | 'ˆ' => '\u{302}',
        '~' | '˜' => '\u{303}',
        '¨' => '\u{308}',
        '˚' => '\u{30A}',
        'ˇ' => '\u{30C}',
        '¸' => '\u{327}',
        _ => return None,
    })
}
