//! Conversations: questions and their answers as they were given.
//!
//! They are no part of the index: writing one leaves the library's generation alone, and no question's
//! words go into the audit. A deleted conversation leaves neither the database nor its log a word.

use super::Store;
use crate::error::{Error, Result};
use rusqlite::OptionalExtension;
use serde::Serialize;

/// A conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct ConversationRow {
    /// Its row number, by which the user names it.
    pub id: i64,
    /// What it is called: its first question until the user renames it.
    pub title: String,
    /// When it began, ISO 8601.
    pub started: String,
    /// When it last grew, ISO 8601.
    pub changed: String,
    /// How many questions it has.
    pub turns: u32,
}

/// One question of a conversation with its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct TurnRow {
    /// Counted from 1.
    pub number: u32,
    /// When it was asked, ISO 8601.
    pub asked: String,
    /// As the user wrote it.
    pub question: String,
    /// As it was searched: an elliptical question made whole.
    pub question_used: String,
    /// The answer as JSON.
    pub answer: String,
}

impl Store {
    /// Begins a conversation and returns its row number.
    pub fn begin_conversation(&mut self, title: &str) -> Result<i64> {
        let now = jiff::Timestamp::now().to_string();
        self.transact("begin conversation", "", false, |transaction| {
            transaction
                .execute("INSERT INTO conversation (title, started, changed) VALUES (?1, ?2, ?2)", (title, &now))?;
            Ok(transaction.last_insert_rowid())
        })
    }

    /// Adds a question and its answer to a conversation.
    ///
    /// # Errors
    /// When there is no such conversation.
    pub fn add_turn(&mut self, conversation: i64, question: &str, question_used: &str, answer: &str) -> Result<()> {
        let now = jiff::Timestamp::now().to_string();
        self.transact("add turn", &conversation.to_string(), false, |transaction| {
            transaction.execute(
                "INSERT INTO turn (conversation_id, number, asked, question, question_used, answer)
                 SELECT ?1, COALESCE(MAX(number), 0) + 1, ?2, ?3, ?4, ?5 FROM turn WHERE conversation_id = ?1",
                (conversation, &now, question, question_used, answer),
            )?;
            transaction.execute("UPDATE conversation SET changed = ?2 WHERE id = ?1", (conversation, &now))
        })?;
        Ok(())
    }

    /// Returns the conversations, the latest first.
    pub fn conversations(&self) -> Result<Vec<ConversationRow>> {
        self.rows(
            "reading the conversations",
            "SELECT id, title, started, changed, (SELECT COUNT(*) FROM turn WHERE conversation_id = c.id)
             FROM conversation c ORDER BY changed DESC, id DESC",
            [],
            |row| {
                Ok(ConversationRow {
                    id: row.get(0)?,
                    title: row.get(1)?,
                    started: row.get(2)?,
                    changed: row.get(3)?,
                    turns: row.get(4)?,
                })
            },
        )
    }

    /// Returns the turns of a conversation, oldest first.
    ///
    /// # Errors
    /// When there is no such conversation.
    pub fn turns(&self, conversation: i64) -> Result<Vec<TurnRow>> {
        let known: Option<i64> = self
            .sql()
            .query_row("SELECT id FROM conversation WHERE id = ?1", [conversation], |row| row.get(0))
            .optional()
            .map_err(Error::store("reading the conversation"))?;
        known.ok_or_else(|| missing(conversation))?;
        self.rows(
            "reading the conversation",
            "SELECT number, asked, question, question_used, answer FROM turn WHERE conversation_id = ?1 ORDER BY number",
            [conversation],
            |row| {
                Ok(TurnRow {
                    number: row.get(0)?,
                    asked: row.get(1)?,
                    question: row.get(2)?,
                    question_used: row.get(3)?,
                    answer: row.get(4)?,
                })
            },
        )
    }

    /// Gives a conversation another name.
    pub fn rename_conversation(&mut self, conversation: i64, title: &str) -> Result<()> {
        let changed = self.transact("rename conversation", &conversation.to_string(), false, |transaction| {
            transaction.execute("UPDATE conversation SET title = ?2 WHERE id = ?1", (conversation, title))
        })?;
        if changed == 0 { Err(missing(conversation)) } else { Ok(()) }
    }

    /// Deletes a conversation; its words are overwritten in the database and gone from its log.
    pub fn delete_conversation(&mut self, conversation: i64) -> Result<()> {
        let gone = self.transact("delete conversation", &conversation.to_string(), false, |transaction| {
            transaction.execute("DELETE FROM conversation WHERE id = ?1", [conversation])
        })?;
        if gone == 0 {
            return Err(missing(conversation));
        }
        // `secure_delete` zeroes the pages; the checkpoint empties the log that still had them.
        self.sql()
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
            .map_err(Error::store("emptying the library's log"))
    }
}

fn missing(conversation: i64) -> Error {
    Error::Request(format!("There is no conversation {conversation}. `legajo conversation list` shows them."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deleted_conversation_leaves_no_word_on_disk() {
        let directory = tempfile::tempdir().unwrap();
        let mut store = Store::open(&directory.path().join("library.db")).unwrap();
        let generation = store.generation().unwrap();
        let id = store.begin_conversation("¿Qué fianza?").unwrap();
        store.add_turn(id, "¿Qué fianza?", "¿Qué fianza?", "{\"answer\":\"zarzaparrilla secreta\"}").unwrap();
        store.add_turn(id, "¿Y la renta?", "¿La renta, en X?", "{}").unwrap();
        assert_eq!(store.turns(id).unwrap().iter().map(|turn| turn.number).collect::<Vec<_>>(), [1, 2]);
        store.rename_conversation(id, "Local").unwrap();
        assert_eq!(store.conversations().unwrap().first().unwrap().title, "Local");
        assert_eq!(store.generation().unwrap(), generation, "the index has not changed");
        store.delete_conversation(id).unwrap();
        assert!(store.turns(id).is_err());
        for entry in std::fs::read_dir(directory.path()).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            let text = String::from_utf8_lossy(&bytes);
            assert!(!text.contains("zarzaparrilla") && !text.contains("fianza"));
        }
    }
}
