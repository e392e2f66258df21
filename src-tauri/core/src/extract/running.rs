//! Finds running headers and footers: lines that stand at the same place on several pages.
//!
//! In go the sheets of a document, and the lines found get their [`Role`]. A number may change from page
//! to page if it changes as pages do ("Página 3 de 11"); so a clause number that happens to begin two
//! pages is not taken for a header.

use super::MarkKind;
use super::assemble::{Line, Role, Sheet};
use std::collections::{BTreeMap, BTreeSet};

/// Share of the page's height, at the top and at the bottom, in which running lines stand.
const EDGE_SHARE: f32 = 0.14;
/// Most lines at each end of a page that are looked at.
const LINES_MAX: usize = 5;
/// How far a running line may move from page to page, as a share of the page's height.
const DRIFT_SHARE: f32 = 0.02;
/// How far a line read by Tesseract may move, and how like it must be to a running line to be one.
const DRIFT_READ: f32 = 0.04;
const LIKE_MIN: f32 = 0.75;
/// Fewest page numbers, counting on, that are taken for such wherever they stand.
const COUNTED_MIN: usize = 3;
/// Longest running line, in characters.
const CHARS_MAX: usize = 200;

/// A line that may be running.
struct Candidate {
    page: usize,
    line: usize,
    /// The middle of its height as a share of the page's.
    at: f32,
    numbers: Vec<i64>,
}

/// Gives running lines of `sheets` their role.
pub(crate) fn find(sheets: &mut [Sheet]) {
    let mut groups: BTreeMap<(bool, String), Vec<Candidate>> = BTreeMap::new();
    for (page, sheet) in sheets.iter().enumerate() {
        for (line, top) in edges(sheet) {
            let Some(found) = sheet.lines.get(line) else { continue };
            let (pattern, numbers) = pattern(&found.text());
            let at = (found.bounds[1] + found.bounds[3]) / 2.0 / sheet.height.max(1.0);
            groups.entry((top, pattern)).or_default().push(Candidate { page, line, at, numbers });
        }
    }
    let pages = sheets.len();
    let mut running: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut known: Vec<(bool, String, f32)> = Vec::new();
    let mut others: Vec<(bool, String, Vec<Candidate>)> = Vec::new();
    for ((top, pattern), candidates) in groups {
        for run in same_place(candidates) {
            if is_running(&pattern, &run, pages) {
                running.extend(run.iter().map(|candidate| (candidate.page, candidate.line)));
                known.extend(run.first().map(|first| (top, pattern.clone(), first.at)));
            } else {
                others.push((top, pattern.clone(), run));
            }
        }
    }
    // Tesseract misreads a letter here and there, so on its pages a likeness is enough.
    for (top, pattern, run) in others {
        let alike = known.iter().any(|(side, model, at)| {
            *side == top
                && run.iter().all(|one| (one.at - at).abs() < DRIFT_READ)
                && likeness(model, &pattern) > LIKE_MIN
        });
        let read = run.into_iter().filter(|one| sheets.get(one.page).is_some_and(|sheet| sheet.ocr.is_some()));
        if alike {
            running.extend(read.map(|one| (one.page, one.line)));
        }
    }
    for (page, sheet) in sheets.iter_mut().enumerate() {
        peel(sheet, |line| running.contains(&(page, line)));
    }
    count_on(sheets);
    repeat_aside(sheets);
}

/// Returns how many neighbouring pairs of letters two texts share, 0 to 1.
fn likeness(one: &str, other: &str) -> f32 {
    let pairs = |text: &str| -> Vec<(char, char)> {
        let mut pairs: Vec<(char, char)> = text.chars().zip(text.chars().skip(1)).collect();
        pairs.sort_unstable();
        pairs
    };
    let (one, mut other) = (pairs(one), pairs(other));
    let all = one.len() + other.len();
    let mut shared = 0;
    for pair in one {
        if let Ok(at) = other.binary_search(&pair) {
            other.remove(at);
            shared += 1;
        }
    }
    if all == 0 { 0.0 } else { 2.0 * shared as f32 / all as f32 }
}

