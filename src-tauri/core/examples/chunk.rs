//! Shows the passages of text files, to judge them by eye: `chunk FILE…` prints all of a file's
//! passages, `chunk --sample N FILE…` some of all files, `chunk --cases CASES.jsonl DOCS` measures.
//! A file that ends in `.json` is what `legajo text` prints: text and marks.

use legajo_core::chunk::{Limits, Passage, passages};
use legajo_core::extract::Mark;
use legajo_core::span::{CodePoints, Span};
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--cases", cases, docs] => measure(Path::new(cases), Path::new(docs)),
        ["--sample", count, files @ ..] => sample(count.parse()?, files),
        files => {
            for file in files {
                let document = read(Path::new(file))?;
                show(file, &document.text, &cut(&document, &Limits::default()));
            }
            Ok(())
        }
    }
}

#[derive(serde::Deserialize)]
struct Document {
    text: String,
    #[serde(default)]
    marks: Vec<Mark>,
}

fn read(path: &Path) -> Result<Document, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(path)?;
    if path.extension().is_some_and(|extension| extension == "json") {
        return Ok(serde_json::from_slice(&bytes)?);
    }
    Ok(Document { text: String::from_utf8_lossy(&bytes).replace("\r\n", "\n"), marks: Vec::new() })
}

fn cut(document: &Document, limits: &Limits) -> Vec<Passage> {
    passages(&document.text, &document.marks, limits, &|text| text.chars().count() / 3)
}

fn show(name: &str, text: &str, passages: &[Passage]) {
    let points = CodePoints::new(text);
    println!("══ {name}: {} passages", passages.len());
    for passage in passages {
        println!("── {}..{} {:?} {:?}", passage.span.start, passage.span.end, passage.language, passage.heading);
        println!("{}", points.slice(passage.span));
    }
}

fn sample(count: usize, files: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let mut all = Vec::new();
    for file in files {
        let document = read(Path::new(file))?;
        let points = CodePoints::new(&document.text);
        let found = cut(&document, &Limits::default()).into_iter();
        all.extend(found.map(|passage| (file, points.slice(passage.span).to_string(), passage)));
    }
    let step = (all.len() / count.max(1)).max(1);
    for (file, text, passage) in all.iter().skip(step / 2).step_by(step) {
        println!(
            "── {file} {}..{} {:?} {:?}\n{text}",
            passage.span.start, passage.span.end, passage.language, passage.heading
        );
    }
    Ok(())
}

fn measure(cases: &Path, docs: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut gold: Vec<(String, Span)> = Vec::new();
    for line in std::fs::read_to_string(cases)?.lines() {
        let case: serde_json::Value = serde_json::from_str(line)?;
        for entry in case["gold"].as_array().into_iter().flatten() {
            if let (Some(file), Some(start), Some(end)) =
                (entry["file"].as_str(), entry["start"].as_u64(), entry["end"].as_u64())
            {
                gold.push((file.to_string(), Span::new(start as u32, end as u32)));
            }
        }
    }
    gold.sort_unstable_by_key(|(file, span)| (file.clone(), *span));
    gold.dedup();
    for target in [500, 800] {
        let limits = Limits { target_chars: target, ..Limits::default() };
        let (mut one, mut two, mut fits, mut count, mut chars, mut repeated, mut bytes, mut text_chars) =
            (0, 0, [0, 0], 0usize, 0u64, 0u64, 0usize, 0u64);
        let mut seconds = 0.0;
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(docs)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
        files.sort();
        for file in files {
            let document = read(&file)?;
            let text = &document.text;
            let before = Instant::now();
            let found = cut(&document, &limits);
            seconds += before.elapsed().as_secs_f64();
            bytes += text.len();
            text_chars += u64::from(CodePoints::new(text).len());
            count += found.len();
            chars += found.iter().map(|passage| u64::from(passage.span.len())).sum::<u64>();
            repeated += found
                .windows(2)
                .map(|pair| u64::from(pair[0].span.end.saturating_sub(pair[1].span.start)))
                .sum::<u64>();
            let name = file.file_name().unwrap_or_default().to_string_lossy().to_string();
            for (_, span) in gold.iter().filter(|(file, _)| *file == name) {
                let in_one = found.iter().any(|passage| passage.span.contains(*span));
                let in_two = in_one
                    || found.windows(2).any(|pair| Span::new(pair[0].span.start, pair[1].span.end).contains(*span));
                let short = usize::from(span.len() as usize > target);
                fits[short] += 1;
                one += usize::from(in_one);
                two += usize::from(in_two && short == 0);
            }
        }
        println!(
            "target {target}: {count} passages of {} chars, {:.1} % repeated, {} gold spans ({} within the target): {:.1} % in one passage; of those within the target {:.1} % in two neighbours; {:.1} MB/s; {text_chars} chars",
            chars / (count.max(1) as u64),
            100.0 * repeated as f64 / chars as f64,
            gold.len(),
            fits[0],
            100.0 * one as f64 / gold.len() as f64,
            100.0 * two as f64 / fits[0].max(1) as f64,
            bytes as f64 / 1e6 / seconds
        );
    }
    Ok(())
}
