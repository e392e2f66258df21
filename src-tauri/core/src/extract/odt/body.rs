//! Walks through the text of an OpenDocument file: paragraphs, headings, lists, tables, notes, frames.
//!
//! In goes a reader at the parent of paragraphs; out comes a [`Flow`] in which every paragraph and table row
//! is a line. White space counts as the format says: any run of it is one space, and tabs, line breaks and
//! further spaces are elements.

use super::super::MarkKind;
use super::super::compose::Note;
use super::super::changes::{Change, Changes};
use super::super::flow::{self, Break, Flow, NoteKind, Pin};
use super::super::number_words::Wording;
use super::super::xml::{Node, Tag, Xml};
use super::lists::Counters;
use super::styles::{self, Styles};
use crate::config;
use std::collections::{BTreeMap, BTreeSet};

/// The deleted words of a tracked change.
struct Deleted {
    change: Change,
    text: String,
}

/// Where the walk stands, and what it has gathered beside the text.
pub(super) struct Walker<'d> {
    styles: &'d Styles,
    formulas: &'d BTreeMap<String, String>,
    counters: Counters,
    deleted: BTreeMap<String, Deleted>,
    pub(super) changes: Changes,
    pub(super) notes: Vec<Note>,
    /// Large pictures: the part and its name.
    pub(super) pictures: Vec<(String, String)>,
    /// Code points that may still be written.
    pub(super) room: u32,
    masters: BTreeSet<String>,
    /// Frames met in the current paragraph or row; they follow it.
    aside: Vec<Flow>,
    cells: u32,
    /// The style of each list that the walk stands in.
    lists: Vec<String>,
    /// The item whose first paragraph is still to come, with the number it is to have.
    item: Option<Option<u32>>,
    /// The area of the frame that the walk stands in, in square points.
    frame_area: f32,
    /// Whether numbers in words are Spanish where nothing else tells.
    spanish: bool,
}

impl<'d> Walker<'d> {
    pub(super) fn new(styles: &'d Styles, formulas: &'d BTreeMap<String, String>) -> Self {
        Self {
            styles,
            formulas,
            counters: Counters::default(),
            deleted: BTreeMap::new(),
            changes: Changes::default(),
            notes: Vec::new(),
            pictures: Vec::new(),
            room: config::TEXT_CHARS_MAX,
            masters: styles.first_master().map(str::to_owned).into_iter().collect(),
            aside: Vec::new(),
            cells: 0,
            lists: Vec::new(),
            item: None,
            frame_area: 0.0,
            spanish: false,
        }
    }

    /// Returns whether pages of this style have been met.
    pub(super) fn uses_master(&self, name: &str) -> bool {
        self.masters.contains(name)
    }

    /// Reads `office:document-content`.
    pub(super) fn document(&mut self, xml: &mut Xml) -> Flow {
        let mut flow = Flow::default();
        self.spanish = Wording::is_spanish(xml.source());
        xml.open_root();
        while let Some(tag) = xml.element() {
            if tag.key() == ("office", "body") {
                self.blocks(xml, &mut flow);
            } else {
                xml.skip();
            }
        }
        flow
    }

    /// Reads a story that stands aside from the text around it: a note, a comment, a frame, a header.
    pub(super) fn story_aside(&mut self, xml: &mut Xml) -> Flow {
        let aside = std::mem::take(&mut self.aside);
        let lists = std::mem::take(&mut self.lists);
        let item = self.item.take();
        let cells = std::mem::replace(&mut self.cells, 0);
        let mut flow = Flow::default();
        self.blocks(xml, &mut flow);
        self.cells = cells;
        self.item = item;
        self.lists = lists;
        self.aside = aside;
        flow.without_breaks()
    }

    fn blocks(&mut self, xml: &mut Xml, out: &mut Flow) {
        while let Some(tag) = xml.element() {
            match tag.key() {
                ("text", "p" | "h") => self.paragraph(&tag, xml, out),
                ("text", "list") => self.list(&tag, xml, out),
                ("text", "tracked-changes") => self.tracked_changes(xml),
                ("text", "soft-page-break") => {
                    out.pin(Pin::Break(Break::Rendered));
                    xml.skip();
                }
                ("text", "change") => {
                    self.deletion(&tag, out);
                    xml.skip();
                }
                ("table", "table") => {
                    let (before, after) = self.styles.breaks("table", tag.attr("style-name").as_deref());
                    self.break_page(before, out);
                    self.item = None;
                    self.table(xml, out);
                    self.break_page(after, out);
                }
                ("draw", _) | ("office", "annotation") => {
                    self.inline_element(&tag, xml, out);
                    self.end_line(out);
                }
                // What an index is made from is no text; what it shows is.
                (_, name) if name.ends_with("-source") || name.ends_with("-decls") || name == "forms" => xml.skip(),
                ("office", "scripts" | "settings") | ("dc" | "meta" | "style", _) => xml.skip(),
                _ => self.blocks(xml, out),
            }
        }
    }

