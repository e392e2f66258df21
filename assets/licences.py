#!/usr/bin/env python3
"""Writes licences.txt: what Legajo is made of, under which terms.

    python3 assets/licences.py [--check]

In: cargo's record of what the two executables link on Linux, the packages that go into the interface, and the
licence files inside each of them, as they lie on this machine. Out: one text, the same wherever it is made, that
the window shows and the package carries. A text that several share stands once; what sets them apart, the lines
that name the holders, stands with each package. --check writes nothing and fails when the file is out of date.
Not here: whether a licence is allowed (.deny.toml).
"""

import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "assets" / "licences.txt"
PLATFORM = "x86_64-unknown-linux-gnu"
EXECUTABLES = ("legajo-desktop", "legajo-core")
BYTES_MAX = 400_000  # What the window shows in one piece.

# What Vite takes into the interface; `svelte` and `clsx` are no dependencies of the running window in npm's eyes.
INTERFACE = ("@tauri-apps/api", "clsx", "svelte")

LICENCE_FILE = re.compile(r"(?i)(licen[cs]e|unlicense|copying|notice|copyright)")
# Licences of what is not linked: test files, and dbus, whose system library is used.
PASSED_OVER = {"tests", "test_data", "resources", "vendor", "examples", "benches"}

HOLDER = re.compile(
    r"^[\s#*/-]*((?:(?:Portions )?(?:Copyright|COPYRIGHT|©) ?(?:\([Cc]\)|©|:|\d{4}|[tT]he |by |[A-Z])"
    r"|\([Cc]\) ?\d{4}).*)$")
TEMPLATE = re.compile(r"[\[{<](yyyy|year|name)|(?i:copyright (notice|holder|owner|license|law|and related))")
TITLE = re.compile(r"(?i)^[\s#=*]*((the )?mit license( \(mit\))?|all rights reserved\.?|)[\s#=*]*$")
# What follows it says how to use the licence, or is LLVM's exception to it.
APACHE_END, EXCEPTION = "END OF TERMS AND CONDITIONS", "--- LLVM Exceptions"

# How the text of a licence is known, for packages that name a licence and carry no text.
STANDARD = {
    "MIT": "permissionisherebygrantedfreeofchargetoanypersonobtainingacopyofthissoftwareandassociateddocumentation",
    "Apache-2.0": "apachelicenseversion20january2004",
    "MPL-2.0": "mozillapubliclicenseversion20",
    "BSD-2-Clause": "redistributionanduseinsourceandbinaryformswithorwithoutmodificationarepermitted",
    "BSD-3-Clause": "redistributionanduseinsourceandbinaryformswithorwithoutmodificationarepermitted",
}


@dataclass
class Part:
    """Something Legajo is made of, and what its licence files say."""

    name: str
    version: str
    licence: str
    holders: list = field(default_factory=list)
    texts: list = field(default_factory=list)  # Keys into the texts, or names in STANDARD.
    note: str = ""


OWN = Part("Legajo", "", "MIT OR Apache-2.0", texts=["MIT", "Apache-2.0"])
BESIDE = (
    Part("multilingual-e5-small", "", "MIT", ["Copyright (c) 2023 Intfloat contributors."], ["MIT"],
         "the embedder, converted by Legajo"),
    Part("ONNX Runtime", "", "MIT", ["Copyright (c) Microsoft Corporation"], ["MIT"],
         "what it contains from others stands in LICENSES.txt beside it"),
    Part("SQLite", "", "public domain", note="in libsqlite3-sys"),
    Part("Tesseract", "", "Apache-2.0", ["1988-1995 Hewlett Packard Company", "2006-2019 Google Inc."], ["Apache-2.0"],
         "the system's library"),
    Part("Leptonica", "", "BSD-2-Clause", ["Copyright (C) 2001 Leptonica. All rights reserved."], ["BSD-2-Clause"],
         "the system's library"),
    Part("WebKitGTK, GTK, GLib and libsoup", "", "LGPL-2.1-or-later", note="the system's libraries, replaceable"),
)


