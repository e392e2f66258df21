//! Reads a page picture with Tesseract: words with boxes, and how much of the page's ink they cover.
//!
//! In goes a grey picture, out come words in picture pixels. Where a picture comes from and where its
//! words go in the text is the readers' business (`extract`).

mod flatten;
mod gaps;
mod ink;
mod look;
mod paper;
mod placing;
mod skew;
mod smooth;
mod tesseract;

use self::ink::Ink;
use self::look::Look;
use self::placing::Placing;
use self::tesseract::{Layout, Recogniser};
use crate::config;
use crate::error::Problem;
use std::borrow::Cow;
use std::path::PathBuf;

/// Short side of an A4 page in inches.
const A4_SHORT_INCHES: f32 = 8.27;

/// A grey picture of a page.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// One byte a pixel, row by row, 0 black.
    pub gray: Vec<u8>,
    /// Dots per inch, as far as known.
    pub dpi: f32,
}

/// One word read, in pixels of the picture as given.
#[derive(Debug, Clone, PartialEq)]
pub struct OcrWord {
    /// The word.
    pub text: String,
    /// Left, top, right, bottom.
    pub bounds: [f32; 4],
    /// 0 to 100.
    pub confidence: f32,
    /// Which line of the page it stands on, counted in reading order.
    pub line: u32,
    /// Which paragraph of the page it stands in, counted in reading order.
    pub paragraph: u32,
}

/// What was read of one page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OcrPage {
    /// The words in reading order.
    pub words: Vec<OcrWord>,
    /// Share of the page's ink inside the words' boxes, 0 to 1.
    pub ink_covered: f32,
    /// Clockwise turn in degrees (0, 90, 180, 270) that makes the picture upright.
    pub turned: u16,
}

/// One Tesseract engine with its languages loaded.
///
/// It uses one thread only if the process was started with `OMP_THREAD_LIMIT=1`, which whoever starts
/// reading processes must set: one process a core reads more pages a minute than one with many threads.
pub struct Engine {
    recogniser: Recogniser,
}

impl Engine {
    /// Loads the languages (`spa+eng`), from `tessdata` or Tesseract's own place. The Problem names
    /// what is missing and how to get it.
    pub fn new(languages: &str, tessdata: Option<PathBuf>) -> Result<Self, Problem> {
        Ok(Self { recogniser: Recogniser::load(languages, tessdata.as_deref())? })
    }

    /// Reads one page. Most pages are read once; where the words leave much of the ink uncovered, the page
    /// or the part with the gap is read again upside down, on white paper and smoothed.
    /// Whether what is left uncovered deserves a Problem is for the caller to say.
    pub fn read(&mut self, picture: &Picture) -> Result<OcrPage, Problem> {
        let picture = &Picture { dpi: resolution(picture), ..picture.clone() };
        let pixels = u64::from(picture.width) * u64::from(picture.height);
        let sides = [picture.width, picture.height];
        let fits = sides.iter().all(|side| (1..=tesseract::SIDE_PIXELS_MAX).contains(side));
        if !fits || pixels != picture.gray.len() as u64 {
            return Err(tesseract::unread("its picture has a size that cannot be read"));
        }
        let ink = Ink::of(picture);
        if ink.amount() < config::OCR_INK_MIN {
            return Ok(OcrPage { words: Vec::new(), ink_covered: 1.0, turned: 0 });
        }
        let lie = skew::estimate(&ink);
        let straighten = if lie.degrees.abs() < config::OCR_SKEW_DEGREES_MIN { 0.0 } else { lie.degrees };
        let degrees = straighten + if lie.sideways { 90.0 } else { 0.0 };
        let scale = if resolution(picture) < config::OCR_DPI_MIN { config::OCR_ENLARGED } else { 1.0 };
        let mut best = self.look(picture, Placing::new(picture, degrees, scale), ink)?;
        if best.covered < config::OCR_INK_AGAIN_BELOW {
            self.look_again(&mut best)?;
        }
        Ok(best.into_page())
    }

