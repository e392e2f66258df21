//! Finds the ink of a page and measures which share of it the words cover.
//!
//! Ink is what is clearly darker than the paper around it, without specks, long ruling lines and the
//! shadows of the page's edge. It is looked for in a reduced picture: strokes survive, noise does not,
//! and it costs a hundredth of reading the page. The measure exists because Tesseract's confidence says
//! nothing of text that it passed over.

use super::paper::{Papers, reduce};
use super::{OcrWord, Picture};
use crate::config;

/// Short side that a picture is reduced to, in pixels, at least. A page then has about 75 dpi, at which a
/// fax's pattern of dots is an even grey and a stroke of small print still a pixel wide.
const REDUCED_SIDE: u32 = 600;
/// Smallest side of a mark that is no speck, in reduced pixels.
const SPECK_SIDE: u32 = 2;
/// A run of ink longer than this share of the short side (a third of an inch on a page) is a ruling line
/// or a filled area.
const RULE_SHARE: f32 = 0.045;

/// The ink of one picture.
pub(super) struct Ink {
    reduced_by: u32,
    width: usize,
    height: usize,
    /// One byte a reduced pixel, 1 where there is ink.
    mask: Vec<u8>,
    marks: Vec<Mark>,
    paper: u8,
}

/// A connected piece of ink, bounds in reduced pixels, right and bottom exclusive.
#[derive(Debug, Clone, Copy)]
struct Mark {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Mark {
    fn add(&mut self, x: u32, y: u32) {
        self.left = self.left.min(x);
        self.top = self.top.min(y);
        self.right = self.right.max(x + 1);
        self.bottom = self.bottom.max(y + 1);
    }

    fn is_speck(&self) -> bool {
        (self.right - self.left).max(self.bottom - self.top) < SPECK_SIDE
    }
}

impl Ink {
    /// Finds the ink of a picture.
    pub(super) fn of(picture: &Picture) -> Self {
        let reduced_by = (picture.width.min(picture.height) / REDUCED_SIDE).max(1);
        let (width, height, gray) = reduce(picture, reduced_by as usize);
        let papers = Papers::of(&gray, width, height);
        let mut mask = papers.darker(&gray, width, height);
        let longest = (width.min(height) as f32 * RULE_SHARE) as usize;
        erase_rules(&mut mask, width, longest);
        let marks = erase_marks(&mut mask, width, height);
        Self { reduced_by, width, height, mask, marks, paper: papers.median() }
    }

    /// Returns how many reduced pixels are ink.
    pub(super) fn amount(&self) -> usize {
        self.mask.iter().map(|&ink| usize::from(ink)).sum()
    }

    /// Returns the commonest grey of the paper.
    pub(super) fn paper(&self) -> u8 {
        self.paper
    }

    /// Returns the reduced size and where the ink is.
    pub(super) fn points(&self) -> (usize, usize, Vec<[u32; 2]>) {
        let inked = self.mask.iter().enumerate().filter(|(_, ink)| **ink == 1);
        let points = inked.map(|(n, _)| [(n % self.width) as u32, (n / self.width) as u32]).collect();
        (self.width, self.height, points)
    }

    /// Returns the median height of the marks in pixels of the picture, which is about that of a small
    /// letter. None on a page with too few marks to tell.
    pub(super) fn letter_height(&self) -> Option<f32> {
        let mut heights: Vec<u32> = self.marks.iter().map(|mark| mark.bottom - mark.top).collect();
        if heights.len() < config::OCR_MARKS_MIN {
            return None;
        }
        heights.sort_unstable();
        heights.get(heights.len() / 2).map(|height| (height * self.reduced_by) as f32)
    }

    /// Returns which share of the ink lies in the boxes of words that Tesseract is sure enough of;
    /// 1 where there is no ink.
    pub(super) fn covered(&self, words: &[OcrWord]) -> f32 {
        let amount = self.amount();
        if amount == 0 {
            return 1.0;
        }
        let left: usize = self.open(words).iter().map(|&ink| usize::from(ink)).sum();
        1.0 - left as f32 / amount as f32
    }

