"""Where everybody is, in columns: one row per resident in the scenario's order, one array per fact.

What has to be known of all residents at once (who walks on, who is due, who stands near) is answered here by comparisons of
whole columns, or by looking into the few bins around a tile, so that a tick of a large town costs what happens in it. Knows
rows, tiles and arenas' numbers; names, places and what people do are ``sim.world.state``'s.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.types import Tile

Rows = npt.NDArray[np.int64]
BIN = 3
"""Tiles are gathered in bins of 2**3 x 2**3 of one arena: about what somebody sees."""


class Crowd:
    """``count`` residents on ``grid`` (height, width), which numbers each tile's arena from 0 to ``arenas`` - 1; ``walk`` is
    the number of tiles per tick.

    Single facts are read from the arrays (``x``, ``due`` ...), whole columns through numpy views on the same memory.
    """

    def __init__(self, count: int, grid: npt.NDArray[np.int32], arenas: int, walk: int) -> None:
        self.count, self.walk = count, walk
        self.height, self.width = int(grid.shape[0]), int(grid.shape[1])
        self._grid: array[int] = array("i", grid.astype(np.int32).tobytes())
        self._across = (self.width >> BIN) + 1
        self._bins_in_arena = self._across * ((self.height >> BIN) + 1)
        self.x, self.y, self.arena = array("i", bytes(4 * count)), array("i", bytes(4 * count)), array("i", bytes(4 * count))
        self.asleep, self.away = array("b", bytes(count)), array("b", b"\1" * count)
        self.since, self.due = array("q", bytes(8 * count)), array("q", bytes(8 * count))
        self._first, self._length = array("q", bytes(8 * count)), array("q", [1]) * count
        self._columns = {name: _view(getattr(self, name)) for name in ("x", "y", "arena", "asleep", "away", "since", "due")}
        self._walks = _Walks(_view(self._first), _view(self._length))
        self._bin = array("q", [-1]) * count
        self._columns |= {"bin": _view(self._bin), "length": _view(self._length)}
        self.retold: dict[int, None] = {}
        """The rows of those who have begun to do something else since somebody took note of it."""
        self._bins: dict[int, dict[int, None]] = {}
        self._ends: array[int] = array("i", bytes(4 * grid.size))
        self._bound: array[int] = array("i", bytes(4 * arenas))

    def column(self, name: str) -> npt.NDArray[Any]:
        """A whole column, (count,), to compare or copy; it changes with the town."""
        return self._columns[name]

    # One resident ------------------------------------------------------------------------------------------------------

    def stand(self, row: int, tile: Tile) -> None:
        """Put somebody on a tile; a walk ends there."""
        self._count_end(row, -1)
        self._length[row] = 1
        self._put(row, *tile)
        self._count_end(row, 1)

    def go(self, row: int, path: Sequence[Tile], since: int) -> None:
        """Have somebody walk along ``path`` (where they stand first), having begun at tick ``since``."""
        self._count_end(row, -1)
        self.since[row] = since
        self._length[row] = 1
        if len(path) > 1:
            self._first[row] = self._walks.keep([y * self.width + x for x, y in path])
            self._length[row] = len(path)
        self._count_end(row, 1)

    def walking(self, row: int) -> bool:
        return self._length[row] > 1

    def path(self, row: int) -> list[Tile]:
        """The tiles of the walk in hand; the tile they stand on where there is none."""
        if self._length[row] == 1:
            return [(self.x[row], self.y[row])]
        cells = self._walks.cells(self._first[row], self._length[row]).tolist()
        return [(cell % self.width, cell // self.width) for cell in cells]

    def leave(self, row: int, away: bool) -> None:
        """Take somebody out of town, or back in; who is away stands in nobody's way, is not seen, and walks nowhere."""
        if away == bool(self.away[row]):
            return
        if away:
            self.stand(row, (self.x[row], self.y[row]))
            self._count_end(row, -1)
            self._bins[self._bin[row]].pop(row)
        self.away[row] = away
        if not away:
            self._bin[row] = -1
            self._put(row, self.x[row], self.y[row])
            self._count_end(row, 1)

    # Everybody ---------------------------------------------------------------------------------------------------------

    def advance(self, tick: int) -> Rows:
        """Everybody who walks goes on; the rows of those who moved or have arrived, ascending."""
        rows = np.flatnonzero(_view(self._length) > 1)
        if not rows.size:
            return rows
        last = _view(self._length)[rows] - 1
        steps = np.minimum((tick - self._columns["since"][rows]) * self.walk, last)
        y, x = np.divmod(self._walks.at(rows, steps), self.width)
        arenas = np.frombuffer(self._grid, np.int32)[y * self.width + x]
        self._columns["x"][rows], self._columns["y"][rows], self._columns["arena"][rows] = x, y, arenas
        bins = self.bins(arenas, x, y)
        moved = np.flatnonzero(bins != _view(self._bin)[rows])
        for row, bin in zip(rows[moved].tolist(), bins[moved].tolist(), strict=True):
            self._rebin(row, bin)
        _view(self._length)[rows[steps == last]] = 1
        return rows

    def at_rest(self) -> bool:
        """Whether everybody in town is asleep."""
        return bool((self._columns["asleep"] | self._columns["away"]).all())

    def near(self, tile: Tile, arena: int, reach: int) -> list[int]:
        """The rows of those in town within ``reach`` tiles (the larger of |dx| and |dy|) of a tile in ``arena``, ascending."""
        x, y = tile
        base, bins, xs, ys, found = arena * self._bins_in_arena, self._bins, self.x, self.y, []
        across = range(max(0, x - reach) >> BIN, (min(self.width - 1, x + reach) >> BIN) + 1)
        for down in range(max(0, y - reach) >> BIN, (min(self.height - 1, y + reach) >> BIN) + 1):
            for bin in across:
                for row in bins.get(base + down * self._across + bin, ()):
                    if -reach <= xs[row] - x <= reach and -reach <= ys[row] - y <= reach:
                        found.append(row)
        found.sort()
        return found

    def bins(self, arenas: Rows, x: Rows, y: Rows) -> Rows:
        """The numbers of the bins that tiles lie in; neighbours from left to right follow each other."""
        bins: Rows = arenas * self._bins_in_arena + (y >> BIN) * self._across + (x >> BIN)
        return bins

    def strips(self, rows: Rows, reach: int) -> tuple[Rows, Rows, Rows]:
        """Where what lies within ``reach`` tiles of ``rows`` can be: (index into rows, first bin, last bin), each a stretch of
        bins from left to right."""
        x, y, arena = (self._columns[name][rows].astype(np.int64) for name in ("x", "y", "arena"))
        left, right = np.maximum(x - reach, 0), np.minimum(x + reach, self.width - 1)
        top, bottom = np.maximum(y - reach, 0) >> BIN, np.minimum(y + reach, self.height - 1) >> BIN
        heights = bottom - top + 1
        who = np.repeat(np.arange(len(rows)), heights)
        down = np.arange(len(who)) - (np.cumsum(heights) - heights)[who] + top[who]
        base = arena[who] * self._bins_in_arena + down * self._across
        return who, base + (left[who] >> BIN), base + (right[who] >> BIN)

    def ending_at(self, tile: Tile) -> int:
        """How many in town stand on a tile, or walk to it."""
        return self._ends[tile[1] * self.width + tile[0]]

    def bound_for(self, arena: int) -> int:
        """How many in town are in an arena to stay, or on their way to it."""
        return self._bound[arena]

    def end(self, row: int) -> Tile:
        """Where somebody's walk ends: where they stand, if they do not walk."""
        return self.path(row)[-1]

    def number_at(self, tile: Tile) -> int:
        """The number of a tile's arena."""
        return self._grid[tile[1] * self.width + tile[0]]

    def _put(self, row: int, x: int, y: int) -> None:
        arena = self._grid[y * self.width + x]
        self.x[row], self.y[row], self.arena[row] = x, y, arena
        if not self.away[row]:
            self._rebin(row, arena * self._bins_in_arena + (y >> BIN) * self._across + (x >> BIN))

    def _rebin(self, row: int, bin: int) -> None:
        old = self._bin[row]
        if old != bin:
            people = self._bins.get(old)
            if people is not None and people.pop(row, 0) is None and not people:
                del self._bins[old]
            self._bins.setdefault(bin, {})[row] = None
            self._bin[row] = bin

    def _count_end(self, row: int, by: int) -> None:
        if not self.away[row]:
            x, y = self.end(row)
            cell = y * self.width + x
            self._ends[cell] += by
            self._bound[self._grid[cell]] += by


