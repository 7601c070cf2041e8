"""Walls seen from above and in front, two tiles high on the south side: caps shared by all, faces per material.

A wall is a grid of solid cells; horizontal walls are two cells thick. ``kind`` says how a cell is drawn: ``low`` is the
lower half of a face (nothing below it), ``high`` the cell above it (a cap and the upper part of the face), ``cap`` the rest.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from assets.make.palette import CAP_RIM, CAP_TOP, OUTLINE, RAMPS, Colour, between
from assets.make.pixels import Art
from assets.make.tileset import TILE, Tileset

CAP = 7
"""Pixels of cap above a face; the face below it is 16 - 7 + 16 = 25 pixels high."""
FACE = 2 * TILE - CAP


def _plaster(base: Colour, shade: Colour, board: Colour, light: Colour) -> Art:
    art = Art(TILE, FACE).rect(0, 0, TILE, FACE, base).rect(0, 0, TILE, 2, shade)
    art.px(light, (3, 7), (4, 7), (11, 14), (12, 14)).px(shade, (9, 5), (2, 16), (13, 19))
    return art.rect(0, FACE - 5, TILE, 5, board).rect(0, FACE - 5, TILE, 1, light).rect(0, FACE - 1, TILE, 1, OUTLINE)


def _paper(name: str) -> Art:
    """Striped wallpaper over a wooden skirting."""
    r, w = RAMPS[name], RAMPS["wood"]
    art = _plaster(r[4], r[3], w[3], r[5])
    for x in (2, 10):
        art.rect(x, 2, 3, FACE - 7, between(r[4], r[5]))
    art.rect(0, 2, TILE, 1, r[2]).rect(0, FACE - 5, TILE, 1, w[4]).rect(0, FACE - 2, TILE, 1, w[2])
    return art


def _brick(name: str) -> Art:
    r = RAMPS[name]
    art = Art(TILE, FACE).rect(0, 0, TILE, FACE, r[1])
    for row in range(7):
        y, off = row * 4, row % 2 * 4
        for x in (off - 8, off, off + 8):
            tone = r[2] if (x + row * 3) % 5 else r[3]
            art.rect(x, y, 7, 3, tone).rect(x, y, 7, 1, r[3])
    return art.rect(0, 0, TILE, 2, r[0]).rect(0, FACE - 3, TILE, 3, RAMPS["grey"][2]).rect(0, FACE - 1, TILE, 1, OUTLINE)


def _timber() -> Art:
    """Half-timbered: plaster between beams."""
    w = RAMPS["dark"]
    art = _plaster((236, 219, 190, 255), (206, 184, 158, 255), w[2], (247, 234, 209, 255))
    art.rect(0, 2, TILE, 3, w[2]).rect(0, 2, TILE, 1, w[3]).rect(0, 5, TILE, 1, (206, 184, 158, 255))
    art.rect(0, 5, 3, FACE - 6, w[2]).rect(0, 5, 1, FACE - 6, w[3])
    return art.rect(3, 13, 13, 2, w[3]).rect(3, 14, 13, 1, w[2])


def _panel(name: str) -> Art:
    """Upright boards."""
    r, tone = RAMPS[name], 3
    art = Art(TILE, FACE).rect(0, 0, TILE, FACE, r[tone]).rect(0, 0, TILE, 2, r[tone - 1])
    for x in (3, 7, 11, 15):
        art.rect(x, 0, 1, FACE, r[tone - 1]).rect((x + 1) % 16, 2, 1, FACE - 3, r[tone + 1])
    art.rect(0, FACE - 4, TILE, 1, r[tone + 1]).rect(0, FACE - 3, TILE, 3, r[tone - 1])
    return art.rect(0, FACE - 1, TILE, 1, OUTLINE)


def _logs() -> Art:
    r = RAMPS["wood"]
    art = Art(TILE, FACE).rect(0, 0, TILE, FACE, r[3])
    for y in range(0, FACE, 5):
        art.rect(0, y, TILE, 1, r[4]).rect(0, y + 3, TILE, 1, r[2]).rect(0, y + 4, TILE, 1, r[0])
        art.px(r[2], ((y * 3) % 16, y + 1), ((y * 3 + 1) % 16, y + 1), ((y * 7 + 8) % 16, y + 2))
    return art.rect(0, FACE - 1, TILE, 1, OUTLINE)


def _stone() -> Art:
    r = RAMPS["grey"]
    art = Art(TILE, FACE).rect(0, 0, TILE, FACE, r[2])
    for row, y in enumerate(range(0, FACE, 5)):
        for x, w in (((-2, 7), (6, 8)), ((-6, 8), (3, 6), (10, 7)))[row % 2] + (((15, 7),) if row % 2 == 0 else ()):
            art.rect(x, y, w, 4, (170, 161, 160, 255) if (x + row) % 3 else r[4]).rect(x, y, w, 1, r[5] if row % 2 else r[4])
    return art.rect(0, 0, TILE, 1, r[1]).rect(0, FACE - 1, TILE, 1, OUTLINE)


def _tiled() -> Art:
    g, t = RAMPS["grey"], RAMPS["teal"]
    art = Art(TILE, FACE).rect(0, 0, TILE, FACE, g[6]).rect(0, 0, TILE, 2, g[4])
    for y in range(4, FACE, 5):
        art.rect(0, y, TILE, 1, g[5])
    for x in (4, 9, 15):
        art.rect(x, 2, 1, FACE - 3, g[5])
    art.rect(0, 11, TILE, 3, t[4]).rect(0, 11, TILE, 1, t[5]).rect(0, FACE - 2, TILE, 1, g[3])
    return art.rect(0, FACE - 1, TILE, 1, OUTLINE)


def _hull() -> Art:
    r = RAMPS["steel"]
    art = Art(TILE, FACE).rect(0, 0, TILE, FACE, r[4]).rect(0, 0, TILE, 2, r[2]).rect(0, 8, TILE, 1, r[3])
    art.rect(0, 9, TILE, 1, r[5])
    art.rect(15, 0, 1, FACE, r[3]).rect(0, 17, TILE, 2, RAMPS["teal"][3]).px(r[2], (2, 5), (13, 5), (2, 13), (13, 13))
    return art.rect(0, FACE - 3, TILE, 3, r[2]).rect(0, FACE - 1, TILE, 1, OUTLINE)


MATERIALS: dict[str, Callable[[], Art]] = {
    "cream": lambda: _plaster((242, 226, 194, 255), (216, 192, 160, 255), RAMPS["wood"][3], (251, 240, 216, 255)),
    "white": lambda: _plaster((232, 226, 216, 255), (199, 193, 194, 255), RAMPS["grey"][3], (251, 245, 230, 255)),
    "brick": lambda: _brick("brick"), "timber": _timber, "panel": lambda: _panel("wood"), "pale panel": lambda: _panel("pale"),
    "blue panel": lambda: _panel("blue"), "green panel": lambda: _panel("teal"), "logs": _logs, "stone": _stone,
    "rose paper": lambda: _paper("rose"), "sage paper": lambda: _paper("teal"), "blue paper": lambda: _paper("blue"),
    "gold paper": lambda: _paper("gold"), "violet paper": lambda: _paper("violet"), "tiled": _tiled, "hull": _hull,
}  # fmt: skip


def _cap(top: bool, left: int, right: int) -> Art:
    """A cell of cap. ``top``: open above. ``left``, ``right``: 0 cap goes on, 1 only its upper part does, 2 open."""
    art = Art(TILE, TILE).rect(0, 0, TILE, TILE, CAP_TOP)
    if top:
        art.rect(0, 0, TILE, 1, OUTLINE).rect(0, 1, TILE, 1, CAP_RIM)
    for side, state in ((0, left), (15, right)):
        start = (TILE, CAP, 0)[state]
        inner = 1 if side == 0 else 14
        art.rect(side, start, 1, TILE - start, OUTLINE).rect(inner, max(start, int(top)), 1, TILE - start, CAP_RIM)
    return art


def _high(face: Art, left: bool, right: bool, top: bool) -> Art:
    """The cap above a face and the face's upper part; an open side has an edge."""
    art = Art(TILE, TILE).rect(0, 0, TILE, CAP, CAP_TOP)
    if top:
        art.rect(0, 0, TILE, 1, OUTLINE).rect(0, 1, TILE, 1, CAP_RIM)
    art.rect(0, CAP - 2, TILE, 1, CAP_RIM).rect(0, CAP - 1, TILE, 1, OUTLINE)
    art.blit(face.cut(0, 0, TILE, TILE - CAP), 0, CAP)
    for side, is_open in ((0, left), (15, right)):
        if is_open:
            art.rect(side, 0, 1, TILE, OUTLINE).rect(1 if side == 0 else 14, int(top), 1, CAP - 2, CAP_RIM)
    return art


