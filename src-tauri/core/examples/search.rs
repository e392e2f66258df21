//! Times search in a large library: `search [N] [DIR]` builds one of N passages (20,000) in DIR, or uses the
//! one that is there, and asks it 200 questions.
//!
//! The passages are laws and contracts of `$LEGAJO_DATA`, repeated with a share of words numbered anew in each
//! copy; their vectors are seeded noise, the worst case for a graph. So this tells time and memory, not quality.

use legajo_core::extract::Extracted;
use legajo_core::ingest::{Cutting, describe, prepare_passages};
use legajo_core::models::{Embedder, EmbedderFiles, Side};
use legajo_core::search::{Filter, Index, Legs};
use legajo_core::store::{FileRow, NewDocument, NewPassage, Status, Store};
use legajo_core::vectors::Vectors;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Instant;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const SETS: [&str; 2] = ["leyes", "legalbench-rag-mini"];
const DIMENSION: usize = 384;
const QUESTIONS: usize = 200;
const HITS: usize = 8;
/// One word in how many is numbered anew in a copy.
const VARIED: u64 = 5;
/// Stands for the digest of the embedder that the noise has not.
const NOISE: &str = "seeded noise 1";
const BLOCK: usize = 4096;

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().map_or(Ok(20_000), |text| text.parse())?;
    let directory = arguments.next().map_or_else(|| std::env::temp_dir().join("legajo-search"), PathBuf::from);
    let directory = directory.join(count.to_string());
    let Some(data) = data() else {
        println!("search: skipped, there is no development data (set LEGAJO_DATA)");
        return Ok(());
    };
    std::fs::create_dir_all(&directory)?;
    let mut store = Store::open(&directory.join("library.db"))?;
    if store.meta("built")?.is_none() {
        let started = Instant::now();
        build(&mut store, &data, count)?;
        store.set_meta("built", "yes")?;
        println!("built in {:.1} s", started.elapsed().as_secs_f64());
    }
    let index = load(&mut store, &directory.join("vectors.usearch"))?;
    measure(&store, &index, &questions(&data)?)
}

fn data() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("LEGAJO_DATA").map_or(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// Fills the store through its own API, one transaction a document.
fn build(store: &mut Store, data: &Path, count: usize) -> Outcome<()> {
    let mut originals = Vec::new();
    for set in SETS {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(data.join(set).join("docs"))?.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            let text = String::from_utf8_lossy(&std::fs::read(&file)?).replace("\r\n", "\n");
            originals.push((file.file_stem().unwrap_or_default().to_string_lossy().into_owned(), text));
        }
    }
    store.add_folder("/bench", None)?;
    let folder = store.folders()?.first().map_or(1, |folder| folder.id);
    let embedder = store.embedder("noise", NOISE, DIMENSION)?.id;
    let mut made = 0;
    for copy in 0_u64.. {
        for block in originals.chunks(8) {
            let ready: Vec<_> = block.par_iter().map(|(name, text)| prepare(name, text, copy)).collect();
            for (name, extracted, mut passages) in ready {
                passages.truncate(count - made);
                made += passages.len();
                put(store, folder, &name, &extracted, &passages)?;
                let vectors: Vec<_> =
                    passages.iter().map(|new| (new.embedded.to_vec(), noise(seed(&new.embedded)))).collect();
                store.put_vectors(embedder, &vectors)?;
                if made == count {
                    return Ok(());
                }
            }
        }
        if made == 0 {
            break;
        }
    }
    Err("there are no documents".into())
}

fn prepare(name: &str, text: &str, copy: u64) -> (String, Extracted, Vec<NewPassage>) {
    let name = if copy == 0 { name.to_owned() } else { format!("{name} {copy}") };
    let extracted = Extracted { text: varied(text, copy), ..Extracted::default() };
    let cutting = Cutting { limits: legajo_core::chunk::Limits::default(), tokens: &|text| text.chars().count() / 3 };
    let passages = prepare_passages(&extracted, &describe(&format!("{name}.txt"), &extracted), &cutting);
    (name, extracted, passages)
}

/// Numbers some longer words, others in each copy; the first copy is the original.
fn varied(text: &str, copy: u64) -> String {
    if copy == 0 {
        return text.to_owned();
    }
    let mut state = copy;
    let vary = |word: &str| {
        let bare = word.trim_end();
        let plain = bare.len() > 5 && bare.chars().all(char::is_alphabetic);
        if plain && next(&mut state).is_multiple_of(VARIED) {
            format!("{bare}{}{}", copy % 1000, word.strip_prefix(bare).unwrap_or_default())
        } else {
            word.to_owned()
        }
    };
    text.split_inclusive([' ', '\n']).map(vary).collect()
}

