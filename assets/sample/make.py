"""Makes the sample case files under `expedientes/` from the prose in `texts/`.

Every name, number and address in them is invented. Running it twice gives the same bytes.

    python3 -m venv .venv && .venv/bin/pip install -r requirements.txt && .venv/bin/python make.py

Tried with Python 3.11 and font-caladea 0.0.2, font-source-serif-pro 0.0.1, lxml 6.1.3, pillow 13.0.0,
pypdfium2 5.15.2, python-docx 1.2.0, reportlab 5.1.0 (`requirements.txt` pins them).
"""

from pathlib import Path

from reportlab.lib import colors

import layout_docx
import layout_pdf
import mail
from layout_docx import Numbering
from layout_pdf import Look
from markup import Text, parse
from scan import scanned

HERE = Path(__file__).resolve().parent
OUT = HERE / "expedientes"

WORKS = "2024-031 Conservas Peñarrubia - Línea de envasado"
ADVICE = "2025-007 Laboratorios Ibarluce (asesoramiento)"
CONTRACT = f"{WORKS}/01 Contrato/Contrato línea de envasado - Ingeniería Valdeárbol (firmado).pdf"
ADDENDUM = f"{WORKS}/01 Contrato/Adenda nº 1 - Ingeniería Valdeárbol.docx"
MESSAGE = f"{WORKS}/02 Correspondencia/2025-01-14 Liquidación de la penalización.eml"
LEASE = f"{WORKS}/03 Documentación recibida/Arrendamiento nave parcela 15 (escaneado).pdf"
MAINTENANCE = f"{ADVICE}/Contratos/Mantenimiento informático - Núbora Sistemas.docx"
SECRECY = f"{ADVICE}/Contratos/Acuerdo de confidencialidad - Quiñones Bioquímica.pdf"
SUPPLY = f"{ADVICE}/UK suppliers/Supply Agreement - Harrowgate Glassworks.pdf"
CONSULTANCY = f"{ADVICE}/UK suppliers/Consultancy Agreement - Tessaly Brook (draft v2).docx"

SCAN_SEED = 1907
NAVY = colors.Color(0.10, 0.16, 0.32)
LOOKS = {
    CONTRACT: Look(pens=(3, 11)),
    MESSAGE: Look(size=10.5, pens=(3, 11)),
    LEASE: Look(font="Caladea", size=11.2, pens=(29, 3)),
    SECRECY: Look(font="Caladea", size=10.8, ink=NAVY, margin=78, pens=(17, 23)),
    SUPPLY: Look(size=10.9, ink=NAVY, pens=(41, 17)),
}


def prose(name: str) -> Text:
    """Returns one of the texts."""
    return parse(HERE / "texts" / f"{name}.txt")


def lease_before_scanning() -> bytes:
    """Returns the digital form of the scanned lease, which is not part of the sample."""
    return layout_pdf.render(prose("arrendamiento-nave"), LOOKS[LEASE])


def acceptance_record() -> bytes:
    """Returns the PDF that is attached to the e-mail."""
    return layout_pdf.render(prose("acta-recepcion"), LOOKS[MESSAGE])


def documents() -> dict[str, bytes]:
    """Returns every file of the sample by its path under `expedientes/`."""
    spanish = Numbering("Cláusula %1.ª", "%1.%2", "%3)")
    english = Numbering("%1.", "%1.%2", "(%3)")
    layout_pdf.register_fonts()
    return {
        CONTRACT: layout_pdf.render(prose("contrato-linea"), LOOKS[CONTRACT]),
        ADDENDUM: layout_docx.render(prose("adenda-linea"), None, "Cambria"),
        MESSAGE: mail.render(prose("correo"), acceptance_record()),
        LEASE: scanned(lease_before_scanning(), "Documento escaneado", SCAN_SEED),
        MAINTENANCE: layout_docx.render(prose("mantenimiento-informatico"), spanish, "Cambria"),
        SECRECY: layout_pdf.render(prose("confidencialidad"), LOOKS[SECRECY]),
        SUPPLY: layout_pdf.render(prose("supply-agreement"), LOOKS[SUPPLY]),
        CONSULTANCY: layout_docx.render(prose("consultancy-agreement"), english, "Times New Roman"),
    }


def main() -> None:
    """Writes the files and says their sizes."""
    total = 0
    for path, content in documents().items():
        target = OUT / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        total += len(content)
        print(f"{len(content):>9,}  {path}")
    print(f"{total:>9,}  bytes in all")


if __name__ == "__main__":
    main()
