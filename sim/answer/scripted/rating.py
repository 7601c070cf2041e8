"""Answers ``rate`` by the rules of ``english.poignancy``, conclusions aside. Knows nothing of memory streams."""

from __future__ import annotations

from collections.abc import Iterator

from sim.answer.scripted.conclusions import concludes
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.poignancy import poignancy
from sim.prompts.tasks.rate import Rate, Ratings

CONCLUDED = 6
"""What one has concluded matters more than what it was concluded from: talks and people's words rate 3 to 5."""


def rate(q: Rate, banks: Banks, dice: Dice) -> Iterator[Ratings]:
    """The ratings; the further proposals move the uncertain ones up or down by one."""
    ratings = tuple(CONCLUDED if concludes(event, banks) else poignancy(event, q.card.name, banks) for event in q.events)
    yield Ratings(ratings)
    for shift in (1, -1):
        yield Ratings(tuple(min(10, max(1, n + shift)) if n > 2 else n for n in ratings))
    yield Ratings(tuple(min(10, max(1, n + dice.between(-1, 1))) if n > 2 else n for n in ratings))
