"""Capable minds of tests: an answerer whose replies are written, in a town of the first morning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from town import happened

from sim import OwnAnswerer, Town
from sim.mind.thought import Thought
from sim.prompts import Question, Reply
from sim.prompts.planning import DayPlan, Entry, PlanQuestion
from sim.prompts.tasks.react import React, Reaction
from sim.prompts.tasks.say import Say, Utterance
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow
from sim.prompts.tasks.takeaway import TakeAway, TakeFromTalk

SCENARIOS = Path(__file__).parent.parent / "scenarios"
CAFE = "The Copper Finch: cafe"
Live = Callable[..., Town]
"""The fixture ``live`` lives a town with an answerer until a moment, with rules as keywords."""


class Written(OwnAnswerer):
    """Everybody goes to the cafe at 07:30; ``react`` says what is done about whom they meet there."""

    name = mode = "written"

    def __init__(
        self, react: Callable[[React], Reaction] | None = None, take: Callable[[TakeFromTalk], TakeAway] | None = None
    ) -> None:
        self.asked: list[Question[Any]] = []
        self._react, self._take = react, take

    def reply(self, question: Question[Any]) -> Reply | None:
        self.asked.append(question)
        if isinstance(question, PlanQuestion):
            begin = Entry(f"{question.start // 60:02d}:{question.start % 60:02d}", "wash up", question.places[0])
            sitting = Entry("07:30", "sit over coffee", CAFE, "it is warm there")
            return DayPlan((begin, sitting, Entry("21:00", "reading", question.places[0])), thought="A plain day.")
        if isinstance(question, Decompose):
            target = next((name for name in question.objects if "table" in name), "")
            return Decomposition((StepRow(question.activity, target, "sat at", "coffee", question.minutes),))
        if isinstance(question, React) and self._react:
            return self._react(question)
        if isinstance(question, Say):
            said = len(question.conversation or ())
            return Utterance(f"Line {said}.", said > 2, thought="Say little.")
        if isinstance(question, TakeFromTalk) and self._take:
            return self._take(question)
        return None

    def of(self, kind: type[Any]) -> list[Any]:
        return [question for question in self.asked if isinstance(question, kind)]


def once(reaction: Reaction) -> Callable[[React], Reaction]:
    """React so for the first time that it is possible, and go on otherwise."""
    left = [reaction]

    def react(q: React) -> Reaction:
        if left and left[0].choice in q.options() and q.present:
            return replace(left.pop(), whom=q.present[0] if reaction.choice == "talk" else "")
        return Reaction("continue", "nothing calls for more")

    return react


def talkative(about: str, importance: int = 7) -> Callable[[React], Reaction]:
    """Talk with whoever is there, whenever that is possible."""

    def react(q: React) -> Reaction:
        talk = "talk" in q.options() and bool(q.present)
        return Reaction("talk" if talk else "continue", about, q.present[0] if talk else "", importance=importance)

    return react


def events(town: Town, kind: str) -> list[dict[str, Any]]:
    return happened(town.path, kind)


def thought_of(town: Town, slug: str, at: int) -> Thought:
    """What somebody thinks with at game second ``at``."""
    return Thought(town.engine.minds[slug], town.engine.world, town.engine.scenario.rules, at // 10, at, 1)


def nora_at_the_cafe(live: Live) -> Thought:
    """Nora at 07:40, when all three have sat down to their coffee."""
    return thought_of(live(Written(), until="07:40"), "nora", 2400)


class Meeting(Written):
    """Nora and Tess both seek each other out at the cafe, each with a step before and one behind."""

    def reply(self, question: Question[Any]) -> Reply | None:
        other = {"Nora": "Tess Okoro", "Tess": "Nora Fennick"}.get(question.card.first, "")
        if isinstance(question, Decompose) and other and question.start >= 450:
            self.asked.append(question)
            third = question.minutes // 3
            pouring = StepRow("pouring coffee and asking about the door", "", "", "coffee", third, other)
            thing = "long counter" if other.startswith("Tess") else "coffee grinder"
            rows = (StepRow("wipe the cups", thing, "wet", "clean", third), pouring)
            return Decomposition((*rows, replace(pouring, activity="write a list", person="")))
        return super().reply(question)
