"""The rules of places: the map's, overridden by the scenario's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.scenario.checker import Checker
from sim.scenario.problems import Path
from sim.scenario.schema import ScenarioModel
from sim.types import Address
from sim.world.clock import minutes_of
from sim.world.places import Places


def read_norms(model: ScenarioModel, places: Places, check: Checker) -> dict[Address, dict[str, Any]]:
    """Place -> ``opens``, ``closes`` (minutes), ``capacity``, ``owner``, ``only`` (slugs)."""
    norms: dict[Address, dict[str, Any]] = {}
    for place in places.all:
        found = _map_norm(place.properties, check.known)
        if place.kind in ("sector", "arena") and found:
            norms[place.address] = found
    for name, entry in model.norms.items():
        at: Path = ("norms", name)
        address = check.place(name, at)
        values = {key: value for key, value in entry.model_dump().items() if value is not None}
        for key in ("opens", "closes"):
            if key in values:
                values[key] = check.minutes(values[key], (*at, key))
        if "owner" in values:
            check.person(values["owner"], (*at, "owner"))
        if "only" in values:
            values["only"] = check.people(values["only"], (*at, "only"))
        norms[address] = norms.get(address, {}) | values
    return norms


def _map_norm(properties: Mapping[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    """The rules in a place's map properties, without people who are not in this scenario."""
    found: dict[str, Any] = {}
    for key in ("opens", "closes"):
        try:
            if properties.get(key):
                found[key] = minutes_of(str(properties[key]))
        except ValueError:
            continue
    if isinstance(properties.get("capacity"), int) and properties["capacity"] > 0:
        found["capacity"] = properties["capacity"]
    if properties.get("owner") in known:
        found["owner"] = properties["owner"]
    only = tuple(slug for part in str(properties.get("only") or "").split(",") if (slug := part.strip()) in known)
    return found | ({"only": only} if only else {})
