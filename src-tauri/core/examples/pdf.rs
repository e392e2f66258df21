//! Measures the reading of PDF files on the development data (`LEGAJO_DATA`).
//!
//! ```text
//! pdf words             F1 of the words of a page over awkward/pdf-words.jsonl
//! pdf quotes [--every N]  gold quotes of contratos/ found on the page that the truth names
//! pdf speed [--every N]   CPU and wall time on cuad/docs beside `pdftotext -bbox`, one process a file
//! pdf read FILE         reads one file and prints how much it holds; what `speed` times
//! ```
//! Files are read in reading children, as the product does, so that one that crashes its reader counts as
//! a page without words and stops nothing. `--every` takes each Nth document, to try it out.

#[path = "shared/measure.rs"]
mod measure;

use legajo_core::extract::child::Reader;
use legajo_core::extract::{Extracted, Options, pdf, serve};
use legajo_core::quote::Folded;
use legajo_core::span::CodePoints;
use measure::{Errors, Outcome, bag_f1, data, files, json_lines, mean, option, quantile, timed};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use unicode_normalization::UnicodeNormalization;

/// Share of edits up to which a quote on a scanned page counts as found.
const SCANNED_EDITS_MAX: f64 = 0.1;
/// Rounds of the comparison of time; the best of each side is kept, as the one least disturbed.
const ROUNDS: usize = 3;

fn main() -> Outcome<()> {
    if serve::serve_if_asked() {
        return Ok(());
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let every = option("--every").map_or(Ok(1), |every| every.parse())?;
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["words"] => words(),
        ["quotes", ..] => quotes(every),
        ["speed", ..] => speed(every),
        ["read", file] => read_one(Path::new(file)),
        _ => Err("words | quotes [--every N] | speed [--every N] | read FILE".into()),
    }
}

/// Reads files on all cores, each in a child of its own.
fn read_all(paths: &[PathBuf]) -> Outcome<Vec<Extracted>> {
    let reader = Reader::current()?;
    let options = Options { ocr_languages: "spa+eng".into(), ..Options::default() };
    let read = |path: &Path| -> Result<Extracted, String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        reader.read(&name, &bytes, &options).map_err(|error| error.to_string())
    };
    Ok(on_all_cores(paths, |path| read(path)).into_iter().collect::<Result<_, _>>()?)
}

/// Calls `work` for each path on as many threads as there are cores, and returns the results in order.
fn on_all_cores<T: Send>(paths: &[PathBuf], work: impl Fn(&Path) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let turn = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(at) else { return done };
            done.push((at, work(path)));
        }
    };
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(turn)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Returns the text of a page, counted from 1, as a person reads it.
fn page_text(read: &Extracted, number: u64) -> Option<String> {
    let page = read.pages.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
    let points = CodePoints::new(&read.text);
    Some(page.spans.iter().map(|span| points.slice(*span)).collect())
}

fn words() -> Outcome<()> {
    let folder = data()?.join("awkward");
    let gold = json_lines(&folder.join("pdf-words.jsonl"))?;
    let mut names: Vec<&str> = gold.iter().filter_map(|page| page["file"].as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let paths: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    let read: BTreeMap<&str, Extracted> = names.iter().copied().zip(read_all(&paths)?).collect();
    let mut scores = Vec::new();
    for page in &gold {
        let (Some(name), Some(number)) = (page["file"].as_str(), page["page"].as_u64()) else { continue };
        let truth: BTreeMap<String, u64> = serde_json::from_value(page["words"].clone())?;
        let found = read.get(name).and_then(|read| page_text(read, number));
        scores.push((found.map_or(0.0, |text| bag_f1(&truth, &bag(&text))), name, number));
    }
    scores.sort_by(|one, other| one.0.total_cmp(&other.0));
    for (score, name, number) in scores.iter().take(5) {
        println!("{score:.4}  {name}, page {number}");
    }
    let values: Vec<f64> = scores.iter().map(|(score, _, _)| *score).collect();
    println!("words F1 {:.4}, mean over {} pages; median {:.4}", mean(&values), values.len(), quantile(&values, 0.5));
    Ok(())
}

/// The bag of a text's words as the gold counts them: runs of letters, digits and underscores.
fn bag(text: &str) -> BTreeMap<String, u64> {
    let folded: String = text.nfkc().filter(|c| *c != '\u{ad}').collect::<String>().to_lowercase();
    let mut joined = String::new();
    for line in folded.split('\n') {
        let before = joined.strip_suffix('\n').map(str::trim_end).and_then(|before| before.strip_suffix('-'));
        if let Some(kept) = before.map(str::len) {
            joined.truncate(kept);
        }
        joined.push_str(if joined.ends_with('\n') { line } else { line.trim_start() });
        joined.push('\n');
    }
    let mut bag = BTreeMap::new();
    for word in joined.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()) {
        *bag.entry(word.to_owned()).or_default() += 1;
    }
    bag
}

