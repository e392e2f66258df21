//! The embedder that ships: multilingual-e5-small as ONNX int8, run by ONNX Runtime.
//!
//! In go texts, out come unit vectors. "query: " and "passage: " go before every text, as the model
//! was trained (Wang et al., "Multilingual E5 Text Embeddings", 2024). What is embedded, and where
//! the vectors are kept, is decided elsewhere.

use crate::config;
use crate::error::{Error, Result};
use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;
use ort::value::Tensor;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use tokenizers::Tokenizer;

/// Which side of the search a text stands on; the model wants to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A question.
    Query,
    /// A passage of a document.
    Passage,
}

impl Side {
    fn prefix(self) -> &'static str {
        match self {
            Side::Query => "query: ",
            Side::Passage => "passage: ",
        }
    }
}

/// Where an embedder's files lie, and what identifies it.
#[derive(Debug, Clone)]
pub struct EmbedderFiles {
    directory: PathBuf,
    manifest: Manifest,
}

#[derive(Debug, Clone, Deserialize)]
struct Manifest {
    name: String,
    digest: String,
    dimension: usize,
    max_tokens: usize,
    #[allow(dead_code)]
    files: BTreeMap<String, String>,
}

impl EmbedderFiles {
    /// Reads the manifest of the embedder prepared in `directory`.
    ///
    /// # Errors
    /// When there is none, saying how to prepare it.
    pub fn find(directory: &Path) -> Result<Self> {
        let path = directory.join("manifest.json");
        let text = std::fs::read_to_string(&path).map_err(|_| {
            Error::Embedder(format!(
                "there is none in {}; run `./dev run` once, or `python3 assets/models/prepare.py`",
                directory.display()
            ))
        })?;
        let manifest = serde_json::from_str(&text)
            .map_err(|source| Error::Embedder(format!("{} cannot be read: {source}", path.display())))?;
        Ok(Self { directory: directory.to_owned(), manifest })
    }

    /// Returns the embedder's name.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// Returns what identifies its weights and tokenizer.
    pub fn digest(&self) -> &str {
        &self.manifest.digest
    }

    /// Returns the numbers in a vector.
    pub fn dimension(&self) -> usize {
        self.manifest.dimension
    }
}

/// A loaded embedder. Calls from several threads run side by side, one session each.
pub struct Embedder {
    files: EmbedderFiles,
    tokenizer: Tokenizer,
    sessions: Vec<OnceLock<Mutex<Session>>>,
}

impl Embedder {
    /// Loads the tokenizer and ONNX Runtime; each session is loaded when it is first needed, so that a question alone
    /// costs one.
    ///
    /// # Errors
    /// When a file is missing or ONNX Runtime refuses it.
    pub fn load(files: EmbedderFiles) -> Result<Self> {
        let library = files.directory.join("libonnxruntime.so");
        ort::init_from(library.to_string_lossy())
            .with_telemetry(false)
            .commit()
            .map_err(|source| Error::Embedder(format!("ONNX Runtime did not start: {source}")))?;
        let tokenizer = Tokenizer::from_file(files.directory.join("tokenizer.json"))
            .map_err(|source| Error::Embedder(format!("its tokenizer cannot be read: {source}")))?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let sessions = (0..threads.min(config::EMBEDDER_SESSIONS_MAX)).map(|_| OnceLock::new()).collect();
        Ok(Self { files, tokenizer, sessions })
    }

    /// Returns what identifies this embedder.
    pub fn files(&self) -> &EmbedderFiles {
        &self.files
    }

    /// Returns how many batches can run at once.
    pub fn session_count(&self) -> usize {
        self.sessions.len()
    }

    /// Returns the number of tokens of a passage's embedded text, prefix and end marks included.
    pub fn token_count(&self, text: &str) -> usize {
        let prefixed = format!("{}{text}", Side::Passage.prefix());
        self.tokenizer.encode_fast(prefixed, true).map_or(usize::MAX, |encoding| encoding.len())
    }

    /// Returns the most tokens of one text; what is longer is cut at its end.
    pub fn tokens_max(&self) -> usize {
        self.files.manifest.max_tokens
    }