/// Takes text in the margin that runs another way and stands on several pages (a code of verification, a seal) for
/// running.
fn repeat_aside(sheets: &mut [Sheet]) {
    let is_box =
        |line: &Line| line.role == Role::Aside && line.words.iter().all(|word| word.mark == Some(MarkKind::TextBox));
    let mut pages: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (page, sheet) in sheets.iter().enumerate() {
        for line in sheet.lines.iter().filter(|line| is_box(line)) {
            pages.entry(pattern(&line.text()).0).or_default().insert(page);
        }
    }
    let least = least_pages(sheets.len());
    for line in sheets.iter_mut().flat_map(|sheet| &mut sheet.lines).filter(|line| is_box(line)) {
        if pages.get(&pattern(&line.text()).0).is_some_and(|pages| pages.len() >= least) {
            line.role = Role::Footer;
            line.ends = true;
            line.words.iter_mut().for_each(|word| word.mark = None);
        }
    }
}

/// Two pages are enough in a short document; in a long one a chance likeness is likelier.
fn least_pages(pages: usize) -> usize {
    if pages <= 4 { 2 } else { 3 }
}

/// Gives their role to running lines that have nothing but running lines between them and the page's edge:
/// the head of a table that goes on overleaf is no header.
fn peel(sheet: &mut Sheet, is_running: impl Fn(usize) -> bool) {
    let (mut above, mut below) = (true, true);
    let near = edges(sheet);
    for (line, top) in near {
        let open = if top { &mut above } else { &mut below };
        *open &= is_running(line);
        if let Some(line) = sheet.lines.get_mut(line).filter(|_| *open) {
            line.role = if top { Role::Header } else { Role::Footer };
            line.ends = true;
        }
    }
}

/// Returns the lines near the top (true) and bottom (false) of a page, by their index.
fn edges(sheet: &Sheet) -> Vec<(usize, bool)> {
    let middle = |line: &Line| (line.bounds[1] + line.bounds[3]) / 2.0 / sheet.height.max(1.0);
    let mut near: Vec<(usize, f32)> = sheet
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.role == Role::Body && !line.words.is_empty())
        .map(|(index, line)| (index, middle(line)))
        .collect();
    near.sort_by(|one, two| one.1.total_cmp(&two.1));
    let top = near.iter().take(LINES_MAX).filter(|(_, at)| *at < EDGE_SHARE).map(|&(index, _)| (index, true));
    let bottom =
        near.iter().rev().take(LINES_MAX).filter(|(_, at)| *at > 1.0 - EDGE_SHARE).map(|&(index, _)| (index, false));
    top.chain(bottom).collect()
}

/// Finds page numbers that stand alone anywhere on their pages, as in a file made from one long text: each
/// one higher than the last, at most one a page.
fn count_on(sheets: &mut [Sheet]) {
    let mut runs: Vec<Vec<(usize, usize, i64)>> = Vec::new();
    for (page, sheet) in sheets.iter().enumerate() {
        for (index, line) in sheet.lines.iter().enumerate().filter(|(_, line)| line.role == Role::Body) {
            let Some(number) = lone_number(line) else { continue };
            let goes_on = |run: &&mut Vec<(usize, usize, i64)>| {
                run.last().is_some_and(|&(last, _, before)| last < page && number == before + 1)
            };
            match runs.iter_mut().find(goes_on) {
                Some(run) => run.push((page, index, number)),
                None => runs.push(vec![(page, index, number)]),
            }
        }
    }
    for (page, index, _) in runs.into_iter().filter(|run| run.len() >= COUNTED_MIN).flatten() {
        let Some(sheet) = sheets.get_mut(page) else { continue };
        if let Some(before) = index.checked_sub(1).and_then(|before| sheet.lines.get_mut(before)) {
            before.ends = !goes_on_below(before);
        }
        if let Some(line) = sheet.lines.get_mut(index) {
            line.role = Role::Footer;
            line.ends = true;
        }
    }
}

/// Returns whether a line stops in the middle of a sentence.
fn goes_on_below(line: &Line) -> bool {
    let last = line.words.last().and_then(|word| word.text.chars().next_back());
    last.is_some_and(|last| last.is_lowercase() || last == ',' || last == '-')
}

/// Returns the number of a line that holds nothing else ("7", "- 7 -", "Página 7").
fn lone_number(line: &Line) -> Option<i64> {
    if line.words.len() > 3 {
        return None;
    }
    let (pattern, numbers) = pattern(&line.text());
    let bare = pattern.trim_matches(['-', '–', '—', '|', '[', ']']);
    match numbers.as_slice() {
        [number] if matches!(bare, "#" | "página#" | "page#" | "pág.#") => Some(*number),
        _ => None,
    }
}

