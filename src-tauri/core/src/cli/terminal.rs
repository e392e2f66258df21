//! Progress on the terminal.

use super::print;
use legajo_core::progress::{Progress, Watcher};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Prints progress on standard error: count, file, rate, time left; at most five times a second.
pub(super) struct Terminal {
    state: Mutex<(Instant, Option<Instant>, &'static str)>,
}

impl Terminal {
    pub(super) fn new() -> Self {
        Self { state: Mutex::new((Instant::now(), None, "")) }
    }
}

impl Watcher for Terminal {
    fn report(&self, progress: &Progress) {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if state.2 != progress.stage {
            *state = (Instant::now(), None, progress.stage);
        }
        let last = progress.done == progress.total;
        if !last && state.1.is_some_and(|shown| shown.elapsed() < Duration::from_millis(200)) {
            return;
        }
        state.1 = Some(Instant::now());
        let seconds = state.0.elapsed().as_secs_f64().max(0.001);
        let rate = progress.done as f64 / seconds;
        let left = (progress.total.saturating_sub(progress.done)) as f64 / rate.max(0.001);
        print::note(format_args!(
            "{} {}/{}  {:.1}/s  {:.0} s left  {}",
            progress.stage, progress.done, progress.total, rate, left, progress.current
        ));
    }
}
