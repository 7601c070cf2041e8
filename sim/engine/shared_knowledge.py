"""Knowledge that all minds of a town share: names, places, and which places each resident knows at first.

Made once per town by ``build``, which constructs the minds. Knows the scenario and the map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt

from sim.answer.reading import reading_of
from sim.llm.base import Names
from sim.prompts.reading import DATA
from sim.prompts.records import GROWN
from sim.prompts.scene import Neighbour, Site, Town
from sim.scenario.languages import is_english, language_name
from sim.scenario.model import Resident, Scenario
from sim.types import Address, Gathering, read_address, write_address
from sim.world.clock import clock_text
from sim.world.state import World

MAX_TOLD_WHOLE = 30
"""The most residents of a town that every full prompt describes as a whole."""
MAX_NEAR_PEOPLE = 16
"""In a larger town: the most people of the resident's own life in a prompt."""
MAX_NEAR_PLACES = 14
"""In a larger town: the most places of the resident's own life in a prompt."""
MAX_KNOWN_PLACES = 60
"""The most places that a resident knows at first, besides home and workplace."""


class SharedKnowledge:
    """Names of residents and places, and who lives and works where."""

    def __init__(self, scenario: Scenario, world: World) -> None:
        residents = scenario.residents
        self.scenario, self.world, self.reading = scenario, world, reading_of(scenario.rules.prompts)
        self.people = {resident.slug: (resident.name, resident.first) for resident in residents}
        self._pairs = tuple(self.people.values())
        self._small = tuple(resident.name for resident in residents if resident.age < GROWN)
        self._called = {resident.name: resident.pronoun for resident in residents if resident.pronoun in ("she", "he")}
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
        return Names((resident.name, resident.first), self._pairs, self._places, called=self._called, small=self._small)

    @cached_property
    def town(self) -> Town:
        """The town as all residents know it; a large town only by name, since ``near`` tells each resident their own part."""
        scenario, name = self.scenario, self.world.places.root[0]
        small = len(scenario.residents) <= MAX_TOLD_WHOLE
        return Town(
            name=name,
            year=scenario.start.year,
            setting=scenario.told,
            sites=tuple(self._site(place.address) for place in self.world.places.sectors) if small else (),
            people=tuple(map(self._neighbour, scenario.residents)) if small else (),
            language="English" if is_english(scenario.language) else language_name(scenario.language),
        )

    @cached_property
    def gatherings(self) -> dict[str, Gathering]:
        """The gatherings that the scenario's news announces, by the sentence that is remembered of them; none where minds read
        them out of their memories by rule."""
        if self.reading is not DATA:
            return {}
        dated = ((item, item.at, item.place) for item in self.scenario.news)
        return {
            item.known_as.rstrip(". "): Gathering(item.host, place[:2][-1], at, item.lasts, item.id.replace("_", " "))
            for item, at, place in dated
            if at is not None and place
        }

    def near(self, resident: Resident) -> tuple[str, ...]:
        """People and places of a resident's life, in a large town."""
        scenario = self.scenario
        if len(scenario.residents) <= MAX_TOLD_WHOLE:
            return ()
        own = {resident.home[:2], *([resident.work[:2]] if resident.work else [])}
        circle = [
            r for r in scenario.residents
            if r.slug in resident.relationships or (r is not resident and {r.home[:2], r.work and r.work[:2]} & own)
        ]  # fmt: skip
        places = [address for address in map(read_address, self.known_at_first(resident)) if address not in own]
        sites = [self._site(address).text() for address in (*sorted(own), *places[:MAX_NEAR_PLACES])]
        return (*sites, *(self._neighbour(r).text() for r in circle[:MAX_NEAR_PEOPLE]))

    def _site(self, sector: Address) -> Site:
        norms, rules = self.world.norms, self.scenario.norms.get(sector, {})
        owner = norms.find(sector, "owner")[1]
        at_home = [r.name for r in self.scenario.residents if r.home[:2] == sector]
        rooms = [place.address[-1] for place in self.world.places.arenas(sector) if len(place.address) > 2]
        opens, closes = rules.get("opens"), rules.get("closes")
        hours = f"{clock_text(opens)} to {clock_text(closes)}" if opens is not None and closes is not None else ""
        belongs = self.people[owner][0] if owner in self.people else ""
        shown = rooms if not at_home or hours else []
        return Site(sector[-1], tuple(dict.fromkeys(shown)), tuple(at_home), belongs if belongs not in at_home else "", hours)

    def _neighbour(self, resident: Resident) -> Neighbour:
        home, work = ("".join(address[1:2]) for address in (resident.home, resident.work or ()))
        return Neighbour(resident.name, resident.age, resident.occupation, home, work)

    def known_at_first(self, resident: Resident) -> list[str]:
        """Addresses of the sectors a resident knows when the run starts: all but the homes of people they have no relationship
        with. In a large town these are the ``MAX_KNOWN_PLACES`` nearest to their home. Where the scenario says which they know,
        it is those. Other sectors become known by entering them."""
        mine = Counter(self._homes[slug] for slug in {resident.slug: None, **resident.relationships})
        own = {resident.home[:2], *([resident.work[:2]] if resident.work else []), *resident.known_places}
        near = self._around(resident.home[:2]) if not resident.known_places else ()
        around = (s for s in near if s in self._workplaces or self._lodgers[s] == mine[s])
        known = {*islice(around, MAX_KNOWN_PLACES), *own}
        return [write_address(sector) for sector in sorted(known & self._numbers.keys(), key=self._numbers.__getitem__)]

    def _around(self, home: Address) -> Iterator[Address]:
        """All sectors in map order; in a large town the nearest to ``home`` first."""
        if len(self._sectors) <= MAX_KNOWN_PLACES:
            return iter(self._sectors)
        if home != self._home:
            far = np.abs(self._corners - self._corners[self._numbers.get(home, 0)]).max(axis=1)
            self._home, self._order = home, np.argsort(far, kind="stable")
        return (self._sectors[number] for number in self._order)
