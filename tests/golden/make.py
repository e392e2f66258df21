#!/usr/bin/env python3
"""Makes the golden library of one schema version, which every later Legajo must open.

    tests/golden/make.py LEGAJO tests/golden/library-v1

In: the executable whose schema is to be kept, with its embedder prepared, and two documents of
assets/sample. Out: the library's database, small and in one file, and the two documents as they were.
It is run once for each schema version, and its outcome is committed: made again by a later program it
would prove nothing. The vector file is left out, since it is a cache. The database holds the absolute
paths of its documents, so it is made in a place of its own, which the test replaces.
"""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

SAMPLE = Path(__file__).resolve().parents[2] / "assets/sample/expedientes"
DOCUMENTS = (
    "Contrato línea de envasado - Ingeniería Valdeárbol (firmado).pdf",
    "Adenda nº 1 - Ingeniería Valdeárbol.docx",
)
PLACE = Path("/tmp/legajo-golden")


def make(legajo: Path, golden: Path) -> None:
    if golden.exists():
        sys.exit(f"{golden} is there already, and must stay as it was made.")
    shutil.rmtree(PLACE, ignore_errors=True)
    documents, library = PLACE / "documents", PLACE / "library"
    documents.mkdir(parents=True)
    for name in DOCUMENTS:
        (found,) = SAMPLE.rglob(name)
        shutil.copy(found, documents)
    for verb in (["folder", "add", documents], ["sync"]):
        subprocess.run([legajo, "--library", library, *verb], check=True)
    golden.mkdir(parents=True)
    shutil.copytree(documents, golden / "documents")
    pack(library / "library.db", golden / "library.db")
    shutil.rmtree(PLACE)


def pack(database: Path, target: Path) -> None:
    """Writes the database anew as one file without a log beside it, in small pages: most tables hold little."""
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA page_size = 1024")
    connection.execute("VACUUM INTO ?", (str(target),))
    connection.close()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    make(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
