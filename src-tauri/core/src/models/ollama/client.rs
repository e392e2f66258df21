//! The blocking client: one connection for each request, its limits of time and size, and how it is stopped.
//!
//! Each request has a runtime and a connection of its own, and both are dropped when it ends, however it ends.
//! So nothing is left that could keep a connection open after a stop, and nothing runs between requests. What
//! that costs, a connection to this computer, is a fraction of a millisecond.

use super::address::Address;
use super::error::{Answer, Fault, Step, excerpt};
use super::lines::{Flow, Lines};
use super::show::{Installed, Shown, installed_of, is_remote_name};
use crate::config;
use crate::progress::Watcher;
use reqwest::Response;
use reqwest::header::{CONTENT_TYPE, LOCATION};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long each part of a request may take. The defaults are `config`'s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Reaching the server.
    pub connect: Duration,
    /// A short answer: version, list, details.
    pub short: Duration,
    /// From a question to the first token.
    pub first_token: Duration,
    /// From one token to the next.
    pub next_token: Duration,
    /// From one report of a download to the next.
    pub pull: Duration,
    /// One batch of embeddings.
    pub embed: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: config::OLLAMA_CONNECT_WAIT_MAX,
            short: config::OLLAMA_SHORT_WAIT_MAX,
            first_token: config::OLLAMA_FIRST_TOKEN_WAIT_MAX,
            next_token: config::OLLAMA_TOKEN_WAIT_MAX,
            pull: config::OLLAMA_PULL_WAIT_MAX,
            embed: config::OLLAMA_EMBED_WAIT_MAX,
        }
    }
}

/// Requests to another machine than this one that nobody has counted yet.
static OUTSIDE: AtomicU64 = AtomicU64::new(0);

/// Returns how many requests this process has sent to another machine since it was last asked, so that the user
/// can be told; the caller keeps the sum.
pub fn requests_outside() -> u64 {
    OUTSIDE.swap(0, Ordering::Relaxed)
}

/// The model server at one checked address. It may be shared between threads; its calls block, so they must not
/// be made from inside an asynchronous task.
#[derive(Debug)]
pub struct Client {
    address: Address,
    pub(super) limits: Limits,
    /// Details of the models that were looked at before their first call, by name.
    shown: Mutex<BTreeMap<String, Shown>>,
}

/// One request: what is asked, about which model, and how long its answer may take.
pub(super) struct Request<'a> {
    pub(super) call: &'static str,
    /// Sent by POST; without it the request is a GET.
    pub(super) body: Option<Value>,
    /// The model that it is about, for the sentence of a fault; empty where there is none.
    pub(super) model: &'a str,
    /// Until the answer, or the first line of a streamed one.
    pub(super) first: (Step, Duration),
    /// Until each further line of a streamed answer.
    pub(super) next: (Step, Duration),
    pub(super) watcher: &'a dyn Watcher,
}

impl Client {
    /// Makes a client of the server at `address`. Nothing is sent yet.
    pub fn new(address: Address) -> Self {
        Self::with_limits(address, Limits::default())
    }

    /// Does the same with other limits than `config`'s.
    pub fn with_limits(address: Address, limits: Limits) -> Self {
        Self { address, limits, shown: Mutex::default() }
    }

    /// Returns where the server is.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Returns the server's version, such as `0.12.10`; so also whether it is running.
    ///
    /// # Errors
    ///
    /// A [`Fault`], as of every call.
    pub fn version(&self, watcher: &dyn Watcher) -> Answer<String> {
        let answer = self.whole(&self.short("version", None, "", watcher))?;
        let version = answer.get("version").and_then(Value::as_str).map(excerpt);
        version.ok_or_else(|| Fault::BadAnswer { said: "no version in it".into() })
    }

    /// Returns the installed models that run where the server is, in the server's order: newest first. Models
    /// that Ollama would run elsewhere are left out.
    ///
    /// # Errors
    ///
    /// A [`Fault`], as of every call.
    pub fn tags(&self, watcher: &dyn Watcher) -> Answer<Vec<Installed>> {
        let answer = self.whole(&self.short("tags", None, "", watcher))?;
        installed_of(&answer).ok_or_else(|| Fault::BadAnswer { said: "no list of models in it".into() })
    }

