"""Two runs side by side: where lives first parted, and who learned what, when and from whom, in one and in the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from sim.record.read import Run
from sim.types import Event

Parting = tuple[int, Event | None, Event | None]
"""(tick, the event in run a, the event in run b); an event is None where that run ended first or had none."""


@dataclass(frozen=True, slots=True)
class Learned:
    """When and from whom somebody heard something: ``(tick, from)`` in run a and in run b, None where they did not."""

    resident: str
    text: str
    a: tuple[int, str] | None
    b: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class RunDiff:
    """``first_tick`` is where the runs part (None: one is the beginning of the other, or they are equal).

    ``parted``: of the residents whose lives differ. ``learned``: what was learned differently.
    """

    first_tick: int | None
    common_ticks: int
    parted: dict[str, Parting]
    learned: tuple[Learned, ...]


def diff(a: Run, b: Run) -> RunDiff:
    """Compare two runs, over the ticks that both have."""
    until = min(a.last_tick, b.last_tick)
    first = _first_difference(a, b, until)
    parted = {} if first is None else _partings(a, b, first, until)
    return RunDiff(first, until + 1 if first is None else first, parted, tuple(_learned(a, b, until)))


def _first_difference(a: Run, b: Run, until: int) -> int | None:
    """The first tick whose hash differs. Rows of ticks in which nothing happened do not count."""
    changes_a, changes_b = a.hashes(until), b.hashes(until)
    for one, other in zip(changes_a, changes_b, strict=False):
        if one != other:
            return min(one[0], other[0])
    rest = changes_a[len(changes_b) :] or changes_b[len(changes_a) :]
    return rest[0][0] if rest else None


def _partings(a: Run, b: Run, since: int, until: int) -> dict[str, Parting]:
    """Resident -> where their lives part, of those whose lives do."""
    slugs = list(dict.fromkeys(resident.slug for run in (a, b) for resident in run.residents))
    ones, others = _lives(a, slugs, since, until), _lives(b, slugs, since, until)
    found = {slug: _parting(ones[slug], others[slug]) for slug in slugs}
    return {slug: parting for slug, parting in found.items() if parting is not None}


def _lives(run: Run, slugs: Sequence[str], since: int, until: int) -> dict[str, list[Event]]:
    """Resident -> what they did, said and thought."""
    lives: dict[str, list[Event]] = {slug: [] for slug in slugs}
    for event in run.events(since, until):
        for slug in dict.fromkeys((event.key, str(event.data.get("who", "")))):
            if slug in lives:
                lives[slug].append(event)
    return lives


def _parting(ones: Sequence[Event], others: Sequence[Event]) -> Parting | None:
    for one, other in zip_longest(ones, others):
        if one is None or other is None or _said(one) != _said(other):
            return min(event.tick for event in (one, other) if event is not None), one, other
    return None


def _said(event: Event) -> tuple[object, ...]:
    return event.tick, event.kind, event.key, event.data


def _learned(a: Run, b: Run, until: int) -> Iterator[Learned]:
    first_a, first_b = _lessons(a, until), _lessons(b, until)
    for resident, text in dict.fromkeys([*first_a, *first_b]):
        one, other = first_a.get((resident, text)), first_b.get((resident, text))
        if one != other:
            yield Learned(resident, text, one, other)


def _lessons(run: Run, until: int) -> dict[tuple[str, str], tuple[int, str]]:
    """(resident, text) -> when and from whom it was first heard."""
    found: dict[tuple[str, str], tuple[int, str]] = {}
    for event in run.events(0, until, ("learn",)):
        found.setdefault((event.key, str(event.data.get("text", ""))), (event.tick, str(event.data.get("from", ""))))
    return found
