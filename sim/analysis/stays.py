"""Where everybody was and what they did, tick by tick, as intervals.

From ``move`` and ``act`` events and the map alone. Intervals are half open, [start, end) in ticks, and end with the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sim.analysis.setting import Setting
from sim.types import Address, Event, read_address


@dataclass(frozen=True, slots=True)
class Stay:
    """A stretch of time in one arena (the town itself for streets and open ground). ``stood`` are the ticks of it that were
    not spent walking: 0 for passing through."""

    start: int
    end: int
    arena: Address
    stood: int = 0


@dataclass(frozen=True, slots=True)
class Doing:
    """A stretch of one activity. ``address`` is where it is done, as the resident has it; ``away`` means out of town."""

    start: int
    end: int
    activity: str
    address: Address
    icon: str
    asleep: bool
    away: bool

    @property
    def walking(self) -> bool:
        return self.icon == "walk"


def stays(setting: Setting) -> dict[str, tuple[Stay, ...]]:
    """Resident -> where they were, in order and without gaps from their first move on; out of town is in no stay."""
    moves: dict[str, list[Event]] = {slug: [] for slug in setting.people}
    for event in setting.run.events(0, setting.last, ("move",)):
        moves.setdefault(event.key, []).append(event)
    gone = {slug: [d for d in done if d.away] for slug, done in doings(setting).items()}
    return {slug: _without(_stays(setting, events), gone.get(slug, ())) for slug, events in moves.items()}


def _stays(setting: Setting, events: list[Event]) -> list[Stay]:
    """Arena by arena along every walk."""
    entered: list[tuple[int, Address]] = []
    stood: list[int] = []
    for event, end in lasting(events, setting.last + 1):
        tick = event.tick
        for arena in _walked(setting, event, end):
            if not entered or entered[-1][1] != arena:
                entered.append((tick, arena))
                stood.append(0)
            tick += 1
        if stood:
            stood[-1] += end - tick
    leaves = [*(tick for tick, _ in entered), setting.last + 1][1:]
    rows = zip(entered, leaves, stood, strict=True)
    return [Stay(start, end, arena, still) for (start, arena), end, still in rows if end > start]


def _walked(setting: Setting, event: Event, end: int) -> list[Address]:
    """The arena at each tick of a walk, until it arrives or ``end``."""
    path, speed = event.data["path"], max(1, int(event.data.get("speed", 1)))
    tiles = [path[min(i, len(path) - 1)] for i in range(0, len(path) + speed - 1, speed)][: end - event.tick]
    return [setting.places.arena_of((int(x), int(y))) or setting.places.root for x, y in tiles]


def _without(found: Iterable[Stay], gone: Iterable[Doing]) -> tuple[Stay, ...]:
    """The stays with the times out of town cut away."""
    kept = list(found)
    for away in gone:
        parts = []
        for stay in kept:
            parts += [
                replace(stay, end=min(stay.end, away.start)),
                replace(stay, start=max(stay.start, away.end)),
            ]
        kept = [replace(part, stood=min(part.stood, part.end - part.start)) for part in parts if part.end > part.start]
    return tuple(kept)


def doings(setting: Setting) -> dict[str, tuple[Doing, ...]]:
    """Resident -> what they did, in order and without gaps from their first act on."""
    acts: dict[str, list[Event]] = {slug: [] for slug in setting.people}
    for event in setting.run.events(0, setting.last, ("act",)):
        acts.setdefault(event.key, []).append(event)
    return {slug: tuple(_doings(events, setting.last + 1)) for slug, events in acts.items()}


def _doings(events: list[Event], over: int) -> list[Doing]:
    return [_doing(event, end) for event, end in lasting(events, over) if end > event.tick]


def lasting(events: Sequence[Event], over: int) -> Iterator[tuple[Event, int]]:
    """Each event of one kind and key with the tick at which the next, or ``over``, ends it."""
    for i, event in enumerate(events):
        yield event, events[i + 1].tick if i + 1 < len(events) else over


def _doing(event: Event, end: int) -> Doing:
    data = event.data
    away = data.get("why") == "leave" and data.get("activity") == "away"
    address = read_address(str(data.get("address") or ""))
    return Doing(
        event.tick, end, str(data.get("activity", "")), address, str(data.get("icon", "")), bool(data.get("asleep")), away
    )


def overlap(a: tuple[int, int], b: tuple[int, int]) -> int:
    """How long two half-open intervals have in common; 0 for none."""
    return max(0, min(a[1], b[1]) - max(a[0], b[0]))


def time_in(found: Iterable[Stay], place: Address, span: tuple[int, int]) -> int:
    """Ticks of ``span`` spent in ``place`` or below it."""
    return sum(overlap((stay.start, stay.end), span) for stay in found if stay.arena[: len(place)] == place)
