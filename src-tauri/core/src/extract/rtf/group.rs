//! What holds inside one RTF group, and where each destination's text goes.

use super::tables;
use crate::extract::MarkKind;
use encoding_rs::Encoding;

/// Where text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    Body,
    Skip,
    /// The aside of this index.
    Aside(usize),
    Fonts,
    Styles,
    Revisions,
    Info(Field),
}

/// A field of the information group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Other,
    Title,
    Author,
    Created,
    Modified,
}

/// How bytes become characters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Coding {
    Page(&'static Encoding),
    Dos,
    Symbol,
}

impl Default for Coding {
    fn default() -> Self {
        Coding::Page(encoding_rs::WINDOWS_1252)
    }
}

impl Coding {
    /// Returns the coding of a font's character set; `None` where the document's own holds.
    pub(super) fn of_charset(charset: i32) -> Option<Coding> {
        match charset {
            2 => Some(Coding::Symbol),
            254 | 255 => Some(Coding::Dos),
            _ => tables::code_page_of_charset(charset).and_then(Coding::of_page),
        }
    }

    pub(super) fn of_page(page: i32) -> Option<Coding> {
        match page {
            437 | 850 | 858 => Some(Coding::Dos),
            _ => tables::by_code_page(page).map(Coding::Page),
        }
    }

    pub(super) fn decode(self, bytes: &[u8]) -> String {
        match self {
            Coding::Page(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            Coding::Dos => bytes.iter().map(|&byte| tables::by_dos(byte)).collect(),
            Coding::Symbol => bytes.iter().map(|&byte| tables::symbol(byte)).collect(),
        }
    }
}

/// The properties that a group takes over from the one around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub(super) to: To,
    /// Where text went before a part was left out that may hold text again (`\upr`, shapes).
    pub(super) outer: Option<To>,
    /// How many bytes stand in for a `\u` character.
    pub(super) fallback: u32,
    pub(super) font: i32,
    pub(super) hidden: bool,
    pub(super) deleted: bool,
    /// Who deleted, by number in the table of revisers, and when.
    pub(super) deleted_by: Option<i32>,
    pub(super) deleted_at: Option<i32>,
    pub(super) style: i32,
    pub(super) outline: Option<u8>,
    pub(super) in_table: bool,
}

impl Default for Group {
    fn default() -> Self {
        Self {
            to: To::Body,
            outer: None,
            fallback: 1,
            font: 0,
            hidden: false,
            deleted: false,
            deleted_by: None,
            deleted_at: None,
            style: 0,
            outline: None,
            in_table: false,
        }
    }
}

impl Group {
    /// Leaves out what follows; `may_return` where a destination inside may take up the text again.
    pub(super) fn skip(&mut self, may_return: bool) {
        self.outer = may_return.then_some(self.to);
        self.to = To::Skip;
    }

    /// Forgets the paragraph's properties.
    pub(super) fn plain_paragraph(&mut self) {
        self.style = 0;
        self.outline = None;
        self.in_table = false;
    }

    /// Forgets the characters' properties.
    pub(super) fn plain_characters(&mut self, font: i32) {
        self.font = font;
        self.hidden = false;
        self.deleted = false;
    }
}

/// What a destination's control word asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Destination {
    Go(To),
    Aside(MarkKind),
    /// Left out, with all that stands in it.
    Leave,
    /// Left out, but text may be taken up again inside.
    LeaveFor,
    /// Takes the text up again where it was left.
    Return,
    /// Takes the text up again as an aside.
    ReturnAside(MarkKind),
    /// Holds nothing but properties of what stands around it.
    Pass,
}

/// Returns what `word` asks for if it is a destination.
pub(super) fn destination(word: &str) -> Option<Destination> {
    use Destination::*;
    Some(match word {
        "fonttbl" => Go(To::Fonts),
        "stylesheet" => Go(To::Styles),
        "revtbl" => Go(To::Revisions),
        "info" => Go(To::Info(Field::Other)),
        "header" | "headerl" | "headerr" | "headerf" => Aside(MarkKind::RunningHeader),
        "footer" | "footerl" | "footerr" | "footerf" => Aside(MarkKind::RunningFooter),
        "footnote" => Aside(MarkKind::Footnote),
        "annotation" => Aside(MarkKind::Comment),
        "upr" | "shpinst" | "do" => LeaveFor,
        "ud" => Return,
        "shptxt" | "dptxbxtext" => ReturnAside(MarkKind::TextBox),
        "nesttableprops" | "fldrslt" | "result" => Pass,
        "colortbl" | "pict" | "shppict" | "nonshppict" | "shprslt" | "fldinst" | "listtable" | "listoverridetable"
        | "filetbl" | "xe" | "tc" | "tcn" | "rxe" | "txe" | "objdata" | "objclass" | "objname" | "objalias"
        | "objsect" | "template" | "formfield" | "datafield" | "bkmkstart" | "bkmkend" | "atnid" | "atnauthor"
        | "atntime" | "atndate" | "atnref" | "atrfstart" | "atrfend" | "nonesttables" | "pgptbl" | "rsidtbl"
        | "generator" | "themedata" | "datastore" | "latentstyles" | "xmlnstbl" | "private" | "ftnsep" | "ftnsepc"
        | "ftncn" | "aftnsep" | "aftnsepc" | "aftncn" | "panose" | "falt" | "fname" | "background" | "userprops"
        | "docvar" | "pntxta" | "pntxtb" | "mmath" | "mmathPr" => Leave,
        _ => return None,
    })
}
