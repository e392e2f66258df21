//! Reads the arguments, calls the library, prints.

mod answering;
mod arguments;
mod print;
mod terminal;

use arguments::{Cli, FolderVerb, Verb};
use clap::Parser;
use legajo_core::error::{Error, Result};
use legajo_core::library::{Library, Setup, default_directory};
use std::io::{ErrorKind, Read, Write};
use std::process::ExitCode;
use std::time::Duration;
use terminal::Terminal;

/// Runs the command line and returns its exit code.
pub(crate) fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut out = std::io::stdout().lock();
    let done = work(&cli, &mut out).and_then(|printed| match printed.and_then(|()| out.flush()) {
        // The reader has seen enough, as `head` does; the work itself is done.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed.map_err(Error::io("writing to standard output")),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print::error(&mut out, &error, cli.json);
            ExitCode::from(1)
        }
    }
}

/// Does what is asked and writes what came of it to `out`. The inner result is that of the writing.
fn work(cli: &Cli, out: &mut impl Write) -> Result<std::io::Result<()>> {
    let library = open(cli)?;
    match &cli.verb {
        Verb::Search { .. } | Verb::Ask { .. } | Verb::Conversation(_) | Verb::Model(_) | Verb::Eval { .. } => {
            answering::work(library, &cli.verb, out, cli.json)
        }
        _ => documents(library, cli, out),
    }
}

/// Opens the library that is meant.
fn open(cli: &Cli) -> Result<Library> {
    let directory = cli.library.clone().map_or_else(default_directory, Ok)?;
    // Who types a command has saved the file, and does not wait for a second one.
    Library::open(&directory, Setup::from_surroundings(Duration::ZERO)?)
}

/// Does what concerns the folders and documents.
fn documents(mut library: Library, cli: &Cli, out: &mut impl Write) -> Result<std::io::Result<()>> {
    let json = cli.json;
    Ok(match &cli.verb {
        Verb::Folder(FolderVerb::Add { path, matter }) => {
            let added = library.add_folder(path, matter.as_deref())?;
            print::line(
                out,
                json,
                &serde_json::json!({ "added": added }),
                &format!("Added {added}. `legajo sync` reads it."),
            )
        }
        Verb::Folder(FolderVerb::List) => print::folders(out, &library.folders()?, json),
        Verb::Folder(FolderVerb::Remove { path }) => {
            library.remove_folder(path)?;
            print::line(
                out,
                json,
                &serde_json::json!({ "removed": path }),
                "Removed. The files themselves were not touched.",
            )
        }
        Verb::Exclude { path } => {
            library.exclude(path)?;
            print::line(out, json, &serde_json::json!({ "excluded": path }), "Excluded.")
        }
        Verb::Unlock { path } => {
            let notes = library.unlock(path, &password()?)?;
            print::line(
                out,
                json,
                &serde_json::json!({ "unlocked": path, "notes": notes }),
                &format!("Read. {}", notes.join(" ")),
            )
        }
        Verb::Doctor => print::doctor(out, &library.doctor()?, json),
        Verb::Sync => {
            let report = library.sync(&Terminal::new())?;
            if let Some(problem) = library.embedder_problem() {
                print::note(format_args!("Searching by words only: {problem}"));
            }
            print::sync(out, &report, &library.status()?.totals, json)
        }
        Verb::Status => print::status(out, &library.status()?, json),
        Verb::Page { path, page, png, quote, span, scale } => {
            let picture = library.page_png(path, *page, *scale, *span, quote.as_deref())?;
            std::fs::write(png, picture).map_err(Error::io(format!("writing {}", png.display())))?;
            print::line(out, json, &serde_json::json!({ "png": png }), &format!("Wrote {}.", png.display()))
        }
        Verb::Text { path, page } => print::text(out, &library.text(path, *page)?, json),
        // Asking is done elsewhere.
        _ => Ok(()),
    })
}

fn password() -> Result<String> {
    let mut text = String::new();
    std::io::stdin().take(4096).read_to_string(&mut text).map_err(Error::io("reading the password"))?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}
