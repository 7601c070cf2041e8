"""Places furniture in a room from a text.

The entries, separated by ``;``, are ``PIECE SPOT [+SIDES] [: OBJECT[, STATE[, SEATS]]]``. SPOT is a side or corner of the room
(``n``, ``sw``: the first free place along that wall from that end), ``c`` (as near the middle as possible) or ``COLUMN,ROW``
within the room. ``+ns`` puts chairs on the north and south sides. Residents can use only what has an OBJECT name.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from assets.make.map_builder import MapBuilder, Mask, Properties
from assets.make.tileset import Piece

Tile = tuple[int, int]
SPOTS = ("n", "s", "e", "w", "nw", "ne", "sw", "se", "c")
CHAIRS = {"n": "chair south", "s": "chair north", "w": "chair east", "e": "chair west"}


@dataclass(frozen=True, slots=True)
class Box:
    """A room's rectangle on the map, in tiles."""

    x: int
    y: int
    w: int
    h: int


class Furnisher:
    """Furnishes one room so that every free tile and every object can be reached from its doors."""

    def __init__(self, town: MapBuilder, box: Box, title: str) -> None:
        self.town, self.box, self.title = town, box, title
        self.doors = [tile for tile in self._around() if town.floor[tile[1], tile[0]] != "" and not town.wall[tile[1], tile[0]]]
        self.keep = {(dx + x, dy + y) for x, y in self.doors for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        self.hung: set[int] = set()

    def all(self, things: str) -> None:
        """Place every entry; those that do not fit are collected in ``town.misfits``, so that all are reported at once."""
        for line in re.split(r"[;\n]", things):
            if line.strip() and not self.line(line.strip()):
                self.town.misfits.append(f"{self.title}: no room for {line.strip()!r}")

    def line(self, line: str) -> bool:
        """Place one entry; returns whether there was room."""
        left, _, right = line.partition(":")
        words = left.split()
        sides = words.pop()[1:] if words[-1].startswith("+") else ""
        spot, piece = words[-1], self.town.piece(" ".join(words[:-1]))
        label, state, *seats = [*(part.strip() for part in right.split(",")), "", ""][:3] if right else ("", "", "")
        extra: Properties = {"seats": int(seats[0])} if seats[0] else {}
        if piece.wall:
            return self._hang(piece, spot, label, state, extra)
        for x, y in self._spots(piece, spot):
            if self._fits(piece, x, y, sides):
                chairs = self._chairs(piece, x, y, sides) if sides else []
                if chairs and "seats" not in extra:
                    extra["seats"] = len(chairs)
                self.town.put(piece.name, x, y, label, state or "idle", **extra)
                for chair, chair_x, chair_y in chairs:
                    self.town.put(chair, chair_x, chair_y)
                return True
        return False

    def _hang(self, piece: Piece, spot: str, label: str, state: str, extra: Properties) -> bool:
        """Hang a piece on the north wall: at a column, or as near to the spot as the pieces already there allow."""
        for x, _ in self._spots(piece, spot if "," in spot else (spot if spot in ("nw", "ne") else "n")):
            columns = set(range(x, x + piece.w))
            if not columns & self.hung and all(self.town.wall[self.box.y - 1, column] for column in columns):
                self.hung |= columns
                self._take_windows(columns)
                self.town.put(piece.name, x, self.box.y - 1)
                if label:
                    self.town.name(label, x, self.box.y - piece.h + 1, piece, state or "idle", extra)
                return True
        return False

    def _take_windows(self, columns: set[int]) -> None:
        """Remove the windows behind a piece that is hung."""
        kinds = ("window", "curtains", "window box", "stained glass", "viewport")
        gone = {(name, x, self.box.y - 2) for name in kinds for x in columns}
        self.town.drawn = [drawn for drawn in self.town.drawn if drawn not in gone]

    def _around(self) -> Iterator[Tile]:
        b = self.box
        for x in range(b.x, b.x + b.w):
            yield from ((x, b.y - 1), (x, b.y + b.h))
        for y in range(b.y, b.y + b.h):
            yield from ((b.x - 1, y), (b.x + b.w, y))

    def _spots(self, piece: Piece, spot: str) -> list[Tile]:
        """Upper left tiles of the piece's foot to try, best first."""
        b, w, h = self.box, piece.w, piece.foot
        if "," in spot:
            column, row = spot.split(",")
            return [(b.x + int(column), b.y + int(row))]
        if spot not in SPOTS:
            raise ValueError(f"{self.title}: {spot!r} is no spot; use one of {', '.join(SPOTS)} or COLUMN,ROW")
        every = [(x, y) for y in range(b.y, b.y + b.h - h + 1) for x in range(b.x, b.x + b.w - w + 1)]
        far_x, far_y = b.x + b.w - w, b.y + b.h - h
        aim_x = {"w": b.x, "e": far_x}.get(spot[-1], (b.x + far_x) / 2)
        aim_y = {"n": b.y, "s": far_y}.get(spot[0], (b.y + far_y) / 2)
        wall = {"n": 1, "s": 1, "w": 0, "e": 0}.get(spot[0])

        def cost(tile: Tile) -> tuple[float, float]:
            off_x, off_y = abs(tile[0] - aim_x), abs(tile[1] - aim_y)
            return (off_y, off_x) if wall == 1 else (off_x, off_y) if wall == 0 else (off_x + off_y, off_y)

        return sorted(every, key=cost)

    def _cells(self, piece: Piece, x: int, y: int) -> list[Tile]:
        return [(x + i, y + j) for j in range(piece.foot) for i in range(piece.w)]

    def _inside(self, tile: Tile) -> bool:
        b = self.box
        return b.x <= tile[0] < b.x + b.w and b.y <= tile[1] < b.y + b.h

    def _fits(self, piece: Piece, x: int, y: int, sides: str) -> bool:
        cells = self._cells(piece, x, y)
        if piece.flat:
            return all(self._inside(tile) for tile in cells)
        chairs = self._chairs(piece, x, y, sides)
        busy = [*cells, *((cx, cy) for _, cx, cy in chairs)]
        if any(not self._inside(t) or t in self.keep or self.town.taken[t[1], t[0]] for t in busy):
            return False
        return not piece.solid or self._open(cells)

    def _chairs(self, piece: Piece, x: int, y: int, sides: str) -> list[tuple[str, int, int]]:
        out = []
        for side in sides:
            if side in "ns":
                row = y - 1 if side == "n" else y + piece.foot
                out += [(CHAIRS[side], x + i, row) for i in range(piece.w)]
            else:
                column = x - 1 if side == "w" else x + piece.w
                out += [(CHAIRS[side], column, y + j) for j in range(piece.foot)]
        return out

    def _open(self, more: list[Tile]) -> bool:
        """Whether the floor stays connected and every solid piece keeps a free tile beside it, with ``more`` blocked."""
        b = self.box
        blocked: Mask = self.town.solid[b.y : b.y + b.h, b.x : b.x + b.w].copy()
        for x, y in more:
            blocked[y - b.y, x - b.x] = True
        if blocked.all():
            return False
        start = tuple(int(v) for v in np.argwhere(~blocked)[0])
        seen, queue = {start}, deque([start])
        while queue:
            j, i = queue.popleft()
            for step in ((j + 1, i), (j - 1, i), (j, i + 1), (j, i - 1)):
                if 0 <= step[0] < b.h and 0 <= step[1] < b.w and not blocked[step] and step not in seen:
                    seen.add(step)
                    queue.append(step)
        free = np.pad(~blocked, 1)
        served = free[:-2, 1:-1] | free[2:, 1:-1] | free[1:-1, :-2] | free[1:-1, 2:]
        return len(seen) == int((~blocked).sum()) and bool((served | ~blocked).all())
