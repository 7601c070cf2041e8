"""Plans and promises: was somebody where they meant to be, when they meant to be there.

From ``plan`` and ``intend`` events and where everybody was. What was done there is not judged, only place and time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.analysis.scores import Failure, Row, share
from sim.analysis.setting import Setting
from sim.analysis.stays import Doing, Stay, lasting, overlap, time_in
from sim.types import Address, Event, read_address

SHORTEST = 600
"""Game seconds a planned stretch must last to be judged: shorter ones are walks."""
KEPT = 0.5
"""Share of a planned stretch that must be spent at its place."""
EARLY, LATE = 900, 3600
"""Game seconds before and after the promised moment in which being there keeps a promise."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A planned block as far as its plan stood and the run went, in ticks."""

    start: int
    end: int
    activity: str
    place: Address


@dataclass(frozen=True, slots=True)
class Promise:
    """An intention with a time and a place: ``at`` game seconds, ``made`` the tick, ``place`` the sector; ``kept`` is ``yes``,
    ``no`` or ``excused`` (the plan was changed for another reason around that time)."""

    resident: str
    made: int
    at: int
    place: Address
    text: str
    talk: str
    kept: str


def plan_rows(
    setting: Setting, where: Mapping[str, Sequence[Stay]], did: Mapping[str, Sequence[Doing]]
) -> tuple[list[Row], list[Failure]]:
    """Rows on plans and promises kept, and the promises forgotten."""
    kept = count = 0
    for slug in setting.people:
        for stretch in stretches(setting, slug):
            count += 1
            kept += _kept(stretch, where[slug], did[slug])
    made = promises(setting, where)
    judged = [promise for promise in made if promise.kept != "excused"]
    plan_rule = (
        f"planned stretches of {SHORTEST // 60} minutes or more, half of which was spent at their place (at night: asleep)"
    )
    promise_rule = (
        f"intentions with a time and a place whose time came; there within {EARLY // 60} minutes before to {LATE // 60} after; "
        f"{len(made) - len(judged)} more were given up for a reason"
    )
    rows = [
        share("plans kept", kept, count, plan_rule),
        share("commitments kept", sum(p.kept == "yes" for p in judged), len(judged), promise_rule),
    ]
    return rows, [_forgotten(setting, promise) for promise in judged if promise.kept == "no"]


def stretches(setting: Setting, slug: str) -> list[Stretch]:
    """Every block of every plan of a resident, cut to the time in which that plan stood."""
    plans = setting.run.events(0, setting.last, ("plan",), slug)
    found = []
    for event, over in lasting(plans, setting.last + 1):
        for block in event.data["blocks"]:
            start, end = max(event.tick, setting.tick(int(block["start"]))), min(over, setting.tick(int(block["end"])))
            if (end - start) * setting.step >= SHORTEST:
                found.append(Stretch(start, end, str(block["activity"]), read_address(str(block["place"]))))
    return found


def _kept(stretch: Stretch, where: Sequence[Stay], did: Sequence[Doing]) -> bool:
    span = (stretch.start, stretch.end)
    if stretch.activity == "sleeping":
        there = sum(overlap((doing.start, doing.end), span) for doing in did if doing.asleep)
    else:
        there = time_in(where, stretch.place, span)
    return there >= KEPT * (stretch.end - stretch.start)


def promises(setting: Setting, where: Mapping[str, Sequence[Stay]]) -> list[Promise]:
    """The intentions with time and place whose time came before the run's end, each once."""
    found: dict[tuple[str, int, Address], Promise] = {}
    for event in setting.run.events(0, setting.last, ("intend",)):
        at, place = event.data.get("at"), _sector(setting, str(event.data.get("place") or ""))
        if at is None or place is None or event.key not in setting.people or at + EARLY > setting.end:
            continue
        if (event.key, at, place) not in found:
            found[event.key, at, place] = _judged(setting, event, int(at), place, where[event.key])
    return list(found.values())


def _judged(setting: Setting, event: Event, at: int, place: Address, where: Sequence[Stay]) -> Promise:
    span = (setting.tick(at - EARLY), setting.tick(at + LATE) + 1)
    kept = "yes" if time_in(where, place, span) > 0 else "excused" if _reason(setting, event.key, event.tick, span) else "no"
    return Promise(event.key, event.tick, at, place, str(event.data["text"]), str(event.data.get("talk", "")), kept)


def _reason(setting: Setting, slug: str, made: int, span: tuple[int, int]) -> bool:
    """Whether the resident changed the plan, for a reason of theirs, around the promised time."""
    changed = setting.run.events(max(made + 1, span[0]), span[1], ("plan",), slug)
    return any(event.data.get("why") == "react" and event.data.get("reason") for event in changed)


def _forgotten(setting: Setting, promise: Promise) -> Failure:
    text = (
        f"was not at {promise.place[-1]}: {promise.text} (promised {setting.when(promise.made)}, talk {promise.talk or 'none'})"
    )
    return Failure("forgotten promise", setting.tick(promise.at), promise.resident, text)


def _sector(setting: Setting, name: str) -> Address | None:
    """The place that an intention names: a sector by its last name, or any place by its written address."""
    if not name:
        return None
    if ":" in name:
        return setting.places.find(name)
    return next((place.address for place in setting.places.sectors if place.address[-1] == name), None)
