//! Reads one page: its content, its annotations and fields, and, where needed, its picture.

use super::device::{Collector, Ink, TooMuch};
use super::glyph::{Layer, Letters, Pen};
use super::guard::quietly;
use super::notes::{self, Note};
use super::words::{self, Word};
use super::{Findings, layout, scan};
use crate::error::{Problem, ProblemCode};
use crate::extract::MarkKind;
use crate::extract::assemble::{Line, LineWord, Role, Sheet};
use hayro::hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, RenderContent, TransformExt, interpret_page,
};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::Rect;

/// Fewer hidden letters than this on a page are an accident of typesetting.
const HIDDEN_LETTERS_MIN: usize = 8;

/// Reads a page into a sheet of lines.
pub(super) fn read<'a>(
    page: &'a Page<'a>,
    number: u32,
    cache: &InterpreterCache<'a>,
    reader: &mut scan::Reader<'_>,
    findings: &mut Findings,
) -> Sheet {
    let (width, height) = page.render_dimensions();
    let mut sheet = Sheet { width, height, ..Sheet::default() };
    let (notes, cut) = quietly(|| notes::read(page)).unwrap_or_default();
    if cut {
        let message = format!("Page {number} has too many annotations; the rest was passed over.");
        findings.problems.push(Problem::page(number, ProblemCode::LimitReached, message));
    }
    let mut ink = match quietly(|| collect(page, cache, !notes.is_empty())) {
        Ok(ink) => ink,
        Err(why) => {
            let (code, why) = match why.downcast_ref::<TooMuch>() {
                Some(TooMuch) => (ProblemCode::LimitReached, "it draws without end"),
                None => (ProblemCode::PageUnread, "it is damaged"),
            };
            findings.problems.push(Problem::page(number, code, format!("Page {number} could not be read: {why}.")));
            return sheet;
        }
    };
    fill_fields(&mut ink, &notes);
    let kind = |word: &Word, area: [f32; 4]| kind(word, area, &notes, &ink.pictures);
    sheet.lines = layout::order(words::build(&ink.glyphs), &ink.rules, &kind);
    keep_on_page(&mut sheet);
    let need = scan::need(&ink, &sheet);
    if need != scan::Need::Nothing {
        reader.read(page, number, need, &mut sheet, &mut findings.problems);
    }
    if hidden_letters(&sheet) >= HIDDEN_LETTERS_MIN {
        findings.hidden.insert(number);
    }
    findings.signatures.extend(notes.iter().filter_map(|note| note.signature.clone()));
    let asides = asides(&notes, &ink, &sheet);
    sheet.lines.extend(asides);
    sheet
}

/// Cuts boxes at the page's edges: the band of a line reaches further than its letters.
fn keep_on_page(sheet: &mut Sheet) {
    let (width, height) = (sheet.width, sheet.height);
    let cut = |[left, top, right, bottom]: [f32; 4]| {
        [left.clamp(0.0, width), top.clamp(0.0, height), right.clamp(0.0, width), bottom.clamp(0.0, height)]
    };
    for line in &mut sheet.lines {
        line.bounds = cut(line.bounds);
        for word in &mut line.words {
            word.bounds = cut(word.bounds);
        }
    }
}

fn collect<'a>(page: &Page<'a>, cache: &InterpreterCache<'a>, has_notes: bool) -> Ink {
    let (width, height) = page.render_dimensions();
    let mut collector = Collector::new(width, height);
    for (content, layer) in [(RenderContent::PAGE, Layer::Page), (RenderContent::ANNOTATIONS, Layer::Annotation)] {
        if layer == Layer::Annotation && !has_notes {
            break;
        }
        collector.layer = layer;
        let settings = InterpreterSettings { render_content: content, ..InterpreterSettings::default() };
        let transform = page.initial_transform(true).to_kurbo();
        let area = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let mut context = Context::new(transform, area, cache, page.xref(), settings);
        interpret_page(page, &mut context, &mut collector);
    }
    collector.finish()
}

/// Adds the values of fields that the file does not draw.
fn fill_fields(ink: &mut Ink, notes: &[Note]) {
    for note in notes.iter().filter(|note| note.is_field && note.text.is_some()) {
        let drawn = note.drawn
            && ink.glyphs.iter().any(|glyph| {
                glyph.layer == Layer::Annotation
                    && !matches!(glyph.letters, Letters::Space | Letters::None)
                    && contains(note.area, glyph.centre())
            });
        if !drawn {
            ink.glyphs.extend(notes::glyphs(note));
        }
    }
}

fn contains([left, top, right, bottom]: [f32; 4], [x, y]: [f32; 2]) -> bool {
    (left - 1.0..=right + 1.0).contains(&x) && (top - 1.0..=bottom + 1.0).contains(&y)
}

fn middle([left, top, right, bottom]: [f32; 4]) -> [f32; 2] {
    [(left + right) / 2.0, (top + bottom) / 2.0]
}

/// Says what a word is, where it is not plain text.
fn kind(word: &Word, area: [f32; 4], notes: &[Note], pictures: &[[f32; 4]]) -> Option<MarkKind> {
    let at = middle(area);
    if word.layer == Layer::Annotation {
        let is_field = notes.iter().any(|note| note.is_field && contains(note.area, at));
        return Some(if is_field { MarkKind::FormValue } else { MarkKind::Annotation });
    }
    // Under or over a picture, text that does not show is the text layer of a scan.
    let shows = word.pen == Pen::Seen || pictures.iter().any(|&picture| contains(picture, at));
    if shows { None } else { Some(MarkKind::HiddenText) }
}

fn hidden_letters(sheet: &Sheet) -> usize {
    let words = sheet.lines.iter().flat_map(|line| &line.words);
    words.filter(|word| word.mark == Some(MarkKind::HiddenText)).map(|word| word.text.chars().count()).sum()
}

/// Makes lines of the texts of annotations that do not stand on the page already.
fn asides(notes: &[Note], ink: &Ink, sheet: &Sheet) -> Vec<Line> {
    let mut lines = Vec::new();
    let squeeze = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
    let shown = || {
        let words = sheet.lines.iter().flat_map(|line| &line.words);
        words.map(|word| squeeze(&word.text)).collect::<String>()
    };
    let mut known: Option<String> = None;
    for note in notes.iter().filter(|note| !note.is_field) {
        let Some(text) = &note.text else { continue };
        let bare = squeeze(text);
        let inside = ink.glyphs.iter().any(|glyph| contains(note.area, glyph.centre()));
        if bare.is_empty() || (inside && known.get_or_insert_with(shown).contains(&bare)) {
            continue;
        }
        for row in text.split(['\r', '\n']) {
            let words: Vec<LineWord> = row
                .split_whitespace()
                .map(|word| LineWord {
                    text: word.to_owned(),
                    bounds: note.area,
                    cell: false,
                    mark: Some(MarkKind::Annotation),
                })
                .collect();
            if !words.is_empty() {
                lines.push(Line { words, bounds: note.area, ends: true, role: Role::Aside, ..Line::default() });
            }
        }
    }
    lines
}
