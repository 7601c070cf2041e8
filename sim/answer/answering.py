"""From typed questions to typed answers: who decides (script, guided model, free model, the record), and what mends it.

All questions of a round go to the model as one batch. Guided: the script proposes, the model's own free line competes where
talk is concerned, and the model's probabilities choose. Free: choices are scored, the rest is written under its grammar.
Every reply is checked and repaired by its task; where there is none the task's fallback stands in, named and counted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol

from sim.answer.choice import Choice, draw
from sim.answer.scripted import Script, checks
from sim.answer.scripted.meeting import tells_of, with_news
from sim.answer.small.decomposition import PUT_RIGHT, Portions, by_line, dealt, joined, noted, portions
from sim.answer.small.shorthand import grammar, read, write
from sim.answer.small.simplify import plain
from sim.answer.small.suggestions import GIVEN, answers, spoken
from sim.dice import derive
from sim.language.banks import open_banks
from sim.llm.base import Generate, Generated, Model, Prompt, Score, Scored, Usage
from sim.prompts import TASKS, Question, Reply, repairs
from sim.prompts.render import ON_THE_CLOCK, render

PROPOSALS, LONG_PROPOSALS = 4, 2
"""Candidates the script puts before a guided model; fewer where a reply is ``LONG``: a plan may have three hundred tokens,
scoring four of them takes longer than writing one, and the third best counts for a quarter of the best anyway."""
LONG = 300
"""Tokens of a reply at most, from which it is long."""
FREE_TASKS = frozenset({"say"})
"""Tasks in which a guided model's own words compete."""
COOL = 0.4
"""Share of a task's temperature at which a small mind of our own writes: what it finds half as likely is seldom a word."""
TRIES = 4
"""How often a small mind is asked at most for a reply that passes the checks of its own lines."""
TOP = 2
"""The merit of a reply than which none is better."""
BY_CHANCE = frozenset({"react"})
"""Choices of which a small mind has learned how often each is made: one in four speaks to whom they meet. Cooled like those of
other models, nobody did."""
LIKELY = 0.1
"""How likely such a choice must be, beside the likeliest."""
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
    """A reply as it is recorded."""
    return json.dumps(reply, ensure_ascii=False)


def schema_text(question: Question) -> str:
    """The grammar of a reply, as canonical text."""
    return json.dumps(grammar(question), ensure_ascii=False, separators=(",", ":"))


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
        self.small = is_small(model)

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        choices = [self._choice(q) for q in questions]
        self._score([choice for choice in choices if len(choice.texts) > 1])
        self._write_freely([choice for choice in choices if choice.question.task in FREE_TASKS and choice.is_open])
        return [self._settle(choice) for choice in choices]

    def _choice(self, q: Question) -> Choice:
        proposals = self.script.propose(q, _wanted(q))
        shown = with_news(q, self.script.banks)
        shown = plain(shown) if self.small else shown
        if self.small and q.task in GIVEN:  # what is not shown would be spelled, and never wins
            proposals = [reply for reply in proposals if read(shown, write(shown, reply)) is not None] or proposals[:1]
        return Choice(q, shown, [write_reply(reply) for reply in proposals])

    def _score(self, choices: Sequence[Choice]) -> None:
        replies = self.model.ask([choice.score() for choice in choices]) if choices else []
        for choice, reply in zip(choices, replies, strict=True):
            choice.take(reply)

    def _write_freely(self, choices: Sequence[Choice]) -> None:
        """Let the model write where its words may win; what passes the checks is scored like the proposals."""
        warmth = COOL if self.small else 1.0
        replies = self.model.ask([_generate(choice.shown, warmth) for choice in choices]) if choices else []
        passed: list[Choice] = []
        for choice, reply in zip(choices, replies, strict=True):
            choice.usage = choice.usage + reply.usage
            parsed = read(choice.shown, reply.text) if isinstance(reply, Generated) and not reply.problem else None
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
        shown = render(choice.shown)
        answer = Answer(reply, shown, schema_text(q), self.mode, texts, problem, bool(problem), usage=choice.usage)
        return finish(q, reply, answer)


