//! Reads a mail message (RFC 5322, MIME): who, when, what about, the words, and the files it carries.
//!
//! The first lines of the text are the header fields a person sees; then comes the plain body, or the
//! HTML one where the plain one is missing or a mere stub. Attached files and messages become
//! documents of their own. Signatures are named and not checked; encrypted mail is not opened. Nothing
//! is fetched.

use super::{Attachment, Extracted, Mark, TextBuilder, html, plain};
use crate::config;
use crate::error::{Problem, ProblemCode};
use crate::span::Span;
use encoding_rs::Encoding;
use mail_parser::decoders::{base64::base64_decode, quoted_printable::quoted_printable_decode};
use mail_parser::{Address, Message, MessageParser, MessagePart, MimeHeaders, PartType};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A plain body with fewer words than this share of the HTML one is a stub ("open in a browser").
const STUB_SHARE: usize = 5;

/// Reads a message.
pub fn extract(bytes: &[u8]) -> Extracted {
    let bytes = without_envelope(bytes);
    let Some(message) = MessageParser::default().parse(bytes) else {
        let mut extracted = plain::text_of(bytes);
        let message = "The file is no well-formed mail message; its bare text was read.";
        extracted.problems.push(Problem::document(ProblemCode::PartlyRead, message));
        return extracted;
    };
    let mut extracted = Extracted::default();
    let mut out = TextBuilder::default();
    write_header(&message, &mut out);
    write_body(&message, &mut out, &mut extracted.marks);
    extracted.text = out.into_text();
    extracted.problems.extend(plain::cut(&mut extracted.text));
    extracted.meta.title = message.subject().map(str::trim).filter(|subject| !subject.is_empty()).map(str::to_owned);
    extracted.meta.author = message
        .from()
        .and_then(|from| from.first())
        .and_then(|from| from.name().or_else(|| from.address()).map(str::to_owned));
    extracted.meta.created = message.date().filter(|date| date.is_valid()).map(|date| date.to_rfc3339());
    attach(&message, &mut extracted);
    extracted
}

/// Takes off the line with which mail boxes part their messages.
fn without_envelope(bytes: &[u8]) -> &[u8] {
    if !bytes.starts_with(b"From ") {
        return bytes;
    }
    let end = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
    bytes.get(end..).unwrap_or_default()
}

fn write_header(message: &Message<'_>, out: &mut TextBuilder) {
    let people = [("From", message.from()), ("To", message.to()), ("Cc", message.cc()), ("Bcc", message.bcc())];
    let people = people.map(|(field, people)| (field, people.map(write_people).unwrap_or_default()));
    let date = message.header_raw("Date").map(str::trim).unwrap_or_default().to_owned();
    let subject = message.subject().unwrap_or_default().to_owned();
    for (field, value) in people.into_iter().chain([("Date", date), ("Subject", subject)]) {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        if !value.is_empty() {
            out.push(&format!("{field}: {value}\n"));
        }
    }
}

fn write_people(people: &Address<'_>) -> String {
    let people: Vec<String> = people
        .iter()
        .filter_map(|person| match (person.name(), person.address()) {
            (Some(name), Some(address)) => Some(format!("{name} <{address}>")),
            (one, other) => one.or(other).map(str::to_owned),
        })
        .collect();
    people.join(", ")
}

fn write_body(message: &Message<'_>, out: &mut TextBuilder, marks: &mut Vec<Mark>) {
    let parts = |ids: &[u32]| -> Vec<Body> {
        ids.iter().filter_map(|&id| message.parts.get(id as usize)).filter_map(|part| body_of(message, part)).collect()
    };
    let plain_bodies = parts(&message.text_body);
    let rich_bodies = parts(&message.html_body);
    let words = |bodies: &[Body]| bodies.iter().map(|body| body.text.split_whitespace().count()).sum::<usize>();
    let is_stub = words(&plain_bodies) * STUB_SHARE < words(&rich_bodies);
    for body in if is_stub { rich_bodies } else { plain_bodies } {
        if body.text.trim().is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push("\n");
        }
        let shift = out.len();
        out.push(&body.text);
        out.end_line();
        marks.extend(
            body.marks
                .iter()
                .map(|mark| Mark { span: Span::new(mark.span.start + shift, mark.span.end + shift), kind: mark.kind }),
        );
    }
}

