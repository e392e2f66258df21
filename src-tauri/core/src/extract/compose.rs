//! Puts a word-processor document together from its flows: one text, and the pages that the
//! page-break marks of the body tell of.
//!
//! A file of this kind has no pages until it is laid out. Three marks tell of them all the same: that
//! the word processor noted where a page began when it last laid the file out, that the writer asked for a
//! new page, and that a paragraph or section starts on one. They often stand for the same page's beginning,
//! so they are counted together; page numbers found so are approximate.
//!
//! Not here: the file formats.

use super::flow::{Break, Flow, NoteKind, Pin};
use super::{Extracted, MarkKind, Page};
use crate::config;
use crate::span::{CodePoints, Span};
use std::collections::BTreeMap;

/// The size of the pages of a section and whether it begins on a new page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Section {
    /// Width in points.
    pub(super) width: f32,
    /// Height in points.
    pub(super) height: f32,
    /// Whether it goes on upon the page on which the section before it ends.
    pub(super) continuous: bool,
}

impl Default for Section {
    /// A4, 210 mm by 297 mm.
    fn default() -> Self {
        Self { width: 595.3, height: 841.9, continuous: false }
    }
}

/// A note and the name by which the body refers to it.
pub(super) struct Note {
    pub(super) kind: NoteKind,
    pub(super) id: String,
    pub(super) flow: Flow,
}

/// The flows of a document.
#[derive(Default)]
pub(super) struct Parts {
    /// The running text.
    pub(super) body: Flow,
    /// The sections in order; [`Pin::Section`] counts them.
    pub(super) sections: Vec<Section>,
    /// Notes and comments, in any order.
    pub(super) notes: Vec<Note>,
    /// Running headers and footers.
    pub(super) running: Vec<(MarkKind, Flow)>,
}

/// Sets the flows one after another: body, footnotes, endnotes and comments in the order of their
/// references, then each distinct header and footer once.
pub(super) fn compose(parts: Parts) -> Extracted {
    let Parts { mut body, sections, mut notes, running } = parts;
    body.end_line();
    let layout = lay_out(&body, &sections);
    let mut pages = layout.pages(body.len(), &sections);
    let mut all = body;

    let reference = |note: &Note| layout.references.get(&(note.kind, note.id.clone())).copied();
    notes.sort_by_key(|note| (note.kind, reference(note).map_or(usize::MAX, |(order, _)| order)));
    for note in notes {
        let page = reference(&note).map_or(0, |(_, page)| page);
        let mark = if note.kind == NoteKind::Comment { MarkKind::Comment } else { MarkKind::Footnote };
        let span = append_marked(&mut all, note.flow, mark);
        give(&mut pages, page, span);
    }
    let mut headers = Vec::new();
    let mut seen: Vec<(MarkKind, String)> = Vec::new();
    for (kind, flow) in running {
        let shown = (kind, flow.as_str().trim().to_owned());
        if seen.contains(&shown) {
            continue;
        }
        seen.push(shown);
        let span = append_marked(&mut all, flow, kind);
        if kind == MarkKind::RunningHeader && !span.is_empty() {
            headers.push(span);
        } else {
            give(&mut pages, 0, span);
        }
    }
    if let Some(first) = pages.first_mut() {
        first.spans.splice(0..0, headers);
    }
    let mut marks = all.marks;
    marks.sort_by_key(|mark| (mark.span.start, std::cmp::Reverse(mark.span.end)));
    Extracted { text: all.text.into_text(), pages, marks, deletions: all.deletions, ..Extracted::default() }
}

/// Appends a flow as lines of its own and names it; returns where it stands.
fn append_marked(all: &mut Flow, flow: Flow, kind: MarkKind) -> Span {
    if flow.is_blank() {
        return Span::new(all.len(), all.len());
    }
    let start = all.len();
    all.append(flow);
    all.mark(start, kind);
    all.end_line();
    Span::new(start, all.len())
}

/// Gives a span to a page, where there are pages and the span holds something.
fn give(pages: &mut [Page], page: usize, span: Span) {
    if let Some(page) = pages.get_mut(page)
        && !span.is_empty()
    {
        page.spans.push(span);
    }
}

/// What the pins of the body say.
#[derive(Debug, Default)]
struct Layout {
    /// Where each page starts and in which section; empty where the file tells of no pages.
    starts: Vec<(u32, usize)>,
    /// The order and page of each note's first reference.
    references: BTreeMap<(NoteKind, String), (usize, usize)>,
}

impl Layout {
    /// Makes the pages, each with its part of a body of `end` code points.
    fn pages(&self, end: u32, sections: &[Section]) -> Vec<Page> {
        let ends = self.starts.iter().skip(1).map(|(at, _)| *at).chain([end]);
        self.starts
            .iter()
            .zip(ends)
            .map(|(&(start, section), end)| {
                let size = sections.get(section).or(sections.last()).copied().unwrap_or_default();
                let span = Span::new(start, end);
                let spans = if span.is_empty() { Vec::new() } else { vec![span] };
                Page { spans, width: size.width, height: size.height, approximate: true, ..Page::default() }
            })
            .collect()
    }
}

