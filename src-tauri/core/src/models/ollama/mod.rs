//! The client of Ollama's HTTP API: which models there are, fetching one, asking one.
//!
//! In go the address, a model's name, messages and a schema; out come streamed text with the server's own counts,
//! or a [`Fault`] that says in words what happened and what to do next. Every call blocks and runs under a
//! [`Watcher`](crate::progress::Watcher), whose wish to stop closes the connection at once.
//!
//! **Invariant:** a request goes only to the address that was checked: this computer, or the one host that the
//! user confirmed. Redirects and proxies are refused.
//!
//! **Invariant:** a model that Ollama would run elsewhere is neither offered nor called.
//!
//! **Invariant:** a prompt that the server cut is an error, never an answer.
//!
//! Not here: prompts and what an answer means (`ask`), and checking it (`ground`).

mod address;
mod budget;
mod chat;
mod choose;
mod client;
mod embed;
mod error;
mod lines;
mod pull;
mod show;
#[cfg(test)]
mod tests;

pub use address::Address;
pub use budget::{Memory, Packed, Room, Tokens};
pub use chat::{ChatRequest, DoneReason, Message, Reply, Role};
pub use choose::{Chosen, choose, fits, recommend, skill_of};
pub use client::{Client, Limits, requests_outside};
pub use error::{Fault, Step};
pub use show::{Installed, Shown};
