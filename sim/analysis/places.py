"""Places and their rules: closed shops, private rooms, crowded bathrooms, and things done in the wrong place.

The norms are the scenario's and the map's, as the engine has them; this looks at where people really were.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sim.analysis.scores import Failure, Row, share
from sim.analysis.setting import Setting
from sim.analysis.stays import Doing, Stay, time_in
from sim.types import Address, Event, read_address, write_address

PASSING = 60
"""Game seconds one must stand in a place to be in it: walking through is no visit."""
LINGER = 600
"""Game seconds after closing by which guests must be out."""
CROWD = 30
"""Game seconds from which too many in a room are a crowd."""
BATHROOM = re.compile(r"\b(?:bath ?room|toilet|wash ?room|lavatory|wc)\b", re.IGNORECASE)
WASHING = re.compile(r"\b(?:taking a (?:shower|bath)|showering|bathing|brushing (?:his|her|their) teeth)\b", re.IGNORECASE)
EATING_HERE = re.compile(r"\b(?:eating|having (?:breakfast|lunch|dinner|supper))\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody in a place with rules, from tick to tick (half open)."""

    resident: str
    start: int
    end: int
    place: Address
    rules: Mapping[str, Any]


def place_rows(
    setting: Setting, where: Mapping[str, Sequence[Stay]], did: Mapping[str, Sequence[Doing]]
) -> tuple[list[Row], list[Failure]]:
    """The row on doors, and every door, crowd and place that was wrong."""
    made = [visit for slug in setting.people for visit in visits(setting, slug, where[slug])]
    wrong = [failure for visit in made if (failure := _wrong_visit(setting, visit)) is not None]
    rule = "visits (standing there for a minute) to places with hours or lists, made while open and by those who may"
    wrong_places = [failure for slug in setting.people for failure in _wrong_places(setting, slug, where[slug], did[slug])]
    return [share("doors respected", len(made) - len(wrong), len(made), rule)], wrong + crowds(setting, where) + wrong_places


def visits(setting: Setting, slug: str, where: Sequence[Stay]) -> list[Visit]:
    """All visits to places with opening hours or a list of who may enter, by those whom the rules bind."""
    found = []
    for place, rules in setting.scenario.norms.items():
        if not ({"opens", "closes", "only"} & set(rules)) or _belongs(setting, slug, place, rules):
            continue
        inside = [stay for stay in where if stay.arena[: len(place)] == place]
        for stay in _merged(inside):
            if stay.stood * setting.step >= PASSING:
                found.append(Visit(slug, stay.start, stay.end, place, rules))
    return found


def _merged(inside: Sequence[Stay]) -> list[Stay]:
    """Stays in neighbouring rooms as one."""
    spans: list[Stay] = []
    for stay in inside:
        if spans and spans[-1].end == stay.start:
            spans[-1] = replace(spans[-1], end=stay.end, stood=spans[-1].stood + stay.stood)
        else:
            spans.append(stay)
    return spans


def _belongs(setting: Setting, slug: str, place: Address, rules: Mapping[str, Any]) -> bool:
    """Whether somebody owns a place, lives or works there, or is on its list."""
    resident = setting.people[slug]
    only = tuple(rules.get("only", ()))
    if rules.get("owner") == slug or slug in only or _within(resident.home, place):
        return True
    return not only and resident.work is not None and (_within(resident.work, place) or _within(place, resident.work))


def _within(inner: Address, outer: Address) -> bool:
    return inner[: len(outer)] == outer


def _wrong_visit(setting: Setting, visit: Visit) -> Failure | None:
    """What is wrong with a visit, if anything."""
    name = write_address(visit.place[1:])
    if "only" in visit.rules:
        return Failure(
            "private room", visit.start, visit.resident, f"was in {name}, which is for {', '.join(visit.rules['only'])} only"
        )
    if not is_open(visit.rules, setting.clock.minutes(visit.start * setting.step)):
        return Failure(
            "closed shop", visit.start, visit.resident, f"came to {name} while it was closed ({_hours(visit.rules)})"
        )
    last = (visit.end - 1) * setting.step - LINGER
    if last > visit.start * setting.step and not is_open(visit.rules, setting.clock.minutes(last)):
        return Failure(
            "closed shop", visit.end - 1, visit.resident, f"stayed in {name} after it had closed ({_hours(visit.rules)})"
        )
    return None


def is_open(rules: Mapping[str, Any], minutes: int) -> bool:
    """Whether a place is open at a minute of the day; past midnight where it closes before it opens."""
    opens, closes = int(rules.get("opens", 0)), int(rules.get("closes", 1440))
    return opens <= minutes < closes if opens <= closes else minutes >= opens or minutes < closes


