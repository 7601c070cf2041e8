"""Attention: a budget of the model's questions per game hour, spent where it matters most.

Grants gather in game time up to a quarter of an hour's budget. A question is granted while more are left than are kept back for
questions worth more (trunk reservation, as telephone networks keep lines for long calls). Worth follows from the town's own
state: who is watched, in a talk, in company, in the news, has just lived through something, has waited. Never from the clock of
the machine, so a run lived again grants alike. Knows no model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.mind.thought import Mind
from sim.prompts import Question
from sim.world.state import World

GATHERS, LEAST = 4, 4
"""The part of an hour's budget that can gather, and the least that it is."""
KEPT_BACK = 0.75
"""The share that is kept back from a question worth nothing."""
WATCHED, BEGUN, TALKING, COMPANY, NEWS, POIGNANT, WAITED = 1.0, 0.4, 0.3, 0.1, 0.2, 0.3, 0.3
"""What it is worth to be watched, to go on with a talk that the model began, to talk, to have company, to know the scenario's
news, to have lived through something of importance 10, and to have waited ``PATIENCE``."""
COST = 3600
"""What a question costs: an hour's budget then gathers at ``per_hour`` a second."""
NEAR = 8
"""Tiles within which others are company."""
RECENT, PATIENCE, LASTS = 12, 4 * 3600, 1800
"""Last memories that count as just lived through, game seconds after which a wait counts in full, and for which somebody is
under attention after a question."""


class Attention:
    """``left`` is what had gathered at game second ``at``, in ``COST`` per question, so that all numbers are whole. ``last``
    says when each resident was granted a question, ``talks`` which talks the model takes part in. ``now`` is set by the engine
    every tick."""

    def __init__(self, per_hour: int, minds: Mapping[str, Mind], world: World):
        self.per_hour, self._minds, self._world = per_hour, minds, world
        self.most = max(LEAST * COST, per_hour * COST // GATHERS)
        self.left, self.at, self.now = self.most, 0, 0
        self.last: dict[str, int] = {}
        self.talks: list[str] = []
        self.under: list[str] = []
        """Who is under attention, in the order in which they came under it."""

    def grant(self, asked: Sequence[tuple[str, Question[Any]]]) -> list[bool]:
        """For each question whether the model answers it, the worthiest first."""
        self.left, self.at = min(self.most, self.left + self.per_hour * (self.now - self.at)), self.now
        worth = [self.worth(slug) for slug, _ in asked]
        granted = [False] * len(asked)
        for i in sorted(range(len(asked)), key=lambda i: (-worth[i], self.last.get(asked[i][0], -1), i)):
            if self.left - COST >= self.most * KEPT_BACK * (1 - worth[i]):
                granted[i] = True
                self.left -= COST
                self._note(asked[i][0])
        return granted

    def worth(self, slug: str) -> float:
        """How much a question of this resident matters now, 0 to 1."""
        mind, body = self._minds[slug], self._world.bodies[slug]
        recent = [memory.importance or 0.0 for memory in mind.stream.recent(RECENT) if self.now - memory.at < LASTS]
        waited = min(1.0, (self.now - self.last.get(slug, 0)) / PATIENCE)
        total = WATCHED * (slug == self._world.watched) + POIGNANT * max(recent, default=0.0) / 10 + WAITED * waited
        total += NEWS * any(memory.source == "news" for memory in mind.stream.recent(RECENT))
        if body.talk:
            total += TALKING + BEGUN * (body.talk in self.talks)
        elif any(not other.asleep for other in self._world.near(body, NEAR)):
            total += COMPANY
        return min(1.0, total)

    def changes(self) -> list[tuple[str, bool]]:
        """Who came under attention since the last call, and who is no longer under it."""
        now = [slug for slug in self._minds if slug in self.last and self.now - self.last[slug] < LASTS]
        came = [slug for slug in now if slug not in self.under]
        went = [slug for slug in self.under if slug not in now]
        self.under = [slug for slug in self.under if slug in now] + came
        return [*((slug, True) for slug in came), *((slug, False) for slug in went)]

    def to_json(self) -> dict[str, Any]:
        """What a resumed run needs."""
        return {
            "left": self.left, "at": self.at, "watched": self._world.watched, "last": dict(self.last),
            "talks": [talk for talk in self.talks if talk in self._world.talks], "under": list(self.under),
        }  # fmt: skip

    def load(self, data: Mapping[str, Any]) -> None:
        """Take on a stored state."""
        self.left, self.at, self._world.watched = int(data["left"]), int(data["at"]), str(data["watched"])
        self.last, self.talks, self.under = dict(data["last"]), list(data["talks"]), list(data["under"])

    def _note(self, slug: str) -> None:
        self.last[slug] = self.now
        talk = self._world.bodies[slug].talk
        if talk and talk not in self.talks:
            self.talks.append(talk)
