"""The ground tileset: grass, floors, wall shadows, and terrains autotiled by their eight neighbours."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from assets.make.floors import floors
from assets.make.palette import CLEAR, OUTLINE, RAMPS, Colour, between
from assets.make.pixels import Art
from assets.make.tileset import TILE, Tileset

NEIGHBOURS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""N, NE, E, SE, S, SW, W, NW: bit i of a mask says that neighbour i is of the same terrain."""

Field = npt.NDArray[np.float64]
Painter = Callable[[Field, np.random.Generator], npt.NDArray[np.uint8]]


def blob(mask: int) -> int:
    """The mask without the corners that do not matter: a corner counts only where both its sides do. 47 masks are left."""
    for corner in (1, 3, 5, 7):
        sides = (1 << (corner - 1)) | (1 << ((corner + 1) % 8))
        if mask & sides != sides:
            mask &= ~(1 << corner)
    return mask


BLOBS = sorted({blob(mask) for mask in range(256)})


def depth(mask: int) -> Field:
    """(16, 16): distance in pixels of each pixel of a tile from the nearest tile of another terrain; outer corners are
    rounded."""
    ys, xs = np.mgrid[0:TILE, 0:TILE].astype(np.float64) + 0.5
    out = np.full((TILE, TILE), 24.0)
    for bit, (dx, dy) in enumerate(NEIGHBOURS):
        if not mask >> bit & 1:
            gap_x = np.maximum(0, np.maximum(dx * TILE - xs, xs - (dx + 1) * TILE))
            gap_y = np.maximum(0, np.maximum(dy * TILE - ys, ys - (dy + 1) * TILE))
            out = np.minimum(out, np.hypot(gap_x, gap_y))
    for first, second in ((0, 2), (2, 4), (4, 6), (6, 0)):
        if not mask >> first & 1 and not mask >> second & 1:
            gap_x = xs if 6 in (first, second) else TILE - xs
            gap_y = ys if 0 in (first, second) else TILE - ys
            rounded = 8 - np.hypot(8 - gap_x, 8 - gap_y)
            out = np.where((gap_x < 8) & (gap_y < 8), np.minimum(out, rounded), out)
    wobble = 0.7 * np.sin(xs * np.pi / 4 + 1.0) + 0.6 * np.sin(ys * np.pi / 4 + 2.4) + 0.5 * np.sin((xs + ys) * np.pi / 8 * 3)
    wavy: Field = out + wobble * (out < 12)
    return wavy


def _bands(d: Field, steps: tuple[tuple[float, Colour], ...]) -> npt.NDArray[np.uint8]:
    """Colour by depth: the last step whose depth is reached wins."""
    out = np.zeros((TILE, TILE, 4), np.uint8)
    for least, colour in steps:
        out[d >= least] = colour
    return out


def _speckle(a: npt.NDArray[np.uint8], where: npt.NDArray[np.bool_], rng: np.random.Generator, share: float, c: Colour) -> None:
    a[where & (rng.random((TILE, TILE)) < share)] = c


