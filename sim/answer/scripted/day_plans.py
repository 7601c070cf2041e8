"""Answers ``plan``: waking, meals at home, the occupation's blocks, a pastime at a fitting place, bed.

What is known for today out of the memories (an intention, an occasion with a place and an hour) stands at its hour and place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sim.answer.scripted.activity_hours import suits, works
from sim.answer.scripted.commitments import HABIT, Fixture, apart, fixed_first, fixtures, is_hamlet, visits, willing
from sim.answer.scripted.conclusions import errands
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.occupations import activity_of, home, occupation, places_for, suited, workplace
from sim.answer.scripted.steps import OCCASION
from sim.answer.scripted.week import COLD, FREE_DAYS, ILL, OVERSLEPT, TOWN, circles, closes_at_noon, is_free, oversleeps
from sim.language.activity import LOOKING_FOR
from sim.language.banks import Banks
from sim.language.text import clip
from sim.language.time_and_place import read_now
from sim.prompts.planning import DAY, MOST, DayPlan, Entry, PlanQuestion, clock
from sim.prompts.tasks.plan import PlanDay
from sim.world.clock import WEEKDAYS

LAST = 20
"""Minutes before the end of the day at which getting ready for bed begins."""
SETTLED = 30
"""Minutes of a plan before one goes to see anybody."""
ERRAND, SOON = 0.7, 75
"""How likely one looks for somebody, where there is somebody and an hour for it; the minutes that this takes at most."""
MEALS = {"lunch": (690, 840), "supper": (1050, 1200)}
"""From which minute of the day on, and until which, one sits down to them."""
_EATEN_OUT = re.compile(rf"(?:hosting|going to|attending|joining|having|eating|meeting) .*{OCCASION}", re.I)
MORNINGS = ("getting up and having breakfast", "waking up and getting ready for the day", "having a slow breakfast",
            "washing, getting dressed and having breakfast", "getting up and making breakfast")  # fmt: skip
WAKING = ("getting up and washing", "waking up and getting dressed", "getting out of bed with one eye open")
BREAKFASTS = ("having breakfast", "having a slow breakfast", "having breakfast with the others")
SIMPLE = """
park any taking a walk
park afternoon sitting on a bench and watching people
park morning getting some fresh air
cafe morning having a coffee and reading the paper
cafe afternoon having tea and talking with whoever is there
pub evening having a drink and talking with whoever is there
library afternoon looking for something to read
shop afternoon doing the shopping
street any walking about town
home evening reading a book
home evening listening to music
home evening writing a letter
home afternoon tidying up the house
home morning doing the laundry
home night sitting quietly with a cup of tea
"""
"""Pastimes of anywhere: sort of place, part of the day, activity."""
_SIMPLE = tuple(SIMPLE.strip().splitlines())
_FREE_DAYS = tuple(FREE_DAYS.strip().splitlines())
BREAKS = ("having a coffee and a chat", "taking a coffee break", "having tea and something sweet")
LUNCHES = ("having lunch", "taking a lunch break", "having a quick lunch", "eating lunch")
SUPPERS = ("having supper", "cooking and eating dinner", "making supper", "having dinner")
NIGHTS = ("getting ready for bed", "winding down and getting ready for bed", "reading a little before bed")
MEALS_IN_BED = ("having breakfast in bed", "having a little soup for lunch", "having toast and broth for supper")
WORLDLY = re.compile(
    r"gravity|spacewalk|airlock|hull|oxygen|hydropon|hammock|galley|\bsail|proposing|funeral|wedding|grave|giving birth|storm|"
    r"ship|child|kids|baby|school|toddler|cousin|snow|pumpkin|heavy cold|carousel|rabbit|goat|ice rink|christmas|birthday|"
    r"\bdog|\bcat\b|horse|exam|test\b|faulty|attic|moving|worry|leaves|rain|roof|packing|grandpa|grandma|mother|father|colleague|"
    r"brother|sister|daughter|husband|wife|choir|tablet|student|before dawn|alarm|flu\b|fever|spouse|anniversary|guests|lawyer|"
    r"doctor|dentist|bus\b|ferry|train|firewood|sausages|tacos|quarterdeck|rafters|report card|dawn",
    re.I,
)
"""Pastimes of other worlds and seasons, and those that presume children, animals or illness: not for just anybody's day."""


