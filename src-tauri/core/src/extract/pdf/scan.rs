//! Decides which pages must be read from their picture, and puts what Tesseract reads into lines.
//!
//! The decision is made page by page, so a file of digital and scanned pages keeps the digital ones as
//! they are. What a digital layer says is kept wherever it can be read: Tesseract's words only fill what
//! is missing.

use super::device::Ink;
use super::draw;
use super::glyph::{Letters, Pen};
use super::{legible, recognised};
use crate::config;
use crate::error::{Problem, ProblemCode};
use crate::extract::Ocr;
use crate::extract::Options;
use crate::extract::assemble::{Line, Sheet};
use crate::ocr::{Engine, OcrPage, OcrWord, Picture};
use hayro::RenderCache;
use hayro::hayro_syntax::page::Page;

/// Share of the page that pictures cover above which little text means a scan.
const PICTURE_SHARE: f32 = 0.5;
/// Fewer characters than this on such a page are a stamp or a header, not its text.
const LITTLE_TEXT_CHARS: usize = 250;
/// Share of glyphs without a character above which a text layer is of no use.
const UNKNOWN_SHARE: f32 = 0.1;
/// The page is parted into this many cells a side to measure what pictures cover.
const GRID: usize = 40;
/// Share of dark pixels below which a page is blank.
const BLANK_INK: f32 = 0.0002;
/// Share of dark pixels below which a page on which no word is found is blank.
const SPECKLED_INK: f32 = 0.003;
/// Fewer shapes with curves than this are borders and ornaments, not letters drawn as shapes.
const SHAPES_MIN: u32 = 15;
/// A pixel darker than this is ink.
const DARK: u8 = 128;

/// What a page needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::extract) enum Need {
    /// Nothing: its text is there.
    Nothing,
    /// To be read, and the words that it has to be kept.
    Fill,
    /// To be read instead of its text, which makes no sense.
    Replace,
}

/// Decides from what a page draws and from the lines made of it.
pub(super) fn need(ink: &Ink, sheet: &Sheet) -> Need {
    let glyphs = ink.glyphs.iter().filter(|glyph| !matches!(glyph.letters, Letters::Space | Letters::None));
    let all = glyphs.clone().count();
    if all == 0 {
        let empty = ink.pictures.is_empty() && ink.shapes < SHAPES_MIN;
        return if empty { Need::Nothing } else { Need::Fill };
    }
    let unknown = glyphs.clone().filter(|glyph| is_unknown(&glyph.letters)).count();
    if unknown as f32 > UNKNOWN_SHARE * all as f32 || legible::is_garbled(&sheet.lines) {
        return Need::Replace;
    }
    if all < LITTLE_TEXT_CHARS && covered(ink, sheet) > PICTURE_SHARE {
        return Need::Fill;
    }
    let seen = glyphs.filter(|glyph| glyph.pen != Pen::Unseen).count();
    if seen == 0 && (!ink.pictures.is_empty() || ink.shapes >= SHAPES_MIN) { Need::Fill } else { Need::Nothing }
}

fn is_unknown(letters: &Letters) -> bool {
    match letters {
        Letters::Unknown => true,
        Letters::One(letter) => ('\u{E000}'..='\u{F8FF}').contains(letter),
        Letters::Many(many) => many.contains(char::REPLACEMENT_CHARACTER),
        Letters::None | Letters::Space => false,
    }
}

/// Returns the share of the page that pictures cover.
fn covered(ink: &Ink, sheet: &Sheet) -> f32 {
    let mut cells = [false; GRID * GRID];
    for &[left, top, right, bottom] in &ink.pictures {
        for (index, cell) in cells.iter_mut().enumerate() {
            let x = ((index % GRID) as f32 + 0.5) / GRID as f32 * sheet.width;
            let y = ((index / GRID) as f32 + 0.5) / GRID as f32 * sheet.height;
            *cell |= (left..right).contains(&x) && (top..bottom).contains(&y);
        }
    }
    cells.iter().filter(|&&cell| cell).count() as f32 / cells.len() as f32
}

/// Reads pages with one Tesseract engine, made when the first page needs it.
pub(in crate::extract) struct Reader<'o> {
    options: &'o Options,
    engine: Option<Result<Engine, Problem>>,
}

impl<'o> Reader<'o> {
    /// Makes a reader that has not loaded anything yet.
    pub(in crate::extract) fn new(options: &'o Options) -> Self {
        Self { options, engine: None }
    }

