"""``rate``: how poignant events are, 1 to 10. Source: Park et al. 2023, section 4.1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim.prompts.parts import Numbered, Part
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, array, number, record_of

MIDDLE = 4
"""The rating of what nobody rated, as in the reference implementation's fail-safe."""


@dataclass(frozen=True, slots=True)
class Ratings(Reply):
    """One rating per event, in order."""

    ratings: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate(Question[Ratings]):
    """Rate each of ``events``."""

    task = "rate"
    reply = Ratings
    shape = '{"ratings": [1-10, ...]}'
    temperature = 0.0
    max_tokens = 60
    looks_back = True

    events: tuple[str, ...] = ()

    def instruction(self) -> str:
        return (
            f"Rate how poignant each event is for {self.first}, from 1 (mundane, like brushing teeth) to 10 (life-changing, "
            "like a break-up)."
        )

    def request(self) -> str:
        return (
            f"{self.instruction()} Most of a day is 1 to 3; a talk or news that one will think of tomorrow is 4 to 6; keep 8 "
            "to 10 for what changes a life."
        )

    def cue(self) -> str:
        return f"Now give {len(self.events)} ratings for {self.first}."

    def members(self) -> Mapping[str, str]:
        return {"ratings": "whole numbers from 1 to 10, one for each event, in order"}

    def subject(self) -> Iterator[Part]:
        yield Numbered("Events", self.events)

    def schema(self) -> Schema:
        return record_of(Ratings, ratings=array(number(1, 10), len(self.events), len(self.events)))

    def repair(self, reply: Ratings) -> Ratings:
        """One rating per event: cut, or filled up with the middle of everyday life."""
        ratings = tuple(min(10, max(1, n)) for n in reply.ratings[: len(self.events)])
        return Ratings(ratings + (MIDDLE,) * (len(self.events) - len(ratings)))

    def fallback(self) -> Ratings:
        return Ratings((MIDDLE,) * len(self.events))


QUESTION = Rate
