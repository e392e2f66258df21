//! Starts the test server of `tests/ollama`, which speaks Ollama's API, and tells it what is to go wrong and what
//! the model is to say.
//!
//! A dictated model needs Node alone. A real one needs `npm ci` and `python3 fetch.py` in `tests/ollama`; a test
//! that lacks them says so and is skipped.
#![allow(dead_code, reason = "each test takes what it needs")]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The small real model, by the name that Ollama gives it.
pub(crate) const SMALL: &str = "qwen2.5-coder:0.5b";
/// The larger real model, for measurements.
pub(crate) const LARGE: &str = "qwen2.5-coder:1.5b";

/// Real models take turns: each fills a core and a gigabyte, and waits are measured.
static TURN: Mutex<()> = Mutex::new(());

/// A running test server. It ends with this value.
pub(crate) struct ModelServer {
    process: Child,
    /// Where the API is.
    pub(crate) port: u16,
    control: u16,
    turn: Option<MutexGuard<'static, ()>>,
}

impl ModelServer {
    /// Starts a server with the models described (`tests/ollama/server.mjs`), or says why the test is skipped.
    pub(crate) fn start(models: &[&str]) -> Option<Self> {
        let spawned = Command::new("node")
            .arg(folder().join("server.mjs"))
            .args(models)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut process) = spawned else {
            println!("skipped: node is not installed");
            return None;
        };
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("it is piped")).read_line(&mut line).expect("it says its ports");
        let ports: Value = serde_json::from_str(&line).expect("its ports are JSON");
        let port = |key: &str| ports[key].as_u64().and_then(|port| u16::try_from(port).ok()).expect("a port");
        Some(Self { port: port("port"), control: port("control"), process, turn: None })
    }

    /// Starts a server with the small real model under its own name, once more as `vectors`, and with `others`.
    pub(crate) fn start_real(others: &[&str]) -> Option<Self> {
        let weights = weights(SMALL)?;
        let weights = weights.display();
        let (chat, embed) = (format!("chat:{SMALL}={weights}"), format!("embed:vectors={weights}"));
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut server = Self::start(&[&[chat.as_str(), embed.as_str()], others].concat())?;
        server.turn = Some(turn);
        Some(server)
    }

    /// Returns its address, as `OLLAMA_HOST` would say it.
    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Has something go wrong with the next request (`tests/ollama/faults.mjs`).
    pub(crate) fn fault(&self, fault: &Value) {
        self.ask("POST", "faults", &Value::Array(vec![fault.clone()]));
    }

    /// Has the model say `text` in answer to the next question.
    pub(crate) fn reply(&self, text: &str) {
        self.ask("POST", "replies", &Value::Array(vec![text.into()]));
    }

    /// Has nothing listen for so many milliseconds.
    pub(crate) fn down(&self, ms: u64) {
        self.ask("POST", "down", &serde_json::json!({ "ms": ms }));
    }

    /// Forgets faults, replies and log.
    pub(crate) fn clear(&self) {
        self.ask("POST", "clear", &Value::Null);
    }

    /// Returns what was asked of it, one entry a request, with times in milliseconds of the epoch.
    pub(crate) fn log(&self) -> Vec<Value> {
        self.ask("GET", "log", &Value::Null).as_array().cloned().expect("the log is a list")
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.control)).expect("its control port is open");
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let length = body.len();
        let head = format!("{method} /{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n");
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).expect("it takes the request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        // The body is one line of JSON, whole or as one chunk.
        let json = answer.lines().rfind(|line| line.starts_with(['{', '['])).expect("a body");
        serde_json::from_str(json).expect("the body is JSON")
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        // It ends by itself when its input does; killing it is for the case that it hangs.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the file of a real model, or says why a test that needs it is skipped.
pub(crate) fn weights(model: &str) -> Option<PathBuf> {
    let name = format!("{}-instruct-q4_k_m.gguf", model.replace(':', "-"));
    let weights = cache().join("models").join(name);
    let there = weights.exists() && folder().join("node_modules/node-llama-cpp").exists();
    if !there {
        println!("skipped: no real model (run `npm ci` and `python3 fetch.py` in {})", folder().display());
    }
    there.then_some(weights)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ollama")
}

fn cache() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("LEGAJO_CACHE").unwrap_or_else(|| {
        let home = || set("HOME").unwrap_or_default().join(".cache");
        set("XDG_CACHE_HOME").unwrap_or_else(home).join("legajo")
    })
}
