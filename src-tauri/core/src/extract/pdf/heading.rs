//! Finds heading lines: short ones in letters clearly larger than the body's, or wholly in bold type.
//!
//! `layout` has left `Some(0)` on lines whose words are all bold; here every line gets its level or
//! none. Headings that only their wording tells ("SEGUNDA.-") are the business of `chunk`.

use crate::extract::assemble::{Line, Role, Sheet};

/// Letters larger than the body's by this ratio make a heading.
const LARGER: f32 = 1.15;
/// Longer lines than this are text, not headings, in characters.
const CHARS_MAX: usize = 160;
/// A heading takes at most this many lines.
const LINES_MAX: usize = 3;
/// Where more than this share of the letters is bold, bold says nothing.
const BOLD_SHARE_MAX: f32 = 0.4;
/// Sizes are told apart in steps of this many points.
const STEP: f32 = 0.5;

/// Sets the heading levels of all lines.
pub(in crate::extract) fn find(sheets: &mut [Sheet]) {
    let Some(usual) = usual(sheets) else { return };
    let mut larger: Vec<i32> = Vec::new();
    for line in body(sheets) {
        if is_larger(line, usual.size) && is_short(line) && !larger.contains(&step(line.size)) {
            larger.push(step(line.size));
        }
    }
    larger.sort_unstable_by(|one, two| two.cmp(one));
    // On a page read by Tesseract the height of a line depends on its letters and tells nothing.
    for sheet in sheets.iter_mut().filter(|sheet| sheet.ocr.is_none()) {
        let mut start = 0;
        while start < sheet.lines.len() {
            let length = paragraph(&sheet.lines, start);
            if let Some(lines) = sheet.lines.get_mut(start..start + length) {
                let level = level(lines, &usual, &larger);
                for line in lines {
                    line.heading = level;
                }
            }
            start += length.max(1);
        }
    }
}

/// The letters that most of the text is set in.
struct Usual {
    size: f32,
    bold_tells: bool,
}

fn body(sheets: &[Sheet]) -> impl Iterator<Item = &Line> {
    sheets
        .iter()
        .filter(|sheet| sheet.ocr.is_none())
        .flat_map(|sheet| &sheet.lines)
        .filter(|line| line.role == Role::Body)
}

fn usual(sheets: &[Sheet]) -> Option<Usual> {
    let mut counts: Vec<(i32, usize)> = Vec::new();
    let (mut bold, mut all) = (0_usize, 0_usize);
    for line in body(sheets) {
        let chars: usize = line.words.iter().map(|word| word.text.len()).sum();
        all += chars;
        bold += if line.heading.is_some() { chars } else { 0 };
        match counts.iter_mut().find(|(known, _)| *known == step(line.size)) {
            Some((_, count)) => *count += chars,
            None => counts.push((step(line.size), chars)),
        }
    }
    let (size, _) = counts.into_iter().max_by_key(|&(_, count)| count)?;
    Some(Usual { size: size as f32 * STEP, bold_tells: (bold as f32) < BOLD_SHARE_MAX * all as f32 })
}

fn step(size: f32) -> i32 {
    (size / STEP).round() as i32
}

fn is_larger(line: &Line, usual: f32) -> bool {
    line.size >= LARGER * usual
}

fn is_short(line: &Line) -> bool {
    line.words.iter().map(|word| word.text.chars().count() + 1).sum::<usize>() <= CHARS_MAX
}

/// Returns how many lines the paragraph that begins at `start` has.
fn paragraph(lines: &[Line], start: usize) -> usize {
    let rest = lines.iter().skip(start);
    rest.clone().position(|line| line.ends).map_or(rest.count(), |last| last + 1)
}

fn level(lines: &[Line], usual: &Usual, larger: &[i32]) -> Option<u8> {
    let first = lines.first()?;
    let chars: usize = lines.iter().flat_map(|line| &line.words).map(|word| word.text.chars().count() + 1).sum();
    let has_letters = lines.iter().flat_map(|line| &line.words).any(|word| word.text.chars().any(char::is_alphabetic));
    let is_table = lines.iter().any(|line| line.words.iter().any(|word| word.cell));
    if first.role != Role::Body || lines.len() > LINES_MAX || chars > CHARS_MAX || !has_letters || is_table {
        return None;
    }
    if lines.iter().all(|line| is_larger(line, usual.size)) {
        let rank = larger.iter().position(|&size| size <= step(first.size)).unwrap_or(larger.len());
        return Some((rank + 1).min(6) as u8);
    }
    let bold = lines.iter().all(|line| line.heading.is_some());
    (bold && usual.bold_tells).then_some((larger.len() + 1).min(6) as u8)
}
