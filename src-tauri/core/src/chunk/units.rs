//! The sentences of a document in order, each with its heading path: what passages are packed from.
//!
//! Text that is left out of passages is gone here, and text that stands outside the flow of the
//! body (footnotes, comments, boxes) is kept in areas of its own.

use super::headings::{Class, Heading, Position, RANK_ANNEX, RANK_PARAGRAPH, classify};
use super::lines::paragraphs;
use super::outline::Outline;
use super::titles::opens_contents;
use super::{cut, sentences};
use crate::extract::{Mark, MarkKind};
use crate::span::CodePoints;
use std::collections::BTreeSet;
use std::ops::Range;

/// One sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    /// Where it stands, in bytes.
    pub(super) range: Range<usize>,
    /// Its code points.
    pub(super) chars: usize,
    /// Index of its heading path in [`Units::paths`].
    pub(super) path: usize,
    /// Whether it is a heading and belongs to what follows.
    pub(super) heading: bool,
    /// Whether a clause begins here.
    pub(super) opens: bool,
}

/// The sentences of a document by areas; no passage runs from one area into another.
#[derive(Debug, Default)]
pub(super) struct Units {
    /// The areas in the order of the text.
    pub(super) areas: Vec<Vec<Unit>>,
    /// The heading paths that occur.
    pub(super) paths: Vec<Vec<String>>,
}

/// A stretch of text that is one thing.
#[derive(Debug, PartialEq, Eq)]
struct Area {
    range: Range<usize>,
    /// Outside the flow of the body.
    apart: bool,
}

fn is_apart(kind: MarkKind) -> bool {
    use MarkKind::{Annotation, Comment, Footnote, HiddenText, TextBox};
    matches!(kind, Footnote | Comment | Annotation | HiddenText | TextBox)
}

/// Cuts the text at its marks, leaving out what passages leave out.
fn areas(points: &CodePoints<'_>, marks: &[Mark]) -> Vec<Area> {
    let mut edges: Vec<(usize, bool, usize)> = Vec::new();
    for (index, mark) in marks.iter().enumerate() {
        let range = points.byte(mark.span.start)..points.byte(mark.span.end);
        if (is_apart(mark.kind) || mark.kind.is_left_out()) && !range.is_empty() {
            edges.push((range.start, true, index));
            edges.push((range.end, false, index));
        }
    }
    edges.sort_unstable();
    edges.push((points.text().len(), false, usize::MAX));
    let left_out = |index: &usize| marks.get(*index).is_some_and(|mark| mark.kind.is_left_out());
    let (mut hidden, mut open) = (0usize, BTreeSet::new());
    let mut out: Vec<Area> = Vec::new();
    let mut at = 0;
    for (edge, opens, index) in edges {
        if edge > at && hidden == 0 {
            out.push(Area { range: at..edge, apart: !open.is_empty() });
        }
        at = edge;
        match (left_out(&index), opens) {
            (true, true) => hidden += 1,
            (true, false) => hidden = hidden.saturating_sub(1),
            (false, true) => drop(open.insert(index)),
            (false, false) => drop(open.remove(&index)),
        }
    }
    out
}

/// Returns the sentences of `points`, by areas.
pub(super) fn units(points: &CodePoints<'_>, marks: &[Mark]) -> Units {
    let areas = areas(points, marks);
    let body_end = areas.iter().rfind(|area| !area.apart).map_or(0, |area| area.range.end);
    let mut walk = Walk::new(points, marks);
    for area in areas {
        if area.apart && area.range.start >= body_end {
            // What follows the whole body stands under none of its headings.
            walk.outline.clear();
        }
        walk.area(area);
    }
    walk.out
}

struct Walk<'a> {
    text: &'a str,
    /// Headings that the reader marked: where they stand, in bytes, and their level.
    marked: Vec<(Range<usize>, u8)>,
    outline: Outline,
    out: Units,
    /// Where the last line stood that begins as an annex does.
    annex: Option<usize>,
    /// In a table of contents, and for how many lines without a page number.
    contents: Option<u32>,
}

/// Bytes of text within which a second annex shows that both are lines of a list of annexes.
const ANNEX_LIST_BYTES: usize = 200;
/// Lines without a page number after which a table of contents is over.
const CONTENTS_LINES_WITHOUT_PAGE_MAX: u32 = 6;
/// A line longer than this, in bytes, is no line of a table of contents.
const CONTENTS_LINE_BYTES_MAX: usize = 400;

