//! The vector index: a usearch file that caches what SQLite holds.
//!
//! Keys are passage row numbers, values unit vectors compared by inner product. The file is written
//! beside and renamed, and a stamp beside it names the library's generation, the embedder and the
//! file's checksum; when any is off the caller rebuilds it from SQLite.

use crate::config;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
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
    /// SHA-256 of the file, hexadecimal.
    pub checksum: String,
}

/// An index of unit vectors in memory.
pub struct Vectors {
    index: Index,
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
        Ok(Self { index })
    }

    /// Makes room for `count` vectors.
    pub fn reserve(&self, count: usize) -> Result<()> {
        self.index.reserve(count).map_err(|source| Error::Embedder(format!("vector index: {source}")))
    }

    /// Adds a passage's vector.
    pub fn add(&self, passage: i64, vector: &[f32]) -> Result<()> {
        self.index.add(passage as u64, vector).map_err(|source| Error::Embedder(format!("vector index: {source}")))
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
        let stamp = Stamp { generation, embedder: embedder.to_owned(), checksum: checksum(&partial)? };
        let text = serde_json::to_string(&stamp).unwrap_or_default();
        // The stamp goes first: a crash between the two leaves a stamp that does not fit, which is rebuilt.
        std::fs::write(stamp_path(path), text).map_err(Error::io(&*doing))?;
        std::fs::rename(&partial, path).map_err(Error::io(&*doing))
    }

    /// Returns whether the file at `path` was written for this generation and embedder, its bytes unread.
    pub fn is_current(path: &Path, generation: u64, embedder: &str) -> bool {
        let text = std::fs::read_to_string(stamp_path(path));
        let stamp = text.ok().and_then(|text| serde_json::from_str::<Stamp>(&text).ok());
        path.exists() && stamp.is_some_and(|stamp| stamp.generation == generation && stamp.embedder == embedder)
    }

    /// Loads the index from `path` when its stamp names this generation and embedder and its bytes are whole.
    pub fn load(path: &Path, dimension: usize, generation: u64, embedder: &str) -> Option<Self> {
        let stamp: Stamp = serde_json::from_str(&std::fs::read_to_string(stamp_path(path)).ok()?).ok()?;
        if stamp.generation != generation || stamp.embedder != embedder || checksum(path).ok()? != stamp.checksum {
            return None;
        }
        let vectors = Self::new(dimension).ok()?;
        vectors.index.load(&path.to_string_lossy()).ok()?;
        (vectors.index.dimensions() == dimension).then_some(vectors)
    }
}

fn stamp_path(path: &Path) -> PathBuf {
    path.with_extension("stamp.json")
}

fn checksum(path: &Path) -> Result<String> {
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
    Ok(hex(&hasher.finalize()))
}

/// Writes bytes as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_or_stale_file_is_not_loaded() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("vectors.usearch");
        let vectors = Vectors::new(4).unwrap();
        vectors.reserve(2).unwrap();
        vectors.add(1, &[1.0, 0.0, 0.0, 0.0]).unwrap();
        vectors.add(2, &[0.0, 1.0, 0.0, 0.0]).unwrap();
        vectors.save(&path, 7, "e5").unwrap();
        let loaded = Vectors::load(&path, 4, 7, "e5").unwrap();
        let nearest = loaded.nearest(&[0.9, 0.1, 0.0, 0.0], 2, None).unwrap();
        assert_eq!(nearest[0].0, 1);
        assert!((nearest[0].1 - 0.9).abs() < 0.01);
        let only_two = loaded.nearest(&[0.9, 0.1, 0.0, 0.0], 2, Some(&|key| key == 2)).unwrap();
        assert_eq!(only_two.len(), 1);
        assert!(Vectors::load(&path, 4, 8, "e5").is_none(), "another generation");
        assert!(Vectors::load(&path, 4, 7, "other").is_none(), "another embedder");
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        assert!(Vectors::load(&path, 4, 7, "e5").is_none(), "a flipped bit");
    }
}
