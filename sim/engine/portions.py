"""A question as a small mind of our own can answer it: plainly told, in portions, and one reply out of theirs.

What such a mind cannot see is which line is which: which of ten events a number belongs to, who of three speakers ``I`` is,
which of thirty statements speak of the same person. So it rates one event at a time, looks for an insight among the statements
about one person at a time, and ``I`` is always the one who speaks: in a talk and an interview it is told of itself in the first
person and what others say in the third; before it says what it takes away from a talk, all is told in the third. What it says
is then in its prompt word for word. Its training poses the same. Pure functions; knows nothing of models.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sim.mind.scripted.banks import open_banks
from sim.mind.scripted.hearing import SPEAKING
from sim.mind.scripted.persons import first_person, third_person
from sim.mind.scripted.talk import with_news
from sim.mind.scripted.text import sentences
from sim.prompts import Question, Reply, repairs

MOST = 8
"""Statements about one person that are shown at most, the most relevant ones."""


@dataclass(frozen=True, slots=True)
class Portions:
    """The questions in place of one; ``numbers`` has, where statements were dealt out, those of each portion (from 1)."""

    questions: tuple[Question, ...]
    numbers: tuple[tuple[int, ...], ...] = ()

    def meant(self, q: Question) -> tuple[Question, ...]:
        """What each portion of ``q`` asks, before it was told plainly."""
        return (q,) if len(self.questions) == 1 and not self.numbers else self.questions


def portions(q: Question) -> Portions:
    """``q`` as it is put to a small mind; most questions as they are."""
    q = plain(q)
    if q.task == "rate" and len(q.events) > 1:
        return Portions(tuple(replace(q, events=(event,)) for event in q.events))
    if q.task == "insights" and q.statements:
        dealt = _about_each(q)[: max(1, q.count)]
        return Portions(tuple(_about(q, numbers) for numbers in dealt), tuple(dealt))
    return Portions((q,))


def joined(q: Question, split: Portions, replies: Sequence[Reply]) -> Reply:
    """The reply to ``q`` from those to its portions, in their order."""
    if split.numbers:
        rows = [
            {"because": [numbers[n - 1] for n in entry["because"]], "insight": entry["insight"]}
            for numbers, reply in zip(split.numbers, replies, strict=True)
            for entry in reply["insights"]
        ]
        return repairs.insights(q, {"insights": rows})
    if len(replies) > 1:
        return {"ratings": [n for reply in replies for n in reply["ratings"]]}
    return replies[0]


def plain(q: Question) -> Question:
    """``q`` with everybody in the person in which the reply will speak of them."""
    if q.task not in ("say", "answer", "recap"):
        return q
    keeps = q.card.name if q.task != "recap" else ""
    talk = q.conversation and tuple((who, line if who == keeps else retold(line, who)) for who, line in q.conversation)
    if q.task == "recap":
        return replace(q, conversation=talk)
    background = tuple(_mine(text, q) for text in q.card.background)
    card = replace(q.card, background=background, currently=_mine(q.card.currently, q))
    memories, relationship = tuple(_mine(text, q) for text in q.memories), _mine(q.relationship, q)
    return replace(q, card=card, memories=memories, relationship=relationship, conversation=talk, tell=_mine(q.tell, q))


def ways_to_show(q: Question) -> Iterator[Question]:
    """How a question may have been shown, by who was asked: the script, a model, a small mind."""
    told = with_news(q, open_banks())
    yield from (told, plain(told), q)


def _mine(text: str, q: Question) -> str:
    return first_person(text, q.card.name, q.first)


def retold(line: str, speaker: str) -> str:
    """A line of talk with its speaker by name: ``I'm giving a party`` -> ``Ann Vale is giving a party``."""
    return " ".join(": ".join(_named(clause, speaker) for clause in part.split(": ")) for part in sentences(line))


def _named(clause: str, speaker: str) -> str:
    """Each clause for itself, so that it has the name and not ``they``."""
    return third_person(clause, speaker) if SPEAKING.search(clause) else clause


def _about(q: Question, numbers: Sequence[int]) -> Question:
    return replace(q, statements=tuple(q.statements[n - 1] for n in numbers), count=1)


def _about_each(q: Question) -> list[tuple[int, ...]]:
    """The numbers of the statements about each person, and about oneself alone: first whom the question names, then whom most
    of them are about. Statements about nobody stay out, unless there are no others."""
    me = q.card.name
    groups: dict[str, list[int]] = {}
    for n, text in enumerate(q.statements, 1):
        others = [full for full, _ in q.names.people if full != me and full in text]
        for name in others or ([me] if me in text else []):
            groups.setdefault(name, []).append(n)
    order = sorted(groups, key=lambda name: (name not in q.question or name == me, -len(groups[name])))
    return [tuple(groups[name][:MOST]) for name in order] or [tuple(range(1, len(q.statements) + 1))[:MOST]]
