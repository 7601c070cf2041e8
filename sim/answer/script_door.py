"""The door of the scripted mind and of those that lean on it: by rule, guided, free in brief or in portions.

``open_door`` loads the script, which nobody else does: a town that a language model lives, or a record, runs without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Protocol, TypeVar, cast

from sim.answer.protocol import Answerer
from sim.llm.base import Model, Prompt
from sim.prompts import Question
from sim.prompts.reading import Reading

Q = TypeVar("Q", bound=Question[Any])


class Door(Protocol):
    """What the module ``sim.answer.by_script`` offers."""

    ENGLISH: Reading

    def scripted(self, script: Any = None) -> Answerer:
        """The script's best reply to every question."""
        ...

    def guided(self, model: Model, script: Any = None) -> Answerer:
        """The script's proposals, among which ``model`` chooses."""
        ...

    def in_portions(self, model: Model) -> Answerer:
        """A small mind of our own making that decides by itself."""
        ...

    def in_brief(self, q: Q) -> Q:
        """A question of the brief register beside the news that there is to tell."""
        ...

    def brief_prompts(self, q: Question[Any]) -> Iterator[Prompt]:
        """How a question of the brief register may have been shown, by who was asked."""
        ...


def open_door() -> Door:
    """The script, loaded when it is first asked for."""
    return cast(Door, import_module("sim.answer.by_script"))
