"""Answers ``answer_choice`` and ``answer_scale`` (interviews with given answers) by traits and by memories."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.index import Index
from sim.answer.scripted.english.phrases.opinions import AGAINST, FOR, TORN
from sim.answer.scripted.interview_memories import of_memories
from sim.answer.scripted.interviews import of_person
from sim.answer.scripted.opinions import asked_about, asks_view, stance, wants
from sim.language.text import stem, stems
from sim.prompts.tasks.answer_choice import AnswerChoice, ChosenAnswer
from sim.prompts.tasks.answer_scale import AnswerScale, ScaleAnswer


def answer_choice(q: AnswerChoice, banks: Banks, dice: Dice) -> Iterator[ChosenAnswer]:
    """The option that traits and memories favour; ties by a draw that is the person's own."""
    scores = {option: _favour(q, option, banks) for option in q.among}
    drawn = _own(q).order(list(scores))
    for option in sorted(drawn, key=lambda option: -scores[option]) or ["none"]:
        yield ChosenAnswer(option)


def _own(q: AnswerChoice | AnswerScale) -> Dice:
    """A person's own draw: whoever remembers the same answers the same, whenever they are asked."""
    return Dice(0, f"{q.card.name} on {q.question}")


UNKNOWING = ("No", "I'm afraid I've never met", "I don't know", "I couldn't say", "I know nothing")
"""How answers begin that know nothing of a person or a matter (``interviews.STRANGER`` and ``UNKNOWN_PERSON``)."""


def _favour(q: AnswerChoice, option: str, banks: Banks) -> float:
    low, matter = option.lower(), asked_about(q, q.question)
    if matter and any(map(wants, q.among)):
        return 3.0 if wants(option) == stance(q, matter) else 0.0
    if not matter and asks_view(q.question) and any(wants(one) == TORN for one in q.among):
        return 1.0 if wants(option) == TORN else 0.0  # of what one has not heard of, one has no view
    if low in ("yes", "no"):
        about = of_person(q, banks, Dice(0, "favour"))
        stranger = any(line.startswith(UNKNOWING) for line in about[:1])
        found = [] if about else of_memories(q, banks, Dice(0, "favour"))
        known = not stranger and bool(about or (found and not found[0].startswith(("No. ", "Not yet. "))))
        return 1.0 if (low == "yes") == known else 0.0
    traits = _option_traits(banks).get(low, frozenset())
    words = stems(option)
    told = max(
        (len(words & stems(memory)) / max(1, len(words)) for memory in (*q.memories, *q.card.concerns, *q.card.background)),
        default=0.0,
    )
    return 2.0 * len(traits & set(q.card.traits)) + (told if told >= 0.5 else 0.0)


@lru_cache(maxsize=4)
def _option_traits(banks: Banks) -> dict[str, frozenset[str]]:
    return {option.lower(): frozenset(traits) for row in banks.interviews["choice"] for option, traits in row["traits"].items()}


def answer_scale(q: AnswerScale, banks: Banks, dice: Dice) -> Iterator[ScaleAnswer]:
    """The middle, moved by traits that agree or disagree, by the mood where that is asked for, and a little by a draw that is
    the person's own."""
    low, high = q.scale()
    matter, own = asked_about(q, q.question), (_own(q).below(13) - 6) / 100
    if matter:
        share = {FOR: 0.85, TORN: 0.5, AGAINST: 0.15}[stance(q, matter)] + own
    else:
        sad = MOODS.search(q.question) and q.card.currently.rstrip(".").endswith((" feels low", " feels restless"))
        share = 0.55 + 0.25 * _lean(q, banks) + own - (0.2 if sad else 0.0)
    middle = low + round(min(0.95, max(0.05, share)) * (high - low))
    for step in (0, 1, -1, 2, -2):
        if low <= middle + step <= high:
            yield ScaleAnswer(middle + step)


MOODS = re.compile(r"\b(?:content|happy|satisfied|cheerful|well do you feel|how do you feel)\b", re.I)


def _lean(q: AnswerScale, banks: Banks) -> int:
    match = _opinions(banks).nearest(q.question, 1)
    row: dict[str, Any] = match[0].value if match and match[0].likeness > 0.6 else {}
    traits = {stem(trait) for trait in q.card.traits}
    agree = sum(stem(trait) in traits for trait in row.get("traits_agree", ()))
    return agree - sum(stem(trait) in traits for trait in row.get("traits_disagree", ()))


@lru_cache(maxsize=4)
def _opinions(banks: Banks) -> Index[dict[str, Any]]:
    return Index([(row["q"], row) for row in banks.interviews["opinion_scale"]])
