//! Builds the document out of tokens: a stack of groups, and the text as it grows.

mod finish;

use super::group::{Coding, Destination, Field, Group, To, destination};
use super::tables;
use super::token::Token;
use crate::config;
use crate::extract::{Deletion, Mark, MarkKind, Meta, TextBuilder};
use crate::span::Span;
use std::collections::BTreeMap;

/// The document as read so far.
#[derive(Default)]
pub(super) struct Document {
    group: Group,
    /// The groups around the present one.
    around: Vec<Group>,
    /// Groups open beyond the depth that is kept.
    too_deep: usize,
    ever_too_deep: bool,
    coding: Coding,
    default_font: i32,
    fonts: BTreeMap<i32, Coding>,
    /// Heading levels of styles.
    styles: BTreeMap<i32, u8>,
    revisers: Vec<String>,
    meta: Meta,
    /// Year, month, day, hour, minute of creation and of the last change.
    dates: [[i32; 5]; 2],
    /// Bytes not yet decoded.
    bytes: Vec<u8>,
    /// Bytes still to be passed over after a `\u`.
    skip: u32,
    /// The first half of a character beyond U+FFFF.
    high: Option<u16>,
    /// A group has just begun.
    begun: bool,
    /// `\*` was seen at the beginning of a group, where alone it means anything.
    starred: bool,
    /// Text of a table entry (font, style, reviser) so far.
    scratch: String,
    entry: Group,
    body: TextBuilder,
    /// Where the paragraph in hand begins, in code points and in bytes.
    paragraph: u32,
    paragraph_byte: usize,
    /// Cell ends and a space owed before the next word of the body.
    tabs: usize,
    space: bool,
    marks: Vec<Mark>,
    asides: Vec<(MarkKind, String)>,
    deletions: Vec<Deletion>,
    notes: usize,
    pictures: usize,
    objects: usize,
}

impl Document {
    /// Takes one token; returns whether the outermost group has ended with it.
    pub(super) fn take(&mut self, token: Token<'_>) -> bool {
        let starred = std::mem::take(&mut self.starred);
        let begun = std::mem::replace(&mut self.begun, token == Token::Open);
        match token {
            Token::Text(text) => {
                let passed = text.len().min(self.skip as usize);
                self.skip -= passed as u32;
                self.bytes.extend_from_slice(text.get(passed..).unwrap_or_default());
                return false;
            }
            Token::Hex(_) if self.skip > 0 => {
                self.skip -= 1;
                return false;
            }
            Token::Hex(byte) => {
                self.bytes.push(byte);
                return false;
            }
            _ => self.flush(),
        }
        match token {
            Token::Open => self.open(),
            Token::Close => return self.close(),
            Token::Symbol(b'*') => self.starred = begun,
            Token::Symbol(_) if self.skip > 0 => self.skip -= 1,
            Token::Symbol(symbol) => self.symbol(symbol),
            Token::Word(word, _) if self.skip > 0 && word != "tab" && tables::character(word).is_some() => {
                self.skip -= 1;
            }
            Token::Word(word, number) => {
                self.skip = 0;
                self.word(word, number, starred);
            }
            Token::Text(_) | Token::Hex(_) => {}
        }
        false
    }

    fn open(&mut self) {
        self.skip = 0;
        if self.around.len() >= config::RTF_DEPTH_MAX {
            self.too_deep += 1;
            self.ever_too_deep = true;
        } else {
            self.around.push(self.group);
        }
    }

