"""One resident as others can see them: where they are, and what they do in words.

A view of a row of the crowd's columns; knows no places and nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.types import Address, Tile, read_address, write_address
from sim.world.crowd import Crowd


class Body:
    """A row of the crowd's columns, and what they do in words. ``tile`` is where they are
    now; while ``path`` has more than one tile they walk it, having begun at tick ``since``. ``until`` is the game second at
    which the activity is meant to end, ``due`` the one at which they look up if nothing happens before."""

    __slots__ = ("_activity", "_talk", "address", "crowd", "icon", "name", "row", "slug", "until")

    address: Address

    def __init__(self, crowd: Crowd, row: int, slug: str, name: str) -> None:
        self.crowd, self.row, self.slug, self.name = crowd, row, slug, name
        self.activity, self.icon, self.until, self.talk = "", "think", 0, ""
        self.address = ()

    @property
    def activity(self) -> str:
        """What they do, as others see it; "" for nothing."""
        return self._activity

    @activity.setter
    def activity(self, activity: str) -> None:
        self._activity = activity
        self.crowd.retold[self.row] = None

    @property
    def talk(self) -> str:
        """The talk they are in, "" for none."""
        return self._talk

    @talk.setter
    def talk(self, talk: str) -> None:
        self._talk = talk
        self.crowd.retold[self.row] = None

    @property
    def tile(self) -> Tile:
        return self.crowd.x[self.row], self.crowd.y[self.row]

    @tile.setter
    def tile(self, tile: Tile) -> None:
        """To be put somewhere else ends a walk."""
        self.crowd.stand(self.row, tile)

    @property
    def arena(self) -> int:
        """The number of the arena they are in."""
        return self.crowd.arena[self.row]

    @property
    def path(self) -> list[Tile]:
        return self.crowd.path(self.row)

    @property
    def since(self) -> int:
        return self.crowd.since[self.row]

    def go(self, path: Sequence[Tile], since: int) -> None:
        """Walk along ``path`` from tick ``since`` on."""
        self.crowd.go(self.row, path, since)

    @property
    def walking(self) -> bool:
        return self.crowd.walking(self.row)

    @property
    def asleep(self) -> bool:
        return bool(self.crowd.asleep[self.row])

    @asleep.setter
    def asleep(self, asleep: bool) -> None:
        self.crowd.asleep[self.row] = asleep

    @property
    def away(self) -> bool:
        """Not in town (not arrived yet, or gone): neither seen nor heard, and does nothing."""
        return bool(self.crowd.away[self.row])

    @away.setter
    def away(self, away: bool) -> None:
        self.crowd.leave(self.row, away)

    @property
    def due(self) -> int:
        return self.crowd.due[self.row]

    @due.setter
    def due(self, at: int) -> None:
        self.crowd.due[self.row] = at

    def state(self) -> dict[str, Any]:
        """As plain JSON data. A walk changes nothing in it until it ends or is changed."""
        return {
            "path": [list(tile) for tile in self.path],
            "since": self.since,
            "activity": self.activity,
            "address": write_address(self.address),
            "icon": self.icon,
            "until": self.until,
            "asleep": self.asleep,
            "talk": self.talk,
            "away": self.away,
            "due": self.due,
        }

    def load(self, row: Mapping[str, Any], tick: int) -> None:
        """The inverse of ``state``, as it is at ``tick``."""
        path = [(int(x), int(y)) for x, y in row["path"]]
        now = path[min((tick - row["since"]) * self.crowd.walk, len(path) - 1)]
        self.away = False
        self.tile = now
        self.go(path if now != path[-1] else [now], row["since"])
        self.away, self.asleep, self.due = row["away"], row["asleep"], row.get("due", 0)
        self.activity, self.icon, self.until, self.talk = row["activity"], row["icon"], row["until"], row["talk"]
        self.address = read_address(row["address"]) if row["address"] else ()