    /// Returns how well the words read the ink, 0 to 1: each piece of ink counts with the confidence of the
    /// word that covers it. Of two readings that cover the same ink this tells the better.
    pub(super) fn readable(&self, words: &[OcrWord]) -> f32 {
        let mut open = self.mask.clone();
        let mut sum = 0.0;
        for word in words {
            sum += self.clear(&mut open, word.bounds) as f32 * word.confidence / 100.0;
        }
        sum / self.amount().max(1) as f32
    }

    /// Returns which share of a part's ink lies in the boxes of sure words.
    pub(super) fn covered_within(&self, words: &[OcrWord], part: [u32; 4]) -> f32 {
        let within = |mut mask: Vec<u8>| self.clear(&mut mask, part.map(|edge| edge as f32));
        1.0 - within(self.open(words)) as f32 / within(self.mask.clone()).max(1) as f32
    }

    /// Returns the pieces of ink outside confident words: bounds in pixels of the picture and how many
    /// reduced pixels they have.
    pub(super) fn open_marks(&self, words: &[OcrWord]) -> Vec<([f32; 4], usize)> {
        let by = self.reduced_by as f32;
        let marks = take_marks(&mut self.open(words), self.width);
        marks
            .into_iter()
            .filter(|(mark, _)| !mark.is_speck())
            .map(|(mark, pixels)| {
                let bounds = [mark.left, mark.top, mark.right, mark.bottom];
                (bounds.map(|edge| edge as f32 * by), pixels.len())
            })
            .collect()
    }

    /// Returns the ink outside confident words.
    fn open(&self, words: &[OcrWord]) -> Vec<u8> {
        let mut open = self.mask.clone();
        for word in words.iter().filter(|word| word.confidence >= config::OCR_CONFIDENCE_MIN) {
            self.clear(&mut open, word.bounds);
        }
        open
    }

