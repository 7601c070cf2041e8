"""The stand-in's days: a plan from a skeleton of meals, work, free hours and appointments, and the steps of a stretch.

What people do comes from the scenario (``day:``, ``matters:``, the occupation, the present concern), from what is fixed, and
from whom they have something to tell. Times are minutes after midnight of the day that the plan begins on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sim.answer.standin.words import EATING_PLACES, ICON_WORDS, OBJECT_WORDS, STAYS_AWAY
from sim.dice import derive
from sim.prompts.planning import MOST, DayPlan, Entry, PlanQuestion, clock, entries_of, minutes_of
from sim.prompts.tasks.icon import ChooseIcon, ChosenIcon
from sim.prompts.tasks.place import ChooseObject, ChosenObject
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.replan import Replan
from sim.prompts.tasks.state import DescribeState, ObjectState
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow

HOUR = 60
BREAKFAST = 40
"""Minutes that getting up takes."""
LUNCH = 12 * HOUR + 30
"""When people eat at midday."""
SUPPER = 18 * HOUR + 30
"""When people eat in the evening."""
MEAL = 40
WORKDAY = (8 * HOUR + 30, 17 * HOUR)
"""Hours of work where the place keeps none."""
LONGEST_DAY = 10 * HOUR
"""Minutes for which anybody works, with the meals between."""
TASK = 100
"""Minutes for which one thing is done at work."""
ERRAND = 30
"""Minutes kept free to look for somebody."""
URGENT = 2.4
"""Weight of a visit from which work is left for it: an invitation, or a grave matter between two (``mind.intents``)."""
ERRANDS = (10 * HOUR + 30, 11 * HOUR + 30, 14 * HOUR + 30, 15 * HOUR + 45)
"""When work may be left for an errand."""
APPOINTMENT = 110
"""Minutes that what is fixed takes."""
EARLY = 20
"""Minutes before it in which the host makes the place ready, and guests walk to it."""
AGAIN = 90
"""Minutes after a talk within which the same person is not looked for again."""
WIND_DOWN = 50
"""Minutes before bedtime spent at home."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Something done from ``start`` to ``end``."""

    start: int
    end: int
    activity: str
    place: str
    why: str = ""
    fixed: bool = False


def plan_day(q: PlanDay) -> DayPlan:
    """The day's skeleton with what is fixed laid over it."""
    day = Day(q)
    stretches: list[Stretch] = []
    for one in (*day.free_time(), *day.work(), *day.errands(), *day.meals(), *day.appointments()):
        stretches = laid(stretches, one)
    whole = [replace(one, start=max(one.start, day.begin), end=min(one.end, day.end)) for one in stretches]
    entries = _entries([one for one in whole if one.end - one.start >= 5])
    return DayPlan(entries if len(entries) >= 3 else q.fallback().plan)


def laid(stretches: Sequence[Stretch], new: Stretch) -> list[Stretch]:
    """The stretches with a new one over what it overlaps, in order; of what is cut both ends go on."""
    if new.end <= new.start:
        return list(stretches)
    left = (replace(one, end=new.start) for one in stretches if one.start < new.start < one.end)
    right = (replace(one, start=new.end) for one in stretches if one.start < new.end < one.end)
    apart = (one for one in stretches if one.end <= new.start or one.start >= new.end)
    return sorted([*left, *right, *apart, new], key=lambda one: one.start)


def _entries(stretches: list[Stretch]) -> tuple[Entry, ...]:
    """The entries of a plan, at most as many as it may have: the shortest that is not fixed joins the one before it."""
    joined: list[Stretch] = []
    for one in stretches:
        if joined and (joined[-1].activity, joined[-1].place) == (one.activity, one.place):
            joined[-1] = replace(joined[-1], end=one.end)
        else:
            joined.append(one)
    while len(joined) > MOST:
        spare = [one for one in joined[1:] if not one.fixed] or joined[1:]
        joined.remove(min(spare, key=lambda one: (one.end - one.start, one.start)))
    return tuple(Entry(clock(one.start), one.activity[:120], one.place, one.why[:120]) for one in joined)


