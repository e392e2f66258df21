//! A library as the command line and the window use it: folders in, answers out.
//!
//! The facade puts the rooms together and holds no logic of its own. The library's directory holds
//! `library.db` (the truth), `vectors.usearch` (a cache) and nothing else.

mod asking;
mod indexing;
mod ledger;
mod models;
mod pages;
mod setup;
mod source;

pub use asking::AskRequest;
pub use ledger::{Counts, Ledger, LedgerRow};
pub use models::{Listed, ModelServer};
pub use pages::{PageJob, ShownText};
pub use setup::{Setup, default_directory};
pub use source::{Block, BlockKind, PageBoxes, PageWord, Source, SourcePage};

use crate::ask::{self, Grounds, Scope, ShownHit};
use crate::chunk::Limits;
use crate::config;
use crate::error::{Error, ProblemCode, Result};
use crate::ingest::{Cutting, Ingest, SyncReport};
use crate::progress::Watcher;
use crate::search::{Filter, Index, Legs, Question};
use crate::secrets;
use crate::store::{FileRow, FolderRow, Status, Store};
use crate::vectors::content_hash;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;
use unicode_normalization::UnicodeNormalization;

/// An open library.
pub struct Library {
    directory: PathBuf,
    store: Store,
    setup: Setup,
    index: RefCell<Option<(u64, Index)>>,
}

/// What a check of the library found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Checkup {
    /// The library's directory.
    pub library: String,
    /// What is wrong, each with what to do; empty when nothing is.
    pub findings: Vec<String>,
}

/// Time taken by the legs of a request, in milliseconds.
pub type Times = BTreeMap<&'static str, f64>;

