//! Files that are broken, locked, odd or hostile: none stops the queue, and each ends as indexed or with
//! a Problem that says why. Reads the development data's `awkward/` and is skipped without it.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

mod support;

#[test]
fn every_awkward_file_ends_in_the_ledger() {
    if let Some(folder) = support::data("awkward") {
        support::Library::read("awkward-library", &folder).check_ledger(&folder);
    }
}
