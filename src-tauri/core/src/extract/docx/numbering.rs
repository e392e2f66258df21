//! Automatic clause numbers: what Word prints before a paragraph though it stands nowhere in the text.
//!
//! In goes `word/numbering.xml` once, then the list and level of one numbered paragraph after another in
//! the order of the document; out comes the text before each: "7.2 ", "CLÁUSULA SÉPTIMA.- ", "a) ".
//! Paragraphs of lists that rest on the same definition are counted together, as Word does.
//!
//! Not here: which list a paragraph belongs to (`props`, `styles`).

use super::super::number_words::{self, Wording};
use super::super::xml::Xml;
use super::props;
use super::styles::{StyleNumbering, Styles};
use std::collections::{BTreeMap, BTreeSet};

/// Word knows nine levels.
const LEVELS: usize = 9;

/// All lists, and how far each has been counted.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    lists: BTreeMap<u32, List>,
    definitions: BTreeMap<u32, Definition>,
    /// The last number at each level, by definition.
    counted: BTreeMap<u32, [Option<u32>; LEVELS]>,
    /// The lists and levels whose own start has been taken.
    started: BTreeSet<(u32, usize)>,
}

/// `w:num`: a use of a definition, with its own changes.
#[derive(Debug, Default)]
struct List {
    definition: u32,
    starts: BTreeMap<usize, u32>,
    levels: BTreeMap<usize, Level>,
}

/// `w:abstractNum`.
#[derive(Debug, Default)]
struct Definition {
    levels: BTreeMap<usize, Level>,
    /// The style whose list holds the real definition.
    style_link: Option<String>,
}

#[derive(Debug, Clone)]
struct Level {
    start: u32,
    format: String,
    text: String,
    /// The level, counted from 1, after which this one starts again; 0 for never.
    restart: Option<usize>,
    in_digits: bool,
    suffix: &'static str,
    style: Option<String>,
    hidden: bool,
    capitals: bool,
}

impl Default for Level {
    fn default() -> Self {
        Self {
            start: 0,
            format: "decimal".to_owned(),
            text: String::new(),
            restart: None,
            in_digits: false,
            suffix: " ",
            style: None,
            hidden: false,
            capitals: false,
        }
    }
}

impl Numbering {
    /// Reads `w:numbering`.
    pub(super) fn read(xml: &mut Xml) -> Self {
        let mut all = Self::default();
        xml.open_root();
        while let Some(tag) = xml.element() {
            match tag.key() {
                ("w", "abstractNum") => {
                    let id = tag.number("abstractNumId").unwrap_or(0);
                    let definition = definition(xml);
                    all.definitions.insert(id, definition);
                }
                ("w", "num") => {
                    let id = tag.number("numId").unwrap_or(0);
                    let list = list(xml);
                    all.lists.insert(id, list);
                }
                _ => xml.skip(),
            }
        }
        all
    }

    /// Returns the level that a list keeps for paragraphs of a style.
    pub(super) fn level_of_style(
        &self,
        numbering: &StyleNumbering,
        style: Option<&str>,
        styles: &Styles,
    ) -> Option<usize> {
        let definition = self.definitions.get(&self.definition(numbering.list, styles)?)?;
        let named = |wanted: &str| {
            definition.levels.iter().find(|(_, level)| level.style.as_deref() == Some(wanted)).map(|(index, _)| *index)
        };
        style.and_then(named).or_else(|| named(&numbering.style))
    }

    /// Counts one paragraph and returns what stands before it; empty for a list that the file does not
    /// define.
    pub(super) fn next(&mut self, list_id: u32, level: usize, styles: &Styles, spanish: bool) -> String {
        let level = level.min(LEVELS - 1);
        let Some(definition_id) = self.definition(list_id, styles) else { return String::new() };
        let (Some(list), Some(definition)) = (self.lists.get(&list_id), self.definitions.get(&definition_id)) else {
            return String::new();
        };
        let at = |index: usize| list.levels.get(&index).or_else(|| definition.levels.get(&index));
        let Some(shown) = at(level) else { return String::new() };
        let start_of =
            |index: usize| list.starts.get(&index).copied().or_else(|| at(index).map(|level| level.start)).unwrap_or(1);

        let counted = self.counted.entry(definition_id).or_default();
        let own_start = list.starts.contains_key(&level) && self.started.insert((list_id, level));
        let number = match counted.get(level).copied().flatten() {
            Some(last) if !own_start => last.saturating_add(1),
            _ => start_of(level),
        };
        for (index, slot) in counted.iter_mut().enumerate() {
            if index == level {
                *slot = Some(number);
            } else if index > level {
                let restarts = at(index).and_then(|level| level.restart).is_none_or(|after| level < after);
                if restarts {
                    *slot = None;
                }
            }
        }
        if shown.hidden {
            return String::new();
        }
        let numbers: Vec<u32> =
            counted.iter().enumerate().map(|(index, last)| last.unwrap_or_else(|| start_of(index))).collect();
        let text = fill(shown, &numbers, |index| at(index).map_or("decimal", |level| level.format.as_str()), spanish);
        if text.is_empty() { text } else { text + shown.suffix }
    }

