"""Questions composed one by one, of the tasks that towns seldom ask, on a ``Stage``; the script answers them.

``POSED`` has a builder per task. Each shows what the town's own code would show; what is drawn is as varied as the banks allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sim.mind.scripted.dice import Dice
from sim.mind.scripted.moments import clock
from sim.mind.scripted.text import fill, sentence
from sim.prompts import Question
from sim.prompts.tasks import ICONS
from sim.scenario.model import Resident
from sim.training.situations.asks import about_news, about_nothing, choice, of_banks, scale
from sim.training.situations.scenarios import TROUBLES, WEATHER
from sim.training.situations.stage import Stage
from sim.training.situations.tidings import Tiding, gathering

Builder = Callable[[Stage], Question]
MANY = 10
"""Most memories in a composed prompt."""
NEEDS = ("very hungry", "very tired", "lonely")


def rate(s: Stage) -> Question:
    me, other = s.pair()
    count = s.dice.pick((1, 1, 2, 3, 4, 6, 8, 10))
    events = [
        s.of_life(me, other, s.dice.between(1, 10)) if s.dice.chance(0.7) else s.memory(me) or "the lamp is off"
        for _ in range(count)
    ]
    return s.question("rate", me, events=tuple(dict.fromkeys(events)), now="")


def plan(s: Stage) -> Question:
    """A morning; in two cases of three something is fixed for today."""
    me, _ = s.pair()
    s.at = _morning(s, me)
    told = _for_today(s, me)
    memories = list(s.memories(me, s.dice.between(2, MANY), told))
    memories += [s.promise(me, tiding) for tiding in told[:1] if s.dice.chance(0.4) and tiding.host != me.name]
    bedtime = (me.sleeps - s.minutes) % 1440
    return s.question(
        "plan",
        me,
        yesterday=_yesterday(s, me) if s.dice.chance(0.5) else "",
        at=me.home[1],
        memories=tuple(dict.fromkeys(filter(None, memories))),
        places=s.known_places(me),
        start=s.minutes,
        minutes=max(30, bedtime),
    )


def _morning(s: Stage, me: Resident) -> int:
    """Game seconds of the day's getting up."""
    return ((me.wakes - s.clock.minutes(0)) % 1440) * 60


def _for_today(s: Stage, me: Resident) -> list[Tiding]:
    """Now and then gatherings of today, one's own too, and some of other days."""
    today = s.today()
    made = [gathering(today, s.dice, 0) for _ in range(s.dice.pick((0, 0, 1, 1, 2)))]
    if s.dice.chance(0.3):
        made.append(gathering(today, s.dice, s.dice.between(1, 3)))
    return made


def _yesterday(s: Stage, me: Resident) -> str:
    return f"{me.name} spent the day {s.doing(me)}, then {s.doing(me)}."


def replan(s: Stage) -> Question:
    """Something comes up in the middle of a day's plan."""
    me, other = s.pair()
    doing, new, places = s.doing(me), _new(s, me, other), s.known_places(me)
    lines, minutes = [], s.minutes
    for _ in range(s.dice.between(1, 6)):
        lines.append(f"{clock(minutes)} {s.doing(me)} ({s.dice.pick(places)})")
        minutes += s.dice.pick((30, 60, 90, 120))
        if minutes - s.minutes >= (me.sleeps - s.minutes) % 1440:
            break
    return s.question(
        "replan",
        me,
        at=s.dice.pick(s.places),
        doing=doing,
        plan=tuple(lines),
        new=new,
        memories=s.memories(me, s.dice.between(0, 5)),
        places=places,
        start=s.minutes,
        minutes=max(30, (me.sleeps - s.minutes) % 1440),
    )


def _new(s: Stage, me: Resident, other: Resident) -> str:
    """What changes a plan: what happens, or a need."""
    return f"{me.name} feels {s.dice.pick(NEEDS)}" if s.dice.chance(0.2) else _happens(s, other)


