//! Reads what stands inside a paragraph: runs, fields, links, content controls, symbols, formulas.
//!
//! In goes a reader at a paragraph or anything in it; the words are written to a [`Flow`]. Elements that
//! are not known are looked into, since a wrapper that some other program invented still holds words.
//! Text counts only where it is said to be text (`w:t`, `m:t`, `a:t`).

use super::super::MarkKind;
use super::super::flow::{Break, Flow, NoteKind, Pin};
use super::super::xml::{Tag, Xml};
use super::body::Walker;
use super::props::{self, RunProps};
use super::symbols;
use crate::config;

impl Walker<'_> {
    /// Reads all that stands in the open element.
    pub(super) fn inline(&mut self, xml: &mut Xml, out: &mut Flow) {
        while let Some(tag) = xml.element() {
            self.inline_element(&tag, xml, out);
        }
    }

    /// Reads one element that has just been opened, to its end.
    pub(super) fn inline_element(&mut self, tag: &Tag, xml: &mut Xml, out: &mut Flow) {
        match tag.key() {
            ("w", "r") => self.run(xml, out),
            ("w", "ins") => {
                self.changes.insert(&props::change(tag));
                self.inline(xml, out);
            }
            ("w", "moveTo") => self.inline(xml, out),
            ("w", "del") => {
                let change = props::change(tag);
                self.in_deletion(&change, out, |walker, out| walker.inline(xml, out));
            }
            ("w", "moveFrom") => {
                self.changes.move_away(&props::change(tag));
                self.moved_away += 1;
                self.inline(xml, out);
                self.moved_away -= 1;
            }
            ("mc", "AlternateContent") => self.alternatives(xml, out, Self::inline),
            ("w", "txbxContent") => {
                let mut flow = self.story_aside(xml);
                flow.mark(0, MarkKind::TextBox);
                self.aside.push(flow);
            }
            ("w", "tbl") => {
                // A table inside a run is no part of the standard, and yet it is met.
                let mut flow = Flow::default();
                self.table(xml, &mut flow);
                self.aside.push(flow);
            }
            ("w", "p") => {
                self.write_space(out);
                self.inline(xml, out);
            }
            ("v", "textpath") => {
                let mut flow = Flow::default();
                self.write(&tag.attr("string").unwrap_or_default(), &mut flow);
                flow.mark(0, MarkKind::TextBox);
                self.aside.push(flow);
                xml.skip();
            }
            ("wp", "extent") => {
                // In English Metric Units, 12,700 to the point.
                let points = |name| tag.number::<f32>(name).unwrap_or(0.0) / 12_700.0;
                self.drawing_area = points("cx") * points("cy");
                xml.skip();
            }
            ("v", "shape" | "rect") => {
                self.drawing_area = shape_area(&tag.attr("style").unwrap_or_default());
                self.inline(xml, out);
            }
            ("a", "blip") => self.picture(tag.attr("embed"), xml),
            ("v", "imagedata") => self.picture(tag.attr("id"), xml),
            ("w", "footnoteRef" | "endnoteRef") => {
                self.numbered_note = true;
                xml.skip();
            }
            ("m", "t") | ("a", "t") => {
                let text = xml.text();
                self.write(&text, out);
            }
            ("m", "den") => self.after("/", xml, out),
            ("m", "sup") => self.after("^", xml, out),
            ("m", "d") => {
                self.write("(", out);
                self.inline(xml, out);
                self.write(")", out);
            }
            // A drawing's data may hold text that is not shown, and properties hold none.
            ("w", "sdtPr" | "sdtEndPr" | "customXmlPr" | "smartTagPr" | "pPr" | "rubyPr" | "rt" | "fldData") => {
                xml.skip()
            }
            _ => self.inline(xml, out),
        }
    }

    /// Notes a picture that is so large that it may be a scanned page.
    fn picture(&mut self, relationship: Option<String>, xml: &mut Xml) {
        if self.drawing_area >= config::PICTURE_AREA_MIN {
            self.pictures.extend(relationship);
        }
        xml.skip();
    }

    /// Writes a sign and then what the open element holds.
    fn after(&mut self, sign: &str, xml: &mut Xml, out: &mut Flow) {
        self.write(sign, out);
        self.inline(xml, out);
    }

    /// Reads `w:r`.
    fn run(&mut self, xml: &mut Xml, out: &mut Flow) {
        let start = out.len();
        let outer = self.font.take();
        let mut props = RunProps::default();
        while let Some(tag) = xml.element() {
            match tag.key() {
                ("w", "rPr") => {
                    props = props::run(xml);
                    self.font = props.font.take();
                }
                ("w", "t") => {
                    let text = xml.text();
                    self.write(&text, out);
                }
                ("w", "delText") => {
                    let text = xml.text();
                    if self.deleted.is_some() {
                        self.write(&text, out);
                    }
                }
                ("w", "instrText" | "delInstrText") => xml.skip(),
                ("w", "fldChar") => self.field(&tag, xml, out),
                _ => self.run_element(&tag, xml, out),
            }
        }
        self.font = outer;
        if props.hidden.unwrap_or_else(|| self.styles.hidden(props.style.as_deref())) {
            out.mark(start, MarkKind::HiddenText);
        }
    }

    /// Reads an element of a run that stands for a sign, a break or a reference.
    fn run_element(&mut self, tag: &Tag, xml: &mut Xml, out: &mut Flow) {
        match tag.key() {
            ("w", "tab" | "ptab") => self.write("\t", out),
            ("w", "cr") => self.write_space(out),
            ("w", "br") => {
                self.write_space(out);
                if tag.attr("type").as_deref() == Some("page") && self.is_shown() {
                    out.pin(Pin::Break(Break::Explicit));
                }
            }
            ("w", "lastRenderedPageBreak") => out.pin(Pin::Break(Break::Rendered)),
            ("w", "noBreakHyphen") => self.write("-", out),
            ("w", "softHyphen") => {}
            ("w", "sym") => {
                let code = tag.attr("char").and_then(|code| u32::from_str_radix(&code, 16).ok()).unwrap_or(0);
                let sign = symbols::name(code, tag.attr("font").as_deref());
                self.write(&sign.to_string(), out);
            }
            ("w", "footnoteReference") => self.refer(NoteKind::Footnote, tag, out),
            ("w", "endnoteReference") => self.refer(NoteKind::Endnote, tag, out),
            ("w", "commentReference") => self.refer(NoteKind::Comment, tag, out),
            _ => return self.inline_element(tag, xml, out),
        }
        xml.skip();
    }

    /// Pins the reference of a note.
    fn refer(&mut self, kind: NoteKind, tag: &Tag, out: &mut Flow) {
        if let Some(id) = tag.attr("id")
            && self.is_shown()
        {
            out.pin(Pin::Note(kind, id));
        }
    }

    /// Follows a field from its code to its result; a form field's state is its result.
    fn field(&mut self, tag: &Tag, xml: &mut Xml, out: &mut Flow) {
        match tag.attr("fldCharType").as_deref() {
            Some("begin") => {
                let state = form_field(xml);
                self.write(&state, out);
                self.fields.push(true);
                return;
            }
            Some("separate") => {
                if let Some(in_code) = self.fields.last_mut() {
                    *in_code = false;
                }
            }
            Some("end") => {
                self.fields.pop();
            }
            _ => {}
        }
        xml.skip();
    }

    /// Returns whether what is read now is part of the final text.
    fn is_shown(&self) -> bool {
        self.deleted.is_none() && self.moved_away == 0 && !self.fields.contains(&true)
    }

    /// Writes a space unless the line has yet to begin or one stands there.
    fn write_space(&mut self, out: &mut Flow) {
        if !out.as_str().is_empty() && !out.as_str().ends_with(char::is_whitespace) {
            self.write(" ", out);
        }
    }

    /// Writes words where they belong: to the text, to the deletion, or nowhere.
    pub(super) fn write(&mut self, text: &str, out: &mut Flow) {
        if self.moved_away > 0 || self.fields.contains(&true) {
            return;
        }
        let mut clean: String =
            text.chars().filter_map(|letter| symbols::clean(letter, self.font.as_deref())).collect();
        if self.cells > 0 && clean.contains('\t') {
            // In a table a tab sets cells apart.
            clean = clean.replace('\t', " ");
        }
        if let Some(deleted) = &mut self.deleted {
            deleted.push_str(&clean);
            return;
        }
        let count = clean.chars().count();
        if count > self.room as usize {
            self.room = 0;
            return;
        }
        self.room -= count as u32;
        out.push(&clean);
    }
}

