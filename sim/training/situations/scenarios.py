"""Made-up scenarios: a world, its residents, news that somebody knows, events, opening hours, needs and rules.

The same dice give the same scenario. Nothing is written to disk: the engine gets the frozen ``Scenario`` and its map.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.scenario.model import Happening, News, Resident, Rules, Scenario
from sim.training.situations.data_split import PartBanks, listed
from sim.training.situations.names import people
from sim.training.situations.news import NewsItem, Setup, invent_news
from sim.training.situations.residents import ResidentMaker, bonds_of, slug, trades_for
from sim.training.situations.worlds import Town, choose_world_kind, make_world
from sim.types import Address

TICK = 30
"""Game seconds per tick: three times the town's own, with three times as many tiles walked in each."""
TROUBLES, WEATHER, ANNOUNCED = listed("troubles"), listed("weather"), listed("announced")


@dataclass(frozen=True, slots=True)
class MadeScenario:
    """A scenario and what it was made of. ``news`` is in the order of ``scenario.news``."""

    scenario: Scenario
    town: Town
    news: tuple[NewsItem, ...]
    setup: Setup


def make_scenario(dice: Dice, banks: PartBanks) -> MadeScenario:
    """A scenario of one day with five to nine residents."""
    part = banks.part
    kind = choose_world_kind(dice, part)
    persons = people(dice, dice.between(5, 9), part)
    trades = trades_for(kind.trades, len(persons), banks, dice)
    shared = _shared(len(persons), dice)
    works = [trade for i, (trade, _) in enumerate(trades) if shared[i] == i]
    town = make_world(kind, [persons[i] for i in range(len(persons)) if shared[i] == i], works, dice, part)
    lots = {i: n for n, i in enumerate(i for i in range(len(persons)) if shared[i] == i)}
    bonds, maker = bonds_of(persons, dice), ResidentMaker(persons, banks, dice)
    residents = tuple(
        maker.resident(i, trades[shared[i]], town.homes[lots[shared[i]]],
                       town.works[lots[shared[i]]] if dice.chance(0.92) else None, bonds[i])
        for i in range(len(persons))
    )  # fmt: skip
    start = dt.datetime(dice.between(1890, 2190), dice.between(1, 12), dice.between(1, 24), 5, 30)
    setup = Setup(persons, town.venues, (start.weekday(), start.month, start.day), part)
    news = tuple(invent_news(setup, dice, banks, dice.between(2, 4)))
    scenario = Scenario(
        id="made",
        name=town.tilemap.world_name,
        description="",
        map="",
        start=start,
        until=86400,
        seed=dice.below(2**31),
        residents=residents,
        news=tuple(_news(i, item, residents, town, dice) for i, item in enumerate(news)),
        happenings=_happenings(residents, town, dice),
        norms=_norms(residents, town, dice),
        rules=_rules(dice),
    )
    return MadeScenario(scenario, town, news, setup)


def _shared(count: int, dice: Dice) -> list[int]:
    """For each person the number of the person whose home and workplace they share: mostly their own."""
    owners: list[int] = []
    for i in range(count):
        joins = [j for j in range(i) if owners[j] == j]
        owners.append(dice.pick(joins) if joins and dice.chance(0.3) else i)
    return owners


def _news(i: int, item: NewsItem, residents: tuple[Resident, ...], town: Town, dice: Dice) -> News:
    """News known to its host, or to somebody; in one of four cases to a second resident too."""
    by_name = {resident.name: resident.slug for resident in residents}
    host = by_name.get(item.host, "")
    knows = dict.fromkeys([host] if host else [dice.pick(residents).slug])
    if dice.chance(0.25):
        knows[dice.pick(residents).slug] = None
    addresses = (*town.homes, *town.works, *town.publics)
    place = next((address for address in addresses if address[-1] == item.place), None)
    return News(f"news{i}", item.text, tuple(knows), signs=(), importance=item.importance, host=host, place=place)


def _happenings(residents: tuple[Resident, ...], town: Town, dice: Dice) -> tuple[Happening, ...]:
    """Up to three outside events: trouble with an object, an announcement, a change of weather, an inner voice."""
    found = []
    for _ in range(dice.pick((0, 1, 1, 2, 3))):
        at, kind = dice.between(2, 14) * 3600 + 60 * dice.below(60), dice.below(4)
        thing = dice.pick(town.objects)
        if kind == 0:
            found.append(Happening(at, "object", dice.pick(TROUBLES), thing, lasts=3600))
        elif kind == 1:
            text = dice.pick(ANNOUNCED).format(place=thing[1], thing=thing[-1])
            found.append(Happening(at, "say", text, thing[:2]))
        elif kind == 2:
            found.append(Happening(at, "weather", dice.pick(WEATHER), lasts=7200))
        else:
            who = dice.pick(residents)
            what = dice.pick(("the dream", "the old map", "a plan", "the letter"))
            found.append(Happening(at, "whisper", f"{who.first} wants to tell everybody about {what}", who=who.slug))
    return tuple(sorted(found, key=lambda happening: happening.at))


def _norms(residents: tuple[Resident, ...], town: Town, dice: Dice) -> Mapping[Address, dict[str, Any]]:
    """Opening hours, places for staff only and places with a capacity, each in some towns."""
    norms: dict[Address, dict[str, Any]] = {}
    if dice.chance(0.5):
        for place in dice.some(town.publics + town.works, 3):
            norms[place] = {"opens": dice.pick((480, 540, 600, 720)), "closes": dice.pick((960, 1020, 1080, 1200))}
    if dice.chance(0.3):
        place = dice.pick(town.works)
        staff = [r.slug for r in residents if r.work == place]
        norms[place] = {"only": tuple(staff or [slug(0)])}
    if dice.chance(0.2):
        norms[dice.pick(town.publics)] = {"capacity": dice.between(1, 3)}
    return norms


def _rules(dice: Dice) -> Rules:
    """The usual rules, with needs, cool-downs, budgets and the length of talks varied as scenarios may."""
    return Rules(
        tick=TICK,
        walk=TICK // 10,
        needs=dice.chance(0.3),
        chat_cooldown=dice.pick((1800, 3600, 5400, 9000)),
        chat_turns=dice.pick((6, 8, 10, 12, 14)),
        hearing=dice.pick((3, 5, 8)),
        reflection=dice.pick((120, 150, 150, 200)),
    )
