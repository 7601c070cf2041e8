"""Answers ``replan``: first what has come up, then what was planned and still fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from sim.answer.scripted.commitments import Fixture, fixed_first, fixtures
from sim.answer.scripted.conclusions import errands, resolve
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.deeds import LOOKING_FOR
from sim.answer.scripted.english.poignancy import ALARM, RUIN
from sim.answer.scripted.occupations import home, outdoors, workplace
from sim.answer.scripted.week import TOGETHER
from sim.language.text import PERSON, clip
from sim.language.time_and_place import read_clock
from sim.prompts.planning import CARRYING_ON, DAY, MOST, DayPlan, Entry, clock, entries_of
from sim.prompts.tasks.replan import CONCLUDED, Replan

PAUSE = "taking a moment to think it over"

ANSWERS: tuple[tuple[str, str, int], ...] = (
    (r"on fire|burning|flames", "putting out the fire", 20),
    (r"smok", "clearing the smoke and looking for the cause", 15),
    (r"boiling over", "taking it off the heat and mopping up", 15),
    (r"flood|overflow|leak|burst|running over", "stopping the water and mopping up", 25),
    (r"fire alarm|alarm is ringing", "getting everybody outside", 20),
    (r"broken(?! (?:glass|china|crockery))", "seeing whether it can be mended", 20),
    (r"broken|fallen|spill|shatter", "clearing up what has fallen", 15),
    (r"rain|storm|thunder|hail|snow", "waiting inside until the weather is better", 30),
    (r"power (?:cut|outage)|dark|lights are out", "finding candles and waiting for the light", 20),
    (r"still (?:using|in the)|taken|occupied", "waiting for a free turn", 15),
    (r"tired|exhausted|ill|sick|feels faint", "resting for a while", 40),
    (r"hungry|starving", "having something to eat", 25),
    (r"sinking|capsiz|adrift", "hauling on the lines and saving what can be saved", 40),
    (RUIN.pattern, "saving what can be saved and working out what is to be done", 40),
    (ALARM.pattern, "seeing what can be done about it", 20),
)  # fmt: skip
"""What is done about it, and for how many minutes."""
_ANSWERS = tuple((re.compile(rf"\b(?:{pattern})", re.I), text, minutes) for pattern, text, minutes in ANSWERS)
LATER, LOOKING = 60, 45
"""Minutes after which one looks for somebody about whom one has concluded something, and for how long."""
_FIXED = re.compile(
    r"\b(?:eating|breakfast|lunch|supper|dinner|sleep\w*|(?:to|for|in) bed|party|with [A-Z]|to [A-Z]|giving|working|going to|"
    r"hosting|attending|joining|getting everything ready)\b"
)
"""Entries of a plan that are not put off for somebody."""
_HELP = re.compile(
    rf"^(?P<who>{PERSON}) (?:is (?:crying|calling for help|in tears|hurt|lost)|has (?:fallen|"
    r"collapsed|asked)|asked .* for help|needs help|wants to talk)"
)


def replan(q: Replan, banks: Banks, dice: Dice) -> Iterator[DayPlan]:
    if CONCLUDED in q.new:
        yield fixed_first(q, q.repair(DayPlan(tuple(_with_errand(q, banks)))).plan)
        return
    first = _answer(q, dice)
    kept = [fixture for fixture in fixtures(q, dice) if fixture.offset < (q.minutes or DAY)]
    pause = Fixture(0, PAUSE, _here(q), 10)
    for begin, fixed in ((first, kept), (first, []), (None, kept), (pause, kept)):
        yield fixed_first(q, _rest(q, begin, fixed))
    yield fixed_first(q, q.repair(DayPlan(tuple(_as_it_is(q)))).plan)


def _answer(q: Replan, dice: Dice) -> Fixture | None:
    """What is done at once about the new thing; None where it only concerns later."""
    for pattern, text, minutes in _ANSWERS:
        if pattern.search(q.new):
            return Fixture(0, text, home(q) if "inside" in text and outdoors(q) else _here(q), minutes)
    helped = _HELP.match(q.new)
    if helped:
        return Fixture(0, clip(f"{'talking with' if 'talk' in q.new else 'helping'} {helped['who']}", 80), _here(q), 20)
    return None


def _with_errand(q: Replan, banks: Banks) -> list[Entry]:
    """The plan as it is, with what is done because of a conclusion in the first free hour that is long enough: mostly one looks
    for somebody. What that hour was for comes after it; nobody leaves a gathering for it, nor misses what is fixed."""
    me, concluded = q.card.name, q.new.partition(CONCLUDED)[2]
    sought = [f"{LOOKING_FOR} {who} {errand}" for who, errand in errands([concluded], me, banks, q.setting.ties)]
    wanted, plan = next(iter(sought), resolve(concluded, me, banks)), _as_it_is(q)
    work, kept = workplace(q, banks), {(entry.start, entry.place) for entry in entries_of(q.fixed)}
    ends = [*(q.offset(entry.start) for entry in plan[1:]), q.minutes or DAY]
    for i, (entry, end) in enumerate(zip(plan, ends, strict=True)):
        begin = q.offset(entry.start)
        at = max(begin, LATER)
        gathered = (entry.start, entry.place) in kept or entry.activity in TOGETHER or _FIXED.search(entry.activity)
        if wanted and end - at >= LOOKING and entry.place != work and not gathered and LOOKING_FOR not in entry.activity:
            errand = Entry(clock(q.start + at), clip(wanted, 80), _known(q, entry.place if sought else home(q)))
            on = replace(entry, start=clock(q.start + at + LOOKING))
            goes_on = end - at > LOOKING and len(plan) + 1 + (begin < at) <= MOST
            plan[i : i + 1] = [entry] * (begin < at) + [errand] + [on] * goes_on
            break
    return plan if len(plan) <= MOST else _as_it_is(q)


def _as_it_is(q: Replan) -> list[Entry]:
    """The plan from now on, unchanged."""
    old = _old(q) or [(0, q.doing or CARRYING_ON, _here(q))]
    rows = [(0, *old[0][1:]), *old[1:]]
    return [Entry(clock(q.start + at), what, _known(q, where)) for at, what, where in rows[:MOST] if at < (q.minutes or DAY)]


def _here(q: Replan) -> str:
    return q.at if q.at in q.places or not q.places else home(q)


def _rest(q: Replan, first: Fixture | None, fixed: list[Fixture]) -> list[Entry]:
    """The answer now, then what was being done again, then the old plan with what is fixed put in."""
    minutes = q.minutes or DAY
    entries: dict[int, tuple[str, str]] = {}
    for fixture in fixed:
        entries.setdefault(fixture.offset, (fixture.activity, fixture.place))
    taken = [(fixture.offset, fixture.offset + min(fixture.minutes, 60)) for fixture in fixed]
    begin = first.minutes if first else 0
    doing, where = q.doing or CARRYING_ON, _here(q)
    for offset, activity, place in _old(q):
        if offset <= begin:
            doing, where = activity, place
        elif offset < minutes and not any(low <= offset < high for low, high in taken):
            entries.setdefault(offset, (activity, place))
    if first:
        entries[0] = (first.activity, first.place)
    if not any(offset - begin < 10 for offset in entries if offset >= begin) and begin < minutes:
        entries[begin] = (doing, where)
    if 0 not in entries:
        entries[0] = (doing, where)
    rows = sorted(entries.items())[:MOST]
    return [
        Entry(clock(q.start + offset), clip(activity, 80) or CARRYING_ON, _known(q, place))
        for offset, (activity, place) in rows
        if offset < minutes
    ]


def _old(q: Replan) -> list[tuple[int, str, str]]:
    """The plan's lines as (minutes from now, activity, place), in order; the first counts as 0 when it began before now (only
    it can have: in the morning bedtime is more than half a day away)."""
    out = []
    for i, line in enumerate(q.plan):
        for entry in entries_of([line]):
            offset = (read_clock(entry.start) - q.start) % DAY
            out.append((0 if i == 0 and offset > DAY - 720 else offset, entry.activity, entry.place))
    return out


def _known(q: Replan, place: str) -> str:
    return place if place in q.places or not q.places else home(q)