_SHORT = re.compile(r"(?:opening|closing|setting up|unlocking|tidying|sweeping|locking)\b")
"""Work of three quarters of an hour."""
_OUTSIDE = re.compile(
    r"\b(?:around town|in the street|through town|walking about|walking the beat|on the town route|about wild plants)\b"
)
"""Work that is done out of doors, wherever one works."""


@lru_cache(maxsize=4096)
def _worldly(activity: str) -> bool:
    return WORLDLY.search(activity) is not None


@dataclass(slots=True)
class Draft:
    """A day being made: minutes from the start of the window."""

    q: PlanQuestion
    banks: Banks
    dice: Dice
    entries: list[tuple[int, str, str]]
    work: str
    """The place of work, or ``""``."""
    home: str
    eateries: list[str]
    """Where food is sold."""
    day: str
    """The name of the day, ``""`` where it is not told."""
    free: bool
    """Whether the occupation rests on this day."""
    table: str
    """Where one eats when not working: at home, or where food is sold if the home has no kitchen."""
    roomy: bool = True
    """Whether the plan has room for what is soon over, and for what comes after it."""

    def clock_at(self, offset: int) -> int:
        return (self.q.start + offset) % DAY

    def add(self, offset: int, activity: str, place: str) -> None:
        self.entries.append((offset, activity, place))


def plan(q: PlanDay, banks: Banks, dice: Dice) -> Iterator[DayPlan]:
    for n in range(6):
        yield fixed_first(q, a_day(q, banks, dice.fork(f"day {n}")))


def a_day(q: PlanQuestion, banks: Banks, dice: Dice) -> list[Entry]:
    """The entries of one day from ``q.start``, for ``q.minutes``, at least three and at most fourteen."""
    trade, day = occupation(q, banks), read_now(q.now).day_name
    free = trade is not None and is_free(trade.name, day)
    eateries = eating_places(q)
    table = eateries[0] if eateries and _lacks_kitchen(q, home(q)) else home(q)
    draft = Draft(q, banks, dice, [], workplace(q, banks), home(q), eateries, day, free, table)
    minutes = q.minutes or DAY
    sleeps = (q.card.sleeps - q.start) % DAY or DAY
    end = min(minutes, sleeps) - LAST
    fixed = [fixture for fixture in fixtures(q, dice) if 0 <= fixture.offset < end]
    whole = (q.start - q.card.wakes) % DAY <= 90
    if whole and not fixed and len(q.names.people) > TOWN and dice.chance(ILL):
        _stay_in_bed(draft, end)
    else:
        fixed += [it for it in circles(q, "" if free or trade is None else draft.work, fixed) if it.offset < end]
        fixed += [it for it in visits(q, draft.work or draft.home, dice) if SETTLED <= it.offset < end and apart(it, fixed)]
        _fill_day(draft, _morning(draft) if whole else 0, end, fixed)
    draft.add(max(1, end), dice.pick(NIGHTS), home(q))
    return _entries(draft, minutes)


def _morning(draft: Draft) -> int:
    """Getting up; returns when it is over."""
    dice = draft.dice
    if not draft.free and oversleeps(draft.q.card.traits, dice):
        draft.add(0, OVERSLEPT, draft.home)
        return 75
    if draft.table != draft.home:
        draft.add(0, dice.pick(WAKING), draft.home)
        draft.add(30, dice.pick(BREAKFASTS), draft.table)
        return dice.pick((60, 75, 90))
    draft.add(0, dice.pick(MORNINGS), draft.home)
    return dice.pick((30, 45, 60, 60))


