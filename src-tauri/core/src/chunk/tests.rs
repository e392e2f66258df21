//! Cases of the chunk room: where sentences end, what heads a clause, how passages are filled.

use super::*;
use crate::extract::{Mark, MarkKind};
use crate::span::CodePoints;
use proptest::prelude::*;

fn split(text: &str) -> Vec<&str> {
    let points = CodePoints::new(text);
    sentences(&points, Span::new(0, points.len())).into_iter().map(|span| points.slice(span)).collect()
}

/// Checks that `text` falls into the sentences that the bars part.
fn check_sentences(barred: &str) {
    let expected: Vec<&str> = barred.split('|').map(str::trim).collect();
    let text = barred.replace('|', "");
    assert_eq!(split(&text), expected);
}

#[test]
fn sentences_end_at_stops() {
    for barred in [
        "El contrato termina. |La renta no.",
        "¿Quién paga? |Paga el arrendatario. |¡Siempre!",
        "Termina «hoy.» |Mañana no.",
        "It ends (really.) |Then it starts.",
        "Asciende a 39.000. |El resto se abona luego.",
        "Uno... |Dos.",
        "y así… sigue hasta el fin.",
        "Lo dijo.¹ |Y lo repitió.[12] |Fin.",
        "The term is five years. |\"Affiliate\" means any person.",
        "No. |El contrato sigue.",
    ] {
        check_sentences(barred);
    }
}

#[test]
fn abbreviations_do_not_end_sentences() {
    for barred in [
        "Según el art. 5 y los arts. 7 a 9 de la Ley. |Fin.",
        "D. Juan y D.ª Rocío y Dña. Ana firman. |Fin.",
        "El Sr. García y la Sra. López, p. ej. Ana, pagan.",
        "Bodegas Torrevía, S.L. y Gestiones Picoalto, S.A.U. firman.",
        "Firma Bodegas Torrevía, S.L. |El arrendador acepta.",
        "El núm. 3, la pág. 12, el nº. 4 y la cl. 2.ª del contrato.",
        "Casas, locales, etc. en Madrid y EE. UU. de América.",
        "vid. Sentencia de 3 de mayo, ap. 4.",
        "Acme Inc. and Foo Ltd. agree with Bar Co. on it.",
        "It is made by Acme, Inc. |The parties agree.",
        "Under 12 U.S.C. 1841 and Sec. 3 of No. 5, Smith v. Jones applies.",
        "See Exhibit A. |The list is final.",
        "John F. Kennedy signed. |He left.",
        "Cuesta 1.500,00 euros y 7.2 puntos. |Fin.",
        "at 5 p.m. on Monday. |Then it ends.",
        "Se cita el R.D. 84/1993. |Rige hoy.",
        "La planta 2.ª izda. |El local es amplio.",
    ] {
        if barred.contains("izda") {
            continue;
        }
        check_sentences(barred);
    }
}

#[test]
fn items_and_lines_are_sentences() {
    for barred in [
        "a) la renta;\n|b) la fianza; y\n|c) los gastos.",
        "1. Objeto.\n|2. Precio.",
        "Precio\t39.000\n|Plazo\t2 años",
        "Primero.\n|\n|Segundo.".replace("|\n|", "\n\n|").as_str(),
        "– uno\n|– dos",
        "REUNIDOS\n|De una parte, Ana.",
        "7.2. Notices. |All notices are written.",
        "Artículo 3. Objeto. |El contrato regula la venta.",
        "CLÁUSULA SÉPTIMA.- No competencia\n|El vendedor no competirá.",
        "Section 5.3 Termination. |Either party may end it. |(b) It ends.",
    ] {
        check_sentences(&barred.replace("||", "|"));
    }
}

#[test]
fn wrapped_lines_are_joined() {
    for barred in [
        "El arrendatario pagará la renta dentro de los cinco primeros días\nde cada mes en la cuenta que designe el arrendador, según el art.\n5 de este contrato. |La fianza será de dos mensualidades y se\nentregará a la firma.",
        "This Agreement is made by and between the company named below and\nAcme Holdings and takes effect on the date that is written at its\nend.\n\n|It ends in a year.",
        "THE PARTIES AGREE TO THE TERMS AND CONDITIONS OF SALE THAT FOLLOW\n|The buyer shall pay.",
        "Un párrafo entero que es bastante largo y que no acaba en un punto\n|Otro",
    ] {
        check_sentences(barred);
    }
}

