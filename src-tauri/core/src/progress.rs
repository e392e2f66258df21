//! How long work says how far it is. The command line prints it, the window shows it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One report of a running job.
#[derive(Debug, Clone, PartialEq, serde::Serialize, ts_rs::TS)]
pub struct Progress {
    /// Items finished.
    pub done: u64,
    /// Items in all, as known so far.
    pub total: u64,
    /// The file in hand, as the user knows it.
    pub current: String,
    /// What is being done: a short stable word (`scan`, `read`, `embed`, `pull`).
    pub stage: &'static str,
}

/// Receives reports and says whether to go on.
pub trait Watcher: Sync {
    /// Takes one report.
    fn report(&self, progress: &Progress);

    /// Returns whether the user has asked to stop.
    fn cancelled(&self) -> bool {
        false
    }
}

/// A watcher that ignores every report.
pub struct Silent;

impl Watcher for Silent {
    fn report(&self, _progress: &Progress) {}
}

/// The wish to stop, carried between threads: one side keeps a clone and calls [`Stop::stop`], the other runs
/// under it as under any watcher.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks whatever runs under this token to stop at once.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Watcher for Stop {
    fn report(&self, _progress: &Progress) {}

    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