class Day:
    """What one resident's day is made of."""

    def __init__(self, q: PlanQuestion):
        self.q, setting = q, q.setting
        self.begin, self.end = q.start, q.start + (q.minutes or 16 * HOUR)
        self.home = setting.home if setting.home in q.places else q.places[0] if q.places else q.at or "home"
        self.workplace = setting.work if setting.work in q.places else ""
        self.own = self._own_things()
        self.visits = [one for one in q.free if one.person]
        self.places = [one.place for one in q.free if one.place and one.place in q.places and one.place != self.workplace]

    def meals(self) -> Iterator[Stretch]:
        """Getting up with breakfast, lunch and supper, as far as the day reaches."""
        begin = self.begin
        if begin < 11 * HOUR and self.q.at in (self.home, "") and not self.q.doing:
            yield Stretch(begin, begin + BREAKFAST, "getting dressed and having breakfast", self.home)
        named = {
            name: f"{name} {kind}".casefold() for name, kind in self.q.setting.kinds.items() if kind and name in self.q.places
        }
        stays = any(words in " ".join(self.q.card.background).casefold() for words in STAYS_AWAY)
        eating = [name for name, words in named.items() if not stays and any(word in words for word in EATING_PLACES)]
        lunch = next((name for name in eating if self._open(name, LUNCH)), self.workplace or self.home)
        if begin < LUNCH:
            yield Stretch(LUNCH, LUNCH + MEAL, "having lunch", lunch)
        at_work = any(one.start < SUPPER < one.end for one in self.work())
        if begin < SUPPER:
            yield Stretch(SUPPER, SUPPER + MEAL, "having supper", self.workplace if at_work else self.home)
        yield Stretch(self.end - WIND_DOWN, self.end, "getting ready for the night", self.home)

    def work(self) -> list[Stretch]:
        """The hours at work, each thing for a while; of who has no work the things that they do at home."""
        if not self.workplace:
            return []
        hours = next((one for one in self.q.hours if one.place == self.workplace), None)
        opens, closes = (hours.opens, hours.closes) if hours else WORKDAY
        closes += 1440 if closes <= opens else 0
        first, last = max(opens, self.begin), min(closes, self.end - WIND_DOWN, opens + LONGEST_DAY)
        tasks = [one for one in self.own if one.place == self.workplace]
        tasks += [] if self.q.setting.day else [self._trade()]
        tasks = tasks or [self._trade()]
        turn = derive(self.q.seed, "work") % len(tasks)
        starts = range(first, max(first, last), TASK)
        kept = [tasks[(turn + i) % len(tasks)] for i in range(len(starts))]
        return [replace(task, start=start, end=min(start + TASK, last)) for task, start in zip(kept, starts, strict=True)]

    def errands(self) -> Iterator[Stretch]:
        """Visits to whom there is something to tell: in free hours; the first, and for an invitation all, from work as well."""
        worked = self.work()
        busy = (worked[0].start, worked[-1].end) if worked else (0, 0)
        free = [
            at
            for at in (busy[1], busy[1] + 45, SUPPER + MEAL, SUPPER + MEAL + 40, 10 * HOUR, 14 * HOUR)
            if not busy[0] <= at < busy[1]
        ]
        hours = [at for at in ERRANDS if busy[0] <= at < busy[1]]
        leisure = iter([at for at in free if self.begin + BREAKFAST <= at < self.end - 2 * HOUR])
        for n, visit in enumerate((*self.visits, *self.visits)):  # once more in free hours: a day has two halves
            leaves = n == 0 or (n < len(self.visits) and visit.weight >= URGENT)  # one call a day is made from any work
            at = hours.pop(derive(self.q.seed, "errand") % min(2, len(hours)) if n == 0 else 0) if leaves and hours else None
            at = next(leisure, None) if at is None else at
            if at is not None:
                yield Stretch(at, at + ERRAND, f"looking for {visit.person}", self._spot(at), "there is something to say")

    def free_time(self) -> Iterator[Stretch]:
        """The hours that nothing else fills: own things, and places for everybody."""
        at, n, turn = self.begin, 0, derive(self.q.seed, "free")
        own = [one for one in self.own if one.place != self.workplace] or [Stretch(0, 0, "seeing to things at home", self.home)]
        while at < self.end:
            out = self.places and n % 2 and 9 * HOUR <= at < 21 * HOUR
            place = self.places[(turn + n) % len(self.places)] if out else ""
            hour = (
                Stretch(0, 0, f"spending an hour at {place}", place)
                if place and self._open(place, at)
                else own[(turn + n) % len(own)]
            )
            yield replace(hour, start=at, end=min(at + 75, self.end))
            at, n = at + 75, n + 1

    def appointments(self) -> Iterator[Stretch]:
        """What is fixed; what others give today where nothing is fixed, by luck, unless it was declined."""
        fixed = entries_of(self.q.fixed)
        taken = [self._minutes(entry) for entry in fixed]
        no = any("said no" in text for text in self.q.memories)
        going = [e for e in entries_of(self.q.open) if not no and all(abs(self._minutes(e) - at) > APPOINTMENT for at in taken)]
        for entry in (*fixed, *going[:1]):
            at = self._minutes(entry)
            if entry.place in self.q.places:
                yield Stretch(at - EARLY, at + APPOINTMENT, entry.activity, entry.place, entry.why, fixed=True)

    def _minutes(self, entry: Entry) -> int:
        return self.begin + self.q.offset(entry.start)

    def _open(self, place: str, at: int) -> bool:
        hours = next((one for one in self.q.hours if one.place == place), None)
        if hours is None:
            return True
        closes = hours.closes + (1440 if hours.closes <= hours.opens else 0)
        return hours.opens <= at and at + 75 <= closes

    def _spot(self, at: int) -> str:
        """Where a search begins."""
        working = any(one.start <= at < one.end for one in self.work())
        return self.workplace if working else self.home

    def _trade(self) -> Stretch:
        occupation = self.q.setting.occupation
        article = "an" if occupation[:1].lower() in "aeiou" else "a"
        return Stretch(0, 0, f"working as {article} {occupation}" if occupation else "working", self.workplace)

    def _own_things(self) -> list[Stretch]:
        """What the scenario says that somebody does, and the present concern where it reads as something done."""
        q, found = self.q, list[Stretch]()
        matters = [does for matter in q.setting.matters if matter.of == q.card.name for does in matter.does]
        for one in (*q.setting.day, *matters):
            where = {"home": self.home, "work": self.workplace}.get(one.at, one.at.partition(":")[0])
            if where in q.places:
                found.append(Stretch(0, 0, one.activity, where, one.why))
        for concern in q.card.concerns:
            doing = concern.removeprefix(q.card.name).removeprefix(q.card.first).removeprefix(" is ")
            deed = doing.partition(" and ")[0].partition(" because ")[0].partition(", ")[0]
            if doing != concern and deed.split(" ", 1)[0].endswith("ing") and " " in deed:
                found.append(
                    Stretch(0, 0, deed, self.workplace if derive(q.seed, "concern") % 2 and self.workplace else self.home)
                )
        return found