class Texts:
    """The distinct texts, each known by its letters and figures alone."""

    def __init__(self):
        self.by_key, self.uses = {}, Counter()

    def add(self, text):
        """Takes a licence file apart; returns its key, if anything is left, and the holders it names."""
        text = text.replace("\r", "").replace("\ufeff", "").replace("\t", "    ")
        lines = [line.rstrip() for line in text.split("\n")]
        holders = [found[1].strip() for line in lines if (found := HOLDER.match(line)) and not TEMPLATE.search(line)]
        body = [line for line in lines if not line or not (TITLE.match(line) or line.strip(" #*/-") in holders)]
        text = re.sub(r"\n{3,}", "\n\n", "\n".join(body)).strip("\n")
        head, end, rest = text.partition(APACHE_END)
        text = head + end + ("\n\n" + rest[rest.index(EXCEPTION):] if EXCEPTION in rest else "")
        key = re.sub(r"https?", "", re.sub(r"[^a-z0-9]", "", text.lower()))
        if key:
            self.by_key.setdefault(key, text)
            self.uses[key] += 1
        return key or None, holders

    def standard(self, name):
        """Returns the key of the text of a licence that most packages carry."""
        fits = [key for key in self.by_key if STANDARD[name] in key and ("neither" in key or name != "BSD-3-Clause")
                and ("neither" not in key or name != "BSD-2-Clause")]
        if not fits:
            raise SystemExit(f"licences.py: no package carries the text of {name}")
        return max(fits, key=lambda key: (self.uses[key], key))


def crates():
    """Returns cargo's packages that the executables are built of, each with its folder and authors."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", PLATFORM]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    own = [key for key, package in packages.items() if package["name"] in EXECUTABLES and not package["source"]]
    seen, waiting = set(own), list(own)
    while waiting:
        for dependency in nodes[waiting.pop()]:
            normal = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if normal and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    for key in seen - set(own):
        package = packages[key]
        yield package, Path(package["manifest_path"]).parent


def interface():
    """Returns npm's packages that Vite takes into the interface, each with its folder."""
    for name in INTERFACE:
        folder = ROOT / "ui" / "node_modules" / name
        yield json.loads((folder / "package.json").read_text("utf-8")), folder


def licence_files(folder):
    """Returns a package's licence files, its own first."""
    found = []
    for path in folder.rglob("*"):
        within = path.relative_to(folder)
        plain = path.suffix.lower() not in (".rs", ".spdx", ".ts", ".js", ".html", ".json", ".toml")
        if LICENCE_FILE.match(path.name) and plain and path.is_file() and not PASSED_OVER & set(within.parts):
            found.append((len(within.parts), within.as_posix(), path))
    return [path for _, _, path in sorted(found)]


def part_of(package, folder, texts):
    """Makes a part of a package; one without licence files is given the text its licence names, and its authors."""
    licence = package["license"].replace(" / ", " OR ").replace("/", " OR ")
    part = Part(package["name"], package["version"], licence)
    for path in licence_files(folder):
        key, holders = texts.add(path.read_text("utf-8", errors="replace"))
        part.texts += [key] if key and key not in part.texts else []
        part.holders += [holder for holder in holders if holder not in part.holders]
    if not part.texts:
        part.texts = [name for name in STANDARD if name in licence]
        part.holders = [re.sub(r"\s*<[^>]*>", "", author) for author in package.get("authors") or []]
    if not part.texts:
        raise SystemExit(f"licences.py: {part.name} carries no licence and names one that is not known: {licence}")
    return part


def write(parts, texts):
    """Writes the whole text."""
    numbers, lines = {}, []
    for part in parts:
        keys = [texts.standard(name) if name in STANDARD else name for name in part.texts]
        references = [str(numbers.setdefault(key, len(numbers) + 1)) for key in dict.fromkeys(keys)]
        head = " ".join(word for word in (part.name, part.version) if word) + f": {part.licence}"
        head += f" [{', '.join(references)}]" if references else ""
        lines += [head + (f" ({part.note})" if part.note else ""), *(f"    {holder}" for holder in part.holders)]
    opening = "What Legajo is made of, and its licences. The numbers lead to the texts below.\n"
    sections = [opening, "\n".join(lines) + "\n"]
    rule = "=" * 80
    sections += [f"{rule}\n[{number}]\n\n{texts.by_key[key]}\n" for key, number in numbers.items()]
    return "\n".join(sections)


def main():
    texts = Texts()
    packages = [*crates(), *interface()]
    packages.sort(key=lambda item: (item[0]["name"].lower(), item[0]["version"]))
    parts = [part_of(package, folder, texts) for package, folder in packages]
    text = write([OWN, *BESIDE, *parts], texts)
    if len(text.encode()) > BYTES_MAX:
        raise SystemExit(f"licences.py: {len(text.encode())} bytes, at most {BYTES_MAX}")
    if "--check" in sys.argv[1:]:
        if OUT.read_text("utf-8") != text:
            raise SystemExit("licences.py: assets/licences.txt is out of date; ./dev licences writes it")
    else:
        OUT.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
