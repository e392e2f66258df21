//! Whether every figure of a claim stands in what it cites, with its unit.
//!
//! Values are compared, not digits ("treinta" is 30), and units must be the same: 30 days are not 30
//! months. How often ("each week", "al mes") counts as a unit too.

use super::claim::Fault;
use super::words::{Word, listed, words};
use crate::quote::{Figure, FigureKind, Unit, figures};
use crate::span::{CodePoints, Span};

/// Adds a fault for each figure of `claim` that none of the quotes gives.
pub(super) fn check(
    claim: &str,
    claim_words: &[Word],
    quotes: &str,
    quote_words: &[Word],
    around: &str,
    faults: &mut Vec<Fault>,
) {
    let points = CodePoints::new(claim);
    let quoted = with_units(quotes);
    let named = figures(around);
    for figure in figures(claim) {
        let stands = quoted.iter().any(|other| gives(other, &figure))
            || is_reference(
                points.slice(Span::new(figure.span.start.saturating_sub(REFERENCE_POINTS), figure.span.start)),
            ) && named.iter().any(|other| gives(other, &figure));
        let text = points.slice(figure.span).to_owned();
        if !stands {
            faults.push(Fault::FigureMissing { figure: text });
        } else if (figure.unit != Unit::None || figure.kind == FigureKind::Date)
            && is_of_another(&figure, claim_words, &quoted, quotes)
        {
            faults.push(Fault::FigureOfAnother { figure: text });
        }
    }
    let paid = currencies(quotes);
    for (kind, currency) in currencies(claim) {
        let told = faults.iter().any(|fault| matches!(fault, Fault::FigureMissing { .. }));
        if !told && !paid.iter().any(|(other, _)| *other == kind) {
            faults.push(Fault::FigureMissing { figure: currency });
        }
    }
    let there = periods(quote_words, true);
    for (unit, word) in periods(claim_words, false) {
        if !there.iter().any(|(other, _)| *other == unit) {
            faults.push(Fault::FigureMissing { figure: word });
        }
    }
}

/// Returns whether the claim's words stand by another figure of that kind rather than by the one that agrees.
fn is_of_another(figure: &Figure, claim: &[Word], quoted: &[Figure], quotes: &str) -> bool {
    let alike: Vec<&Figure> =
        quoted.iter().filter(|other| other.kind == figure.kind && other.unit == figure.unit).collect();
    let points = CodePoints::new(quotes);
    let (mut own, mut others) = (0, 0);
    for other in &alike {
        let start = ends_before(&alike, other);
        let starts = alike.iter().filter(|next| next.span.start >= other.span.end).map(|next| next.span.start);
        let part = points.slice(Span::new(start, starts.min().unwrap_or(points.len())));
        let at = points.slice(Span::new(start, other.span.start)).len();
        let held = words(clause(part, at));
        let score = claim.iter().filter(|word| word.is_content() && held.iter().any(|held| held.same(word))).count();
        let best = if gives(other, figure) { &mut own } else { &mut others };
        *best = score.max(*best);
    }
    others > own
}

fn ends_before(alike: &[&Figure], figure: &Figure) -> u32 {
    alike.iter().filter(|end| end.span.end <= figure.span.start).map(|end| end.span.end).max().unwrap_or(0)
}

