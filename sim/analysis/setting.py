"""A run together with what it was lived in: its scenario (news, norms, hours), its map's places, its calendar, its memories.

Everything the measures share is read here once. Knows no measure.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from sim.record.read import Run
from sim.scenario import load_text
from sim.scenario.model import Resident, Scenario
from sim.types import Address, Memory
from sim.world.clock import Clock
from sim.world.places import Places
from sim.world.tilemap import TileMap


class Setting:
    """One open run. ``last`` is its last tick, ``step`` the game seconds of a tick; ``people`` are slug -> resident."""

    def __init__(self, run: Run) -> None:
        tilemap = TileMap.parse(run.map_text, base=None, images=run.images, name=run.map_name.rsplit(".", 1)[0])
        self.run = run
        self.scenario: Scenario = replace(load_text(run.scenario_text, tilemap, run.meta.scenario_id), seed=run.meta.seed)
        self.places = Places(tilemap)
        self.clock = Clock(run.meta.start)
        self.step = run.meta.tick_seconds
        self.last = max(0, run.last_tick)
        self.people: dict[str, Resident] = {resident.slug: resident for resident in self.scenario.residents}

    @property
    def end(self) -> int:
        """Game seconds at the last tick."""
        return self.last * self.step

    def name(self, slug: str) -> str:
        """A resident's full name; the slug itself where nobody has it."""
        return self.people[slug].name if slug in self.people else slug

    def tick(self, at: int) -> int:
        """The tick that a moment lies in; what was before the start is tick 0."""
        return max(0, at // self.step)

    def when(self, tick: int) -> str:
        """``day 2 18:05``, in words that the command line's ``--at`` understands."""
        at = tick * self.step
        minutes = self.clock.minutes(at)
        return f"day {self.clock.day(at)} {minutes // 60:02d}:{minutes % 60:02d}"

    @cached_property
    def memories(self) -> dict[str, tuple[Memory, ...]]:
        """Everybody's memories at the run's end, oldest first (forgotten ones are not among them)."""
        return {slug: tuple(reversed(self.run.memories(slug, self.last, limit=-1))) for slug in self.people}

    def memories_at(self, slug: str, tick: int) -> list[Memory]:
        """A resident's memories made up to ``tick``, oldest first."""
        return [memory for memory in self.memories[slug] if self.tick(memory.at) <= tick]

    def norms(self, arena: Address) -> Iterator[tuple[Address, dict[str, object]]]:
        """The places with rules of their own that an arena is or lies in, outermost first."""
        for depth in range(1, len(arena) + 1):
            rules = self.scenario.norms.get(arena[:depth])
            if rules:
                yield arena[:depth], dict(rules)


@contextmanager
def opened(path: str | Path) -> Iterator[Setting]:
    """The setting of a run file, closed afterwards. Raises ``RunError``, ``ScenarioError`` and ``MapError``."""
    with Run(path) as run:
        yield Setting(run)
