//! Documents: written wholly in one transaction with their pages, marks, findings and passages, and
//! swept away when no path holds them any more.

use super::files::{FileRow, is_wanted, put_file};
use super::{Store, from_json, json};
use crate::chunk::{Language, Passage};
use crate::error::{Error, Problem, Result};
use crate::extract::{Deletion, Extracted, Mark, Meta, Page, Word};
use crate::span::Span;
use rusqlite::{OptionalExtension, Transaction};

/// A document as ingest hands it over.
pub struct NewDocument<'a> {
    /// SHA-256 of its bytes, lower-case hexadecimal.
    pub sha256: &'a str,
    /// Short name of its format.
    pub format: &'a str,
    /// The file stem under which it is embedded.
    pub name: &'a str,
    /// What it calls itself.
    pub title: &'a str,
    /// Its first words, for finding it by the parties it names.
    pub opening: &'a str,
    /// Its main language.
    pub language: Language,
    /// Its own date, ISO 8601.
    pub date: Option<&'a str>,
    /// Version marks such as "borrador".
    pub versions: &'a [String],
    /// Whether it changes another document.
    pub amends: bool,
    /// What the reader found.
    pub extracted: &'a Extracted,
    /// Its passages in order.
    pub passages: &'a [NewPassage],
}

/// A passage with what is searched and embedded for it.
#[derive(Debug, Clone)]
pub struct NewPassage {
    /// Where it stands.
    pub passage: Passage,
    /// Folded stems of its text, space separated.
    pub body_terms: String,
    /// Folded stems of its heading path.
    pub head_terms: String,
    /// Folded stems of the document's name and title.
    pub title_terms: String,
    /// Hash of the text that is embedded.
    pub embedded: [u8; 16],
}

/// A stored document without its text.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentRow {
    /// Row number.
    pub id: i64,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Short name of its format.
    pub format: String,
    /// The file stem under which it is embedded.
    pub name: String,
    /// What it calls itself.
    pub title: String,
    /// Its first words.
    pub opening: String,
    /// Its main language.
    pub language: Language,
    /// Its own date, ISO 8601.
    pub date: Option<String>,
    /// Version marks.
    pub versions: Vec<String>,
    /// Whether it changes another document.
    pub amends: bool,
    /// Number of pages.
    pub page_count: u32,
    /// Pages read by Tesseract.
    pub pages_ocr: u32,
    /// Whether it has passages.
    pub searchable: bool,
}

/// A stored page.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPage {
    /// Number from 1.
    pub number: u32,
    /// The page itself.
    pub page: Page,
    /// Its words.
    pub words: Vec<Word>,
}

const COLUMNS: &str =
    "id, sha256, format, name, title, opening, language, date, versions, amends, page_count, pages_ocr, searchable";

fn document_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<DocumentRow> {
    Ok(DocumentRow {
        id: row.get(0)?,
        sha256: row.get(1)?,
        format: row.get(2)?,
        name: row.get(3)?,
        title: row.get(4)?,
        opening: row.get(5)?,
        language: Language::parse(&row.get::<_, String>(6)?),
        date: row.get(7)?,
        versions: from_json(&row.get::<_, String>(8)?),
        amends: row.get(9)?,
        page_count: row.get(10)?,
        pages_ocr: row.get(11)?,
        searchable: row.get(12)?,
    })
}

impl Store {
    /// Writes a document and the path that holds it, replacing a document of the same content and
    /// whatever the path held before, attachments included. Returns the document's row number; `None` where
    /// the path was removed or excluded since it was seen, and nothing is written.
    pub fn put_document(&mut self, document: &NewDocument<'_>, file: &FileRow) -> Result<Option<i64>> {
        self.change_if("read document", &file.path, |transaction| {
            if !is_wanted(transaction, file)? {
                return Ok(None);
            }
            transaction.execute(
                "DELETE FROM file WHERE parent IS NOT NULL AND status <> 'excluded'
                     AND substr(path, 1, length(?1) + 1) = ?1 || '/'",
                [&file.path],
            )?;
            let id = insert_document(transaction, document)?;
            insert_pages(transaction, id, document.extracted)?;
            insert_marks(transaction, id, document.extracted)?;
            for problem in &document.extracted.problems {
                insert_problem(transaction, Some(id), None, problem)?;
            }
            insert_passages(transaction, id, document.passages)?;
            let file = FileRow { document_id: Some(id), ..file.clone() };
            put_file(transaction, &file)?;
            sweep(transaction)?;
            Ok(Some(id))
        })
    }

