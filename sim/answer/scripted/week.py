"""What a day of the week brings: who has it free, what the town does together, and now and then a cold or an hour overslept.

Days are known by their names alone; where no weekday is told, every day is a working day. Knows occupations by the names the
banks give them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sim.answer.scripted.commitments import APART, Fixture, willing
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Work
from sim.answer.scripted.occupations import suited
from sim.language.time_and_place import read_now
from sim.prompts.planning import DAY, PlanQuestion
from sim.world.clock import WEEKDAYS

Task = tuple[str, str, str]
"""Work: what is done, in which part of the day, what for."""
OPENS_OR_CLOSES = re.compile(r"(?:opening|closing|setting up|unlocking|tidying|sweeping|locking)\b")
"""Work of every day, of three quarters of an hour."""
A_DAYS = 6
"""Tasks that fill a day."""

WEEKEND = frozenset(
    (
        "teacher", "headmistress", "history professor", "sociology student", "music theory student", "physics student",
        "first-year pupil", "tax consultant", "mayor", "lawyer", "engineer", "software engineer", "game developer",
        "math tutor",
    )
)  # fmt: skip
"""Occupations that rest on Saturday and Sunday."""
SUNDAY = frozenset(
    (
        "pharmacist", "grocer", "librarian", "mail carrier", "carpenter", "blacksmith", "potter", "tailor", "photographer",
        "florist", "doctor", "chess coach", "yoga teacher", "dancer", "bus driver", "journalist", "baker",
    )
)  # fmt: skip
"""Those that rest on Sunday."""
HALF = frozenset(("pharmacist", "librarian", "mail carrier", "carpenter", "blacksmith", "potter", "tailor", "doctor"))
"""Those that close at noon on Saturday."""

CIRCLES = """
Monday 1170 60 chapel church temple hall > singing with the choir
Tuesday 1140 60 library bookshop > talking over this month's book with the others
Wednesday 1170 90 pub > playing dominoes with whoever comes
Thursday 1110 60 lawn > kicking a ball about before dark
Friday 1200 90 pub > playing cards at the big table
Saturday 570 75 market > doing the weekly shopping among the stalls
Saturday 900 60 lawn > playing boules with the neighbours
Saturday 1215 75 pub > listening to whoever plays in the corner
Sunday 600 60 chapel church temple > sitting through the Sunday service
Sunday 870 60 lawn > taking the Sunday walk with half the town
"""
"""What people do together every week: the day, when it begins (minutes after midnight), how long it lasts, words of the places
that have it."""
_CIRCLES = tuple(
    (head.split(" ", 3), activity) for head, _, activity in (row.partition(" > ") for row in CIRCLES.strip().splitlines())
)
TOGETHER = frozenset(activity for _, activity in _CIRCLES)
"""What others count on whoever began it to stay for."""
GOES = 0.25
"""The chance that somebody neither sociable nor retiring goes to a circle every week."""
ON_WORKDAYS = 1080
"""The minute of the day before which whoever works goes to no circle."""

COMPANY_WHYS = (
    "has not missed it since the spring", "nobody there talks about work", "promised to keep a chair for somebody",
    "it is the only evening that one need not plan", "somebody always brings news",
    "it would be missed, and so would the laughing",
    "said no twice, and means to go this time", "to be among people", "the others count on it",
    "laughs more there than in the rest of the week", "it makes the week go round",
)  # fmt: skip
"""What for people go where others go every week."""
GAME_WHYS = ("lost last time, and cannot leave it at that", "is owed a return match", "has thought of a trick")
ILL = 0.02
"""The share of mornings on which somebody wakes with a cold."""
TOWN = 10
"""The people one must know for that: in a handful of people nobody can be spared."""
LATE = 0.05
"""The share of working mornings on which somebody oversleeps; thrice that of ``SLEEPY`` people, none of ``EARLY`` ones."""
SLEEPY = frozenset(("lazy", "dreamy", "impulsive", "messy", "romantic", "rebellious"))
EARLY = frozenset(("organized", "ambitious", "energetic", "serious", "studious", "careful", "polite", "cautious"))
OVERSLEPT = "getting up late and hurrying through breakfast"
COLD = ("staying in bed with a heavy cold", "drinking something hot under two blankets", "sneezing through an old magazine")


def is_free(occupation: str, day: str) -> bool:
    """Whether an occupation rests on the day of this name."""
    return (occupation in WEEKEND and day in ("Saturday", "Sunday")) or (occupation in SUNDAY and day == "Sunday")


def closes_at_noon(occupation: str, day: str) -> bool:
    return occupation in HALF and day == "Saturday"


def oversleeps(traits: Sequence[str], dice: Dice) -> bool:
    """Whether somebody gets up late on a working morning."""
    return not EARLY & set(traits) and dice.chance(LATE * (3 if SLEEPY & set(traits) else 1))


def circles(q: PlanQuestion, work: str, taken: list[Fixture]) -> Iterator[Fixture]:
    """What one does with others on this day every week; nothing where there is no place for it, in the hours of work or at the
    place of ``work`` ("" on a free day), or beside what is fixed already."""
    today = read_now(q.now).day_name
    for (day, at, minutes, kinds), activity in _CIRCLES:
        offset = (int(at) - q.start) % DAY
        if day != today or (work and int(at) < ON_WORKDAYS) or any(abs(offset - it.offset) < APART for it in taken):
            continue
        goes = Dice(0, f"{q.card.name} and {activity}").below(1000) / 1000 < GOES + 0.5 * (willing(q.card.traits) - 0.5)
        places = suited(kinds, q)
        if goes and places and places[0] != work:
            whys = (*COMPANY_WHYS, *(GAME_WHYS if activity.startswith("playing") else ()))
            why = Dice(0, f"{q.now}{q.card.name}").pick(whys)
            yield Fixture(offset, activity, places[0], int(minutes), why=why)


def share_of(tasks: Sequence[Task], day: str, name: str) -> list[Task]:
    """The work of one ``day``, where a trade has work for two: what opens or closes the place, and of the rest of each part of
    the day every other task in turn. Two of one trade may begin with different ones."""
    if len(tasks) <= A_DAYS:
        return list(tasks)
    turn = Dice(0, name).below(2) + (WEEKDAYS.index(day) if day in WEEKDAYS else 0)
    share = [task for task in tasks if OPENS_OR_CLOSES.match(task[0])]
    for when in dict.fromkeys(task[1] for task in tasks):
        rest = [task for task in tasks if task[1] == when and task not in share]
        share += rest[turn % 2 :: 2] or rest
    return [task for task in tasks if task in share]


def turned(blocks: Sequence[Work], day: str) -> tuple[Work, ...]:
    """Work in an order that begins with another piece every ``day`` of the week."""
    first = WEEKDAYS.index(day) % len(blocks) if day in WEEKDAYS else 0
    return (*blocks[first:], *blocks[:first])
