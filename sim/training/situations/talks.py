"""Talks played by the script on a ``Stage``: two to five speakers, turn by turn.

Every line is one ``Say`` question; at the end each speaker sums the talk up, and one describes a relationship.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.answer.scripted import Script
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.relation import DescribeRelationship
from sim.prompts.tasks.say import Say
from sim.scenario.model import Resident
from sim.training.situations.lived_towns import Pair
from sim.training.situations.stage import Stage

SHOWN = 14
"""Lines of a talk that a prompt shows at most, as in ``sim/mind/converse.py``."""
SPEAKERS = (2, 2, 2, 3, 3, 4, 5)


def talk(stage: Stage, script: Script) -> Iterator[Pair]:
    """The questions and replies of one talk, in order."""
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
    """A speaker's memories in a talk; some are news."""
    mine = [item for item in stage.news if item.host == person.name]
    news = [*stage.dice.some(mine, 1), *stage.dice.some(stage.news, stage.dice.below(3))]
    return stage.memories(person, stage.dice.between(2, 8), news)


def _others(people: Sequence[Resident], me: Resident, lines: Sequence[tuple[str, str]]) -> list[Resident]:
    """The other speakers, who spoke last first."""
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
    """What each takes away, and how the first stands with the second."""
    for me in people:
        question = stage.question(SummariseTalk, me, conversation=tuple(lines[-2 * SHOWN :]))
        yield question, script.answer(question)
    me, other = people[0], people[1]
    memories = stage.memories(me, stage.dice.between(2, 6), about=other)
    bond = bonds[me.slug, other.slug]
    asked = stage.question(DescribeRelationship, me, about=other.name, relationship=bond, memories=memories)
    yield asked, script.answer(asked)
