"""Who has something to do in a tick, and what is new in sight to them: the rest of the town goes on as it was.

Questions to whole columns; a mind is asked only when time, its own walk or a new place gives it a reason to stir. Knows minds
and the world, changes neither but for what is retained of what nobody makes anything of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from sim.mind.cognition import idle_until
from sim.mind.thought import Mind, Percept
from sim.mind.town_perception import NewPercepts, TownPerception
from sim.scenario.model import Rules
from sim.world.crowd import Rows
from sim.world.state import World

Mask = npt.NDArray[np.bool_]


class Activation:
    """``passive_observers`` are those who saw something new in the last tick and made nothing of it."""

    def __init__(self, world: World, minds: Mapping[str, Mind], rules: Rules) -> None:
        self.world, self.minds, self.rules = world, minds, rules
        self.perception = TownPerception(world, minds, rules)
        self.passive_observers: list[str] = []
        count = world.crowd.count
        self._idle_until = np.zeros(count, np.int64)
        """Up to when each goes on as they do, if they stay in the arena ``_arena`` and, where ``_walking``, keep walking."""
        self._arena = np.full(count, -1, np.int64)
        self._walking = np.zeros(count, np.bool_)

    def active(self, at: int, addressed: Iterable[str], moved: Rows, touched: Iterable[int]) -> dict[str, Sequence[Percept]]:
        """Those with something to do, in scenario order, and what is new to each: their time is up, they are ``addressed``, or
        they ``moved`` or are in a ``touched`` arena and find anything in it."""
        rows, certain = self._candidates(at, addressed, moved, touched)
        if not rows.size:
            return {}
        new = self.perception.new_percepts(rows)
        self._idle_until[list(self.perception.changed_rows)] = 0
        sees_new = np.zeros(self.world.crowd.count, np.bool_)
        sees_new[new.row] = True
        thinks = certain | (sees_new[rows] & (not self.perception.without_effect))
        self._ask(rows, thinks, at)
        self._retain_only(new, rows[~thinks & sees_new[rows]])
        active = rows[thinks]
        self._idle_until[active] = 0
        bodies = self.world.rows
        return {bodies[row].slug: self.perception.in_words(new, row) if sees_new[row] else () for row in active.tolist()}

    def reset(self, slugs: Iterable[str]) -> None:
        """The minds of ``slugs`` were changed from outside: they are asked anew."""
        self._idle_until[[self.world.bodies[slug].row for slug in slugs]] = 0

    def _candidates(self, at: int, addressed: Iterable[str], moved: Rows, touched: Iterable[int]) -> tuple[Rows, Mask]:
        """The rows of those who may have something to do, ascending, and who of them surely has."""
        crowd = self.world.crowd
        awake, here = crowd.column("asleep") == 0, crowd.column("away") == 0
        certain = (crowd.column("due") <= at) | (awake & self._spoken_to(at))
        certain[[self.world.bodies[slug].row for slug in addressed]] = True
        around = np.zeros(len(self.world.arenas) + 1, np.bool_)  # -1, where no tile is, is the last
        around[list(touched)] = True
        nearby = around[crowd.column("arena")]
        nearby[moved] = True
        rows = np.flatnonzero(here & (certain | (awake & nearby)))
        return rows, certain[rows]

    def _spoken_to(self, at: int) -> Mask:
        """Who is in a talk whose next line is due."""
        spoken = np.zeros(self.world.crowd.count, np.bool_)
        for talk in self.world.talks.values():
            if at >= talk.due:
                spoken[[self.world.bodies[slug].row for slug in talk.people]] = True
        return spoken

    def _ask(self, rows: Rows, thinks: Mask, at: int) -> None:
        """Adds to ``thinks`` whose plan, walk or whereabouts give them something to do."""
        crowd = self.world.crowd
        arena, walking = crowd.column("arena")[rows], crowd.column("length")[rows] > 1
        idle = (self._idle_until[rows] > at) & (self._arena[rows] == arena) & (walking | ~self._walking[rows])
        for i in np.flatnonzero(~(thinks | idle)).tolist():
            row = int(rows[i])
            mind = self.minds[self.world.rows[row].slug]
            until = idle_until(mind, self.world, self.rules, at)
            thinks[i] = until <= at
            self._idle_until[row], self._arena[row], self._walking[row] = until, arena[i], mind.state.going

    def _retain_only(self, new: NewPercepts, rows: Rows) -> None:
        self.perception.retain_only(new, rows)
        self.passive_observers = [self.world.rows[row].slug for row in rows.tolist()]