    /// Returns a model's details, as the server says them now.
    ///
    /// # Errors
    ///
    /// [`Fault::RemoteModel`] where Ollama would run it elsewhere; else a [`Fault`], as of every call.
    pub fn show(&self, model: &str, watcher: &dyn Watcher) -> Answer<Shown> {
        refuse_remote_name(model)?;
        let answer = self.whole(&self.short("show", Some(json!({ "model": model })), model, watcher))?;
        let shown = Shown::read(&answer).ok_or_else(|| Fault::RemoteModel { model: model.to_owned() })?;
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).insert(model.to_owned(), shown.clone());
        Ok(shown)
    }

    /// Returns a model's details, asking the server only before the model's first call.
    pub(super) fn known(&self, model: &str, watcher: &dyn Watcher) -> Answer<Shown> {
        let known = self.shown.lock().unwrap_or_else(PoisonError::into_inner).get(model).cloned();
        known.map_or_else(|| self.show(model, watcher), Ok)
    }

    /// Forgets what is known of a model, since a download may have replaced it.
    pub(super) fn forget(&self, model: &str) {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).remove(model);
    }

    fn short<'a>(
        &self,
        call: &'static str,
        body: Option<Value>,
        model: &'a str,
        watcher: &'a dyn Watcher,
    ) -> Request<'a> {
        let limit = (Step::Answer, self.limits.short);
        Request { call, body, model, first: limit, next: limit, watcher }
    }

    /// Sends a request and returns its answer as one JSON value.
    pub(super) fn whole(&self, request: &Request) -> Answer<Value> {
        self.run(async {
            let wait = Wait::until(request.first, request.watcher);
            let response = self.send(request, &wait).await?;
            let body = read_body(response, &wait).await?;
            serde_json::from_slice(&body).map_err(|fault| Fault::BadAnswer { said: fault.to_string() })
        })
    }

    /// Sends a request and hands each line of its answer to `take` until that says that it is done.
    pub(super) fn streamed(&self, request: &Request, take: &mut dyn FnMut(Value) -> Answer<Flow>) -> Answer<()> {
        self.run(async {
            let mut wait = Wait::until(request.first, request.watcher);
            let mut response = self.send(request, &wait).await?;
            let mut lines = Lines::new(request.model);
            loop {
                let chunk = wait.under(response.chunk()).await?.map_err(|_| lines.cut_off())?;
                let flow = match &chunk {
                    Some(bytes) => lines.add(bytes, take)?,
                    None => lines.end(take)?,
                };
                match flow {
                    Flow::Done => return Ok(()),
                    Flow::More if chunk.is_none() => return Err(lines.cut_off()),
                    Flow::More => wait = Wait::until(request.next, request.watcher),
                }
            }
        })
    }

    /// Drives one request to its end and drops all that belongs to it.
    fn run<T>(&self, exchange: impl Future<Output = Answer<T>>) -> Answer<T> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(|fault| Fault::Server { said: format!("no connection can be made here: {fault}") })?;
        runtime.block_on(exchange)
    }

    /// Sends a request and returns the answer's head, a good one.
    async fn send(&self, request: &Request<'_>, wait: &Wait<'_>) -> Answer<Response> {
        let unmade = |fault: reqwest::Error| Fault::Server { said: format!("no request can be made: {fault}") };
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .resolve_to_addrs(self.address.host(), self.address.sockets())
            .connect_timeout(self.limits.connect)
            .build()
            .map_err(unmade)?;
        let url = self.address.url(request.call);
        let sending = match &request.body {
            None => client.get(url),
            Some(body) => client.post(url).header(CONTENT_TYPE, "application/json").body(body.to_string()),
        };
        if self.address.is_remote() {
            OUTSIDE.fetch_add(1, Ordering::Relaxed);
        }
        let response = wait.under(sending.send()).await?.map_err(|fault| self.unsent(&fault))?;
        let status = response.status();
        if status.is_redirection() {
            let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok()).unwrap_or_default();
            return Err(Fault::Redirect { address: self.address.name(), to: excerpt(to) });
        }
        if status.is_success() {
            return Ok(response);
        }
        let body = read_body(response, wait).await?;
        Err(Fault::reported(status.as_u16(), &words_of(&body), request.model))
    }

    /// Reads why a request had no answer.
    fn unsent(&self, fault: &reqwest::Error) -> Fault {
        match (fault.is_connect(), fault.is_timeout()) {
            (true, true) => Fault::TimedOut { step: Step::Connect, limit: self.limits.connect },
            (true, false) => Fault::NotRunning { address: self.address.name() },
            (false, _) => Fault::CutOff { received_bytes: 0 },
        }
    }
}

/// A limit of time that runs, and the user's wish to stop.
struct Wait<'a> {
    step: Step,
    limit: Duration,
    deadline: Instant,
    watcher: &'a dyn Watcher,
}

impl<'a> Wait<'a> {
    fn until((step, limit): (Step, Duration), watcher: &'a dyn Watcher) -> Self {
        Self { step, limit, deadline: Instant::now() + limit, watcher }
    }

    /// Waits for `future`, but neither past the limit nor against the user's wish.
    async fn under<T>(&self, future: impl Future<Output = T>) -> Answer<T> {
        let mut future = pin!(future);
        loop {
            if self.watcher.cancelled() {
                return Err(Fault::Stopped);
            }
            if Instant::now() >= self.deadline {
                return Err(Fault::TimedOut { step: self.step, limit: self.limit });
            }
            if let Ok(output) = timeout(config::OLLAMA_STOP_POLL, future.as_mut()).await {
                return Ok(output);
            }
        }
    }
}

/// Reads a body that comes in one piece, up to its limit.
async fn read_body(mut response: Response, wait: &Wait<'_>) -> Answer<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(chunk) =
        wait.under(response.chunk()).await?.map_err(|_| Fault::CutOff { received_bytes: body.len() })?
    {
        if body.len() + chunk.len() > config::OLLAMA_BODY_BYTES_MAX {
            return Err(Fault::BadAnswer { said: format!("over {} bytes", config::OLLAMA_BODY_BYTES_MAX) });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Returns what a failed answer says: its `error` where it has one. A demand to sign in is kept, since it is how
/// Ollama says that a model runs elsewhere.
fn words_of(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let Ok(value) = serde_json::from_str::<Value>(&text) else { return text.into_owned() };
    let said = value.get("error").map(|error| error.as_str().map_or_else(|| error.to_string(), str::to_owned));
    match (said, value.get("signin_url")) {
        (Some(said), None) => said,
        (Some(said), Some(_)) => format!("{said} (signin_url)"),
        (None, _) => text.into_owned(),
    }
}

/// Refuses a model whose very name says that it runs elsewhere.
pub(super) fn refuse_remote_name(model: &str) -> Answer<()> {
    if is_remote_name(model) { Err(Fault::RemoteModel { model: model.to_owned() }) } else { Ok(()) }
}
