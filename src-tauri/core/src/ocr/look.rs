//! One reading of a page: its words beside the ink they should cover, and which of two readings is better.
//!
//! What is tried next is decided by [`super::Engine`].

use super::gaps;
use super::ink::Ink;
use super::placing::Placing;
use super::{OcrPage, OcrWord, Picture};
use crate::config;
use std::borrow::Cow;

/// One reading of a page, with all that is needed to judge and mend it.
pub(super) struct Look<'a> {
    /// How the working picture came from the given one, first step first.
    pub(super) placings: Vec<Placing>,
    pub(super) working: Cow<'a, Picture>,
    pub(super) ink: Ink,
    /// Bounds are in the working picture.
    pub(super) words: Vec<OcrWord>,
    pub(super) covered: f32,
}

impl Look<'_> {
    /// Returns the height of a small letter in pixels, guessed from the resolution where the ink is too little.
    pub(super) fn letter_height(&self) -> f32 {
        self.ink.letter_height().unwrap_or(self.working.dpi / 15.0)
    }

    /// Returns whether unsure words cover more ink than sure ones leave out: letters were seen and not
    /// known, as happens upside down.
    pub(super) fn is_unsure(&self) -> bool {
        self.ink.readable(&self.words) > self.covered
    }

    /// Takes another reading of the whole page, in place of the words or joined to them, if that reads
    /// more of the ink.
    pub(super) fn take_if_better(&mut self, words: Vec<OcrWord>) {
        // Readings that disagree about what is up have no common order.
        if turn_of(&self.words) == turn_of(&words) {
            self.take_if_more(gaps::join(&self.words, words.clone()));
        }
        self.take_if_more(words);
    }

    /// Takes another reading of the whole page if it leaves no gaps.
    pub(super) fn take_if_whole(&mut self, words: Vec<OcrWord>) {
        let covered = self.ink.covered(&words);
        if covered >= config::OCR_INK_AGAIN_BELOW {
            (self.words, self.covered) = (words, covered);
        }
    }

    /// Takes other words of the page if they read more of the ink.
    pub(super) fn take_if_more(&mut self, words: Vec<OcrWord>) {
        if self.ink.readable(&words) > self.ink.readable(&self.words) {
            self.covered = self.ink.covered(&words);
            self.words = words;
        }
    }

    /// Turns the working picture to where Tesseract found up to be, so that parts of it stand upright
    /// and order on the page is order in the picture.
    pub(super) fn set_upright(&mut self) {
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

    /// Returns the page with its bounds in the picture as given.
    pub(super) fn into_page(mut self) -> OcrPage {
        let mut degrees = f32::from(turn_of(&self.words));
        for placing in self.placings.iter().rev() {
            degrees += placing.degrees();
            self.words = self.words.into_iter().map(|word| placing.word_given(word)).collect();
        }
        let turned = (degrees / 90.0).round().rem_euclid(4.0) as u16 * 90;
        OcrPage { words: self.words, ink_covered: self.covered, turned }
    }
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
