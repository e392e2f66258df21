//! From ranked passages to an answer made of verbatim sentences, or to "not found".
//!
//! In go a question and the library's index, out comes an [`Answer`] in which every sentence is a
//! quote with its place. Whether the evidence answers at all is decided in `evidence`; texts for the
//! user are in `words`. No model writes anything here.

mod conflict;
mod evidence;
mod sentence;
mod words;

pub use crate::ground::claim::Support;
pub use evidence::Evidence;

use crate::chunk::Language;
use crate::config;
use crate::error::Result;
use crate::ground::{Ground, Located};
use crate::search::{Filter, Hit, Index, Legs, Question};
use crate::span::Span;
use crate::store::Store;
use sentence::Candidate;
use serde::Serialize;
use std::collections::BTreeMap;

/// Whether and how far a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Citation {
    /// The file, as it stands now.
    pub path: String,
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
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Claim {
    /// The sentence.
    pub text: String,
    /// How it is backed.
    pub support: Support,
    /// What it rests on.
    pub citations: Vec<Citation>,
}

/// Two documents that give different values for what is asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conflict {
    /// What the earlier one says.
    pub earlier: Citation,
    /// What the later one says.
    pub later: Citation,
}

/// What was searched for an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Scope {
    /// Documents searched.
    pub searched: u64,
    /// Files not read yet.
    pub pending: u64,
    /// Files of which nothing, or not all, could be read.
    pub unread: Vec<String>,
}

/// A passage near the question, as shown below an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// Whether it answers.
    pub status: AnswerStatus,
    /// How it was made.
    pub mode: &'static str,
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
}

/// Embeds texts as questions are embedded, for comparing sentences; `None` without an embedder.
pub type EmbedSentences<'a> = Option<&'a dyn Fn(&[String]) -> Result<Vec<Vec<f32>>>>;

/// What an answer is made with.
pub struct Asking<'a> {
    /// The library's database.
    pub store: &'a Store,
    /// What search holds in memory.
    pub index: &'a Index,
    /// The question's vector, and how to embed sentences.
    pub vector: Option<&'a [f32]>,
    /// Embeds candidate sentences as passages.
    pub embed: EmbedSentences<'a>,
    /// Which documents are asked.
    pub filter: &'a Filter,
    /// What is searched, pending and unread.
    pub scope: Scope,
}

