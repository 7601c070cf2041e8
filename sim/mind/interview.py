"""Interviews: questions to a resident from outside the town, answered freely, by choice or by number, without side effects.

Retrieval does not refresh last access and nothing is remembered, so that an interview changes no run. The retrieved memories
are the evidence for the answer. Source: Park et al. 2023 section 3.1.2; open, categorical and numerical as in genagents.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sim.memory.bearing import bearing
from sim.mind.known import known_of_self, known_of_today, known_ties
from sim.mind.thought import Thought
from sim.prompts import Asking, ask
from sim.prompts.tasks.answer import AnswerOpen, PlannedHour
from sim.prompts.tasks.answer_choice import AnswerChoice
from sim.prompts.tasks.answer_scale import AnswerScale
from sim.types import IMPORTED, Hit

SHOWN = 10
"""Memories retrieved for an answer."""
OCCUPIED = 0.12
"""A resident's concern, gatherings, and what they have lived through or heard since the town began bear so much more on any
question: visitors mostly ask of that."""
GRAVE = 5.0
"""Importance from which what was lived through counts so."""
IN_PASSING = 0.3
"""What a talk was about, and what is seen every day, bear so much less: what was told lives on as facts."""
BY_PLAN = 0.1
"""The hours of the day's plan bear so much less: a question that is about the day asks for it in so many words."""
TRIFLE = 2.0
"""Importance up to which a memory is such a trifle."""
SUMMARIES = 40
"""Last memories of talks looked through for those of today and yesterday."""


@dataclass(frozen=True, slots=True)
class Interview:
    """The answer, and the retrieval hits behind it."""

    answer: str
    hits: tuple[Hit, ...]


def interview(
    thought: Thought,
    question: str,
    options: tuple[str, ...] = (),
    scale: tuple[float, float] | None = None,
    plan: bool = True,
    without: Collection[int] = (),
) -> Asking[Interview]:
    """An open answer; one of ``options`` where there are any; a number where there is a ``scale`` (low, high; with decimals
    where one is a ``float``). Without ``plan`` today's is not shown. The answer is given as if the memories ``without`` (n) had
    never been."""
    wanted = SHOWN + len(without)
    found = thought.mind.stream.retrieve(question, thought.at, k=wanted, touch=False, purpose="interview")
    hits = [hit for hit in found if hit.memory.n not in without][:SHOWN]
    memories = tuple(dict.fromkeys(hit.memory.text for hit in hits))
    thought.remind(hit.memory for hit in hits if hit.memory.source == IMPORTED)
    who, day = thought.asking("interview"), _day(thought) if plan else ()
    if options:
        answer = (yield from ask(AnswerChoice(**who, memories=memories, question=question, among=options))).answer
    elif scale:
        answer = str((yield from ask(AnswerScale(**who, memories=memories, question=question, range=scale))).answer)
    else:
        now, talked, told = _here(thought), _talked(thought, without), _tellers(thought, hits)
        facts = AnswerOpen(**who, memories=memories, question=question, day=day, here=now, talked=talked, tellers=told)
        bears = _bearing(thought, question, hits, plan)
        answer = (yield from ask(replace(facts, ties=_ties(thought), bearing=bears))).answer
    return Interview(answer, tuple(hits))


def _bearing(thought: Thought, question: str, hits: Sequence[Hit], plan: bool) -> tuple[tuple[float, str], ...]:
    """What bears most on a question: of the memories that it found, the card, the ties and the day."""
    mind = thought.mind
    today = set(known_of_today(thought)) if plan else set[str]()
    lasting = [hit.memory for hit in hits if not hit.memory.text.endswith("'")]  # what was said lives on as facts
    passing = {m.text for m in lasting if m.kind == "summary" or (m.at >= 0 and (m.importance or TRIFLE + 1) <= TRIFLE)}
    known = list(dict.fromkeys((*(m.text for m in lasting), *known_of_self(thought), *known_ties(thought), *sorted(today))))
    lately = (m for m in lasting if m.at >= 0 and (m.importance or 0) >= GRAVE and m.kind == "observation")
    occupied = {thought.concern.rstrip(". "), *mind.gatherings, *(m.text for m in lately)}
    me = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in mind.people[mind.slug]))
    scores = bearing(
        mind.stream.embedder, question.replace("?", ""), [me.sub("you", text) for text in known], thought.world.english
    )
    worth = [
        score + OCCUPIED * (text in occupied) - IN_PASSING * (text in passing) - BY_PLAN * (text in today)
        for score, text in zip(scores, known, strict=True)
    ]
    order = sorted(range(len(known)), key=lambda n: (-worth[n], n))[:SHOWN]
    return tuple((round(worth[n], 6), known[n]) for n in order)


def _ties(thought: Thought) -> tuple[tuple[str, str], ...]:
    """How the resident stands with those they know, by their names: as the scenario says it, or as talks have left it."""
    resident = thought.mind.resident
    me, words = (resident.first, resident.pronoun), resident.relationships
    given = {s: thought.mind.reading.relationship(thought.person(s), me[0], how, me[1]) for s, how in words.items()}
    return tuple(sorted((thought.person(slug), text) for slug, text in {**thought.state.relations, **given}.items()))


def _here(thought: Thought) -> PlannedHour | None:
    """What the resident does now, and where; None where they do nothing or are out of town."""
    body, world = thought.body, thought.world
    if not body.activity or body.away:
        return None
    return PlannedHour(world.clock.minutes(thought.at), body.activity, world.where(body)[:2][-1])


def _tellers(thought: Thought, hits: Sequence[Hit]) -> tuple[tuple[str, str], ...]:
    """Who told what was retrieved, where somebody did."""
    people = thought.mind.people
    return tuple((hit.memory.text, people[hit.memory.source][0]) for hit in hits if hit.memory.source in people)


def _talked(thought: Thought, without: Collection[int]) -> tuple[tuple[int, str], ...]:
    """What is remembered of the talks of today and yesterday, oldest first, each with how many days ago that was."""
    stream, day = thought.mind.stream, thought.world.clock.day
    if stream.preset.kinds is not None and "summary" not in stream.preset.kinds:
        return ()
    found = [memory for memory in stream.recent(SUMMARIES, ("summary",)) if memory.n not in without]
    ago = [(day(thought.at) - day(memory.at), memory.text) for memory in found]
    return tuple(one for one in ago if one[0] <= 1)


def _day(thought: Thought) -> tuple[PlannedHour, ...]:
    """Today's plan, with what it was before it was changed."""
    state, minutes = thought.state, thought.world.clock.minutes
    today = [*state.earlier, *((b.start, b.activity, b.place[:2][-1]) for b in state.blocks)]
    begun = [one for one, before in zip(today, [None, *today], strict=False) if before is None or one[1:] != before[1:]]
    return tuple(PlannedHour(minutes(at), what, where) for at, what, where in begun)
