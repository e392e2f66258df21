//! When a watch speaks: gathers changes until they are quiet, and knows the moments at which everything
//! is compared again.
//!
//! In go what was heard and the time, out come signals. Reads no clock and no file: the monotonic time
//! is told as the time since the watch began, the wall clock's beside it.

use super::Signal;
use crate::config;
use std::time::{Duration, SystemTime};

/// The intervals by which a watch goes.
#[derive(Debug, Clone)]
pub(super) struct Times {
    /// How long nothing more must have been heard before a change is told.
    pub(super) quiet: Duration,
    /// How long after the first change it is told all the same.
    pub(super) latest: Duration,
    /// How often folders that cannot be listened to are said to have changed.
    pub(super) poll_every: Duration,
    /// How often everything is compared again.
    pub(super) compare_every: Duration,
    /// How often the folders themselves are looked at.
    pub(super) look_every: Duration,
    /// How far the wall clock may run from the monotonic one between two looks.
    pub(super) jump_max: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            quiet: config::WATCH_QUIET,
            latest: config::WATCH_LATEST,
            poll_every: config::WATCH_POLL_EVERY,
            compare_every: config::WATCH_COMPARE_EVERY,
            look_every: config::WATCH_LOOK_EVERY,
            jump_max: config::WATCH_JUMP_MAX,
        }
    }
}

/// What was heard and is not told yet.
struct Waiting {
    signal: Signal,
    first: Duration,
    last: Duration,
}

/// Decides when a signal is due.
pub(super) struct Pulse {
    times: Times,
    waiting: Option<Waiting>,
    /// Whether there are folders that cannot be listened to.
    polled: bool,
    told: Duration,
    compared: Duration,
    looked: Duration,
    /// Both clocks as they stood when last compared.
    clocks: (Duration, SystemTime),
}

impl Pulse {
    /// Begins at the monotonic time zero.
    pub(super) fn new(times: Times, wall: SystemTime) -> Self {
        let zero = Duration::ZERO;
        let clocks = (zero, wall);
        Self { times, waiting: None, polled: false, told: zero, compared: zero, looked: zero, clocks }
    }

    /// Says whether there are folders that cannot be listened to.
    pub(super) fn set_polled(&mut self, polled: bool) {
        self.polled = polled;
    }

    /// Takes in what was heard.
    pub(super) fn hear(&mut self, signal: Signal, now: Duration) {
        let first = self.waiting.as_ref().map_or(now, |waiting| waiting.first);
        let signal = self.waiting.as_ref().map_or(signal, |waiting| waiting.signal.max(signal));
        self.waiting = Some(Waiting { signal, first, last: now });
    }

    /// Returns whether the folders themselves are to be looked at now. A comparison that waits does that anyway.
    pub(super) fn look_due(&mut self, now: Duration) -> bool {
        let due = now >= self.looked.saturating_add(self.times.look_every);
        if due {
            self.looked = now;
        }
        due && self.waiting.as_ref().is_none_or(|waiting| waiting.signal != Signal::Compare)
    }

    /// Returns the signal that is due now. A signal covers what was waiting and asks for no more than it.
    pub(super) fn due(&mut self, now: Duration, wall: SystemTime) -> Option<Signal> {
        let woke = self.woke(now, wall);
        let mut due = None;
        if woke || now >= self.compared.saturating_add(self.times.compare_every) {
            due = Some(Signal::Compare);
        } else if self.polled && now >= self.told.saturating_add(self.times.poll_every) {
            due = Some(Signal::Changed);
        }
        let still = self.waiting.as_ref().filter(|waiting| now >= self.ready(waiting));
        let signal = due.max(still.map(|waiting| waiting.signal))?;
        self.waiting.take_if(|waiting| waiting.signal <= signal);
        self.told = now;
        if signal == Signal::Compare {
            self.compared = now;
        }
        Some(signal)
    }

    /// Returns how long nothing will be due unless something is heard.
    pub(super) fn rest(&self, now: Duration) -> Duration {
        let mut next = self.compared.saturating_add(self.times.compare_every);
        next = next.min(self.looked.saturating_add(self.times.look_every));
        if self.polled {
            next = next.min(self.told.saturating_add(self.times.poll_every));
        }
        if let Some(waiting) = &self.waiting {
            next = next.min(self.ready(waiting));
        }
        next.saturating_sub(now)
    }

    /// The moment from which what waits may be told.
    fn ready(&self, waiting: &Waiting) -> Duration {
        let quiet = waiting.last.saturating_add(self.times.quiet);
        quiet.min(waiting.first.saturating_add(self.times.latest))
    }

