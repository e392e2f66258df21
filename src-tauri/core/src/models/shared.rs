//! One embedder for all who need it, loaded when first needed and released when idle.

use super::{Embedder, EmbedderFiles};
use crate::error::Result;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A handle on an embedder that clones share.
#[derive(Clone)]
pub struct SharedEmbedder {
    directory: PathBuf,
    slot: Arc<Mutex<Slot>>,
}

struct Slot {
    /// The reason where it cannot be loaded.
    loaded: Option<std::result::Result<Arc<Embedder>, String>>,
    used: Instant,
}

impl SharedEmbedder {
    /// Makes a handle on the embedder whose files lie in `directory`. Nothing is loaded yet.
    pub fn new(directory: PathBuf) -> Self {
        Self { directory, slot: Arc::new(Mutex::new(Slot { loaded: None, used: Instant::now() })) }
    }

    /// Returns the embedder, loading it when it is not in memory; else why it cannot be loaded.
    pub fn get(&self) -> std::result::Result<Arc<Embedder>, String> {
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        slot.used = Instant::now();
        let load = || EmbedderFiles::find(&self.directory).and_then(Embedder::load).map(Arc::new);
        slot.loaded.get_or_insert_with(|| load().map_err(|error| error.to_string())).clone()
    }

    /// Returns its files, loading nothing.
    pub fn files(&self) -> Result<EmbedderFiles> {
        EmbedderFiles::find(&self.directory)
    }

    /// Returns why there is no embedder, where there is none; one that was not needed yet is not loaded for it.
    pub fn problem(&self) -> Option<String> {
        match &self.slot.lock().unwrap_or_else(PoisonError::into_inner).loaded {
            Some(loaded) => loaded.as_ref().err().cloned(),
            None => self.files().err().map(|error| error.to_string()),
        }
    }

    /// Lets go of an embedder that nobody has asked for since `idle`, and of a failure to load one, so that it is
    /// tried again; returns whether there was something to let go.
    pub fn release(&self, idle: Duration) -> bool {
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        let in_use = slot.loaded.as_ref().is_some_and(|loaded| loaded.as_ref().is_ok_and(|e| Arc::strong_count(e) > 1));
        if in_use || slot.used.elapsed() < idle {
            return false;
        }
        slot.loaded.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_embedder_says_why_and_is_looked_for_again() {
        let directory = tempfile::tempdir().unwrap();
        let shared = SharedEmbedder::new(directory.path().join("none"));
        assert!(shared.problem().is_some());
        assert!(!shared.release(Duration::ZERO), "nothing was loaded");
        assert!(shared.get().is_err());
        assert!(!shared.release(Duration::from_secs(3600)), "it was asked for just now");
        assert!(shared.clone().release(Duration::ZERO));
    }
}
