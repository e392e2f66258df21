//! What a PDF file says beside its pages: page labels, outline, title, dates, attached files, and how
//! many pages it has by its own account.
//!
//! Objects are looked up one by one through hayro, which has decrypted the file already; only Info and the
//! page count come from lopdf, whose count of the pages is made by other code than the one that draws them.

use super::tree::{self, Key, text_at};
use crate::config;
use crate::error::{Problem, ProblemCode};
use crate::extract::{Attachment, Meta};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, Stream};
use std::collections::{BTreeMap, BTreeSet};

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Structure {
    /// A label for each page; empty where the file sets none.
    pub(super) labels: Vec<String>,
    pub(super) meta: Meta,
    pub(super) attachments: Vec<Attachment>,
    pub(super) problems: Vec<Problem>,
    /// The number of pages as lopdf counts them, where it can.
    pub(super) page_count: Option<u32>,
}

/// Reads the structure of an opened file.
pub(super) fn read(pdf: &Pdf, password: Option<&str>) -> Structure {
    let mut found = Structure::default();
    account(pdf.data().as_ref(), password, &mut found);
    let Some(catalog) = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()) else { return found };
    let page_count = pdf.pages().len();
    if let Some(root) = catalog.get::<Dict<'_>>(&b"PageLabels"[..]) {
        found.labels = labels(&root, page_count);
    }
    if let Some(root) = catalog.get::<Dict<'_>>(&b"Outlines"[..]) {
        let targets = Targets::of(pdf, &catalog);
        found.meta.outline = outline(&root, &targets, &mut found.problems);
    }
    attachments(pdf, &catalog, &mut found);
    found
}

/// Takes Info and the page count as lopdf reads them.
fn account(bytes: &[u8], password: Option<&str>, found: &mut Structure) {
    let read = super::guard::quietly(|| match password {
        Some(password) => lopdf::Document::load_metadata_mem_with_password(bytes, password),
        None => lopdf::Document::load_metadata_mem(bytes),
    });
    let Ok(Ok(info)) = read else { return };
    let filled = |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    found.meta.title = filled(info.title);
    found.meta.author = filled(info.author);
    found.meta.created = info.creation_date.as_deref().and_then(iso_date);
    found.meta.modified = info.modification_date.as_deref().and_then(iso_date);
    found.page_count = (info.page_count > 0).then_some(info.page_count);
}

/// Returns whether lopdf finds the file encrypted with a password that is not the empty one.
pub(super) fn is_locked(bytes: &[u8]) -> bool {
    let read = super::guard::quietly(|| lopdf::Document::load_metadata_mem(bytes));
    matches!(read, Ok(Ok(info)) if info.encrypted && info.page_count == 0)
}

/// Returns the number of pages as lopdf counts them.
pub(super) fn count_pages(bytes: &[u8]) -> Option<u32> {
    let mut found = Structure::default();
    account(bytes, None, &mut found);
    found.page_count
}

/// Turns "D:20190307120000+01'00'" into "2019-03-07T12:00:00+01:00"; parts that are missing stay away.
fn iso_date(date: &str) -> Option<String> {
    let date = date.trim().trim_start_matches("D:");
    let end = date.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(date.len());
    let (digits, zone) = date.split_at_checked(end)?;
    let part = |from: usize, low: u32, high: u32| {
        let text = digits.get(from..from + 2)?;
        text.parse::<u32>().ok().filter(|number| (low..=high).contains(number)).map(|_| text)
    };
    let mut iso = digits.get(..4)?.to_owned();
    for (from, low, high, mark) in
        [(4, 1, 12, '-'), (6, 1, 31, '-'), (8, 0, 23, 'T'), (10, 0, 59, ':'), (12, 0, 60, ':')]
    {
        let Some(text) = part(from, low, high) else {
            // An hour without minutes is no ISO 8601 time.
            if from == 10 {
                iso.push_str(":00");
            }
            break;
        };
        iso.push(mark);
        iso.push_str(text);
    }
    if iso.contains('T') {
        let figures: Vec<&str> =
            zone.split(|letter: char| !letter.is_ascii_digit()).filter(|text| !text.is_empty()).collect();
        match (zone.chars().next(), figures.as_slice()) {
            (Some('Z'), _) => iso.push('Z'),
            (Some(sign @ ('+' | '-')), [hours, rest @ ..]) if hours.len() == 2 => {
                let minutes = rest.first().filter(|minutes| minutes.len() == 2).unwrap_or(&"00");
                iso.push_str(&format!("{sign}{hours}:{minutes}"));
            }
            _ => {}
        }
    }
    Some(iso)
}

