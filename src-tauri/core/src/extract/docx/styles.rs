//! The styles of a Word file: which paragraphs are headings, numbered or hidden because of their style.
//!
//! In goes `word/styles.xml`; a style's settings include those of the styles that it is based on.

use super::super::xml::Xml;
use super::props::{self, ParagraphProps, RunProps};
use std::collections::BTreeMap;

/// How long a chain of styles based on one another is followed; a longer one runs in a circle.
const CHAIN_MAX: usize = 32;

/// All styles by their identifiers.
#[derive(Debug, Default)]
pub(super) struct Styles {
    styles: BTreeMap<String, Style>,
    /// The style of paragraphs that name none.
    default: Option<String>,
}

#[derive(Debug, Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    paragraph: ParagraphProps,
    run: RunProps,
}

/// The numbering that a style sets.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct StyleNumbering {
    /// The list.
    pub(super) list: u32,
    /// The level, where the style says it.
    pub(super) level: Option<usize>,
    /// The style that set the list, by which a list's level may name it.
    pub(super) style: String,
}

impl Styles {
    /// Reads `w:styles`.
    pub(super) fn read(xml: &mut Xml) -> Self {
        let mut all = Self::default();
        xml.open_root();
        while let Some(tag) = xml.element() {
            if tag.key() != ("w", "style") {
                xml.skip();
                continue;
            }
            let id = tag.attr("styleId").unwrap_or_default();
            let of_paragraphs = tag.attr("type").is_none_or(|kind| kind == "paragraph");
            if of_paragraphs && matches!(tag.attr("default").as_deref(), Some("1" | "true" | "on")) {
                all.default = Some(id.clone());
            }
            all.styles.insert(id, style(xml));
        }
        all
    }

    /// Returns the level of heading that a style means, 1 the highest.
    pub(super) fn heading(&self, id: Option<&str>) -> Option<u8> {
        for (id, style) in self.chain(id) {
            if let Some(outline) = style.paragraph.outline {
                return heading_of(outline);
            }
            if let Some(level) = heading_named(&style.name).or_else(|| heading_named(id)) {
                return Some(level);
            }
        }
        None
    }

    /// Returns the list that a style puts its paragraphs in.
    pub(super) fn numbering(&self, id: Option<&str>) -> Option<StyleNumbering> {
        let mut level = None;
        for (id, style) in self.chain(id) {
            level = level.or(style.paragraph.level);
            if let Some(list) = style.paragraph.list {
                return (list != 0).then(|| StyleNumbering { list, level, style: id.to_owned() });
            }
        }
        None
    }

    /// Returns whether a style starts its paragraphs on a new page.
    pub(super) fn break_before(&self, id: Option<&str>) -> bool {
        self.chain(id).find_map(|(_, style)| style.paragraph.break_before).unwrap_or(false)
    }

    /// Returns whether a character or paragraph style hides its text.
    pub(super) fn hidden(&self, id: Option<&str>) -> bool {
        id.is_some() && self.chain(id).find_map(|(_, style)| style.run.hidden).unwrap_or(false)
    }

    /// Walks from a style, or else the default one, to the styles it is based on.
    fn chain<'s>(&'s self, id: Option<&'s str>) -> impl Iterator<Item = (&'s str, &'s Style)> {
        let mut next = id.or(self.default.as_deref());
        std::iter::from_fn(move || {
            let id = next?;
            let style = self.styles.get(id)?;
            next = style.based_on.as_deref();
            Some((id, style))
        })
        .take(CHAIN_MAX)
    }
}

/// Reads one `w:style`.
fn style(xml: &mut Xml) -> Style {
    let mut style = Style::default();
    while let Some(tag) = xml.element() {
        match tag.key() {
            ("w", "name") => style.name = tag.attr("val").unwrap_or_default(),
            ("w", "basedOn") => style.based_on = tag.attr("val"),
            ("w", "pPr") => {
                style.paragraph = props::paragraph(xml);
                continue;
            }
            ("w", "rPr") => {
                style.run = props::run(xml);
                continue;
            }
            _ => {}
        }
        xml.skip();
    }
    style
}

/// Returns the level of heading of an outline level; 9 is body text.
pub(super) fn heading_of(outline: u8) -> Option<u8> {
    (outline < 9).then_some(outline + 1)
}

/// Knows a heading by the customary names of its style in English, Spanish, Catalan, Galician,
/// Portuguese, French, Italian and German, as name ("heading 2") or identifier ("Ttulo2").
fn heading_named(name: &str) -> Option<u8> {
    let name = name.trim().to_lowercase();
    if matches!(name.as_str(), "title" | "título" | "titulo" | "ttulo" | "puesto") {
        return Some(1);
    }
    let words = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let level: u8 = name.get(words.len()..)?.parse().ok()?;
    let known =
        ["heading", "título", "titulo", "ttulo", "títol", "ttol", "titre", "titolo", "überschrift", "berschrift"];
    (known.contains(&words.trim_end()) && (1..=9).contains(&level)).then_some(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_come_by_name_outline_or_base() {
        let source = "<w:styles xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\
            <w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/></w:style>\
            <w:style w:styleId=\"Ttulo2\"><w:name w:val=\"heading 2\"/><w:basedOn w:val=\"Normal\"/></w:style>\
            <w:style w:styleId=\"Clausula\"><w:name w:val=\"Cl\u{e1}usula\"/><w:basedOn w:val=\"Ttulo2\"/>\
              <w:pPr><w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"4\"/></w:numPr></w:pPr></w:style>\
            <w:style w:styleId=\"Sub\"><w:name w:val=\"Sub\"/><w:pPr><w:outlineLvl w:val=\"3\"/></w:pPr></w:style>\
            <w:style w:styleId=\"Plain\"><w:name w:val=\"Plain\"/><w:basedOn w:val=\"Ttulo2\"/><w:pPr><w:outlineLvl w:val=\"9\"/></w:pPr></w:style>\
            <w:style w:styleId=\"A\"><w:name w:val=\"A\"/><w:basedOn w:val=\"B\"/></w:style>\
            <w:style w:styleId=\"B\"><w:name w:val=\"B\"/><w:basedOn w:val=\"A\"/></w:style></w:styles>";
        let styles = Styles::read(&mut Xml::new(source));
        let check = |id: Option<&str>, level| assert_eq!(styles.heading(id), level, "{id:?}");
        check(None, None);
        check(Some("Ttulo2"), Some(2));
        check(Some("Clausula"), Some(2));
        check(Some("Sub"), Some(4));
        check(Some("Plain"), None);
        check(Some("A"), None);
        check(Some("Missing"), None);
        let numbering = styles.numbering(Some("Clausula")).unwrap();
        assert_eq!((numbering.list, numbering.level), (4, Some(1)));
    }
}
