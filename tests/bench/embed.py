#!/usr/bin/env python3
"""Holds the engine's embedder against Python's ONNX Runtime: same network, same texts, same threads.

    tests/bench/embed.py EXAMPLE EMBEDDER [--threads N] [--rounds N] [--passages N]

In: the built example `embed`, the embedder's folder, development data. Out: passages per second of both, and
their ratio. Rounds alternate, tokenising is timed on both sides, and both are kept on the same processors.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from argparse import ArgumentParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "assets" / "models"))
import measure  # noqa: E402
import prepare  # noqa: E402


def main():
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("example")
    parser.add_argument("embedder", type=Path)
    parser.add_argument("--threads", type=int, default=min(4, len(os.sched_getaffinity(0))))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--passages", type=int, default=measure.PASSAGES)
    options = parser.parse_args()
    data = measure.data_folder()
    if data is None:
        sys.exit("embed.py: skipped, there is no development data (set LEGAJO_DATA)")
    try:
        import onnxruntime, tokenizers  # noqa: F401, E401
    except ImportError:
        python = prepare.converter(prepare.cache_folder(os.environ))
        if Path(sys.prefix).resolve() == python.parent.parent.resolve():
            prepare.run([str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:", "-r",
                         str(measure.HERE / "requirements-measure.txt")], "Installing ONNX Runtime for Python",
                        "Check that the network can be reached, then run this again.")
        sys.exit(subprocess.call([str(python), *sys.argv]))
    # The engine runs one session a processor that it may use.
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:options.threads])
    passages = measure.texts(data)[1][:options.passages]
    prefixed = ["passage: " + passage for passage in passages]
    peer = measure.Embedder(options.embedder / prepare.MODEL, options.embedder / prepare.TOKENIZER, options.threads)
    engine = subprocess.Popen([options.example, str(options.embedder)], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True)

    def ours():
        print(json.dumps(passages), file=engine.stdin, flush=True)
        return float(engine.stdout.readline())

    def theirs(batch):
        started = time.perf_counter()
        peer.embed(prefixed, batch)
        return time.perf_counter() - started

    ways = {"legajo": ours, "python, batches of 1": lambda: theirs(1), "python, batches of 8": lambda: theirs(8)}
    for way in ways.values():
        way()  # Loads what is loaded at first use.
    seconds = {name: [] for name in ways}
    for _ in range(options.rounds):
        for name, way in ways.items():
            seconds[name].append(way())
    engine.stdin.close()
    engine.wait()
    rates = {name: len(passages) / statistics.median(times) for name, times in seconds.items()}
    for name, rate in rates.items():
        print(f"{name}: {rate:.1f} passages a second")
    best = max(rate for name, rate in rates.items() if name != "legajo")
    print(f"ratio to the quicker Python: {rates['legajo'] / best:.2f} "
          f"({len(passages)} passages, {options.threads} threads, median of {options.rounds} rounds)")


if __name__ == "__main__":
    main()
