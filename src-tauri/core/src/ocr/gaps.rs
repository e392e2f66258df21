//! Where a page was read with gaps: which parts hold ink that no word covers, and how the words of a
//! second look at them join those of the first.
//!
//! Reading a part again is left to [`super::Engine`]; here are only places and order.

use super::OcrWord;
use super::ink::Ink;
use crate::config;

/// Width of the paper kept around a part that is read again, in letter heights.
const MARGIN_LETTERS: f32 = 1.0;
/// A piece of line joins a line whose end is no further away than this many of its heights.
const JOIN_HEIGHTS: f32 = 2.5;

/// Returns the parts of the picture that hold ink outside confident words, largest ink first, as
/// left, top, right, bottom in pixels. Reaching the limit of parts leaves out those with least ink.
pub(super) fn parts(ink: &Ink, words: &[OcrWord], letter_height: f32) -> Vec<[u32; 4]> {
    let margin = letter_height * MARGIN_LETTERS;
    let mut open: Vec<([f32; 4], usize)> = Vec::new();
    for (bounds, amount) in ink.open_marks(words) {
        // Marks on one line stand close across and lines lie about a letter apart.
        let [left, top, right, bottom] = bounds;
        let mut grown = [left - 1.5 * margin, top - margin, right + 1.5 * margin, bottom + margin];
        let mut amount = amount;
        // What a part swallows can bring it to others, until nothing more is near.
        while let Some(near) = open.iter().position(|(other, _)| overlaps(other, &grown)) {
            let (other, more) = open.swap_remove(near);
            grown = union(&grown, &other);
            amount += more;
        }
        open.push((grown, amount));
    }
    let least = (ink.amount() as f32 * config::OCR_PART_INK_MIN) as usize;
    open.retain(|(_, amount)| *amount >= least.max(1));
    open.sort_by_key(|(_, amount)| std::cmp::Reverse(*amount));
    open.truncate(config::OCR_PARTS_MAX);
    for (bounds, _) in &mut open {
        // A stamp's edge cuts words: what was read of them is read again with the rest.
        let touched = words.iter().filter(|word| overlaps(&word.bounds, bounds));
        *bounds = touched.fold(*bounds, |all, word| union(&all, &with_margin(&word.bounds, margin / 4.0)));
    }
    open.into_iter().map(|(bounds, _)| bounds.map(|edge| edge.max(0.0) as u32)).collect()
}

fn with_margin([left, top, right, bottom]: &[f32; 4], margin: f32) -> [f32; 4] {
    [left - margin, top - margin, right + margin, bottom + margin]
}

/// Joins the words of a second reading, of a part or of all of the page, to those of the page. Where both
/// read the same word the surer stays; unsure words of the page give way; what is new is put where a
/// reader comes upon it. Lines and paragraphs are counted anew.
pub(super) fn join(page: &[OcrWord], second: Vec<OcrWord>) -> Vec<OcrWord> {
    let sure = |word: &OcrWord| word.confidence >= config::OCR_CONFIDENCE_MIN;
    let mut page = page.to_vec();
    let mut found: Vec<Line> = lines_of(second);
    // A drawing read as text gives some words that look sure, never a line of them.
    found.retain(|line| confidence(line) >= config::OCR_PART_CONFIDENCE_MIN);
    for word in found.iter().flatten().filter(|word| sure(word)) {
        page.retain(|other| !is_piece(other, word));
        if let Some(same) = page.iter_mut().find(|other| are_same(&other.bounds, &word.bounds))
            && word.confidence >= same.confidence + config::OCR_SURER_BY
        {
            same.text.clone_from(&word.text);
            same.confidence = word.confidence;
        }
    }
    for line in &mut found {
        line.retain(|word| sure(word) && word.text.chars().any(char::is_alphanumeric));
        line.retain(|word| !page.iter().any(|other| sure(other) && covers(&other.bounds, &word.bounds)));
    }
    found.retain(|line| !line.is_empty());
    let replaced = |word: &OcrWord| found.iter().flatten().any(|other| covers(&other.bounds, &word.bounds));
    let kept = page.iter().filter(|word| sure(word) || !replaced(word)).cloned();
    let mut lines = lines_of(kept.collect());
    for line in found {
        insert(&mut lines, line);
    }
    number(lines)
}

/// Returns the mean confidence of a line's letters.
fn confidence(line: &Line) -> f32 {
    let letters = |word: &OcrWord| word.text.chars().count() as f32;
    let all: f32 = line.iter().map(letters).sum();
    line.iter().map(|word| word.confidence * letters(word)).sum::<f32>() / all.max(1.0)
}

type Line = Vec<OcrWord>;

fn lines_of(words: Vec<OcrWord>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.last().is_some_and(|last| last.line == word.line) => line.push(word),
            _ => lines.push(vec![word]),
        }
    }
    lines
}

/// Puts a line where a reader comes upon it: into a line that it goes on, else below the lowest line
/// above it in its column, else above the highest below it, else last.
fn insert(lines: &mut Vec<Line>, mut new: Line) {
    let place = bounds_of(&new);
    let height = place[3] - place[1];
    let goes_on = |line: &&mut Line| {
        let other = bounds_of(line);
        let level = place[3].min(other[3]) - place[1].max(other[1]);
        let apart = (place[0] - other[2]).max(other[0] - place[2]);
        level > 0.5 * height.min(other[3] - other[1]) && apart < JOIN_HEIGHTS * height
    };
    if let Some(line) = lines.iter_mut().find(goes_on) {
        line.append(&mut new);
        line.sort_by(|a, b| a.bounds[0].total_cmp(&b.bounds[0]));
        return;
    }
    let in_column = |line: &Line| {
        let other = bounds_of(line);
        place[2].min(other[2]) > place[0].max(other[0])
    };
    let tops = lines.iter().enumerate().filter(|(_, line)| in_column(line)).map(|(n, line)| (n, bounds_of(line)[1]));
    let (above, below): (Vec<_>, Vec<_>) = tops.partition(|(_, top)| *top <= place[1]);
    let lowest = above.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(n, _)| n + 1);
    let highest = below.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(n, _)| n);
    let at = lowest.or(highest).unwrap_or(lines.len());
    // A number of its own, beyond Tesseract's, keeps the line out of its neighbours' paragraphs.
    let own = u32::MAX - new.first().map_or(0, |word| word.paragraph);
    new.iter_mut().for_each(|word| word.paragraph = own);
    lines.insert(at, new);
}

