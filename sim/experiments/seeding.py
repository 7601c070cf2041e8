"""Where news begins, and what happens in the middle of a run: changes of a scenario by options of the command line.

Knows the scenario's YAML keys ``news`` and ``events``, not how a town is lived.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sim.analysis.lexical import contains_all
from sim.dice import dice
from sim.experiments.options import ExperimentError, Overrides
from sim.scenario.model import News, Resident, Scenario
from sim.scenario.yaml_reader import read_yaml

PLACES = ("most", "least", "random")
"""Places in the network for the first resident who knows the news: most or fewest relationships, or drawn with the seed."""
_DAY = r"(?:day \d+|\d{4}-\d\d-\d\d|today|tomorrow|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
_EVENT = re.compile(
    rf"(?:(?P<at>(?:{_DAY},? )?\d{{1,2}}:\d\d)\s+)?(?P<text>.+?)(?:\s+@\s+(?P<where>[^@]+))?", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class SeededEvent:
    """A sentence that all residents at ``where`` perceive ("" for the whole town). ``at`` as written; "" for no time."""

    text: str
    at: str = ""
    where: str = ""


def read_event(written: str) -> SeededEvent:
    """``day 2 14:00 A siren howls @ Market Square``; time and place may be left out. Raises ``ExperimentError``."""
    match = _EVENT.fullmatch(written.strip())
    if match is None:
        raise ExperimentError(f'--event {written!r}: write what happens, such as "14:00 A siren howls @ Market Square".')
    return SeededEvent(match["text"], match["at"] or "", match["where"] or "")


def with_events(scenario: Scenario, written: tuple[str, ...]) -> Overrides:
    """The scenario's events and these further events. Raises ``ExperimentError`` for an event without a time."""
    if not written:
        return ()
    events = [read_event(text) for text in written]
    if timeless := next((event for event in events if not event.at), None):
        raise ExperimentError(f'--event {timeless.text!r}: say when, such as "14:00 {timeless.text}".')
    more = [{"at": event.at, "say": event.text, **({"where": event.where} if event.where else {})} for event in events]
    return (("events", [*_written(scenario, "events"), *more]),)


def with_first_knower(scenario: Scenario, place: str, seed: int) -> Overrides:
    """All news is known at the start by the resident at ``place`` in the network, and by its host. Cards of others lose what
    they tell of it. Raises ``ExperimentError`` for a name that no resident has."""
    if not scenario.news:
        raise ExperimentError(f"--first-knower {place}: {scenario.name} has no news.")
    news, cards = [], {}
    for row, item in zip(_written(scenario, "news"), scenario.news, strict=True):
        knows = [*([item.host] if item.host else []), first_knower(scenario, item, place, seed)]
        news.append({**row, "knows": knows})
        for one in scenario.residents:
            if one.slug not in knows:
                cards.update(_without(one, item, scenario))
    return (("news", news), *cards.items())


def _without(resident: Resident, news: News, scenario: Scenario) -> dict[str, Any]:
    """The parts of a card that tell the news, without it."""
    kept = [text for text in resident.memories if not contains_all(text, news.signs)]
    found: dict[str, Any] = {}
    if len(kept) < len(resident.memories):
        found[f"residents.{resident.slug}.memories"] = kept
    brought = [n for n, one in enumerate(resident.remembered) if not contains_all(one.text, news.signs)]
    if len(brought) < len(resident.remembered):
        rows = read_yaml(scenario.text, scenario.name).data["residents"][resident.slug]["remembered"]
        places = {n: place for place, n in enumerate(brought)}
        cited = {n: [places[m] for m in rows[n].get("evidence", []) if m in places] for n in brought}
        found[f"residents.{resident.slug}.remembered"] = [{**rows[n], "evidence": cited[n]} for n in brought]
    if contains_all(resident.currently, news.signs):
        found[f"residents.{resident.slug}.currently"] = ""
    return found


def first_knower(scenario: Scenario, news: News, place: str, seed: int) -> str:
    """The slug of the resident at ``place``, the host excepted. Of several equal residents one is drawn with the seed."""
    others = [resident for resident in scenario.residents if resident.slug != news.host]
    if place not in PLACES:
        named = [one.slug for one in others if place.casefold() in (one.slug.casefold(), one.name.casefold())]
        if not named:
            raise ExperimentError(
                f"--first-knower {place!r}: write {', '.join(PLACES)}, or one of {', '.join(one.slug for one in others)}."
            )
        return named[0]
    drawn = [others[int(i)] for i in dice(seed, news.id, "first knower").permutation(len(others))]
    if place == "random":
        return drawn[0].slug
    return (max if place == "most" else min)(drawn, key=lambda one: _degree(scenario, one)).slug


def _degree(scenario: Scenario, resident: Resident) -> int:
    """With how many others there is a relationship at the start, from either side."""
    others = [one for one in scenario.residents if one.slug != resident.slug]
    return sum(one.slug in resident.relationships or resident.slug in one.relationships for one in others)


def _written(scenario: Scenario, key: str) -> list[dict[str, Any]]:
    return list(read_yaml(scenario.text, scenario.name).data.get(key) or [])
