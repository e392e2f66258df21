//! The styles of an OpenDocument file, as far as they bear on the text: headings, page breaks, hidden
//! text, lists, and the size of the page.
//!
//! In go `styles.xml` and then the automatic styles of `content.xml`.

use super::super::compose::Section;
use super::super::xml::Xml;
use super::lists::{self, ListStyle};
use std::collections::BTreeMap;

/// How long a chain of parent styles is followed; a longer one runs in a circle.
const CHAIN_MAX: usize = 32;

/// All styles by family and name.
#[derive(Debug, Default)]
pub(super) struct Styles {
    styles: BTreeMap<(String, String), Style>,
    pub(super) lists: BTreeMap<String, ListStyle>,
    /// The numbering of headings.
    pub(super) outline: ListStyle,
    layouts: BTreeMap<String, Section>,
    /// Page styles in order: name and layout.
    masters: Vec<(String, String)>,
}

#[derive(Debug, Default)]
struct Style {
    parent: Option<String>,
    list: Option<String>,
    outline: Option<u8>,
    master: Option<String>,
    breaks: Breaks,
    hidden: Option<bool>,
}

/// Where a paragraph style breaks the page.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Breaks {
    pub(super) before: Option<bool>,
    pub(super) after: Option<bool>,
}

impl Styles {
    /// Reads the style elements of one part.
    pub(super) fn read(&mut self, xml: &mut Xml) {
        xml.open_root();
        while let Some(tag) = xml.element() {
            match tag.key() {
                ("office", "styles" | "automatic-styles" | "master-styles") => self.read_group(xml),
                _ => xml.skip(),
            }
        }
    }

    fn read_group(&mut self, xml: &mut Xml) {
        while let Some(tag) = xml.element() {
            let name = tag.attr("name").unwrap_or_default();
            match tag.key() {
                ("style", "style") => {
                    let family = tag.attr("family").unwrap_or_default();
                    let mut style = Style {
                        parent: tag.attr("parent-style-name"),
                        list: tag.attr("list-style-name"),
                        outline: tag.number("default-outline-level"),
                        master: tag.attr("master-page-name").filter(|name| !name.is_empty()),
                        ..Style::default()
                    };
                    properties(xml, &mut style);
                    self.styles.insert((family, name), style);
                    continue;
                }
                ("text", "list-style") => {
                    self.lists.insert(name, lists::style(xml));
                    continue;
                }
                ("text", "outline-style") => {
                    self.outline = lists::style(xml);
                    continue;
                }
                ("style", "page-layout") => {
                    self.layouts.insert(name, layout(xml));
                    continue;
                }
                ("style", "master-page") => {
                    self.masters.push((name, tag.attr("page-layout-name").unwrap_or_default()));
                }
                _ => {}
            }
            xml.skip();
        }
    }

    /// Returns the outline level that a paragraph style means, 1 the highest.
    pub(super) fn heading(&self, name: Option<&str>) -> Option<u8> {
        if name == Some("Title") {
            return Some(1);
        }
        self.chain("paragraph", name).find_map(|style| style.outline).filter(|level| *level > 0)
    }

    /// Returns the list style that a paragraph style sets; an empty name takes it out of any.
    pub(super) fn list(&self, name: Option<&str>) -> Option<&str> {
        self.chain("paragraph", name).find_map(|style| style.list.as_deref())
    }

    /// Returns where a paragraph or table style breaks the page. A change of the page style breaks it too.
    pub(super) fn breaks(&self, family: &str, name: Option<&str>) -> (bool, bool) {
        let before = self.chain(family, name).find_map(|style| style.breaks.before).unwrap_or(false);
        let after = self.chain(family, name).find_map(|style| style.breaks.after).unwrap_or(false);
        (before || self.master(family, name).is_some(), after)
    }

    /// Returns the page style that begins with a paragraph of this style.
    pub(super) fn master(&self, family: &str, name: Option<&str>) -> Option<&str> {
        // A page style is not inherited from a parent style.
        self.chain(family, name).next().and_then(|style| style.master.as_deref())
    }

    /// Returns whether a character style hides its text.
    pub(super) fn hidden(&self, name: Option<&str>) -> bool {
        self.chain("text", name).find_map(|style| style.hidden).unwrap_or(false)
    }

    /// Returns the page style of the first page.
    pub(super) fn first_master(&self) -> Option<&str> {
        self.masters.iter().find(|(name, _)| name == "Standard").or(self.masters.first()).map(|(name, _)| name.as_str())
    }

    /// Returns the size of the page.
    pub(super) fn section(&self) -> Option<Section> {
        let first = self.first_master()?;
        let (_, layout) = self.masters.iter().find(|(name, _)| name == first)?;
        self.layouts.get(layout).copied()
    }

    fn chain<'s>(&'s self, family: &str, name: Option<&str>) -> impl Iterator<Item = &'s Style> {
        let family = family.to_owned();
        let mut next = name.map(str::to_owned);
        std::iter::from_fn(move || {
            let style = self.styles.get(&(family.clone(), next.take()?))?;
            next = style.parent.clone();
            Some(style)
        })
        .take(CHAIN_MAX)
    }
}

fn properties(xml: &mut Xml, style: &mut Style) {
    while let Some(tag) = xml.element() {
        match tag.key() {
            ("style", "paragraph-properties" | "table-properties") => {
                let breaks = |name| tag.attr(name).map(|kind| kind == "page");
                style.breaks = Breaks { before: breaks("break-before"), after: breaks("break-after") };
            }
            ("style", "text-properties") => style.hidden = tag.attr("display").map(|display| display == "none"),
            _ => {}
        }
        xml.skip();
    }
}

fn layout(xml: &mut Xml) -> Section {
    let mut section = Section::default();
    while let Some(tag) = xml.element() {
        if tag.key() == ("style", "page-layout-properties") {
            let length = |name| tag.attr(name).and_then(|length| points(&length)).filter(|length| *length >= 1.0);
            section.width = length("page-width").unwrap_or(section.width);
            section.height = length("page-height").unwrap_or(section.height);
        }
        xml.skip();
    }
    section
}

/// Reads a length such as "21.001cm" in points.
pub(super) fn points(length: &str) -> Option<f32> {
    let unit = length.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.' || letter == '-');
    let number: f32 = length.strip_suffix(unit)?.parse().ok()?;
    let factor = match unit {
        "cm" => 72.0 / 2.54,
        "mm" => 72.0 / 25.4,
        "in" => 72.0,
        "pt" => 1.0,
        "pc" => 12.0,
        _ => return None,
    };
    Some(number * factor)
}
