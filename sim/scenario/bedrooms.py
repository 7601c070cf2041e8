"""The rooms of a map in which people can live, and whether a house is a family's. Knows places alone."""

from __future__ import annotations

import re

from sim.types import Address
from sim.world.places import Places

BED = re.compile(r"^(?:(?:guest|second|double|single|spare|straw) )?(?:bed|bunk|mattress|cot)$", re.I)
FLATS = 3
"""Bedrooms above which a house is no family's."""


def bedrooms(places: Places) -> list[Address]:
    """The rooms with a bed in which people can live, in the map's order."""
    beds = (thing.address[:-1] for thing in places.objects(places.root) if BED.match(thing.name))
    private = (room for room in dict.fromkeys(beds) if not re.search(r"ward|shop|nursery", room[-1], re.I) and len(room) > 1)
    return [room for room in private if places.spots(room)]


def is_family_house(places: Places, house: Address) -> bool:
    """Whether a house is small enough to be a family's: no row of flats, no hall of rooms, no ship."""
    return sum(1 for room in bedrooms(places) if room[:2] == house) <= FLATS
