"""Thought that takes game time: questions under way while the town goes on, each with a tick at which its reply takes effect.

A reply takes effect at its deadline, never earlier or later, however fast the model is; only a model that is later holds the
town. So a run depends on seed, scenario and replies alone. Every ``QUIET`` ticks all thoughts are finished, so that a run can
be lived again from there to any tick behind it: generators cannot be stored. Knows neither prompts nor models.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.answer.protocol import Answer
from sim.engine.replies import Replies
from sim.engine.rounds import Rounds, several
from sim.mind.thought import Thought
from sim.prompts import Asking, Question
from sim.world.state import World

QUIET, FIRST = 90, 45
"""Ticks between two at which nobody is thinking, and the first of them: not on the quarters of an hour, when plans change."""
SECONDS: Mapping[str, int] = {
    "react": 30, "steps": 30, "replan": 60, "takeaway": 240, "recap": 240, "plan": 180, "identity": 180, "summary": 180,
    "focus": 180,
}  # fmt: skip
"""Game seconds from a question to its reply; ``say`` has its own, the turn of the talk."""
OTHERS, BACKGROUND = 20, 420
"""The same for all other kinds, and for each question in the back of a mind: a reflection of three takes 15 minutes."""
TALKED = frozenset({"takeaway", "recap", "replan"})
"""Kinds by which one thinks a talk over, in the back of the mind."""
KEPT = frozenset({"takeaway", "recap", "relation", "rate", "questions", "insights", "condense", "identity", "summary", "focus"})
"""Kinds whose thoughts are never pointless: what was lived through is kept, whatever happens meanwhile."""


@dataclass(eq=False)
class OpenThought:
    """A mind that waits for replies. ``asked`` are its questions, ``mine`` which of them are the model's, ``due`` the tick at
    which the replies take effect, ``talk`` the talk it was begun in ("" for none). What is asked ahead has the tick at which it
    is ``needed`` (0 for others), and is kept while it ``holds``."""

    thought: Thought
    steps: Asking[Any]
    background: bool
    talk: str
    needed: int = 0
    holds: Callable[[], bool] | None = None
    asked: Any = None
    mine: Sequence[bool] = ()
    begun: int = 0
    due: int = 0
    result: Any = None
    over: bool = False

    @property
    def slug(self) -> str:
        return self.thought.mind.slug

    @property
    def questions(self) -> tuple[Question[Any], ...]:
        return several(self.asked)


@dataclass
class Deliberation:
    """The open thoughts of a town. ``dropped`` counts by kind those that became pointless."""

    world: World
    rounds: Rounds
    seconds: int
    replies: Replies
    open: list[OpenThought] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    told: dict[str, list[Any]] = field(default_factory=dict)
    """Percepts from outside that wait until whoever they are for has finished a thought."""

    def answered_by(self, replies: Replies) -> None:
        """Have others answer, also what is open already."""
        self.replies = replies
        for one in self.open:
            replies.submit(one)

    def of(self, slug: str, background: bool = False) -> OpenThought | None:
        """The open thought of a resident."""
        return next((one for one in self.open if one.slug == slug and one.background == background), None)

    def absorbs(self, slug: str) -> bool:
        """Whether a resident thinks a talk over."""
        return any(one.slug == slug and one.background and one.questions[0].task in TALKED for one in self.open)

    def begin(self, thought: Thought, steps: Asking[Any], tick: int, background: bool = False, **ahead: Any) -> OpenThought:
        """Begin a thought, up to its first question; ``ahead`` are ``needed`` and ``holds`` of one that is ahead."""
        one = OpenThought(thought, steps, background, thought.body.talk, **ahead)
        self._go_on([one], [None], tick)
        return one

    def drop_pointless(self, tick: int) -> list[OpenThought]:
        """Close the thoughts that have become pointless: somebody began to talk with them or left the talk, the turn has
        passed, they fell asleep, left town or are played by a person."""
        gone = [one for one in self.open if self._pointless(one)]
        for one in gone:
            one.steps.close()
            self.open.remove(one)
            self.replies.forget(one)
            self.dropped[one.questions[0].task] += 1
        return gone

    def resume(self, tick: int) -> list[OpenThought]:
        """Give the thoughts that are due their replies, in the order in which they were begun; returns them."""
        due = [one for one in self.open if one.due <= tick]
        if due:
            answers = self.replies.take(due)
            for one in due:
                self.open.remove(one)
                one.thought.tick, one.thought.at = tick, tick * self.seconds
            self._go_on(due, answers, tick)
        return due

    def finish(self, tick: int) -> list[OpenThought]:
        """Bring all open thoughts to their end in this tick; returns them."""
        finished = list(self.open)
        while self.open:
            for one in self.open:
                one.due = tick
            self.resume(tick)
        return finished

    def _go_on(self, ones: Sequence[OpenThought], answers: Sequence[list[Answer] | None], tick: int) -> None:
        """Resume each with its answers (None: begin); what asks again is open again."""
        for one, given in zip(ones, answers, strict=True):
            replies: Any = None
            if given is not None:
                self.rounds.asked += [(one.slug, q, answer) for q, answer in zip(one.questions, given, strict=True)]
                said = tuple(answer.reply for answer in given)
                replies = said if isinstance(one.asked, tuple) else said[0]
            try:
                one.asked = one.steps.send(replies)
            except StopIteration as end:
                one.result, one.over = end.value, True
                continue
            pairs = [(one.slug, question) for question in one.questions]
            one.mine = self.rounds.share(pairs) if self.rounds.share else [True] * len(pairs)
            one.begun, one.due = tick, self._deadline(one, tick)
            self.open.append(one)
            self.replies.submit(one)

    def _deadline(self, one: OpenThought, tick: int) -> int:
        """The tick at which the replies take effect: by kind of question, at the latest when all is to be quiet."""
        task, quiet = one.questions[0].task, next_quiet(tick)
        talk = self.world.talks.get(one.thought.body.talk)
        if one.needed:
            due = one.needed
        elif one.background and task not in SECONDS:
            due = tick + BACKGROUND // self.seconds
        elif task == "say" and talk is not None:
            due = max(-(-talk.due // self.seconds), one.thought.body.arrives)
        else:
            due = tick + SECONDS.get(task, OTHERS) // self.seconds
        return min(max(tick + 1, due), quiet)

    def _pointless(self, one: OpenThought) -> bool:
        task, body = one.questions[0].task, one.thought.body
        if one.holds is not None:
            return not one.holds()
        if one.background or task in KEPT:
            return False
        talk = self.world.talks.get(body.talk)
        passed = task == "say" and (talk is None or talk.people[talk.turn] != one.slug)
        return body.talk != one.talk or passed or body.asleep or body.away or one.thought.state.player


def quiet(tick: int) -> bool:
    """Whether everybody's thoughts are finished in this tick."""
    return tick == 0 or tick % QUIET == FIRST


def next_quiet(tick: int) -> int:
    """The first such tick behind ``tick``."""
    return tick + QUIET - (tick - FIRST) % QUIET


def last_quiet(tick: int) -> int:
    """The last such tick up to ``tick``."""
    return max(0, tick - (tick - FIRST) % QUIET)
