//! Reads Rich Text Format (1.9.1): the running text with everything else in its place after it.
//!
//! A reader of our own: the crates at hand lose paragraph ends, code pages and whole files (see
//! `docs/decisions.md`). Footnotes, comments, text boxes, headers and footers follow the body as marks;
//! deleted text is kept apart; list numbers are taken as the file writes them. There are no pages, since
//! RTF is laid out by whoever opens it. Not read: pictures and embedded objects.

mod document;
mod group;
mod tables;
mod token;

use super::Extracted;
use crate::error::{Problem, ProblemCode};

/// Reads an RTF file.
pub fn extract(bytes: &[u8]) -> Extracted {
    let mut document = document::Document::default();
    let mut ended = false;
    for token in token::Tokens::new(bytes) {
        // What stands after the outermost group is no part of the document.
        if document.take(token) {
            ended = true;
            break;
        }
    }
    let mut extracted = document.finish();
    if !ended {
        extracted.problems.push(Problem::document(
            ProblemCode::PartlyRead,
            "The file ends in the middle: what stands before that was read.",
        ));
    }
    extracted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::MarkKind;
    use crate::span::CodePoints;

    fn text(source: &str) -> String {
        extract(format!("{{\\rtf1\\ansi\\ansicpg1252{source}}}").as_bytes()).text
    }

    #[test]
    fn words_and_characters() {
        let cases = [
            (r"Uno\par Dos", "Uno\nDos\n"),
            (r"a\line b\par\par c", "a\nb\nc\n"),
            (r"a{\b b}c\b0 d", "abcd\n"),
            (r"Cl\'e1usula \u8364?5 \u-3913\'b7", "Cláusula €5 •\n"),
            (r"\uc2 \u241\'f1\'f1o \uc0\u241 o \uc1{\u241}?o", "ño ño ñ?o\n"),
            (r"\u55357?\u56832?!", "😀!\n"),
            (r"a\~b\-c\_d\{e\}\\", "a\u{A0}bc\u{2011}d{e}\\\n"),
            (r"\ldblquote x\rdblquote\emdash y", "“x”—y\n"),
            (r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}}\f1\'c4\'e0 \f0\'e1", "Да á\n"),
            (r"{\fonttbl{\f3\fcharset128 MS Mincho;}}{\f3 \'83e\'83X\'83g}", "テスト\n"),
            (r"{\fonttbl{\f0\fcharset2 Symbol;}}{\pntext\f0\'b7\tab}Uno", "•\tUno\n"),
            (r"{\*\unknown no}{\colortbl;\red0;}{\pict 00ff}{\object{\*\objdata 01}{\result s\'ed}}", "sí\n"),
            (r"{\field{\*\fldinst HYPERLINK x}{\fldrslt enlace}} fin", "enlace fin\n"),
            (r"{\upr{ansi}{\*\ud{uni}}}", "uni\n"),
            (r"{\listtext\pard 7.2\tab}Pago", "7.2\tPago\n"),
            (r"\trowd\intbl a\par b\cell c\cell\row\pard d", "a b\tc\nd\n"),
            (r"\bin4 }}{}x", "x\n"),
            (r"{\xe índice}a{\bkmkstart b}c", "ac\n"),
            (r"{\i0\*\cs7 a}b", "ab\n"),
            ("a\r\nb", "ab\n"),
        ];
        for (source, expected) in cases {
            assert_eq!(text(source), expected, "{source}");
        }
    }

    #[test]
    fn code_pages_of_the_header() {
        for (head, byte, expected) in [
            ("\\ansi\\ansicpg1250", "\\'e8", "č\n"),
            ("\\mac", "\\'87", "á\n"),
            ("\\pca", "\\'a4", "ñ\n"),
            ("\\ansi", "\\'80", "€\n"),
            ("\\ansi\\ansicpg99", "\\'f1", "ñ\n"),
        ] {
            assert_eq!(extract(format!("{{\\rtf1{head} {byte}}}").as_bytes()).text, expected, "{head}");
        }
    }

    #[test]
    fn what_stands_beside_the_text_follows_it() {
        let read = extract(
            br"{\rtf1{\header Cabecera\par}{\headerl Cabecera\par}{\footer P\'e1g. 1}Texto\chftn{\footnote\chftn  Nota.} y m\'e1s
               {\*\annotation Ojo}.\par{\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt Cuadro\par}}}{\v oculto}}",
        );
        let points = CodePoints::new(&read.text);
        let marks: Vec<_> = read.marks.iter().map(|mark| (mark.kind, points.slice(mark.span))).collect();
        assert!(read.text.starts_with("Texto[1] y más"), "{}", read.text);
        assert_eq!(
            marks,
            [
                (MarkKind::RunningHeader, "Cabecera"),
                (MarkKind::RunningFooter, "Pág. 1"),
                (MarkKind::Footnote, "[1] Nota."),
                (MarkKind::Comment, "Ojo"),
                (MarkKind::TextBox, "Cuadro"),
                (MarkKind::HiddenText, "oculto"),
            ]
        );
        assert_eq!(read.problems[0].code, ProblemCode::HiddenText);
    }

    #[test]
    fn headings_come_from_styles_and_outline() {
        let read = extract(
            br"{\rtf1{\stylesheet{\s0 Normal;}{\s1\b heading 1;}{\s7\outlinelevel1 Cl\'e1usula;}}
               {\info{\title Contrato}{\author Ana}{\creatim\yr2021\mo4\dy5\hr6\min7}}
               \pard\s1 Uno\par\pard texto\par\pard\s7 Dos\par\pard\outlinelevel2 Tres\par}",
        );
        let points = CodePoints::new(&read.text);
        let marks: Vec<_> = read.marks.iter().map(|mark| (mark.kind, points.slice(mark.span))).collect();
        let heading = MarkKind::Heading;
        assert_eq!(marks, [(heading(1), "Uno"), (heading(2), "Dos"), (heading(3), "Tres")]);
        assert_eq!(read.meta.title.as_deref(), Some("Contrato"));
        assert_eq!(read.meta.author.as_deref(), Some("Ana"));
        assert_eq!(read.meta.created.as_deref(), Some("2021-04-05T06:07:00"));
    }

    #[test]
    fn deletions_are_kept_apart() {
        let read =
            extract(br"{\rtf1{\*\revtbl{Unknown;}{Ana;}}pagar\'e1 {\deleted\revauthdel1 cien}{\revised mil} euros}");
        assert_eq!(read.text, "pagará mil euros\n");
        assert_eq!(read.deletions.len(), 1);
        assert_eq!((read.deletions[0].at, read.deletions[0].text.as_str()), (7, "cien"));
        assert_eq!(read.deletions[0].author.as_deref(), Some("Ana"));
        assert_eq!(read.problems[0].code, ProblemCode::TrackedChanges);
    }

    #[test]
    fn broken_files_give_what_they_have() {
        for source in [&b"{\\rtf1 a"[..], b"{\\rtf1 {\\b a", b"{\\rtf1 a\\", b"{\\rtf1 a\\'", b"{\\rtf1 a{\\*"] {
            let read = extract(source);
            assert_eq!(read.text, "a\n");
            assert_eq!(read.problems[0].code, ProblemCode::PartlyRead);
        }
        let deep = [b"{\\rtf1 a".to_vec(), b"{".repeat(100_000), b"b".to_vec()].concat();
        assert!(extract(&deep).problems.iter().any(|problem| problem.code == ProblemCode::LimitReached));
        assert_eq!(extract(b"").text, "");
        assert_eq!(extract(b"}}}").text, "");
    }
}
