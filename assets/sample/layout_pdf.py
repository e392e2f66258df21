"""Lays a `Text` out as a PDF that looks like the work of a law firm, the same bytes every time.

In: a parsed text and a `Look`. Out: the bytes of a PDF with embedded fonts. A page footer may name the
number of pages, so the document is laid out twice.
"""

import os
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import partial
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from random import Random

from reportlab import rl_config
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, KeepTogether, PageTemplate, Paragraph, Spacer, Table

from markup import Block, Text

FONTS = {
    "SourceSerif": ("font_source_serif_pro", "SourceSerifPro", {"": "Regular", "-Bold": "Bold", "-Italic": "It"}),
    "Caladea": ("font_caladea", "Caladea", {"": "Regular", "-Bold": "Bold", "-Italic": "Italic"}),
}
RULE_GREY = colors.Color(0.55, 0.55, 0.55)
HEAD_TINT = colors.Color(0.92, 0.92, 0.90)


@dataclass(frozen=True)
class Look:
    """What sets one document's appearance apart from another's. Sizes in points."""

    font: str = "SourceSerif"
    size: float = 10.2
    ink: colors.Color = colors.black
    margin: float = 2.5 * cm
    pens: tuple[int, ...] = ()
    """Seeds of the two drawn signatures; none leaves the lines unsigned."""


def register_fonts() -> None:
    """Makes the fonts of the two PyPI packages known to reportlab."""
    # Plain binary streams are a fifth smaller than the ASCII that reportlab writes by default.
    rl_config.useA85 = 0
    for name, (package, stem, faces) in FONTS.items():
        folder = Path(find_spec(package).origin).parent / "files"
        for suffix, face in faces.items():
            pdfmetrics.registerFont(TTFont(name + suffix, folder / f"{stem}-{face}.ttf"))


def render(text: Text, look: Look) -> bytes:
    """Returns the PDF of `text`."""
    created = datetime.fromisoformat(text.meta["created"]).replace(hour=9, tzinfo=timezone.utc)
    # reportlab takes the dates of a reproducible file from this variable and from nowhere else.
    os.environ["SOURCE_DATE_EPOCH"] = str(int(created.timestamp()))
    _, pages = build(text, look, pages=1)
    return build(text, look, pages)[0]


def build(text: Text, look: Look, pages: int) -> tuple[bytes, int]:
    """Lays the document out once, saying `pages` in its footers; returns the file and its true page count."""
    out = BytesIO()
    document = BaseDocTemplate(
        out, pagesize=A4, invariant=1, title=text.meta["title"], author=text.meta["author"],
        lang=text.meta.get("lang", "es-ES"), leftMargin=look.margin, rightMargin=look.margin,
        topMargin=2.6 * cm, bottomMargin=2.3 * cm, initialFontName=look.font,
    )
    frame = Frame(document.leftMargin, document.bottomMargin, document.width, document.height, 0, 0, 0, 0)
    furniture = partial(draw_furniture, text=text, look=look, pages=pages)
    document.addPageTemplates(PageTemplate(frames=[frame], onPage=furniture))
    document.build(story(text, look, document.width))
    return out.getvalue(), document.page


def draw_furniture(canvas, document, text: Text, look: Look, pages: int) -> None:
    """Draws the running header and the footer of one page."""
    width, height = A4
    canvas.saveState()
    canvas.setFont(look.font, 8.5)
    canvas.setFillColor(colors.Color(0.3, 0.3, 0.3))
    canvas.setStrokeColor(RULE_GREY)
    canvas.setLineWidth(0.4)
    if "header" in text.meta:
        canvas.drawString(document.leftMargin, height - 1.6 * cm, text.meta["header"])
        canvas.line(document.leftMargin, height - 1.8 * cm, width - document.rightMargin, height - 1.8 * cm)
    if "footer" in text.meta:
        footer = text.meta["footer"].format(page=document.page, pages=pages)
        canvas.drawCentredString(width / 2, 1.3 * cm, footer)
    canvas.restoreState()


def styles(look: Look) -> dict[str, ParagraphStyle]:
    """Returns the paragraph style of each kind of block."""
    body = ParagraphStyle(
        "body", fontName=look.font, fontSize=look.size, leading=look.size * 1.34, alignment=TA_JUSTIFY,
        spaceAfter=look.size * 0.55, allowWidows=0, allowOrphans=0,
    )
    bold = {"fontName": look.font + "-Bold", "alignment": TA_LEFT, "keepWithNext": 1}
    return {
        "body": body,
        "numbered": body,
        "lettered": ParagraphStyle(
            "lettered", body, leftIndent=26, bulletIndent=12, bulletFontName=look.font, bulletFontSize=look.size,
        ),
        "heading": ParagraphStyle("heading", body, **bold, spaceBefore=look.size * 0.6, textColor=look.ink),
        "centred": ParagraphStyle("centred", body, **{**bold, "alignment": TA_CENTER}, spaceBefore=look.size * 0.6),
        "title": ParagraphStyle(
            "title", body, **{**bold, "alignment": TA_CENTER}, fontSize=look.size * 1.35,
            leading=look.size * 1.75, spaceAfter=look.size, textColor=look.ink,
        ),
        "subtitle": ParagraphStyle(
            "subtitle", body, fontName=look.font + "-Italic", alignment=TA_CENTER, fontSize=look.size * 1.1,
            spaceAfter=look.size * 1.5,
        ),
        "cell": ParagraphStyle("cell", body, alignment=TA_LEFT, spaceAfter=0, fontSize=look.size * 0.95),
        "head": ParagraphStyle("head", body, **bold, spaceAfter=0, fontSize=look.size * 0.95),
    }


