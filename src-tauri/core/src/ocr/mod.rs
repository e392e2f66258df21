//! Reads a page picture with Tesseract: words with boxes, and how much of the page's ink they cover.
//!
//! In goes a grey picture, out come words in picture pixels. Where a picture comes from and where its
//! words go in the text is the readers' business (`extract`).

mod flatten;
mod gaps;
mod ink;
mod placing;
mod skew;
mod smooth;
mod tesseract;

use self::ink::Ink;
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
pub struct Engine {
    recogniser: Recogniser,
}

impl Engine {
    /// Loads the languages (`spa+eng`), from `tessdata` or Tesseract's own place. The Problem names
    /// what is missing and how to get it.
    pub fn new(languages: &str, tessdata: Option<PathBuf>) -> Result<Self, Problem> {
        Ok(Self { recogniser: Recogniser::load(languages, tessdata.as_deref())? })
    }

    /// Reads one page. Most pages are read once; a page of whose ink the words leave much uncovered is
    /// read again on white paper, upside down and smoothed, and then part by part where there are gaps.
    /// Whether what is left uncovered deserves a Problem is for the caller to say
    /// ([`config::OCR_INK_COVERED_MIN`]).
    pub fn read(&mut self, picture: &Picture) -> Result<OcrPage, Problem> {
        let picture = &Picture { dpi: resolution(picture), ..picture.clone() };
        let pixels = u64::from(picture.width) * u64::from(picture.height);
        if picture.width.max(picture.height) > tesseract::SIDE_PIXELS_MAX || pixels != picture.gray.len() as u64 {
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

    /// Tries what may help a page that was read with gaps: the whole of it otherwise, then its gaps.
    fn look_again(&mut self, look: &mut Look) -> Result<(), Problem> {
        let flat = flatten::on_white_paper(&look.working, look.letter_height());
        look.take_if_better(self.recogniser.read(&flat, Layout::AnyWayUp)?);
        if look.covered < config::OCR_INK_COVERED_HALF {
            let over = Placing::new(&look.working, 180.0, 1.0);
            let words = self.recogniser.read(&over.apply(&look.working, look.ink.paper()), Layout::Upright)?;
            look.take_if_better(words.into_iter().map(|word| over.word_given(word)).collect());
        }
        look.set_upright();
        if look.covered < config::OCR_INK_COVERED_MIN {
            let smooth = smooth::without_dots(&look.working);
            look.take_if_better(self.recogniser.read(&smooth, Layout::Upright)?);
        }
        for part in gaps::parts(&look.ink, &look.words, look.letter_height()) {
            self.look_at_part(look, part)?;
        }
        Ok(())
    }

    /// Reads a part of the page smoothed, as it is, and on white paper, and keeps what is read best. A
    /// part has its own contrast, so text that was too pale beside the rest of the page comes out by
    /// being read apart; smoothing undoes the dots by which a fax shows grey.
    fn look_at_part(&mut self, look: &mut Look, part: [u32; 4]) -> Result<(), Problem> {
        let Some(gray) = cut(&look.working, part) else { return Ok(()) };
        let base = look.words.clone();
        for way in 0..3 {
            if look.ink.covered_within(&look.words, part) >= config::OCR_INK_AGAIN_BELOW {
                break;
            }
            let mut words = match way {
                0 => self.recogniser.read(&smooth::without_dots(&gray), Layout::Block)?,
                1 => self.recogniser.read(&gray, Layout::Block)?,
                _ => self.recogniser.read(&flatten::on_white_paper(&gray, look.letter_height()), Layout::Block)?,
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

/// One reading of a page, with all that is needed to judge and mend it.
struct Look<'a> {
    /// How the working picture came from the given one, first step first.
    placings: Vec<Placing>,
    working: Cow<'a, Picture>,
    ink: Ink,
    /// Bounds are in the working picture.
    words: Vec<OcrWord>,
    covered: f32,
}

impl Look<'_> {
    fn letter_height(&self) -> f32 {
        self.ink.letter_height().unwrap_or(self.working.dpi / 15.0)
    }

    /// Takes another reading of the whole page, in place of the words or joined to them, if that reads
    /// more of the ink.
    fn take_if_better(&mut self, words: Vec<OcrWord>) {
        // Readings that disagree about what is up have no common order.
        if turn_of(&self.words) == turn_of(&words) {
            self.take_if_more(gaps::join(&self.words, words.clone()));
        }
        self.take_if_more(words);
    }

    fn take_if_more(&mut self, words: Vec<OcrWord>) {
        if self.ink.readable(&words) > self.ink.readable(&self.words) {
            self.covered = self.ink.covered(&words);
            self.words = words;
        }
    }

    /// Turns the working picture to where Tesseract found up to be, so that parts of it stand upright
    /// and order on the page is order in the picture.
    fn set_upright(&mut self) {
        let turned = turn_of(&self.words);
        if turned == 0 {
            return;
        }
        let placing = Placing::new(&self.working, f32::from(turned), 1.0);
        self.working = Cow::Owned(placing.apply(&self.working, self.ink.paper()));
        self.ink = Ink::of(&self.working);
        for word in &mut self.words {
            word.bounds = placing.bounds_working(word.bounds);
        }
        self.placings.push(placing);
    }

    fn into_page(mut self) -> OcrPage {
        let mut degrees = f32::from(turn_of(&self.words));
        for placing in self.placings.iter().rev() {
            degrees += placing.degrees();
            self.words = self.words.into_iter().map(|word| placing.word_given(word)).collect();
        }
        let turned = (degrees / 90.0).round().rem_euclid(4.0) as u16 * 90;
        OcrPage { words: self.words, ink_covered: self.covered, turned }
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

/// Returns the clockwise quarter turn in degrees that would make the words run from left to right.
fn turn_of(words: &[OcrWord]) -> u16 {
    let mut way = [0.0, 0.0];
    for line in words.chunk_by(|a, b| a.line == b.line) {
        let (Some(first), Some(last)) = (line.first(), line.last()) else { continue };
        way[0] += (last.bounds[0] + last.bounds[2] - first.bounds[0] - first.bounds[2]) / 2.0;
        way[1] += (last.bounds[1] + last.bounds[3] - first.bounds[1] - first.bounds[3]) / 2.0;
    }
    match (way[0].abs() >= way[1].abs(), way[0] >= 0.0, way[1] >= 0.0) {
        (true, true, _) => 0,
        (true, false, _) => 180,
        (false, _, true) => 270,
        (false, _, false) => 90,
    }
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
