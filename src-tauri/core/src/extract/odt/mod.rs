//! Reads OpenDocument text files (ODT, OTT) in one pass over their XML.
//!
//! In go a file's bytes; out comes one [`Extracted`]: the body with list and heading numbers, then notes,
//! comments, headers and footers; tracked changes as their final text with the deletions apart; pages only
//! where page-break marks tell of them, and then approximate. Everything is read as far as it can be, and
//! what could not is a [`Problem`].
//!
//! Not here: spreadsheets and charts set into the text, decryption, and any laying out.

mod body;
mod lists;
mod styles;
#[cfg(test)]
mod tests;

use super::compose::{self, Parts, Section};
use super::container::Container;
use super::flow::Flow;
use super::xml::{Node, Xml};
use super::{Attachment, Extracted, MarkKind, Meta, Options};
use crate::config;
use crate::error::{Problem, ProblemCode};
use body::Walker;
use std::collections::BTreeMap;
use styles::Styles;

/// Reads an OpenDocument text file.
pub fn extract(bytes: &[u8], _options: &Options) -> Extracted {
    let mut container = match Container::open(bytes) {
        Ok(container) => container,
        Err(problem) => return Extracted { problems: vec![problem], ..Extracted::default() },
    };
    if container.read("META-INF/manifest.xml", is_encrypted).unwrap_or(false) {
        let problem = Problem::document(
            ProblemCode::NeedsPassword,
            "The file is locked with a password. Open it in its word processor and save it without one.",
        );
        return Extracted { problems: vec![problem], ..Extracted::default() };
    }
    read(container)
}

fn read(mut container: Container) -> Extracted {
    let mut styles = Styles::default();
    container.read("styles.xml", |xml| styles.read(xml));
    container.read("content.xml", |xml| styles.read(xml));
    let formulas = formulas(&mut container);
    let mut walker = Walker::new(&styles, &formulas);
    let Some(body) = container.read("content.xml", |xml| walker.document(xml)) else {
        let mut problems = container.problems;
        problems.push(Problem::document(
            ProblemCode::Damaged,
            "The file is damaged: the part that holds the text of an OpenDocument file is missing or empty.",
        ));
        return Extracted { problems, ..Extracted::default() };
    };
    let notes = std::mem::take(&mut walker.notes);
    let running = container.read("styles.xml", |xml| running(&mut walker, xml)).unwrap_or_default();
    let sections = vec![styles.section().unwrap_or_else(Section::default)];
    let mut extracted = compose::compose(Parts { body, sections, notes, running });
    extracted.meta = container.read("meta.xml", meta).unwrap_or_default();
    for (part, name) in &walker.pictures {
        if extracted.attachments.len() < config::ATTACHMENTS_MAX
            && let Some(bytes) = container.part(part)
        {
            extracted.attachments.push(Attachment { name: name.clone(), bytes });
        }
    }
    let signed = container.has("META-INF/documentsignatures.xml");
    let mut problems = std::mem::take(&mut container.problems);
    // The text is read twice, for its styles and for its words, and is broken only once.
    problems.dedup();
    problems.extend(walker.changes.problem());
    if signed {
        problems.push(Problem::document(
            ProblemCode::Signed,
            "The file carries an electronic signature, which was not checked. Its word processor shows whether it is valid.",
        ));
    }
    if extracted.marks.iter().any(|mark| mark.kind == MarkKind::HiddenText) {
        problems.push(Problem::document(
            ProblemCode::HiddenText,
            "Part of the text is set as hidden and is not seen on the page; it was read and is marked.",
        ));
    }
    if walker.room == 0 {
        problems.push(Problem::document(
            ProblemCode::LimitReached,
            format!("The text is longer than {} characters; the rest was not read.", config::TEXT_CHARS_MAX),
        ));
    }
    extracted.problems = problems;
    extracted
}

/// Returns whether the manifest says that the text is encrypted.
fn is_encrypted(xml: &mut Xml) -> bool {
    xml.open_root();
    while let Some(tag) = xml.element() {
        if tag.key() != ("manifest", "file-entry") {
            xml.skip();
            continue;
        }
        let path = tag.attr("full-path").unwrap_or_default();
        let mut encrypted = false;
        while let Some(tag) = xml.element() {
            encrypted |= tag.key() == ("manifest", "encryption-data");
            xml.skip();
        }
        if encrypted && matches!(path.as_str(), "content.xml" | "encrypted-package") {
            return true;
        }
    }
    false
}

/// Reads the formulas that are parts of their own, by the folder they stand in.
fn formulas(container: &mut Container) -> BTreeMap<String, String> {
    let is_object = |name: &&str| name.ends_with("/content.xml");
    let parts: Vec<String> = container.names().filter(is_object).map(str::to_owned).collect();
    let mut found = BTreeMap::new();
    for part in parts {
        let formula = container.read(&part, |xml| match xml.root() {
            Some(root) if root.key() == ("math", "math") => formula(xml),
            _ => String::new(),
        });
        if let (Some(formula), Some((folder, _))) = (formula.filter(|text| !text.is_empty()), part.rsplit_once('/')) {
            found.insert(folder.to_owned(), formula);
        }
    }
    found
}

/// Reads the signs of a MathML formula; its annotation says the same in another language.
fn formula(xml: &mut Xml) -> String {
    let mut text = String::new();
    while let Some(node) = xml.child() {
        match node {
            Node::Text(part) => text.push_str(part.trim()),
            Node::Element(tag) if matches!(tag.key(), ("math", "annotation" | "annotation-xml")) => xml.skip(),
            Node::Element(_) => text.push_str(&formula(xml)),
        }
    }
    text
}

/// Reads the headers and footers of the page styles that are in use.
fn running(walker: &mut Walker, xml: &mut Xml) -> Vec<(MarkKind, Flow)> {
    let mut found = Vec::new();
    xml.open_root();
    while let Some(tag) = xml.element() {
        if tag.key() != ("office", "master-styles") {
            xml.skip();
            continue;
        }
        while let Some(tag) = xml.element() {
            let name = tag.attr("name").unwrap_or_default();
            if tag.key() != ("style", "master-page") || !walker.uses_master(&name) {
                xml.skip();
                continue;
            }
            while let Some(tag) = xml.element() {
                let kind = match tag.key() {
                    ("style", "header" | "header-left" | "header-first") => MarkKind::RunningHeader,
                    ("style", "footer" | "footer-left" | "footer-first") => MarkKind::RunningFooter,
                    _ => {
                        xml.skip();
                        continue;
                    }
                };
                found.push((kind, walker.story_aside(xml)));
            }
        }
    }
    found
}

/// Reads title, author and dates.
fn meta(xml: &mut Xml) -> Meta {
    let mut meta = Meta::default();
    xml.open_root();
    while let Some(tag) = xml.element() {
        if tag.key() != ("office", "meta") {
            xml.skip();
            continue;
        }
        while let Some(tag) = xml.element() {
            let value = Some(xml.text().trim().to_owned()).filter(|value| !value.is_empty());
            match tag.key() {
                ("dc", "title") => meta.title = value,
                ("meta", "initial-creator") => meta.author = value,
                ("dc", "creator") => meta.author = meta.author.or(value),
                ("meta", "creation-date") => meta.created = value,
                ("dc", "date") => meta.modified = value,
                _ => {}
            }
        }
    }
    meta
}
