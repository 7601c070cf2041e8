"""Agent activation: which residents think in a tick, and which new percepts each of them has.

Works on whole columns of the crowd; a single mind is examined only when its time has come, it moved, or something happened near
it. Called by ``tick``. Changes nothing in the world, and in minds only what they retain of percepts that need no thought.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from sim.mind.cognition import heeds, idle_until
from sim.mind.faculties import USUAL
from sim.mind.mind import Mind, Percept
from sim.mind.thought import Thought
from sim.mind.town_perception import TownPerception
from sim.scenario.model import Rules
from sim.world.crowd import Rows
from sim.world.state import World

Mask = npt.NDArray[np.bool_]


class Activation:
    """Selects residents tick by tick. ``passive_observers`` (slugs) saw something new in the last tick but did not think."""

    def __init__(self, world: World, minds: Mapping[str, Mind], rules: Rules) -> None:
        self.world, self.minds, self.rules = world, minds, rules
        self.perception = TownPerception(world, minds, rules)
        self.passive_observers: list[str] = []
        self.ahead = 0
        """Game seconds before a turn of talk is due from which its speaker thinks."""
        self.spares = not rules.thinking
        """Whether an idle resident is spared thinking when they only see what they do not heed, as most do who see something.
        Not where thinking takes game time: a resident who is still thinking would retain it as well."""
        count = world.crowd.count
        self._idle_until = np.zeros(count, np.int64)
        """(residents,) the game second until which each resident has nothing to do, as long as they stay in arena ``_arena``
        and, where ``_walking`` is set, keep walking."""
        self._arena = np.full(count, -1, np.int64)
        self._walking = np.zeros(count, np.bool_)

    def active(self, at: int, addressed: Iterable[str], moved: Rows, touched: Iterable[int]) -> dict[str, Sequence[Percept]]:
        """Slug -> new percepts of each resident who thinks at game second ``at``, in scenario order.

        A resident thinks when their due time has come, when they are ``addressed`` (slugs), or when they ``moved`` (rows) or
        are in a ``touched`` arena (numbers) and see something new that they heed or have a reason of their own."""
        rows, certain = self._candidates(at, addressed, moved, touched)
        if not rows.size:
            return {}
        new = self.perception.new_percepts(rows)
        self._idle_until[list(self.perception.changed_rows)] = 0
        sees_new = np.zeros(self.world.crowd.count, np.bool_)
        sees_new[new.row] = True
        heeding = sees_new[rows] & (not self.perception.without_effect)
        thinks = certain if self.spares else certain | heeding
        self._ask(rows, thinks, at)
        seeing = rows[thinks | heeding]
        percepts = dict(zip(seeing.tolist(), self.perception.in_words(new, seeing), strict=True))
        for i in np.flatnonzero(heeding & ~thinks).tolist():
            thinks[i] = self._heeds(int(rows[i]), percepts[int(rows[i])], at)
        passive = rows[~thinks & sees_new[rows]]
        self.perception.retain_only(new, passive)
        self.passive_observers = [self.world.rows[row].slug for row in passive.tolist()]
        active = rows[thinks]
        self._idle_until[active] = 0
        return {self.world.rows[row].slug: percepts[row] for row in active.tolist()}

    def reset(self, slugs: Iterable[str]) -> None:
        """Examine the residents ``slugs`` again in the next tick, because their minds were changed from outside."""
        self._idle_until[[self.world.bodies[slug].row for slug in slugs]] = 0

    def _candidates(self, at: int, addressed: Iterable[str], moved: Rows, touched: Iterable[int]) -> tuple[Rows, Mask]:
        """(rows ascending, mask): residents who may have something to do, and which of them certainly have."""
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
        """(residents,) mask: participants of talks whose next line is due."""
        spoken = np.zeros(self.world.crowd.count, np.bool_)
        for talk in self.world.talks.values():
            if at >= talk.due - self.ahead:
                spoken[[self.world.bodies[slug].row for slug in talk.people]] = True
        return spoken

    def _ask(self, rows: Rows, thinks: Mask, at: int) -> None:
        """Set ``thinks`` for residents whose plan, walk or location gives them something to do."""
        crowd = self.world.crowd
        arena, walking = crowd.column("arena")[rows], crowd.column("length")[rows] > 1
        idle = (self._idle_until[rows] > at) & (self._arena[rows] == arena) & (walking | ~self._walking[rows])
        for i in np.flatnonzero(~(thinks | idle)).tolist():
            row = int(rows[i])
            mind = self.minds[self.world.rows[row].slug]
            until = idle_until(mind, self.world, self.rules, at)
            thinks[i] = until <= at
            self._idle_until[row], self._arena[row], self._walking[row] = until, arena[i], mind.state.going

    def _heeds(self, row: int, percepts: Sequence[Percept], at: int) -> bool:
        """Whether the idle resident of this row would do more about new percepts than retain them. A user's own mind may."""
        mind = self.minds[self.world.rows[row].slug]
        return mind.faculties is not USUAL or heeds(Thought(mind, self.world, self.rules, -1, at, 0, percepts))
