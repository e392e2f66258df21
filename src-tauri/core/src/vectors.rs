//! The vector index: a usearch file that caches what SQLite holds.
//!
//! Keys are passage row numbers, values unit vectors compared by inner product. With each goes the hash of what
//! was embedded, since row numbers are used again: by it an index of an earlier generation is brought up to date
//! instead of being built anew. The file is written beside and renamed, and a stamp beside it names the library's
//! generation, the embedder and the checksum; when the latter two are off the caller rebuilds it from SQLite.

use crate::config;
use crate::error::{Error, Result};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use usearch::{Index, IndexOptions, MetricKind, ScalarKind};

/// What a vector file was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The library's generation.
    pub generation: u64,
    /// The embedder's digest.
    pub embedder: String,
    /// SHA-256 of the file and its keys, hexadecimal.
    pub checksum: String,
}

/// The hash of an embedded text.
pub type Hash = [u8; 16];

/// An index of unit vectors in memory.
pub struct Vectors {
    index: Index,
    /// What was embedded for each passage.
    keys: BTreeMap<i64, Hash>,
}

/// What must be done to an index for it to hold what is wanted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Passages to take out.
    pub gone: Vec<i64>,
    /// Passages to put in, in order.
    pub new: Vec<i64>,
}

impl Vectors {
    /// Makes an empty index for vectors of `dimension` numbers.
    pub fn new(dimension: usize) -> Result<Self> {
        let options = IndexOptions {
            dimensions: dimension,
            metric: MetricKind::IP,
            quantization: ScalarKind::F16,
            ..IndexOptions::default()
        };
        let index = Index::new(&options).map_err(|source| Error::Embedder(format!("vector index: {source}")))?;
        Ok(Self { index, keys: BTreeMap::new() })
    }

    /// Adds passages' vectors on all cores.
    pub fn add(&mut self, passages: &[(i64, Hash, Vec<f32>)]) -> Result<()> {
        let failed = |source| Error::Embedder(format!("vector index: {source}"));
        let needed = self.index.size() + passages.len();
        if needed > self.index.capacity() {
            // Doubling keeps the cost of growing small when a library grows file by file.
            self.index.reserve(needed.max(self.index.capacity() * 2)).map_err(failed)?;
        }
        passages
            .par_iter()
            .try_for_each(|(passage, _, vector)| self.index.add(*passage as u64, vector))
            .map_err(failed)?;
        self.keys.extend(passages.iter().map(|(passage, hash, _)| (*passage, *hash)));
        Ok(())
    }

    /// Takes passages out.
    pub fn remove(&mut self, passages: &[i64]) -> Result<()> {
        for passage in passages {
            self.index.remove(*passage as u64).map_err(|source| Error::Embedder(format!("vector index: {source}")))?;
            self.keys.remove(passage);
        }
        Ok(())
    }

    /// Compares what the index holds with what it should.
    pub fn difference(&self, wanted: &BTreeMap<i64, Hash>) -> Difference {
        let held = |passage: &i64, hash: &Hash| self.keys.get(passage) == Some(hash);
        Difference {
            gone: self.keys.iter().filter(|(id, hash)| wanted.get(id) != Some(hash)).map(|(id, _)| *id).collect(),
            new: wanted.iter().filter(|(id, hash)| !held(id, hash)).map(|(id, _)| *id).collect(),
        }
    }

