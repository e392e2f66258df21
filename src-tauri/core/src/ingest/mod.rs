//! Brings the index in line with the folders: what changed is read, cut into passages, stored and embedded.
//!
//! In go folders on disk, out come rows of the store. A file that cannot be read becomes a finding
//! and never stops the queue; the work can be killed at any moment and started again, because the
//! ledger says `pending` before a file is touched and every document is one transaction.

mod compare;
mod describe;
mod embed;
mod prepare;
mod queue;
mod walk;

pub use describe::{Description, describe};
pub use embed::{embed_pending, embedded_text};
pub use prepare::{Cutting, prepare_passages};
pub use queue::{Ingest, Outcome, SyncReport};
pub use walk::{Seen, walk_folder};
