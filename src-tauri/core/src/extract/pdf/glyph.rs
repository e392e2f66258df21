//! One glyph as it stands on a page, before it is part of a word.

use hayro::hayro_interpret::hayro_cmap::BfString;

/// How a glyph is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pen {
    /// Painted in a colour that shows.
    Seen,
    /// Drawn in the invisible text mode: the text layer of a scan, if a picture lies there.
    Layer,
    /// Painted, but not to be seen: white on white, too small, clipped away.
    Unseen,
}

/// Which part of a page draws a glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layer {
    /// The page's own content.
    Page,
    /// The appearance of an annotation or form field.
    Annotation,
}

/// What a glyph spells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Letters {
    /// Nothing: a control character, a soft hyphen.
    None,
    /// A space of any kind.
    Space,
    /// One character.
    One(char),
    /// Several: a ligature.
    Many(Box<str>),
    /// The file does not say.
    Unknown,
}

impl Letters {
    /// Takes hayro's answer, expands ligatures, drops what has no shape.
    pub(super) fn of(unicode: Option<BfString>) -> Self {
        match unicode {
            None => Letters::Unknown,
            Some(BfString::Char(one)) => Self::of_char(one),
            Some(BfString::String(many)) => Self::of_str(&many),
        }
    }

    pub(super) fn of_char(one: char) -> Self {
        if one.is_ascii_graphic() {
            return Letters::One(one);
        }
        match one {
            '\u{FB00}' => Letters::Many("ff".into()),
            '\u{FB01}' => Letters::Many("fi".into()),
            '\u{FB02}' => Letters::Many("fl".into()),
            '\u{FB03}' => Letters::Many("ffi".into()),
            '\u{FB04}' => Letters::Many("ffl".into()),
            '\u{FB05}' | '\u{FB06}' => Letters::Many("st".into()),
            // Word's bullets of the Symbol and Wingdings fonts.
            '\u{F0B7}' | '\u{F0A7}' => Letters::One('•'),
            '\u{FFFD}' => Letters::Unknown,
            '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}' | '\u{FEFF}' => Letters::None,
            _ if one.is_whitespace() => Letters::Space,
            _ if one.is_control() => Letters::None,
            _ => Letters::One(one),
        }
    }

    fn of_str(many: &str) -> Self {
        let mut text = String::new();
        let mut space = false;
        for one in many.chars() {
            match Self::of_char(one) {
                Letters::None => {}
                Letters::Space => space = true,
                Letters::One(letter) => text.push(letter),
                Letters::Many(letters) => text.push_str(&letters),
                Letters::Unknown => text.push(char::REPLACEMENT_CHARACTER),
            }
        }
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (None, _) if space => Letters::Space,
            (None, _) => Letters::None,
            (Some(one), None) => Letters::One(one),
            _ => Letters::Many(text.into()),
        }
    }
}

/// One glyph in points from the top left corner of the page as shown.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    pub(super) letters: Letters,
    /// Where its baseline begins.
    pub(super) origin: [f32; 2],
    /// From its origin to the next glyph's, without extra spacing.
    pub(super) advance: [f32; 2],
    /// The direction of writing, of length one.
    pub(super) direction: [f32; 2],
    /// The height of an em in points.
    pub(super) size: f32,
    /// Whether its top is on the left hand of the direction of writing, as it should be.
    pub(super) upright: bool,
    pub(super) bold: bool,
    pub(super) pen: Pen,
    pub(super) layer: Layer,
}

impl Glyph {
    /// Returns the middle of its body.
    pub(super) fn centre(&self) -> [f32; 2] {
        let lift = if self.upright { 0.3 * self.size } else { -0.3 * self.size };
        [
            self.origin[0] + self.advance[0] / 2.0 + self.direction[1] * lift,
            self.origin[1] + self.advance[1] / 2.0 - self.direction[0] * lift,
        ]
    }
}