impl<'a> Walk<'a> {
    fn new(points: &CodePoints<'a>, marks: &[Mark]) -> Self {
        let mut marked: Vec<(Range<usize>, u8)> = Vec::new();
        for mark in marks {
            if let MarkKind::Heading(level) = mark.kind {
                marked.push((points.byte(mark.span.start)..points.byte(mark.span.end), level.max(1)));
            }
        }
        marked.sort_unstable_by_key(|(range, _)| range.start);
        let out = Units { areas: Vec::new(), paths: vec![Vec::new()] };
        Self { text: points.text(), marked, outline: Outline::default(), out, annex: None, contents: None }
    }

    fn area(&mut self, area: Area) {
        let mut units = Vec::new();
        for paragraph in paragraphs(self.text, area.range) {
            let line = cut(self.text, paragraph.range.clone());
            self.follow_contents(line);
            let mut found = Vec::new();
            sentences::split(self.text, paragraph.range, &mut |range| found.push(range));
            let count = found.len();
            for (index, range) in found.into_iter().enumerate() {
                let at = Position {
                    first: index == 0,
                    last: index + 1 == count,
                    whole: count == 1,
                    level: self.level(&range),
                    in_contents: self.contents.is_some(),
                    awaited: self.outline.waits(),
                };
                units.push(self.unit(range, at, area.apart));
            }
        }
        if !units.is_empty() {
            self.out.areas.push(units);
        }
    }

    fn unit(&mut self, range: Range<usize>, at: Position, apart: bool) -> Unit {
        let sentence = cut(self.text, range.clone());
        let class = if apart { Class::Text } else { classify(sentence, at) };
        let heading = matches!(class, Class::Heading(_));
        let mut opens = heading;
        match class {
            Class::Heading(found) if found.rank == RANK_ANNEX => self.annex(found, range.start),
            Class::Heading(found) => self.outline.push(found),
            Class::Labelled(found) => {
                opens = found.rank < RANK_PARAGRAPH;
                self.outline.push(found);
                self.outline.text(false);
            }
            Class::Closing => {
                opens = true;
                self.outline.clear();
            }
            Class::Unlabelled => self.outline.text(true),
            Class::Text => self.outline.text(false),
        }
        let chars = sentence.chars().count();
        Unit { range, chars, path: self.path(), heading, opens }
    }

    /// Takes the heading of an annex, unless it is a line of a list of annexes.
    fn annex(&mut self, heading: Heading, at: usize) {
        let listed = self.annex.is_some_and(|before| at - before < ANNEX_LIST_BYTES);
        self.annex = Some(at);
        if listed && heading.level.is_none() { self.outline.clear() } else { self.outline.push(heading) }
    }

    /// Keeps the current path once, however many sentences share it.
    fn path(&mut self) -> usize {
        let path = self.outline.path();
        if self.out.paths.last() != Some(&path) {
            self.out.paths.push(path);
        }
        self.out.paths.len() - 1
    }

    /// Returns the level that a mark gives the sentence, where most of it lies under that mark.
    fn level(&self, range: &Range<usize>) -> Option<u8> {
        let next = self.marked.partition_point(|(mark, _)| mark.start < range.end);
        let (mark, level) = self.marked.get(next.checked_sub(1)?)?;
        let shared = mark.end.min(range.end).saturating_sub(mark.start.max(range.start));
        (shared * 2 > range.len()).then_some(*level)
    }

    fn follow_contents(&mut self, line: &str) {
        if line.len() < 60 && opens_contents(line) {
            self.contents = Some(0);
        } else if let Some(without) = self.contents {
            let paged = line.ends_with(|c: char| c.is_ascii_digit() || matches!(c, 'i' | 'v' | 'x'));
            let without = if paged { 0 } else { without + 1 };
            let over = without > CONTENTS_LINES_WITHOUT_PAGE_MAX || line.len() > CONTENTS_LINE_BYTES_MAX && !paged;
            self.contents = (!over).then_some(without);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn marks_cut_the_text() {
        let points = CodePoints::new("body header box body note");
        let mark = |start, end, kind| Mark { span: Span::new(start, end), kind };
        let marks = [
            mark(5, 12, MarkKind::RunningHeader),
            mark(12, 15, MarkKind::TextBox),
            mark(21, 25, MarkKind::Footnote),
            mark(23, 25, MarkKind::RunningFooter),
        ];
        let found: Vec<(&str, bool)> =
            areas(&points, &marks).into_iter().map(|area| (cut(points.text(), area.range), area.apart)).collect();
        assert_eq!(found, [("body ", false), ("box", true), (" body ", false), ("no", true)]);
    }
}
