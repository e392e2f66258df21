//! Passages as search needs them: candidates by words, rows by number or document, term statistics.

use super::{Store, from_json};
use crate::chunk::Language;
use crate::error::{Error, Result};
use crate::span::Span;
use rusqlite::OptionalExtension;
use std::collections::BTreeSet;

/// A passage as search ranks it.
#[derive(Debug, Clone, PartialEq)]
pub struct PassageRow {
    /// Row number; passages of one document are numbered without gaps in reading order.
    pub id: i64,
    /// Its document.
    pub document_id: i64,
    /// Its place among the document's passages, from 0.
    pub ordinal: u32,
    /// Where it stands.
    pub span: Span,
    /// Headings above it, outermost first.
    pub heading: Vec<String>,
    /// Its language.
    pub language: Language,
    /// Folded stems of its text.
    pub body_terms: String,
    /// Folded stems of its headings.
    pub head_terms: String,
    /// Hash of its embedded text.
    pub embedded: Vec<u8>,
}

const COLUMNS: &str =
    "p.id, p.document_id, p.ordinal, p.start, p.\"end\", p.heading, p.language, p.body_terms, p.head_terms, p.embedded";

fn passage_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<PassageRow> {
    Ok(PassageRow {
        id: row.get(0)?,
        document_id: row.get(1)?,
        ordinal: row.get(2)?,
        span: Span::new(row.get(3)?, row.get(4)?),
        heading: from_json(&row.get::<_, String>(5)?),
        language: Language::parse(&row.get::<_, String>(6)?),
        body_terms: row.get(7)?,
        head_terms: row.get(8)?,
        embedded: row.get(9)?,
    })
}

impl Store {
    /// Returns the best `limit` passages for an FTS5 query with their BM25 score (higher is better),
    /// only from `documents` where given. `weights` are those of body, head and title.
    pub fn search_words(
        &self,
        query: &str,
        weights: [f32; 3],
        documents: Option<&BTreeSet<i64>>,
        limit: usize,
    ) -> Result<Vec<(i64, f32)>> {
        let [body, head, title] = weights;
        let filter = documents.map(super::json);
        let join = if filter.is_some() {
            "AND f.rowid IN (SELECT id FROM passage WHERE document_id IN (SELECT value FROM json_each(?3)))"
        } else {
            "AND ?3 IS NULL"
        };
        let sql = format!(
            "SELECT f.rowid, -f.rank FROM passage_fts f
             WHERE passage_fts MATCH ?1 AND f.rank MATCH 'bm25({body}, {head}, {title})' {join}
             ORDER BY f.rank LIMIT ?2"
        );
        self.rows("searching the words", &sql, (query, limit as i64, &filter), |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns up to `limit` passages whose text matches an FTS5 query, unranked.
    pub fn passages_with(&self, query: &str, limit: usize) -> Result<Vec<i64>> {
        let sql = "SELECT rowid FROM passage_fts WHERE passage_fts MATCH ?1 LIMIT ?2";
        self.rows("searching the words", sql, (format!("body : ({query})"), limit as i64), |row| row.get(0))
    }

    /// Returns up to `limit` passages whose heading matches an FTS5 query, unranked.
    pub fn passages_headed(&self, query: &str, limit: usize) -> Result<Vec<i64>> {
        let sql = "SELECT rowid FROM passage_fts WHERE passage_fts MATCH ?1 LIMIT ?2";
        self.rows("searching the headings", sql, (format!("head : ({query})"), limit as i64), |row| row.get(0))
    }

    /// Returns passages by row number, in the order of the row numbers.
    pub fn passages_by_id(&self, ids: &BTreeSet<i64>) -> Result<Vec<PassageRow>> {
        self.passages_where("p.id IN (SELECT value FROM json_each(?1))", &super::json(ids))
    }

    /// Returns the passages of a document in reading order.
    pub fn passages_of(&self, document_id: i64) -> Result<Vec<PassageRow>> {
        self.passages_where("p.document_id = ?1", &document_id)
    }

    fn passages_where(&self, condition: &str, value: &dyn rusqlite::ToSql) -> Result<Vec<PassageRow>> {
        self.rows(
            "reading passages",
            &format!("SELECT {COLUMNS} FROM passage p WHERE {condition} ORDER BY p.id"),
            [value],
            passage_row,
        )
    }

    /// Returns in how many passages each term stands.
    pub fn passage_counts(&self, terms: &BTreeSet<String>) -> Result<Vec<(String, i64)>> {
        let read = || {
            self.sql().execute_batch(
                "CREATE VIRTUAL TABLE IF NOT EXISTS temp.passage_vocabulary USING fts5vocab (main, passage_fts, 'row')",
            )?;
            let mut statement = self.sql().prepare_cached("SELECT doc FROM temp.passage_vocabulary WHERE term = ?1")?;
            let mut counts = Vec::with_capacity(terms.len());
            for term in terms {
                let count: Option<i64> = statement.query_row([term], |row| row.get(0)).optional()?;
                counts.push((term.clone(), count.unwrap_or(0)));
            }
            Ok(counts)
        };
        read().map_err(Error::store("reading how often words stand"))
    }

    /// Returns each document's first and last passage.
    pub fn passage_ranges(&self) -> Result<Vec<(i64, i64, i64)>> {
        self.rows(
            "counting the passages",
            "SELECT document_id, min(id), max(id) FROM passage GROUP BY document_id",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
    }
}
