"""Plan repair: meals, bedtime and work at their hours, what goes on as one entry, what was told at its own hour.

A small mind knows better what a day consists of than whether it has had lunch, or that the evening crowd comes in the evening.
What comes too early is done later, what is out of place otherwise is left out, so that what was done before goes on; what is
fixed stays as it was planned. Pure functions; knows nothing of models, nor which appointments there are
(``sim/prompts/planning``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sim.answer.scripted.activity_hours import Span, hours_of
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.everyday import BREAKS, LUNCHES, MORNINGS, NIGHTS, SUPPERS
from sim.language.time_and_place import read_clock
from sim.prompts.planning import DAY, DayPlan, Entry, PlanQuestion, clock

HOURS = {"lunch": (630, 930), "supper": (990, 1290)}
"""Minutes after midnight between which a meal begins."""
BEDTIME = 180
"""Minutes before sleep from which one gets ready for bed."""
LATE, APART, BEFORE_BED = 60, 45, 90
"""Minutes by which something may be late; between what is put off and what is there; before sleep from which nothing is put
off to."""
MOST = {"breakfast": 1, "lunch": 1, "supper": 1, "break": 2, "bed": 1}
"""How often each comes in a day."""
_KINDS = {
    text: kind
    for kind, texts in (("breakfast", MORNINGS), ("lunch", LUNCHES), ("supper", SUPPERS), ("break", BREAKS), ("bed", NIGHTS))
    for text in texts
}


def repair_plan(q: PlanQuestion, reply: DayPlan) -> DayPlan:
    """``reply`` to a plan or replan without what is out of place; as it is where too little would be left."""
    kept: list[Entry] = []
    for entry in q.order(DayPlan(tuple(_at_their_hours([_as_told(entry, q) for entry in reply.plan], q)))).plan:
        if not _goes_on(entry, kept) and _in_place(entry, kept, q):
            kept.append(entry)
    least = min(3, len(reply.plan)) if q.task == "plan" else 1
    return DayPlan(tuple(kept)) if len(kept) >= least else reply


def _as_told(entry: Entry, q: PlanQuestion) -> Entry:
    """What was told of one hour is not done at another of which something else was told."""
    rows = [row for row in q.told() if row.place in q.places]
    hours = {row.start for row in rows if row.activity == entry.activity}
    meant = next((row for row in reversed(rows) if row.start == entry.start), None)
    return meant if meant and hours and entry.start not in hours else entry


def _at_their_hours(entries: Sequence[Entry], q: PlanQuestion) -> list[Entry]:
    """Without what belongs to a part of the day that is over; what belongs to a later one is done then, in its order."""
    spans, known = hours_of(q, open_banks()), {row.activity for row in q.told()}
    early: list[tuple[Entry, Span]] = []
    kept: list[Entry] = []
    for entry in entries:
        now, span = read_clock(entry.start), spans.get(entry.activity, (0, DAY))
        if entry.activity in known or span[0] <= now < span[1] + LATE:
            kept.append(entry)
        elif now < span[0]:
            early.append((entry, span))
    for entry, (opens, closes) in early:
        taken = [read_clock(other.start) for other in kept]
        free = (minute for minute in range(opens, closes, 15) if all(abs(minute - other) >= APART for other in taken))
        start = next(free, closes)
        if start < closes and (start - q.start) % DAY + BEFORE_BED <= (q.card.sleeps - q.start) % DAY:
            kept.append(replace(entry, start=clock(start)))
    return kept


def _goes_on(entry: Entry, before: Sequence[Entry]) -> bool:
    return bool(before) and (entry.activity, entry.place) == (before[-1].activity, before[-1].place)


def _in_place(entry: Entry, before: Sequence[Entry], q: PlanQuestion) -> bool:
    """Whether what everybody does comes at its hour, and not too often."""
    kind = _KINDS.get(entry.activity, "")
    if not kind or not before:  # with something a plan has to begin
        return True
    had = sum(_KINDS.get(other.activity) == kind for other in before)
    return had < MOST[kind] and kind != "breakfast" and _at_its_hour(kind, read_clock(entry.start), q)


def _at_its_hour(kind: str, now: int, q: PlanQuestion) -> bool:
    if kind == "bed":
        return (q.card.sleeps - now) % DAY <= BEDTIME
    low, high = HOURS.get(kind, (0, DAY))
    return low <= now < high
