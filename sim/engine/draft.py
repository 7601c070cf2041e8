"""What an edit adds to the tick at which a fork parts: collected here, written by ``sim.record.fork``.

Knows the rows of a tick and where a town's states lie in them; what an edit means is ``edit``'s and ``move``'s business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from sim.engine.build import stored_scenario
from sim.mind.state import MindState
from sim.record.errors import RunError
from sim.record.read import Run
from sim.record.rows import TickRecord
from sim.scenario.model import Resident, Scenario
from sim.types import Address, Event, Memory
from sim.world.clock import Clock
from sim.world.places import Places
from sim.world.tilemap import TileMap


class EditError(RunError):
    """An edit that makes no sense for the run; one line that says why and how to write it."""


class Draft:
    """An edit in the making. ``scenario_text`` may be replaced; all else is added to."""

    def __init__(self, run: Run, tick: int) -> None:
        self.run, self.tick, self.at = run, tick, tick * run.meta.tick_seconds
        self.scenario_text = ""
        """The fork's own scenario, where it is not its parent's."""
        self.residents: dict[str, Mapping[str, Any]] = {}
        """Likewise what the run says of its residents, by slug."""
        self._next = {info.slug: run.next_memory(info.slug, tick) for info in run.residents}
        self._events: list[Event] = []
        self._memories: list[tuple[str, Memory]] = []
        self._removed: list[tuple[str, int]] = []
        self._states: dict[str, Any] = {}

    @cached_property
    def _stored(self) -> tuple[Scenario, TileMap]:
        return stored_scenario(self.run)

    @property
    def scenario(self) -> Scenario:
        return self._stored[0]

    @property
    def tilemap(self) -> TileMap:
        return self._stored[1]

    @cached_property
    def places(self) -> Places:
        return Places(self.tilemap)

    @cached_property
    def clock(self) -> Clock:
        return Clock(self.scenario.start)

    @cached_property
    def _before(self) -> dict[str, Any]:
        return self.run.states(self.tick)

    def resident(self, slug: str) -> Resident:
        """Who is meant. Raises ``EditError`` where the scenario has nobody of this slug."""
        try:
            return self.scenario.resident(slug)
        except KeyError:
            raise EditError(f"{self.run.path}: nobody here is called {slug!r}") from None

    def place(self, name: str) -> Address:
        """A sector or arena by name. Raises ``EditError`` with the nearest name where there is none."""
        address = self.places.find(name)
        place = None if address is None else self.places.get(address)
        if address is None or place is None or place.kind not in ("sector", "arena") or not self.places.spots(address):
            near = self.places.nearest(name)
            hint = f"did you mean {near!r}?" if near else f"there are {', '.join(p.name for p in self.places.sectors)}"
            raise EditError(f"the town has no place {name!r} where one can go; {hint}")
        return address

    def moment(self, text: str, after: int) -> int:
        """A moment as people write it. Raises ``EditError``."""
        try:
            return self.clock.parse_when(text, after)
        except (ValueError, OverflowError) as error:
            raise EditError(f"{error}") from error

    def mind(self, slug: str) -> MindState:
        """What a resident has in mind at the tick, as changed so far."""
        mind, habits = self._state(f"mind:{slug}"), self._state(f"habits:{slug}")
        plan = self._before.get(f"plan:{slug}", {})
        return MindState.from_json({**plan, **mind}, habits, {})

    def _state(self, key: str) -> Any:
        found = self._states.get(key, self._before.get(key))
        if found is None:
            raise EditError(f"{self.run.path}: there is no state of {key!r} at tick {self.tick} to change")
        return found

    def set_mind(self, slug: str, state: MindState) -> None:
        """Take over a changed mind, and have it look up at the next tick."""
        self._states[f"mind:{slug}"] = state.to_json()
        self._states[f"body:{slug}"] = {**self._state(f"body:{slug}"), "due": self.at}

    def remember(self, slug: str, text: str, kind: Any = "observation", importance: float | None = None, **more: Any) -> int:
        """Put a new memory into a head; its number."""
        return self.add_memory(slug, Memory(0, text, kind, self.at, self.at, importance, **more))

    def memories(self, slug: str) -> list[Memory]:
        """A resident's memories at the tick, without those that the edit takes away and with those it puts in."""
        before = self.run.memories(slug, self.tick, limit=-1)
        added = [memory for who, memory in self._memories if who == slug]
        return [memory for memory in (*before, *added) if (slug, memory.n) not in self._removed]

    def add_memory(self, slug: str, memory: Memory) -> int:
        """Put in a memory that is made already, under a number of its own."""
        n = self._next[slug]
        self._next[slug] += 1
        self._memories.append((slug, replace(memory, n=n)))
        return n

    def forget(self, slug: str, n: int) -> None:
        """Take a memory away. Raises ``RunError`` where there is none."""
        made = [memory.n for who, memory in self._memories if who == slug]
        if n in made:
            del self._memories[[(who, memory.n) for who, memory in self._memories].index((slug, n))]
        elif (slug, n) not in self._removed:
            self.run.memory(slug, n, self.tick)
            self._removed.append((slug, n))

    def add_event(self, kind: str, key: str, data: Mapping[str, Any]) -> None:
        """An event of the tick."""
        self._events.append(Event(self.tick, len(self._events), kind, key, data))

    def note(self, text: str) -> None:
        """A line for people about what was edited."""
        self.add_event("run", "", {"phase": "fork", "text": text})

    def record(self) -> TickRecord:
        """All of it as the rows of a tick."""
        return TickRecord(
            self.tick, self.at, events=self._events, memories=self._memories, removed=self._removed, states=self._states
        )
