"""The things of a place that somebody may use there. Knows no plan and no step."""

from __future__ import annotations

import re

from sim.mind.thought import Thought
from sim.types import Address

MOST_OBJECTS = 24
"""Objects of a place that a mind chooses from at most."""
SHARED = re.compile(r"\b(?:living|common|sitting|dining|great) room|\b(?:kitchen|hall|lounge)\b", re.I)
"""Rooms that a household shares, even where somebody sleeps in them."""


def objects_in(thought: Thought, place: Address) -> dict[str, Address]:
    """Name -> address of at most ``MOST_OBJECTS`` objects of a place, in the map's order: those of the resident's own room
    before others, none in rooms where only others live; of several alike the first that is free."""
    found: dict[str, Address] = {}
    world, resident = thought.world, thought.mind.resident
    own = (resident.home, resident.work)
    near = [thing.address for thing in world.places.objects(place) if _may_use(thought, thing.address[:-1])]
    for address in sorted(near, key=lambda address: address[:-1] not in own):
        name = world.called(address)
        free = world.thing(address).by in ("", thought.mind.slug)
        if name not in found or (free and world.thing(found[name]).by):
            found[name] = address
        if len(found) >= MOST_OBJECTS:
            break
    return dict(sorted(found.items(), key=lambda item: near.index(item[1])))


def _may_use(thought: Thought, room: Address) -> bool:
    """Whether the things in a room are there for the resident too."""
    lodgers = thought.world.lodgers.get(room)
    return not lodgers or thought.mind.slug in lodgers or bool(SHARED.search(room[-1]))
