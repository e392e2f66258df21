//! Reduces a picture and finds the grey of its paper, place by place, which parts ink from shade.

use super::Picture;

/// Side of the squares whose paper is measured, in reduced pixels: several lines of text.
const TILE: usize = 20;
/// A pixel is ink below this share of its paper's grey.
const INK_BELOW_PAPER: f32 = 0.8;
/// And at least this many greys darker, so that the noise of a dark area is no ink.
const INK_DARKER: f32 = 24.0;

/// Returns width, height and pixels of the picture with squares of `by` pixels averaged to one.
pub(super) fn reduce(picture: &Picture, by: usize) -> (usize, usize, Vec<u8>) {
    let (width, height) = (picture.width as usize / by, picture.height as usize / by);
    let mut gray = Vec::with_capacity(width * height);
    let mut sums = vec![0_u32; width];
    for rows in picture.gray.chunks_exact(picture.width as usize * by).take(height) {
        sums.fill(0);
        for row in rows.chunks_exact(picture.width as usize) {
            for (sum, square) in sums.iter_mut().zip(row.chunks_exact(by)) {
                *sum += square.iter().map(|&gray| u32::from(gray)).sum::<u32>();
            }
        }
        gray.extend(sums.iter().map(|sum| (sum / (by * by) as u32) as u8));
    }
    (width, height, gray)
}

/// The grey of the paper, square by square.
pub(super) struct Papers {
    columns: usize,
    rows: usize,
    tiles: Vec<u8>,
}

impl Papers {
    /// Takes for paper what nine tenths of a square's pixels do not exceed: ink is always less than
    /// that, and single bright pixels are more.
    pub(super) fn of(gray: &[u8], width: usize, height: usize) -> Self {
        let (columns, rows) = (width.div_ceil(TILE), height.div_ceil(TILE));
        let mut tiles = Vec::with_capacity(columns * rows);
        for band in gray.chunks(width.max(1) * TILE) {
            for column in 0..columns {
                let mut counts = [0_usize; 256];
                for row in band.chunks_exact(width) {
                    let end = ((column + 1) * TILE).min(width);
                    for &gray in row.get(column * TILE..end).unwrap_or_default() {
                        counts[usize::from(gray)] += 1;
                    }
                }
                tiles.push(quantile(&counts, 0.9));
            }
        }
        Self { columns, rows, tiles }
    }

    /// Returns the commonest grey of the paper.
    pub(super) fn median(&self) -> u8 {
        let mut counts = [0_usize; 256];
        for &tile in &self.tiles {
            counts[usize::from(tile)] += 1;
        }
        quantile(&counts, 0.5)
    }

    fn tile(&self, column: usize, row: usize) -> f32 {
        let (column, row) = (column.min(self.columns - 1), row.min(self.rows - 1));
        f32::from(self.tiles.get(row * self.columns + column).copied().unwrap_or(255))
    }

    /// Returns 1 where a pixel is clearly darker than the paper, which is mixed between the middles
    /// of the squares.
    pub(super) fn darker(&self, gray: &[u8], width: usize, height: usize) -> Vec<u8> {
        let mut mask = Vec::with_capacity(width * height);
        for (y, row) in gray.chunks_exact(width.max(1)).enumerate() {
            let (above, below, down) = between(y);
            let line: Vec<f32> = (0..self.columns)
                .map(|column| self.tile(column, above) * (1.0 - down) + self.tile(column, below) * down)
                .collect();
            let at = |column: usize| line.get(column.min(self.columns - 1)).copied().unwrap_or(255.0);
            for (x, &gray) in row.iter().enumerate() {
                let (before, after, along) = between(x);
                let paper = at(before) * (1.0 - along) + at(after) * along;
                let limit = (paper * INK_BELOW_PAPER).min(paper - INK_DARKER);
                mask.push(u8::from(f32::from(gray) < limit));
            }
        }
        mask
    }
}

/// Returns the squares before and after a pixel and how far it is on the way.
fn between(pixel: usize) -> (usize, usize, f32) {
    let place = (pixel as f32 + 0.5) / TILE as f32 - 0.5;
    if place <= 0.0 {
        return (0, 0, 0.0);
    }
    (place as usize, place as usize + 1, place.fract())
}

fn quantile(counts: &[usize; 256], share: f32) -> u8 {
    let wanted = (counts.iter().sum::<usize>() as f32 * share) as usize;
    let mut seen = 0;
    for (gray, count) in counts.iter().enumerate() {
        seen += count;
        if seen > wanted {
            return gray as u8;
        }
    }
    255
}
