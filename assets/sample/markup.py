"""Reads the small markup in which the prose of the sample documents is kept (`texts/*.txt`).

In: one UTF-8 text file. Out: a `Text` with its metadata and its blocks in order. How a block looks on
a page is decided in `layout_pdf.py` and `layout_docx.py`, not here.

The markup, one paragraph a line, blocks parted by empty lines, metadata first:

    @key value          metadata (title, subtitle, header, footer, author, created, lang)
    ^ EXPONEN           centred line
    # Objeto            clause heading; a Word file numbers it by itself
    - text              second level, numbered by the Word file itself
    * text              third level, lettered by the Word file itself
    1.1. text           second level with its number written out (PDF)
    a) text             third level with its letter written out (PDF)
    | a | b             table row; the first of a table is its head
    % left | right      row of the signature block
    [^note]             footnote, {-old-}{+new+} tracked change: inside a paragraph of a Word file
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

MARKS = {"^": "centred", "#": "heading", "-": "clause", "*": "letter", "|": "table", "%": "signature"}
WRITTEN_NUMBER = re.compile(r"(\d+\.(?:\d+\.?)?|\(\d\)|[IVX]+\.) ")
WRITTEN_LETTER = re.compile(r"[a-z]\) ")


@dataclass
class Block:
    """One paragraph, or one whole table or signature block (`rows`)."""

    kind: str
    text: str = ""
    rows: list[list[str]] = field(default_factory=list)


@dataclass
class Text:
    """A document before it is laid out."""

    meta: dict[str, str]
    blocks: list[Block]
    body: str
    """The prose as it stands in the file, without the metadata."""


def parse(path: Path) -> Text:
    """Returns the document kept in `path`."""
    head, body = path.read_text(encoding="utf-8").split("\n\n", 1)
    meta = dict(line[1:].split(" ", 1) for line in head.splitlines())
    blocks: list[Block] = []
    for chunk in re.split(r"\n\s*\n", body.strip()):
        lines = chunk.splitlines()
        if lines[0][:2] in ("| ", "% "):
            rows = [[cell.strip() for cell in line[2:].split("|")] for line in lines]
            blocks.append(Block(MARKS[lines[0][0]], rows=rows))
        else:
            blocks.extend(paragraph(line) for line in lines)
    return Text(meta, blocks, body)


def paragraph(line: str) -> Block:
    """Returns the block of one line of prose."""
    if line[1:2] == " " and line[0] in MARKS:
        return Block(MARKS[line[0]], line[2:])
    if WRITTEN_NUMBER.match(line):
        return Block("numbered", line)
    if WRITTEN_LETTER.match(line):
        return Block("lettered", line)
    return Block("body", line)
