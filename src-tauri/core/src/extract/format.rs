//! Tells what format a file is, by its bytes first and its name second.
//!
//! In go the name and the first bytes (the more the better; [`crate::config::FORMAT_HEAD_BYTES`] are
//! enough for all but odd containers), out comes a [`Format`]. The name decides only where bytes
//! cannot: between plain text and Markdown, and for damaged files, so that the reader of that format
//! can say what is wrong with them. Nothing is parsed here.

use serde::{Deserialize, Serialize};

/// A format that Legajo knows by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Portable Document Format.
    Pdf,
    /// Word, Office Open XML.
    Docx,
    /// OpenDocument text.
    Odt,
    /// Rich Text Format.
    Rtf,
    /// Plain text.
    Txt,
    /// Markdown.
    Markdown,
    /// HTML.
    Html,
    /// An e-mail message (RFC 5322).
    Eml,
    /// A picture: PNG.
    Png,
    /// A picture: JPEG.
    Jpeg,
    /// A picture, possibly of several pages: TIFF.
    Tiff,
    /// Anything else: a Problem says that it is not read.
    Unknown,
}

impl Format {
    /// Returns the short lower-case name used in filters and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Format::Pdf => "pdf",
            Format::Docx => "docx",
            Format::Odt => "odt",
            Format::Rtf => "rtf",
            Format::Txt => "txt",
            Format::Markdown => "md",
            Format::Html => "html",
            Format::Eml => "eml",
            Format::Png => "png",
            Format::Jpeg => "jpeg",
            Format::Tiff => "tiff",
            Format::Unknown => "unknown",
        }
    }
}

/// The first bytes of Microsoft's compound files: `.doc`, `.xls`, `.msg`, and encrypted Office files.
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
/// How far into a file `%PDF-` may begin (Adobe's implementation note 13 to PDF 1.7).
const PDF_MAGIC_WITHIN: usize = 1024;

/// Returns the format of the file `name` whose content begins with `head`.
pub fn detect(name: &str, head: &[u8]) -> Format {
    if let Some(format) = by_magic(head) {
        return format;
    }
    let by_name = by_extension(&extension(name));
    if matches!(by_name, Some(Format::Txt | Format::Markdown)) && looks_like_text(head) {
        // Offsets of a text file are the file's own, whatever its words look like.
        return by_name.unwrap_or(Format::Txt);
    }
    if looks_like_html(head) {
        return Format::Html;
    }
    if by_name == Some(Format::Eml) || looks_like_mail(head) {
        return Format::Eml;
    }
    if head.get(..PDF_MAGIC_WITHIN.min(head.len())).is_some_and(|start| finds(start, b"%PDF-")) {
        return Format::Pdf;
    }
    match by_name {
        // A text format whose bytes are not text, and a picture without its magic, are something else.
        Some(Format::Txt | Format::Markdown | Format::Rtf) if !head.is_empty() => Format::Unknown,
        Some(format) => format,
        None if extension(name).is_empty() && !head.is_empty() && looks_like_text(head) => Format::Txt,
        None => Format::Unknown,
    }
}

/// Returns the format that the first bytes alone make certain; `Unknown` where they make certain that
/// no reader takes the file.
fn by_magic(head: &[u8]) -> Option<Format> {
    let magics: [(&[u8], Format); 14] = [
        (b"%PDF-", Format::Pdf),
        (b"{\\rtf", Format::Rtf),
        (b"\x89PNG\r\n\x1A\n", Format::Png),
        (b"\xFF\xD8\xFF", Format::Jpeg),
        (b"II*\0", Format::Tiff),
        (b"MM\0*", Format::Tiff),
        (b"II+\0", Format::Tiff),
        (b"MM\0+", Format::Tiff),
        (COMPOUND, Format::Unknown),
        (b"GIF8", Format::Unknown),
        (b"\x1F\x8B", Format::Unknown),
        (b"7z\xBC\xAF\x27\x1C", Format::Unknown),
        (b"Rar!\x1A\x07", Format::Unknown),
        (b"%!PS", Format::Unknown),
    ];
    let start = head.trim_ascii_start();
    let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start);
    for (magic, format) in magics {
        let text_like = matches!(format, Format::Pdf | Format::Rtf);
        if head.starts_with(magic) || (text_like && start.starts_with(magic)) {
            return Some(format);
        }
    }
    head.starts_with(b"PK\x03\x04").then(|| by_zip(head)).flatten()
}

