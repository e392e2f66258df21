//! Walks through a Word document's blocks: paragraphs, tables, sections.
//!
//! In goes a reader at the parent of paragraphs (`w:body`, `w:tc`, `w:footnote`, `w:hdr`,
//! `w:txbxContent`); out comes a [`Flow`] in which every paragraph and table row is a line. What a
//! paragraph says is read in `inline`.
//!
//! Tracked changes are read as if all were accepted: what is deleted or moved away leaves the text, and a
//! paragraph whose end is deleted runs on into the next.

use super::super::MarkKind;
use super::super::changes::{Change, Changes};
use super::super::flow::{self, Break, Flow, Pin};
use super::super::xml::Xml;
use super::numbering::Numbering;
use super::props::{self, ParagraphProps, SectionProps};
use super::styles::{self, Styles};

/// Where the walk stands, and what it has gathered beside the text.
pub(super) struct Walker<'d> {
    pub(super) styles: &'d Styles,
    pub(super) numbering: Numbering,
    /// Whether numbers in words are Spanish where nothing else tells.
    pub(super) spanish: bool,
    /// The sections that have ended, in order.
    pub(super) sections: Vec<SectionProps>,
    pub(super) changes: Changes,
    /// Relationships of whole files set into the text.
    pub(super) chunks: Vec<String>,
    /// Relationships of pictures as large as a page.
    pub(super) pictures: Vec<String>,
    /// The area of the drawing that the walk stands in, in square points.
    pub(super) drawing_area: f32,
    /// Whether the current note shows its number.
    pub(super) numbered_note: bool,
    /// Code points that may still be written.
    pub(super) room: u32,
    /// Text boxes and the like met in the current paragraph or row; they follow it.
    pub(super) aside: Vec<Flow>,
    /// How many table cells the walk stands in.
    pub(super) cells: u32,
    /// The deleted words so far, inside a deletion.
    pub(super) deleted: Option<String>,
    /// How many moved-away stretches the walk stands in.
    pub(super) moved_away: u32,
    /// The open fields; true while the field's code is read, which is no text.
    pub(super) fields: Vec<bool>,
    /// The typeface of the current run.
    pub(super) font: Option<String>,
    /// A paragraph whose mark is deleted; the next one continues it.
    carried: Option<Flow>,
}

impl<'d> Walker<'d> {
    pub(super) fn new(styles: &'d Styles, numbering: Numbering) -> Self {
        Self {
            styles,
            numbering,
            spanish: false,
            sections: Vec::new(),
            changes: Changes::default(),
            chunks: Vec::new(),
            pictures: Vec::new(),
            drawing_area: 0.0,
            numbered_note: false,
            room: crate::config::TEXT_CHARS_MAX,
            aside: Vec::new(),
            cells: 0,
            deleted: None,
            moved_away: 0,
            fields: Vec::new(),
            font: None,
            carried: None,
        }
    }

    /// Reads the open element as a text of its own: the body, a note, a header, a text box or a cell.
    pub(super) fn story(&mut self, xml: &mut Xml) -> Flow {
        let carried = self.carried.take();
        let mut flow = Flow::default();
        self.blocks(xml, &mut flow);
        if let Some(rest) = self.carried.take() {
            self.end_paragraph(rest, &ParagraphProps::default(), &mut flow);
        }
        self.carried = carried;
        flow
    }

    /// Reads a story that stands aside from the text around it, such as a text box or a note.
    pub(super) fn story_aside(&mut self, xml: &mut Xml) -> Flow {
        let aside = std::mem::take(&mut self.aside);
        let fields = std::mem::take(&mut self.fields);
        let cells = std::mem::replace(&mut self.cells, 0);
        let flow = self.story(xml).without_breaks();
        self.cells = cells;
        self.fields = fields;
        self.aside = aside;
        flow
    }

    /// Reads the blocks of the open element.
    fn blocks(&mut self, xml: &mut Xml, out: &mut Flow) {
        while let Some(tag) = xml.element() {
            match tag.key() {
                ("w", "p") => self.paragraph(xml, out),
                ("w", "tbl") => self.table(xml, out),
                ("w", "sectPr") => {
                    let section = props::section(xml);
                    self.sections.push(section);
                }
                ("w", "del") => {
                    let change = props::change(&tag);
                    self.in_deletion(&change, out, |walker, out| walker.blocks(xml, out));
                }
                ("w", "altChunk") => {
                    self.chunks.extend(tag.attr("id"));
                    xml.skip();
                }
                ("mc", "AlternateContent") => self.alternatives(xml, out, Self::blocks),
                ("w", "sdtPr" | "sdtEndPr" | "customXmlPr" | "tcPr" | "tblPr" | "tblGrid") => xml.skip(),
                _ => self.blocks(xml, out),
            }
        }
    }

    /// Reads the first choice that says something; the others say the same in another way.
    pub(super) fn alternatives(&mut self, xml: &mut Xml, out: &mut Flow, read: fn(&mut Self, &mut Xml, &mut Flow)) {
        let mut taken = false;
        while let Some(tag) = xml.element() {
            if taken || !matches!(tag.key(), ("mc", "Choice" | "Fallback")) {
                xml.skip();
                continue;
            }
            let said = |walker: &Self, out: &Flow| {
                let deleted = walker.deleted.as_ref().map(String::len);
                (out.len(), out.pins.len(), walker.aside.len(), walker.pictures.len(), deleted)
            };
            let before = said(self, out);
            read(self, xml, out);
            taken = said(self, out) != before;
        }
    }

