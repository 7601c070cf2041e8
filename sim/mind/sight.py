"""What everybody in town has in sight in a tick, worked out in one pass: who sees what that they have not just seen.

What people and things look like is put into words once, when it changes, and shared by all who look; each resident's last
perceptions are a row of numbers in one table. Does not know what anybody makes of it; called by the engine once a tick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sim.mind.perceive import describe, describe_thing
from sim.mind.state import mark_of
from sim.mind.thought import Mind, Percept
from sim.scenario.model import Rules
from sim.types import Address, write_address
from sim.world.crowd import Rows
from sim.world.state import World
from sim.world.visibility import Visibility


@dataclass(frozen=True, slots=True)
class Glance:
    """What is new to whom, (n,) each, by row and then nearest first. ``row`` is the viewer's."""

    row: Rows
    item: Rows
    away: Rows
    mark: Rows

    def of(self, row: int) -> slice:
        """Which of it is new to one viewer."""
        return slice(int(np.searchsorted(self.row, row)), int(np.searchsorted(self.row, row, "right")))


class Senses:
    """The eyes of a town. ``idle`` says that nothing seen can have any consequence: nobody reacts to it or remembers it."""

    def __init__(self, world: World, minds: Mapping[str, Mind], rules: Rules) -> None:
        self.world, self.rules = world, rules
        self.states = [minds[body.slug].state for body in world.rows]
        self.sights = Visibility(world)
        self.retained = np.zeros((len(self.states), rules.retention), np.int64)
        """(residents, retention): the marks perceived last, newest last, 0 where there were fewer."""
        for row, state in enumerate(self.states):
            last = state.retained[len(state.retained) - min(len(state.retained), rules.retention) :]
            self.retained[row, rules.retention - len(last) :] = last
            state.retained = self.retained[row]
        self.restless: Mapping[int, None] = {}
        """The rows of those who have begun to do something else, or are in a talk."""
        self.idle = not rules.react and not (rules.observe and rules.memory)

    def look(self, rows: Rows) -> Glance:
        """What ``rows`` (ascending) would notice: the nearest things in sight that they have not just seen."""
        self._catch_up()
        seen = self.sights.nearest(rows, self.rules.vision, self.rules.attention)
        marks, who = self.sights.mark[seen.item], rows[seen.viewer]
        new = ~(self.retained[who] == marks[:, None]).any(axis=1)
        return Glance(who[new], seen.item[new], seen.away[new], marks[new])

    def percepts(self, glance: Glance, row: int) -> list[Percept]:
        """What is new to one viewer, in words."""
        mine = glance.of(row)
        return [self._percept(int(i), int(away)) for i, away in zip(glance.item[mine], glance.away[mine], strict=True)]

    def let_pass(self, glance: Glance, rows: Rows) -> None:
        """Have ``rows`` retain what is new to them, and make nothing of it."""
        if not rows.size:
            return
        begin, kept = np.searchsorted(glance.row, rows), np.arange(self.rules.retention)
        sizes = np.searchsorted(glance.row, rows, "right") - begin
        every = np.concatenate([self.retained[rows], np.zeros((len(rows), sizes.max()), np.int64)], axis=1)
        who = np.repeat(np.arange(len(rows)), sizes)
        nth = np.arange(len(who)) - (np.cumsum(sizes) - sizes)[who]
        every[who, len(kept) + nth] = glance.mark[begin[who] + nth]
        self.retained[rows] = np.take_along_axis(every, sizes[:, None] + kept, axis=1)
        marks = glance.mark.tolist()
        for row, first, size in zip(rows.tolist(), begin.tolist(), sizes.tolist(), strict=True):
            self.states[row].fresh += marks[first : first + size]

    def _catch_up(self) -> None:
        """Take note of who does something else since, of those in talks, whose company changes, and of changed things."""
        world = self.world
        talking = (world.bodies[slug].row for talk in world.talks.values() for slug in talk.people)
        self.restless = world.crowd.changed | dict.fromkeys(talking)
        self._refresh(self.restless)
        for address in world.things.changed:
            self._refresh_thing(address)
        world.crowd.changed, world.things.changed = {}, {}

    def _refresh(self, rows: Mapping[int, None]) -> None:
        for row in rows:
            body = self.world.rows[row]
            self.sights.put(row, mark_of(describe(self.world, body)) if body.activity else 0)

    def _refresh_thing(self, address: Address) -> None:
        item, thing = self.sights.number.get(address), self.world.things.get(address)
        if item is not None and thing is not None:
            user = self.world.bodies.get(thing.by)
            self.sights.put(item, mark_of(describe_thing(self.world, address)), user.row if user else -1)
        elif item is not None:
            self.sights.put(item, 0)

    def _percept(self, item: int, away: int) -> Percept:
        if item < self.sights.count:
            other = self.world.rows[item]
            return Percept("person", other.slug, describe(self.world, other), away)
        address = self.sights.address(item)
        return Percept("object", write_address(address), describe_thing(self.world, address), away)
