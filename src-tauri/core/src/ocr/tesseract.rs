//! Tesseract itself: loads its languages and turns one picture into words in that picture's pixels.
//!
//! Pixels go in from memory and Tesseract's own table of words (TSV) comes out. What is done to a
//! picture before, and whether the result is good enough, is decided by [`super::Engine`].
//!
//! Tesseract starts as many threads as it finds cores unless `OMP_THREAD_LIMIT` says otherwise, a
//! variable that is read when the process starts and so must be set by whoever starts it.

use super::{OcrWord, Picture};
use crate::error::{Problem, ProblemCode};
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use tesseract::plumbing::TessBaseApi;
use tesseract::plumbing::tesseract_sys as sys;

/// Longest side of a picture that Tesseract takes, in pixels (its coordinates have 16 bits).
pub(super) const SIDE_PIXELS_MAX: u32 = 32_767;

/// What Tesseract is told about the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Columns and blocks are found; a page that stands on its head or its side is noticed.
    AnyWayUp,
    /// Columns and blocks are found; the page stands upright.
    Upright,
    /// One block of lines.
    Block,
}

impl Layout {
    fn mode(self) -> sys::TessPageSegMode {
        match self {
            Layout::AnyWayUp => sys::TessPageSegMode_PSM_AUTO_OSD,
            Layout::Upright => sys::TessPageSegMode_PSM_AUTO,
            Layout::Block => sys::TessPageSegMode_PSM_SINGLE_BLOCK,
        }
    }
}

/// A loaded Tesseract. It keeps no state from one picture to the next.
pub(super) struct Recogniser {
    api: TessBaseApi,
}

impl Recogniser {
    /// Loads `languages` (`spa+eng`). Tesseract is content when one of several is there, so each is
    /// tried alone first: a Spanish page read with English data only would be wrong without notice.
    pub(super) fn load(languages: &str, tessdata: Option<&Path>) -> Result<Self, Problem> {
        let missing: Vec<&str> = languages
            .split('+')
            .filter(|language| !language.is_empty())
            .filter(|language| match tessdata {
                Some(place) => !place.join(format!("{language}.traineddata")).is_file(),
                None => start(language, None).is_none(),
            })
            .collect();
        if !missing.is_empty() {
            return Err(missing_data(&missing, tessdata));
        }
        match start(languages, tessdata) {
            Some(api) => Ok(Self { api }),
            None => Err(missing_data(&languages.split('+').collect::<Vec<_>>(), tessdata)),
        }
    }

    /// Reads one picture. Words come in Tesseract's reading order with bounds in its pixels.
    pub(super) fn read(&mut self, picture: &Picture, layout: Layout) -> Result<Vec<OcrWord>, Problem> {
        let (Ok(width), Ok(height)) = (i32::try_from(picture.width), i32::try_from(picture.height)) else {
            return Err(unread("its picture is too large"));
        };
        self.api.set_page_seg_mode(layout.mode());
        self.api
            .set_image(&picture.gray, width, height, 1, width)
            .map_err(|error| unread(&format!("Tesseract refused its picture ({error})")))?;
        self.api.set_source_resolution(picture.dpi.round() as i32);
        self.api.recognize().map_err(|error| unread(&format!("Tesseract gave up on it ({error})")))?;
        let table =
            self.api.get_tsv_text(0).map_err(|error| unread(&format!("Tesseract gave no words for it ({error})")))?;
        Ok(words_of_table(&table.as_ref().to_string_lossy()))
    }
}

fn start(languages: &str, tessdata: Option<&Path>) -> Option<TessBaseApi> {
    let languages = CString::new(languages).ok()?;
    let place = match tessdata {
        Some(path) => Some(CString::new(path.to_str()?).ok()?),
        None => None,
    };
    let mut api = TessBaseApi::create();
    set(&mut api, c"debug_file", c"/dev/null");
    api.init_4(place.as_deref(), Some(&languages), sys::TessOcrEngineMode_OEM_LSTM_ONLY).ok()?;
    Some(api)
}

