//! Small Word files made on the spot, and what is read of them.

use super::super::container::tests::pack;
use super::*;
use crate::span::CodePoints;

const SPACES: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
    xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
    xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\" xmlns:v=\"urn:schemas-microsoft-com:vml\"";

/// Packs a Word file of a body and further parts, each the inside of its root element.
fn file(body: &str, parts: &[(&str, &str, &str)]) -> Vec<u8> {
    let mut all =
        vec![("word/document.xml".to_owned(), format!("<w:document {SPACES}><w:body>{body}</w:body></w:document>"))];
    for (name, root, inside) in parts {
        all.push(((*name).to_owned(), format!("<{root} {SPACES}>{inside}</{root}>")));
    }
    let all: Vec<(&str, &[u8])> = all.iter().map(|(name, xml)| (name.as_str(), xml.as_bytes())).collect();
    pack(&all)
}

fn read_body(body: &str) -> Extracted {
    extract(&file(body, &[]), &Options::default())
}

fn check(body: &str, expected: &str) {
    let found = read_body(body);
    assert_eq!(found.text, expected, "{body}");
}

fn paragraph(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn codes(found: &Extracted) -> Vec<ProblemCode> {
    found.problems.iter().map(|problem| problem.code).collect()
}

/// Returns what is marked, in order, with its kind.
fn marked(found: &Extracted) -> Vec<(MarkKind, &str)> {
    let points = CodePoints::new(&found.text);
    found.marks.iter().map(|mark| (mark.kind, points.slice(mark.span))).collect()
}

#[test]
fn what_stands_in_runs_is_read() {
    check(
        "<w:p><w:r><w:t>uno</w:t><w:tab/><w:t xml:space=\"preserve\">dos </w:t><w:noBreakHyphen/><w:softHyphen/>\
         <w:t>tres\u{ad}cuatro</w:t><w:br/><w:sym w:font=\"Wingdings\" w:char=\"F0FC\"/></w:r></w:p><w:p/>",
        "uno\tdos -trescuatro ✓\n",
    );
    check(
        "<w:p><w:hyperlink r:id=\"x\"><w:r><w:t>enlace</w:t></w:r></w:hyperlink><w:sdt><w:sdtPr><w:alias w:val=\"no\"/>\
         </w:sdtPr><w:sdtContent><w:r><w:t> control</w:t></w:r></w:sdtContent></w:sdt><w:smartTag><w:r><w:t> listo</w:t>\
         </w:r></w:smartTag><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p>",
        "enlace control listoa/b\n",
    );
}

#[test]
fn fields_show_their_results() {
    check(
        "<w:p><w:r><w:t>antes </w:t><w:fldChar w:fldCharType=\"begin\"/><w:instrText> IF </w:instrText>\
         <w:fldChar w:fldCharType=\"begin\"/><w:instrText>X</w:instrText><w:fldChar w:fldCharType=\"separate\"/><w:t>oculto</w:t>\
         <w:fldChar w:fldCharType=\"end\"/><w:fldChar w:fldCharType=\"separate\"/><w:t>visto</w:t>\
         <w:fldChar w:fldCharType=\"end\"/><w:t> tras</w:t></w:r><w:fldSimple w:instr=\"PAGE\"><w:r><w:t> 7</w:t></w:r></w:fldSimple></w:p>",
        "antes visto tras 7\n",
    );
    // A field that never ends does not swallow what follows.
    check(
        &("<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/><w:instrText>X</w:instrText></w:r></w:p>".to_owned()
            + &paragraph("sigue")),
        "sigue\n",
    );
    check(
        "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar>\
         <w:instrText>FORMCHECKBOX</w:instrText><w:fldChar w:fldCharType=\"end\"/><w:t> acepta</w:t></w:r></w:p>",
        "☒ acepta\n",
    );
}

#[test]
fn tables_are_read_row_by_row() {
    let cell = |inside: &str| format!("<w:tc><w:tcPr/>{inside}</w:tc>");
    let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
    let inner = format!(
        "<w:tbl>{}{}</w:tbl><w:p/>",
        row(&[cell(&paragraph("x")), cell(&paragraph("y"))]),
        row(&[cell("<w:p/>")])
    );
    let table = format!(
        "<w:tbl><w:tblPr/>{}{}{}</w:tbl>",
        row(&[cell(&(paragraph("a") + &paragraph("b"))), cell(&paragraph("c"))]),
        row(&[cell(&inner), cell("<w:p/>")]),
        row(&[cell("<w:p/>"), cell("<w:p/>")]),
    );
    check(&(paragraph("antes") + &table + &paragraph("tras")), "antes\na b\tc\nx y\t\ntras\n");
}

#[test]
fn text_boxes_are_read_once_and_follow_their_line() {
    let content = format!("<w:txbxContent>{}</w:txbxContent>", paragraph("caja"));
    let found = read_body(&format!(
        "<w:p><w:r><w:t>uno</w:t><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing>{content}</w:drawing></mc:Choice>\
         <mc:Fallback><w:pict><v:textbox>{content}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent><w:t> dos</w:t></w:r></w:p>"
    ));
    assert_eq!(found.text, "uno dos\ncaja\n");
    assert_eq!(marked(&found), [(MarkKind::TextBox, "caja\n")]);
}

#[test]
fn tracked_changes_are_read_as_accepted() {
    let del = |text: &str| {
        format!(
            "<w:del w:author=\"Ana\" w:date=\"2024-05-01T10:00:00Z\"><w:r><w:delText>{text}</w:delText></w:r></w:del>"
        )
    };
    let found = read_body(&format!(
        "<w:p><w:r><w:t>Plazo de </w:t></w:r>{}{}<w:ins w:author=\"Luis\"><w:r><w:t>diez</w:t></w:r></w:ins><w:r><w:t> días</w:t></w:r></w:p>\
         <w:p><w:pPr><w:rPr><w:del w:author=\"Ana\"/></w:rPr></w:pPr><w:r><w:t>Se une </w:t></w:r></w:p>{}\
         <w:p><w:moveFrom w:author=\"Ana\"><w:r><w:t>movido</w:t></w:r></w:moveFrom></w:p>\
         <w:p><w:moveTo w:author=\"Ana\"><w:r><w:t>movido</w:t></w:r></w:moveTo></w:p>",
        del("quin"),
        del("ce"),
        paragraph("aquí")
    ));
    assert_eq!(found.text, "Plazo de diez días\nSe une aquí\nmovido\n");
    let deletion = found.deletions.first().unwrap();
    assert_eq!((deletion.at, deletion.text.as_str(), deletion.author.as_deref()), (9, "quince", Some("Ana")));
    assert_eq!(found.deletions.len(), 1);
    assert_eq!(codes(&found), [ProblemCode::TrackedChanges]);
    let message = &found.problems.first().unwrap().message;
    assert!(message.contains("1 insertion, 3 deletions, 1 move by Ana, Luis"), "{message}");
}

#[test]
fn a_deleted_row_leaves_the_text() {
    let found = read_body(
        "<w:tbl><w:tr><w:trPr><w:del w:author=\"Ana\"/></w:trPr><w:tc><w:p><w:r><w:t>fuera</w:t></w:r></w:p></w:tc></w:tr>\
         <w:tr><w:tc><w:p><w:r><w:t>dentro</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
    );
    assert_eq!(found.text, "dentro\n");
    assert_eq!(found.deletions.first().map(|deletion| deletion.text.trim()), Some("fuera"));
}

const NUMBERING: &str = "<w:abstractNum w:abstractNumId=\"0\">\
    <w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"ordinalText\"/><w:pStyle w:val=\"Ttulo1\"/><w:suff w:val=\"space\"/><w:lvlText w:val=\"CLÁUSULA %1.-\"/></w:lvl>\
    <w:lvl w:ilvl=\"1\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/><w:isLgl/><w:lvlText w:val=\"%1.%2\"/></w:lvl>\
    <w:lvl w:ilvl=\"2\"><w:start w:val=\"1\"/><w:numFmt w:val=\"lowerLetter\"/><w:lvlText w:val=\"%3)\"/></w:lvl>\
    </w:abstractNum><w:num w:numId=\"3\"><w:abstractNumId w:val=\"0\"/></w:num>";
const STYLES: &str = "<w:style w:type=\"paragraph\" w:styleId=\"Ttulo1\"><w:name w:val=\"heading 1\"/>\
    <w:pPr><w:numPr><w:numId w:val=\"3\"/></w:numPr><w:outlineLvl w:val=\"0\"/></w:pPr></w:style>\
    <w:style w:type=\"character\" w:styleId=\"Oculto\"><w:name w:val=\"Oculto\"/><w:rPr><w:vanish/></w:rPr></w:style>";

#[test]
fn clause_numbers_stand_before_their_paragraphs() {
    let heading =
        |text: &str| format!("<w:p><w:pPr><w:pStyle w:val=\"Ttulo1\"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>");
    let item = |level: u32, text: &str| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"3\"/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"
        )
    };
    let gone = "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"3\"/></w:numPr><w:rPr><w:del/></w:rPr></w:pPr>\
        <w:del><w:r><w:delText>no cuenta</w:delText></w:r></w:del></w:p>";
    let body = heading("Objeto")
        + &item(1, "Uno")
        + gone
        + &item(1, "Dos")
        + &item(2, "Letra")
        + &heading("Precio")
        + &item(1, "Tres");
    let bytes =
        file(&body, &[("word/styles.xml", "w:styles", STYLES), ("word/numbering.xml", "w:numbering", NUMBERING)]);
    let found = extract(&bytes, &Options::default());
    assert_eq!(
        found.text,
        "CLÁUSULA PRIMERA.- Objeto\n1.1 Uno\n1.2 Dos\na) Letra\nCLÁUSULA SEGUNDA.- Precio\n2.1 Tres\n"
    );
    assert_eq!(
        marked(&found),
        [(MarkKind::Heading(1), "CLÁUSULA PRIMERA.- Objeto"), (MarkKind::Heading(1), "CLÁUSULA SEGUNDA.- Precio")]
    );
}

