//! Headings: which sentences name the clause that follows.
//!
//! In goes one sentence of the text with where it stands, out comes what it is: a heading of its
//! own, a text that opens with a heading or a label, or neither. Nothing is known here of the
//! headings around it; `outline` puts them in order.

use super::listed;
use super::numbering::{Kind, Label, label};
use super::numerals::{plain, roman};
use super::titles::{
    breaks_off, ends_in_number, has_verb, is_capitalised, is_capitals, is_contents_line, is_run_in, is_title,
    opens_title, title,
};
use crate::config::HEADING_CHARS_MAX;

/// What a sentence is to the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Class {
    /// Text and no more.
    Text,
    /// A heading, which belongs to the text after it.
    Heading(Heading),
    /// The start of a paragraph that no label numbers.
    Unlabelled,
    /// Text whose start numbers or names it: "7.2 The Lessee shall…", "SÉPTIMA.- El arrendatario…".
    Labelled(Heading),
    /// The closing words of a contract, which belong to no clause.
    Closing,
}

/// One step of a heading path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heading {
    /// What the path shows.
    pub(super) title: String,
    /// How far out it stands, by its form: the smaller, the further.
    pub(super) rank: u8,
    /// What form it has; `None` where its form does not say how far out it stands.
    pub(super) form: Option<Form>,
    /// The level that the file itself gives, 1 the highest.
    pub(super) level: Option<u8>,
    /// How far out it stands to the headings after it, where that is not its rank: the recitals are
    /// a part of the whole contract, and yet end where the first clause begins.
    pub(super) hold: u8,
    /// Its number, where it has one.
    pub(super) number: Option<u32>,
    /// Whether the title is a label alone, to which a title on the next line belongs.
    pub(super) bare: bool,
}

/// What the form of a heading shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A label of this kind.
    Label(Kind),
    /// A word that heads a known part, or a line in capitals.
    Part,
}

/// Where a sentence stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Position {
    /// It opens its paragraph.
    pub(super) first: bool,
    /// It closes its paragraph.
    pub(super) last: bool,
    /// It is its whole paragraph.
    pub(super) whole: bool,
    /// The level that a mark of the reader gives it.
    pub(super) level: Option<u8>,
    /// The lines around it are a table of contents.
    pub(super) in_contents: bool,
    /// A bare label such as "ARTICLE IX" stands on the line before and lacks its title.
    pub(super) awaited: bool,
}

/// Ranks from here on number paragraphs within a clause, not clauses.
pub(super) const RANK_PARAGRAPH: u8 = 68;
/// Rank of a numbered recital.
const RANK_RECITAL: u8 = 79;
/// Ranks from here on are kinds of items, each of which may stand in any other.
pub(super) const RANK_SMALL: u8 = 82;
/// Rank of the items of a list, which end where a paragraph without a label begins.
pub(super) const RANK_ITEM: u8 = 86;
/// Rank of an annex, the outermost.
pub(super) const RANK_ANNEX: u8 = 5;
/// Rank of a heading without number or known word.
pub(super) const RANK_CAPITALS: u8 = 45;
/// Rank of "VIII. TERMINACIÓN" where nothing numbered stands above it.
pub(super) const RANK_ROMAN: u8 = 50;
/// Rank of "A. Definitions" where nothing numbered stands above it.
pub(super) const RANK_UPPER: u8 = 52;
/// Rank of "Section 5.3".
pub(super) const RANK_SECTION: u8 = 62;
/// Rank of the parts that every contract has: "REUNIDOS", "EXPONEN", "CLÁUSULAS".
const RANK_PART: u8 = 40;
/// What the parts before the first clause hold against: any numbered clause ends them.
pub(super) const HOLD_RECITALS: u8 = 66;
/// Rank of "10. Penalización", and of the clauses that open with a word.
pub(super) const RANK_CLAUSE: u8 = 60;

fn rank(label: &Label<'_>, titled: bool) -> u8 {
    match label.kind {
        Kind::Annex => RANK_ANNEX,
        Kind::Book => 10,
        Kind::Title => 20,
        Kind::Provision => 25,
        Kind::Chapter => 30,
        Kind::Division => 42,
        Kind::Subdivision => 44,
        Kind::Roman if titled => RANK_ROMAN,
        Kind::Article => 58,
        Kind::Clause => RANK_CLAUSE,
        Kind::Section => RANK_SECTION,
        Kind::Number(1) if titled => RANK_CLAUSE,
        Kind::Upper if titled => RANK_UPPER,
        Kind::Number(depth @ 2..=8) => 68 + depth,
        Kind::Number(1) => 80,
        Kind::Roman => 81,
        Kind::Upper => RANK_SMALL,
        Kind::Number(_) => 84,
        Kind::Lower => RANK_ITEM,
        Kind::LowerRoman => 88,
        Kind::Bullet => 90,
    }
}

