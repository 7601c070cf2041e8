"""Replies that arrived before they take effect, stored in the run file so that no model is asked for them again after a kill.

A reply is found again by its resident, its seed and its prompt. A failed reply is not stored, so the model is asked again.
Knows run files through two methods, and nothing of ticks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import blake2b
from typing import Any, Protocol, runtime_checkable

from sim.answer.protocol import Answer, write_reply
from sim.answer.register import JSON
from sim.llm.base import Prompt, Usage
from sim.prompts import Question, parse


@runtime_checkable
class EarlyStore(Protocol):
    """Where early replies are kept; ``RunStore`` has these methods."""

    def keep_early(self, come: Mapping[bytes, str], gone: Iterable[bytes]) -> None: ...

    def early(self) -> dict[bytes, str]: ...


class EarlyReplies:
    """The early replies of one run."""

    def __init__(self, store: EarlyStore) -> None:
        self._store = store
        self._kept = store.early()
        self._come: dict[bytes, str] = {}
        self._gone: list[bytes] = []

    def find(self, slug: str, questions: Sequence[Question[Any]]) -> list[Answer] | None:
        """The answers to all ``questions``, or None where any of them is missing."""
        if not self._kept:
            return None
        texts = [self._kept.get(_key(slug, question)) for question in questions]
        return [_read(question, text) for question, text in zip(questions, texts, strict=True) if text] if all(texts) else None

    def come(self, slug: str, questions: Sequence[Question[Any]], answers: Sequence[Answer]) -> None:
        """Replies have arrived; the next ``write`` stores them."""
        for question, answer in zip(questions, answers, strict=True):
            key = _key(slug, question)
            if not answer.problem and key not in self._kept:
                self._kept[key] = self._come[key] = _write(answer)

    def count(self, slug: str, questions: Sequence[Question[Any]]) -> None:
        """Replies take effect in this tick, or nobody waits for them any more."""
        if self._kept:
            self._gone += [key for question in questions if (key := _key(slug, question)) in self._kept]

    def write(self, recorded: bool) -> None:
        """Store what has arrived; once their tick is ``recorded``, delete the replies that took effect."""
        gone = self._gone if recorded else []
        if self._come or gone:
            self._store.keep_early(self._come, gone)
            self._come = {}
            for key in gone:
                self._kept.pop(key, None)
            gone.clear()


def _key(slug: str, question: Question[Any]) -> bytes:
    prompt = JSON.prompt(question)
    text = json.dumps([slug, question.task, question.seed, prompt.system, prompt.user])
    return blake2b(text.encode(), digest_size=16).digest()


def _write(answer: Answer) -> str:
    data = {name: value for name, value in asdict(answer).items() if name != "reply"}
    return json.dumps(data | {"reply": json.loads(write_reply(answer.reply))}, ensure_ascii=False)


def _read(question: Question[Any], text: str) -> Answer:
    data = json.loads(text)
    made = Answer(**(data | {"reply": parse(question, data["reply"]), "prompt": Prompt(**data["prompt"])}))
    return replace(made, candidates=tuple(made.candidates), usage=Usage(**data["usage"]))
