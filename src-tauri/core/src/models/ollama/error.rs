//! What can go wrong between Legajo and the model server, told apart, each with a next step for the user.
//!
//! In go the client's own findings and the server's words (by status and text, since Ollama has no codes); out
//! comes a [`Fault`]. The sentences are English; the window translates by [`Fault::code`] and [`Fault::detail`].

use super::show::is_remote_name;
use crate::config;
use crate::error::Error;
use std::time::Duration;

/// The part of a request that took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Reaching the server.
    Connect,
    /// A short answer, such as the list of models.
    Answer,
    /// The first token: loading the model and reading the prompt.
    FirstToken,
    /// The next token of an answer that had begun.
    NextToken,
    /// The next report of a download.
    Download,
}

impl Step {
    fn words(self) -> &'static str {
        match self {
            Step::Connect => "connecting to it",
            Step::Answer => "a short answer",
            Step::FirstToken => "the first word of the answer",
            Step::NextToken => "the next word of the answer",
            Step::Download => "the next part of the download",
        }
    }
}

/// A request to the model server that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing listens at the address.
    #[error("Ollama is not running at {address}. Start Ollama, then ask again; everything else works without it.")]
    NotRunning {
        /// Host and port.
        address: String,
    },
    /// The server does not have the model.
    #[error(
        "Ollama does not have the model \u{201c}{model}\u{201d}. Choose an installed model, or fetch this one first."
    )]
    ModelMissing {
        /// The name asked for.
        model: String,
    },
    /// The model needs more memory than there is.
    #[error(
        "The model \u{201c}{model}\u{201d} does not fit into this computer's memory. Choose a smaller model, or close other programs and \
         ask again."
    )]
    Memory {
        /// The model.
        model: String,
        /// The server's words, often with both sizes.
        said: String,
    },
    /// A named limit of time was reached.
    #[error("Ollama took longer than {} seconds for {}. Ask again, or choose a smaller model.", .limit.as_secs(), .step.words())]
    TimedOut {
        /// What was waited for.
        step: Step,
        /// The limit, from `config`.
        limit: Duration,
    },
    /// The prompt did not fit into the model's context.
    #[error(
        "The question and its passages are too long for the model \u{201c}{model}\u{201d}, which would have read only a part of them. Ask \
         with fewer documents, or choose a model with a larger context."
    )]
    ContextTooSmall {
        /// The model.
        model: String,
        /// Sent and taken, in words for support.
        said: String,
    },
    /// The answer ended before the server said that it was done.
    #[error("The answer broke off before its end: Ollama closed the connection. Ask again.")]
    CutOff {
        /// What was received until then, in bytes.
        received_bytes: usize,
    },
    /// The address is not one that Legajo may speak to.
    #[error("Legajo does not connect to {address}: {reason}")]
    AddressRefused {
        /// The address as given.
        address: String,
        /// Why, with the next step.
        reason: String,
    },
    /// The model would run on someone else's machine.
    #[error(
        "The model \u{201c}{model}\u{201d} does not run on this computer: Ollama would send your documents to another machine. Legajo does \
         not use it. Choose a model that runs here."
    )]
    RemoteModel {
        /// The model.
        model: String,
    },
    /// The server pointed elsewhere.
    #[error(
        "The server at {address} sent Legajo on to another address, which it does not follow. Check which program \
         listens there."
    )]
    Redirect {
        /// Where the request went.
        address: String,
        /// Where it was pointed to.
        to: String,
    },
    /// The answer is not what Ollama's API says.
    #[error("The answer of the server was not understood ({said}). Check that it is Ollama and up to date.")]
    BadAnswer {
        /// What was wrong with it.
        said: String,
    },
    /// The user stopped the request.
    #[error("Stopped.")]
    Stopped,
    /// The server has too much to do.
    #[error("Ollama is busy with other requests. Ask again in a moment.")]
    Busy,
    /// The model is of another kind.
    #[error("The model \u{201c}{model}\u{201d} cannot be used for {purpose}. Choose another one.")]
    Unfit {
        /// The model.
        model: String,
        /// What it was asked for.
        purpose: &'static str,
    },
    /// The server failed for a reason of its own.
    #[error("Ollama could not do it: {said}. Restart Ollama and ask again; if it recurs, choose another model.")]
    Server {
        /// The server's words.
        said: String,
    },
}

