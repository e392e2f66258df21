//! What only the window needs to know of its desk: types that cross to the interface beside the engine's own.
//!
//! `ui/src/generated` is written from these and the engine's types by the test below, which fails when they
//! have drifted apart; `./dev types` runs it so that it writes them.

use legajo_core::ask::Claim;
use legajo_core::config::ModelSkill;
use legajo_core::error::Error;
use legajo_core::progress::Progress;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// All that the frame of the window shows.
#[derive(Debug, Clone, Serialize, TS)]
pub(crate) struct Desk {
    /// Legajo's version.
    pub(crate) version: String,
    /// The library's directory.
    pub(crate) library: String,
    /// The folders, in order of path.
    pub(crate) folders: Vec<FolderView>,
    /// Counts by status, and sums.
    pub(crate) totals: BTreeMap<&'static str, u64>,
    /// Files that the user can do something about.
    pub(crate) need_you: u64,
    /// What the keeper of the index is doing.
    pub(crate) keeping: Keeping,
    /// What is missing for reading or searching, in words.
    pub(crate) findings: Vec<String>,
    /// What the user has chosen.
    pub(crate) settings: Settings,
}

/// A folder of the library.
#[derive(Debug, Clone, Serialize, TS)]
pub(crate) struct FolderView {
    /// Absolute path.
    pub(crate) path: String,
    /// The matter (expediente) it belongs to.
    pub(crate) matter: Option<String>,
    /// Files seen in it.
    pub(crate) files: u64,
    /// Whether it can be listed now.
    pub(crate) reachable: bool,
    /// Whether it is the library's own, for what is imported.
    pub(crate) inbox: bool,
}

/// What the keeper of the index is doing.
#[derive(Debug, Clone, Default, Serialize, TS)]
pub(crate) struct Keeping {
    /// Whether it is at work.
    pub(crate) busy: bool,
    /// Whether the user has paused it.
    pub(crate) paused: bool,
    /// How far it is.
    pub(crate) progress: Option<Progress>,
    /// Time left at the present pace, in seconds.
    pub(crate) seconds_left: Option<u32>,
    /// Why the last round failed.
    pub(crate) failure: Option<Failure>,
}

/// What the user has chosen. Empty means: as the system or the app has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub(crate) struct Settings {
    /// `es` or `en`.
    pub(crate) language: Option<String>,
    /// `light` or `dark`.
    pub(crate) theme: Option<String>,
    /// `verbatim`, `select` or `compose`.
    pub(crate) mode: Option<String>,
    /// The model that answers.
    pub(crate) model: Option<String>,
    /// What becomes of dropped files: `copy` or `link`.
    pub(crate) import: Option<String>,
    /// Tesseract's languages, such as `spa+eng`.
    pub(crate) ocr_languages: Option<String>,
}

/// A question as the window asks it.
#[derive(Debug, Clone, Deserialize, TS)]
pub(crate) struct Wish {
    /// The question.
    pub(crate) question: String,
    /// The conversation it goes on; `null` begins one.
    pub(crate) conversation: Option<i64>,
    /// Only below these folders; all when empty.
    pub(crate) folders: Vec<String>,
    /// Only these documents; all when empty.
    pub(crate) documents: Vec<String>,
    /// `verbatim`, `select` or `compose`; `null` as in the settings.
    pub(crate) mode: Option<String>,
}

/// What is told while an answer is made.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Told {
    /// A sentence that has been checked.
    Claim {
        /// The sentence.
        claim: Box<Claim>,
    },
}

/// The model server and what it has.
#[derive(Debug, Clone, Serialize, TS)]
pub(crate) struct Models {
    /// Where it is.
    pub(crate) address: String,
    /// Why it cannot be used, where it cannot.
    pub(crate) failure: Option<Failure>,
    /// The models that run where the server is.
    pub(crate) installed: Vec<ModelView>,
    /// The model that answers when the user has chosen none.
    pub(crate) chosen: Option<String>,
    /// The model to fetch on this computer.
    pub(crate) recommended: Option<Recommended>,
    /// Memory that a model may take now, in bytes, where known.
    pub(crate) memory_bytes: Option<u64>,
    /// Another machine that `OLLAMA_HOST` names and the user has not allowed yet.
    pub(crate) to_confirm: Option<String>,
    /// The other machine that the user allowed.
    pub(crate) allowed: Option<String>,
}

