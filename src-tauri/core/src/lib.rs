//! The engine of Legajo: from a folder of documents to passages that can be searched, quoted and
//! shown on their page.
//!
//! Rooms stand on floors; a room imports only from lower floors (`docs/architecture.md` has the map
//! and `tests/tidy.rs` holds it). The core knows nothing of the window and opens no socket outside
//! `models`.

pub mod chunk;
pub mod config;
pub mod error;
pub mod extract;
pub mod ocr;
pub mod progress;
pub mod quote;
pub mod span;
