//! What RTF's numbers mean: code pages, character sets, dates, and the characters that control words
//! stand for.

use encoding_rs::Encoding;

/// Returns the encoding of a Windows code page (`\ansicpg`, `\cpg`).
pub(super) fn by_code_page(page: i32) -> Option<&'static Encoding> {
    let label: &[u8] = match page {
        874 => b"windows-874",
        866 => b"ibm866",
        932 => b"shift_jis",
        936 => b"gbk",
        949 => b"euc-kr",
        950 => b"big5",
        1250 => b"windows-1250",
        1251 => b"windows-1251",
        1252 => b"windows-1252",
        1253 => b"windows-1253",
        1254 => b"windows-1254",
        1255 => b"windows-1255",
        1256 => b"windows-1256",
        1257 => b"windows-1257",
        1258 => b"windows-1258",
        10000 => b"macintosh",
        10007 => b"x-mac-cyrillic",
        65001 => b"utf-8",
        _ => return None,
    };
    Encoding::for_label(label)
}

/// Returns the code page of a font's character set (`\fcharset`); `None` where the document's own holds.
pub(super) fn code_page_of_charset(charset: i32) -> Option<i32> {
    Some(match charset {
        0 => 1252,
        77 => 10000,
        128 => 932,
        129 | 130 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178..=181 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}

/// Returns the upper half of DOS code page 850, which `\pc` and `\pca` mean in Western files; 437
/// differs only in signs and line drawings.
pub(super) fn by_dos(byte: u8) -> char {
    const UPPER: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
                         ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}";
    match byte.checked_sub(0x80) {
        Some(at) => UPPER.chars().nth(at.into()).unwrap_or('\u{FFFD}'),
        None => byte.into(),
    }
}

/// Returns the text that a control word stands for.
pub(super) fn character(word: &str) -> Option<&'static str> {
    Some(match word {
        "tab" => "\t",
        "emdash" => "—",
        "endash" => "–",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        "bullet" => "•",
        "emspace" | "enspace" | "qmspace" => " ",
        "zwj" => "\u{200D}",
        "zwnj" => "\u{200C}",
        _ => return None,
    })
}

/// Returns what a byte of a symbol font means, where it is a list's bullet or a tick.
pub(super) fn symbol(byte: u8) -> char {
    match byte {
        0xB7 | 0xA7 | 0xD8 | 0xA8 => '•',
        0xFC => '✓',
        // Control characters mean nothing; in such fonts they are bullets and dashes.
        0x80..=0x9F => '•',
        _ => byte.into(),
    }
}

/// Returns the same for a character of the private area where such fonts have their bytes as well.
pub(super) fn symbol_of_private_area(letter: char) -> char {
    match u32::from(letter) {
        0xF076 => '•',
        // What is no bullet stays as it is: the byte alone would look like a letter of the text.
        code @ 0xF0A0..=0xF0FF if matches!(symbol(code as u8), '•' | '✓') => symbol(code as u8),
        _ => letter,
    }
}

/// Returns the moment packed in a revision's number (minute, hour, day, month, year from 1900), ISO 8601.
pub(super) fn packed_date(packed: i32) -> Option<String> {
    let bits = packed as u32;
    let (minute, hour, day) = (bits & 63, bits >> 6 & 31, bits >> 11 & 31);
    let (month, year) = (bits >> 16 & 15, 1900 + (bits >> 20 & 511));
    let valid = minute < 60 && hour < 24 && (1..=31).contains(&day) && (1..=12).contains(&month);
    valid.then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:00"))
}

/// Returns the heading level that a style's name means in English or Spanish.
pub(super) fn level_of_style(name: &str) -> Option<u8> {
    let name = name.trim().trim_end_matches(';').to_lowercase();
    let number = ["heading ", "título ", "titulo "].iter().find_map(|start| name.strip_prefix(start))?;
    number.trim().parse().ok().filter(|level| (1..=9).contains(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_answer() {
        assert_eq!((by_dos(0xA4), by_dos(0xFF), by_dos(b'a')), ('ñ', '\u{A0}', 'a'));
        assert!((0x80..=0xFF).all(|byte| by_dos(byte) != '\u{FFFD}'));
        assert_eq!(by_code_page(1252).map(Encoding::name), Some("windows-1252"));
        assert_eq!(code_page_of_charset(204), Some(1251));
        assert_eq!(level_of_style("Título 2;"), Some(2));
        assert_eq!(level_of_style("heading"), None);
        let packed = 30 | 9 << 6 | 15 << 11 | 4 << 16 | (2021 - 1900) << 20;
        assert_eq!(packed_date(packed).as_deref(), Some("2021-04-15T09:30:00"));
        assert_eq!(packed_date(0), None);
    }
}
