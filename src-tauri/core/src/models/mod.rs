//! The models that Legajo runs or calls. The only room that may open sockets.

mod embedder;
mod ollama;
mod shared;

pub use embedder::{Embedder, EmbedderFiles, Side};
pub use ollama::{
    Address, ChatRequest, Chosen, Client, DoneReason, Fault, Installed, Limits, Memory, Message, Packed, Reply, Role,
    Room, Shown, Step, Tokens, choose, fits, recommend, requests_outside, skill_of,
};
pub use shared::SharedEmbedder;