    /// Points a path at a document that is already stored: a copy, or a file that moved. Returns whether it did:
    /// where the path was removed or excluded since it was seen, or the document is gone, nothing is written.
    pub fn put_copy(&mut self, file: &FileRow) -> Result<bool> {
        let copied = self.change_if("see copy", &file.path, |transaction| {
            if !is_wanted(transaction, file)? || !is_there(transaction, file.document_id)? {
                return Ok(None);
            }
            put_file(transaction, file)?;
            sweep(transaction).map(Some)
        })?;
        Ok(copied.is_some())
    }

    /// Records that a path could not be read, with the reason. Returns whether it did: where the path was
    /// removed or excluded since it was seen, nothing is written.
    pub fn put_unread(&mut self, file: &FileRow, problem: &Problem) -> Result<bool> {
        let recorded = self.change_if("could not read", &file.path, |transaction| {
            if !is_wanted(transaction, file)? {
                return Ok(None);
            }
            let file = FileRow { document_id: None, ..file.clone() };
            put_file(transaction, &file)?;
            transaction.execute("DELETE FROM problem WHERE path = ?1", [&file.path])?;
            insert_problem(transaction, None, Some(&file.path), problem)?;
            sweep(transaction).map(Some)
        })?;
        Ok(recorded.is_some())
    }

    /// Returns the row number of the document with this content.
    pub fn document_by_hash(&self, sha256: &str) -> Result<Option<i64>> {
        self.sql()
            .query_row("SELECT id FROM document WHERE sha256 = ?1", [sha256], |row| row.get(0))
            .optional()
            .map_err(Error::store("looking for a document"))
    }

    /// Returns all documents by row number.
    pub fn documents(&self) -> Result<Vec<DocumentRow>> {
        self.rows("reading the documents", &format!("SELECT {COLUMNS} FROM document ORDER BY id"), [], document_row)
    }

    /// Returns the document of this content.
    pub fn document(&self, sha256: &str) -> Result<Option<DocumentRow>> {
        self.sql()
            .query_row(&format!("SELECT {COLUMNS} FROM document WHERE sha256 = ?1"), [sha256], document_row)
            .optional()
            .map_err(Error::store("looking for a document"))
    }

    /// Returns the SHA-256 of a document's content.
    pub fn sha256_of(&self, document_id: i64) -> Result<String> {
        self.sql()
            .query_row("SELECT sha256 FROM document WHERE id = ?1", [document_id], |row| row.get(0))
            .map_err(Error::store("looking for a document"))
    }

