//! The command line `legajo`: the engine's face for scripts, tests and measurement.
//!
//! Machine output goes to standard output, progress to standard error. Exit 0 done, 1 failed, 2 wrong
//! usage. The hidden reading child is dispatched before anything else is started.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    if legajo_core::extract::serve::serve_if_asked() {
        return ExitCode::SUCCESS;
    }
    cli::run()
}
