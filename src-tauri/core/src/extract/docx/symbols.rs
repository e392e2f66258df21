//! Names the signs of symbol fonts by their Unicode characters, and cleans text of what is no letter.
//!
//! Word stores a sign of Symbol or Wingdings as the font's own code, often raised to U+F000. Signs that
//! contracts use (ticks, boxes, bullets, arrows, Greek letters, comparisons) are named; any other is
//! shown as U+FFFD, so that it is seen that something stands there.

const UNNAMED: char = '\u{fffd}';

/// Returns a letter of a text as it is stored: white space as a space, unseen signs dropped, signs
/// of symbol fonts named.
pub(super) fn clean(letter: char, font: Option<&str>) -> Option<char> {
    match letter {
        '\t' => Some('\t'),
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{ad}' | '\u{feff}' | '\u{200b}' => None,
        letter if letter.is_control() => None,
        '\u{f020}'..='\u{f0ff}' => Some(name(letter as u32, font)),
        _ => Some(letter),
    }
}

/// Returns the character for a code of a font.
pub(super) fn name(code: u32, font: Option<&str>) -> char {
    let raised = (0xf000..=0xf0ff).contains(&code);
    let low = if raised { code - 0xf000 } else { code };
    let font = font.unwrap_or("").to_lowercase();
    let named = if font.contains("wingdings 2") {
        wingdings_2(low)
    } else if font.contains("wingdings") {
        wingdings(low)
    } else if font.contains("symbol") && !font.contains("segoe") {
        symbol(low)
    } else if raised {
        // The font is not told; the codes of bullets and ticks rarely mean anything else.
        symbol(low).filter(|_| low >= 0xa0).or_else(|| wingdings(low))
    } else {
        char::from_u32(code).filter(|letter| !letter.is_control())
    };
    named.unwrap_or(UNNAMED)
}

/// Wingdings, by its published chart.
fn wingdings(code: u32) -> Option<char> {
    Some(match code {
        0x20 => ' ',
        0x28 => '☎',
        0x2a => '✉',
        0x3f => '✍',
        0x46 => '☞',
        0x4a => '☺',
        0x6c | 0x9f => '●',
        0x6e => '■',
        0x6f | 0x71 | 0x72 | 0xa8 => '☐',
        0x75 => '◆',
        0x76 => '❖',
        0x78 | 0xfd => '☒',
        0x81..=0x8a => char::from_u32(0x2460 + code - 0x81)?,
        0x8c..=0x95 => char::from_u32(0x2776 + code - 0x8c)?,
        0xa1 => '○',
        0xa7 => '▪',
        0xd8 => '➢',
        0xdf => '←',
        0xe0 | 0xe8 => '→',
        0xf0 => '⇨',
        0xfb => '✗',
        0xfc => '✓',
        0xfe => '☑',
        _ => return None,
    })
}

/// Wingdings 2, by its published chart.
fn wingdings_2(code: u32) -> Option<char> {
    Some(match code {
        0x20 => ' ',
        0x4f | 0x51 => '✗',
        0x50 => '✓',
        0x52 => '☑',
        0x53 | 0x54 => '☒',
        0xa3 => '☐',
        _ => return None,
    })
}

/// Symbol, by its published chart.
fn symbol(code: u32) -> Option<char> {
    const GREEK: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
    let greek = |index: u32| GREEK.chars().nth(index as usize);
    Some(match code {
        0x41..=0x5a => greek(code - 0x41)?,
        0x61..=0x7a => match code {
            0x6a => 'ϕ',
            0x76 => 'ϖ',
            _ => greek(code - 0x61)?.to_lowercase().next()?,
        },
        0x20..=0x3f | 0x5b | 0x5d | 0x5f | 0x7b..=0x7d => char::from_u32(code)?,
        0xa2 => '′',
        0xa3 => '≤',
        0xa5 => '∞',
        0xab => '↔',
        0xac => '←',
        0xad => '↑',
        0xae => '→',
        0xaf => '↓',
        0xb0 => '°',
        0xb1 => '±',
        0xb2 => '″',
        0xb3 => '≥',
        0xb4 => '×',
        0xb7 => '•',
        0xb8 => '÷',
        0xb9 => '≠',
        0xba => '≡',
        0xbb => '≈',
        0xbc => '…',
        0xbe => '—',
        0xce => '∈',
        0xd0 => '∠',
        0xd2 | 0xe2 => '®',
        0xd3 | 0xe3 => '©',
        0xd4 | 0xe4 => '™',
        0xd6 => '√',
        0xd7 => '⋅',
        0xe5 => '∑',
        0xf2 => '∫',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_named() {
        let check = |code, font, expected| assert_eq!(name(code, font), expected, "{code:x} {font:?}");
        check(0xf0fc, Some("Wingdings"), '✓');
        check(0xf0b7, Some("Symbol"), '•');
        check(0x61, Some("Symbol"), 'α');
        check(0xf052, Some("Wingdings 2"), '☑');
        check(0xf0b7, None, '•');
        check(0x20ac, Some("Arial"), '€');
        check(0xf0e9, Some("Wingdings"), UNNAMED);
        assert_eq!(clean('\u{ad}', None), None);
        assert_eq!(clean('\n', None), Some(' '));
        assert_eq!(clean('ñ', None), Some('ñ'));
    }
}
