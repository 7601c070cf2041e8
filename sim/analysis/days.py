"""The course of days: who sleeps at night, who eats, and with whom time is spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.analysis.promises import stretches
from sim.analysis.scores import Failure, Row, share
from sim.analysis.setting import Setting
from sim.analysis.stays import Doing, Stay, overlap
from sim.analysis.words import any_of

GRACE = 3600
"""Game seconds after the usual bedtime before being awake counts."""
MEALS = {"breakfast": (5 * 60, 11 * 60), "lunch": (11 * 60, 15 * 60), "supper": (17 * 60, 22 * 60)}
"""Minutes after midnight between which each meal is eaten."""
EATING = any_of("eating / breakfast / brunch / lunch / dinner / supper / something to eat / a bite / a meal / a snack")
NOT_EATING = any_of(
    """walking / serving / planning / queue / advising / after (?:breakfast|lunch|dinner|supper) / before / going to / clearing
    / washing up"""
)
LIKED = any_of(
    r"""friends? / friendly / dear(?:est)? / loves? / likes? / enjoys? / trusts? / admires? / fond / close / wife / husband
    / sister / brother / mother / father / daughter / son / aunt / uncle / cousin / grand\w+ / partner / engaged / married
    / laugh / helped / grateful"""
)
DISLIKED = any_of(
    r"""dislikes? / hates? / avoids? / rival / enem(?:y|ies) / distrusts? / quarrel\w* / angry / resents? / fears? / stubborn
    / not (?:know|trust|like) / unfriendly / not spoken / less than"""
)


def day_rows(
    setting: Setting, where: Mapping[str, Sequence[Stay]], did: Mapping[str, Sequence[Doing]]
) -> tuple[list[Row], list[Failure]]:
    """Rows on sleep, meals and company; the nights awake and the meals missed."""
    sleep, awake = _sleep(setting, did)
    meals, missed = _meals(setting, did)
    return [sleep, meals, *_company(setting, where, did)], awake + missed


def _sleep(setting: Setting, did: Mapping[str, Sequence[Doing]]) -> tuple[Row, list[Failure]]:
    """Resident-minutes asleep between bedtime (and an hour) and the usual hour of waking."""
    slept = total = 0
    failures = []
    for slug, resident in setting.people.items():
        for night in _spans(setting, resident.sleeps * 60 + GRACE, (resident.wakes - resident.sleeps) % 1440 * 60 - GRACE):
            here = [doing for doing in did[slug] if not doing.away]
            lived = sum(overlap((doing.start, doing.end), night) for doing in here)
            asleep = sum(overlap((doing.start, doing.end), night) for doing in here if doing.asleep)
            slept, total = slept + asleep, total + lived
            if lived and asleep < lived / 2:
                minutes = (lived - asleep) * setting.step // 60
                failures.append(Failure("awake at night", night[0], slug, f"was awake for {minutes} minutes of the night"))
    to_minutes = setting.step / 60
    rule = "resident-minutes asleep between an hour after their bedtime and their hour of waking"
    return share("asleep at night", round(slept * to_minutes), round(total * to_minutes), rule), failures


def _meals(setting: Setting, did: Mapping[str, Sequence[Doing]]) -> tuple[Row, list[Failure]]:
    """Meals whose hours were lived through in town, eaten or not."""
    eaten = count = 0
    failures = []
    for slug in setting.people:
        eating = [(doing.start, doing.end) for doing in did[slug] if is_eating(doing)] + _planned_meals(
            setting, slug, did[slug]
        )
        for meal, (opens, closes) in MEALS.items():
            for span in _spans(setting, opens * 60, (closes - opens) * 60):
                if not _awake_through(did[slug], span, setting):
                    continue
                count += 1
                if any(overlap(one, span) for one in eating):
                    eaten += 1
                else:
                    failures.append(Failure("meal missed", span[1] - 1, slug, f"had no {meal}"))
    return share(
        "meals eaten", eaten, count, "breakfast 5-11, lunch 11-15, supper 17-22 of days lived, with an act of eating"
    ), failures


def is_eating(doing: Doing) -> bool:
    """Whether an activity is a meal."""
    return not doing.walking and bool(EATING.search(doing.activity)) and not NOT_EATING.search(doing.activity)


def _planned_meals(setting: Setting, slug: str, did: Sequence[Doing]) -> list[tuple[int, int]]:
    """What was done, whatever it was called, in stretches planned as a meal."""
    meals = [s for s in stretches(setting, slug) if EATING.search(s.activity) and not NOT_EATING.search(s.activity)]
    busy = [(doing.start, doing.end) for doing in did if not doing.walking and not doing.asleep]
    return [(max(a, s.start), min(b, s.end)) for s in meals for a, b in busy if overlap((a, b), (s.start, s.end))]


def _awake_through(did: Sequence[Doing], span: tuple[int, int], setting: Setting) -> bool:
    """Whether somebody was up and in town for at least half of a meal's hours, all of which the run covers."""
    if span[0] < 0 or span[1] > setting.last:
        return False
    up = sum(overlap((doing.start, doing.end), span) for doing in did if not doing.asleep and not doing.away)
    return up * 2 >= span[1] - span[0]


