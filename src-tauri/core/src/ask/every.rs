//! Questions that only every document can answer: lists, counts, and which documents lack something.
//!
//! The best few passages can never make such an answer complete, so it is given as documents found
//! meanwhile, with a notice, and never as a total.

use crate::terms;

/// What a question asks of all documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Every {
    /// Which documents have something.
    Which,
    /// How many have it.
    Count,
    /// Which do not have it.
    Lacking,
}

/// What documents are called in the plural, folded.
const PLURALS: [&str; 47] = [
    "contratos",
    "documentos",
    "acuerdos",
    "convenios",
    "expedientes",
    "arrendamientos",
    "alquileres",
    "prestamos",
    "licencias",
    "adendas",
    "anexos",
    "polizas",
    "escrituras",
    "pactos",
    "clientes",
    "proveedores",
    "inquilinos",
    "arrendatarios",
    "empleados",
    "trabajadores",
    "leyes",
    "normas",
    "archivos",
    "ficheros",
    "ndas",
    "contracts",
    "agreements",
    "documents",
    "leases",
    "loans",
    "licences",
    "licenses",
    "amendments",
    "addenda",
    "policies",
    "deeds",
    "deals",
    "files",
    "clients",
    "customers",
    "suppliers",
    "vendors",
    "tenants",
    "employees",
    "laws",
    "matters",
    "counterparties",
];

/// Words that ask for all of a kind, folded; each may stand up to [`REACH`] words before the plural.
const ASKS: [&str; 22] = [
    "que",
    "cuales",
    "cuantos",
    "cuantas",
    "todos",
    "todas",
    "lista",
    "listame",
    "listado",
    "enumera",
    "relacion",
    "dime",
    "which",
    "what",
    "list",
    "all",
    "every",
    "many",
    "enumerate",
    "name",
    "show",
    "identify",
];

/// How far apart the two may stand ("cuáles de nuestros contratos").
const REACH: usize = 4;

/// Words that deny, folded.
const DENIES: [&str; 12] =
    ["no", "not", "sin", "without", "lack", "lacks", "lacking", "carecen", "falta", "faltan", "don", "omit"];

/// How many words after the plural one of them may stand.
const DENIAL_REACH: usize = 6;

/// Ends of nouns, folded: what a "no" before them makes is a name and not a denial.
const NOUNS: [&str; 6] = ["encia", "ancia", "cion", "sion", "ividad", "compete"];

/// Tells whether a question asks for every document, and what of it.
pub fn asks_for_every(question: &str) -> Option<Every> {
    let words = terms::words(question);
    let plural = words.iter().position(|word| PLURALS.contains(&word.as_str()))?;
    let before = words.get(plural.saturating_sub(REACH)..plural)?;
    let after = words.get(plural + 1..)?;
    let counts = before.iter().any(|word| matches!(word.as_str(), "cuantos" | "cuantas" | "many"));
    let asks = before.iter().any(|word| ASKS.contains(&word.as_str()));
    if !asks {
        return None;
    }
    let lacking = after.iter().take(DENIAL_REACH).enumerate().any(|(at, word)| {
        // "No competencia" is the name of a clause.
        let names = after.get(at + 1).is_some_and(|next| NOUNS.iter().any(|end| next.ends_with(end)));
        DENIES.contains(&word.as_str()) && !(names && matches!(word.as_str(), "no" | "not"))
    });
    Some(match (counts, lacking) {
        (true, _) => Every::Count,
        (_, true) => Every::Lacking,
        _ => Every::Which,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_counts_and_lacks_are_told_from_lookups() {
        let check = |question: &str, expected: Option<Every>| {
            assert_eq!(asks_for_every(question), expected, "{question}");
        };
        check("¿Qué contratos de prestación de servicios tienen prórroga tácita?", Some(Every::Which));
        check("¿En qué contratos se pacta exclusividad?", Some(Every::Which));
        check("¿Cuántos contratos de arrendamiento hay?", Some(Every::Count));
        check("¿Cuáles de nuestros contratos no tienen penalización?", Some(Every::Lacking));
        check("List all agreements governed by English law", Some(Every::Which));
        check("Which contracts do not contain a non-compete clause?", Some(Every::Lacking));
        check("¿Qué contratos tienen cláusula de no competencia?", Some(Every::Which));
        check("¿Cuántos contratos hay con Ibarluce?", Some(Every::Count));
        check("¿Qué contratos no prevén indemnización?", Some(Every::Lacking));
        check("How many NDAs expire in 2025?", Some(Every::Count));
        check("¿Qué penalización tiene el contrato con Ruiz?", None);
        check("¿Cuántos días de preaviso exige el contrato?", None);
        check("What does the agreement with Acme say about assignment?", None);
    }
}