/// Returns the line with every number replaced by `#`, and the numbers.
fn pattern(text: &str) -> (String, Vec<i64>) {
    let mut pattern = String::with_capacity(text.len());
    let mut numbers = Vec::new();
    let mut digits = String::new();
    let flush = |digits: &mut String, pattern: &mut String, numbers: &mut Vec<i64>| {
        if !digits.is_empty() {
            numbers.push(digits.parse().unwrap_or(-1));
            pattern.push('#');
            digits.clear();
        }
    };
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        flush(&mut digits, &mut pattern, &mut numbers);
        if !letter.is_whitespace() {
            pattern.extend(letter.to_lowercase());
        }
    }
    flush(&mut digits, &mut pattern, &mut numbers);
    if let Some(number) = roman(&pattern) {
        return ("#".to_owned(), vec![number]);
    }
    (pattern, numbers)
}

/// Returns the value of a small Roman numeral that stands alone.
fn roman(text: &str) -> Option<i64> {
    let value = |letter: char| match letter {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        _ => None,
    };
    let bare = text.trim_matches(|letter: char| !letter.is_alphanumeric());
    if bare.is_empty() || bare.len() > 7 {
        return None;
    }
    let values: Vec<i64> = bare.chars().map(value).collect::<Option<_>>()?;
    let mut total = 0;
    for (index, &one) in values.iter().enumerate() {
        let larger = values.get(index + 1).is_some_and(|&next| next > one);
        total += if larger { -one } else { one };
    }
    Some(total)
}

/// Parts candidates of one pattern by their height on the page.
fn same_place(mut candidates: Vec<Candidate>) -> Vec<Vec<Candidate>> {
    candidates.sort_by(|one, two| one.at.total_cmp(&two.at));
    let mut runs: Vec<Vec<Candidate>> = Vec::new();
    let mut last = f32::MIN;
    for candidate in candidates {
        if candidate.at - last > DRIFT_SHARE {
            runs.push(Vec::new());
        }
        last = candidate.at;
        if let Some(run) = runs.last_mut() {
            run.push(candidate);
        }
    }
    runs
}

fn is_running(pattern: &str, run: &[Candidate], pages: usize) -> bool {
    if pattern.chars().count() > CHARS_MAX || pattern.is_empty() {
        return false;
    }
    if says_page_of(pattern, run) {
        return true;
    }
    let mut seen: Vec<&Candidate> = run.iter().collect();
    seen.sort_by_key(|candidate| candidate.page);
    seen.dedup_by_key(|candidate| candidate.page);
    if seen.len() < least_pages(pages) {
        return false;
    }
    let slots = seen.iter().map(|candidate| candidate.numbers.len()).min().unwrap_or(0);
    (0..slots).all(|slot| {
        let numbers: Vec<(i64, i64)> =
            seen.iter().filter_map(|candidate| Some((candidate.page as i64, *candidate.numbers.get(slot)?))).collect();
        keeps_step(&numbers)
    })
}

/// Returns whether a number is the same on all pages or counts them, for nearly all pages.
fn keeps_step(numbers: &[(i64, i64)]) -> bool {
    let most_common = |values: Vec<i64>| {
        let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
        for value in values {
            *counts.entry(value).or_default() += 1;
        }
        counts.into_values().max().unwrap_or(0)
    };
    let same = most_common(numbers.iter().map(|&(_, number)| number).collect());
    let counting = most_common(numbers.iter().map(|&(page, number)| number - page).collect());
    same.max(counting) * 10 >= numbers.len() * 8
}

/// Returns whether the line says "page N of M" in so many words, which needs no second page.
fn says_page_of(pattern: &str, run: &[Candidate]) -> bool {
    const FORMS: [&str; 8] =
        ["página#de#", "pagina#de#", "pág.#de#", "pág.#/#", "page#of#", "página#/#", "page#/#", "hoja#de#"];
    let plausible = |candidate: &Candidate| match candidate.numbers.as_slice() {
        [page, total] => *page >= 1 && page <= total,
        _ => false,
    };
    FORMS.contains(&pattern) && run.iter().all(plausible)
}