    /// Returns the number of vectors.
    pub fn len(&self) -> usize {
        self.index.size()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the nearest `count` passages that `keep` admits, with their cosine, best first.
    pub fn nearest(&self, query: &[f32], count: usize, keep: Option<&dyn Fn(i64) -> bool>) -> Result<Vec<(i64, f32)>> {
        if self.is_empty() || count == 0 {
            return Ok(Vec::new());
        }
        let matches = match keep {
            Some(keep) => self.index.filtered_search(query, count, |key| keep(key as i64)),
            None if self.len() <= config::EXACT_VECTORS_MAX => self.index.exact_search(query, count),
            None => self.index.search(query, count),
        };
        let matches = matches.map_err(|source| Error::Embedder(format!("vector search: {source}")))?;
        Ok(matches.keys.iter().zip(&matches.distances).map(|(&key, &distance)| (key as i64, 1.0 - distance)).collect())
    }

    /// Returns a passage's vector, as precisely as the index holds it.
    pub fn get(&self, passage: i64) -> Option<Vec<f32>> {
        let mut vector = vec![0.0; self.index.dimensions()];
        match self.index.get(passage as u64, &mut vector) {
            Ok(found) if found > 0 => Some(vector),
            _ => None,
        }
    }

    /// Writes the index to `path` with its stamp beside it.
    pub fn save(&self, path: &Path, generation: u64, embedder: &str) -> Result<()> {
        let doing = format!("writing {}", path.display());
        let partial = path.with_extension("partial");
        self.index.save(&partial.to_string_lossy()).map_err(|source| Error::Embedder(format!("{doing}: {source}")))?;
        let keys = keys_path(path);
        let partial_keys = keys.with_extension("keys.partial");
        let packed = postcard::to_stdvec(&self.keys).unwrap_or_default();
        std::fs::write(&partial_keys, &packed).map_err(Error::io(&*doing))?;
        let stamp = Stamp { generation, embedder: embedder.to_owned(), checksum: checksum(&partial, &packed)? };
        let text = serde_json::to_string(&stamp).unwrap_or_default();
        // The stamp goes first: a crash between the three leaves a stamp that does not fit, and all is rebuilt.
        std::fs::write(stamp_path(path), text).map_err(Error::io(&*doing))?;
        std::fs::rename(&partial_keys, &keys).map_err(Error::io(&*doing))?;
        std::fs::rename(&partial, path).map_err(Error::io(&*doing))
    }

    /// Returns whether the file at `path` was written for this generation and embedder, its bytes unread.
    pub fn is_current(path: &Path, generation: u64, embedder: &str) -> bool {
        let text = std::fs::read_to_string(stamp_path(path));
        let stamp = text.ok().and_then(|text| serde_json::from_str::<Stamp>(&text).ok());
        path.exists() && stamp.is_some_and(|stamp| stamp.generation == generation && stamp.embedder == embedder)
    }

    /// Loads the index from `path` when its stamp names this embedder and its bytes are whole; with the generation
    /// that it was written for.
    pub fn load(path: &Path, dimension: usize, embedder: &str) -> Option<(Self, u64)> {
        let stamp: Stamp = serde_json::from_str(&std::fs::read_to_string(stamp_path(path)).ok()?).ok()?;
        let packed = std::fs::read(keys_path(path)).ok()?;
        if stamp.embedder != embedder || checksum(path, &packed).ok()? != stamp.checksum {
            return None;
        }
        let mut vectors = Self::new(dimension).ok()?;
        vectors.index.load(&path.to_string_lossy()).ok()?;
        vectors.keys = postcard::from_bytes(&packed).ok()?;
        let whole = vectors.index.dimensions() == dimension && vectors.index.size() == vectors.keys.len();
        whole.then_some((vectors, stamp.generation))
    }
}

fn stamp_path(path: &Path) -> PathBuf {
    path.with_extension("stamp.json")
}

fn keys_path(path: &Path) -> PathBuf {
    path.with_extension("keys")
}

fn checksum(path: &Path, keys: &[u8]) -> Result<String> {
    let doing = || format!("reading {}", path.display());
    let mut file = std::fs::File::open(path).map_err(Error::io(doing()))?;
    let mut hasher = Sha256::new();
    let mut block = vec![0; 1 << 20];
    loop {
        match file.read(&mut block).map_err(Error::io(doing()))? {
            0 => break,
            read => hasher.update(&block[..read]),
        }
    }
    hasher.update(keys);
    Ok(hex(&hasher.finalize()))
}

/// Returns the SHA-256 of a document's bytes, by which it is known, in lower-case hexadecimal.
pub fn content_hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Writes bytes as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Vectors {
        let mut vectors = Vectors::new(4).unwrap();
        vectors.add(&[(1, [1; 16], vec![1.0, 0.0, 0.0, 0.0]), (2, [2; 16], vec![0.0, 1.0, 0.0, 0.0])]).unwrap();
        vectors
    }

    #[test]
    fn a_damaged_file_is_not_loaded() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("vectors.usearch");
        two().save(&path, 7, "e5").unwrap();
        let (loaded, generation) = Vectors::load(&path, 4, "e5").unwrap();
        assert_eq!(generation, 7);
        let nearest = loaded.nearest(&[0.9, 0.1, 0.0, 0.0], 2, None).unwrap();
        assert_eq!(nearest[0].0, 1);
        assert!((nearest[0].1 - 0.9).abs() < 0.01);
        let only_two = loaded.nearest(&[0.9, 0.1, 0.0, 0.0], 2, Some(&|key| key == 2)).unwrap();
        assert_eq!(only_two.len(), 1);
        assert!(Vectors::load(&path, 4, "other").is_none(), "another embedder");
        for file in [path.clone(), keys_path(&path)] {
            let whole = std::fs::read(&file).unwrap();
            let mut bytes = whole.clone();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(&file, bytes).unwrap();
            assert!(Vectors::load(&path, 4, "e5").is_none(), "a flipped bit in {}", file.display());
            std::fs::write(&file, whole).unwrap();
        }
        assert!(Vectors::load(&path, 4, "e5").is_some());
    }

    #[test]
    fn an_index_is_brought_up_to_date() {
        let mut vectors = two();
        // Passage 2 is gone and its number taken by another text; passage 3 is new.
        let wanted = BTreeMap::from([(1, [1; 16]), (2, [9; 16]), (3, [3; 16])]);
        let difference = vectors.difference(&wanted);
        assert_eq!(difference, Difference { gone: vec![2], new: vec![2, 3] });
        vectors.remove(&difference.gone).unwrap();
        let only = vectors.nearest(&[0.0, 1.0, 0.0, 0.0], 5, None).unwrap();
        assert_eq!(only.iter().map(|(passage, _)| *passage).collect::<Vec<_>>(), [1], "what is taken out is not found");
        vectors.add(&[(2, [9; 16], vec![0.0, 0.0, 1.0, 0.0]), (3, [3; 16], vec![0.0, 0.0, 0.0, 1.0])]).unwrap();
        assert_eq!(vectors.difference(&wanted), Difference::default());
        let found = |query: [f32; 4]| vectors.nearest(&query, 1, None).unwrap()[0].0;
        assert_eq!((found([0.0, 0.0, 1.0, 0.0]), found([0.0, 0.0, 0.0, 1.0]), vectors.len()), (2, 3, 3));
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("vectors.usearch");
        vectors.save(&path, 8, "e5").unwrap();
        assert_eq!(Vectors::load(&path, 4, "e5").unwrap().0.difference(&wanted), Difference::default());
    }
}