    /// Reads a page and completes its sheet; findings go to `problems`.
    pub(super) fn read<'a>(
        &mut self,
        page: &'a Page<'a>,
        number: u32,
        need: Need,
        sheet: &mut Sheet,
        problems: &mut Vec<Problem>,
    ) {
        // Pictures of one page are seldom those of the next, so nothing is kept between pages.
        let cache = RenderCache::new();
        let Some((picture, scale)) = draw::gray(page, &cache) else {
            problems.push(unread(number, "it could not be drawn"));
            return;
        };
        drop(cache);
        self.read_picture(&picture, scale, number, need, sheet, problems);
    }

    /// Reads a page's picture, which has `scale` pixels a point, and completes its sheet.
    pub(in crate::extract) fn read_picture(
        &mut self,
        picture: &Picture,
        scale: f32,
        number: u32,
        need: Need,
        sheet: &mut Sheet,
        problems: &mut Vec<Problem>,
    ) {
        let dark = picture.gray.iter().filter(|&&pixel| pixel < DARK).count();
        if (dark as f32) < BLANK_INK * picture.gray.len() as f32 {
            return;
        }
        let options = self.options;
        let engine = self.engine.get_or_insert_with(|| {
            let languages = match options.ocr_languages.as_str() {
                "" => config::OCR_LANGUAGES,
                chosen => chosen,
            };
            let made = Engine::new(languages, options.tessdata.clone());
            if let Err(problem) = &made {
                problems.push(problem.clone());
            }
            made
        });
        let Ok(engine) = engine else {
            problems.push(unread(number, "it is a picture and text recognition is missing"));
            return;
        };
        match engine.read(picture) {
            // Specks of dust on an empty sheet are no text.
            Ok(found) if found.words.is_empty() && (dark as f32) < SPECKLED_INK * picture.gray.len() as f32 => {}
            Ok(found) => complete(sheet, number, need, &found, scale, problems),
            Err(problem) => problems.push(Problem { page: Some(number), ..problem }),
        }
    }
}

fn unread(number: u32, why: &str) -> Problem {
    Problem::page(number, ProblemCode::PageUnread, format!("Page {number} was not read: {why}."))
}

fn complete(sheet: &mut Sheet, number: u32, need: Need, found: &OcrPage, scale: f32, problems: &mut Vec<Problem>) {
    let mut lines = recognised::lines(found, scale, sheet.width, sheet.height);
    let confidence = mean_confidence(&found.words);
    if need == Need::Replace && (lines.is_empty() || legible::is_garbled(&lines)) {
        problems.push(unread(number, "its text layer makes no sense and recognition found nothing better"));
        return;
    }
    sheet.ocr = Some(Ocr { ink_covered: found.ink_covered, confidence });
    if found.ink_covered < config::OCR_INK_COVERED_MIN {
        let percent = (found.ink_covered * 100.0).round();
        let message = format!(
            "Page {number}: text recognition covered only {percent} % of the ink; part of the page may be missing."
        );
        problems.push(Problem::page(number, ProblemCode::PageUnread, message));
    }
    if need == Need::Fill {
        lines = merge(std::mem::take(&mut sheet.lines), lines);
    }
    sheet.lines = lines;
}

fn mean_confidence(words: &[OcrWord]) -> f32 {
    let sum: f32 = words.iter().map(|word| word.confidence).sum();
    if words.is_empty() { 0.0 } else { sum / words.len() as f32 }
}

/// Puts the digital lines among those read: what stands in both is kept from the digital ones.
fn merge(digital: Vec<Line>, read: Vec<Line>) -> Vec<Line> {
    let known: Vec<[f32; 4]> = digital.iter().flat_map(|line| &line.words).map(|word| word.bounds).collect();
    let mut lines: Vec<Line> = Vec::new();
    for mut line in read {
        line.words.retain(|word| {
            let (x, y) = ((word.bounds[0] + word.bounds[2]) / 2.0, (word.bounds[1] + word.bounds[3]) / 2.0);
            !known.iter().any(|area| (area[0]..area[2]).contains(&x) && (area[1]..area[3]).contains(&y))
        });
        if line.words.is_empty() {
            if let Some(last) = lines.last_mut() {
                last.ends |= line.ends;
            }
            continue;
        }
        lines.push(line);
    }
    for mut line in digital {
        line.ends = true;
        let at = lines.iter().position(|other| other.bounds[1] > line.bounds[1]).unwrap_or(lines.len());
        if let Some(before) = at.checked_sub(1).and_then(|before| lines.get_mut(before)) {
            before.ends = true;
        }
        lines.insert(at, line);
    }
    lines
}
