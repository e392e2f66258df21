//! Keeps a panic of a library from losing more than the page at hand.
//!
//! The reader runs in a child process as it is; this only saves the other pages of the document. A
//! panic caught here prints nothing: the finding about the page says what there is to say.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Runs `work`; a panic in it is caught and prints nothing.
pub(super) fn quietly<T>(work: impl FnOnce() -> T) -> std::thread::Result<T> {
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.with(Cell::get) {
                usual(info);
            }
        }));
    });
    let before = QUIET.with(|quiet| quiet.replace(true));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.with(|quiet| quiet.set(before));
    result
}

#[cfg(test)]
mod tests {
    use super::quietly;

    #[test]
    fn a_panic_is_caught_and_the_work_goes_on() {
        assert!(quietly(|| panic!("never shown")).is_err());
        assert_eq!(quietly(|| 7).ok(), Some(7));
    }
}
