//! The one window: opens it, keeps it on the app's own pages, and hears what is dropped on it.
//!
//! A content security policy does not cover top-level navigation, so [`is_own_page`] does. What it
//! looks like stands in `tauri.conf.json`, where `proxyUrl` also stops resource hints, which no policy
//! covers either.

use crate::commands::{asking, desk, documents, models, source};
use crate::pictures;
use crate::shelf::{Shelf, held};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tauri::utils::config::WindowConfig;
use tauri::{App, AppHandle, Context, DragDropEvent, Emitter, Manager, Url, WebviewWindowBuilder, Window, WindowEvent};
use tauri_plugin_dialog::{DialogExt, MessageDialogKind};

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When the system gives no window or web view.
pub(crate) fn run(context: Context) -> tauri::Result<()> {
    tauri::Builder::default()
        // First, as it must be: a second start hands its files to the window that is open.
        .plugin(tauri_plugin_single_instance::init(|app, arguments, directory| {
            hand_over(app, &files_of(arguments.into_iter().skip(1), Path::new(&directory)));
        }))
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_window_state::Builder::new().build())
        .register_asynchronous_uri_scheme_protocol(pictures::SCHEME, pictures::answer)
        .invoke_handler(tauri::generate_handler![
            desk::desk,
            desk::save_settings,
            desk::account,
            desk::take_handed,
            documents::ledger,
            documents::choose_folder,
            documents::choose_files,
            documents::add_folder,
            documents::remove_folder,
            documents::add_sample,
            documents::import_paths,
            documents::exclude,
            documents::include,
            documents::read_again,
            documents::unlock,
            documents::pause_keeping,
            documents::rebuild,
            asking::ask,
            asking::stop_asking,
            asking::conversations,
            asking::turns,
            asking::rename_conversation,
            asking::delete_conversation,
            asking::save_text,
            source::source,
            source::page_words,
            source::boxes,
            source::blocks,
            source::open_in_system,
            source::reveal_in_folder,
            models::models,
            models::pull_model,
            models::stop_pulling,
            models::allow_host,
        ])
        .setup(|app| Ok(set_up(app)?))
        .on_window_event(on_event)
        .run(context)
}

fn set_up(app: &App) -> tauri::Result<()> {
    let directory = std::env::var_os("LEGAJO_LIBRARY").filter(|path| !path.is_empty()).map(PathBuf::from);
    match Shelf::open(app.handle().clone(), directory) {
        Ok(shelf) => {
            let here = std::env::current_dir().unwrap_or_default();
            *held(&shelf.handed) = files_of(std::env::args().skip(1), &here);
            app.manage(Arc::new(shelf));
        }
        Err(error) => {
            let message = format!("Legajo: {error}");
            app.dialog().message(message).title("Legajo").kind(MessageDialogKind::Error).show(|_| ());
            eprintln!("legajo-desktop: {error}");
        }
    }
    let windows = app.config().app.windows.clone();
    windows.iter().try_for_each(|config| open(app, config))
}

fn open(app: &App, config: &WindowConfig) -> tauri::Result<()> {
    WebviewWindowBuilder::from_config(app, config)?.on_navigation(is_own_page).build().map(drop)
}

/// Files over the window, as the interface is told.
#[derive(Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Drag {
    Over,
    Left,
    Dropped { paths: Vec<PathBuf> },
}

fn on_event(window: &Window, event: &WindowEvent) {
    let WindowEvent::DragDrop(event) = event else { return };
    let drag = match event {
        DragDropEvent::Enter { .. } => Drag::Over,
        DragDropEvent::Drop { paths, .. } => {
            if let Some(shelf) = window.try_state::<Arc<Shelf>>() {
                shelf.offer(paths);
            }
            Drag::Dropped { paths: paths.clone() }
        }
        DragDropEvent::Leave => Drag::Left,
        _ => return,
    };
    let _ = window.emit("drag", drag);
}

/// Shows the window that is open and gives it the files of a second start.
fn hand_over(app: &AppHandle, files: &[PathBuf]) {
    if let Some(window) = app.get_webview_window("main") {
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
    let Some(shelf) = app.try_state::<Arc<Shelf>>().filter(|_| !files.is_empty()) else { return };
    if let Ok(handed) = desk::hand(&shelf, files) {
        let _ = app.emit("handed", handed);
    }
}

/// Returns the files among a start's arguments, made absolute.
fn files_of(arguments: impl Iterator<Item = String>, directory: &Path) -> Vec<PathBuf> {
    let paths = arguments.filter(|argument| !argument.starts_with('-')).map(|argument| directory.join(argument));
    paths.filter(|path| path.exists()).collect()
}

/// Returns whether a page is the app's own: Tauri's scheme, which Windows writes as a host.
fn is_own_page(url: &Url) -> bool {
    match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        "http" | "https" => cfg!(windows) && url.host_str() == Some("tauri.localhost"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_stays_on_its_own_pages() {
        let check = |url: &str, expected: bool| assert_eq!(is_own_page(&Url::parse(url).unwrap()), expected, "{url}");
        check("tauri://localhost/", true);
        check("tauri://localhost/index.html", true);
        check("tauri://elsewhere/", false);
        check("http://localhost/", false);
        check("https://example.com/", false);
        check("file:///etc/passwd", false);
        check("data:text/html,x", false);
        check("http://tauri.localhost/", cfg!(windows));
    }
}
