//! Keeps the index in step with the folders while the window is open: watches, syncs, says how far it is.
//!
//! One thread does it all, so that two syncs never meet. It is woken by a change in the folders, by the user, and
//! by itself while a file is still being written; when nothing is left to do it lets the embedder go.

use crate::shelf::held;
use crate::view::{Changed, Failure, Keeping};
use legajo_core::error::Result;
use legajo_core::library::Library;
use legajo_core::models::SharedEmbedder;
use legajo_core::progress::{Progress, Watcher};
use legajo_core::watch::Watch;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Least time between two reports to the interface.
const TOLD_EVERY: Duration = Duration::from_millis(200);
/// Least time between two requests to the interface to read the ledger again during a sync.
const LEDGER_EVERY: Duration = Duration::from_millis(1500);
/// How long after a round that left files unread, since they were still being written, the next one comes.
const AGAIN_AFTER: Duration = Duration::from_secs(2);
/// How often an idle keeper looks whether the embedder can go.
const IDLE_LOOK: Duration = Duration::from_secs(10);
/// How long nobody may have needed the embedder before it goes.
const EMBEDDER_IDLE: Duration = Duration::from_secs(45);

/// The window's side of the keeper.
pub(crate) struct Keeper {
    wake: Mutex<Sender<()>>,
    state: Arc<State>,
}

struct State {
    keeping: Mutex<Keeping>,
    paused: AtomicBool,
    /// The sync that runs is to end: the user changed what is to be read, or the window closes.
    stop: AtomicBool,
    ended: AtomicBool,
    tell: Box<dyn Fn(Changed) + Send + Sync>,
}

impl Keeper {
    /// Starts keeping `library`; `tell` says to the interface what changed.
    ///
    /// # Errors
    /// When the folders cannot be watched at all.
    pub(crate) fn start(
        library: Library,
        embedder: SharedEmbedder,
        directory: &Path,
        tell: impl Fn(Changed) + Send + Sync + 'static,
    ) -> Result<Self> {
        let (wake, woken) = channel();
        let state = Arc::new(State {
            keeping: Mutex::default(),
            paused: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            tell: Box::new(tell),
        });
        // The library's own files change with every sync; what lies in its inbox is the user's.
        let own = ["library.db", "library.db-wal", "library.db-shm", "vectors.usearch", "vectors.keys", "lock"];
        let leave_out: Vec<PathBuf> = own.iter().map(|name| directory.join(name)).collect();
        let signal = wake.clone();
        let watch = Watch::start(&leave_out, move |_| {
            let _ = signal.send(());
        })?;
        let own_state = Arc::clone(&state);
        let work = move || Rounds { library, embedder, watch, watched: Vec::new(), state: own_state }.run(&woken);
        std::thread::Builder::new()
            .name("keeper".into())
            .spawn(work)
            .map_err(legajo_core::error::Error::io("starting the thread that keeps the index"))?;
        let keeper = Self { wake: Mutex::new(wake), state };
        keeper.wake();
        Ok(keeper)
    }

    /// Has the folders compared now, or right after the sync that runs.
    pub(crate) fn wake(&self) {
        let _ = held(&self.wake).send(());
    }

    /// Ends the sync that runs, since what is to be read has changed, and begins another.
    pub(crate) fn begin_anew(&self) {
        self.state.stop.store(true, Ordering::Relaxed);
        self.wake();
    }

    /// Pauses or goes on.
    pub(crate) fn pause(&self, paused: bool) {
        self.state.paused.store(paused, Ordering::Relaxed);
        held(&self.state.keeping).paused = paused;
        (self.state.tell)(Changed::Keeping);
        self.wake();
    }

    /// Returns what it is doing.
    pub(crate) fn now(&self) -> Keeping {
        held(&self.state.keeping).clone()
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.state.ended.store(true, Ordering::Relaxed);
        self.wake();
    }
}

/// The keeper's own side.
struct Rounds {
    library: Library,
    embedder: SharedEmbedder,
    watch: Watch,
    watched: Vec<PathBuf>,
    state: Arc<State>,
}

