//! Asking: a question, alone or in a conversation, answered verbatim or by a local model.

use super::{Library, Times, note};
use crate::ask::{self, Answer, Asking, Claim, Local, Mode};
use crate::config::ModelSkill;
use crate::error::{Error, Result};
use crate::models::{Chosen, Client, Fault, Side, choose};
use crate::progress::Watcher;
use crate::search::Filter;
use crate::store::{ConversationRow, TurnRow};
use crate::terms;
use std::time::Instant;

/// Most code points of a conversation's title.
const TITLE_CHARS_MAX: usize = 80;

/// A question, and how it is to be answered.
#[derive(Debug, Clone, Default)]
pub struct AskRequest {
    /// The question.
    pub question: String,
    /// Which documents are asked.
    pub filter: Filter,
    /// How many passages are shown below the answer.
    pub hit_count: usize,
    /// How it is answered; `None` takes a local model where there is one.
    pub mode: Option<Mode>,
    /// The model; `None` takes the best that is installed.
    pub model: Option<String>,
    /// The conversation that it belongs to; 0 begins one.
    pub conversation: Option<i64>,
}

/// The model server and what it was asked for.
struct Server {
    client: Client,
    chosen: Chosen,
    mode: Mode,
}

impl Library {
    /// Answers a question, and keeps it in its conversation where it has one.
    ///
    /// # Errors
    /// When the library cannot be read, or there is no such conversation.
    pub fn ask(
        &mut self,
        request: &AskRequest,
        watcher: &dyn Watcher,
        on_claim: &mut dyn FnMut(&Claim),
    ) -> Result<(Answer, Times)> {
        let Some(conversation) = request.conversation else { return self.answer(request, watcher, on_claim) };
        let mut whole = request.clone();
        if conversation != 0
            && let Some(last) = self.store.turns(conversation)?.last()
        {
            whole.question = ask::standalone(&self.question(&request.question)?, &self.question(&last.question_used)?);
        }
        let (mut answer, times) = self.answer(&whole, watcher, on_claim)?;
        if watcher.cancelled() {
            // What was stopped is no answer to keep.
            return Err(Fault::Stopped.into());
        }
        let conversation = if conversation == 0 {
            let title: String = request.question.chars().take(TITLE_CHARS_MAX).collect();
            self.store.begin_conversation(&title)?
        } else {
            conversation
        };
        answer.conversation = Some(conversation);
        let kept = serde_json::to_string(&answer).map_err(|error| Error::Request(error.to_string()))?;
        self.store.add_turn(conversation, &request.question, &answer.question_used, &kept)?;
        Ok((answer, times))
    }

    /// Answers a question by itself.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn answer(
        &self,
        request: &AskRequest,
        watcher: &dyn Watcher,
        on_claim: &mut dyn FnMut(&Claim),
    ) -> Result<(Answer, Times)> {
        if terms::words(&request.question).is_empty() {
            return Err(Error::Request("Write a question: there are no words in it.".into()));
        }
        let mut times = Times::new();
        let started = Instant::now();
        let index = self.index(&mut times)?;
        let question = index.question(&self.store, &request.question)?;
        let vector = self.question_vector(&question.asking, &mut times)?;
        let embed = |texts: &[String]| match self.embedder() {
            Some(embedder) => embedder.embed(Side::Passage, texts),
            None => Ok(Vec::new()),
        };
        let asking = Asking {
            store: &self.store,
            index: &index,
            vector: vector.as_deref(),
            embed: vector.is_some().then_some(&embed as &dyn Fn(&[String]) -> Result<Vec<Vec<f32>>>),
            filter: &request.filter,
            scope: self.scope(&index)?,
        };
        let (server, fault) = match self.server(request, watcher)? {
            Ok(server) => (server, None),
            Err(fault) => (None, Some(fault)),
        };
        let local = server.as_ref().map(|server| Local {
            client: &server.client,
            model: &server.chosen,
            mode: server.mode,
            memory_bytes: (!server.client.address().is_remote()).then(self.setup.available_memory).flatten(),
            watcher,
        });
        let mut first = None;
        let mut told = |claim: &Claim| {
            first.get_or_insert_with(Instant::now);
            on_claim(claim);
        };
        let answer = asking.answer(&question, request.hit_count, local.as_ref(), fault, &mut told)?;
        if let Some(first) = first {
            times.insert("first_claim", first.duration_since(started).as_secs_f64() * 1000.0);
        }
        note(&mut times, "total", started);
        Ok((answer, times))
    }

    /// Finds the server and model for a request; `None` where the answer is to be verbatim. The inner
    /// error is why the model that was asked for cannot answer.
    fn server(
        &self,
        request: &AskRequest,
        watcher: &dyn Watcher,
    ) -> Result<std::result::Result<Option<Server>, Fault>> {
        if request.mode == Some(Mode::Verbatim) {
            return Ok(Ok(None));
        }
        let wished = request.mode.is_some() || request.model.is_some();
        let found = self.client()?.and_then(|client| {
            let installed = client.tags(watcher)?;
            let memory = (self.setup.available_memory)().unwrap_or(u64::MAX);
            Ok(choose(&installed, request.model.as_deref(), memory)?.map(|chosen| (client, chosen)))
        });
        Ok(match found {
            Ok(Some((client, chosen))) => {
                let own = if chosen.skill == ModelSkill::Compose { Mode::Compose } else { Mode::Select };
                Ok(Some(Server { client, mode: request.mode.unwrap_or(own), chosen }))
            }
            Ok(None) if wished => Err(Fault::ModelMissing { model: request.model.clone().unwrap_or_default() }),
            Err(fault) if wished || !matches!(fault, Fault::NotRunning { .. }) => Err(fault),
            // Nobody asked for a model: without one the answer is verbatim.
            Ok(None) | Err(_) => Ok(None),
        })
    }

    /// Returns the conversations, the latest first.
    pub fn conversations(&self) -> Result<Vec<ConversationRow>> {
        self.store.conversations()
    }

    /// Returns the questions and answers of a conversation.
    pub fn turns(&self, conversation: i64) -> Result<Vec<TurnRow>> {
        self.store.turns(conversation)
    }

    /// Gives a conversation another name.
    pub fn rename_conversation(&mut self, conversation: i64, title: &str) -> Result<()> {
        self.store.rename_conversation(conversation, title)
    }

    /// Deletes a conversation and all its words.
    pub fn delete_conversation(&mut self, conversation: i64) -> Result<()> {
        self.store.delete_conversation(conversation)
    }
}