    /// Returns whether the computer slept: the wall clock went on, or was set, while the other stood still.
    fn woke(&mut self, now: Duration, wall: SystemTime) -> bool {
        let (then, wall_then) = std::mem::replace(&mut self.clocks, (now, wall));
        let passed = now.saturating_sub(then);
        let jump = match wall.duration_since(wall_then) {
            Ok(wall_passed) => wall_passed.abs_diff(passed),
            Err(back) => back.duration().saturating_add(passed),
        };
        jump > self.times.jump_max
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Signal::{Changed, Compare};

    /// Something that happens at a time in milliseconds.
    enum Step {
        Hear(u64, Signal),
        Polled,
        /// At this time with the wall clock so far ahead, what is due.
        Due(u64, i64, Option<Signal>),
    }
    use Step::{Due, Hear, Polled};

    fn check(what: &str, steps: &[Step]) {
        let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let mut pulse = Pulse::new(Times::default(), start);
        for step in steps {
            match *step {
                Hear(at, signal) => pulse.hear(signal, Duration::from_millis(at)),
                Polled => pulse.set_polled(true),
                Due(at, ahead, expected) => {
                    let wall = start + Duration::from_millis(at.checked_add_signed(ahead).unwrap());
                    assert_eq!(pulse.due(Duration::from_millis(at), wall), expected, "{what}, at {at}");
                }
            }
        }
    }

    #[test]
    fn changes_are_gathered_until_they_are_quiet() {
        check("nothing", &[Due(0, 0, None), Due(60_000, 0, None)]);
        check("one", &[Hear(100, Changed), Due(799, 0, None), Due(800, 0, Some(Changed)), Due(5000, 0, None)]);
        let more = [Hear(0, Changed), Hear(600, Changed), Due(700, 0, None), Due(1300, 0, Some(Changed))];
        check("the quiet begins anew", &more);
        let mut steps: Vec<Step> = (0..10).map(|n| Hear(n * 500, Changed)).collect();
        steps.extend([Due(4999, 0, None), Due(5000, 0, Some(Changed)), Due(6000, 0, None)]);
        check("told at the latest", &steps);
        let both = [Hear(0, Changed), Hear(10, Compare), Hear(20, Changed), Due(720, 0, Some(Compare))];
        check("a comparison covers a change", &both);
    }

    #[test]
    fn everything_is_compared_again_in_time_and_after_sleep() {
        check(
            "interval",
            &[
                Due(299_999, 0, None),
                Due(300_000, 0, Some(Compare)),
                Due(599_999, 0, None),
                Due(600_000, 0, Some(Compare)),
            ],
        );
        let told = [Hear(0, Compare), Due(200_000, 0, Some(Compare)), Due(499_000, 0, None)];
        check("counted from the last one", &told);
        check("sleep", &[Due(5_000, 0, None), Due(10_000, 3_600_000, Some(Compare)), Due(15_000, 3_600_000, None)]);
        check("the clock is set back", &[Due(100_000, 0, None), Due(105_000, -60_000, Some(Compare))]);
        check("a clock that drifts", &[Due(5_000, 4_000, None), Due(10_000, 8_000, None), Due(15_000, 12_000, None)]);
        let covered = [Hear(299_900, Changed), Due(300_000, 0, Some(Compare)), Due(301_000, 0, None)];
        check("covers what waited", &covered);
    }

    #[test]
    fn deaf_folders_are_polled() {
        check("polled", &[Polled, Due(29_999, 0, None), Due(30_000, 0, Some(Changed)), Due(59_999, 0, None)]);
        let told = [Polled, Hear(20_000, Changed), Due(20_700, 0, Some(Changed)), Due(50_000, 0, None)];
        check("a signal covers them", &told);
        let waits = [Polled, Hear(29_900, Compare), Due(30_000, 0, Some(Changed)), Due(30_600, 0, Some(Compare))];
        check("a comparison is not lost", &waits);
    }

    #[test]
    fn it_rests_until_something_can_be_due() {
        let mut pulse = Pulse::new(Times::default(), SystemTime::UNIX_EPOCH);
        let at = Duration::from_millis;
        assert_eq!(pulse.rest(at(1_000)), config::WATCH_LOOK_EVERY - at(1_000));
        pulse.hear(Changed, at(1_000));
        assert_eq!(pulse.rest(at(1_100)), at(600));
        assert_eq!(pulse.rest(at(9_000)), Duration::ZERO);
        assert!(!pulse.look_due(at(4_000)) && pulse.look_due(at(5_000)) && !pulse.look_due(at(6_000)));
        pulse.hear(Compare, at(9_900));
        assert!(!pulse.look_due(at(10_000)));
    }
}
