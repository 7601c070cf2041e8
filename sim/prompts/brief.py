"""The brief register: a question as the two messages of the guided mind's protocol.

The card comes first, then the task, the reply's shape and the labelled facts: what changes least stands first, so that a
model's cache serves it again. The words are what the guided mind was trained on; any instruct model follows them. Knows no
kind of question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sim.llm.base import Prompt
from sim.prompts.parts import Joined, Part, Text
from sim.prompts.planning import clock
from sim.prompts.question import Question
from sim.prompts.records import Card

BACKGROUND = 90.0
SLEEP = 10.0


def render(question: Question[Any], plain: bool = False) -> Prompt:
    """Both messages, with the lines that may be dropped when the context overflows."""
    form = "Reply with the words alone." if plain and question.words else f"JSON: {question.shape}"
    lines = [f"Task: {question.instruction()}", form, *lines_of(question.parts())]
    return Prompt(card_text(question.card), "\n".join(lines), question.names, question.droppable())


def lines_of(facts: Iterable[Part]) -> list[str]:
    """Facts as lines of the user message."""
    return [line for fact in facts for line in fact.lines()]


def card_text(card: Card) -> str:
    """The system message. Of somebody who is only named it says nothing else."""
    return "\n".join(lines_of(card_parts(card)))


def card_parts(card: Card) -> Iterator[Part]:
    """The card, piece by piece: name and present concern always stay."""
    age = f", age {card.age}" if card.age else ""
    head = f"You are {card.name}{age}."
    yield Text(f"{head} Traits: {', '.join(card.traits)}." if card.traits else head)
    if not card.age and not card.traits and not card.background and not card.currently:
        return
    yield Joined("", tuple(map(_sentence, card.background)), " ", priority=BACKGROUND)
    if card.currently:
        yield Text(f"Currently: {_sentence(card.currently)}")
    if card.sleeps != card.wakes:
        yield Text(f"Sleeps from {clock(card.sleeps)} to {clock(card.wakes)}.", priority=SLEEP)


def _sentence(text: str) -> str:
    return text.rstrip(". ") + "."
