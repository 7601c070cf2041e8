"""Knowledge that all minds of a town share: names, places, and which places each resident knows at first.

Made once per town by ``build``, which constructs the minds. Knows the scenario and the map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import numpy as np
import numpy.typing as npt

from sim.llm.base import Names
from sim.scenario.model import Resident, Scenario
from sim.types import Address, write_address
from sim.world.state import World

KNOWN = 60
"""Most places that a resident knows at first, besides home and workplace."""


class SharedKnowledge:
    """Names of residents and places, and who lives and works where."""

    def __init__(self, scenario: Scenario, world: World) -> None:
        residents = scenario.residents
        self.scenario, self.world = scenario, world
        self.people = {resident.slug: (resident.name, resident.first) for resident in residents}
        self._pairs = tuple(self.people.values())
        self._places = tuple(dict.fromkeys(place.address[-1] for place in world.places.sectors))
        self._lodgers = Counter(resident.home[:2] for resident in residents)
        self._workplaces = {resident.work[:2] for resident in residents if resident.work}
        self._homes = {resident.slug: resident.home[:2] for resident in residents}
        self._sectors = [place.address for place in world.places.sectors]
        self._numbers = {sector: number for number, sector in enumerate(self._sectors)}
        self._corners = np.array([(place.tiles or ((0, 0),))[0] for place in world.places.sectors]).reshape(-1, 2)
        self._home: Address = ()
        self._order: npt.NDArray[np.int64] = np.arange(len(self._sectors))
        """Sectors by distance from ``_home``, cached: residents of one home mostly follow each other."""

    def names(self, resident: Resident) -> Names:
        return Names((resident.name, resident.first), self._pairs, self._places)

    def known_at_first(self, resident: Resident) -> list[str]:
        """Addresses of the sectors a resident knows when the run starts: all but the homes of people they have no relationship
        with. In a large town these are the ``KNOWN`` nearest to their home. Other sectors become known by entering them."""
        mine = Counter(self._homes[slug] for slug in {resident.slug: None, **resident.relationships})
        own = {resident.home[:2], *([resident.work[:2]] if resident.work else [])}
        around = (s for s in self._around(resident.home[:2]) if s in self._workplaces or self._lodgers[s] == mine[s])
        known = {*islice(around, KNOWN), *own}
        return [write_address(sector) for sector in sorted(known & self._numbers.keys(), key=self._numbers.__getitem__)]

    def _around(self, home: Address) -> Iterator[Address]:
        """All sectors in map order; in a large town the nearest to ``home`` first."""
        if len(self._sectors) <= KNOWN:
            return iter(self._sectors)
        if home != self._home:
            far = np.abs(self._corners - self._corners[self._numbers.get(home, 0)]).max(axis=1)
            self._home, self._order = home, np.argsort(far, kind="stable")
        return (self._sectors[number] for number in self._order)
