"""Two runs side by side: where lives first parted, and who learned what, when and from whom, in one and in the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.record.read import Run
from sim.types import Event


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

    ``parted``: resident -> (tick, their event in a, their event in b), the event None where that run ended first or had none;
    residents whose lives agree are absent. ``learned``: what was learned differently.
    """

    first_tick: int | None
    common_ticks: int
    parted: dict[str, tuple[int, Event | None, Event | None]]
    learned: tuple[Learned, ...]


def diff(a: Run, b: Run) -> RunDiff:
    """Compare two runs, over the ticks that both have."""
    until = min(a.last_tick, b.last_tick)
    first = _first_difference(a, b, until)
    everybody = dict.fromkeys([r.slug for r in a.residents] + [r.slug for r in b.residents])
    lives = {} if first is None else {slug: _parting(a, b, slug, first, until) for slug in everybody}
    parted = {slug: parting for slug, parting in lives.items() if parting is not None}
    return RunDiff(first, until + 1 if first is None else first, parted, tuple(_learned(a, b, until)))


def _first_difference(a: Run, b: Run, until: int) -> int | None:
    """The first tick whose hash differs. Rows of ticks in which nothing happened do not count."""
    changes_a, changes_b = a.hashes(until), b.hashes(until)
    for one, other in zip(changes_a, changes_b, strict=False):
        if one != other:
            return min(one[0], other[0])
    rest = changes_a[len(changes_b) :] or changes_b[len(changes_a) :]
    return rest[0][0] if rest else None


def _parting(a: Run, b: Run, slug: str, since: int, until: int) -> tuple[int, Event | None, Event | None] | None:
    ones, others = list(_life(a, slug, since, until)), list(_life(b, slug, since, until))
    for one, other in zip(ones, others, strict=False):
        if (one.tick, one.kind, one.key, one.data) != (other.tick, other.kind, other.key, other.data):
            return min(one.tick, other.tick), one, other
    if len(ones) == len(others):
        return None
    shared = min(len(ones), len(others))
    extra_a, extra_b = (events[shared] if len(events) > shared else None for events in (ones, others))
    return min(event.tick for event in (extra_a, extra_b) if event), extra_a, extra_b


def _life(run: Run, slug: str, since: int, until: int) -> Iterator[Event]:
    """What somebody did, said and thought."""
    return (event for event in run.events(since, until) if slug in (event.key, event.data.get("who")) and event.kind != "run")


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
