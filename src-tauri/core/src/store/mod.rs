//! The library's SQLite file: opening it, its schema, and one transaction a change.
//!
//! In go whole documents, out come rows as the rest of the engine uses them. No reading of files, no
//! search logic: the room knows SQL and nothing else.

mod conversations;
mod documents;
mod files;
mod passages;
mod vectors;

pub use conversations::{ConversationRow, TurnRow};
pub use documents::{DocumentRow, NewDocument, NewPassage, StoredPage};
pub use files::{FileRow, FolderRow, Status};
pub use passages::PassageRow;
pub use vectors::EmbedderRow;

use crate::error::{Error, Result};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use std::path::Path;

/// The schema this program reads and writes.
pub const SCHEMA_VERSION: i64 = 1;

/// An open library database.
pub struct Store {
    connection: Connection,
}

impl Store {
    /// Opens the database at `path`, making it when it is not there.
    ///
    /// # Errors
    /// When the file is not a database, cannot be written, or was made by a newer Legajo.
    pub fn open(path: &Path) -> Result<Self> {
        let doing = format!("opening the library {}", path.display());
        let connection = Connection::open(path).map_err(Error::store(&*doing))?;
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
                 PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;
                 PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -65536;",
            )
            .map_err(Error::store(&*doing))?;
        let version: i64 =
            connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(Error::store(&*doing))?;
        let mut store = Self { connection };
        match version {
            0 => store.create()?,
            SCHEMA_VERSION => {}
            newer => {
                return Err(Error::Request(format!(
                    "The library {} was made by a newer Legajo (schema {newer}; this one reads {SCHEMA_VERSION}). Update Legajo to open it.",
                    path.display()
                )));
            }
        }
        Ok(store)
    }

    fn create(&mut self) -> Result<()> {
        self.change("create library", "", |transaction| {
            transaction.execute_batch(include_str!("schema.sql"))?;
            transaction.pragma_update(None, "user_version", SCHEMA_VERSION)
        })
    }

    /// Runs `work` in one transaction with its audit entry inside it; on error nothing is changed.
    ///
    /// The library's generation grows with every change, so that caches know when they are stale.
    pub fn change<T>(
        &mut self,
        action: &str,
        detail: &str,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        self.transact(action, detail, true, work)
    }

    /// The same for work that may find, inside the transaction, that there is nothing left to do it to: where it
    /// returns `None`, nothing is written, the audit entry included.
    fn change_if<T>(
        &mut self,
        action: &str,
        detail: &str,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Option<T>> {
        self.transact_if(action, detail, true, Option::is_some, work)
    }

    /// The same, saying whether it changes what is searched.
    fn transact<T>(
        &mut self,
        action: &str,
        detail: &str,
        searched: bool,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        self.transact_if(action, detail, searched, |_| true, work)
    }

    /// The same, keeping only work whose outcome is to be kept.
    fn transact_if<T>(
        &mut self,
        action: &str,
        detail: &str,
        searched: bool,
        keep: impl FnOnce(&T) -> bool,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let run = |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            if !keep(&value) {
                return Ok(value); // The transaction is dropped, and with it what it wrote.
            }
            transaction.execute(
                "INSERT INTO audit (at, action, detail) VALUES (?1, ?2, ?3)",
                (jiff::Timestamp::now().to_string(), action, detail),
            )?;
            if searched {
                transaction.execute(
                    "INSERT INTO meta (key, value) VALUES ('generation', '1')
                     ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1",
                    [],
                )?;
            }
            transaction.commit()?;
            Ok(value)
        };
        run(&mut self.connection).map_err(Error::store(format!("{action} {detail}").trim().to_owned()))
    }

    /// Returns the number of changes made to the library since it was created.
    pub fn generation(&self) -> Result<u64> {
        Ok(self.meta("generation")?.and_then(|value| value.parse().ok()).unwrap_or(0))
    }

    /// Returns a named value.
    pub fn meta(&self, key: &str) -> Result<Option<String>> {
        self.connection
            .query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0))
            .optional()
            .map_err(Error::store("reading the library's settings"))
    }

    /// Returns when the library was made, ISO 8601: the time of its first change.
    pub fn made_at(&self) -> Result<String> {
        self.connection
            .query_row("SELECT at FROM audit ORDER BY id LIMIT 1", [], |row| row.get(0))
            .map_err(Error::store("reading the library's age"))
    }

    /// Sets a named value.
    pub fn set_meta(&mut self, key: &str, value: &str) -> Result<()> {
        self.transact("set", key, false, |transaction| {
            transaction.execute(
                "INSERT INTO meta (key, value) VALUES (?1, ?2)
                 ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, value),
            )
        })?;
        Ok(())
    }

    /// Returns what SQLite's own checks find wrong; nothing when the database is sound.
    pub fn check(&self) -> Result<Vec<String>> {
        let findings: Vec<String> =
            self.rows("checking the library", "PRAGMA integrity_check", [], |row| row.get(0))?;
        Ok(findings.into_iter().filter(|finding| finding != "ok").collect())
    }

    /// Runs a query and collects its rows.
    fn rows<T>(
        &self,
        doing: &str,
        sql: &str,
        parameters: impl rusqlite::Params,
        row: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let read = || -> rusqlite::Result<Vec<T>> {
            self.connection.prepare_cached(sql)?.query_map(parameters, row)?.collect()
        };
        read().map_err(Error::store(doing))
    }

    /// Gives the rooms' own files access to the connection.
    fn sql(&self) -> &Connection {
        &self.connection
    }
}

/// Writes a value as JSON for a text column. The engine's own plain types always serialise.
fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Reads a JSON text column, or the default when it is not readable.
fn from_json<T: serde::de::DeserializeOwned + Default>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod meanwhile;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_that_fails_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let mut store = Store::open(&directory.path().join("library.db")).unwrap();
        let before = store.generation().unwrap();
        let failed = store.change("test", "", |transaction| {
            transaction.execute("INSERT INTO meta (key, value) VALUES ('a', 'b')", [])?;
            Err::<(), _>(rusqlite::Error::InvalidQuery)
        });
        assert!(failed.is_err());
        assert_eq!(store.meta("a").unwrap(), None);
        assert_eq!(store.generation().unwrap(), before);
    }

    #[test]
    fn a_newer_library_is_refused_in_words() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("library.db");
        drop(Store::open(&path).unwrap());
        let raw = Connection::open(&path).unwrap();
        raw.pragma_update(None, "user_version", 99).unwrap();
        drop(raw);
        let message = Store::open(&path).err().unwrap().to_string();
        assert!(message.contains("newer Legajo"), "{message}");
    }
}
