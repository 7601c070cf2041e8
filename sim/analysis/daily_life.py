"""Metrics of daily life: sleep at night, meals, and time spent with people whom the resident likes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.analysis.intervals import Activity, Stay, overlap
from sim.analysis.lexical import phrase_pattern
from sim.analysis.metrics import Failure, Metric, proportion
from sim.analysis.promises import planned_stretches
from sim.analysis.run_context import RunContext

BEDTIME_GRACE = 3600
"""Game seconds after the usual bedtime from which being awake counts."""
MEALS = {"breakfast": (5 * 60, 11 * 60), "lunch": (11 * 60, 15 * 60), "supper": (17 * 60, 22 * 60)}
"""Meal -> its hours, in minutes after midnight."""
EATING = phrase_pattern("eating / breakfast / brunch / lunch / dinner / supper / something to eat / a bite / a meal / a snack")
NOT_EATING = phrase_pattern(
    """walking / serving / planning / queue / advising / after (?:breakfast|lunch|dinner|supper) / before / going to / clearing
    / washing up"""
)
LIKED = phrase_pattern(
    r"""friends? / friendly / dear(?:est)? / loves? / likes? / enjoys? / trusts? / admires? / fond / close / wife / husband
    / sister / brother / mother / father / daughter / son / aunt / uncle / cousin / grand\w+ / partner / engaged / married
    / laugh / helped / grateful"""
)
DISLIKED = phrase_pattern(
    r"""dislikes? / hates? / avoids? / rival / enem(?:y|ies) / distrusts? / quarrel\w* / angry / resents? / fears? / stubborn
    / not (?:know|trust|like) / unfriendly / not spoken / less than"""
)


def daily_life_metrics(
    context: RunContext, where: Mapping[str, Sequence[Stay]], did: Mapping[str, Sequence[Activity]]
) -> tuple[list[Metric], list[Failure]]:
    """Metrics on sleep, meals and company; nights awake and missed meals as failures."""
    sleep, awake = _sleep(context, did)
    meals, missed = _meals(context, did)
    return [sleep, meals, *_company(context, where, did)], awake + missed


def _sleep(context: RunContext, did: Mapping[str, Sequence[Activity]]) -> tuple[Metric, list[Failure]]:
    """The share of resident-minutes asleep from an hour after bedtime to the usual hour of waking."""
    slept = total = 0
    failures = []
    for slug, resident in context.residents.items():
        seconds = (resident.wakes - resident.sleeps) % 1440 * 60 - BEDTIME_GRACE
        for night in _spans(context, resident.sleeps * 60 + BEDTIME_GRACE, seconds):
            here = [activity for activity in did[slug] if not activity.away]
            lived = sum(overlap(activity.span, night) for activity in here)
            asleep = sum(overlap(activity.span, night) for activity in here if activity.asleep)
            slept, total = slept + asleep, total + lived
            if lived and asleep < lived / 2:
                minutes = (lived - asleep) * context.tick_seconds // 60
                failures.append(Failure("awake at night", night[0], slug, f"was awake for {minutes} minutes of the night"))
    to_minutes = context.tick_seconds / 60
    rule = "resident-minutes asleep between an hour after their bedtime and their hour of waking"
    return proportion("asleep at night", round(slept * to_minutes), round(total * to_minutes), rule), failures


def _meals(context: RunContext, did: Mapping[str, Sequence[Activity]]) -> tuple[Metric, list[Failure]]:
    """The share of meals eaten, of those whose hours a resident spent awake and in town."""
    eaten = count = 0
    failures = []
    for slug in context.residents:
        eating = [done.span for done in did[slug] if not done.walking and _is_meal(done.activity)]
        eating += _planned_meals(context, slug, did[slug])
        for meal, (opens, closes) in MEALS.items():
            for span in _spans(context, opens * 60, (closes - opens) * 60):
                if not _awake_through(did[slug], span, context):
                    continue
                count += 1
                if any(overlap(one, span) for one in eating):
                    eaten += 1
                else:
                    failures.append(Failure("meal missed", span[1] - 1, slug, f"had no {meal}"))
    rule = "breakfast 5-11, lunch 11-15, supper 17-22 of days lived, with an act of eating"
    return proportion("meals eaten", eaten, count, rule), failures


def _is_meal(text: str) -> bool:
    return bool(EATING.search(text)) and not NOT_EATING.search(text)


def _planned_meals(context: RunContext, slug: str, did: Sequence[Activity]) -> list[tuple[int, int]]:
    """The times of stretches planned as a meal in which the resident was busy with anything."""
    meals = [stretch.span for stretch in planned_stretches(context, slug) if _is_meal(stretch.activity)]
    busy = [activity.span for activity in did if not activity.walking and not activity.asleep]
    return [(max(a, start), min(b, end)) for start, end in meals for a, b in busy if overlap((a, b), (start, end))]


def _awake_through(did: Sequence[Activity], span: tuple[int, int], context: RunContext) -> bool:
    """Whether the run covers a meal's hours, and a resident was awake and in town for at least half of them."""
    if span[0] < 0 or span[1] > context.last_tick:
        return False
    up = sum(overlap(activity.span, span) for activity in did if not activity.asleep and not activity.away)
    return up * 2 >= span[1] - span[0]


