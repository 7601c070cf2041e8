"""The part of the day in which an activity is done; work may be done in wider hours than pastimes. Knows no plans."""

from __future__ import annotations

from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.occupations import activity_of, occupation, workplace
from sim.language.text import clip
from sim.prompts.planning import DAY, PlanQuestion

Span = tuple[int, int]
"""From which minute after midnight, and before which."""
WORK: dict[str, Span] = {
    "morning": (300, 780), "midday": (600, 960), "afternoon": (690, 1170), "evening": (990, 1380), "night": (1200, DAY),
}  # fmt: skip
LEISURE: dict[str, Span] = {
    "morning": (300, 720), "midday": (660, 870), "afternoon": (720, 1110), "evening": (1020, 1350), "night": (1230, DAY),
}  # fmt: skip


def works(when: str, minutes: int) -> bool:
    """As ``suits``, with the wider hours that work is done in."""
    return _within(WORK.get(when, (420, 1110)), when, minutes)


def suits(when: str, minutes: int) -> bool:
    """Whether something that is done in the morning, at midday ... is done at this minute of the day."""
    return _within(LEISURE.get(when, (420, 1080)), when, minutes)


def _within(span: Span, when: str, minutes: int) -> bool:
    return span[0] <= minutes < span[1] or (when == "night" and minutes < 240)


def hours_of(q: PlanQuestion, banks: Banks) -> dict[str, Span]:
    """Activity -> its hours, for pastimes and the work of one's trade that belong to a part of the day before night."""
    trade, place = occupation(q, banks), workplace(q, banks)
    found = {row.activity: LEISURE[row.when] for row in banks.pastimes if row.when in LEISURE and row.when != "night"}
    for block in trade.blocks if trade else ():
        if block.when in WORK and block.when != "night":
            found[clip(activity_of(block.activity, place), 80)] = WORK[block.when]
    return found