#[test]
fn notes_comments_and_running_lines_follow_the_body() {
    let body = "<w:p><w:r><w:t>Uno</w:t><w:footnoteReference w:id=\"2\"/><w:t> y dos</w:t><w:commentReference w:id=\"0\"/></w:r></w:p>\
        <w:sectPr><w:headerReference w:type=\"default\" r:id=\"h1\"/><w:footerReference r:id=\"f1\"/><w:pgSz w:w=\"11906\" w:h=\"16838\"/></w:sectPr>";
    let footnotes = "<w:footnote w:type=\"separator\" w:id=\"0\"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>\
        <w:footnote w:id=\"2\"><w:p><w:r><w:footnoteRef/><w:t xml:space=\"preserve\"> Nota al pie.</w:t></w:r></w:p></w:footnote>";
    let comments = "<w:comment w:id=\"0\" w:author=\"Ana Ríos\"><w:p><w:r><w:annotationRef/><w:t>Revisar.</w:t></w:r></w:p></w:comment>";
    let line = |text: &str| paragraph(text);
    let bytes = file(
        body,
        &[
            ("word/footnotes.xml", "w:footnotes", footnotes),
            ("word/comments.xml", "w:comments", comments),
            ("word/h.xml", "w:hdr", &line("Cabecera")),
            ("word/f.xml", "w:ftr", &line("Página 1")),
            (
                "word/_rels/document.xml.rels",
                "Relationships",
                "<Relationship Id=\"h1\" Type=\"http://x/header\" Target=\"h.xml\"/><Relationship Id=\"f1\" Type=\"http://x/footer\" Target=\"/word/f.xml\"/>",
            ),
        ],
    );
    let found = extract(&bytes, &Options::default());
    assert_eq!(found.text, "Uno y dos\n1 Nota al pie.\nAna Ríos: Revisar.\nCabecera\nPágina 1\n");
    let kinds: Vec<MarkKind> = found.marks.iter().map(|mark| mark.kind).collect();
    assert_eq!(kinds, [MarkKind::Footnote, MarkKind::Comment, MarkKind::RunningHeader, MarkKind::RunningFooter]);
    assert!(found.pages.is_empty());
}

