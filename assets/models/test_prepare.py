"""Tests the parts of the preparation that need neither network nor weights.

    python3 -m unittest discover -s assets/models
"""

import struct
import tempfile
import unittest
from pathlib import Path

import prepare
import weights

try:
    import numpy
    import convert
except ImportError:
    numpy = None


def hand_made_block():
    """Returns a Q4_0 block of scale 0.5 whose numbers are 0 to 15 in the low halves and 15 to 0 in the high."""
    return struct.pack("<e", 0.5) + bytes(low | (15 - low) << 4 for low in range(16))


HAND_MADE_WEIGHTS = [(n - 8) * 0.5 for n in range(16)] + [(15 - n - 8) * 0.5 for n in range(16)]


def hand_made_file(tensors):
    """Returns the bytes of a weights file with two pieces and the given tensors, (name, count, bytes)."""
    head = b"E5S1" + struct.pack("<I7ifi", 1, 32, 1, 1, 32, 2, 512, 2, 1e-12, 32)
    text = "<s>ñ".encode()
    head += struct.pack("<5iQ", 2, 0, 2, 1, 3, len(text)) + struct.pack("<3I2f", 0, 3, len(text), 0, 0) + text
    head += struct.pack("<iI", 0, 0) + struct.pack("<i", len(tensors))
    start = len(head) + sum(2 + len(name) + 21 for name, _, _ in tensors)
    for name, count, data in tensors:
        head += struct.pack("<H", len(name)) + name.encode() + struct.pack("<BIQQ", 0, count, start, len(data))
        start += len(data)
    return head + b"".join(data for _, _, data in tensors)


class Weights(unittest.TestCase):
    def test_decodes_a_block(self):
        self.assertEqual(weights.decode_block(hand_made_block()), HAND_MADE_WEIGHTS)

    def test_refuses_a_short_block(self):
        with self.assertRaises(weights.WeightsError):
            weights.decode_block(hand_made_block()[:-1])

    def test_reads_a_file(self):
        read = weights.Weights(hand_made_file([("a", 32, hand_made_block()), ("b", 1, struct.pack("<f", 2))]))
        self.assertEqual((read.shape.hidden, read.shape.positions, read.pieces), (32, 512, ["<s>", "ñ"]))
        self.assertEqual(bytes(read.tensor("a", 32)), hand_made_block())
        self.assertEqual(struct.unpack("<f", read.tensor("b", 1)), (2,))
        for name, count in (("a", 31), ("c", 32)):
            with self.assertRaises(weights.WeightsError):
                read.tensor(name, count)

    def test_refuses_a_file_cut_anywhere(self):
        whole = hand_made_file([("a", 32, hand_made_block())])
        for length in range(len(whole)):
            with self.assertRaises(weights.WeightsError, msg=f"cut at {length}"):
                weights.Weights(whole[:length])

    @unittest.skipIf(numpy is None, "numpy and onnx are only in the conversion's own environment")
    def test_arrays_agree_with_the_definition(self):
        model = convert.Model(weights.Weights(hand_made_file([("a", 64, hand_made_block() * 2)])))
        self.assertEqual(model.matrix("a", 2, 32).tolist(), [HAND_MADE_WEIGHTS] * 2)

    @unittest.skipIf(numpy is None, "numpy and onnx are only in the conversion's own environment")
    def test_quantises_within_seven_bits_and_half_a_step(self):
        matrix = numpy.array([[0, 0], [1, -2], [1e-3, 5e-4]], numpy.float32)
        numbers, scales = convert.quantise(matrix)
        self.assertLessEqual(abs(numbers.astype(int)).max(), convert.WEIGHT_STEPS)
        self.assertTrue((abs(numbers * scales[:, None] - matrix) <= scales[:, None] / 2).all())


class Manifest(unittest.TestCase):
    FILES = (prepare.MODEL, prepare.TOKENIZER, prepare.RUNTIME, prepare.LICENSES)

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in self.FILES:
            (Path(folder.name) / name).write_bytes(name.encode() * 9)
        return Path(folder.name)

    def test_a_complete_folder_is_right(self):
        folder = self.folder()
        manifest = prepare.write_manifest(folder)
        self.assertIsNone(prepare.fault(folder))
        self.assertEqual(manifest["digest"], prepare.sha256(folder / prepare.MODEL, folder / prepare.TOKENIZER))
        self.assertEqual(sorted(path.name for path in folder.iterdir()), sorted((*self.FILES, prepare.MANIFEST)))
        self.assertIsNotNone(prepare.outdated(folder), "these are not the pinned files")

    def test_a_flipped_byte_is_seen(self):
        for name in self.FILES:
            folder = self.folder()
            prepare.write_manifest(folder)
            data = bytearray((folder / name).read_bytes())
            data[4] ^= 1
            (folder / name).write_bytes(data)
            self.assertEqual(prepare.fault(folder), f"{name} has changed")

    def test_a_missing_file_and_a_broken_manifest_are_seen(self):
        folder = self.folder()
        self.assertEqual(prepare.fault(folder), "manifest.json is missing")
        for broken in ("", "[]", "{}", '{"files": 1}'):
            (folder / prepare.MANIFEST).write_text(broken)
            self.assertIn("cannot be read", prepare.fault(folder))
        prepare.write_manifest(folder)
        (folder / prepare.RUNTIME).unlink()
        self.assertEqual(prepare.fault(folder), "libonnxruntime.so is missing")


class Cache(unittest.TestCase):
    def test_the_environment_names_the_cache(self):
        for environment, expected in (
            ({"LEGAJO_CACHE": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/a"),
            ({"LEGAJO_CACHE": "", "XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/b/legajo"),
            ({"HOME": "/c"}, "/c/.cache/legajo"),
        ):
            self.assertEqual(prepare.cache_folder(environment), Path(expected))


if __name__ == "__main__":
    unittest.main()
