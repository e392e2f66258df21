//! Finding words verbatim, whatever typesetting did to them.
//!
//! A text is folded once: white space to one space, quotation marks to one mark, dashes to one dash,
//! ligatures and composed letters to their parts (NFKD), hyphens between letters and invisible
//! characters to nothing. A quote is folded the same way, found in the folded text, and led back to
//! code points of the text as it stands.

use crate::span::Span;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

/// Whether upper and lower case are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Case {
    /// They are: a quote is verbatim.
    #[default]
    Exact,
    /// They are not: for headings in capitals, and for names.
    Folded,
}

/// A text folded for finding quotes in it.
#[derive(Debug, Clone)]
pub struct Folded {
    folded: String,
    /// In the order of the folded text; bytes between two steps stand for one code point each.
    steps: Vec<Step>,
    case: Case,
}

/// From byte `at` of the folded text on, one byte is one code point from `point` on; or, where
/// `points` is not 0, the bytes up to the next step stand together for that many code points.
#[derive(Debug, Clone, Copy)]
struct Step {
    at: u32,
    point: u32,
    points: u32,
}

impl Folded {
    /// Folds `text`, telling upper and lower case apart.
    pub fn new(text: &str) -> Self {
        Self::with_case(text, Case::Exact)
    }

    /// Folds `text`.
    pub fn with_case(text: &str, case: Case) -> Self {
        let mut fold =
            Fold { out: Self { folded: String::with_capacity(text.len()), steps: Vec::new(), case }, run: None };
        fold.text(text);
        fold.out
    }

    /// Returns the folded text.
    pub fn as_str(&self) -> &str {
        &self.folded
    }

    /// Returns where `quote` stands first, from its first to its last character. An empty quote
    /// stands nowhere.
    pub fn locate(&self, quote: &str) -> Option<Span> {
        self.locate_all(quote).next()
    }

    /// Returns every place where `quote` stands, in order. Places do not overlap.
    ///
    /// A quote that begins or ends inside a word or a number of the text does not stand there:
    /// "39" is not in "39.000", nor "he" in "the".
    pub fn locate_all(&self, quote: &str) -> impl Iterator<Item = Span> {
        let wanted = Folded::with_case(quote, self.case).folded;
        let mut from = 0;
        std::iter::from_fn(move || {
            while !wanted.is_empty() {
                let start = from + self.folded.get(from..)?.find(&wanted)?;
                let end = start + wanted.len();
                if let Some(span) = self.span(start, end).filter(|_| self.is_whole(start, end)) {
                    from = end;
                    return Some(span);
                }
                from = start + self.folded.get(start..)?.chars().next().map_or(1, char::len_utf8);
            }
            None
        })
    }

    /// Returns whether words and numbers end where the found bytes do.
    fn is_whole(&self, start: usize, end: usize) -> bool {
        let before = self.folded.get(..start).unwrap_or("").chars().rev();
        let after = self.folded.get(end..).unwrap_or("").chars();
        let found = self.folded.get(start..end).unwrap_or("");
        let (Some(first), Some(last)) = (found.chars().next(), found.chars().next_back()) else { return false };
        !goes_on(first, before) && !goes_on(last, after.clone()) && !after.clone().next().is_some_and(is_combining_mark)
    }

    /// Returns the code points for the bytes, where the bytes begin and end between code points.
    fn span(&self, start: usize, end: usize) -> Option<Span> {
        let (first, _) = self.step(start)?;
        let (last, last_end) = self.step(end.checked_sub(1)?)?;
        if first.points > 0 && first.at as usize != start || last.points > 0 && last_end != end {
            return None;
        }
        let begin = if first.points > 0 { first.point } else { first.point + (start as u32 - first.at) };
        let finish = if last.points > 0 { last.point + last.points } else { last.point + (end as u32 - last.at) };
        Some(Span::new(begin, finish))
    }

    /// Returns the step that holds byte `at`, and the byte where it ends.
    fn step(&self, at: usize) -> Option<(Step, usize)> {
        let next = self.steps.partition_point(|step| step.at as usize <= at);
        let step = self.steps.get(next.checked_sub(1)?)?;
        let end = self.steps.get(next).map_or(self.folded.len(), |step| step.at as usize);
        Some((*step, end))
    }
}

/// Returns whether the word or number that `edge` belongs to goes on in `beyond`, read outwards.
fn goes_on(edge: char, mut beyond: impl Iterator<Item = char>) -> bool {
    let Some(next) = beyond.find(|c| !is_combining_mark(*c)) else { return false };
    if edge.is_ascii_digit() {
        let parted = matches!(next, '.' | ',') && beyond.next().is_some_and(|c| c.is_ascii_digit());
        return next.is_ascii_digit() || parted;
    }
    edge.is_alphabetic() && next.is_alphabetic()
}

/// The folding of one text.
struct Fold {
    out: Folded,
    /// White space, quotation marks or dashes that become one character once the run is over.
    run: Option<Run>,
}

#[derive(Clone, Copy)]
struct Run {
    kind: Kind,
    start: u32,
    end: u32,
    /// A line ends in it.
    breaks: bool,
    /// White space is part of it, and stands before the dash that it is.
    spaced: bool,
    led: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Quote,
    Dash,
    Nothing,
    Other,
}

