//! Measures the OCR room beside the `tesseract` program on the same pictures in the same run.
//!
//! ```text
//! OMP_THREAD_LIMIT=1 LEGAJO_DATA=… ocr words [LANGUAGES]      word F1 on ocr/
//! OMP_THREAD_LIMIT=1 LEGAJO_DATA=… ocr scans PAGES [EVERY]    character errors and time on contratos/
//! OMP_THREAD_LIMIT=1 ocr pictures LANGUAGES FILE TRUTH…       character errors on any pictures, a quote a line
//! OMP_THREAD_LIMIT=1 ocr text LANGUAGES FILE                  what is read of a picture
//! ```
//! PAGES is a directory for drawn pages, filled with `pdftoppm` where they are missing. Times are CPU
//! seconds, since a shared machine makes wall time a lottery. `BESIDE=0` leaves the program out.

#[path = "shared/measure.rs"]
mod measure;

use legajo_core::ocr::{Engine, OcrPage, Picture};
use measure::{Errors, Outcome, bag_f1, data, folded, mean, timed};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() -> Outcome<()> {
    if std::env::var("OMP_THREAD_LIMIT").as_deref() != Ok("1") {
        return Err("set OMP_THREAD_LIMIT=1: Tesseract reads it when the process starts".into());
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["words"] => words("eng").and_then(|()| words("spa+eng")),
        ["words", languages] => words(languages),
        ["scans", pages] => scans(Path::new(pages), 1),
        ["scans", pages, every] => scans(Path::new(pages), every.parse()?),
        ["text", languages, file] => {
            read(&mut engine(languages)?, Path::new(file)).map(|page| println!("{}", text_of(&page)))
        }
        ["pictures", languages, files @ ..] => pictures(languages, files),
        _ => Err("words [LANGUAGES] | scans PAGES [EVERY] | pictures LANGUAGES FILE TRUTH…".into()),
    }
}

/// Word F1 on every picture of `ocr/`, and the mean.
fn words(languages: &str) -> Outcome<()> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(data()?.join("ocr"))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending != "txt"))
        .collect();
    files.sort();
    let mut engine = engine(languages)?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    println!("{languages}: word F1, ours and the program's; ink covered; CPU s, ours and the program's");
    for file in &files {
        let truth = std::fs::read_to_string(file.with_extension("txt"))?;
        let (page, seconds) = timed(|| read(&mut engine, file))?;
        let (beside, program_seconds) = timed(|| program(file, languages))?;
        let scores = [text_of(&page), beside].map(|text| word_f1(&truth, &text));
        ours.push(scores[0]);
        theirs.push(scores[1]);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        println!(
            "{name:18} {:.4} {:.4} ({:+.4})  {:.3}  {seconds:.2} {program_seconds:.2}",
            scores[0],
            scores[1],
            scores[0] - scores[1],
            page.ink_covered
        );
    }
    println!("mean               {:.4} {:.4}", mean(&ours), mean(&theirs));
    Ok(())
}

/// Character errors over the gold quotes of scanned pages, and the time a page takes.
fn scans(pages: &Path, every: usize) -> Outcome<()> {
    std::fs::create_dir_all(pages)?;
    let mut engine = engine("spa+eng")?;
    let mut totals = [Errors::default(), Errors::default()];
    let mut seconds = [0.0, 0.0];
    let mut count = 0;
    for (number, (picture, quotes)) in scanned_pages(pages)?.into_iter().enumerate() {
        if number % every != 0 {
            continue;
        }
        count += 1;
        let (page, ours) = timed(|| read(&mut engine, &picture))?;
        let (beside, theirs) = timed(|| program(&picture, "spa+eng"))?;
        seconds[0] += ours;
        seconds[1] += theirs;
        let mut here = [Errors::default(), Errors::default()];
        for quote in &quotes {
            here[0].add(quote, &text_of(&page));
            here[1].add(quote, &beside);
        }
        let name = picture.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        println!(
            "{name} quotes {:2} CER {:.4} {:.4}  ink {:.3} turned {:3} words {:4} confidence {:.0}  CPU {ours:.2} {theirs:.2}",
            quotes.len(),
            here[0].rate(),
            here[1].rate(),
            page.ink_covered,
            page.turned,
            page.words.len(),
            confidence(&page),
        );
        totals[0].join(&here[0]);
        totals[1].join(&here[1]);
    }
    println!(
        "{count} pages; CER {:.4} {:.4}; CPU s a page {:.2} {:.2}; pages a minute against the program {:.3}",
        totals[0].rate(),
        totals[1].rate(),
        seconds[0] / f64::from(count),
        seconds[1] / f64::from(count),
        seconds[1] / seconds[0]
    );
    Ok(())
}

