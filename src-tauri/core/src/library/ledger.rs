//! The ledger: every file of the library and what became of it.

use super::Library;
use crate::error::{Problem, Result};
use crate::store::Status;
use serde::Serialize;
use std::collections::BTreeMap;

/// One row of the ledger, as `status` shows it.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct LedgerRow {
    /// Absolute path.
    pub path: String,
    /// The folder of the library that it lies in.
    pub folder: String,
    /// Size in bytes; 0 for an attachment.
    pub bytes: u64,
    /// When the file last changed, milliseconds since 1970.
    pub modified_ms: i64,
    /// SHA-256 of its content, once read.
    pub sha256: Option<String>,
    /// How far it has come.
    pub status: Status,
    /// Number of pages; `None` where the format has none.
    pub pages: Option<u32>,
    /// Pages read by Tesseract.
    pub pages_ocr: u32,
    /// Number of passages.
    pub passages: u32,
    /// The document's title.
    pub title: Option<String>,
    /// The document's own date.
    pub date: Option<String>,
    /// Whether the user can do something about it.
    pub needs_you: bool,
    /// Findings.
    pub problems: Vec<Problem>,
}

/// The ledger.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct Ledger {
    /// One row a path.
    pub documents: Vec<LedgerRow>,
    /// Counts by status, and sums.
    pub totals: BTreeMap<&'static str, u64>,
}

/// What the frame of the window counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Paths by status.
    pub by_status: BTreeMap<Status, u64>,
    /// Paths by their folder's row number.
    pub by_folder: BTreeMap<i64, u64>,
    /// Paths that the user can do something about.
    pub need_you: u64,
}

impl Library {
    /// Counts the files without reading their rows.
    pub fn counts(&self) -> Result<Counts> {
        Ok(Counts {
            by_status: self.store.counts()?,
            by_folder: self.store.counts_by_folder()?,
            need_you: self.store.need_you()?,
        })
    }

    /// Returns the ledger: every file and what became of it.
    pub fn status(&self) -> Result<Ledger> {
        let documents = self.store.documents()?.into_iter().map(|row| (row.id, row)).collect::<BTreeMap<_, _>>();
        let folders: BTreeMap<i64, String> =
            self.store.folders()?.into_iter().map(|folder| (folder.id, folder.path)).collect();
        let passages: BTreeMap<i64, u32> =
            self.store.passage_ranges()?.into_iter().map(|(id, first, last)| (id, (last - first + 1) as u32)).collect();
        let mut totals: BTreeMap<&'static str, u64> =
            ["files", "indexed", "pending", "problem", "excluded", "unreachable", "pages", "pages_ocr", "passages"]
                .into_iter()
                .map(|name| (name, 0))
                .collect();
        let mut rows = Vec::new();
        for file in self.store.files()? {
            let document = file.document_id.and_then(|id| documents.get(&id));
            let count = document.and_then(|row| passages.get(&row.id)).copied().unwrap_or(0);
            let problems = self.store.problems_of(&file.path, file.document_id)?;
            let row = LedgerRow {
                needs_you: file.status == Status::Problem
                    || (file.status == Status::Indexed && problems.iter().any(|problem| problem.code.needs_user())),
                problems,
                folder: folders.get(&file.folder_id).cloned().unwrap_or_default(),
                bytes: u64::try_from(file.size).unwrap_or(0),
                modified_ms: file.mtime_ns / 1_000_000,
                sha256: document.map(|row| row.sha256.clone()),
                status: file.status,
                pages: document.map(|row| row.page_count).filter(|count| *count > 0),
                pages_ocr: document.map_or(0, |row| row.pages_ocr),
                passages: count,
                title: document.map(|row| row.title.clone()).filter(|title| !title.is_empty()),
                date: document.and_then(|row| row.date.clone()),
                path: file.path,
            };
            let mut add = |name: &'static str, count: u64| *totals.entry(name).or_default() += count;
            add("files", 1);
            add(file.status.name(), 1);
            add("pages", u64::from(row.pages.unwrap_or(0)));
            add("pages_ocr", u64::from(row.pages_ocr));
            add("passages", u64::from(row.passages));
            rows.push(row);
        }
        Ok(Ledger { documents: rows, totals })
    }
}