    /// Finds the definition of a list, through the style that it may be kept in.
    fn definition(&self, list: u32, styles: &Styles) -> Option<u32> {
        let id = self.lists.get(&list)?.definition;
        let Some(style) = self.definitions.get(&id).and_then(|definition| definition.style_link.as_deref()) else {
            return Some(id);
        };
        let linked = styles.numbering(Some(style)).and_then(|numbering| self.lists.get(&numbering.list));
        Some(linked.map_or(id, |list| list.definition))
    }
}

/// Puts the numbers into a level's pattern: "%1.%2" is the number of the first level, a point, and that
/// of the second.
fn fill<'a>(shown: &Level, numbers: &[u32], format_of: impl Fn(usize) -> &'a str, spanish: bool) -> String {
    if shown.format == "bullet" {
        return number_words::bullet(&shown.text).to_owned();
    }
    let wording = Wording::around(&shown.text, spanish, shown.capitals);
    let mut text = String::new();
    let mut letters = shown.text.chars().peekable();
    while let Some(letter) = letters.next() {
        let index = letters.peek().and_then(|next| next.to_digit(10)).and_then(|digit| (digit as usize).checked_sub(1));
        match (letter, index) {
            ('%', Some(index)) => {
                letters.next();
                let format = if shown.in_digits { "decimal" } else { format_of(index) };
                let number = numbers.get(index).copied().unwrap_or(1);
                text.push_str(&number_words::write(number, format, wording));
            }
            _ => text.push(letter),
        }
    }
    if shown.capitals { text.to_uppercase() } else { text }
}

/// Reads one `w:abstractNum`.
fn definition(xml: &mut Xml) -> Definition {
    let mut definition = Definition::default();
    while let Some(tag) = xml.element() {
        match tag.key() {
            ("w", "lvl") => {
                let index = tag.number("ilvl").unwrap_or(0);
                definition.levels.insert(index, level(xml));
                continue;
            }
            ("w", "numStyleLink") => definition.style_link = tag.attr("val"),
            _ => {}
        }
        xml.skip();
    }
    definition
}

/// Reads one `w:num`.
fn list(xml: &mut Xml) -> List {
    let mut list = List::default();
    while let Some(tag) = xml.element() {
        match tag.key() {
            ("w", "abstractNumId") => list.definition = tag.number("val").unwrap_or(0),
            ("w", "lvlOverride") => {
                let index = tag.number("ilvl").unwrap_or(0);
                while let Some(tag) = xml.element() {
                    match tag.key() {
                        ("w", "startOverride") => {
                            list.starts.insert(index, tag.number("val").unwrap_or(1));
                        }
                        ("w", "lvl") => {
                            list.levels.insert(index, level(xml));
                            continue;
                        }
                        _ => {}
                    }
                    xml.skip();
                }
                continue;
            }
            _ => {}
        }
        xml.skip();
    }
    list
}

/// Reads one `w:lvl`.
fn level(xml: &mut Xml) -> Level {
    let mut level = Level::default();
    read_level(xml, &mut level);
    level
}

