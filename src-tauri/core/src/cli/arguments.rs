//! The verbs and options of the command line.

use clap::{Args, Parser, Subcommand};
use legajo_core::chunk::Language;
use legajo_core::search::{Filter, Legs};
use legajo_core::span::Span;
use std::path::PathBuf;

/// Ask a folder of contracts; every sentence of the answer is quoted from a page.
#[derive(Parser)]
#[command(name = "legajo", version, about)]
pub(super) struct Cli {
    /// The library's directory.
    #[arg(long, global = true, value_name = "DIR", env = "LEGAJO_LIBRARY")]
    pub(super) library: Option<PathBuf>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub(super) json: bool,
    #[command(subcommand)]
    pub(super) verb: Verb,
}

#[derive(Subcommand)]
pub(super) enum Verb {
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
pub(super) enum FolderVerb {
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
pub(super) enum ConversationVerb {
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
pub(super) enum ModelVerb {
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
pub(super) struct FilterArgs {
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
    pub(super) fn filter(&self) -> Filter {
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

pub(super) fn parse_legs(name: &str) -> Legs {
    match name {
        "words" => Legs::Words,
        "meaning" => Legs::Meaning,
        _ => Legs::Both,
    }
}
