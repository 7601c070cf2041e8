"""Answers ``plan``: waking, meals at home, the occupation's blocks, a pastime at a fitting place, bed.

What is known for today out of the memories (an intention, an occasion with a place and an hour) stands at its hour and place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from sim.answer.scripted.activity_hours import suits, works
from sim.answer.scripted.commitments import HABIT, Fixture, apart, fixed_first, fixtures, willing
from sim.answer.scripted.conclusions import errands
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.draft import Draft
from sim.answer.scripted.english.banks import Banks, Occupation
from sim.answer.scripted.english.deeds import LOOKING_FOR
from sim.answer.scripted.everyday import (
    BREAKFASTS,
    BREAKS,
    FIXED,
    FREE_DAYS,
    IN_BED,
    LEFT_OVER,
    LUNCHES,
    MORNINGS,
    NIGHTS,
    PASTIMES,
    SUPPERS,
    TOGETHER,
    TOLD,
    WAKING,
)
from sim.answer.scripted.general_work import WHYS, own_work
from sim.answer.scripted.occupations import (
    activity_of,
    eating_places,
    home,
    is_small,
    lacks_kitchen,
    occupation,
    on_holiday,
    places_for,
    suited,
    workplace,
)
from sim.answer.scripted.own_matters import lives_with, undertakings
from sim.answer.scripted.steps import OCCASION
from sim.answer.scripted.visits import is_hamlet, visits, wish, with_reason
from sim.answer.scripted.week import (
    COLD,
    ILL,
    OPENS_OR_CLOSES,
    OVERSLEPT,
    TOWN,
    Task,
    circles,
    closes_at_noon,
    is_free,
    oversleeps,
    share_of,
    turned,
)
from sim.language.text import clip
from sim.language.time_and_place import read_now
from sim.prompts.planning import DAY, MOST, DayPlan, Entry, PlanQuestion, clock
from sim.prompts.tasks.plan import PlanDay
from sim.world.clock import WEEKDAYS

OWN_WORK = 600
"""The minute of the day before which the trade comes before one's own matters."""
LAST = 20
"""Minutes before the end of the day at which getting ready for bed begins."""
SETTLED = 30
"""Minutes of a plan before one goes to see anybody."""
ERRAND, SOON = 0.7, 75
"""How likely one looks for somebody, where there is somebody and an hour for it; the minutes that this takes at most."""
SHUTS = 1260
"""The minute of the day before which a house of the evening is not shut."""
_SHUTS = re.compile(r"(?:closing|shutting) .*\bfor the night\b|cleaning up after closing|looking after the last\b")
MEALS = {"lunch": (690, 840), "supper": (1050, 1200)}
"""From which minute of the day on, and until which, one sits down to them."""
_EATEN_OUT = re.compile(rf"(?:hosting|going to|attending|joining|having|eating|meeting) .*{OCCASION}", re.I)
MEALS_IN_BED = ("having breakfast in bed", "having a little soup for lunch", "having toast and broth for supper")
_OUTSIDE = re.compile(
    r"\b(?:around town|in the street|through town|walking about|walking the beat|on the town route|about wild plants)\b|"
    r"\boutside$"
)
"""Work that is done out of doors, wherever one works."""


def plan(q: PlanDay, banks: Banks, dice: Dice) -> Iterator[DayPlan]:
    for n in range(6):
        yield fixed_first(q, a_day(q, banks, dice.fork(f"day {n}")))


def a_day(q: PlanQuestion, banks: Banks, dice: Dice) -> list[Entry]:
    """The entries of one day from ``q.start``, for ``q.minutes``, at least three and at most fourteen."""
    trade, day = occupation(q, banks), read_now(q.now).day_name
    free = trade is not None and (is_free(trade.name, day) or on_holiday(q, trade.name))
    eateries = eating_places(q)
    table = eateries[0] if eateries and lacks_kitchen(q, home(q)) else home(q)
    draft = Draft(
        q, banks, dice, [], workplace(q, banks), home(q), eateries, day, free, table, own=undertakings(q, banks, dice)
    )
    minutes = q.minutes or DAY
    sleeps = (q.card.sleeps - q.start) % DAY or DAY
    end = min(minutes, sleeps) - LAST
    fixed = [fixture for fixture in fixtures(q, dice) if 0 <= fixture.offset < end]
    whole = (q.start - q.card.wakes) % DAY <= 90
    if whole and not fixed and len(q.names.people) > TOWN and dice.chance(ILL):
        _stay_in_bed(draft, end)
    else:
        weekly = circles(q, "" if free or trade is None else draft.work, fixed)
        fixed += [it for it in weekly if it.offset < end and draft.here(it.activity)]
        called_on = [with_reason(draft, it) for it in visits(q, draft.work or draft.home, fixed, dice)] or wish(draft)
        fixed += [it for it in called_on if SETTLED <= it.offset < end and apart(it, fixed)]
        _fill_day(draft, _morning(draft) if whole else 0, end, fixed)
    draft.add(max(1, end), draft.pick(NIGHTS), home(q))
    return _entries(draft, minutes)


