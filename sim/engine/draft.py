"""Draft of a fork's edit: collects the rows that an edit adds to the fork's first tick. ``sim.record.fork`` writes them.

Knows the rows of a tick and where states are stored in them. What an edit means is decided in ``edit`` and ``reschedule``.
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
    """An edit that is impossible for the run; the message is one line with the reason and the right syntax."""


class Draft:
    """Collects one edit at ``tick``. ``scenario_text`` and ``residents`` may be replaced; rows are added by the methods."""

    def __init__(self, run: Run, tick: int) -> None:
        self.run, self.tick, self.at = run, tick, tick * run.meta.tick_seconds
        self.scenario_text = ""
        """The fork's scenario where it differs from its parent's, else ""."""
        self.residents: dict[str, Mapping[str, Any]] = {}
        """Likewise the run's rows of its residents, by slug."""
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
        """The resident with this slug. Raises ``EditError`` where the scenario has none."""
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
        """The game second of a written moment, the first after ``after``. Raises ``EditError``."""
        try:
            return self.clock.parse_when(text, after)
        except (ValueError, OverflowError) as error:
            raise EditError(f"{error}") from error

    def mind(self, slug: str) -> MindState:
        """A resident's mind state at the tick, with the changes so far. Raises ``EditError`` where it is not stored."""
        changed = {key: self._state(key) for key in (f"mind:{slug}", f"habits:{slug}")}
        return MindState.stored({**self._before, **changed}, slug, {})

    def _state(self, key: str) -> Any:
        found = self._states.get(key, self._before.get(key))
        if found is None:
            raise EditError(f"{self.run.path}: there is no state of {key!r} at tick {self.tick} to change")
        return found

    def set_mind(self, slug: str, state: MindState) -> None:
        """Store a changed mind state and have the resident think at the next tick."""
        self._states[f"mind:{slug}"] = state.to_json()
        self._states[f"body:{slug}"] = {**self._state(f"body:{slug}"), "due": self.at}

    def remember(self, slug: str, text: str, kind: Any = "observation", importance: float | None = None, **more: Any) -> int:
        """Add a new memory; returns its n."""
        return self.add_memory(slug, Memory(0, text, kind, self.at, self.at, importance, **more))

    def memories(self, slug: str) -> list[Memory]:
        """A resident's memories at the tick, with those that the edit adds and without those it removes."""
        before = self.run.memories(slug, self.tick, limit=-1)
        added = [memory for who, memory in self._memories if who == slug]
        return [memory for memory in (*before, *added) if (slug, memory.n) not in self._removed]

    def add_memory(self, slug: str, memory: Memory) -> int:
        """Add a complete memory under the next free number; returns that n."""
        n = self._next[slug]
        self._next[slug] += 1
        self._memories.append((slug, replace(memory, n=n)))
        return n

    def forget(self, slug: str, n: int) -> None:
        """Remove a memory. Raises ``RunError`` where there is none of this n."""
        made = [memory.n for who, memory in self._memories if who == slug]
        if n in made:
            del self._memories[[(who, memory.n) for who, memory in self._memories].index((slug, n))]
        elif (slug, n) not in self._removed:
            self.run.memory(slug, n, self.tick)
            self._removed.append((slug, n))

    def add_event(self, kind: str, key: str, data: Mapping[str, Any]) -> None:
        """Add an event to the tick."""
        self._events.append(Event(self.tick, len(self._events), kind, key, data))

    def note(self, text: str) -> None:
        """Add a line for readers that describes the edit."""
        self.add_event("run", "", {"phase": "fork", "text": text})

    def record(self) -> TickRecord:
        """Everything collected, as the rows of one tick."""
        return TickRecord(
            self.tick, self.at, events=self._events, memories=self._memories, removed=self._removed, states=self._states
        )
