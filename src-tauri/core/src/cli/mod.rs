//! Reads the arguments, calls the library, prints.

mod print;

use clap::{Args, Parser, Subcommand};
use legajo_core::ask::{Claim, Mode};
use legajo_core::chunk::Language;
use legajo_core::error::{Error, Result};
use legajo_core::eval::How;
use legajo_core::extract::Options;
use legajo_core::extract::child::Reader;
use legajo_core::library::{AskRequest, Library, Setup};
use legajo_core::progress::{Progress, Silent, Watcher};
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
        /// How the answer is made; without it, by a local model where Ollama has a fit one, else verbatim.
        #[arg(long, value_parser = ["verbatim", "select", "compose"])]
        mode: Option<String>,
        /// The model, as `legajo model list` names it.
        #[arg(long)]
        model: Option<String>,
        /// The conversation that the question belongs to; `new` begins one.
        #[arg(long, value_parser = parse_conversation)]
        conversation: Option<i64>,
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
    /// List, rename or delete conversations.
    #[command(subcommand)]
    Conversation(ConversationVerb),
    /// List the local models, fetch one, or allow one other machine.
    #[command(subcommand)]
    Model(ModelVerb),
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
        /// How answers are made.
        #[arg(long, value_parser = ["verbatim", "select", "compose"], default_value = "verbatim")]
        mode: String,
        /// By which model.
        #[arg(long)]
        model: Option<String>,
        /// Only so many cases of each set, always the same ones.
        #[arg(long)]
        sample: Option<usize>,
        /// Write the figures as JSON and, beside it, as Markdown.
        #[arg(long, value_name = "FILE.json")]
        report: Option<PathBuf>,
        /// Say what changed since an earlier report.
        #[arg(long, value_name = "OLD.json")]
        compare: Option<PathBuf>,
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

#[derive(Subcommand)]
enum ConversationVerb {
    /// List the conversations, the latest first.
    List,
    /// Show a conversation's questions and answers.
    Show {
        /// Its number.
        number: i64,
    },
    /// Give a conversation another name.
    Rename {
        /// Its number.
        number: i64,
        /// The name.
        title: String,
    },
    /// Delete a conversation and all its words.
    Delete {
        /// Its number.
        number: i64,
    },
}

#[derive(Subcommand)]
enum ModelVerb {
    /// List the installed models that run on this computer.
    List,
    /// Let Ollama fetch a model. Ollama uses the network for this; Legajo does not.
    Pull {
        /// Its name.
        name: String,
    },
    /// Allow models on one other machine, named as OLLAMA_HOST names it. Questions and passages are then sent there.
    Allow {
        /// The machine; an empty name allows none.
        host: String,
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
        Verb::Ask { question, k, filter, mode, model, conversation } => {
            let request = AskRequest {
                question: question.clone(),
                filter: filter.filter(),
                hit_count: *k,
                mode: mode.as_deref().and_then(Mode::parse),
                model: model.clone(),
                conversation: *conversation,
            };
            // Claims are shown as they are checked; the answer as a whole follows.
            let mut told = |claim: &Claim| print::note(format_args!("… {}", claim.text));
            let (answer, times) = library.ask(&request, &Silent, &mut told)?;
            print::answer(out, &answer, &times, json)
        }
        Verb::Conversation(verb) => conversation(&mut library, verb, out, json)?,
        Verb::Model(verb) => model(&mut library, verb, out, json)?,
        Verb::Page { path, page, png, quote, span, scale } => {
            let picture = library.page_png(path, *page, *scale, *span, quote.as_deref())?;
            std::fs::write(png, picture).map_err(Error::io(format!("writing {}", png.display())))?;
            print::line(out, json, &serde_json::json!({ "png": png }), &format!("Wrote {}.", png.display()))
        }
        Verb::Text { path, page } => print::text(out, &library.text(path, *page)?, json),
        Verb::Eval { cases, k, legs, mode, model, sample, report, compare, root } => {
            let how = How {
                count: *k,
                legs: parse_legs(legs),
                mode: Mode::parse(mode).unwrap_or(Mode::Verbatim),
                model: model.clone(),
                sample: *sample,
            };
            let made = legajo_core::eval::run(&library, cases, &how, root.as_deref())?;
            if let Some(path) = report {
                made.write(path)?;
            }
            let compared = compare.as_deref().map(|old| made.compare(old)).transpose()?;
            print::eval(out, &made, compared.as_deref(), json)
        }
    };
    Ok(printed)
}

fn conversation(
    library: &mut Library,
    verb: &ConversationVerb,
    out: &mut impl Write,
    json: bool,
) -> Result<std::io::Result<()>> {
    Ok(match verb {
        ConversationVerb::List => print::conversations(out, &library.conversations()?, json),
        ConversationVerb::Show { number } => print::turns(out, &library.turns(*number)?, json),
        ConversationVerb::Rename { number, title } => {
            library.rename_conversation(*number, title)?;
            print::line(out, json, &serde_json::json!({ "renamed": number }), "Renamed.")
        }
        ConversationVerb::Delete { number } => {
            library.delete_conversation(*number)?;
            print::line(out, json, &serde_json::json!({ "deleted": number }), "Deleted, with all its words.")
        }
    })
}

fn model(library: &mut Library, verb: &ModelVerb, out: &mut impl Write, json: bool) -> Result<std::io::Result<()>> {
    Ok(match verb {
        ModelVerb::List => print::models(out, &library.models(&Silent)?, json),
        ModelVerb::Pull { name } => {
            print::note(format_args!("Ollama fetches {name} over the network now; no document leaves this computer."));
            library.pull_model(name, &Terminal::new())?;
            print::line(out, json, &serde_json::json!({ "pulled": name }), "Fetched.")
        }
        ModelVerb::Allow { host } => {
            library.allow_model_host(host)?;
            print::line(out, json, &serde_json::json!({ "allowed": host }), "Noted.")
        }
    })
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
    Ok(Setup {
        reader,
        options,
        embedder: variable("LEGAJO_EMBEDDER").unwrap_or_else(embedder_directory),
        model_host: std::env::var("OLLAMA_HOST").ok().filter(|host| !host.trim().is_empty()),
        available_memory,
    })
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

/// What the system says is left for another program, in bytes.
fn available_memory() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    Some(system.available_memory()).filter(|bytes| *bytes > 0)
}

fn parse_conversation(text: &str) -> std::result::Result<i64, String> {
    match text {
        "new" => Ok(0),
        number => number.parse().map_err(|_| "a number of `legajo conversation list`, or `new`".to_owned()),
    }
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
