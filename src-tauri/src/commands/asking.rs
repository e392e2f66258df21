//! Questions, answers, conversations, and where an answer goes.

use super::Answered;
use crate::shelf::{Shared, Shelf, held, run};
use crate::view::{Changed, Told, Wish};
use legajo_core::ask::{Answer, Claim, Mode};
use legajo_core::error::{Error, Result};
use legajo_core::library::AskRequest;
use legajo_core::progress::Stop;
use legajo_core::search::Filter;
use legajo_core::store::{ConversationRow, TurnRow};
use tauri::AppHandle;
use tauri::ipc::Channel;
use tauri_plugin_dialog::DialogExt;

/// Passages shown below an answer.
const HITS: usize = 8;

#[tauri::command]
pub(crate) async fn ask(shelf: Shared<'_>, wish: Wish, told: Channel<Told>) -> Answered<Answer> {
    run(&shelf, move |shelf| answer(shelf, wish, &told)).await
}

fn answer(shelf: &Shelf, wish: Wish, told: &Channel<Told>) -> Result<Answer> {
    let settings = shelf.settings();
    let stop = Stop::default();
    // A question asked before the last one is answered takes its place.
    std::mem::replace(&mut *held(&shelf.answering), stop.clone()).stop();
    let request = AskRequest {
        question: wish.question,
        filter: Filter { folders: wish.folders, documents: wish.documents, ..Filter::default() },
        hit_count: HITS,
        mode: wish.mode.or(settings.mode).as_deref().and_then(Mode::parse),
        model: settings.model,
        conversation: Some(wish.conversation.unwrap_or(0)),
    };
    let mut tell = |claim: &Claim| {
        // A window that is gone needs no sentences.
        let _ = told.send(Told::Claim { claim: Box::new(claim.clone()) });
    };
    let (answer, _) = shelf.ask(|library| library.ask(&request, &stop, &mut tell))?;
    shelf.changed(Changed::Conversations);
    Ok(answer)
}

#[tauri::command]
pub(crate) fn stop_asking(shelf: Shared<'_>) {
    held(&shelf.answering).stop();
}

#[tauri::command]
pub(crate) async fn conversations(shelf: Shared<'_>) -> Answered<Vec<ConversationRow>> {
    run(&shelf, |shelf| shelf.look(|library| library.conversations())).await
}

#[tauri::command]
pub(crate) async fn turns(shelf: Shared<'_>, conversation: i64) -> Answered<Vec<TurnRow>> {
    run(&shelf, move |shelf| shelf.look(|library| library.turns(conversation))).await
}

#[tauri::command]
pub(crate) async fn rename_conversation(shelf: Shared<'_>, conversation: i64, title: String) -> Answered<()> {
    run(&shelf, move |shelf| {
        shelf.look(|library| library.rename_conversation(conversation, &title))?;
        shelf.changed(Changed::Conversations);
        Ok(())
    })
    .await
}

#[tauri::command]
pub(crate) async fn delete_conversation(shelf: Shared<'_>, conversation: i64) -> Answered<()> {
    run(&shelf, move |shelf| {
        shelf.look(|library| library.delete_conversation(conversation))?;
        shelf.changed(Changed::Conversations);
        Ok(())
    })
    .await
}

/// Saves a text where the user says; `false` when the user cancels.
#[tauri::command]
pub(crate) async fn save_text(app: AppHandle, shelf: Shared<'_>, name: String, text: String) -> Answered<bool> {
    run(&shelf, move |_| {
        let chosen = app.dialog().file().set_file_name(name).blocking_save_file();
        let Some(path) = chosen.and_then(|path| path.into_path().ok()) else { return Ok(false) };
        std::fs::write(&path, text).map_err(Error::io(format!("writing {}", path.display())))?;
        Ok(true)
    })
    .await
}