/// Spells out the label of every page.
fn labels(root: &Dict<'_>, page_count: usize) -> Vec<String> {
    let mut ranges: BTreeMap<i32, (Option<String>, String, u32)> = BTreeMap::new();
    tree::walk(root, &mut |key, value| {
        if let (Key::Number(from), Object::Dict(range)) = (key, value) {
            let style = range.get::<Name<'_>>(&b"S"[..]).map(|name| name.as_str().to_owned());
            let prefix = text_at(&range, b"P").unwrap_or_default();
            let start = range.get::<i32>(&b"St"[..]).unwrap_or(1).max(1) as u32;
            ranges.insert(from, (style, prefix, start));
        }
    });
    if ranges.is_empty() {
        return Vec::new();
    }
    (0..page_count)
        .map(|page| {
            let range = ranges.range(..=page as i32).next_back();
            let Some((&from, (style, prefix, start))) = range else { return (page + 1).to_string() };
            let number = start.saturating_add((page as i32).saturating_sub(from).max(0) as u32);
            let figure = match style.as_deref() {
                Some("D") => number.to_string(),
                Some("R") => roman(number),
                Some("r") => roman(number).to_lowercase(),
                Some("A") => letters(number),
                Some("a") => letters(number).to_lowercase(),
                _ => String::new(),
            };
            format!("{prefix}{figure}")
        })
        .collect()
}

fn roman(mut number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number > 10_000 {
        return number.to_string();
    }
    let mut text = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            text.push_str(sign);
            number -= value;
        }
    }
    text
}

/// A to Z, then AA to ZZ: the letter repeated, as the standard has it.
fn letters(number: u32) -> String {
    let index = number.saturating_sub(1);
    let letter = char::from(b'A' + (index % 26) as u8);
    std::iter::repeat_n(letter, (index / 26 + 1).min(50) as usize).collect()
}

/// Where a bookmark may lead.
struct Targets<'a> {
    pages: BTreeMap<(u32, i32), u32>,
    named: BTreeMap<Vec<u8>, Object<'a>>,
}

impl<'a> Targets<'a> {
    fn of(pdf: &'a Pdf, catalog: &Dict<'a>) -> Self {
        let identity = |id: ObjectIdentifier| (id.obj_number, id.gen_number);
        let pages = pdf
            .pages()
            .iter()
            .enumerate()
            .filter_map(|(index, page)| Some((identity(page.raw().obj_id()?), index as u32)))
            .collect();
        let mut named = BTreeMap::new();
        if let Some(dests) = catalog.get::<Dict<'_>>(&b"Dests"[..]) {
            for name in dests.keys() {
                if let Some(target) = dests.get::<Object<'_>>(name.as_ref()) {
                    named.insert(name.as_ref().to_vec(), target);
                }
            }
        }
        if let Some(root) =
            catalog.get::<Dict<'_>>(&b"Names"[..]).and_then(|names| names.get::<Dict<'_>>(&b"Dests"[..]))
        {
            tree::walk(&root, &mut |key, target| {
                if let Key::Name(name) = key {
                    named.insert(name, target);
                }
            });
        }
        Self { pages, named }
    }

    fn page(&self, target: Option<Object<'a>>) -> Option<u32> {
        let mut target = target?;
        if let Object::Name(name) = &target {
            target = self.named.get(name.as_ref())?.clone();
        } else if let Object::String(name) = &target {
            target = self.named.get(name.as_bytes())?.clone();
        }
        if let Object::Dict(action) = &target {
            target = action.get::<Object<'_>>(&b"D"[..])?;
        }
        let Object::Array(place) = target else { return None };
        let first = place.raw_iter().next()?;
        let page = first.as_obj_ref()?;
        self.pages.get(&(page.obj_number, page.gen_number)).copied()
    }
}

fn outline<'a>(root: &Dict<'a>, targets: &Targets<'a>, problems: &mut Vec<Problem>) -> Vec<(u8, String, Option<u32>)> {
    let mut entries = Vec::new();
    let mut visited = BTreeSet::new();
    let mut stack: Vec<(u8, Dict<'a>)> =
        root.get::<Dict<'_>>(&b"First"[..]).map(|first| (1, first)).into_iter().collect();
    while let Some((level, entry)) = stack.pop() {
        if entry.obj_id().is_some_and(|id| !visited.insert((id.obj_number, id.gen_number))) {
            continue;
        }
        if entries.len() >= config::OUTLINE_ENTRIES_MAX {
            let message = format!("Only the first {} bookmarks were read.", config::OUTLINE_ENTRIES_MAX);
            problems.push(Problem::document(ProblemCode::LimitReached, message));
            break;
        }
        if let Some(title) = text_at(&entry, b"Title") {
            let action = || entry.get::<Dict<'_>>(&b"A"[..]).and_then(|action| action.get::<Object<'_>>(&b"D"[..]));
            let target = entry.get::<Object<'_>>(&b"Dest"[..]).or_else(action);
            let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
            entries.push((level, title, targets.page(target)));
        }
        if let Some(next) = entry.get::<Dict<'_>>(&b"Next"[..]) {
            stack.push((level, next));
        }
        if let Some(first) = entry.get::<Dict<'_>>(&b"First"[..]) {
            stack.push((level.saturating_add(1), first));
        }
    }
    entries
}