def _spans(context: RunContext, start: int, seconds: int) -> list[tuple[int, int]]:
    """The spans in ticks that begin ``start`` seconds after each midnight and last ``seconds``, if they lie within the run."""
    found = []
    for day in range(0, context.clock.day(context.end) + 1):
        begin = context.clock.at(day, 0) + start
        if begin >= 0 and begin + seconds <= context.end and seconds > 0:
            found.append((begin // context.tick_seconds, (begin + seconds) // context.tick_seconds))
    return found


def _company(context: RunContext, where: Mapping[str, Sequence[Stay]], did: Mapping[str, Sequence[Activity]]) -> list[Metric]:
    """The share of pair-minutes awake in one named place that is spent with people liked; the share of people liked at all."""
    liked = {slug: _liked(context, slug) for slug in context.residents}
    up = {slug: _awake(where[slug], did[slug]) for slug in context.residents}
    with_liked = total = 0
    for slug in context.residents:
        for other in context.residents:
            if other == slug:
                continue
            together = _together(up[slug], up[other])
            total += together
            with_liked += together if other in liked[slug] else 0
    minutes = context.tick_seconds / 60
    pairs = len(liked) * (len(liked) - 1)
    base = sum(len(people) for people in liked.values())
    rule = "of the minutes with somebody else in the same room, both awake; liked is whoever the relationship's words say is"
    base_rule = "of all ordered pairs of residents: what the row above would be if company were random"
    return [
        proportion("time with people liked", round(with_liked * minutes), round(total * minutes), rule),
        proportion("people liked", base, pairs, base_rule),
    ]


def _liked(context: RunContext, slug: str) -> set[str]:
    relations = context.run.relations(slug, context.last_tick)
    return {
        other
        for other, text in relations.items()
        if other in context.residents and LIKED.search(text) and not DISLIKED.search(text)
    }


def _awake(where: Sequence[Stay], did: Sequence[Activity]) -> list[Stay]:
    """The parts of stays in named places in which a resident was awake; both lists are in order of time."""
    found, i = [], 0
    waking = [activity for activity in did if not activity.asleep and not activity.away]
    for stay in where:
        while i < len(waking) and waking[i].end <= stay.start:
            i += 1
        for activity in waking[i:]:
            if activity.start >= stay.end:
                break
            if len(stay.arena) > 1:
                found.append(Stay(max(stay.start, activity.start), min(stay.end, activity.end), stay.arena))
    return found


def _together(a: Sequence[Stay], b: Sequence[Stay]) -> int:
    """Ticks in the same arena; both lists are in order of time."""
    i = j = ticks = 0
    while i < len(a) and j < len(b):
        if a[i].arena == b[j].arena:
            ticks += overlap(a[i].span, b[j].span)
        if a[i].end <= b[j].end:
            i += 1
        else:
            j += 1
    return ticks
