//! Reads Word files (Office Open XML: DOCX, DOCM, DOTX) in one pass over their XML.
//!
//! In go a file's bytes; out comes one [`Extracted`]: the body with the clause numbers that Word prints but
//! does not store, then footnotes, endnotes, comments, headers and footers; tracked changes as their final
//! text with the deletions apart; pages only where page-break marks tell of them, and then approximate.
//! Everything is read as far as it can be, and what could not is a [`Problem`].
//!
//! Not here: legacy `.doc`, any laying out, and what is said of a file without words. No outside reader of DOCX is used: the one tried lost
//! footnotes, page-break marks and some content controls and could be made to crash (docs/decisions.md).

mod body;
mod inline;
mod notes;
mod numbering;
mod package;
mod props;
mod styles;
mod symbols;
#[cfg(test)]
mod tests;

use super::compose::{self, Parts};
use super::container::Container;
use super::flow::{Flow, NoteKind};
use super::number_words::Wording;
use super::xml::Xml;
use super::{Attachment, Extracted, MarkKind, Options, ole};
use crate::config;
use crate::error::{Problem, ProblemCode};
use body::Walker;
use numbering::Numbering;
use package::Relationship;
use std::collections::BTreeMap;
use styles::Styles;

/// Reads a Word file.
pub fn extract(bytes: &[u8], _options: &Options) -> Extracted {
    if let Some(kind) = ole::kind(bytes) {
        return failed(closed(kind));
    }
    match Container::open(bytes) {
        Ok(container) => read(container),
        Err(problem) => failed(problem),
    }
}

fn failed(problem: Problem) -> Extracted {
    Extracted { problems: vec![problem], ..Extracted::default() }
}

/// Makes the finding about a compound file that is named like a Word file.
fn closed(kind: ole::Kind) -> Problem {
    match kind {
        ole::Kind::Encrypted => Problem::document(
            ProblemCode::NeedsPassword,
            "The file is locked with a password. Open it in Word and save it without one (File, Info, Protect Document, Encrypt with Password).",
        ),
        ole::Kind::Word => Problem::document(
            ProblemCode::FormatNotRead,
            "The file is in Word's format of before 2007. Open it in Word and save it as .docx.",
        ),
        ole::Kind::Other => {
            Problem::document(ProblemCode::FormatNotRead, "The file is named like a Word file but is none.")
        }
    }
}

/// Reads an open package.
fn read(mut container: Container) -> Extracted {
    let root = package::relationships(&mut container, "");
    let main = package::target(&root, "officeDocument")
        .filter(|part| container.has(part))
        .unwrap_or_else(|| "word/document.xml".to_owned());
    let own = package::relationships(&mut container, &main);
    let place = |kind: &str| package::target(&own, kind).unwrap_or_else(|| format!("word/{kind}.xml"));

    let styles = container.read(&place("styles"), Styles::read).unwrap_or_default();
    let numbering = container.read(&place("numbering"), Numbering::read).unwrap_or_default();
    let mut walker = Walker::new(&styles, numbering);
    let body = container.read(&main, |xml| {
        walker.spanish = Wording::is_spanish(xml.source());
        body(&mut walker, xml)
    });
    let Some(mut body) = body.flatten() else {
        let mut problems = container.problems;
        problems.push(Problem::document(
            ProblemCode::Damaged,
            "The file is damaged: the part that holds a Word document's text is missing or empty.",
        ));
        return Extracted { problems, ..Extracted::default() };
    };
    let pictures = std::mem::take(&mut walker.pictures);
    let mut notes = Vec::new();
    for (kind, relation) in [(NoteKind::Footnote, "footnotes"), (NoteKind::Endnote, "endnotes")] {
        let read = container.read(&place(relation), |xml| notes::notes(&mut walker, xml, kind, &body));
        notes.extend(read.unwrap_or_default());
    }
    let comments = container.read(&place("comments"), |xml| notes::comments(&mut walker, xml));
    notes.extend(comments.unwrap_or_default());
    let running = running(&mut walker, &mut container, &own);
    drawings(&mut walker, &mut container, &mut body);

    let sections = walker.sections.iter().map(|section| section.section).collect();
    let mut extracted = compose::compose(Parts { body, sections, notes, running });
    let core = package::target(&root, "core-properties").unwrap_or_else(|| "docProps/core.xml".to_owned());
    extracted.meta = package::meta(&mut container, &core);
    let inside = walker.chunks.iter().chain(&pictures).filter_map(|id| own.get(id));
    let inside = inside.map(|relationship| relationship.target.clone()).collect();
    extracted.attachments = attachments(&mut container, inside);
    let signed =
        package::target(&root, "origin").is_some() || container.names().any(|name| name.starts_with("_xmlsignatures/"));
    let problems = findings(&extracted, &walker, signed);
    // What the container met comes first: it explains what follows.
    extracted.problems = container.problems.into_iter().chain(problems).collect();
    extracted
}

