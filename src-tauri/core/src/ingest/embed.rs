//! Gives every passage its vector: what text is embedded, and the work itself in batches that are
//! committed as they come, so that a stop loses little.

use crate::config;
use crate::error::Result;
use crate::models::{Embedder, Side};
use crate::progress::{Progress, Watcher};
use crate::span::CodePoints;
use crate::store::{PassageRow, Store};
use crate::terms::spaced;
use std::collections::{BTreeMap, BTreeSet};

/// Code points of a document's name and title that go before an embedded passage.
const CONTEXT_CHARS_MAX: usize = 120;
/// Code points of the heading path that go before an embedded passage.
const HEADING_CHARS_MAX: usize = 160;

/// Returns what is embedded for a passage: where it stands, then its words. Only the words are quoted.
pub fn embedded_text(name: &str, title: &str, heading: &[String], text: &str) -> String {
    let name = spaced(name);
    let mut context: String = if title.is_empty() || name.contains(title) { name } else { format!("{name}. {title}") };
    if let Some((cut, _)) = context.char_indices().nth(CONTEXT_CHARS_MAX) {
        context.truncate(cut);
    }
    let heading: String = heading.join(" › ").chars().take(HEADING_CHARS_MAX).collect();
    format!("{context}\n{heading}\n{text}")
}

/// Embeds every passage that has no vector yet and returns how many texts were embedded.
///
/// # Errors
/// When the model fails or the store cannot be written; what was committed stays.
pub fn embed_pending(store: &mut Store, embedder: &Embedder, watcher: &dyn Watcher) -> Result<u64> {
    let files = embedder.files();
    let row = store.embedder(files.name(), files.digest(), files.dimension())?;
    let waiting = store.passages_to_embed(row.id)?;
    let mut done = 0;
    for ids in waiting.chunks(config::EMBEDDING_COMMIT) {
        if watcher.cancelled() {
            break;
        }
        let passages = store.passages_by_id(&ids.iter().copied().collect::<BTreeSet<_>>())?;
        let (hashes, texts) = texts(store, &passages)?;
        let vectors = embedder.embed(Side::Passage, &texts)?;
        let keyed: Vec<_> = hashes.into_iter().zip(vectors).collect();
        done += keyed.len() as u64;
        store.put_vectors(row.id, &keyed)?;
        watcher.report(&Progress { done, total: waiting.len() as u64, current: String::new(), stage: "embed" });
    }
    Ok(done)
}

/// Rebuilds the embedded texts of passages from the store, reading each document once; returns them with their
/// hashes. A document that the user has removed since the passages were listed is left out.
fn texts(store: &Store, passages: &[PassageRow]) -> Result<(Vec<Vec<u8>>, Vec<String>)> {
    let mut of_document: BTreeMap<i64, Vec<&PassageRow>> = BTreeMap::new();
    for passage in passages {
        of_document.entry(passage.document_id).or_default().push(passage);
    }
    let (mut hashes, mut texts) = (Vec::new(), Vec::new());
    for (document_id, passages) in of_document {
        let Some((name, title, text)) = store.name_title_and_text(document_id)? else { continue };
        let points = CodePoints::new(&text);
        for passage in passages {
            hashes.push(passage.embedded.clone());
            texts.push(embedded_text(&name, &title, &passage.heading, points.slice(passage.span)));
        }
    }
    Ok((hashes, texts))
}
