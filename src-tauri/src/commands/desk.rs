//! The frame of the window, its settings, and what it accounts for.

use super::Answered;
use crate::shelf::{Shared, Shelf, held, run};
use crate::view::{Account, Desk, FolderView, Handed, Settings};
use legajo_core::error::Result;
use legajo_core::store::Status;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[tauri::command]
pub(crate) async fn desk(shelf: Shared<'_>) -> Answered<Desk> {
    run(&shelf, look).await
}

fn look(shelf: &Shelf) -> Result<Desk> {
    let inbox = shelf.inbox();
    let (counts, folders, embedder) =
        shelf.look(|library| Ok((library.counts()?, library.folders()?, library.embedder_problem())))?;
    let mut totals: BTreeMap<&'static str, u64> =
        [Status::Indexed, Status::Pending, Status::Problem, Status::Excluded, Status::Unreachable]
            .into_iter()
            .map(|status| (status.name(), counts.by_status.get(&status).copied().unwrap_or(0)))
            .collect();
    totals.insert("files", counts.by_status.values().sum());
    let folders = folders.into_iter().map(|folder| FolderView {
        files: counts.by_folder.get(&folder.id).copied().unwrap_or(0),
        reachable: Path::new(&folder.path).exists(),
        inbox: Path::new(&folder.path) == inbox,
        path: folder.path,
        matter: folder.matter,
    });
    Ok(Desk {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: shelf.directory.to_string_lossy().into_owned(),
        folders: folders.collect(),
        totals,
        need_you: counts.need_you,
        keeping: shelf.keeper.now(),
        findings: embedder.into_iter().collect(),
        settings: shelf.settings(),
    })
}

#[tauri::command]
pub(crate) async fn save_settings(shelf: Shared<'_>, settings: Settings) -> Answered<()> {
    run(&shelf, move |shelf| shelf.save_settings(&settings)).await
}

#[tauri::command]
pub(crate) async fn account(shelf: Shared<'_>) -> Answered<Account> {
    run(&shelf, |shelf| {
        let (requests_outside, since, embedder) =
            shelf.look(|library| Ok((library.requests_outside()?, library.made_at()?, library.embedder_name())))?;
        let size = |name: &str| std::fs::metadata(shelf.directory.join(name)).map_or(0, |file| file.len());
        Ok(Account {
            requests_outside,
            since,
            database_bytes: size("library.db") + size("library.db-wal"),
            vectors_bytes: size("vectors.usearch") + size("vectors.keys"),
            inbox_bytes: bytes_below(&shelf.inbox()),
            embedder,
            licences: include_str!("../../../assets/licences.txt").to_owned(),
        })
    })
    .await
}

/// Sums the files below a directory; what cannot be looked into counts nothing.
fn bytes_below(directory: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(directory) else { return 0 };
    let sizes = entries.flatten().map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => bytes_below(&entry.path()),
        Ok(kind) if kind.is_file() => entry.metadata().map_or(0, |file| file.len()),
        _ => 0,
    });
    sizes.sum()
}

/// Takes the files that were opened from elsewhere before the interface listened.
#[tauri::command]
pub(crate) async fn take_handed(shelf: Shared<'_>) -> Answered<Option<Handed>> {
    run(&shelf, |shelf| {
        let waiting = std::mem::take(&mut *held(&shelf.handed));
        if waiting.is_empty() { Ok(None) } else { hand(shelf, &waiting).map(Some) }
    })
    .await
}

/// Makes of opened files what the interface is told; they may then be taken in.
pub(crate) fn hand(shelf: &Shelf, paths: &[PathBuf]) -> Result<Handed> {
    shelf.offer(paths);
    let known = shelf.look(|library| Ok(paths.iter().filter(|path| library.knows(path)).count()))?;
    Ok(Handed { paths: paths.iter().map(|path| path.to_string_lossy().into_owned()).collect(), known })
}