def _hours(rules: Mapping[str, Any]) -> str:
    opens, closes = int(rules.get("opens", 0)), int(rules.get("closes", 1440))
    return f"open {opens // 60:02d}:{opens % 60:02d} to {closes // 60:02d}:{closes % 60:02d}"


def crowds(setting: Setting, where: Mapping[str, Sequence[Stay]]) -> list[Failure]:
    """Rooms with more people than they hold: their capacity, or one for a bathroom nobody gave one. Who only walks through
    is none too many."""
    rooms: dict[Address, list[tuple[int, int, str]]] = {}
    for slug, found in where.items():
        for stay in found:
            room = _limited(setting, stay.arena) if stay.stood * setting.step >= CROWD else None
            if room is not None:
                rooms.setdefault(room, []).append((stay.start, stay.end, slug))
    return [failure for room, inside in rooms.items() for failure in _crowded(setting, room, sorted(inside))]


def _limited(setting: Setting, arena: Address) -> Address | None:
    """The innermost place with a capacity that an arena lies in."""
    limited = [place for place, rules in setting.norms(arena) if "capacity" in rules]
    if limited:
        return limited[-1]
    return arena if len(arena) > 2 and BATHROOM.search(arena[-1]) else None


def _capacity(setting: Setting, room: Address) -> int:
    rules = setting.scenario.norms.get(room, {})
    return int(rules.get("capacity", 1))


def _crowded(setting: Setting, room: Address, inside: list[tuple[int, int, str]]) -> list[Failure]:
    """One failure for everybody who came in while the room was full and stayed among too many."""
    limit, found = _capacity(setting, room), []
    for i, (start, end, slug) in enumerate(inside):
        others = [(a, b) for a, b, who in inside[:i] if b > start and who != slug]
        if len(others) < limit:
            continue
        until = min(end, sorted(b for _, b in others)[-limit])
        if (until - start) * setting.step >= CROWD:
            name = write_address(room[1:])
            check = "crowded bathroom" if BATHROOM.search(room[-1]) else "crowded room"
            found.append(Failure(check, start, slug, f"came into {name}, which holds {limit} and had {len(others)} in it"))
    return found


def _wrong_places(setting: Setting, slug: str, where: Sequence[Stay], did: Sequence[Doing]) -> list[Failure]:
    """Asleep away from home, meals in bathrooms, showers outside them, steps done elsewhere than where they belong, and acts
    at a place where the resident is not."""
    home = setting.people[slug].home[:2]
    steps = setting.run.events(0, setting.last, ("step",), slug)
    found, i = [], 0
    for doing in did:
        while i < len(steps) and steps[i].tick <= doing.start:
            i += 1
        if doing.away or doing.walking or (doing.end - doing.start) * setting.step < PASSING:
            continue
        problem = _odd(setting, doing, home, where) or (_misplaced(doing, steps[i - 1]) if i else "")
        if problem:
            place = write_address(doing.address[1:]) or "no named place"
            found.append(Failure("wrong place", doing.start, slug, f"{problem}: {doing.activity} at {place}"))
    return found


def _misplaced(doing: Doing, steps: Event) -> str:
    """Whether a step of the plan is done in another sector than its target's."""
    for step in steps.data["steps"]:
        target = read_address(str(step["target"]))
        if step["activity"] == doing.activity and target[:2] != doing.address[:2]:
            return f"belongs at {write_address(target[1:])}"
    return ""


def _odd(setting: Setting, doing: Doing, home: Address, where: Sequence[Stay]) -> str:
    """Why a place does not fit what is done there; ``""`` where it does."""
    span = (doing.start, doing.end)
    if len(doing.address) > 1 and time_in(where, doing.address[:2], span) == 0:
        return "is elsewhere"
    if doing.asleep and doing.address[:2] != home and time_in(where, home, span) == 0:
        return "asleep away from home"
    room = doing.address[2] if len(doing.address) > 2 else ""
    if BATHROOM.search(room) and EATING_HERE.search(doing.activity):
        return "a meal in a bathroom"
    if room and WASHING.search(doing.activity) and not BATHROOM.search(room) and _has_bathroom(setting, doing.address[:2]):
        return "washing outside the bathroom"
    return ""


def _has_bathroom(setting: Setting, sector: Address) -> bool:
    return any(BATHROOM.search(arena.address[-1]) for arena in setting.places.arenas(sector))
