//! Cases of the quote room: what is found and read, and what is not.

use super::*;
use crate::span::CodePoints;
use proptest::prelude::*;

fn found<'a>(quote: &str, text: &'a str) -> Option<&'a str> {
    let points = CodePoints::new(text);
    locate(quote, text).map(|span| points.slice(span))
}

#[test]
fn quotes_are_found_through_typesetting() {
    let check = |quote: &str, text: &str, expected: Option<&str>| {
        assert_eq!(found(quote, text), expected, "{quote:?} in {text:?}")
    };
    check("la renta", "Pagará la renta hoy.", Some("la renta"));
    check("la renta mensual", "Pagará la\n  renta\u{a0}mensual.", Some("la\n  renta\u{a0}mensual"));
    check("obligaciones", "las obliga-\nciones de pago", Some("obliga-\nciones"));
    check("obligaciones", "las obliga\u{ad}ciones", Some("obliga\u{ad}ciones"));
    check("obligaciones", "las obliga\u{ad}\n ciones", Some("obliga\u{ad}\n ciones"));
    check("non-compete clause", "a non-\ncompete clause", Some("non-\ncompete clause"));
    check("\"Contrato\"", "el «Contrato» de", Some("«Contrato»"));
    check("the party's", "of the party’s own", Some("the party’s"));
    check("2019-2021", "años 2019–2021.", Some("2019–2021"));
    check("uno - dos", "va uno — dos", Some("uno — dos"));
    check("oficial firma", "el o\u{fb01}cial \u{fb01}rma", Some("o\u{fb01}cial \u{fb01}rma"));
    check("Muñoz y Peñón", "de Mun\u{303}oz y Pen\u{303}o\u{301}n.", Some("Mun\u{303}oz y Pen\u{303}o\u{301}n"));
    check("Mun\u{303}oz", "de Muñoz.", Some("Muñoz"));
    check("fin...", "al fin…", Some("fin…"));
    check("  con bordes  ", "van con bordes.", Some("con bordes"));
    check("(a) uno\n(b) dos", "(a) uno (b) dos", Some("(a) uno (b) dos"));
}

#[test]
fn quotes_that_do_not_stand_there_are_not_found() {
    let check = |quote: &str, text: &str| assert_eq!(found(quote, text), None, "{quote:?} in {text:?}");
    check("39", "son 39.000 euros");
    check("000", "son 39.000 euros");
    check("10 días", "en 110 días");
    check("he", "the end");
    check("obliga", "las obliga-\nciones");
    check("La renta", "la renta");
    check("cafe", "un café");
    check("5 %", "un 1,5 %");
    check("", "algo");
    check(" ", "algo y algo");
    check("no pagará", "pagará");
}

#[test]
fn case_may_be_folded() {
    let text = Folded::with_case("CLÁUSULA SÉPTIMA", Case::Folded);
    assert_eq!(text.locate("cláusula séptima").map(|span| (span.start, span.end)), Some((0, 16)));
}

#[test]
fn every_place_is_found() {
    let text = Folded::new("uno dos uno, tres unos uno");
    let places: Vec<u32> = text.locate_all("uno").map(|span| span.start).collect();
    assert_eq!(places, [0, 8, 23]);
}

proptest! {
    #[test]
    fn what_is_found_folds_to_the_quote(text in "(\\PC|[ a-cé\u{301}\n\u{ad}«'\"\u{fb01}.,0-9–-]){0,60}", from in 0usize..60, len in 1usize..20) {
        let quote: String = text.chars().skip(from).take(len).collect();
        let folded = Folded::new(&text);
        for span in folded.locate_all(&quote).collect::<Vec<_>>() {
            let slice = CodePoints::new(&text).slice(span);
            prop_assert_eq!(Folded::new(slice).as_str().to_owned(), Folded::new(&quote).as_str().to_owned());
        }
    }

    #[test]
    fn whole_words_of_a_text_are_found(words in proptest::collection::vec("[a-zñéA-Z]{1,8}", 1..20), from in 0usize..20, count in 1usize..6) {
        let text = words.join("\n ");
        let quote = words.iter().skip(from % words.len()).take(count).cloned().collect::<Vec<_>>().join(" ");
        prop_assert!(verify(&quote, &text));
    }

    #[test]
    fn nothing_panics(text in "\\PC{0,200}") {
        let points = CodePoints::new(&text);
        for figure in figures(&text) {
            prop_assert!(!points.slice(figure.span).is_empty());
        }
        for name in names(&text) {
            prop_assert!(!points.slice(name).is_empty());
        }
    }

    #[test]
    fn figures_survive_any_digits(text in "[0-9.,/ \u{a0}%€$a-z-]{0,60}") {
        let _ = figures(&text);
    }
}

