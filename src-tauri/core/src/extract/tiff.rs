//! Finds the pages of a TIFF file. The picture library decodes only the first one: [`put_first`] makes
//! any page the first by pointing the file's header at it.

use std::collections::BTreeSet;

/// One page of a TIFF file.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Directory {
    /// Where its directory stands in the file.
    pub(super) place: u64,
    /// Its resolution in dots per inch, where the file gives one.
    pub(super) dpi: Option<f32>,
}

const NEW_SUBFILE_TYPE: u16 = 254;
const X_RESOLUTION: u16 = 282;
const RESOLUTION_UNIT: u16 = 296;
/// The unit that is no inch.
const CENTIMETRE: u64 = 3;

/// Returns the pages in their order, thumbnails left out. Ends where the file makes no more sense.
pub(super) fn directories(bytes: &[u8]) -> Vec<Directory> {
    let file = File { bytes, little: bytes.starts_with(b"II"), big: bytes.get(2..4).is_some_and(is_big) };
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut next = if file.big { file.number(8, 8) } else { file.number(4, 4) };
    while let Some(place) = next.filter(|&place| place > 0 && seen.insert(place)) {
        let Some((directory, thumbnail, after)) = file.directory(place) else { break };
        if !thumbnail {
            found.push(directory);
        }
        next = after;
    }
    found
}

/// Makes `page` the first page of the file.
pub(super) fn put_first(bytes: &mut [u8], page: &Directory) {
    let (little, big) = (bytes.starts_with(b"II"), bytes.get(2..4).is_some_and(is_big));
    let (at, width) = if big { (8, 8) } else { (4, 4) };
    let written = if little { page.place.to_le_bytes() } else { page.place.to_be_bytes() };
    let written = if little { written.get(..width) } else { written.get(8 - width..) };
    if let (Some(place), Some(written)) = (bytes.get_mut(at..at + width), written) {
        place.copy_from_slice(written);
    }
}

fn is_big(version: &[u8]) -> bool {
    version.contains(&43)
}

struct File<'a> {
    bytes: &'a [u8],
    little: bool,
    big: bool,
}

impl File<'_> {
    /// Reads an unsigned number of `width` bytes.
    fn number(&self, at: u64, width: usize) -> Option<u64> {
        let at = usize::try_from(at).ok()?;
        let bytes = self.bytes.get(at..at.checked_add(width)?)?;
        let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        Some(if self.little { bytes.iter().rev().fold(0, add) } else { bytes.iter().fold(0, add) })
    }

    /// Reads the directory at `place`: what it says, whether it is a thumbnail's, and where the next one is.
    fn directory(&self, place: u64) -> Option<(Directory, bool, Option<u64>)> {
        let (count_width, entry_width, offset_width) = if self.big { (8, 20, 8) } else { (2, 12, 4) };
        let count = self.number(place, count_width)?;
        let entries = place.checked_add(count_width as u64)?;
        let end = entries.checked_add(count.checked_mul(entry_width)?)?;
        if end > self.bytes.len() as u64 {
            return None;
        }
        let (mut across, mut unit, mut thumbnail) = (None, 2, false);
        for entry in (0..count).map(|index| entries + index * entry_width) {
            let value = entry + if self.big { 12 } else { 8 };
            match self.number(entry, 2)? as u16 {
                NEW_SUBFILE_TYPE => thumbnail = self.number(value, 4)? & 1 == 1,
                RESOLUTION_UNIT => unit = self.number(value, 2)?,
                X_RESOLUTION => across = self.ratio(value),
                _ => {}
            }
        }
        let dpi = across.map(|across| if unit == CENTIMETRE { across * 2.54 } else { across });
        Some((Directory { place, dpi }, thumbnail, self.number(end, offset_width)))
    }

    /// Reads the fraction that an entry's value is or points to.
    fn ratio(&self, value: u64) -> Option<f32> {
        let at = if self.big { value } else { self.number(value, 4)? };
        let (above, below) = (self.number(at, 4)?, self.number(at + 4, 4)?);
        (below > 0).then(|| above as f32 / below as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a file of directories, each with a resolution; the last points back to the first.
    fn file(little: bool, resolutions: &[u32]) -> Vec<u8> {
        let short = |number: u16| if little { number.to_le_bytes() } else { number.to_be_bytes() };
        let long = |number: u32| if little { number.to_le_bytes() } else { number.to_be_bytes() };
        let mut bytes = if little { b"II*\0".to_vec() } else { b"MM\0*".to_vec() };
        bytes.extend(long(8));
        for (index, &resolution) in resolutions.iter().enumerate() {
            let start = bytes.len() as u32;
            bytes.extend(short(1));
            bytes.extend([short(X_RESOLUTION), short(5)].concat());
            bytes.extend([long(1), long(start + 18)].concat());
            let next = if index + 1 < resolutions.len() { start + 26 } else { 8 };
            bytes.extend([long(next), long(resolution), long(1)].concat());
        }
        bytes
    }

    #[test]
    fn every_page_is_found_once() {
        for little in [true, false] {
            let mut bytes = file(little, &[300, 200]);
            let pages = directories(&bytes);
            assert_eq!(pages, [Directory { place: 8, dpi: Some(300.0) }, Directory { place: 34, dpi: Some(200.0) }]);
            put_first(&mut bytes, &pages[1]);
            assert_eq!(directories(&bytes)[0], pages[1]);
        }
        for broken in [&b""[..], b"II*\0", b"II*\0\x08\0\0\0\xFF\xFF", b"MM\0+\0\x08\0\0\0\0\0\0\0\0\0\x10\xFF"] {
            assert!(directories(broken).is_empty());
        }
    }
}
