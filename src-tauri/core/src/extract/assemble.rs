//! From lines of words to a document's text, spans and marks.
//!
//! Readers of paged formats (PDF, scans, pictures) hand in one [`Sheet`] a page with its lines in
//! reading order; out comes the one text of the document with every word's place in it. Lines of a
//! paragraph are joined here and hyphenation at line ends is undone. What is not running text
//! follows the whole body, so that a sentence may run over a page's end.

use super::{Mark, MarkKind, Ocr, Page, TextBuilder, Word};
use crate::config;
use crate::error::{Problem, ProblemCode};
use crate::span::Span;

/// Characters that break a word at a line's end.
const HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{AD}'];

/// A word of a line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LineWord {
    /// The word, without white space.
    pub(crate) text: String,
    /// Left, top, right, bottom in points from the top left corner of the page.
    pub(crate) bounds: [f32; 4],
    /// Whether it begins a new cell of a table row.
    pub(crate) cell: bool,
    /// What it is, where it is not plain text.
    pub(crate) mark: Option<MarkKind>,
}

/// What a line is for the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Role {
    /// A header that runs over several pages.
    Header,
    /// Running text.
    #[default]
    Body,
    /// A footnote.
    Note,
    /// An annotation's text.
    Aside,
    /// A footer or page number.
    Footer,
}

/// A line of words as printed.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Line {
    /// Its words from left to right.
    pub(crate) words: Vec<LineWord>,
    /// Left, top, right, bottom in points.
    pub(crate) bounds: [f32; 4],
    /// The height of its letters' em in points.
    pub(crate) size: f32,
    /// Whether the paragraph or table row ends with it.
    pub(crate) ends: bool,
    /// Whether the cell of a table ends with it and another of the same row follows.
    pub(crate) cell_ends: bool,
    /// Its level as a heading.
    pub(crate) heading: Option<u8>,
    /// What it is for the page.
    pub(crate) role: Role,
}

impl Line {
    /// Returns its words joined by spaces.
    pub(crate) fn text(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        words.join(" ")
    }
}

/// A page of lines in reading order.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Sheet {
    /// Width as shown, in points.
    pub(crate) width: f32,
    /// Height as shown, in points.
    pub(crate) height: f32,
    /// The label set for the page.
    pub(crate) label: Option<String>,
    /// The lines.
    pub(crate) lines: Vec<Line>,
    /// How it was read by Tesseract.
    pub(crate) ocr: Option<Ocr>,
}

/// The text of a paged document.
#[derive(Debug, Default)]
pub(crate) struct Assembled {
    pub(crate) text: String,
    pub(crate) pages: Vec<Page>,
    pub(crate) words: Vec<Word>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) problems: Vec<Problem>,
}

/// Joins the sheets: the body of all pages, then page by page what is not running text.
pub(crate) fn assemble(sheets: Vec<Sheet>) -> Assembled {
    let mut writer = Writer::default();
    writer.body(&sheets);
    for (number, sheet) in sheets.iter().enumerate() {
        for role in [Role::Header, Role::Note, Role::Aside, Role::Footer] {
            writer.apart(number as u32, sheet, role);
        }
    }
    writer.finish(sheets)
}

/// How a line is joined to the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// The paragraph or row ends.
    LineEnd,
    /// A cell ends.
    Cell,
    /// A space stands for the line break.
    Space,
    /// The hyphen at the line's end falls away.
    Hyphen,
    /// The hyphen stays and nothing follows it.
    Tight,
}

#[derive(Default)]
struct Writer {
    text: TextBuilder,
    words: Vec<Word>,
    marks: Vec<Mark>,
    /// Where the text of a page and role begins.
    cuts: Vec<(u32, u32, Role)>,
    /// Where the last line of the text began.
    line_start: u32,
    full: bool,
}

impl Writer {
    /// Adds a mark, or lengthens the last one of its kind when it goes on after a space.
    fn mark(&mut self, span: Span, kind: MarkKind) {
        if span.is_empty() {
            return;
        }
        let line_start = self.line_start;
        let goes_on = |last: &Mark| last.kind == kind && last.span.end >= line_start && span.start <= last.span.end + 1;
        match self.marks.iter_mut().rev().take(2).find(|last| goes_on(last)) {
            Some(last) => last.span.end = last.span.end.max(span.end),
            None => self.marks.push(Mark { span, kind }),
        }
    }

    fn body(&mut self, sheets: &[Sheet]) {
        let mut lines = Vec::new();
        for (number, sheet) in sheets.iter().enumerate() {
            lines.extend(of_role(sheet, Role::Body).map(|line| (number as u32, line)));
        }
        self.flow(&lines);
    }

    fn apart(&mut self, number: u32, sheet: &Sheet, role: Role) {
        let lines: Vec<(u32, &Line)> = of_role(sheet, role).map(|line| (number, line)).collect();
        let start = self.text.len();
        self.flow(&lines);
        let kind = match role {
            Role::Header => MarkKind::RunningHeader,
            Role::Footer => MarkKind::RunningFooter,
            Role::Note => MarkKind::Footnote,
            Role::Aside | Role::Body => return,
        };
        self.mark(Span::new(start, self.text.len()), kind);
    }

