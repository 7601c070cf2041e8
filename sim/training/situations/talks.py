"""Talks played by the script: two to five speakers, turn by turn, with what each is asked and answers on the way.

Every line is one ``say`` question; at the end everybody takes something away (``recap``, ``relation``). Knows a ``Stage``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.answer.scripted import Script
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.relation import DescribeRelationship
from sim.prompts.tasks.say import Say
from sim.scenario.model import Resident
from sim.training.situations.lived_towns import Pair
from sim.training.situations.news import Tiding
from sim.training.situations.stage import Stage

SHOWN = 14
"""Most lines of a talk that a prompt shows, as in ``sim/mind/converse.py``."""
SPEAKERS = (2, 2, 2, 3, 3, 4, 5)


def talk(stage: Stage, script: Script) -> Iterator[Pair]:
    """One talk from its first line to what is kept of it."""
    people = stage.dice.some(stage.residents, stage.dice.pick(SPEAKERS))
    known = {person.slug: _known(stage, person) for person in people}
    bonds = {(a.slug, b.slug): stage.relationship(a, b) for a in people for b in people if a is not b}
    doing = {person.slug: stage.doing(person) for person in people}
    place, limit = stage.dice.pick(stage.places), stage.dice.between(5, 9) + len(people)
    lines: list[tuple[str, str]] = []
    leaving: list[str] = []
    turn = 0
    while len(lines) < limit and len(leaving) < len(people):
        me = people[turn % len(people)]
        turn += 1
        if me.slug in leaving:
            continue
        others = _others(people, me, lines)
        question = stage.question(
            Say,
            me,
            at=place,
            doing=doing[me.slug],
            talking_with=tuple(other.name for other in others),
            relationship=bonds[me.slug, others[0].slug],
            memories=known[me.slug],
            conversation=tuple(lines[-SHOWN:]),
            turns_left=limit - len(lines),
            goodbye=bool(leaving),
        )
        reply = script.answer(question)
        yield question, reply
        lines.append((me.name, reply.say))
        leaving += [me.slug] if reply.end else []
    yield from _afterwards(stage, script, people, lines, bonds)


def _known(stage: Stage, person: Resident) -> tuple[str, ...]:
    """What comes to mind in a talk: some news, some of the others."""
    mine = [tiding for tiding in stage.told if tiding.host == person.name]
    told: list[Tiding] = [*stage.dice.some(mine, 1), *stage.dice.some(stage.told, stage.dice.below(3))]
    return stage.memories(person, stage.dice.between(2, 8), told)


def _others(people: Sequence[Resident], me: Resident, lines: Sequence[tuple[str, str]]) -> list[Resident]:
    """The one who spoke last first, then the rest."""
    others = [person for person in people if person is not me]
    spoke = [name for name, _ in lines if name != me.name]
    return sorted(others, key=lambda person: not (spoke and person.name == spoke[-1]))


def _afterwards(
    stage: Stage,
    script: Script,
    people: Sequence[Resident],
    lines: Sequence[tuple[str, str]],
    bonds: dict[tuple[str, str], str],
) -> Iterator[Pair]:
    """What each takes away; and how some stand with another now."""
    for me in people:
        question = stage.question(SummariseTalk, me, conversation=tuple(lines[-2 * SHOWN :]))
        yield question, script.answer(question)
    me, other = people[0], people[1]
    memories = stage.memories(me, stage.dice.between(2, 6), about=other)
    bond = bonds[me.slug, other.slug]
    asked = stage.question(DescribeRelationship, me, about=other.name, relationship=bond, memories=memories)
    yield asked, script.answer(asked)
