//! Lays highlights over the picture of a page.

/// The colour laid over highlighted words, as with a felt pen: multiplied with what is printed.
const COLOUR: [u16; 3] = [255, 226, 84];
/// How far a highlight reaches beyond a word's box, in points.
const MARGIN: f32 = 1.0;
/// Words of one line whose gap is smaller than this share of their height are highlighted as one.
const GAP: f32 = 0.9;

/// Lays `areas` (left, top, right, bottom in points) over RGBA pixels, `scale` of which are a point.
pub(super) fn lay_all(pixels: &mut [u8], width: u32, height: u32, scale: f32, areas: &[[f32; 4]]) {
    for area in join(areas) {
        lay(pixels, width as usize, height as usize, area.map(|side| side * scale));
    }
}

/// Joins the boxes of neighbouring words, so that a quote is highlighted line by line without holes.
fn join(areas: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let mut joined: Vec<[f32; 4]> = Vec::new();
    for &[left, top, right, bottom] in areas {
        if let Some(last) = joined.last_mut() {
            let height = (last[3] - last[1]).max(bottom - top);
            let shared = last[3].min(bottom) - last[1].max(top);
            let gap = left - last[2];
            if shared > 0.6 * height && gap < GAP * height && gap > -height {
                *last = [last[0].min(left), last[1].min(top), last[2].max(right), last[3].max(bottom)];
                continue;
            }
        }
        joined.push([left, top, right, bottom]);
    }
    let widen = |[left, top, right, bottom]: [f32; 4]| [left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN];
    joined.into_iter().map(widen).collect()
}

/// Multiplies the pixels of an area with the highlight's colour.
fn lay(pixels: &mut [u8], width: usize, height: usize, [left, top, right, bottom]: [f32; 4]) {
    let (left, right) = (left.max(0.0) as usize, (right.max(0.0).ceil() as usize).min(width));
    let (top, bottom) = (top.max(0.0) as usize, (bottom.max(0.0).ceil() as usize).min(height));
    if left >= right {
        return;
    }
    let rows = pixels.chunks_exact_mut(width * 4);
    for row in rows.skip(top).take(bottom.saturating_sub(top)) {
        for pixel in row.chunks_exact_mut(4).skip(left).take(right - left) {
            for (channel, &pen) in pixel.iter_mut().zip(&COLOUR) {
                *channel = (u16::from(*channel) * pen / 255) as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_line_are_one_highlight() {
        let areas = [[10.0, 10.0, 20.0, 20.0], [24.0, 10.0, 40.0, 20.0], [10.0, 30.0, 20.0, 40.0]];
        assert_eq!(join(&areas), [[9.0, 9.0, 41.0, 21.0], [9.0, 29.0, 21.0, 41.0]]);
    }

    #[test]
    fn only_the_area_is_coloured() {
        let mut pixels = vec![255; 4 * 4 * 4];
        lay_all(&mut pixels, 4, 4, 1.0, &[[-5.0, -5.0, 0.5, 0.5], [90.0, 90.0, 95.0, 95.0]]);
        let coloured = pixels.chunks_exact(4).filter(|pixel| pixel[2] == 84).count();
        assert_eq!((coloured, &pixels[..4]), (4, &[255, 226, 84, 255][..]));
    }
}
