"""Questions of the full register that ask at once what the brief one asks one after the other, answered from those answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from sim.answer.scripted import descriptions, talk_summaries
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.prompts import Question
from sim.prompts.question import R
from sim.prompts.tasks.focus import UpdateFocus
from sim.prompts.tasks.identity import Identity, UpdateIdentity
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.summary import SummariseSelf
from sim.prompts.tasks.takeaway import Agreement, LearnedFact, TakeAway, TakeFromTalk

EVERYDAY, NEWS = 3, 5
"""Importance of a talk, and of what was learned in it."""


def identity(q: UpdateIdentity, banks: Banks, dice: Dice) -> Iterator[Identity]:
    """A summary of oneself beside a present concern."""
    summaries = descriptions.summary(_as(SummariseSelf, q), banks, dice)
    for summary, focus in zip(summaries, descriptions.focus(_as(UpdateFocus, q), banks, dice), strict=False):
        yield Identity(summary.summary, focus.currently)


def takeaway(q: TakeFromTalk, banks: Banks, dice: Dice) -> Iterator[TakeAway]:
    """What a talk's summary holds; ties, mood and plan stay as they are."""
    teller = q.talking_with[0] if q.talking_with else ""
    for recap in talk_summaries.recap(_as(SummariseTalk, q), banks, dice):
        learned = tuple(LearnedFact(fact, teller, NEWS) for fact in recap.learned)
        intends = (Agreement(recap.intends, "keeping a promise", "", "", ""),) if recap.intends else ()
        yield TakeAway(recap.summary, EVERYDAY, learned, intends, (), (), "", "")


def _as(kind: type[Question[R]], q: Question[Any]) -> Any:
    """The question of another kind that has the same fields as far as both have them."""
    shared = {part.name: getattr(q, part.name) for part in fields(kind) if hasattr(q, part.name)}
    return kind(**{**shared, "scene": None})
