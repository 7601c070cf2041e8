"""Questions composed one by one on a ``Stage``, for the kinds that simulated towns seldom ask.

``BUILDERS`` has a function for each kind: those about a day are in ``day_questions``, those about memory and interviews here.
Each shows what the town's own code would show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.language.text import fill, sentence
from sim.prompts import Question
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.answer_choice import AnswerChoice
from sim.prompts.tasks.answer_scale import AnswerScale
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.focus import UpdateFocus
from sim.prompts.tasks.insights import InferInsights
from sim.prompts.tasks.merge import MergeMemories
from sim.prompts.tasks.observe import Observe
from sim.prompts.tasks.queries import WriteQueries
from sim.prompts.tasks.questions import AskFocalPoints
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.relation import DescribeRelationship
from sim.prompts.tasks.summary import SummariseSelf
from sim.training.situations.day_questions import MANY, icon, place, plan, react, replan, state, steps
from sim.training.situations.interview_questions import about_news, about_nothing, choice, of_banks, scale
from sim.training.situations.stage import Stage

Builder = Callable[[Stage], Question[Any]]
RATED = {"train": (1, 1, 1, 2, 6), "held-out": (1, 1, 2, 3, 4, 6, 8, 10)}
"""Possible numbers of events to be rated at once; in training mostly one, as a small mind is asked (``sim/answer/tiny``)."""


def rate(s: Stage) -> Rate:
    me, other = s.pair()
    count = s.dice.pick(RATED[s.banks.part])
    events = [
        s.of_life(me, other, s.dice.between(1, 10)) if s.dice.chance(0.7) else s.memory(me) or "the lamp is off"
        for _ in range(count)
    ]
    return s.question(Rate, me, events=tuple(dict.fromkeys(events)), now="")


def questions(s: Stage) -> AskFocalPoints:
    me, other = s.pair()
    return s.question(AskFocalPoints, me, memories=s.memories(me, s.dice.between(5, 30), s.news[:2], other), count=3)


def insights(s: Stage) -> InferInsights:
    me, other = s.pair()
    statements = s.memories(me, s.dice.between(3, 30), s.dice.some(s.news, 2), other)
    wanted = s.dice.pick((f"What matters most to {me.name} at the moment?", f"What does {other.name} care about most?",
                          f"How do {me.name} and {other.name} get on?", ""))  # fmt: skip
    return s.question(InferInsights, me, statements=statements, question=wanted, count=s.dice.pick((1, 3, 5, 5)))


def condense(s: Stage) -> CondenseInsights:
    """Insights of several reflections, a quarter of them twice in other words."""
    me, other = s.pair()
    rows: list[tuple[str, tuple[int, ...]]] = []
    for _ in range(s.dice.between(3, 9)):
        section = s.dice.pick(("insight_self", "insight_relation", "insight_community"))
        text = s.of_reflection(section, me, other)
        cited = tuple(sorted({s.dice.between(1, 30) for _ in range(s.dice.between(1, 4))}))
        if text:
            rows.append((text, cited))
            if s.dice.chance(0.25):
                lower = text if text.startswith((me.name, other.name)) else text[:1].lower() + text[1:]
                opening = s.dice.pick(("It seems that", "Again and again one sees that"))
                rows.append((f"{opening} {lower}", (s.dice.between(1, 30),)))
    return s.question(CondenseInsights, me, insights=tuple(dict(rows).items()) or (("the days go by quietly", (1,)),))


def observe(s: Stage) -> Observe:
    """A narrative of the banks, or a few memories as sentences."""
    me, other = s.pair()
    values = {"name": me.name, "other": other.name, "place": s.dice.pick(s.places), "time": "3 pm",
              "topic": s.dice.pick(s.banks.topic_names)}  # fmt: skip
    if s.dice.chance(0.5):
        text = fill(s.dice.pick(s.banks.tales), values)
    else:
        text = " ".join(sentence(line) for line in s.memories(me, s.dice.between(2, 6), s.dice.some(s.news, 1)))
    return s.question(Observe, me, text=text, now="")


def answer(s: Stage) -> AnswerOpen:
    """A question that a shown memory answers, one that nobody can answer, or one of the banks."""
    me, other = s.pair()
    told = s.dice.some(s.news, s.dice.between(0, 3))
    kind = s.dice.below(10)
    if kind < 4 and told:
        asked = about_news(told[0], s.dice)
    elif kind < 7:
        asked = about_nothing(s.today(), s.dice)
    else:
        asked = of_banks(s.today(), s.banks, s.dice)
    return s.question(AnswerOpen, me, question=asked, memories=s.memories(me, s.dice.between(0, MANY), told, other))


def answer_choice(s: Stage) -> AnswerChoice:
    me, _ = s.pair()
    told = s.dice.some(s.news, s.dice.between(0, 2))
    ask = choice(s.today(), told, s.banks, s.dice)
    memories = s.memories(me, s.dice.between(0, MANY), told)
    return s.question(AnswerChoice, me, question=ask.question, among=ask.options, memories=memories)


def answer_scale(s: Stage) -> AnswerScale:
    me, _ = s.pair()
    ask = scale(s.banks, s.dice)
    return s.question(AnswerScale, me, question=ask.question, range=ask.scale, memories=s.memories(me, s.dice.below(MANY)))


def summary(s: Stage) -> SummariseSelf:
    me, other = s.pair()
    return s.question(SummariseSelf, me, memories=s.memories(me, s.dice.between(3, MANY), s.news[:1], other))


def relation(s: Stage) -> DescribeRelationship:
    me, other = s.pair()
    memories = s.memories(me, s.dice.between(1, 6), about=other)
    return s.question(DescribeRelationship, me, about=other.name, relationship=s.relationship(me, other), memories=memories)


def focus(s: Stage) -> UpdateFocus:
    me, other = s.pair()
    return s.question(UpdateFocus, me, memories=s.memories(me, s.dice.between(3, 8), s.dice.some(s.news, 1), other))


def queries(s: Stage) -> WriteQueries:
    me, _ = s.pair()
    text = s.heard(me, s.dice.pick(s.news)) if s.dice.chance(0.6) else s.memory(me) or s.doing(me)
    return s.question(WriteQueries, me, text=sentence(text), count=3, now="")


def merge(s: Stage) -> MergeMemories:
    """Memories that are alike: activities of one person or talks of two; or any memories."""
    me, other = s.pair()
    kind = s.dice.below(3)
    topic = s.dice.pick(s.banks.topic_names)
    count = s.dice.between(3, 6)
    if kind == 0:
        who = s.dice.pick((me, other)).name
        lines = [f"{who} is {s.doing(me)}" for _ in range(count)]
    elif kind == 1:
        lines = [f"{me.name} and {other.name} talked about {topic}", f"{other.name} and {me.name} talked about {topic}",
                 f"{me.name} talked with {other.name} about {topic}"]  # fmt: skip
    else:
        lines = list(s.memories(me, count, s.dice.some(s.news, 1), other))
    return s.question(MergeMemories, me, memories=tuple(dict.fromkeys(lines)), now="")


BUILDERS: Mapping[str, Builder] = {
    builder.__name__: builder
    for builder in (
        rate, plan, replan, steps, place, react, questions, insights, condense, observe, answer, answer_choice, answer_scale,
        state, icon, summary, relation, focus, queries, merge,
    )
}  # fmt: skip
"""By kind; those of talks (``say``, ``recap``, ``learn``) are missing: ``talks`` plays whole talks."""


def compose_question(task: str, stage: Stage, dice: Dice) -> Question[Any]:
    """One question of this kind, drawn with ``dice``."""
    stage.dice = dice
    return BUILDERS[task](stage)
