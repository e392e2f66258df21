//! Draws a page as a picture: for the window, with highlights, and in grey for Tesseract.
//!
//! hayro draws, the same engine that placed the words, so a highlight box needs no fitting. A picture
//! never has more than [`config::DRAW_PIXELS_MAX`] pixels: a larger page is drawn smaller.

use super::guard::quietly;
use super::open;
use crate::config;
use crate::error::{Problem, ProblemCode};
use crate::extract::highlight;
use crate::ocr::Picture;
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::page::Page;
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

/// The picture library counts each side in 16 bits.
const SIDE_MAX: f32 = 65_000.0;

/// Draws a page, counted from 0, at `scale` pixels a point, and lays `highlights` (left, top, right,
/// bottom in points) over it. Returns width, height and RGBA.
pub fn draw(
    bytes: Vec<u8>,
    password: Option<&str>,
    page: u32,
    scale: f32,
    highlights: &[[f32; 4]],
) -> Result<(u32, u32, Vec<u8>), Problem> {
    let pdf = open(std::sync::Arc::new(bytes), password)?;
    let unread = || Problem::page(page + 1, ProblemCode::PageUnread, format!("Page {} could not be drawn.", page + 1));
    let wanted = pdf.pages().get(page as usize).ok_or_else(unread)?;
    let cache = RenderCache::new();
    let (mut pixmap, scale) = paint(wanted, &cache, scale).ok_or_else(unread)?;
    let (width, height) = (u32::from(pixmap.width()), u32::from(pixmap.height()));
    highlight::lay_all(pixmap.data_as_u8_slice_mut(), width, height, scale, highlights);
    Ok((width, height, pixmap.data_as_u8_slice().to_vec()))
}

/// Draws a page in grey at [`config::OCR_DPI`], or smaller where the page is too large for that.
/// The second value is the number of pixels a point.
pub(super) fn gray<'a>(page: &'a Page<'a>, cache: &RenderCache<'a>) -> Option<(Picture, f32)> {
    let (pixmap, scale) = paint(page, cache, config::OCR_DPI / 72.0)?;
    let gray = pixmap
        .data_as_u8_slice()
        .chunks_exact(4)
        .map(|pixel| match pixel {
            [red, green, blue, _] => {
                ((u32::from(*red) * 299 + u32::from(*green) * 587 + u32::from(*blue) * 114) / 1000) as u8
            }
            _ => u8::MAX,
        })
        .collect();
    let (width, height) = (u32::from(pixmap.width()), u32::from(pixmap.height()));
    Some((Picture { width, height, gray, dpi: scale * 72.0 }, scale))
}

/// Returns the picture on white ground and its true scale; `None` when hayro fails.
fn paint<'a>(page: &'a Page<'a>, cache: &RenderCache<'a>, scale: f32) -> Option<(Pixmap, f32)> {
    let (width, height) = page.render_dimensions();
    let most = (config::DRAW_PIXELS_MAX as f32 / (width * height).max(1.0)).sqrt();
    let scale = scale.min(most).min(SIDE_MAX / width.max(1.0)).min(SIDE_MAX / height.max(1.0));
    // A picture of less than a pixel cannot be made.
    let scale = scale.max(1.0 / width.min(height).max(0.001));
    if !scale.is_finite() || f64::from(width * scale) * f64::from(height * scale) > 1.1 * config::DRAW_PIXELS_MAX as f64
    {
        return None;
    }
    let settings = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let painted =
        quietly(|| render(page, cache, &InterpreterSettings::default(), &RenderSettings::default(), &settings));
    painted.ok().map(|pixmap| (pixmap, scale))
}