/// Returns the part of `text` around byte `at` that no stop or semicolon parts.
fn clause(text: &str, at: usize) -> &str {
    let (lead, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = [". ", "; "].iter().filter_map(|stop| lead.rfind(stop)).max().map_or(0, |at| at + 2);
    let end = [". ", "; "].iter().filter_map(|stop| rest.find(stop)).min().map_or(text.len(), |end| at + end);
    text.get(start..end).unwrap_or(text)
}

/// How far before a number the word stands that makes it a reference: "artículo 32", "Ley 29/1994".
const REFERENCE_POINTS: u32 = 16;

fn is_reference(before: &str) -> bool {
    const NAMING: &str = concat!(
        "articulo art ley decreto real clausula estipulacion apartado anexo seccion section article clause ",
        "annex exhibit schedule law act fecha dated contrato agreement contract",
    );
    words(before).iter().any(|word| listed(NAMING, &word.plain))
}

/// Reads the figures of the quotes; a number parted from its unit by signs alone ("(30____) days") gets it.
fn with_units(quotes: &str) -> Vec<Figure> {
    let points = CodePoints::new(quotes);
    let mut found = figures(quotes);
    for at in 0..found.len() {
        let Some(figure) = found.get(at).copied().filter(|figure| figure.unit == Unit::None) else { continue };
        let rest = points.slice(Span::new(figure.span.end, figure.span.end + REFERENCE_POINTS * 2));
        let unit = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let number = points.slice(figure.span);
        if rest.len() > unit.len() && unit.starts_with(char::is_alphabetic) {
            found.extend(
                figures(&format!("{number} {unit}")).into_iter().take(1).filter(|joined| joined.unit != Unit::None),
            );
        }
    }
    found
}

/// Returns whether `there` says all that `claimed` says.
fn gives(there: &Figure, claimed: &Figure) -> bool {
    if claimed.kind == FigureKind::Date {
        let precise = |value: i64| [value / 10_000, value / 100 % 100, value % 100].map(|part| part != 0);
        let (wanted, held) = (precise(claimed.value), precise(there.value));
        return there.agrees(claimed) && wanted.iter().zip(held).all(|(wanted, held)| !wanted || held);
    }
    if claimed.unit == Unit::None {
        return there.kind != FigureKind::Date && there.value == claimed.value;
    }
    let years = |figure: &Figure| match figure.unit {
        Unit::Month => Some(figure.value),
        Unit::Year => figure.value.checked_mul(12),
        _ => None,
    };
    there.unit == claimed.unit && there.value == claimed.value
        || years(there).is_some_and(|it| years(claimed) == Some(it))
}

/// Currencies by the beginnings of their names, and their signs and codes.
const CURRENCIES: &[(&[&str], &str)] = &[
    (&["euro"], "€ eur"),
    (&["dolar", "dollar"], "$ usd"),
    (&["libra", "pound", "sterling"], "£ gbp"),
    (&["franco", "franc"], "chf"),
    (&["peso"], "mxn cop clp ars"),
    (&["yen"], "¥ jpy"),
];

/// Returns the currencies that a text names, wherever they stand: "dólares 120" has no figure beside it
/// that is known to be money.
fn currencies(text: &str) -> Vec<(usize, String)> {
    let folded = crate::terms::fold(text);
    let words = folded.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_owned);
    let signs = folded.chars().filter(|c| matches!(c, '€' | '$' | '£' | '¥')).map(String::from);
    let kind = |name: &str| {
        CURRENCIES.iter().position(|(starts, codes)| {
            listed(codes, name) || starts.iter().any(|start| name.strip_prefix(start).is_some_and(|end| end.len() <= 2))
        })
    };
    words.chain(signs).filter_map(|name| Some((kind(&name)?, name))).collect()
}

/// Returns how often something happens, as periods; `all` takes every period that is named.
fn periods(words: &[Word], all: bool) -> Vec<(Unit, String)> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let (unit, often) = match word.plain.as_str() {
            "dia" | "dias" | "day" | "days" => (Unit::Day, false),
            "semana" | "semanas" | "week" | "weeks" => (Unit::Week, false),
            "mes" | "meses" | "month" | "months" => (Unit::Month, false),
            "ano" | "anos" | "year" | "years" => (Unit::Year, false),
            "hora" | "horas" | "hour" | "hours" => (Unit::Hour, false),
            "diario" | "diaria" | "diarios" | "diarias" | "diariamente" | "daily" => (Unit::Day, true),
            "semanal" | "semanales" | "semanalmente" | "weekly" => (Unit::Week, true),
            "mensual" | "mensuales" | "mensualmente" | "mensualidad" | "mensualidades" | "monthly" => {
                (Unit::Month, true)
            }
            "anual" | "anuales" | "anualmente" | "anualidad" | "anualidades" | "annual" | "annually" | "yearly" => {
                (Unit::Year, true)
            }
            _ => continue,
        };
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map_or("", |word| word.plain.as_str());
        if all || often || listed("cada al a por per each every", before) {
            found.push((unit, word.plain.clone()));
        }
    }
    found
}
