//! Unpacks the zip containers of word processors within limits.
//!
//! In goes a file's bytes; out come its parts by name, each no larger than the limits of `config`
//! allow, whatever sizes the file declares: what counts is what has really come out. A container
//! whose directory is lost is searched for its parts one by one. What was cut, damaged or locked is
//! kept as [`Problem`]s.
//!
//! Not here: what the parts mean (`docx`, `odt`).

use super::xml::{self, Xml};
use crate::config;
use crate::error::{Problem, ProblemCode};
use flate2::read::DeflateDecoder;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// An open container.
pub(super) struct Container<'a> {
    source: Source<'a>,
    /// Lower-case name to the name as written and where the part lies.
    parts: BTreeMap<String, (String, Part)>,
    bytes_left: u64,
    /// What was found wrong so far.
    pub(super) problems: Vec<Problem>,
}

enum Source<'a> {
    Whole(Box<ZipArchive<Cursor<&'a [u8]>>>),
    /// The directory is lost; the parts were found by their own headers.
    Found(&'a [u8]),
}

#[derive(Clone, Copy)]
enum Part {
    Entry(usize),
    /// Where a part's deflated bytes start.
    Found(usize),
}

impl<'a> Container<'a> {
    /// Opens a container; the error is the finding about a file that is none or is past reading.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Problem> {
        let (source, parts, mut problems) = match ZipArchive::new(Cursor::new(bytes)) {
            Ok(archive) => {
                let parts = listed(&archive);
                (Source::Whole(Box::new(archive)), parts, Vec::new())
            }
            Err(_) => {
                let parts = search(bytes);
                let problem = Problem::document(
                    ProblemCode::PartlyRead,
                    "The file is damaged: the directory at its end is missing. What could be found in it was read; something may be missing.",
                );
                (Source::Found(bytes), parts, vec![problem])
            }
        };
        if parts.is_empty() {
            return Err(Problem::document(
                ProblemCode::Damaged,
                "The file is damaged: it is not a zip container as a word processor writes it. Try to open and save it in a word processor.",
            ));
        }
        if parts.len() >= config::ZIP_ENTRIES_MAX {
            problems.push(Problem::document(
                ProblemCode::LimitReached,
                format!("The file holds more than {} parts; the others were not read.", config::ZIP_ENTRIES_MAX),
            ));
        }
        Ok(Self { source, parts, bytes_left: config::ZIP_BYTES_MAX, problems })
    }

    /// Returns the names of all parts, in lower case and in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    /// Returns whether there is a part of this name, in any case of letters.
    pub(super) fn has(&self, name: &str) -> bool {
        self.parts.contains_key(&key(name))
    }

    /// Returns the name of a part as the file writes it.
    pub(super) fn written_name(&self, name: &str) -> Option<&str> {
        self.parts.get(&key(name)).map(|(written, _)| written.as_str())
    }

    /// Reads a part as XML; `None` where there is no such part. One that breaks off is noted as a Problem.
    pub(super) fn read<T>(&mut self, name: &str, read: impl FnOnce(&mut Xml) -> T) -> Option<T> {
        let bytes = self.part(name)?;
        let text = xml::decode(&bytes);
        let mut xml = Xml::new(&text);
        let found = read(&mut xml);
        if let Some(reason) = xml.broken() {
            self.problems.push(Problem::document(
                ProblemCode::PartlyRead,
                format!("The part \u{201c}{name}\u{201d} of the file was read only up to where {reason}."),
            ));
        }
        Some(found)
    }

    /// Unpacks a part; `None` where there is none of this name or nothing of it can be read.
    ///
    /// A damaged part is returned as far as it could be read and a part that outgrows the limits as far
    /// as they allow; either is noted as a Problem.
    pub(super) fn part(&mut self, name: &str) -> Option<Vec<u8>> {
        let (written, part) = self.parts.get(&key(name))?;
        let written = written.clone();
        let (content, end) = match (&mut self.source, *part) {
            (Source::Whole(archive), Part::Entry(index)) => match archive.by_index(index) {
                Ok(file) => {
                    let packed = file.compressed_size();
                    unpack(file, packed, self.bytes_left)
                }
                Err(error) => {
                    self.problems.push(unopened(&written, &error));
                    return None;
                }
            },
            (Source::Found(bytes), Part::Found(start)) => {
                let packed = bytes.get(start..).unwrap_or(&[]);
                unpack(DeflateDecoder::new(packed), packed.len() as u64, self.bytes_left)
            }
            _ => return None,
        };
        self.bytes_left = self.bytes_left.saturating_sub(content.len() as u64);
        match end {
            End::Whole => {}
            End::Limit => self.problems.push(Problem::document(
                ProblemCode::LimitReached,
                format!("The part \u{201c}{written}\u{201d} of the file unpacks to more than is allowed and was cut; the file may be made to do harm."),
            )),
            End::Damage => self.problems.push(Problem::document(
                ProblemCode::PartlyRead,
                format!("The part \u{201c}{written}\u{201d} of the file is damaged; what could be unpacked of it was read."),
            )),
        }
        if content.is_empty() && !matches!(end, End::Whole) { None } else { Some(content) }
    }
}

/// How the unpacking of a part ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Whole,
    Limit,
    Damage,
}

