"""Checks of places: closed shops, private rooms, crowded rooms, and activities in the wrong place.

The norms come from the scenario and the map, as for the engine. Where residents really were comes from their stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sim.analysis.intervals import Activity, Interval, Stay, overlap, time_in
from sim.analysis.metrics import Failure, Metric, proportion
from sim.analysis.run_context import RunContext
from sim.types import Address, Event, read_address, write_address
from sim.world.clock import clock_text
from sim.world.norms import is_open

MIN_VISIT = 60
"""Game seconds that a resident must stand in a place for a visit; walking through is none."""
CLOSING_GRACE = 600
"""Game seconds after closing in which guests may still leave."""
MIN_CROWDING = 30
"""Game seconds that a room must be overcrowded to count."""
BATHROOM = re.compile(r"\b(?:bath ?room|toilet|wash ?room|lavatory|wc)\b", re.IGNORECASE)
WASHING = re.compile(r"\b(?:taking a (?:shower|bath)|showering|bathing|brushing (?:his|her|their) teeth)\b", re.IGNORECASE)
EATING_HERE = re.compile(r"\b(?:eating|having (?:breakfast|lunch|dinner|supper))\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Visit(Interval):
    """A resident's stay in a place with rules."""

    resident: str
    place: Address
    rules: Mapping[str, Any]


def place_metrics(
    context: RunContext, where: Mapping[str, Sequence[Stay]], did: Mapping[str, Sequence[Activity]]
) -> tuple[list[Metric], list[Failure]]:
    """The metric on doors; every wrong visit, crowd and place as a failure."""
    made = [visit for slug in context.residents for visit in visits(context, slug, where[slug]) if _stays(visit, did[slug])]
    wrong = [failure for visit in made if (failure := _wrong_visit(context, visit)) is not None]
    rule = "visits (standing there for a minute) to places with hours or lists, made while open and by those who may"
    wrong_places = [failure for slug in context.residents for failure in _wrong_places(context, slug, where[slug], did[slug])]
    doors = proportion("doors respected", len(made) - len(wrong), len(made), rule)
    return [doors], wrong + overcrowded(context, where) + wrong_places


def visits(context: RunContext, slug: str, where: Sequence[Stay]) -> list[Visit]:
    """A resident's visits to places whose opening hours or list of visitors apply to them."""
    found = []
    for place, rules in context.scenario.norms.items():
        if not ({"opens", "closes", "only"} & set(rules)) or _belongs(context, slug, place, rules):
            continue
        inside = [stay for stay in where if stay.arena[: len(place)] == place]
        for stay in _merged(inside):
            if stay.stood * context.tick_seconds >= MIN_VISIT:
                found.append(Visit(stay.start, stay.end, slug, place, rules))
    return found


def _stays(visit: Visit, did: Sequence[Activity]) -> bool:
    """Whether the resident does something there. A resident who is only spoken to on the way through does not visit."""
    done = (activity for activity in did if overlap(activity.span, (visit.start, visit.end)))
    return any(not activity.activity.startswith("walking to ") for activity in done)


def _merged(inside: Sequence[Stay]) -> list[Stay]:
    """Consecutive stays joined into one."""
    spans: list[Stay] = []
    for stay in inside:
        if spans and spans[-1].end == stay.start:
            spans[-1] = replace(spans[-1], end=stay.end, stood=spans[-1].stood + stay.stood)
        else:
            spans.append(stay)
    return spans


def _belongs(context: RunContext, slug: str, place: Address, rules: Mapping[str, Any]) -> bool:
    """Whether a resident owns a place, lives or works there, or is on its list."""
    resident = context.residents[slug]
    only = tuple(rules.get("only", ()))
    if rules.get("owner") == slug or slug in only or _within(resident.home, place):
        return True
    return not only and resident.work is not None and (_within(resident.work, place) or _within(place, resident.work))


def _within(inner: Address, outer: Address) -> bool:
    return inner[: len(outer)] == outer


def _wrong_visit(context: RunContext, visit: Visit) -> Failure | None:
    """What is wrong with a visit, if anything."""
    name, start = write_address(visit.place[1:]), visit.start * context.tick_seconds
    if "only" in visit.rules:
        allowed = ", ".join(visit.rules["only"])
        return Failure("private room", visit.start, visit.resident, f"was in {name}, which is for {allowed} only")
    opens, closes = int(visit.rules.get("opens", 0)), int(visit.rules.get("closes", 1440))
    hours = f"open {clock_text(opens)} to {clock_text(closes)}"
    if not is_open(context.clock.minutes(start), opens, closes):
        return Failure("closed shop", visit.start, visit.resident, f"came to {name} while it was closed ({hours})")
    last = (visit.end - 1) * context.tick_seconds - CLOSING_GRACE
    if last > start and not is_open(context.clock.minutes(last), opens, closes):
        return Failure("closed shop", visit.end - 1, visit.resident, f"stayed in {name} after it had closed ({hours})")
    return None


