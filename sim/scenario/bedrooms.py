"""The places of a named map, the rooms of it in which people can live, and whether a house is a family's."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.scenario.composition import find_map
from sim.scenario.personas import Persona
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


def house_newcomers(residents: dict[str, Any], newcomers: Mapping[str, Persona], places: Places) -> None:
    """Give a home to each of ``newcomers`` (by slug) whose entry in ``residents`` names none: the one they had, where this map
    has it, a free room, or else a room in the house in which the fewest people live (of several the map's first). They know
    the places that they knew, as far as this map has them."""
    fresh = {slug: newcomers[slug] for slug in residents if slug in newcomers and isinstance(residents[slug], dict)}
    sectors = {sector.name.casefold(): places.short(sector.address) for sector in places.sectors}
    for slug, persona in fresh.items():
        known = [sectors[name.casefold()] for name in persona.places if name.casefold() in sectors]
        room = _former_home(persona, places)
        found = {"home": places.short(room) if room else "", "known_places": known}
        residents[slug] = {key: value for key, value in found.items() if value} | residents[slug]
    settled = [entry for entry in residents.values() if isinstance(entry, dict)]
    homes = [home for entry in settled if (home := places.find(str(entry.get("home"))))]
    for slug in [slug for slug in fresh if not residents[slug].get("home")]:
        rooms = free_rooms(places, homes) or sorted(bedrooms(places), key=lambda room: _living_in(room[:2], homes))
        if rooms:
            homes.append(rooms[0])
            residents[slug] = {**residents[slug], "home": places.short(rooms[0])}


def _former_home(persona: Persona, places: Places) -> Address:
    """Where this map has the home of another's, or the house that it was in; () where it has neither."""
    _, *below = persona.home.split(":")
    for depth in (2, 1):
        found = places.find(":".join(below[:depth])) if below[depth - 1 :] else None
        place = found and places.get(found)
        if found and place and place.kind in ("sector", "arena") and places.spots(found):
            return found
    return ()


def _living_in(house: Address, homes: Sequence[Address]) -> int:
    return sum(home[:2] == house for home in homes)


def is_family_house(places: Places, house: Address) -> bool:
    """Whether a house is small enough to be a family's: no row of flats, no hall of rooms, no ship."""
    return sum(1 for room in bedrooms(places) if room[:2] == house) <= MAX_FAMILY_BEDROOMS
