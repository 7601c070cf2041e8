"""Composed questions about a day: plan, replan, react, steps, place, state and icon, built on a ``Stage``.

Each builder shows what the town's own code would show. ``composed_questions`` has them in its table.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.language.text import fill
from sim.prompts.planning import clock
from sim.prompts.tasks.icon import ICONS, ChooseIcon
from sim.prompts.tasks.place import ChooseObject
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.react import React
from sim.prompts.tasks.replan import Replan
from sim.prompts.tasks.state import DescribeState
from sim.prompts.tasks.steps import Decompose
from sim.scenario.model import Resident
from sim.training.situations.news import NewsItem, gathering
from sim.training.situations.scenarios import TROUBLES, WEATHER
from sim.training.situations.stage import Stage

MANY = 10
"""Most memories in a composed prompt."""
NEEDS = ("very hungry", "very tired", "lonely")
HELPLESS = ("calling for help", "bleeding", "unconscious", "in need of help")
TROUBLED = {"train": 0.8, "held-out": 0.0}
"""Share of outside events that are trouble. In training it is high: a model learns little from what it seldom sees."""


def plan(s: Stage) -> PlanDay:
    """A morning; often with gatherings today, some of them promised."""
    me, _ = s.pair()
    s.at = _morning(s, me)
    told = _for_today(s)
    memories = list(s.memories(me, s.dice.between(2, MANY), told))
    promised = [item for item in told[:1] if s.dice.chance(0.6) and item.host != me.name]
    memories += [s.promise(me, item) for item in promised]
    places = s.known_places(me)
    known = _shown(s, told, memories, places)
    bedtime = (me.sleeps - s.minutes) % 1440
    return s.question(
        PlanDay,
        me,
        yesterday=f"{me.name} spent the day {s.doing(me)}, then {s.doing(me)}." if s.dice.chance(0.5) else "",
        at=me.home[1],
        fixed=_lines(s, me, [item for item in known if item.host == me.name or item in promised]),
        open=_lines(s, me, [item for item in known if item.host != me.name and item not in promised]),
        memories=tuple(dict.fromkeys(filter(None, memories))),
        places=places,
        start=s.minutes,
        minutes=max(30, bedtime),
    )


def _shown(s: Stage, told: Sequence[NewsItem], texts: Sequence[str], places: Sequence[str]) -> list[NewsItem]:
    """Today's gatherings at one of ``places`` that ``texts`` tell of."""
    said = "; ".join(texts)
    return [t for t in (*told, *s.news) if t.days == 0 and t.minutes >= 0 and t.place in places and t.what in said]


def _lines(s: Stage, me: Resident, told: Sequence[NewsItem]) -> tuple[str, ...]:
    """Lines of a plan for those of ``told`` that are still to come today, as ``sim/mind/appointments.py`` writes them."""
    bedtime = (me.sleeps - s.minutes) % 1440
    lines = {
        (item.minutes - s.minutes) % 1440: f"{clock(item.minutes)} "
        + (fill("hosting a {what}", {"what": item.what}) if item.host == me.name else f"going to the {item.what}")
        + f" ({item.place})"
        for item in told
    }
    return tuple(lines[away] for away in sorted(lines) if 0 < away < bedtime)


def _morning(s: Stage, me: Resident) -> int:
    """The game second at which a resident gets up."""
    return ((me.wakes - s.clock.minutes(0)) % 1440) * 60


def _for_today(s: Stage) -> list[NewsItem]:
    """Up to two gatherings of today, and in three of ten cases one of another day."""
    today = s.today()
    made = [gathering(today, s.dice, 0) for _ in range(s.dice.pick((0, 1, 1, 2, 2)))]
    if s.dice.chance(0.3):
        made.append(gathering(today, s.dice, s.dice.between(1, 3)))
    return made


def replan(s: Stage) -> Replan:
    """Something comes up in the middle of a day's plan."""
    me, other = s.pair()
    doing, places, party = s.doing(me), s.known_places(me), gathering(s.today(), s.dice, 0)
    new = party.text if s.dice.chance(0.3) else _new(s, me, other)
    memories = s.memories(me, s.dice.between(0, 5))
    known = _shown(s, [party], (new, *memories), places)
    lines, minutes = [], s.minutes
    for _ in range(s.dice.between(1, 6)):
        lines.append(f"{clock(minutes)} {s.doing(me)} ({s.dice.pick(places)})")
        minutes += s.dice.pick((30, 60, 90, 120))
        if minutes - s.minutes >= (me.sleeps - s.minutes) % 1440:
            break
    return s.question(
        Replan,
        me,
        at=s.dice.pick(s.places),
        doing=doing,
        plan=tuple(lines),
        new=new,
        fixed=_lines(s, me, [item for item in known if item.host == me.name]),
        open=_lines(s, me, [item for item in known if item.host != me.name]),
        memories=memories,
        places=places,
        start=s.minutes,
        minutes=max(30, (me.sleeps - s.minutes) % 1440),
    )


