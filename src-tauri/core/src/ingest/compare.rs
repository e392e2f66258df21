//! The comparison of the folders with the ledger: what is new, changed, moved or gone.
//!
//! In go the folders as a walk finds them and the rows of the ledger, out come the files to read. Nothing is
//! read here but what may have moved, whose hash tells it.

use super::queue::{Ingest, SyncReport, copy};
use super::walk::{Seen, Walk, seen, walk_folder};
use crate::error::Result;
use crate::store::{FileRow, Status, Store};
use crate::vectors::content_hash;
use std::collections::{BTreeSet, HashMap};
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::Duration;

impl Ingest<'_> {
    /// Compares the folders with the ledger, records what is new as pending and what is gone as gone,
    /// and returns the files to read.
    pub(super) fn compare(&self, store: &mut Store, report: &mut SyncReport) -> Result<Vec<FileRow>> {
        let ledger: HashMap<String, FileRow> = store
            .files()?
            .into_iter()
            .filter(|file| file.parent.is_none())
            .map(|file| (file.path.clone(), file))
            .collect();
        let excluded = store.exclusions()?;
        let mut present = BTreeSet::new();
        let mut changed = Vec::new();
        let mut away = Vec::new();
        for folder in store.folders()? {
            let root = PathBuf::from(&folder.path);
            // A single file may have been linked.
            if std::fs::read_dir(&root).is_err() && !root.is_file() {
                away.push(folder.id);
                continue;
            }
            let Walk { files, failed } = walk_folder(&root, self.leave_out);
            report.seen += files.len() as u64;
            for seen in files {
                let path = seen.path.to_string_lossy().into_owned();
                if !present.insert(path.clone()) {
                    continue; // A folder inside another: the outer one has it.
                }
                let row =
                    self.compare_file(&seen, path, folder.id, ledger.get(&*seen.path.to_string_lossy()), &excluded);
                changed.extend(row);
            }
            self.keep_failed(&failed, &ledger, &mut present);
        }
        let gone: Vec<String> = ledger
            .values()
            .filter(|file| !present.contains(&file.path) && !away.contains(&file.folder_id))
            .map(|file| file.path.clone())
            .collect();
        let unreachable =
            ledger.values().filter(|file| away.contains(&file.folder_id) && file.status != Status::Unreachable);
        changed.extend(unreachable.map(|file| FileRow { status: Status::Unreachable, ..file.clone() }));
        report.removed = gone.len() as u64;
        if !changed.is_empty() {
            store.put_files(&changed, &changed.len().to_string())?;
        }
        // Moved files are read (found known by hash) before their old paths go, so nothing is read twice.
        let queue: Vec<FileRow> = store.files()?.into_iter().filter(|file| file.status == Status::Pending).collect();
        let rest = self.move_known(store, &queue, &gone, report)?;
        // What is still being written stays pending and is not answered from until it is read.
        let now = now_ns();
        let (young, still): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|file| is_young(file.mtime_ns, now, self.still_for));
        report.unsettled += young.len() as u64;
        Ok(still)
    }

    /// Returns whether a file stayed as it was while its bytes were read, and is old enough to be read whole.
    pub(super) fn stayed(&self, path: &Path, before: &Metadata) -> bool {
        let before = seen(path, before);
        let Ok(after) = std::fs::metadata(path).map(|after| seen(path, &after)) else { return false };
        (before.size, before.mtime_ns) == (after.size, after.mtime_ns)
            && !is_young(after.mtime_ns, now_ns(), self.still_for)
    }

    /// Takes moved files over first, then removes what is gone; returns what is left to read.
    fn move_known(
        &self,
        store: &mut Store,
        queue: &[FileRow],
        gone: &[String],
        report: &mut SyncReport,
    ) -> Result<Vec<FileRow>> {
        let mut rest = Vec::new();
        let sizes: BTreeSet<i64> =
            gone.iter().filter_map(|path| store.file(path).ok().flatten()).map(|file| file.size).collect();
        for file in queue {
            let moved = if sizes.contains(&file.size) { self.hash_of(Path::new(&file.path)) } else { None };
            match moved.map(|sha256| store.document_by_hash(&sha256)).transpose()?.flatten() {
                Some(document_id) => report.known += u64::from(copy(store, file, document_id)?),
                None => rest.push(file.clone()),
            }
        }
        if !gone.is_empty() {
            store.remove_files(gone)?;
        }
        Ok(rest)
    }

    fn hash_of(&self, path: &Path) -> Option<String> {
        std::fs::read(path).ok().map(|bytes| content_hash(&bytes))
    }

    /// Returns the row to write for a file that is new, changed or newly excluded; `None` when nothing changed.
    fn compare_file(
        &self,
        seen: &Seen,
        path: String,
        folder_id: i64,
        known: Option<&FileRow>,
        excluded: &[String],
    ) -> Option<FileRow> {
        let is_excluded = excluded.iter().any(|out| path == *out || path.starts_with(&format!("{out}/")));
        let row = FileRow {
            path,
            folder_id,
            parent: None,
            size: seen.size,
            mtime_ns: seen.mtime_ns,
            ctime_ns: seen.ctime_ns,
            inode: seen.inode,
            status: if is_excluded { Status::Excluded } else { Status::Pending },
            document_id: None,
            hashed: String::new(),
        };
        let Some(known) = known else { return Some(row) };
        let same = known.size == row.size
            && known.mtime_ns == row.mtime_ns
            && known.ctime_ns == row.ctime_ns
            && known.inode == row.inode;
        let settled = match known.status {
            Status::Indexed => !is_excluded && !self.check_hashes,
            // A path-level failure (no permission, say) has no document and is tried again each time.
            Status::Problem => !is_excluded && !self.check_hashes && known.document_id.is_some(),
            Status::Excluded => is_excluded,
            Status::Pending | Status::Unreachable => false,
        };
        if same && settled {
            return None;
        }
        // What is unchanged by all signs and only checked again keeps its time of hashing, by which it goes on
        // serving; what has changed keeps its document only so that an equal content is not read twice.
        let hashed = if same { known.hashed.clone() } else { String::new() };
        Some(FileRow { document_id: if is_excluded { None } else { known.document_id }, hashed, ..row })
    }

    /// A directory that could not be listed keeps what the ledger has of it.
    fn keep_failed(
        &self,
        failed: &[(PathBuf, String)],
        ledger: &HashMap<String, FileRow>,
        present: &mut BTreeSet<String>,
    ) {
        for (path, _) in failed {
            let below = path.to_string_lossy().into_owned();
            present.extend(ledger.keys().filter(|known| Path::new(known).starts_with(&below)).cloned());
        }
    }
}

fn now_ns() -> i128 {
    jiff::Timestamp::now().as_nanosecond()
}

/// Returns whether a file changed so lately that it may still be being written. One from further in the future
/// is no younger for it: a server's clock may be wrong for ever.
fn is_young(mtime_ns: i64, now_ns: i128, still_for: Duration) -> bool {
    (now_ns - i128::from(mtime_ns)).unsigned_abs() < still_for.as_nanos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_latest_changes_make_a_file_young() {
        let second = 1_000_000_000;
        let check = |age: i64, still_for: u64, expected: bool| {
            let young = is_young(1_000 * second - age, i128::from(1_000 * second), Duration::from_secs(still_for));
            assert_eq!(young, expected, "{age} {still_for}");
        };
        check(0, 0, false);
        check(0, 2, true);
        check(second, 2, true);
        check(2 * second, 2, false);
        check(-second, 2, true);
        check(-2 * second, 2, false);
        check(-3600 * second, 2, false);
    }
}
