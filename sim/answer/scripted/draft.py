"""A day being made by ``day_plans``: who and what for, the entries so far, and what is left to do for a reason of one's own.

Knows where things can be done; not when a day has room for them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from sim.answer.scripted.activity_hours import suits
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.presumptions import out_of_place
from sim.answer.scripted.everyday import WHY
from sim.answer.scripted.occupations import places_for, suited
from sim.language.text import stems
from sim.language.time_and_place import read_now
from sim.prompts.planning import DAY, PlanQuestion
from sim.types import Undertaking

WINTER = (11, 12, 1, 2)
_WARM = re.compile(r"\bin the sun\b|\bwarm wall\b|\bswim\w*|\bbathing\b|\bpicnic\b")
"""What nobody does out of doors in those months."""
ADULT = 16
"""The age below which nobody keeps house, sits in a bar, or reads the paper over a coffee."""
_GROWN_UP = re.compile(
    r"\b(?:laundry|ironing|coffee|at the bar|glass|darts|dominoes|paper|has cost|knives|hinge|postcard|bills?|accounts)\b"
)
_READING = re.compile(r"\b(?:read(?:ing|s)?|papers?|books?|letters?|writing|chapter|crossword|postcard|page|list)\b")
_READS_NOT = re.compile(
    r"\b(?:(?:cannot|can't|never learn(?:ed|t) to) (?:read|write)|illiterate|(?:is|almost|nearly|going) blind|"
    r"eyes (?:are going|are failing|no longer))\b"
)
"""Whoever does not read does nothing of these."""
ALIKE = 2
"""Words that two entries share of which one is enough."""


@dataclass(slots=True)
class Draft:
    """A day being made: minutes from the start of the window."""

    q: PlanQuestion
    banks: Banks
    dice: Dice
    entries: list[tuple[int, str, str, str]]
    """(offset, activity, place, what for)."""
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
    own: list[Undertaking] = field(default_factory=list)
    """What one would do today for a reason of one's own, not planned so far."""

    def take(self, kinds: Collection[str], now: int) -> Undertaking | None:
        """The next of one's own matters of these kinds that suits the minute of the day; it is planned then."""
        kinds = (*kinds, *(self.q.places if "street" in kinds else ()), *((self.work,) if "work" in kinds else ()))
        suitable = (it for it in self.own if it.at in kinds and suits(it.when, now) and self.where(it))
        done = [stems(activity) for _, activity, _, _ in self.entries]
        found = next((it for it in suitable if all(len(stems(it.activity) & other) < ALIKE for other in done)), None)
        if found:
            self.own.remove(found)
        return found

    def where(self, matter: Undertaking) -> str:
        """The place of a matter; ``""`` where the town has none."""
        if matter.at in ("home", "work"):
            return (self.work if matter.at == "work" and not self.free else "") or self.home
        if matter.at in self.q.places:
            return matter.at
        others = self.eateries if matter.at == "seek" else places_for(matter.activity, matter.at, self.q)
        others = [*filter(others.__contains__, suited("lawn", self.q)), *others] if matter.at == "park" else others
        return next((place for place in others if place != self.home), self.home if matter.at == "seek" else "")

    def here(self, activity: str) -> bool:
        """Whether there is in this world what an activity, and what it is done for, speaks of, and this person may do it."""
        setting, card = self.q.setting, self.q.card
        if read_now(self.q.now).month in WINTER and _WARM.search(activity):
            return False
        if 0 < card.age < ADULT and _GROWN_UP.search(activity):
            return False
        if _READING.search(activity) and any(map(_READS_NOT.search, (*card.background, *card.concerns))):
            return False
        return not out_of_place(f"{activity} {WHY.get(activity, '')}", setting.world, setting.lacks)

    def pick(self, activities: Iterable[str]) -> str:
        """One of these that can be done in this world."""
        every = tuple(activities)
        return self.dice.pick([*filter(self.here, every)] or every)

    def clock_at(self, offset: int) -> int:
        return (self.q.start + offset) % DAY

    def add(self, offset: int, activity: str, place: str, why: str = "") -> None:
        self.entries.append((offset, activity, place, why or WHY.get(activity, "")))
