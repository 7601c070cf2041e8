"""``Things``: the states and users of all objects that are not idle, indexed by room and by user.

Which objects there are, and their idle states, is known to ``sim.world.state``.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter

from sim.types import Address


@dataclass(frozen=True, slots=True)
class Thing:
    """An object's state, and the slug of who uses it ("" for nobody)."""

    state: str
    by: str = ""


class Things:
    """Address -> ``Thing`` of all objects that are not idle."""

    def __init__(self) -> None:
        self._all: dict[Address, Thing] = {}
        self._in: dict[Address, dict[Address, Thing]] = {}
        self._by: dict[str, dict[Address, None]] = {}
        self._sorted: dict[Address, tuple[tuple[Address, Thing], ...]] = {}
        self.changed: dict[Address, None] = {}
        """The objects whose state has changed since a reader last reset this."""

    def get(self, address: Address) -> Thing | None:
        return self._all.get(address)

    def put(self, address: Address, thing: Thing | None) -> None:
        """Set an object's state; None makes it idle."""
        self._sorted.pop(address[:-1], None)
        self.changed[address] = None
        old = self._all.pop(address, None)
        if old is not None:
            del self._in[address[:-1]][address]
            self._by[old.by].pop(address, None)
        if thing is not None:
            self._all[address] = thing
            self._in.setdefault(address[:-1], {})[address] = thing
            self._by.setdefault(thing.by, {})[address] = None

    def used_by(self, slug: str) -> list[Address]:
        """The objects that a resident uses."""
        return list(self._by.get(slug, ()))

    def within(self, room: Address) -> tuple[tuple[Address, Thing], ...]:
        """The objects directly in an arena (or sector), in order of their addresses."""
        found = self._sorted.get(room)
        if found is None:
            found = self._sorted[room] = tuple(sorted(self._in.get(room, {}).items(), key=itemgetter(0)))
        return found

    def clear(self, room: Address) -> None:
        """Make all objects of an arena idle."""
        for address, _ in self.within(room):
            self.put(address, None)