    /// Embeds texts and returns one unit vector for each, in order.
    ///
    /// Texts are sorted by length into batches so that little is padded, and batches run on all sessions.
    ///
    /// # Errors
    /// When the model cannot be loaded or run.
    pub fn embed(&self, side: Side, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        let encoded = self.encode(side, texts)?;
        let mut order: Vec<usize> = (0..encoded.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(encoded[index].len()));
        let batches: Vec<&[usize]> = order.chunks(config::EMBEDDING_BATCH).collect();
        let next = std::sync::atomic::AtomicUsize::new(0);
        let results: Mutex<Vec<Option<Vec<f32>>>> = Mutex::new(vec![None; texts.len()]);
        let work = |session: usize| -> Result<()> {
            loop {
                let index = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(batch) = batches.get(index) else { return Ok(()) };
                let rows: Vec<&[u32]> = batch.iter().map(|&index| encoded[index].as_slice()).collect();
                let vectors = self.run(session, &rows)?;
                let mut results = results.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                for (&index, vector) in batch.iter().zip(vectors) {
                    results[index] = Some(vector);
                }
            }
        };
        let workers = self.sessions.len().min(batches.len()).max(1);
        std::thread::scope(|scope| {
            let work = &work;
            let handles: Vec<_> = (1..workers).map(|session| scope.spawn(move || work(session))).collect();
            let first = work(0);
            handles.into_iter().fold(first, |outcome, handle| {
                outcome.and(handle.join().unwrap_or_else(|_| Err(Error::Embedder("a thread stopped".into()))))
            })
        })?;
        let results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        results.into_iter().map(|vector| vector.ok_or_else(|| Error::Embedder("a text was left out".into()))).collect()
    }

    fn encode(&self, side: Side, texts: &[String]) -> Result<Vec<Vec<u32>>> {
        let limit = self.tokens_max();
        texts
            .iter()
            .map(|text| {
                let encoding = self
                    .tokenizer
                    .encode_fast(format!("{}{text}", side.prefix()), true)
                    .map_err(|source| Error::Embedder(format!("a text cannot be split into tokens: {source}")))?;
                let mut ids = encoding.get_ids().to_vec();
                if ids.len() > limit {
                    let last = ids.last().copied();
                    ids.truncate(limit.saturating_sub(1));
                    ids.extend(last);
                }
                Ok(ids)
            })
            .collect()
    }

    /// Runs one batch of token rows on one session.
    fn run(&self, session: usize, rows: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        let failed = |source: ort::Error| Error::Embedder(format!("the model did not run: {source}"));
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let mut ids = vec![1_i64; rows.len() * width]; // 1 is the padding token of XLM-R.
        let mut mask = vec![0_i64; rows.len() * width];
        for (row, tokens) in rows.iter().enumerate() {
            for (column, &token) in tokens.iter().enumerate() {
                ids[row * width + column] = i64::from(token);
                mask[row * width + column] = 1;
            }
        }
        let shape = [rows.len(), width];
        let ids = Tensor::from_array((shape, ids)).map_err(failed)?;
        let mask = Tensor::from_array((shape, mask)).map_err(failed)?;
        let mut session = self.session(session)?.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let outputs = session.run(ort::inputs!["input_ids" => ids, "attention_mask" => mask]).map_err(failed)?;
        let (_, values) = outputs["embedding"].try_extract_tensor::<f32>().map_err(failed)?;
        Ok(values.chunks_exact(self.files.dimension()).map(<[f32]>::to_vec).collect())
    }

    fn session(&self, index: usize) -> Result<&Mutex<Session>> {
        let slot = &self.sessions[index];
        if let Some(session) = slot.get() {
            return Ok(session);
        }
        let failed = |source: ort::Error| Error::Embedder(format!("the model cannot be loaded: {source}"));
        let session = Session::builder()
            .map_err(failed)?
            .with_optimization_level(GraphOptimizationLevel::Level3)
            .map_err(failed)?
            .with_intra_threads(1)
            .map_err(failed)?
            .with_intra_op_spinning(false)
            .map_err(failed)?
            .with_memory_pattern(false)
            .map_err(failed)?
            .commit_from_file(self.files.directory.join("model.int8.onnx"))
            .map_err(failed)?;
        Ok(slot.get_or_init(|| Mutex::new(session)))
    }
}
