//! What an answer is: its sentences, where each stands, and what was searched for it.

use super::evidence::Evidence;
use crate::ground::Located;
use crate::ground::claim::{Fault, Support};
use serde::Serialize;

/// How an answer is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Sentences of the documents, chosen without a model.
    Verbatim,
    /// Sentences of the documents, chosen by a local model by number.
    Select,
    /// Claims that a local model writes, each checked against its quote.
    Compose,
}

impl Mode {
    /// Reads its name.
    pub fn parse(name: &str) -> Option<Self> {
        [("verbatim", Mode::Verbatim), ("select", Mode::Select), ("compose", Mode::Compose)]
            .into_iter()
            .find_map(|(own, mode)| (own == name).then_some(mode))
    }
}

/// What a local model did for an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ModelUse {
    /// Its name.
    pub name: String,
    /// Tokens that it read.
    pub prompt_tokens: u32,
    /// Tokens that it wrote.
    pub reply_tokens: u32,
    /// The context that was asked for, in tokens.
    pub context_tokens: u32,
    /// Passages that did not fit into its context.
    pub left_out: usize,
    /// Sources it named that were not shown; they are not counted as backing anything.
    pub dropped: u32,
}

/// Whether and how far a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum AnswerStatus {
    /// The sentences answer it.
    Answered,
    /// Only a part of it is answered; the notice says which is not.
    Partial,
    /// Nothing in the documents answers it.
    NotFound,
}

/// Verbatim words and where they stand.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct Citation {
    /// The file, as it stands now.
    pub path: String,
    /// SHA-256 of its content.
    pub sha256: String,
    /// Where the quote begins.
    #[serde(flatten)]
    pub located: Located,
    /// Headings above it, outermost first.
    pub heading: Vec<String>,
    /// The words.
    pub quote: String,
    /// First code point in the document's text.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// What the document calls itself.
    pub document_title: String,
    /// The document's own date.
    pub document_date: Option<String>,
    /// Version marks of the document's name.
    pub document_versions: Vec<String>,
}

/// One sentence of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct Claim {
    /// The sentence.
    pub text: String,
    /// How it is backed.
    pub support: Support,
    /// What it rests on.
    pub citations: Vec<Citation>,
    /// Why it is unsupported; empty otherwise.
    pub faults: Vec<Fault>,
    /// The same in words, in the question's language.
    pub reasons: Vec<String>,
}

/// Two documents that give different values for what is asked.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct Conflict {
    /// What the earlier one says.
    pub earlier: Citation,
    /// What the later one says.
    pub later: Citation,
}

/// What was searched for an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Scope {
    /// Documents searched.
    pub searched: u64,
    /// Files not read yet.
    pub pending: u64,
    /// Files of which nothing, or not all, could be read.
    pub unread: Vec<String>,
}

/// A passage near the question, as shown below an answer.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct ShownHit {
    /// Counted from 1.
    pub rank: usize,
    /// Higher is better, within one search.
    pub score: f32,
    /// BM25 of the question's words in it.
    pub words: f32,
    /// Cosine to the question, where there is an embedder.
    pub cosine: Option<f32>,
    /// The file.
    pub path: String,
    /// SHA-256 of its content.
    pub sha256: String,
    /// Where it begins.
    #[serde(flatten)]
    pub located: Located,
    /// Headings above it.
    pub heading: Vec<String>,
    /// First code point.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// Its words.
    pub text: String,
    /// The document's own date.
    pub document_date: Option<String>,
    /// Version marks of the document's name.
    pub document_versions: Vec<String>,
    /// Documents that change this one.
    pub amended_by: Vec<String>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
pub struct Answer {
    /// Whether it answers.
    pub status: AnswerStatus,
    /// How it was made.
    pub mode: Mode,
    /// The question as it was searched.
    pub question_used: String,
    /// The sentences as one text, or "not found" in the question's language.
    pub answer: String,
    /// What the user must know of this answer.
    pub notice: Option<String>,
    /// Documents that give different values.
    pub conflicts: Vec<Conflict>,
    /// What was searched.
    pub scope: Scope,
    /// The sentences one by one.
    pub claims: Vec<Claim>,
    /// The closest passages.
    pub hits: Vec<ShownHit>,
    /// What decided between found and not found.
    pub evidence: Evidence,
    /// What was searched for: the question without the words that only name a document.
    pub asking: String,
    /// What the local model did, where one was asked.
    pub model: Option<ModelUse>,
    /// The conversation that the answer is kept in.
    pub conversation: Option<i64>,
}