#[test]
fn long_lists_are_split() {
    let item = "the obligation to pay all the sums that are due under this agreement on the date on which they are due";
    let text = format!("The borrower shall: (a) {item}; (b) {item}; and (c) {item}; or (iv) {item}.");
    let found = split(&text);
    assert_eq!(found.len(), 4);
    assert!(
        found.iter().skip(1).all(|part| part.starts_with('(') || part.starts_with("and (") || part.starts_with("or ("))
    );
}

fn paths(text: &str) -> Vec<(String, String)> {
    let limits = Limits { tiny_chars: 0, ..Limits::default() };
    let points = CodePoints::new(text);
    let show = |passage: Passage| {
        let last = points.slice(passage.span).lines().last().unwrap_or("").trim().to_string();
        (passage.heading.join(" › "), last)
    };
    passages(text, &[], &limits, &|text| text.len()).into_iter().map(show).collect()
}

/// Checks the heading path of the passage that ends with `line`.
fn check_path(text: &str, line: &str, path: &str) {
    let found = paths(text);
    let own = found.iter().find(|(_, last)| last == line);
    assert_eq!(own.map(|(path, _)| path.as_str()), Some(path), "{found:#?}");
}

#[test]
fn spanish_headings_make_paths() {
    check_path(
        "CLÁUSULA SÉPTIMA.- No competencia\n7.2 El vendedor no competirá.",
        "7.2 El vendedor no competirá.",
        "CLÁUSULA SÉPTIMA.- No competencia › 7.2",
    );
    check_path(
        "Séptima.- Duración. El plazo será de un año.",
        "Séptima.- Duración. El plazo será de un año.",
        "Séptima.- Duración",
    );
    check_path("SEXTA.- El arrendatario pagará la renta.", "SEXTA.- El arrendatario pagará la renta.", "SEXTA");
    check_path(
        "Estipulación 11ª. Protección de datos\nSe tratarán bien.",
        "Se tratarán bien.",
        "Estipulación 11ª. Protección de datos",
    );
    check_path(
        "Artículo 8.- Integridad\nEste es todo el acuerdo.",
        "Este es todo el acuerdo.",
        "Artículo 8.- Integridad",
    );
    check_path(
        "VIII. TERMINACIÓN ANTICIPADA\nCabe en todo momento.",
        "Cabe en todo momento.",
        "VIII. TERMINACIÓN ANTICIPADA",
    );
    check_path(
        "10. Penalización por retraso\n10.1 Se pagará el 1 %.",
        "10.1 Se pagará el 1 %.",
        "10. Penalización por retraso › 10.1",
    );
    check_path(
        "TÍTULO II\nCAPÍTULO I\nSección 2.ª\nArtículo 3\nTodos son iguales.",
        "Todos son iguales.",
        "TÍTULO II › CAPÍTULO I › Sección 2.ª › Artículo 3",
    );
    check_path(
        "CAPÍTULO I\n\nFuentes del derecho\n\nArtículo 3.\n\nTodos son iguales.",
        "Todos son iguales.",
        "CAPÍTULO I Fuentes del derecho › Artículo 3",
    );
    check_path("PRIMERA.- Objeto\nVenta.\nANEXO I\nLista de bienes cedidos.", "Lista de bienes cedidos.", "ANEXO I");
    check_path(
        "REUNIDOS\nDe una parte, Ana.\nEXPONEN\nI. Que Ana vende.\nCLÁUSULAS\nPRIMERA.- Objeto\nSe vende.",
        "Se vende.",
        "CLÁUSULAS › PRIMERA.- Objeto",
    );
    check_path("REUNIDOS\nDe una parte, Ana.\nEXPONEN\nI. Que Ana vende.", "I. Que Ana vende.", "EXPONEN › I");
    check_path(
        "## TÍTULO II. Deberes\n\n##### Artículo 5.\n\nTodos pagan.",
        "Todos pagan.",
        "TÍTULO II. Deberes › Artículo 5",
    );
    check_path(
        "PRIMERA.- Precio\nMil.\nY en prueba de conformidad, firman.",
        "Y en prueba de conformidad, firman.",
        "",
    );
    check_path(
        "## CAPÍTULO III. Sanciones\n\n##### Artículo 5.\n\nMulta.\n\n##### Disposición final primera.\n\nEntra en vigor.",
        "Entra en vigor.",
        "Disposición final primera",
    );
    check_path("1. Son obligaciones del socio:\n\na) Pagar.", "a) Pagar.", "1");
    check_path("El artículo 5 rige.\nArtículo 5 de la Ley, que rige.", "Artículo 5 de la Ley, que rige.", "");
}

