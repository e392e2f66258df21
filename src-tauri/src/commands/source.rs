//! The document behind a citation.

use super::Answered;
use crate::shelf::{Shared, Shelf, run};
use legajo_core::error::{Error, Result};
use legajo_core::library::{Block, PageBoxes, PageWord, Source};
use legajo_core::span::Span;
use std::path::{Path, PathBuf};

#[tauri::command]
pub(crate) async fn source(shelf: Shared<'_>, sha256: String) -> Answered<Source> {
    run(&shelf, move |shelf| shelf.look(|library| library.source(&sha256))).await
}

#[tauri::command]
pub(crate) async fn page_words(shelf: Shared<'_>, sha256: String, page: u32) -> Answered<Vec<PageWord>> {
    run(&shelf, move |shelf| shelf.look(|library| library.page_words(&sha256, page))).await
}

#[tauri::command]
pub(crate) async fn boxes(shelf: Shared<'_>, sha256: String, start: u32, end: u32) -> Answered<Vec<PageBoxes>> {
    run(&shelf, move |shelf| shelf.look(|library| library.boxes(&sha256, Span::new(start, end)))).await
}

#[tauri::command]
pub(crate) async fn blocks(shelf: Shared<'_>, sha256: String) -> Answered<Vec<Block>> {
    run(&shelf, move |shelf| shelf.look(|library| library.blocks(&sha256))).await
}

#[tauri::command]
pub(crate) async fn open_in_system(shelf: Shared<'_>, path: PathBuf) -> Answered<()> {
    run(&shelf, move |shelf| {
        let file = on_disk(shelf, &path)?;
        tauri_plugin_opener::open_path(&file, None::<&str>).map_err(|error| unopened(&file, &error))
    })
    .await
}

#[tauri::command]
pub(crate) async fn reveal_in_folder(shelf: Shared<'_>, path: PathBuf) -> Answered<()> {
    run(&shelf, move |shelf| {
        let file = on_disk(shelf, &path)?;
        tauri_plugin_opener::reveal_item_in_dir(&file).map_err(|error| unopened(&file, &error))
    })
    .await
}

/// Returns the file of the library that a path names, or that holds it: only these are handed to other programs.
fn on_disk(shelf: &Shelf, path: &Path) -> Result<PathBuf> {
    shelf.look(|library| library.file_on_disk(path))
}

fn unopened(file: &Path, error: &tauri_plugin_opener::Error) -> Error {
    Error::Request(format!("The system could not open {}: {error}", file.display()))
}
