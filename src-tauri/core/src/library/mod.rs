//! A library as the command line and the window use it: folders in, answers out.
//!
//! The facade puts the rooms together and holds no logic of its own. The library's directory holds
//! `library.db` (the truth), `vectors.usearch` (a cache) and nothing else.

mod asking;
mod ledger;
mod pages;
mod source;

pub use asking::AskRequest;
pub use ledger::{Ledger, LedgerRow};
pub use pages::ShownText;
pub use source::{Block, BlockKind, PageBoxes, PageWord, Source, SourcePage};

use crate::ask::{self, Grounds, Scope, ShownHit};
use crate::chunk::Limits;
use crate::config;
use crate::error::{Error, ProblemCode, Result};
use crate::extract::Options;
use crate::extract::child::Reader;
use crate::ingest::{Cutting, Ingest, SyncReport, embed_pending};
use crate::models::{Embedder, EmbedderFiles, Side};
use crate::progress::Watcher;
use crate::search::{Filter, Index, Legs, Question};
use crate::secrets;
use crate::store::{FileRow, FolderRow, Status, Store};
use crate::vectors::Vectors;
use rayon::prelude::*;
use serde::Serialize;
use std::cell::{Ref, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use unicode_normalization::UnicodeNormalization;

/// Where a library finds its helpers.
pub struct Setup {
    /// Reads documents in child processes.
    pub reader: Reader,
    /// What readers are told.
    pub options: Options,
    /// The directory of the embedder's files.
    pub embedder: PathBuf,
    /// Where the model server is, as `OLLAMA_HOST` says it; `None` for its usual place.
    pub model_host: Option<String>,
    /// Tells how much memory a model may take now, in bytes, where that is known.
    pub available_memory: fn() -> Option<u64>,
    /// How long a file must not have changed before it is read; zero reads it at once.
    pub still_for: Duration,
}

/// An open library.
pub struct Library {
    directory: PathBuf,
    store: Store,
    setup: Setup,
    /// Loaded when first needed; the reason where it cannot be.
    embedder: OnceLock<std::result::Result<Embedder, String>>,
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
        Ok(Self { directory, store, setup, embedder: OnceLock::new(), index: RefCell::new(None) })
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
        let sha256 = crate::vectors::hex(&<sha2::Sha256 as sha2::Digest>::digest(&bytes));
        self.setup.options.password = Some(password.to_owned());
        let read = self.with_ingest(false, |ingest, store| ingest.read_one(store, &file));
        self.setup.options.password = None;
        read?;
        let row = self.store.file(&file.path)?;
        let problems = self.store.problems_of(&file.path, row.and_then(|row| row.document_id))?;
        if problems.iter().any(|problem| problem.code == ProblemCode::NeedsPassword) {
            return Err(Error::Request("The password does not open the document.".into()));
        }
        let mut notes = Vec::new();
        if let Err(reason) = secrets::keep(&sha256, password) {
            notes.push(format!("The password is not kept ({reason}): it will be asked again to show the pages."));
        }
        self.embed_new(&crate::progress::Silent)?;
        Ok(notes)
    }

    /// Checks the database and what reading and searching need, and says what is missing.
    pub fn doctor(&self) -> Result<Checkup> {
        let mut findings: Vec<String> = self.store.check()?;
        self.embedder();
        findings.extend(self.embedder_problem());
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

    /// Returns what search holds in memory, loading it when the library has changed.
    fn index(&self, times: &mut Times) -> Result<Ref<'_, Index>> {
        let generation = self.store.generation()?;
        let fresh = self.index.borrow().as_ref().is_some_and(|(loaded, _)| *loaded == generation);
        if !fresh {
            let started = Instant::now();
            let index = Index::load(&self.store, self.load_vectors(generation)?)?;
            *self.index.borrow_mut() = Some((generation, index));
            note(times, "load", started);
        }
        Ref::filter_map(self.index.borrow(), |loaded| loaded.as_ref().map(|(_, index)| index))
            .map_err(|_| Error::Request("the index could not be loaded".into()))
    }

    fn load_vectors(&self, generation: u64) -> Result<Option<(i64, Vectors)>> {
        let Ok(files) = EmbedderFiles::find(&self.setup.embedder) else { return Ok(None) };
        let Some(row) = self.store.known_embedder(files.digest())? else { return Ok(None) };
        let path = self.vector_path();
        if let Some(vectors) = Vectors::load(&path, files.dimension(), generation, files.digest()) {
            return Ok(Some((row, vectors)));
        }
        let vectors = self.build_vectors(row, files.dimension())?;
        // A cache that cannot be written only costs time at the next start.
        let _ = vectors.save(&path, generation, files.digest());
        Ok(Some((row, vectors)))
    }

    fn build_vectors(&self, embedder: i64, dimension: usize) -> Result<Vectors> {
        let vectors = Vectors::new(dimension)?;
        vectors.reserve(self.store.vector_counts(embedder)?.0 as usize)?;
        let mut outcome = Ok(());
        let mut waiting: Vec<(i64, Vec<f32>)> = Vec::with_capacity(config::VECTORS_ADDED_TOGETHER);
        let add = |waiting: &mut Vec<(i64, Vec<f32>)>| {
            waiting.par_drain(..).try_for_each(|(passage, vector)| vectors.add(passage, &vector))
        };
        self.store.each_vector(embedder, |passage, vector| {
            waiting.push((passage, vector));
            if outcome.is_ok() && waiting.len() == config::VECTORS_ADDED_TOGETHER {
                outcome = add(&mut waiting);
            }
        })?;
        outcome = outcome.and_then(|()| add(&mut waiting));
        outcome.map(|()| vectors)
    }

    /// Embeds what has no vector yet and writes the vector file. An unchanged library loads no model for it.
    fn embed_new(&mut self, watcher: &dyn Watcher) -> Result<()> {
        let Ok(files) = EmbedderFiles::find(&self.setup.embedder) else { return Ok(()) };
        let known = self.store.known_embedder(files.digest())?;
        if known.is_none_or(|row| self.store.lacks_vectors(row).unwrap_or(true)) {
            let Library { store, embedder, setup, .. } = self;
            if let Ok(embedder) = embedder.get_or_init(|| load_embedder(&setup.embedder)) {
                embed_pending(store, embedder, watcher)?;
            }
        }
        let generation = self.store.generation()?;
        if !Vectors::is_current(&self.vector_path(), generation, files.digest()) {
            self.load_vectors(generation)?;
        }
        Ok(())
    }

    fn vector_path(&self) -> PathBuf {
        self.directory.join("vectors.usearch")
    }

    /// Returns the embedder, loaded when first needed; `None` when it is not prepared.
    fn embedder(&self) -> Option<&Embedder> {
        self.embedder.get_or_init(|| load_embedder(&self.setup.embedder)).as_ref().ok()
    }

    /// Returns why there is no embedder, where there is none; one that was not needed yet is not loaded for it.
    pub fn embedder_problem(&self) -> Option<String> {
        match self.embedder.get() {
            Some(loaded) => loaded.as_ref().err().cloned(),
            None => EmbedderFiles::find(&self.setup.embedder).err().map(|error| error.to_string()),
        }
    }

    fn question_vector(&self, asking: &str, times: &mut Times) -> Result<Option<Vec<f32>>> {
        let started = Instant::now();
        let Some(embedder) = self.embedder() else { return Ok(None) };
        let vector = embedder.embed(Side::Query, &[asking.to_owned()])?.into_iter().next();
        note(times, "embed", started);
        Ok(vector)
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
        let Library { directory, store, setup, embedder, .. } = self;
        // Without the embedder a token is taken for two code points, which cuts no passage too long.
        let tokens = |text: &str| match embedder.get_or_init(|| load_embedder(&setup.embedder)) {
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

fn load_embedder(directory: &Path) -> std::result::Result<Embedder, String> {
    EmbedderFiles::find(directory).and_then(Embedder::load).map_err(|error| error.to_string())
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
