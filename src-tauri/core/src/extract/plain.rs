//! Reads plain text: finds the encoding and keeps everything else verbatim, so that a span is a place
//! in the file itself.
//!
//! Only two things are changed: line ends become `\n`, and what is not valid in the encoding becomes
//! U+FFFD, with a Problem. A byte-order mark stays as its own code point. There are no pages.

use super::{Extracted, markdown};
use crate::config;
use crate::error::{Problem, ProblemCode};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Reads a text file. Headings written as Markdown writes them are marked.
pub fn extract(bytes: &[u8]) -> Extracted {
    let mut extracted = text_of(bytes);
    extracted.marks = markdown::hash_headings(&extracted.text);
    extracted
}

/// Returns the file's text with what was found while decoding it, and nothing else.
pub(super) fn text_of(bytes: &[u8]) -> Extracted {
    let (text, bad) = decode(bytes, None);
    let mut problems = Vec::new();
    if bad > 0 {
        problems.push(Problem::document(
            ProblemCode::PartlyRead,
            format!("{bad} characters of this text file are damaged and stand as \u{FFFD}."),
        ));
    }
    let mut text = unify_line_ends(text);
    if let Some(problem) = cut(&mut text) {
        problems.push(problem);
    }
    Extracted { text, problems, ..Extracted::default() }
}

/// Cuts `text` to the most that is kept of one document, and says so where it does.
pub(super) fn cut(text: &mut String) -> Option<Problem> {
    let (end, _) = text.char_indices().nth(config::TEXT_CHARS_MAX as usize)?;
    text.truncate(end);
    Some(Problem::document(
        ProblemCode::LimitReached,
        format!(
            "Only the first {} million characters were read. Split the file to have all of it.",
            config::TEXT_CHARS_MAX / 1_000_000
        ),
    ))
}

/// Decodes `bytes` and returns the text with the number of places that were not valid.
///
/// A byte-order mark decides, then valid UTF-8, then `declared`, then what the bytes look like.
pub(super) fn decode(bytes: &[u8], declared: Option<&'static Encoding>) -> (String, usize) {
    if let Some(encoding) = marked_encoding(bytes).or_else(|| wide_encoding(bytes)) {
        return decode_as(encoding, bytes);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.to_owned(), 0);
    }
    if let Some(encoding) = declared.filter(|&encoding| encoding != UTF_8) {
        return decode_as(encoding, bytes);
    }
    if mostly_utf8(bytes) {
        return decode_as(UTF_8, bytes);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    // The domain of Spain is a hint that tips only what the bytes leave open.
    decode_as(detector.guess(Some(b"es"), Utf8Detection::Deny), bytes)
}

fn decode_as(encoding: &'static Encoding, bytes: &[u8]) -> (String, usize) {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    let bad = if damaged { text.matches('\u{FFFD}').count() } else { 0 };
    (text.into_owned(), bad)
}

/// Returns the encoding that a byte-order mark names.
fn marked_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_bom(bytes).map(|(encoding, _)| encoding)
}

/// Returns the byte order of UTF-16 text that has no mark: in Western text nearly every second byte is zero.
pub(super) fn wide_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..bytes.len().min(4096)).unwrap_or(bytes);
    let (mut even, mut odd) = (0, 0);
    for pair in head.chunks_exact(2) {
        even += usize::from(pair.first() == Some(&0));
        odd += usize::from(pair.last() == Some(&0));
    }
    let pairs = head.len() / 2;
    if pairs < 2 {
        return None;
    }
    let (many, few) = (pairs * 7 / 10, pairs / 20);
    if odd > many && even <= few {
        Some(UTF_16LE)
    } else if even > many && odd <= few {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Returns whether nearly all that is not ASCII is valid UTF-8: a damaged file, not another encoding.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good >= 10 * bad
}

/// Makes every line end `\n`: CRLF, and the lone CR of a file that has no other line end.
pub(super) fn unify_line_ends(text: String) -> String {
    if !text.contains('\r') {
        text
    } else if text.contains('\n') {
        text.replace("\r\n", "\n")
    } else {
        text.replace('\r', "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_the_files_own() {
        let cases: &[(&[u8], &str)] = &[
            (b"", ""),
            (b"a\r\nb\n\r\nc\x0Cd\te ", "a\nb\n\nc\x0Cd\te "),
            (b"a\rb", "a\nb"),
            (b"a\rb\n", "a\rb\n"),
            ("\u{FEFF}Cláusula".as_bytes(), "\u{FEFF}Cláusula"),
            (b"Contrato de prestaci\xF3n de servicios, a\xF1o 2020", "Contrato de prestación de servicios, año 2020"),
            (b"\x93Cl\xE1usula\x94 \x96 5.000 \x80", "“Cláusula” – 5.000 €"),
            (b"\xFF\xFEa\0\xF1\0\r\0\n\0", "\u{FEFF}añ\n"),
            (b"\xFE\xFF\0a\0\xF1", "\u{FEFF}añ"),
            (b"h\0o\0l\0a\0", "hola"),
            (b"\0h\0o\0l\0a", "hola"),
        ];
        for (bytes, expected) in cases {
            let read = extract(bytes);
            assert_eq!(read.text, *expected, "{bytes:?}");
            assert!(read.problems.is_empty() && read.pages.is_empty(), "{bytes:?}");
        }
    }

    #[test]
    fn damage_is_said() {
        let mut bytes = "áéíóúñÁÉÍÓÚÑ".as_bytes().to_vec();
        bytes.extend(b"\xE1 fin");
        let read = extract(&bytes);
        assert_eq!(read.text, "áéíóúñÁÉÍÓÚÑ\u{FFFD} fin");
        assert_eq!(read.problems[0].code, ProblemCode::PartlyRead);
    }
}
