"""``steps``: a stretch of a plan broken into steps (decomposition). Source: Park et al. 2023, section 4.3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sim.language.activity import apart, in_progress
from sim.prompts.parts import Joined, Line, Part
from sim.prompts.planning import CARRYING_ON, clock
from sim.prompts.question import Question, Reply
from sim.prompts.scene import Scene
from sim.prompts.schema import Schema, array, number, one_of, record_of, text
from sim.prompts.tasks.icon import ICONS


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step: ``minutes`` of an activity with an object ("" for none), the state it is then in, and the icon."""

    activity: str
    object: str
    state: str
    icon: str
    minutes: int
    person: str = ""
    """The full name of whom the step seeks out to speak with, "" for nobody."""
    topic: str = ""
    """What they are to be asked or told: not part of the activity, which everybody sees."""
    result: str = ""
    """What is known or there when the step is done that was not before, a sentence; "" for nothing."""


@dataclass(frozen=True, slots=True)
class Decomposition(Reply):
    """The steps in order; together they last as long as the stretch."""

    steps: tuple[StepRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decompose(Question[Decomposition]):
    """Break ``activity``, which begins at ``start`` (minutes after midnight) and lasts ``minutes``, into steps."""

    task = "steps"
    reply = Decomposition
    shape = '{"steps": [{"activity": "...", "object": "...", "state": "...", "icon": "...", "minutes": 5}, ...]}'
    temperature = 0.5
    max_tokens = 400
    full_tokens = 900

    activity: str = ""
    objects: tuple[str, ...] = ()
    start: int = 0
    minutes: int = 0
    until: int = 0
    """In the full register: when the whole entry of the plan ends, minutes after midnight; the stretch may end before."""
    why: str = ""
    before: str = ""
    after: str = ""
    """What is in hand until the stretch begins, and what the plan has after the entry."""
    people: tuple[str, ...] = ()
    """Whom a step may seek out."""
    spoken: tuple[str, ...] = ()
    """With whom the resident has spoken today, and when."""
    room: str = ""
    """Where the stretch is spent; the walk there needs no step."""

    def instruction(self) -> str:
        return (
            f"Break down '{self.activity}' ({clock(self.start)} to {clock(self.start + self.minutes)}, {self.minutes} "
            "minutes) into steps."
        )

    def request(self) -> str:
        return (
            f"Break down a stretch of {self.first}'s day into steps of 5 to 30 minutes that somebody who watches could tell "
            "apart, with the things that stand there. The walk there happens by itself. No step only to prepare or to "
            "finish another, none that was done already, no talk that has been held already."
        )

    def in_short(self) -> str:
        return f"Break down a stretch of {self.first}'s day into steps of 5 to 30 minutes that can be seen."

    def cue(self) -> str:
        begin, end = clock(self.start), clock(self.start + self.minutes)
        why = f", for this reason: {self.why}" if self.why else ""
        whole = not self.until or self.until == self.start + self.minutes
        goes_on = "" if whole else f" The entry goes on until {clock(self.until)}."
        return (
            f"Now break down what {self.first} does from {begin} to {end}, {self.minutes} minutes in all: "
            f"{self.activity}{why}.{goes_on}"
        )

    def members(self) -> Mapping[str, str]:
        return {
            "activity": f"in the form that follows '{self.first} is': 'kneading the dough', at most 120 characters; others "
            "see each step by itself, so name its things instead of 'it' and 'them', and only what can be seen, no words, "
            "thoughts or intentions",
            "object": "the one thing from the list that it is done with or at; what is not on the list, as a letter or a "
            "piece of work in hand, is named in the activity; empty for none",
            "state": "how that thing is meanwhile, as in 'the oven is': 'hot', 'covered with dough', at most 60 characters; "
            "empty where no thing is used",
            "icon": f"one of: {', '.join(ICONS)}",
            "minutes": "whole minutes",
            "person": "the full name of somebody whom this step is there to speak with; empty for nobody. Without an object "
            "they are looked for wherever they are; with one they are waited for there",
            "topic": "what that person is to be asked or told then, at most 200 characters; empty for nobody",
            "result": "what they found, counted, finished or spoilt by the end of the step and will remember, a sentence in "
            "the third person: 'Ann counted nineteen sacks, two of them wet'; mostly empty",
        }

    def moment(self, scene: Scene) -> Iterator[Part]:
        """Without the room that the resident leaves."""
        there = self.room == scene.moment.place
        here = scene.moment if there else replace(scene.moment, present=None, earshot=())
        yield from replace(here, place="", things=(), doing="", lately=()).parts()

    def choices(self) -> Iterator[Part]:
        yield Joined("People who could be sought out", self.people, priority=40)

    def circumstances(self) -> Iterator[Part]:
        yield Line("In hand until then", self.before, priority=40)
        yield Line("Where the stretch is spent", self.room)
        yield Line(
            "Spoken with today already, so that an entry may be done that was for it", ", ".join(self.spoken), priority=20
        )
        yield Line("Next in the plan", self.after, priority=50)

    def subject(self) -> Iterator[Part]:
        yield Joined("Things to use" if self.full else "Objects", self.objects or ("none",), priority=200)

    def schema(self) -> Schema:
        step = record_of(
            StepRow,
            activity=text(120 if self.full else 80),
            object=one_of(self.objects, empty=True),
            state=text(60 if self.full else 40, 0),
            icon=one_of(ICONS),
            minutes=number(1, max(5, min(self.minutes or 60, 240))),
            **({"person": one_of(self.people, empty=True), "topic": text(200, 0), "result": text(160, 0)} if self.full else {}),
        )
        return record_of(Decomposition, steps=array(step, 10 if self.full else 8))

    def repair(self, reply: Decomposition) -> Decomposition:
        """Activities in their form; minutes made to fit: scaled to ``minutes``, at least one each, the longest takes
        the rest."""
        if self.full and self.english:
            reply = Decomposition(tuple(map(self._formed, reply.steps)))
        total = self.minutes or sum(step.minutes for step in reply.steps)
        steps = reply.steps[: max(1, total)]
        have = sum(step.minutes for step in steps)
        if have == total:
            return Decomposition(steps)
        minutes = [max(1, step.minutes * total // max(1, have)) for step in steps]
        while (missing := total - sum(minutes)) != 0:
            longest = max(range(len(minutes)), key=lambda i: (minutes[i], -i))
            minutes[longest] = max(1, minutes[longest] + missing)
        return Decomposition(tuple(replace(step, minutes=n) for step, n in zip(steps, minutes, strict=True)))

    def _formed(self, step: StepRow) -> StepRow:
        """A step with its activity in its form, and without the words that it is there to say."""
        activity = in_progress(step.activity, self.card.name)
        if not step.person:
            return replace(step, activity=activity)
        seen, said = apart(activity)
        return replace(step, activity=seen or f"having a word with {step.person}", topic=(step.topic or said)[:200])

    def fallback(self) -> Decomposition:
        """The stretch as one step at the first object."""
        target = self.objects[0] if self.objects else ""
        return Decomposition((StepRow(self.activity[:80] or CARRYING_ON, target, "", "work", self.minutes),))


QUESTION = Decompose