    /// Returns under what name and title a document is embedded, and its text; `None` when it is gone.
    pub fn name_title_and_text(&self, document_id: i64) -> Result<Option<(String, String, String)>> {
        self.sql()
            .query_row("SELECT name, title, text FROM document WHERE id = ?1", [document_id], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()
            .map_err(Error::store("reading a document to embed it"))
    }

    /// Returns whether a document is there and has passages.
    pub fn is_searchable(&self, document_id: i64) -> Result<bool> {
        self.sql()
            .query_row("SELECT searchable FROM document WHERE id = ?1", [document_id], |row| row.get(0))
            .optional()
            .map(|searchable| searchable.unwrap_or(false))
            .map_err(Error::store("reading a document's state"))
    }

    /// Returns a document's text.
    pub fn text(&self, document_id: i64) -> Result<String> {
        self.sql()
            .query_row("SELECT text FROM document WHERE id = ?1", [document_id], |row| row.get(0))
            .map_err(Error::store("reading a document's text"))
    }

    /// Returns what the file says of itself.
    pub fn document_meta(&self, document_id: i64) -> Result<Meta> {
        self.sql()
            .query_row("SELECT meta FROM document WHERE id = ?1", [document_id], |row| {
                Ok(from_json(&row.get::<_, String>(0)?))
            })
            .map_err(Error::store("reading a document's data"))
    }

    /// Returns a document's pages in order; without their words unless asked.
    pub fn pages(&self, document_id: i64, with_words: bool) -> Result<Vec<StoredPage>> {
        let words = if with_words { "words" } else { "x''" };
        self.rows(
            "reading a document's pages",
            &format!(
                "SELECT number, label, spans, width, height, approximate, ink_covered, confidence, {words}
                 FROM page WHERE document_id = ?1 ORDER BY number"
            ),
            [document_id],
            stored_page,
        )
    }

    /// Returns the words of one page, counted from 1; none where there is no such page.
    pub fn page_words(&self, document_id: i64, page: u32) -> Result<Vec<Word>> {
        let words: Option<Vec<u8>> = self
            .sql()
            .query_row("SELECT words FROM page WHERE document_id = ?1 AND number = ?2", (document_id, page), |row| {
                row.get(0)
            })
            .optional()
            .map_err(Error::store("reading a page's words"))?;
        Ok(words.and_then(|words| postcard::from_bytes(&words).ok()).unwrap_or_default())
    }

    /// Returns a document's marks in the order of the text.
    pub fn marks(&self, document_id: i64) -> Result<Vec<Mark>> {
        let marks = self.rows(
            "reading a document's marks",
            "SELECT start, \"end\", kind FROM mark WHERE document_id = ?1 ORDER BY start, rowid",
            [document_id],
            |row| {
                let kind: String = row.get(2)?;
                let span = Span::new(row.get(0)?, row.get(1)?);
                Ok(serde_json::from_str(&kind).ok().map(|kind| Mark { span, kind }))
            },
        )?;
        Ok(marks.into_iter().flatten().collect())
    }

    /// Returns the text that tracked changes delete.
    pub fn deletions(&self, document_id: i64) -> Result<Vec<Deletion>> {
        self.rows(
            "reading a document's deletions",
            "SELECT at, text, author, date FROM deletion WHERE document_id = ?1 ORDER BY at, rowid",
            [document_id],
            |row| Ok(Deletion { at: row.get(0)?, text: row.get(1)?, author: row.get(2)?, date: row.get(3)? }),
        )
    }
}

fn stored_page(row: &rusqlite::Row<'_>) -> rusqlite::Result<StoredPage> {
    let spans: Vec<(u32, u32)> = from_json(&row.get::<_, String>(2)?);
    let ink: Option<f32> = row.get(6)?;
    let confidence: Option<f32> = row.get(7)?;
    let words: Vec<u8> = row.get(8)?;
    Ok(StoredPage {
        number: row.get(0)?,
        page: Page {
            label: row.get(1)?,
            spans: spans.into_iter().map(|(start, end)| Span::new(start, end)).collect(),
            width: row.get(3)?,
            height: row.get(4)?,
            approximate: row.get(5)?,
            ocr: ink.map(|ink_covered| crate::extract::Ocr { ink_covered, confidence: confidence.unwrap_or(0.0) }),
        },
        words: postcard::from_bytes(&words).unwrap_or_default(),
    })
}

fn is_there(transaction: &Transaction<'_>, document_id: Option<i64>) -> rusqlite::Result<bool> {
    let Some(id) = document_id else { return Ok(true) };
    transaction.query_row("SELECT EXISTS (SELECT 1 FROM document WHERE id = ?1)", [id], |row| row.get(0))
}

fn insert_document(transaction: &Transaction<'_>, document: &NewDocument<'_>) -> rusqlite::Result<i64> {
    let old: Option<i64> = transaction
        .query_row("SELECT id FROM document WHERE sha256 = ?1", [document.sha256], |row| row.get(0))
        .optional()?;
    if let Some(old) = old {
        remove_document(transaction, old)?;
    }
    let pages_ocr = document.extracted.pages.iter().filter(|page| page.ocr.is_some()).count();
    transaction.execute(
        "INSERT INTO document (sha256, format, name, title, opening, language, date, versions, amends, text, meta,
             page_count, pages_ocr, searchable)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        rusqlite::params![
            document.sha256,
            document.format,
            document.name,
            document.title,
            document.opening,
            document.language.name(),
            document.date,
            json(&document.versions),
            document.amends,
            document.extracted.text,
            json(&document.extracted.meta),
            document.extracted.pages.len() as i64,
            pages_ocr as i64,
            !document.passages.is_empty(),
        ],
    )?;
    let id = transaction.last_insert_rowid();
    if let Some(old) = old {
        transaction.execute("UPDATE file SET document_id = ?1 WHERE document_id = ?2", (id, old))?;
    }
    Ok(id)
}

