//! What the command line finds in its surroundings: the environment, the embedder, the memory.

use super::arguments::Cli;
use legajo_core::error::{Error, Result};
use legajo_core::extract::Options;
use legajo_core::extract::child::Reader;
use legajo_core::library::Setup;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The library that is meant.
pub(super) fn directory(cli: &Cli) -> Result<PathBuf> {
    match &cli.library {
        Some(directory) => Ok(directory.clone()),
        None => dirs::data_dir().map(|data| data.join("legajo").join("library")).ok_or_else(|| {
            Error::Request("No data folder is known for this user; give one with --library DIR.".into())
        }),
    }
}

/// What the library is told of its surroundings.
pub(super) fn setup() -> Result<Setup> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let reader = match variable("LEGAJO_READER") {
        Some(exe) => Reader::new(exe),
        None => Reader::current()?,
    };
    let options = Options {
        ocr_languages: std::env::var("LEGAJO_OCR_LANGUAGES").unwrap_or_else(|_| "spa+eng".to_owned()),
        tessdata: variable("TESSDATA_PREFIX"),
        ..Options::default()
    };
    Ok(Setup {
        reader,
        options,
        embedder: variable("LEGAJO_EMBEDDER").unwrap_or_else(embedder_directory),
        model_host: std::env::var("OLLAMA_HOST").ok().filter(|host| !host.trim().is_empty()),
        available_memory,
        // Who types a command has saved the file, and does not wait for a second one.
        still_for: Duration::ZERO,
    })
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
