"""What people call the objects of a place (``aliases:``), where the map has other names for them. Knows no texts."""

from __future__ import annotations

from collections.abc import Mapping

from sim.scenario.checker import NOWHERE, Checker
from sim.scenario.model import Alias
from sim.scenario.problems import Path, did_you_mean
from sim.scenario.schema import ScenarioModel
from sim.types import Address
from sim.world.places import Places


def read_aliases(model: ScenarioModel, check: Checker) -> dict[Address, tuple[Alias, ...]]:
    """Sector -> its aliases, in the order of the file. A place that is written in two forms gets the aliases of both."""
    found: dict[Address, dict[str, Alias]] = {}
    for place, names in model.aliases.items():
        sector = check.place(place, ("aliases", place), ("sector",), at_key=True)
        if sector == NOWHERE or not names:
            continue
        known = found.setdefault(sector, {})
        objects = {thing.name.casefold(): thing.name for thing in check.places.objects(sector)}
        for alias, thing in names.items():
            problem, at_key = _problem(alias, thing, place, known, objects)
            if problem:
                path: Path = ("aliases", place, alias)
                check.report.add(path, problem, at_key)
            else:
                name = " ".join(alias.split())
                known[name.casefold()] = Alias(name, objects[thing.casefold()])
    return {sector: tuple(known.values()) for sector, known in found.items()}


def _problem(alias: str, thing: str, place: str, known: Mapping[str, Alias], objects: Mapping[str, str]) -> tuple[str, bool]:
    """What is wrong with an alias ("" for nothing), and whether it is the alias itself and not the object."""
    folded = " ".join(alias.split()).casefold()
    if folded in objects:
        return f"{place} has an object {objects[folded]!r} itself; remove the alias or choose another", True
    if folded in known:
        return f"{alias!r} is {known[folded].object!r} of {place} already; remove one of the two", True
    if thing.casefold() not in objects:
        return f"{place} has no object {thing!r}{did_you_mean(thing, objects.values())}", False
    return "", False


def object_aliases(aliases: Mapping[Address, tuple[Alias, ...]], places: Places) -> dict[Address, tuple[str, ...]]:
    """Object -> what people call it. An alias stands for every object of that name in the sector."""
    called: dict[Address, tuple[str, ...]] = {}
    for sector, names in aliases.items():
        for thing in places.objects(sector):
            own = tuple(alias.name for alias in names if alias.object == thing.name)
            if own:
                called[thing.address] = own
    return called
