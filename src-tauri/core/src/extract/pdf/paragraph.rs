//! Says where paragraphs end among the rows of one zone of a page.
//!
//! A line ends its paragraph when the next one's first word would have had room on it, when a wide
//! space or another size of letters follows, when the next line is set in, or when either is a table row.

use super::layout::{Piece, Row};

/// Share of lines that end left of the zone's right edge.
const EDGE_SHARE: f32 = 0.8;
/// A distance of baselines this much wider than usual ends a paragraph.
const LEADING_WIDE: f32 = 1.3;
/// Sizes that differ by more than this ratio belong to different paragraphs.
const SIZE_RATIO: f32 = 1.12;

/// Returns for every row whether a paragraph or table row ends with it.
pub(super) fn ends(rows: &[Row]) -> Vec<bool> {
    let edge = right_edge(rows);
    let leading = usual_leading(rows);
    let mut ends: Vec<bool> = rows
        .windows(2)
        .map(|pair| match pair {
            [row, next] => ends_before(row, next, edge, leading),
            _ => true,
        })
        .collect();
    if !rows.is_empty() {
        ends.push(true);
    }
    ends
}

/// Returns whether the row begins with the mark of a list item or numbered clause.
pub(super) fn begins_with_marker(row: &Row) -> bool {
    let first = row.pieces.first().and_then(|piece| piece.words.first());
    first.is_some_and(|word| is_marker(&word.text))
}

fn is_marker(word: &str) -> bool {
    let letters = word.chars().count();
    if letters > 8 {
        return false;
    }
    if matches!(word, "•" | "-" | "–" | "—" | "·" | "▪" | "■" | "o" | "*" | "►" | "➢" | "✓") {
        return true;
    }
    let body = word.trim_start_matches('(').trim_end_matches(['.', ')', '-', 'º', 'ª', '°', '–']);
    if body.len() == word.len() && !word.contains('.') {
        return false;
    }
    let numbered = !body.is_empty() && body.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    let lettered = body.chars().count() == 1 && body.chars().all(char::is_alphabetic);
    let roman = !body.is_empty() && body.chars().all(|letter| "ivxlcIVXLC".contains(letter));
    numbered || lettered || roman
}

fn right_edge(rows: &[Row]) -> f32 {
    let mut rights: Vec<f32> = rows.iter().filter_map(|row| Some(row.pieces.last()?.u[1])).collect();
    rights.sort_by(f32::total_cmp);
    rights.get((rights.len() as f32 * EDGE_SHARE) as usize).or(rights.last()).copied().unwrap_or(0.0)
}

fn baseline(row: &Row) -> f32 {
    row.pieces.iter().max_by(|one, two| one.size.total_cmp(&two.size)).map_or(0.0, |piece| piece.v)
}

fn size(row: &Row) -> f32 {
    row.pieces.iter().map(|piece| piece.size).fold(1.0, f32::max)
}

/// Returns the middling distance of baselines in ems.
fn usual_leading(rows: &[Row]) -> f32 {
    let mut leadings: Vec<f32> = rows
        .windows(2)
        .filter_map(|pair| match pair {
            [row, next] => Some((baseline(next) - baseline(row)) / size(row)),
            _ => None,
        })
        .filter(|leading| (0.5..3.0).contains(leading))
        .collect();
    leadings.sort_by(f32::total_cmp);
    leadings.get(leadings.len() / 2).copied().unwrap_or(1.2)
}

fn ends_before(row: &Row, next: &Row, edge: f32, leading: f32) -> bool {
    let (Some(first), Some(last), Some(after)) = (row.pieces.first(), row.pieces.last(), next.pieces.first()) else {
        return true;
    };
    let marked = begins_with_marker(row);
    let cells = |row: &Row, marked: bool| row.pieces.len() > 1 + usize::from(marked);
    if cells(row, marked) || cells(next, begins_with_marker(next)) {
        return true;
    }
    let em = size(row);
    let ratio = em.max(size(next)) / em.min(size(next)).max(0.1);
    let distance = (baseline(next) - baseline(row)) / em;
    if ratio > SIZE_RATIO || distance > LEADING_WIDE * leading.max(1.0) || distance < 0.0 {
        return true;
    }
    let word = last.words.last().map_or("", |word| word.text.as_str());
    let ended = word.ends_with(['.', ':', ';', '!', '?']);
    if ended && begins_with_marker(next) {
        return true;
    }
    let all_bold = |piece: &Piece| piece.words.iter().all(|word| word.bold);
    if row.pieces.iter().all(all_bold) != next.pieces.iter().all(all_bold) && (ended || last.u[1] < edge - 3.0 * em) {
        return true;
    }
    let room = edge - last.u[1] - 0.25 * em;
    let wanted = after.words.first().map_or(0.0, |word| word.u[1] - word.u[0]);
    if room > wanted + 0.3 * em {
        return true;
    }
    let indent = after.u[0] - first.u[0];
    ended && indent > 0.8 * em && !marked
}
