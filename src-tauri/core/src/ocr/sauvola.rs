//! Makes a picture black and white by a threshold that follows the paper.
//!
//! A dark stamp, a shaded box or a fold's shadow is darker than ink elsewhere on the page, so no single
//! threshold parts the two. The threshold of each pixel comes from the mean and the spread of the greys
//! around it: `T = m · (1 + k · (s / R − 1))` (J. Sauvola and M. Pietikäinen, "Adaptive document image
//! binarization", Pattern Recognition 33 (2000), pages 225 to 236, with its R = 128).

use super::Picture;

/// Weight of the spread. The paper has 0.5; the lower figure keeps faint strokes under stamps.
const SPREAD_WEIGHT: f32 = 0.3;
/// Largest spread of a grey byte, the paper's R.
const SPREAD_MAX: f32 = 128.0;

/// Returns the picture in black and white. `letter_height` in pixels sets the neighbourhood: two letters
/// either way always hold both ink and paper where there is text.
pub(super) fn black_and_white(picture: &Picture, letter_height: f32) -> Picture {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let reach = (letter_height.clamp(6.0, 60.0) * 2.0) as usize;
    // Sums of each column over the rows around the present one; a row is added below and one taken
    // away above, so that the cost does not grow with the neighbourhood.
    let mut columns = vec![[0_u32; 2]; width];
    let mut gray = Vec::with_capacity(picture.gray.len());
    for y in 0..height {
        if y == 0 {
            (0..reach.min(height)).for_each(|row| add(&mut columns, picture, row));
        }
        if y + reach < height {
            add(&mut columns, picture, y + reach);
        }
        if let Some(row) = y.checked_sub(reach + 1) {
            take(&mut columns, picture, row);
        }
        let rows = (y + reach + 1).min(height) - y.saturating_sub(reach);
        threshold_row(&columns, row_of(picture, y), reach, rows, &mut gray);
    }
    Picture { gray, ..*picture }
}

fn threshold_row(columns: &[[u32; 2]], row: &[u8], reach: usize, rows: usize, out: &mut Vec<u8>) {
    let (mut sum, mut squares) = (0_u64, 0_u64);
    for column in columns.iter().take(reach) {
        sum += u64::from(column[0]);
        squares += u64::from(column[1]);
    }
    for (x, &gray) in row.iter().enumerate() {
        if let Some(column) = columns.get(x + reach) {
            sum += u64::from(column[0]);
            squares += u64::from(column[1]);
        }
        if let Some(column) = x.checked_sub(reach + 1).and_then(|gone| columns.get(gone)) {
            sum -= u64::from(column[0]);
            squares -= u64::from(column[1]);
        }
        let count = (rows * ((x + reach + 1).min(row.len()) - x.saturating_sub(reach))) as f32;
        let mean = sum as f32 / count;
        let spread = (squares as f32 / count - mean * mean).max(0.0).sqrt();
        let threshold = mean * (1.0 + SPREAD_WEIGHT * (spread / SPREAD_MAX - 1.0));
        out.push(if f32::from(gray) <= threshold { 0 } else { 255 });
    }
}

fn row_of(picture: &Picture, y: usize) -> &[u8] {
    let width = picture.width as usize;
    picture.gray.get(y * width..(y + 1) * width).unwrap_or_default()
}

fn add(columns: &mut [[u32; 2]], picture: &Picture, y: usize) {
    for (column, &gray) in columns.iter_mut().zip(row_of(picture, y)) {
        column[0] += u32::from(gray);
        column[1] += u32::from(gray) * u32::from(gray);
    }
}

fn take(columns: &mut [[u32; 2]], picture: &Picture, y: usize) {
    for (column, &gray) in columns.iter_mut().zip(row_of(picture, y)) {
        column[0] -= u32::from(gray);
        column[1] -= u32::from(gray) * u32::from(gray);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_are_kept_on_light_and_on_dark_paper() {
        let (width, height) = (300_usize, 100_usize);
        let mut gray = vec![230_u8; width * height];
        for (n, gray) in gray.iter_mut().enumerate() {
            let (x, y) = (n % width, n / width);
            let paper = if x < 150 { 230 } else { 110 };
            let stroke = x % 20 < 4 && y % 20 < 12;
            *gray = if stroke { paper / 4 } else { paper };
        }
        let given = Picture { width: 300, height: 100, gray, dpi: 300.0 };
        let made = black_and_white(&given, 12.0);
        for y in 0..height {
            // Within a letter of the stamp's edge either answer is fair.
            for x in (30..130).chain(190..270) {
                let stroke = x % 20 < 4 && y % 20 < 12;
                assert_eq!(made.gray[y * width + x], if stroke { 0 } else { 255 }, "{x} {y}");
            }
        }
    }

    #[test]
    fn any_size_is_taken() {
        for (width, height) in [(1, 1), (2, 300), (300, 2)] {
            let gray = vec![200; (width * height) as usize];
            let made = black_and_white(&Picture { width, height, gray, dpi: 0.0 }, 12.0);
            assert!(made.gray.iter().all(|&gray| gray == 255));
        }
    }
}