fn quotes(every: usize) -> Outcome<()> {
    let folder = data()?.join("contratos");
    let mut truth = json_lines(&folder.join("truth.jsonl"))?;
    truth.retain(|entry| matches!(entry["format"].as_str(), Some("pdf" | "scan" | "hybrid")));
    let truth: Vec<_> = truth.into_iter().step_by(every).collect();
    let paths: Vec<PathBuf> =
        truth.iter().filter_map(|entry| Some(folder.join("corpus").join(entry["file"].as_str()?))).collect();
    let (mut digital, mut scanned) = ([0, 0], [0, 0]);
    let (mut errors, mut page_counts) = (Errors::default(), [0, 0]);
    for (entry, read) in truth.iter().zip(read_all(&paths)?) {
        page_counts[0] += usize::from(entry["pages"].as_u64() == Some(read.pages.len() as u64));
        page_counts[1] += 1;
        let folded = Folded::new(&read.text);
        for clause in entry["clauses"].as_object().into_iter().flat_map(|clauses| clauses.values()) {
            let (Some(quote), Some(number)) = (clause["quote"].as_str(), clause["page"].as_u64()) else { continue };
            let page = read.pages.get(number as usize - 1);
            let is_scanned = page.is_some_and(|page| page.ocr.is_some());
            let found = if is_scanned {
                // A quote may run on to the next page; there it has to be looked for as well.
                let text: String = [number, number + 1].iter().filter_map(|number| page_text(&read, *number)).collect();
                errors.add(quote, &text) <= SCANNED_EDITS_MAX
            } else {
                let starts =
                    |at: u32| page.is_some_and(|page| page.spans.iter().any(|s| (s.start..s.end).contains(&at)));
                folded.locate_all(quote).any(|span| starts(span.start))
            };
            let counts = if is_scanned { &mut scanned } else { &mut digital };
            counts[0] += usize::from(found);
            counts[1] += 1;
            if !found {
                println!("not on page {number} of {}: {quote}", entry["file"]);
            }
        }
    }
    let share = |[found, all]: [usize; 2]| format!("{found} of {all} ({:.2} %)", 100.0 * found as f64 / all as f64);
    println!("digital quotes on their page, exact after folding: {}", share(digital));
    println!("scanned quotes on their page, within {} % edits: {}", 100.0 * SCANNED_EDITS_MAX, share(scanned));
    println!("character errors over the scanned quotes: {:.2} %", 100.0 * errors.rate());
    println!("documents with as many pages as the truth says: {}", share(page_counts));
    Ok(())
}

fn read_one(path: &Path) -> Outcome<()> {
    let options = Options { ocr_languages: "spa+eng".into(), ..Options::default() };
    let read = pdf::extract(std::fs::read(path)?, &options);
    let recognised = read.pages.iter().filter(|page| page.ocr.is_some()).count();
    println!("{} pages, {recognised} by Tesseract, {} words", read.pages.len(), read.words.len());
    Ok(())
}

fn speed(every: usize) -> Outcome<()> {
    let paths: Vec<PathBuf> = files(&data()?.join("cuad/docs"), "pdf")?.into_iter().step_by(every).collect();
    let exe = std::env::current_exe()?;
    let run = |mut command: Command| {
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let ours = |path: &Path| {
        let mut command = Command::new(&exe);
        command.arg("read").arg(path).env("OMP_THREAD_LIMIT", "1");
        run(command)
    };
    let theirs = |path: &Path| {
        let mut command = Command::new("pdftotext");
        command.arg("-bbox").arg(path).arg("/dev/null");
        run(command)
    };
    let mut best = [[f64::INFINITY; 3]; 2];
    for _ in 0..ROUNDS {
        let alone: [&dyn Fn(&Path) -> bool; 2] = [&ours, &theirs];
        for (side, work) in alone.iter().enumerate() {
            let began = Instant::now();
            let (read, cpu) = timed(|| Ok(paths.iter().filter(|path| work(path)).count()))?;
            best[side][0] = best[side][0].min(cpu);
            best[side][1] = best[side][1].min(began.elapsed().as_secs_f64());
            if read < paths.len() {
                println!("{} read {read} of {} files", ["Legajo", "pdftotext"][side], paths.len());
            }
        }
        let began = Instant::now();
        on_all_cores(&paths, ours);
        best[0][2] = best[0][2].min(began.elapsed().as_secs_f64());
        let began = Instant::now();
        on_all_cores(&paths, theirs);
        best[1][2] = best[1][2].min(began.elapsed().as_secs_f64());
    }
    println!("{} files, one process a file, best of {ROUNDS} rounds; Legajo, pdftotext -bbox, ratio:", paths.len());
    for (at, what) in
        ["CPU seconds", "wall seconds, one after the other", "wall seconds, on all cores"].iter().enumerate()
    {
        println!("{what}: {:.2} {:.2}  {:.3}", best[0][at], best[1][at], best[0][at] / best[1][at]);
    }
    println!("wall, Legajo on all cores against pdftotext as it runs: {:.3}", best[0][2] / best[1][1]);
    Ok(())
}
