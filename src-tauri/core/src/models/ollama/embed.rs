//! Vectors of texts by a model of the server's.
//!
//! Texts go in batches of bounded size and time. Where a batch fails for one text's sake, its texts are tried one
//! by one, so that only that text is without a vector, and the caller can say so.

use super::client::{Client, Request, refuse_remote_name};
use super::error::{Answer, Fault, Step};
use crate::config;
use crate::progress::Watcher;
use serde_json::{Value, json};

impl Client {
    /// Returns a vector of each text, in their order and all of one length, or the fault of that text alone:
    /// [`Fault::ContextTooSmall`] where it is too long for the model, [`Fault::Server`] where the model chokes on
    /// it. Nothing is cut in silence.
    ///
    /// # Errors
    ///
    /// Every other [`Fault`] ends the whole call.
    pub fn embed(&self, model: &str, texts: &[String], watcher: &dyn Watcher) -> Answer<Vec<Answer<Vec<f32>>>> {
        refuse_remote_name(model)?;
        if !self.known(model, watcher)?.can("embedding") {
            return Err(Fault::Unfit { model: model.to_owned(), purpose: "searching by meaning" });
        }
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(config::OLLAMA_EMBED_BATCH) {
            match self.embed_batch(model, batch, watcher) {
                Ok(found) => vectors.extend(found.into_iter().map(Ok)),
                Err(fault) if is_of_one_text(&fault) => {
                    for text in batch.chunks(1) {
                        match self.embed_batch(model, text, watcher) {
                            Ok(found) => vectors.extend(found.into_iter().map(Ok)),
                            Err(fault) if is_of_one_text(&fault) => vectors.push(Err(fault)),
                            Err(fault) => return Err(fault),
                        }
                    }
                }
                Err(fault) => return Err(fault),
            }
        }
        let mut lengths = vectors.iter().flatten().map(Vec::len);
        let first = lengths.next();
        if lengths.any(|length| Some(length) != first) {
            return Err(Fault::BadAnswer { said: "vectors of different lengths".into() });
        }
        Ok(vectors)
    }

    fn embed_batch(&self, model: &str, texts: &[String], watcher: &dyn Watcher) -> Answer<Vec<Vec<f32>>> {
        let limit = (Step::Answer, self.limits.embed);
        let body = json!({
            "model": model,
            "input": texts,
            "truncate": false,
            "keep_alive": format!("{}s", config::OLLAMA_KEEP_ALIVE.as_secs()),
        });
        let answer =
            self.whole(&Request { call: "embed", body: Some(body), model, first: limit, next: limit, watcher })?;
        let bad = |said: &str| Fault::BadAnswer { said: said.to_owned() };
        let rows = answer.get("embeddings").and_then(Value::as_array).ok_or_else(|| bad("no vectors in it"))?;
        if rows.len() != texts.len() {
            return Err(bad("another number of vectors than of texts"));
        }
        rows.iter().map(|row| vector(row).ok_or_else(|| bad("a vector that is none"))).collect()
    }
}

/// Returns a row as a vector; `None` where it is empty or holds what is no number.
#[allow(clippy::cast_possible_truncation, reason = "vectors are kept in 32 bits")]
fn vector(row: &Value) -> Option<Vec<f32>> {
    let numbers: Vec<f32> =
        row.as_array()?.iter().map(|number| number.as_f64().map(|number| number as f32)).collect::<Option<_>>()?;
    (!numbers.is_empty() && numbers.iter().all(|number| number.is_finite())).then_some(numbers)
}

fn is_of_one_text(fault: &Fault) -> bool {
    matches!(fault, Fault::ContextTooSmall { .. } | Fault::Server { .. })
}
