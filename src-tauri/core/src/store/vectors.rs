//! Vectors as blobs, keyed by the hash of what was embedded and by the embedder.

use super::Store;
use crate::error::{Error, Result};
use crate::vectors::Hash;
use rusqlite::OptionalExtension;
use std::collections::BTreeMap;

/// An embedder that this library has vectors of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbedderRow {
    /// Row number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// What identifies its weights and tokenizer.
    pub digest: String,
    /// Numbers in a vector.
    pub dimension: usize,
}

impl Store {
    /// Returns the embedder's row, making it (and making it the current one) when it is new.
    pub fn embedder(&mut self, name: &str, digest: &str, dimension: usize) -> Result<EmbedderRow> {
        let id = match self.known_embedder(digest)? {
            Some(id) => id,
            None => self.change("use embedder", name, |transaction| {
                transaction.execute("UPDATE embedder SET current = 0", [])?;
                transaction.execute(
                    "INSERT INTO embedder (name, digest, dimension, current) VALUES (?1, ?2, ?3, 1)",
                    (name, digest, dimension as i64),
                )?;
                Ok(transaction.last_insert_rowid())
            })?,
        };
        Ok(EmbedderRow { id, name: name.to_owned(), digest: digest.to_owned(), dimension })
    }

    /// Returns the row number of the embedder with this digest.
    pub fn known_embedder(&self, digest: &str) -> Result<Option<i64>> {
        self.sql()
            .query_row("SELECT id FROM embedder WHERE digest = ?1", [digest], |row| row.get(0))
            .optional()
            .map_err(Error::store("reading the embedders"))
    }

    /// Returns up to `limit` passages (row numbers) that have no vector of this embedder yet, one for
    /// each distinct embedded text, in order.
    pub fn passages_to_embed(&self, embedder: i64) -> Result<Vec<i64>> {
        self.rows(
            "looking for passages to embed",
            "SELECT min(p.id) FROM passage p
                 WHERE NOT EXISTS (SELECT 1 FROM vector v WHERE v.embedder_id = ?1 AND v.embedded = p.embedded)
                 GROUP BY p.embedded ORDER BY 1",
            [embedder],
            |row| row.get(0),
        )
    }

    /// Returns whether some passage has no vector of this embedder.
    pub fn lacks_vectors(&self, embedder: i64) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM passage p WHERE NOT EXISTS
                       (SELECT 1 FROM vector v WHERE v.embedder_id = ?1 AND v.embedded = p.embedded))";
        let found = self.rows("looking for passages to embed", sql, [embedder], |row| row.get::<_, bool>(0))?;
        Ok(found.first().copied().unwrap_or(false))
    }

    /// Stores vectors by the hash of what was embedded, but for those whose passages are gone by now.
    pub fn put_vectors(&mut self, embedder: i64, vectors: &[(Vec<u8>, Vec<f32>)]) -> Result<()> {
        self.change("embed", &vectors.len().to_string(), |transaction| {
            let mut statement = transaction.prepare_cached(
                "INSERT OR REPLACE INTO vector (embedder_id, embedded, value)
                 SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM passage WHERE embedded = ?2)",
            )?;
            for (embedded, vector) in vectors {
                let bytes: Vec<u8> = vector.iter().flat_map(|number| number.to_le_bytes()).collect();
                statement.execute((embedder, embedded, bytes))?;
            }
            Ok(())
        })
    }

    /// Returns the passages that have a vector of this embedder, with the hash of what was embedded.
    pub fn vector_keys(&self, embedder: i64) -> Result<BTreeMap<i64, Hash>> {
        let sql = "SELECT p.id, p.embedded FROM passage p
                   JOIN vector v ON v.embedder_id = ?1 AND v.embedded = p.embedded";
        Ok(self.rows("reading vectors", sql, [embedder], |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
    }

    /// Returns a passage's vector with the hash of what was embedded; `None` when there is none any more.
    pub fn vector_of(&self, embedder: i64, passage: i64) -> Result<Option<(Hash, Vec<f32>)>> {
        let sql = "SELECT p.embedded, v.value FROM passage p
                   JOIN vector v ON v.embedder_id = ?1 AND v.embedded = p.embedded WHERE p.id = ?2";
        let found = self.rows("reading vectors", sql, (embedder, passage), |row| {
            Ok((row.get(0)?, numbers(&row.get::<_, Vec<u8>>(1)?)))
        })?;
        Ok(found.into_iter().next())
    }

    /// Returns how many passages have a vector of this embedder, and how many have none.
    pub fn vector_counts(&self, embedder: i64) -> Result<(i64, i64)> {
        self.sql()
            .query_row(
                "SELECT count(v.embedded), count(*) - count(v.embedded) FROM passage p
                 LEFT JOIN vector v ON v.embedder_id = ?1 AND v.embedded = p.embedded",
                [embedder],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .map_err(Error::store("counting vectors"))
    }
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
}