def story(text: Text, look: Look, width: float) -> list[Flowable]:
    """Returns the flowables of the whole document."""
    style = styles(look)
    flow: list[Flowable] = [Paragraph(text.meta["title"], style["title"])]
    if "subtitle" in text.meta:
        flow.append(Paragraph(text.meta["subtitle"], style["subtitle"]))
    for block in text.blocks:
        if block.kind == "table":
            flow.extend([table(block, style, width), Spacer(1, look.size)])
        elif block.kind == "signature":
            flow.append(signature(block, style, look, width))
        elif block.kind == "lettered":
            letter, rest = block.text.split(" ", 1)
            flow.append(Paragraph(escaped(rest), style["lettered"], bulletText=letter))
        else:
            flow.append(Paragraph(escaped(block.text), style[block.kind]))
    return flow


def escaped(words: str) -> str:
    """Returns prose as reportlab's inline XML takes it."""
    return words.replace("&", "&amp;").replace("<", "&lt;")


def table(block: Block, style: dict[str, ParagraphStyle], width: float) -> Table:
    """Returns a ruled table whose columns are as wide as their longest words ask, scaled to the page."""
    rows = [[Paragraph(escaped(cell), style["cell" if i else "head"]) for cell in row] for i, row in enumerate(block.rows)]
    longest = [max(len(row[column]) for row in block.rows) + 3 for column in range(len(block.rows[0]))]
    ruled = Table(rows, colWidths=[width * share / sum(longest) for share in longest], repeatRows=1)
    ruled.setStyle([
        ("LINEABOVE", (0, 0), (-1, 0), 0.8, colors.black),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE_GREY),
        ("BACKGROUND", (0, 0), (-1, 0), HEAD_TINT),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
    ])
    return ruled


def signature(block: Block, style: dict[str, ParagraphStyle], look: Look, width: float) -> Flowable:
    """Returns the block of two signatures, which never breaks across pages."""
    (left, right), *names = block.rows
    centred = ParagraphStyle("signer", style["cell"], alignment=TA_CENTER)
    cells = [[Paragraph(escaped(cell), centred) for cell in (left, right)]]
    cells.append([Scrawl(seed) for seed in look.pens] or [Spacer(1, 44), Spacer(1, 44)])
    cells.extend([Paragraph(escaped(cell), centred) for cell in row] for row in names)
    pair = Table(cells, colWidths=[width / 2] * 2)
    pair.setStyle([("ALIGN", (0, 0), (-1, -1), "CENTER")])
    return KeepTogether([Spacer(1, look.size * 1.2), pair])


class Scrawl(Flowable):
    """A signature drawn by an invented pen: a run of curves that the seed fixes."""

    def __init__(self, seed: int):
        super().__init__()
        self.seed, self.width, self.height = seed, 120, 44

    def wrap(self, *_available):
        return self.width, self.height

    def draw(self):
        hand, path = Random(self.seed), self.canv.beginPath()
        slant, narrow, tall = hand.uniform(-2, 9), hand.uniform(4, 8), hand.uniform(0.4, 0.8)
        x, y = 6.0, 14.0
        path.moveTo(x, y)
        for stroke in range(hand.randrange(7, 11)):
            # A capital is tall and wide; some of the letters that follow go below the line.
            rise = hand.uniform(26, 34) if stroke in (0, 4) else hand.uniform(8, 22) * tall
            step = narrow * hand.uniform(0.8, 1.6) * (1.7 if stroke in (0, 4) else 1)
            foot = 14 + hand.uniform(-2, 2) - (9 if hand.random() < 0.2 else 0)
            path.curveTo(x + slant, y + rise, x + step + slant, y + rise, x + step * 0.6, foot)
            path.curveTo(x + step * 0.5, foot - 4, x + step, foot - 3, x + step, foot + 1)
            x, y = x + step, foot + 1
        if hand.random() < 0.7:
            path.curveTo(x + 26, y + 8, x + 8, 2, x * 0.5, 6)
            path.curveTo(x * 0.2, 9, x * 0.5, 1, x + hand.uniform(4, 18), 8)
        self.canv.setStrokeColor(colors.Color(0.10, 0.14, 0.38))
        self.canv.setLineWidth(hand.uniform(0.8, 1.2))
        self.canv.setLineCap(1)
        self.canv.setLineJoin(1)
        self.canv.drawPath(path)