/// An installed model.
#[derive(Debug, Clone, Serialize, TS)]
pub(crate) struct ModelView {
    /// Its name.
    pub(crate) name: String,
    /// Size of its file, in bytes.
    pub(crate) bytes: u64,
    /// Its parameters, in billions, where known.
    pub(crate) parameters_billion: Option<f32>,
    /// How its weights are rounded.
    pub(crate) quantisation: String,
    /// Whether it fits into the memory that is free now; `null` when unknown.
    pub(crate) fits: Option<bool>,
    /// What it is trusted with; `null` when it is not taken for answering.
    pub(crate) skill: Option<ModelSkill>,
}

/// A model to fetch.
#[derive(Debug, Clone, Serialize, TS)]
pub(crate) struct Recommended {
    /// The name to fetch it by.
    pub(crate) name: String,
    /// Size of the download, in bytes.
    pub(crate) bytes: u64,
    /// Memory that it needs, in bytes.
    pub(crate) memory_bytes: u64,
}

/// What went over the network, and what lies on disk.
#[derive(Debug, Clone, Serialize, TS)]
pub(crate) struct Account {
    /// Requests to another machine than this one, since `since`.
    pub(crate) requests_outside: u64,
    /// When counting began, ISO 8601.
    pub(crate) since: String,
    /// Size of the database, in bytes.
    pub(crate) database_bytes: u64,
    /// Size of the vector file, in bytes.
    pub(crate) vectors_bytes: u64,
    /// Size of the imported files, in bytes.
    pub(crate) inbox_bytes: u64,
    /// The embedder's name; `null` when there is none.
    pub(crate) embedder: Option<String>,
    /// Licences of what is linked, as one text.
    pub(crate) licences: String,
}

/// Files that another program or the user hands over.
#[derive(Debug, Clone, Serialize, TS)]
pub(crate) struct Handed {
    /// Absolute paths.
    pub(crate) paths: Vec<String>,
    /// How many of them are in the library already.
    pub(crate) known: usize,
}

/// What has changed, so that the interface asks again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Changed {
    /// Files or folders.
    Ledger,
    /// Conversations.
    Conversations,
    /// What the keeper is doing.
    Keeping,
    /// Settings.
    Settings,
}

/// An operation that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub(crate) struct Failure {
    /// A stable code that the interface translates and acts on.
    pub(crate) code: String,
    /// A sentence in English: what happened and what to do next.
    pub(crate) message: String,
    /// Figures and the system's own words.
    pub(crate) detail: String,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let detail = match &error {
            Error::Model { detail, .. } => detail.clone(),
            _ => String::new(),
        };
        Self { code: error.code().to_owned(), message: error.to_string(), detail }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use legajo_core::{ask, library, store};
    use std::path::Path;
    use ts_rs::{Config, ExportError};

    fn write_all(config: &Config) -> Result<(), ExportError> {
        ask::Answer::export_all(config)?;
        library::Ledger::export_all(config)?;
        library::Source::export_all(config)?;
        library::PageWord::export_all(config)?;
        library::PageBoxes::export_all(config)?;
        library::Block::export_all(config)?;
        store::ConversationRow::export_all(config)?;
        store::TurnRow::export_all(config)?;
        Desk::export_all(config)?;
        Wish::export_all(config)?;
        Told::export_all(config)?;
        Models::export_all(config)?;
        Account::export_all(config)?;
        Handed::export_all(config)?;
        Changed::export_all(config)
    }

    fn files(directory: &Path) -> BTreeMap<String, String> {
        let entries = std::fs::read_dir(directory).unwrap();
        entries
            .map(|entry| entry.unwrap())
            .map(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                (name, std::fs::read_to_string(entry.path()).unwrap())
            })
            .collect()
    }

    #[test]
    fn the_interface_has_the_types_of_the_engine() {
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/generated");
        let made = tempfile::tempdir().unwrap();
        let config = |directory: &Path| Config::new().with_large_int("number").with_out_dir(directory);
        write_all(&config(made.path())).unwrap();
        if std::env::var_os("LEGAJO_WRITE_TYPES").is_some() {
            let _ = std::fs::remove_dir_all(&committed);
            write_all(&config(&committed)).unwrap();
        }
        assert_eq!(files(made.path()), files(&committed), "run ./dev types");
    }
}