#[test]
fn pages_are_told_only_by_marks() {
    let found = read_body(
        "<w:p><w:r><w:t>Primera</w:t><w:br w:type=\"page\"/></w:r></w:p>\
         <w:p><w:r><w:lastRenderedPageBreak/><w:t>Segunda</w:t></w:r></w:p>\
         <w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t>Tercera</w:t></w:r></w:p><w:sectPr><w:pgSz w:w=\"12240\" w:h=\"15840\"/></w:sectPr>",
    );
    let points = CodePoints::new(&found.text);
    let pages: Vec<&str> = found.pages.iter().map(|page| points.slice(page.spans[0])).collect();
    assert_eq!(pages, ["Primera \n", "Segunda\n", "Tercera\n"]);
    let page = found.pages.first().unwrap();
    assert_eq!((page.width, page.height, page.approximate), (612.0, 792.0, true));
}

#[test]
fn hidden_text_is_marked_and_said() {
    let bytes = file(
        "<w:p><w:r><w:t>Visto </w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>oculto</w:t></w:r>\
         <w:r><w:rPr><w:rStyle w:val=\"Oculto\"/></w:rPr><w:t> también</w:t></w:r></w:p>",
        &[("word/styles.xml", "w:styles", STYLES)],
    );
    let found = extract(&bytes, &Options::default());
    assert_eq!(marked(&found), [(MarkKind::HiddenText, "oculto"), (MarkKind::HiddenText, " también")]);
    assert_eq!(codes(&found), [ProblemCode::HiddenText]);
}

