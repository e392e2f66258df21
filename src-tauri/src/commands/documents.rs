//! Folders and documents: choosing, adding, taking in, keeping out, unlocking.

use super::Answered;
use crate::import;
use crate::shelf::{Shared, Shelf, run};
use crate::view::Changed;
use legajo_core::error::Result;
use legajo_core::library::Ledger;
use std::path::{Path, PathBuf};
use tauri::AppHandle;
use tauri_plugin_dialog::{DialogExt, FilePath};

#[tauri::command]
pub(crate) async fn ledger(shelf: Shared<'_>) -> Answered<Ledger> {
    run(&shelf, |shelf| shelf.look(|library| library.status())).await
}

#[tauri::command]
pub(crate) async fn choose_folder(app: AppHandle, shelf: Shared<'_>) -> Answered<Option<String>> {
    run(&shelf, move |shelf| Ok(app.dialog().file().blocking_pick_folder().and_then(|path| chosen(shelf, path)))).await
}

#[tauri::command]
pub(crate) async fn choose_files(app: AppHandle, shelf: Shared<'_>) -> Answered<Vec<String>> {
    run(&shelf, move |shelf| {
        let picked = app.dialog().file().blocking_pick_files().unwrap_or_default();
        Ok(picked.into_iter().filter_map(|path| chosen(shelf, path)).collect())
    })
    .await
}

/// Notes that the user chose a path.
fn chosen(shelf: &Shelf, path: FilePath) -> Option<String> {
    let path = path.into_path().ok()?;
    shelf.offer(std::slice::from_ref(&path));
    Some(path.to_string_lossy().into_owned())
}

#[tauri::command]
pub(crate) async fn add_folder(shelf: Shared<'_>, path: PathBuf, matter: Option<String>) -> Answered<()> {
    run(&shelf, move |shelf| {
        shelf.offered(&path)?;
        shelf.look(|library| library.add_folder(&path, matter.as_deref()))?;
        begin(shelf);
        Ok(())
    })
    .await
}

#[tauri::command]
pub(crate) async fn remove_folder(shelf: Shared<'_>, path: PathBuf) -> Answered<()> {
    run(&shelf, move |shelf| {
        shelf.look(|library| library.remove_folder(&path))?;
        begin(shelf);
        Ok(())
    })
    .await
}

#[tauri::command]
pub(crate) async fn add_sample(shelf: Shared<'_>) -> Answered<()> {
    run(&shelf, |shelf| {
        import::sample(shelf)?;
        begin(shelf);
        Ok(())
    })
    .await
}

#[tauri::command]
pub(crate) async fn import_paths(shelf: Shared<'_>, paths: Vec<PathBuf>, how: String) -> Answered<()> {
    run(&shelf, move |shelf| {
        let done = import::take_in(shelf, &paths, how == "copy");
        // What was taken in before one failed is read all the same.
        begin(shelf);
        done
    })
    .await
}

#[tauri::command]
pub(crate) async fn exclude(shelf: Shared<'_>, path: PathBuf) -> Answered<()> {
    change(&shelf, move |shelf| shelf.look(|library| library.exclude(&path))).await
}

#[tauri::command]
pub(crate) async fn include(shelf: Shared<'_>, path: PathBuf) -> Answered<()> {
    change(&shelf, move |shelf| {
        shelf.look(|library| library.include(&path))?;
        shelf.keeper.wake();
        Ok(())
    })
    .await
}

/// Reading takes long: an answer may wait for it, the ledger does not.
#[tauri::command]
pub(crate) async fn read_again(shelf: Shared<'_>, path: PathBuf) -> Answered<()> {
    change(&shelf, move |shelf| shelf.ask(|library| library.read_again(&path))).await
}

#[tauri::command]
pub(crate) async fn unlock(shelf: Shared<'_>, path: PathBuf, password: String) -> Answered<Vec<String>> {
    change(&shelf, move |shelf| shelf.ask(|library| library.unlock(Path::new(&path), &password))).await
}

#[tauri::command]
pub(crate) async fn pause_keeping(shelf: Shared<'_>, paused: bool) -> Answered<()> {
    run(&shelf, move |shelf| {
        shelf.keeper.pause(paused);
        Ok(())
    })
    .await
}

#[tauri::command]
pub(crate) async fn rebuild(shelf: Shared<'_>) -> Answered<()> {
    run(&shelf, |shelf| {
        shelf.look(|library| library.rebuild())?;
        begin(shelf);
        Ok(())
    })
    .await
}

/// Does something to a document and says that the ledger changed.
async fn change<T: Send + 'static>(
    shelf: &Shared<'_>,
    work: impl FnOnce(&Shelf) -> Result<T> + Send + 'static,
) -> Answered<T> {
    run(shelf, move |shelf| {
        let done = work(shelf)?;
        shelf.changed(Changed::Ledger);
        Ok(done)
    })
    .await
}

/// Begins to read what the user has just changed.
fn begin(shelf: &Shelf) {
    shelf.changed(Changed::Ledger);
    shelf.keeper.begin_anew();
}