/// One part of the body, ready to be written.
struct Body {
    text: String,
    marks: Vec<Mark>,
}

fn body_of(message: &Message<'_>, part: &MessagePart<'_>) -> Option<Body> {
    match &part.body {
        PartType::Text(_) => {
            let text = plain::unify_line_ends(decoded(message, part));
            let text = if is_flowed(part) { unflow(&text) } else { text };
            Some(Body { text: text.trim_start_matches('\u{FEFF}').trim_end().to_owned(), marks: Vec::new() })
        }
        PartType::Html(_) => {
            let read = html::extract_str(&decoded(message, part));
            Some(Body { text: read.text, marks: read.marks })
        }
        _ => None,
    }
}

/// Returns a part's bytes with its transfer encoding undone.
fn raw_bytes<'m>(message: &'m Message<'_>, part: &'m MessagePart<'_>) -> Cow<'m, [u8]> {
    let range = part.offset_body as usize..part.offset_end as usize;
    let raw = message.raw_message.get(range).unwrap_or_default();
    let bytes = match part.encoding {
        mail_parser::Encoding::None => Some(Cow::Borrowed(raw)),
        mail_parser::Encoding::Base64 => base64_decode(raw).map(Cow::Owned),
        mail_parser::Encoding::QuotedPrintable => quoted_printable_decode(raw).map(Cow::Owned),
    };
    bytes.unwrap_or_else(|| Cow::Borrowed(part.contents()))
}

/// Decodes a text part: its own charset, where it names one that is known, else what the bytes look
/// like, since much mail in old encodings says nothing or the wrong thing.
fn decoded(message: &Message<'_>, part: &MessagePart<'_>) -> String {
    let charset = part.content_type().and_then(|kind| kind.attribute("charset"));
    let declared = charset.and_then(|charset| Encoding::for_label(charset.trim().as_bytes()));
    plain::decode(&raw_bytes(message, part), declared).0
}

fn is_flowed(part: &MessagePart<'_>) -> bool {
    let format = part.content_type().and_then(|kind| kind.attribute("format"));
    format.is_some_and(|format| format.eq_ignore_ascii_case("flowed"))
}

/// Joins the lines of flowed text (RFC 3676): a line that ends with a space goes on in the next one.
fn unflow(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut depth_before = None;
    for line in text.split('\n') {
        let words = line.trim_start_matches('>');
        let depth = line.len() - words.len();
        let words = words.strip_prefix(' ').unwrap_or(words);
        if depth_before == Some(depth) {
            joined.push_str(words);
        } else {
            if !joined.is_empty() {
                joined.push('\n');
            }
            joined.push_str(&">".repeat(depth));
            joined.push_str(if depth > 0 { " " } else { "" });
            joined.push_str(words);
        }
        depth_before = (words.ends_with(' ') && words != "-- ").then_some(depth);
    }
    joined
}

