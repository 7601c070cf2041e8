"""``icon``: which icon stands for an activity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.prompts.parts import Line, Part
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, one_of, record_of

ICONS = (
    "sleep", "wake", "wash", "food", "cook", "drink", "coffee", "work", "computer", "read", "write", "study", "teach",
    "talk", "phone", "music", "paint", "film", "game", "sport", "walk", "ride", "shop", "money", "clean", "garden",
    "pet", "child", "health", "pray", "party", "love", "angry", "sad", "happy", "think", "plan", "repair", "carry",
    "rest", "travel", "night", "idea", "wait",
)  # fmt: skip
"""The icon atlas in order: 44 names, the first is index 0 in ``assets/icons/icons.png``."""


@dataclass(frozen=True, slots=True)
class ChosenIcon(Reply):
    """The icon's name."""

    icon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseIcon(Question[ChosenIcon]):
    """Choose one of ``among`` (``()``: all icons) for ``activity``."""

    task = "icon"
    reply = ChosenIcon
    shape = '{"icon": "..."}'
    temperature = 0.0
    max_tokens = 12

    activity: str = ""
    among: tuple[str, ...] = ()

    def instruction(self) -> str:
        return "Choose the icon for what is being done."

    def doing_now(self) -> str:
        return self.doing or self.activity

    def subject(self) -> Iterator[Part]:
        yield Line("Options", "; ".join(self.among))

    def schema(self) -> Schema:
        return record_of(ChosenIcon, icon=one_of(self.options()))

    def options(self) -> tuple[str, ...]:
        return self.among or ICONS

    def fallback(self) -> ChosenIcon:
        return ChosenIcon(self.among[0] if self.among else "think")


QUESTION = ChooseIcon
