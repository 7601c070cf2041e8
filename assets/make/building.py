"""Buildings from text: a plan of walls, doors and rooms, and per room a list of what stands in it and where.

A plan has one character a tile: ``#`` wall, ``+`` doorway, a letter for each room, blank for what is not part of it.
Walls that run east-west are two tiles thick (their face is seen); doorways through them too.

Things are lines ``PIECE SPOT [+SIDES] [: OBJECT[, STATE[, SEATS]]]``. SPOT is a side or corner of the room (``n``, ``sw``;
the first free place along that wall from that end), ``c`` (as near the middle as possible) or ``COLUMN,ROW`` within the
room. ``+ns`` puts chairs on the north and south sides. Only what has an OBJECT name can be used by residents.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from assets.make.sheet import Piece
from assets.make.town import Mask, Properties, Town

Tile = tuple[int, int]
SPOTS = ("n", "s", "e", "w", "nw", "ne", "sw", "se", "c")
CHAIRS = {"n": "chair south", "s": "chair north", "w": "chair east", "e": "chair west"}


@dataclass(frozen=True, slots=True)
class Room:
    """A room's name, floor, wall material and things."""

    name: str
    floor: str = "oak"
    wall: str = "cream"
    things: str = ""
    windows: str = "window"


@dataclass(frozen=True, slots=True)
class Box:
    """Where a room lies in the town."""

    x: int
    y: int
    w: int
    h: int


def build(town: Town, name: str, x: int, y: int, plan: str, rooms: Mapping[str, Room], outside: str = "brick", windows: str = "window", grounds: tuple[int, int, int, int] | None = None, **properties: str | int | bool) -> None:
    """Put a building with its upper left corner at (x, y); its sector is its walls, or the ``grounds`` around them."""
    rows = [row for row in plan.split("\n") if row.strip()]
    width = max(len(row) for row in rows)
    cells = np.array([list(row.ljust(width)) for row in rows])
    at = np.s_[y : y + len(rows), x : x + width]
    town.wall[at] |= cells == "#"
    town.outer[at] |= cells != " "
    town.face[at] = np.where(cells == "#", outside, town.face[at])
    for kind in town.terrain:
        town.terrain[kind][at] &= cells == " "
    for mark, room in rooms.items():
        town.floor[at][cells == mark] = room.floor
        town.face[at][cells == mark] = room.wall
    _doors(town, cells, x, y, outside)
    town.sector(name, *(grounds or (x, y, width, len(rows))), **properties)
    boxes = {mark: _box(cells, mark, x, y, name) for mark in rooms}
    for mark, box in boxes.items():
        town.arena(rooms[mark].name, box.x, box.y, box.w, box.h)
    _windows(town, cells, x, y, rooms, windows)
    for mark, room in rooms.items():
        Furnisher(town, boxes[mark], f"{name}, {room.name}").all(room.things)


def _box(cells: np.ndarray[tuple[int, ...], np.dtype[np.str_]], mark: str, x: int, y: int, name: str) -> Box:
    ys, xs = np.nonzero(cells == mark)
    if not len(ys):
        raise ValueError(f"{name}: the plan has no room {mark!r}")
    return Box(x + int(xs.min()), y + int(ys.min()), int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1)


def _doors(town: Town, cells: np.ndarray[tuple[int, ...], np.dtype[np.str_]], x: int, y: int, outside: str) -> None:
    """Floors of doorways; lintels over and sills in those through east-west walls, a mat before those that lead outside."""
    for j, i in np.argwhere(cells == "+"):
        near = [cells[j + dy, i + dx] for dy, dx in ((-1, 0), (1, 0), (2, 0), (-2, 0), (0, -1), (0, 1)) if 0 <= j + dy < cells.shape[0] and 0 <= i + dx < cells.shape[1]]
        mark = next((m for m in near if m.isalpha()), "")
        same = np.argwhere(cells == mark)[0]
        town.floor[y + j, x + i] = town.floor[y + same[0], x + same[1]]
        town.face[y + j, x + i] = town.face[y + same[0], x + same[1]]
        town.taken[y + j, x + i] = True
        above, beside = cells[j - 1, i] if j else " ", cells[j, i - 1] if i else " "
        across = j + 1 < cells.shape[0] and cells[j + 1, i] == "+" and above != "+" and beside == "#"
        if across:
            wide = 2 if i + 1 < cells.shape[1] and cells[j, i + 1] == "+" else 1
            town.put(f"lintel {wide}", x + i, y + j)
            town.put(f"sill {wide}", x + i, y + j + 1)
            last = j + 2 >= cells.shape[0] or cells[j + 2, i] == " "
            if last or above == " ":
                row = y + j + 2 if last else y + j - 1
                town.put(f"mat {wide}", x + i, row)
                town.taken[row, x + i : x + i + wide] = True