/// Takes out the files that the message carries, within the limits.
fn attach(message: &Message<'_>, extracted: &mut Extracted) {
    let mut names = BTreeSet::new();
    let mut bytes_total = 0u64;
    if message.parts.iter().any(is_sealed) {
        let said = "The message or a part of it is encrypted or sealed and was not opened: save it opened from the mail \
                    program.";
        extracted.problems.push(Problem::document(ProblemCode::PartlyRead, said));
    }
    if message.parts.iter().any(is_signature) {
        let said = "The message carries an electronic signature, which was not checked.";
        extracted.problems.push(Problem::document(ProblemCode::Signed, said));
    }
    let parts = message.attachments.iter().filter_map(|&id| message.parts.get(id as usize));
    for part in parts.filter(|part| !is_signature(part) && !is_sealed(part)) {
        let bytes = match &part.body {
            PartType::Message(inner) if part.encoding != mail_parser::Encoding::None => inner.raw_message.to_vec(),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => bytes.to_vec(),
            PartType::Multipart(_) => continue,
            _ => raw_bytes(message, part).into_owned(),
        };
        let is_logo = part.content_id().is_some() && is_type(part, "image", None);
        if bytes.is_empty() || (is_logo && bytes.len() < config::INLINE_PICTURE_BYTES_MIN) {
            continue;
        }
        bytes_total += bytes.len() as u64;
        if extracted.attachments.len() >= config::ATTACHMENTS_MAX || bytes_total > config::ATTACHMENT_BYTES_MAX {
            let said = format!(
                "Only the first {} attached files were read: the message carries more than Legajo takes at once.",
                extracted.attachments.len()
            );
            extracted.problems.push(Problem::document(ProblemCode::LimitReached, said));
            break;
        }
        let name = unused_name(name_of(part, extracted.attachments.len() + 1), &mut names);
        extracted.attachments.push(Attachment { name, bytes });
    }
}

fn is_type(part: &MessagePart<'_>, main: &str, sub: Option<&[&str]>) -> bool {
    part.content_type().is_some_and(|kind| {
        let of_sub = |wanted: &&str| kind.subtype().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
        kind.ctype().eq_ignore_ascii_case(main) && sub.is_none_or(|subs| subs.iter().any(of_sub))
    })
}

fn is_signature(part: &MessagePart<'_>) -> bool {
    is_type(part, "application", Some(&["pkcs7-signature", "x-pkcs7-signature", "pgp-signature"]))
}

fn is_sealed(part: &MessagePart<'_>) -> bool {
    is_type(part, "application", Some(&["pkcs7-mime", "x-pkcs7-mime", "pgp-encrypted"]))
}

/// Returns the name of an attached file, without directories.
fn name_of(part: &MessagePart<'_>, number: usize) -> String {
    let subject = part.message().and_then(|message| message.subject()).map(|subject| format!("{subject}.eml"));
    let given = part.attachment_name().map(str::to_owned).or(subject).unwrap_or_default();
    // A message forwarded as a file may have a slash in its subject; any other slash parts directories.
    let given = if part.message().is_some() { given.replace(['/', '\\'], "-") } else { given };
    let name = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(200).collect();
    let name = name.trim().trim_matches('.').to_owned();
    if !name.is_empty() {
        return name;
    }
    let subtype = part.content_type().and_then(|kind| kind.subtype()).unwrap_or_default().to_ascii_lowercase();
    let extension = match (&part.body, subtype.as_str()) {
        (PartType::Message(_), _) => "eml",
        (_, "plain") => "txt",
        (_, "calendar") => "ics",
        (_, short) if (1..=5).contains(&short.len()) && short.bytes().all(|byte| byte.is_ascii_alphanumeric()) => short,
        _ => "bin",
    };
    format!("attachment-{number}.{extension}")
}

