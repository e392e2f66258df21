//! What search holds in memory, kept in step with the library: the index, the vectors, the embedder.
//!
//! After a change only what differs is taken out of the vectors and put in, whether they are in memory already
//! or come from the vector file.

use super::{Library, Times, note};
use crate::config;
use crate::error::{Error, Result};
use crate::ingest::embed_pending;
use crate::models::{Embedder, Side};
use crate::progress::Watcher;
use crate::search::Index;
use crate::vectors::Vectors;
use std::cell::Ref;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

impl Library {
    /// Returns what search holds in memory, loading it when the library has changed.
    pub(super) fn index(&self, times: &mut Times) -> Result<Ref<'_, Index>> {
        let generation = self.store.generation()?;
        let fresh = self.index.borrow().as_ref().is_some_and(|(loaded, _)| *loaded == generation);
        if !fresh {
            let started = Instant::now();
            let held = self.index.borrow_mut().take().and_then(|(_, index)| index.into_vectors());
            let index = Index::load(&self.store, self.load_vectors(generation, held)?)?;
            *self.index.borrow_mut() = Some((generation, index));
            note(times, "load", started);
        }
        Ref::filter_map(self.index.borrow(), |loaded| loaded.as_ref().map(|(_, index)| index))
            .map_err(|_| Error::Request("the index could not be loaded".into()))
    }

    /// Returns the vectors of this generation, made from those in memory or in the vector file.
    fn load_vectors(&self, generation: u64, held: Option<(i64, Vectors)>) -> Result<Option<(i64, Vectors)>> {
        let Ok(files) = self.setup.embedder.files() else { return Ok(None) };
        let Some(row) = self.store.known_embedder(files.digest())? else { return Ok(None) };
        let path = self.vector_path();
        let held = held.filter(|(held, _)| *held == row).map(|(_, vectors)| vectors);
        let vectors = match held {
            Some(held) => Some(held),
            None => match Vectors::load(&path, files.dimension(), files.digest()) {
                Some((vectors, written)) if written == generation => return Ok(Some((row, vectors))),
                loaded => loaded.map(|(vectors, _)| vectors),
            },
        };
        let vectors = self.bring_up_to_date(vectors, row, files.dimension())?;
        if !Vectors::is_current(&path, generation, files.digest()) {
            // A cache that cannot be written only costs time at the next start.
            let _ = vectors.save(&path, generation, files.digest());
        }
        Ok(Some((row, vectors)))
    }

    /// Takes out of the vectors what is gone and puts in what is new.
    fn bring_up_to_date(&self, held: Option<Vectors>, embedder: i64, dimension: usize) -> Result<Vectors> {
        let wanted = self.store.vector_keys(embedder)?;
        let mut vectors = match held {
            Some(held) => held,
            None => Vectors::new(dimension)?,
        };
        let mut difference = vectors.difference(&wanted);
        // A graph from which most was taken out finds worse than a new one.
        if difference.gone.len() * 2 > vectors.len() {
            vectors = Vectors::new(dimension)?;
            difference = vectors.difference(&wanted);
        }
        vectors.remove(&difference.gone)?;
        for passages in difference.new.chunks(config::VECTORS_ADDED_TOGETHER) {
            let mut block = Vec::with_capacity(passages.len());
            for passage in passages {
                let found = self.store.vector_of(embedder, *passage)?;
                block.extend(found.map(|(hash, vector)| (*passage, hash, vector)));
            }
            vectors.add(&block)?;
        }
        Ok(vectors)
    }

    /// Embeds what has no vector yet and writes the vector file. An unchanged library loads no model for it.
    pub(super) fn embed_new(&mut self, watcher: &dyn Watcher) -> Result<()> {
        let Ok(files) = self.setup.embedder.files() else { return Ok(()) };
        let known = self.store.known_embedder(files.digest())?;
        if known.is_none_or(|row| self.store.lacks_vectors(row).unwrap_or(true))
            && let Ok(embedder) = self.setup.embedder.get()
        {
            embed_pending(&mut self.store, &embedder, watcher)?;
        }
        let generation = self.store.generation()?;
        if !Vectors::is_current(&self.vector_path(), generation, files.digest()) {
            let held = self.index.get_mut().take().and_then(|(_, index)| index.into_vectors());
            self.load_vectors(generation, held)?;
        }
        Ok(())
    }

    pub(super) fn vector_path(&self) -> PathBuf {
        self.directory.join("vectors.usearch")
    }

    /// Returns the embedder; `None` when it is not prepared.
    pub(super) fn embedder(&self) -> Option<Arc<Embedder>> {
        self.setup.embedder.get().ok()
    }

    /// Returns the embedder's name, where there is one.
    pub fn embedder_name(&self) -> Option<String> {
        self.setup.embedder.files().ok().map(|files| files.name().to_owned())
    }

    /// Returns why there is no embedder, where there is none; one that was not needed yet is not loaded for it.
    pub fn embedder_problem(&self) -> Option<String> {
        self.setup.embedder.problem()
    }

    pub(super) fn question_vector(&self, asking: &str, times: &mut Times) -> Result<Option<Vec<f32>>> {
        let started = Instant::now();
        let Some(embedder) = self.embedder() else { return Ok(None) };
        let vector = embedder.embed(Side::Query, &[asking.to_owned()])?.into_iter().next();
        note(times, "embed", started);
        Ok(vector)
    }
}