def _new(s: Stage, me: Resident, other: Resident) -> str:
    """Why a plan changes: an event, or in one of five cases a need."""
    return f"{me.name} feels {s.dice.pick(NEEDS)}" if s.dice.chance(0.2) else _happens(s, other)


def _happens(s: Stage, other: Resident) -> str:
    """An event: trouble, weather, a closed or full place, news of today."""
    dice = s.dice
    broken = f"the {dice.pick(s.made.town.objects)[-1]} is {dice.pick(TROUBLES)}"
    helpless = f"{other.name} is {dice.pick(HELPLESS)}"
    if dice.chance(TROUBLED[s.banks.part]):
        return dice.pick((broken, helpless))
    kinds = (
        broken,
        broken,
        dice.pick(WEATHER),
        f"{dice.pick(s.places)} is {dice.pick(('closed', 'full', 'not for everybody'))}",
        gathering(s.today(), dice, 0).text,
        helpless,
    )
    return dice.pick(kinds)


def react(s: Stage) -> React:
    """Somebody is seen, or something happens; sometimes there is news to tell."""
    me, other = s.pair()
    person = s.dice.chance(0.6)
    busy = ("sleeping", "talking on the phone", "in a hurry", "in the shower", "teaching a class", "talking with somebody")
    doing = s.doing(me) if s.dice.chance(0.85) else s.dice.pick(busy[:4])
    seen = f"{other.name} is {s.doing(other) if s.dice.chance(0.8) else s.dice.pick(busy)}" if person else _happens(s, other)
    if s.dice.chance(0.12):
        thing = s.dice.pick(s.made.town.objects)[-1]
        person, seen, doing = True, f"{other.name} is using the {thing}", f"going to use the {thing}"
    told = s.dice.some(s.news, s.dice.pick((0, 0, 1, 2)))
    memories = list(s.memories(me, s.dice.between(1, 8), told, other))
    if s.dice.chance(0.12):
        memories.append(f"{me.name} talked with {other.name} a few minutes ago")
    return s.question(
        React,
        me,
        at=s.dice.pick(s.places),
        doing=doing,
        seen=seen,
        relationship=s.relationship(me, other) if person else "",
        memories=tuple(memories),
        among=("continue", "talk", "wait", "replan") if person else ("continue", "wait", "replan"),
    )


def steps(s: Stage) -> Decompose:
    me, _ = s.pair()
    trade = s.dice.pick(s.banks.trades)[0]
    place = s.dice.pick(s.places)
    if s.dice.chance(0.6):
        activity, own = fill(s.dice.pick(trade.blocks).activity, {"workplace": place}), list(trade.objects)
    elif s.dice.chance(0.7):
        pastime = s.dice.pick([p for p in s.banks.pastimes if p.steps])
        activity, own = pastime.activity, [step.object for step in pastime.steps if step.object]
    else:
        activity, own = f"{s.dice.pick(('going to', 'hosting'))} the {gathering(s.today(), s.dice).what}", []
    own += list(s.objects.get(place, ()))
    objects = tuple(dict.fromkeys(s.dice.some(own, s.dice.between(0, 10))))
    minutes = s.dice.pick((5, 10, 15, 20, 30, 30, 45, 60, 60, 60, 60, 70))
    start = s.minutes
    return s.question(Decompose, me, at=place, activity=activity[:80], objects=objects, start=start, minutes=minutes)


def place(s: Stage) -> ChooseObject:
    me, _ = s.pair()
    activity, thing, _ = _use(s)
    others = s.dice.some([a[-1] for a in s.made.town.objects], s.dice.between(2, 6))
    objects = tuple(s.dice.order(list(dict.fromkeys([thing, *others]))))
    return s.question(ChooseObject, me, doing=activity, activity=activity, objects=objects, now="")


def state(s: Stage) -> DescribeState:
    me, _ = s.pair()
    activity, thing, _ = _use(s)
    return s.question(DescribeState, me, activity=activity, object=thing, now="")


def icon(s: Stage) -> ChooseIcon:
    me, _ = s.pair()
    activity = _use(s)[0] if s.dice.chance(0.6) else s.doing(me)
    return s.question(
        ChooseIcon, me, activity=activity, among=tuple(s.dice.order(ICONS)) if s.dice.chance(0.5) else ICONS, now=""
    )


def _use(s: Stage) -> tuple[str, str, str]:
    """(activity, the object it is done with, the state that puts it in)."""
    if s.dice.chance(0.6):
        trade = s.dice.pick(s.banks.trades)[0]
        found = [step for block in trade.blocks for step in block.steps if step.object]
        step = s.dice.pick(found)
        return step.activity, step.object, step.state
    pastime = s.dice.pick([p for p in s.banks.pastimes if p.object])
    return pastime.activity, pastime.object, pastime.state
