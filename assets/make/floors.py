"""Floors of rooms: planks, tiles, carpets, flags, decks."""

from __future__ import annotations

import numpy as np

from assets.make.palette import RAMPS, Colour
from assets.make.pixels import Art
from assets.make.tileset import TILE


def _planks(name: str, tone: int, seams: tuple[int, int]) -> Art:
    r = RAMPS[name]
    art = Art(TILE, TILE).rect(0, 0, TILE, TILE, r[tone])
    for row in range(4):
        y = row * 4
        art.rect(0, y + 3, TILE, 1, r[tone - 1])
        art.px(r[tone - 1], *((seams[row % 2], y + k) for k in range(3)))
        art.px(r[min(5, tone + 1)], ((row * 5 + 2) % 16, y + 1), ((row * 5 + 3) % 16, y + 1), ((row * 7 + 9) % 16, y))
    return art


def _tiles(a: Colour, b: Colour, joint: Colour, size: int) -> Art:
    art = Art(TILE, TILE)
    for y in range(0, TILE, size):
        for x in range(0, TILE, size):
            art.rect(x, y, size, size, a if (x + y) // size % 2 == 0 else b)
            art.rect(x + size - 1, y, 1, size, joint).rect(x, y + size - 1, size, 1, joint)
    return art


def _carpet(name: str, tone: int = 3) -> Art:
    r = RAMPS[name]
    art = Art(TILE, TILE).rect(0, 0, TILE, TILE, r[tone])
    for y in range(0, TILE, 4):
        art.px(r[tone + 1], *(((x + y // 4 * 2) % 16, y) for x in range(0, 16, 4)))
        art.px(r[tone - 1], *(((x + y // 4 * 2 + 2) % 16, y + 2) for x in range(0, 16, 4)))
    return art


def _flags() -> Art:
    """Stone flags."""
    r = RAMPS["grey"]
    art = Art(TILE, TILE).rect(0, 0, TILE, TILE, r[4])
    for x, y, w, h in ((0, 0, 9, 7), (10, 0, 6, 7), (0, 8, 5, 8), (6, 8, 10, 8)):
        art.rect(x, y, w, h, (208, 200, 192, 255)).rect(x, y, w, 1, r[5]).rect(x, y + h - 1, w, 1, r[3])
        art.rect(x + w, y, 1, h, r[3])
    return art


def _deck() -> Art:
    """Jetty planks with gaps."""
    r = RAMPS["wood"]
    art = _planks("wood", 4, (3, 11))
    for y in (3, 7, 11, 15):
        art.rect(0, y, TILE, 1, r[1])
    return art


def _metal() -> Art:
    r = RAMPS["steel"]
    art = Art(TILE, TILE).rect(0, 0, TILE, TILE, r[3]).rect(0, 0, TILE, 1, r[4]).rect(0, 0, 1, TILE, r[4])
    art.rect(0, 15, TILE, 1, r[2]).rect(15, 0, 1, TILE, r[2])
    return art.px(r[2], (3, 3), (12, 3), (3, 12), (12, 12))


def _earth() -> Art:
    r, rng = RAMPS["dirt"], np.random.default_rng(5)
    art = Art(TILE, TILE).rect(0, 0, TILE, TILE, r[3])
    for _ in range(12):
        x, y = (int(v) for v in rng.integers(0, 16, 2))
        art.px(r[2] if x % 2 else r[4], (x, y), (x + 1, y))
    return art


def floors() -> dict[str, Art]:
    """All floors by name."""
    grey, teal, blue, rose, pale = (RAMPS[name] for name in ("grey", "teal", "blue", "rose", "pale"))
    return {
        "oak": _planks("wood", 4, (4, 12)), "pine": _planks("pale", 4, (2, 10)), "walnut": _planks("wood", 3, (6, 14)),
        "ebony": _planks("dark", 4, (4, 12)), "bath": _tiles(grey[6], teal[5], grey[4], 8), "flags": _flags(),
        "checker": _tiles(grey[6], rose[4], (214, 190, 176, 255), 8), "kitchen": _tiles(pale[5], pale[4], pale[3], 8),
        "red carpet": _carpet("brick", 2), "blue carpet": _carpet("blue"), "green carpet": _carpet("teal"),
        "rose carpet": _carpet("rose"),
        "deck": _deck(), "metal": _metal(), "earth": _earth(), "clinic": _tiles(blue[5], grey[6], blue[4], 16),
    }  # fmt: skip