/// Reads the area of a shape, in square points, from a style such as "width:450pt;height:600pt".
fn shape_area(style: &str) -> f32 {
    let length = |wanted: &str| {
        style.split(';').filter_map(|rule| rule.split_once(':')).find(|(name, _)| name.trim() == wanted).map_or(
            0.0,
            |(_, value)| match value.trim() {
                inches if inches.ends_with("in") => inches.trim_end_matches("in").parse::<f32>().unwrap_or(0.0) * 72.0,
                points => points.trim_end_matches("pt").parse().unwrap_or(0.0),
            },
        )
    };
    length("width") * length("height")
}

/// Reads a form field's own state: a tick box or the chosen entry of a list. Its text is in the result.
fn form_field(xml: &mut Xml) -> String {
    let mut state = String::new();
    while let Some(tag) = xml.element() {
        match tag.key() {
            ("w", "checkBox") => {
                let mut ticked = false;
                while let Some(tag) = xml.element() {
                    if matches!(tag.key(), ("w", "default" | "checked")) {
                        ticked = tag.is_on();
                    }
                    xml.skip();
                }
                state.push(if ticked { '☒' } else { '☐' });
            }
            ("w", "ddList") => {
                let mut chosen = 0usize;
                let mut entries = Vec::new();
                while let Some(tag) = xml.element() {
                    match tag.key() {
                        ("w", "default" | "result") => chosen = tag.number("val").unwrap_or(chosen),
                        ("w", "listEntry") => entries.extend(tag.attr("val")),
                        _ => {}
                    }
                    xml.skip();
                }
                state.push_str(entries.get(chosen).map_or("", String::as_str));
            }
            ("w", "textInput") => xml.skip(),
            _ => state.push_str(&form_field(xml)),
        }
    }
    state
}
