"""Compare two runs: the first tick that differs, where each resident diverges, and what was learned differently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from sim.record.read import Run
from sim.types import Event

Divergence = tuple[int, Event | None, Event | None]
"""(tick, the event in run a, the event in run b); an event is None if that run has no more of this resident."""


@dataclass(frozen=True, slots=True)
class LearnedText:
    """When and from whom a resident learned ``text``: ``(tick, from)`` in run a and in run b, None if never."""

    resident: str
    text: str
    a: tuple[int, str] | None
    b: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class RunDiff:
    """``first_tick`` is the first tick that differs; None if the runs are equal or one is the beginning of the other.

    ``diverged`` holds the residents whose events differ, ``learned`` what was learned differently.
    """

    first_tick: int | None
    common_ticks: int
    diverged: dict[str, Divergence]
    learned: tuple[LearnedText, ...]


def diff(a: Run, b: Run) -> RunDiff:
    """Compare two runs over the ticks that both have."""
    until = min(a.last_tick, b.last_tick)
    first = first_difference(a, b, until)
    diverged = {} if first is None else _divergences(a, b, first, until)
    return RunDiff(first, until + 1 if first is None else first, diverged, tuple(_learned(a, b, until)))


def first_difference(a: Run, b: Run, until: int) -> int | None:
    """The first tick whose hash differs. Ticks in which nothing happened do not count."""
    changes_a, changes_b = a.hashes(until), b.hashes(until)
    for one, other in zip(changes_a, changes_b, strict=False):
        if one != other:
            return min(one[0], other[0])
    rest = changes_a[len(changes_b) :] or changes_b[len(changes_a) :]
    return rest[0][0] if rest else None


def _divergences(a: Run, b: Run, since: int, until: int) -> dict[str, Divergence]:
    """Resident -> their first difference; residents without any are left out."""
    slugs = list(dict.fromkeys(resident.slug for run in (a, b) for resident in run.residents))
    ones, others = _events_by_resident(a, slugs, since, until), _events_by_resident(b, slugs, since, until)
    found = {slug: _divergence(ones[slug], others[slug]) for slug in slugs}
    return {slug: one for slug, one in found.items() if one is not None}


def _events_by_resident(run: Run, slugs: Sequence[str], since: int, until: int) -> dict[str, list[Event]]:
    """Resident -> the events that are about them or that they are the speaker of."""
    found: dict[str, list[Event]] = {slug: [] for slug in slugs}
    for event in run.events(since, until):
        for slug in dict.fromkeys((event.key, str(event.data.get("who", "")))):
            if slug in found:
                found[slug].append(event)
    return found


def _divergence(ones: Sequence[Event], others: Sequence[Event]) -> Divergence | None:
    for one, other in zip_longest(ones, others):
        if one is None or other is None or _content(one) != _content(other):
            return min(event.tick for event in (one, other) if event is not None), one, other
    return None


def _content(event: Event) -> tuple[object, ...]:
    """An event without its sequence number."""
    return event.tick, event.kind, event.key, event.data


def _learned(a: Run, b: Run, until: int) -> Iterator[LearnedText]:
    first_a, first_b = _first_learned(a, until), _first_learned(b, until)
    for resident, text in dict.fromkeys([*first_a, *first_b]):
        one, other = first_a.get((resident, text)), first_b.get((resident, text))
        if one != other:
            yield LearnedText(resident, text, one, other)


def _first_learned(run: Run, until: int) -> dict[tuple[str, str], tuple[int, str]]:
    """(resident, text) -> the tick at which it was first learned, and from whom."""
    found: dict[tuple[str, str], tuple[int, str]] = {}
    for event in run.events(0, until, ("learn",)):
        found.setdefault((event.key, str(event.data.get("text", ""))), (event.tick, str(event.data.get("from", ""))))
    return found
