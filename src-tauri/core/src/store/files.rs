//! Folders, the paths seen in them, and what the user keeps out.

use super::Store;
use crate::error::{Error, Problem, ProblemCode, Result};
use rusqlite::{OptionalExtension, Row, Transaction};
use std::collections::{BTreeMap, BTreeSet};

/// A directory that the user chose.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, ts_rs::TS)]
pub struct FolderRow {
    /// Row number.
    pub id: i64,
    /// Absolute path.
    pub path: String,
    /// The matter (expediente) it belongs to.
    pub matter: Option<String>,
}

/// How far a path has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Its document can be searched.
    Indexed,
    /// Seen, not read yet.
    Pending,
    /// Nothing of it can be searched; a Problem says why.
    Problem,
    /// The user keeps it out.
    Excluded,
    /// Its folder is away.
    Unreachable,
}

impl Status {
    /// Returns the stored name.
    pub fn name(self) -> &'static str {
        match self {
            Status::Indexed => "indexed",
            Status::Pending => "pending",
            Status::Problem => "problem",
            Status::Excluded => "excluded",
            Status::Unreachable => "unreachable",
        }
    }

    fn parse(name: &str) -> Self {
        match name {
            "indexed" => Status::Indexed,
            "problem" => Status::Problem,
            "excluded" => Status::Excluded,
            "unreachable" => Status::Unreachable,
            _ => Status::Pending,
        }
    }
}

/// One path of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRow {
    /// Absolute path; an attachment's is its parent's path, `/`, its name.
    pub path: String,
    /// The folder it was found in.
    pub folder_id: i64,
    /// The path of the file that holds it, for an attachment.
    pub parent: Option<String>,
    /// Size in bytes.
    pub size: i64,
    /// Last change of content, nanoseconds since 1970.
    pub mtime_ns: i64,
    /// Last change of the directory entry's data, nanoseconds since 1970.
    pub ctime_ns: i64,
    /// Inode number.
    pub inode: i64,
    /// How far it has come.
    pub status: Status,
    /// Its content, once read.
    pub document_id: Option<i64>,
    /// When its bytes were last hashed, ISO 8601; empty when never.
    pub hashed: String,
}

const COLUMNS: &str = "path, folder_id, parent, size, mtime_ns, ctime_ns, inode, status, document_id, hashed";

fn file_row(row: &Row<'_>) -> rusqlite::Result<FileRow> {
    Ok(FileRow {
        path: row.get(0)?,
        folder_id: row.get(1)?,
        parent: row.get(2)?,
        size: row.get(3)?,
        mtime_ns: row.get(4)?,
        ctime_ns: row.get(5)?,
        inode: row.get(6)?,
        status: Status::parse(&row.get::<_, String>(7)?),
        document_id: row.get(8)?,
        hashed: row.get(9)?,
    })
}

impl Store {
    /// Adds a folder, or changes the matter of one that is there.
    pub fn add_folder(&mut self, path: &str, matter: Option<&str>) -> Result<()> {
        self.change("add folder", path, |transaction| {
            transaction.execute(
                "INSERT INTO folder (path, matter, added) VALUES (?1, ?2, ?3)
                 ON CONFLICT (path) DO UPDATE SET matter = coalesce(excluded.matter, matter)",
                (path, matter, jiff::Timestamp::now().to_string()),
            )
        })?;
        Ok(())
    }

    /// Removes a folder with every path in it; returns whether it was there.
    pub fn remove_folder(&mut self, path: &str) -> Result<bool> {
        self.change("remove folder", path, |transaction| {
            let removed = transaction.execute("DELETE FROM folder WHERE path = ?1", [path])?;
            super::documents::sweep(transaction)?;
            Ok(removed > 0)
        })
    }

    /// Returns the folders by path.
    pub fn folders(&self) -> Result<Vec<FolderRow>> {
        self.rows("reading the folders", "SELECT id, path, matter FROM folder ORDER BY path", [], |row| {
            Ok(FolderRow { id: row.get(0)?, path: row.get(1)?, matter: row.get(2)? })
        })
    }

    /// Keeps a path, and everything below it, out of the library.
    pub fn exclude(&mut self, path: &str) -> Result<()> {
        self.change("exclude", path, |transaction| {
            transaction.execute("INSERT OR IGNORE INTO exclusion (path) VALUES (?1)", [path])?;
            transaction.execute(
                "UPDATE file SET status = 'excluded', document_id = NULL
                 WHERE path = ?1 OR substr(path, 1, length(?1) + 1) = ?1 || '/'",
                [path],
            )?;
            super::documents::sweep(transaction)
        })
    }

