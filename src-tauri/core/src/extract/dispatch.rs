//! Hands a document's bytes to the reader of its format. Runs in the reading child.
//!
//! Here too is what holds for every format: a file that nothing reads, and one that holds no words,
//! get a Problem that says so.

use super::format::{self, Format};
use super::{Extracted, Options, docx, eml, html, markdown, odt, pdf, picture, plain, rtf};
use crate::error::{Problem, ProblemCode};

/// Reads a document. What could not be read is said in [`Extracted::problems`].
pub fn read(name: &str, bytes: Vec<u8>, options: &Options) -> Extracted {
    if format::is_encrypted_office(&bytes) {
        return finding(ProblemCode::NeedsPassword, format::not_read_message(name, &bytes));
    }
    let empty_file = bytes.is_empty();
    let mut extracted = match format::detect(name, &bytes) {
        _ if empty_file => Extracted::default(),
        Format::Pdf => pdf::extract(bytes, options),
        Format::Docx => docx::extract(&bytes, options),
        Format::Odt => odt::extract(&bytes, options),
        Format::Rtf => rtf::extract(&bytes),
        Format::Txt => plain::extract(&bytes),
        Format::Markdown => markdown::extract(&bytes),
        Format::Html => html::extract(&bytes),
        Format::Eml => eml::extract(&bytes),
        format @ (Format::Png | Format::Jpeg | Format::Tiff) => picture::extract(bytes, format, options),
        Format::Unknown => finding(ProblemCode::FormatNotRead, format::not_read_message(name, &bytes)),
    };
    if extracted.text.trim().is_empty() && extracted.problems.is_empty() {
        let message = match (empty_file, extracted.attachments.is_empty()) {
            (true, _) => "The file is empty.",
            (false, true) => "The file was read and holds no text.",
            (false, false) => "The file holds no text of its own, only other files.",
        };
        extracted.problems.push(Problem::document(ProblemCode::Empty, message));
    }
    extracted
}

/// Draws one page (counted from 0) at `scale` pixels a point with `highlights` in points laid over it,
/// and returns a PNG file.
pub fn draw(
    name: &str,
    bytes: Vec<u8>,
    password: Option<&str>,
    page: u32,
    scale: f32,
    highlights: &[[f32; 4]],
) -> Result<Vec<u8>, Problem> {
    let (width, height, pixels) = match format::detect(name, &bytes) {
        Format::Pdf => pdf::draw(bytes, password, page, scale, highlights)?,
        format @ (Format::Png | Format::Jpeg | Format::Tiff) => picture::draw(bytes, format, page, scale, highlights)?,
        _ => {
            return Err(Problem::document(
                ProblemCode::FormatNotRead,
                "This format has no pages to draw; its text is shown instead.",
            ));
        }
    };
    let failed = |why: String| {
        Problem::page(page + 1, ProblemCode::ReaderFailed, format!("The page's picture could not be made: {why}."))
    };
    if pixels.len() as u64 != u64::from(width) * u64::from(height) * 4 {
        return Err(failed("it has the wrong size".to_owned()));
    }
    png(width, height, &pixels).map_err(|error| failed(error.to_string()))
}

/// Packs pixels (four bytes each, RGBA) as a PNG file; `pixels` must hold exactly `4 * width * height`.
fn png(width: u32, height: u32, pixels: &[u8]) -> image::ImageResult<Vec<u8>> {
    use image::ImageEncoder;
    use image::codecs::png::{CompressionType, FilterType, PngEncoder};
    let mut file = Vec::new();
    PngEncoder::new_with_quality(&mut file, CompressionType::Fast, FilterType::Adaptive).write_image(
        pixels,
        width,
        height,
        image::ExtendedColorType::Rgba8,
    )?;
    Ok(file)
}

fn finding(code: ProblemCode, message: String) -> Extracted {
    Extracted { problems: vec![Problem::document(code, message)], ..Extracted::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_no_words_says_so() {
        for (name, bytes, code) in [
            ("a.pdf", "", ProblemCode::Empty),
            ("a.txt", "", ProblemCode::Empty),
            ("a.xlsx", "PK\x03\x04xl/workbook.xml", ProblemCode::FormatNotRead),
        ] {
            let read = read(name, bytes.as_bytes().to_vec(), &Options::default());
            assert_eq!(read.problems.len(), 1, "{name}");
            assert_eq!(read.problems[0].code, code, "{name}");
        }
    }

    #[test]
    fn every_page_is_told_when_it_is_done() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static DONE: AtomicUsize = AtomicUsize::new(0);
        fn count() {
            DONE.fetch_add(1, Ordering::Relaxed);
        }
        let sample = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/golden/library-v1/documents/Contrato línea de envasado - Ingeniería Valdeárbol (firmado).pdf"
        );
        let options = Options { page_done: Some(count), ..Options::default() };
        let read = read("a.pdf", std::fs::read(sample).unwrap(), &options);
        assert!(read.pages.len() > 1);
        assert_eq!(DONE.load(Ordering::Relaxed), read.pages.len());
    }

    /// Pieces of the text formats, to be put together in any order.
    const PIECES: [&str; 40] = [
        "{\\rtf1\\ansi ",
        "{",
        "}",
        "\\par ",
        "\\u-3913?",
        "\\u55357 ",
        "\\'e1",
        "\\'",
        "\\bin2 ",
        "\\*\\x",
        "\\upr",
        "{\\*\\ud ",
        "\\cell",
        "\\row",
        "\\intbl",
        "\\v",
        "\\deleted",
        "\\s1",
        "{\\stylesheet{\\s1 heading 1;}}",
        "{\\footnote ",
        "\\outlinelevel0 ",
        "<html>",
        "<table>",
        "<tr><td>",
        "</table>",
        "<ol type=i>",
        "<li>",
        "<h1>",
        "</h1>",
        "<pre>",
        "# ",
        "\n---\n",
        "From: a@b\n",
        "Subject: s\n",
        "\n\n",
        "Content-Type: multipart/mixed; boundary=b\n",
        "--b\n",
        "--b--",
        "ñ\u{FEFF}",
        "palabra ",
    ];

    proptest::proptest! {
        #[test]
        fn anything_is_read_and_marks_lie_in_the_text(
            pieces in proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..60),
            name in proptest::sample::select(vec!["a.rtf", "a.html", "a.eml", "a.md", "a.txt", "a"]),
        ) {
            let read = read(name, pieces.concat().into_bytes(), &Options::default());
            let length = read.text.chars().count() as u32;
            proptest::prop_assert!(read.marks.iter().all(|mark| mark.span.end <= length));
            proptest::prop_assert!(read.deletions.iter().all(|deletion| deletion.at <= length));
            proptest::prop_assert!(!read.text.trim().is_empty() || !read.problems.is_empty());
        }
    }

    #[test]
    fn a_picture_is_packed() {
        assert!(png(2, 1, &[0; 8]).unwrap().starts_with(b"\x89PNG"));
    }
}
