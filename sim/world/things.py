"""The objects of a town that are not idle: what state each is in, and who put it there.

Indexed by room and by user, because both are asked for many times a tick. Knows addresses and states; which objects there are,
and what they are like when idle, is ``sim.world.state``'s.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.types import Address


@dataclass(frozen=True, slots=True)
class Thing:
    """An object's state, and who put it there by using it ("" for nobody)."""

    state: str
    by: str = ""


class Things:
    """Address -> ``Thing`` of all that are not idle."""

    def __init__(self) -> None:
        self._all: dict[Address, Thing] = {}
        self._in: dict[Address, dict[Address, Thing]] = {}
        self._by: dict[str, dict[Address, None]] = {}
        self._sorted: dict[Address, tuple[tuple[Address, Thing], ...]] = {}
        self.changed: dict[Address, None] = {}
        """Those put into another state since somebody took note of it."""

    def get(self, address: Address) -> Thing | None:
        return self._all.get(address)

    def put(self, address: Address, thing: Thing | None) -> None:
        """The object's new state; None when it is idle again."""
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
        """What somebody uses."""
        return list(self._by.get(slug, ()))

    def within(self, room: Address) -> tuple[tuple[Address, Thing], ...]:
        """Those directly in an arena (or sector), in the order of their addresses."""
        found = self._sorted.get(room)
        if found is None:
            found = self._sorted[room] = tuple(sorted(self._in.get(room, {}).items(), key=_address))
        return found

    def clear(self, room: Address) -> None:
        """All of an arena's are idle."""
        for address, _ in self.within(room):
            self.put(address, None)


def _address(item: tuple[Address, Thing]) -> Address:
    return item[0]
