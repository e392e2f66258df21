//! Small OpenDocument files made on the spot, and what is read of them.

use super::super::container::tests::pack;
use super::*;
use crate::span::CodePoints;

const SPACES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
    xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
    xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
    xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" \
    xmlns:meta=\"urn:oasis:names:tc:opendocument:xmlns:meta:1.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"";

fn file(styles: &str, text: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let content = format!(
        "<office:document-content {SPACES}><office:automatic-styles>{styles}</office:automatic-styles>\
         <office:body><office:text>{text}</office:text></office:body></office:document-content>"
    );
    let mut all = vec![("content.xml", content.as_bytes())];
    all.extend(parts.iter().map(|(name, xml)| (*name, xml.as_bytes())));
    pack(&all)
}

fn read_text(styles: &str, text: &str) -> Extracted {
    extract(&file(styles, text, &[]), &Options::default())
}

fn check(styles: &str, text: &str, expected: &str) {
    assert_eq!(read_text(styles, text).text, expected, "{text}");
}

fn marked(found: &Extracted) -> Vec<(MarkKind, &str)> {
    let points = CodePoints::new(&found.text);
    found.marks.iter().map(|mark| (mark.kind, points.slice(mark.span))).collect()
}

#[test]
fn white_space_counts_as_the_format_says() {
    check(
        "",
        "<text:p>\n  uno   <text:span>dos</text:span><text:s text:c=\"2\"/>tres<text:tab/>cuatro<text:line-break/>cinco</text:p><text:p/>",
        "uno dos  tres\tcuatro cinco\n",
    );
}

const LISTS: &str = "<text:list-style style:name=\"L\">\
    <text:list-level-style-number text:level=\"1\" style:num-format=\"1\" style:num-suffix=\".\"/>\
    <text:list-level-style-number text:level=\"2\" style:num-format=\"a\" style:num-suffix=\")\" text:display-levels=\"1\"/>\
    </text:list-style><text:list-style style:name=\"C\"><text:list-level-style-number text:level=\"1\" \
    style:num-format=\"First\" style:num-list-format=\"CLÁUSULA %1%.-\"/></text:list-style>\
    <text:outline-style><text:outline-level-style text:level=\"1\" style:num-format=\"I\" style:num-suffix=\".\"/>\
    <text:outline-level-style text:level=\"2\" style:num-format=\"1\" text:display-levels=\"2\"/></text:outline-style>";

#[test]
fn lists_and_headings_are_numbered() {
    let item = |inside: &str| format!("<text:list-item>{inside}</text:list-item>");
    let list = |style: &str, more: &str, items: &str| {
        format!("<text:list text:style-name=\"{style}\"{more}>{items}</text:list>")
    };
    let inner = format!("<text:list>{}</text:list>", item("<text:p>letra</text:p>") + &item("<text:p>otra</text:p>"));
    let text = list(
        "L",
        "",
        &(item("<text:p>uno</text:p><text:p>sigue</text:p>") + &item(&format!("<text:p>dos</text:p>{inner}"))),
    ) + &list("L", " text:continue-numbering=\"true\"", &item("<text:p>tres</text:p>"))
        + &list("L", "", &item("<text:p>de nuevo</text:p>"))
        + &list("C", "", &(item("<text:p>Objeto</text:p>") + &item("<text:p>Precio</text:p>")));
    check(
        LISTS,
        &text,
        "1. uno\nsigue\n2. dos\na) letra\nb) otra\n3. tres\n1. de nuevo\nCLÁUSULA PRIMERA.- Objeto\nCLÁUSULA SEGUNDA.- Precio\n",
    );
    let found = read_text(
        LISTS,
        "<text:h text:outline-level=\"1\">Uno</text:h><text:h text:outline-level=\"2\">Dos</text:h><text:h text:outline-level=\"1\">Tres</text:h>",
    );
    assert_eq!(found.text, "I. Uno\nI.1 Dos\nII. Tres\n");
    assert_eq!(
        marked(&found),
        [(MarkKind::Heading(1), "I. Uno"), (MarkKind::Heading(2), "I.1 Dos"), (MarkKind::Heading(1), "II. Tres")]
    );
}