/// Gathers the files inside the file: embedded files, those of a portfolio, those pinned to a page.
fn attachments<'a>(pdf: &'a Pdf, catalog: &Dict<'a>, found: &mut Structure) {
    let mut specs: Vec<(Option<String>, Dict<'a>)> = Vec::new();
    if let Some(root) =
        catalog.get::<Dict<'_>>(&b"Names"[..]).and_then(|names| names.get::<Dict<'_>>(&b"EmbeddedFiles"[..]))
    {
        tree::walk(&root, &mut |key, value| {
            if let (Key::Name(name), Object::Dict(spec)) = (key, value) {
                specs.push((Some(tree::text(&name)), spec));
            }
        });
    }
    if let Some(associated) = catalog.get::<Array<'_>>(&b"AF"[..]) {
        specs.extend(associated.iter::<Dict<'_>>().map(|spec| (None, spec)));
    }
    for page in pdf.pages().iter() {
        let Some(annotations) = page.raw().get::<Array<'_>>(&b"Annots"[..]) else { continue };
        for annotation in annotations.iter::<Dict<'_>>() {
            if let Some(spec) = annotation.get::<Dict<'_>>(&b"FS"[..]) {
                specs.push((None, spec));
            }
        }
    }
    let mut seen = BTreeSet::new();
    let mut total = 0_u64;
    for (key, spec) in specs {
        let Some((stream, name)) = embedded(&spec, key) else { continue };
        let id = stream.obj_id();
        if !seen.insert((id.obj_number, id.gen_number)) {
            continue;
        }
        let room = found.attachments.len() < config::ATTACHMENTS_MAX && total < config::ATTACHMENT_BYTES_MAX;
        let bytes = if room {
            super::guard::quietly(|| stream.decoded().map(|data| data.into_owned()))
        } else {
            Ok(Ok(Vec::new()))
        };
        match bytes {
            Ok(Ok(bytes)) if room && total + bytes.len() as u64 <= config::ATTACHMENT_BYTES_MAX => {
                total += bytes.len() as u64;
                found.attachments.push(Attachment { name, bytes });
            }
            Ok(Ok(_)) => {
                let message = format!("The attached file \"{name}\" was passed over: too many or too large.");
                found.problems.push(Problem::document(ProblemCode::LimitReached, message));
            }
            _ => {
                let message = format!("The attached file \"{name}\" could not be unpacked.");
                found.problems.push(Problem::document(ProblemCode::PartlyRead, message));
            }
        }
    }
}

/// Returns the content and the bare name of a file specification.
fn embedded<'a>(spec: &Dict<'a>, key: Option<String>) -> Option<(Stream<'a>, String)> {
    let files = spec.get::<Dict<'_>>(&b"EF"[..])?;
    let stream = [&b"UF"[..], b"F", b"Unix", b"DOS", b"Mac"].iter().find_map(|kind| files.get::<Stream<'_>>(kind))?;
    let name = text_at(spec, b"UF").or_else(|| text_at(spec, b"F")).or(key).unwrap_or_default();
    let bare = name.rsplit(['/', '\\']).next().unwrap_or_default().trim();
    let bare: String = bare.chars().filter(|letter| !letter.is_control()).take(200).collect();
    Some((stream, if bare.is_empty() || bare == ".." || bare == "." { "attachment".to_owned() } else { bare }))
}

#[cfg(test)]
mod tests {
    use super::{iso_date, letters, roman};

    #[test]
    fn dates_become_iso_8601() {
        let check = |date: &str, expected: Option<&str>| assert_eq!(iso_date(date).as_deref(), expected);
        check("D:20190307120000+01'00'", Some("2019-03-07T12:00:00+01:00"));
        check("D:20190307120000Z", Some("2019-03-07T12:00:00Z"));
        check("D:20190307", Some("2019-03-07"));
        check("D:2019030712", Some("2019-03-07T12:00"));
        check("2019", Some("2019"));
        check("D:20190307120000-0530", Some("2019-03-07T12:00:00"));
        check("Thursday", None);
    }

    #[test]
    fn labels_are_spelled_as_the_standard_has_it() {
        assert_eq!(roman(1994), "MCMXCIV");
        assert_eq!(letters(1), "A");
        assert_eq!(letters(28), "BB");
    }
}
