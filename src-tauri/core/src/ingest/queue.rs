//! The sync itself: reads what a comparison found changed, on all cores, and writes each document in one
//! transaction.

use super::describe::describe;
use super::prepare::{Cutting, main_language, prepare_passages};
use crate::config;
use crate::error::{Problem, ProblemCode, Result};
use crate::extract::child::Reader;
use crate::extract::format::detect;
use crate::extract::{Attachment, Extracted, Options};
use crate::progress::{Progress, Silent, Watcher};
use crate::store::{FileRow, NewDocument, NewPassage, Status, Store};
use crate::vectors::content_hash;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

/// What a sync needs beside the store.
pub struct Ingest<'a> {
    /// Reads documents in child processes.
    pub reader: &'a Reader,
    /// What readers are told.
    pub options: &'a Options,
    /// How passages are cut.
    pub cutting: &'a Cutting<'a>,
    /// Directories never indexed, such as the library's own.
    pub leave_out: &'a [PathBuf],
    /// Returns the password known for a document's SHA-256.
    pub password: &'a (dyn Fn(&str) -> Option<String> + Sync),
    /// Whether every file is hashed again, however unchanged it looks.
    pub check_hashes: bool,
    /// How long a file must not have changed before it is read; zero reads it at once, as it is.
    pub still_for: Duration,
}

/// What a sync did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SyncReport {
    /// Files seen in the folders.
    pub seen: u64,
    /// Files read because they were new or changed.
    pub read: u64,
    /// Files whose content was known already: copies and moves.
    pub known: u64,
    /// Paths that are gone.
    pub removed: u64,
    /// Paths that could not be read at all.
    pub unread: u64,
    /// Files left pending because they are still being written: the caller should come again.
    pub unsettled: u64,
}

/// What became of one path.
pub enum Outcome {
    /// Its content is stored already.
    Known(String),
    /// It was read.
    Read(Box<ReadDocument>),
    /// It could not be opened.
    Unread(Problem),
    /// It is still being written.
    Unsettled,
    /// The user asked to stop before it was read.
    Stopped,
}

/// A document read and cut, on its way to the store.
pub struct ReadDocument {
    sha256: String,
    format: &'static str,
    description: super::Description,
    extracted: Extracted,
    passages: Vec<NewPassage>,
    attachments: Vec<(String, ReadDocument)>,
}