def _spans(setting: Setting, start: int, seconds: int) -> list[tuple[int, int]]:
    """The stretches in ticks that begin ``start`` seconds after each midnight and last ``seconds``, whole within the run."""
    found = []
    for day in range(0, setting.clock.day(setting.end) + 1):
        begin = setting.clock.at(day, 0) + start
        if begin >= 0 and begin + seconds <= setting.end and seconds > 0:
            found.append((begin // setting.step, (begin + seconds) // setting.step))
    return found


def _company(setting: Setting, where: Mapping[str, Sequence[Stay]], did: Mapping[str, Sequence[Doing]]) -> list[Row]:
    """Pair-minutes in one room, awake, indoors or in a named place, with somebody liked; and how many are liked at all."""
    liked = {slug: _liked(setting, slug) for slug in setting.people}
    up = {slug: _awake(where[slug], did[slug]) for slug in setting.people}
    with_liked = total = 0
    for slug in setting.people:
        for other in setting.people:
            if other == slug:
                continue
            together = _together(up[slug], up[other])
            total += together
            with_liked += together if other in liked[slug] else 0
    minutes = setting.step / 60
    pairs = len(liked) * (len(liked) - 1)
    base = sum(len(people) for people in liked.values())
    rule = "of the minutes with somebody else in the same room, both awake; liked is whoever the relationship's words say is"
    return [
        share("time with people liked", round(with_liked * minutes), round(total * minutes), rule),
        share(
            "people liked", base, pairs, "of all ordered pairs of residents: what the row above would be if company were random"
        ),
    ]


def _liked(setting: Setting, slug: str) -> set[str]:
    relations = setting.run.relations(slug, setting.last)
    return {
        other
        for other, text in relations.items()
        if other in setting.people and LIKED.search(text) and not DISLIKED.search(text)
    }


def _awake(where: Sequence[Stay], did: Sequence[Doing]) -> list[Stay]:
    """Stays in a place (streets left out), cut to the time awake; both lists are in order."""
    found, i = [], 0
    waking = [doing for doing in did if not doing.asleep and not doing.away]
    for stay in where:
        while i < len(waking) and waking[i].end <= stay.start:
            i += 1
        for doing in waking[i:]:
            if doing.start >= stay.end:
                break
            if len(stay.arena) > 1:
                found.append(Stay(max(stay.start, doing.start), min(stay.end, doing.end), stay.arena))
    return found


def _together(a: Sequence[Stay], b: Sequence[Stay]) -> int:
    """Ticks in the same arena; both in order."""
    i = j = ticks = 0
    while i < len(a) and j < len(b):
        if a[i].arena == b[j].arena:
            ticks += overlap((a[i].start, a[i].end), (b[j].start, b[j].end))
        if a[i].end <= b[j].end:
            i += 1
        else:
            j += 1
    return ticks
