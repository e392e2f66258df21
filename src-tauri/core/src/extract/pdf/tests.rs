//! Small PDF files, written here by hand, and what is read of them.

use super::{draw, extract};
use crate::error::ProblemCode;
use crate::extract::{Extracted, MarkKind, Options};
use crate::span::Span;
use proptest::prelude::*;

/// A page to be written: further entries of its dictionary, and its content stream.
struct Sketch<'a> {
    entries: &'a str,
    content: String,
}

fn sketch(content: &str) -> Sketch<'static> {
    Sketch { entries: "", content: content.to_owned() }
}

/// Writes a PDF file of the given pages in Helvetica, with further objects numbered from 100.
fn pdf(pages: &[Sketch<'_>], catalog: &str, further: &[&str]) -> Vec<u8> {
    let mut objects: Vec<(usize, String)> = Vec::new();
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 10 + 2 * page)).collect();
    objects.push((1, format!("<< /Type /Catalog /Pages 2 0 R {catalog} >>")));
    objects.push((2, format!("<< /Type /Pages /Count {} /Kids [{}] >>", pages.len(), kids.join(" "))));
    objects.push((3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".into()));
    objects.push((4, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>".into()));
    for (page, Sketch { entries, content }) in pages.iter().enumerate() {
        let resources = "/Resources << /Font << /F 3 0 R /B 4 0 R >> >>";
        objects.push((
            10 + 2 * page,
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] {resources} /Contents {} 0 R {entries} >>",
                11 + 2 * page
            ),
        ));
        objects.push((11 + 2 * page, format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len())));
    }
    objects.extend(further.iter().enumerate().map(|(index, object)| (100 + index, (*object).to_owned())));
    let mut file = String::from("%PDF-1.7\n");
    let mut table = String::new();
    for (number, object) in &objects {
        table.push_str(&format!("{number} 1\n{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let start = file.len();
    file.push_str(&format!("xref\n0 1\n0000000000 65535 f \n{table}"));
    file.push_str(&format!("trailer\n<< /Size 200 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"));
    file.into_bytes()
}

/// Writes lines of text, each with its place from the lower left corner.
fn lines(lines: &[(f32, f32, &str)]) -> String {
    lines.iter().map(|(x, y, text)| format!("BT /F 10 Tf {x} {y} Td ({text}) Tj ET\n")).collect()
}

fn read(pages: &[Sketch<'_>]) -> Extracted {
    check(extract(pdf(pages, "", &[]), &Options::default()))
}

/// Checks what holds of everything that is read: the pages' spans part the text among them, every word
/// lies on its page, and words follow one another in the text.
fn check(found: Extracted) -> Extracted {
    let length = found.text.chars().count() as u32;
    let mut spans: Vec<Span> = found.pages.iter().flat_map(|page| page.spans.clone()).collect();
    spans.sort();
    let mut at = 0;
    for span in spans {
        assert_eq!(span.start, at, "the pages' spans leave a hole or overlap");
        at = span.end;
    }
    assert_eq!(at, length);
    let mut last = 0;
    for word in &found.words {
        assert!(word.span.start >= last && word.span.end <= length);
        last = word.span.end;
        let page = &found.pages[word.page as usize];
        assert!(page.spans.iter().any(|span| span.contains(word.span)), "a word's span lies on another page");
        let [left, top, right, bottom] = word.bounds;
        assert!(left >= -0.01 && top >= -0.01 && right <= page.width + 0.01 && bottom <= page.height + 0.01);
        assert!(left <= right && top <= bottom);
    }
    found
}

#[test]
fn words_stand_where_they_are_printed() {
    let found = read(&[sketch(&lines(&[(50.0, 500.0, "Hola mundo")]))]);
    assert_eq!(found.text, "Hola mundo\n");
    let [left, top, right, bottom] = found.words[0].bounds;
    assert!((left - 50.0).abs() < 0.5 && (right - 71.1).abs() < 1.0, "{left} {right}");
    assert!(top < 94.0 && bottom > 100.0 && bottom < 104.0, "{top} {bottom}");
}

#[test]
fn lines_of_a_paragraph_are_joined_and_hyphenation_is_undone() {
    let found = read(&[sketch(&lines(&[
        (50.0, 500.0, "La parte arrendataria abonará la renta con-"),
        (50.0, 488.0, "venida dentro de los cinco primeros dias del"),
        (50.0, 476.0, "mes. Fin."),
    ]))]);
    assert_eq!(
        found.text.replace('\u{FFFD}', "?").split(' ').skip(5).take(3).collect::<Vec<_>>(),
        ["renta", "convenida", "dentro"]
    );
    // The broken word has a box on each line.
    assert_eq!(found.words[6].span.end, found.words[7].span.start);
}

#[test]
fn columns_are_read_one_after_the_other_and_rows_across() {
    let mut columns = vec![(150.0, 560.0, "TITULO DE LAS DOS COLUMNAS")];
    for line in 0..6 {
        let y = 500.0 - 12.0 * line as f32;
        columns.push((40.0, y, "izquierda izquierda izquierda"));
        columns.push((220.0, y, "derecha derecha derecha derecha"));
    }
    let text = read(&[sketch(&lines(&columns))]).text;
    assert!(text.find("derecha").unwrap() > text.rfind("izquierda").unwrap(), "{text}");
    assert!(text.contains("izquierda derecha"), "a sentence goes on in the next column: {text}");
    let table =
        [(40.0, 500.0, "Renta"), (220.0, 500.0, "900 euros"), (40.0, 480.0, "Fianza"), (220.0, 480.0, "1.800 euros")];
    assert_eq!(read(&[sketch(&lines(&table))]).text, "Renta\t900 euros\nFianza\t1.800 euros\n");
}

#[test]
fn the_lines_of_a_ruled_cell_stay_together() {
    let rules: String = [520, 470, 420].iter().map(|y| format!("40 {y} m 360 {y} l S\n")).collect();
    let cells = [
        (50.0, 505.0, "Renta"),
        (150.0, 505.0, "Cantidad que se"),
        (250.0, 505.0, "Cada mes,"),
        (150.0, 493.0, "paga por el uso"),
        (250.0, 493.0, "por adelantado"),
        (50.0, 455.0, "Fianza"),
        (150.0, 455.0, "Dos meses"),
        (250.0, 455.0, "A la firma"),
    ];
    let text = read(&[sketch(&format!("{rules}{}", lines(&cells)))]).text;
    assert_eq!(
        text,
        "Renta\tCantidad que se paga por el uso\tCada mes, por adelantado\nFianza\tDos meses\tA la firma\n"
    );
}

#[test]
fn turned_and_cropped_pages_are_read_as_shown() {
    let content = lines(&[(100.0, 300.0, "Dentro"), (5.0, 300.0, "Fuera")]);
    let found = check(extract(
        pdf(&[Sketch { entries: "/Rotate 90 /CropBox [50 100 350 500]", content }], "", &[]),
        &Options::default(),
    ));
    assert_eq!(found.text, "Dentro\n");
    assert_eq!((found.pages[0].width, found.pages[0].height), (400.0, 300.0));
    let [left, top, right, bottom] = found.words[0].bounds;
    assert!(bottom - top > right - left, "the word runs down the page as shown");
}

#[test]
fn text_that_cannot_be_seen_is_marked() {
    let content =
        format!("{}1 1 1 rg\n{}", lines(&[(50.0, 500.0, "Visible")]), lines(&[(50.0, 400.0, "Instrucciones ocultas")]));
    let found = read(&[sketch(&content)]);
    assert_eq!(found.text, "Visible\nInstrucciones ocultas\n");
    assert!(found.marks.iter().any(|mark| mark.kind == MarkKind::HiddenText && mark.span.start == 8));
    assert!(found.problems.iter().any(|problem| problem.code == ProblemCode::HiddenText));
    // So are words under a black bar.
    let content = format!("{}0 0 0 rg 40 495 200 20 re f\n", lines(&[(50.0, 500.0, "Nombre tachado")]));
    assert_eq!(read(&[sketch(&content)]).marks[0].kind, MarkKind::HiddenText);
    // White on a dark ground shows.
    let content = format!("0 0 0 rg 40 390 200 30 re f\n1 1 1 rg\n{}", lines(&[(50.0, 400.0, "Cabecera de tabla")]));
    assert!(read(&[sketch(&content)]).problems.is_empty());
}

#[test]
fn running_lines_leave_the_sentence_whole() {
    let pages: Vec<Sketch<'_>> = (1..=4)
        .map(|page| {
            let footer = format!("P\\341gina {page} de 4");
            sketch(&lines(&[
                (50.0, 580.0, "Bufete Ejemplo"),
                (50.0, 400.0, "la frase que sigue en la otra"),
                (180.0, 20.0, &footer),
            ]))
        })
        .collect();
    let found = read(&pages);
    assert!(found.text.starts_with("la frase que sigue en la otra la frase"), "{}", found.text);
    let of = |kind| found.marks.iter().filter(|mark| mark.kind == kind).count();
    assert_eq!((of(MarkKind::RunningHeader), of(MarkKind::RunningFooter)), (4, 4));
}

#[test]
fn fake_bold_is_read_once() {
    let content = lines(&[(50.0, 500.0, "Negrita"), (50.3, 500.0, "Negrita")]);
    assert_eq!(read(&[sketch(&content)]).text, "Negrita\n");
}

#[test]
fn letters_set_wide_make_a_word_and_one_cut_off_stays_whole() {
    let wide = "BT /F 10 Tf 5 Tc 50 500 Td (CONTRATO) Tj ET\n";
    assert_eq!(read(&[sketch(wide)]).text, "CONTRATO\n");
    let cut = format!("0 0 75 600 re W n\n{}", lines(&[(50.0, 500.0, "ACUERDO")]));
    let found = read(&[sketch(&cut)]);
    assert_eq!((found.text.as_str(), found.marks.len()), ("ACUERDO\n", 0));
}

#[test]
fn notes_and_fields_without_looks_are_read() {
    let page = Sketch { entries: "/Annots [100 0 R 101 0 R]", content: lines(&[(50.0, 500.0, "Nombre:")]) };
    let note = "<< /Type /Annot /Subtype /Text /Rect [300 300 320 320] /Contents (Revisar esta cifra) >>";
    let field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (n) /V (Ana) /Rect [100 497 200 511] >>";
    let found = check(extract(pdf(&[page], "", &[note, field]), &Options::default()));
    assert_eq!(found.text, "Nombre: Ana\nRevisar esta cifra\n");
    let kinds: Vec<MarkKind> = found.marks.iter().map(|mark| mark.kind).collect();
    assert_eq!(kinds, [MarkKind::FormValue, MarkKind::Annotation]);
}

#[test]
fn labels_outline_and_attachments_are_read() {
    let catalog = "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (A-) >>] >> /Outlines 100 0 R \
                   /Names << /EmbeddedFiles << /Names [(a) 102 0 R] >> >>";
    let further = [
        "<< /First 101 0 R >>",
        "<< /Title (Objeto) /Dest [12 0 R /Fit] >>",
        "<< /F (carpeta/anexo.txt) /EF << /F 103 0 R >> >>",
        "<< /Length 4 >>\nstream\nhola\nendstream",
    ];
    let found = extract(pdf(&[sketch(""), sketch(""), sketch("")], catalog, &further), &Options::default());
    let labels: Vec<&str> = found.pages.iter().filter_map(|page| page.label.as_deref()).collect();
    assert_eq!(labels, ["i", "ii", "A-1"]);
    assert_eq!(found.meta.outline, [(1, "Objeto".to_owned(), Some(1))]);
    assert_eq!(found.attachments[0].name, "anexo.txt");
    assert_eq!(found.attachments[0].bytes, b"hola");
    assert!(found.problems.is_empty(), "a blank page is no problem: {:?}", found.problems);
}

#[test]
fn what_is_no_pdf_is_a_problem() {
    for bytes in [&b""[..], b"%PDF-1.7", b"hello"] {
        let found = extract(bytes.to_vec(), &Options::default());
        assert_eq!(found.problems[0].code, ProblemCode::Damaged);
        assert!(draw(bytes.to_vec(), None, 0, 1.0, &[]).is_err());
    }
}

#[test]
fn a_layer_that_makes_no_sense_is_read_from_the_page() {
    let garbled = "Wklv frqwudfw lv pdgh ehwzhhq wkh sduwlhv qdphg khuhlq dqg vkdoo eh jryhuqhg eb wkh odzv ri Vsdlq";
    let found = read(&[sketch(&lines(&[(20.0, 500.0, garbled), (20.0, 480.0, garbled)]))]);
    assert!(found.pages[0].ocr.is_some() || !found.problems.is_empty());
}

#[test]
fn a_highlight_lies_on_the_word() {
    let bytes = pdf(&[sketch(&lines(&[(50.0, 500.0, "Hola")]))], "", &[]);
    let found = extract(bytes.clone(), &Options::default());
    let bounds = found.words[0].bounds;
    let (width, height, rgba) = draw(bytes.clone(), None, 0, 2.0, &[bounds]).unwrap();
    assert_eq!((width, height), (800, 1200));
    let blue = |x: f32, y: f32| rgba[((y * 2.0) as usize * width as usize + (x * 2.0) as usize) * 4 + 2];
    assert!(blue(bounds[0] - 0.5, (bounds[1] + bounds[3]) / 2.0) < 100, "the highlight is yellow");
    assert_eq!(blue(10.0, 10.0), 255);
    assert!(draw(bytes, None, 7, 2.0, &[]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_page_keeps_the_rules(
        places in proptest::collection::vec((0_u16..420, 0_u16..620, "((la renta|el plazo|de|en|1.800,00|con-|art. 7) ?){0,5}", 1_u8..30, 0_u16..360), 0..40)
    ) {
        let content: String = places
            .iter()
            .map(|(x, y, text, size, turn)| {
                let turn = if turn % 3 == 0 { f32::from(*turn).to_radians() } else { 0.0 };
                let (cos, sin) = (turn.cos(), turn.sin());
                format!("BT /F {size} Tf {cos} {sin} {} {cos} {x} {y} Tm ({text}) Tj ET\n", -sin)
            })
            .collect();
        read(&[sketch(&content), sketch(&content)]);
    }
}
