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
mod number_words;
mod numbering;
mod package;
mod props;
mod styles;
mod symbols;
#[cfg(test)]
mod tests;

pub use package::{Ole, ole};

use super::compose::{self, Parts};
use super::container::Container;
use super::flow::{Flow, NoteKind};
use super::xml::{Xml, decode};
use super::{Attachment, Extracted, MarkKind, Options};
use crate::config;
use crate::error::{Problem, ProblemCode};
use body::{Changes, Walker};
use numbering::Numbering;
use package::Relationship;
use std::collections::BTreeMap;
use styles::Styles;

/// How many letters are looked at to tell the language of a document's numbers.
const LANGUAGE_SAMPLE_CHARS: usize = 4000;

/// Reads a Word file.
pub fn extract(bytes: &[u8], _options: &Options) -> Extracted {
    if let Some(kind) = ole(bytes) {
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
fn closed(kind: Ole) -> Problem {
    match kind {
        Ole::Encrypted => Problem::document(
            ProblemCode::NeedsPassword,
            "The file is locked with a password. Open it in Word and save it without one (File, Info, Protect Document, Encrypt with Password).",
        ),
        Ole::Word => Problem::document(
            ProblemCode::FormatNotRead,
            "The file is in Word's format of before 2007. Open it in Word and save it as .docx.",
        ),
        Ole::Other => Problem::document(ProblemCode::FormatNotRead, "The file is named like a Word file but is none."),
    }
}

/// Reads an open package.
fn read(mut container: Container) -> Extracted {
    let root = package::relationships(&mut container, "");
    let target = |relationships: &BTreeMap<String, Relationship>, kind: &str| {
        relationships
            .values()
            .find(|relationship| relationship.kind == kind)
            .map(|relationship| relationship.target.clone())
    };
    let main = target(&root, "officeDocument")
        .filter(|part| container.has(part))
        .unwrap_or_else(|| "word/document.xml".to_owned());
    let Some(document) = container.part(&main) else {
        let mut extracted = Extracted { problems: container.problems, ..Extracted::default() };
        extracted.problems.push(Problem::document(
            ProblemCode::Damaged,
            "The file is damaged: the part that holds a Word document's text is missing or empty.",
        ));
        return extracted;
    };
    let own = package::relationships(&mut container, &main);
    let place = |kind: &str, usual: &str| target(&own, kind).unwrap_or_else(|| usual.to_owned());

    let mut reader = PartReader { container: &mut container, findings: Vec::new() };
    let styles = reader.read(&place("styles", "word/styles.xml"), Styles::read).unwrap_or_default();
    let numbering = reader.read(&place("numbering", "word/numbering.xml"), Numbering::read).unwrap_or_default();
    let document = decode(&document);
    let mut walker = Walker::new(&styles, numbering, is_spanish(&document));
    let mut xml = Xml::new(&document);
    let body = body(&mut walker, &mut xml);
    reader.note_broken(&main, &xml);

    let mut notes = Vec::new();
    for (kind, relation) in [(NoteKind::Footnote, "footnotes"), (NoteKind::Endnote, "endnotes")] {
        let part = place(relation, &format!("word/{relation}.xml"));
        notes.extend(reader.read(&part, |xml| notes::notes(&mut walker, xml, kind)).unwrap_or_default());
    }
    let part = place("comments", "word/comments.xml");
    notes.extend(reader.read(&part, |xml| notes::comments(&mut walker, xml)).unwrap_or_default());
    let running = running(&mut walker, &mut reader, &own);
    let mut parts = Parts { body, sections: Vec::new(), notes, running };
    drawings(&mut walker, &mut reader, &mut parts.body);
    parts.sections = walker.sections.iter().map(|section| section.section).collect();

    let mut problems = reader.findings;
    let (changes, chunks, full) = (walker.changes, walker.chunks, walker.room == 0);
    let mut extracted = compose::compose(parts);
    extracted.meta = package::meta(
        &mut container,
        &target(&root, "core-properties").unwrap_or_else(|| "docProps/core.xml".to_owned()),
    );
    let chunks: Vec<String> =
        chunks.iter().filter_map(|id| own.get(id)).map(|relationship| relationship.target.clone()).collect();
    let signed = target(&root, "origin").is_some() || container.names().any(|name| name.starts_with("_xmlsignatures/"));
    extracted.attachments = attachments(&mut container, &chunks, &mut problems);
    findings(&extracted, &changes, signed, full, &mut problems);
    // What the container met comes first: it explains what follows.
    extracted.problems = container.problems.into_iter().chain(problems).collect();
    extracted
}

/// Reads `w:document`.
fn body(walker: &mut Walker, xml: &mut Xml) -> Flow {
    xml.open_root();
    while let Some(tag) = xml.element() {
        if tag.key() == ("w", "body") {
            return walker.story(xml);
        }
        xml.skip();
    }
    Flow::default()
}

/// Reads the XML parts of a container and notes which of them are broken.
struct PartReader<'c, 'b> {
    container: &'c mut Container<'b>,
    findings: Vec<Problem>,
}

impl PartReader<'_, '_> {
    /// Reads a part, where the file has it.
    fn read<T>(&mut self, part: &str, read: impl FnOnce(&mut Xml) -> T) -> Option<T> {
        if !self.container.has(part) {
            return None;
        }
        let bytes = self.container.part(part)?;
        let text = decode(&bytes);
        let mut xml = Xml::new(&text);
        let found = read(&mut xml);
        self.note_broken(part, &xml);
        Some(found)
    }

    fn note_broken(&mut self, part: &str, xml: &Xml) {
        if let Some(reason) = xml.broken() {
            self.findings.push(Problem::document(
                ProblemCode::PartlyRead,
                format!("The part \u{201c}{part}\u{201d} of the file was read only up to where {reason}."),
            ));
        }
    }
}

/// Reads the headers and footers that the sections name, each part once.
fn running(
    walker: &mut Walker,
    reader: &mut PartReader,
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
    wanted
        .into_iter()
        .filter_map(|(kind, part)| Some((kind, reader.read(&part, |xml| notes::running(walker, xml))?)))
        .collect()
}

/// Adds the words of diagrams and charts to the end of the body.
fn drawings(walker: &mut Walker, reader: &mut PartReader, body: &mut Flow) {
    let parts: Vec<String> = reader
        .container
        .names()
        .filter(|name| name.starts_with("word/diagrams/data") || name.starts_with("word/charts/chart"))
        .map(str::to_owned)
        .collect();
    for part in parts {
        if let Some(flow) = reader.read(&part, |xml| notes::drawing(walker, xml)) {
            body.append(flow);
            body.end_line();
        }
    }
}

/// Takes out the files inside the file: embedded documents and whole files set into the text.
fn attachments(container: &mut Container, chunks: &[String], problems: &mut Vec<Problem>) -> Vec<Attachment> {
    let embedded: Vec<String> = container
        .names()
        .filter(|name| name.starts_with("word/embeddings/") && !name.contains("/_rels/"))
        .map(str::to_owned)
        .collect();
    let mut attachments = Vec::new();
    let mut size = 0u64;
    for part in embedded.iter().chain(chunks) {
        if attachments.len() >= config::ATTACHMENTS_MAX || size >= config::ATTACHMENT_BYTES_MAX {
            problems.push(Problem::document(
                ProblemCode::LimitReached,
                format!(
                    "The file holds more files than are read ({}); the others were passed over.",
                    attachments.len()
                ),
            ));
            break;
        }
        let written = container.written_name(part).unwrap_or(part).replace('\\', "/");
        let name = written.rsplit('/').next().unwrap_or(&written).to_owned();
        if let Some(bytes) = container.part(part) {
            size += bytes.len() as u64;
            attachments.push(Attachment { name, bytes });
        }
    }
    attachments
}

/// Adds what the user should know of a file that was read.
fn findings(extracted: &Extracted, changes: &Changes, signed: bool, full: bool, problems: &mut Vec<Problem>) {
    let total = changes.insertions + changes.deletions + changes.moves;
    if total > 0 {
        problems.push(tracked(changes));
    }
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
    if full {
        problems.push(Problem::document(
            ProblemCode::LimitReached,
            format!("The text is longer than {} characters; the rest was not read.", config::TEXT_CHARS_MAX),
        ));
    }
}

/// Says how many changes are pending and by whom.
fn tracked(changes: &Changes) -> Problem {
    const AUTHORS_SHOWN: usize = 5;
    let counted = |count: u32, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {one}s")),
    };
    let kinds = [
        counted(changes.insertions, "insertion"),
        counted(changes.deletions, "deletion"),
        counted(changes.moves, "move"),
    ];
    let kinds: Vec<String> = kinds.into_iter().flatten().collect();
    let mut by: Vec<&str> = changes.authors.iter().take(AUTHORS_SHOWN).map(String::as_str).collect();
    if changes.authors.len() > AUTHORS_SHOWN {
        by.push("others");
    }
    let by = if by.is_empty() { String::new() } else { format!(" by {}", by.join(", ")) };
    Problem::document(
        ProblemCode::TrackedChanges,
        format!(
            "The file has tracked changes that nobody has accepted or rejected yet ({}{by}). The text was read as if all were accepted; deleted words are kept apart and never quoted.",
            kinds.join(", ")
        ),
    )
}

/// Tells from a sample of the text whether a document is in Spanish.
fn is_spanish(document: &str) -> bool {
    let mut sample = String::new();
    let mut xml = Xml::new(document);
    let mut open = 0usize;
    while sample.len() < LANGUAGE_SAMPLE_CHARS && xml.broken().is_none() {
        match xml.child() {
            Some(super::xml::Node::Element(_)) => open += 1,
            Some(super::xml::Node::Text(text)) => {
                sample.push_str(&text);
                sample.push(' ');
            }
            None if open <= 1 => break,
            None => open -= 1,
        }
    }
    whatlang::detect_lang(&sample) == Some(whatlang::Lang::Spa)
}
