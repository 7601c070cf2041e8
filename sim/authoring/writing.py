"""A town written in portions: town, people, news, each person, ties in both directions; what is wrong is asked for again.

``Writing.all`` is a generator: it yields portions, is sent the texts of replies, and returns the scenario's YAML. From the
list of people on, the town is a whole scenario at every step, and each portion is checked as ``validate`` checks. Knows no
model.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Callable, Generator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.authoring import portions
from sim.authoring.portions import NOBODY, NOWHERE, Portion, Town
from sim.prompts.coerce import Unusable, coerced, read_object
from sim.scenario.bedrooms import places_of, rooms_for
from sim.scenario.composition import find_map
from sim.scenario.edited import EditedScenario
from sim.scenario.new_town import maps
from sim.scenario.problems import dotted
from sim.scenario.scaffold import guide
from sim.scenario.town_text import drawn_look, town_text
from sim.world.clock import MONTHS, WEEKDAYS

MAX_ATTEMPTS = 4
"""How often a portion is asked for."""
DEFAULT_PEOPLE = 8
"""People of a town where the user does not say how many."""
START = "07:00"
"""The time of day at which a town begins."""
EARLIEST_EVENT = "07:10"
"""The earliest time of an event on the first day."""
MAX_SIDES = 12
"""Ties whose other side is asked for at once."""

Portions = Generator[Portion, str, Town]
Taking = Callable[[Town, dict[str, Any]], None]


class NotWritten(Exception):
    """A portion that the model did not write in ``MAX_ATTEMPTS`` attempts, and what was wrong with the last attempt."""

    def __init__(self, title: str, problems: Sequence[str]) -> None:
        self.title, self.problems = title, tuple(problems)
        super().__init__(f"{title} could not be written in {MAX_ATTEMPTS} attempts. The last one: {problems[0]}")


@dataclass(frozen=True, slots=True)
class TownBrief:
    """The town that is wanted. ``map`` is a file or a shipped name, "" where the model chooses among the shipped maps;
    ``written`` is how the scenario names it (default: ``map``)."""

    title: str
    about: str
    people: int = DEFAULT_PEOPLE
    map: str = ""
    written: str = ""
    seed: int = 0


class Writing:
    """Writes a town. Raises ScenarioError where there is no such map, or not so many beds."""

    def __init__(self, brief: TownBrief) -> None:
        self.brief = brief
        self.premise = ""
        self._parts = dict[str, str]()

    def all(self) -> Generator[Portion, str, str]:
        """The scenario's YAML. Raises NotWritten."""
        name = self.brief.map or (yield from self._which_map())
        self.map, places = find_map(name), places_of(name)
        self.rooms = [":".join(room[1:]) for room in rooms_for(self.brief.people, places, name)]
        self.sectors = [places.short(one.address) for one in places.sectors if places.spots(one.address)]
        self.system = portions.instructions(self.brief.about, places.root[0], guide(places))
        town = yield from self._town(self.brief.written or name)
        town = yield from self._people(town)
        town = yield from self._news(town)
        for slug in town["residents"]:
            town = yield from self._person(town, slug)
        town = yield from self._other_sides(town)
        return town_text(town)

    # -- the portions ---------------------------------------------------------------------------------------------------------

    def _which_map(self) -> Generator[Portion, str, str]:
        asked = portions.which_map(self.brief.about, maps())
        chosen = yield from self._asked({}, asked, lambda town, reply: town.update(reply))
        return str(chosen["map"])

    def _town(self, map: str) -> Portions:
        def take(town: Town, reply: dict[str, Any]) -> None:
            self.premise = reply["premise"]
            town |= {
                "name": self.brief.title, "description": reply["description"], "map": map, "start": _start(reply),
                "until": "day 2 22:00", "seed": self.brief.seed, "setting": reply["setting"], "residents": {}, "news": [],
                "events": [],
            }  # fmt: skip

        return (yield from self._asked({}, portions.the_town(self.system), take))

    def _people(self, town: Town) -> Portions:
        def take(town: Town, reply: dict[str, Any]) -> None:
            _differ([one["name"].split()[0].casefold() for one in reply["people"]])
            for number, one in enumerate(reply["people"]):
                slug = _slug(one["name"], number, town["residents"])
                town["residents"][slug] = {
                    "name": " ".join(one["name"].split()), "age": one["age"], "background": one["part"],
                    "home": self._free(one["home"], town), "work": one["work"], "occupation": one["occupation"],
                    "look": drawn_look(self.brief.seed, number),
                }  # fmt: skip
                if one["work"] == NOWHERE:
                    del town["residents"][slug]["work"]

        asked = portions.the_people(self.system, town, self.premise, self.brief.people, self.rooms, self.sectors)
        town = yield from self._asked(town, asked, take)
        self._parts = {slug: card["background"] for slug, card in town["residents"].items()}
        return town

    def _free(self, wanted: str, town: Town) -> str:
        """The wanted room, or the emptiest room where two sleep in it already."""
        taken = [card["home"] for card in town["residents"].values()]
        return wanted if taken.count(wanted) < 2 else min(self.rooms, key=taken.count)

    def _news(self, town: Town) -> Portions:
        slugs = {card["name"]: slug for slug, card in town["residents"].items()}

        def take(town: Town, reply: dict[str, Any]) -> None:
            given = reply["gathering"]
            when = f"{WEEKDAYS[(dt.date.fromisoformat(town['start'][:10]).weekday() + 1) % 7]} at {given['at']}"
            gathering = {
                "id": "gathering", "text": f"{given['host']} is holding {given['what']} at {given['place']} on {when}",
                "host": slugs[given["host"]], "knows": [slugs[given["host"]]], "place": given["place"],
                "at": f"day 2 {given['at']}", "lasts": "3 h", "importance": 7,
            }  # fmt: skip
            told = [_told(item, number, slugs) for number, item in enumerate(reply["news"])]
            town |= {"news": [*told, gathering], "events": sorted(map(_event, reply["events"]), key=lambda event: event["at"])}

        asked = portions.the_news(self.system, town, self.premise, self._parts, self.sectors)
        return (yield from self._asked(town, asked, take))

    def _person(self, town: Town, slug: str) -> Portions:
        slugs = {card["name"]: other for other, card in town["residents"].items()}

        def take(town: Town, reply: dict[str, Any]) -> None:
            card, ties = town["residents"][slug], reply.get("ties", [])
            shared = [tie["shared"] for tie in ties]
            for tie in ties:
                other = town["residents"][slugs[tie["who"]]]
                other["memories"] = list(dict.fromkeys([*other.get("memories", ()), tie["shared"]]))
            written = {
                "traits": ", ".join(reply["traits"]), "background": " ".join([*reply["background"], reply["habit"]]),
                "currently": reply["currently"], "wakes": reply["wakes"], "sleeps": reply["sleeps"],
                "relationships": {slugs[tie["who"]]: tie["how"].rstrip(".") for tie in ties},
                "memories": list(dict.fromkeys([*reply["memories"], reply["secret"], *card.get("memories", ()), *shared])),
            }  # fmt: skip
            town["residents"][slug] = _in_order({**card, **{key: value for key, value in written.items() if value}})

        asked = portions.one_person(self.system, town, self.premise, slug, self._parts[slug], self._parts)
        return (yield from self._asked(town, asked, take))

    def _other_sides(self, town: Town) -> Portions:
        people = town["residents"]
        missing = [
            (other, slug)
            for slug, card in people.items()
            for other in card.get("relationships", ())
            if slug not in people[other].get("relationships", {})
        ]
        for at in range(0, len(missing), MAX_SIDES):
            some = missing[at : at + MAX_SIDES]

            def take(town: Town, reply: dict[str, Any], some: Sequence[tuple[str, str]] = some) -> None:
                for one, other in some:
                    card = town["residents"][one]
                    ties = card.get("relationships", {}) | {other: reply[f"{one}_on_{other}"].rstrip(".")}
                    town["residents"][one] = _in_order({**card, "relationships": ties})

            town = yield from self._asked(town, portions.other_directions(self.system, town, some), take)
        return town

    # -- asking and checking --------------------------------------------------------------------------------------------------

    def _asked(self, town: Town, portion: Portion, take: Taking) -> Portions:
        """The town with a portion in it. A reply with warnings is asked for anew as well, but accepted in the end."""
        odd: Town | None = None
        text, problems, before = "", list[str](), self._looked_at(town)[1]
        for attempt in range(MAX_ATTEMPTS):
            text = yield portion.again(text, problems) if problems else portion
            draft = deepcopy(town)
            try:
                take(draft, coerced(read_object(text), portion.schema))
            except (ValueError, Unusable) as error:
                problems = [f"the reply cannot be used: {error}"]
                continue
            problems, warnings = self._looked_at(draft)
            new = [warning for warning in warnings if warning not in before]
            if not problems and (not new or attempt):
                return draft
            odd, problems = (odd, problems) if problems else (draft, new)
        if odd is None:
            raise NotWritten(portion.title, problems)
        return odd

    def _looked_at(self, town: Town) -> tuple[list[str], list[str]]:
        """What ``validate`` says of a town: (problems, warnings); nothing for a town without people. Warnings that only concern
        the scripted mind are left out, since a town that a model writes is lived by a model."""
        if not town.get("residents"):
            return [], []
        looked = EditedScenario(town_text(town | {"map": str(self.map)}), Path("town.yaml"))
        odd = [one.message.partition(";")[0] for one in looked.warnings if not _for_the_script(one.path)]
        return [f"{dotted(one.path)}: {one.message}" for one in looked.problems], odd


