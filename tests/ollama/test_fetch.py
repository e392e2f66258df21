"""Tests of fetch.py without a network: parts are joined in order, checked, and taken up where they were left."""

import hashlib
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import fetch

CONTENT = [f"part {number};".encode() for number in range(1, 12)]


def model(sha256=None):
    whole = b"".join(CONTENT)
    return fetch.Model("m.gguf", "m-part{}", len(CONTENT), "1", len(whole), sha256 or hashlib.sha256(whole).hexdigest())


class Fetch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.models = Path(scratch.name)
        self.fetched = []
        patch = mock.patch.object(fetch, "fetch_part", self.part)
        patch.start()
        self.addCleanup(patch.stop)

    def part(self, _, number, out):
        self.fetched.append(number)
        out.write_bytes(CONTENT[number - 1])

    def test_parts_are_joined_by_number_not_by_name(self):
        path = fetch.fetch(model(), self.models)
        self.assertEqual(path.read_bytes(), b"".join(CONTENT))
        self.assertEqual([entry.name for entry in self.models.iterdir()], ["m.gguf"])

    def test_what_is_there_is_not_fetched_again(self):
        scratch = self.models / "m.gguf.parts"
        scratch.mkdir()
        (scratch / "03").write_bytes(CONTENT[2])
        fetch.fetch(model(), self.models)
        self.assertNotIn(3, self.fetched)
        self.fetched.clear()
        fetch.fetch(model(), self.models)
        self.assertEqual(self.fetched, [])

    def test_other_content_is_refused_and_not_kept(self):
        with self.assertRaises(SystemExit):
            fetch.fetch(model("0" * 64), self.models)
        self.assertEqual(list(self.models.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