#[test]
fn tables_frames_notes_and_comments_are_read() {
    let found = read_text(
        "",
        "<text:p>Uno<text:note text:note-class=\"footnote\"><text:note-citation>1</text:note-citation><text:note-body><text:p>Nota</text:p></text:note-body></text:note>\
         <office:annotation><dc:creator>Ana</dc:creator><dc:date>2024</dc:date><text:p>Revisar</text:p></office:annotation> dos\
         <draw:frame><draw:text-box><text:p>Caja</text:p></draw:text-box></draw:frame></text:p>\
         <table:table><table:table-row><table:table-cell><text:p>a</text:p><text:p>b</text:p></table:table-cell>\
         <table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table>",
    );
    assert_eq!(found.text, "Uno dos\nCaja\na b\tc\n1 Nota\nAna: Revisar\n");
    let kinds: Vec<MarkKind> = found.marks.iter().map(|mark| mark.kind).collect();
    assert_eq!(kinds, [MarkKind::TextBox, MarkKind::Footnote, MarkKind::Comment]);
}

#[test]
fn deletions_are_kept_apart() {
    let found = read_text(
        "",
        "<text:tracked-changes><text:changed-region text:id=\"c1\"><text:deletion><office:change-info><dc:creator>Ana</dc:creator>\
         <dc:date>2024-05-01</dc:date></office:change-info><text:p>quince</text:p></text:deletion></text:changed-region></text:tracked-changes>\
         <text:p>Plazo de <text:change text:change-id=\"c1\"/>diez días</text:p>",
    );
    assert_eq!(found.text, "Plazo de diez días\n");
    let deletion = found.deletions.first().unwrap();
    assert_eq!((deletion.at, deletion.text.as_str(), deletion.author.as_deref()), (9, "quince", Some("Ana")));
    assert_eq!(found.problems.first().map(|problem| problem.code), Some(ProblemCode::TrackedChanges));
}

#[test]
fn pages_come_from_breaks_and_the_page_style() {
    let styles = "<style:style style:name=\"B\" style:family=\"paragraph\"><style:paragraph-properties fo:break-before=\"page\"/></style:style>\
        <style:page-layout style:name=\"L\"><style:page-layout-properties fo:page-width=\"8.5in\" fo:page-height=\"27.94cm\"/></style:page-layout>";
    let master = format!(
        "<office:document-styles {SPACES}><office:master-styles><style:master-page style:name=\"Standard\" style:page-layout-name=\"L\">\
         <style:header><text:p>Cabecera</text:p></style:header></style:master-page></office:master-styles></office:document-styles>"
    );
    let bytes = file(
        styles,
        "<text:p>Uno</text:p><text:p text:style-name=\"B\">Dos <text:soft-page-break/>tres</text:p>",
        &[("styles.xml", &master)],
    );
    let found = extract(&bytes, &Options::default());
    assert_eq!(found.text, "Uno\nDos tres\nCabecera\n");
    assert_eq!(found.pages.len(), 3);
    let page = found.pages.first().unwrap();
    assert!((page.width - 612.0).abs() < 0.1 && (page.height - 792.0).abs() < 0.1, "{page:?}");
    assert_eq!(page.spans.len(), 2);
}

#[test]
fn locked_and_damaged_files_end_as_findings() {
    let manifest = "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">\
        <manifest:file-entry manifest:full-path=\"content.xml\"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>";
    let code = |bytes: &[u8]| extract(bytes, &Options::default()).problems.first().map(|problem| problem.code);
    assert_eq!(
        code(&pack(&[("META-INF/manifest.xml", manifest.as_bytes()), ("content.xml", b"\x00\x01")])),
        Some(ProblemCode::NeedsPassword)
    );
    assert_eq!(code(b"nothing"), Some(ProblemCode::Damaged));
    assert_eq!(code(&pack(&[("styles.xml", b"<a/>")])), Some(ProblemCode::Damaged));
    let deep =
        format!("<office:document-content {SPACES}><office:body><office:text>{}", "<text:section>".repeat(50_000));
    let found = extract(&pack(&[("content.xml", deep.as_bytes())]), &Options::default());
    assert_eq!(found.problems.len(), 1, "{:?}", found.problems);
}
