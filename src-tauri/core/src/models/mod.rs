//! The models that Legajo runs or calls. The only room that may open sockets.

mod embedder;

pub use embedder::{Embedder, EmbedderFiles, Side};