/// Unpacks at most `bytes_left` bytes and at most the ratio allowed over `packed` bytes.
fn unpack(mut reader: impl Read, packed: u64, bytes_left: u64) -> (Vec<u8>, End) {
    let by_ratio = packed.saturating_mul(config::ZIP_RATIO_MAX).max(config::ZIP_RATIO_FLOOR_BYTES);
    let most = usize::try_from(by_ratio.min(bytes_left)).unwrap_or(usize::MAX);
    let mut content = Vec::new();
    let mut block = [0u8; 16 << 10];
    loop {
        match reader.read(&mut block) {
            Ok(0) => return (content, End::Whole),
            Ok(count) => {
                let room = most - content.len();
                content.extend_from_slice(block.get(..count.min(room)).unwrap_or(&[]));
                if count > room {
                    return (content, End::Limit);
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return (content, End::Damage),
        }
    }
}

/// Makes the finding about a part that cannot even be opened.
fn unopened(written: &str, error: &ZipError) -> Problem {
    match error {
        ZipError::UnsupportedArchive(reason) if *reason == ZipError::PASSWORD_REQUIRED => Problem::document(
            ProblemCode::NeedsPassword,
            format!(
                "The part \u{201c}{written}\u{201d} of the file is locked with a password. Save the file without one."
            ),
        ),
        other => Problem::document(
            ProblemCode::PartlyRead,
            format!("The part \u{201c}{written}\u{201d} of the file could not be unpacked ({other})."),
        ),
    }
}

/// Part names compare without regard to case, leading slashes and the direction of slashes.
fn key(name: &str) -> String {
    name.replace('\\', "/").trim_start_matches('/').to_lowercase()
}

/// Lists the parts of a sound archive, up to the limit.
fn listed(archive: &ZipArchive<Cursor<&[u8]>>) -> BTreeMap<String, (String, Part)> {
    let mut parts = BTreeMap::new();
    for index in 0..archive.len().min(config::ZIP_ENTRIES_MAX) {
        if let Some(name) = archive.name_for_index(index)
            && !name.ends_with('/')
        {
            parts.insert(key(name), (name.to_owned(), Part::Entry(index)));
        }
    }
    parts
}

/// Finds the parts of a damaged container by the headers before each (signature `PK\x03\x04`, method
/// at byte 8, lengths of name and extra field at bytes 26 and 28, then the name).
fn search(bytes: &[u8]) -> BTreeMap<String, (String, Part)> {
    let mut parts = BTreeMap::new();
    let mut from = 0usize;
    while let Some(found) =
        bytes.get(from..).and_then(|rest| rest.windows(4).position(|window| window == b"PK\x03\x04"))
    {
        let at = from + found;
        from = at + 4;
        if parts.len() >= config::ZIP_ENTRIES_MAX {
            break;
        }
        let short = |offset: usize| {
            let low = bytes.get(at + offset).copied().unwrap_or(0);
            let high = bytes.get(at + offset + 1).copied().unwrap_or(0);
            usize::from(u16::from_le_bytes([low, high]))
        };
        let (method, name_length, extra_length) = (short(8), short(26), short(28));
        let Some(name) = bytes.get(at + 30..at + 30 + name_length) else { continue };
        let name = String::from_utf8_lossy(name).into_owned();
        // A stored part has no end of its own without the directory, and its sizes are not to be trusted.
        if method == 8 && !name.ends_with('/') {
            parts.entry(key(&name)).or_insert((name, Part::Found(at + 30 + name_length + extra_length)));
        }
    }
    parts
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    /// Packs parts into a container.
    pub(in crate::extract) fn pack(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in parts {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn names_are_found_in_any_case() {
        let bytes = pack(&[("Word/Document.xml", b"x")]);
        let mut container = Container::open(&bytes).unwrap();
        assert_eq!(container.part("/word\\document.xml"), Some(b"x".to_vec()));
        assert!(container.problems.is_empty());
        assert_eq!(container.part("other"), None);
    }

    #[test]
    fn a_bomb_is_cut_and_said() {
        let bomb = vec![b' '; 64 << 20];
        let bytes = pack(&[("a", &bomb)]);
        let mut container = Container::open(&bytes).unwrap();
        let content = container.part("a").unwrap();
        assert!((content.len() as u64) < (64 << 20), "{}", content.len());
        assert_eq!(container.problems.first().map(|problem| problem.code), Some(ProblemCode::LimitReached));
    }

    #[test]
    fn a_wrong_checksum_costs_nothing_but_a_problem() {
        let mut bytes = pack(&[("a", b"the words of the contract, the words of the contract")]);
        // The checksum stands at byte 14 of the local header and at byte 16 of the directory entry.
        let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        bytes[14] ^= 0xff;
        bytes[directory + 16] ^= 0xff;
        let mut container = Container::open(&bytes).unwrap();
        assert!(container.part("a").unwrap().starts_with(b"the words"));
        assert_eq!(container.problems.first().map(|problem| problem.code), Some(ProblemCode::PartlyRead));
    }

    #[test]
    fn a_container_without_directory_is_searched() {
        let words: Vec<u8> = (0..5000u32).flat_map(|n| format!("word{n} ").into_bytes()).collect();
        let bytes = pack(&[("a", b"first first first"), ("b", &words)]);
        let cut = &bytes[..bytes.len() / 2];
        let mut container = Container::open(cut).unwrap();
        assert_eq!(container.part("a"), Some(b"first first first".to_vec()));
        assert!(container.part("b").unwrap().starts_with(b"word0 word1"));
        assert!(Container::open(b"no zip at all").is_err());
        assert!(Container::open(b"").is_err());
    }
}