class Free:
    """The model decides everything: choices by its probabilities, the rest in its own words under the reply's grammar.

    A small mind of our own is asked in portions, and again where what it wrote does not pass.
    """

    mode = "free"

    def __init__(self, model: Model):
        self.model, self.failures, self.banks = model, 0, open_banks()
        self.small = is_small(model)

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        asked = [with_news(q, self.banks) for q in questions]
        return self._in_portions(questions, asked) if self.small else self._ask(asked, 1.0)

    def _in_portions(self, questions: Sequence[Question], asked: Sequence[Question]) -> list[Answer]:
        """First what has to be noted of lines of talk, then everything in portions."""
        lines = [by_line(q) for q in asked]
        notes = dealt(self._until_it_passes([plain(line) for line in chain(*lines)], list(chain(*lines))), lines)
        asked = [noted(q, [note.reply for note in some]) for q, some in zip(asked, notes, strict=True)]
        split = [portions(q) for q in asked]
        meant = [part for q, some in zip(asked, split, strict=True) for part in some.meant(q)]
        parts = [some.questions for some in split]
        answers = dealt(self._until_it_passes(list(chain(*parts)), meant), parts)
        replies = [joined(q, some, [a.reply for a in each]) for q, some, each in zip(asked, split, answers, strict=True)]
        return [_whole(*one) for one in zip(questions, split, replies, answers, notes, strict=True)]

    def _until_it_passes(self, questions: Sequence[Question], meant: Sequence[Question]) -> list[Answer]:
        """A small mind is asked again, a little warmer, for what is ``meant``; the best counts, or else what it was shown."""
        answers = self._ask(questions, COOL)
        merits = [self._merit(*one) for one in zip(questions, meant, answers, strict=True)]
        for attempt in range(1, TRIES):
            again = [i for i, merit in enumerate(merits) if merit < TOP]
            warmer = [replace(questions[i], seed=derive(questions[i].seed, "again", attempt)) for i in again]
            for i, answer in zip(again, self._ask(warmer, COOL * (1 + attempt)), strict=True):
                merit, usage = self._merit(questions[i], meant[i], answer), answers[i].usage + answer.usage
                answers[i] = replace(answer if merit > merits[i] else answers[i], usage=usage)
                merits[i] = max(merit, merits[i])
        return [self._or_shown(*one) for one in zip(questions, meant, answers, merits, strict=True)]

    def _or_shown(self, asked: Question, q: Question, answer: Answer, merit: int) -> Answer:
        said = spoken(q) if merit < TOP and asked.ideas else None
        if said and (not merit or tells_of(q, str(said["say"]))):  # merit 1: a line that kept its news to itself
            return replace(answer, reply=said, repaired=True)
        return answer

    def _merit(self, asked: Question, q: Question, answer: Answer) -> int:
        """0 for what does not pass the checks, 1 for what does, ``TOP`` if it also tells what could be told in words shown."""
        if answer.problem or answer.candidates or q.task in GIVEN:
            return TOP
        if not checks.passes(q, PUT_RIGHT.get(q.task, repairs.keep)(q, answer.reply), self.banks):
            return 0
        if q.task == "say" and not answers(q, str(answer.reply["say"])):
            return 0
        untold = q.task == "say" and q.tell and not asked.tell and not tells_of(q, str(answer.reply["say"]))
        return 1 if untold else TOP

    def _ask(self, questions: Sequence[Question], warmth: float) -> list[Answer]:
        options = [TASKS[q.task].options(q) for q in questions]
        requests = [_score(q, o) if len(o) > 1 else _generate(q, warmth) for q, o in zip(questions, options, strict=True)]
        replies = self.model.ask(requests) if requests else []
        return [self._read(q, o, r) for q, o, r in zip(questions, options, replies, strict=True)]

    def _chosen(self, q: Question, logprobs: Sequence[float]) -> int:
        if self.small and q.task in BY_CHANCE:
            return draw(logprobs, 1.0, q.seed, LIKELY)
        return draw(logprobs, TASKS[q.task].temperature, q.seed)

    def _read(self, q: Question, options: tuple[Reply, ...], raw: Generated | Scored) -> Answer:
        candidates: tuple[str, ...] = ()
        reply: Reply | None = None
        if isinstance(raw, Scored):
            candidates = tuple(write_reply(option) for option in options)
            if not raw.problem:
                reply = TASKS[q.task].complete(q, options[self._chosen(q, raw.logprobs)])
        elif not raw.problem:
            reply = read(q, raw.text)
            reply = TASKS[q.task].complete(q, reply) if reply and q.short else reply
        problem = raw.problem or ("" if reply is not None else "not the shape asked for")
        self.failures = self.failures + 1 if problem else 0
        if self.failures >= TROUBLE:
            raise ModelTrouble(f"the model failed {self.failures} times in a row ({problem})")
        kept = reply if reply is not None else TASKS[q.task].fallback(q)
        answer = Answer(kept, render(q), schema_text(q), self.mode, candidates, problem, bool(problem), usage=raw.usage)
        return finish(q, kept, answer)


