//! Reads a streamed answer: JSON values, one a line, in chunks that end anywhere.
//!
//! A line that carries an `error` is the server's way to fail after it began to answer; one that names a remote
//! host says that the model ran elsewhere. Both end the answer here, whatever it is about.

use super::error::{Answer, Fault};
use super::show::names_remote;
use crate::config;
use serde_json::Value;

/// Whether a streamed answer goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    More,
    Done,
}

/// What has been received and not yet been read.
pub(super) struct Lines<'a> {
    model: &'a str,
    pending: Vec<u8>,
    received_bytes: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(model: &'a str) -> Self {
        Self { model, pending: Vec::new(), received_bytes: 0 }
    }

    /// Takes a chunk and hands over each line that it completes.
    pub(super) fn add(&mut self, chunk: &[u8], take: &mut dyn FnMut(Value) -> Answer<Flow>) -> Answer<Flow> {
        self.received_bytes = self.received_bytes.saturating_add(chunk.len());
        for piece in chunk.split_inclusive(|&byte| byte == b'\n') {
            if self.pending.len() + piece.len() > config::OLLAMA_LINE_BYTES_MAX {
                return Err(Fault::BadAnswer {
                    said: format!("a line of over {} bytes", config::OLLAMA_LINE_BYTES_MAX),
                });
            }
            self.pending.extend_from_slice(piece);
            if piece.ends_with(b"\n") && self.hand_over(take)? == Flow::Done {
                return Ok(Flow::Done);
            }
        }
        Ok(Flow::More)
    }

    /// Hands over the last line where it lacks its end, which is still an answer if it is whole.
    pub(super) fn end(&mut self, take: &mut dyn FnMut(Value) -> Answer<Flow>) -> Answer<Flow> {
        if serde_json::from_slice::<Value>(&self.pending).is_err() {
            return Err(self.cut_off());
        }
        self.hand_over(take)
    }

    pub(super) fn cut_off(&self) -> Fault {
        Fault::CutOff { received_bytes: self.received_bytes }
    }

    fn hand_over(&mut self, take: &mut dyn FnMut(Value) -> Answer<Flow>) -> Answer<Flow> {
        let line = std::mem::take(&mut self.pending);
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(Flow::More);
        }
        let value: Value =
            serde_json::from_slice(&line).map_err(|fault| Fault::BadAnswer { said: fault.to_string() })?;
        if let Some(said) = value.get("error") {
            let status = value.get("status").and_then(Value::as_u64).and_then(|status| u16::try_from(status).ok());
            let said = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
            return Err(Fault::reported(status.unwrap_or(500), &said, self.model));
        }
        if names_remote(&value) {
            return Err(Fault::RemoteModel { model: self.model.to_owned() });
        }
        take(value)
    }
}
