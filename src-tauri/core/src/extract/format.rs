//! Tells what format a file is, by its bytes first and its name second.

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
