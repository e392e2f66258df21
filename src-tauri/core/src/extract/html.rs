//! Reads HTML: the text a person would see, block by block, with headings marked.
//!
//! Blocks become lines, rows of a data table become lines with tabs, numbers of ordered lists are
//! written out, since clauses are cited by them. Scripts, styles and what is hidden stay out. Nothing is
//! fetched: neither pictures nor style sheets nor frames. The walk over the tree is a loop, so
//! depth costs no stack.

mod numbering;

use self::numbering::{Numbering, list_start, write_number};
use super::{Extracted, Mark, MarkKind, TextBuilder, plain};
use crate::error::{Problem, ProblemCode};
use encoding_rs::Encoding;
use scraper::node::Element;
use scraper::{ElementRef, Html, Node};
use std::collections::HashMap;

/// Reads an HTML file.
pub fn extract(bytes: &[u8]) -> Extracted {
    let (source, bad) = plain::decode(bytes, declared_encoding(bytes));
    let mut extracted = extract_str(&source);
    if bad > 0 {
        extracted.problems.push(Problem::document(
            ProblemCode::PartlyRead,
            format!("{bad} characters of this page are damaged and stand as \u{FFFD}."),
        ));
    }
    extracted
}

/// Reads HTML that is decoded already.
pub(super) fn extract_str(source: &str) -> Extracted {
    let page = Html::parse_document(source.trim_start_matches('\u{FEFF}'));
    let mut walk = Walk::default();
    let mut extracted = Extracted::default();
    let mut skipped = 0usize;
    for edge in page.tree.root().traverse() {
        match edge {
            ego_tree::iter::Edge::Open(node) => match node.value() {
                Node::Element(element) if skipped > 0 || is_left_out(element) => {
                    if skipped == 0 {
                        read_head(element, node, &mut extracted);
                    }
                    skipped += 1;
                }
                Node::Element(element) => walk.open(element, node),
                Node::Text(text) if skipped == 0 => walk.text(text),
                _ => {}
            },
            ego_tree::iter::Edge::Close(node) => match node.value() {
                Node::Element(_) if skipped > 0 => skipped -= 1,
                Node::Element(element) => walk.close(element),
                _ => {}
            },
        }
    }
    walk.end_line();
    extracted.marks = walk.marks;
    extracted.text = walk.out.into_text();
    extracted.problems.extend(plain::cut(&mut extracted.text));
    extracted
}

/// Takes title and author from the head, which is otherwise left out with all it holds.
fn read_head(element: &Element, node: ego_tree::NodeRef<'_, Node>, extracted: &mut Extracted) {
    if element.name() != "head" {
        return;
    }
    for child in node.descendants().filter_map(ElementRef::wrap) {
        let of_author = child.attr("name").is_some_and(|name| name.eq_ignore_ascii_case("author"));
        let found = match child.value().name() {
            "title" => squeeze(&child.text().collect::<String>()),
            "meta" if of_author => squeeze(child.attr("content").unwrap_or_default()),
            _ => continue,
        };
        let place =
            if child.value().name() == "title" { &mut extracted.meta.title } else { &mut extracted.meta.author };
        if !found.is_empty() && place.is_none() {
            *place = Some(found);
        }
    }
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether an element and all it holds cannot be seen.
fn is_left_out(element: &Element) -> bool {
    const UNSEEN: [&str; 16] = [
        "head", "script", "style", "noscript", "template", "iframe", "object", "embed", "canvas", "audio", "video",
        "svg", "select", "datalist", "map", "noframes",
    ];
    if UNSEEN.contains(&element.name()) || element.attr("hidden").is_some() {
        return true;
    }
    element.attr("style").is_some_and(|style| {
        let style: String = style.chars().filter(|letter| !letter.is_whitespace()).collect::<String>().to_lowercase();
        ["display:none", "visibility:hidden", "mso-hide:all"].iter().any(|sign| style.contains(sign))
    })
}

fn is_block(name: &str) -> bool {
    const BLOCKS: [&str; 38] = [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "caption",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "ul",
    ];
    BLOCKS.contains(&name)
}

fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
        _ => None,
    }
}

