//! Counts the tracked changes of a file that nobody has accepted or rejected yet.
//!
//! Shared by the readers of word-processor files, which read the text as if all were accepted.

use crate::error::{Problem, ProblemCode};
use std::collections::BTreeSet;

/// How many authors are named.
const AUTHORS_SHOWN: usize = 5;

/// Who made a tracked change, and when.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Change {
    /// The author, where the file says so.
    pub(super) author: Option<String>,
    /// When, as the file writes it.
    pub(super) date: Option<String>,
}

/// The changes met so far.
#[derive(Debug, Default)]
pub(super) struct Changes {
    insertions: u32,
    deletions: u32,
    moves: u32,
    authors: BTreeSet<String>,
}

impl Changes {
    /// Counts an insertion.
    pub(super) fn insert(&mut self, change: &Change) {
        self.insertions += 1;
        self.authors.extend(change.author.clone());
    }

    /// Counts a deletion.
    pub(super) fn delete(&mut self, change: &Change) {
        self.deletions += 1;
        self.authors.extend(change.author.clone());
    }

    /// Counts a stretch that was moved.
    pub(super) fn move_away(&mut self, change: &Change) {
        self.moves += 1;
        self.authors.extend(change.author.clone());
    }

    /// Makes the finding that says how many changes are pending and by whom.
    pub(super) fn problem(&self) -> Option<Problem> {
        let counted = |count: u32, one: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {one}s")),
        };
        let kinds = [(self.insertions, "insertion"), (self.deletions, "deletion"), (self.moves, "move")];
        let kinds: Vec<String> = kinds.into_iter().filter_map(|(count, one)| counted(count, one)).collect();
        if kinds.is_empty() {
            return None;
        }
        let mut by: Vec<&str> = self.authors.iter().take(AUTHORS_SHOWN).map(String::as_str).collect();
        if self.authors.len() > AUTHORS_SHOWN {
            by.push("others");
        }
        let by = if by.is_empty() { String::new() } else { format!(" by {}", by.join(", ")) };
        Some(Problem::document(
            ProblemCode::TrackedChanges,
            format!(
                "The file has tracked changes that nobody has accepted or rejected yet ({}{by}). The text was read \
                 as if all were accepted; deleted words are kept apart and never quoted.",
                kinds.join(", ")
            ),
        ))
    }
}
