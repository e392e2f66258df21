//! What can go wrong, in two of its three kinds: an operation that failed ([`Error`]) and a finding
//! about a document ([`Problem`]). The third kind, a bug, is an assertion.
//!
//! Texts are English here; the window translates by `code`, and nobody matches on a message.

use serde::{Deserialize, Serialize};

/// An operation that failed: what was being done, and why.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or directory could not be used.
    #[error("{doing}: {source}")]
    Io {
        /// What was being done, with the path.
        doing: String,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The library's database refused.
    #[error("{doing}: {source}")]
    Store {
        /// What was being done.
        doing: String,
        /// SQLite's answer.
        source: rusqlite::Error,
    },
    /// The embedder could not be loaded or run.
    #[error("the embedder: {0}")]
    Embedder(String),
    /// The model server could not do what was asked of it.
    #[error("{message}")]
    Model {
        /// The stable code of the fault (`models::Fault::code`).
        code: &'static str,
        /// A sentence for the user: what happened and what to do next.
        message: String,
        /// Its figures and the server's own words, for a translated sentence and for support.
        detail: String,
    },
    /// The reading child could not be started or spoken to.
    #[error("the reading process: {0}")]
    Child(String),
    /// What a model wrote is not of the form that was asked for.
    #[error("the model's answer cannot be read: {0}")]
    Draft(String),
    /// A password does not open its document.
    #[error("The password does not open the document.")]
    Password,
    /// What is asked for was in the library and is there no more.
    #[error("{0}")]
    Gone(String),
    /// The user asked for something that is not there or cannot be done.
    #[error("{0}")]
    Request(String),
}

impl Error {
    /// Returns the stable code that the window acts on.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Io { .. } => "io",
            Error::Store { .. } => "store",
            Error::Embedder(_) => "embedder",
            Error::Model { code, .. } => code,
            Error::Child(_) => "child",
            Error::Draft(_) => "draft",
            Error::Password => "password",
            Error::Gone(_) => "gone",
            Error::Request(_) => "request",
        }
    }

    /// Makes an [`Error::Io`] mapper that says what was being done.
    pub fn io(doing: impl Into<String>) -> impl FnOnce(std::io::Error) -> Error {
        let doing = doing.into();
        move |source| Error::Io { doing, source }
    }

    /// Makes an [`Error::Store`] mapper that says what was being done.
    pub fn store(doing: impl Into<String>) -> impl FnOnce(rusqlite::Error) -> Error {
        let doing = doing.into();
        move |source| Error::Store { doing, source }
    }
}

/// The result of an operation of the engine.
pub type Result<T> = std::result::Result<T, Error>;

/// What kind of finding a [`Problem`] is. The names are stored and shown by the window in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The file's format is not one that Legajo reads.
    FormatNotRead,
    /// The file is encrypted and its password is not known.
    NeedsPassword,
    /// The file is damaged beyond reading.
    Damaged,
    /// The file holds no text at all.
    Empty,
    /// The file could not be opened or read from disk.
    Unreachable,
    /// A limit named in `config` was reached.
    LimitReached,
    /// The reading process crashed, hung or outgrew its limits.
    ReaderFailed,
    /// A page could not be read, or not wholly (the message gives the share of ink covered).
    PageUnread,
    /// Tesseract or its language data is missing.
    OcrMissing,
    /// The file has pending tracked changes; the final text was read.
    TrackedChanges,
    /// The file carries an electronic signature, which was not checked.
    Signed,
    /// Part of the text is invisible on the page.
    HiddenText,
    /// Something of the file was passed over; the message says what.
    PartlyRead,
}

impl ProblemCode {
    /// Returns whether the user can do something about it: give a password, try again, scan better.
    pub fn needs_user(self) -> bool {
        use ProblemCode::{NeedsPassword, OcrMissing, PageUnread, ReaderFailed};
        matches!(self, NeedsPassword | OcrMissing | PageUnread | ReaderFailed)
    }
}

/// A finding about a document or one of its pages, stored and shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Problem {
    /// The page it concerns, counted from 1.
    pub page: Option<u32>,
    /// The kind of finding.
    pub code: ProblemCode,
    /// A sentence for the user: what was found and what to do next.
    pub message: String,
}

impl Problem {
    /// Makes a finding about a whole document.
    pub fn document(code: ProblemCode, message: impl Into<String>) -> Self {
        Self { page: None, code, message: message.into() }
    }

    /// Makes a finding about one page, counted from 1.
    pub fn page(page: u32, code: ProblemCode, message: impl Into<String>) -> Self {
        Self { page: Some(page), code, message: message.into() }
    }
}