def _happens(s: Stage, other: Resident) -> str:
    """Trouble, weather, a closed door, news of today."""
    dice = s.dice
    kinds = (
        f"the {dice.pick(s.made.town.objects)[-1]} is {dice.pick(TROUBLES)}",
        dice.pick(WEATHER),
        f"{dice.pick(s.places)} is {dice.pick(('closed', 'full', 'not for everybody'))}",
        gathering(s.today(), dice, 0).text,
        f"{other.name} is {dice.pick(('calling for help', 'bleeding', 'unconscious', 'in need of help'))}",
    )
    return dice.pick(kinds)


def react(s: Stage) -> Question:
    """A person, a thing out of order, something that happens; sometimes with news to tell."""
    me, other = s.pair()
    person = s.dice.chance(0.6)
    busy = ("sleeping", "talking on the phone", "in a hurry", "in the shower", "teaching a class", "talking with somebody")
    doing = s.doing(me) if s.dice.chance(0.85) else s.dice.pick(busy[:4])
    seen = f"{other.name} is {s.doing(other) if s.dice.chance(0.8) else s.dice.pick(busy)}" if person else _happens(s, other)
    if s.dice.chance(0.12):
        thing = s.dice.pick(s.made.town.objects)[-1]
        person, seen, doing = True, f"{other.name} is using the {thing}", f"going to use the {thing}"
    told = s.dice.some(s.told, s.dice.pick((0, 0, 1, 2)))
    memories = list(s.memories(me, s.dice.between(1, 8), told, other))
    if s.dice.chance(0.12):
        memories.append(f"{me.name} talked with {other.name} a few minutes ago")
    return s.question(
        "react",
        me,
        at=s.dice.pick(s.places),
        doing=doing,
        seen=seen,
        relationship=s.relationship(me, other) if person else "",
        memories=tuple(memories),
        options=("continue", "talk", "wait", "replan") if person else ("continue", "wait", "replan"),
    )


def steps(s: Stage) -> Question:
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
    return s.question("steps", me, at=place, activity=activity[:80], objects=objects, start=start, minutes=minutes)


def place(s: Stage) -> Question:
    me, _ = s.pair()
    activity, thing, _ = _use(s)
    others = s.dice.some([a[-1] for a in s.made.town.objects], s.dice.between(2, 6))
    objects = tuple(s.dice.order(list(dict.fromkeys([thing, *others]))))
    return s.question("place", me, doing=activity, activity=activity, objects=objects, now="")


def state(s: Stage) -> Question:
    me, _ = s.pair()
    activity, thing, _ = _use(s)
    return s.question("state", me, activity=activity, object=thing, now="")


