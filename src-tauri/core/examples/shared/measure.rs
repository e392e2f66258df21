//! What the measurements share: where the data lies, how time is taken, and how texts are compared.
//!
//! Not a measurement itself; each takes it as a module.
#![allow(dead_code, reason = "each measurement takes what it needs")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use unicode_normalization::UnicodeNormalization;

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// Returns the development data's folder.
pub(crate) fn data() -> Outcome<PathBuf> {
    Ok(PathBuf::from(std::env::var("LEGAJO_DATA").map_err(|_| "LEGAJO_DATA is not set")?))
}

/// Returns the objects of a file that holds one a line.
pub(crate) fn json_lines(path: &Path) -> Outcome<Vec<Value>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Returns the files of a folder, not of those below it, that end in `ending`, in order.
pub(crate) fn files(folder: &Path, ending: &str) -> Outcome<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|path| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending)));
    files.sort();
    Ok(files)
}

/// Returns the value of `--name VALUE` on the command line.
pub(crate) fn option(name: &str) -> Option<String> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1)
}

/// Returns what came out, and the CPU seconds that this process and its ended children took.
pub(crate) fn timed<T>(work: impl FnOnce() -> Outcome<T>) -> Outcome<(T, f64)> {
    let before = ticks()?;
    let result = work()?;
    Ok((result, (ticks()? - before) as f64 / 100.0))
}

/// Returns hundredths of CPU seconds so far (fields 14 to 17 of `/proc/self/stat`).
fn ticks() -> Outcome<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    Ok(after_name.split(' ').skip(11).take(4).filter_map(|field| field.parse::<u64>().ok()).sum())
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns the value below which this share of the values lies; 0.5 is the median.
pub(crate) fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or(f64::NAN)
}

/// Folds compatibility forms and white space and joins words divided at a line's end.
pub(crate) fn folded(text: &str) -> String {
    let text: String = text.nfkc().filter(|c| *c != '\u{ad}').collect();
    let mut lines = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let divided = lines.ends_with('-') && line.starts_with(char::is_alphanumeric);
        if divided {
            lines.pop();
        } else if !lines.is_empty() {
            lines.push(' ');
        }
        lines.push_str(line);
    }
    lines.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// F1 of two bags of words.
pub(crate) fn bag_f1(truth: &BTreeMap<String, u64>, found: &BTreeMap<String, u64>) -> f64 {
    let hits: u64 = truth.iter().map(|(word, count)| *count.min(found.get(word).unwrap_or(&0))).sum();
    let all: u64 = truth.values().sum::<u64>() + found.values().sum::<u64>();
    if all == 0 { 1.0 } else { 2.0 * hits as f64 / all as f64 }
}

/// Character errors over many quotes.
#[derive(Default)]
pub(crate) struct Errors {
    pub(crate) edits: usize,
    pub(crate) characters: usize,
}

impl Errors {
    /// Adds the edits that make the best-aligned window of the text into the quote, and returns the quote's own rate.
    pub(crate) fn add(&mut self, quote: &str, text: &str) -> f64 {
        let quote: Vec<char> = folded(quote).chars().collect();
        // A window may begin anywhere, so beginning costs nothing, and end anywhere.
        let mut costs: Vec<usize> = (0..=quote.len()).collect();
        let mut best = quote.len();
        for character in folded(text).chars() {
            let mut before = costs[0];
            for n in 1..=quote.len() {
                let cost = (before + usize::from(quote[n - 1] != character)).min(costs[n] + 1).min(costs[n - 1] + 1);
                before = std::mem::replace(&mut costs[n], cost);
            }
            best = best.min(costs[quote.len()]);
        }
        self.edits += best;
        self.characters += quote.len();
        best as f64 / quote.len().max(1) as f64
    }

    pub(crate) fn join(&mut self, other: &Errors) {
        self.edits += other.edits;
        self.characters += other.characters;
    }

    pub(crate) fn rate(&self) -> f64 {
        self.edits as f64 / self.characters.max(1) as f64
    }
}
