//! Reads a picture as scanned pages: PNG and JPEG as one, TIFF as many as it holds.
//!
//! Pictures are turned as their EXIF data says, laid on white where they are transparent, and handed
//! to Tesseract. A page is as large as its resolution makes it; where the file gives none that can be
//! true, the longer side is taken for that of an A4 sheet. Which words stand where is decided in
//! `pdf::scan` and `assemble`, as for a scanned PDF.

use super::assemble::{Sheet, assemble};
use super::format::Format;
use super::pdf::{heading, scan};
use super::{Extracted, Options, highlight, running, tiff};
use crate::config;
use crate::error::{Problem, ProblemCode};
use crate::ocr;
use image::imageops::{FilterType, resize};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, RgbaImage};
use std::io::Cursor;

/// Resolutions that a file may give, in dots per inch. Lower ones are what software writes that knows none.
const DPI_LIKELY: std::ops::RangeInclusive<f32> = 100.0..=1200.0;
/// The longest page, in inches, that a given resolution may lead to.
const SIDE_INCHES_MAX: f32 = 50.0;
/// The longer side of an A4 sheet in inches.
const A4_INCHES: f32 = 11.69;
/// The page's size in points where it could not be decoded: A4.
const A4_POINTS: (f32, f32) = (595.0, 842.0);

/// Reads a picture of `format`. Every page of the file is a page of the result, read or not.
pub fn extract(bytes: Vec<u8>, format: Format, options: &Options) -> Extracted {
    let mut file = match Pages::open(bytes, format) {
        Ok(file) => file,
        Err(problem) => return Extracted { problems: vec![problem], ..Extracted::default() },
    };
    let mut problems = Vec::new();
    if file.cut {
        let message = format!("Only the first {} pages were read.", config::PAGES_MAX);
        problems.push(Problem::document(ProblemCode::LimitReached, message));
    }
    let mut reader = scan::Reader::new(options);
    let mut sheets = Vec::new();
    for number in 1..=file.count() {
        let leaf = match file.page(number - 1) {
            Ok(leaf) => leaf,
            Err(problem) => {
                problems.push(problem);
                let (width, height) = A4_POINTS;
                sheets.push(Sheet { width, height, ..Sheet::default() });
                continue;
            }
        };
        let mut sheet = Sheet { width: leaf.width, height: leaf.height, ..Sheet::default() };
        let picture = leaf.for_reading();
        let scale = picture.width as f32 / leaf.width;
        drop(leaf);
        reader.read_picture(&picture, scale, number, scan::Need::Fill, &mut sheet, &mut problems);
        sheets.push(sheet);
        options.note_page();
    }
    heading::find(&mut sheets);
    running::find(&mut sheets);
    let body = assemble(sheets);
    problems.extend(body.problems);
    Extracted {
        text: body.text,
        pages: body.pages,
        words: body.words,
        marks: body.marks,
        problems,
        ..Extracted::default()
    }
}

/// Draws a page, counted from 0, at `scale` pixels a point with `highlights` (points) laid over it.
/// Returns width, height and RGBA.
pub fn draw(
    bytes: Vec<u8>,
    format: Format,
    page: u32,
    scale: f32,
    highlights: &[[f32; 4]],
) -> Result<(u32, u32, Vec<u8>), Problem> {
    let leaf = Pages::open(bytes, format)?.page(page)?;
    let most = (config::DRAW_PIXELS_MAX as f32 / (leaf.width * leaf.height)).sqrt();
    let scale = scale.min(most).max(0.01);
    let side = |points: f32| ((points * scale).round() as u32).max(1);
    let (width, height) = (side(leaf.width), side(leaf.height));
    let mut drawn = resize(&leaf.image, width, height, FilterType::Triangle);
    highlight::lay_all(&mut drawn, width, height, scale, highlights);
    Ok((width, height, drawn.into_raw()))
}

/// The pages of a file.
struct Pages {
    bytes: Vec<u8>,
    format: ImageFormat,
    /// The directories of a TIFF file; one without a place for the other formats.
    leaves: Vec<tiff::Directory>,
    /// There are more pages than are read.
    cut: bool,
}