impl Asking<'_> {
    /// Answers with verbatim sentences.
    ///
    /// # Errors
    /// When the library cannot be read or the embedder fails.
    pub fn answer(&self, question: &Question, hit_count: usize) -> Result<Answer> {
        let hits = self.index.search(
            self.store,
            question,
            self.vector,
            self.filter,
            Legs::Both,
            hit_count.max(config::ANSWER_PASSAGES),
        )?;
        let mut grounds = Grounds::default();
        let candidates = sentence::candidates(self, question, &hits, &mut grounds)?;
        let evidence = evidence::weigh(self, question, &hits, &candidates)?;
        let mut chosen = if evidence.found { sentence::choose(&candidates, question) } else { Vec::new() };
        let conflicts = match chosen.first() {
            Some(first) => conflict::find(self, question, first, &candidates, &mut grounds)?,
            None => Vec::new(),
        };
        conflict::put_beside(&mut chosen, &conflicts);
        let claims: Vec<Claim> =
            chosen.iter().map(|candidate| self.claim(candidate, &mut grounds)).collect::<Result<_>>()?;
        let shown = hits.iter().take(hit_count).enumerate();
        let shown = shown.map(|(rank, hit)| self.shown(rank + 1, hit, &mut grounds)).collect::<Result<Vec<_>>>()?;
        let conflicts = conflicts
            .into_iter()
            .map(|(earlier, later)| {
                Ok(Conflict {
                    earlier: self.citation(&earlier, &mut grounds)?,
                    later: self.citation(&later, &mut grounds)?,
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let language = question.language;
        let status = if claims.is_empty() { AnswerStatus::NotFound } else { AnswerStatus::Answered };
        let answer = if claims.is_empty() {
            words::not_found(language, &question.routed.unknown)
        } else {
            claims.iter().map(|claim| claim.text.as_str()).collect::<Vec<_>>().join("\n")
        };
        Ok(Answer {
            status,
            mode: "verbatim",
            question_used: question.text.clone(),
            answer,
            notice: words::notice(language, &conflicts, &self.scope),
            conflicts,
            scope: self.scope.clone(),
            claims,
            hits: shown,
            evidence,
            asking: question.asking.clone(),
        })
    }

    fn claim(&self, candidate: &Candidate, grounds: &mut Grounds) -> Result<Claim> {
        let citation = self.citation(candidate, grounds)?;
        Ok(Claim { text: citation.quote.clone(), support: Support::Quoted, citations: vec![citation] })
    }

    fn citation(&self, candidate: &Candidate, grounds: &mut Grounds) -> Result<Citation> {
        let ground = grounds.of(self.store, candidate.document_id)?;
        let located = ground.locate(candidate.span);
        let (document, paths) =
            self.index.document(candidate.document_id).map_or((None, &[][..]), |(row, paths)| (Some(row), paths));
        Ok(Citation {
            path: paths.first().cloned().unwrap_or_default(),
            located,
            heading: candidate.heading.clone(),
            quote: candidate.text.clone(),
            start: candidate.span.start,
            end: candidate.span.end,
            document_title: document.map(|row| row.title.clone()).unwrap_or_default(),
            document_date: document.and_then(|row| row.date.clone()),
            document_versions: document.map(|row| row.versions.clone()).unwrap_or_default(),
        })
    }

    /// Shows a hit with its place and words.
    fn shown(&self, rank: usize, hit: &Hit, grounds: &mut Grounds) -> Result<ShownHit> {
        shown_hit(self.store, self.index, rank, hit, grounds)
    }
}

/// Shows a hit with its place and words.
pub fn shown_hit(store: &Store, index: &Index, rank: usize, hit: &Hit, grounds: &mut Grounds) -> Result<ShownHit> {
    let passage = &hit.passage;
    let ground = grounds.of(store, passage.document_id)?;
    let text = slice(ground.text(), passage.span);
    let located = ground.locate(passage.span);
    let (document, paths) =
        index.document(passage.document_id).map_or((None, &[][..]), |(row, paths)| (Some(row), paths));
    let amended_by = index.amendments(passage.document_id).into_iter().filter_map(|id| index.document(id));
    Ok(ShownHit {
        rank,
        score: hit.score,
        words: hit.words,
        cosine: hit.cosine,
        path: paths.first().cloned().unwrap_or_default(),
        located,
        heading: passage.heading.clone(),
        start: passage.span.start,
        end: passage.span.end,
        text,
        document_date: document.and_then(|row| row.date.clone()),
        document_versions: document.map(|row| row.versions.clone()).unwrap_or_default(),
        amended_by: amended_by.filter_map(|(_, paths)| paths.first().cloned()).collect(),
    })
}

/// Documents read while one answer is made, each once.
#[derive(Default)]
pub struct Grounds {
    read: BTreeMap<i64, Ground>,
}

impl Grounds {
    /// Returns a document's ground, reading it the first time.
    pub fn of(&mut self, store: &Store, document_id: i64) -> Result<&Ground> {
        match self.read.entry(document_id) {
            std::collections::btree_map::Entry::Occupied(entry) => Ok(entry.into_mut()),
            std::collections::btree_map::Entry::Vacant(entry) => {
                Ok(entry.insert(Ground::read(store, document_id, false)?))
            }
        }
    }
}

fn slice(text: &str, span: Span) -> String {
    crate::span::CodePoints::new(text).slice(span).to_owned()
}

/// The question's language, English where neither is told.
fn is_spanish(language: Language) -> bool {
    language == Language::Es
}
