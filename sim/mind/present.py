"""A mind at one moment: in which world, under which rules, and what it has recalled. ``thought`` adds what it does.

Reads mind and world; changes nothing and asks nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sim.mind.mind import Mind, Percept
from sim.mind.state import MindState
from sim.prompts.scene import Recollection
from sim.scenario.model import Rules
from sim.types import Address
from sim.world.state import Body, World


@dataclass(slots=True)
class Present:
    """``at`` is the tick's game second, ``seed`` the run's seed, ``percepts`` what is new in sight."""

    mind: Mind
    world: World
    rules: Rules
    tick: int
    at: int
    seed: int
    percepts: Sequence[Percept] = ()
    recalled: dict[str, Recollection] = field(default_factory=dict)
    """Text -> when and whence, of the memories recalled."""

    @property
    def state(self) -> MindState:
        return self.mind.state

    @property
    def full(self) -> bool:
        """Whether questions are asked in the full register, by a mind that is worth it."""
        return self.rules.prompts == "full"

    @property
    def concern(self) -> str:
        """What the resident is occupied with at present."""
        return self.state.currently or self.mind.resident.currently

    @property
    def body(self) -> Body:
        return self.world.bodies[self.mind.slug]

    @property
    def name(self) -> str:
        return self.mind.resident.name

    def person(self, slug: str) -> str:
        """Somebody's full name."""
        return self.mind.people[slug][0]

    def here(self) -> str:
        """The name of the sector the resident is in, or of the town."""
        return self.world.arena(self.body.tile)[:2][-1]

    def place_names(self) -> tuple[str, ...]:
        """Names of the sectors known to the resident: home, work, then the others in the order they became known."""
        r = self.mind.resident
        first = [r.home[:2]] + ([r.work[:2]] if r.work else [])
        names = [address[1] for address in first if len(address) > 1]
        known = [text.split(":")[1] for text in self.state.known_places if ":" in text]
        return tuple(dict.fromkeys(names + known))

    def sector(self, name: str) -> Address:
        """The address of the sector of this name; home where there is none."""
        sector, _, room = name.partition(": ")
        address = self.world.sectors.get(sector, self.mind.resident.home)
        return (*address, room) if room and self.world.places.get((*address, room)) else address

    def rooms(self) -> tuple[str, ...]:
        """The places known to the resident, and behind each that is not somebody else's home its rooms: ``Cafe``, ``Cafe:
        kitchen`` ..."""
        own, names = self.mind.resident.home[:2], list[str]()
        for name in self.place_names():
            sector = self.sector(name)
            rooms = [place.address for place in self.world.places.arenas(sector) if len(place.address) > 2]
            private = sector != own and not self.world.kinds.get(name)
            names += [name, *(f"{name}: {room[-1]}" for room in rooms if len(rooms) > 1 and not private)]
        return tuple(names)

    def minutes_until(self, moment: int, at: int | None = None) -> int:
        """Whole minutes from the minute that has begun, now or at ``at``."""
        begin = self.at if at is None else at
        return (moment - begin + begin % 60) // 60

    def relationship(self, slug: str) -> str:
        """The relationship to somebody in a sentence, as prompts show it."""
        if slug in self.state.relations:
            return self.state.relations[slug]
        return f"{self.mind.resident.first} does not know {self.person(slug)} yet"