    fn break_page(&self, wanted: bool, out: &mut Flow) {
        if wanted && self.cells == 0 {
            out.pin(Pin::Break(Break::Before));
        }
    }

    /// Reads `text:p` or `text:h`.
    fn paragraph(&mut self, tag: &Tag, xml: &mut Xml, out: &mut Flow) {
        let name = tag.attr("style-name");
        let style = name.as_deref();
        let item = self.item.take();
        let (before, after) = self.styles.breaks("paragraph", style);
        if let Some(master) = self.styles.master("paragraph", style) {
            self.masters.insert(master.to_owned());
        }
        let mut content = Flow::default();
        self.inline(xml, &mut content);
        self.break_page(before, out);
        let outline = if tag.key() == ("text", "h") { tag.number("outline-level").or(Some(1)) } else { None };
        let level = outline.or_else(|| self.styles.heading(style));
        let unnumbered = tag.attr("is-list-header").as_deref() == Some("true");
        let number = if content.is_blank() || unnumbered { String::new() } else { self.number(item, outline, style) };
        if content.is_blank() {
            content.clear_text();
            out.append(content);
        } else {
            if self.cells > 0 && out.len() > 0 {
                out.push(" ");
            }
            let start = out.len();
            out.append_numbered(&number, content);
            if let Some(level) = level.filter(|_| self.cells == 0) {
                out.mark(start, MarkKind::Heading(level));
            }
        }
        self.end_line(out);
        self.break_page(after, out);
    }

    /// Counts a paragraph that begins a list item, or a heading, and returns what stands before it.
    fn number(&mut self, item: Option<Option<u32>>, outline: Option<u8>, style: Option<&str>) -> String {
        let of_style = self.styles.list(style);
        if let Some(start) = item {
            let named = self.lists.last().map(String::as_str).filter(|name| !name.is_empty()).or(of_style);
            let Some(name) = named else { return String::new() };
            let Some(list) = self.styles.lists.get(name) else { return String::new() };
            return self.counters.next(name, list, self.lists.len().saturating_sub(1), start, self.spanish);
        }
        match (outline, of_style) {
            // A heading whose style names no list on purpose is not numbered.
            (Some(_), Some("")) | (None, _) => String::new(),
            (Some(level), _) => {
                self.counters.next("", &self.styles.outline, usize::from(level.saturating_sub(1)), None, self.spanish)
            }
        }
    }

    fn end_line(&mut self, out: &mut Flow) {
        if self.cells > 0 {
            return;
        }
        out.end_line();
        for flow in std::mem::take(&mut self.aside) {
            out.append(flow);
            out.end_line();
        }
    }

    /// Reads `text:list`. A list begins anew unless it says that it goes on.
    fn list(&mut self, tag: &Tag, xml: &mut Xml, out: &mut Flow) {
        let style = tag.attr("style-name").or_else(|| self.lists.last().cloned()).unwrap_or_default();
        let goes_on = tag.attr("continue-numbering").as_deref() == Some("true") || tag.attr("continue-list").is_some();
        if self.lists.is_empty() && !goes_on {
            self.counters.restart(&style);
        }
        self.lists.push(style);
        while let Some(tag) = xml.element() {
            // The header of a list has no number.
            self.item = (tag.key() == ("text", "list-item")).then(|| tag.number("start-value"));
            self.blocks(xml, out);
        }
        self.item = None;
        self.lists.pop();
    }

    /// Reads `table:table` or what groups its rows.
    fn table(&mut self, xml: &mut Xml, out: &mut Flow) {
        while let Some(tag) = xml.element() {
            match tag.key() {
                ("table", "table-row") => self.row(xml, out),
                ("table", "table-header-rows" | "table-rows" | "table-row-group") => self.table(xml, out),
                ("text", "soft-page-break") => {
                    out.pin(Pin::Break(Break::Rendered));
                    xml.skip();
                }
                _ => xml.skip(),
            }
        }
    }

    /// Reads a row as one line, its cells set apart by tabs; inside a cell, by spaces.
    fn row(&mut self, xml: &mut Xml, out: &mut Flow) {
        let mut cells = Vec::new();
        self.cells += 1;
        while let Some(tag) = xml.element() {
            if tag.key() == ("table", "table-cell") {
                let lists = std::mem::take(&mut self.lists);
                let mut cell = Flow::default();
                self.blocks(xml, &mut cell);
                self.lists = lists;
                cells.push(cell);
            } else {
                xml.skip();
            }
        }
        self.cells -= 1;
        let nested = self.cells > 0;
        let line = flow::join_cells(cells, nested);
        if nested && !line.is_blank() && out.len() > 0 {
            out.push(" ");
        }
        out.append(line);
        self.end_line(out);
    }