def icon(s: Stage) -> Question:
    me, _ = s.pair()
    activity = _use(s)[0] if s.dice.chance(0.6) else s.doing(me)
    return s.question(
        "icon", me, activity=activity, options=tuple(s.dice.order(ICONS)) if s.dice.chance(0.5) else ICONS, now=""
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


def questions(s: Stage) -> Question:
    me, other = s.pair()
    return s.question("questions", me, memories=s.memories(me, s.dice.between(5, 30), s.told[:2], other), count=3)


def insights(s: Stage) -> Question:
    me, other = s.pair()
    statements = s.memories(me, s.dice.between(3, 30), s.dice.some(s.told, 2), other)
    wanted = s.dice.pick((f"What matters most to {me.name} at the moment?", f"What does {other.name} care about most?",
                          f"How do {me.name} and {other.name} get on?", ""))  # fmt: skip
    return s.question("insights", me, statements=statements, question=wanted, count=s.dice.pick((1, 3, 5, 5)))


def condense(s: Stage) -> Question:
    """Insights of several rounds, some of them said twice in other words."""
    me, other = s.pair()
    rows: list[tuple[str, tuple[int, ...]]] = []
    for _ in range(s.dice.between(3, 9)):
        section = s.dice.pick(("insight_self", "insight_relation", "insight_community"))
        text = s.of_reflection(section, me, other)
        cited = tuple(sorted({s.dice.between(1, 30) for _ in range(s.dice.between(1, 4))}))
        if text:
            rows.append((text, cited))
            if s.dice.chance(0.25):
                plain = text if text.startswith((me.name, other.name)) else text[:1].lower() + text[1:]
                opening = s.dice.pick(("It seems that", "Again and again one sees that"))
                rows.append((f"{opening} {plain}", (s.dice.between(1, 30),)))
    return s.question("condense", me, insights=tuple(dict(rows).items()) or (("the days go by quietly", (1,)),))


def observe(s: Stage) -> Question:
    """A tale of the banks, or what happened in a few sentences."""
    me, other = s.pair()
    values = {"name": me.name, "other": other.name, "place": s.dice.pick(s.places), "time": "3 pm",
              "topic": s.dice.pick(s.banks.topic_names)}  # fmt: skip
    if s.dice.chance(0.5):
        text = fill(s.dice.pick(s.banks.tales), values)
    else:
        text = " ".join(sentence(line) for line in s.memories(me, s.dice.between(2, 6), s.dice.some(s.told, 1)))
    return s.question("observe", me, text=text, now="")


def answer(s: Stage) -> Question:
    """Some questions a memory that is shown can answer, some nobody can, and some the card can."""
    me, other = s.pair()
    told = s.dice.some(s.told, s.dice.between(0, 3))
    kind = s.dice.below(10)
    if kind < 4 and told:
        asked = about_news(told[0], s.dice)
    elif kind < 7:
        asked = about_nothing(s.today(), s.dice)
    else:
        asked = of_banks(s.today(), s.banks, s.dice)
    return s.question("answer", me, question=asked, memories=s.memories(me, s.dice.between(0, MANY), told, other))


def answer_choice(s: Stage) -> Question:
    me, _ = s.pair()
    told = s.dice.some(s.told, s.dice.between(0, 2))
    ask = choice(s.today(), told, s.banks, s.dice)
    memories = s.memories(me, s.dice.between(0, MANY), told)
    return s.question("answer_choice", me, question=ask.question, options=ask.options, memories=memories)


def answer_scale(s: Stage) -> Question:
    me, _ = s.pair()
    ask = scale(s.banks, s.dice)
    return s.question("answer_scale", me, question=ask.question, range=ask.scale, memories=s.memories(me, s.dice.below(MANY)))


def summary(s: Stage) -> Question:
    me, other = s.pair()
    return s.question("summary", me, memories=s.memories(me, s.dice.between(3, MANY), s.told[:1], other))


def relation(s: Stage) -> Question:
    me, other = s.pair()
    memories = s.memories(me, s.dice.between(1, 6), about=other)
    return s.question("relation", me, about=other.name, relationship=s.relationship(me, other), memories=memories)


def focus(s: Stage) -> Question:
    me, other = s.pair()
    return s.question("focus", me, memories=s.memories(me, s.dice.between(3, 8), s.dice.some(s.told, 1), other))


def queries(s: Stage) -> Question:
    me, _ = s.pair()
    text = s.heard(me, s.dice.pick(s.told)) if s.dice.chance(0.6) else s.memory(me) or s.doing(me)
    return s.question("queries", me, text=sentence(text), count=3, now="")


def merge(s: Stage) -> Question:
    """Memories that are alike: doings of one person, talks of two, or what one was told."""
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
        lines = list(s.memories(me, count, s.dice.some(s.told, 1), other))
    return s.question("merge", me, memories=tuple(dict.fromkeys(lines)), now="")


POSED: Mapping[str, Builder] = {
    builder.__name__: builder
    for builder in (
        rate, plan, replan, steps, place, react, questions, insights, condense, observe, answer, answer_choice, answer_scale,
        state, icon, summary, relation, focus, queries, merge,
    )
}  # fmt: skip
"""A builder for every task but talks (``say`` and ``recap``), which are played."""


def pose(task: str, stage: Stage, dice: Dice) -> Question:
    """One question of this task, drawn with ``dice``."""
    stage.dice = dice
    return POSED[task](stage)
