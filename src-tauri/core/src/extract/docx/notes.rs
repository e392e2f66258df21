//! Reads what stands outside the body: footnotes, endnotes, comments, headers and footers, and the words
//! in diagrams and charts.
//!
//! In goes the text of one part; out come its stories.

use super::super::MarkKind;
use super::super::compose::Note;
use super::super::flow::{Flow, NoteKind, Pin};
use super::super::number_words::{self, Wording};
use super::super::xml::Xml;
use super::body::Walker;
use std::collections::BTreeMap;

/// Reads `word/footnotes.xml` or `word/endnotes.xml`; the lines that set notes apart are no notes. A note
/// that shows its number begins with it, counted in the order of the references in the body.
pub(super) fn notes(walker: &mut Walker, xml: &mut Xml, kind: NoteKind, body: &Flow) -> Vec<Note> {
    let mut stories = BTreeMap::new();
    xml.open_root();
    while let Some(tag) = xml.element() {
        let kept = tag.attr("type").is_none_or(|kind| kind == "normal");
        match (tag.key(), tag.attr("id")) {
            (("w", "footnote" | "endnote"), Some(id)) if kept => {
                walker.numbered_note = false;
                let flow = walker.story_aside(xml);
                stories.insert(id, (walker.numbered_note, flow));
            }
            _ => xml.skip(),
        }
    }
    let mut notes = Vec::new();
    let mut number = 0;
    let referred = body.pins.iter().filter_map(|(_, pin)| match pin {
        Pin::Note(of, id) if *of == kind => Some(id),
        _ => None,
    });
    for id in referred {
        let Some((numbered, story)) = stories.remove(id) else { continue };
        let mut flow = Flow::default();
        if numbered {
            number += 1;
            let format = if kind == NoteKind::Endnote { "lowerRoman" } else { "decimal" };
            flow.push(&number_words::write(number, format, Wording::default()));
            if !story.as_str().starts_with(char::is_whitespace) {
                flow.push(" ");
            }
        }
        if !story.is_blank() {
            flow.append(story);
            notes.push(Note { kind, id: id.clone(), flow });
        }
    }
    notes.extend(stories.into_iter().map(|(id, (_, flow))| Note { kind, id, flow }));
    notes
}

/// Reads `word/comments.xml`; each comment begins with its author's name.
pub(super) fn comments(walker: &mut Walker, xml: &mut Xml) -> Vec<Note> {
    let mut notes = Vec::new();
    xml.open_root();
    while let Some(tag) = xml.element() {
        let (("w", "comment"), Some(id)) = (tag.key(), tag.attr("id")) else {
            xml.skip();
            continue;
        };
        let author = tag.attr("author").filter(|author| !author.trim().is_empty());
        let story = walker.story_aside(xml);
        let mut flow = Flow::default();
        if let Some(author) = author
            && !story.is_blank()
        {
            flow.push(author.trim());
            flow.push(": ");
        }
        flow.append(story);
        notes.push(Note { kind: NoteKind::Comment, id, flow });
    }
    notes
}

/// Reads a header or footer.
pub(super) fn running(walker: &mut Walker, xml: &mut Xml) -> Flow {
    if xml.open_root() { walker.story_aside(xml) } else { Flow::default() }
}

/// Reads the words of a diagram or chart, a paragraph or label a line.
pub(super) fn drawing(walker: &mut Walker, xml: &mut Xml) -> Flow {
    let mut flow = Flow::default();
    if xml.open_root() {
        labels(walker, xml, &mut flow);
    }
    flow.mark(0, MarkKind::TextBox);
    flow
}

fn labels(walker: &mut Walker, xml: &mut Xml, out: &mut Flow) {
    while let Some(tag) = xml.element() {
        match tag.key() {
            ("a", "p") => {
                walker.inline(xml, out);
                out.end_line();
            }
            // The names of a chart's series and categories; its numbers are the spreadsheet's.
            ("c", "strCache") => {
                let text = cached(xml);
                // Each series of a chart names the categories again.
                if !out.as_str().lines().any(|line| line == text) {
                    walker.write(&text, out);
                    out.end_line();
                }
            }
            _ => labels(walker, xml, out),
        }
    }
}

fn cached(xml: &mut Xml) -> String {
    let mut all = String::new();
    while let Some(tag) = xml.element() {
        let part = if tag.key() == ("c", "v") { xml.text() } else { cached(xml) };
        if !part.is_empty() {
            if !all.is_empty() {
                all.push(' ');
            }
            all.push_str(&part);
        }
    }
    all
}
