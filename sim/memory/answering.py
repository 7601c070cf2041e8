"""Answers the questions of a stream with a language model, at once: for streams used alone.

A model is a function from a prompt to a reply, both text, or what ``sim.llm.open_model`` opens by name. A reply that cannot be
understood is asked for once more and then refused: nothing stands in for it. Towns have answerers of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from sim.llm.base import Generate, Generated, Model
from sim.prompts import Question, Reply, parse
from sim.prompts.brief import render
from sim.prompts.coerce import Unusable, coerced, read_object

Llm = str | Callable[[str], str] | Model
"""A function from a prompt to a reply, a model, or the name of one: a GGUF file, a server's URL ..."""
ATTEMPTS = 2
SHOWN = 200
"""Characters of a reply that a message shows."""


class LlmError(Exception):
    """There is no model, or it does not give what it is asked for; the message says what it gave."""


class LlmAnswerer:
    """A function from a question to its reply. ``llm`` may be None, which is refused when something is asked. A named model is
    opened with the first question."""

    def __init__(self, llm: Llm | None) -> None:
        if not (llm is None or isinstance(llm, str) or callable(llm) or hasattr(llm, "ask")):
            raise ValueError(f"llm is {llm!r}; a function from a prompt to a reply, a model or the name of one is needed")
        self._llm = llm

    def __bool__(self) -> bool:
        return self._llm is not None

    @property
    def constrained(self) -> bool:
        """Whether replies are held to their schema: by a model they are, by a function not. Opens a model that is named."""
        return hasattr(self._opened(), "ask")

    @property
    def context(self) -> int:
        """Tokens of a prompt and its reply together; 0 where that is not known."""
        return int(getattr(getattr(self._opened(), "info", None), "context", 0))

    def several(self, questions: Sequence[Question[Any]]) -> list[Reply]:
        """The replies to questions that do not depend on each other, which a model computes as one batch. Raises
        ``LlmError``."""
        model = self._opened()
        if not self.constrained:
            return [self(question) for question in questions]
        found: dict[int, Reply | None] = dict.fromkeys(range(len(questions)))
        said = [""] * len(questions)
        for attempt in range(ATTEMPTS):
            left = [n for n, reply in found.items() if reply is None]
            replies = model.ask([_request(questions[n], attempt) for n in left]) if left else ()
            for n, generated in zip(left, replies, strict=True):
                said[n] = _text(generated)
                found[n] = _read(questions[n], said[n])
        for n, reply in found.items():
            if reply is None:
                raise _refused(questions[n], said[n])
        return [reply for reply in found.values() if reply is not None]

    def _opened(self) -> Any:
        """The function or the model; None where there is none."""
        if isinstance(self._llm, str):
            from sim.llm.loading import open_model

            self._llm = open_model(self._llm)
        return self._llm

    def __call__(self, question: Question[Any]) -> Reply:
        """The typed reply. Raises ``LlmError`` where there is no model, or two replies of it cannot be understood."""
        said = ""
        for attempt in range(ATTEMPTS):
            said = self._ask(question, attempt)
            reply = _read(question, said)
            if reply is not None:
                return reply
        raise _refused(question, said)

    def _ask(self, question: Question[Any], attempt: int) -> str:
        llm = self._opened()
        if llm is None:
            raise LlmError("there is no llm: give one, MemoryStream(..., llm=...), a function from a prompt to a reply")
        if hasattr(llm, "ask"):
            return _text(llm.ask([_request(question, attempt)])[0])
        prompt = render(question)
        said = llm(f"{prompt.system}\n\n{prompt.user}\n\nReply with the JSON object alone.")
        if not isinstance(said, str):
            raise LlmError(f"the llm gave a {type(said).__name__}; a function from text to text is needed")
        return said


def _request(question: Question[Any], attempt: int) -> Generate:
    """A question to a model, to be answered under the grammar of its reply."""
    schema = json.dumps(question.schema(), ensure_ascii=False)
    return Generate(render(question), schema, question.tokens, question.temperature, question.seed + attempt)


def _text(reply: Generated) -> str:
    return f"({reply.problem})" if reply.problem else reply.text


def _refused(question: Question[Any], said: str) -> LlmError:
    return LlmError(f"the llm was asked for {question.shape} ({question.task}), and said {said[:SHOWN]!r}")


def _read(question: Question[Any], said: str) -> Reply | None:
    """The reply in a text, repaired; None where there is none."""
    value: Any = said.strip()
    with suppress(ValueError):
        value = read_object(said)  # else it is taken for the one member of the reply, if there is only one
    try:
        reply: Reply = parse(question, coerced(value, question.schema()))
        mended: Reply = question.repair(question.order(reply))
    except (ValueError, Unusable):
        return None
    return mended
