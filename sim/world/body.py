"""``Body``: a resident as others can see them, a view of one row of ``crowd.Crowd`` with the activity in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.types import Address, Tile, read_address, write_address
from sim.world.crowd import Crowd


class Body:
    """``tile`` is where the resident is now; while ``path`` has several tiles, they walk it since tick ``since``. ``until`` is
    the game second at which the activity should end, ``due`` the one at which they are next activated if nothing happens."""

    __slots__ = ("_activity", "_talk", "address", "crowd", "icon", "name", "row", "slug", "until")

    address: Address

    def __init__(self, crowd: Crowd, row: int, slug: str, name: str) -> None:
        self.crowd, self.row, self.slug, self.name = crowd, row, slug, name
        self.activity, self.icon, self.until, self.talk = "", "think", 0, ""
        self.address = ()

    @property
    def activity(self) -> str:
        """What the resident does, as others see it; "" if nothing."""
        return self._activity

    @activity.setter
    def activity(self, activity: str) -> None:
        self._activity = activity
        self.crowd.changed[self.row] = None

    @property
    def talk(self) -> str:
        """The id of the resident's talk; "" if none."""
        return self._talk

    @talk.setter
    def talk(self, talk: str) -> None:
        self._talk = talk
        self.crowd.changed[self.row] = None

    @property
    def tile(self) -> Tile:
        return self.crowd.x[self.row], self.crowd.y[self.row]

    @tile.setter
    def tile(self, tile: Tile) -> None:
        """Put the resident on a tile; a walk ends."""
        self.crowd.stand(self.row, tile)

    @property
    def arena(self) -> int:
        """The number of the resident's arena."""
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
    def arrives(self) -> int:
        """The tick at which the walk ends or has ended."""
        return self.since - (1 - len(self.path)) // self.crowd.walk

    @property
    def asleep(self) -> bool:
        return bool(self.crowd.asleep[self.row])

    @asleep.setter
    def asleep(self, asleep: bool) -> None:
        self.crowd.asleep[self.row] = asleep

    @property
    def away(self) -> bool:
        """Whether the resident is out of town (not arrived yet, or gone): not seen, not heard, and inactive."""
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
        """Plain JSON data. It stays the same during a walk."""
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
        """Restore ``state`` data at ``tick``."""
        path = [(int(x), int(y)) for x, y in row["path"]]
        now = path[min((tick - row["since"]) * self.crowd.walk, len(path) - 1)]
        self.away = False
        self.tile = now
        self.go(path if now != path[-1] else [now], row["since"])
        self.away, self.asleep, self.due = row["away"], row["asleep"], row.get("due", 0)
        self.activity, self.icon, self.until, self.talk = row["activity"], row["icon"], row["until"], row["talk"]
        self.address = read_address(row["address"]) if row["address"] else ()
