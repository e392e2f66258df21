//! One small case for each thing that checking finds, and for what it must let pass.

use super::*;
use crate::draft::DraftCitation;
use proptest::prelude::*;

const RENT: &str = "La Arrendataria pagará a la Arrendadora una renta de treinta mil euros (30.000,00 €) al mes. No podrá \
                    subarrendar el local sin el consentimiento previo y escrito de la Arrendadora. El preaviso será de \
                    treinta (30) días.";
const OTHER: &str = "La Arrendataria pagará a la Arrendadora una renta de doce mil euros (12.000,00 €) al mes.";

fn sources() -> Vec<Source> {
    let source = |text: &str, title: &str, document| Source {
        text: text.to_owned(),
        heading: vec!["CLÁUSULA TERCERA.- Renta".to_owned()],
        title: title.to_owned(),
        date: None,
        document,
    };
    vec![source(RENT, "Local de Bodegas Torrevía", 1), source(OTHER, "Local de Talleres Ñandú", 2)]
}

fn checked(text: &str, citations: &[(u32, &str)]) -> Checked {
    let citations = citations.iter().map(|&(source, quote)| DraftCitation { source, quote: quote.to_owned() });
    check(&Draft { text: text.to_owned(), citations: citations.collect() }, &sources())
}

#[test]
fn claims_are_judged() {
    let check = |text: &str, quote: &str, support: Support, code: &str| {
        let found = checked(text, &[(1, quote)]);
        let faults = serde_json::to_string(&found.faults).expect("faults are JSON");
        assert!(found.support == support && faults.contains(code), "{text}: {:?} {faults}", found.support);
    };
    let rent = "una renta de treinta mil euros (30.000,00 €) al mes";
    let sublet = "No podrá subarrendar el local sin el consentimiento previo y escrito de la Arrendadora";
    check("El preaviso será de treinta (30) días.", "El preaviso será de treinta (30) días.", Support::Quoted, "[]");
    check("La Arrendataria paga 30.000 € mensuales.", rent, Support::Supported, "[]");
    check("En el contrato con Bodegas Torrevía, la renta es de 30.000 € al mes.", rent, Support::Supported, "[]");
    check("The tenant pays a rent of 30,000 euros a month.", rent, Support::Supported, "[]");
    check("Subletting the premises needs the landlord's prior written consent.", sublet, Support::Supported, "[]");
    check("La renta es de 31.000 € al mes.", rent, Support::Unsupported, "figure_missing");
    check("La renta es de 30.000 dólares al mes.", rent, Support::Unsupported, "figure_missing");
    check("La renta es de dólares 30.000 al mes.", rent, Support::Unsupported, "figure_missing");
    check("La renta es de 30.000 € al año.", rent, Support::Unsupported, "figure_missing");
    check(
        "El preaviso es de 30 meses.",
        "El preaviso será de treinta (30) días",
        Support::Unsupported,
        "figure_missing",
    );
    check("En el contrato con Talleres Ñandú, la renta es de 30.000 €.", rent, Support::Unsupported, "name_missing");
    check("La Arrendataria podrá subarrendar el local.", sublet, Support::Unsupported, "polarity");
    check("La Arrendataria puede pagar una renta de 30.000 € al mes.", rent, Support::Unsupported, "modality");
    check("La Arrendadora paga a la Arrendataria 30.000 € al mes.", rent, Support::Unsupported, "roles");
    check("podrá subarrendar el local", "podrá subarrendar el local", Support::Unsupported, "quote_cut");
    check("La garantía cubre los vicios ocultos de la maquinaria.", rent, Support::Unsupported, "words_missing");
    check("Paga la renta.", "la renta", Support::Unsupported, "quote_too_short");
    check(
        "La renta es de 12.000 € al mes.",
        "una renta de doce mil euros (12.000,00 €) al mes",
        Support::Unsupported,
        "quote_elsewhere",
    );
    check("La renta es de 30.000 €.", "renta de treinta mil euros brutos", Support::Unsupported, "quote_not_found");
    check(
        "La renta es de 30.000 €.",
        "La Arrendataria pagará … brutos al mes",
        Support::Unsupported,
        "quote_not_found",
    );
    check(
        "La Arrendataria paga 30.000 € al mes.",
        "La Arrendataria pagará … treinta mil euros (30.000,00 €) al mes",
        Support::Supported,
        "[]",
    );
}

#[test]
fn sources_that_do_not_exist_are_dropped_and_counted() {
    let found =
        checked("El preaviso es de 30 días.", &[(0, "x"), (9, "y"), (1, "El preaviso será de treinta (30) días")]);
    assert_eq!((found.dropped, found.support), (2, Support::Supported));
    let found = checked("El preaviso es de 30 días.", &[(9, "El preaviso será de treinta (30) días")]);
    assert_eq!((found.dropped, &found.faults[..]), (1, &[Fault::NoSource][..]));
    assert_eq!(checked("El preaviso es de 30 días.", &[]).faults, [Fault::NoSource]);
}

#[test]
fn a_quote_moves_within_its_document_only() {
    let mut sources = sources();
    sources[1].document = 1;
    let quote = "una renta de doce mil euros (12.000,00 €) al mes";
    let citation = DraftCitation { source: 1, quote: quote.to_owned() };
    let draft = Draft { text: "La renta es de 12.000 € al mes.".to_owned(), citations: vec![citation] };
    let found = check(&draft, &sources);
    assert_eq!(found.support, Support::Supported, "{:?}", found.faults);
    let cited = &found.citations[0];
    assert_eq!((cited.source, cited.moved_from, cited.quote.as_str()), (2, Some(1), quote));
    assert_eq!(CodePoints::new(OTHER).slice(cited.span), quote);
}

proptest! {
    #[test]
    fn any_words_of_a_passage_are_found_and_nothing_panics(text in "\\PC{0,80}", from in 0usize..30, many in 4usize..20) {
        let quote: Vec<&str> = RENT.split_whitespace().skip(from).take(many).collect();
        let found = checked(&text, &[(1, &quote.join(" ")), (2, &text)]);
        prop_assert!(quote.len() < 4 || !found.citations.is_empty());
    }
}
