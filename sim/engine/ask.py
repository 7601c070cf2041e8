"""From typed questions to typed answers: who decides (script, guided model, free model, the record), and what mends it.

All questions of a round go to the model as one batch. Guided: the script proposes, the model's own free line competes where
talk is concerned, and the model's probabilities choose. Free: choices are scored, the rest is written under its grammar.
Every reply is checked and repaired by its task; where there is none the task's fallback stands in, named and counted.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

from sim.dice import dice
from sim.llm.base import Generate, Generated, Model, Prompt, Score, Scored, Usage
from sim.mind.scripted import Script
from sim.prompts import TASKS, Question, Reply
from sim.prompts.check import satisfies
from sim.prompts.render import render

PROPOSALS, LONG_PROPOSALS = 4, 2
"""Candidates the script puts before a guided model; fewer where a reply is ``LONG``: a plan has three hundred tokens, scoring
four of them takes longer than writing one, and the third best counts for a quarter of the best anyway."""
LONG = 300
"""Tokens of a reply at most, from which it is long."""
FREE_TASKS = frozenset({"say"})
"""Tasks in which a guided model's own words compete."""
PRIOR = 0.5
"""A guided model's candidate counts for this much of the one before it: the script knows best, and puts it first. Without
it the bundled mind prefers whatever says least: greetings over news, and its own words over everybody's."""
TROUBLE = 12
"""Model failures in a row after which the run pauses."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply and how it came about."""

    reply: Reply
    prompt: Prompt
    schema: str
    mode: str
    candidates: tuple[str, ...] = ()
    problem: str = ""
    fallback: bool = False
    repaired: bool = False
    usage: Usage = Usage()


class Answerer(Protocol):
    """Answers one round; ``mode`` is recorded with the run."""

    mode: str

    def answer(self, questions: Sequence[Question]) -> list[Answer]: ...


class ModelTrouble(Exception):
    """The model failed too often in a row; the run pauses, saved."""


def write_reply(reply: Reply) -> str:
    """A reply as the text a model would write."""
    return json.dumps(reply, ensure_ascii=False)


def schema_text(question: Question) -> str:
    """The grammar of a reply, as canonical text."""
    return json.dumps(TASKS[question.task].schema(question), ensure_ascii=False, separators=(",", ":"))


class Scripted:
    """Every answer by rule."""

    mode = "scripted"

    def __init__(self, script: Script):
        self.script = script

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        return [self._one(question) for question in questions]

    def _one(self, question: Question) -> Answer:
        started = time.perf_counter()
        reply = self.script.answer(question)
        usage = Usage(seconds=time.perf_counter() - started)
        return finish(question, reply, Answer(reply, render(question), schema_text(question), self.mode, usage=usage))


class Guided:
    """The script proposes, the model chooses; its own line competes when it passes the checks of that reply.

    Each candidate has a head start: its place in the script's order, and luck, drawn from the question's seed so that the
    one that comes first is drawn by ``exp(score / temperature)``. That is known before the model is asked, so what cannot
    win is neither scored to its end nor, where it is the model's own line, written at all.
    """

    mode = "guided"

    def __init__(self, script: Script, model: Model):
        self.script, self.model, self.failures = script, model, 0

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        choices = [Choice(q, [write_reply(reply) for reply in self.script.propose(q, _wanted(q))]) for q in questions]
        self._score([choice for choice in choices if len(choice.texts) > 1])
        self._write_freely([choice for choice in choices if choice.question.task in FREE_TASKS and choice.is_open])
        return [self._settle(choice) for choice in choices]

    def _score(self, choices: Sequence[Choice]) -> None:
        replies = self.model.ask([choice.score() for choice in choices]) if choices else []
        for choice, reply in zip(choices, replies, strict=True):
            choice.take(reply)

    def _write_freely(self, choices: Sequence[Choice]) -> None:
        """Let the model write where its words may win; what passes the checks is scored like the proposals."""
        replies = self.model.ask([_generate(choice.question) for choice in choices]) if choices else []
        passed: list[Choice] = []
        for choice, reply in zip(choices, replies, strict=True):
            choice.usage = add_usage(choice.usage, reply.usage)
            parsed = parse(choice.question, reply.text) if isinstance(reply, Generated) and not reply.problem else None
            if parsed is not None and self.script.passes(choice.question, parsed) and choice.offer(write_reply(parsed)):
                passed.append(choice)
        self._score(passed)

    def _settle(self, choice: Choice) -> Answer:
        q, problem = choice.question, choice.problem
        if choice.asked:
            self.failures = self.failures + 1 if problem else 0
        if self.failures >= TROUBLE:
            raise ModelTrouble(f"the model failed {self.failures} times in a row ({problem})")
        texts = tuple(choice.texts)
        reply = json.loads(texts[0 if problem else choice.winner])
        answer = Answer(reply, render(q), schema_text(q), self.mode, texts, problem, bool(problem), usage=choice.usage)
        return finish(q, reply, answer)


