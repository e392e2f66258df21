//! Turns, straightens and enlarges a picture in one step, and brings boxes back to the picture as given.
//!
//! Doing all three at once samples every pixel once, and one matrix serves both ways, so that a box
//! cannot end up beside the word it belongs to.

use super::{OcrWord, Picture};

/// How a working picture lies on the given one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Placing {
    /// Takes a working point to a given one: `x = a·x + b·y + c`, `y = d·x + e·y + f`.
    matrix: [f32; 6],
    width: u32,
    height: u32,
    given: [f32; 2],
    degrees: f32,
    scale: f32,
}

impl Placing {
    /// Makes the placing that turns a picture clockwise by `degrees` about its middle and enlarges it
    /// by `scale`. The working picture is as large as needed to lose no corner.
    pub(super) fn new(picture: &Picture, degrees: f32, scale: f32) -> Self {
        // Quarter turns must be exact: a sine of 180° that is nearly zero would blur the page.
        let (sin, cos) = match degrees.rem_euclid(360.0) {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            other => other.to_radians().sin_cos(),
        };
        let given = [picture.width as f32, picture.height as f32];
        let width = ((given[0] * cos.abs() + given[1] * sin.abs()) * scale).round().max(1.0);
        let height = ((given[0] * sin.abs() + given[1] * cos.abs()) * scale).round().max(1.0);
        let (a, b, d, e) = (cos / scale, sin / scale, -sin / scale, cos / scale);
        let c = given[0] / 2.0 - a * width / 2.0 - b * height / 2.0;
        let f = given[1] / 2.0 - d * width / 2.0 - e * height / 2.0;
        Self { matrix: [a, b, c, d, e, f], width: width as u32, height: height as u32, given, degrees, scale }
    }

    /// Returns the clockwise turn in degrees.
    pub(super) fn degrees(&self) -> f32 {
        self.degrees
    }

