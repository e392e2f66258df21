"""Makes the icons that packages need from legajo.svg.

Needs rsvg-convert (Debian: librsvg2-bin). The .ico and .icns containers hold PNGs, which Windows and
macOS both read, so they are packed here by hand.
"""

import struct
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
SIZES = {"32x32.png": 32, "128x128.png": 128, "128x128@2x.png": 256, "icon.png": 512}
ICO_SIZES = (16, 24, 32, 48, 64, 256)
# Apple's four-letter type of a PNG of each size.
ICNS_TYPES = {"icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic09": 512}


def main() -> None:
    """Writes every icon beside this file."""
    for name, size in SIZES.items():
        (HERE / name).write_bytes(png(size))
    (HERE / "icon.ico").write_bytes(ico([(size, png(size)) for size in ICO_SIZES]))
    (HERE / "icon.icns").write_bytes(icns([(kind, png(size)) for kind, size in ICNS_TYPES.items()]))


def png(size: int) -> bytes:
    """Returns the drawing as a PNG of `size` by `size` pixels."""
    command = ["rsvg-convert", "--width", str(size), "--height", str(size), str(HERE / "legajo.svg")]
    return subprocess.run(command, check=True, capture_output=True).stdout


def ico(pictures: list[tuple[int, bytes]]) -> bytes:
    """Returns an .ico file: a header, one entry a picture, the pictures. 256 is written as 0."""
    header = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(header) + 16 * len(pictures)
    entries = b""
    for size, content in pictures:
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(content), offset)
        offset += len(content)
    return header + entries + b"".join(content for _, content in pictures)


def icns(pictures: list[tuple[str, bytes]]) -> bytes:
    """Returns an .icns file: a header, then each picture behind its type and length."""
    blocks = b"".join(kind.encode() + struct.pack(">I", 8 + len(content)) + content for kind, content in pictures)
    return b"icns" + struct.pack(">I", 8 + len(blocks)) + blocks


if __name__ == "__main__":
    main()
