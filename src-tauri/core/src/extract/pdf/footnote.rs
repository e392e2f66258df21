//! Finds footnotes: smaller letters at the foot of a page that begin with a mark.

use crate::extract::assemble::{Line, Role, Sheet};

/// Footnotes are set in letters at most this much of the body's.
const SMALLER: f32 = 0.93;
/// Footnotes begin below this share of the page's height.
const LOWER_PART: f32 = 0.4;

/// Gives footnotes their role.
pub(super) fn find(sheets: &mut [Sheet]) {
    for sheet in sheets.iter_mut().filter(|sheet| sheet.ocr.is_none()) {
        let usual = usual_size(sheet);
        let mut first = None;
        for (index, line) in sheet.lines.iter().enumerate().rev().filter(|(_, line)| line.role == Role::Body) {
            let is_small = line.size <= SMALLER * usual && line.heading.is_none();
            if !is_small || line.bounds[1] < LOWER_PART * sheet.height {
                break;
            }
            if begins_with_mark(line) {
                first = Some(index);
            }
        }
        let Some(first) = first else { continue };
        for line in sheet.lines.iter_mut().skip(first).filter(|line| line.role == Role::Body) {
            line.role = Role::Note;
        }
    }
}

/// Returns the size of most letters of the page.
fn usual_size(sheet: &Sheet) -> f32 {
    let mut counts: Vec<(f32, usize)> = Vec::new();
    for line in sheet.lines.iter().filter(|line| line.role == Role::Body) {
        let letters: usize = line.words.iter().map(|word| word.text.len()).sum();
        match counts.iter_mut().find(|(size, _)| (size - line.size).abs() < 0.25) {
            Some((_, count)) => *count += letters,
            None => counts.push((line.size, letters)),
        }
    }
    counts.into_iter().max_by_key(|&(_, count)| count).map_or(0.0, |(size, _)| size)
}

/// Returns whether the line begins as "(1) Véase", "1 Véase", "[2]", "* Salvo" or "3. Idem".
fn begins_with_mark(line: &Line) -> bool {
    let Some(first) = line.words.first() else { return false };
    let bare = first.text.trim_matches(['(', ')', '[', ']', '.']);
    let figures = bare.chars().take_while(char::is_ascii_digit).count();
    let is_figure = (1..=3).contains(&figures) && bare.chars().skip(figures).all(char::is_alphabetic);
    is_figure || (!bare.is_empty() && bare.chars().all(|sign| matches!(sign, '*' | '†' | '‡' | '§')))
}
