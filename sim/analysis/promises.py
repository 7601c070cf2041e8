"""Plans and promises: whether residents were where they meant to be, when they meant to be there.

Computed from ``plan`` and ``intend`` events and the stays. Only place and time are judged, not what was done there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.analysis.intervals import Activity, Interval, Stay, overlap, time_in, with_end
from sim.analysis.metrics import Failure, Metric, proportion
from sim.analysis.run_context import RunContext
from sim.types import Address, Event, read_address

MIN_STRETCH = 600
"""Game seconds from which a planned stretch is judged; shorter ones are walks."""
KEPT_SHARE = 0.5
"""Share of a planned stretch that must be spent at its place."""
SEEKS = "looking for"
"""How the scripted mind's plans say that a resident is looked for. Such a stretch is kept by meeting them anywhere."""
EARLY_SECONDS = 900
"""Game seconds before the promised moment from which on being there keeps a promise."""
LATE_SECONDS = 3600
"""Game seconds after the promised moment until which being there keeps a promise."""


@dataclass(frozen=True, slots=True)
class PlannedStretch(Interval):
    """A block of a plan, cut to the time in which that plan was valid."""

    activity: str
    place: Address


@dataclass(frozen=True, slots=True)
class Promise:
    """An intention with a time (``at``, game seconds) and a place, made at the tick ``made``. ``kept`` is ``yes``, ``no`` or
    ``excused`` (a later talk settled it, or the plan was changed for a reason around that time)."""

    resident: str
    made: int
    at: int
    place: Address
    text: str
    talk: str
    kept: str


def plan_metrics(
    context: RunContext, where: Mapping[str, Sequence[Stay]], did: Mapping[str, Sequence[Activity]]
) -> tuple[list[Metric], list[Failure]]:
    """Metrics on plans and promises kept; forgotten promises as failures."""
    kept = count = 0
    slugs = {resident.name: slug for slug, resident in context.residents.items()}
    for slug in context.residents:
        for stretch in planned_stretches(context, slug):
            count += 1
            sought = next((slug for name, slug in slugs.items() if stretch.activity.startswith(f"{SEEKS} {name}")), None)
            kept += _met(stretch, where[slug], where[sought]) if sought else _kept(stretch, where[slug], did[slug])
    made = promises(context, where)
    judged = [promise for promise in made if promise.kept != "excused"]
    minutes = MIN_STRETCH // 60
    plan_rule = (
        f"planned stretches of {minutes} minutes or more, half of which was spent at their place (at night: asleep; "
        "who was looked for: met)"
    )
    promise_rule = (
        f"intentions with a time and a place whose time came; there within {EARLY_SECONDS // 60} minutes before to "
        f"{LATE_SECONDS // 60} after; "
        f"{len(made) - len(judged)} more were given up for a reason"
    )
    rows = [
        proportion("plans kept", kept, count, plan_rule),
        proportion("commitments kept", sum(p.kept == "yes" for p in judged), len(judged), promise_rule),
    ]
    return rows, [_forgotten(context, promise) for promise in judged if promise.kept == "no"]


def planned_stretches(context: RunContext, slug: str) -> list[PlannedStretch]:
    """The blocks of all plans of a resident, each cut to the time in which its plan was valid."""
    plans = context.run.events(0, context.last_tick, ("plan",), slug)
    found = []
    for event, over in with_end(plans, context.last_tick + 1):
        for block in event.data["blocks"]:
            start, end = max(event.tick, context.tick(int(block["start"]))), min(over, context.tick(int(block["end"])))
            if (end - start) * context.tick_seconds >= MIN_STRETCH:
                found.append(PlannedStretch(start, end, str(block["activity"]), read_address(str(block["place"]))))
    return found


def _kept(stretch: PlannedStretch, where: Sequence[Stay], did: Sequence[Activity]) -> bool:
    if stretch.activity == "sleeping":
        there = sum(overlap(activity.span, stretch.span) for activity in did if activity.asleep)
    else:
        there = time_in(where, stretch.place, stretch.span)
    return there >= KEPT_SHARE * (stretch.end - stretch.start)


def _met(stretch: PlannedStretch, mine: Sequence[Stay], theirs: Sequence[Stay]) -> bool:
    """Whether the two were in the same place at any time of the stretch. The plan's own place is only where the search
    begins."""
    both = ((my, their) for my in mine for their in theirs if my.arena == their.arena and overlap(my.span, stretch.span))
    return any(min(my.end, their.end, stretch.end) > max(my.start, their.start, stretch.start) for my, their in both)


def promises(context: RunContext, where: Mapping[str, Sequence[Stay]]) -> list[Promise]:
    """The intentions with a time and a place whose time came before the end of the run, each once."""
    found: dict[tuple[str, int, Address], Promise] = {}
    for event in context.run.events(0, context.last_tick, ("intend",)):
        at, place = event.data.get("at"), _sector(context, str(event.data.get("place") or ""))
        if at is None or place is None or event.key not in context.residents or at + EARLY_SECONDS > context.end:
            continue
        if (event.key, at, place) not in found:
            found[event.key, at, place] = _judged(context, event, int(at), place, where[event.key])
    return list(found.values())


def _judged(context: RunContext, event: Event, at: int, place: Address, where: Sequence[Stay]) -> Promise:
    span = (context.tick(at - EARLY_SECONDS), context.tick(at + LATE_SECONDS) + 1)
    excused = _reason(context, event.key, event.tick, at, span)
    kept = "yes" if time_in(where, place, span) > 0 else "excused" if excused else "no"
    return Promise(event.key, event.tick, at, place, str(event.data["text"]), str(event.data.get("talk", "")), kept)


def _reason(context: RunContext, slug: str, made: int, at: int, span: tuple[int, int]) -> bool:
    """Whether a later talk settled the promise, or the resident changed their plan for a reason around its time."""
    later = context.run.events(made + 1, span[1], ("promise",), slug)
    if any(event.data.get("state") == "settled" and event.data.get("at") == at for event in later):
        return True
    changed = context.run.events(max(made + 1, span[0]), span[1], ("plan",), slug)
    return any(event.data.get("why") == "react" and event.data.get("reason") for event in changed)


def _forgotten(context: RunContext, promise: Promise) -> Failure:
    made = f"promised {context.when(promise.made)}, talk {promise.talk or 'none'}"
    text = f"was not at {promise.place[-1]}: {promise.text} ({made})"
    return Failure("forgotten promise", context.tick(promise.at), promise.resident, text)


def _sector(context: RunContext, name: str) -> Address | None:
    """The place that an intention names: a sector by its name, with or without one of its rooms (``Cafe: kitchen``), or any
    place by its written address; None if unknown."""
    name = name.partition(": ")[0]
    if not name:
        return None
    if ":" in name:
        return context.places.find(name)
    return next((place.address for place in context.places.sectors if place.address[-1] == name), None)
