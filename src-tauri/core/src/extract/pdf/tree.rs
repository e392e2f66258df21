//! Walks the name and number trees of a PDF file, and turns its strings into text.

use hayro::hayro_syntax::object::{Array, Dict, Object, String as Bytes};

/// How deep a tree may be; honest ones have two or three levels.
const DEPTH_MAX: u32 = 32;
/// Most leaves that are visited.
const LEAVES_MAX: usize = 100_000;

/// A key of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Key {
    Number(i32),
    Name(Vec<u8>),
}

/// Calls `visit` with every entry of the tree under `root`: of a number tree (`Nums`) or of a name
/// tree (`Names`). Cut after many leaves and levels, since a tree may lead in a circle.
pub(super) fn walk<'a>(root: &Dict<'a>, visit: &mut dyn FnMut(Key, Object<'a>)) {
    let mut left = LEAVES_MAX;
    descend(root, 0, &mut left, visit);
}

fn descend<'a>(node: &Dict<'a>, depth: u32, left: &mut usize, visit: &mut dyn FnMut(Key, Object<'a>)) {
    if depth > DEPTH_MAX {
        return;
    }
    for leaf in [&b"Nums"[..], b"Names"] {
        let Some(entries) = node.get::<Array<'_>>(leaf) else { continue };
        let mut key = None;
        for entry in entries.iter::<Object<'_>>() {
            let Some(known) = key.take() else {
                key = match entry {
                    Object::Number(number) => Some(Key::Number(number.as_f64() as i32)),
                    Object::String(name) => Some(Key::Name(name.as_bytes().to_vec())),
                    _ => None,
                };
                continue;
            };
            if *left == 0 {
                return;
            }
            *left -= 1;
            visit(known, entry);
        }
    }
    if let Some(kids) = node.get::<Array<'_>>(&b"Kids"[..]) {
        for kid in kids.iter::<Dict<'_>>() {
            if *left == 0 {
                return;
            }
            *left -= 1;
            descend(&kid, depth + 1, left, visit);
        }
    }
}

/// Returns the text of an entry that is a string.
pub(super) fn text_at(dict: &Dict<'_>, key: &[u8]) -> Option<String> {
    dict.get::<Bytes<'_>>(key).map(|bytes| text(bytes.as_bytes()))
}

/// Decodes a PDF text string: UTF-16 or UTF-8 by its mark, UTF-8 by its form, else PDFDocEncoding.
pub(super) fn text(bytes: &[u8]) -> String {
    let utf16 = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| match pair {
            [one, two] => read([*one, *two]),
            _ => 0,
        });
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>()
    };
    let decoded = match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(utf8) => utf8.to_owned(),
            Err(_) => bytes.iter().map(|&byte| pdf_doc(byte)).collect(),
        },
    };
    decoded.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\r' | '\t')).collect()
}

/// Returns the character of a byte in PDFDocEncoding (ISO 32000-1, annex D.2).
fn pdf_doc(byte: u8) -> char {
    const HIGH: [char; 33] = [
        '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚', '™', 'ﬁ', 'ﬂ', 'Ł',
        'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{FFFD}', '€',
    ];
    const ACCENTS: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];
    match byte {
        0x18..=0x1F => ACCENTS.get(usize::from(byte - 0x18)).copied().unwrap_or(' '),
        0x80..=0xA0 => HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or(' '),
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn strings_are_decoded_by_their_mark() {
        let check = |bytes: &[u8], expected: &str| assert_eq!(text(bytes), expected);
        check(b"Contrato", "Contrato");
        check(&[0xFE, 0xFF, 0, b'N', 0, 0xFA], "Nú");
        check(&[0xFF, 0xFE, b'N', 0, 0xFA, 0], "Nú");
        check("Núñez".as_bytes(), "Núñez");
        check(&[b'N', 0xFA, b'm', 0xA0], "Núm€");
    }
}
