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
    """``passed`` are those who saw something new in the last tick and made nothing of it."""

    def __init__(self, world: World, minds: Mapping[str, Mind], rules: Rules) -> None:
        self.world, self.minds, self.rules = world, minds, rules
        self.senses = TownPerception(world, minds, rules)
        self.passed: list[str] = []
        count = world.crowd.count
        self._calm = np.zeros(count, np.int64)
        """Up to when each goes on as they do, if they stay in the arena ``_in`` and, where ``_afoot``, keep walking."""
        self._in = np.full(count, -1, np.int64)
        self._afoot = np.zeros(count, np.bool_)

    def active(self, at: int, called: Iterable[str], moved: Rows, touched: Iterable[int]) -> dict[str, Sequence[Percept]]:
        """Those with something to do, in scenario order, and what is new to each: their time is up, they are ``called``, or
        they ``moved`` or are in a ``touched`` arena and find anything in it."""
        rows, sure = self._stirred(at, called, moved, touched)
        if not rows.size:
            return {}
        glance = self.senses.look(rows)
        self._calm[list(self.senses.restless)] = 0
        sees = np.zeros(self.world.crowd.count, np.bool_)
        sees[glance.row] = True
        thinks = sure | (sees[rows] & (not self.senses.idle))
        self._ask(rows, thinks, at)
        self._let_pass(glance, rows[~thinks & sees[rows]])
        active = rows[thinks]
        self._calm[active] = 0
        bodies = self.world.rows
        return {bodies[row].slug: self.senses.percepts(glance, row) if sees[row] else () for row in active.tolist()}

    def forget(self, slugs: Iterable[str]) -> None:
        """The minds of ``slugs`` were changed from outside: they are asked anew."""
        self._calm[[self.world.bodies[slug].row for slug in slugs]] = 0

    def _stirred(self, at: int, called: Iterable[str], moved: Rows, touched: Iterable[int]) -> tuple[Rows, Mask]:
        """The rows of those who may have something to do, ascending, and who of them surely has."""
        crowd = self.world.crowd
        awake, here = crowd.column("asleep") == 0, crowd.column("away") == 0
        sure = (crowd.column("due") <= at) | (awake & self._spoken_to(at))
        sure[[self.world.bodies[slug].row for slug in called]] = True
        around = np.zeros(len(self.world.arenas) + 1, np.bool_)  # -1, where no tile is, is the last
        around[list(touched)] = True
        stirred = around[crowd.column("arena")]
        stirred[moved] = True
        rows = np.flatnonzero(here & (sure | (awake & stirred)))
        return rows, sure[rows]

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
        calm = (self._calm[rows] > at) & (self._in[rows] == arena) & (walking | ~self._afoot[rows])
        for i in np.flatnonzero(~(thinks | calm)).tolist():
            row = int(rows[i])
            mind = self.minds[self.world.rows[row].slug]
            until = idle_until(mind, self.world, self.rules, at)
            thinks[i] = until <= at
            self._calm[row], self._in[row], self._afoot[row] = until, arena[i], mind.state.going

    def _let_pass(self, glance: NewPercepts, rows: Rows) -> None:
        self.senses.let_pass(glance, rows)
        self.passed = [self.world.rows[row].slug for row in rows.tolist()]