def is_small(model: Model) -> bool:
    """Whether a model is of our own making, which reads names as pointers: it is asked plainly, and in portions."""
    return model.info.details.get("names") == "pointers"


def _whole(q: Question, split: Portions, reply: Reply, answers: Sequence[Answer], notes: Sequence[Answer]) -> Answer:
    """The answer to ``q``, whose ``reply`` came out of those to its portions and the notes made before. Its prompt is that of
    ``q`` where the one that was asked cannot be told from ``q`` alone (``plainly.ways_to_show``)."""
    every = (*answers, *notes)
    mended = q.task in ON_THE_CLOCK and reply != answers[0].reply
    if len(every) == 1 and not split.numbers:
        return replace(answers[0], reply=reply, repaired=mended or answers[0].repaired)
    problem = next((answer.problem for answer in every if answer.problem), "")
    fallback, repaired = any(answer.fallback for answer in answers), any(answer.repaired for answer in every)
    usage = sum((answer.usage for answer in every), Usage())
    return Answer(reply, render(q), schema_text(q), answers[0].mode, (), problem, fallback, repaired, usage)


def _wanted(question: Question) -> int:
    """How many proposals a question is worth."""
    return LONG_PROPOSALS if TASKS[question.task].max_tokens >= LONG else PROPOSALS


def finish(question: Question, reply: Reply, answer: Answer) -> Answer:
    """The reply in order, and the task's one repair, noted when it changed anything."""
    task = TASKS[question.task]
    reply = task.order(question, reply)
    mended = task.repair(question, reply)
    if mended == reply:
        return answer if reply == answer.reply else replace(answer, reply=reply)
    return replace(answer, reply=mended, repaired=True)


def _generate(q: Question, warmth: float) -> Generate:
    """To be written at this share of the task's temperature."""
    task = TASKS[q.task]
    return Generate(render(q), schema_text(q), task.max_tokens, task.temperature * warmth, q.seed % 2**31)


def _score(q: Question, options: tuple[Reply, ...]) -> Score:
    """Options as far as they are fixed: of members still to come (a reason) only the first one's name is scored. It costs
    every option the same, and keeps tokens whole: what closes a value and what follows it are often one token, so that an
    option that ends at the quote would be rated by an ending that no model ever writes there."""
    fixed = tuple(write(q, option) for option in options)
    to_come = next((member for member in TASKS[q.task].schema(q)["properties"] if member not in options[0]), None)
    if to_come is None or q.short:
        return Score(render(q), fixed)
    return Score(render(q), tuple(f"{text[:-1]}, {json.dumps(to_come)}:" for text in fixed), complete=False)
