"""Turns a digital PDF into what an office scanner would have made of its printed copy.

In: the bytes of a PDF. Out: the bytes of an image-only PDF, a grey JPEG a page, slightly turned, grainy
and unevenly lit. All randomness comes from a seed, so the same input gives the same bytes.
"""

from io import BytesIO
from random import Random

import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageFilter
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.lib.utils import ImageReader

DPI = 200
SKEWS_DEGREES = (0.7, -0.5)
JPEG_QUALITY = 42
PAPER_GREY = 246


def scanned(pdf: bytes, title: str, seed: int) -> bytes:
    """Returns the image-only PDF. Its dates come from the variable that `layout_pdf.render` set."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setTitle(title)
    canvas.setAuthor("")
    canvas.setCreator("Multifunción de oficina")
    for number, page in enumerate(pdfium.PdfDocument(pdf)):
        picture = page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
        worn = wear(picture, SKEWS_DEGREES[number % len(SKEWS_DEGREES)], Random(seed + number))
        canvas.drawImage(ImageReader(jpeg(worn)), 0, 0, *A4)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def wear(picture: Image.Image, skew_degrees: float, chance: Random) -> Image.Image:
    """Returns the page as scanned: greyer paper, softer ink, a small turn, a shadow at one edge, specks."""
    picture = picture.point(lambda grey: 38 + grey * (PAPER_GREY - 38) // 255)
    picture = picture.rotate(skew_degrees, Image.Resampling.BICUBIC, fillcolor=PAPER_GREY)
    picture = picture.filter(ImageFilter.GaussianBlur(0.6))
    shadow = Image.linear_gradient("L").rotate(90).resize(picture.size).point(lambda grey: min(255, 222 + grey // 2))
    picture = ImageChops.multiply(picture, shadow)
    grain = Image.frombytes("L", picture.size, chance.randbytes(picture.width * picture.height))
    picture = Image.blend(picture, grain, 0.035)
    for _ in range(140):
        speck = chance.choice((1, 1, 2, 2, 3))
        at = (chance.randrange(picture.width - 4), chance.randrange(picture.height - 4))
        picture.paste(chance.randrange(60, 170), (*at, at[0] + speck, at[1] + speck))
    return picture


def jpeg(picture: Image.Image) -> BytesIO:
    """Returns the picture as a grey JPEG at the scanner's resolution."""
    out = BytesIO()
    picture.save(out, "JPEG", quality=JPEG_QUALITY, dpi=(DPI, DPI), optimize=True)
    out.seek(0)
    return out
