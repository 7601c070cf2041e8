"""``Crowd``: the positions and walks of all residents as a structure of arrays, one row per resident in scenario order.

Queries about all residents (who walks, who is due, who is near) compare whole columns or look into a few spatial bins, so that
the cost of a tick depends on what happens, not on the size of the town. Knows rows, tiles and arena numbers, while
``sim.world.state`` knows names, places and activities.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.types import Tile

Rows = npt.NDArray[np.int64]
BIN_BITS = 3
"""A spatial bin covers 2**3 x 2**3 tiles of one arena, about the range of vision."""


class Crowd:
    """``count`` residents on ``grid`` (height, width), which has each tile's arena number (0 to ``arenas`` - 1), at ``walk``
    tiles per tick.

    Read single values from the arrays (``x``, ``due`` ...), and whole columns through numpy views on the same memory.
    """

    def __init__(self, count: int, grid: npt.NDArray[np.int32], arenas: int, walk: int) -> None:
        self.count, self.walk = count, walk
        self.height, self.width = int(grid.shape[0]), int(grid.shape[1])
        self._grid: array[int] = array("i", grid.astype(np.int32).tobytes())
        self._across = (self.width >> BIN_BITS) + 1
        self._bins_in_arena = self._across * ((self.height >> BIN_BITS) + 1)
        self.x, self.y, self.arena = array("i", bytes(4 * count)), array("i", bytes(4 * count)), array("i", bytes(4 * count))
        self.asleep, self.away = array("b", bytes(count)), array("b", b"\1" * count)
        self.since, self.due = array("q", bytes(8 * count)), array("q", bytes(8 * count))
        self._first, self._length = array("q", bytes(8 * count)), array("q", [1]) * count
        self._columns = {name: _view(getattr(self, name)) for name in ("x", "y", "arena", "asleep", "away", "since", "due")}
        self._walks = _Walks(_view(self._first), _view(self._length))
        self._bin = array("q", [-1]) * count
        self._columns |= {"bin": _view(self._bin), "length": _view(self._length)}
        self.changed: dict[int, None] = {}
        """The rows whose activity or talk has changed since a reader last reset this."""
        self._bins: dict[int, dict[int, None]] = {}
        self._ends: array[int] = array("i", bytes(4 * grid.size))
        self._bound: array[int] = array("i", bytes(4 * arenas))

    def column(self, name: str) -> npt.NDArray[Any]:
        """A view of a whole column, (count,); it changes with the town."""
        return self._columns[name]

    # One resident ------------------------------------------------------------------------------------------------------

    def stand(self, row: int, tile: Tile) -> None:
        """Put a resident on a tile; a walk ends."""
        self._count_end(row, -1)
        self._length[row] = 1
        self._put(row, *tile)
        self._count_end(row, 1)

    def go(self, row: int, path: Sequence[Tile], since: int) -> None:
        """Start a walk along ``path`` (which begins where they stand) at tick ``since``."""
        self._count_end(row, -1)
        self.since[row] = since
        self._length[row] = 1
        if len(path) > 1:
            self._first[row] = self._walks.add([y * self.width + x for x, y in path])
            self._length[row] = len(path)
        self._count_end(row, 1)

    def walking(self, row: int) -> bool:
        return self._length[row] > 1

    def path(self, row: int) -> list[Tile]:
        """The tiles of the current walk, or the tile they stand on."""
        if self._length[row] == 1:
            return [(self.x[row], self.y[row])]
        cells = self._walks.cells(self._first[row], self._length[row]).tolist()
        return [(cell % self.width, cell // self.width) for cell in cells]

    def leave(self, row: int, away: bool) -> None:
        """Take a resident out of town, or back in. A resident who is away is not seen, does not walk and occupies no tile."""
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
        """Advance all walks to ``tick``; returns the rows of those who walked, ascending."""
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
        """The rows of residents in town within ``reach`` tiles (Chebyshev distance) of a tile in ``arena``, ascending."""
        x, y = tile
        base, bins, xs, ys, found = arena * self._bins_in_arena, self._bins, self.x, self.y, []
        across = range(max(0, x - reach) >> BIN_BITS, (min(self.width - 1, x + reach) >> BIN_BITS) + 1)
        for down in range(max(0, y - reach) >> BIN_BITS, (min(self.height - 1, y + reach) >> BIN_BITS) + 1):
            for bin in across:
                for row in bins.get(base + down * self._across + bin, ()):
                    if -reach <= xs[row] - x <= reach and -reach <= ys[row] - y <= reach:
                        found.append(row)
        found.sort()
        return found

    def bins(self, arenas: Rows, x: Rows, y: Rows) -> Rows:
        """The bin numbers of tiles; bins from left to right have consecutive numbers."""
        bins: Rows = arenas * self._bins_in_arena + (y >> BIN_BITS) * self._across + (x >> BIN_BITS)
        return bins

    def strips(self, rows: Rows, reach: int) -> tuple[Rows, Rows, Rows]:
        """The bins within ``reach`` tiles of ``rows`` as strips from left to right: (index into rows, first bin, last bin)."""
        x, y, arena = (self._columns[name][rows].astype(np.int64) for name in ("x", "y", "arena"))
        left, right = np.maximum(x - reach, 0), np.minimum(x + reach, self.width - 1)
        top, bottom = np.maximum(y - reach, 0) >> BIN_BITS, np.minimum(y + reach, self.height - 1) >> BIN_BITS
        heights = bottom - top + 1
        who = np.repeat(np.arange(len(rows)), heights)
        down = np.arange(len(who)) - (np.cumsum(heights) - heights)[who] + top[who]
        base = arena[who] * self._bins_in_arena + down * self._across
        return who, base + (left[who] >> BIN_BITS), base + (right[who] >> BIN_BITS)

    def ending_at(self, tile: Tile) -> int:
        """How many residents in town stand on a tile or walk to it."""
        return self._ends[tile[1] * self.width + tile[0]]

    def bound_for(self, arena: int) -> int:
        """How many residents in town stand in an arena or walk to it."""
        return self._bound[arena]

    def end(self, row: int) -> Tile:
        """The end of a resident's walk, or the tile they stand on."""
        return self.path(row)[-1]

    def number_at(self, tile: Tile) -> int:
        """The number of a tile's arena."""
        return self._grid[tile[1] * self.width + tile[0]]

    def _put(self, row: int, x: int, y: int) -> None:
        arena = self._grid[y * self.width + x]
        self.x[row], self.y[row], self.arena[row] = x, y, arena
        if not self.away[row]:
            self._rebin(row, arena * self._bins_in_arena + (y >> BIN_BITS) * self._across + (x >> BIN_BITS))

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
    """The tiles of all current walks, one after another in one array; finished walks are removed when it is full."""

    def __init__(self, first: npt.NDArray[np.int64], length: npt.NDArray[np.int64]) -> None:
        self._first, self._length = first, length
        self._cells = np.zeros(1024, np.int32)
        self._used = 0

    def add(self, path: Sequence[int]) -> int:
        """Store a walk; returns its first index."""
        if self._used + len(path) > self._cells.size:
            self._compact(len(path))
        begin = self._used
        self._used += len(path)
        self._cells[begin : self._used] = path
        return begin

    def cells(self, first: int, length: int) -> npt.NDArray[np.int32]:
        return self._cells[first : first + length]

    def at(self, rows: Rows, steps: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The cell of each of ``rows`` after its number of ``steps``."""
        cells: npt.NDArray[np.int64] = self._cells[self._first[rows] + steps].astype(np.int64)
        return cells

    def _compact(self, wanted: int) -> None:
        """Move the current walks to a new array with room for ``wanted`` more cells, at least twice as large as needed."""
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