def _what_for(draft: Draft, fixture: Fixture) -> str:
    """What for one goes to something fixed, where that was not told."""
    kind = next((kind for kind in FIXED if fixture.activity.startswith(kind)), "")
    return draft.dice.pick(FIXED[kind]) if kind else ""


def _morning(draft: Draft) -> int:
    """Getting up; returns when it is over."""
    dice = draft.dice
    if not draft.free and not is_hamlet(draft.q) and oversleeps(draft.q.card.traits, dice):
        draft.add(0, OVERSLEPT, draft.home, "the alarm rang and was answered in the sleep")
        return 75
    if draft.table != draft.home:
        draft.add(0, draft.pick(WAKING), draft.home)
        draft.add(30, draft.pick(BREAKFASTS), draft.table)
        return dice.pick((60, 75, 90))
    with_ = lives_with(draft.q)
    if with_ and dice.chance(0.5):
        draft.add(0, f"getting up and having breakfast with {with_}", draft.home, dice.pick(TOGETHER["breakfast"]))
    else:
        draft.add(0, draft.pick(MORNINGS), draft.home)
    return 30 if is_hamlet(draft.q) else dice.pick((30, 45, 60, 60))


def _stay_in_bed(draft: Draft, end: int) -> None:
    """A day with a cold: meals at home and nothing else."""
    deeds = iter(draft.dice.order(COLD))
    offset = 0
    for now, meal in zip((draft.clock_at(0), 750, 1110), MEALS_IN_BED, strict=True):
        begin = max(offset, (now - draft.q.start) % DAY)
        if begin + 60 < end:
            draft.add(begin, meal, draft.home, draft.dice.pick(IN_BED))
            draft.add(begin + 30, next(deeds), draft.home, draft.dice.pick(IN_BED))
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
            if _is_visit(fixture) and waiting and begin + fixture.minutes > waiting[0].offset:
                continue  # a call moves nothing that is fixed
            draft.add(begin, fixture.activity, fixture.place, fixture.why or _what_for(draft, fixture))
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
    used_to = Dice(0, draft.q.card.name)
    hours = {"lunch": 15 * used_to.below(4), "supper": 15 * used_to.below(6)}
    return {meal: (opens + hours[meal], closes) for meal, (opens, closes) in MEALS.items() if meal not in given}


