//! What stands on a page beside its content stream: form fields, annotations, signatures.
//!
//! hayro draws the appearance of fields and annotations, so their words usually come with a place
//! already. Here are found the rectangles that say which words those are, the values of fields that have no
//! appearance, the texts of annotations that show only when opened, and signatures.

use super::glyph::{Glyph, Layer, Letters, Pen};
use super::tree::{text, text_at};
use crate::config;
use hayro::hayro_interpret::TransformExt;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Rect as Area, Stream};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::Rect;

/// Flags of an annotation that is not shown.
const HIDDEN: i32 = 1 << 1;
const NO_VIEW: i32 = 1 << 5;
/// How many parents a field may have.
const PARENTS_MAX: usize = 16;

/// A form field or annotation, with its rectangle in points of the page as shown.
#[derive(Debug)]
pub(super) struct Note {
    pub(super) area: [f32; 4],
    pub(super) is_field: bool,
    /// The field's value or the annotation's text.
    pub(super) text: Option<String>,
    /// Whether it has an appearance that hayro draws.
    pub(super) drawn: bool,
    /// Who signed and when, for a signature field that is filled.
    pub(super) signature: Option<String>,
}

/// Reads the fields and annotations of a page, at most [`config::ANNOTATIONS_MAX`]; the second value says
/// whether there are more.
pub(super) fn read(page: &Page<'_>) -> (Vec<Note>, bool) {
    let Some(annotations) = page.raw().get::<Array<'_>>(&b"Annots"[..]) else { return (Vec::new(), false) };
    let mut notes = Vec::new();
    let mut count = 0;
    for annotation in annotations.iter::<Dict<'_>>() {
        count += 1;
        if count > config::ANNOTATIONS_MAX {
            return (notes, true);
        }
        notes.extend(note(page, &annotation));
    }
    (notes, false)
}

fn note(page: &Page<'_>, annotation: &Dict<'_>) -> Option<Note> {
    let subtype = annotation.get::<Name<'_>>(&b"Subtype"[..])?;
    let subtype = subtype.as_str();
    let flags = annotation.get::<i32>(&b"F"[..]).unwrap_or(0);
    let area = annotation.get::<Area>(&b"Rect"[..])?;
    let area = Rect::new(area.x0, area.y0, area.x1, area.y1);
    let shown = page.initial_transform(true).to_kurbo().transform_rect_bbox(area);
    let (width, height) = page.render_dimensions();
    let cut = |side: f64, most: f32| (side as f32).clamp(0.0, most);
    let area = [cut(shown.x0, width), cut(shown.y0, height), cut(shown.x1, width), cut(shown.y1, height)];
    let is_field = subtype == "Widget";
    let kind = if is_field { inherited(annotation, b"FT") } else { None };
    let is_signature = matches!(&kind, Some(Object::Name(name)) if name.as_str() == "Sig");
    let signature = if is_signature { signature(annotation) } else { None };
    let hidden = flags & (HIDDEN | NO_VIEW) != 0;
    let text = match subtype {
        "Widget" if hidden => None,
        "Widget" => value(annotation, kind.as_ref()),
        // A link's text stands on the page; a popup's text is its parent's.
        "Link" | "Popup" => None,
        _ => text_at(annotation, b"Contents").filter(|text| !text.trim().is_empty()),
    };
    let appearance = annotation.get::<Dict<'_>>(&b"AP"[..]).and_then(|looks| looks.get::<Object<'_>>(&b"N"[..]));
    let drawn = !hidden && appearance.is_some();
    Some(Note { area, is_field, text, drawn, signature })
}

/// Looks up an entry that a field may have from its parents.
fn inherited<'a>(field: &Dict<'a>, key: &[u8]) -> Option<Object<'a>> {
    let mut field = field.clone();
    for _ in 0..PARENTS_MAX {
        if let Some(found) = field.get::<Object<'_>>(key) {
            return Some(found);
        }
        field = field.get::<Dict<'_>>(&b"Parent"[..])?;
    }
    None
}

/// Returns the value of a text or choice field. Buttons show theirs by their looks alone.
fn value(field: &Dict<'_>, kind: Option<&Object<'_>>) -> Option<String> {
    match kind {
        Some(Object::Name(name)) if matches!(name.as_str(), "Tx" | "Ch") => {}
        _ => return None,
    }
    let value = match inherited(field, b"V")? {
        Object::String(value) => text(value.as_bytes()),
        Object::Stream(value) => stream_text(&value)?,
        Object::Array(values) => {
            let texts: Vec<String> = values
                .iter::<Object<'_>>()
                .filter_map(|value| match value {
                    Object::String(value) => Some(text(value.as_bytes())),
                    _ => None,
                })
                .collect();
            texts.join(" ")
        }
        _ => return None,
    };
    Some(value).filter(|value| !value.trim().is_empty())
}

fn stream_text(value: &Stream<'_>) -> Option<String> {
    value.decoded_data().ok().map(|data| text(&data))
}

fn signature(field: &Dict<'_>) -> Option<String> {
    let Some(Object::Dict(signature)) = inherited(field, b"V") else { return None };
    let name = text_at(&signature, b"Name").unwrap_or_default();
    let date = text_at(&signature, b"M").unwrap_or_default();
    let day = date.trim_start_matches("D:");
    let day = match (day.get(..4), day.get(4..6), day.get(6..8)) {
        (Some(year), Some(month), Some(day)) => format!("{year}-{month}-{day}"),
        _ => String::new(),
    };
    let parts: Vec<String> = [name, day].into_iter().filter(|part| !part.trim().is_empty()).collect();
    Some(parts.join(", "))
}

/// Makes glyphs of a field's value that the file does not draw, set into the field's rectangle.
pub(super) fn glyphs(note: &Note) -> Vec<Glyph> {
    let Some(text) = &note.text else { return Vec::new() };
    let [left, top, right, bottom] = note.area;
    let lines: Vec<&str> = text.split(['\r', '\n']).filter(|line| !line.trim().is_empty()).collect();
    let (width, height) = ((right - left).max(1.0), (bottom - top).max(1.0));
    let leading = height / lines.len().max(1) as f32;
    let size = (leading * 0.8).clamp(1.5, 10.0);
    let mut glyphs = Vec::new();
    for (index, line) in lines.into_iter().enumerate() {
        let count = line.chars().count().max(1) as f32;
        let step = (width / count).min(size * 0.5);
        let baseline = top + leading * (index as f32 + 0.5) + 0.3 * size;
        for (place, letter) in line.chars().enumerate() {
            glyphs.push(Glyph {
                letters: Letters::of_char(letter),
                origin: [left + place as f32 * step, baseline],
                advance: [step, 0.0],
                direction: [1.0, 0.0],
                size: size.min(step * 2.0).max(1.5),
                upright: true,
                bold: false,
                pen: Pen::Seen,
                layer: Layer::Annotation,
            });
        }
    }
    glyphs
}
