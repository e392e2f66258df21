"""Lays a `Text` out as a Word file whose clause numbers, footnotes and tracked changes are Word's own.

In: a parsed text and a `Numbering`. Out: the bytes of a DOCX, the same every time. What python-docx does
not make (numbering levels, footnotes, insertions and deletions) is written as WordprocessingML here.
"""

import re
import zipfile
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Cm, Pt, RGBColor

from markup import Block, Text

NUMBERING_ID = 90
"""Above every numbering of python-docx's own template."""
INLINE = re.compile(r"\[\^(?P<note>.+?)\]|\{-(?P<deleted>.+?)-\}|\{\+(?P<inserted>.+?)\+\}")
FOOTNOTES_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
REVIEWER = "Nerea Gárate"


@dataclass(frozen=True)
class Numbering:
    """The number formats of the three levels, in Word's notation."""

    heading: str
    clause: str
    letter: str


def render(text: Text, numbering: Numbering | None, font: str) -> bytes:
    """Returns the DOCX of `text`; without `numbering` its clause numbers are the words of its headings."""
    document = Document()
    set_up(document, text, font)
    if numbering:
        add_numbering(document, numbering)
    notes: list[str] = []
    title = document.add_paragraph(text.meta["title"], style="Title")
    title.alignment = WD_ALIGN_PARAGRAPH.CENTER
    for block in text.blocks:
        add_block(document, block, text, notes)
    if notes:
        add_footnotes(document, notes)
    return packed(document, text)


def set_up(document, text: Text, font: str) -> None:
    """Sets the page, the styles, the running header, the footer and the properties."""
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.7)
    section.top_margin = section.bottom_margin = Cm(2.5)
    for name, size, bold in (("Normal", 10.5, False), ("Heading 1", 11, True), ("Title", 13.5, True)):
        style = document.styles[name]
        style.font.size, style.font.bold, style.font.color.rgb = Pt(size), bold, RGBColor(0, 0, 0)
        set_font(style, font, text.meta.get("lang", "es-ES"))
        style.paragraph_format.space_after = Pt(6 if name != "Title" else 14)
    document.styles["Heading 1"].paragraph_format.space_before = Pt(10)
    remove_border(document.styles["Title"])
    if "header" in text.meta:
        section.header.paragraphs[0].text = text.meta["header"]
    add_page_field(section.footer.paragraphs[0])
    properties = document.core_properties
    created = datetime.fromisoformat(text.meta["created"]).replace(hour=9)
    properties.title, properties.author, properties.comments = text.meta["title"], text.meta["author"], ""
    properties.last_modified_by, properties.revision = text.meta["author"], 2
    properties.created = properties.modified = created
    properties.language = text.meta.get("lang", "es-ES")


def set_font(style, font: str, lang: str) -> None:
    """Gives a style one font in every script, in place of the template's theme font, and a language."""
    style.font.name = font
    fonts = style.element.rPr.rFonts
    for attribute in [name for name in fonts.attrib if name.endswith("Theme")]:
        del fonts.attrib[attribute]
    for script in ("w:cs", "w:eastAsia"):
        fonts.set(qn(script), font)
    for old in style.element.rPr.findall(qn("w:lang")):
        style.element.rPr.remove(old)
    style.element.rPr.append(parse_xml(f'<w:lang {nsdecls("w")} w:val="{lang}"/>'))


def remove_border(style) -> None:
    """Takes off the blue rule under the template's titles."""
    for border in style.element.pPr.findall(qn("w:pBdr")):
        style.element.pPr.remove(border)