    /// Reads the whole page as placed.
    fn look<'a>(&mut self, picture: &'a Picture, placing: Placing, ink: Ink) -> Result<Look<'a>, Problem> {
        let (working, ink) = if placing.is_same() {
            (Cow::Borrowed(picture), ink)
        } else {
            let working = placing.apply(picture, ink.paper());
            let ink = Ink::of(&working);
            (Cow::Owned(working), ink)
        };
        let words = self.recogniser.read(&working, Layout::AnyWayUp)?;
        let covered = ink.covered(&words);
        Ok(Look { placings: vec![placing], working, ink, words, covered })
    }

    /// Tries what may help a page that was read with gaps: all of it where little was read, else its gaps,
    /// which costs much less; and all of it again where the gaps do not explain what is missing.
    fn look_again(&mut self, look: &mut Look) -> Result<(), Problem> {
        if look.covered < config::OCR_INK_COVERED_HALF && look.is_unsure() {
            let over = Placing::new(&look.working, 180.0, 1.0);
            let words = self.recogniser.read(&over.apply(&look.working, look.ink.paper()), Layout::Upright)?;
            look.take_if_better(words.into_iter().map(|word| over.word_given(word)).collect());
        }
        look.set_upright();
        if look.covered < config::OCR_INK_WHOLE_BELOW {
            let flat = flatten::on_white_paper(&look.working, look.letter_height());
            look.take_if_better(self.recogniser.read(&flat, Layout::Upright)?);
        }
        for part in gaps::parts(&look.ink, &look.words, look.letter_height()) {
            self.look_at_part(look, part)?;
        }
        if look.covered >= config::OCR_INK_AGAIN_BELOW {
            // The gaps held text, so a stamp or a shade had broken up the lines: read in one piece on white
            // paper they keep their order.
            let flat = flatten::on_white_paper(&look.working, look.letter_height());
            look.take_if_whole(self.recogniser.read(&flat, Layout::Upright)?);
        }
        if look.covered < config::OCR_INK_SMOOTH_BELOW {
            let smooth = smooth::without_dots(&look.working);
            look.take_if_better(self.recogniser.read(&smooth, Layout::Upright)?);
        }
        Ok(())
    }

    /// Reads a part of the page on white paper, smoothed, and as it is, until its ink is read, and keeps
    /// what reads most. A part has its own contrast, so text too pale beside the rest of the page comes
    /// out by being read apart; smoothing undoes the dots by which a fax shows grey.
    fn look_at_part(&mut self, look: &mut Look, part: [u32; 4]) -> Result<(), Problem> {
        let Some(gray) = cut(&look.working, part) else { return Ok(()) };
        let wide = gray.width > look.working.width / 2 && gray.height > look.working.height / 2;
        let layout = if wide { Layout::Upright } else { Layout::Block };
        let base = look.words.clone();
        for way in 0..3 {
            if look.ink.covered_within(&look.words, part) >= config::OCR_PART_READ_FROM {
                break;
            }
            let mut words = match way {
                0 => self.recogniser.read(&flatten::on_white_paper(&gray, look.letter_height()), layout)?,
                1 => self.recogniser.read(&smooth::without_dots(&gray), layout)?,
                _ => self.recogniser.read(&gray, layout)?,
            };
            for word in &mut words {
                let [left, top, right, bottom] = word.bounds;
                let [x, y] = [part[0] as f32, part[1] as f32];
                word.bounds = [left + x, top + y, right + x, bottom + y];
            }
            let joined = gaps::join(&base, words);
            // What is read of a drawing or a signature is a label at best and mostly no word.
            if look.ink.covered_within(&joined, part) >= config::OCR_PART_COVERED_MIN {
                look.take_if_more(joined);
            }
        }
        Ok(())
    }
}

/// Returns the picture's resolution, or what it would be of an A4 page where the stated one makes a page
/// that no scanner takes: pictures often carry a screen's 72 or 96.
fn resolution(picture: &Picture) -> f32 {
    let side = picture.width.min(picture.height) as f32;
    let stated = side / picture.dpi;
    let [least, most] = config::OCR_PAGE_INCHES;
    if (least..=most).contains(&stated) { picture.dpi } else { side / A4_SHORT_INCHES }
}

