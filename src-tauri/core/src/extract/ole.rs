//! Looks into OLE compound files: locked and legacy Word files, and the objects that Word embeds.
//!
//! In go a file's bytes; out comes what it is ([`kind`]) or the file that is wrapped in it ([`unwrap`]).
//!
//! Not here: reading legacy `.doc`, and decryption.

use super::Attachment;
use crate::config;
use std::io::{Cursor, Read};

/// What an OLE compound file holds, as far as word processing goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An Office file under a password.
    Encrypted,
    /// A Word document of before 2007 (`.doc`).
    Word,
    /// Anything else.
    Other,
}

/// Tells what an OLE compound file holds; `None` where the bytes are none.
///
/// The names of its streams stand in directory entries of 128 bytes, each beginning with the name in
/// UTF-16, at offsets that are multiples of 128 ([MS-CFB] 2.6); names compare without regard to case.
pub fn kind(bytes: &[u8]) -> Option<Kind> {
    const SIGNATURE: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
    if !bytes.starts_with(&SIGNATURE) {
        return None;
    }
    let has = |name: &str| {
        let wanted: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
        bytes.chunks(128).any(|entry| entry.get(..wanted.len()).is_some_and(|name| name.eq_ignore_ascii_case(&wanted)))
    };
    // A locked file may hold an empty Word document beside the locked one.
    Some(match () {
        () if has("EncryptedPackage") => Kind::Encrypted,
        () if has("WordDocument") => Kind::Word,
        () => Kind::Other,
    })
}

/// Returns the file that an embedded object wraps, where it wraps one; `name` is the object's own.
pub(super) fn unwrap(bytes: &[u8], name: &str) -> Option<Attachment> {
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
    let mut stream = |path: &str| {
        let mut content = Vec::new();
        let stream = file.open_stream(path).ok()?;
        // Never more than the file itself holds, whatever a stream says of its length.
        stream.take(config::ATTACHMENT_BYTES_MAX.min(bytes.len() as u64)).read_to_end(&mut content).ok()?;
        Some(content)
    };
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if let Some(native) = stream("/\u{1}Ole10Native") {
        return native_file(&native);
    }
    let content = stream("/CONTENTS").or_else(|| stream("/Package"))?;
    let ending = match () {
        () if content.starts_with(b"%PDF") => "pdf",
        () if content.windows(5).any(|window| window == b"word/") => "docx",
        () if content.windows(3).any(|window| window == b"xl/") => "xlsx",
        () => return None,
    };
    Some(Attachment { name: format!("{stem}.{ending}"), bytes: content })
}

/// Reads a file as the packager stores it: a size, two bytes, a label and a path that end with zero, four
/// bytes and a second path with its length before it, then the length of the file and the file
/// ([MS-OLEDS] 2.3.6).
fn native_file(stream: &[u8]) -> Option<Attachment> {
    let mut rest = stream.get(6..)?;
    let (label, after) = zero_ended(rest)?;
    let (_, after) = zero_ended(after)?;
    rest = after.get(4..)?;
    let (path_length, after) = number(rest)?;
    let (length, after) = number(after.get(path_length..)?)?;
    let bytes = after.get(..length.min(after.len()))?.to_vec();
    let label = encoding_rs::WINDOWS_1252.decode_without_bom_handling(label).0;
    let name = label.rsplit(['\\', '/']).next().unwrap_or("").trim().to_owned();
    (!name.is_empty() && !bytes.is_empty()).then_some(Attachment { name, bytes })
}

fn zero_ended(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == 0)?;
    Some((bytes.get(..end)?, bytes.get(end + 1..)?))
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*number) as usize, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn compound(streams: &[(&str, &[u8])]) -> Vec<u8> {
        let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
        for (path, content) in streams {
            file.create_stream(path).unwrap().write_all(content).unwrap();
        }
        file.flush().unwrap();
        file.into_inner().into_inner()
    }

    #[test]
    fn compound_files_are_told_apart() {
        let check = |streams: &[&str], expected| {
            let streams: Vec<(&str, &[u8])> = streams.iter().map(|name| (*name, b"x".as_slice())).collect();
            assert_eq!(kind(&compound(&streams)), Some(expected), "{streams:?}");
        };
        check(&["/EncryptedPackage"], Kind::Encrypted);
        check(&["/ENCRYPTEDPACKAGE"], Kind::Encrypted);
        check(&["/WordDocument", "/EncryptedPackage"], Kind::Encrypted);
        check(&["/WordDocument"], Kind::Word);
        check(&["/Workbook"], Kind::Other);
        assert_eq!(kind(b"PK"), None);
    }

    #[test]
    fn wrapped_files_come_out() {
        let pdf = unwrap(&compound(&[("/CONTENTS", b"%PDF-1.4 words")]), "oleObject1.bin").unwrap();
        assert_eq!((pdf.name.as_str(), pdf.bytes.as_slice()), ("oleObject1.pdf", b"%PDF-1.4 words".as_slice()));
        let mut native = vec![0, 0, 0, 0, 2, 0];
        native.extend(b"Anexo I.txt\0C:\\a\\Anexo I.txt\0\0\0\x03\0");
        native.extend([3, 0, 0, 0, b'C', b':', 0, 5, 0, 0, 0]);
        native.extend(b"words and more");
        let text = unwrap(&compound(&[("/\u{1}Ole10Native", &native)]), "oleObject2.bin").unwrap();
        assert_eq!((text.name.as_str(), text.bytes.as_slice()), ("Anexo I.txt", b"words".as_slice()));
        assert_eq!(unwrap(b"no compound file", "a.bin"), None);
        assert_eq!(unwrap(&compound(&[("/\u{1}Ole10Native", b"short")]), "a.bin"), None);
    }
}
