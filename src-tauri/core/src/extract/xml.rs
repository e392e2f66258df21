//! Reads XML from the inside outwards: one element's children after another, never deeper than a
//! limit, never an expanded entity.
//!
//! In goes the decoded text of one part ([`decode`]); out come elements named by the short prefix of
//! their namespace (`w:p`, `text:h`), whatever prefix the file itself chose, so that strict and
//! transitional Word files read the same. A part that breaks off ends there: all open elements end
//! and [`Xml::broken`] says so.
//!
//! Not here: what any element means.

use crate::config;
use encoding_rs::{Encoding, UTF_8};
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::{NsReader, XmlVersion};
use std::borrow::Cow;

/// Decodes a part by its byte-order mark, else by the encoding it declares, else as UTF-8.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0;
    }
    let head: Vec<u8> = bytes.iter().copied().take(200).collect();
    let head = String::from_utf8_lossy(&head);
    let declared = head
        .split_once("encoding=")
        .and_then(|(_, rest)| rest.split(['"', '\'']).nth(1))
        .and_then(|label| Encoding::for_label(label.as_bytes()))
        // A declaration that can be read byte by byte cannot be in UTF-16.
        .filter(|encoding| encoding.is_ascii_compatible())
        .unwrap_or(UTF_8);
    declared.decode_without_bom_handling(bytes).0
}

/// Returns about `length` bytes of the text of a part, to tell its language by.
pub(super) fn sample(source: &str, length: usize) -> String {
    let mut sample = String::new();
    let mut xml = Xml::new(source);
    let mut open = 0usize;
    while sample.len() < length && xml.broken().is_none() {
        match xml.child() {
            Some(Node::Element(_)) => open += 1,
            Some(Node::Text(text)) => {
                sample.push_str(&text);
                sample.push(' ');
            }
            None if open <= 1 => break,
            None => open -= 1,
        }
    }
    sample
}

/// A child of the element that is being read.
pub(super) enum Node<'a> {
    /// An element, now open: its children come next, and it must be read to its end or skipped.
    Element(Tag<'a>),
    /// Text, with character references resolved.
    Text(Cow<'a, str>),
}

/// The start of an element.
pub(super) struct Tag<'a> {
    prefix: Cow<'static, str>,
    start: BytesStart<'a>,
}

impl Tag<'_> {
    /// Returns the short prefix of the namespace and the local name.
    pub(super) fn key(&self) -> (&str, &str) {
        let name = self.start.local_name().into_inner();
        (&self.prefix, std::str::from_utf8(name).unwrap_or(""))
    }

    /// Returns the attribute of this local name, whatever its prefix.
    pub(super) fn attr(&self, name: &str) -> Option<String> {
        self.start.attributes().with_checks(false).flatten().find_map(|attribute| {
            if attribute.key.local_name().into_inner() != name.as_bytes()
                || attribute.key.prefix().is_some_and(|p| p.into_inner() == b"xmlns")
            {
                return None;
            }
            Some(match attribute.normalized_value(XmlVersion::Implicit1_0) {
                Ok(value) => value.into_owned(),
                Err(_) => String::from_utf8_lossy(&attribute.value).into_owned(),
            })
        })
    }

    /// Returns the attribute of this local name as a number.
    pub(super) fn number<N: std::str::FromStr>(&self, name: &str) -> Option<N> {
        self.attr(name)?.trim().parse().ok()
    }

    /// Returns whether a switch such as `<w:b/>` is on: present and not set to a word for "off".
    pub(super) fn is_on(&self) -> bool {
        !matches!(self.attr("val").as_deref(), Some("0" | "false" | "off"))
    }
}

/// A reader of one part.
pub(super) struct Xml<'a> {
    source: &'a str,
    reader: NsReader<&'a [u8]>,
    depth: usize,
    broken: Option<&'static str>,
}

impl<'a> Xml<'a> {
    /// Starts reading `text`, outside its root element.
    pub(super) fn new(text: &'a str) -> Self {
        let mut reader = NsReader::from_str(text);
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.allow_dangling_amp = true;
        Self { source: text, reader, depth: 0, broken: None }
    }

    /// Returns the whole part.
    pub(super) fn source(&self) -> &'a str {
        self.source
    }

    /// Returns why not all of the part was read, in words that follow "because".
    pub(super) fn broken(&self) -> Option<&'static str> {
        self.broken
    }

    /// Reads up to the root element and opens it; false where there is none.
    pub(super) fn open_root(&mut self) -> bool {
        self.root().is_some()
    }

    /// Reads up to the root element and opens it.
    pub(super) fn root(&mut self) -> Option<Tag<'a>> {
        loop {
            if let Node::Element(tag) = self.child()? {
                return Some(tag);
            }
        }
    }

    /// Returns the next child of the open element; `None`, once, when it ends.
    ///
    /// After an element is returned that element is the open one: read or [`Self::skip`] it.
    pub(super) fn child(&mut self) -> Option<Node<'a>> {
        while self.broken.is_none() {
            let (resolved, event) = match self.reader.read_resolved_event() {
                Ok(pair) => pair,
                Err(_) => {
                    self.broken = Some("its XML is broken");
                    return None;
                }
            };
            match event {
                Event::Start(start) => {
                    let prefix = short_prefix(&resolved);
                    self.depth += 1;
                    if self.depth <= config::XML_DEPTH_MAX {
                        return Some(Node::Element(Tag { prefix, start }));
                    }
                    self.broken = Some("its elements nest too deep");
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    return None;
                }
                Event::Text(text) => return Some(Node::Text(text.xml10_content().unwrap_or_default())),
                Event::CData(text) => return Some(Node::Text(text.xml10_content().unwrap_or_default())),
                Event::GeneralRef(reference) => return Some(Node::Text(resolve(&reference))),
                Event::Eof => {
                    if self.depth > 0 {
                        self.broken = Some("it breaks off");
                    }
                    return None;
                }
                // `expand_empty_elements` turns empty elements into a start and an end.
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
        None
    }

    /// Returns the next child element, passing over text.
    pub(super) fn element(&mut self) -> Option<Tag<'a>> {
        loop {
            match self.child()? {
                Node::Element(tag) => return Some(tag),
                Node::Text(_) => {}
            }
        }
    }

    /// Reads the open element to its end.
    pub(super) fn skip(&mut self) {
        let mut open = 1usize;
        while open > 0 && self.broken.is_none() {
            match self.child() {
                Some(Node::Element(_)) => open += 1,
                Some(Node::Text(_)) => {}
                None => open -= 1,
            }
        }
    }

    /// Reads the open element to its end and returns all text in it.
    pub(super) fn text(&mut self) -> String {
        let mut all = String::new();
        let mut open = 1usize;
        while open > 0 && self.broken.is_none() {
            match self.child() {
                Some(Node::Element(_)) => open += 1,
                Some(Node::Text(text)) => all.push_str(&text),
                None => open -= 1,
            }
        }
        all
    }
}