def _low(face: Art, left: int, right: int) -> Art:
    """The lower part of a face. 0 goes on, 1 a wall stands in front of that side (shade), 2 an outer edge."""
    art = Art(TILE, TILE).blit(face.cut(0, TILE - CAP, TILE, TILE))
    for state, columns in ((left, (0, 1, 2)), (right, (15, 14, 13))):
        if state == 2:
            art.rect(columns[0], 0, 1, TILE, OUTLINE)
        if state == 1:
            for x, alpha in zip(columns, (90, 50, 25), strict=True):
                art.blit(Art(1, TILE).rect(0, 0, 1, TILE, (*OUTLINE[:3], alpha)), x, 0)
    return art


def wall_sheet() -> Tileset:
    """Caps, then a row of faces per material."""
    sheet = Tileset("walls")
    for top in (0, 1):
        for left in range(3):
            for right in range(3):
                sheet.add(f"cap {top}{left}{right}", _cap(bool(top), left, right), solid=1)
    for name, make in MATERIALS.items():
        face = make()
        sheet.row()
        for bits in range(4):
            sheet.add(f"{name} high {bits >> 1}{bits & 1}", _high(face, bool(bits >> 1), bool(bits & 1), True), solid=1)
        sheet.add(f"{name} high thick", _high(face, False, False, False), solid=1)
        for left in range(3):
            for right in range(3):
                sheet.add(f"{name} low {left}{right}", _low(face, left, right), solid=1)
    return sheet


