"""The town at a tick, put together from the last events of each kind and key. Pure: knows no SQL and no pixels."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.record.schema import SEQ_BITS
from sim.types import Address, Block, Step, read_address, write_address

Last = tuple[int, dict[str, Any]]
"""(event id, data) of the last event of one kind and key."""


@dataclass(frozen=True, slots=True)
class ResidentState:
    """Where somebody is and what they do. ``(x, y)`` is their tile now, ``(next_x, next_y)`` in one tick (fractions between
    tiles where they walk slower than a tile per tick); ``until`` game seconds; ``talk`` the id of the talk they are in."""

    x: float
    y: float
    next_x: float
    next_y: float
    facing: str = "down"
    walking: bool = False
    activity: str = ""
    address: str = ""
    icon: str = ""
    asleep: bool = False
    until: int = 0
    talk: str = ""


@dataclass(frozen=True, slots=True)
class TalkState:
    """A talk that is going on: ``people`` in it now, ``since`` a tick."""

    id: str
    people: tuple[str, ...]
    place: str
    since: int


@dataclass(frozen=True, slots=True)
class TownState:
    """The town at ``tick``. A resident who was never placed is absent; ``objects`` are address -> (state, by whom)."""

    tick: int
    residents: Mapping[str, ResidentState] = field(default_factory=dict)
    objects: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    talks: tuple[TalkState, ...] = ()
    weather: str = ""


def resident_state(tick: int, move: Last, act: Last | None, talk: str) -> ResidentState:
    """One resident at ``tick`` from their last ``move`` and ``act``."""
    (x, y), (next_x, next_y), facing, walking = _walk(move[1], tick - (move[0] >> SEQ_BITS))
    done = act[1] if act else {}
    if act and act[0] > move[0] and not walking and done.get("facing"):
        facing = str(done["facing"])
    return ResidentState(
        *(x, y, next_x, next_y, facing, walking),
        activity=str(done.get("activity", "")),
        address=str(done.get("address", "")),
        icon=str(done.get("icon", "")),
        asleep=bool(done.get("asleep", False)),
        until=int(done.get("until") or 0),
        talk=talk,
    )


Point = tuple[float, float]


def _walk(move: dict[str, Any], ticks: int) -> tuple[Point, Point, str, bool]:
    """Position now and in a tick, facing, and whether still walking, ``ticks`` after setting out on ``move``."""
    path: Sequence[Sequence[float]] = move["path"]
    speed = float(move.get("speed", 1))
    last = len(path) - 1
    now, then = min(ticks * speed, last), min((ticks + 1) * speed, last)
    ahead = min(int(now), max(last - 1, 0))
    facing = _facing(path[ahead], path[min(ahead + 1, last)]) or str(move.get("facing") or "down")
    here, there = _point(path, now), _point(path, then)
    climbs = any(_stairs(path, i) for i in range(int(now), min(math.ceil(then), last)))
    return here, here if climbs else there, facing, now < last


def _stairs(path: Sequence[Sequence[float]], i: int) -> bool:
    """Whether the walk's step ``i`` leads over stairs, which may end far away: nobody is seen in between."""
    return i + 1 < len(path) and abs(path[i + 1][0] - path[i][0]) + abs(path[i + 1][1] - path[i][1]) > 1


def _point(path: Sequence[Sequence[float]], at: float) -> Point:
    i = int(at)
    x, y = path[i]
    if at > i and not _stairs(path, i):
        x, y = x + (path[i + 1][0] - x) * (at - i), y + (path[i + 1][1] - y) * (at - i)
    return x, y


def _facing(here: Sequence[float], there: Sequence[float]) -> str:
    dx, dy = there[0] - here[0], there[1] - here[1]
    if abs(dx) >= abs(dy):
        return "right" if dx > 0 else "left" if dx < 0 else ""
    return "down" if dy > 0 else "up"


def block(data: Mapping[str, Any]) -> Block:
    """A block of a ``plan`` event."""
    return Block(int(data["start"]), int(data["end"]), str(data["activity"]), address(data["place"]))


def step(data: Mapping[str, Any]) -> Step:
    """A step of a ``step`` event."""
    state, icon = str(data.get("state", "")), str(data.get("icon", "think"))
    return Step(int(data["start"]), int(data["end"]), str(data["activity"]), address(data["target"]), state, icon)


def address(value: object) -> Address:
    """An address written out or as a list of names."""
    if isinstance(value, (list, tuple)):
        return tuple(str(part) for part in value)
    return read_address(str(value)) if value else ()


def address_text(value: object) -> str:
    """The written form of ``address(value)``."""
    return write_address(address(value))
