//! Asking a model: messages and a schema in, streamed text and the server's counts out.
//!
//! Every request sets its context size, asks the server not to cut the prompt, and compares the tokens that the
//! server read with those that it must have been sent. A model that thinks is told not to.

use super::budget::check_read_whole;
use super::client::{Client, Request, refuse_remote_name};
use super::error::{Answer, Fault, Step};
use super::lines::Flow;
use crate::config;
use crate::progress::Watcher;
use serde::Serialize;
use serde_json::{Value, json};

/// Who speaks in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Legajo's instructions.
    System,
    /// The question, with its passages.
    User,
    /// An earlier answer.
    Assistant,
}

/// One message of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: String,
}

/// A question to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// The model's name with its tag.
    pub model: String,
    /// Instructions, earlier turns and the question.
    pub messages: Vec<Message>,
    /// The JSON schema that the answer must follow; `None` leaves it free.
    pub format: Option<Value>,
    /// Same seed, same request, same answer, on the same machine and version.
    pub seed: u32,
    /// Tokens of prompt and answer together: what [`Room::pack`](super::Room::pack) says.
    pub num_ctx: u32,
    /// Most tokens of the answer.
    pub num_predict: u32,
}

/// Why an answer ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DoneReason {
    /// It was complete.
    Stop,
    /// It reached `num_predict` or the end of the context: what it lacks is not known.
    Length,
    /// Another word of the server's.
    Other(String),
}

/// A complete answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// All of the text.
    pub text: String,
    /// Tokens of the prompt that the server read.
    pub prompt_tokens: u32,
    /// Tokens of the answer.
    pub reply_tokens: u32,
    /// Why it ended.
    pub done_reason: DoneReason,
}

impl Client {
    /// Asks a model and hands each piece of its answer to `on_text` as it comes.
    ///
    /// # Errors
    ///
    /// [`Fault::ContextTooSmall`] where the server read less than was sent, [`Fault::RemoteModel`] before anything
    /// of the request is sent where the model runs elsewhere, [`Fault::Stopped`] at once when the watcher says so;
    /// else a [`Fault`], as of every call. Text that was handed out before a fault must be taken back.
    pub fn chat(&self, request: &ChatRequest, watcher: &dyn Watcher, on_text: &mut dyn FnMut(&str)) -> Answer<Reply> {
        let model = request.model.as_str();
        refuse_remote_name(model)?;
        let shown = self.known(model, watcher)?;
        if !shown.can("completion") {
            return Err(Fault::Unfit { model: model.to_owned(), purpose: "answers" });
        }
        let mut text = String::new();
        let mut last = Value::Null;
        let asked = Request {
            call: "chat",
            body: Some(body_of(request, shown.thinks())),
            model,
            first: (Step::FirstToken, self.limits.first_token),
            next: (Step::NextToken, self.limits.next_token),
            watcher,
        };
        self.streamed(&asked, &mut |line| {
            let done = line.get("done").and_then(Value::as_bool);
            let piece = line.pointer("/message/content").and_then(Value::as_str);
            if done.is_none() && piece.is_none() {
                return Err(Fault::BadAnswer { said: "a line that is no part of an answer".into() });
            }
            if let Some(piece) = piece.filter(|piece| !piece.is_empty()) {
                if text.len() + piece.len() > config::OLLAMA_REPLY_BYTES_MAX {
                    return Err(Fault::BadAnswer { said: format!("over {} bytes", config::OLLAMA_REPLY_BYTES_MAX) });
                }
                text.push_str(piece);
                on_text(piece);
            }
            if done != Some(true) {
                return Ok(Flow::More);
            }
            last = line;
            Ok(Flow::Done)
        })?;
        let prompt_tokens = count(&last, "prompt_eval_count");
        check_read_whole(model, &request.messages, request.num_ctx, prompt_tokens)?;
        let done_reason = match last.get("done_reason").and_then(Value::as_str) {
            None | Some("stop") => DoneReason::Stop,
            Some("length") => DoneReason::Length,
            Some(other) => DoneReason::Other(other.to_owned()),
        };
        Ok(Reply { text, prompt_tokens, reply_tokens: count(&last, "eval_count"), done_reason })
    }
}

fn body_of(request: &ChatRequest, thinks: bool) -> Value {
    let mut body = json!({
        "model": request.model,
        "messages": request.messages,
        "stream": true,
        "keep_alive": format!("{}s", config::OLLAMA_KEEP_ALIVE.as_secs()),
        // Servers that know these two fail where they would cut; others pass them over, and their count tells.
        "truncate": false,
        "shift": false,
        "options": {
            "temperature": 0,
            "seed": request.seed,
            "num_ctx": request.num_ctx,
            "num_predict": request.num_predict,
        },
    });
    if let Some(format) = &request.format {
        body["format"] = format.clone();
    }
    // Ollama refuses the word for a model that cannot think.
    if thinks {
        body["think"] = Value::Bool(false);
    }
    body
}

/// Returns a count of the answer's last line; Ollama leaves out a nought.
fn count(line: &Value, key: &str) -> u32 {
    line.get(key).and_then(Value::as_u64).and_then(|count| u32::try_from(count).ok()).unwrap_or(0)
}