def overcrowded(context: RunContext, where: Mapping[str, Sequence[Stay]]) -> list[Failure]:
    """Rooms with more people than their capacity (1 for a bathroom without one). Residents who only walk through do not
    count."""
    rooms: dict[Address, list[tuple[int, int, str]]] = {}
    for slug, found in where.items():
        for stay in found:
            room = _limited(context, stay.arena) if stay.stood * context.tick_seconds >= MIN_CROWDING else None
            if room is not None:
                rooms.setdefault(room, []).append((stay.start, stay.end, slug))
    return [failure for room, inside in rooms.items() for failure in _crowded(context, room, sorted(inside))]


def _limited(context: RunContext, arena: Address) -> Address | None:
    """The innermost place with a capacity that contains an arena; a bathroom always has one."""
    limited = [place for place, rules in context.norms(arena) if "capacity" in rules]
    if limited:
        return limited[-1]
    return arena if len(arena) > 2 and BATHROOM.search(arena[-1]) else None


def _crowded(context: RunContext, room: Address, inside: list[tuple[int, int, str]]) -> list[Failure]:
    """One failure per resident who came in while the room was full and stayed."""
    limit, found = int(context.scenario.norms.get(room, {}).get("capacity", 1)), []
    for i, (start, end, slug) in enumerate(inside):
        others = [(a, b) for a, b, who in inside[:i] if b > start and who != slug]
        if len(others) < limit:
            continue
        until = min(end, sorted(b for _, b in others)[-limit])
        if (until - start) * context.tick_seconds >= MIN_CROWDING:
            name = write_address(room[1:])
            check = "crowded bathroom" if BATHROOM.search(room[-1]) else "crowded room"
            found.append(Failure(check, start, slug, f"came into {name}, which holds {limit} and had {len(others)} in it"))
    return found


def _wrong_places(context: RunContext, slug: str, where: Sequence[Stay], did: Sequence[Activity]) -> list[Failure]:
    """Activities in the wrong place: sleep away from home, meals in bathrooms, washing outside them, steps in another sector
    than planned, and acts at a place where the resident is not."""
    home = context.residents[slug].home[:2]
    steps = context.run.events(0, context.last_tick, ("step",), slug)
    found, i = [], 0
    for activity in did:
        while i < len(steps) and steps[i].tick <= activity.start:
            i += 1
        if activity.away or activity.walking or (activity.end - activity.start) * context.tick_seconds < MIN_VISIT:
            continue
        problem = _misfit(context, activity, home, where) or (_misplaced(activity, steps[i - 1]) if i else "")
        if problem:
            place = write_address(activity.address[1:]) or "no named place"
            found.append(Failure("wrong place", activity.start, slug, f"{problem}: {activity.activity} at {place}"))
    return found


def _misplaced(activity: Activity, steps: Event) -> str:
    """Where a step of the plan belongs if it is done in another sector; "" if it is not."""
    for step in steps.data["steps"]:
        target = read_address(str(step["target"]))
        if step["activity"] == activity.activity and target[:2] != activity.address[:2]:
            return f"belongs at {write_address(target[1:])}"
    return ""


def _misfit(context: RunContext, activity: Activity, home: Address, where: Sequence[Stay]) -> str:
    """Why an activity does not fit its place; "" if it does."""
    span = activity.span
    if len(activity.address) > 1 and time_in(where, activity.address[:2], span) == 0:
        return "is elsewhere"
    if activity.asleep and activity.address[:2] != home and time_in(where, home, span) == 0:
        return "asleep away from home"
    room = activity.address[2] if len(activity.address) > 2 else ""
    if BATHROOM.search(room) and EATING_HERE.search(activity.activity):
        return "a meal in a bathroom"
    washing_elsewhere = room and WASHING.search(activity.activity) and not BATHROOM.search(room)
    arenas = context.places.arenas(activity.address[:2])
    if washing_elsewhere and any(BATHROOM.search(arena.address[-1]) for arena in arenas):
        return "washing outside the bathroom"
    return ""