    /// Clears a box of the picture in a mask, one reduced pixel more on every side (boxes end in the
    /// middle of a letter's blurred edge), and returns how many pixels it cleared.
    fn clear(&self, mask: &mut [u8], [left, top, right, bottom]: [f32; 4]) -> usize {
        let mut cleared = 0;
        let by = self.reduced_by as f32;
        let left = ((left / by) as usize).saturating_sub(1);
        let right = ((right / by).ceil() as usize + 1).min(self.width);
        let top = ((top / by) as usize).saturating_sub(1);
        let bottom = ((bottom / by).ceil() as usize + 1).min(self.height);
        for row in mask.chunks_exact_mut(self.width).take(bottom).skip(top) {
            if let Some(part) = row.get_mut(left..right) {
                cleared += part.iter().map(|&ink| usize::from(ink)).sum::<usize>();
                part.fill(0);
            }
        }
        cleared
    }
}

/// Erases runs of ink, across and down, that are longer than any letter: ruling lines, frames, bars.
fn erase_rules(mask: &mut [u8], width: usize, longest: usize) {
    let mut rule = vec![false; mask.len()];
    for (row, marked) in mask.chunks_exact(width.max(1)).zip(rule.chunks_exact_mut(width.max(1))) {
        let mut start = 0;
        for (end, pair) in row.iter().chain([&0]).enumerate() {
            if *pair == 1 {
                continue;
            }
            if end - start > longest {
                marked.iter_mut().take(end).skip(start).for_each(|pixel| *pixel = true);
            }
            start = end + 1;
        }
    }
    // Down the page, all columns are followed at once row by row, which keeps to the cache.
    let mut runs = vec![0_usize; width];
    for y in 0..=mask.len() / width.max(1) {
        for (x, run) in runs.iter_mut().enumerate() {
            if mask.get(y * width + x) == Some(&1) {
                *run += 1;
                continue;
            }
            if *run > longest {
                for above in y - *run..y {
                    if let Some(pixel) = rule.get_mut(above * width + x) {
                        *pixel = true;
                    }
                }
            }
            *run = 0;
        }
    }
    for (pixel, rule) in mask.iter_mut().zip(rule) {
        *pixel &= u8::from(!rule);
    }
}

/// Erases specks and what touches the picture's edge, and returns the other marks.
fn erase_marks(mask: &mut [u8], width: usize, height: usize) -> Vec<Mark> {
    let mut kept = Vec::new();
    let (width_reduced, height_reduced) = (width as u32, height as u32);
    for (mark, pixels) in take_marks(&mut mask.to_vec(), width) {
        let at_edge = mark.left == 0 || mark.top == 0 || mark.right == width_reduced || mark.bottom == height_reduced;
        if !mark.is_speck() && !at_edge {
            kept.push(mark);
            continue;
        }
        for place in pixels {
            if let Some(pixel) = mask.get_mut(place as usize) {
                *pixel = 0;
            }
        }
    }
    kept
}

/// Takes every connected mark out of a mask, with the places of its pixels.
fn take_marks(mask: &mut [u8], width: usize) -> Vec<(Mark, Vec<u32>)> {
    let mut marks = Vec::new();
    let mut waiting: Vec<usize> = Vec::new();
    for start in 0..mask.len() {
        if mask.get(start) != Some(&1) {
            continue;
        }
        let mut mark = Mark { left: u32::MAX, top: u32::MAX, right: 0, bottom: 0 };
        let mut pixels = Vec::new();
        waiting.push(start);
        while let Some(place) = waiting.pop() {
            match mask.get_mut(place) {
                Some(ink) if *ink == 1 => *ink = 0,
                _ => continue,
            }
            pixels.push(place as u32);
            let (x, y) = (place % width, place / width);
            mark.add(x as u32, y as u32);
            let before = usize::from(x > 0);
            let after = usize::from(x + 1 < width);
            for row in [place.checked_sub(width), Some(place), Some(place + width)].into_iter().flatten() {
                waiting.extend((row - before..=row + after).filter(|next| mask.get(*next) == Some(&1)));
            }
        }
        marks.push((mark, pixels));
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Picture {
        Picture { width: 400, height: 400, gray: vec![230; 160_000], dpi: 100.0 }
    }

    fn fill(picture: &mut Picture, [left, top, right, bottom]: [usize; 4], gray: u8) {
        let width = picture.width as usize;
        for y in top..bottom {
            picture.gray[y * width + left..y * width + right].fill(gray);
        }
    }

    fn word(bounds: [f32; 4], confidence: f32) -> OcrWord {
        OcrWord { text: "a".to_owned(), bounds, confidence, line: 0, paragraph: 0 }
    }

    #[test]
    fn coverage_counts_ink_inside_confident_boxes() {
        let mut page = page();
        fill(&mut page, [50, 50, 60, 60], 0);
        fill(&mut page, [150, 50, 160, 60], 0);
        let ink = Ink::of(&page);
        assert_eq!(ink.amount(), 200);
        assert_eq!(ink.covered(&[]), 0.0);
        assert_eq!(ink.covered(&[word([50.0, 50.0, 60.0, 60.0], 95.0)]), 0.5);
        assert_eq!(ink.covered(&[word([50.0, 50.0, 60.0, 60.0], 5.0)]), 0.0);
        assert_eq!(ink.covered(&[word([0.0, 0.0, 400.0, 400.0], 95.0)]), 1.0);
    }

    #[test]
    fn specks_rules_and_edge_shadows_are_no_ink() {
        let mut page = page();
        fill(&mut page, [0, 0, 4, 400], 0);
        fill(&mut page, [40, 200, 360, 203], 0);
        fill(&mut page, [200, 40, 202, 360], 0);
        fill(&mut page, [100, 100, 101, 101], 0);
        assert_eq!(Ink::of(&page).amount(), 0);
        assert_eq!(Ink::of(&page).covered(&[]), 1.0);
    }

    #[test]
    fn shaded_paper_is_no_ink() {
        let mut page = page();
        for (n, gray) in page.gray.iter_mut().enumerate() {
            *gray = 250 - (n % 400 / 3) as u8;
        }
        assert_eq!(Ink::of(&page).amount(), 0);
        fill(&mut page, [300, 100, 310, 110], 60);
        assert_eq!(Ink::of(&page).amount(), 100);
    }

    #[test]
    fn a_picture_of_any_size_has_an_ink() {
        for (width, height) in [(1, 1), (3, 2), (1, 5000), (2500, 1)] {
            let gray = vec![0; (width * height) as usize];
            Ink::of(&Picture { width, height, gray, dpi: 0.0 }).covered(&[]);
        }
    }
}
