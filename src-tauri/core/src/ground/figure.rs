//! Whether every figure of a claim stands in what it cites, with its unit.
//!
//! Values are compared, not digits ("treinta" is 30), and units must be the same: 30 days are not 30
//! months. How often ("each week", "al mes") counts as a unit too.

use super::claim::Fault;
use super::words::{Word, listed};
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
        if !stands {
            faults.push(Fault::FigureMissing { figure: points.slice(figure.span).to_owned() });
        }
    }
    let there = periods(quote_words, true);
    for (unit, word) in periods(claim_words, false) {
        if !there.iter().any(|(other, _)| *other == unit) {
            faults.push(Fault::FigureMissing { figure: word });
        }
    }
}

/// How far before a number the word stands that makes it a reference: "artículo 32", "Ley 29/1994".
const REFERENCE_POINTS: u32 = 16;

fn is_reference(before: &str) -> bool {
    const NAMING: &str = concat!(
        "articulo art ley decreto real clausula estipulacion apartado anexo seccion section article clause ",
        "annex exhibit schedule law act fecha dated contrato agreement contract",
    );
    super::words::words(before).iter().any(|word| listed(NAMING, &word.plain))
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
            "diario" | "diaria" | "diarios" | "diarias" | "daily" => (Unit::Day, true),
            "semanal" | "semanales" | "weekly" => (Unit::Week, true),
            "mensual" | "mensuales" | "mensualidad" | "mensualidades" | "monthly" => (Unit::Month, true),
            "anual" | "anuales" | "annual" | "annually" | "yearly" | "anualidad" => (Unit::Year, true),
            _ => continue,
        };
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map_or("", |word| word.plain.as_str());
        if all || often || listed("cada al a por per each every", before) {
            found.push((unit, word.plain.clone()));
        }
    }
    found
}
