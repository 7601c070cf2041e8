"""Invented news: gatherings with host, place and time, events of the content banks, and rumours.

Statements are in the third person without a full stop, as scenarios write them. The names of gatherings are made up of
ordinary and invented words, so that a model cannot know them by heart and must repeat what its prompt says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.language.text import fill, fillable
from sim.language.time_and_place import spoken
from sim.training.situations.data_split import PartBanks, belongs, draw, listed
from sim.training.situations.names import Person, coined, word
from sim.world.clock import MONTHS, WEEKDAYS

OCCASIONS = listed("occasions")
"""Kinds of gatherings that the scripted mind recognises."""
FLAVOURS, HOSTS, RUMOURS = listed("flavours"), listed("hosts"), listed("rumours")


@dataclass(frozen=True, slots=True)
class Setup:
    """What news can be about: the people and places of a world, and the day on which the news is told."""

    people: Sequence[Person]
    places: Sequence[str]
    """Names of places that everybody knows: no homes."""
    today: tuple[int, int, int]
    """(weekday from Monday = 0, month from 1, day)."""
    part: str


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One piece of news.

    ``what`` names its subject in one to three words. ``days`` counts from today (-1: the text names no day), ``minutes`` from
    midnight (-1: no hour). ``place`` is the name of a place, or ``""``.
    """

    text: str
    what: str
    host: str
    place: str = ""
    days: int = -1
    minutes: int = -1
    importance: int = 6
    public: bool = True


def invent_news(setup: Setup, dice: Dice, banks: PartBanks, count: int) -> list[NewsItem]:
    """``count`` pieces of news with different subjects: 60 % gatherings, 30 % events of the banks, 10 % rumours."""
    found: dict[str, NewsItem] = {}
    while len(found) < count:
        kind = dice.below(10)
        made = gathering(setup, dice) if kind < 6 else from_banks(setup, dice, banks) if kind < 9 else rumour(setup, dice)
        found.setdefault(made.what, made)
    return list(found.values())


def gathering(setup: Setup, dice: Dice, days: int | None = None) -> NewsItem:
    """A gathering, told in full: host, name, place, day and hour. ``days`` from today; None draws the day."""
    host, place = dice.pick(setup.people)[0], dice.pick(setup.places)
    what = occasion_name(dice, setup.part)
    days = dice.pick((0, 0, 0, 1, 1, 2, 3, 4)) if days is None else days
    minutes = dice.pick((600, 630, 660, 780, 840, 870, 900, 930, 960, 990, 1020, 1050, 1080, 1110, 1140, 1170, 1200))
    text = fill(
        "{host} {verb} a {what} at {place} on {day} at {time}",
        {"host": host, "verb": dice.pick(HOSTS), "what": what, "place": place, "day": day_name(setup, days, dice),
         "time": spoken(minutes)},
    )  # fmt: skip
    return NewsItem(text, what, host, place, days, minutes, dice.between(5, 9))


def occasion_name(dice: Dice, part: str) -> str:
    """A gathering's name, such as ``glimmel supper``, ``Brailun feast`` or ``upside-down jam contest``."""
    noun = dice.pick(OCCASIONS)
    kind = dice.below(10)
    if kind < 4:
        return f"{word(dice, part)} {noun}"
    if kind < 6:
        return f"{draw(lambda d: coined(d, 2), dice, part)} {noun}"
    flavours = [flavour for flavour in dice.some(FLAVOURS, 8) if belongs(f"flavour {flavour}", part)] or [word(dice, part)]
    return " ".join([*flavours[: dice.pick((1, 1, 2))], noun])


def from_banks(setup: Setup, dice: Dice, banks: PartBanks) -> NewsItem:
    """An event of the banks; of a public one mostly a text that names place and day, where there is one."""
    row: dict[str, Any] = dice.pick(banks.kinds_of_news)
    host, first = dice.pick(setup.people)
    days = dice.pick((0, 0, 1, 2, 3))
    minutes = dice.pick((600, 690, 840, 930, 1020, 1080, 1140, 1200))
    place, what = dice.pick(setup.places), dice.pick(row["what"]) if row.get("what") else ""
    values = {"host": host, "host_first": first, "what": what, "place": place, "date": day_name(setup, days, dice),
              "time": spoken(minutes)}  # fmt: skip
    texts = fillable(row["statement"], values)
    fullest = [text for text in texts if "{place}" in text and "{date}" in text]
    template = dice.pick(fullest if fullest and row["public"] and dice.chance(0.7) else texts)
    dated = "{date}" in template or "{day}" in template
    return NewsItem(
        fill(template, values),
        what or str(row["id"]),
        host,
        place if "{place}" in template else "",
        days if dated else -1,
        minutes if "{time}" in template else -1,
        int(row["importance"]),
        bool(row["public"]),
    )


def rumour(setup: Setup, dice: Dice) -> NewsItem:
    """A statement about a thing that does not exist."""
    thing = f"{word(dice, setup.part)} {dice.pick(('stone', 'bell', 'machine', 'tree', 'clock', 'boat', 'statue', 'engine'))}"
    place, days = dice.pick(setup.places), dice.pick((0, 1, 2, 3))
    template = dice.pick(RUMOURS)
    text = fill(template, {"thing": thing, "place": place, "day": day_name(setup, days, dice)})
    return NewsItem(text, thing, "", place, days if "{day}" in template else -1)


def day_name(setup: Setup, days: int, dice: Dice) -> str:
    """The day so many days from today as people write it: a weekday, or in one of five cases a date."""
    weekday, month, day = setup.today
    if dice.chance(0.2) and day + days <= 28:
        return f"{MONTHS[month - 1]} {day + days}"
    return WEEKDAYS[(weekday + days) % 7]