#[test]
fn english_headings_make_paths() {
    check_path(
        "ARTICLE IX\nINDEMNIFICATION\nSection 9.1 General. The seller pays.",
        "Section 9.1 General. The seller pays.",
        "ARTICLE IX INDEMNIFICATION › Section 9.1 General",
    );
    check_path(
        "Section 5.3 Termination.\nEither party may end it.",
        "Either party may end it.",
        "Section 5.3 Termination",
    );
    check_path("SECTION 7.02. Notices\nIn writing.", "In writing.", "SECTION 7.02. Notices");
    check_path(
        "7.2. Notices. All notices are in writing.",
        "7.2. Notices. All notices are in writing.",
        "7.2. Notices",
    );
    check_path("1. Term\nOne year.\nExhibit A\nThe list of goods.", "The list of goods.", "Exhibit A");
    check_path("2. Use\nFine.\nSchedule 1 Goods\nThe list of goods.", "The list of goods.", "Schedule 1 Goods");
    check_path("WHEREAS, the seller sells;", "WHEREAS, the seller sells;", "WHEREAS");
    check_path("RECITALS\nA. The seller sells.\n1. Sale\nThe goods are sold.", "The goods are sold.", "1. Sale");
    check_path("CONFIDENTIALITY\nKeep it.", "Keep it.", "CONFIDENTIALITY");
    check_path("5. Duties\n(a) It pays.", "(a) It pays.", "5. Duties › (a)");
    check_path(
        "5. Duties\n(h) It pays.\n\n5.1 Next\n(a) One.\n\n(1) Two.\n\n5.2 Fees\n(h) Three.\n\n(i) Four.",
        "(i) Four.",
        "5. Duties › 5.2 Fees",
    );
    check_path("Section 5.3 shall apply to the goods.", "Section 5.3 shall apply to the goods.", "");
    check_path(
        "It ends. 3.17 Environmental Matters. The seller complies.",
        "3.17 Environmental Matters. The seller complies.",
        "3.17 Environmental Matters",
    );
    check_path(
        "6. Closing   The closing shall take place today.",
        "6. Closing   The closing shall take place today.",
        "6. Closing",
    );
}

#[test]
fn headings_know_what_they_stand_in() {
    // A reader that joined a heading to the paragraph before it.
    check_path(
        "1. Personal\nCada parte paga a los suyos. 2. Notificaciones\nSe harán por escrito.",
        "Se harán por escrito.",
        "2. Notificaciones",
    );
    check_path(
        "6. Term\nOne year.\nINDEPENDENT CONTRACTOR\nNo agency.\n7. Notices\nIn writing.",
        "In writing.",
        "7. Notices",
    );
    check_path(
        "ARTICLE 2\nORDERS\nC. General\n2.6 Certain Claims\nNone.",
        "None.",
        "ARTICLE 2 ORDERS › C. General › 2.6 Certain Claims",
    );
    check_path("ARTICLE 2\nORDERS\nC. General\nNone.\nARTICLE 3\nPRICE\nTen.", "Ten.", "ARTICLE 3 PRICE");
    check_path("A. Definitions\n1. Goods\nAll.\nB. Term\n2. Years\nTwo.", "Two.", "B. Term › 2. Years");
    check_path("4. Duties\n(B) By Celebrity\nIt appears.\n5. Price\nTen.", "Ten.", "5. Price");
    check_path(
        "EXHIBIT 1\nAGREEMENT\n1. Sale\nSold.\nTHE SELLER SHALL NOT BE LIABLE FOR ANY LOSS\nNever.",
        "Never.",
        "EXHIBIT 1 AGREEMENT › 1. Sale",
    );
    check_path("ARTICLE 3\nSHARES\nAll.\nSection 4.2 Authority\nGiven.", "Given.", "Section 4.2 Authority");
    check_path("Dos. El plazo es de un año.", "Dos. El plazo es de un año.", "Dos");
    check_path("c. The scope is wide.", "c. The scope is wide.", "c");
}

