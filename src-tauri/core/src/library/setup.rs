//! What a library is told of its surroundings: the environment, the embedder, the memory.
//!
//! Both executables make their [`Setup`] here, before any work; the engine's logic looks at none of it.

use crate::error::{Error, Result};
use crate::extract::Options;
use crate::extract::child::Reader;
use crate::models::SharedEmbedder;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where a library finds its helpers.
#[derive(Clone)]
pub struct Setup {
    /// Reads documents in child processes.
    pub reader: Reader,
    /// What readers are told.
    pub options: Options,
    /// The embedder, loaded when first needed; libraries may share one.
    pub embedder: SharedEmbedder,
    /// Where the model server is, as `OLLAMA_HOST` says it; `None` for its usual place.
    pub model_host: Option<String>,
    /// Tells how much memory a model may take now, in bytes, where that is known.
    pub available_memory: fn() -> Option<u64>,
    /// How long a file must not have changed before it is read; zero reads it at once.
    pub still_for: Duration,
}

impl Setup {
    /// Reads the environment. `still_for` is how long a file must not have changed before it is read.
    ///
    /// # Errors
    /// When the running executable cannot be found, which reads documents as a child.
    pub fn from_surroundings(still_for: Duration) -> Result<Self> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let reader = match variable("LEGAJO_READER") {
            Some(exe) => Reader::new(exe),
            None => Reader::lightest()?,
        };
        let options = Options {
            ocr_languages: std::env::var("LEGAJO_OCR_LANGUAGES").unwrap_or_else(|_| "spa+eng".to_owned()),
            tessdata: variable("TESSDATA_PREFIX"),
            ..Options::default()
        };
        Ok(Setup {
            reader,
            options,
            embedder: SharedEmbedder::new(variable("LEGAJO_EMBEDDER").unwrap_or_else(embedder_directory)),
            model_host: std::env::var("OLLAMA_HOST").ok().filter(|host| !host.trim().is_empty()),
            available_memory,
            still_for,
        })
    }
}

/// Returns where the library of this user lies when none is named.
///
/// # Errors
/// When no data folder is known for this user.
pub fn default_directory() -> Result<PathBuf> {
    dirs::data_dir()
        .map(|data| data.join("legajo").join("library"))
        .ok_or_else(|| Error::Request("No data folder is known for this user; give one with --library DIR.".into()))
}

/// The embedder lies beside the program in a package, else in the cache that `./dev` fills.
fn embedder_directory() -> PathBuf {
    const NAME: &str = "multilingual-e5-small";
    let beside =
        std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("../lib/legajo/models").join(NAME)));
    let cache = std::env::var_os("LEGAJO_CACHE").map(PathBuf::from).or_else(|| Some(dirs::cache_dir()?.join("legajo")));
    beside
        .filter(|directory| directory.is_dir())
        .or_else(|| Some(cache?.join("models").join(NAME)))
        .unwrap_or_else(|| Path::new("models").join(NAME))
}

/// What the system says is left for another program, in bytes.
fn available_memory() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    Some(system.available_memory()).filter(|bytes| *bytes > 0)
}
