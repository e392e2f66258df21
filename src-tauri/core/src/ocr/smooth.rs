//! Takes the dots out of a picture: the pattern by which a fax or a black and white scanner shows grey,
//! and the grain of a bad copy.

use super::Picture;

/// Reach of the mean, in parts of an inch: the dots of a black and white scanner stand closer than 1/100
/// inch, and small print bears no more.
const REACH_PER_INCH: f32 = 240.0;

/// Returns the picture with each pixel the mean of those around it, taken twice, which is close to a
/// bell curve and leaves no edges of its own.
pub(super) fn without_dots(picture: &Picture) -> Picture {
    let reach = (picture.dpi / REACH_PER_INCH).round().clamp(1.0, 8.0) as usize;
    mean(&mean(picture, reach), reach)
}

fn mean(picture: &Picture, reach: usize) -> Picture {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let mut across = Vec::with_capacity(picture.gray.len());
    for row in picture.gray.chunks_exact(width.max(1)) {
        let at = |x: usize| row.get(x.saturating_sub(reach).min(width - 1)).copied().map_or(0, u32::from);
        let mut sum: u32 = (0..2 * reach).map(at).sum();
        for x in 0..width {
            sum += at(x + 2 * reach);
            across.push((sum / (2 * reach as u32 + 1)) as u8);
            sum -= at(x);
        }
    }
    let row = |y: usize| {
        let y = y.saturating_sub(reach).min(height.saturating_sub(1));
        across.get(y * width..(y + 1) * width).unwrap_or_default()
    };
    let mut sums = vec![0_u32; width];
    for y in 0..2 * reach {
        sums.iter_mut().zip(row(y)).for_each(|(sum, &gray)| *sum += u32::from(gray));
    }
    let mut gray = Vec::with_capacity(picture.gray.len());
    for y in 0..height {
        sums.iter_mut().zip(row(y + 2 * reach)).for_each(|(sum, &gray)| *sum += u32::from(gray));
        gray.extend(sums.iter().map(|sum| (sum / (2 * reach as u32 + 1)) as u8));
        sums.iter_mut().zip(row(y)).for_each(|(sum, &gray)| *sum -= u32::from(gray));
    }
    Picture { gray, ..*picture }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_of_dots_becomes_an_even_grey() {
        let gray = (0..100 * 80).map(|n| if (n % 100 + n / 100) % 2 == 0 { 0 } else { 255 }).collect();
        let made = without_dots(&Picture { width: 100, height: 80, gray, dpi: 240.0 });
        assert_eq!(made.gray.len(), 8000);
        for y in 10..70 {
            assert!(made.gray[y * 100 + 10..y * 100 + 90].iter().all(|gray| (110..145).contains(gray)));
        }
    }

    #[test]
    fn an_even_grey_stays_at_any_size() {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (3, 3)] {
            let gray = vec![200; width * height];
            let made = without_dots(&Picture { width: width as u32, height: height as u32, gray, dpi: 300.0 });
            assert!(made.gray.iter().all(|gray| *gray == 200));
        }
    }
}
