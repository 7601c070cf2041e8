"""The places of a named map, the rooms of it in which people can live, and whether a house is a family's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.scenario.composition import find_map
from sim.scenario.problems import ScenarioError
from sim.types import Address
from sim.world.places import Places
from sim.world.tilemap import MapError, TileMap

MAX_PEOPLE = 80
"""The most people of a made-up town."""

BED = re.compile(r"^(?:(?:guest|second|double|single|spare|straw) )?(?:bed|bunk|mattress|cot)$", re.I)
MAX_FAMILY_BEDROOMS = 3
"""The most bedrooms of a family's house."""


def places_of(map: str) -> Places:
    """The places of a map (a file, or the name of a shipped map). Raises ScenarioError where there is no such map."""
    try:
        return _loaded(find_map(map))
    except MapError as error:
        raise ScenarioError([str(error)]) from None


@lru_cache(maxsize=4)
def _loaded(path: Path) -> Places:
    return Places(TileMap.load(path))


def rooms_for(people: int | None, places: Places, map: str) -> list[Address]:
    """The bedrooms of a map called ``map``. Raises ScenarioError where they do not hold so many people."""
    rooms = bedrooms(places)
    if not rooms:
        raise ScenarioError([f"{map}: nobody can sleep there; the map needs places with objects called `bed`"])
    most = most_people(places)
    if people is not None and not 1 <= people <= most:
        raise ScenarioError([f"{map}: has beds for 1 to {most} people, two to a bed; {people} do not fit"])
    return rooms


def most_people(places: Places) -> int:
    """The most people whom a map has beds for, two to a bed."""
    return min(MAX_PEOPLE, 2 * len(beds(places)))


def bedrooms(places: Places) -> list[Address]:
    """The rooms with a bed in which people can live, in the map's order."""
    return list(dict.fromkeys(beds(places)))


def beds(places: Places) -> list[Address]:
    """The room of each bed of such rooms, in the map's order."""
    rooms = (thing.address[:-1] for thing in places.objects(places.root) if BED.match(thing.name))
    private = (room for room in rooms if not re.search(r"ward|shop|nursery", room[-1], re.I) and len(room) > 1)
    return [room for room in private if places.spots(room)]


def free_rooms(places: Places, homes: Collection[Address]) -> list[Address]:
    """The rooms with a bed in which nobody lives. A resident whose home is a house has all of its rooms."""
    return [room for room in bedrooms(places) if not any(room[: len(home)] == home or home == room[:2] for home in homes)]


def house_newcomers(residents: dict[str, Any], newcomers: Collection[str], places: Places) -> None:
    """Give a home to each of ``newcomers`` (slugs) whose entry in ``residents`` names none: a free room, or else a room in the
    house in which the fewest people live (of several the map's first)."""
    known = [entry for entry in residents.values() if isinstance(entry, dict)]
    homes = [home for entry in known if (home := places.find(str(entry.get("home"))))]
    for slug in [slug for slug in residents if slug in newcomers and not residents[slug].get("home")]:
        living = Counter(home[:2] for home in homes)
        rooms = free_rooms(places, homes) or sorted(bedrooms(places), key=lambda room: living[room[:2]])
        if rooms:
            homes.append(rooms[0])
            residents[slug] = {**residents[slug], "home": places.short(rooms[0])}


def is_family_house(places: Places, house: Address) -> bool:
    """Whether a house is small enough to be a family's: no row of flats, no hall of rooms, no ship."""
    return sum(1 for room in bedrooms(places) if room[:2] == house) <= MAX_FAMILY_BEDROOMS
