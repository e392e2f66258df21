//! Reads the arguments, calls the library, prints.

mod print;

use clap::{Args, Parser, Subcommand};
use legajo_core::chunk::Language;
use legajo_core::error::{Error, Result};
use legajo_core::extract::Options;
use legajo_core::extract::child::Reader;
use legajo_core::library::{Library, Setup};
use legajo_core::progress::{Progress, Watcher};
use legajo_core::search::{Filter, Legs};
use legajo_core::span::Span;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Ask a folder of contracts; every sentence of the answer is quoted from a page.
#[derive(Parser)]
#[command(name = "legajo", version, about)]
struct Cli {
    /// The library's directory.
    #[arg(long, global = true, value_name = "DIR", env = "LEGAJO_LIBRARY")]
    library: Option<PathBuf>,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Add, list or remove the folders of the library.
    #[command(subcommand)]
    Folder(FolderVerb),
    /// Keep a file or directory out of the library.
    Exclude {
        /// The path.
        path: PathBuf,
    },
    /// Open a document with its password, read from standard input.
    Unlock {
        /// The document.
        path: PathBuf,
    },
    /// Check the library and the programs it needs.
    Doctor,
    /// Bring the index in line with the folders, once.
    Sync,
    /// Show every file and what became of it.
    Status,
    /// Find the passages nearest to a question.
    Search {
        /// The question.
        question: String,
        /// How many passages.
        #[arg(short, default_value_t = 8)]
        k: usize,
        /// Search by words alone or by meaning alone, for measuring.
        #[arg(long, value_parser = ["both", "words", "meaning"], default_value = "both")]
        legs: String,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Answer a question with sentences quoted from the documents.
    Ask {
        /// The question.
        question: String,
        /// How the answer is made.
        #[arg(long, value_parser = ["verbatim"], default_value = "verbatim")]
        mode: String,
        /// How many passages to show below the answer.
        #[arg(short, default_value_t = 8)]
        k: usize,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Draw a page as a picture, with words marked.
    Page {
        /// The document.
        path: PathBuf,
        /// The page, from 1.
        page: u32,
        /// Where to write the picture.
        #[arg(long)]
        png: PathBuf,
        /// Words to mark.
        #[arg(long, conflicts_with = "span")]
        quote: Option<String>,
        /// Code points to mark, START:END.
        #[arg(long, value_parser = parse_span)]
        span: Option<Span>,
        /// Pixels per point of 1/72 inch.
        #[arg(long, default_value_t = 2.0)]
        scale: f32,
    },
    /// Print the stored text of a document.
    Text {
        /// The document.
        path: PathBuf,
        /// Only this page, from 1.
        #[arg(long)]
        page: Option<u32>,
    },
    /// Measure retrieval and answers over a file of cases.
    Eval {
        /// One JSON object a line.
        cases: PathBuf,
        /// Passages looked at.
        #[arg(short, default_value_t = 64)]
        k: usize,
        /// Which legs of the search run.
        #[arg(long, value_parser = ["both", "words", "meaning"], default_value = "both")]
        legs: String,
        /// Where the cases' files lie, when not in the library's only folder.
        #[arg(long)]
        root: Option<PathBuf>,
    },
}

#[derive(Subcommand)]
enum FolderVerb {
    /// Watch a folder.
    Add {
        /// The folder.
        path: PathBuf,
        /// The matter (expediente) it belongs to.
        #[arg(long, value_name = "NAME")]
        matter: Option<String>,
    },
    /// List the folders.
    List,
    /// Forget a folder and everything indexed from it; its files are not touched.
    Remove {
        /// The folder.
        path: PathBuf,
    },
}

#[derive(Args)]
struct FilterArgs {
    /// Only below this directory (may be given more than once).
    #[arg(long)]
    folder: Vec<PathBuf>,
    /// Only this document (may be given more than once).
    #[arg(long)]
    document: Vec<PathBuf>,
    /// Only passages in this language.
    #[arg(long, value_parser = ["es", "en"])]
    lang: Option<String>,
    /// Only documents of this format (pdf, docx, txt, …).
    #[arg(long)]
    format: Option<String>,
    /// Only documents dated on or after this day (YYYY-MM-DD).
    #[arg(long)]
    from: Option<String>,
    /// Only documents dated on or before this day (YYYY-MM-DD).
    #[arg(long)]
    to: Option<String>,
}

impl FilterArgs {
    fn filter(&self) -> Filter {
        let whole = |paths: &[PathBuf]| {
            let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
            paths.iter().map(|path| absolute(path).to_string_lossy().into_owned()).collect()
        };
        Filter {
            folders: whole(&self.folder),
            documents: whole(&self.document),
            language: self.lang.as_deref().map(Language::parse),
            format: self.format.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
        }
    }
}

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
    let mut library = Library::open(&directory(cli)?, setup()?)?;
    let json = cli.json;
    let printed = match &cli.verb {
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
        Verb::Search { question, k, legs, filter } => {
            let (hits, times) = library.search(question, *k, &filter.filter(), parse_legs(legs))?;
            print::search(out, &hits, &times, json)
        }
        Verb::Ask { question, k, filter, mode: _ } => {
            let (answer, times) = library.ask(question, &filter.filter(), *k)?;
            print::answer(out, &answer, &times, json)
        }
        Verb::Page { path, page, png, quote, span, scale } => {
            let picture = library.page_png(path, *page, *scale, *span, quote.as_deref())?;
            std::fs::write(png, picture).map_err(Error::io(format!("writing {}", png.display())))?;
            print::line(out, json, &serde_json::json!({ "png": png }), &format!("Wrote {}.", png.display()))
        }
        Verb::Text { path, page } => print::text(out, &library.text(path, *page)?, json),
        Verb::Eval { cases, k, legs, root } => {
            let report = legajo_core::eval::run(&library, cases, *k, parse_legs(legs), root.as_deref())?;
            print::eval(out, &report, json)
        }
    };
    Ok(printed)
}

fn directory(cli: &Cli) -> Result<PathBuf> {
    match &cli.library {
        Some(directory) => Ok(directory.clone()),
        None => dirs::data_dir().map(|data| data.join("legajo").join("library")).ok_or_else(|| {
            Error::Request("No data folder is known for this user; give one with --library DIR.".into())
        }),
    }
}

fn setup() -> Result<Setup> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let reader = match variable("LEGAJO_READER") {
        Some(exe) => Reader::new(exe),
        None => Reader::current()?,
    };
    let options = Options {
        ocr_languages: std::env::var("LEGAJO_OCR_LANGUAGES").unwrap_or_else(|_| "spa+eng".to_owned()),
        tessdata: variable("TESSDATA_PREFIX"),
        ..Options::default()
    };
    Ok(Setup { reader, options, embedder: variable("LEGAJO_EMBEDDER").unwrap_or_else(embedder_directory) })
}

