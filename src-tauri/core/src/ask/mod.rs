//! From a question to an answer in which every sentence has its place, or to "not found".
//!
//! In go a question and the library's index, out comes an [`Answer`]. What the documents hold is found
//! once (`sentence`, `evidence`); the answer is then made of verbatim sentences (`verbatim`) or by a
//! local model (`local`), whose every sentence is checked before it is shown. A model that fails leaves
//! the verbatim answer. Texts for the user are in `words`, for the model in `prompt`.

mod answer;
mod conflict;
mod every;
mod evidence;
mod follow;
mod local;
mod prompt;
mod sentence;
mod show;
mod verbatim;
mod words;

pub use answer::{Answer, AnswerStatus, Citation, Claim, Conflict, Mode, ModelUse, Scope, ShownHit};
pub use every::{Every, asks_for_every};
pub use evidence::Evidence;
pub use follow::standalone;
pub use local::Local;
pub use show::{Grounds, shown_hit};
pub use words::copied;

use crate::chunk::Language;
use crate::config;
use crate::error::Result;
use crate::models::Fault;
use crate::search::{Filter, Hit, Index, Legs, Question};
use crate::store::Store;
use evidence::Weights;
use local::Failed;
use sentence::Candidate;

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

/// What the documents hold for a question, before any answer is made of it.
struct Finding {
    every: Option<Every>,
    hits: Vec<Hit>,
    candidates: Vec<Candidate>,
    weights: Weights,
    evidence: Evidence,
    grounds: Grounds,
}

/// An answer's sentences, before they are dressed for the screen.
struct Made {
    mode: Mode,
    claims: Vec<Claim>,
    conflicts: Vec<(Candidate, Candidate)>,
    /// What of the question is not answered, in the model's words.
    missing: Option<String>,
    /// Whether the model reached the limit of its answer.
    cut: bool,
    model: Option<ModelUse>,
}

impl Asking<'_> {
    /// Answers a question, by `local` where it is given and the question is one for a model. Each claim is
    /// handed to `on_claim` as soon as it is checked. `fault` says why there is no `local` where one was wished.
    ///
    /// # Errors
    /// When the library cannot be read or the embedder fails. A model's failure is no error: the answer is
    /// then verbatim and its notice says why.
    pub fn answer(
        &self,
        question: &Question,
        hit_count: usize,
        local: Option<&Local<'_>>,
        mut fault: Option<Fault>,
        on_claim: &mut dyn FnMut(&Claim),
    ) -> Result<Answer> {
        let mut finding = self.find(question, hit_count)?;
        let mut made = None;
        if let Some(local) = local.filter(|_| finding.every.is_none() && finding.evidence.is_worth_asking()) {
            match local::answer(self, local, question, &mut finding, on_claim) {
                Ok(by_model) => made = Some(by_model),
                Err(Failed::Model(said)) => fault = Some(said),
                Err(Failed::Library(error)) => return Err(error),
            }
        }
        let made = match made {
            Some(made) => made,
            None => verbatim::answer(self, question, &mut finding)?,
        };
        self.dress(question, hit_count, finding, made, fault.as_ref())
    }

    /// Gathers passages, sentences and signs.
    fn find(&self, question: &Question, hit_count: usize) -> Result<Finding> {
        let every = asks_for_every(&question.text);
        let wanted = if every.is_some() { config::EVERY_PASSAGES } else { config::ANSWER_PASSAGES };
        let count = hit_count.max(wanted);
        let hits = self.index.search(self.store, question, self.vector, self.filter, Legs::Both, count)?;
        let mut grounds = Grounds::default();
        let weights = Weights::of(self, question)?;
        let looked_at = hits.get(..hits.len().min(wanted)).unwrap_or(&[]);
        let candidates = sentence::candidates(self, question, &weights, looked_at, &mut grounds)?;
        let evidence = evidence::weigh(self, question, &hits, &candidates, &weights);
        Ok(Finding { every, hits, candidates, weights, evidence, grounds })
    }

    /// Dresses an answer for the screen.
    fn dress(
        &self,
        question: &Question,
        hit_count: usize,
        mut finding: Finding,
        made: Made,
        fault: Option<&Fault>,
    ) -> Result<Answer> {
        let grounds = &mut finding.grounds;
        let shown = finding.hits.iter().take(hit_count).enumerate();
        let hits = shown
            .map(|(rank, hit)| shown_hit(self.store, self.index, rank + 1, hit, grounds))
            .collect::<Result<Vec<_>>>()?;
        let mut conflicts = Vec::new();
        for (earlier, later) in &made.conflicts {
            let earlier = self.cite(earlier, grounds)?;
            conflicts.push(Conflict { earlier, later: self.cite(later, grounds)? });
        }
        let language = question.language;
        let status = match (made.claims.is_empty(), &made.missing) {
            (true, _) => AnswerStatus::NotFound,
            (false, Some(_)) => AnswerStatus::Partial,
            (false, None) => AnswerStatus::Answered,
        };
        let answer = if made.claims.is_empty() {
            words::not_found(language, &question.text, &question.routed.unknown)
        } else {
            made.claims.iter().map(|claim| claim.text.as_str()).collect::<Vec<_>>().join("\n")
        };
        let said = words::Said {
            every: finding.every,
            conflicts: conflicts.len(),
            missing: made.missing.as_deref().filter(|_| status == AnswerStatus::Partial),
            cut: made.cut,
            left_out: made.model.as_ref().map_or(0, |model| model.left_out),
            fault,
            scope: &self.scope,
        };
        Ok(Answer {
            status,
            mode: made.mode,
            question_used: question.text.clone(),
            answer,
            notice: words::notice(language, &said),
            conflicts,
            scope: self.scope.clone(),
            claims: made.claims,
            hits,
            evidence: finding.evidence,
            asking: question.asking.clone(),
            model: made.model,
            conversation: None,
        })
    }

    /// Cites a sentence of a document.
    fn cite(&self, candidate: &Candidate, grounds: &mut Grounds) -> Result<Citation> {
        let of = (self.store, self.index);
        show::citation(of, candidate.document_id, candidate.span, &candidate.heading, grounds)
    }
}

/// The question's language, English where neither is told.
fn is_spanish(language: Language) -> bool {
    language == Language::Es
}