def _with_room(draft: Draft, fixed: list[Fixture], meals: Collection[str]) -> list[Fixture]:
    """What is fixed without the last of the visits that the plan has no room for."""
    short = max(0, -_spare(draft, fixed, meals))
    visits = [fixture for fixture in fixed if _is_visit(fixture)]
    given_up = visits[max(0, len(visits) - (short + 1) // 2) :]
    return [fixture for fixture in fixed if fixture not in given_up]


def _is_visit(fixture: Fixture) -> bool:
    return fixture.activity.startswith(LOOKING_FOR)


def _spare(draft: Draft, waiting: Sequence[Fixture], meals: Collection[str]) -> int:
    """The entries left beside bedtime, what is fixed, the meals and what follows each of them."""
    return MOST - 1 - len(draft.entries) - sum(map(_takes, waiting, (*waiting[1:], None))) - 2 * len(meals)


def _takes(fixture: Fixture, following: Fixture | None) -> int:
    """The entries that something fixed takes: what is soon over is followed by something, or by the next fixed."""
    near = following is not None and following.offset - fixture.offset <= fixture.minutes + LAST
    return 2 if fixture.minutes <= HABIT and not near else 1


def _next(draft: Draft, offset: int, work: list[Task], meals: dict[str, tuple[int, int]], used: set[str]) -> int:
    """Add what comes next at ``offset``; returns how many minutes it takes."""
    dice, now = draft.dice, draft.clock_at(offset)
    for meal, (opens, closes) in list(meals.items()):
        if opens <= now <= closes:
            del meals[meal]
            return _meal(draft, offset, meal)
    fitting = next((i for i, task in enumerate(work) if _is_due(draft, task, now)), -1)
    again = _once_more(draft, now) if fitting < 0 and now < 1020 else ("", "")
    if (fitting >= 0 or again[0]) and _takes_break(draft, now, used):
        called_on = draft.take(("seek",), now) if "errand" not in used and dice.chance(0.5) else None
        used.update(["errand"] if called_on else [])
        activity = called_on.activity if called_on else draft.pick(BREAKS)
        draft.add(offset, activity, dice.pick(draft.eateries[:2]), called_on.why if called_on else "")
        return 30
    if (fitting >= 0 or again[0]) and now >= OWN_WORK and "own work" not in used and (matter := draft.take(("work",), now)):
        used.add("own work")
        draft.add(offset, matter.activity, draft.where(matter), matter.why)
        return 60
    if fitting >= 0:
        return _work(draft, offset, work.pop(fitting), meals)
    if again[0]:
        draft.add(offset, again[0], _where(draft, again[0]), again[1])
        return dice.pick((60, 90))
    if (wanted := _errand(draft, now, used)) is not None:
        draft.add(offset, *wanted)
        return 45
    draft.add(offset, *_leisure(draft, now, used))
    return dice.pick((60, 60, 90))


def _meal(draft: Draft, offset: int, meal: str) -> int:
    dice, with_ = draft.dice, lives_with(draft.q)
    where = _lunch_place(draft) if meal == "lunch" else draft.table
    if meal == "supper" and with_ and where == draft.home and dice.chance(0.7):
        draft.add(
            offset, f"{dice.pick(('having', 'cooking and eating'))} supper with {with_}", where, dice.pick(TOGETHER[meal])
        )
    else:
        kinds = LUNCHES if meal == "lunch" else SUPPERS
        cooked = where == draft.home
        texts = [text for text in kinds if cooked or not re.search(r"cook|making|frying|leftovers|bread and|cold|eggs", text)]
        draft.add(offset, draft.pick(texts), where)
    return dice.pick((30, 45)) if meal == "lunch" else 60


def _work(draft: Draft, offset: int, task: Task, meals: dict[str, tuple[int, int]]) -> int:
    activity, _, why = task
    now = draft.clock_at(offset)
    draft.add(offset, activity, _where(draft, activity), why)
    until = min((opens for opens, closes in meals.values() if opens > now), default=now + 180)
    long = 240 if is_hamlet(draft.q) else draft.dice.pick((120, 150, 150))
    return 45 if OPENS_OR_CLOSES.match(activity) else max(60, min(long, until - now))


def _where(draft: Draft, activity: str) -> str:
    """Where work is done: where the scenario says, in a street or a park what is done out of doors, else at work."""
    if own := own_work(activity, draft.q):
        return draft.where(own)
    kinds = ("street", "park") if _OUTSIDE.search(activity) else ()
    return next((place for kind in kinds for place in suited(kind, draft.q) if place != draft.home), draft.work or draft.home)


def _errand(draft: Draft, now: int, used: set[str]) -> tuple[str, str, str] | None:
    """Once a day in free time: looking for somebody because of what one concluded, heard or knows of them; None for nobody."""
    if not draft.roomy or "errand" in used or not 600 <= now <= 1230 or not draft.dice.chance(ERRAND):
        return None
    where = next((place for place in draft.eateries if place != draft.home), draft.home)
    if wanted := errands(draft.q.memories, draft.q.card.name, draft.banks, draft.q.setting.ties):
        used.add("errand")
        who, errand = draft.dice.pick(wanted)
        return f"{LOOKING_FOR} {who} {errand}", where, draft.dice.pick(TOLD).format(who=who.split(" ")[0])
    if matter := draft.take(("seek",), now):
        used.add("errand")
        return matter.activity, where, matter.why
    return None


def _once_more(draft: Draft, now: int) -> tuple[str, str]:
    """Work that suits the hour, other than what was just done at work, where the day's own is done before its end; ``""`` for
    none."""
    trade = occupation(draft.q, draft.banks)
    if trade is None or draft.free or closes_at_noon(trade.name, draft.day) or draft.work in ("", draft.home):
        return "", ""
    done = {activity for _, activity, _, _ in draft.entries}
    if all(place != draft.work for _, _, place, _ in draft.entries):
        return "", ""
    tasks = [(text, why) for text, when, why in _tasks(draft, trade) if works(when, now)]
    fitting = [task for task in tasks if task[0] not in done and not OPENS_OR_CLOSES.match(task[0])]
    return draft.dice.pick(fitting or [row for row in LEFT_OVER.items() if row[0] not in done] or [("", "")])


def _tasks(draft: Draft, trade: Occupation) -> list[Task]:
    """All the work of a trade on this day, with what for; what the scenario tells of begins with another each day."""
    reasons = {**draft.banks.work_reasons.get(trade.name, WHYS), **{it.activity: (it.why,) for it in draft.q.setting.day}}
    every = turned(trade.blocks, draft.day if draft.q.setting.day else "")
    blocks = [block for block in every if all(day == draft.day or day not in block.activity for day in WEEKDAYS)]
    return [
        (clip(activity_of(it.activity, draft.work), 80), it.when, draft.dice.pick(tuple(reasons.get(it.activity, ("",)))))
        for it in [it for it in blocks if draft.here(it.activity)] or blocks
    ]


def _is_due(draft: Draft, task: Task, now: int) -> bool:
    """Whether it is the hour of a task."""
    text, when, _ = task
    return works(when, now) and (now < 1110 or _late(draft)) and (now >= SHUTS or not _SHUTS.match(text))


def _takes_break(draft: Draft, now: int, used: set[str]) -> bool:
    """Once a day, in the middle of the morning or the afternoon, where there is somewhere else to go."""
    hour = (570 <= now <= 630 or 900 <= now <= 990) and not is_small(draft.q.card)
    if not draft.roomy or "break" in used or not hour or all(place in (draft.work, draft.home) for place in draft.eateries):
        return False
    if not draft.dice.chance(0.4 + 0.6 * willing(draft.q.card.traits)):
        return False
    used.add("break")
    return True


def _lunch_place(draft: Draft) -> str:
    """At home, at work, or where food is sold."""
    eateries = [place for place in draft.eateries if place != draft.home]
    return draft.dice.pick(
        [place for place in (draft.table, "" if draft.free else draft.work, *eateries[:1], *eateries[:1]) if place]
    )


def _blocks(draft: Draft) -> list[Task]:
    """Today's work in the order of the day; none without an occupation."""
    trade = occupation(draft.q, draft.banks)
    if trade is None or draft.free:
        return []
    order = ("morning", "any", "midday", "afternoon", "evening", "night")
    tasks = share_of(_tasks(draft, trade), draft.day, draft.q.card.name)
    if closes_at_noon(trade.name, draft.day):
        tasks = [task for task in tasks if task[1] == "morning"]
    kept = draft.dice.order(range(len(tasks)))[: max(4, len(tasks) - 1)]
    return [tasks[i] for i in sorted(kept, key=lambda i: (order.index(tasks[i][1]) if tasks[i][1] in order else 1, i))]


def _late(draft: Draft) -> bool:
    """Whether the occupation is one of the evening: a barkeeper's, an actor's."""
    trade = occupation(draft.q, draft.banks)
    enough = 1 if draft.q.setting.day else 2
    return trade is not None and sum(block.when in ("evening", "night") for block in trade.blocks) >= enough


def _leisure(draft: Draft, now: int, used: set[str]) -> tuple[str, str, str]:
    """What one has on one's own mind, or a pastime, that suits the hour, at a place that has it."""
    if "own" not in used and (
        matter := draft.take(("home", "park", "street", "cafe", "pub", *(["work"] if draft.free else [])), now)
    ):
        used.update(["own"] if now >= 1080 else [])
        return matter.activity, draft.where(matter), matter.why
    for kind, when, activity, why in draft.dice.order((*FREE_DAYS, *PASTIMES) if draft.free else PASTIMES):
        if activity in used or not suits(when, now) or not draft.here(f"{activity} {why}"):
            continue
        others = places_for(activity, kind, draft.q) if kind != "home" else [draft.home]
        places = [place for place in others if (place == draft.home) == (kind == "home")]
        if places:
            used.add(activity)
            return activity, places[0] if kind == "cafe" else draft.dice.pick(places), why
    return "resting a little", draft.home, "enough for today"


def _entries(draft: Draft, minutes: int) -> list[Entry]:
    """In order, each minute once, at least three of them, with places of the question."""
    q = draft.q
    kept: dict[int, tuple[str, str, str]] = {}
    for offset, activity, place, why in sorted(draft.entries, key=lambda entry: entry[0]):
        if 0 <= offset < minutes:
            kept.setdefault(offset, (activity, place if place in q.places or not q.places else q.places[0], why))
    first = min(kept)
    if first:
        kept[0] = kept.pop(first)
    for extra in ("having a quiet hour", "resting a little", "getting ready for bed"):
        free = [m for m in range(1, minutes) if m not in kept]
        if len(kept) >= 3 or not free:
            break
        kept[free[len(free) // 2]] = (extra, home(q), "")
    rows = sorted(kept.items())[:MOST]
    return [Entry(clock(q.start + offset), clip(activity, 80), place, why) for offset, (activity, place, why) in rows]