/// Returns what a reference stands for; one that only a document type could define stays as written,
/// so that nothing is ever expanded.
fn resolve<'a>(reference: &BytesRef<'a>) -> Cow<'a, str> {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return Cow::Owned(character.to_string());
    }
    match &**reference {
        b"amp" => Cow::Borrowed("&"),
        b"lt" => Cow::Borrowed("<"),
        b"gt" => Cow::Borrowed(">"),
        b"quot" => Cow::Borrowed("\""),
        b"apos" => Cow::Borrowed("'"),
        name => Cow::Owned(format!("&{};", String::from_utf8_lossy(name))),
    }
}

/// Names a namespace by the prefix by which the standards write it.
fn short_prefix(resolved: &ResolveResult) -> Cow<'static, str> {
    let uri = match resolved {
        ResolveResult::Bound(namespace) => namespace.into_inner(),
        // A broken file may use the customary prefix without binding it.
        ResolveResult::Unknown(prefix) => return Cow::Owned(String::from_utf8_lossy(prefix).into_owned()),
        ResolveResult::Unbound => return Cow::Borrowed(""),
    };
    Cow::Borrowed(match uri {
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        | b"http://purl.oclc.org/ooxml/wordprocessingml/main" => "w",
        b"http://schemas.openxmlformats.org/markup-compatibility/2006" => "mc",
        b"http://schemas.openxmlformats.org/officeDocument/2006/math"
        | b"http://purl.oclc.org/ooxml/officeDocument/math" => "m",
        b"http://schemas.openxmlformats.org/drawingml/2006/main" | b"http://purl.oclc.org/ooxml/drawingml/main" => "a",
        b"http://schemas.openxmlformats.org/drawingml/2006/chart" | b"http://purl.oclc.org/ooxml/drawingml/chart" => {
            "c"
        }
        b"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
        | b"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing" => "wp",
        b"urn:schemas-microsoft-com:vml" => "v",
        b"urn:schemas-microsoft-com:office:office" => "o",
        b"http://purl.org/dc/elements/1.1/" => "dc",
        b"http://purl.org/dc/terms/" => "dcterms",
        b"urn:oasis:names:tc:opendocument:xmlns:office:1.0" => "office",
        b"urn:oasis:names:tc:opendocument:xmlns:text:1.0" => "text",
        b"urn:oasis:names:tc:opendocument:xmlns:table:1.0" => "table",
        b"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" => "draw",
        b"urn:oasis:names:tc:opendocument:xmlns:style:1.0" => "style",
        b"urn:oasis:names:tc:opendocument:xmlns:meta:1.0" => "meta",
        b"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" => "presentation",
        b"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" => "manifest",
        b"http://www.w3.org/1998/Math/MathML" => "math",
        _ => "",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_text(source: &str) -> String {
        let mut xml = Xml::new(source);
        xml.open_root();
        xml.text()
    }

    #[test]
    fn references_are_resolved_and_entities_are_not_expanded() {
        assert_eq!(all_text("<a>x &amp; &#241;&#xF1; <![CDATA[<b>]]></a>"), "x & ññ <b>");
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>";
        assert_eq!(all_text(bomb), "&c;");
    }

    #[test]
    fn prefixes_are_the_standard_ones() {
        let mut xml =
            Xml::new("<q:p xmlns:q=\"http://purl.oclc.org/ooxml/wordprocessingml/main\" q:val=\"1\"><w:r/></q:p>");
        let root = xml.root().unwrap();
        assert_eq!(root.key(), ("w", "p"));
        assert_eq!(root.number::<u32>("val"), Some(1));
        assert_eq!(xml.element().unwrap().key(), ("w", "r"));
    }

    #[test]
    fn a_part_that_breaks_off_ends_there() {
        let mut xml = Xml::new("<a><b>text</b><c>more");
        xml.open_root();
        assert_eq!(xml.text(), "textmore");
        assert!(xml.broken().is_some());
        let deep = "<a>".repeat(100_000);
        let mut xml = Xml::new(&deep);
        xml.open_root();
        xml.skip();
        assert!(xml.broken().is_some());
    }

    #[test]
    fn parts_in_other_encodings_are_decoded() {
        assert_eq!(decode(b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\xf1</a>").contains('ñ'), true);
        assert_eq!(decode(&[0xff, 0xfe, b'<', 0, b'a', 0]), "<a");
        assert_eq!(decode("\u{feff}<a/>".as_bytes()), "<a/>");
    }
}
