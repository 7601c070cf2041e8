"""Where every resident was (``Stay``) and what they did (``Activity``), as intervals of ticks up to the end of the run.

Computed from ``move`` and ``act`` events and the map alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sim.analysis.run_context import RunContext
from sim.types import Address, Event, read_address


@dataclass(frozen=True, slots=True)
class Interval:
    """From tick ``start`` to before tick ``end``."""

    start: int
    end: int

    @property
    def span(self) -> tuple[int, int]:
        """(start, end)."""
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class Stay(Interval):
    """An interval in an arena (the town itself for streets and open ground). ``stood`` counts the ticks not spent walking: 0
    for a resident who only passes through."""

    arena: Address
    stood: int = 0


@dataclass(frozen=True, slots=True)
class Activity(Interval):
    """An interval of one activity. ``address`` is where the resident means to do it; ``away`` means out of town."""

    activity: str
    address: Address
    icon: str
    asleep: bool
    away: bool

    @property
    def walking(self) -> bool:
        return self.icon == "walk"


def stays(context: RunContext) -> dict[str, tuple[Stay, ...]]:
    """Resident -> their stays in order, without gaps from their first move on, except for times out of town."""
    moves: dict[str, list[Event]] = {slug: [] for slug in context.residents}
    for event in context.run.events(0, context.last_tick, ("move",)):
        moves.setdefault(event.key, []).append(event)
    gone = {slug: [d for d in done if d.away] for slug, done in activities(context).items()}
    return {slug: _without(_stays(context, events), gone.get(slug, ())) for slug, events in moves.items()}


def _stays(context: RunContext, events: list[Event]) -> list[Stay]:
    """The stays along every walk."""
    entered: list[tuple[int, Address]] = []
    stood: list[int] = []
    for event, end in with_end(events, context.last_tick + 1):
        tick = event.tick
        for arena in _walked(context, event, end):
            if not entered or entered[-1][1] != arena:
                entered.append((tick, arena))
                stood.append(0)
            tick += 1
        if stood:
            stood[-1] += end - tick
    left = [*(tick for tick, _ in entered), context.last_tick + 1][1:]
    rows = zip(entered, left, stood, strict=True)
    return [Stay(start, end, arena, still) for (start, arena), end, still in rows if end > start]


def _walked(context: RunContext, event: Event, end: int) -> list[Address]:
    """The arena at each tick of a walk until its arrival, or until ``end``."""
    path, speed = event.data["path"], max(1, int(event.data.get("speed", 1)))
    tiles = [path[min(i, len(path) - 1)] for i in range(0, len(path) + speed - 1, speed)][: end - event.tick]
    return [context.places.arena_of((int(x), int(y))) or context.places.root for x, y in tiles]


def _without(found: Iterable[Stay], gone: Iterable[Activity]) -> tuple[Stay, ...]:
    """The stays without the times out of town."""
    rest = list(found)
    for away in gone:
        parts = []
        for stay in rest:
            parts += [replace(stay, end=min(stay.end, away.start)), replace(stay, start=max(stay.start, away.end))]
        rest = [replace(part, stood=min(part.stood, part.end - part.start)) for part in parts if part.end > part.start]
    return tuple(rest)


def activities(context: RunContext) -> dict[str, tuple[Activity, ...]]:
    """Resident -> their activities in order, without gaps from their first act on."""
    acts: dict[str, list[Event]] = {slug: [] for slug in context.residents}
    for event in context.run.events(0, context.last_tick, ("act",)):
        acts.setdefault(event.key, []).append(event)
    timed = {slug: with_end(found, context.last_tick + 1) for slug, found in acts.items()}
    return {slug: tuple(_activity(act, end) for act, end in found if end > act.tick) for slug, found in timed.items()}


def with_end(events: Sequence[Event], over: int) -> Iterator[tuple[Event, int]]:
    """Each event of one kind and key with its end: the tick of the next one, or ``over`` for the last."""
    for i, event in enumerate(events):
        yield event, events[i + 1].tick if i + 1 < len(events) else over


def _activity(event: Event, end: int) -> Activity:
    data = event.data
    away = data.get("why") == "leave" and data.get("activity") == "away"
    address = read_address(str(data.get("address") or ""))
    activity, icon = str(data.get("activity", "")), str(data.get("icon", ""))
    return Activity(event.tick, end, activity, address, icon, bool(data.get("asleep")), away)


def overlap(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The length of the overlap of two half-open intervals (start, end)."""
    return max(0, min(a[1], b[1]) - max(a[0], b[0]))


def time_in(found: Iterable[Stay], place: Address, span: tuple[int, int]) -> int:
    """The ticks of ``span`` spent in ``place`` or in a place inside it."""
    return sum(overlap(stay.span, span) for stay in found if stay.arena[: len(place)] == place)
