"""Attention: a budget of the model's questions per game hour, spent where it matters most.

Grants gather in game time up to a quarter of an hour's budget. A question is granted while more grants are left than are kept
back for questions worth more (trunk reservation, as telephone networks keep lines for long calls). The worth of a question
follows from the state of the town: is the resident watched, in a talk, in company, do they know the news, have they just lived
through something, how long have they waited. It never follows from the machine's clock, so a re-run grants the same. Knows no
model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.mind.mind import Mind
from sim.prompts import Question
from sim.world.state import World

GATHERING_PART = 4
"""Unspent grants gather up to an hour's budget divided by this."""
MIN_GATHERED = 4
"""Questions that can gather, however small the budget is."""
KEPT_BACK = 0.75
"""The share of the gathered grants that is kept back from a question worth nothing."""
WORTH_WATCHED = 1.0
"""Added to the worth of a question: the user looks at the resident."""
WORTH_MODELS_TALK = 0.4
"""Added: the resident goes on with a talk that the model began."""
WORTH_TALKING = 0.3
"""Added: the resident is in a talk."""
WORTH_COMPANY = 0.1
"""Added: others are near who are awake."""
WORTH_NEWS = 0.2
"""Added: the resident knows the scenario's news."""
WORTH_POIGNANT = 0.3
"""Added: the resident has just lived through something of importance 10; less for less important things."""
WORTH_WAITED = 0.3
"""Added: the resident has waited ``PATIENCE`` for a question; less for a shorter wait."""
COST = 3600
"""Units that a question costs: a budget of ``per_hour`` questions then gathers ``per_hour`` units a second."""
COMPANY_DISTANCE = 8
"""Tiles within which others are company."""
RECENT_MEMORIES = 12
"""The newest memories among which is sought what the resident has just lived through."""
PATIENCE = 4 * 3600
"""Game seconds after which a wait counts in full."""
ATTENTION_LASTS = 1800
"""Game seconds for which a resident is under attention after a question, and for which a memory is recent."""


class Attention:
    """``left`` is what had gathered at game second ``at``, ``COST`` units per question, so that all numbers are whole. ``last``
    has when each resident was granted a question, ``talks`` the talks that the model takes part in. The engine sets ``now``
    every tick."""

    def __init__(self, per_hour: int, minds: Mapping[str, Mind], world: World):
        self.per_hour, self._minds, self._world = per_hour, minds, world
        self.most = max(MIN_GATHERED * COST, per_hour * COST // GATHERING_PART)
        self.left, self.at, self.now = self.most, 0, 0
        self.last: dict[str, int] = {}
        self.talks: list[str] = []
        self.under: list[str] = []
        """The residents under attention, in the order in which they came under it."""

    def grant(self, asked: Sequence[tuple[str, Question[Any]]]) -> list[bool]:
        """For each question whether the model answers it; questions of the greatest worth are granted first."""
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
        """The worth of a question of this resident now, 0 to 1."""
        mind, body = self._minds[slug], self._world.bodies[slug]
        newest = mind.stream.recent(RECENT_MEMORIES)
        recent = [memory.importance or 0.0 for memory in newest if self.now - memory.at < ATTENTION_LASTS]
        waited = min(1.0, (self.now - self.last.get(slug, 0)) / PATIENCE)
        total = WORTH_WATCHED * (slug == self._world.watched) + WORTH_POIGNANT * max(recent, default=0.0) / 10
        total += WORTH_WAITED * waited
        total += WORTH_NEWS * any(memory.source == "news" for memory in newest)
        if body.talk:
            total += WORTH_TALKING + WORTH_MODELS_TALK * (body.talk in self.talks)
        elif any(not other.asleep for other in self._world.near(body, COMPANY_DISTANCE)):
            total += WORTH_COMPANY
        return min(1.0, total)

    def changes(self) -> list[tuple[str, bool]]:
        """(slug, True) for residents who came under attention since the last call, (slug, False) for those who left it."""
        now = [slug for slug in self._minds if slug in self.last and self.now - self.last[slug] < ATTENTION_LASTS]
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