/// Returns the figures as "kind value unit 'words'".
fn read(text: &str) -> Vec<String> {
    let points = CodePoints::new(text);
    let show = |figure: Figure| {
        let value = match figure.kind {
            FigureKind::Date => format!("{:08}", figure.value),
            _ => format!("{}", figure.value as f64 / 1e6),
        };
        format!("{:?} {value} {:?} '{}'", figure.kind, figure.unit, points.slice(figure.span))
    };
    figures(text).into_iter().map(show).collect()
}

#[test]
fn amounts_are_read() {
    let check = |text: &str, expected: &[&str]| assert_eq!(read(text), expected, "{text}");
    check("la cantidad de 39.000 euros", &["Money 39000 Euro '39.000 euros'"]);
    check("EUR 39,000 in total", &["Money 39000 Euro 'EUR 39,000'"]);
    check("1.500,00 €", &["Money 1500 Euro '1.500,00 €'"]);
    check("$1,500.50", &["Money 1500.5 Dollar '$1,500.50'"]);
    check("US$ 2 million", &["Money 2000000 Dollar 'US$ 2 million'"]);
    check("2,5 millones de euros", &["Money 2500000 Euro '2,5 millones de euros'"]);
    check("tres mil euros", &["Money 3000 Euro 'tres mil euros'"]);
    check("mil doscientos euros (1.200 €)", &["Money 1200 Euro 'mil doscientos euros'", "Money 1200 Euro '1.200 €'"]);
    check("39\u{a0}000 €", &["Money 39000 Euro '39\u{a0}000 €'"]);
    check("0,5 %", &["Percent 0.5 Percent '0,5 %'"]);
    check("un 3,125 % anual", &["Percent 3.125 Percent '3,125 %'"]);
    check("tres por ciento", &["Percent 3 Percent 'tres por ciento'"]);
    check("five percent (5%)", &["Percent 5 Percent 'five percent'", "Percent 5 Percent '5%'"]);
    check("cien por cien", &["Percent 100 Percent 'cien por cien'"]);
    check("apartado 7.2.1", &["Number 7 None '7'", "Number 2 None '2'", "Number 1 None '1'"]);
    check("uno de los socios", &[]);
    check("no one and once", &[]);
}

#[test]
fn periods_are_read() {
    let check = |text: &str, expected: &[&str]| assert_eq!(read(text), expected, "{text}");
    check("treinta (30) días", &["Duration 30 Day 'treinta (30) días'"]);
    check("treinta (40) días", &["Duration 30 Day 'treinta (40) días'", "Duration 40 Day 'treinta (40) días'"]);
    check("30 (thirty) days", &["Duration 30 Day '30 (thirty) days'"]);
    check("two (2) years", &["Duration 2 Year 'two (2) years'"]);
    check("dos años y seis meses", &["Duration 2 Year 'dos años'", "Duration 6 Month 'seis meses'"]);
    check("un mes", &["Duration 1 Month 'un mes'"]);
    check("quince días hábiles", &["Duration 15 WorkingDay 'quince días'"]);
    check("ten (10) business days of the date", &["Duration 10 WorkingDay 'ten (10) business days'"]);
    check("a 30-day period", &["Duration 30 Day '30-day'"]);
    check("twenty-one days", &["Duration 21 Day 'twenty-one days'"]);
    check("cuarenta y cinco días", &["Duration 45 Day 'cuarenta y cinco días'"]);
    check("72 horas", &["Duration 72 Hour '72 horas'"]);
}

