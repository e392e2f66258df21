//! Reads what stands aside from the running text of an OpenDocument file: notes, comments, and the words
//! that tracked changes delete.
//!
//! In goes a reader at the element of the note, comment or list of changes; notes and deletions are kept by
//! the [`Walker`] and pinned to their places in the text.

use super::super::changes::Change;
use super::super::compose::Note;
use super::super::flow::{Flow, NoteKind, Pin};
use super::super::xml::{Tag, Xml};
use super::body::Walker;

/// The deleted words of a tracked change.
pub(super) struct Deleted {
    change: Change,
    text: String,
}

impl Walker<'_> {
    /// Reads `text:note`: its citation, then its text.
    pub(super) fn note(&mut self, tag: &Tag, xml: &mut Xml, out: &mut Flow) {
        let kind =
            if tag.attr("note-class").as_deref() == Some("endnote") { NoteKind::Endnote } else { NoteKind::Footnote };
        let id = format!("{}", self.notes.len());
        out.pin(Pin::Note(kind, id.clone()));
        let mut flow = Flow::default();
        while let Some(tag) = xml.element() {
            if tag.key() == ("text", "note-citation") {
                let citation = xml.text();
                flow.push(citation.trim());
                flow.push(" ");
            } else {
                let story = self.story_aside(xml);
                flow.append(story);
            }
        }
        self.notes.push(Note { kind, id, flow });
    }

    /// Reads `office:annotation`: who wrote it, then its text.
    pub(super) fn comment(&mut self, xml: &mut Xml, out: &mut Flow) {
        let id = format!("{}", self.notes.len());
        out.pin(Pin::Note(NoteKind::Comment, id.clone()));
        let mut author = String::new();
        let mut story = Flow::default();
        let aside = std::mem::take(&mut self.aside);
        let cells = std::mem::replace(&mut self.cells, 0);
        while let Some(tag) = xml.element() {
            match tag.key() {
                ("dc", "creator") => author = xml.text().trim().to_owned(),
                ("text", "p" | "h") => self.paragraph(&tag, xml, &mut story),
                ("text", "list") => self.list(&tag, xml, &mut story),
                _ => xml.skip(),
            }
        }
        self.cells = cells;
        self.aside = aside;
        let mut flow = Flow::default();
        if !author.is_empty() && !story.is_blank() {
            flow.push(&author);
            flow.push(": ");
        }
        flow.append(story.without_breaks());
        self.notes.push(Note { kind: NoteKind::Comment, id, flow });
    }

    /// Reads `text:tracked-changes`: the deleted words, by the name by which the text refers to them.
    pub(super) fn tracked_changes(&mut self, xml: &mut Xml) {
        while let Some(tag) = xml.element() {
            let id = tag.attr("id").unwrap_or_default();
            while let Some(tag) = xml.element() {
                let is_deletion = tag.key() == ("text", "deletion");
                if !is_deletion && tag.key() != ("text", "insertion") {
                    xml.skip();
                    continue;
                }
                let mut change = Change::default();
                let mut words = Flow::default();
                let room = self.room;
                while let Some(tag) = xml.element() {
                    match tag.key() {
                        ("office", "change-info") => change = change_info(xml),
                        ("text", "p" | "h") => {
                            let mut line = Flow::default();
                            self.inline(xml, &mut line);
                            words.append(line.without_breaks());
                            words.end_line();
                        }
                        _ => xml.skip(),
                    }
                }
                // Deleted words are no part of the text.
                self.room = room;
                self.aside.clear();
                if is_deletion {
                    self.changes.delete(&change);
                    let text = words.as_str().trim_end().replace('\n', " ");
                    self.deleted.insert(id.clone(), Deleted { change, text });
                } else {
                    self.changes.insert(&change);
                }
            }
        }
    }

    /// Notes at the place of a deletion what was deleted.
    pub(super) fn deletion(&mut self, tag: &Tag, out: &mut Flow) {
        if let Some(deleted) = tag.attr("change-id").and_then(|id| self.deleted.remove(&id)) {
            out.delete(deleted.text, &deleted.change);
        }
    }
}

/// Reads `office:change-info`.
fn change_info(xml: &mut Xml) -> Change {
    let mut change = Change::default();
    while let Some(tag) = xml.element() {
        let value = Some(xml.text().trim().to_owned()).filter(|value| !value.is_empty());
        match tag.key() {
            ("dc", "creator") => change.author = value,
            ("dc", "date") => change.date = value,
            _ => {}
        }
    }
    change
}
