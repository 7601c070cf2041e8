"""The town's state at a tick, computed from the last event of each kind and key. Pure functions; knows no SQL."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.record.schema import SEQ_BITS
from sim.types import Address, Block, Step, read_address

LatestEvent = tuple[int, dict[str, Any]]
"""(event id, data) of the last event of one kind and key."""


@dataclass(frozen=True, slots=True)
class ResidentState:
    """Where a resident is and what they do. ``(x, y)`` is their tile now, ``(next_x, next_y)`` in one tick; fractions lie
    between tiles. ``until`` is in game seconds, ``talk`` the id of their talk."""

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
    """A talk that is going on: the ``people`` in it now, and the tick ``since`` when."""

    id: str
    people: tuple[str, ...]
    place: str
    since: int


@dataclass(frozen=True, slots=True)
class TownState:
    """The town at ``tick``. Residents who were never placed are absent; ``objects`` are address -> (state, user's slug)."""

    tick: int
    residents: Mapping[str, ResidentState] = field(default_factory=dict)
    objects: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    talks: tuple[TalkState, ...] = ()
    weather: str = ""


def resident_state(tick: int, move: LatestEvent, act: LatestEvent | None, talk: str) -> ResidentState:
    """A resident's state at ``tick``, from their last ``move`` and ``act`` event and the id of their talk."""
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
    """(position now, position in one tick, facing, still walking) ``ticks`` after the start of the walk ``move``."""
    path: Sequence[Sequence[float]] = move["path"]
    speed = float(move.get("speed", 1))
    last = len(path) - 1
    now, then = min(ticks * speed, last), min((ticks + 1) * speed, last)
    ahead = min(int(now), max(last - 1, 0))
    facing = _facing(path[ahead], path[min(ahead + 1, last)]) or str(move.get("facing") or "down")
    here, there = _point(path, now), _point(path, then)
    takes_stairs = any(_stairs(path, i) for i in range(int(now), min(math.ceil(then), last)))
    return here, here if takes_stairs else there, facing, now < last


def _stairs(path: Sequence[Sequence[float]], i: int) -> bool:
    """Whether step ``i`` of the walk leads over stairs, which may end far away; nobody is drawn in between."""
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


def block_from_data(data: Mapping[str, Any]) -> Block:
    """The block in the data of a ``plan`` event."""
    place, why = address_from_data(data["place"]), str(data.get("why", ""))
    return Block(int(data["start"]), int(data["end"]), str(data["activity"]), place, why)


def step_from_data(data: Mapping[str, Any]) -> Step:
    """The step in the data of a ``step`` event."""
    state, icon = str(data.get("state", "")), str(data.get("icon", "think"))
    return Step(int(data["start"]), int(data["end"]), str(data["activity"]), address_from_data(data["target"]), state, icon)


def address_from_data(value: object) -> Address:
    """The address in event data: a written address or a list of names."""
    if isinstance(value, (list, tuple)):
        return tuple(str(part) for part in value)
    return read_address(str(value)) if value else ()