/// Counts the pages and finds the references.
///
/// Where Word noted where pages began, all its pages are taken. Breaks that the writer asked for are
/// not enough by themselves when so much text stands between two of them that it cannot be one page.
fn lay_out(body: &Flow, sections: &[Section]) -> Layout {
    let points = CodePoints::new(body.as_str());
    let mut layout = Layout { starts: vec![(0, 0)], references: BTreeMap::new() };
    let mut section = 0usize;
    let mut rendered = false;
    for (at, pin) in &body.pins {
        let last = layout.starts.last().map_or(0, |(at, _)| *at);
        let blank = points.slice(Span::new(last, *at)).trim().is_empty();
        let page = layout.starts.len() - 1;
        let starts_page = match pin {
            Pin::Note(kind, id) => {
                let order = layout.references.len();
                layout.references.entry((*kind, id.clone())).or_insert((order, page));
                continue;
            }
            Pin::Section(ended) => {
                section = ended + 1;
                !blank && !sections.get(section).is_some_and(|section| section.continuous)
            }
            Pin::Break(Break::Explicit) => true,
            Pin::Break(Break::Before) => !blank,
            Pin::Break(Break::Rendered) => {
                rendered = true;
                !blank
            }
        };
        if starts_page && layout.starts.len() < config::PAGES_MAX as usize {
            // Pins of a paragraph that was moved may stand behind; pages only ever go on.
            layout.starts.push(((*at).max(last), section));
        } else if blank && let Some(start) = layout.starts.last_mut() {
            start.1 = section;
        }
    }
    let ends = layout.starts.iter().skip(1).map(|(at, _)| *at).chain([body.len()]);
    let longest = layout.starts.iter().zip(ends).map(|((start, _), end)| end - start).max().unwrap_or(0);
    if layout.starts.len() < 2 || (!rendered && longest > config::ASKED_PAGE_CHARS_MAX) {
        layout.starts.clear();
        layout.references.values_mut().for_each(|(_, page)| *page = 0);
    }
    layout
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a body from a sketch: `|` a break asked for, `/` one noted by Word, `^` a paragraph that
    /// starts on a new page, `*` the reference of the next footnote, `;` the end of a line.
    fn body(sketch: &str) -> Flow {
        let mut flow = Flow::default();
        let mut notes = 0;
        for letter in sketch.chars() {
            match letter {
                '|' => flow.pin(Pin::Break(Break::Explicit)),
                '/' => flow.pin(Pin::Break(Break::Rendered)),
                '^' => flow.pin(Pin::Break(Break::Before)),
                '*' => {
                    notes += 1;
                    flow.pin(Pin::Note(NoteKind::Footnote, notes.to_string()));
                }
                ';' => flow.end_line(),
                other => flow.push(&other.to_string()),
            }
        }
        flow
    }

    fn check_pages(sketch: &str, expected: &[&str]) {
        let found = compose(Parts { body: body(sketch), ..Parts::default() });
        let points = CodePoints::new(&found.text);
        let pages: Vec<String> =
            found.pages.iter().map(|page| page.spans.iter().map(|span| points.slice(*span)).collect()).collect();
        assert_eq!(pages, expected, "{sketch}");
    }

    #[test]
    fn marks_of_one_break_are_one_page() {
        check_pages("one;two;", &[]);
        check_pages("one;|two;", &["one\n", "two\n"]);
        check_pages("one|;/two;", &["one\n", "two\n"]);
        check_pages("one;|/two;/three;", &["one\n", "two\n", "three\n"]);
        check_pages("one;||two;", &["one\n", "", "two\n"]);
        check_pages("^one;^two;", &["one\n", "two\n"]);
        check_pages("one t/wo;|^three;", &["one t", "wo\n", "three\n"]);
    }

    #[test]
    fn breaks_too_far_apart_say_nothing() {
        let long = "x".repeat(config::ASKED_PAGE_CHARS_MAX as usize + 1);
        check_pages(&format!("a;|{long};"), &[]);
        assert_eq!(compose(Parts { body: body(&format!("a;/{long};")), ..Parts::default() }).pages.len(), 2);
    }

    #[test]
    fn every_code_point_has_one_page() {
        let note = |id: &str, text: &str| {
            let mut flow = Flow::default();
            flow.push(text);
            Note { kind: NoteKind::Footnote, id: id.to_owned(), flow }
        };
        let mut header = Flow::default();
        header.push("ñ header");
        let parts = Parts {
            body: body("one*;|two*;"),
            notes: vec![note("2", "second"), note("1", "first"), note("9", "lost")],
            running: vec![(MarkKind::RunningHeader, header)],
            ..Parts::default()
        };
        let found = compose(parts);
        assert_eq!(found.text, "one\ntwo\nfirst\nsecond\nlost\nñ header\n");
        let mut owners = vec![0; found.text.chars().count()];
        for span in found.pages.iter().flat_map(|page| &page.spans) {
            (span.start..span.end).for_each(|at| owners[at as usize] += 1);
        }
        assert!(owners.iter().all(|count| *count == 1), "{owners:?}");
        let points = CodePoints::new(&found.text);
        let read = |page: usize| -> String { found.pages[page].spans.iter().map(|span| points.slice(*span)).collect() };
        assert_eq!(read(0), "ñ header\none\nfirst\nlost\n");
        assert_eq!(read(1), "two\nsecond\n");
        assert_eq!(found.marks.len(), 4);
    }
}
