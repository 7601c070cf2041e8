"""A small mind's day put in order: meals and bedtime at their hours, what goes on one entry, what was told at its own hour.

Such a mind knows better what a day consists of than whether it has had lunch. What is out of place is left out, so that what
was done before goes on; what is fixed and one's own work stay as they were planned. Pure functions; knows nothing of models,
nor which appointments there are (``sim/prompts/repairs``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.mind.scripted.days import BREAKS, LUNCHES, MORNINGS, NIGHTS, SUPPERS
from sim.mind.scripted.moments import read_clock
from sim.prompts import Question, Reply
from sim.prompts.repairs import in_order, told

DAY = 1440
HOURS = {"lunch": (630, 930), "supper": (990, 1290)}
"""Minutes after midnight between which a meal begins."""
BEDTIME = 180
"""Minutes before sleep from which one gets ready for bed."""
MOST = {"breakfast": 1, "lunch": 1, "supper": 1, "break": 2, "bed": 1}
"""How often each comes in a day."""
_KINDS = {
    text: kind
    for kind, texts in (("breakfast", MORNINGS), ("lunch", LUNCHES), ("supper", SUPPERS), ("break", BREAKS), ("bed", NIGHTS))
    for text in texts
}

Entry = Mapping[str, Any]


def orderly(q: Question, reply: Reply) -> Reply:
    """``reply`` to a plan or replan without what is out of place; as it is where too little would be left."""
    kept: list[Entry] = []
    for entry in in_order(q, {"plan": [_as_told(entry, q) for entry in reply["plan"]]})["plan"]:
        if not _goes_on(entry, kept) and _in_place(entry, kept, q):
            kept.append(entry)
    least = min(3, len(reply["plan"])) if q.task == "plan" else 1
    return {**reply, "plan": kept} if len(kept) >= least else reply


def _as_told(entry: Entry, q: Question) -> Entry:
    """What was told of one hour is not done at another of which something else was told."""
    rows = [row for row in told(q) if row["place"] in q.places]
    hours = {row["start"] for row in rows if row["activity"] == entry["activity"]}
    meant = next((row for row in reversed(rows) if row["start"] == entry["start"]), None)
    return meant if meant and hours and entry["start"] not in hours else entry


def _goes_on(entry: Entry, before: Sequence[Entry]) -> bool:
    return bool(before) and (entry["activity"], entry["place"]) == (before[-1]["activity"], before[-1]["place"])


def _in_place(entry: Entry, before: Sequence[Entry], q: Question) -> bool:
    """Whether what everybody does comes at its hour, and not too often."""
    kind = _KINDS.get(entry["activity"], "")
    if not kind or not before:  # with something a plan has to begin
        return True
    had = sum(_KINDS.get(other["activity"]) == kind for other in before)
    return had < MOST[kind] and kind != "breakfast" and _at_its_hour(kind, read_clock(entry["start"]), q)


def _at_its_hour(kind: str, now: int, q: Question) -> bool:
    if kind == "bed":
        return (q.card.sleeps - now) % DAY <= BEDTIME
    low, high = HOURS.get(kind, (0, DAY))
    return low <= now < high