/// One page, decoded, upright and opaque.
struct Leaf {
    image: RgbaImage,
    /// Size in points.
    width: f32,
    height: f32,
    dpi: f32,
}

impl Pages {
    fn open(bytes: Vec<u8>, format: Format) -> Result<Self, Problem> {
        let format = match format {
            Format::Png => ImageFormat::Png,
            Format::Jpeg => ImageFormat::Jpeg,
            _ => ImageFormat::Tiff,
        };
        let mut leaves = match format {
            ImageFormat::Tiff => tiff::directories(&bytes),
            ImageFormat::Png => vec![tiff::Directory { dpi: png_dpi(&bytes), ..Default::default() }],
            _ => vec![tiff::Directory { dpi: jpeg_dpi(&bytes), ..Default::default() }],
        };
        if leaves.is_empty() {
            let message = "The picture is damaged and could not be read.";
            return Err(Problem::document(ProblemCode::Damaged, message));
        }
        let cut = leaves.len() > config::PAGES_MAX as usize;
        leaves.truncate(config::PAGES_MAX as usize);
        Ok(Self { bytes, format, leaves, cut })
    }

    fn count(&self) -> u32 {
        self.leaves.len() as u32
    }

    /// Decodes a page, counted from 0.
    fn page(&mut self, page: u32) -> Result<Leaf, Problem> {
        let number = page + 1;
        let Some(leaf) = self.leaves.get(page as usize) else {
            let message = format!("There is no page {number} in this file.");
            return Err(Problem::page(number, ProblemCode::PageUnread, message));
        };
        if self.format == ImageFormat::Tiff {
            tiff::put_first(&mut self.bytes, leaf);
        }
        let (mut image, turn) = decode(&self.bytes, self.format).map_err(|error| unread(number, &error))?;
        image.apply_orientation(turn);
        let image = on_white(image);
        let (width, height) = (image.width() as f32, image.height() as f32);
        let longer = width.max(height);
        let likely = |dpi: &f32| DPI_LIKELY.contains(dpi) && longer / dpi < SIDE_INCHES_MAX;
        let dpi = leaf.dpi.filter(likely).unwrap_or((longer / A4_INCHES).max(72.0));
        Ok(Leaf { image, width: width * 72.0 / dpi, height: height * 72.0 / dpi, dpi })
    }
}

impl Leaf {
    /// Returns the grey picture for Tesseract: no finer than [`config::OCR_DPI`] by much, no larger than is drawn.
    fn for_reading(&self) -> ocr::Picture {
        let gray = DynamicImage::ImageRgba8(self.image.clone()).into_luma8();
        let (width, height) = gray.dimensions();
        let fine = if self.dpi > 1.4 * config::OCR_DPI { config::OCR_DPI / self.dpi } else { 1.0 };
        let large = (config::DRAW_PIXELS_MAX as f32 / (width as f32 * height as f32)).sqrt();
        let factor = fine.min(large);
        if factor >= 1.0 {
            return ocr::Picture { width, height, gray: gray.into_raw(), dpi: self.dpi };
        }
        let side = |pixels: u32| ((pixels as f32 * factor) as u32).max(1);
        let gray = resize(&gray, side(width), side(height), FilterType::Triangle);
        let (width, height) = gray.dimensions();
        ocr::Picture { width, height, gray: gray.into_raw(), dpi: self.dpi * factor }
    }
}

fn unread(number: u32, error: &image::ImageError) -> Problem {
    match error {
        image::ImageError::Limits(_) => {
            let message = format!("Page {number} has more pixels than Legajo decodes: save it at a lower resolution.");
            Problem::page(number, ProblemCode::LimitReached, message)
        }
        error => {
            let message = format!("Page {number} could not be decoded ({error}): save the picture anew as PNG.");
            Problem::page(number, ProblemCode::PageUnread, message)
        }
    }
}

fn decode(bytes: &[u8], format: ImageFormat) -> image::ImageResult<(DynamicImage, image::metadata::Orientation)> {
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(config::PICTURE_BYTES_MAX);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder()?;
    limits.reserve(decoder.total_bytes())?;
    let turn = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    Ok((DynamicImage::from_decoder(decoder)?, turn))
}

