//! The properties of paragraphs, runs and sections, as far as they bear on the text.
//!
//! In goes a reader whose open element is `w:pPr`, `w:rPr` or `w:sectPr`; out come the few switches that
//! matter here. Earlier properties kept by tracked changes (`w:pPrChange` and the like) are passed over.

use super::super::changes::Change;
use super::super::compose::Section;
use super::super::xml::{Tag, Xml};

/// Reads the attributes of `w:ins`, `w:del` and their kin.
pub(super) fn change(tag: &Tag) -> Change {
    let filled = |name| tag.attr(name).filter(|value| !value.trim().is_empty());
    Change { author: filled("author"), date: filled("date") }
}

/// What a paragraph, a paragraph style or a numbering level sets.
#[derive(Debug, Clone, Default)]
pub(super) struct ParagraphProps {
    /// The identifier of the paragraph's style.
    pub(super) style: Option<String>,
    /// The list it belongs to; 0 takes it out of any.
    pub(super) list: Option<u32>,
    /// The level in that list, 0 the highest.
    pub(super) level: Option<usize>,
    /// The outline level, 0 the highest, 9 for body text.
    pub(super) outline: Option<u8>,
    /// Whether it starts on a new page.
    pub(super) break_before: Option<bool>,
    /// The deletion of its paragraph mark, which joins it to the next paragraph.
    pub(super) mark_deleted: Option<Change>,
    /// The insertion of its paragraph mark.
    pub(super) mark_inserted: Option<Change>,
    /// The section that ends with it.
    pub(super) section: Option<SectionProps>,
}

/// What a run, a character style or a numbering level sets for its characters.
#[derive(Debug, Clone, Default)]
pub(super) struct RunProps {
    /// The identifier of the character style.
    pub(super) style: Option<String>,
    /// Whether the text is hidden.
    pub(super) hidden: Option<bool>,
    /// Whether letters are shown as capitals.
    pub(super) capitals: bool,
    /// The typeface, which decides what a symbol's code means.
    pub(super) font: Option<String>,
}

/// A section and the parts that run over its pages.
#[derive(Debug, Clone, Default)]
pub(super) struct SectionProps {
    /// Its pages.
    pub(super) section: Section,
    /// Relationships of its headers.
    pub(super) headers: Vec<String>,
    /// Relationships of its footers.
    pub(super) footers: Vec<String>,
}

/// Reads `w:pPr`.
pub(super) fn paragraph(xml: &mut Xml) -> ParagraphProps {
    let mut props = ParagraphProps::default();
    while let Some(tag) = xml.element() {
        match tag.key() {
            ("w", "pStyle") => props.style = tag.attr("val"),
            ("w", "outlineLvl") => props.outline = tag.number("val"),
            ("w", "pageBreakBefore") => props.break_before = Some(tag.is_on()),
            ("w", "numPr") => {
                while let Some(tag) = xml.element() {
                    match tag.key() {
                        // Some writers put a negative number for "none".
                        ("w", "numId") => {
                            props.list = tag.number::<i64>("val").map(|id| u32::try_from(id).unwrap_or(0))
                        }
                        ("w", "ilvl") => props.level = tag.number("val"),
                        _ => {}
                    }
                    xml.skip();
                }
                continue;
            }
            ("w", "rPr") => {
                while let Some(tag) = xml.element() {
                    match tag.key() {
                        ("w", "del" | "moveFrom") => props.mark_deleted = Some(change(&tag)),
                        ("w", "ins" | "moveTo") => props.mark_inserted = Some(change(&tag)),
                        _ => {}
                    }
                    xml.skip();
                }
                continue;
            }
            ("w", "sectPr") => {
                props.section = Some(section(xml));
                continue;
            }
            _ => {}
        }
        xml.skip();
    }
    props
}

/// Reads `w:rPr`.
pub(super) fn run(xml: &mut Xml) -> RunProps {
    let mut props = RunProps::default();
    while let Some(tag) = xml.element() {
        match tag.key() {
            ("w", "rStyle") => props.style = tag.attr("val"),
            ("w", "vanish") => props.hidden = Some(tag.is_on()),
            ("w", "caps") => props.capitals = tag.is_on(),
            ("w", "rFonts") => props.font = tag.attr("ascii").or_else(|| tag.attr("hAnsi")),
            // Half points: nobody reads half a point.
            ("w", "sz") if tag.number::<u32>("val").is_some_and(|size| size <= 1) => props.hidden = Some(true),
            _ => {}
        }
        xml.skip();
    }
    props
}

/// Reads `w:sectPr`. Lengths are in twentieths of a point.
pub(super) fn section(xml: &mut Xml) -> SectionProps {
    let mut props = SectionProps::default();
    while let Some(tag) = xml.element() {
        match tag.key() {
            ("w", "pgSz") => {
                let points = |name| {
                    tag.number::<f32>(name)
                        .map(|length| length / 20.0)
                        .filter(|length| (1.0..20_000.0).contains(length))
                };
                props.section.width = points("w").unwrap_or(props.section.width);
                props.section.height = points("h").unwrap_or(props.section.height);
            }
            ("w", "type") => {
                props.section.continuous = matches!(tag.attr("val").as_deref(), Some("continuous" | "nextColumn"));
            }
            ("w", "headerReference") => props.headers.extend(tag.attr("id")),
            ("w", "footerReference") => props.footers.extend(tag.attr("id")),
            _ => {}
        }
        xml.skip();
    }
    props
}
