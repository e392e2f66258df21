#!/usr/bin/env python3
"""Times a sync, and measures the memory of a first one.

    tests/bench/sync.py LEGAJO [--files N]           a sync that finds nothing changed, beside find(1)
    tests/bench/sync.py LEGAJO --memory FOLDER...    a first sync of the folders into a fresh library

The memory is the sum over the whole process tree of proportional set sizes, sampled every 0.2 seconds. What
was not read without a Problem that says so is listed, and makes the run fail.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

SAMPLE_SECONDS = 0.2
ROUNDS = 5
FILES_A_FOLDER = 100
STOPPED = ("reader_failed", "limit_reached")


def timed(command):
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def unchanged(legajo, count, folder):
    tree = folder / "tree"
    for number in range(count):
        place = tree / f"{number // FILES_A_FOLDER:03}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"nota {number:05}.txt").write_text(
            f"Nota {number}. El arrendatario pagará {number + 100} euros el día {number % 28 + 1} de cada mes.\n")
    own = [legajo, "--library", str(folder / "library")]
    subprocess.run([*own, "folder", "add", str(tree)], check=True, stdout=subprocess.DEVNULL)
    print(f"first sync of {count} files: {timed([*own, 'sync']):.2f} s", flush=True)
    peer = ["find", str(tree), "-type", "f", "-printf", r"%s %T@ %C@ %i\n"]
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(timed([*own, "sync"]))
        theirs.append(timed(peer))
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    print(f"unchanged sync: {ours * 1000:.1f} ms; find: {theirs * 1000:.1f} ms; ratio {ours / theirs:.2f} "
          f"(medians of {ROUNDS})")


def tree_of(root):
    """Returns the process and all its descendants."""
    children = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # It has ended.
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found, left = [], [root]
    while left:
        found.append(left.pop())
        left += children.get(found[-1], [])
    return found


def pss_kilobytes(process):
    try:
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    except OSError:
        pass  # It has ended.
    return 0


def memory(legajo, folders, folder):
    own = [legajo, "--library", str(folder / "library")]
    for given in folders:
        subprocess.run([*own, "folder", "add", str(given.resolve())], check=True, stdout=subprocess.DEVNULL)
    started, peak = time.perf_counter(), 0
    sync = subprocess.Popen([*own, "sync"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while sync.poll() is None:
        peak = max(peak, sum(map(pss_kilobytes, tree_of(sync.pid))))
        time.sleep(SAMPLE_SECONDS)
    print(f"first sync: {time.perf_counter() - started:.1f} s, exit code {sync.returncode}, peak {peak / 1024:.0f} MB")
    status = json.loads(subprocess.run([*own, "status", "--json"], check=True, capture_output=True).stdout)
    print("totals:", json.dumps(status["totals"]))
    codes = Counter(problem["code"] for row in status["documents"] for problem in row["problems"])
    print("problems:", json.dumps(dict(sorted(codes.items()))))
    stopped = [(row["path"], problem["message"]) for row in status["documents"] for problem in row["problems"]
               if problem["code"] in STOPPED]
    print(f"readers that crashed or reached a limit: {len(stopped)}")
    for path, message in stopped:
        print(f"  {path}: {message}")
    known = {row["path"] for row in status["documents"]}
    unsaid = [row["path"] for row in status["documents"] if row["status"] != "indexed" and not row["problems"]]
    unseen = [str(path) for given in folders for path in sorted(given.resolve().rglob("*"))
              if path.is_file() and str(path) not in known]
    print(f"neither indexed nor with a problem: {len(unsaid)}; not in the ledger at all: {len(unseen)}")
    for path in unsaid + unseen:
        print("  " + path)
    return 1 if unsaid or unseen or sync.returncode else 0


def main():
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("legajo")
    parser.add_argument("--files", type=int, default=3000)
    parser.add_argument("--memory", type=Path, nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.memory:
            sys.exit(memory(options.legajo, options.memory, Path(folder)))
        unchanged(options.legajo, options.files, Path(folder))


if __name__ == "__main__":
    main()