/// Lays a picture on white ground.
fn on_white(image: DynamicImage) -> RgbaImage {
    let transparent = image.color().has_alpha();
    let mut image = image.into_rgba8();
    if transparent {
        for pixel in image.pixels_mut() {
            let alpha = u16::from(pixel.0[3]);
            pixel.0 = pixel.0.map(|channel| ((u16::from(channel) * alpha + 255 * (255 - alpha)) / 255) as u8);
            pixel.0[3] = 255;
        }
    }
    image
}

/// Returns the resolution in a PNG file's `pHYs` chunk.
fn png_dpi(bytes: &[u8]) -> Option<f32> {
    let mut rest = bytes.get(8..)?;
    loop {
        let (head, after) = rest.split_at_checked(8)?;
        let (length, kind) = head.split_at_checked(4)?;
        let length = u32::from_be_bytes(length.try_into().ok()?) as usize;
        match kind {
            b"pHYs" => {
                let across = u32::from_be_bytes(after.get(..4)?.try_into().ok()?);
                return (after.get(8) == Some(&1)).then_some(across as f32 * 0.0254);
            }
            b"IDAT" => return None,
            _ => rest = after.get(length.checked_add(4)?..)?,
        }
    }
}

/// Returns the resolution in a JPEG file's JFIF segment.
fn jpeg_dpi(bytes: &[u8]) -> Option<f32> {
    let segment = bytes.get(2..)?.strip_prefix(b"\xFF\xE0")?.get(2..)?.strip_prefix(b"JFIF\0")?;
    let across = f32::from(u16::from_be_bytes(segment.get(3..5)?.try_into().ok()?));
    match segment.get(2) {
        Some(1) => Some(across),
        Some(2) => Some(across * 2.54),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        image.write_to(&mut file, format).unwrap();
        file.into_inner()
    }

    #[test]
    fn a_page_is_as_large_as_its_resolution_makes_it() {
        let image = DynamicImage::new_luma8(850, 1100);
        let mut png = encoded(&image, ImageFormat::Png);
        let leaf = Pages::open(png.clone(), Format::Png).unwrap().page(0).unwrap();
        assert!((leaf.height - 72.0 * A4_INCHES).abs() < 0.1);
        // 3937 pixels a metre are 100 dots an inch.
        let physical =
            [&[0, 0, 0, 9][..], b"pHYs", &3937u32.to_be_bytes(), &3937u32.to_be_bytes(), &[1], &[0; 4]].concat();
        png.splice(33..33, physical);
        assert!((png_dpi(&png).unwrap() - 100.0).abs() < 0.1);
        assert_eq!(jpeg_dpi(b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\x01\x01\x2C\x01\x2C"), Some(300.0));
        assert_eq!(jpeg_dpi(b"\xFF\xD8\xFF\xE1"), None);
    }

    #[test]
    fn transparent_is_white() {
        let clear = DynamicImage::ImageRgba8(RgbaImage::from_pixel(1, 1, image::Rgba([0, 0, 0, 0])));
        assert_eq!(on_white(clear).get_pixel(0, 0).0, [255; 4]);
    }

    #[test]
    fn a_page_is_drawn_to_scale() {
        let png = encoded(&DynamicImage::new_rgb8(100, 200), ImageFormat::Png);
        let (width, height, pixels) = draw(png.clone(), Format::Png, 0, 0.5, &[]).unwrap();
        assert_eq!(pixels.len() as u32, width * height * 4);
        assert!((f64::from(height) - 0.5 * 200.0).abs() <= 1.0, "{height}");
        assert!(draw(png, Format::Png, 1, 1.0, &[]).is_err());
    }

    #[test]
    fn damage_is_a_finding() {
        for (format, bytes) in
            [(Format::Png, &b"\x89PNG\r\n\x1A\n"[..]), (Format::Jpeg, b"\xFF\xD8\xFF"), (Format::Tiff, b"II*\0")]
        {
            let read = extract(bytes.to_vec(), format, &Options::default());
            assert_eq!(read.problems.len(), 1, "{format:?}");
        }
    }
}
