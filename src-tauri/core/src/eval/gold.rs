//! The gold places of a case, found in the library's own texts.

use crate::ask::{Citation, ShownHit};
use crate::error::Result;
use crate::library::Library;
use crate::quote;
use crate::terms;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use unicode_normalization::UnicodeNormalization;

/// One case as it stands in a file.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Case {
    pub id: String,
    set: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    pub question: String,
    #[serde(default)]
    pub gold: Vec<GoldEntry>,
    #[serde(default)]
    locked_files: Vec<String>,
    expected: Option<String>,
    abstain: Option<bool>,
}

/// One gold place as it stands in a file.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct GoldEntry {
    file: String,
    start: Option<u32>,
    end: Option<u32>,
    page: Option<u32>,
    quote: Option<String>,
    heading: Option<String>,
    pub value_text: Option<String>,
}

impl Case {
    pub fn set(&self) -> &str {
        self.set.as_deref().or(self.kind.as_deref()).unwrap_or("all")
    }

    /// Whether an answer is expected; `None` when the case is about retrieval alone.
    pub fn expects_answer(&self) -> Option<bool> {
        match (self.expected.as_deref(), self.abstain) {
            (Some("abstain"), _) | (_, Some(true)) => Some(false),
            (Some(_), _) if self.locked_files.is_empty() => Some(true),
            (_, Some(false)) => Some(true),
            _ => None,
        }
    }
}

/// A gold place found in the library.
#[derive(Debug, Clone)]
pub(super) struct Gold {
    document: String,
    span: Option<(u32, u32)>,
    page: Option<u32>,
    heading: Option<String>,
}

/// Which document each path holds.
pub(super) struct Places {
    root: PathBuf,
    hash_of: BTreeMap<String, String>,
}

impl Places {
    pub fn new(library: &Library, root: PathBuf) -> Result<Self> {
        let ledger = library.status()?;
        let hash_of = ledger.documents.into_iter().filter_map(|row| Some((composed(&row.path), row.sha256?))).collect();
        Ok(Self { root, hash_of })
    }

    fn hash(&self, path: &str) -> Option<&String> {
        self.hash_of.get(&composed(path))
    }

    /// Finds a case's gold places; one whose file is not in the library stays, and is never hit.
    pub fn gold(&self, library: &Library, case: &Case) -> Result<Vec<Gold>> {
        case.gold
            .iter()
            .map(|entry| {
                let path = self.root.join(&entry.file);
                let document = self.hash(&path.to_string_lossy()).cloned().unwrap_or_default();
                let span = match (entry.start, entry.end, &entry.quote) {
                    (Some(start), Some(end), _) => Some((start, end)),
                    (_, _, Some(words)) if !document.is_empty() => {
                        let text = library.text(&path, None)?.text;
                        quote::locate(words, &text).map(|span| (span.start, span.end))
                    }
                    _ => None,
                };
                Ok(Gold { document, span, page: entry.page, heading: entry.heading.clone() })
            })
            .collect()
    }
}

fn composed(path: &str) -> String {
    path.nfc().collect()
}

impl Gold {
    pub fn same_document(&self, hit: &ShownHit, places: &Places) -> bool {
        places.hash(&hit.path).is_some_and(|hash| *hash == self.document)
    }

    /// The right document, and the right page or, where the gold has none, the right heading.
    pub fn same_page(&self, hit: &ShownHit, places: &Places) -> bool {
        if !self.same_document(hit, places) {
            return false;
        }
        match (self.page, &self.heading, self.span) {
            (Some(page), _, _) if hit.located.page.is_some() => {
                hit.located.page == Some(page) || self.overlap(hit, places) > 0 && self.span.is_some()
            }
            (_, Some(heading), _) => {
                let wanted = folded(heading);
                let path = folded(&hit.heading.join(" "));
                path.contains(&wanted)
                    || wanted.contains(&path) && !path.is_empty()
                    || folded(&hit.text).contains(&wanted)
            }
            _ => self.overlap(hit, places) > 0,
        }
    }

    /// Gold characters that a hit covers.
    pub fn overlap(&self, hit: &ShownHit, places: &Places) -> u32 {
        if !self.same_document(hit, places) {
            return 0;
        }
        match self.span {
            Some((start, end)) => end.min(hit.end).saturating_sub(start.max(hit.start)),
            None => hit.end - hit.start,
        }
    }

    /// Whether a citation overlaps the gold place.
    pub fn holds(&self, citation: &Citation, places: &Places) -> bool {
        let same = places.hash(&citation.path).is_some_and(|hash| *hash == self.document);
        same && self.span.is_none_or(|(start, end)| start < citation.end && citation.start < end)
    }
}

/// Share of the gold characters that the hits cover. A whole document counts as covered when hit.
pub(super) fn recall(gold: &[Gold], hits: &[ShownHit], places: &Places) -> f64 {
    let (mut covered, mut all) = (0, 0);
    for place in gold {
        let Some((start, end)) = place.span else {
            all += 1;
            covered += u32::from(hits.iter().any(|hit| place.same_document(hit, places)));
            continue;
        };
        let parts = hits.iter().filter(|hit| place.same_document(hit, places)).map(|hit| (hit.start, hit.end));
        covered += union(parts, start, end);
        all += end - start;
    }
    if all == 0 { 0.0 } else { f64::from(covered) / f64::from(all) }
}

/// Share of the hits' characters that is gold.
pub(super) fn precision(gold: &[Gold], hits: &[ShownHit], places: &Places) -> f64 {
    let all: u32 = hits.iter().map(|hit| hit.end - hit.start).sum();
    let right: u32 = hits
        .iter()
        .map(|hit| {
            let spans = gold
                .iter()
                .filter(|place| place.same_document(hit, places))
                .map(|place| place.span.unwrap_or((hit.start, hit.end)));
            union(spans, hit.start, hit.end)
        })
        .sum();
    if all == 0 { 0.0 } else { f64::from(right) / f64::from(all) }
}

/// Length of the union of `parts` within `start..end`.
fn union(parts: impl Iterator<Item = (u32, u32)>, start: u32, end: u32) -> u32 {
    let mut parts: Vec<(u32, u32)> =
        parts.map(|(from, to)| (from.max(start), to.min(end))).filter(|(from, to)| from < to).collect();
    parts.sort_unstable();
    let (mut length, mut reached) = (0, start);
    for (from, to) in parts {
        let from = from.max(reached);
        if to > from {
            length += to - from;
            reached = to;
        }
    }
    length
}

/// Folds a text for comparing values: words only.
pub(super) fn folded(text: &str) -> String {
    terms::words(text).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_parts_count_once() {
        assert_eq!(union([(0, 10), (5, 12), (20, 30)].into_iter(), 0, 25), 17);
        assert_eq!(union([(50, 60)].into_iter(), 0, 25), 0);
    }
}