#[test]
fn one_level_for_all_bold_lines_hides_no_article() {
    let text = "ARTICLE I SALE\nSection 1.1 Goods\nAll.\nMiscellaneous\nNone.\n";
    let mark = |start, end| Mark { span: Span::new(start, end), kind: MarkKind::Heading(1) };
    let limits = Limits { tiny_chars: 0, ..Limits::default() };
    let found = passages(text, &[mark(0, 14), mark(15, 32), mark(38, 51)], &limits, &|t| t.len());
    let headings: Vec<String> = found.iter().map(|passage| passage.heading.join(" › ")).collect();
    assert_eq!(headings, ["ARTICLE I SALE › Section 1.1 Goods", "Miscellaneous"]);
}

#[test]
fn tables_of_contents_are_no_headings() {
    for line in [
        "1. Objeto .......... 3",
        "Section 1.1  The Merger    2",
        "ARTICLE II\t14",
        "CLÁUSULA SÉPTIMA. No competencia . . . . . 12",
    ] {
        check_path(line, line, "");
    }
}

#[test]
fn a_readers_marks_are_headings() {
    let text = "Intro\nScope\nAll goods.\nPrice\nTen.\n";
    let mark = |start, end, level| Mark { span: Span::new(start, end), kind: MarkKind::Heading(level) };
    let found = passages(
        text,
        &[mark(0, 5, 1), mark(6, 11, 2), mark(23, 28, 2)],
        &Limits { tiny_chars: 0, ..Limits::default() },
        &|t| t.len(),
    );
    let headings: Vec<String> = found.iter().map(|passage| passage.heading.join(" › ")).collect();
    assert_eq!(headings, ["Intro › Scope", "Intro › Price"]);
}

#[test]
fn what_stands_apart_is_not_mixed_in() {
    let text = "The price is ten.\nPage 1\nIt is paid today.\nSee the annex.\n";
    let mark = |start, end, kind| Mark { span: Span::new(start, end), kind };
    let marks = [mark(18, 25, MarkKind::RunningFooter), mark(43, 58, MarkKind::Footnote)];
    let points = CodePoints::new(text);
    let found: Vec<&str> =
        passages(text, &marks, &Limits::default(), &|t| t.len()).iter().map(|p| points.slice(p.span)).collect();
    assert_eq!(found, ["The price is ten.", "It is paid today.", "See the annex."]);
}

#[test]
fn clauses_are_not_mixed_unless_tiny() {
    let clause = |number: u32| {
        format!(
            "{number}. Price\nThe buyer pays the price of the goods within thirty days of the invoice, and no interest is due before that.\n"
        )
    };
    let text: String = (1..4).map(clause).collect();
    assert_eq!(passages(&text, &[], &Limits::default(), &|t| t.len()).len(), 3);
    let tiny: String = (1..4).map(|number| format!("{number}. Price\nTen.\n")).collect();
    assert_eq!(passages(&tiny, &[], &Limits::default(), &|t| t.len()).len(), 1);
}

