//! Parts a page into zones to be read one after the other: columns, and what stands above and below them.
//!
//! A gutter is a place that no line crosses, with prose on both sides, or with prose on one side and lines
//! on the other that do not keep to its baselines. Everything else side by side is left in one zone, to be read
//! row by row.

use super::layout::Piece;
use super::table::Rule;

/// A gutter between columns has at least this width, in ems.
const GUTTER_EMS: f32 = 0.8;
/// Fewest lines on each side of a gutter.
const COLUMN_LINES_MIN: usize = 3;
/// Fewest characters of a middling line of a column of prose.
const COLUMN_CHARS_MIN: usize = 20;
/// Share of the column's width that a middling line fills.
const COLUMN_FILL_MIN: f32 = 0.6;
/// Fewest lines of prose beside something that is none.
const PROSE_LINES_MIN: usize = 5;
/// Share of lines with a baseline on the other side, from which on two sides are rows of a table.
const ALIGNED_SHARE_MAX: f32 = 0.5;
/// Labels of table rows are fewer than the lines of the longer cells by this ratio.
const LADDER_SHARE_MAX: f32 = 0.7;
/// A white strip of this many ems parts two bands.
const BAND_EMS: f32 = 0.5;
/// Most gutters tried at one place: the work grows with their number.
const GUTTERS_TRIED_MAX: usize = 12;
/// How often columns may be parted inside columns.
const COLUMN_DEPTH_MAX: u32 = 6;
/// A page of more pieces than this is a drawing, not columns of text.
const PIECES_MAX: usize = 20_000;
/// A row that is this many ems away from the next, baseline to baseline, stands alone.
const LONE_EMS: f32 = 2.6;
/// Most rows that are cut off above and below columns.
const PEELED_MAX: usize = 3;

/// Returns the pieces zone by zone.
pub(super) fn zones(pieces: Vec<Piece>, rules: &[Rule]) -> Vec<Vec<Piece>> {
    if pieces.len() > PIECES_MAX {
        return vec![pieces];
    }
    let mut zones = Vec::new();
    part(pieces, rules, 0, &mut zones);
    zones
}

/// Parts `pieces` into zones to be read one after the other.
fn part(pieces: Vec<Piece>, rules: &[Rule], depth: u32, zones: &mut Vec<Vec<Piece>>) {
    if pieces.is_empty() {
        return;
    }
    let found = if depth < COLUMN_DEPTH_MAX { gutter(&pieces, rules) } else { None };
    let Some((at, from, to)) = found else {
        by_bands(pieces, rules, depth, zones);
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
        part(side, rules, depth + 1, zones);
    }
}

/// Looks for columns in each band between white strips, where the whole has none: a table above two
/// columns hides their gutter. Bands without columns stay together.
fn by_bands(pieces: Vec<Piece>, rules: &[Rule], depth: u32, zones: &mut Vec<Vec<Piece>>) {
    let bands = bands(&pieces);
    let parted = depth < COLUMN_DEPTH_MAX && bands.len() > 1 && bands.iter().any(|band| gutter(band, rules).is_some());
    if !parted {
        zones.push(pieces);
        return;
    }
    let mut plain: Vec<Piece> = Vec::new();
    for band in bands {
        if gutter(&band, rules).is_some() {
            if !plain.is_empty() {
                zones.push(std::mem::take(&mut plain));
            }
            part(band, rules, depth + 1, zones);
        } else {
            plain.extend(band);
        }
    }
    if !plain.is_empty() {
        zones.push(plain);
    }
}

/// Cuts at white strips that run through all pieces.
fn bands(pieces: &[Piece]) -> Vec<Vec<Piece>> {
    let mut sorted: Vec<&Piece> = pieces.iter().collect();
    let top = |piece: &Piece| piece.v - 0.8 * piece.size;
    sorted.sort_by(|one, two| top(one).total_cmp(&top(two)));
    let mut bands: Vec<Vec<Piece>> = Vec::new();
    let mut bottom = f32::MIN;
    for piece in sorted {
        if top(piece) > bottom + BAND_EMS * piece.size {
            bands.push(Vec::new());
        }
        bottom = bottom.max(piece.v + 0.22 * piece.size);
        if let Some(band) = bands.last_mut() {
            band.push(piece.clone());
        }
    }
    bands
}