impl Library {
    /// Opens the library in `directory`, making it (for this user alone) when it is not there.
    ///
    /// # Errors
    /// When the directory or the database cannot be used.
    pub fn open(directory: &Path, setup: Setup) -> Result<Self> {
        let doing = format!("making the library {}", directory.display());
        std::fs::create_dir_all(directory).map_err(Error::io(&*doing))?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let private = std::fs::Permissions::from_mode(0o700);
            std::fs::set_permissions(directory, private).map_err(Error::io(&*doing))?;
        }
        let directory = directory.canonicalize().map_err(Error::io(&*doing))?;
        let store = Store::open(&directory.join("library.db"))?;
        Ok(Self { directory, store, setup, index: RefCell::new(None) })
    }

    /// Adds a folder to watch.
    ///
    /// # Errors
    /// When it is not a directory.
    pub fn add_folder(&mut self, path: &Path, matter: Option<&str>) -> Result<String> {
        let absolute = absolute(path)?;
        if !Path::new(&absolute).is_dir() {
            return Err(Error::Request(format!(
                "{absolute} is not a folder. Choose the folder that holds the documents."
            )));
        }
        self.store.add_folder(&absolute, matter)?;
        Ok(absolute)
    }

    /// Watches a single file where it lies, as if it were a folder of one.
    ///
    /// # Errors
    /// When it is not a file.
    pub fn link_file(&mut self, path: &Path) -> Result<String> {
        let absolute = absolute(path)?;
        if !Path::new(&absolute).is_file() {
            return Err(Error::Request(format!("{absolute} is not a file.")));
        }
        self.store.add_folder(&absolute, None)?;
        Ok(absolute)
    }

    /// Removes a folder and everything indexed from it. The files themselves are not touched.
    pub fn remove_folder(&mut self, path: &Path) -> Result<()> {
        let absolute = absolute(path)?;
        if self.store.remove_folder(&absolute)? {
            return Ok(());
        }
        Err(Error::Request(format!("{absolute} is not one of the library's folders. `legajo folder list` shows them.")))
    }

    /// Returns the folders.
    pub fn folders(&self) -> Result<Vec<FolderRow>> {
        self.store.folders()
    }

    /// Keeps a path and everything below it out of the library.
    pub fn exclude(&mut self, path: &Path) -> Result<()> {
        let absolute = absolute(path)?;
        self.store.exclude(&absolute)
    }

    /// Lets a path in again that was kept out.
    pub fn include(&mut self, path: &Path) -> Result<()> {
        let absolute = absolute(path)?;
        self.store.include(&absolute)
    }

    /// Returns a choice of the user that is kept with the library.
    pub fn setting(&self, name: &str) -> Result<Option<String>> {
        self.store.meta(name)
    }

    /// Returns when the library was made, ISO 8601.
    pub fn made_at(&self) -> Result<String> {
        self.store.made_at()
    }

    /// Keeps a choice of the user with the library.
    pub fn set_setting(&mut self, name: &str, value: &str) -> Result<()> {
        self.store.set_meta(name, value)
    }

    /// Forgets the whole index, so that the next sync makes it anew; folders and conversations stay.
    pub fn rebuild(&mut self) -> Result<()> {
        self.store.forget_documents()
    }

    /// Reads a document anew, whatever is known of it.
    ///
    /// # Errors
    /// When the path is not in the library.
    pub fn read_again(&mut self, path: &Path) -> Result<()> {
        let file = self.find_file(path)?;
        // An attachment is read with the file that holds it.
        let mut outer = file.clone();
        while let Some(parent) = &outer.parent {
            outer = self.find_file(Path::new(parent))?;
        }
        self.with_ingest(false, |ingest, store| ingest.read_one(store, &outer))?;
        self.embed_new(&crate::progress::Silent)
    }

    /// Brings the index in line with the folders, once.
    pub fn sync(&mut self, watcher: &dyn Watcher) -> Result<SyncReport> {
        let _lock = self.lock()?;
        let check_hashes = self.full_check_due()?;
        let report = self.with_ingest(check_hashes, |ingest, store| ingest.sync(store, watcher))?;
        if check_hashes {
            self.store.set_meta("checked", &jiff::Timestamp::now().to_string())?;
        }
        if watcher.cancelled() {
            return Ok(report); // Loading the embedder would take longer than the user waits.
        }
        self.embed_new(watcher)?;
        Ok(report)
    }

    /// Opens a document with its password and reads it.
    ///
    /// # Errors
    /// When the path is not in the library, or the password does not open it.
    pub fn unlock(&mut self, path: &Path, password: &str) -> Result<Vec<String>> {
        let file = self.find_file(path)?;
        let bytes = std::fs::read(&file.path).map_err(Error::io(format!("reading {}", file.path)))?;
        let sha256 = content_hash(&bytes);
        self.setup.options.password = Some(password.to_owned());
        let read = self.with_ingest(false, |ingest, store| ingest.read_one(store, &file));
        self.setup.options.password = None;
        read?;
        let row = self.store.file(&file.path)?;
        let problems = self.store.problems_of(&file.path, row.and_then(|row| row.document_id))?;
        if problems.iter().any(|problem| problem.code == ProblemCode::NeedsPassword) {
            return Err(Error::Password);
        }
        let mut notes = Vec::new();
        if let Err(reason) = secrets::keep(&sha256, password) {
            notes.push(format!("The password is kept only until Legajo is closed ({reason})."));
        }
        self.embed_new(&crate::progress::Silent)?;
        Ok(notes)
    }

    /// Checks the database and what reading and searching need, and says what is missing.
    pub fn doctor(&self) -> Result<Checkup> {
        let mut findings: Vec<String> = self.store.check()?;
        findings.extend(self.setup.embedder.get().err());
        if let Err(problem) =
            crate::ocr::Engine::new(&self.setup.options.ocr_languages, self.setup.options.tessdata.clone())
        {
            findings.push(problem.message);
        }
        Ok(Checkup { library: self.directory.to_string_lossy().into_owned(), findings })
    }

    /// Takes a question apart, as searching and answering do.
    pub fn question(&self, text: &str) -> Result<Question> {
        self.index(&mut Times::new())?.question(&self.store, text)
    }

    /// Returns the best passages for a question.
    pub fn search(&self, text: &str, count: usize, filter: &Filter, legs: Legs) -> Result<(Vec<ShownHit>, Times)> {
        let mut times = Times::new();
        let index = self.index(&mut times)?;
        let started = Instant::now();
        let question = index.question(&self.store, text)?;
        note(&mut times, "question", started);
        let vector = if legs == Legs::Words { None } else { self.question_vector(&question.asking, &mut times)? };
        let started = Instant::now();
        let hits = index.search(&self.store, &question, vector.as_deref(), filter, legs, count)?;
        note(&mut times, "search", started);
        let mut grounds = Grounds::default();
        let shown = hits.iter().enumerate();
        let shown = shown
            .map(|(rank, hit)| ask::shown_hit(&self.store, &index, rank + 1, hit, &mut grounds))
            .collect::<Result<_>>()?;
        Ok((shown, times))
    }

    fn scope(&self, index: &Index) -> Result<Scope> {
        let files = self.store.files()?;
        let pending = files.iter().filter(|file| file.status == Status::Pending).count() as u64;
        let partly = self.store.paths_with_unread_parts()?;
        let unread = files
            .into_iter()
            .filter(|file| matches!(file.status, Status::Problem | Status::Unreachable) || partly.contains(&file.path))
            .map(|file| file.path)
            .collect();
        Ok(Scope { searched: index.documents().len() as u64, pending, unread })
    }

    fn with_ingest<T>(
        &mut self,
        check_hashes: bool,
        work: impl FnOnce(&Ingest<'_>, &mut Store) -> Result<T>,
    ) -> Result<T> {
        let Library { directory, store, setup, .. } = self;
        // Without the embedder a token is taken for two code points, which cuts no passage too long. It is loaded
        // with the first text: most comparisons find nothing new.
        let embedder = OnceLock::new();
        let tokens = |text: &str| match embedder.get_or_init(|| setup.embedder.get()) {
            Ok(embedder) => embedder.token_count(text),
            Err(_) => text.chars().count() / 2,
        };
        let leave_out = [directory.clone()];
        let given = setup.options.password.clone();
        let password = |sha256: &str| given.clone().or_else(|| secrets::find(sha256));
        let cutting = Cutting { limits: Limits::default(), tokens: &tokens };
        let ingest = Ingest {
            reader: &setup.reader,
            options: &setup.options,
            cutting: &cutting,
            leave_out: &leave_out,
            password: &password,
            check_hashes,
            still_for: setup.still_for,
        };
        work(&ingest, store)
    }

    fn full_check_due(&self) -> Result<bool> {
        let Some(last) = self.store.meta("checked")? else { return Ok(true) };
        let Ok(last) = last.parse::<jiff::Timestamp>() else { return Ok(true) };
        Ok(jiff::Timestamp::now().duration_since(last) > config::FULL_HASH_EVERY)
    }

    /// Holds the library for writing until dropped.
    fn lock(&self) -> Result<std::fs::File> {
        let path = self.directory.join("lock");
        let doing = || format!("locking {}", path.display());
        let file = std::fs::File::create(&path).map_err(Error::io(doing()))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(std::fs::TryLockError::WouldBlock) => {
                Err(Error::Request("Another Legajo is bringing this library up to date. Wait for it to end.".into()))
            }
            Err(std::fs::TryLockError::Error(error)) => Err(Error::io(doing())(error)),
        }
    }

    fn find_document(&self, path: &Path) -> Result<(FileRow, i64)> {
        let file = self.find_file(path)?;
        match file.document_id {
            Some(id) => Ok((file, id)),
            None => Err(Error::Request(format!("{} has not been read. `legajo status` says why.", file.path))),
        }
    }

    /// Finds a path of the ledger, whichever way its accents are composed.
    fn find_file(&self, path: &Path) -> Result<FileRow> {
        let wanted = absolute(path)?;
        if let Some(file) = self.store.file(&wanted)? {
            return Ok(file);
        }
        let composed: String = wanted.nfc().collect();
        let same = |file: &FileRow| file.path.nfc().collect::<String>() == composed;
        self.store.files()?.into_iter().find(same).ok_or_else(|| {
            Error::Request(format!("{wanted} is not in the library. Add its folder and run `legajo sync`."))
        })
    }
}

fn absolute(path: &Path) -> Result<String> {
    let absolute = std::path::absolute(path).map_err(Error::io(format!("finding {}", path.display())))?;
    let text = absolute.to_string_lossy();
    let trimmed = text.trim_end_matches('/');
    Ok(if trimmed.is_empty() { "/".to_owned() } else { trimmed.to_owned() })
}

fn note(times: &mut Times, name: &'static str, started: Instant) {
    times.insert(name, started.elapsed().as_secs_f64() * 1000.0);
}