/// Character errors against whole texts, for damaged variants of a page.
fn pictures(languages: &str, files: &[&str]) -> Outcome<()> {
    let mut engine = engine(languages)?;
    for pair in files.chunks_exact(2) {
        let [picture, truth] = pair else { continue };
        let quotes: Vec<String> = std::fs::read_to_string(truth)?.lines().map(str::to_owned).collect();
        let (page, ours) = timed(|| read(&mut engine, Path::new(picture)))?;
        let (beside, theirs) = timed(|| program(Path::new(picture), languages))?;
        let mut here = [Errors::default(), Errors::default()];
        for quote in &quotes {
            here[0].add(quote, &text_of(&page));
            here[1].add(quote, &beside);
        }
        let name = Path::new(picture).file_stem().unwrap_or_default().to_string_lossy();
        println!(
            "{name:28} CER {:.4} {:.4}  ink {:.3} turned {:3} confidence {:.0}  CPU {ours:.2} {theirs:.2}",
            here[0].rate(),
            here[1].rate(),
            page.ink_covered,
            page.turned,
            confidence(&page),
        );
    }
    Ok(())
}

/// Returns every scanned page of contratos, drawn at 300 dpi, with the quotes that stand on it.
fn scanned_pages(pages: &Path) -> Outcome<Vec<(PathBuf, Vec<String>)>> {
    let place = data()?.join("contratos");
    let mut found = Vec::new();
    let mut document = 0;
    for line in std::fs::read_to_string(place.join("truth.jsonl"))?.lines() {
        let entry: Value = serde_json::from_str(line)?;
        if !matches!(entry["format"].as_str(), Some("scan" | "hybrid")) {
            continue;
        }
        document += 1;
        let file = place.join("corpus").join(entry["file"].as_str().unwrap_or_default());
        for page in entry["scanned_pages"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
            let stem = pages.join(format!("{document:02}-{page:02}"));
            let picture = stem.with_extension("png");
            if !picture.exists() {
                let number = page.to_string();
                let options = ["-r", "300", "-gray", "-png", "-singlefile", "-f", &number, "-l", &number];
                Command::new("pdftoppm").args(options).arg(&file).arg(&stem).status()?;
            }
            let clauses = entry["clauses"].as_object().into_iter().flat_map(|clauses| clauses.values());
            let here = clauses.filter(|clause| clause["page"].as_u64() == Some(page));
            found.push((picture, here.filter_map(|clause| clause["quote"].as_str()).map(str::to_owned).collect()));
        }
    }
    Ok(found)
}

fn engine(languages: &str) -> Outcome<Engine> {
    Engine::new(languages, None).map_err(|problem| problem.message.into())
}

fn read(engine: &mut Engine, file: &Path) -> Outcome<OcrPage> {
    // A clear background counts as paper, as it does for whoever looks at the page.
    let mut picture = image::open(file)?.into_luma_alpha8();
    for pixel in picture.pixels_mut() {
        let [gray, clear] = pixel.0.map(u32::from);
        pixel.0[0] = ((gray * clear + 255 * (255 - clear)) / 255) as u8;
    }
    let (width, height) = picture.dimensions();
    let gray = picture.pixels().map(|pixel| pixel.0[0]).collect();
    engine.read(&Picture { width, height, gray, dpi: 0.0 }).map_err(|problem| problem.message.into())
}

fn program(file: &Path, languages: &str) -> Outcome<String> {
    if std::env::var("BESIDE").as_deref() == Ok("0") {
        return Ok(String::new());
    }
    let output = Command::new("tesseract").arg(file).args(["-", "--psm", "1", "-l", languages]).output()?;
    Ok(String::from_utf8(output.stdout)?)
}

fn text_of(page: &OcrPage) -> String {
    let mut text = String::new();
    let mut line = None;
    for word in &page.words {
        if line.is_some() {
            text.push(if line == Some(word.line) { ' ' } else { '\n' });
        }
        text.push_str(&word.text);
        line = Some(word.line);
    }
    text
}

fn confidence(page: &OcrPage) -> f64 {
    mean(&page.words.iter().map(|word| f64::from(word.confidence)).collect::<Vec<_>>())
}

/// Word F1 of two texts, case and hyphens at line ends aside.
fn word_f1(truth: &str, text: &str) -> f64 {
    let [truth, text] = [truth, text].map(|text| {
        let mut bag = BTreeMap::new();
        folded(text).to_lowercase().split(' ').for_each(|word| *bag.entry(word.to_owned()).or_default() += 1);
        bag
    });
    bag_f1(&truth, &text)
}
