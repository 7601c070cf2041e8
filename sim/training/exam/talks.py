"""Talks of a candidate with itself: it speaks for two residents of one town in turn.

The speakers are taken from the exam's questions: two people who are each asked for a line to the other. Repetition is counted
within a talk, and over all that one resident says in a day.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from sim.answer.protocol import Answerer
from sim.dice import derive
from sim.prompts import Question
from sim.prompts.tasks.say import Say, Utterance
from sim.training.checks.wellformed import repeated
from sim.training.exam.run_exam import ask
from sim.training.exam.statistics import Row, share

LONGEST = 10
"""Most lines of a talk."""


@dataclass(slots=True)
class Talk:
    """Each speaker's question without a conversation, and the lines (name, line) said so far."""

    speakers: tuple[Say, Say]
    lines: list[tuple[str, str]] = field(default_factory=list)
    leaving: set[str] = field(default_factory=set)

    @property
    def over(self) -> bool:
        return len(self.lines) >= LONGEST or len(self.leaving) == 2

    @property
    def speaking(self) -> Say:
        return self.speakers[len(self.lines) % 2]

    def next_question(self, said: Sequence[str]) -> Say:
        """The next speaker's question; ``said`` are the lines they have said today. Every turn has its own seed."""
        turn = len(self.lines)
        me, other = self.speakers[turn % 2], self.speakers[1 - turn % 2]
        return replace(
            me,
            talking_with=(other.card.name,),
            conversation=tuple(self.lines),
            seed=derive(me.seed, "exam talk", other.card.name, turn),
            turns_left=LONGEST - turn,
            goodbye=bool(self.leaving),
            telling=replace(me.telling, said=tuple(said)),
        )

    def say(self, question: Say, reply: Utterance) -> None:
        self.lines.append((question.card.name, reply.say))
        if reply.end or LONGEST - len(self.lines) <= 1:
            self.leaving.add(question.card.name)


def find_talks(questions: Sequence[Question[Any]], most: int) -> list[Talk]:
    """Up to ``most`` talks that have not begun, in the order of the questions; no two people talk twice."""
    asked: dict[tuple[object, str, str], Say] = {}
    found: dict[tuple[object, frozenset[str]], Talk] = {}
    for q in questions:
        if not isinstance(q, Say) or len(q.talking_with) != 1:
            continue
        town, me, other = q.names.places, q.card.name, q.talking_with[0]
        partner = asked.get((town, other, me))
        if partner is not None:
            here = replace(q, now=partner.now, at=partner.at)
            found.setdefault((town, frozenset((me, other))), Talk((partner, here)))
        asked.setdefault((town, me, other), q)
    return list(found.values())[:most]


def play(who: Answerer, talks: Sequence[Talk]) -> None:
    """Play all talks to their end, one line of each at a time."""
    while going := [talk for talk in talks if not talk.over]:
        said = _said(talks)
        questions = [talk.next_question(said[_who(talk.speaking)]) for talk in going]
        for talk, question, answer in zip(going, questions, ask(who, questions), strict=True):
            talk.say(question, cast(Utterance, answer.reply))


def _said(talks: Sequence[Talk]) -> dict[tuple[object, str], list[str]]:
    """What each resident has said so far in all talks."""
    said: dict[tuple[object, str], list[str]] = {}
    for talk in talks:
        for q in talk.speakers:
            said.setdefault(_who(q), []).extend(line for name, line in talk.lines if name == q.card.name)
    return said


def _who(q: Say) -> tuple[object, str]:
    """A key for a resident: the town's places and the name."""
    return q.names.places, q.card.name


def rows(talks: Sequence[Talk]) -> list[Row]:
    """Shares of lines that repeat what was said in their talk, and of what a resident said earlier in the day."""
    within = [flag for talk in talks for flag in repeated([line for _, line in talk.lines])]
    day = [flag for lines, known in _days(talks) for flag in repeated(lines, known)]
    rule = "a line half of whose five-word phrases, or all of it, was said before"
    return [
        share("lines that repeat their talk", sum(within), len(within), 0.03, rule),
        share("lines that repeat one's day", sum(day), len(day), 0.03, f"{rule} by the same person; news may be told again"),
    ]


def _days(talks: Sequence[Talk]) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """For each resident with more than one talk, all lines and what they know."""
    said, asked = _said(talks), [q for talk in talks for q in talk.speakers]
    for who, lines in said.items():
        mine = [q for q in asked if _who(q) == who]
        if len(mine) > 1:
            yield lines, tuple(text for q in mine for text in (*q.memories, q.card.currently))
