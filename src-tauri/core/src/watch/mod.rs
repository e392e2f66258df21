//! Says when the folders are to be compared with the index again.
//!
//! In go folders, out come signals, gathered so that a saved document is one and a copied directory few.
//! A signal says that something changed, not what: finding that out is `ingest`'s work. What the system
//! does not announce (network folders, more directories than it listens to) is signalled at intervals.

mod network;
mod pulse;
mod roots;

use crate::config;
use crate::error::{Error, Result};
use pulse::{Pulse, Times};
use roots::Roots;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant, SystemTime};

/// What a watch says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Signal {
    /// Something below a folder changed, or may have where that cannot be heard.
    Changed,
    /// Everything must be compared again: the folders are new, one came or went, something was missed, the
    /// computer slept, or it is time.
    Compare,
}

/// A folder that is not listened to.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Unwatched {
    /// The folder as it was given.
    pub folder: PathBuf,
    /// Why it is not listened to.
    pub why: Why,
    /// A sentence for the user: what happened and what to do next.
    pub message: String,
}

/// Why a folder is not listened to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It is not there; it is looked for.
    Away,
    /// It lies where others' changes are not announced; it is compared at intervals.
    Network,
    /// The system listens to no more; it is compared at intervals.
    LimitReached,
    /// The system does not listen for another reason; it is compared at intervals.
    Refused,
}

/// Watches folders until it is dropped; no signal begins after that.
pub struct Watch {
    shared: Arc<Shared>,
    thread: Thread,
    /// Closes when the thread ends.
    ended: Mutex<Receiver<()>>,
}

impl Watch {
    /// Starts without folders. What happens below `leave_out` is never signalled. `signal` is called on the
    /// watch's own thread and should be short; it may call the watch.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(leave_out: &[PathBuf], signal: impl Fn(Signal) + Send + Sync + 'static) -> Result<Self> {
        Self::start_with(Times::default(), leave_out, signal)
    }

    fn start_with(
        times: Times,
        leave_out: &[PathBuf],
        signal: impl Fn(Signal) + Send + Sync + 'static,
    ) -> Result<Self> {
        let bell = Arc::new(Bell::default());
        let roots = Mutex::new(Roots::new(bell.clone(), leave_out));
        let shared = Arc::new(Shared { bell, roots });
        let (open, ended) = channel();
        let its = shared.clone();
        let run = move || {
            its.run(times, &signal);
            drop(open);
        };
        let handle: JoinHandle<()> = std::thread::Builder::new()
            .name("watch".to_owned())
            .spawn(run)
            .map_err(Error::io("starting to watch the folders"))?;
        Ok(Self { shared, thread: handle.thread().clone(), ended: Mutex::new(ended) })
    }

    /// Watches these folders and no others, and returns those that are not listened to. [`Signal::Compare`]
    /// follows. Takes as long as listing the folders' directories does.
    pub fn set_folders(&self, folders: &[PathBuf]) -> Vec<Unwatched> {
        let mut roots = self.shared.roots();
        roots.set(folders);
        self.shared.bell.ring(|news| news.compare = true);
        roots.unwatched()
    }

    /// Returns the folders that are not listened to now; may change with each [`Signal::Compare`].
    pub fn unwatched(&self) -> Vec<Unwatched> {
        self.shared.roots().unwatched()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.bell.ring(|news| news.stop = true);
        if std::thread::current().id() != self.thread.id() {
            let ended = self.ended.get_mut().unwrap_or_else(PoisonError::into_inner);
            // A look at a network that does not answer cannot be broken off; the thread then ends after it.
            let _ = ended.recv_timeout(config::WATCH_STOP_WAIT_MAX);
        }
    }
}

/// What the watch and its thread have in common.
struct Shared {
    bell: Arc<Bell>,
    roots: Mutex<Roots>,
}

impl Shared {
    fn roots(&self) -> MutexGuard<'_, Roots> {
        self.roots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The thread's work, until the watch is dropped.
    fn run(&self, times: Times, signal: &dyn Fn(Signal)) {
        let began = Instant::now();
        let mut pulse = Pulse::new(times, SystemTime::now());
        loop {
            let news = self.bell.wait(pulse.rest(began.elapsed()));
            if news.stop {
                return;
            }
            let now = began.elapsed();
            if news.broken || (pulse.look_due(now) && self.roots().moved()) {
                self.roots().distrust();
                pulse.hear(Signal::Compare, now);
            }
            if news.compare {
                pulse.hear(Signal::Compare, now);
            }
            if news.changed {
                pulse.hear(Signal::Changed, now);
            }
            let Some(due) = pulse.due(now, SystemTime::now()) else { continue };
            let mut roots = self.roots();
            // Before it is told, so that nothing falls between the comparison and the listening.
            if due == Signal::Compare {
                roots.renew();
            }
            pulse.set_polled(roots.polled());
            drop(roots);
            if !self.bell.stopped() {
                signal(due);
            }
        }
    }
}

/// What the thread is to know, gathered while it is busy.
#[derive(Debug, Default, Clone, Copy)]
struct News {
    /// Something changed.
    changed: bool,
    /// Something was missed.
    broken: bool,
    /// The folders are new, and listened to already.
    compare: bool,
    /// The watch is dropped.
    stop: bool,
}

/// Wakes the thread.
#[derive(Default)]
struct Bell {
    news: Mutex<News>,
    rung: Condvar,
}

impl Bell {
    fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self, tell: impl FnOnce(&mut News)) {
        tell(&mut self.news());
        self.rung.notify_one();
    }

    fn stopped(&self) -> bool {
        self.news().stop
    }

    /// Takes what there is to know, waiting for it no longer than `most`.
    fn wait(&self, most: Duration) -> News {
        let nothing = |news: &mut News| !(news.changed || news.broken || news.compare || news.stop);
        let (mut news, _) =
            self.rung.wait_timeout_while(self.news(), most, nothing).unwrap_or_else(PoisonError::into_inner);
        let rest = News { stop: news.stop, ..News::default() };
        std::mem::replace(&mut *news, rest)
    }
}

#[cfg(test)]
mod tests;
