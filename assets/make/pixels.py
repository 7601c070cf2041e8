"""A small RGBA canvas with the shapes of pixel art, and a PNG writer. Knows nothing of tiles or towns."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from assets.make.palette import OUTLINE, Colour, Ramp

Pixels = npt.NDArray[np.uint8]


class Art:
    """A picture of ``w`` x ``h`` pixels; (0, 0) is the top left. Drawing outside of it is clipped. Most methods draw and
    return the picture, so that calls chain."""

    def __init__(self, w: int, h: int, pixels: Pixels | None = None) -> None:
        self.w, self.h = w, h
        self.a: Pixels = np.zeros((h, w, 4), np.uint8) if pixels is None else pixels

    def copy(self) -> Art:
        """A copy."""
        return Art(self.w, self.h, self.a.copy())

    def rect(self, x: int, y: int, w: int, h: int, c: Colour) -> Art:
        """A filled rectangle."""
        self.a[max(0, y) : max(0, y + h), max(0, x) : max(0, x + w)] = c
        return self

    def px(self, c: Colour, *points: tuple[int, int]) -> Art:
        """Single pixels."""
        for x, y in points:
            if 0 <= x < self.w and 0 <= y < self.h:
                self.a[y, x] = c
        return self

    def frame(self, x: int, y: int, w: int, h: int, c: Colour) -> Art:
        """The outline of a rectangle, one pixel wide."""
        self.rect(x, y, w, 1, c).rect(x, y + h - 1, w, 1, c)
        return self.rect(x, y, 1, h, c).rect(x + w - 1, y, 1, h, c)

    def soft(self, x: int, y: int, w: int, h: int, fill: Colour, edge: Colour) -> Art:
        """A filled rectangle with an outline whose corners are cut."""
        self.rect(x, y + 1, w, h - 2, edge).rect(x + 1, y, w - 2, h, edge)
        return self.rect(x + 1, y + 1, w - 2, h - 2, fill)

    def ellipse(self, cx: float, cy: float, rx: float, ry: float, c: Colour) -> Art:
        """A filled ellipse; centres may lie between pixels (x.5)."""
        ys, xs = np.mgrid[0 : self.h, 0 : self.w]
        self.a[((xs - cx) / rx) ** 2 + ((ys - cy) / ry) ** 2 <= 1.0] = c
        return self

    def line(self, x0: int, y0: int, x1: int, y1: int, c: Colour) -> Art:
        """A straight line, one pixel wide."""
        n = max(abs(x1 - x0), abs(y1 - y0), 1)
        return self.px(c, *((round(x0 + (x1 - x0) * i / n), round(y0 + (y1 - y0) * i / n)) for i in range(n + 1)))

    def stamp(self, x: int, y: int, rows: str, colours: dict[str, Colour]) -> Art:
        """Pixels written as text: one character a pixel, blanks and dots are left as they are."""
        for j, row in enumerate(rows.strip("\n").split("\n")):
            for i, mark in enumerate(row):
                if mark in colours:
                    self.px(colours[mark], (x + i, y + j))
        return self

    def block(self, x: int, y: int, w: int, depth: int, height: int, r: Ramp) -> Art:
        """A box seen from the front and above: a top ``depth`` pixels deep, below it a front ``height`` pixels high."""
        self.soft(x, y, w, depth + height, r[2], r[0])
        self.rect(x + 1, y + 1, w - 2, depth - 1, r[3]).rect(x + 1, y + 1, w - 2, 1, r[4])
        return self.rect(x + 1, y + depth, w - 2, 1, r[4]).rect(x + 1, y + depth + height - 2, w - 2, 1, r[1])

    def blit(self, other: Art, x: int = 0, y: int = 0) -> Art:
        """Blend another picture over this one."""
        x0, y0, x1, y1 = max(0, x), max(0, y), min(self.w, x + other.w), min(self.h, y + other.h)
        if x0 >= x1 or y0 >= y1:
            return self
        src = other.a[y0 - y : y1 - y, x0 - x : x1 - x].astype(np.int32)
        dst = self.a[y0:y1, x0:x1].astype(np.int32)
        alpha, under = src[..., 3:], dst[..., 3:]
        out = alpha * 255 + under * (255 - alpha)
        mixed = (src[..., :3] * alpha * 255 + dst[..., :3] * under * (255 - alpha)) // np.maximum(out, 1)
        self.a[y0:y1, x0:x1] = np.concatenate([mixed, out // 255], axis=2).astype(np.uint8)
        return self

    def under(self, other: Art) -> Art:
        """Blend another picture below this one."""
        self.a[:] = Art(self.w, self.h).blit(other).blit(self).a
        return self

    def flip(self) -> Art:
        """A copy mirrored left to right."""
        return Art(self.w, self.h, self.a[:, ::-1].copy())

    def cut(self, x: int, y: int, w: int, h: int) -> Art:
        """A copy of a part."""
        return Art(w, h, self.a[y : y + h, x : x + w].copy())

    def shift(self, dx: int, dy: int) -> Art:
        """A copy moved by (dx, dy); what leaves the picture is lost."""
        return Art(self.w, self.h).blit(self, dx, dy)

    def outline(self, c: Colour = OUTLINE) -> Art:
        """Draw a line around all that is opaque, where there is room."""
        solid = np.pad(self.a[..., 3] > 127, 1)
        near = solid[:-2, 1:-1] | solid[2:, 1:-1] | solid[1:-1, :-2] | solid[1:-1, 2:]
        self.a[near & (self.a[..., 3] <= 127)] = c
        return self

    def shade(self, x: int, y: int, w: int, h: int, alpha: int = 70) -> Art:
        """A soft oval shadow below what is already drawn."""
        cx, cy, rx, ry = x + w / 2 - 0.5, y + h / 2 - 0.5, w / 2, h / 2
        oval = Art(self.w, self.h).ellipse(cx, cy, rx, ry, (*OUTLINE[:3], alpha // 2))
        return self.under(oval.ellipse(cx, cy, max(rx - 1, 0.5), max(ry - 1, 0.5), (*OUTLINE[:3], alpha)))

    def ground(self, x: int, y: int, w: int, h: int) -> Art:
        """The straight shadow of a box on the floor before it, below what is drawn."""
        return self.under(Art(self.w, self.h).rect(x, y, w, h, (*OUTLINE[:3], 60)))


def write_png(path: Path, pixels: Pixels) -> None:
    """Write (h, w, 4) uint8 as an RGBA PNG; the same pixels give the same bytes."""
    h, w, _ = pixels.shape
    raw = b"".join(b"\x00" + pixels[y].tobytes() for y in range(h))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", w, h, 8, 6, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))
