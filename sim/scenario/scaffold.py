"""Writes a new scenario for a map (``run_sim.py new``): it runs as it is, and its comments explain how to change it.

The residents get homes with beds and a work place that exist on the map.
"""

from __future__ import annotations

import re

from sim.scenario.bedrooms import places_of
from sim.scenario.problems import ScenarioError
from sim.types import Address
from sim.world.places import Places

DEFAULT_MAP = "first_morning"
MOST_PLACES, MOST_THINGS = 60, 12
"""The most places that the comments name, and the most objects per place."""


def scaffold(name: str, map: str = DEFAULT_MAP, written: str = "") -> str:
    """The YAML of a new scenario called ``name`` on ``map`` (a file or the name of a shipped map). ``written`` is how the YAML
    names the map (default: ``map``).

    Raises ScenarioError if there is no such map, or if it has no place to live, with what to add.
    """
    places = places_of(map)
    if not places.sectors:
        raise ScenarioError([f"{map}: the map has no places yet; nobody can live there. Open it in Tiled and add:", *_TO_ADD])
    homes = _homes(places)
    if not homes:
        raise ScenarioError([f"{map}: the map has no place that can be reached on foot; nobody can live there"])
    meeting = _meeting(places, homes)
    spot = places.short(meeting)
    news = _quoted(f"Nora Vale is giving a supper at {spot} on Saturday at 6 pm")
    return _TEXT.format(
        name=_title(name),
        map=_quoted(written or map),
        homes=[_quoted(places.short(homes[n % len(homes)])) for n in range(3)],
        place=_quoted(spot),
        news=news,
        guide="\n".join(f"#   {line}" for line in guide(places)),
    )


_TO_ADD = (
    "  - an object layer named 'places': a rectangle over every building or ground, with a name and the class 'sector';",
    "    over every room in one, if you like, a rectangle with a name and the class 'arena'",
    "  - an object layer named 'objects': a rectangle over whatever people use (bed, stove, table), its name says what it is",
    "  - what stops walkers: a tile layer named 'collision', or the boolean property 'solid' on tiles of a tileset",
    "Save the map and run this again; `validate` names what cannot be reached. README.md in sim/world tells the rest.",
)


def guide(places: Places) -> list[str]:
    """Lines that name the places of the map, their rooms and what is in them, up to a readable length."""
    lines = []
    for sector in places.sectors[:MOST_PLACES]:
        rooms = [room.name for room in places.arenas(sector.address) if room.address != sector.address]
        things = dict.fromkeys(thing.name for thing in places.objects(sector.address))
        inside = [", ".join(names) for names in (rooms, list(things)[:MOST_THINGS]) if names]
        lines.append(f"{places.short(sector.address)}{': ' if inside else ''}{' | '.join(inside)}")
    if len(places.sectors) > MOST_PLACES:
        lines.append(f"and {len(places.sectors) - MOST_PLACES} more")
    return lines


def _title(name: str) -> str:
    """``"two_towns"`` -> ``"Two towns"``, without characters that YAML would misread."""
    words = re.sub(r"[^\w' ]+", " ", name.replace("_", " ").replace("-", " ")).split()
    return " ".join(words).capitalize() or "New town"


def _homes(places: Places) -> list[Address]:
    """The sectors with a bed, or all sectors that can be reached if none has a bed."""
    open_ones = [place.address for place in places.sectors if places.spots(place.address)]
    beds = (thing.address for thing in places.objects(places.root) if "bed" in thing.name.casefold().split())
    furnished = {address[:2] for address in beds}
    return [address for address in open_ones if address in furnished] or open_ones


def _meeting(places: Places, homes: list[Address]) -> Address:
    """A place to meet: the sector without a bed that has the most objects, or the first home."""
    public = [place.address for place in places.sectors if place.address not in homes and places.spots(place.address)]
    return max(public, key=lambda address: len(places.objects(address)), default=homes[0])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_TEXT = """\
# A scenario of the town. Run it:      python run_sim.py scenarios/THIS_FILE.yaml
# Check it without running:            python run_sim.py validate scenarios/THIS_FILE.yaml
# Everything that may stand here:      python run_sim.py schema

name: {name}
description: Three neighbours and a supper.
map: {map}
start: 2026-05-08 07:00
until: day 1 22:00        # or a duration: 3 h
seed: 1

# The places of this map, the rooms and the things in them. `Place:room` and `Place:room:thing` are the names to use here.
{guide}

# To add somebody, six lines are enough: slug, name, age, traits, background, home.
residents:
  nora:
    name: Nora Vale
    age: 41
    traits: warm, stubborn
    background: Nora grew up above her mother's bakery. She has never told anyone that she wants to leave.
    currently: Nora is planning a small supper and wonders whom to ask.
    home: {homes[0]}
    work: {place}
    occupation: baker
  emil:
    name: Emil Hart
    age: 63
    traits: dry, patient
    background: Emil came to town for one winter thirty years ago. He repairs clocks that nobody asked him to repair.
    currently: Emil is looking for somebody to play chess with.
    home: {homes[1]}
    work: {place}
    occupation: librarian
  ida:
    name: Ida Moss
    age: 27
    traits: curious, restless
    background: Ida paints doors and the people in them. She owes Nora for a month of bread.
    currently: Ida is collecting stories for a picture of the town.
    home: {homes[2]}
    work: {place}
    occupation: painter
    wakes: 06:30
    sleeps: 23:00
    relationships:
      nora: bakes her bread and never asks for the money
      emil: poses for her, badly
    memories:
      - Ida once saw Emil carry a grandfather clock through the rain.
      - Ida promised Nora to help at her next supper.

# What is worth telling, and who knows it at the start.
news:
  - id: supper
    text: {news}
    host: nora
    place: {place}
    at: day 2 18:00
    signs: [Nora, supper]

# What happens whatever anybody does.
events:
  - at: 10:00
    weather: a light rain
    lasts: 45 min
  - at: 14:00
    say: The bells ring three times, though it is only two.
"""