    /// Reads what a tracked change deletes: nothing of it is written, and the words are kept apart.
    pub(super) fn in_deletion(&mut self, change: &Change, out: &mut Flow, read: impl FnOnce(&mut Self, &mut Flow)) {
        if self.deleted.is_some() {
            return read(self, out);
        }
        self.changes.delete(change);
        self.deleted = Some(String::new());
        read(self, out);
        let text = self.deleted.take().unwrap_or_default();
        out.delete(text, change);
    }

    /// Reads `w:p`.
    fn paragraph(&mut self, xml: &mut Xml, out: &mut Flow) {
        let mut content = self.carried.take().unwrap_or_default();
        let mut props = ParagraphProps::default();
        self.paragraph_content(xml, &mut content, &mut props);
        // A field whose code never ended must not swallow the rest of the document.
        self.fields.iter_mut().for_each(|in_code| *in_code = false);
        if let Some(change) = &props.mark_inserted {
            self.changes.insert(change);
        }
        match &props.mark_deleted {
            Some(change) if props.section.is_none() => {
                self.changes.delete(change);
                self.carried = Some(content);
            }
            _ => self.end_paragraph(content, &props, out),
        }
    }

    fn paragraph_content(&mut self, xml: &mut Xml, content: &mut Flow, props: &mut ParagraphProps) {
        while let Some(tag) = xml.element() {
            if tag.key() == ("w", "pPr") {
                *props = props::paragraph(xml);
            } else {
                self.inline_element(&tag, xml, content);
            }
        }
    }

    /// Writes a paragraph as a line or, in a table cell, as part of one.
    fn end_paragraph(&mut self, mut content: Flow, props: &ParagraphProps, out: &mut Flow) {
        if let Some(deleted) = &mut self.deleted
            && !deleted.is_empty()
        {
            deleted.push(' ');
        }
        let style = props.style.as_deref();
        let gone = self.deleted.is_some() || self.moved_away > 0;
        let number = if gone { String::new() } else { self.number(props) };
        if self.cells == 0 && props.break_before.unwrap_or_else(|| self.styles.break_before(style)) {
            out.pin(Pin::Break(Break::Before));
        }
        // Rows are often numbered by empty paragraphs in their first cell.
        let counts_rows = self.cells > 0 && number.chars().any(char::is_alphanumeric);
        if content.is_blank() && !counts_rows {
            content.clear_text();
            out.append(content);
        } else {
            if self.cells > 0 && out.len() > 0 {
                out.push(" ");
            }
            let start = out.len();
            out.append_numbered(&number, content);
            let outline = props.outline.map(styles::heading_of);
            if self.cells == 0
                && let Some(level) = outline.unwrap_or_else(|| self.styles.heading(style))
            {
                out.mark(start, MarkKind::Heading(level));
            }
        }
        self.end_line(out);
        if let Some(section) = &props.section {
            out.pin(Pin::Section(self.sections.len()));
            self.sections.push(section.clone());
        }
    }

    /// Ends a line outside of tables and lets follow what was met aside in it.
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

    /// Counts a numbered paragraph and returns what Word prints before it.
    fn number(&mut self, props: &ParagraphProps) -> String {
        let style = props.style.as_deref();
        let (list, level) = match props.list {
            Some(list) => (list, props.level.unwrap_or(0)),
            None => {
                let Some(set) = self.styles.numbering(style) else { return String::new() };
                let level =
                    props.level.or_else(|| self.numbering.level_of_style(&set, style, self.styles)).or(set.level);
                (set.list, level.unwrap_or(0))
            }
        };
        if list == 0 {
            return String::new();
        }
        self.numbering.next(list, level, self.styles, self.spanish)
    }

    /// Reads `w:tbl` or what wraps its rows.
    pub(super) fn table(&mut self, xml: &mut Xml, out: &mut Flow) {
        while let Some(tag) = xml.element() {
            match tag.key() {
                ("w", "tr") => self.row(xml, out),
                ("w", "tblPr" | "tblGrid" | "sdtPr" | "sdtEndPr" | "customXmlPr") => xml.skip(),
                _ => self.table(xml, out),
            }
        }
    }

    /// Reads `w:tr` as one line, its cells set apart by tabs; inside a cell, by spaces.
    fn row(&mut self, xml: &mut Xml, out: &mut Flow) {
        let mut row = Row::default();
        self.cells += 1;
        self.cells_of(xml, &mut row);
        self.cells -= 1;
        let nested = self.cells > 0;
        let line = flow::join_cells(row.cells, nested);
        if nested && !line.is_blank() && out.len() > 0 {
            out.push(" ");
        }
        out.append(line);
        self.end_line(out);
    }

    /// Reads the cells of a row or of what wraps them.
    fn cells_of(&mut self, xml: &mut Xml, row: &mut Row) {
        while let Some(tag) = xml.element() {
            match tag.key() {
                ("w", "tc") => {
                    let cell = match row.deleted.clone() {
                        Some(change) => {
                            let mut cell = Flow::default();
                            self.in_deletion(&change, &mut cell, |walker, cell| *cell = walker.story(xml));
                            cell
                        }
                        None => self.story(xml),
                    };
                    row.cells.push(cell);
                }
                ("w", "trPr") => {
                    while let Some(tag) = xml.element() {
                        match tag.key() {
                            ("w", "del") => row.deleted = Some(props::change(&tag)),
                            ("w", "ins") => self.changes.insert(&props::change(&tag)),
                            _ => {}
                        }
                        xml.skip();
                    }
                }
                ("w", "tblPrEx" | "sdtPr" | "sdtEndPr" | "customXmlPr") => xml.skip(),
                _ => self.cells_of(xml, row),
            }
        }
    }
}

/// A table row while it is read.
#[derive(Default)]
struct Row {
    cells: Vec<Flow>,
    /// The tracked change that deletes the whole row.
    deleted: Option<Change>,
}