/// Returns what a zip container holds; `None` where the bytes at hand do not show it.
fn by_zip(head: &[u8]) -> Option<Format> {
    if finds(head, b"mimetypeapplication/vnd.oasis.opendocument.text")
        || finds(head, b"mimetypeapplication/vnd.sun.xml.writer")
    {
        return Some(Format::Odt);
    }
    if finds(head, b"mimetypeapplication/") {
        return Some(Format::Unknown);
    }
    if finds(head, b"word/") {
        return Some(Format::Docx);
    }
    let others: [&[u8]; 4] = [b"ppt/", b"xl/", b"visio/", b"META-INF/MANIFEST.MF"];
    others.iter().any(|other| finds(head, other)).then_some(Format::Unknown)
}

/// Returns the format that a name's extension promises.
fn by_extension(extension: &str) -> Option<Format> {
    Some(match extension {
        "pdf" => Format::Pdf,
        "docx" | "docm" | "dotx" | "dotm" => Format::Docx,
        "odt" | "ott" => Format::Odt,
        "rtf" => Format::Rtf,
        "txt" | "text" | "log" => Format::Txt,
        "md" | "markdown" => Format::Markdown,
        "html" | "htm" | "xhtml" => Format::Html,
        "eml" => Format::Eml,
        "png" => Format::Png,
        "jpg" | "jpeg" => Format::Jpeg,
        "tif" | "tiff" => Format::Tiff,
        _ => return None,
    })
}

/// Returns the lower-case extension of `name` without its dot; empty where it has none.
fn extension(name: &str) -> String {
    std::path::Path::new(name)
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase())
        .unwrap_or_default()
}

/// Returns whether `needle` stands anywhere in `bytes`.
fn finds(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

/// Returns whether the bytes may be text: UTF-16 with its mark, else hardly any control characters.
fn looks_like_text(head: &[u8]) -> bool {
    if head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF") {
        return true;
    }
    let controls =
        head.iter().filter(|&&byte| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B | 0x1A)).count();
    !head.contains(&0) && controls * 100 <= head.len()
}

/// Returns whether the bytes begin as an HTML page does, after white space, comments and declarations.
fn looks_like_html(head: &[u8]) -> bool {
    let start = head.get(..head.len().min(4096)).unwrap_or(head);
    let text = String::from_utf8_lossy(start).to_lowercase();
    let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
    while let Some(after) = rest.strip_prefix("<?xml").or_else(|| rest.strip_prefix("<!--")) {
        let Some((_, after)) = after.split_once('>') else { return false };
        rest = after.trim_start();
    }
    ["<!doctype html", "<html", "<head>", "<body"].iter().any(|sign| rest.starts_with(sign))
}

/// Returns whether the bytes begin with the header of a mail message: two known fields or more, and
/// nothing but fields before the first empty line.
fn looks_like_mail(head: &[u8]) -> bool {
    const KNOWN: [&str; 12] = [
        "from",
        "to",
        "subject",
        "date",
        "received",
        "return-path",
        "message-id",
        "mime-version",
        "delivered-to",
        "reply-to",
        "cc",
        "content-type",
    ];
    let start = String::from_utf8_lossy(head.get(..head.len().min(4096)).unwrap_or(head));
    let mut known = 0;
    for (number, line) in start.lines().enumerate() {
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) || (number == 0 && line.starts_with("From ")) {
            continue;
        }
        let Some((field, _)) = line.split_once(':') else { return known >= 3 };
        if !field.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return known >= 3;
        }
        known += usize::from(KNOWN.contains(&field.to_ascii_lowercase().as_str()));
    }
    known >= 2
}

/// Returns whether the bytes are an Office file that is encrypted with a password. It stays unread: the
/// container is Microsoft's own and no reader here opens it.
pub fn is_encrypted_office(head: &[u8]) -> bool {
    let wide: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    head.starts_with(COMPOUND) && finds(head, &wide)
}

