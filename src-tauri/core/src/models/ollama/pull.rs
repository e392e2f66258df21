//! Fetching a model. Ollama itself uses the network for this, and the user is to be told before it is called.

use super::client::{Client, Request, refuse_remote_name};
use super::error::{Answer, Fault, Step, excerpt};
use super::lines::Flow;
use crate::progress::{Progress, Watcher};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Client {
    /// Has Ollama fetch a model, and reports each step: bytes done and in all, as far as its parts are known, and
    /// Ollama's own word for what it does. What was fetched before a stop is kept by Ollama, so it can go on.
    ///
    /// # Errors
    ///
    /// [`Fault::RemoteModel`] where the model would run elsewhere, seen by its name before anything is asked, or
    /// by its details after; else a [`Fault`], as of every call.
    pub fn pull(&self, model: &str, watcher: &dyn Watcher) -> Answer<()> {
        refuse_remote_name(model)?;
        let limit = (Step::Download, self.limits.pull);
        let body = json!({ "model": model, "stream": true });
        let request = Request { call: "pull", body: Some(body), model, first: limit, next: limit, watcher };
        let mut parts = BTreeMap::new();
        self.streamed(&request, &mut |line| {
            let Some(status) = line.get("status").and_then(Value::as_str) else {
                return Err(Fault::BadAnswer { said: "a line that is no report of a download".into() });
            };
            watcher.report(&report(&mut parts, &line, status));
            Ok(if status == "success" { Flow::Done } else { Flow::More })
        })?;
        self.forget(model);
        self.show(model, watcher).map(drop)
    }
}

/// Adds a line to what is known of the model's parts, each with bytes done and in all, and sums them up.
fn report(parts: &mut BTreeMap<String, (u64, u64)>, line: &Value, status: &str) -> Progress {
    let bytes = |key: &str| line.get(key).and_then(Value::as_u64);
    if let (Some(digest), Some(total)) = (line.get("digest").and_then(Value::as_str), bytes("total")) {
        parts.insert(digest.to_owned(), (bytes("completed").unwrap_or(0).min(total), total));
    }
    let sum = |of: fn(&(u64, u64)) -> u64| parts.values().map(of).fold(0, u64::saturating_add);
    Progress { done: sum(|part| part.0), total: sum(|part| part.1), current: excerpt(status), stage: "pull" }
}
