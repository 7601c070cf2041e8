"""Answers the questions of a stream with a language model, at once: for streams used alone.

A model is a function from a prompt to a reply, both text, or what ``sim.llm.open_model`` opens by name. A reply that cannot be
understood is asked for once more and then refused: nothing stands in for it. Towns have answerers of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sim.llm.base import Generate, Generated, Model, Prompt
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

    def __call__(self, question: Question[Any]) -> Reply:
        """The typed reply. Raises ``LlmError`` where there is no model, or two replies of it cannot be understood."""
        said = ""
        for attempt in range(ATTEMPTS):
            said = self._ask(question, attempt)
            reply = _read(question, said)
            if reply is not None:
                return reply
        raise LlmError(f"the llm was asked for {question.shape} ({question.task}), and said {said[:SHOWN]!r}")

    def _ask(self, question: Question[Any], attempt: int) -> str:
        if self._llm is None:
            raise LlmError("there is no llm: give one, MemoryStream(..., llm=...), a function from a prompt to a reply")
        if isinstance(self._llm, str):
            from sim.llm.loading import open_model

            self._llm = open_model(self._llm)
        prompt = render(question)
        if not hasattr(self._llm, "ask"):
            said = self._llm(f"{prompt.system}\n\n{prompt.user}\n\nReply with the JSON object alone.")
            if not isinstance(said, str):
                raise LlmError(f"the llm gave a {type(said).__name__}; a function from text to text is needed")
            return said
        return _written(self._llm, question, prompt, attempt)


def _written(model: Any, question: Question[Any], prompt: Prompt, attempt: int) -> str:
    """What a model writes under the grammar of the reply."""
    schema = json.dumps(question.schema(), ensure_ascii=False)
    asked = Generate(prompt, schema, question.tokens, question.temperature, question.seed + attempt)
    reply: Generated = model.ask([asked])[0]
    return f"({reply.problem})" if reply.problem else reply.text


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
