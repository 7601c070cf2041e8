"""Compares two runs of one town: the tick at which they part, and when which resident is elsewhere or does something else.

What a resident does is their last ``act`` event (activity and room), or the residents they talk with. Knows no pixels.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from sim.record.diff import first_difference
from sim.record.errors import RunError
from sim.record.read import Run
from sim.record.town_state import address_from_data

MIN_DIVERGENCE = 600
"""Game seconds that a difference must last to be a divergence to go to; a shorter difference is only marked."""
ROOM_DEPTH = 3
"""Parts of an address down to the room."""

Doing = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A resident differs from the tick ``since`` on, until before the tick ``until``."""

    slug: str
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """``first`` is the first tick whose record differs, None for equal runs; ``last`` is the last tick that both have.
    ``spans`` are in order of time; ``divergences`` are the ticks at which a resident begins to differ for a while."""

    first: int | None
    last: int
    spans: tuple[Span, ...]
    divergences: tuple[int, ...]

    def differing(self, tick: int) -> tuple[str, ...]:
        """The residents who differ at this tick; the resident who began to differ last comes first."""
        until = bisect_right(self.spans, tick, key=lambda span: span.since)
        return tuple(span.slug for span in reversed(self.spans[:until]) if tick < span.until)

    def next(self, tick: int) -> int | None:
        """The first divergence after a tick."""
        return next(iter(self.divergences[bisect_right(self.divergences, tick) :]), None)

    def counts(self, columns: int) -> list[int]:
        """The runs cut into ``columns`` equal parts: how many residents differ in each part, for longer than a part."""
        change = [0] * (columns + 1)
        for span in self.spans:
            change[span.since * columns // (self.last + 1)] += 1
            change[span.until * columns // (self.last + 1)] -= 1
        return list(accumulate(change))[:columns]


def compare(a: Run, b: Run) -> Comparison:
    """Compare two runs over the ticks that both have. Raises ``RunError`` where they are not runs of one town."""
    if a.map_text != b.map_text or (a.meta.start, a.meta.tick_seconds) != (b.meta.start, b.meta.tick_seconds):
        why = "they have other maps, or begin at other times, or have ticks of another length"
        raise RunError(f"{a.path} and {b.path} are not of one town: {why}. Take two forks, or two runs of one scenario")
    last = min(a.last_tick, b.last_tick)
    first = first_difference(a, b, last)
    spans = tuple(sorted(_spans(a, b, last), key=lambda span: (span.since, span.slug))) if first is not None else ()
    least = MIN_DIVERGENCE // a.meta.tick_seconds
    return Comparison(first, last, spans, tuple(sorted({one.since for one in spans if one.until - one.since >= least})))


def _spans(a: Run, b: Run, last: int) -> Iterator[Span]:
    """Every stretch of time in which a resident does not do the same in both runs."""
    ones, others = _doings(a, last), _doings(b, last)
    for slug in dict.fromkeys((*ones, *others)):
        changes = [(at, i, doing) for i, found in enumerate((ones, others)) for at, doing in found.get(slug, ())]
        yield from _differences(slug, sorted(changes, key=lambda change: change[0]), last)


def _differences(slug: str, changes: list[tuple[int, int, Doing]], last: int) -> Iterator[Span]:
    now: list[Doing] = [(), ()]
    since = None
    for i, (tick, which, doing) in enumerate(changes):
        now[which] = doing
        if i + 1 < len(changes) and changes[i + 1][0] == tick:
            continue
        if now[0] != now[1] and since is None:
            since = tick
        elif now[0] == now[1] and since is not None:
            yield Span(slug, since, tick)
            since = None
    if since is not None:
        yield Span(slug, since, last + 1)


def _doings(run: Run, last: int) -> dict[str, list[tuple[int, Doing]]]:
    """Slug -> (tick, what they do from then on), in order of time."""
    found: dict[str, list[tuple[int, Doing]]] = {}
    acts: dict[str, Doing] = {}
    talks: dict[str, tuple[str, ...]] = {}

    def note(tick: int, slug: str) -> None:
        partners = next((("talk", *sorted(people)) for people in talks.values() if slug in people), None)
        found.setdefault(slug, []).append((tick, partners or acts.get(slug, ())))

    for event in run.events(0, last, ("act", "talk")):
        data = event.data
        if event.kind == "act":
            place = address_from_data(data.get("address", ""))[:ROOM_DEPTH]
            acts[event.key] = (str(data.get("activity", "")), *place)
            note(event.tick, event.key)
            continue
        before, phase, who = talks.get(event.key, ()), data.get("phase"), str(data.get("who", ""))
        after = {
            "start": tuple(str(slug) for slug in data.get("people", ())),
            "join": (*before, who),
            "leave": tuple(slug for slug in before if slug != who),
        }.get(str(phase), ())
        talks |= {event.key: after}
        if not after:
            del talks[event.key]
        for slug in dict.fromkeys((*before, *after)):
            note(event.tick, slug)
    return found