/// Says what `sentence` is.
pub(super) fn classify(sentence: &str, at: Position) -> Class {
    let (sentence, marked) = unmarked(sentence);
    let level = at.level.or(marked.filter(|_| at.first));
    let short = sentence.len() <= HEADING_CHARS_MAX * 2;
    if level.is_some() && short && !sentence.is_empty() && (at.whole || marked.is_some()) {
        return explicit(sentence, level);
    }
    if at.whole && (at.in_contents && ends_in_number(sentence) || is_contents_line(sentence)) {
        return Class::Text;
    }
    if let Some(label) = label(sentence).filter(|label| label.kind != Kind::Bullet) {
        if label.kind == Kind::Annex && (at.in_contents || lists_annexes(sentence)) {
            return Class::Text;
        }
        return labelled(sentence, label, at);
    }
    if at.first {
        return unnumbered(sentence, at);
    }
    Class::Text
}

/// Returns whether a line names several annexes, or ends in the page of one: no heading but a list.
fn lists_annexes(line: &str) -> bool {
    let words = || line.split_whitespace();
    let named = |word: &str| matches!(word, "Exhibit" | "Schedule" | "Annex" | "Appendix" | "Anexo");
    let paged = words().next_back().is_some_and(|word| {
        let page = word.trim_start_matches('-');
        page.starts_with(['i', 'v', 'x']) && roman(page).is_some()
    });
    paged || words().filter(|word| named(word)).count() > 1
}

/// Takes Markdown's marks away: "## **Título**" is "Título" of level 2.
fn unmarked(sentence: &str) -> (&str, Option<u8>) {
    let hashes = sentence.len() - sentence.trim_start_matches('#').len();
    let rest = sentence.get(hashes..).unwrap_or("");
    let marked = (1..=6).contains(&hashes) && rest.starts_with(char::is_whitespace);
    let bare = if marked { rest.trim().trim_end_matches('#').trim_end() } else { sentence };
    let plain =
        bare.strip_prefix("**").and_then(|inner| inner.strip_suffix("**")).filter(|inner| !inner.contains("**"));
    (plain.unwrap_or(bare).trim(), marked.then_some(hashes as u8))
}

fn explicit(sentence: &str, level: Option<u8>) -> Class {
    let found = label(sentence).filter(|label| label.kind != Kind::Bullet);
    let part = part(sentence);
    let (rank, hold) = match (&found, part) {
        (Some(label), _) => (rank(label, true), rank(label, true)),
        (None, Some(hold)) => (RANK_PART, hold),
        (None, None) => (level.map_or(RANK_CAPITALS, |level| level.saturating_mul(10).min(RANK_CLAUSE)), RANK_CAPITALS),
    };
    let hold = if found.is_none() && part.is_none() { rank } else { hold };
    let bare = found.is_some_and(|label| label.len == sentence.len());
    let number = found.and_then(|label| label.number);
    let form = found.map(|label| Form::Label(label.kind)).or(part.map(|_| Form::Part));
    Class::Heading(Heading { title: title(sentence), rank, hold, form, level, number, bare })
}

/// Returns what a part of a contract that is headed by a known word holds against.
fn part(sentence: &str) -> Option<u8> {
    if sentence.len() > 80 {
        return None;
    }
    let name = plain(sentence).replace([',', ':', '.', '-'], "");
    let name = name.trim();
    let name = name.strip_prefix("las partes ").unwrap_or(name);
    if listed(OPENING_PARTS, '|', name) {
        return Some(HOLD_RECITALS);
    }
    listed(PARTS, '|', name).then_some(RANK_PART)
}