def dirt(d: Field, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """A trodden path."""
    r, g = RAMPS["dirt"], RAMPS["grass"]
    a = _bands(d, ((0.8, g[1]), (1.8, r[2]), (2.9, r[3]), (4.6, r[4])))
    _speckle(a, d > 4, rng, 0.04, r[3])
    _speckle(a, d > 4, rng, 0.025, r[5])
    _speckle(a, (d > 1.8) & (d < 4), rng, 0.10, g[2])
    return a


def sand(d: Field, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Beach and play sand."""
    r = RAMPS["sand"]
    a = _bands(d, ((0.8, r[2]), (2.2, r[3]), (4.0, r[4])))
    _speckle(a, d > 3, rng, 0.04, r[3])
    _speckle(a, d > 3, rng, 0.04, r[5])
    return a


def lush(d: Field, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Longer, darker grass: patches that break up a lawn."""
    r = RAMPS["grass"]
    edge = d + rng.random((TILE, TILE)) * 1.6
    a = _bands(edge, ((2.4, r[2]),))
    _speckle(a, d > 4, rng, 0.05, r[1])
    _speckle(a, d > 3, rng, 0.05, r[3])
    return a


def field(d: Field, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Tilled earth in rows."""
    r = RAMPS["dirt"]
    a = _bands(d, ((0.8, r[0]), (1.8, r[1])))
    rows = np.arange(TILE)[:, None] % 4 + np.zeros((1, TILE), int)
    a[(d > 2) & (rows == 1)] = r[2]
    a[(d > 2) & (rows == 3)] = r[0]
    _speckle(a, d > 2, rng, 0.06, r[2])
    return a


def cobble(d: Field, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Paving stones with soft joints; the halves of a stone on two tiles are always of one colour."""
    r, moss = RAMPS["grey"], between(RAMPS["grey"][4], RAMPS["grass"][4])
    tones = (r[4], r[4], (211, 203, 196, 255), (186, 176, 176, 255), between(r[4], RAMPS["pale"][4]), moss)
    art = Art(TILE, TILE)
    art.rect(0, 0, TILE, TILE, r[3])
    stones = ((0, 0, 7, 5), (8, 0, 7, 5), (-4, 6, 7, 4), (4, 6, 7, 4), (12, 6, 7, 4), (0, 11, 5, 4), (6, 11, 9, 4))
    for x, y, w, h in stones:
        whole = x >= 0 and x + w <= TILE
        fill = tones[int(rng.choice(6, p=(0.3, 0.24, 0.2, 0.14, 0.09, 0.03)))] if whole else r[4]
        art.rect(x, y, w, h, fill).rect(x, y, w, 1, r[5]).rect(x, y + h - 1, w, 1, (176, 167, 168, 255))
        art.px(r[3], (x, y), (x + w - 1, y), (x, y + h - 1), (x + w - 1, y + h - 1))
    a = art.a.copy()
    a[d < 2.4] = r[2]
    a[d < 1.4] = RAMPS["grass"][1]
    a[d < 0.6] = CLEAR
    return a


def water(d: Field, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """A pond: bank, foam, shallows, depth."""
    del rng
    w, s, g = RAMPS["water"], RAMPS["sand"], RAMPS["grass"]
    steps = ((0.4, g[1]), (1.3, s[1]), (2.2, s[3]), (3.4, w[5]), (4.4, w[4]), (7.0, w[3]), (11.0, w[3]))
    return _bands(d, steps)


def hedge(d: Field, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """A clipped hedge from above; its front is added by the mask's missing south."""
    r = RAMPS["leaf"]
    a = _bands(d, ((0.2, r[0]), (1.5, r[2]), (2.6, r[3])))
    _speckle(a, d > 3, rng, 0.14, r[4])
    _speckle(a, d > 2, rng, 0.14, r[2])
    low = np.arange(TILE)[:, None] + np.zeros((1, TILE), int)
    front = (low >= 10) & (d > 1.2) & (d < 8)
    a[front & (a == np.array(r[3])).all(2)] = r[2]
    return a


TERRAINS: dict[str, Painter] = {
    "lush": lush, "dirt": dirt, "cobble": cobble, "sand": sand, "field": field, "water": water, "hedge": hedge,
}  # fmt: skip


def _grass(kind: int) -> Art:
    """One of eight lawns: the first four are plain, the others have tufts, clover and flowers."""
    r, rng = RAMPS["grass"], np.random.default_rng(kind)
    art = Art(TILE, TILE).rect(0, 0, TILE, TILE, r[3])
    for _ in range((2, 3, 4, 3, 5, 6, 4, 4)[kind]):
        x, y = (int(v) for v in rng.integers(1, 14, 2))
        art.px(r[4], (x, y), (x + 2, y)).px(r[2], (x + 1, y + 1), (x, y + 1))
    for _ in range(3):
        x, y = (int(v) for v in rng.integers(0, 16, 2))
        art.px(r[4] if kind % 2 else r[2], (x, y))
    if kind >= 6:
        petals = (RAMPS["grey"][6], RAMPS["gold"][4])[kind - 6]
        for x, y in ((3, 4), (11, 10)):
            art.px(petals, (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)).px(RAMPS["gold"][3], (x, y)).px(r[1], (x, y + 2))
    return art


def _glints(kind: int) -> Art:
    w = RAMPS["water"]
    art = Art(TILE, TILE).rect(0, 0, TILE, TILE, w[3])
    for x, y, n in (((3, 5, 4), (10, 12, 3)), ((8, 3, 4),), ((2, 11, 3),), ((11, 7, 3), (4, 14, 2)))[kind]:
        art.rect(x, y, n, 1, w[4]).px(w[2], (x + 1, y + 1), (x + 2, y + 1))
    return art


def _cast(mask: int) -> Art:
    """Shadow on a floor from a wall in the north (1), in the west (2) and in the corner between (4)."""
    art = Art(TILE, TILE)
    for i, alpha in enumerate((78, 70, 52, 34, 18)):
        c = (*OUTLINE[:3], alpha)
        if mask & 1:
            art.rect(0, i, TILE, 1, c)
    for i, alpha in enumerate((60, 46, 26)):
        c = (*OUTLINE[:3], alpha)
        if mask & 2:
            art.a[:, i, 3] = np.maximum(art.a[:, i, 3], alpha)
            art.a[:, i, :3] = OUTLINE[:3]
        if mask & 4 and not mask & 3:
            art.rect(0, 0, 3 - i, 4 - i, c)
    return art


DEEP = ("lush", "dirt", "cobble", "sand", "hedge")
"""Terrains whose inner tile has four variants, so that large areas do not repeat."""


def _deep(name: str, kind: int) -> Art:
    """An inner tile; some paths have pebbles and the trace of a wheel."""
    art = Art(TILE, TILE, TERRAINS[name](depth(255), np.random.default_rng(90 + kind)))
    r = RAMPS["dirt"]
    if name == "dirt" and kind == 1:
        art.rect(3, 6, 2, 2, RAMPS["grey"][3]).px(RAMPS["grey"][4], (3, 6)).px(r[3], (3, 8), (4, 8), (5, 8))
        art.px(r[5], (11, 11), (12, 11))
    if name == "dirt" and kind == 2:
        art.rect(2, 4, 9, 1, r[3]).rect(5, 11, 8, 1, r[3]).px(r[5], (4, 5), (9, 12), (10, 12))
    if name == "lush":
        art.px(RAMPS["grass"][1], (4 + kind, 6), (5 + kind, 5), (6 + kind, 6)).px(RAMPS["grass"][4], (5 + kind, 6))
    return art


def ground_sheet() -> Tileset:
    """The ground tileset."""
    sheet = Tileset("ground")
    for kind in range(8):
        sheet.add(f"grass {kind}", _grass(kind), flat=True)
    for kind in range(4):
        sheet.add(f"ripple {kind}", _glints(kind), solid=1)
    sheet.row()
    for name, art in floors().items():
        sheet.add(name, art, flat=True)
    for mask in range(1, 8):
        sheet.add(f"cast {mask}", _cast(mask), flat=True)
    for name, paint in TERRAINS.items():
        sheet.row()
        for i, mask in enumerate(BLOBS):
            pixels = paint(depth(mask), np.random.default_rng(i))
            sheet.add(f"{name} {mask}", Art(TILE, TILE, pixels), solid=int(name in ("water", "hedge")), flat=True)
    for name in DEEP:
        for kind in range(4):
            sheet.add(f"{name} deep {kind}", _deep(name, kind), solid=int(name == "hedge"), flat=True)
    return sheet