/// Returns a sentence for the user that says why the file is not read and what to do.
pub fn not_read_message(name: &str, head: &[u8]) -> String {
    let extension = extension(name);
    if is_encrypted_office(head) {
        return "This Office file is locked with a password, which Legajo cannot open: save it in Word without \
                a password, or as PDF."
            .to_owned();
    }
    let known = match extension.as_str() {
        "doc" | "dot" => Some("Word 97-2003 (.doc) is not read: open it in Word and save it as .docx or PDF."),
        "msg" | "oft" => Some("Outlook messages (.msg) are not read: save the message in Outlook as .eml or PDF."),
        "pst" | "ost" | "mbox" => Some("Mail archives are not read: save the messages you need as .eml."),
        "xls" | "xlsx" | "xlsm" | "xlsb" | "ods" | "csv" | "tsv" | "numbers" => {
            Some("Spreadsheets are not read: save the sheets that matter as PDF.")
        }
        "ppt" | "pptx" | "pptm" | "ppsx" | "odp" | "key" => Some("Presentations are not read: save it as PDF."),
        "pages" | "wpd" | "wps" | "sxw" | "abw" => {
            Some("This word processor's format is not read: save the document as .docx or PDF.")
        }
        "gif" | "bmp" | "webp" | "heic" | "heif" | "avif" | "jp2" | "svg" => {
            Some("This kind of picture is not read: save it as PNG, JPEG, TIFF or PDF.")
        }
        "zip" | "rar" | "7z" | "gz" | "tgz" | "tar" => {
            Some("Archives are not opened: unpack it into the folder, and its files will be read.")
        }
        "epub" | "mobi" | "xps" | "ps" | "eps" => Some("This format is not read: save the document as PDF."),
        _ => None,
    };
    if let Some(message) = known {
        return message.to_owned();
    }
    if head.starts_with(COMPOUND) {
        return "This is an older Office file, which is not read: save it as .docx or PDF.".to_owned();
    }
    if extension.is_empty() {
        return "The content is of no format that Legajo reads.".to_owned();
    }
    if by_extension(&extension).is_some() {
        return format!("The content is not what the name says: it is no .{extension} file that Legajo can read.");
    }
    format!("Files of the kind .{extension} are not read.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_before_the_name() {
        let utf16: &[u8] = b"\xFF\xFEa\0";
        let zip_docx: &[u8] = b"PK\x03\x04\x14\0\0\0\0\0....word/document.xml";
        let zip_odt: &[u8] = b"PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.textPK";
        let zip_ods: &[u8] = b"PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK";
        let cases: &[(&str, &[u8], Format)] = &[
            ("a.txt", b"%PDF-1.7\n", Format::Pdf),
            ("a.bin", b"\n\n%PDF-1.4", Format::Pdf),
            ("a", b"MZ junk junk %PDF-1.4", Format::Pdf),
            ("notes.md", b"# About\nA file begins with %PDF-1.7.", Format::Markdown),
            ("broken.pdf", b"no header at all", Format::Pdf),
            ("a.doc", b"{\\rtf1\\ansi", Format::Rtf),
            ("a.doc", b"<html><body>x", Format::Html),
            ("a.doc", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", Format::Unknown),
            ("a.rtf", b"\x00\x01", Format::Unknown),
            ("a", b"<?xml version='1.0'?>\n<!DOCTYPE html>", Format::Html),
            ("x.docx", zip_docx, Format::Docx),
            ("x.zip", zip_docx, Format::Docx),
            ("x.docx", b"PK\x03\x04 truncated", Format::Docx),
            ("x.docx", b"", Format::Docx),
            ("x", zip_odt, Format::Odt),
            ("x.ods", zip_ods, Format::Unknown),
            ("x.pptx", b"PK\x03\x04....ppt/presentation.xml", Format::Unknown),
            ("x.zip", b"PK\x03\x04....readme", Format::Unknown),
            ("p", b"\x89PNG\r\n\x1A\n", Format::Png),
            ("p.png", b"\xFF\xD8\xFF\xE0", Format::Jpeg),
            ("p", b"MM\0*\0\0", Format::Tiff),
            ("p.gif", b"GIF89a", Format::Unknown),
            ("m", b"Received: by x\r\n y\r\nFrom: a@b\r\n\r\nhi", Format::Eml),
            ("m.eml", b"X-Odd: 1\n\nbody", Format::Eml),
            ("memo.txt", b"From: Ana\nTo: Luis\n\nHola", Format::Txt),
            ("memo", b"Note: call\nTime: nine\n\nHola", Format::Txt),
            ("a.txt", utf16, Format::Txt),
            ("a.TXT", b"hola", Format::Txt),
            ("a.txt", b"", Format::Txt),
            ("a.txt", b"\0\0\0\0", Format::Unknown),
            ("LEEME", b"hola", Format::Txt),
            ("a.csv", b"a;b", Format::Unknown),
            ("", b"", Format::Unknown),
        ];
        for (name, head, expected) in cases {
            assert_eq!(detect(name, head), *expected, "{name} {:?}", String::from_utf8_lossy(head));
        }
    }

    #[test]
    fn the_message_says_what_to_do() {
        for (name, part) in [
            ("a.doc", ".docx or PDF"),
            ("a.MSG", ".eml"),
            ("a.xlsx", "Spreadsheets"),
            ("a.heic", "picture"),
            ("a.dwg", ".dwg"),
            ("a.txt", "not what the name says"),
            ("a", "no format"),
        ] {
            assert!(not_read_message(name, b"\0\0").contains(part), "{name}");
        }
        let mut locked = COMPOUND.to_vec();
        locked.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
        assert!(not_read_message("a.docx", &locked).contains("password"));
    }
}