/// Sets a variable of Tesseract. A version without it works as well, only noisier.
fn set(api: &mut TessBaseApi, name: &CStr, value: &CStr) {
    let _unknown_variable = api.set_variable(name, value);
}

fn missing_data(languages: &[&str], tessdata: Option<&Path>) -> Problem {
    let place: PathBuf = tessdata.map_or_else(|| PathBuf::from("Tesseract's own place"), Path::to_path_buf);
    let packages: Vec<String> =
        languages.iter().map(|language| format!("tesseract-ocr-{}", language.replace('_', "-"))).collect();
    Problem::document(
        ProblemCode::OcrMissing,
        format!(
            "Scanned pages cannot be read: the Tesseract data for {} is missing from {}. Install it \
             (Debian and Ubuntu: sudo apt install {}) and sync again.",
            languages.join(" and "),
            place.display(),
            packages.join(" "),
        ),
    )
}

/// Makes the finding that a page could not be read, and why.
pub(super) fn unread(why: &str) -> Problem {
    Problem::document(ProblemCode::PageUnread, format!("The page could not be read: {why}."))
}

/// Returns the words of Tesseract's table: level, page, block, paragraph, line, word, left, top,
/// width, height, confidence, text. Rows of other levels and malformed rows are passed over.
fn words_of_table(table: &str) -> Vec<OcrWord> {
    let mut words = Vec::new();
    let mut last: Option<[u32; 3]> = None;
    let (mut line, mut paragraph) = (0, 0);
    for row in table.lines() {
        let Some((place, bounds, confidence, text)) = word_of_row(row) else { continue };
        if let Some(last) = last {
            line += u32::from(last != place);
            paragraph += u32::from(last[..2] != place[..2]);
        }
        last = Some(place);
        words.push(OcrWord { text: text.to_owned(), bounds, confidence, line, paragraph });
    }
    words
}

/// Returns block, paragraph and line; bounds; confidence; text.
fn word_of_row(row: &str) -> Option<([u32; 3], [f32; 4], f32, &str)> {
    let mut fields = row.splitn(12, '\t');
    if fields.next()? != "5" {
        return None;
    }
    let mut numbers = [0.0_f32; 10];
    for number in &mut numbers {
        *number = fields.next()?.parse().ok()?;
    }
    let [_page, block, paragraph, line, _word, left, top, width, height, confidence] = numbers;
    let text = fields.next()?.trim();
    if text.is_empty() {
        return None;
    }
    let place = [block as u32, paragraph as u32, line as u32];
    Some((place, [left, top, left + width, top + height], confidence.clamp(0.0, 100.0), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_rows_become_words_with_growing_lines_and_paragraphs() {
        let table = "5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t96.5\tUno\n\
                     5\t1\t1\t1\t2\t1\t10\t70\t30\t40\t91\tdos\n\
                     4\t1\t1\t2\t1\t0\t10\t70\t30\t40\t-1\t\n\
                     5\t1\t1\t2\t1\t1\t10\t120\t30\t40\t12\t \n\
                     5\t1\t1\t2\t1\t2\t10\t120\t30\t40\t12\ttres\n\
                     5\t1\t2\n";
        let words = words_of_table(table);
        let seen: Vec<_> = words.iter().map(|w| (w.text.as_str(), w.line, w.paragraph)).collect();
        assert_eq!(seen, [("Uno", 0, 0), ("dos", 1, 0), ("tres", 2, 1)]);
        assert_eq!(words[0].bounds, [10.0, 20.0, 40.0, 60.0]);
    }

    #[test]
    fn missing_data_is_named_with_what_to_install() {
        let place = tempfile::tempdir().unwrap();
        let problem = Recogniser::load("spa+eng", Some(place.path())).err().unwrap();
        assert_eq!(problem.code, ProblemCode::OcrMissing);
        assert!(
            problem.message.contains("sudo apt install tesseract-ocr-spa tesseract-ocr-eng"),
            "{}",
            problem.message
        );
    }
}