    /// Lets a path in again, and everything below it; what it holds is read at the next sync.
    pub fn include(&mut self, path: &str) -> Result<()> {
        self.change("include", path, |transaction| {
            transaction.execute("DELETE FROM exclusion WHERE path = ?1", [path])?;
            transaction.execute(
                "UPDATE file SET status = 'pending' WHERE status = 'excluded'
                     AND (path = ?1 OR substr(path, 1, length(?1) + 1) = ?1 || '/')
                     AND NOT EXISTS (SELECT 1 FROM exclusion e
                         WHERE file.path = e.path OR substr(file.path, 1, length(e.path) + 1) = e.path || '/')",
                [path],
            )
        })?;
        Ok(())
    }

    /// Returns the excluded paths.
    pub fn exclusions(&self) -> Result<Vec<String>> {
        self.rows("reading the exclusions", "SELECT path FROM exclusion ORDER BY path", [], |row| row.get(0))
    }

    /// Returns every path of the ledger in order.
    pub fn files(&self) -> Result<Vec<FileRow>> {
        self.rows("reading the ledger", &format!("SELECT {COLUMNS} FROM file ORDER BY path"), [], file_row)
    }

    /// Returns one path of the ledger.
    pub fn file(&self, path: &str) -> Result<Option<FileRow>> {
        self.sql()
            .query_row(&format!("SELECT {COLUMNS} FROM file WHERE path = ?1"), [path], file_row)
            .optional()
            .map_err(Error::store("reading the ledger"))
    }

    /// Returns, for every document that can be searched, the paths that hold it, in order.
    pub fn paths_by_document(&self) -> Result<BTreeMap<i64, Vec<String>>> {
        let rows = self.rows(
            "reading the ledger",
            // A file that is only checked again goes on serving; one that has changed waits until it is read.
            "SELECT document_id, path FROM file WHERE document_id IS NOT NULL
                 AND (status = 'indexed' OR (status = 'pending' AND hashed <> '')) ORDER BY path",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let mut paths: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for (document, path) in rows {
            paths.entry(document).or_default().push(path);
        }
        Ok(paths)
    }

    /// Returns one path that holds a document, whatever its state.
    pub fn any_path_of(&self, document_id: i64) -> Result<Option<String>> {
        self.sql()
            .query_row("SELECT min(path) FROM file WHERE document_id = ?1", [document_id], |row| row.get(0))
            .map_err(Error::store("reading the ledger"))
    }

    /// Returns the attachments below a path, at every depth.
    pub fn children(&self, path: &str) -> Result<Vec<FileRow>> {
        self.rows(
            "reading the ledger",
            &format!(
                "SELECT {COLUMNS} FROM file
                 WHERE parent IS NOT NULL AND substr(path, 1, length(?1) + 1) = ?1 || '/' ORDER BY path"
            ),
            [path],
            file_row,
        )
    }

    /// Writes many paths at once: new ones are inserted, known ones replaced. Attachments and Problems
    /// of a replaced path stay until its document is read again. A path whose folder was removed since it was
    /// seen is left out, and one that was excluded since is written as excluded.
    pub fn put_files(&mut self, rows: &[FileRow], detail: &str) -> Result<()> {
        self.change("see files", detail, |transaction| {
            let folders: BTreeSet<i64> = transaction
                .prepare_cached("SELECT id FROM folder")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            for row in rows.iter().filter(|row| folders.contains(&row.folder_id)) {
                if is_excluded(transaction, &row.path)? {
                    let kept_out = FileRow { status: Status::Excluded, document_id: None, ..row.clone() };
                    put_file(transaction, &kept_out)?;
                } else {
                    put_file(transaction, row)?;
                }
            }
            Ok(())
        })
    }

    /// Removes many paths with their attachments, and every document that no path holds any more.
    pub fn remove_files(&mut self, paths: &[String]) -> Result<()> {
        self.change("remove files", &paths.len().to_string(), |transaction| {
            for path in paths {
                transaction.execute(
                    "DELETE FROM file WHERE path = ?1 OR substr(path, 1, length(?1) + 1) = ?1 || '/'",
                    [path],
                )?;
            }
            super::documents::sweep(transaction)
        })
    }

    /// Returns the paths of searchable documents of which a part could not be read.
    pub fn paths_with_unread_parts(&self) -> Result<BTreeSet<String>> {
        let paths = self.rows(
            "reading the findings",
            "SELECT DISTINCT file.path FROM file JOIN problem ON problem.document_id = file.document_id
             WHERE file.status = 'indexed'
                 AND problem.code IN ('page_unread', 'limit_reached', 'ocr_missing', 'partly_read')",
            [],
            |row| row.get(0),
        )?;
        Ok(paths.into_iter().collect())
    }