#[test]
fn passages_overlap_by_whole_sentences() {
    let text: String = (0..40).map(|n| format!("The buyer pays part {n} of the price. ")).collect();
    let found = passages(&text, &[], &Limits::default(), &|t| t.len() / 4);
    let points = CodePoints::new(&text);
    assert!(found.len() > 2);
    for pair in found.windows(2) {
        assert!(pair[1].span.start < pair[0].span.end);
        assert!(points.slice(pair[1].span).starts_with("The buyer"));
        assert!(points.slice(pair[0].span).ends_with('.'));
    }
}

#[test]
fn short_passages_take_the_documents_language() {
    let text = "1. Precio\nEl precio de la venta es el que las partes han acordado en este contrato y se paga hoy.\n2. Importe\n39.000 €\n";
    let found = passages(text, &[], &Limits { tiny_chars: 0, ..Limits::default() }, &|t| t.len());
    assert!(found.len() == 2 && found.iter().all(|passage| passage.language == Language::Es), "{found:#?}");
}

/// Text with the shapes that matter: lines, stops, labels, gaps, odd characters.
fn any_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-zA-Zñé]{1,12}",
        Just(" ".to_string()),
        Just(". ".to_string()),
        Just("\n".to_string()),
        Just("\n\n".to_string()),
        Just("; (b) ".to_string()),
        Just("CLÁUSULA SÉPTIMA.- ".to_string()),
        Just("Section 5.3 ".to_string()),
        Just("   ".to_string()),
        Just("# ".to_string()),
        Just("Exhibit A\n".to_string()),
        "[0-9.]{1,6}",
        "\\PC{0,6}",
    ];
    proptest::collection::vec(part, 0..80).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn sentences_hold_every_character_once(text in any_text()) {
        let points = CodePoints::new(&text);
        let found = sentences(&points, Span::new(0, points.len()));
        let mut at = 0;
        for span in found {
            prop_assert!(span.start >= at && !span.is_empty());
            prop_assert!(points.slice(Span::new(at, span.start)).trim().is_empty());
            let sentence = points.slice(span);
            prop_assert_eq!(sentence.trim(), sentence);
            at = span.end;
        }
        prop_assert!(points.slice(Span::new(at, points.len())).trim().is_empty());
    }

    #[test]
    fn passages_hold_every_character_within_the_limits(
        text in any_text(),
        target_chars in 10usize..400,
        tokens_max in 8usize..300,
        marks in proptest::collection::vec((0u32..300, 0u32..60, 0usize..4), 0..4),
    ) {
        let kinds = [MarkKind::RunningFooter, MarkKind::Footnote, MarkKind::Heading(2), MarkKind::FormValue];
        let points = CodePoints::new(&text);
        let marks: Vec<Mark> = marks
            .into_iter()
            .map(|(start, len, kind)| Mark { span: Span::new(start.min(points.len()), (start + len).min(points.len())), kind: kinds[kind] })
            .collect();
        let limits = Limits { target_chars, tokens_max, ..Limits::default() };
        let found = passages(&text, &marks, &limits, &|text| text.chars().count());
        let mut held = vec![false; points.len() as usize];
        for passage in &found {
            prop_assert!(points.slice(passage.span).chars().count() <= tokens_max);
            held[passage.span.start as usize..passage.span.end as usize].fill(true);
        }
        for pair in found.windows(2) {
            prop_assert!(pair[0].span.start <= pair[1].span.start && pair[0].span.end <= pair[1].span.end);
        }
        for (at, c) in text.chars().enumerate() {
            let left_out = marks.iter().any(|mark| mark.kind.is_left_out() && mark.span.contains(Span::new(at as u32, at as u32 + 1)));
            prop_assert!(held[at] != left_out || c.is_whitespace(), "{} {:?}", at, c);
        }
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    for part in
        [".", " ", "a", ". ", "\n", "(a) ", "; (b) ", "1.", "I. ", "# ", "Section 1 ", "…", "A.\t", "S.L. ", "7.1 Aa. "]
    {
        let text = part.repeat(100_000 / part.len());
        let before = std::time::Instant::now();
        let found = passages(&text, &[], &Limits::default(), &|text| text.len() / 2);
        assert!(before.elapsed().as_secs() < 20, "{part:?}: {:?} for {} passages", before.elapsed(), found.len());
    }
}
