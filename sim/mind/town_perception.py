"""Perception of the whole town in one pass: which percepts are new to whom in a tick.

A person or object is described once, when it changes, and the description's mark (a number) is shared by all observers; each
resident's last percepts are a row of marks in one table. Called by the engine once a tick; does not know what minds do with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sim.mind.mind import Mind, Percept
from sim.mind.perceive import describe, describe_thing
from sim.mind.state import RETENTION, mark_of
from sim.scenario.model import Rules
from sim.types import Address, write_address
from sim.world.crowd import Rows
from sim.world.state import World
from sim.world.visibility import Visibility


@dataclass(frozen=True, slots=True)
class NewPercepts:
    """New percepts as four columns of shape (n,), by viewer and then by distance: the viewer's ``row``, the ``item`` seen, its
    distance ``away`` in tiles, and its ``mark``."""

    row: Rows
    item: Rows
    away: Rows
    mark: Rows


class TownPerception:
    """The visual perception of all residents. ``without_effect``: nobody reacts to what is seen or remembers it."""

    def __init__(self, world: World, minds: Mapping[str, Mind], rules: Rules) -> None:
        self.world, self.rules = world, rules
        self.states = [minds[body.slug].state for body in world.rows]
        self.sights = Visibility(world)
        self.words: dict[int, str] = {}
        """Item in sight -> what it looks like, the text of its mark."""
        self.retained = np.zeros((len(self.states), RETENTION), np.int64)
        """(residents, RETENTION): marks of the last percepts, newest last, 0 where there were fewer."""
        for row, state in enumerate(self.states):
            last = state.retained[-RETENTION:]
            self.retained[row, RETENTION - len(last) :] = last
            state.retained = self.retained[row]
        self.changed_rows: Mapping[int, None] = {}
        """Rows of the residents who changed their activity or are in a talk."""
        self.without_effect = not rules.react and not (rules.observe and rules.memory)

    def new_percepts(self, rows: Rows) -> NewPercepts:
        """New percepts of the viewers ``rows`` (ascending): the nearest items in sight whose marks they do not retain."""
        self._update_marks()
        seen = self.sights.nearest(rows, self.rules.vision, self.rules.attention)
        marks, who = self.sights.mark[seen.item], rows[seen.viewer]
        new = ~(self.retained[who] == marks[:, None]).any(axis=1)
        return NewPercepts(who[new], seen.item[new], seen.away[new], marks[new])

    def in_words(self, found: NewPercepts, rows: Rows) -> list[list[Percept]]:
        """The new percepts of each of the viewers ``rows``, in words, nearest first."""
        begin, end = (np.searchsorted(found.row, rows, side).tolist() for side in ("left", "right"))
        item, away = found.item.tolist(), found.away.tolist()
        return [list(map(self._percept, item[span], away[span])) for span in map(slice, begin, end)]

    def retain_only(self, found: NewPercepts, rows: Rows) -> None:
        """Retain the new percepts of the viewers ``rows`` without any further effect."""
        if not rows.size:
            return
        begin, kept = np.searchsorted(found.row, rows), np.arange(RETENTION)
        sizes = np.searchsorted(found.row, rows, "right") - begin
        every = np.concatenate([self.retained[rows], np.zeros((len(rows), sizes.max()), np.int64)], axis=1)
        who = np.repeat(np.arange(len(rows)), sizes)
        nth = np.arange(len(who)) - (np.cumsum(sizes) - sizes)[who]
        every[who, len(kept) + nth] = found.mark[begin[who] + nth]
        self.retained[rows] = np.take_along_axis(every, sizes[:, None] + kept, axis=1)
        marks = found.mark.tolist()
        for row, first, size in zip(rows.tolist(), begin.tolist(), sizes.tolist(), strict=True):
            self.states[row].fresh += marks[first : first + size]

    def _update_marks(self) -> None:
        """Update the marks of residents with a new activity, of those in talks, and of changed objects."""
        world = self.world
        talking = (world.bodies[slug].row for talk in world.talks.values() for slug in talk.people)
        self.changed_rows = world.crowd.changed | dict.fromkeys(talking)
        self._refresh(self.changed_rows)
        for address in world.things.changed:
            self._refresh_thing(address)
        world.crowd.changed, world.things.changed = {}, {}

    def _refresh(self, rows: Mapping[int, None]) -> None:
        for row in rows:
            body = self.world.rows[row]
            text = self.words[row] = describe(self.world, body)
            self.sights.put(row, mark_of(text) if body.activity else 0)

    def _refresh_thing(self, address: Address) -> None:
        item, thing = self.sights.number.get(address), self.world.things.get(address)
        if item is not None and thing is not None:
            user = self.world.bodies.get(thing.by)
            text = self.words[item] = describe_thing(self.world, address)
            self.sights.put(item, mark_of(text), user.row if user else -1)
        elif item is not None:
            self.sights.put(item, 0)

    def _percept(self, item: int, away: int) -> Percept:
        if item < self.sights.count:
            return Percept("person", self.world.rows[item].slug, self.words[item], away)
        return Percept("object", write_address(self.sights.address(item)), self.words[item], away)