impl Ingest<'_> {
    /// Makes the index equal the folders, once.
    ///
    /// # Errors
    /// When the store cannot be written or no reading process can be started; documents never fail it.
    pub fn sync(&self, store: &mut Store, watcher: &dyn Watcher) -> Result<SyncReport> {
        let mut report = SyncReport::default();
        let queue = self.compare(store, &mut report)?;
        let known: BTreeSet<String> = store.documents()?.into_iter().map(|document| document.sha256).collect();
        let known = Mutex::new(known);
        let next = AtomicUsize::new(0);
        let workers = std::thread::available_parallelism().map_or(1, usize::from).min(queue.len()).max(1);
        let (sender, receiver) = sync_channel::<Result<(usize, Outcome)>>(workers);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, queue, next, known) = (sender.clone(), &queue, &next, &known);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(file) = queue.get(index).filter(|_| !watcher.cancelled()) else { return };
                        let outcome = self.read(Path::new(&file.path), known, watcher).map(|outcome| (index, outcome));
                        if sender.send(outcome).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            // Copies of a document that is still being read on another core.
            let mut copies = Vec::new();
            // Takes the receiver along, so that an error here ends the workers instead of leaving them waiting.
            for (done, outcome) in receiver.into_iter().enumerate() {
                let (index, outcome) = outcome?;
                let file = &queue[index];
                match outcome {
                    Outcome::Known(sha256) if store.document_by_hash(&sha256)?.is_none() => copies.push((file, sha256)),
                    outcome => self.write(store, file, outcome, &mut report, watcher)?,
                }
                watcher.report(&Progress {
                    done: done as u64 + 1,
                    total: queue.len() as u64,
                    current: file.path.clone(),
                    stage: "read",
                });
            }
            copies
                .into_iter()
                .try_for_each(|(file, sha256)| self.write(store, file, Outcome::Known(sha256), &mut report, watcher))?;
            Ok(report)
        })
    }

    /// Reads one path now, whatever the ledger says of it and however lately it changed.
    pub fn read_one(&self, store: &mut Store, file: &FileRow) -> Result<()> {
        let at_once = Ingest { still_for: Duration::ZERO, ..*self };
        at_once.read_anew(store, file, &mut SyncReport::default(), &Silent)
    }

    fn read_anew(
        &self,
        store: &mut Store,
        file: &FileRow,
        report: &mut SyncReport,
        watcher: &dyn Watcher,
    ) -> Result<()> {
        let none = Mutex::new(BTreeSet::new());
        let outcome = self.read(Path::new(&file.path), &none, watcher)?;
        self.write(store, file, outcome, report, watcher)
    }

    fn read(&self, path: &Path, known: &Mutex<BTreeSet<String>>, watcher: &dyn Watcher) -> Result<Outcome> {
        let before = std::fs::metadata(path);
        if before.as_ref().is_ok_and(|before| before.len() > config::FILE_BYTES_MAX) {
            let message = format!("The file is larger than {} MB and is not read.", config::FILE_BYTES_MAX >> 20);
            return Ok(Outcome::Unread(Problem::document(ProblemCode::LimitReached, message)));
        }
        let waits = !self.still_for.is_zero();
        let bytes = match std::fs::read(path) {
            // Programs save by exchanging the file for another; whether it is gone, the next comparison tells.
            Err(error) if waits && error.kind() == std::io::ErrorKind::NotFound => return Ok(Outcome::Unsettled),
            Ok(_) if waits && !before.is_ok_and(|before| self.stayed(path, &before)) => {
                return Ok(Outcome::Unsettled);
            }
            Ok(bytes) => bytes,
            Err(error) => {
                let message = format!("The file cannot be opened ({error}). Check that you may read it.");
                return Ok(Outcome::Unread(Problem::document(ProblemCode::Unreachable, message)));
            }
        };
        let sha256 = content_hash(&bytes);
        if !known.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(sha256.clone()) {
            return Ok(Outcome::Known(sha256));
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let read = self.read_bytes(&name, bytes, sha256, 0, watcher)?;
        Ok(read.map_or(Outcome::Stopped, |document| Outcome::Read(Box::new(document))))
    }

    /// Reads one document with its attachments; `None` when the user asked to stop.
    fn read_bytes(
        &self,
        name: &str,
        bytes: Vec<u8>,
        sha256: String,
        depth: u32,
        watcher: &dyn Watcher,
    ) -> Result<Option<ReadDocument>> {
        let format = detect(name, &bytes).name();
        let read = |options: &Options| self.reader.read_under(name, &bytes, options, watcher);
        let Some(mut extracted) = read(self.options)? else { return Ok(None) };
        if extracted.problems.iter().any(|problem| problem.code == ProblemCode::NeedsPassword)
            && let Some(password) = (self.password)(&sha256)
        {
            let options = Options { password: Some(password), ..self.options.clone() };
            let Some(opened) = read(&options)? else { return Ok(None) };
            extracted = opened;
        }
        let description = describe(name, &extracted);
        let passages = prepare_passages(&extracted, &description, self.cutting);
        if passages.is_empty() && extracted.problems.is_empty() {
            extracted.problems.push(Problem::document(ProblemCode::Empty, "The file holds no text."));
        }
        let inside = std::mem::take(&mut extracted.attachments);
        let attachments = self.read_attachments(inside, depth, &mut extracted.problems, watcher)?;
        Ok(attachments.map(|attachments| ReadDocument {
            sha256,
            format,
            description,
            extracted,
            passages,
            attachments,
        }))
    }

    fn read_attachments(
        &self,
        inside: Vec<Attachment>,
        depth: u32,
        problems: &mut Vec<Problem>,
        watcher: &dyn Watcher,
    ) -> Result<Option<Vec<(String, ReadDocument)>>> {
        if depth >= config::ATTACHMENT_DEPTH_MAX && !inside.is_empty() {
            let message = format!("Attachments more than {} levels deep are not read.", config::ATTACHMENT_DEPTH_MAX);
            problems.push(Problem::document(ProblemCode::LimitReached, message));
            return Ok(Some(Vec::new()));
        }
        let mut read = Vec::new();
        let mut names: BTreeMap<String, u32> = BTreeMap::new();
        for attachment in inside.into_iter().take(config::ATTACHMENTS_MAX) {
            let count = names.entry(attachment.name.clone()).or_insert(0);
            *count += 1;
            let name = if *count > 1 { format!("{count} {}", attachment.name) } else { attachment.name.clone() };
            let sha256 = content_hash(&attachment.bytes);
            let document = self.read_bytes(&name, attachment.bytes, sha256, depth + 1, watcher)?;
            let Some(document) = document else { return Ok(None) };
            read.push((name, document));
        }
        Ok(Some(read))
    }

    fn write(
        &self,
        store: &mut Store,
        file: &FileRow,
        outcome: Outcome,
        report: &mut SyncReport,
        watcher: &dyn Watcher,
    ) -> Result<()> {
        let file = FileRow { hashed: jiff::Timestamp::now().to_string(), ..file.clone() };
        match outcome {
            Outcome::Unsettled => report.unsettled += 1,
            Outcome::Stopped => {}
            Outcome::Unread(problem) => {
                let recorded = store.put_unread(&FileRow { status: Status::Problem, ..file }, &problem)?;
                report.unread += u64::from(recorded);
            }
            Outcome::Known(sha256) => match store.document_by_hash(&sha256)? {
                Some(document_id) => report.known += u64::from(copy(store, &file, document_id)?),
                // The paths that held it changed in the course of this very sync, and it was swept away.
                None => self.read_anew(store, &file, report, watcher)?,
            },
            Outcome::Read(document) => report.read += u64::from(write_document(store, &file, &document)?),
        }
        Ok(())
    }
}

