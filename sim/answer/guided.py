"""Guided answering: the script proposes, the model chooses; its own line competes when it passes the checks of that reply.

Each candidate has a head start: its place in the script's order, and luck, drawn from the question's seed so that the one that
comes first is drawn by ``exp(score / temperature)``. Head starts are known before the model is asked, so what cannot win is
neither scored to its end nor, where it is the model's own line, written at all. Knows no kind of model (``register``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sim.answer.choice import head_starts, reach
from sim.answer.protocol import Answer, Failures, finish, write_reply, write_schema
from sim.answer.register import Register
from sim.answer.scripted import Script
from sim.answer.scripted.news_to_tell import with_news
from sim.answer.written import generate
from sim.llm.base import Generated, Model, Score, Scored, Usage
from sim.prompts import Question, Reply
from sim.prompts.tasks.say import Utterance

S = TypeVar("S")

PROPOSALS = 4
"""Candidates the script puts before the model."""
LONG_PROPOSALS = 2
"""Candidates where a reply is ``LONG``: a plan may have three hundred tokens, scoring four of them takes longer than writing
one, and the third best counts for a quarter of the best anyway."""
LONG = 300
"""Tokens of a reply at most, from which it is long."""
OWN_WORDS = frozenset({"say"})
"""Kinds of questions in which the model's own words compete."""


@dataclass
class Choice(Generic[S]):
    """One guided question on its way: its candidates in the script's order, and the best of those that were scored."""

    question: Question[Any]
    shown: S
    """The question as the model sees it."""
    register: Register[S]
    replies: list[Reply]
    winner: int = 0
    best: float = -math.inf
    asked: bool = False
    problem: str = ""
    usage: Usage = Usage()
    scored: int = 0
    """How many candidates have scores that hold beside others'."""

    def ahead(self, first: int, end: int) -> tuple[float, ...]:
        """The head starts of the candidates from ``first`` up to ``end``."""
        return head_starts(end, self.question.temperature, self.question.seed)[first:]

    @property
    def is_open(self) -> bool:
        """Whether one candidate more could win: log-probabilities are below 0, so its head start is the most it can reach."""
        count = len(self.replies)
        return not self.problem and self.ahead(count, count + 1)[0] > self.best

    def offer(self, reply: Reply) -> bool:
        """Add a candidate; False where it is there already."""
        if reply in self.replies:
            return False
        self.replies.append(reply)
        return True

    def score(self) -> Score:
        """What to ask the model: about the candidates that have no score yet, or whose scores say nothing beside others'."""
        written = tuple(self.register.write(self.shown, reply) for reply in self.replies[self.scored :])
        return Score(self.register.prompt(self.shown), written, head_starts=self.ahead(self.scored, len(self.replies)))

    def take(self, reply: Generated | Scored) -> None:
        """Learn the scores of what was asked last."""
        self.asked, self.usage = True, self.usage + reply.usage
        if reply.problem or not isinstance(reply, Scored):
            self.problem = reply.problem
            return
        if not self.scored:
            self.best = -math.inf
        for number, reached in enumerate(reach(reply, self.ahead(self.scored, len(self.replies))), self.scored):
            if reached > self.best:
                self.winner, self.best = number, reached
        self.scored = 0 if reply.relative else len(self.replies)


class Guided(Generic[S]):
    """The script's proposals, chosen among by ``model``'s probabilities, in one register."""

    mode = "guided"
    prompts = "brief"

    def __init__(self, script: Script, model: Model, register: Register[S]):
        self.script, self.model, self.register = script, model, register
        self.failures = Failures()

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        choices = [self._choice(q) for q in questions]
        self._score([choice for choice in choices if len(choice.replies) > 1])
        self._write_freely([choice for choice in choices if choice.question.task in OWN_WORDS and choice.is_open])
        return [self._settle(choice) for choice in choices]

    def _choice(self, q: Question[Any]) -> Choice[S]:
        most = 1 if q.full_only else LONG_PROPOSALS if q.max_tokens >= LONG else PROPOSALS
        proposals = self.script.propose(q, most)
        shown = self.register.show(with_news(q, self.script.banks))
        return Choice(q, shown, self.register, self.register.proposable(shown, proposals))

    def _score(self, choices: Sequence[Choice[S]]) -> None:
        replies = self.model.ask([choice.score() for choice in choices]) if choices else []
        for choice, reply in zip(choices, replies, strict=True):
            choice.take(reply)

    def _write_freely(self, choices: Sequence[Choice[S]]) -> None:
        """Let the model write where its words may win; what passes the checks is scored like the proposals."""
        replies = self.model.ask([generate(self.register, c.shown, self.register.warmth) for c in choices]) if choices else []
        passed: list[Choice[S]] = []
        for choice, reply in zip(choices, replies, strict=True):
            choice.usage = choice.usage + reply.usage
            written = isinstance(reply, Generated) and not reply.problem
            own = self.register.read(choice.shown, reply.text) if isinstance(reply, Generated) and written else None
            if own is None or _breaks_off(own, choice.replies):
                continue
            if self.script.passes(choice.question, own) and choice.offer(own):
                passed.append(choice)
        self._score(passed)

    def _settle(self, choice: Choice[S]) -> Answer:
        q, problem = choice.question, choice.problem
        if choice.asked:
            self.failures.note(problem)
        reply = choice.replies[0 if problem else choice.winner]
        prompt, schema = self.register.prompt(choice.shown), write_schema(q.schema())
        texts = tuple(map(write_reply, choice.replies))
        return finish(q, Answer(reply, prompt, schema, self.mode, texts, problem, bool(problem), usage=choice.usage))


def _breaks_off(own: Reply, proposals: Sequence[Reply]) -> bool:
    """Whether a line is the mere beginning of one that was proposed: what such a line answers goes unanswered."""
    said = (other.say for other in proposals if isinstance(other, Utterance))
    return isinstance(own, Utterance) and any(line != own.say and line.startswith(own.say) for line in said)
