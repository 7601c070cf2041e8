"""The calls that one pays: where few live, as a host, and on somebody of whom one wants something.

Knows neither the rest of the day (``day_plans``) nor whether whoever is called on is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sim.answer.scripted.commitments import PREPARE, Fixture, cool_to
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.draft import Draft
from sim.answer.scripted.english.deeds import INVITES, LOOKING_FOR
from sim.answer.scripted.english.gatherings import read_unasked
from sim.answer.scripted.everyday import VISITING
from sim.answer.scripted.occupations import home
from sim.answer.scripted.own_matters import SERIOUS, known_of
from sim.prompts.planning import DAY, PlanQuestion

HAMLET, CALL = 6, 20
"""The others of a town below which they go to see each other, and the minutes of such a visit."""
AFTERNOON = (840, 210)
ROUNDS = ((420, 98), (518, 98), (616, 98), AFTERNOON)
FEW_ROUNDS, FEW = ((450, 135), (585, 135), AFTERNOON), 3
"""From which minute of the day on, and within how many minutes, everybody goes to see somebody once: where fewer than ``FEW``
others live, and where more do."""
EVENINGS, SPREAD = (1100, 1165), 30
ROUND = (615, 900, *EVENINGS)
"""From which minutes of the day on, and within how many, a host goes to ask somebody: after work, for more are met at work; at
any of these on the day itself, and for those who work at home."""
IN_PERSON = (
    "an invitation wants a voice", "it should not come from somebody else first", "has kept a chair for them in mind",
    "a card under a door is no way to ask", "they will not come unless they are asked twice",
)  # fmt: skip
"""What for a host goes to ask somebody."""
WHY = (
    "for a word", "to ask how things are going", "to see how the day is", "for a little company", "to say good day",
    "to hear the news",
    "to tell of a small thing", "to be cheered up", "to compare notes", "to ask for advice", "to hear a joke",
)  # fmt: skip


def _others(q: PlanQuestion) -> list[str]:
    return sorted({name for name, _ in q.names.people} - {q.card.name})


def is_hamlet(q: PlanQuestion) -> bool:
    """Whether so few live here that people go to see each other."""
    return 0 < len(_others(q)) < HAMLET


def visits(q: PlanQuestion, at: str, fixed: Sequence[Fixture], dice: Dice) -> list[Fixture]:
    """Where few live: going to see one of them three times a day, each at a time of their own, so that nobody is alone for half
    a day; elsewhere a host's calls. ``at``: where one is otherwise."""
    if not is_hamlet(q):
        return _invitations(q, at, fixed, dice)
    told = (*q.memories, *q.card.background)
    named = [name for name in _others(q) if any(name in text for text in told)]
    if not named:
        return []  # strangers all, as far as the question tells
    others = named if len(named) > 1 else _others(q)
    liked = [name for name in others if not cool_to(name, (*told, *q.setting.ties))]
    whom, rank = dice.order(liked or others), sorted((*others, q.card.name)).index(q.card.name)
    found = []
    for n, (begin, long) in enumerate(ROUNDS if len(others) < FEW else FEW_ROUNDS):
        offset = (begin + long * rank // (len(others) + 1) - q.start) % DAY
        found.append(Fixture(offset, f"{LOOKING_FOR} {whom[n % len(whom)]} {dice.pick(WHY)}", at, CALL))
    return found


def _invitations(q: PlanQuestion, at: str, fixed: Sequence[Fixture], dice: Dice) -> list[Fixture]:
    """Where one gives something: calls on those who have not been asked yet, until it is to be got ready."""
    what, names = next(filter(None, (read_unasked(text, q.card.name) for text in q.memories)), ("", ()))
    liked = [name for name in names if not cool_to(name, (*q.memories, *q.card.background, *q.setting.ties))]
    until = min((fixture.offset for fixture in fixed if fixture.own), default=DAY) - PREPARE
    begins = ROUND if at == home(q) or until < DAY - PREPARE else EVENINGS
    offsets = [offset for begin in begins if (offset := (begin + dice.below(SPREAD) - q.start) % DAY) + CALL < until]
    return [
        Fixture(offset, f"{LOOKING_FOR} {who} {INVITES} {what}", at, CALL, why=dice.pick(IN_PERSON))
        for offset, who in zip(offsets, dice.order(liked), strict=False)
    ]


def wish(draft: Draft) -> list[Fixture]:
    """A call on somebody of whom one wants something, one a day: after work, or at another time where one works at home."""
    found = next((it for it in draft.own if it.activity.endswith(SERIOUS)), None)
    if found is None:
        return []
    draft.own.remove(found)
    at, begins = draft.work or draft.home, ROUND if draft.work in ("", draft.home) else EVENINGS
    offset = (draft.dice.pick(begins) + draft.dice.below(SPREAD) - draft.q.start) % DAY
    return [Fixture(offset, found.activity, at, CALL, why=found.why)]


def with_reason(draft: Draft, visit: Fixture) -> Fixture:
    """A visit, for what one has to say to whom it is paid, or with what one knows of them, where it has no reason yet."""
    if visit.why:
        return visit
    found = next((it for it in draft.own if it.who and visit.activity.startswith(f"{LOOKING_FOR} {it.who} ")), None)
    if found is not None:
        draft.own.remove(found)
        return replace(visit, activity=found.activity, why=found.why)
    who = next(name for name, _ in draft.q.names.people if visit.activity.startswith(f"{LOOKING_FOR} {name} "))
    known = known_of(who, draft.q) if draft.dice.chance(0.5) else ""
    return replace(visit, why=known or draft.dice.pick(VISITING))
