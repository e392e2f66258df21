//! The executable `legajo-desktop`: the window over the engine.
//!
//! Here are only the dispatch of the reading child, start-up, and what closes the window off from the
//! network; the interface is `ui/`, the engine `src-tauri/core`.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod commands;
mod import;
mod keeper;
mod pictures;
mod shelf;
mod view;
mod window;

use std::process::ExitCode;

fn main() -> ExitCode {
    if legajo_core::extract::serve::serve_if_asked() {
        return ExitCode::SUCCESS;
    }
    match window::run(tauri::generate_context!()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("legajo-desktop: the window did not open: {error}");
            ExitCode::FAILURE
        }
    }
}