/// The text as it grows, and what the walk stands in.
#[derive(Default)]
struct Walk {
    out: TextBuilder,
    marks: Vec<Mark>,
    /// White space was seen and not yet written.
    space: bool,
    /// How many `pre` are open.
    pre: usize,
    /// For each open table, whether it holds data (its rows are lines) or only arranges the page.
    tables: Vec<bool>,
    /// How many cells of data tables are open: blocks in them do not end the line.
    cells: usize,
    /// For each open list, the next number of an ordered one with its kind.
    lists: Vec<Option<(i64, Numbering)>>,
    /// Start and level of the heading that is open.
    heading: Option<(u32, u8)>,
    /// A cell is closed and another may follow on the same line.
    tab: bool,
    /// An item's number is written and its words stand next, whatever block they begin with.
    numbered: bool,
}

impl Walk {
    fn open(&mut self, element: &Element, node: ego_tree::NodeRef<'_, Node>) {
        let name = element.name();
        match name {
            "br" => {
                if self.cells > 0 {
                    self.space = true
                } else {
                    self.line_break()
                }
            }
            "table" => {
                self.block();
                self.tables.push(holds_data(node));
            }
            "td" | "th" if self.tables.last() == Some(&true) => {
                self.space = false;
                self.cells += 1;
            }
            "tr" | "td" | "th" => self.block(),
            _ if is_block(name) => self.block(),
            _ => {}
        }
        match name {
            "pre" => self.pre += 1,
            "ul" | "menu" => self.lists.push(None),
            "ol" => self.lists.push(Some(list_start(element))),
            "li" => self.number(element),
            _ => {}
        }
        if let Some(level) = heading_level(name) {
            self.heading = Some((self.out.len(), level));
        }
    }

    fn close(&mut self, element: &Element) {
        let name = element.name();
        self.numbered &= name != "li";
        if heading_level(name).is_some() {
            self.close_heading();
        }
        match name {
            "pre" => self.pre = self.pre.saturating_sub(1),
            "ul" | "menu" | "ol" => {
                self.lists.pop();
            }
            _ => {}
        }
        match name {
            "table" => {
                self.tables.pop();
                self.block();
            }
            "td" | "th" if self.tables.last() == Some(&true) => {
                self.cells = self.cells.saturating_sub(1);
                self.space = false;
                if self.cells == 0 {
                    self.write_tab();
                    self.tab = true;
                }
            }
            "tr" => {
                self.tab = false;
                self.block();
            }
            "td" | "th" => self.block(),
            _ if is_block(name) => self.block(),
            _ => {}
        }
    }

    /// Writes the tab owed between two cells of a row.
    fn write_tab(&mut self) {
        if self.tab {
            self.out.push("\t");
            self.tab = false;
        }
    }

    fn text(&mut self, text: &str) {
        if self.pre > 0 && self.cells == 0 {
            self.out.push(text);
            return;
        }
        // Only the white space of HTML folds; a no-break space is a character like any other.
        let is_white = |letter: char| matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0C');
        for (number, word) in text.split(is_white).enumerate() {
            self.space |= number > 0;
            if word.is_empty() {
                continue;
            }
            self.write_tab();
            let at_start = self.out.as_str().ends_with(['\n', '\t']) || self.out.is_empty();
            if self.space && !at_start {
                self.out.push(" ");
            }
            self.space = false;
            self.numbered = false;
            self.out.push(word);
        }
    }

    /// Begins or ends a block: a new line, except inside a cell.
    fn block(&mut self) {
        if self.cells > 0 {
            self.space = true;
        } else if !self.numbered {
            self.end_line();
        }
    }

    fn line_break(&mut self) {
        self.space = false;
        if !self.out.is_empty() {
            self.out.push("\n");
        }
    }

    fn end_line(&mut self) {
        self.space = false;
        self.tab = false;
        self.out.end_line();
    }

    fn close_heading(&mut self) {
        let Some((start, level)) = self.heading.take() else { return };
        if self.out.len() > start {
            let span = crate::span::Span::new(start, self.out.len());
            self.marks.push(Mark { span, kind: MarkKind::Heading(level) });
        }
    }