/// Cuts a part out of a picture.
fn cut(picture: &Picture, [left, top, right, bottom]: [u32; 4]) -> Option<Picture> {
    let (right, bottom) = (right.min(picture.width), bottom.min(picture.height));
    let (width, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
    let mut gray = Vec::with_capacity(width as usize * height as usize);
    for row in picture.gray.chunks_exact(picture.width as usize).take(bottom as usize).skip(top as usize) {
        gray.extend_from_slice(row.get(left as usize..right as usize)?);
    }
    (!gray.is_empty()).then_some(Picture { width, height, gray, dpi: picture.dpi })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three lines of print at 300 dpi, drawn for this test.
    const LINES: &[u8] = include_bytes!("../../../../tests/fixtures/ocr-lines.png");
    const TEXT: &str = "La duración del contrato será de cinco años\n\
                        y la señora Núñez pagará 1.250 euros al mes.\n\
                        The tenant shall give notice within 30 days.";

    fn picture() -> Picture {
        let image = image::load_from_memory(LINES).unwrap().into_luma8();
        Picture { width: image.width(), height: image.height(), gray: image.into_raw(), dpi: 300.0 }
    }

    /// Returns None, with a notice, where Tesseract's data is not installed.
    fn engine() -> Option<Engine> {
        match Engine::new("spa+eng", None) {
            Ok(engine) => Some(engine),
            Err(problem) => {
                println!("skipped: {}", problem.message);
                None
            }
        }
    }

    fn text(page: &OcrPage) -> String {
        let lines = page.words.chunk_by(|a, b| a.line == b.line);
        let lines = lines.map(|line| line.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn print_is_read_however_it_lies() {
        let Some(mut engine) = engine() else { return };
        let upright = picture();
        let first = engine.read(&upright).unwrap();
        for (degrees, turned) in [(0.0, 0), (7.0, 0), (-4.0, 0), (90.0, 270), (180.0, 180), (270.0, 90), (184.0, 180)] {
            let placing = Placing::new(&upright, degrees, 1.0);
            let page = engine.read(&placing.apply(&upright, 255)).unwrap();
            assert_eq!(text(&page), TEXT, "{degrees}°");
            assert_eq!(page.turned, turned, "{degrees}°");
            assert!(page.ink_covered > 0.95, "{degrees}°: {}", page.ink_covered);
            for (word, there) in first.words.iter().zip(&page.words) {
                let back = placing.bounds_given(there.bounds);
                let middle = [(back[0] + back[2]) / 2.0, (back[1] + back[3]) / 2.0];
                let [left, top, right, bottom] = word.bounds;
                let inside = (left..right).contains(&middle[0]) && (top..bottom).contains(&middle[1]);
                assert!(inside, "{degrees}°: {} {back:?} {:?}", word.text, word.bounds);
            }
        }
    }

    #[test]
    fn print_is_read_under_a_dark_stamp() {
        let Some(mut engine) = engine() else { return };
        let mut stamped = picture();
        for y in 40..250 {
            for x in 350..800 {
                let gray = &mut stamped.gray[y * 1240 + x];
                *gray = (u32::from(*gray) * 80 / 255) as u8;
            }
        }
        let page = engine.read(&stamped).unwrap();
        assert_eq!(text(&page), TEXT);
    }

    #[test]
    fn no_picture_is_too_odd() {
        let Some(mut engine) = engine() else { return };
        for (width, height, dpi) in [(1, 1, 0.0), (1, 900, f32::NAN), (900, 3, -1.0), (40, 40, 1e9)] {
            let gray = (0..width * height).map(|n| (n % 7 * 40) as u8).collect();
            engine.read(&Picture { width, height, gray, dpi }).unwrap();
        }
        for (width, height, bytes) in [(10, 10, 99), (0, 0, 0), (0, 5, 0)] {
            let wrong = Picture { width, height, gray: vec![0; bytes], dpi: 300.0 };
            assert_eq!(engine.read(&wrong).unwrap_err().code, crate::error::ProblemCode::PageUnread);
        }
        let blank = Picture { width: 800, height: 1000, gray: vec![255; 800_000], dpi: 100.0 };
        assert_eq!(engine.read(&blank).unwrap(), OcrPage { words: vec![], ink_covered: 1.0, turned: 0 });
    }
}
