//! What the window holds while it is open: the library's handles, what is being done, what may be taken in.
//!
//! A library is opened more than once, so that a long answer keeps neither the ledger nor a page waiting; SQLite
//! lets them read side by side. All share one embedder.

use crate::keeper::Keeper;
use crate::pictures::Pictures;
use crate::view::{Changed, Failure, Settings};
use legajo_core::config;
use legajo_core::error::{Error, Result};
use legajo_core::library::{Library, Setup, default_directory};
use legajo_core::progress::Stop;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tauri::{AppHandle, Emitter, Manager, State};

/// Name of the library's value that holds the window's settings as JSON.
const SETTINGS: &str = "window";

/// The window's shelf, as commands take it.
pub(crate) type Shared<'a> = State<'a, Arc<Shelf>>;

/// What the window holds while it is open.
pub(crate) struct Shelf {
    /// Tells the interface what changed.
    app: AppHandle,
    /// The library's directory.
    pub(crate) directory: PathBuf,
    /// For what is quick: the ledger, folders, sources, settings.
    looking: Mutex<Library>,
    /// For answers.
    asking: Mutex<Library>,
    /// For the model server, which may let one wait.
    serving: Mutex<Library>,
    /// Keeps the index in step with the folders.
    pub(crate) keeper: Keeper,
    /// Draws pages.
    pub(crate) pictures: Pictures,
    /// Stops the answer that is being made.
    pub(crate) answering: Mutex<Stop>,
    /// Stops the fetching of a model.
    pub(crate) fetching: Mutex<Stop>,
    /// Paths that the user chose, dropped or opened, and which alone may be taken in.
    offered: Mutex<BTreeSet<PathBuf>>,
    /// Files opened from elsewhere before the interface listened.
    pub(crate) handed: Mutex<Vec<PathBuf>>,
}

impl Shelf {
    /// Opens the library in `directory`, or this user's own, and begins to keep it.
    ///
    /// # Errors
    /// When it cannot be opened or watched.
    pub(crate) fn open(app: AppHandle, directory: Option<PathBuf>) -> Result<Self> {
        let mut setup = Setup::from_surroundings(config::FILE_STILL_FOR)?;
        let directory = directory.map_or_else(default_directory, Ok)?;
        let looking = Library::open(&directory, setup.clone())?;
        if let Some(languages) = settings(&looking).ocr_languages {
            setup.options.ocr_languages = languages;
        }
        let open = || Library::open(&directory, setup.clone());
        let tell = app.clone();
        let keeper = Keeper::start(open()?, setup.embedder.clone(), &directory, move |what| {
            // The window may be closing; then nobody is left to be told.
            let _ = tell.emit("changed", what);
        })?;
        Ok(Self {
            app,
            looking: Mutex::new(looking),
            asking: Mutex::new(open()?),
            serving: Mutex::new(open()?),
            keeper,
            pictures: Pictures::new(open()?),
            directory,
            answering: Mutex::default(),
            fetching: Mutex::default(),
            offered: Mutex::default(),
            handed: Mutex::default(),
        })
    }

    /// Tells the interface what changed.
    pub(crate) fn changed(&self, what: Changed) {
        let _ = self.app.emit("changed", what);
    }

    /// Lets a quick piece of work have the library.
    pub(crate) fn look<T>(&self, work: impl FnOnce(&mut Library) -> Result<T>) -> Result<T> {
        work(&mut held(&self.looking))
    }

    /// Lets an answer have the library.
    pub(crate) fn ask<T>(&self, work: impl FnOnce(&mut Library) -> Result<T>) -> Result<T> {
        work(&mut held(&self.asking))
    }

    /// Lets what waits for the model server have the library.
    pub(crate) fn fetch<T>(&self, work: impl FnOnce(&mut Library) -> Result<T>) -> Result<T> {
        work(&mut held(&self.serving))
    }

    /// Returns what the user has chosen.
    pub(crate) fn settings(&self) -> Settings {
        settings(&held(&self.looking))
    }

    /// Keeps what the user has chosen.
    pub(crate) fn save_settings(&self, settings: &Settings) -> Result<()> {
        let text = serde_json::to_string(settings).map_err(|error| Error::Request(error.to_string()))?;
        self.look(|library| library.set_setting(SETTINGS, &text))?;
        self.changed(Changed::Settings);
        Ok(())
    }

    /// Returns the folder that imported files are copied into.
    pub(crate) fn inbox(&self) -> PathBuf {
        self.directory.join("inbox")
    }

    /// Returns a folder that ships with Legajo.
    pub(crate) fn resource(&self, name: &str) -> Result<PathBuf> {
        let found = self.app.path().resource_dir().map(|directory| directory.join(name)).ok();
        found.filter(|path| path.is_dir()).ok_or_else(|| {
            Error::Request(format!("The folder {name} that ships with Legajo is missing. Install Legajo again."))
        })
    }

    /// Remembers paths that the user offered, so that they may be taken in.
    pub(crate) fn offer(&self, paths: &[PathBuf]) {
        held(&self.offered).extend(paths.iter().cloned());
    }

    /// Checks that the user offered a path.
    ///
    /// # Errors
    /// When nobody did: the interface alone takes nothing in.
    pub(crate) fn offered(&self, path: &Path) -> Result<()> {
        if held(&self.offered).contains(path) {
            return Ok(());
        }
        Err(Error::Request(format!("{} was not chosen. Choose it, or drop it on the window.", path.display())))
    }
}

fn settings(library: &Library) -> Settings {
    // Settings that cannot be read are those of a newer Legajo; the usual ones serve meanwhile.
    let text = library.setting(SETTINGS).ok().flatten().unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Holds a lock, whatever became of an earlier holder: nothing here is left half done by a panic.
pub(crate) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs work on a thread that may block, and makes of what failed what the interface shows.
pub(crate) async fn run<T: Send + 'static>(
    shelf: &Shared<'_>,
    work: impl FnOnce(&Shelf) -> Result<T> + Send + 'static,
) -> std::result::Result<T, Failure> {
    let shelf = Arc::clone(shelf);
    let done = tauri::async_runtime::spawn_blocking(move || work(&shelf)).await;
    match done {
        Ok(done) => done.map_err(Failure::from),
        Err(panicked) => Err(Failure { code: "bug".into(), message: panicked.to_string(), detail: String::new() }),
    }
}
