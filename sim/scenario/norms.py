"""The rules of places: what the map says of them, with what the scenario says laid over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.scenario.checker import Checker
from sim.scenario.problems import Path
from sim.scenario.schema import ScenarioModel
from sim.types import Address
from sim.world.clock import minutes_of
from sim.world.places import Places


def norms_of(model: ScenarioModel, places: Places, check: Checker) -> dict[Address, dict[str, Any]]:
    """Place -> ``opens``, ``closes`` (minutes), ``capacity``, ``owner``, ``only`` (slugs)."""
    norms: dict[Address, dict[str, Any]] = {}
    for place in places.all:
        told = _map_norm(place.properties, check.known)
        if place.kind in ("sector", "arena") and told:
            norms[place.address] = told
    for name, entry in model.norms.items():
        at: Path = ("norms", name)
        address = check.place(name, at)
        said = {key: value for key, value in entry.model_dump().items() if value is not None}
        for key in ("opens", "closes"):
            if key in said:
                said[key] = check.minutes(said[key], (*at, key))
        if "owner" in said:
            check.person(said["owner"], (*at, "owner"))
        if "only" in said:
            said["only"] = check.people(said["only"], (*at, "only"))
        norms[address] = norms.get(address, {}) | said
    return norms


def _map_norm(properties: Mapping[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    """The norms in a place's properties; people of another scenario on the same map do not count."""
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