def _stay_in_bed(draft: Draft, end: int) -> None:
    """A day with a cold: meals at home and nothing else."""
    deeds = iter(draft.dice.order(COLD))
    offset = 0
    for now, meal in zip((draft.clock_at(0), 750, 1110), MEALS_IN_BED, strict=True):
        begin = max(offset, (now - draft.q.start) % DAY)
        if begin + 60 < end:
            draft.add(begin, meal, draft.home)
            draft.add(begin + 30, next(deeds), draft.home)
            offset = begin + 60


def _fill_day(draft: Draft, offset: int, end: int, fixed: Sequence[Fixture]) -> None:
    """What is fixed at its time; meals at theirs; work in the working hours; pastimes in what is left. Where the plan has no
    room for more entries, what was begun lasts until the next of what is fixed, or the next meal."""
    work = _blocks(draft)
    used: set[str] = set()
    meals = _meals(draft, fixed)
    waiting = _with_room(draft, sorted(fixed, key=lambda fixture: fixture.offset), meals)
    while waiting or offset < end - 15:
        meals = {meal: span for meal, span in meals.items() if offset <= (span[1] - draft.q.start) % DAY}
        spare = _spare(draft, waiting, meals)
        if waiting and offset >= waiting[0].offset - 20:
            fixture = waiting.pop(0)
            begin = max(min(offset, end - 15), fixture.offset)
            draft.add(begin, fixture.activity, fixture.place)
            offset = begin + fixture.minutes
            continue
        until = min([end, *(fixture.offset for fixture in waiting[:1])])
        due = [max(offset, (opens - draft.q.start) % DAY) for opens, _ in meals.values()]
        draft.roomy = spare > 1 or min([until, *due]) - offset <= SOON
        if spare > 0 or offset in due:
            offset = min(offset + _next(draft, offset, work, meals, used), until)
        else:
            offset = min([until, *due])


def _meals(draft: Draft, fixed: Sequence[Fixture]) -> dict[str, tuple[int, int]]:
    """The meals to plan and their hours, without those that one is given or gives oneself."""
    eaten = [draft.clock_at(fixture.offset) for fixture in fixed if _EATEN_OUT.match(fixture.activity)]
    given = {"lunch" if now < 900 else "supper" for now in eaten}
    return {meal: (opens, closes) for meal, (opens, closes) in MEALS.items() if meal not in given}