def add_page_field(paragraph) -> None:
    """Writes a centred page number that Word computes."""
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    paragraph._p.append(parse_xml(
        f'<w:fldSimple {nsdecls("w")} w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    ))


def add_numbering(document, numbering: Numbering) -> None:
    """Adds one numbering of three levels; headings take it from their style, as Word itself does."""
    formats = (("decimal", numbering.heading), ("decimal", numbering.clause), ("lowerLetter", numbering.letter))
    indents = ((0, 0), (567, 567), (1021, 454))
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>'
        + ('<w:pStyle w:val="Heading1"/><w:suff w:val="space"/>' if level == 0 else "")
        + f'<w:lvlText w:val="{pattern}"/><w:lvlJc w:val="left"/>'
        f'<w:pPr><w:ind w:left="{left}" w:hanging="{hanging}"/></w:pPr></w:lvl>'
        for level, ((kind, pattern), (left, hanging)) in enumerate(zip(formats, indents))
    )
    root = document.part.numbering_part.element
    abstract = parse_xml(
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{NUMBERING_ID}">'
        f'<w:multiLevelType w:val="multilevel"/>{levels}</w:abstractNum>'
    )
    # The schema wants every abstract numbering before the first concrete one.
    root.insert(len(root.findall(qn("w:abstractNum"))), abstract)
    root.append(parse_xml(
        f'<w:num {nsdecls("w")} w:numId="{NUMBERING_ID}"><w:abstractNumId w:val="{NUMBERING_ID}"/></w:num>'
    ))
    number(document.styles["Heading 1"].element.get_or_add_pPr(), 0)


def number(properties, level: int) -> None:
    """Marks paragraph properties as numbered on a level."""
    number_properties = properties.get_or_add_numPr()
    number_properties.get_or_add_ilvl().val = level
    number_properties.get_or_add_numId().val = NUMBERING_ID


def add_block(document, block: Block, text: Text, notes: list[str]) -> None:
    """Writes one block at the end of the document."""
    if block.kind == "table":
        add_table(document, block)
    elif block.kind == "signature":
        add_signature(document, block)
    elif block.kind == "heading":
        document.add_paragraph(block.text, style="Heading 1")
    else:
        paragraph = document.add_paragraph()
        if block.kind == "centred":
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
            paragraph.add_run(block.text).bold = True
            return
        paragraph.alignment = WD_ALIGN_PARAGRAPH.JUSTIFY
        if block.kind in ("clause", "letter"):
            number(paragraph._p.get_or_add_pPr(), 1 if block.kind == "clause" else 2)
        add_inline(paragraph, block.text, text.meta["created"], notes)


def add_inline(paragraph, words: str, date: str, notes: list[str]) -> None:
    """Writes prose with its footnotes and tracked changes."""
    end = 0
    for mark in INLINE.finditer(words):
        paragraph.add_run(words[end:mark.start()])
        end = mark.end()
        if mark["note"]:
            notes.append(mark["note"])
            run = paragraph.add_run()
            run.font.superscript = True
            run._r.append(parse_xml(f'<w:footnoteReference {nsdecls("w")} w:id="{len(notes)}"/>'))
        else:
            paragraph._p.append(change(mark, date))
    paragraph.add_run(words[end:])


def change(mark: re.Match, date: str):
    """Returns the element of one tracked insertion or deletion."""
    element, leaf = ("w:del", "w:delText") if mark["deleted"] else ("w:ins", "w:t")
    tracked, run, words = OxmlElement(element), OxmlElement("w:r"), OxmlElement(leaf)
    for name, value in (("w:id", str(900 + mark.start())), ("w:author", REVIEWER), ("w:date", f"{date}T16:20:00Z")):
        tracked.set(qn(name), value)
    words.text = mark["deleted"] or mark["inserted"]
    run.append(words)
    tracked.append(run)
    return tracked


def add_footnotes(document, notes: list[str]) -> None:
    """Adds the part that holds the footnotes, with the two separators that Word expects."""
    separators = "".join(
        f'<w:footnote w:type="{kind}" w:id="{number}"><w:p><w:r><w:{kind}/></w:r></w:p></w:footnote>'
        for number, kind in ((-1, "separator"), (0, "continuationSeparator"))
    )
    bodies = "".join(
        f'<w:footnote w:id="{number}"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>'
        f'<w:r><w:rPr><w:sz w:val="18"/></w:rPr><w:t xml:space="preserve"> {note}</w:t></w:r></w:p></w:footnote>'
        for number, note in enumerate(notes, start=1)
    )
    xml = f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:footnotes {nsdecls("w")}>{separators}{bodies}</w:footnotes>'
    part = Part(PackURI("/word/footnotes.xml"), FOOTNOTES_TYPE, xml.encode(), document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)


def add_table(document, block: Block) -> None:
    """Writes a ruled table with a bold head."""
    table = document.add_table(rows=0, cols=len(block.rows[0]), style="Table Grid")
    for index, row in enumerate(block.rows):
        for cell, words in zip(table.add_row().cells, row):
            run = cell.paragraphs[0].add_run(words)
            run.bold, run.font.size = index == 0, Pt(9.5)
            cell.paragraphs[0].paragraph_format.space_after = Pt(2)
    document.add_paragraph().paragraph_format.space_after = Pt(0)


def add_signature(document, block: Block) -> None:
    """Writes the signature block as a table without rules, as drafters do."""
    document.add_paragraph()
    table = document.add_table(rows=0, cols=2)
    for index, row in enumerate(block.rows):
        for cell, words in zip(table.add_row().cells, row):
            cell.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.CENTER
            cell.paragraphs[0].add_run(words)
            cell.paragraphs[0].paragraph_format.space_after = Pt(42 if index == 0 else 0)


def packed(document, text: Text) -> bytes:
    """Returns the file with fixed dates and order, without the template's thumbnail."""
    relations = document.part.package.rels
    for key in [key for key, relation in relations.items() if relation.reltype.endswith("/thumbnail")]:
        del relations[key]
    loose, out = BytesIO(), BytesIO()
    document.save(loose)
    year, month, day = (int(field) for field in text.meta["created"].split("-"))
    with zipfile.ZipFile(loose) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name in source.namelist():
            entry = zipfile.ZipInfo(name, (year, month, day, 9, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, source.read(name))
    return out.getvalue()
