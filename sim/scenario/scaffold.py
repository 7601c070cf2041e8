"""Writes a new scenario for a map (``run_sim.py new``): it runs as it is, and its comments explain how to change it.

The residents get homes with beds and a work place that exist on the map.
"""

from __future__ import annotations

import re
from pathlib import Path

from sim.scenario.bedrooms import places_of
from sim.scenario.problems import ScenarioError
from sim.types import Address
from sim.world.places import Places

DEFAULT_MAP = "first_morning"
TEXT = Path(__file__).resolve().parents[2] / "assets" / "banks" / "new_scenario.txt"
"""The scenario with slots for what depends on the map."""
MAX_NAMED_PLACES = 60
"""The most places that the comments name."""
MAX_NAMED_OBJECTS = 12
"""The most objects per place that the comments name."""


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
    return TEXT.read_text(encoding="utf-8").format(
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
    for sector in places.sectors[:MAX_NAMED_PLACES]:
        rooms = [room.name for room in places.arenas(sector.address) if room.address != sector.address]
        things = dict.fromkeys(thing.name for thing in places.objects(sector.address))
        inside = [", ".join(names) for names in (rooms, list(things)[:MAX_NAMED_OBJECTS]) if names]
        lines.append(f"{places.short(sector.address)}{': ' if inside else ''}{' | '.join(inside)}")
    if len(places.sectors) > MAX_NAMED_PLACES:
        lines.append(f"and {len(places.sectors) - MAX_NAMED_PLACES} more")
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
