"""``Visibility``: what is visible to whom, in columns: one mark per resident and per object.

A mark is a number for the appearance of a resident or object, set when that changes and shared by all viewers. ``nearest``
answers for many viewers at once. Knows tiles and marks; ``sim.mind.sight`` knows what a mark means.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sim.types import Address
from sim.world.crowd import Rows
from sim.world.state import World

Strips = tuple[Rows, Rows, Rows]
"""(viewers, first bins, last bins) of the strips of bins to search (``Crowd.strips``)."""


@dataclass(frozen=True, slots=True)
class VisibleItems:
    """Visible items, (n,) each, by viewer and then by distance: the viewer (an index into the queried rows), the item (a
    resident's row, or ``count`` + the index of an object) and its distance ``away``."""

    viewer: Rows
    item: Rows
    away: Rows


class Visibility:
    """The columns of ``world``. A ``mark`` of 0 is not visible: a resident without activity, an idle object."""

    def __init__(self, world: World) -> None:
        self.world, self.count = world, world.crowd.count
        self.objects = tuple(sorted(world.objects))
        """All objects in order of their addresses; item ``count + i`` is the ``i``-th."""
        self.number = {address: self.count + i for i, address in enumerate(self.objects)}
        self.mark = np.zeros(self.count + len(self.objects), np.int64)
        self.user = np.full(len(self.mark), -1, np.int64)
        """Object -> the row of its user, -1 for none."""
        self._place_tiles()

    def _place_tiles(self) -> None:
        """Index every tile of every object by its bin. An object is visible from its own room."""
        rows = [(self.number[a], self.world.number(a[:-1]), x, y) for a in self.objects for x, y in self.world.object_tiles(a)]
        table = np.array([row for row in rows if row[1] >= 0], np.int64).reshape(-1, 4)
        bins = self.world.crowd.bins(table[:, 1], table[:, 2], table[:, 3])
        order = np.argsort(bins, kind="stable")
        self._bins = bins[order]
        self._items, self._x, self._y = (np.ascontiguousarray(table[order, i]) for i in (0, 2, 3))
        self._wide = bool(len(np.unique(self._items)) < len(self._items))

    def put(self, item: int, mark: int, user: int = -1) -> None:
        """Set the mark and the user of an item."""
        self.mark[item], self.user[item] = mark, user

    def address(self, item: int) -> Address:
        """The address of an item that is an object."""
        return self.objects[item - self.count]

    def nearest(self, rows: Rows, reach: int, most: int) -> VisibleItems:
        """The ``most`` nearest visible items of each of ``rows`` (ascending) within ``reach`` tiles in their arena. At the same
        distance residents (in scenario order) go before objects (in order of their addresses)."""
        crowd, items = self.world.crowd, len(self.mark)
        strips = crowd.strips(rows, reach)
        pairs = zip(self._people(rows, strips), self._things(rows, strips), strict=True)
        viewer, item, away = (np.concatenate(pair) for pair in pairs)
        near = away <= reach
        keys = np.sort((viewer[near] * (reach + 1) + away[near]) * items + item[near])
        if self._wide:
            keys = _once(keys, items, reach + 1)
        viewer = keys // ((reach + 1) * items)
        firsts = np.searchsorted(viewer, np.arange(len(rows)))
        taken = np.arange(len(keys)) - firsts[viewer] < most
        keys, viewer = keys[taken], viewer[taken]
        return VisibleItems(viewer, keys % items, keys // items % (reach + 1))

    def _people(self, rows: Rows, strips: Strips) -> tuple[Rows, Rows, Rows]:
        crowd = self.world.crowd
        there = np.flatnonzero((self.mark[: self.count] != 0) & (crowd.column("away") == 0))
        bins = crowd.column("bin")[there]
        order = np.argsort(bins, kind="stable")
        viewer, found = _expand(strips, bins[order])
        item = there[order][found]
        return self._measured(rows, viewer, item, (crowd.column("x")[item], crowd.column("y")[item]), rows[viewer] != item)

    def _things(self, rows: Rows, strips: Strips) -> tuple[Rows, Rows, Rows]:
        viewer, found = _expand(strips, self._bins)
        item = self._items[found]
        shown = (self.mark[item] != 0) & (self.user[item] != rows[viewer])
        return self._measured(rows, viewer, item, (self._x[found], self._y[found]), shown)

    def _measured(
        self, rows: Rows, viewer: Rows, item: Rows, tiles: tuple[Rows, Rows], shown: npt.NDArray[np.bool_]
    ) -> tuple[Rows, Rows, Rows]:
        """The pairs that are ``shown``, with their Chebyshev distance."""
        x, y = self.world.crowd.column("x")[rows], self.world.crowd.column("y")[rows]
        away = np.maximum(np.abs(tiles[0] - x[viewer]), np.abs(tiles[1] - y[viewer]))
        return viewer[shown], item[shown], away[shown].astype(np.int64)


def _expand(strips: Strips, bins: Rows) -> tuple[Rows, Rows]:
    """Pairs of a viewer and an index into ``bins`` (ascending) whose bin lies in one of the viewer's strips."""
    viewer, first, last = strips
    begin = np.searchsorted(bins, first)
    sizes = np.searchsorted(bins, last, "right") - begin
    starts = np.cumsum(sizes) - sizes
    return np.repeat(viewer, sizes), np.arange(int(sizes.sum())) + np.repeat(begin - starts, sizes)


def _once(keys: Rows, items: int, distances: int) -> Rows:
    """``keys`` (ascending) with only the nearest tile of each object that covers several."""
    viewer, item = keys // (distances * items), keys % items
    pairs = viewer * items + item
    order = np.argsort(pairs, kind="stable")
    first = np.ones(len(keys), np.bool_)
    first[1:] = pairs[order][1:] != pairs[order][:-1]
    kept: Rows = keys[np.sort(order[first])]
    return kept
