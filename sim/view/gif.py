"""A small GIF89a encoder: one palette for all frames, and of each frame only the box that changed. Knows bytes and arrays, no
pygame.

The palette holds the 255 most frequent colours of sample frames at 5 bits per channel (pixel art has few); other colours take
the nearest of them. Index 255 is transparent and means "as before". Source: the GIF89a specification; LZW as in its appendix
F.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

Frame = npt.NDArray[np.uint8]
"""(height, width, 3), RGB."""
Indices = npt.NDArray[np.uint8]
UNCHANGED = 255
CLEAR_CODE = 256
"""The LZW code that empties the table."""
END_CODE = 257
"""The LZW code at the end of the data."""
MAX_CODES = 4096
"""Entries at which the table is full: codes have at most 12 bits."""


def _keys(frame: Frame) -> npt.NDArray[np.int64]:
    """The 15-bit colour of every pixel."""
    red, green, blue = np.moveaxis((frame >> 3).astype(np.int64), -1, 0)
    keys: npt.NDArray[np.int64] = red << 10 | green << 5 | blue
    return keys


class Palette:
    """At most 255 colours and, for each of the 32,768 colours of 15 bits, the nearest of them."""

    def __init__(self, samples: Iterable[Frame]) -> None:
        counts = np.zeros(32768, dtype=np.int64)
        for frame in samples:
            counts += np.bincount(_keys(frame).ravel(), minlength=32768)
        order = np.argsort(-counts, kind="stable")[:UNCHANGED]
        chosen = order[counts[order] > 0]
        self.colours = np.stack([chosen >> 10 & 31, chosen >> 5 & 31, chosen & 31], axis=1) if len(chosen) else np.zeros((1, 3))
        self._nearest = np.full(32768, -1, dtype=np.int64)
        self._nearest[chosen] = np.arange(len(chosen))

    def indices(self, frame: Frame) -> Indices:
        """(height, width) of palette indices."""
        keys = _keys(frame)
        for key in np.unique(keys[self._nearest[keys] < 0]).tolist():
            far = self.colours - np.array([key >> 10 & 31, key >> 5 & 31, key & 31])
            self._nearest[key] = int(np.argmin((far * far).sum(axis=1)))
        return self._nearest[keys].astype(np.uint8)

    def table(self) -> bytes:
        """256 RGB triples."""
        full = np.zeros((256, 3), dtype=np.uint8)
        full[: len(self.colours)] = np.round(self.colours.astype(np.float64) * 255 / 31)
        return full.tobytes()


def write_gif(path: Path, size: tuple[int, int], palette: Palette, seconds: float, frames: Iterable[Frame]) -> None:
    """Write ``frames`` of ``size`` pixels, each shown for ``seconds`` (in hundredths); of each only the box that changed."""
    last: Indices | None = None
    with path.open("wb") as file:
        file.write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + palette.table())
        file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
        for frame in frames:
            now = palette.indices(frame)
            changed = np.ones(now.shape, dtype=np.bool_) if last is None else now != last
            rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
            top, bottom = (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, 1)
            left, right = (int(columns[0]), int(columns[-1]) + 1) if len(columns) else (0, 1)
            part = np.where(changed, now, np.uint8(UNCHANGED))[top:bottom, left:right]
            file.write(b"\x21\xf9\x04" + struct.pack("<BHBB", 0x05, max(2, round(seconds * 100)), UNCHANGED, 0))
            file.write(b"\x2c" + struct.pack("<HHHHB", left, top, right - left, bottom - top, 0) + b"\x08")
            data = lzw(part.tobytes())
            for block in (data[i : i + 255] for i in range(0, len(data), 255)):
                file.write(bytes((len(block),)) + block)
            file.write(b"\x00")
            last = now
        file.write(b"\x3b")


def lzw(pixels: bytes) -> bytes:
    """8-bit pixels, LZW-coded for GIF: 9 to 12-bit codes, least significant bit first."""
    out, held, bits = bytearray(), 0, 0
    for code, width in _codes(pixels):
        held |= code << bits
        bits += width
        while bits >= 8:
            out.append(held & 255)
            held >>= 8
            bits -= 8
    if bits:
        out.append(held & 255)
    return bytes(out)


def _codes(pixels: bytes) -> Sequence[tuple[int, int]]:
    """(code, its width in bits); the table is cleared when it is full."""
    found: list[tuple[int, int]] = [(CLEAR_CODE, 9)]
    table: dict[int, int] = {}
    width, following = 9, END_CODE + 1
    prefix = pixels[0]
    for pixel in pixels[1:]:
        pair = prefix << 8 | pixel
        code = table.get(pair)
        if code is not None:
            prefix = code
            continue
        found.append((prefix, width))
        if following < MAX_CODES:
            table[pair] = following
            if following == 1 << width:
                width += 1
            following += 1
        else:
            found.append((CLEAR_CODE, width))
            table, width, following = {}, 9, END_CODE + 1
        prefix = pixel
    found += [(prefix, width), (END_CODE, width)]
    return found
