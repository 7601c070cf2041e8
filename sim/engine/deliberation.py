"""Thought that takes game time: questions under way while the town goes on, each with a tick at which its reply takes effect.

A reply takes effect at its deadline, never earlier or later, however fast the model is. A model that needs longer holds the
town. So a run depends on seed, scenario and replies alone. Thoughts are generators and cannot be stored. Therefore all thoughts
are finished every ``QUIET`` ticks, and a run is resumed by living it again from such a tick. Knows neither prompts nor models.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.answer.protocol import Answer
from sim.engine.progress import UnderWay
from sim.engine.replies import Replies
from sim.engine.rounds import Rounds, several
from sim.mind.thought import Thought
from sim.prompts import Asking, Question
from sim.world.state import World

QUIET = 90
"""Every ``QUIET`` ticks all thoughts are finished."""
FIRST_QUIET = 45
"""The first of these ticks after 0. It keeps them off the quarters of an hour, when plans change."""
REPLY_SECONDS: Mapping[str, int] = {
    "react": 30, "steps": 30, "replan": 60, "takeaway": 240, "recap": 240, "plan": 180, "identity": 180, "summary": 180,
    "focus": 180,
}  # fmt: skip
"""Game seconds from a question to its reply, by kind. ``say`` is not among them: its reply comes at the turn of the talk."""
OTHER_SECONDS = 20
"""Game seconds from a question of any other kind to its reply."""
BACKGROUND_SECONDS = 420
"""Game seconds from a question in the background to its reply: a reflection of three questions takes 15 minutes."""
THINKS_TALK_OVER = frozenset({"takeaway", "recap", "replan"})
"""Kinds of question with which a resident thinks over a talk that has ended, in the background."""
NEVER_DROPPED = frozenset(
    {"takeaway", "recap", "relation", "rate", "questions", "insights", "condense", "identity", "summary", "focus"}
)
"""Kinds of question that are about what was lived through. Nothing that happens meanwhile makes them pointless."""


@dataclass(eq=False)
class OpenThought:
    """A mind that waits for replies. ``asked`` are its questions, ``mine`` says which of them the model answers, ``due`` is the
    tick at which the replies take effect, ``talk`` the talk in which it was begun ("" for none). A thought that was begun ahead
    of time has the tick at which it is ``needed`` (0 for other thoughts) and is kept while ``holds`` says so."""

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
    """Slug -> percepts from outside that wait until this resident has finished a thought."""

    def answered_by(self, replies: Replies) -> None:
        """Have ``replies`` answer from now on, also the questions that are open already."""
        self.replies = replies
        for one in self.open:
            replies.submit(one)

    def of(self, slug: str, background: bool = False) -> OpenThought | None:
        """The open thought of a resident."""
        return next((one for one in self.open if one.slug == slug and one.background == background), None)

    def absorbs(self, slug: str) -> bool:
        """Whether a resident is thinking over a talk that has ended."""
        return any(one.slug == slug and one.background and one.questions[0].task in THINKS_TALK_OVER for one in self.open)

    def under_way(self) -> Iterator[UnderWay]:
        """The questions of open thoughts that the model answers, with the answers that are there already."""
        for one in self.open:
            seconds, answers = self.replies.state_of(one)
            for n, (question, own) in enumerate(zip(one.questions, one.mine, strict=True)):
                if own:
                    yield UnderWay(question, seconds, one.due, answers[n] if answers else None)

    def begin(self, thought: Thought, steps: Asking[Any], tick: int, background: bool = False, **ahead: Any) -> OpenThought:
        """Begin a thought, up to its first question. ``ahead``: ``needed`` and ``holds`` of a thought begun ahead of time."""
        one = OpenThought(thought, steps, background, thought.body.talk, **ahead)
        self._go_on([one], [None], tick)
        return one

    def drop_pointless(self, tick: int) -> list[OpenThought]:
        """Close the thoughts that have become pointless: somebody began to talk with the resident or left the talk, the turn
        has passed, or the resident fell asleep, left town or is played by a user."""
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
        """Resume each thought with its answers (None: begin it). A thought that asks again is open again."""
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
        """The tick at which the replies take effect: by kind of question, at the latest the next quiet tick."""
        task, quiet = one.questions[0].task, next_quiet(tick)
        talk = self.world.talks.get(one.thought.body.talk)
        if one.needed:
            due = one.needed
        elif one.background and task not in REPLY_SECONDS:
            due = tick + BACKGROUND_SECONDS // self.seconds
        elif task == "say" and talk is not None:
            due = max(-(-talk.due // self.seconds), one.thought.body.arrives)
        else:
            due = tick + REPLY_SECONDS.get(task, OTHER_SECONDS) // self.seconds
        return min(max(tick + 1, due), quiet)

    def _pointless(self, one: OpenThought) -> bool:
        task, body = one.questions[0].task, one.thought.body
        if one.holds is not None:
            return not one.holds()
        if one.background or task in NEVER_DROPPED:
            return False
        talk = self.world.talks.get(body.talk)
        passed = task == "say" and (talk is None or talk.people[talk.turn] != one.slug)
        return body.talk != one.talk or passed or body.asleep or body.away or one.thought.state.player


def quiet(tick: int) -> bool:
    """Whether all thoughts are finished in this tick."""
    return tick == 0 or tick % QUIET == FIRST_QUIET


def next_quiet(tick: int) -> int:
    """The first quiet tick after ``tick``."""
    return tick + QUIET - (tick - FIRST_QUIET) % QUIET


def last_quiet(tick: int) -> int:
    """The last quiet tick up to ``tick``."""
    return max(0, tick - (tick - FIRST_QUIET) % QUIET)