    /// Writes the number of an item of an ordered list.
    fn number(&mut self, element: &Element) {
        let Some(Some((next, numbering))) = self.lists.last_mut() else { return };
        if let Some(value) = element.attr("value").and_then(|value| value.trim().parse().ok()) {
            *next = value;
        }
        let written = write_number(*next, *numbering);
        *next = next.saturating_add(1);
        self.text(&format!("{written}. "));
        self.numbered = true;
    }
}

/// Returns whether a table's rows are rows of data: it has a row of two cells or more, and no table
/// stands in it.
fn holds_data(table: ego_tree::NodeRef<'_, Node>) -> bool {
    let mut cells: HashMap<ego_tree::NodeId, usize> = HashMap::new();
    for node in table.descendants().skip(1) {
        match (node.value(), node.parent()) {
            (Node::Element(element), _) if element.name() == "table" => return false,
            (Node::Element(element), Some(row)) if matches!(element.name(), "td" | "th") => {
                *cells.entry(row.id()).or_default() += 1;
            }
            _ => {}
        }
    }
    cells.values().any(|&count| count > 1)
}

/// Returns the encoding that the page's own `meta` names, looked for where browsers look.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(1024)).unwrap_or(bytes)).to_lowercase();
    let (_, after) = head.split_once("charset")?;
    let label = after.trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']);
    let end = label.find(|letter: char| !(letter.is_ascii_alphanumeric() || "-_:.".contains(letter)));
    Encoding::for_label(label.get(..end.unwrap_or(label.len()))?.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::CodePoints;

    #[test]
    fn what_is_seen_is_read() {
        let cases = [
            ("<p>Uno  dos\n tres</p><p>cua<b>tro</b></p>", "Uno dos tres\ncuatro\n"),
            ("a<br>b<div>c</div>d", "a\nb\nc\nd\n"),
            ("<p>a <script>no()</script><style>p{}</style><span style='display: none'>no</span>b", "a b\n"),
            ("<div hidden><p>no</div>sí<template>no</template>", "sí\n"),
            ("<table><tr><th>A<th>B<tr><td><p>1</p><p>2</p><td>3</table>", "A\tB\n1 2\t3\n"),
            ("<table><tr><td><table><tr><td>x<td>y</table><td><p>p<p>q</table>", "x\ty\np\nq\n"),
            ("<table><tr><td><p>p<p>q</table>", "p\nq\n"),
            (
                "<ol start=3><li>c<li value=7>g<ol type=a><li>x</ol><li>h</ol><ul><li>y</ul>",
                "3. c\n7. g\na. x\n8. h\ny\n",
            ),
            ("<ol><li><p>a<p>b<li><li>c</ol>", "1. a\nb\n2.\n3. c\n"),
            ("<ol type=I><li>a<li>b<li>c<li>d</ol>", "I. a\nII. b\nIII. c\nIV. d\n"),
            ("<pre>a\n  b</pre>c", "a\n  b\nc\n"),
            ("a&nbsp;&nbsp;b &amp; c", "a\u{A0}\u{A0}b & c\n"),
            ("", ""),
        ];
        for (source, expected) in cases {
            assert_eq!(extract_str(source).text, expected, "{source}");
        }
    }

    #[test]
    fn headings_and_head_are_kept() {
        let read = extract(
            b"<head><title> El\n t\xEDtulo </title><meta name=Author content='Ana'></head><h2>A <i>b</i></h2>c",
        );
        assert_eq!(read.meta.title.as_deref(), Some("El título"));
        assert_eq!(read.meta.author.as_deref(), Some("Ana"));
        assert_eq!(read.marks.len(), 1);
        assert_eq!(read.marks[0].kind, MarkKind::Heading(2));
        assert_eq!(CodePoints::new(&read.text).slice(read.marks[0].span), "A b");
    }

    #[test]
    fn the_declared_encoding_is_used() {
        let page = b"<meta http-equiv=Content-Type content=\"text/html; charset=windows-1251\"><p>\xC4\xE0</p>";
        assert_eq!(extract(page).text, "Да\n");
        assert_eq!(extract("<meta charset=latin1><p>ñ</p>".as_bytes()).text, "ñ\n");
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = format!("{}x", "<div>".repeat(20_000));
        assert_eq!(extract_str(&deep).text, "x\n");
    }
}