/// Finds the best gutter: its place and the baselines above and below which it ends.
fn gutter(pieces: &[Piece], rules: &[Rule]) -> Option<(f32, f32, f32)> {
    let mut best: Option<(usize, (f32, f32, f32))> = None;
    for at in candidates(pieces) {
        // A line drawn across the gutter parts the rows of a table.
        let ruled = rules.iter().filter(|rule| rule.u[0] < at - GUTTER_EMS && rule.u[1] > at + GUTTER_EMS);
        let mut crossings: Vec<f32> = pieces
            .iter()
            .filter(|piece| piece.u[0] < at && piece.u[1] > at)
            .map(|piece| piece.v)
            .chain(ruled.map(|rule| rule.v))
            .collect();
        crossings.sort_by(f32::total_cmp);
        let starts = std::iter::once(f32::NEG_INFINITY).chain(crossings.iter().copied());
        let ends = crossings.iter().copied().chain(std::iter::once(f32::INFINITY));
        for (from, to) in starts.zip(ends) {
            let inside = pieces.iter().filter(|piece| piece.v > from && piece.v < to);
            let (left, right): (Vec<&Piece>, Vec<&Piece>) = inside.partition(|piece| piece.u[1] <= at);
            if are_columns(&left, &right) {
                let lines = left.len() + right.len();
                if best.is_none_or(|(most, _)| lines > most) {
                    let (from, to) = peel(&left, &right, from, to);
                    best = Some((lines, (at, from, to)));
                }
            }
        }
    }
    best.map(|(_, gutter)| gutter)
}

/// Cuts lone rows off the top and bottom of columns: a header whose two ends stand above the columns belongs
/// to neither. Returns the baselines between which the columns stand.
fn peel(left: &[&Piece], right: &[&Piece], mut from: f32, mut to: f32) -> (f32, f32) {
    let mut all: Vec<&Piece> = left.iter().chain(right).copied().collect();
    all.sort_by(|one, two| one.v.total_cmp(&two.v));
    let is_lone = |row: f32, next: f32, size: f32| (next - row).abs() > LONE_EMS * size;
    for _ in 0..PEELED_MAX {
        let Some(first) = all.first().copied() else { break };
        let row = all.iter().take_while(|piece| piece.v - first.v < 0.3 * first.size).count();
        match all.get(row) {
            Some(next) if is_lone(first.v, next.v, next.size.max(first.size)) && row <= 2 => {
                from = first.v + 0.3 * first.size
            }
            _ => break,
        }
        all.drain(..row);
    }
    for _ in 0..PEELED_MAX {
        let Some(last) = all.last().copied() else { break };
        let row = all.iter().rev().take_while(|piece| last.v - piece.v < 0.3 * last.size).count();
        match all.len().checked_sub(row + 1).and_then(|next| all.get(next)) {
            Some(next) if is_lone(last.v, next.v, next.size.max(last.size)) && row <= 2 => {
                to = last.v - 0.3 * last.size
            }
            _ => break,
        }
        all.truncate(all.len() - row);
    }
    (from, to)
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

/// Returns whether the sides of a gutter are to be read one after the other: both are prose, or one is
/// and its lines do not keep to the other's, as the cells of a row would.
fn are_columns(left: &[&Piece], right: &[&Piece]) -> bool {
    if !stand_together(left, right) {
        return false;
    }
    match (is_prose(left), is_prose(right)) {
        (true, true) => !is_ladder(left, right),
        (true, false) => is_apart(left, right),
        (false, true) => is_apart(right, left),
        (false, false) => false,
    }
}

/// Returns whether the side of fewer lines keeps to the baselines of the other and mostly skips some between,
/// as labels do that stand beside the longer cells of their rows.
fn is_ladder(left: &[&Piece], right: &[&Piece]) -> bool {
    let (few, many) = if left.len() < right.len() { (left, right) } else { (right, left) };
    let aligned = few.iter().filter(|one| many.iter().any(|line| (line.v - one.v).abs() < 0.2 * line.size)).count();
    if few.len() as f32 >= LADDER_SHARE_MAX * many.len() as f32 || (aligned as f32) < 0.9 * few.len() as f32 {
        return false;
    }
    let mut rungs = distances(few);
    let mut steps = distances(many);
    rungs.sort_by(f32::total_cmp);
    steps.sort_by(f32::total_cmp);
    match (rungs.get(rungs.len() / 2), steps.get(steps.len() / 2)) {
        (Some(rung), Some(step)) => *rung > 1.5 * step,
        _ => false,
    }
}

/// Returns the distances from each baseline to the next.
fn distances(side: &[&Piece]) -> Vec<f32> {
    let mut baselines: Vec<f32> = side.iter().map(|piece| piece.v).collect();
    baselines.sort_by(f32::total_cmp);
    baselines
        .windows(2)
        .filter_map(|pair| match pair {
            [one, two] => Some(two - one),
            _ => None,
        })
        .collect()
}

/// Returns whether few lines of `other` share a baseline with a line of `prose`.
fn is_apart(prose: &[&Piece], other: &[&Piece]) -> bool {
    if prose.len() < PROSE_LINES_MIN || other.len() < COLUMN_LINES_MIN {
        return false;
    }
    let aligned = other.iter().filter(|one| prose.iter().any(|line| (line.v - one.v).abs() < 0.2 * line.size));
    (aligned.count() as f32) < ALIGNED_SHARE_MAX * other.len() as f32
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