    /// Reads what stands inside a paragraph.
    fn inline(&mut self, xml: &mut Xml, out: &mut Flow) {
        while let Some(node) = xml.child() {
            match node {
                Node::Text(text) => self.write_folded(&text, out),
                Node::Element(tag) => self.inline_element(&tag, xml, out),
            }
        }
    }

    fn inline_element(&mut self, tag: &Tag, xml: &mut Xml, out: &mut Flow) {
        match tag.key() {
            ("text", "s") => {
                let count = tag.number::<usize>("c").unwrap_or(1).min(200);
                self.write(&" ".repeat(count), out);
            }
            ("text", "tab") => self.write(if self.cells > 0 { " " } else { "\t" }, out),
            ("text", "line-break") => self.write_folded(" ", out),
            ("text", "soft-page-break") => out.pin(Pin::Break(Break::Rendered)),
            ("text", "change") => self.deletion(tag, out),
            ("text", "note") => return self.note(tag, xml, out),
            ("office", "annotation") => return self.comment(xml, out),
            ("text", "span") => {
                let start = out.len();
                self.inline(xml, out);
                if self.styles.hidden(tag.attr("style-name").as_deref()) {
                    out.mark(start, MarkKind::HiddenText);
                }
                return;
            }
            ("text", "p" | "h") => {
                // A shape holds paragraphs of its own without a frame.
                self.write_folded(" ", out);
                return self.inline(xml, out);
            }
            ("draw", "frame") => {
                let length = |name| tag.attr(name).and_then(|length| styles::points(&length)).unwrap_or(0.0);
                self.frame_area = length("width") * length("height");
                return self.inline(xml, out);
            }
            ("draw", "image") => self.picture(tag),
            ("draw", "object") => {
                let folder = tag.attr("href").unwrap_or_default().trim_start_matches("./").to_lowercase();
                if let Some(formula) = self.formulas.get(&folder).cloned() {
                    self.write(&formula, out);
                }
            }
            ("draw", "text-box") => {
                let mut flow = self.story_aside(xml);
                flow.mark(0, MarkKind::TextBox);
                self.aside.push(flow);
                return;
            }
            ("draw", name) if name.ends_with("shape") || matches!(name, "rect" | "ellipse" | "circle" | "line") => {
                let mut flow = self.story_aside(xml);
                flow.mark(0, MarkKind::TextBox);
                self.aside.push(flow);
                return;
            }
            ("text", "ruby-text" | "script" | "number") | ("dc" | "style", _) | ("", "title" | "desc") => {}
            _ => return self.inline(xml, out),
        }
        xml.skip();
    }

    /// Notes a picture that may be a scanned page.
    fn picture(&mut self, tag: &Tag) {
        let part = tag.attr("href").unwrap_or_default().trim_start_matches("./").to_owned();
        let name = part.rsplit('/').next().unwrap_or("").to_owned();
        if self.frame_area >= config::PICTURE_AREA_MIN && part.starts_with("Pictures/") {
            self.pictures.push((part, name));
        }
    }

    /// Reads `text:note`: its citation, then its text.
    fn note(&mut self, tag: &Tag, xml: &mut Xml, out: &mut Flow) {
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
    fn comment(&mut self, xml: &mut Xml, out: &mut Flow) {
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
    fn tracked_changes(&mut self, xml: &mut Xml) {
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
    fn deletion(&mut self, tag: &Tag, out: &mut Flow) {
        if let Some(deleted) = tag.attr("change-id").and_then(|id| self.deleted.remove(&id)) {
            out.delete(deleted.text, &deleted.change);
        }
    }

    /// Writes text in which any run of white space is one space.
    fn write_folded(&mut self, text: &str, out: &mut Flow) {
        let mut folded = String::with_capacity(text.len());
        let mut spaced = out.as_str().is_empty() || out.as_str().ends_with([' ', '\t']);
        for letter in text.chars() {
            match letter {
                ' ' | '\t' | '\n' | '\r' => {
                    if !spaced {
                        folded.push(' ');
                    }
                    spaced = true;
                }
                '\u{ad}' | '\u{feff}' | '\u{200b}' => {}
                letter if letter.is_control() => {}
                letter => {
                    folded.push(letter);
                    spaced = false;
                }
            }
        }
        self.write(&folded, out);
    }

    fn write(&mut self, text: &str, out: &mut Flow) {
        let count = text.chars().count();
        if count > self.room as usize {
            self.room = 0;
            return;
        }
        self.room -= count as u32;
        out.push(text);
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