fn put(store: &mut Store, folder: i64, name: &str, extracted: &Extracted, passages: &[NewPassage]) -> Outcome<()> {
    let description = describe(&format!("{name}.txt"), extracted);
    let most = passages.get(passages.len() / 2).map_or(legajo_core::chunk::Language::Other, |new| new.passage.language);
    let document = NewDocument {
        sha256: name,
        format: "txt",
        name,
        title: &description.title,
        opening: &description.opening,
        language: most,
        date: description.date.as_deref(),
        versions: &description.versions,
        amends: description.amends,
        extracted,
        passages,
    };
    let file = FileRow {
        path: format!("/bench/{name}.txt"),
        folder_id: folder,
        parent: None,
        size: 0,
        mtime_ns: 0,
        ctime_ns: 0,
        inode: 0,
        status: Status::Indexed,
        document_id: None,
        hashed: String::new(),
    };
    store.put_files(std::slice::from_ref(&file), "1")?;
    store.put_document(&document, &file)?;
    Ok(())
}

fn seed(hash: &[u8; 16]) -> u64 {
    hash.iter().take(8).fold(1, |seed, &byte| (seed << 8) | u64::from(byte)) | 1
}

/// Xorshift (Marsaglia, 2003).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn noise(mut state: u64) -> Vec<f32> {
    let mut vector: Vec<f32> = (0..DIMENSION).map(|_| (next(&mut state) >> 40) as f32 / 8_388_608.0 - 1.0).collect();
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|number| *number /= length);
    vector
}

fn load(store: &mut Store, path: &Path) -> Outcome<Index> {
    let row = store.embedder("noise", NOISE, DIMENSION)?.id;
    let generation = store.generation()?;
    let started = Instant::now();
    let vectors = match Vectors::load(path, DIMENSION, NOISE) {
        Some((vectors, written)) if written == generation => vectors,
        _ => {
            let vectors = graph(store, row)?;
            println!("graph of {} vectors in {:.1} s", vectors.len(), started.elapsed().as_secs_f64());
            vectors.save(path, generation, NOISE)?;
            vectors
        }
    };
    let loaded = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let index = Index::load(store, Some((row, vectors)))?;
    println!(
        "{} passages, {} documents; vectors ready in {loaded:.1} s, the rest in {:.1} s; resident {} MB",
        index.passage_count(),
        index.documents().len(),
        started.elapsed().as_secs_f64(),
        resident_megabytes()
    );
    Ok(index)
}

fn graph(store: &Store, row: i64) -> Outcome<Vectors> {
    let mut vectors = Vectors::new(DIMENSION)?;
    let passages: Vec<i64> = store.vector_keys(row)?.into_keys().collect();
    for passages in passages.chunks(BLOCK) {
        let mut block = Vec::with_capacity(passages.len());
        for passage in passages {
            let found = store.vector_of(row, *passage)?;
            block.extend(found.map(|(hash, vector)| (*passage, hash, vector)));
        }
        vectors.add(&block)?;
    }
    Ok(vectors)
}

/// Takes as many questions of each set, spread over it.
fn questions(data: &Path) -> Outcome<Vec<String>> {
    let mut all = Vec::new();
    for set in SETS {
        let mut own = Vec::new();
        for line in std::fs::read_to_string(data.join(set).join("cases.jsonl"))?.lines() {
            let case: serde_json::Value = serde_json::from_str(line)?;
            own.extend(case["question"].as_str().map(str::to_owned));
        }
        let step = (own.len() / (QUESTIONS / SETS.len())).max(1);
        all.extend(own.into_iter().step_by(step).take(QUESTIONS / SETS.len()));
    }
    Ok(all)
}

fn measure(store: &Store, index: &Index, questions: &[String]) -> Outcome<()> {
    let files = std::env::var_os("LEGAJO_EMBEDDER").map(|path| EmbedderFiles::find(Path::new(&path)));
    let embedder = match files {
        Some(files) => Some(Embedder::load(files?)?),
        None => None,
    };
    let mut names = vec!["take apart", "words leg", "vector leg", "hybrid"];
    names.extend(embedder.as_ref().map(|_| "embed"));
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    for (number, text) in questions.iter().enumerate() {
        let mut lap = Instant::now();
        let mut note = |at: usize, times: &mut Vec<Vec<f64>>| {
            times[at].push(lap.elapsed().as_secs_f64() * 1000.0);
            lap = Instant::now();
        };
        let question = index.question(store, text)?;
        note(0, &mut times);
        let mut vector = noise(number as u64 + 1);
        if let Some(embedder) = &embedder {
            let made = embedder.embed(Side::Query, std::slice::from_ref(&question.asking))?;
            vector = made.into_iter().next().unwrap_or(vector);
            note(4, &mut times);
        }
        for (at, legs) in [(1, Legs::Words), (2, Legs::Meaning), (3, Legs::Both)] {
            index.search(store, &question, Some(&vector), &Filter::default(), legs, HITS)?;
            note(at, &mut times);
        }
    }
    for (name, mut times) in names.into_iter().zip(times) {
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times.get((times.len() * share / 100).min(times.len() - 1)).copied().unwrap_or(0.0);
        println!("{name}: median {:.1} ms, p95 {:.1} ms", at(50), at(95));
    }
    println!("{} questions; resident {} MB", questions.len(), resident_megabytes());
    Ok(())
}

fn resident_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