@dataclass
class Choice:
    """One guided question on its way: its candidates in the script's order, and the best of those that were scored."""

    question: Question
    texts: list[str]
    winner: int = 0
    best: float = -math.inf
    asked: bool = False
    problem: str = ""
    usage: Usage = Usage()
    scored: int = 0
    """How many candidates have scores that hold beside others'."""

    def ahead(self, first: int, end: int) -> tuple[float, ...]:
        """The head starts of the candidates from ``first`` up to ``end``."""
        temperature = TASKS[self.question.task].temperature
        return head_starts(end, temperature, self.question.seed)[first:]

    @property
    def is_open(self) -> bool:
        """Whether one candidate more could win: log-probabilities are below 0, so its head start is the most it can reach."""
        count = len(self.texts)
        return not self.problem and self.ahead(count, count + 1)[0] > self.best

    def offer(self, text: str) -> bool:
        """Add a candidate; False where it is there already."""
        if text in self.texts:
            return False
        self.texts.append(text)
        return True

    def score(self) -> Score:
        """What to ask the model: about the candidates that have no score yet, or whose scores say nothing beside others'."""
        count = len(self.texts)
        return Score(render(self.question), tuple(self.texts[self.scored :]), ahead=self.ahead(self.scored, count))

    def take(self, reply: Generated | Scored) -> None:
        """Learn the scores of what was asked last."""
        self.asked, self.usage = True, add_usage(self.usage, reply.usage)
        if reply.problem or not isinstance(reply, Scored):
            self.problem = reply.problem
            return
        if not self.scored:
            self.best = -math.inf
        for number, reached in enumerate(reach(reply, self.ahead(self.scored, len(self.texts))), self.scored):
            if reached > self.best:
                self.winner, self.best = number, reached
        self.scored = 0 if reply.relative else len(self.texts)


class Free:
    """The model decides everything: choices by its probabilities, the rest in its own words under the reply's grammar."""

    mode = "free"

    def __init__(self, model: Model):
        self.model, self.failures = model, 0

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        options = [TASKS[q.task].options(q) for q in questions]
        requests = [_score(q, o) if len(o) > 1 else _generate(q) for q, o in zip(questions, options, strict=True)]
        replies = self.model.ask(requests)
        return [self._read(q, o, r) for q, o, r in zip(questions, options, replies, strict=True)]

    def _read(self, q: Question, options: tuple[Reply, ...], raw: Generated | Scored) -> Answer:
        candidates: tuple[str, ...] = ()
        reply: Reply | None = None
        if isinstance(raw, Scored):
            candidates = tuple(write_reply(option) for option in options)
            if not raw.problem:
                reply = TASKS[q.task].complete(q, options[draw(raw.logprobs, TASKS[q.task].temperature, q.seed)])
        elif not raw.problem:
            reply = parse(q, raw.text)
        problem = raw.problem or ("" if reply is not None else "not the shape asked for")
        self.failures = self.failures + 1 if problem else 0
        if self.failures >= TROUBLE:
            raise ModelTrouble(f"the model failed {self.failures} times in a row ({problem})")
        kept = reply if reply is not None else TASKS[q.task].fallback(q)
        answer = Answer(kept, render(q), schema_text(q), self.mode, candidates, problem, bool(problem), usage=raw.usage)
        return finish(q, kept, answer)


def _wanted(question: Question) -> int:
    """How many proposals a question is worth."""
    return LONG_PROPOSALS if TASKS[question.task].max_tokens >= LONG else PROPOSALS


def finish(question: Question, reply: Reply, answer: Answer) -> Answer:
    """The task's one repair, noted when it changed anything."""
    mended = TASKS[question.task].repair(question, reply)
    if mended == reply:
        return answer
    return Answer(
        mended,
        answer.prompt,
        answer.schema,
        answer.mode,
        answer.candidates,
        answer.problem,
        answer.fallback,
        True,
        answer.usage,
    )


def parse(question: Question, text: str) -> Reply | None:
    """A reply text as data, or None when it is not what the task's schema asks for."""
    try:
        reply: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return reply if satisfies(reply, TASKS[question.task].schema(question)) else None


def head_starts(count: int, temperature: float, seed: int) -> tuple[float, ...]:
    """What each of ``count`` candidates has on top of its mean log-probability per token (lengths differ): less for each place
    in the script's order, and luck. Gumbel's luck times the temperature makes "the highest sum wins" the same as drawing by
    ``exp(score / temperature)`` (Gumbel 1954; Maddison and others 2014), at temperature 0 the highest score. The first ones do
    not depend on ``count``."""
    luck = dice(seed, "choose").gumbel(size=count) if temperature > 0 else [0.0] * count
    return tuple(place * math.log(PRIOR) + temperature * float(some) for place, some in enumerate(luck))


def reach(scored: Scored, ahead: Sequence[float]) -> list[float]:
    """Mean log-probability per token plus head start, per option."""
    return [lp / max(1, n) + a for lp, n, a in zip(scored.logprobs, scored.lengths, ahead, strict=True)]


def draw(scores: Sequence[float], temperature: float, seed: int) -> int:
    """An index by log-weights: the highest at temperature 0 (ties to the first), else drawn by ``exp(score / temperature)``."""
    best = max(scores)
    if temperature <= 0:
        return scores.index(best)
    weights = [math.exp((score - best) / temperature) for score in scores]
    point = float(dice(seed, "choose").random()) * sum(weights)
    for i, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return i
    return len(weights) - 1


def add_usage(a: Usage, b: Usage) -> Usage:
    """Member by member."""
    return Usage(*(getattr(a, part.name) + getattr(b, part.name) for part in fields(Usage)))


def _generate(q: Question) -> Generate:
    task = TASKS[q.task]
    return Generate(render(q), schema_text(q), task.max_tokens, task.temperature, q.seed % 2**31)


def _score(q: Question, options: tuple[Reply, ...]) -> Score:
    """Options as far as they are fixed: of members still to come (a reason) only the first one's name is scored. It costs
    every option the same, and keeps tokens whole: what closes a value and what follows it are often one token, so that an
    option that ends at the quote would be rated by an ending that no model ever writes there."""
    fixed = tuple(write_reply(option) for option in options)
    to_come = next((member for member in TASKS[q.task].schema(q)["properties"] if member not in options[0]), None)
    if to_come is None:
        return Score(render(q), fixed)
    return Score(render(q), tuple(f"{text[:-1]}, {json.dumps(to_come)}:" for text in fixed), whole=False)
