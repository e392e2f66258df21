//! Makes the paper of a picture white all over, so that only strokes are left dark.
//!
//! A dark stamp, a shaded box or a fold's shadow is darker than ink elsewhere on the page, so no single
//! threshold parts the two. What the paper would be without strokes is found by a morphological closing
//! (J. Serra, "Image Analysis and Mathematical Morphology", 1982): dark marks narrower than its square
//! vanish, and the step at a stamp's edge stays where it is, so that letters on the edge survive. Each
//! pixel is then divided by its paper. The greys of the strokes' edges stay, by which Tesseract reads.

use super::Picture;

/// Returns the picture with its paper made white. Strokes up to `letter_height` pixels wide are kept.
pub(super) fn on_white_paper(picture: &Picture, letter_height: f32) -> Picture {
    let reach = (letter_height / 2.0).clamp(3.0, 40.0) as usize;
    let width = picture.width as usize;
    let grown = over_squares(&picture.gray, width, reach, u8::max);
    let paper = over_squares(&grown, width, reach, u8::min);
    let gray = picture.gray.iter().zip(paper);
    let gray = gray.map(|(&gray, paper)| (u32::from(gray) * 255 / u32::from(paper.max(1))).min(255) as u8);
    Picture { gray: gray.collect(), ..*picture }
}

/// Returns for each pixel the greatest (or least) grey of the square that reaches so far around it. Whole
/// rows are compared at once, which the processor does many pixels at a time.
fn over_squares(gray: &[u8], width: usize, reach: usize, choose: fn(u8, u8) -> u8) -> Vec<u8> {
    let width = width.max(1);
    let mut across = gray.to_vec();
    for (row, out) in gray.chunks_exact(width).zip(across.chunks_exact_mut(width)) {
        for step in 1..=reach.min(width - 1) {
            let (Some(ahead), Some(behind)) = (row.get(step..), row.get(..width - step)) else { continue };
            out.iter_mut().zip(ahead).for_each(|(out, &other)| *out = choose(*out, other));
            out.iter_mut().skip(step).zip(behind).for_each(|(out, &other)| *out = choose(*out, other));
        }
    }
    let height = gray.len() / width;
    let mut both = across.clone();
    for (y, out) in both.chunks_exact_mut(width).enumerate() {
        for other in y.saturating_sub(reach)..(y + reach + 1).min(height) {
            let row = across.get(other * width..(other + 1) * width).unwrap_or_default();
            out.iter_mut().zip(row).for_each(|(out, &other)| *out = choose(*out, other));
        }
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_are_kept_on_light_and_on_dark_paper_up_to_the_edge() {
        let (width, height) = (300_usize, 100_usize);
        let stroke = |x: usize, y: usize| x % 20 < 4 && y % 20 < 12;
        let paper = |x: usize| if x < 150 { 230 } else { 110 };
        let gray = (0..width * height).map(|n| (n % width, n / width));
        let gray = gray.map(|(x, y)| if stroke(x, y) { paper(x) / 4 } else { paper(x) }).collect();
        let made = on_white_paper(&Picture { width: 300, height: 100, gray, dpi: 300.0 }, 20.0);
        for y in 0..height {
            for x in 0..width {
                let gray = made.gray[y * width + x];
                assert!(if stroke(x, y) { gray < 70 } else { gray == 255 }, "{x} {y}: {gray}");
            }
        }
    }

    #[test]
    fn any_size_is_taken() {
        for (width, height) in [(1, 1), (2, 300), (300, 2)] {
            let gray = vec![200; (width * height) as usize];
            let made = on_white_paper(&Picture { width, height, gray, dpi: 0.0 }, 12.0);
            assert!(made.gray.iter().all(|&gray| gray == 255));
        }
    }
}