    fn close(&mut self) -> bool {
        self.skip = 0;
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return false;
        }
        if self.group.to == To::Styles {
            self.end_entry();
        }
        let Some(group) = self.around.pop() else { return false };
        self.group = group;
        self.around.is_empty()
    }

    fn symbol(&mut self, symbol: u8) {
        match symbol {
            b'~' => self.write("\u{A0}"),
            b'_' => self.write("\u{2011}"),
            // An optional hyphen is a hint to the printer.
            b'-' => {}
            b'\r' | b'\n' => self.end_paragraph(),
            b'{' | b'}' | b'\\' => self.write(char::from(symbol).encode_utf8(&mut [0; 4])),
            _ => {}
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>, starred: bool) {
        if let Some(asked) = destination(word) {
            self.enter(word, asked);
        } else if starred {
            // A starred destination that is not known is to be left out with all it holds.
            self.group.skip(false);
        } else {
            match self.group.to {
                To::Skip => {}
                To::Fonts | To::Styles => self.table_word(word, number),
                To::Info(field) => self.info_word(word, number, field),
                To::Revisions => {}
                To::Body | To::Aside(_) => {
                    if let Some(text) = tables::character(word) {
                        self.write(text);
                    } else {
                        self.text_word(word, number);
                        self.property(word, number);
                    }
                }
            }
        }
    }

    fn enter(&mut self, word: &str, asked: Destination) {
        let left_out = self.group.to == To::Skip;
        match word {
            "pict" | "shppict" if !left_out => self.pictures += 1,
            "objdata" if !left_out => self.objects += 1,
            "footnote" if !left_out => self.notes += 1,
            _ => {}
        }
        match asked {
            Destination::Return | Destination::ReturnAside(_) if left_out => {
                let Some(outer) = self.group.outer else { return };
                self.group.to = outer;
                if let Destination::ReturnAside(kind) = asked {
                    self.begin_aside(kind);
                }
            }
            _ if left_out => {}
            Destination::Go(to) => self.group.to = to,
            Destination::Aside(kind) | Destination::ReturnAside(kind) => self.begin_aside(kind),
            Destination::Leave => self.group.skip(false),
            Destination::LeaveFor => self.group.skip(true),
            Destination::Return | Destination::Pass => {}
        }
    }

    fn begin_aside(&mut self, kind: MarkKind) {
        self.group.to = To::Aside(self.asides.len());
        self.group.plain_paragraph();
        self.group.plain_characters(self.group.font);
        self.asides.push((kind, String::new()));
    }

    /// Takes a word of the table of fonts or styles.
    fn table_word(&mut self, word: &str, number: Option<i32>) {
        let value = number.unwrap_or(0);
        match (word, self.group.to) {
            ("f", To::Fonts) => self.entry.font = value,
            ("fcharset" | "cpg", To::Fonts) => {
                let coding = if word == "cpg" { Coding::of_page(value) } else { Coding::of_charset(value) };
                if let Some(coding) = coding {
                    self.fonts.insert(self.entry.font, coding);
                }
            }
            ("s", To::Styles) => self.entry.style = value,
            ("outlinelevel", To::Styles) => self.entry.outline = level(value),
            _ => {}
        }
    }

    /// Ends a style's entry: its number and name are complete.
    fn end_entry(&mut self) {
        let name = std::mem::take(&mut self.scratch);
        let entry = std::mem::take(&mut self.entry);
        if let Some(level) = entry.outline.or_else(|| tables::level_of_style(&name)) {
            self.styles.insert(entry.style, level);
        }
    }

    fn info_word(&mut self, word: &str, number: Option<i32>, field: Field) {
        let value = number.unwrap_or(0);
        let entered = match word {
            "title" => Field::Title,
            "author" => Field::Author,
            "creatim" => Field::Created,
            "revtim" => Field::Modified,
            _ => {
                let date = match field {
                    Field::Created => &mut self.dates[0],
                    Field::Modified => &mut self.dates[1],
                    _ => return,
                };
                let part = ["yr", "mo", "dy", "hr", "min"].iter().position(|&part| part == word);
                if let Some(place) = part.and_then(|part| date.get_mut(part)) {
                    *place = value;
                }
                return;
            }
        };
        self.group.to = To::Info(entered);
    }

    /// Takes a word that writes something.
    fn text_word(&mut self, word: &str, number: Option<i32>) {
        match word {
            "u" => self.unicode(number.unwrap_or(0)),
            "par" => self.end_paragraph(),
            "line" => {
                if self.heading_level().is_some() || self.group.in_table {
                    self.write(" ")
                } else {
                    self.write("\n")
                }
            }
            "sect" | "page" | "column" => self.end_paragraph(),
            "cell" | "nestcell" => self.end_cell(),
            "row" | "nestrow" => self.end_row(),
            "chftn" => {
                let number = self.notes + usize::from(self.group.to == To::Body);
                self.write(&format!("[{number}]"));
            }
            _ => {}
        }
    }

    /// Takes a word that sets a property of characters, paragraphs or the document.
    fn property(&mut self, word: &str, number: Option<i32>) {
        let value = number.unwrap_or(0);
        let on = number != Some(0);
        let group = &mut self.group;
        match word {
            "uc" => group.fallback = value.clamp(0, 16) as u32,
            "f" => group.font = value,
            "plain" => group.plain_characters(self.default_font),
            "v" => group.hidden = on,
            "deleted" => group.deleted = on,
            "revauthdel" => group.deleted_by = number,
            "revdttmdel" => group.deleted_at = number,
            "pard" => group.plain_paragraph(),
            "s" => group.style = value,
            "outlinelevel" => group.outline = level(value),
            "intbl" => group.in_table = on,
            "deff" => {
                self.default_font = value;
                group.font = value;
            }
            "mac" => self.coding = Coding::Page(encoding_rs::MACINTOSH),
            "pc" | "pca" => self.coding = Coding::Dos,
            "ansicpg" => self.coding = Coding::of_page(value).unwrap_or(self.coding),
            _ => {}
        }
    }

    fn unicode(&mut self, number: i32) {
        let unit = number as u32 & 0xFFFF;
        let high = self.high.take();
        self.skip = self.group.fallback;
        if (0xD800..0xDC00).contains(&unit) {
            self.high = Some(unit as u16);
            return;
        }
        let code = match high {
            Some(high) if (0xDC00..0xE000).contains(&unit) => {
                0x10000 + ((u32::from(high) - 0xD800) << 10) + (unit - 0xDC00)
            }
            // Some writers give the whole code point at once.
            _ if number > 0xFFFF => number as u32,
            _ => unit,
        };
        let letter = tables::symbol_of_private_area(char::from_u32(code).unwrap_or('\u{FFFD}'));
        self.write(letter.encode_utf8(&mut [0; 4]));
    }

    /// Decodes the bytes that were gathered and writes them.
    fn flush(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let of_font = matches!(self.group.to, To::Body | To::Aside(_));
        let font = self.fonts.get(&self.group.font).copied().filter(|_| of_font);
        let text = font.unwrap_or(self.coding).decode(&bytes);
        self.write(&text);
    }

    /// Writes text where the present group's text goes.
    fn write(&mut self, text: &str) {
        match self.group.to {
            To::Skip | To::Fonts => {}
            To::Body if self.group.deleted => self.delete(text),
            To::Body if self.group.hidden => self.hide(text),
            To::Body => {
                let tabs = std::mem::take(&mut self.tabs);
                let space = std::mem::take(&mut self.space);
                if tabs > 0 {
                    self.body.push(&"\t".repeat(tabs));
                } else if space {
                    self.body.push(" ");
                }
                self.body.push(text);
            }
            To::Aside(aside) => {
                if let Some((_, words)) = self.asides.get_mut(aside).filter(|_| !self.group.deleted) {
                    words.push_str(text);
                }
            }
            To::Styles => {
                self.scratch.push_str(text);
                if text.contains(';') {
                    self.end_entry();
                }
            }
            To::Revisions => {
                self.scratch.push_str(text);
                while let Some((name, rest)) = self.scratch.split_once(';') {
                    let (name, rest) = (name.trim().to_owned(), rest.to_owned());
                    self.revisers.push(name);
                    self.scratch = rest;
                }
            }
            To::Info(Field::Title) => self.meta.title.get_or_insert_default().push_str(text),
            To::Info(Field::Author) => self.meta.author.get_or_insert_default().push_str(text),
            To::Info(_) => {}
        }
    }

    fn delete(&mut self, text: &str) {
        let author = self.group.deleted_by.and_then(|by| usize::try_from(by).ok());
        let author = author.and_then(|by| self.revisers.get(by)).cloned();
        let date = self.group.deleted_at.and_then(tables::packed_date);
        let at = self.body.len();
        match self.deletions.last_mut() {
            Some(last) if last.at == at && last.author == author => last.text.push_str(text),
            _ => self.deletions.push(Deletion { at, text: text.to_owned(), author, date }),
        }
    }

    /// Keeps hidden text apart; all of one stretch together.
    fn hide(&mut self, text: &str) {
        match self.asides.last_mut() {
            Some((MarkKind::HiddenText, words)) => words.push_str(text),
            _ => self.asides.push((MarkKind::HiddenText, text.to_owned())),
        }
    }

    fn heading_level(&self) -> Option<u8> {
        self.group.outline.or_else(|| self.styles.get(&self.group.style).copied())
    }

    fn end_paragraph(&mut self) {
        match self.group.to {
            To::Body if self.group.deleted => self.delete("\n"),
            To::Body if self.group.hidden => self.hide("\n"),
            To::Body if self.group.in_table => {
                self.space = self.tabs == 0 && !self.body.is_empty() && !self.body.as_str().ends_with('\n');
            }
            To::Body => {
                self.mark_heading();
                self.end_row();
            }
            _ => self.write("\n"),
        }
    }

    /// Marks the words of the paragraph that ends, if it is a heading.
    fn mark_heading(&mut self) {
        let Some(level) = self.heading_level() else { return };
        let line = self.body.as_str().get(self.paragraph_byte..).unwrap_or_default();
        let before = line.chars().take_while(|letter| letter.is_whitespace()).count() as u32;
        let words = line.trim().chars().count() as u32;
        if words > 0 {
            let start = self.paragraph + before;
            self.marks.push(Mark { span: Span::new(start, start + words), kind: MarkKind::Heading(level) });
        }
    }

    fn end_cell(&mut self) {
        if self.group.to == To::Body {
            self.tabs += 1;
            self.space = false;
        } else {
            self.write("\t");
        }
    }

    fn end_row(&mut self) {
        if self.group.to == To::Body {
            self.tabs = 0;
            self.space = false;
            self.body.end_line();
            self.paragraph = self.body.len();
            self.paragraph_byte = self.body.as_str().len();
        } else {
            self.write("\n");
        }
    }
}

fn level(outline: i32) -> Option<u8> {
    u8::try_from(outline).ok().filter(|level| *level < 9).map(|level| level + 1)
}
