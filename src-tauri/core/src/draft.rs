//! What a model writes, before anything of it has been checked, and reading it while it arrives.
//!
//! In go pieces of a JSON text as a model server sends them, cut anywhere; out come the items of its
//! arrays, each as soon as its last character is there: [`Draft`]s of claims, or numbers of sentences.
//! What was complete before a text broke off is kept.
//!
//! Deliberately not here: whether an item is true (`ground` decides), and repairing what is no JSON.
//! The pull parsers at hand read from a blocking source or read the whole text again at every piece;
//! finding where an item ends takes one pass over the bytes, and serde_json reads the item itself.

use crate::config;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// One sentence of an answer as a model wrote it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The sentence.
    pub text: String,
    /// What the model says it rests on.
    #[serde(default)]
    pub citations: Vec<DraftCitation>,
}

/// A source that a model names for its sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftCitation {
    /// The passage's number, counted from 1 in the order in which the passages were shown.
    pub source: u32,
    /// Words that the model says stand there.
    #[serde(default)]
    pub quote: String,
}

/// One complete part of a model's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// An element of `claims`.
    Claim(Draft),
    /// An element of `sentences`: the number of a sentence that was offered.
    Sentence(u32),
    /// The value of `missing`: which part of the question is not answered, in the model's words.
    Missing(String),
}

/// Where the text stands outside strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the opening brace.
    Start,
    /// Before a key, or at the closing brace.
    Key,
    /// Between a key and its value.
    Colon,
    /// Before a value.
    Value,
    /// Inside an array that is read, before an element or at the closing bracket.
    Element,
    /// After a member, where a comma or the closing brace stands.
    Member,
    /// After an element, where a comma or the closing bracket stands.
    Next,
    /// After the closing brace.
    End,
}

/// Reads a model's answer while it arrives.
#[derive(Debug)]
pub struct Reader {
    state: State,
    key: String,
    /// The value, key or element being read; empty between them.
    part: Vec<u8>,
    /// Brackets and braces open in `part`.
    depth: u32,
    in_string: bool,
    escaped: bool,
    /// A comma came last: an element or a member must follow.
    comma: bool,
    bytes: usize,
    items: usize,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            state: State::Start,
            key: String::new(),
            part: Vec::new(),
            depth: 0,
            in_string: false,
            escaped: false,
            comma: false,
            bytes: 0,
            items: 0,
        }
    }
}

impl Reader {
    /// Takes the next piece of the text and appends the items that it completes to `items`.
    ///
    /// # Errors
    /// When the text is no JSON of the form that was asked for, or outgrows its limits. Items appended
    /// before the fault are good; the reader must not be fed again.
    pub fn feed(&mut self, piece: &str, items: &mut Vec<Item>) -> Result<()> {
        for byte in piece.bytes() {
            self.bytes += 1;
            if self.bytes > config::DRAFT_BYTES_MAX {
                return Err(fault(format!("it is longer than {} bytes", config::DRAFT_BYTES_MAX)));
            }
            self.take(byte, items)?;
        }
        Ok(())
    }

    /// Says that no more text comes; returns whether the answer was complete.
    pub fn is_complete(&self) -> bool {
        self.state == State::End
    }

    fn take(&mut self, byte: u8, items: &mut Vec<Item>) -> Result<()> {
        if !self.part.is_empty() {
            return self.take_inside(byte, items);
        }
        if byte.is_ascii_whitespace() {
            return Ok(());
        }
        match (self.state, byte) {
            (State::Start, b'{') => self.state = State::Key,
            (State::Key, b'"') | (State::Element, b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                self.begin(byte);
            }
            (State::Key, b'}') if !self.comma => self.state = State::End,
            (State::Colon, b':') => self.state = State::Value,
            (State::Value, b'[') if matches!(self.key.as_str(), "claims" | "sentences") => {
                self.state = State::Element;
                self.comma = false;
            }
            (State::Value, _) => self.begin(byte),
            (State::Element, b']') if !self.comma => self.state = State::Member,
            (State::Member, b',') => {
                self.state = State::Key;
                self.comma = true;
            }
            (State::Member, b'}') => self.state = State::End,
            (State::Next, b',') => {
                self.state = State::Element;
                self.comma = true;
            }
            (State::Next, b']') => self.state = State::Member,
            (state, byte) => {
                return Err(fault(format!("“{}” cannot stand {}", byte.escape_ascii(), place(state))));
            }
        }
        Ok(())
    }

    fn begin(&mut self, byte: u8) {
        self.part.push(byte);
        self.in_string = byte == b'"';
        self.escaped = false;
        self.depth = u32::from(matches!(byte, b'{' | b'['));
        self.comma = false;
    }

    fn take_inside(&mut self, byte: u8, items: &mut Vec<Item>) -> Result<()> {
        if self.in_string {
            self.part.push(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => {
                    self.in_string = false;
                    return if self.depth == 0 { self.finish(items) } else { Ok(()) };
                }
                _ => {}
            }
            return Ok(());
        }
        // A number or a word ends where something else begins, which then is read by itself.
        let bare = self.depth == 0;
        if bare && (byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}')) {
            self.finish(items)?;
            return self.take(byte, items);
        }
        self.part.push(byte);
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    return self.finish(items);
                }
            }
            _ => {}
        }
        if self.depth > config::DRAFT_DEPTH_MAX {
            return Err(fault(format!("it is nested deeper than {}", config::DRAFT_DEPTH_MAX)));
        }
        Ok(())
    }

    /// Reads the part that is complete.
    fn finish(&mut self, items: &mut Vec<Item>) -> Result<()> {
        let part = std::mem::take(&mut self.part);
        match self.state {
            State::Key => {
                self.key = json(&part)?;
                self.state = State::Colon;
            }
            State::Element => {
                self.items += 1;
                if self.items > config::DRAFT_ITEMS_MAX {
                    return Err(fault(format!("it has more than {} parts", config::DRAFT_ITEMS_MAX)));
                }
                items.push(if self.key == "claims" { Item::Claim(json(&part)?) } else { Item::Sentence(json(&part)?) });
                self.state = State::Next;
            }
            _ => {
                self.value(&part, items)?;
                self.state = State::Member;
            }
        }
        Ok(())
    }

    fn value(&self, part: &[u8], items: &mut Vec<Item>) -> Result<()> {
        match self.key.as_str() {
            "missing" => {
                let text: Option<String> = json(part)?;
                items.extend(text.filter(|text| !text.trim().is_empty()).map(Item::Missing));
            }
            // An array that is wanted has another value.
            key @ ("claims" | "sentences") => return Err(fault(format!("“{key}” is no list"))),
            _ => {
                json::<serde::de::IgnoredAny>(part)?;
            }
        }
        Ok(())
    }
}

fn json<'a, T: Deserialize<'a>>(part: &'a [u8]) -> Result<T> {
    serde_json::from_slice(part).map_err(|error| fault(error.to_string()))
}

fn fault(detail: String) -> Error {
    Error::Draft(detail)
}

fn place(state: State) -> &'static str {
    match state {
        State::Start => "before the opening brace",
        State::Key => "where a name is due",
        State::Colon => "after a name",
        State::Value => "where a value is due",
        State::Element => "where a part of a list is due",
        State::Member | State::Next => "where a comma or the end is due",
        State::End => "after the end",
    }
}

#[cfg(test)]
mod tests;
