//! Reads Markdown: the text stays verbatim, as the file has it, and headings are marked in it.
//!
//! What emphasis, links and tables look like is left in the text: a quote then stands in the file
//! word for word. There are no pages.

use super::{Extracted, Mark, MarkKind, plain};
use crate::span::{CodePoints, Span};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Reads a Markdown file. The first heading of level 1 becomes the title.
pub fn extract(bytes: &[u8]) -> Extracted {
    let mut extracted = plain::text_of(bytes);
    let points = CodePoints::new(&extracted.text);
    extracted.marks = headings(&points);
    let first = extracted.marks.iter().find(|mark| mark.kind == MarkKind::Heading(1));
    extracted.meta.title = first.map(|mark| points.slice(mark.span).trim().to_owned());
    extracted
}

/// Returns the headings as CommonMark finds them; a mark covers the words of the heading.
fn headings(points: &CodePoints<'_>) -> Vec<Mark> {
    let text = points.text();
    // A byte-order mark would hide a heading in the first line.
    let shift = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    // Without this option the lines of a front matter would be read as a heading.
    let parser = Parser::new_ext(text.get(shift..).unwrap_or(text), Options::ENABLE_YAML_STYLE_METADATA_BLOCKS);
    let mut marks = Vec::new();
    let mut open: Option<(u8, Option<(usize, usize)>)> = None;
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => open = Some((level as u8, None)),
            Event::End(TagEnd::Heading(_)) => {
                if let Some((level, Some((start, end)))) = open.take() {
                    let span = Span::new(points.point(start + shift), points.point(end + shift));
                    marks.push(Mark { span, kind: MarkKind::Heading(level) });
                }
            }
            _ => {
                if let Some((_, words)) = &mut open {
                    let start = words.map_or(range.start, |(start, _)| start.min(range.start));
                    let end = words.map_or(range.end, |(_, end)| end.max(range.end));
                    *words = Some((start, end));
                }
            }
        }
    }
    marks
}

/// Returns the headings of a text file that writes them with number signs; none unless there are two
/// or more, since a single such line is as likely a remark.
pub(super) fn hash_headings(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut at = 0u32;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches('\u{FEFF}');
        let words = bare.trim_start_matches('#');
        let level = bare.len() - words.len();
        let title = words.trim().trim_end_matches('#').trim_end();
        if (1..=6).contains(&level) && words.starts_with(' ') && !title.is_empty() {
            let before = line.len() - words.trim_start().len();
            let start = at + line.get(..before).map_or(0, |start| start.chars().count()) as u32;
            let span = Span::new(start, start + title.chars().count() as u32);
            marks.push(Mark { span, kind: MarkKind::Heading(level as u8) });
        }
        at += line.chars().count() as u32;
    }
    if marks.len() < 2 { Vec::new() } else { marks }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, marks: &[Mark]) -> Vec<(u8, String)> {
        let points = CodePoints::new(text);
        let level = |mark: &Mark| if let MarkKind::Heading(level) = mark.kind { level } else { 0 };
        marks.iter().map(|mark| (level(mark), points.slice(mark.span).to_owned())).collect()
    }

    #[test]
    fn headings_are_marked_and_the_text_is_verbatim() {
        let cases: &[(&str, &[(u8, &str)])] = &[
            ("# Año *nuevo* de `x` ##\n\ntexto\n", &[(1, "Año *nuevo* de `x`")]),
            ("\u{FEFF}# Uno\n", &[(1, "Uno")]),
            ("---\ntitle: no\n---\n\nUno\n===\n\nDos\n---\n", &[(1, "Uno"), (2, "Dos")]),
            ("ñ\n\n```\n# no\n```\n### [Tres](http://x)\n", &[(3, "[Tres](http://x)")]),
            ("####### siete\n#cerca\n# \n", &[]),
        ];
        for (text, expected) in cases {
            let read = extract(text.as_bytes());
            assert_eq!(read.text, *text);
            let expected: Vec<_> = expected.iter().map(|&(level, words)| (level, words.to_owned())).collect();
            assert_eq!(found(text, &read.marks), expected, "{text}");
        }
        assert_eq!(extract(b"# **Ley** 1\n").meta.title.as_deref(), Some("**Ley** 1"));
    }

    #[test]
    fn a_text_file_needs_two_number_signs() {
        let cases: &[(&str, &[(u8, &str)])] = &[
            ("## Título ñ\nx\n##### Art. 1. #\n", &[(2, "Título ñ"), (5, "Art. 1.")]),
            ("\u{FEFF}# A\n# B", &[(1, "A"), (1, "B")]),
            ("# only one\n", &[]),
            ("#a\n#b\n", &[]),
        ];
        for (text, expected) in cases {
            let expected: Vec<_> = expected.iter().map(|&(level, words)| (level, words.to_owned())).collect();
            assert_eq!(found(text, &hash_headings(text)), expected, "{text}");
        }
    }
}
