//! List and heading numbers of OpenDocument files: what is printed before an item though it stands
//! nowhere in the text.

use super::super::number_words::{self, Wording};
use super::super::xml::Xml;
use std::collections::BTreeMap;

/// OpenDocument knows ten levels.
const LEVELS: usize = 10;

/// A list style: its levels by number, 0 the highest.
#[derive(Debug, Default)]
pub(super) struct ListStyle {
    levels: BTreeMap<usize, Level>,
}

#[derive(Debug)]
enum Level {
    Bullet(String),
    Number { format: &'static str, prefix: String, suffix: String, start: u32, shown: usize, pattern: Option<String> },
}

/// Reads the levels of `text:list-style` or `text:outline-style`.
pub(super) fn style(xml: &mut Xml) -> ListStyle {
    let mut style = ListStyle::default();
    while let Some(tag) = xml.element() {
        let index = tag.number::<usize>("level").unwrap_or(1).saturating_sub(1);
        let level = match tag.key() {
            ("text", "list-level-style-bullet") => Some(Level::Bullet(tag.attr("bullet-char").unwrap_or_default())),
            ("text", "list-level-style-number" | "outline-level-style") => Some(Level::Number {
                format: format(tag.attr("num-format").as_deref()),
                prefix: tag.attr("num-prefix").unwrap_or_default(),
                suffix: tag.attr("num-suffix").unwrap_or_default(),
                start: tag.number("start-value").unwrap_or(1),
                shown: tag.number("display-levels").unwrap_or(1),
                pattern: tag.attr("num-list-format"),
            }),
            _ => None,
        };
        if let Some(level) = level {
            style.levels.insert(index, level);
        }
        xml.skip();
    }
    style
}

/// Names a number format of OpenDocument by the name that [`number_words`] knows.
fn format(name: Option<&str>) -> &'static str {
    match name {
        Some("1") => "decimal",
        Some("a") => "lowerLetter",
        Some("A") => "upperLetter",
        Some("i") => "lowerRoman",
        Some("I") => "upperRoman",
        Some("01" | "01, 02, 03, ...") => "decimalZero",
        Some("1st") => "ordinal",
        Some("First") => "ordinalText",
        Some("One") => "cardinalText",
        None | Some("") => "none",
        Some(_) => "decimal",
    }
}

/// The last number at each level of each list.
#[derive(Debug, Default)]
pub(super) struct Counters {
    counted: BTreeMap<String, [Option<u32>; LEVELS]>,
}

impl Counters {
    /// Lets the list of a style begin anew.
    pub(super) fn restart(&mut self, style: &str) {
        self.counted.remove(style);
    }

    /// Counts one item of the list called `name` and returns what stands before it.
    pub(super) fn next(
        &mut self,
        name: &str,
        style: &ListStyle,
        level: usize,
        start: Option<u32>,
        spanish: bool,
    ) -> String {
        let level = level.min(LEVELS - 1);
        let start_of = |index: usize| match style.levels.get(&index) {
            Some(Level::Number { start, .. }) => *start,
            _ => 1,
        };
        let counted = self.counted.entry(name.to_owned()).or_default();
        let last = counted.get(level).copied().flatten();
        let number = start.unwrap_or_else(|| last.map_or_else(|| start_of(level), |last| last.saturating_add(1)));
        for (index, slot) in counted.iter_mut().enumerate().skip(level) {
            *slot = (index == level).then_some(number);
        }
        let numbers: Vec<u32> =
            counted.iter().enumerate().map(|(index, last)| last.unwrap_or_else(|| start_of(index))).collect();
        style.label(level, &numbers, spanish)
    }
}

impl ListStyle {
    fn label(&self, level: usize, numbers: &[u32], spanish: bool) -> String {
        let written = |index: usize, wording: Wording| match self.levels.get(&index) {
            Some(Level::Number { format, .. }) => {
                number_words::write(numbers.get(index).copied().unwrap_or(1), format, wording)
            }
            _ => String::new(),
        };
        let label = match self.levels.get(&level) {
            None => return String::new(),
            Some(Level::Bullet(sign)) => number_words::bullet(sign).to_owned(),
            // A level that is not numbered shows nothing, whatever stands around the number.
            Some(Level::Number { format: "none", prefix, suffix, .. })
                if prefix.is_empty() && suffix.trim().is_empty() =>
            {
                return String::new();
            }
            Some(Level::Number { pattern: Some(pattern), .. }) => {
                let wording = Wording::around(pattern, spanish, false);
                let mut parts = pattern.split('%');
                let mut label = parts.next().unwrap_or("").to_owned();
                // Between two signs of percent stands the number of a level.
                while let (Some(index), Some(text)) = (parts.next(), parts.next()) {
                    let index = index.parse::<usize>().unwrap_or(1).saturating_sub(1);
                    label.push_str(&written(index, wording));
                    label.push_str(text);
                }
                label
            }
            Some(Level::Number { prefix, suffix, shown, .. }) => {
                let wording = Wording::around(prefix, spanish, false);
                let first = (level + 1).saturating_sub((*shown).max(1));
                let numbers: Vec<String> =
                    (first..=level).map(|index| written(index, wording)).filter(|number| !number.is_empty()).collect();
                format!("{prefix}{}{suffix}", numbers.join("."))
            }
        };
        let label = label.trim();
        if label.is_empty() { String::new() } else { format!("{label} ") }
    }
}