fn kind(c: char) -> Kind {
    match c {
        '"'
        | '\''
        | '`'
        | '´'
        | '«'
        | '»'
        | '‹'
        | '›'
        | '\u{2018}'..='\u{201f}'
        | '\u{2032}'..='\u{2036}'
        | '\u{ff02}'
        | '\u{ff07}'
        | '\u{301d}'..='\u{301f}' => Kind::Quote,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => Kind::Dash,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{202a}'..='\u{202e}' => Kind::Nothing,
        c if c.is_whitespace() => Kind::Space,
        _ => Kind::Other,
    }
}

impl Fold {
    fn text(&mut self, text: &str) {
        let mut point = 0u32;
        let mut cluster = String::new();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let kind = kind(c);
            if kind != Kind::Other {
                self.extend_run(kind, point, c);
                point += 1;
                continue;
            }
            if c.is_ascii() && chars.peek().is_none_or(|next| canonical_combining_class(*next) == 0) {
                self.close_run(Some(c));
                self.put(c, point, 1);
                point += 1;
                continue;
            }
            cluster.clear();
            cluster.push(c);
            let start = point;
            point += 1;
            while let Some(mark) = chars.next_if(|next| canonical_combining_class(*next) != 0) {
                cluster.push(mark);
                point += 1;
            }
            self.cluster(&cluster, start, point);
        }
        // White space at the very end belongs to no word; a dash or mark does.
        if self.run.is_some_and(|run| matches!(run.kind, Kind::Quote | Kind::Dash)) {
            self.close_run(None);
        }
    }

    /// A letter with its accents, or one that falls into several.
    fn cluster(&mut self, cluster: &str, start: u32, end: u32) {
        let parts: String = cluster.nfkd().collect();
        let mut parts = parts.chars().filter(|c| kind(*c) == Kind::Other).peekable();
        let Some(&first) = parts.peek() else {
            // A presentation form of white space or of a mark.
            return match cluster.nfkd().map(kind).find(|kind| *kind != Kind::Nothing) {
                Some(kind) => self.extend_run(kind, start, ' '),
                None => self.extend_run(Kind::Nothing, start, ' '),
            };
        };
        self.close_run(Some(first));
        let at = self.out.folded.len() as u32;
        for c in parts {
            self.push(c);
        }
        self.out.steps.push(Step { at, point: start, points: end - start });
    }

    fn extend_run(&mut self, kind: Kind, point: u32, c: char) {
        if kind == Kind::Nothing {
            // A soft hyphen may stand at a line's end, where the white space after it goes too.
            if c == '\u{ad}' && self.run.is_none() {
                self.run = Some(Run { kind, start: point, end: point + 1, breaks: false, spaced: false, led: false });
            }
            return;
        }
        let breaks = matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}');
        let space = kind == Kind::Space;
        match &mut self.run {
            // White space beside a dash goes with the dash.
            Some(run) if space => {
                if run.kind == Kind::Quote {
                    self.close_run(None);
                    self.run = Some(Run { kind, start: point, end: point + 1, breaks, spaced: true, led: false });
                    return;
                }
                run.breaks |= breaks;
                run.spaced = true;
                if run.kind == Kind::Space {
                    run.end = point + 1;
                }
            }
            Some(run) if run.kind == Kind::Space && kind == Kind::Dash => {
                *run = Run { kind, start: point, end: point + 1, breaks: false, spaced: true, led: true };
            }
            Some(run) if run.kind == kind => {
                run.end = point + 1;
                run.spaced |= space;
            }
            _ => {
                self.close_run(None);
                self.run = Some(Run { kind, start: point, end: point + 1, breaks, spaced: space, led: false });
            }
        }
    }

    /// Writes what a run becomes before `next`, or at the end of the text or before another run.
    fn close_run(&mut self, next: Option<char>) {
        let Some(run) = self.run.take() else { return };
        let between = self.out.folded.chars().next_back().is_some_and(|c| c.is_alphabetic() || is_combining_mark(c))
            && next.is_some_and(char::is_alphabetic);
        let folded = match run.kind {
            Kind::Space if self.out.folded.is_empty() => return,
            Kind::Space => ' ',
            Kind::Quote => '\'',
            // "obliga-" / "ciones", and "non-compete", which another line break may have joined.
            Kind::Dash if between && !run.led && (run.breaks || !run.spaced) => return,
            Kind::Dash => '-',
            Kind::Nothing if run.spaced && !(between && run.breaks) => ' ',
            Kind::Nothing | Kind::Other => return,
        };
        self.put(folded, run.start, run.end - run.start);
    }

    /// Appends one character that stands for `points` code points from `point` on.
    fn put(&mut self, c: char, point: u32, points: u32) {
        let at = self.out.folded.len() as u32;
        let plain = points == 1 && c.is_ascii();
        let goes_on =
            plain && self.out.steps.last().is_some_and(|step| step.points == 0 && step.point + (at - step.at) == point);
        if !goes_on {
            self.out.steps.push(Step { at, point, points: if plain { 0 } else { points } });
        }
        self.push(c);
    }

    fn push(&mut self, c: char) {
        match self.out.case {
            Case::Exact => self.out.folded.push(c),
            Case::Folded => self.out.folded.extend(c.to_lowercase()),
        }
    }
}

/// Returns where `quote` stands first in `text`, in code points of `text`. For more than one quote
/// fold the text once with [`Folded`].
pub fn locate(quote: &str, text: &str) -> Option<Span> {
    Folded::new(text).locate(quote)
}

/// Returns whether `quote` stands verbatim in `text`.
pub fn verify(quote: &str, text: &str) -> bool {
    locate(quote, text).is_some()
}