def replan(q: Replan) -> DayPlan:
    """What is needed now, such as a meal, and otherwise the plan as it is."""
    if not q.full:
        return q.fallback()
    new = q.new.casefold()
    need = "having something to eat" if "hungry" in new else "resting for a while" if "tired" in new else ""
    place = q.at if q.at in q.places else q.places[0] if q.places else ""
    if not need or not place:
        return DayPlan(())
    return DayPlan((Entry(clock(q.start), need, place, end=clock(q.start + 30)),))


def steps(q: Decompose) -> Decomposition:
    """The stretch at one to three things that suit it; one that looks for somebody is one step."""
    name = max((name for name in q.people if name in q.activity), key=len, default="")
    longest, minutes = (120 if q.full else 80), q.minutes or 30
    activity, icon = q.activity[:longest] or "carrying on", icon_of(q.activity)
    lately = [line for line in q.spoken if line.startswith(name) and 0 <= q.start - _hour_of(line) <= AGAIN]
    if name and lately:
        return Decomposition((StepRow("taking a short rest", "", "", "rest", minutes),))
    if name and q.full:
        return Decomposition((StepRow(activity, "", "", "talk", minutes, person=name),))
    things = suited(q.activity, q.objects)
    count = min(3, max(1, minutes // 30), max(1, len(things)))
    shares = [minutes // count + (1 if i < minutes % count else 0) for i in range(count)]
    first = derive(q.seed, "thing") % max(1, len(things)) if things and not _fits(q.activity, things[0]) else 0
    chosen = [things[(first + i) % len(things)] if things else "" for i in range(count)]
    rows = (
        StepRow(activity, thing, "in use" if thing else "", icon, share) for thing, share in zip(chosen, shares, strict=True)
    )
    return Decomposition(tuple(rows))


def _hour_of(spoken: str) -> int:
    """The minutes after midnight of ``Ann Reed at 10:40``."""
    return minutes_of(spoken.rpartition(" ")[2])


def suited(activity: str, objects: Sequence[str]) -> list[str]:
    """The objects that suit an activity best first: those that it names, then those that such things are done at."""
    able = [thing for thing in objects if not _private(thing) or "sleep" in activity or "rest" in activity]
    return sorted(able or objects, key=lambda thing: -_fits(activity, thing))


def _fits(activity: str, thing: str) -> int:
    words = activity.casefold()
    named = 2 * any(word in words for word in thing.casefold().split() if len(word) > 2)
    return named + any(
        word in words and any(one in thing.casefold() for one in things) for word, things in OBJECT_WORDS.items()
    )


def _private(thing: str) -> bool:
    return any(word in thing.casefold() for word in ("bed", "toilet", "shower", "bath"))


def icon_of(activity: str) -> str:
    """The icon whose words an activity has; that of work otherwise."""
    words = activity.casefold()
    return next((icon for icon, signs in ICON_WORDS.items() if any(sign in words for sign in signs)), "work")


def icon(q: ChooseIcon) -> ChosenIcon:
    """The icon of an activity, where it may be chosen."""
    found = icon_of(q.activity or q.doing)
    return ChosenIcon(found) if found in q.options() else q.fallback()


def thing(q: ChooseObject) -> ChosenObject:
    """The object that suits an activity."""
    return ChosenObject(suited(q.activity, q.objects)[0]) if q.objects else q.fallback()


def state(q: DescribeState) -> ObjectState:
    """That it is in use."""
    return ObjectState("in use")