impl Rounds {
    fn run(mut self, woken: &Receiver<()>) {
        let mut again: Option<Duration> = None;
        while !self.state.ended.load(Ordering::Relaxed) {
            match woken.recv_timeout(again.unwrap_or(IDLE_LOOK)) {
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) if again.is_none() => {
                    if self.embedder.release(EMBEDDER_IDLE) {
                        give_memory_back();
                    }
                    continue;
                }
                _ => {}
            }
            // What else has been signalled meanwhile is seen by the same round.
            while woken.try_recv().is_ok() {}
            if self.state.paused.load(Ordering::Relaxed) || self.state.ended.load(Ordering::Relaxed) {
                again = None;
                continue;
            }
            again = self.round();
        }
    }

    /// Syncs once; returns after how long to come again, where something is left.
    fn round(&mut self) -> Option<Duration> {
        self.state.stop.store(false, Ordering::Relaxed);
        self.watch_folders();
        held(&self.state.keeping).busy = true;
        let reporter = Reporter { state: &self.state, started: Instant::now(), last: Mutex::default() };
        let done = self.library.sync(&reporter);
        let again = match &done {
            Ok(report) if report.unsettled > 0 => Some(AGAIN_AFTER),
            _ => None,
        };
        let mut keeping = held(&self.state.keeping);
        let paused = keeping.paused;
        *keeping = Keeping { paused, failure: done.err().map(Failure::from), ..Keeping::default() };
        drop(keeping);
        (self.state.tell)(Changed::Keeping);
        (self.state.tell)(Changed::Ledger);
        again
    }

    fn watch_folders(&mut self) {
        let folders: Vec<PathBuf> = match self.library.folders() {
            Ok(folders) => folders.into_iter().map(|folder| PathBuf::from(folder.path)).collect(),
            // The sync that follows says what is wrong with the library.
            Err(_) => return,
        };
        if folders != self.watched {
            // A folder that cannot be watched is polled; the ledger is right either way, only later.
            self.watch.set_folders(&folders);
            self.watched = folders;
        }
    }
}

/// Asks the C library to give freed memory back to the system: what the embedder used stays in its pools otherwise,
/// some 200 MB of it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(
    unsafe_code,
    reason = "the C library offers this only as a C function; it takes no pointer and may be called at any time"
)]
fn give_memory_back() {
    // SAFETY: `malloc_trim` takes a number, touches only the allocator's own free memory, and is thread-safe.
    unsafe { libc::malloc_trim(0) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_memory_back() {}

/// Takes the sync's reports to the interface, not too often.
struct Reporter<'a> {
    state: &'a State,
    started: Instant,
    last: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    keeping: Option<Instant>,
    ledger: Option<Instant>,
    stage: &'static str,
    began: Option<Instant>,
}

impl Watcher for Reporter<'_> {
    fn report(&self, progress: &Progress) {
        let now = Instant::now();
        let mut last = held(&self.last);
        if last.stage != progress.stage {
            last.stage = progress.stage;
            last.began = Some(now);
        }
        let began = last.began.unwrap_or(self.started);
        let due = |at: Option<Instant>, every: Duration| at.is_none_or(|at| now.duration_since(at) >= every);
        if !due(last.keeping, TOLD_EVERY) {
            return;
        }
        last.keeping = Some(now);
        {
            let mut keeping = held(&self.state.keeping);
            keeping.seconds_left = seconds_left(progress, now.duration_since(began));
            keeping.progress = Some(progress.clone());
        }
        (self.state.tell)(Changed::Keeping);
        if due(last.ledger, LEDGER_EVERY) {
            last.ledger = Some(now);
            (self.state.tell)(Changed::Ledger);
        }
    }

    fn cancelled(&self) -> bool {
        let is = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        is(&self.state.stop) || is(&self.state.paused) || is(&self.state.ended)
    }
}

/// The time left at the pace so far; `None` before the pace can be told.
fn seconds_left(progress: &Progress, elapsed: Duration) -> Option<u32> {
    let (done, left) = (progress.done as f64, progress.total.saturating_sub(progress.done) as f64);
    (progress.done >= 3 && elapsed.as_secs() >= 2).then(|| (elapsed.as_secs_f64() / done * left).ceil() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_follows_the_pace() {
        let progress = |done, total| Progress { done, total, current: String::new(), stage: "read" };
        assert_eq!(seconds_left(&progress(10, 40), Duration::from_secs(5)), Some(15));
        assert_eq!(seconds_left(&progress(40, 40), Duration::from_secs(5)), Some(0));
        assert_eq!(seconds_left(&progress(1, 40), Duration::from_secs(5)), None);
        assert_eq!(seconds_left(&progress(10, 40), Duration::from_millis(100)), None);
    }
}