fn read_level(xml: &mut Xml, level: &mut Level) {
    while let Some(tag) = xml.element() {
        match tag.key() {
            ("w", "start") => level.start = tag.number("val").unwrap_or(0),
            ("w", "numFmt") => level.format = format(tag.attr("val"), tag.attr("format")),
            ("w", "lvlText") => level.text = tag.attr("val").unwrap_or_default(),
            ("w", "lvlRestart") => level.restart = tag.number("val"),
            ("w", "isLgl") => level.in_digits = tag.is_on(),
            ("w", "pStyle") => level.style = tag.attr("val"),
            ("w", "suff") if tag.attr("val").as_deref() == Some("nothing") => level.suffix = "",
            ("w", "rPr") => {
                let run = props::run(xml);
                level.hidden = run.hidden.unwrap_or(false);
                level.capitals = run.capitals;
                continue;
            }
            // Formats that older versions do not know stand in a choice, plain ones in the fallback.
            ("mc", "AlternateContent") => {
                while let Some(tag) = xml.element() {
                    if tag.key() == ("mc", "Choice") { read_level(xml, level) } else { xml.skip() }
                }
                continue;
            }
            _ => {}
        }
        xml.skip();
    }
}

/// A format of the writer's own is given by its first numbers: "001, 002, 003, ...".
fn format(name: Option<String>, custom: Option<String>) -> String {
    match (name.as_deref(), custom) {
        (Some("custom"), Some(pattern)) if pattern.starts_with("01,") => "decimalZero".to_owned(),
        (Some(_), _) => name.unwrap_or_default(),
        (None, _) => "decimal".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const W: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";

    fn level_xml(index: usize, format: &str, text: &str, more: &str) -> String {
        format!(
            "<w:lvl w:ilvl=\"{index}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{format}\"/>{more}<w:lvlText w:val=\"{text}\"/></w:lvl>"
        )
    }

    /// Counts paragraphs given as (list, level) and compares what stands before each.
    fn check(levels: &str, lists: &str, paragraphs: &[(u32, usize)], expected: &[&str]) {
        let source = format!(
            "<w:numbering {W}><w:abstractNum w:abstractNumId=\"5\">{levels}</w:abstractNum>{lists}</w:numbering>"
        );
        let mut numbering = Numbering::read(&mut Xml::new(&source));
        let styles = Styles::default();
        let found: Vec<String> =
            paragraphs.iter().map(|(list, level)| numbering.next(*list, *level, &styles, true)).collect();
        assert_eq!(found, expected);
    }

    fn plain(id: u32) -> String {
        format!("<w:num w:numId=\"{id}\"><w:abstractNumId w:val=\"5\"/></w:num>")
    }

    #[test]
    fn levels_count_and_restart() {
        let levels = level_xml(0, "ordinalText", "CLÁUSULA %1.-", "")
            + &level_xml(1, "decimal", "%1.%2", "<w:isLgl/>")
            + &level_xml(2, "lowerLetter", "%3)", "");
        check(
            &levels,
            &plain(1),
            &[(1, 0), (1, 1), (1, 1), (1, 2), (1, 2), (1, 1), (1, 2), (1, 0), (1, 1), (9, 0)],
            &["CLÁUSULA PRIMERA.- ", "1.1 ", "1.2 ", "a) ", "b) ", "1.3 ", "a) ", "CLÁUSULA SEGUNDA.- ", "2.1 ", ""],
        );
    }

    #[test]
    fn a_list_may_start_anew_or_go_on() {
        let levels = level_xml(0, "upperRoman", "%1.", "<w:suff w:val=\"nothing\"/>");
        let again = "<w:num w:numId=\"2\"><w:abstractNumId w:val=\"5\"/><w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"4\"/></w:lvlOverride></w:num>";
        check(
            &levels,
            &(plain(1) + again + &plain(3)),
            &[(1, 0), (1, 0), (3, 0), (2, 0), (2, 0), (1, 0)],
            &["I.", "II.", "III.", "IV.", "V.", "VI."],
        );
    }

    #[test]
    fn a_level_may_never_restart_and_a_missing_one_counts_as_begun() {
        let levels = level_xml(0, "decimal", "%1.", "")
            + &level_xml(1, "decimal", "(%2)", "<w:lvlRestart w:val=\"0\"/>")
            + &level_xml(2, "decimal", "%1.%3", "");
        check(&levels, &plain(1), &[(1, 2), (1, 0), (1, 1), (1, 0), (1, 1)], &["1.1 ", "1. ", "(1) ", "2. ", "(2) "]);
    }

    #[test]
    fn bullets_are_shown_plainly() {
        let levels = level_xml(0, "bullet", "\u{f0b7}", "") + &level_xml(1, "bullet", "-", "");
        check(&levels, &plain(1), &[(1, 0), (1, 1)], &["\u{2022} ", "- "]);
    }
}