    /// Returns whether the working picture is the given one.
    pub(super) fn is_same(&self) -> bool {
        self.matrix == [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    }

    /// Returns the bounds in the given picture of a box of the working picture, cut at the edges.
    pub(super) fn bounds_given(&self, bounds: [f32; 4]) -> [f32; 4] {
        bounds_under(self.matrix, bounds, self.given)
    }

    /// Returns the bounds in the working picture of a box of the given one, cut at the edges.
    pub(super) fn bounds_working(&self, bounds: [f32; 4]) -> [f32; 4] {
        // A turn's inverse is its transpose; the scale enters twice because the matrix divides by it.
        let [a, b, c, d, e, f] = self.matrix;
        let [a, b, d, e] = [a, d, b, e].map(|entry| entry * self.scale * self.scale);
        let size = [self.width as f32, self.height as f32];
        bounds_under([a, b, -(a * c + b * f), d, e, -(d * c + e * f)], bounds, size)
    }

    /// Returns a word of the working picture with its bounds in the given one.
    pub(super) fn word_given(&self, word: OcrWord) -> OcrWord {
        OcrWord { bounds: self.bounds_given(word.bounds), ..word }
    }

    /// Makes the working picture. What lies outside the given one becomes `paper`.
    pub(super) fn apply(&self, picture: &Picture, paper: u8) -> Picture {
        let [a, b, c, d, e, f] = self.matrix;
        let mut gray = Vec::with_capacity(self.width as usize * self.height as usize);
        for row in 0..self.height {
            // Pixels are sampled at their middles.
            let (x, y) = (0.5, row as f32 + 0.5);
            let mut from_x = a * x + b * y + c - 0.5;
            let mut from_y = d * x + e * y + f - 0.5;
            for _ in 0..self.width {
                gray.push(sample(picture, from_x, from_y, paper));
                from_x += a;
                from_y += d;
            }
        }
        Picture { width: self.width, height: self.height, gray, dpi: picture.dpi * self.scale }
    }
}

/// Returns the bounds of a box's corners under a matrix, cut to a size.
fn bounds_under([a, b, c, d, e, f]: [f32; 6], bounds: [f32; 4], size: [f32; 2]) -> [f32; 4] {
    let [left, top, right, bottom] = bounds;
    let corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
    let xs = corners.map(|[x, y]| (a * x + b * y + c).clamp(0.0, size[0]));
    let ys = corners.map(|[x, y]| (d * x + e * y + f).clamp(0.0, size[1]));
    let least = |values: [f32; 4]| values.into_iter().fold(f32::INFINITY, f32::min);
    let most = |values: [f32; 4]| values.into_iter().fold(f32::NEG_INFINITY, f32::max);
    [least(xs), least(ys), most(xs), most(ys)]
}

/// Returns the grey at a point between pixels, mixed from the four around it.
fn sample(picture: &Picture, x: f32, y: f32, paper: u8) -> u8 {
    let (width, height) = (picture.width as i32, picture.height as i32);
    let (left, top) = (x.floor(), y.floor());
    let (right_share, bottom_share) = (x - left, y - top);
    let (left, top) = (left as i32, top as i32);
    if left < -1 || top < -1 || left >= width || top >= height {
        return paper;
    }
    // The last pixel goes on for half a pixel beyond its middle, so that quarter turns keep the edge.
    let column = |x: i32| x.clamp(0, width - 1) as usize;
    let line = |y: i32| y.clamp(0, height - 1) as usize * width as usize;
    let at = |x: i32, y: i32| f32::from(picture.gray.get(line(y) + column(x)).copied().unwrap_or(paper));
    let upper = at(left, top) * (1.0 - right_share) + at(left + 1, top) * right_share;
    let lower = at(left, top + 1) * (1.0 - right_share) + at(left + 1, top + 1) * right_share;
    (upper * (1.0 - bottom_share) + lower * bottom_share + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> Picture {
        let gray = (0..12_u8).map(|n| n * 20).collect();
        Picture { width: 4, height: 3, gray, dpi: 300.0 }
    }

    #[test]
    fn quarter_turns_move_pixels_without_changing_them() {
        let given = picture();
        let turned = Placing::new(&given, 90.0, 1.0).apply(&given, 255);
        assert_eq!((turned.width, turned.height), (3, 4));
        assert_eq!(turned.gray[..3], [160, 80, 0]);
        let over = Placing::new(&given, 180.0, 1.0).apply(&given, 255);
        assert_eq!(over.gray, given.gray.iter().rev().copied().collect::<Vec<_>>());
        assert!(Placing::new(&given, 0.0, 1.0).is_same());
        let back = Placing::new(&turned, 270.0, 1.0).apply(&turned, 255);
        assert_eq!(back.gray, given.gray);
    }

    #[test]
    fn boxes_find_back_to_the_pixels_they_came_from() {
        for (degrees, scale) in [(0.0, 2.0), (90.0, 1.0), (7.0, 1.5), (-4.0, 1.0), (187.0, 1.0)] {
            let mut given = Picture { width: 200, height: 300, gray: vec![255; 60_000], dpi: 300.0 };
            for y in 100..120 {
                given.gray[y * 200 + 50..y * 200 + 90].fill(0);
            }
            let placing = Placing::new(&given, degrees, scale);
            let working = placing.apply(&given, 255);
            let dark = |n: &usize| working.gray[*n] < 128;
            let places: Vec<_> = (0..working.gray.len()).filter(dark).collect();
            let width = working.width as usize;
            let xs = || places.iter().map(|n| n % width);
            let ys = || places.iter().map(|n| n / width);
            let bounds = [xs().min(), ys().min(), xs().max().map(|n| n + 1), ys().max().map(|n| n + 1)];
            let found = placing.bounds_given(bounds.map(|n| n.unwrap() as f32));
            for (found, true_edge, outwards) in
                [(found[0], 50.0, -1.0), (found[1], 100.0, -1.0), (found[2], 90.0, 1.0), (found[3], 120.0, 1.0)]
            {
                // A skewed box has wider bounds than what stands in it, never narrower.
                let excess = (found - true_edge) * outwards;
                assert!((-1.0..14.0).contains(&excess), "{degrees}° x{scale}: {found} for {true_edge}");
            }
            let there = placing.bounds_given(placing.bounds_working([50.0, 100.0, 90.0, 120.0]));
            let skewed = degrees % 90.0 != 0.0;
            assert!((there[0] - 50.0).abs() < if skewed { 14.0 } else { 0.1 }, "{there:?}");
            assert!((there[2] - 90.0).abs() < if skewed { 14.0 } else { 0.1 }, "{there:?}");
        }
    }
}