fn number(lines: Vec<Line>) -> Vec<OcrWord> {
    let mut words: Vec<OcrWord> = Vec::new();
    let (mut paragraph, mut last) = (0, None);
    for (number, line) in lines.into_iter().enumerate() {
        // A line that took in a piece keeps the paragraph of its first own word.
        let own = line.iter().map(|word| word.paragraph).min();
        paragraph += u32::from(last.is_some() && last != own);
        last = own;
        words.extend(line.into_iter().map(|word| OcrWord { line: number as u32, paragraph, ..word }));
    }
    words
}

fn bounds_of(line: &Line) -> [f32; 4] {
    let none = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
    line.iter().fold(none, |bounds, word| union(&bounds, &word.bounds))
}

fn union(a: &[f32; 4], b: &[f32; 4]) -> [f32; 4] {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

fn overlaps(a: &[f32; 4], b: &[f32; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Returns whether a word is what was read of a longer one before.
fn is_piece(word: &OcrWord, longer: &OcrWord) -> bool {
    let inside = shared(&word.bounds, &longer.bounds) > 0.7 * area(&word.bounds);
    let smaller = 1.2 * area(&word.bounds) < area(&longer.bounds);
    inside && smaller && longer.text.contains(&word.text)
}

/// Returns whether two boxes share more than a third of the smaller.
fn covers(a: &[f32; 4], b: &[f32; 4]) -> bool {
    shared(a, b) > area(a).min(area(b)) / 3.0
}

/// Returns whether two boxes are of one word: they share most of the larger.
fn are_same(a: &[f32; 4], b: &[f32; 4]) -> bool {
    shared(a, b) > area(a).max(area(b)) * 0.7
}

fn shared(a: &[f32; 4], b: &[f32; 4]) -> f32 {
    area(&[a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])])
}

fn area(bounds: &[f32; 4]) -> f32 {
    (bounds[2] - bounds[0]).max(0.0) * (bounds[3] - bounds[1]).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, left: f32, top: f32, line: u32, paragraph: u32, confidence: f32) -> OcrWord {
        let bounds = [left, top, left + 40.0, top + 10.0];
        OcrWord { text: text.to_owned(), bounds, confidence, line, paragraph }
    }

    fn text(words: &[OcrWord]) -> String {
        let mut text = String::new();
        for (n, word) in words.iter().enumerate() {
            let before = n.checked_sub(1).map(|n| &words[n]);
            let gap = before.map_or("", |before| match word.line == before.line {
                true => " ",
                false if word.paragraph == before.paragraph => "/",
                false => "//",
            });
            text = text + gap + &word.text;
        }
        text
    }

    #[test]
    fn pieces_go_where_a_reader_comes_upon_them() {
        // Two columns; the right one starts at 200.
        let page = || {
            vec![
                word("a", 0.0, 0.0, 0, 0, 90.0),
                word("b", 0.0, 20.0, 1, 0, 90.0),
                word("c", 0.0, 80.0, 2, 1, 90.0),
                word("x", 200.0, 0.0, 3, 2, 90.0),
                word("y", 200.0, 80.0, 4, 2, 90.0),
            ]
        };
        let check = |part: Vec<OcrWord>, expected: &str| assert_eq!(text(&join(&page(), part)), expected);
        check(vec![], "a/b//c//x/y");
        check(vec![word("new", 45.0, 21.0, 0, 0, 90.0)], "a/b new//c//x/y");
        check(vec![word("new", 0.0, 50.0, 0, 0, 90.0)], "a/b//new//c//x/y");
        check(vec![word("new", 200.0, 40.0, 0, 0, 90.0)], "a/b//c//x//new//y");
        check(vec![word("new", 200.0, -40.0, 0, 0, 90.0)], "a/b//c//new//x/y");
        check(vec![word("new", 400.0, 40.0, 0, 0, 90.0)], "a/b//c//x/y//new");
        check(vec![word("again", 2.0, 1.0, 0, 0, 90.0)], "a/b//c//x/y");
        check(vec![word("unsure", 0.0, 50.0, 0, 0, 20.0)], "a/b//c//x/y");
        check(vec![word("|", 0.0, 50.0, 0, 0, 90.0)], "a/b//c//x/y");
    }

    #[test]
    fn unsure_words_give_way() {
        let page = vec![word("l0st", 0.0, 0.0, 0, 0, 12.0), word("and", 50.0, 0.0, 0, 0, 90.0)];
        assert_eq!(text(&join(&page, vec![word("lost", 1.0, 0.0, 0, 0, 90.0)])), "lost and");
        let mut longer = word("andere", 50.0, 0.0, 0, 0, 90.0);
        longer.bounds[2] = 120.0;
        assert_eq!(text(&join(&page, vec![longer])), "l0st andere");
        assert_eq!(text(&join(&page, vec![word("ant", 51.0, 0.0, 0, 0, 94.0)])), "l0st and");
    }
}