    fn flow(&mut self, lines: &[(u32, &Line)]) {
        for (index, &(page, line)) in lines.iter().enumerate() {
            let joint = match lines.get(index + 1) {
                None => Joint::LineEnd,
                Some(&(next_page, next)) => joint(line, next, page == next_page),
            };
            self.line(page, line, joint);
        }
    }

    fn line(&mut self, page: u32, line: &Line, joint: Joint) {
        if self.text.len() >= config::TEXT_CHARS_MAX {
            self.full = true;
            return;
        }
        if self.cuts.last().is_none_or(|&(_, last, role)| (last, role) != (page, line.role)) {
            self.cuts.push((self.text.len(), page, line.role));
        }
        let start = self.text.len();
        for (index, word) in line.words.iter().enumerate() {
            if index > 0 {
                self.text.push(if word.cell { "\t" } else { " " });
            }
            let broken = joint == Joint::Hyphen && index + 1 == line.words.len();
            let shown = if broken { word.text.trim_end_matches(HYPHENS) } else { word.text.as_str() };
            let span = self.text.push(shown);
            self.words.push(Word { span, page, bounds: word.bounds });
            if let Some(kind) = word.mark {
                self.mark(span, kind);
            }
        }
        if let Some(level) = line.heading {
            self.mark(Span::new(start, self.text.len()), MarkKind::Heading(level));
        }
        match joint {
            Joint::LineEnd => {
                self.text.end_line();
                self.line_start = self.text.len();
            }
            Joint::Cell => drop(self.text.push("\t")),
            Joint::Space => drop(self.text.push(" ")),
            Joint::Hyphen | Joint::Tight => {}
        }
    }

    fn finish(self, sheets: Vec<Sheet>) -> Assembled {
        let mut parts: Vec<Vec<(Role, Span)>> = vec![Vec::new(); sheets.len()];
        let ends = self.cuts.iter().skip(1).map(|cut| cut.0).chain(std::iter::once(self.text.len()));
        for (&(start, page, role), end) in self.cuts.iter().zip(ends) {
            if let Some(parts) = parts.get_mut(page as usize) {
                parts.push((role, Span::new(start, end)));
            }
        }
        let pages = sheets.into_iter().zip(parts).map(|(sheet, mut parts)| {
            parts.sort();
            Page {
                label: sheet.label,
                spans: parts.into_iter().map(|(_, span)| span).filter(|span| !span.is_empty()).collect(),
                width: sheet.width,
                height: sheet.height,
                approximate: false,
                ocr: sheet.ocr,
            }
        });
        let mut marks = self.marks;
        marks.sort_by_key(|mark| (mark.span.start, mark.span.end));
        let mut problems = Vec::new();
        if self.full {
            let message = format!("Only the first {} characters of the document were read.", config::TEXT_CHARS_MAX);
            problems.push(Problem::document(ProblemCode::LimitReached, message));
        }
        Assembled { pages: pages.collect(), text: self.text.into_text(), words: self.words, marks, problems }
    }
}

fn of_role(sheet: &Sheet, role: Role) -> impl Iterator<Item = &Line> {
    sheet.lines.iter().filter(move |line| line.role == role && !line.words.is_empty())
}

/// Decides how `line` is joined to `next`, which stands on the same page or at the top of a later one.
fn joint(line: &Line, next: &Line, same_page: bool) -> Joint {
    let end = line.words.last().map_or("", |word| word.text.as_str());
    let begin = next.words.first().and_then(|word| word.text.chars().next());
    let lower = begin.is_some_and(char::is_lowercase);
    if same_page && line.cell_ends {
        return Joint::Cell;
    }
    let ends = if same_page { line.ends } else { line.heading.is_some() || !runs_on(line, next) };
    if ends {
        return Joint::LineEnd;
    }
    let mut letters = end.chars().rev();
    if letters.next().is_none_or(|last| !HYPHENS.contains(&last)) {
        return Joint::Space;
    }
    match letters.next() {
        Some(before) if before.is_alphabetic() && lower => Joint::Hyphen,
        Some(before) if before.is_alphanumeric() && begin.is_some_and(char::is_alphanumeric) => Joint::Tight,
        _ => Joint::Space,
    }
}

/// Returns whether a sentence goes on from the last line of a page or column to the first of the next.
pub(crate) fn runs_on(line: &Line, next: &Line) -> bool {
    let ended = line.words.last().is_none_or(|word| word.text.ends_with(['.', ':', ';', '!', '?']));
    let Some(first) = next.words.first() else { return false };
    let lower = first.text.chars().next().is_some_and(char::is_lowercase);
    let is_table = |line: &Line| line.cell_ends || line.words.iter().any(|word| word.cell);
    // "b)" begins with a small letter, but begins a list item.
    let is_marker = first.text.ends_with([')', '.']) && first.text.len() <= 4;
    !ended && lower && !is_marker && !is_table(line) && !is_table(next)
}
