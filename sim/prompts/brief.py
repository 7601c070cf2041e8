"""The brief register: a question as the two messages of the bundled mind's protocol.

The card comes first, then the task, the reply's shape and the labelled facts: what changes least stands first, so that a
model's cache serves it again. The words are what the bundled mind was trained on; any instruct model follows them. Knows no
kind of question.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sim.llm.base import Prompt
from sim.prompts.parts import Part
from sim.prompts.planning import clock
from sim.prompts.question import Question
from sim.prompts.records import Card


def render(question: Question[Any]) -> Prompt:
    """Both messages, with the lines that may be dropped when the context overflows."""
    lines = [f"Task: {question.instruction()}", f"JSON: {question.shape}", *lines_of(question.parts())]
    return Prompt(card_text(question.card), "\n".join(lines), question.names, question.droppable())


def lines_of(facts: Iterable[Part]) -> list[str]:
    """Facts as lines of the user message."""
    return [line for fact in facts for line in fact.lines()]


def card_text(card: Card) -> str:
    """The system message. Of somebody who is only named it says nothing else."""
    age = f", age {card.age}" if card.age else ""
    head = f"You are {card.name}{age}."
    if card.traits:
        head += f" Traits: {', '.join(card.traits)}."
    if not card.age and not card.traits and not card.background and not card.currently:
        return head
    lines = [head]
    if card.background:
        lines.append(" ".join(_sentence(text) for text in card.background))
    if card.currently:
        lines.append(f"Currently: {_sentence(card.currently)}")
    if card.sleeps != card.wakes:
        lines.append(f"Sleeps from {clock(card.sleeps)} to {clock(card.wakes)}.")
    return "\n".join(lines)


def _sentence(text: str) -> str:
    return text.rstrip(". ") + "."
