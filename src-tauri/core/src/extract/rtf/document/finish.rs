//! Ends the document: what stands beside the text goes after it, and what was not read is said.

use super::super::group::To;
use super::Document;
use crate::error::{Problem, ProblemCode};
use crate::extract::{Extracted, Mark, MarkKind, Meta, plain};

/// A file with pictures and less text than this is most likely a scan.
const SCANT_TEXT_CHARS: u32 = 200;

impl Document {
    /// Ends the document and puts what stands beside the text after it.
    pub(in crate::extract::rtf) fn finish(mut self) -> Extracted {
        self.flush();
        self.group.to = To::Body;
        (self.group.deleted, self.group.hidden, self.group.in_table) = (false, false, false);
        self.end_paragraph();
        let mut problems = self.problems();
        let blank = self.body.as_str().trim().is_empty();
        let mut seen: Vec<(MarkKind, String)> = Vec::new();
        for (kind, words) in std::mem::take(&mut self.asides) {
            let lines: Vec<&str> = words.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            let words = lines.join("\n");
            // Each section repeats its header, and each kind of page has its own.
            if words.is_empty() || (kind.is_left_out() && seen.contains(&(kind, words.clone()))) {
                continue;
            }
            let span = self.body.push(&words);
            self.body.push("\n");
            // What is all that a file says is its text, wherever it stands.
            if !(blank && kind.is_left_out()) {
                self.marks.push(Mark { span, kind });
            }
            seen.push((kind, words));
        }
        let [created, modified] = self.dates.map(written_date);
        let mut text = self.body.into_text();
        problems.extend(plain::cut(&mut text));
        let tidy = |words: Option<String>| words.map(|words| words.trim().to_owned()).filter(|words| !words.is_empty());
        let meta = Meta {
            title: tidy(self.meta.title),
            author: tidy(self.meta.author),
            created,
            modified,
            outline: Vec::new(),
        };
        Extracted { text, marks: self.marks, deletions: self.deletions, meta, problems, ..Extracted::default() }
    }

    fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut say = |found: bool, code: ProblemCode, message: &str| {
            if found {
                problems.push(Problem::document(code, message));
            }
        };
        let hidden = self.asides.iter().any(|(kind, words)| *kind == MarkKind::HiddenText && !words.trim().is_empty());
        say(
            !self.deletions.is_empty(),
            ProblemCode::TrackedChanges,
            "The file has pending tracked changes: the text was read as if all were accepted, deletions are kept apart.",
        );
        say(hidden, ProblemCode::HiddenText, "Part of the text is formatted as hidden; it was read and is marked.");
        say(
            self.ever_too_deep,
            ProblemCode::LimitReached,
            "The file is nested deeper than Legajo follows; formatting may be lost. Save it anew in Word.",
        );
        say(self.objects > 0, ProblemCode::PartlyRead, "Objects embedded in the file were not read; save them apart.");
        say(
            self.pictures > 0 && self.body.len() < SCANT_TEXT_CHARS,
            ProblemCode::PartlyRead,
            "The file holds pictures, which were not read. If they are scans, save the file as PDF.",
        );
        problems
    }
}

fn written_date([year, month, day, hour, minute]: [i32; 5]) -> Option<String> {
    // Writers that know no date put the first one that Windows can count, in 1601.
    let valid = (1602..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    valid.then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:00"))
}