/// The embedder lies beside the program in a package, else in the cache that `./dev` fills.
fn embedder_directory() -> PathBuf {
    const NAME: &str = "multilingual-e5-small";
    let beside =
        std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("../lib/legajo/models").join(NAME)));
    let cache = std::env::var_os("LEGAJO_CACHE").map(PathBuf::from).or_else(|| Some(dirs::cache_dir()?.join("legajo")));
    beside
        .filter(|directory| directory.is_dir())
        .or_else(|| Some(cache?.join("models").join(NAME)))
        .unwrap_or_else(|| Path::new("models").join(NAME))
}

fn parse_span(text: &str) -> std::result::Result<Span, String> {
    let parts = text.split_once(':').and_then(|(start, end)| Some((start.parse().ok()?, end.parse().ok()?)));
    parts
        .map(|(start, end)| Span::new(start, end))
        .ok_or_else(|| "two numbers with a colon between, such as 120:180".to_owned())
}

fn parse_legs(name: &str) -> Legs {
    match name {
        "words" => Legs::Words,
        "meaning" => Legs::Meaning,
        _ => Legs::Both,
    }
}

fn password() -> Result<String> {
    let mut text = String::new();
    std::io::stdin().take(4096).read_to_string(&mut text).map_err(Error::io("reading the password"))?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

/// Prints progress on standard error: count, file, rate, time left; at most five times a second.
struct Terminal {
    state: Mutex<(Instant, Option<Instant>, &'static str)>,
}

impl Terminal {
    fn new() -> Self {
        Self { state: Mutex::new((Instant::now(), None, "")) }
    }
}

impl Watcher for Terminal {
    fn report(&self, progress: &Progress) {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if state.2 != progress.stage {
            *state = (Instant::now(), None, progress.stage);
        }
        let last = progress.done == progress.total;
        if !last && state.1.is_some_and(|shown| shown.elapsed() < Duration::from_millis(200)) {
            return;
        }
        state.1 = Some(Instant::now());
        let seconds = state.0.elapsed().as_secs_f64().max(0.001);
        let rate = progress.done as f64 / seconds;
        let left = (progress.total.saturating_sub(progress.done)) as f64 / rate.max(0.001);
        print::note(format_args!(
            "{} {}/{}  {:.1}/s  {:.0} s left  {}",
            progress.stage, progress.done, progress.total, rate, left, progress.current
        ));
    }
}
