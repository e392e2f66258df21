//! Estimates how far a page's lines are from lying level, from its ink alone.
//!
//! Lines of text that lie level put their ink into few rows of the page with empty rows between. For
//! each angle tried the ink is sheared and counted by rows; the angle with the sharpest changes from row
//! to row is taken (W. Postl, "Detection of linear oblique structures and skew scan in digitized
//! documents", ICPR 1986). Counting by columns in the same way tells a page that lies on its side.

use super::ink::Ink;

/// Largest skew looked for, in degrees either way.
const DEGREES_MAX: f32 = 15.0;
/// Step of the first search, in degrees, and height of its rows in reduced pixels.
const COARSE_STEP: f32 = 0.5;
const COARSE_ROW: f32 = 2.0;
/// Step of the second search around the best of the first.
const FINE_STEP: f32 = 0.05;
const FINE_ROW: f32 = 1.0;
/// Most points of ink that are counted; more say nothing more.
const POINTS_MAX: usize = 60_000;
/// Fewest points that show a direction.
const POINTS_MIN: usize = 300;
/// The best angle must be this many times sharper than the middling one to be believed.
const SHARPER_MIN: f32 = 1.3;
/// Columns must be this many times sharper than rows before a page is taken to lie on its side.
const SIDEWAYS_MIN: f32 = 1.5;

/// How a page lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Lie {
    /// Whether the lines run down the picture instead of across.
    pub(super) sideways: bool,
    /// Clockwise turn in degrees that makes the lines level (or, sideways, plumb).
    pub(super) degrees: f32,
}

/// Estimates how the page lies. Where the ink shows no direction, the page is taken to lie level.
pub(super) fn estimate(ink: &Ink) -> Lie {
    let (width, height, mut points) = ink.points();
    if points.len() < POINTS_MIN {
        return Lie { sideways: false, degrees: 0.0 };
    }
    let every = points.len().div_ceil(POINTS_MAX);
    points = points.into_iter().step_by(every).collect();
    let middle = [width as f32 / 2.0, height as f32 / 2.0];
    let across: Vec<[f32; 2]> = points.iter().map(|[x, y]| [*x as f32 - middle[0], *y as f32 - middle[1]]).collect();
    // Seen from its side a page's columns are rows; y is turned round to keep clockwise clockwise.
    let down: Vec<[f32; 2]> = across.iter().map(|[x, y]| [*y, -*x]).collect();
    let reach = middle[0] + middle[1];
    let (level, plumb) = (search(&across, reach), search(&down, reach));
    let sideways = plumb.sharpness > level.sharpness * SIDEWAYS_MIN;
    let found = if sideways { plumb } else { level };
    Lie { sideways, degrees: if found.sharper >= SHARPER_MIN { found.degrees } else { 0.0 } }
}

struct Found {
    degrees: f32,
    sharpness: f32,
    /// How many times sharper than the median of the angles tried.
    sharper: f32,
}

fn search(points: &[[f32; 2]], reach: f32) -> Found {
    let steps = (DEGREES_MAX / COARSE_STEP) as i32;
    let tried: Vec<(f32, f32)> = (-steps..=steps)
        .map(|step| step as f32 * COARSE_STEP)
        .map(|degrees| (degrees, sharpness(points, degrees, reach, COARSE_ROW)))
        .collect();
    let best = sharpest(&tried);
    let mut all: Vec<f32> = tried.iter().map(|(_, sharpness)| *sharpness).collect();
    all.sort_by(f32::total_cmp);
    let median = all.get(all.len() / 2).copied().unwrap_or(0.0);
    let steps = (COARSE_STEP / FINE_STEP) as i32;
    let fine: Vec<(f32, f32)> = (-steps..=steps)
        .map(|step| best.0 + step as f32 * FINE_STEP)
        .map(|degrees| (degrees, sharpness(points, degrees, reach, FINE_ROW)))
        .collect();
    Found { degrees: sharpest(&fine).0, sharpness: best.1, sharper: best.1 / median.max(f32::MIN_POSITIVE) }
}

/// Of equally sharp angles the smallest turn is taken.
fn sharpest(tried: &[(f32, f32)]) -> (f32, f32) {
    let mut best = (0.0, 0.0);
    for &(degrees, sharpness) in tried {
        if sharpness > best.1 || (sharpness == best.1 && degrees.abs() < f32::abs(best.0)) {
            best = (degrees, sharpness);
        }
    }
    best
}

/// Returns the sum of squared changes from row to row of the ink turned clockwise by `degrees`.
fn sharpness(points: &[[f32; 2]], degrees: f32, reach: f32, row: f32) -> f32 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let mut rows = vec![0_u32; (2.0 * reach / row) as usize + 3];
    for [x, y] in points {
        let place = (x * sin + y * cos + reach) / row;
        if let Some(count) = rows.get_mut(place.max(0.0) as usize) {
            *count += 1;
        }
    }
    let changes = rows.iter().zip(rows.iter().skip(1)).map(|(a, b)| (*a as f32 - *b as f32).powi(2));
    changes.sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::Picture;
    use crate::ocr::placing::Placing;

    /// Lines of dashes without a period, ragged at the right like text.
    fn stripes() -> Picture {
        let (width, height) = (900_usize, 1200_usize);
        let mut gray = vec![240; width * height];
        for (line, top) in (120..1080).step_by(30).enumerate() {
            let end = 820 - line * 37 % 300;
            for y in top..top + 12 {
                for x in (80..end).filter(|x| ((x / 7 * 7919) ^ (line * 104_729)) % 97 % 4 != 0) {
                    gray[y * width + x] = 20;
                }
            }
        }
        Picture { width: width as u32, height: height as u32, gray, dpi: 100.0 }
    }

    #[test]
    fn skew_of_stripes_is_found_to_a_tenth_of_a_degree() {
        let level = stripes();
        for skew in [-12.0_f32, -7.0, -3.3, -0.4, 0.0, 0.7, 4.0, 9.6, 13.0] {
            let skewed = Placing::new(&level, skew, 1.0).apply(&level, 240);
            let lie = estimate(&Ink::of(&skewed));
            assert!(!lie.sideways, "{skew}");
            assert!((lie.degrees + skew).abs() <= 0.1, "{skew}: {lie:?}");
        }
    }

    #[test]
    fn a_page_on_its_side_is_seen_and_straightened() {
        let level = stripes();
        for skew in [90.0_f32, 97.0, 86.0, 270.0, 265.5] {
            let skewed = Placing::new(&level, skew, 1.0).apply(&level, 240);
            let lie = estimate(&Ink::of(&skewed));
            let left = (lie.degrees + skew).rem_euclid(90.0);
            assert!(lie.sideways && left.min(90.0 - left) <= 0.1, "{skew}: {lie:?}");
        }
    }

    #[test]
    fn an_empty_page_lies_level() {
        let blank = Picture { width: 900, height: 900, gray: vec![255; 810_000], dpi: 100.0 };
        assert_eq!(estimate(&Ink::of(&blank)), Lie { sideways: false, degrees: 0.0 });
    }
}