#[test]
fn hostile_files_end_as_findings() {
    // A bomb: a paragraph of spaces that unpacks two thousand times its size.
    let bomb = format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", " ".repeat(64 << 20));
    assert!(codes(&read_body(&bomb)).contains(&ProblemCode::LimitReached));
    // Tables in tables, deeper than any reader of XML should follow.
    let deep = "<w:tbl><w:tr><w:tc>".repeat(20_000);
    let found = read_body(&(paragraph("antes") + &deep));
    assert!(found.text.starts_with("antes"));
    assert!(codes(&found).contains(&ProblemCode::PartlyRead));
    // Entities that would grow without end stay as they are written.
    let entities = format!(
        "<!DOCTYPE d [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><w:document {SPACES}><w:body>{}</w:body></w:document>",
        paragraph("x&b;y")
    );
    let found = extract(&pack(&[("word/document.xml", entities.as_bytes())]), &Options::default());
    assert_eq!(found.text, "x&b;y\n");
}

#[test]
fn damaged_and_locked_files_end_as_findings() {
    let check = |bytes: &[u8], code| {
        let found = extract(bytes, &Options::default());
        assert!(codes(&found).contains(&code), "{:?}", found.problems);
        found
    };
    check(b"", ProblemCode::Damaged);
    check(b"PK\x03\x04", ProblemCode::Damaged);
    check(&pack(&[("word/styles.xml", b"<a/>")]), ProblemCode::Damaged);
    check(&pack(&[("word/document.xml", b"<other/>")]), ProblemCode::Damaged);
    let words: String = (0..3000).map(|n| paragraph(&format!("palabra {n}"))).collect();
    let whole = file(&words, &[]);
    let found = check(&whole[..whole.len() / 2], ProblemCode::PartlyRead);
    assert!(found.text.starts_with("palabra 0\npalabra 1\n"));
    let cut = format!("<w:document {SPACES}><w:body>{}<w:p><w:r><w:t>corta", paragraph("entera"));
    let found = check(&pack(&[("word/document.xml", cut.as_bytes())]), ProblemCode::PartlyRead);
    assert_eq!(found.text, "entera\ncorta\n");
}

#[test]
fn files_inside_become_attachments() {
    let bytes = file(
        &(paragraph("uno") + "<w:altChunk r:id=\"c\"/>"),
        &[
            ("word/embeddings/Hoja1.xlsx", "x", ""),
            ("word/anexo.html", "html", "hola"),
            (
                "word/_rels/document.xml.rels",
                "Relationships",
                "<Relationship Id=\"c\" Type=\"http://x/aFChunk\" Target=\"anexo.html\"/>",
            ),
            ("_xmlsignatures/sig1.xml", "x", ""),
            ("docProps/core.xml", "cp", "<dc:title xmlns:dc=\"http://purl.org/dc/elements/1.1/\">Contrato</dc:title>"),
        ],
    );
    let found = extract(&bytes, &Options::default());
    let names: Vec<&str> = found.attachments.iter().map(|attachment| attachment.name.as_str()).collect();
    assert_eq!(names, ["Hoja1.xlsx", "anexo.html"]);
    assert_eq!(codes(&found), [ProblemCode::Signed]);
    assert_eq!(found.meta.title.as_deref(), Some("Contrato"));
}