class _Walks:
    """The tiles of all walks under way, one after another in one array; those that are over are cleared out now and then."""

    def __init__(self, first: npt.NDArray[np.int64], length: npt.NDArray[np.int64]) -> None:
        self._first, self._length = first, length
        self._cells = np.zeros(1024, np.int32)
        self._used = 0

    def keep(self, path: Sequence[int]) -> int:
        """Store a walk; where it begins."""
        if self._used + len(path) > self._cells.size:
            self._clear_out(len(path))
        begin = self._used
        self._used += len(path)
        self._cells[begin : self._used] = path
        return begin

    def cells(self, first: int, length: int) -> npt.NDArray[np.int32]:
        return self._cells[first : first + length]

    def at(self, rows: Rows, steps: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The cell that each of ``rows`` has reached after so many steps."""
        cells: npt.NDArray[np.int64] = self._cells[self._first[rows] + steps].astype(np.int64)
        return cells

    def _clear_out(self, wanted: int) -> None:
        """Room for ``wanted`` more: only walks under way are kept, in an array of at least twice their size."""
        rows = np.flatnonzero(self._length > 1)
        lengths = self._length[rows]
        starts = np.cumsum(lengths) - lengths
        total = int(lengths.sum())
        source = np.repeat(self._first[rows] - starts, lengths) + np.arange(total)
        cells = np.zeros(max(1024, 2 * (total + wanted)), np.int32)
        cells[:total] = self._cells[source]
        self._first[rows] = starts
        self._cells, self._used = cells, total


def _view(column: array[int]) -> npt.NDArray[Any]:
    """A column as a numpy array on the same memory."""
    return np.frombuffer(column, dtype=np.dtype(column.typecode))