fn labelled(sentence: &str, label: Label<'_>, at: Position) -> Class {
    let rest = sentence.get(label.len..).unwrap_or("");
    let make = |text: &str, titled: bool| {
        let rank = rank(&label, titled);
        let number = label.number;
        let form = Some(Form::Label(label.kind));
        Heading { title: title(text), rank, hold: rank, form, level: None, number, bare: rest.is_empty() }
    };
    let strong = label.keyword || matches!(label.kind, Kind::Number(2..=8) | Kind::Clause);
    if !at.first {
        // Within a line only what reads as a run-in heading counts: "…hereof. 3.17 Environmental Matters.",
        // and at its end what a reader failed to put on a line of its own: "…firmantes. 22. Notificaciones".
        let numbered = strong || matches!(label.kind, Kind::Number(1) | Kind::Roman);
        let ends_line = at.last && label.closed && !rest.ends_with(['.', ':', ',']) && is_run_in(rest);
        let titled = numbered && !at.in_contents && is_title(rest) && (ends_line || is_capitalised(rest));
        return if titled { Class::Heading(make(sentence, true)) } else { Class::Text };
    }
    let refers = rest.starts_with(|c: char| c.is_lowercase() || matches!(c, ',' | ';' | '/' | '(' | ')'));
    if label.keyword && refers && (!label.closed || rest.starts_with([',', ';', ')'])) {
        return Class::Text;
    }
    if rest.is_empty() {
        return if at.whole && (strong || matches!(label.kind, Kind::Roman | Kind::Number(1))) {
            Class::Heading(make(sentence, true))
        } else {
            Class::Labelled(make(label.text, false))
        };
    }
    if is_small(label.kind) || is_bracketed(sentence, &label) {
        // "(b) Restrictive Covenants." keeps its title, yet stays an item of its clause.
        let headed = is_title(rest) && is_capitalised(rest) && (at.whole != rest.ends_with('.'));
        let text = if headed { sentence } else { label.text };
        return Class::Labelled(make(text, false));
    }
    if rest.starts_with("Que ") {
        // "PRIMERO.- Que la Prestataria…" numbers a recital, not a clause.
        return Class::Labelled(Heading { rank: RANK_RECITAL, hold: RANK_RECITAL, ..make(label.text, false) });
    }
    let line = at.whole && !rest.ends_with(['.', ':', ',']) && !has_verb(rest) && !breaks_off(rest);
    if is_title(rest) && (line || is_run_in(rest)) {
        return Class::Heading(make(sentence, true));
    }
    // "IV" or "1" before whole sentences numbers a paragraph; a clause word names the clause.
    Class::Labelled(make(label.text, label.keyword || label.kind == Kind::Clause))
}

/// Returns whether brackets make the label an item of a list: "(A)", "B)".
fn is_bracketed(sentence: &str, label: &Label<'_>) -> bool {
    let lettered = matches!(label.kind, Kind::Upper | Kind::Roman);
    lettered
        && (label.text.starts_with('(') || sentence.get(label.text.len()..).is_some_and(|rest| rest.starts_with(')')))
}

fn is_small(kind: Kind) -> bool {
    matches!(kind, Kind::Lower | Kind::LowerRoman | Kind::Number(9))
}

/// Parts that stand before the first clause.
const OPENING_PARTS: &str = concat!(
    "reunidos|comparecen|intervienen|exponen|manifiestan|antecedentes|declaran|recitals|whereas|",
    "witnesseth|background|preamble|preambulo|exposicion de motivos|considerandos|considerando|",
    "introduction|introduccion|partes|parties|indice|table of contents|contents|now therefore",
);

/// Parts that hold the clauses, or stand among or after them.
const PARTS: &str = concat!(
    "clausulas|estipulaciones|acuerdan|pactos|otorgan|estipulan|convienen|definitions|definiciones|",
    "signatures|firmas|firmantes|resuelven|hechos|fundamentos de derecho|fallo|condiciones generales|",
    "condiciones particulares|terms and conditions|anexos|schedules|exhibits|agreement|articulos",
);

/// First words of what stands below the last clause.
const CLOSINGS: &str = concat!(
    "in witness whereof|in witness thereof|y en prueba de conformidad|en prueba de conformidad|",
    "y para que conste|y, en prueba de conformidad|leido el presente|y en señal de conformidad|",
    "en fe de lo cual",
);

fn unnumbered(sentence: &str, at: Position) -> Class {
    let start: String = sentence.chars().take(40).collect();
    let start = plain(&start);
    if CLOSINGS.split('|').any(|closing| start.starts_with(closing)) {
        return Class::Closing;
    }
    let heading = |title: String, rank: u8, hold: u8| Heading {
        title,
        rank,
        hold,
        form: Some(Form::Part),
        level: None,
        number: None,
        bare: false,
    };
    if at.whole {
        if let Some(hold) = part(sentence) {
            return Class::Heading(heading(title(sentence), RANK_PART, hold));
        }
        let titles = at.awaited && is_title(sentence) && !sentence.ends_with(['.', ':']) && opens_title(sentence);
        if titles || is_capitals(sentence) {
            return Class::Heading(heading(title(sentence), RANK_CAPITALS, RANK_CAPITALS));
        }
    }
    if sentence.starts_with("WHEREAS") {
        return Class::Labelled(heading("WHEREAS".into(), HOLD_RECITALS, HOLD_RECITALS));
    }
    if sentence.starts_with("NOW, THEREFORE") || sentence.starts_with("NOW THEREFORE") {
        return Class::Labelled(heading("NOW, THEREFORE".into(), HOLD_RECITALS, HOLD_RECITALS));
    }
    if sentence.starts_with(char::is_uppercase) { Class::Unlabelled } else { Class::Text }
}