def _with_room(draft: Draft, fixed: list[Fixture], meals: Collection[str]) -> list[Fixture]:
    """What is fixed without the last of the visits that the plan has no room for."""
    short = max(0, -_spare(draft, fixed, meals))
    visits = [fixture for fixture in fixed if fixture.activity.startswith(LOOKING_FOR)]
    given_up = visits[max(0, len(visits) - (short + 1) // 2) :]
    return [fixture for fixture in fixed if fixture not in given_up]


def _spare(draft: Draft, waiting: Sequence[Fixture], meals: Collection[str]) -> int:
    """The entries left beside bedtime, what is fixed, the meals and what follows each of them."""
    return MOST - 1 - len(draft.entries) - sum(map(_takes, waiting)) - 2 * len(meals)


def _takes(fixture: Fixture) -> int:
    """The entries that something fixed takes: what is soon over is followed by something else."""
    return 2 if fixture.minutes <= HABIT else 1


def _next(draft: Draft, offset: int, work: list[tuple[str, str]], meals: dict[str, tuple[int, int]], used: set[str]) -> int:
    """Add what comes next at ``offset``; returns how many minutes it takes."""
    dice = draft.dice
    now = draft.clock_at(offset)
    place = draft.work
    for meal, (opens, closes) in list(meals.items()):
        if opens <= now <= closes:
            del meals[meal]
            where = _lunch_place(draft, place) if meal == "lunch" else draft.table
            draft.add(offset, dice.pick(LUNCHES if meal == "lunch" else SUPPERS), where)
            return dice.pick((30, 45)) if meal == "lunch" else 60
    fitting = next((i for i, (_, when) in enumerate(work) if works(when, now) and (now < 1110 or _late(draft))), -1)
    again = _once_more(draft, now) if fitting < 0 and now < 1020 else ""
    if (fitting >= 0 or again) and _takes_break(draft, now, place, used):
        draft.add(offset, dice.pick(BREAKS), dice.pick(draft.eateries[:2]))
        return 30
    if fitting >= 0:
        activity, _ = work.pop(fitting)
        draft.add(offset, activity, _out(draft, activity) or place or draft.home)
        until = min((opens for opens, closes in meals.values() if opens > now), default=now + 180)
        long = 240 if is_hamlet(draft.q) else dice.pick((90, 120, 150))
        return 45 if _SHORT.match(activity) else max(60, min(long, until - now))
    if again:
        draft.add(offset, again, place)
        return dice.pick((60, 90))
    if (wanted := _errand(draft, now, used)) is not None:
        draft.add(offset, *wanted)
        return 45
    draft.add(offset, *_leisure(draft, now, used))
    return dice.pick((60, 60, 90))


def _out(draft: Draft, activity: str) -> str:
    """Where work is done that is not done at work, a street or a park; ``""`` where it is, or where the town has none."""
    if not _OUTSIDE.search(activity):
        return ""
    return next((place for kind in ("street", "park") for place in suited(kind, draft.q)), "")


def _errand(draft: Draft, now: int, used: set[str]) -> tuple[str, str] | None:
    """Once a day in free time: looking for somebody because of what one concluded or heard of them; None for nobody."""
    wanted = [] if not draft.roomy or "errand" in used or not 600 <= now <= 1230 else errands(draft.q.memories, draft.banks)
    if not wanted or not draft.dice.chance(ERRAND):
        return None
    used.add("errand")
    who, errand = draft.dice.pick(wanted)
    return f"{LOOKING_FOR} {who} {errand}", next((place for place in draft.eateries if place != draft.home), draft.home)


def _once_more(draft: Draft, now: int) -> str:
    """Work that suits the hour, other than what was just done at work, where the day's own is done before its end; ``""`` for
    none."""
    trade = occupation(draft.q, draft.banks)
    _, last, where = draft.entries[-1] if draft.entries else (0, "", "")
    if trade is None or draft.free or closes_at_noon(trade.name, draft.day) or not where == draft.work != draft.home:
        return ""
    texts = [clip(activity_of(block.activity, draft.work), 80) for block in trade.blocks if works(block.when, now)]
    fitting = [text for text in texts if text != last and not _SHORT.match(text)]
    return draft.dice.pick(fitting) if fitting else ""


def _takes_break(draft: Draft, now: int, work: str, used: set[str]) -> bool:
    """Once a day, in the middle of the morning or the afternoon, where there is somewhere else to go."""
    hour = 570 <= now <= 630 or 900 <= now <= 990
    if not draft.roomy or "break" in used or not hour or all(place in (work, draft.home) for place in draft.eateries):
        return False
    if not draft.dice.chance(0.4 + 0.6 * willing(draft.q.card.traits)):
        return False
    used.add("break")
    return True


_COOKS = re.compile(r"kitchen|galley|hearth|mess|cafe|taproom|bake|house|cottage|\bhut\b", re.I)


def _lacks_kitchen(q: PlanQuestion, place: str) -> bool:
    """Whether a place is known by its rooms and none of them is for cooking."""
    rooms = q.setting.kinds.get(place, "")
    return bool(rooms) and not _COOKS.search(f"{rooms} {place}")


def _lunch_place(draft: Draft, work: str) -> str:
    """At home, at work, or where food is sold."""
    eateries = [place for place in draft.eateries if place != draft.home]
    return draft.dice.pick(
        [place for place in (draft.table, "" if draft.free else work, *eateries[:1], *eateries[:1]) if place]
    )


def eating_places(q: PlanQuestion) -> list[str]:
    return suited("cafe", q) or suited("pub", q)


def _blocks(draft: Draft) -> list[tuple[str, str]]:
    """Today's work as (activity, when), in the order of the day; none without an occupation."""
    trade = occupation(draft.q, draft.banks)
    if trade is None or draft.free:
        return []
    place, today = draft.work, draft.day
    order = ("morning", "any", "midday", "afternoon", "evening", "night")
    blocks = [block for block in trade.blocks if all(day == today or day not in block.activity for day in WEEKDAYS)]
    if closes_at_noon(trade.name, today):
        blocks = [block for block in blocks if block.when == "morning"]
    kept = draft.dice.order(range(len(blocks)))[: max(4, len(blocks) - 1)]
    in_order = sorted(kept, key=lambda i: (order.index(blocks[i].when) if blocks[i].when in order else 1, i))
    return [(clip(activity_of(blocks[i].activity, place), 80), blocks[i].when) for i in in_order]


def _late(draft: Draft) -> bool:
    """Whether the occupation is one of the evening: a barkeeper's, an actor's."""
    trade = occupation(draft.q, draft.banks)
    return trade is not None and sum(block.when in ("evening", "night") for block in trade.blocks) >= 2


def _simple(draft: Draft, now: int, used: set[str]) -> tuple[str, str] | None:
    """A plain pastime at a place that has it, not done yet today."""
    q, dice = draft.q, draft.dice
    own = draft.home
    rows = _FREE_DAYS + _SIMPLE if draft.free else _SIMPLE
    for row in dice.order(rows):
        kind, _, rest = row.partition(" ")
        when, _, activity = rest.partition(" ")
        if activity in used or not suits(when, now):
            continue
        places = [own] if kind == "home" else [place for place in places_for(activity, kind, q) if place != own]
        if places:
            used.add(activity)
            return activity, dice.pick(places)
    return None


def _leisure(draft: Draft, now: int, used: set[str]) -> tuple[str, str]:
    """A pastime that suits the hour and a place that suits it; out of the house more often than not."""
    q, dice = draft.q, draft.dice
    simple = _simple(draft, now, used) if dice.chance(0.5) else None
    if simple:
        return simple
    outdoors = dice.chance(0.6)
    for pastime in dice.some(draft.banks.pastimes, 60):
        common = (
            pastime.importance <= 2 and pastime.minutes >= 15 and pastime.icon not in ("wake", "sleep", "sad", "angry", "love")
        )
        if not common or pastime.activity in used or not suits(pastime.when, now) or _worldly(pastime.activity):
            continue
        if any(day in pastime.activity for day in WEEKDAYS if day != draft.day):
            continue
        at_home = pastime.place in ("home", "any")
        places = [draft.home] if at_home else places_for(pastime.activity, pastime.place, q)
        if places and at_home != outdoors:
            used.add(pastime.activity)
            return pastime.activity, dice.pick(places)
    return _simple(draft, now, used) or ("resting a little", home(q))


def _entries(draft: Draft, minutes: int) -> list[Entry]:
    """In order, each minute once, at least three of them, with places of the question."""
    q = draft.q
    kept: dict[int, tuple[str, str]] = {}
    for offset, activity, place in sorted(draft.entries, key=lambda entry: entry[0]):
        if 0 <= offset < minutes:
            kept.setdefault(offset, (activity, place if place in q.places or not q.places else q.places[0]))
    first = min(kept)
    if first:
        kept[0] = kept.pop(first)
    for extra in ("having a quiet hour", "resting a little", "getting ready for bed"):
        free = [m for m in range(1, minutes) if m not in kept]
        if len(kept) >= 3 or not free:
            break
        kept[free[len(free) // 2]] = (extra, home(q))
    rows = sorted(kept.items())[:MOST]
    return [Entry(clock(q.start + offset), clip(activity, 80), place) for offset, (activity, place) in rows]