def kinds(solid: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Per cell of a wall grid: 0 none, 1 cap, 2 high, 3 low."""
    below = np.zeros_like(solid)
    below[:-1] = solid[1:]
    low = solid & ~below
    high = np.zeros_like(solid)
    high[:-1] = low[1:]
    return np.where(low, 3, np.where(solid & high, 2, np.where(solid, 1, 0))).astype(np.int8)


def wall_tile(kind: np.ndarray[tuple[int, int], np.dtype[np.int8]], x: int, y: int, material: str) -> str:
    """The name of the piece that draws the wall at (x, y)."""

    def at(dx: int, dy: int) -> int:
        inside = 0 <= y + dy < kind.shape[0] and 0 <= x + dx < kind.shape[1]
        return int(kind[y + dy, x + dx]) if inside else 0

    top, sides = int(at(0, -1) == 0), (at(-1, 0), at(1, 0))
    if kind[y, x] == 1:
        left, right = ({1: 0, 2: 1}.get(side, 2) for side in sides)
        return f"cap {top}{left}{right}"
    if kind[y, x] == 2:
        bits = [int(side in (0, 3)) for side in sides]
        return f"{material} high {bits[0]}{bits[1]}"
    left, right = ({3: 0, 0: 2}.get(side, 1) for side in sides)
    return f"{material} low {left}{right}"