    /// Returns how many paths have each status.
    pub fn counts(&self) -> Result<BTreeMap<Status, u64>> {
        let sql = "SELECT status, count(*) FROM file GROUP BY status";
        let rows = self.rows("counting the files", sql, [], |row| {
            Ok((Status::parse(&row.get::<_, String>(0)?), row.get::<_, i64>(1)? as u64))
        })?;
        Ok(rows.into_iter().collect())
    }

    /// Returns how many paths lie in each folder, by the folder's row number.
    pub fn counts_by_folder(&self) -> Result<BTreeMap<i64, u64>> {
        let sql = "SELECT folder_id, count(*) FROM file GROUP BY folder_id";
        let rows = self.rows("counting the files", sql, [], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
        Ok(rows.into_iter().collect())
    }

    /// Returns how many paths the user can do something about: those not read, and those read only in part.
    pub fn need_you(&self) -> Result<u64> {
        let sql = "SELECT count(*) FROM file WHERE status = 'problem' OR (status = 'indexed' AND EXISTS (
                       SELECT 1 FROM problem WHERE problem.document_id = file.document_id
                           AND code IN ('needs_password', 'page_unread', 'ocr_missing', 'reader_failed')))";
        let found = self.rows("counting the files", sql, [], |row| row.get::<_, i64>(0))?;
        Ok(found.first().copied().unwrap_or(0) as u64)
    }

    /// Forgets what every file holds, so that all is read anew. Folders, exclusions and conversations stay.
    pub fn forget_documents(&mut self) -> Result<()> {
        self.change("rebuild", "", |transaction| {
            transaction.execute("DELETE FROM file WHERE parent IS NOT NULL", [])?;
            transaction.execute(
                "UPDATE file SET status = 'pending', document_id = NULL, hashed = '' WHERE status <> 'excluded'",
                [],
            )?;
            super::documents::sweep(transaction)
        })
    }

    /// Returns the findings about a path and about the document it holds.
    pub fn problems_of(&self, path: &str, document_id: Option<i64>) -> Result<Vec<Problem>> {
        self.rows(
            "reading the findings",
            "SELECT page, code, message FROM problem WHERE path = ?1 OR document_id = ?2 ORDER BY page, id",
            (path, document_id),
            |row| {
                let code: String = row.get(1)?;
                Ok(Problem { page: row.get(0)?, code: parse_code(&code), message: row.get(2)? })
            },
        )
    }
}

/// Returns whether a path still belongs to the library as `row` has it: its row (an attachment's: that of the
/// file that holds it) is there, in the same folder, and the user does not keep it out.
pub(super) fn is_wanted(transaction: &Transaction<'_>, row: &FileRow) -> rusqlite::Result<bool> {
    let seen: bool = transaction
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM file WHERE path = ?1 AND folder_id = ?2 AND status <> 'excluded')",
        )?
        .query_row((row.parent.as_ref().unwrap_or(&row.path), row.folder_id), |row| row.get(0))?;
    Ok(seen && !is_excluded(transaction, &row.path)?)
}

fn is_excluded(transaction: &Transaction<'_>, path: &str) -> rusqlite::Result<bool> {
    transaction
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM exclusion
                 WHERE path = ?1 OR substr(?1, 1, length(path) + 1) = path || '/')",
        )?
        .query_row([path], |row| row.get(0))
}

pub(super) fn put_file(transaction: &Transaction<'_>, row: &FileRow) -> rusqlite::Result<()> {
    let mut statement = transaction.prepare_cached(
        "INSERT INTO file (path, folder_id, parent, size, mtime_ns, ctime_ns, inode, status, document_id, hashed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
         ON CONFLICT (path) DO UPDATE SET folder_id = ?2, parent = ?3, size = ?4, mtime_ns = ?5, ctime_ns = ?6,
             inode = ?7, status = ?8, document_id = ?9, hashed = ?10",
    )?;
    statement.execute((
        &row.path,
        row.folder_id,
        &row.parent,
        row.size,
        row.mtime_ns,
        row.ctime_ns,
        row.inode,
        row.status.name(),
        row.document_id,
        &row.hashed,
    ))?;
    Ok(())
}

fn parse_code(name: &str) -> ProblemCode {
    serde_json::from_value(serde_json::Value::String(name.to_owned())).unwrap_or(ProblemCode::PartlyRead)
}