def _windows(town: Town, cells: np.ndarray[tuple[int, ...], np.dtype[np.str_]], x: int, y: int, rooms: Mapping[str, Room], outer: str) -> None:
    """Every third tile of walls that have the open air on one side, away from corners and doors."""
    high = cells.shape[0]
    for j in range(1, high):
        for i in range(1, cells.shape[1] - 1):
            below = cells[j + 1, i] if j + 1 < high else " "
            behind = cells[j - 2, i] if j >= 2 else " "
            if cells[j, i] != "#" or cells[j - 1, i] != "#" or below in "#+":
                continue
            clear = all(cells[j, i + k] == "#" and (cells[j + 1, i + k] if j + 1 < high else " ") not in "#" for k in (-1, 1))
            inside = below in rooms and behind == " "
            if clear and i % 3 == 1 and (inside or (below == " " and behind in rooms)):
                town.hang(rooms[below].windows if inside else outer, x + i, y + j)


class Furnisher:
    """Puts things into one room so that every free tile and every object can be reached from its doors."""

    def __init__(self, town: Town, box: Box, title: str) -> None:
        self.town, self.box, self.title = town, box, title
        self.doors = [tile for tile in self._around() if town.floor[tile[1], tile[0]] != "" and not town.wall[tile[1], tile[0]]]
        self.keep = {(dx + x, dy + y) for x, y in self.doors for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        self.hung: set[int] = set()

    def all(self, things: str) -> None:
        """Place every line; what does not fit is noted, so that all of it is seen at once."""
        for line in things.strip().split("\n"):
            if line.strip() and not self.line(line.strip()):
                self.town.misfits.append(f"{self.title}: no room for {line.strip()!r}")

    def line(self, line: str) -> bool:
        """Place what one line says, if there is room for it."""
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
        """On the north wall: at a column, or as near to the spot as another thing hanging there allows."""
        for x, _ in self._spots(piece, spot if "," in spot else (spot if spot in ("nw", "ne") else "n")):
            columns = set(range(x, x + piece.w))
            if not columns & self.hung and all(self.town.wall[self.box.y - 1, column] for column in columns):
                self.hung |= columns
                self.town.drawn = [d for d in self.town.drawn if not (d[2] == self.box.y - 2 and d[1] in columns and "window" in d[0] + "window" * (d[0] == "curtains"))]
                self.town.put(piece.name, x, self.box.y - 1)
                if label:
                    self.town.name(label, x, self.box.y - piece.h + 1, piece, state or "idle", extra)
                return True
        return False

    def _around(self) -> Iterator[Tile]:
        b = self.box
        for x in range(b.x, b.x + b.w):
            yield from ((x, b.y - 1), (x, b.y + b.h))
        for y in range(b.y, b.y + b.h):
            yield from ((b.x - 1, y), (b.x + b.w, y))

    def _spots(self, piece: Piece, spot: str) -> list[Tile]:
        """Upper left corners of the foot to try, best first."""
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
        return not piece.solid or self._open({tile for tile in cells})

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

    def _open(self, more: set[Tile]) -> bool:
        """Whether all floor is still joined, and every solid thing still has a free tile beside it, with ``more`` blocked."""
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
        return len(seen) == int((~blocked).sum()) and self._served(blocked)

    def _served(self, blocked: Mask) -> bool:
        free = np.pad(~blocked, 1)
        near = free[:-2, 1:-1] | free[2:, 1:-1] | free[1:-1, :-2] | free[1:-1, 2:]
        lonely = blocked & ~near
        return bool(lonely.sum() == 0)