/// The result of a call to the model server.
pub(super) type Answer<T> = Result<T, Fault>;

impl Fault {
    /// Returns the stable code that the window translates by.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::NotRunning { .. } => "model_not_running",
            Fault::ModelMissing { .. } => "model_missing",
            Fault::Memory { .. } => "model_memory",
            Fault::TimedOut { .. } => "model_timed_out",
            Fault::ContextTooSmall { .. } => "model_context",
            Fault::CutOff { .. } => "model_cut_off",
            Fault::AddressRefused { .. } => "model_address",
            Fault::RemoteModel { .. } => "model_remote",
            Fault::Redirect { .. } => "model_redirect",
            Fault::BadAnswer { .. } => "model_bad_answer",
            Fault::Stopped => "model_stopped",
            Fault::Busy => "model_busy",
            Fault::Unfit { .. } => "model_unfit",
            Fault::Server { .. } => "model_server",
        }
    }

    /// Returns the fault's figures and the server's own words, beyond the sentence.
    pub fn detail(&self) -> String {
        match self {
            Fault::NotRunning { address } => address.clone(),
            Fault::ModelMissing { model } | Fault::RemoteModel { model } | Fault::Unfit { model, .. } => model.clone(),
            Fault::Memory { model, said } | Fault::ContextTooSmall { model, said } => format!("{model}: {said}"),
            Fault::TimedOut { step, limit } => format!("{step:?}, {} s", limit.as_secs()),
            Fault::CutOff { received_bytes } => format!("{received_bytes} bytes received"),
            Fault::AddressRefused { address, reason } => format!("{address}: {reason}"),
            Fault::Redirect { address, to } => format!("{address} to {to}"),
            Fault::BadAnswer { said } | Fault::Server { said } => said.clone(),
            Fault::Stopped | Fault::Busy => String::new(),
        }
    }

    /// Reads a failure that the server reported, by its HTTP status and words, for a request about `model`.
    pub(super) fn reported(status: u16, said: &str, model: &str) -> Self {
        let lower = said.to_lowercase();
        let holds = |any: &[&str]| any.iter().any(|part| lower.contains(part));
        let (model, said) = (model.to_owned(), excerpt(said));
        if holds(MEMORY_WORDS) {
            Fault::Memory { model, said }
        } else if holds(CONTEXT_WORDS) {
            Fault::ContextTooSmall { model, said }
        } else if holds(REMOTE_WORDS) || is_remote_name(&model) {
            Fault::RemoteModel { model }
        } else if (status == 404 && lower.contains("model")) || holds(MISSING_WORDS) {
            Fault::ModelMissing { model }
        } else if status == 503 || holds(&["server busy"]) {
            Fault::Busy
        } else if holds(&["does not support chat", "does not support generate", "does not support completion"]) {
            Fault::Unfit { model, purpose: "answers" }
        } else if holds(&["does not support embed"]) {
            Fault::Unfit { model, purpose: "searching by meaning" }
        } else if matches!(status, 404 | 405) || holds(&["cannot unmarshal"]) {
            Fault::BadAnswer { said: format!("status {status}: {said}") }
        } else {
            Fault::Server { said: if said.is_empty() { format!("status {status}") } else { said } }
        }
    }
}

/// Words by which Ollama and the runners under it say that memory does not suffice.
const MEMORY_WORDS: &[&str] = &[
    "requires more system memory",
    "out of memory",
    "insufficient memory",
    "not enough memory",
    "unable to allocate",
    "failed to allocate",
    "memory layout cannot be allocated",
    "signal: killed",
];
/// The same for a prompt that is longer than the context.
const CONTEXT_WORDS: &[&str] =
    &["context length", "context size", "context window", "exceed_context", "prompt too long"];
/// The same for a model that is run elsewhere.
const REMOTE_WORDS: &[&str] = &["remote model", "ollama cloud", "signin_url"];
/// The same for a model that is not there; the last one is a download's.
const MISSING_WORDS: &[&str] = &["try pulling it first", "manifest: file does not exist"];

/// Returns the server's words in one line of bounded length.
pub(super) fn excerpt(said: &str) -> String {
    let mut line = said.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(config::OLLAMA_SAID_CHARS_MAX) {
        line.truncate(end);
        line.push('…');
    }
    line
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Error::Model { code: fault.code(), message: fault.to_string(), detail: fault.detail() }
    }
}