/// Returns `name`, with a number before its extension where it has been used already.
fn unused_name(name: String, used: &mut BTreeSet<String>) -> String {
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) => (stem.to_owned(), format!(".{extension}")),
        None => (name.clone(), String::new()),
    };
    let mut candidate = name;
    let mut number = 2;
    while !used.insert(candidate.to_lowercase()) {
        candidate = format!("{stem} ({number}){extension}");
        number += 1;
    }
    candidate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_and_body_are_read() {
        let read = extract(
            b"From: =?utf-8?Q?Ana_Mu=C3=B1oz?= <ana@x.es>\r\nTo: luis@y.es, Eva <eva@z.es>\r\n\
              Date: Thu, 4 May 2023 10:06:11 +0200\r\nSubject: Contrato\r\n de obra\r\n\
              Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
              A=F1o nuevo=\r\n y fin.\r\n",
        );
        assert_eq!(
            read.text,
            "From: Ana Muñoz <ana@x.es>\nTo: luis@y.es, Eva <eva@z.es>\nDate: Thu, 4 May 2023 10:06:11 +0200\n\
             Subject: Contrato de obra\n\nAño nuevo y fin.\n"
        );
        assert_eq!(read.meta.title.as_deref(), Some("Contrato de obra"));
        assert_eq!(read.meta.author.as_deref(), Some("Ana Muñoz"));
        assert_eq!(read.meta.created.as_deref(), Some("2023-05-04T10:06:11+02:00"));
        assert!(read.problems.is_empty());
    }

    /// Builds a message of several parts.
    fn parts(kind: &str, parts: &[&str]) -> Extracted {
        let mut source = format!("Subject: s\nContent-Type: multipart/{kind}; boundary=B\n\n");
        for part in parts {
            source += &format!("--B\n{part}\n");
        }
        extract((source + "--B--\n").as_bytes())
    }

    #[test]
    fn the_better_body_is_chosen() {
        let html = "Content-Type: text/html\n\n<h1>Uno</h1><p>dos tres cuatro cinco seis";
        for (plain, expected) in [
            ("Uno dos tres cuatro", "Subject: s\n\nUno dos tres cuatro\n"),
            ("Open", "Subject: s\n\nUno\ndos tres cuatro cinco seis\n"),
        ] {
            let read = parts("alternative", &[&format!("Content-Type: text/plain\n\n{plain}"), html]);
            assert_eq!(read.text, expected);
        }
        let read = parts("mixed", &[html]);
        assert_eq!(read.marks[0].span, Span::new(12, 15));
    }

    #[test]
    fn undeclared_encodings_are_detected() {
        let read = extract(b"Subject: x\n\nLa cl\xE1usula s\xE9ptima del contrato de a\xF1o\n");
        assert_eq!(read.text, "Subject: x\n\nLa cláusula séptima del contrato de año\n");
    }

    #[test]
    fn flowed_lines_are_joined() {
        assert_eq!(unflow("uno \ndos\n> tres \n> cuatro\n-- \nAna"), "uno dos\n> tres cuatro\n-- \nAna");
    }

    #[test]
    fn attachments_come_out() {
        let file = "Content-Type: application/pdf\nContent-Disposition: attachment; filename=\"a/b/c.pdf\"\n\
                    Content-Transfer-Encoding: base64\n\nJVBERi0=";
        let inner = "Content-Type: message/rfc822\n\nSubject: re/cibo\n\nhola";
        let logo =
            "Content-Type: image/png; name=l.png\nContent-ID: <1>\nContent-Transfer-Encoding: base64\n\niVBORw==";
        let sign = "Content-Type: application/pkcs7-signature; name=smime.p7s\n\nxx";
        let note = "Content-Type: text/plain\nContent-Disposition: attachment; filename=n.txt\n\naño";
        let read = parts("mixed", &["Content-Type: text/plain\n\nvea", file, file, inner, logo, sign, note]);
        let names: Vec<&str> = read.attachments.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["c.pdf", "c (2).pdf", "re-cibo.eml", "n.txt"]);
        assert_eq!(read.attachments[0].bytes, b"%PDF-");
        assert_eq!(extract(&read.attachments[2].bytes).text, "Subject: re/cibo\n\nhola\n");
        assert_eq!(read.problems[0].code, ProblemCode::Signed);
        assert_eq!(read.text, "Subject: s\n\nvea\n");
    }

    #[test]
    fn odd_files_do_no_harm() {
        for (source, text) in [
            (&b""[..], ""),
            (b"From x@y Mon\nSubject: a\n\nb", "Subject: a\n\nb\n"),
            (b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\n--x", ""),
        ] {
            assert_eq!(extract(source).text, text, "{}", String::from_utf8_lossy(source));
        }
    }
}
