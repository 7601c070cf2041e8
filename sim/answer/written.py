"""Free answering: the model decides everything. Choices go by its probabilities, the rest is written under the reply's grammar.

``Asker`` puts questions to a model in one register; ``Free`` is the way of answering for models that need nothing more. Knows
no kind of model.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from sim.answer.protocol import Answer, Failures, finish, write_schema
from sim.answer.register import ALL, STYLES, Register, complete
from sim.answer.script_door import open_door
from sim.llm.base import Generate, Generated, Model, Score, Scored
from sim.prompts import Question, Reply, parse
from sim.prompts.coerce import Unusable, coerced, read_object

S = TypeVar("S")
MODE = "free"
CUT_OFF = "truncated"
"""The problem of a reply whose tokens ran out; of plain text its whole sentences serve."""


class Asker(Generic[S]):
    """Asks ``model`` in one register; where a reply cannot be used the kind's fallback stands in."""

    def __init__(self, model: Model, register: Register[S]):
        self.model, self.register = model, register
        self.failures = Failures()

    def ask(self, shown: Sequence[S], warmth: float) -> list[Answer]:
        """One answer each, as one batch; written replies at ``warmth`` times their kind's temperature."""
        requests = [self._request(one, warmth) for one in shown]
        replies = self.model.ask(requests) if requests else []
        return [self._read(one, reply) for one, reply in zip(shown, replies, strict=True)]

    def _request(self, shown: S, warmth: float) -> Generate | Score:
        q = self.register.question(shown)
        if q.full or len(q.options()) < 2:
            return generate(self.register, shown, warmth)
        texts, whole = self.register.option_texts(shown)
        return Score(self.register.prompt(shown), texts, whole)

    def _read(self, shown: S, raw: Generated | Scored) -> Answer:
        q = self.register.question(shown)
        reply: Reply | None = None
        candidates: tuple[str, ...] = ()
        bent, schema = False, write_schema(self.register.grammar(shown))
        if isinstance(raw, Scored):
            candidates = _candidates(q)
            if not raw.problem:
                reply = q.chosen(q.options()[self.register.choose(shown, raw.logprobs)])
        elif not raw.problem:
            reply = self.register.read(shown, raw.text)
            if reply is None and schema:
                reply = _bent(q, raw.text)
                bent = reply is not None
        elif raw.problem == CUT_OFF and not schema:
            reply = self.register.read(shown, complete(raw.text))
        problem = "" if reply is not None else raw.problem or "not the shape asked for"
        self.failures.note(problem)
        kept: Reply = reply if reply is not None else q.fallback()
        prompt = self.register.prompt(shown)
        answer = Answer(kept, prompt, schema, MODE, candidates, problem, bool(problem), bent, usage=raw.usage)
        return finish(self.register.mendable(shown), answer)


def _bent(q: Question[Any], text: str) -> Reply | None:
    """The reply in a text that follows the form only roughly; None where it cannot be understood."""
    try:
        read: Reply = parse(q, coerced(read_object(text), q.schema()))
    except (ValueError, Unusable):
        return None
    return read


def _candidates(q: Question[Any]) -> tuple[str, ...]:
    """What was chosen among, as it is recorded."""
    member = next(iter(q.schema()["properties"]))
    return tuple(json.dumps({member: value}, ensure_ascii=False) for value in q.options())


class Free:
    """Every question as it is, in a ``style`` (of ``STYLES``); in brief beside the news that there is to tell."""

    mode = MODE
    prompts = "full"

    def __init__(self, model: Model, style: str = ALL):
        self.style = style
        self._asker = Asker(model, STYLES[style])

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        return self._asker.ask([q if q.full else open_door().in_brief(q) for q in questions], self._asker.register.warmth)


def generate(register: Register[S], shown: S, warmth: float) -> Generate:
    """The request to write a reply at this share of the kind's temperature."""
    q = register.question(shown)
    grammar = write_schema(register.grammar(shown))
    tokens = q.tokens if grammar else q.max_tokens
    return Generate(register.prompt(shown), grammar, tokens, q.temperature * warmth, q.seed % 2**31)