/// Writes a document with its attachments; returns whether the path was still wanted.
fn write_document(store: &mut Store, file: &FileRow, read: &ReadDocument) -> Result<bool> {
    let status = if read.passages.is_empty() { Status::Problem } else { Status::Indexed };
    let new = NewDocument {
        sha256: &read.sha256,
        format: read.format,
        name: &read.description.name,
        title: &read.description.title,
        opening: &read.description.opening,
        language: main_language(&read.passages),
        date: read.description.date.as_deref(),
        versions: &read.description.versions,
        amends: read.description.amends,
        extracted: &read.extracted,
        passages: &read.passages,
    };
    if store.put_document(&new, &FileRow { status, ..file.clone() })?.is_none() {
        return Ok(false);
    }
    for (name, attachment) in &read.attachments {
        let row = FileRow {
            path: format!("{}/{name}", file.path),
            parent: Some(file.path.clone()),
            size: 0,
            document_id: None,
            ..file.clone()
        };
        match store.document_by_hash(&attachment.sha256)? {
            Some(document_id) => copy(store, &row, document_id)?,
            None => write_document(store, &row, attachment)?,
        };
    }
    Ok(true)
}

/// Points a path at a stored document, and its attachments likewise; returns whether both were still there.
pub(super) fn copy(store: &mut Store, file: &FileRow, document_id: i64) -> Result<bool> {
    let sibling = store.any_path_of(document_id)?;
    let searchable = store.is_searchable(document_id)?;
    let status = if searchable { Status::Indexed } else { Status::Problem };
    if !store.put_copy(&FileRow { status, document_id: Some(document_id), ..file.clone() })? {
        return Ok(false);
    }
    let Some(sibling) = sibling.filter(|path| *path != file.path) else { return Ok(true) };
    let inside: Vec<FileRow> = store.children(&sibling)?;
    for child in inside {
        let rest = child.path.strip_prefix(&sibling).unwrap_or("").to_owned();
        let parent = child.parent.as_deref().and_then(|parent| parent.strip_prefix(&sibling)).unwrap_or("").to_owned();
        let row = FileRow {
            path: format!("{}{rest}", file.path),
            parent: Some(format!("{}{parent}", file.path)),
            folder_id: file.folder_id,
            ..child
        };
        store.put_copy(&row)?;
    }
    Ok(true)
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