#[test]
fn dates_are_read() {
    let check = |text: &str, expected: &[&str]| assert_eq!(read(text), expected, "{text}");
    check("a 15 de marzo de 2021", &["Date 20210315 None '15 de marzo de 2021'"]);
    check("March 15, 2021", &["Date 20210315 None 'March 15, 2021'"]);
    check("15 March 2021", &["Date 20210315 None '15 March 2021'"]);
    check("the 15th day of March, 2021", &["Date 20210315 None '15th day of March, 2021'"]);
    check("1.º de enero de 2020", &["Date 20200101 None '1.º de enero de 2020'"]);
    check("quince de marzo de dos mil veintiuno", &["Date 20210315 None 'quince de marzo de dos mil veintiuno'"]);
    check("15/03/2021", &["Date 20210315 None '15/03/2021'"]);
    check("2021-03-15", &["Date 20210315 None '2021-03-15'"]);
    check("15.03.2021", &["Date 20210315 None '15.03.2021'"]);
    check("el 03/04/2021 de la firma", &["Date 20210403 None '03/04/2021'"]);
    check("as of the date 03/04/2021 of the contract", &["Date 20210304 None '03/04/2021'"]);
    check("marzo de 2021", &["Date 20210300 None 'marzo de 2021'"]);
    check("el 7 de abril", &["Date 00000407 None '7 de abril'"]);
    check("the parties may terminate", &[]);
    check("en marzo", &[]);
}

#[test]
fn places_in_an_order_are_read() {
    let check = |text: &str, expected: &[&str]| assert_eq!(read(text), expected, "{text}");
    check("la 5.ª planta", &["Ordinal 5 None '5.ª'"]);
    check("the 3rd party", &["Ordinal 3 None '3rd'"]);
    check("cláusula séptima", &["Ordinal 7 None 'séptima'"]);
    check("en primer lugar", &[]);
}

#[test]
fn figures_agree_across_languages() {
    let check = |a: &str, b: &str, expected: bool| {
        let (a_figures, b_figures) = (figures(a), figures(b));
        let agrees = a_figures.iter().all(|a| b_figures.iter().any(|b| a.agrees(b)));
        assert_eq!(agrees, expected, "{a} / {b}");
    };
    check("39,000 euros", "treinta y nueve mil euros", true);
    check("39,000 euros", "39.000 dólares", false);
    check("30 days", "treinta (30) días", true);
    check("30 days", "30 meses", false);
    check("15 March 2021", "15 de marzo de 2021", true);
    check("15 March", "15 de marzo de 2021", true);
    check("16 March 2021", "15 de marzo de 2021", false);
    check("1.5 %", "un 1,5 %", true);
    check("1.5 %", "un 15 %", false);
}

#[test]
fn names_are_found() {
    let check = |text: &str, expected: &[&str]| {
        let points = CodePoints::new(text);
        let found: Vec<&str> = names(text).into_iter().map(|span| points.slice(span)).collect();
        assert_eq!(found, expected, "{text}");
    };
    check("D. Adrián Huélamo Castaño, mayor de edad", &["Adrián Huélamo Castaño"]);
    check("D.ª Rocío Sáez Echevarría, con DNI", &["Rocío Sáez Echevarría"]);
    check("en nombre de Ingeniería Peñón, S.L.U., con CIF", &["Ingeniería Peñón, S.L.U."]);
    check("Logística de la Sierra y Bodegas Torrevía", &["Logística de la Sierra", "Bodegas Torrevía"]);
    check("El Arrendatario pagará la renta.", &[]);
    check("El contrato con Acme.", &["Acme"]);
    check("between CopAcc and ToP Mentors", &["CopAcc", "ToP Mentors"]);
    check("Bank of Commerce Holdings shall pay", &["Bank of Commerce Holdings"]);
    check("Johnson & Johnson, Inc. agrees", &["Johnson & Johnson, Inc."]);
    check("This Agreement is made by John F. Kennedy.", &["John F. Kennedy"]);
    check("Pagará. Después cobrará.", &[]);
    check("¿Qué paga Gestiones Picoalto Ibérica?", &["Gestiones Picoalto Ibérica"]);
    check("en marzo, el Contrato y sus Anexos", &[]);
    check("What does HPIL owe?", &["HPIL"]);
}