/// Reads `w:document`; `None` where that is something else.
fn body(walker: &mut Walker, xml: &mut Xml) -> Option<Flow> {
    xml.open_root();
    while let Some(tag) = xml.element() {
        if tag.key() == ("w", "body") {
            return Some(walker.story(xml));
        }
        xml.skip();
    }
    None
}

/// Reads the headers and footers that the sections name, each part once.
fn running(
    walker: &mut Walker,
    container: &mut Container,
    own: &BTreeMap<String, Relationship>,
) -> Vec<(MarkKind, Flow)> {
    let mut wanted: Vec<(MarkKind, String)> = Vec::new();
    for kind in [MarkKind::RunningHeader, MarkKind::RunningFooter] {
        for section in &walker.sections {
            let ids = if kind == MarkKind::RunningHeader { &section.headers } else { &section.footers };
            for relationship in ids.iter().filter_map(|id| own.get(id)) {
                let part = (kind, relationship.target.clone());
                if !wanted.contains(&part) {
                    wanted.push(part);
                }
            }
        }
    }
    let read =
        |(kind, part): (MarkKind, String)| Some((kind, container.read(&part, |xml| notes::running(walker, xml))?));
    wanted.into_iter().filter_map(read).collect()
}

/// Adds the words of diagrams and charts to the end of the body.
fn drawings(walker: &mut Walker, container: &mut Container, body: &mut Flow) {
    let is_drawing = |name: &&str| name.starts_with("word/diagrams/data") || name.starts_with("word/charts/chart");
    let parts: Vec<String> = container.names().filter(is_drawing).map(str::to_owned).collect();
    for part in parts {
        if let Some(flow) = container.read(&part, |xml| notes::drawing(walker, xml)) {
            body.append(flow);
            body.end_line();
        }
    }
}

/// Takes out the files inside the file: embedded documents and the parts `inside`, which are whole files set
/// into the text and pictures of whole pages.
fn attachments(container: &mut Container, mut inside: Vec<String>) -> Vec<Attachment> {
    let is_embedded = |name: &&str| name.starts_with("word/embeddings/") && !name.contains("/_rels/");
    let embedded: Vec<String> = container.names().filter(is_embedded).map(str::to_owned).collect();
    // A drawing in Windows's own format is no scan.
    inside.retain(|part| ![".emf", ".wmf"].iter().any(|ending| part.to_lowercase().ends_with(ending)));
    inside.sort();
    inside.dedup();
    let mut attachments = Vec::new();
    let mut size = 0u64;
    for part in embedded.iter().chain(&inside) {
        if attachments.len() >= config::ATTACHMENTS_MAX || size >= config::ATTACHMENT_BYTES_MAX {
            container.problems.push(Problem::document(
                ProblemCode::LimitReached,
                format!("The file holds more files than are read ({}); the rest was passed over.", attachments.len()),
            ));
            break;
        }
        let written = container.written_name(part).unwrap_or(part).replace('\\', "/");
        let name = written.rsplit('/').next().unwrap_or(&written).to_owned();
        if let Some(bytes) = container.part(part) {
            let attachment = ole::unwrap(&bytes, &name).unwrap_or(Attachment { name, bytes });
            size += attachment.bytes.len() as u64;
            attachments.push(attachment);
        }
    }
    attachments
}

/// Says what the user should know of a file that was read.
fn findings(extracted: &Extracted, walker: &Walker, signed: bool) -> Vec<Problem> {
    let mut problems: Vec<Problem> = walker.changes.problem().into_iter().collect();
    if signed {
        problems.push(Problem::document(
            ProblemCode::Signed,
            "The file carries an electronic signature, which was not checked. Word shows whether it is valid.",
        ));
    }
    if extracted.marks.iter().any(|mark| mark.kind == MarkKind::HiddenText) {
        problems.push(Problem::document(
            ProblemCode::HiddenText,
            "Part of the text is set as hidden and is not seen in Word unless hidden text is shown; it was read and is marked.",
        ));
    }
    if walker.room == 0 {
        problems.push(Problem::document(
            ProblemCode::LimitReached,
            format!("The text is longer than {} characters; the rest was not read.", config::TEXT_CHARS_MAX),
        ));
    }
    problems
}
