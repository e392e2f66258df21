//! The engine of Legajo: from a folder of documents to passages that can be searched, quoted and
//! shown on their page.
//!
//! Rooms stand on floors; a room imports only from lower floors (`docs/architecture.md` has the map
//! and `tests/tidy.rs` holds it). The core knows nothing of the window and opens no socket outside
//! `models`.

pub mod ask;
pub mod chunk;
pub mod config;
pub mod draft;
pub mod error;
pub mod eval;
pub mod extract;
pub mod ground;
pub mod ingest;
pub mod lexicon;
pub mod library;
pub mod models;
pub mod ocr;
pub mod progress;
pub mod quote;
pub mod search;
pub mod secrets;
pub mod span;
pub mod store;
pub mod terms;
pub mod vectors;
pub mod watch;