ORDER = (
    "name", "age", "traits", "background", "currently", "home", "work", "occupation", "wakes", "sleeps", "relationships",
    "memories", "look",
)  # fmt: skip
"""The keys of a person as people write them."""


def _in_order(card: Town) -> Town:
    return {key: card[key] for key in ORDER if key in card}


def _differ(names: Sequence[str]) -> None:
    """Raises ValueError where two people share a first name: memories name people by it."""
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise ValueError(f"two people have the first name {twice!r}; give everybody another")


def _slug(name: str, number: int, taken: Town) -> str:
    """A short name for a person: the first name in plain letters, or a number where that is taken or has none."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().split()
    slug = re.sub(r"[^a-z0-9_-]", "", plain[0])[:30] if plain else ""
    return slug if re.match(r"[a-z]", slug) and slug not in taken else f"person_{number + 1}"


def _start(reply: dict[str, Any]) -> str:
    """The start of the run: the wanted weekday in the second week of the month."""
    day = dt.date(reply["year"], MONTHS.index(reply["month"]) + 1, 8)
    day += dt.timedelta((WEEKDAYS.index(reply["weekday"]) - day.weekday()) % 7)
    return f"{day:%Y-%m-%d} {START}"


def _told(item: dict[str, Any], number: int, slugs: dict[str, str]) -> dict[str, Any]:
    """A piece of news, with each person who knows it named once."""
    host = {"host": slugs[item["about"]]} if item["about"] != NOBODY else {}
    knows = list(dict.fromkeys(slugs[name] for name in item["knows"]))
    return {"id": f"news_{number + 1}", "text": item["text"].rstrip("."), **host, "knows": knows, "importance": 8}


def _event(event: dict[str, Any]) -> dict[str, Any]:
    """An event; an event before the start is moved to the next day."""
    day = 2 if event["at"] < EARLIEST_EVENT else event["day"]
    made = {"at": f"day {day} {event['at']}", "say": event["text"], "where": event["where"]}
    return {key: value for key, value in made.items() if value != NOWHERE}


def _for_the_script(path: tuple[str | int, ...]) -> bool:
    """Whether a warning is about trades that the script does not know, or pairs that have no tie yet."""
    return path == ("residents",) or path[-1:] == ("occupation",)
