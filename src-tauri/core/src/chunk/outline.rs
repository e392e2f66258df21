//! The headings that stand above a place in a text.
//!
//! Headings arrive in the order of the text; each closes those that are not further out than itself.
//! Where two headings both have a level that the file gives, the levels decide, else their forms do.

use super::headings::{
    Form, HOLD_RECITALS, Heading, RANK_CAPITALS, RANK_CLAUSE, RANK_ITEM, RANK_ROMAN, RANK_SECTION, RANK_SMALL,
    RANK_UPPER,
};
use super::numbering::Kind;

/// The path of open headings, outermost first.
#[derive(Debug, Default, Clone)]
pub(super) struct Outline {
    open: Vec<Heading>,
    /// Whether the last heading waits for a title on the next line.
    waiting: bool,
}

/// Deepest path that is kept; legal texts stay well below.
const DEPTH_MAX: usize = 8;

impl Outline {
    /// Takes the next heading of the text.
    pub(super) fn push(&mut self, heading: Heading) {
        if self.completes(&heading) {
            if let Some(last) = self.open.last_mut() {
                last.title = super::titles::title(&format!("{} {}", last.title, heading.title));
                last.bare = false;
            }
            self.waiting = false;
            return;
        }
        let heading = self.placed(self.in_sequence(heading));
        self.waiting = heading.bare;
        let keep = self.open.iter().position(|open| !is_above(open, &heading)).unwrap_or(self.open.len());
        self.open.truncate(keep.min(DEPTH_MAX - 1));
        self.open.push(heading);
    }

    /// Says how far out a heading stands whose form does not: letters and Roman numerals may divide a
    /// whole contract or one clause, and a line in capitals between two numbered clauses holds none.
    fn placed(&self, mut heading: Heading) -> Heading {
        if heading.level.is_some() {
            return heading;
        }
        let open = |accept: &dyn Fn(&Heading) -> bool| self.open.iter().find(|open| accept(open)).map(|open| open.hold);
        let lettered = matches!(heading.rank, RANK_ROMAN | RANK_UPPER);
        if lettered {
            let recital = self.open.last().filter(|last| last.hold == HOLD_RECITALS).map(|_| HOLD_RECITALS + 1);
            let sibling = open(&|open| open.form == heading.form);
            let clause = open(&|open| (RANK_UPPER + 1..=RANK_SECTION).contains(&open.rank)).map(|_| RANK_SECTION + 1);
            if let Some(hold) = recital.or(sibling).or(clause) {
                (heading.rank, heading.hold) = (hold, hold);
            }
        } else if heading.rank == RANK_CAPITALS
            && open(&|open| (RANK_ROMAN..=RANK_SECTION).contains(&open.rank)).is_some()
        {
            heading.hold = HOLD_RECITALS;
        }
        heading
    }

    /// Takes a sentence that is no heading, after which no title can complete one. `unlabelled` tells
    /// that it opens a paragraph without a label and so ends a list of items.
    pub(super) fn text(&mut self, unlabelled: bool) {
        self.waiting = false;
        while unlabelled && self.open.last().is_some_and(|last| last.rank >= RANK_ITEM) {
            self.open.pop();
        }
    }

    /// Returns whether the last heading is a bare label, whose title may stand on the next line.
    pub(super) fn waits(&self) -> bool {
        self.waiting
    }

    /// Closes every heading.
    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.waiting = false;
    }

    /// Returns the path.
    pub(super) fn path(&self) -> Vec<String> {
        self.open.iter().map(|heading| heading.title.clone()).collect()
    }

    /// "(i)" after "(h)" is a letter, "(i)" after "(a)" a numeral.
    fn in_sequence(&self, mut heading: Heading) -> Heading {
        let letter = match heading.title.as_str() {
            "(i)" | "i)" => 9,
            "(v)" | "v)" => 22,
            "(x)" | "x)" => 24,
            _ => return heading,
        };
        let before = self.open.iter().rev().find(|open| open.rank == RANK_ITEM).and_then(|open| open.number);
        if before == Some(letter - 1) {
            (heading.rank, heading.hold) = (RANK_ITEM, RANK_ITEM);
            heading.number = Some(letter);
        }
        heading
    }

    /// "ARTICLE IX" and, on the next line, "INDEMNIFICATION" are one heading.
    fn completes(&self, heading: &Heading) -> bool {
        let Some(last) = self.open.last().filter(|last| self.waiting && last.bare) else { return false };
        let same_level = match (last.level, heading.level) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        };
        heading.number.is_none() && !heading.bare && same_level
    }
}

/// Returns whether the number of a section names another article than the open one. Only English
/// contracts number sections by their article; Spanish articles count their paragraphs from one.
fn is_section_of_another(open: &Heading, heading: &Heading) -> bool {
    let section = matches!(heading.form, Some(Form::Label(Kind::Section | Kind::Number(2..=8))));
    let pointed = heading.title.split_whitespace().take(2).any(|word| {
        let number = word.trim_end_matches(['.', ':']);
        number.contains('.') && number.starts_with(|c: char| c.is_ascii_digit())
    });
    let article = open.form == Some(Form::Label(Kind::Article)) && open.title.to_lowercase().starts_with("article");
    section && pointed && article && open.number.zip(heading.number).is_some_and(|(a, b)| a != b)
}

/// Returns whether `heading` stands below `open`.
fn is_above(open: &Heading, heading: &Heading) -> bool {
    // The additional, transitional and final provisions of a law stand outside its titles and
    // chapters, whatever level the file gives them.
    let divides = matches!(open.form, Some(Form::Label(Kind::Book | Kind::Title | Kind::Chapter | Kind::Division)));
    if divides && heading.form == Some(Form::Label(Kind::Provision)) {
        return false;
    }
    if let (Some(a), Some(b)) = (open.level, heading.level)
        && (a != b || open.form.is_none() || heading.form.is_none())
    {
        // Bold type gives one level to all; then only the forms tell an article from its sections.
        return a < b;
    }
    // "5.1" below "4. Price" shows that the heading of 5 was not recognised.
    let skipped = open.rank == RANK_CLAUSE
        && (RANK_CLAUSE + 10..RANK_CLAUSE + 20).contains(&heading.rank)
        && open.title.starts_with(|c: char| c.is_ascii_digit())
        && open.number.zip(heading.number).is_some_and(|(a, b)| a < b);
    // So does "Section 4.05" below "ARTICLE III".
    let skipped = skipped || is_section_of_another(open, heading);
    let items = open.rank >= RANK_SMALL && heading.rank >= RANK_SMALL;
    if items { open.rank != heading.rank } else { open.hold < heading.rank && !skipped }
}
