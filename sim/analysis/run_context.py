"""``RunContext``: an open run with its scenario, places, calendar and memories, which all measures share."""

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
from sim.world.clock import Clock, clock_text
from sim.world.places import Places
from sim.world.tilemap import TileMap


class RunContext:
    """An open run and what was read from it once. ``residents`` are slug -> resident."""

    def __init__(self, run: Run) -> None:
        tilemap = TileMap.parse(run.map_text, base=None, images=run.images, name=run.map_name.rsplit(".", 1)[0])
        self.run = run
        self.scenario: Scenario = replace(load_text(run.scenario_text, tilemap, run.meta.scenario_id), seed=run.meta.seed)
        self.places = Places(tilemap)
        self.clock = Clock(run.meta.start)
        self.tick_seconds = run.meta.tick_seconds
        self.last_tick = max(0, run.last_tick)
        self.residents: dict[str, Resident] = {resident.slug: resident for resident in self.scenario.residents}

    @property
    def end(self) -> int:
        """Game seconds at the last tick."""
        return self.last_tick * self.tick_seconds

    def name(self, slug: str) -> str:
        """A resident's full name; the slug itself if there is no such resident."""
        return self.residents[slug].name if slug in self.residents else slug

    def tick(self, at: int) -> int:
        """The tick of a moment in game seconds; 0 for moments before the start."""
        return max(0, at // self.tick_seconds)

    def when(self, tick: int) -> str:
        """``day 2 18:05``, as the command line's ``--at`` accepts it."""
        at = tick * self.tick_seconds
        return f"day {self.clock.day(at)} {clock_text(self.clock.minutes(at))}"

    @cached_property
    def memories(self) -> dict[str, tuple[Memory, ...]]:
        """Resident -> their memories at the end of the run, oldest first, without removed ones."""
        return {slug: tuple(reversed(self.run.memories(slug, self.last_tick, limit=-1))) for slug in self.residents}

    def memories_at(self, slug: str, tick: int) -> list[Memory]:
        """A resident's memories created up to ``tick``, oldest first."""
        return [memory for memory in self.memories[slug] if self.tick(memory.at) <= tick]

    def norms(self, arena: Address) -> Iterator[tuple[Address, dict[str, object]]]:
        """(place, rules) for each place with rules that contains an arena, outermost first."""
        for depth in range(1, len(arena) + 1):
            rules = self.scenario.norms.get(arena[:depth])
            if rules:
                yield arena[:depth], dict(rules)


@contextmanager
def open_context(path: str | Path) -> Iterator[RunContext]:
    """Open a run file; it is closed afterwards. Raises ``RunError``, ``ScenarioError`` or ``MapError``."""
    with Run(path) as run:
        yield RunContext(run)