fn insert_pages(transaction: &Transaction<'_>, id: i64, extracted: &Extracted) -> rusqlite::Result<()> {
    let mut words_of: Vec<Vec<Word>> = vec![Vec::new(); extracted.pages.len()];
    for word in &extracted.words {
        if let Some(list) = words_of.get_mut(word.page as usize) {
            list.push(*word);
        }
    }
    let mut statement = transaction.prepare_cached(
        "INSERT INTO page (document_id, number, label, spans, width, height, approximate, ink_covered, confidence, words)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    for (index, (page, words)) in extracted.pages.iter().zip(&words_of).enumerate() {
        let spans: Vec<(u32, u32)> = page.spans.iter().map(|span| (span.start, span.end)).collect();
        statement.execute((
            id,
            index as i64 + 1,
            &page.label,
            json(&spans),
            page.width,
            page.height,
            page.approximate,
            page.ocr.map(|ocr| ocr.ink_covered),
            page.ocr.map(|ocr| ocr.confidence),
            postcard::to_stdvec(words).unwrap_or_default(),
        ))?;
    }
    Ok(())
}

fn insert_marks(transaction: &Transaction<'_>, id: i64, extracted: &Extracted) -> rusqlite::Result<()> {
    let mut marks =
        transaction.prepare_cached("INSERT INTO mark (document_id, start, \"end\", kind) VALUES (?1, ?2, ?3, ?4)")?;
    for mark in &extracted.marks {
        marks.execute((id, mark.span.start, mark.span.end, json(&mark.kind)))?;
    }
    let mut deletions = transaction
        .prepare_cached("INSERT INTO deletion (document_id, at, text, author, date) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for deletion in &extracted.deletions {
        deletions.execute((id, deletion.at, &deletion.text, &deletion.author, &deletion.date))?;
    }
    Ok(())
}

fn insert_problem(
    transaction: &Transaction<'_>,
    document_id: Option<i64>,
    path: Option<&str>,
    problem: &Problem,
) -> rusqlite::Result<()> {
    let code = json(&problem.code);
    transaction
        .prepare_cached("INSERT INTO problem (document_id, path, page, code, message) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute((document_id, path, problem.page, code.trim_matches('"'), &problem.message))?;
    Ok(())
}

fn insert_passages(transaction: &Transaction<'_>, id: i64, passages: &[NewPassage]) -> rusqlite::Result<()> {
    let mut rows = transaction.prepare_cached(
        "INSERT INTO passage (document_id, ordinal, start, \"end\", heading, language, body_terms, head_terms, embedded)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    let mut index =
        transaction.prepare_cached("INSERT INTO passage_fts (rowid, body, head, title) VALUES (?1, ?2, ?3, ?4)")?;
    for (ordinal, new) in passages.iter().enumerate() {
        rows.execute((
            id,
            ordinal as i64,
            new.passage.span.start,
            new.passage.span.end,
            json(&new.passage.heading),
            new.passage.language.name(),
            &new.body_terms,
            &new.head_terms,
            &new.embedded[..],
        ))?;
        index.execute((transaction.last_insert_rowid(), &new.body_terms, &new.head_terms, &new.title_terms))?;
    }
    Ok(())
}

fn remove_document(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    transaction
        .execute("DELETE FROM passage_fts WHERE rowid IN (SELECT id FROM passage WHERE document_id = ?1)", [id])?;
    transaction.execute("UPDATE file SET document_id = NULL WHERE document_id = ?1", [id])?;
    transaction.execute("DELETE FROM document WHERE id = ?1", [id])?;
    Ok(())
}

/// Removes every document that no path holds, and every vector that no passage needs.
pub(super) fn sweep(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let orphans: Vec<i64> = transaction
        .prepare_cached(
            "SELECT id FROM document WHERE NOT EXISTS (SELECT 1 FROM file WHERE document_id = document.id)",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for id in &orphans {
        remove_document(transaction, *id)?;
    }
    if !orphans.is_empty() {
        transaction.execute("DELETE FROM vector WHERE embedded NOT IN (SELECT embedded FROM passage)", [])?;
    }
    Ok(())
}
