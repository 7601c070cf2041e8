"""What is fixed for today: intentions and gatherings in the memories that name today, an hour and a known place.

Knows neither the rest of the day (``day_plans``) nor on whom one calls (``visits``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.gatherings import PARTY, Gathering, gathering_of, is_about, is_host, sort_of
from sim.answer.scripted.english.news import same_news, split_teller
from sim.answer.scripted.occupations import home
from sim.answer.scripted.relationship_words import COOL
from sim.language.activity import intended
from sim.language.text import clip, expression, stems, words
from sim.language.time_and_place import (
    clock_in,
    day_in,
    daytime_in,
    is_today,
    nearest_place,
    place_in,
    place_written,
    read_clock,
    read_now,
)
from sim.language.verbs import bare_verb
from sim.prompts import Question
from sim.prompts.planning import DAY, DayPlan, Entry, PlanQuestion, entries_of

SOME_TIME = 16 * 60
"""When one does what was promised for a day without an hour."""
PREPARE, LEAST = 60, 15
"""Minutes before their own occasion at which hosts begin to get it ready, and fewer than which are not worth beginning."""
HOSTS = 150
"""Minutes that whoever gives something is there for it: half an hour longer than guests stay."""
HABIT = 30
"""Minutes of what one does every day at its hour."""
APART = 45
"""Minutes between two things that one can both go to."""
SOCIABLE = words(
    """
    friendly outgoing sociable cheerful talkative curious warm adventurous energetic playful romantic generous hospitable
    kind
    """
)
RETIRING = words("shy quiet reserved anxious gloomy grumpy cold insecure lazy cautious pessimistic")
_INTENT = re.compile(
    r"^(?P<who>.+?) (?:plans|intends|wants|hopes|means|promised|is planning|is going|has promised|agreed|has "
    r"agreed) to (?P<what>.+)$"
)
_HOSTS = re.compile(r"hosting (?:an?|the) (.+)")
_DECLINED = re.compile(
    r"\b(?:cannot|can't|could not|couldn't|will not|won't|declined|said no to|does not plan|turned down|"
    r"not (?:go|come)ing|has to miss)\b"
)


@dataclass(frozen=True, slots=True)
class Fixture:
    """Something at a time of the day being planned: ``offset`` minutes after its start."""

    offset: int
    activity: str
    place: str
    minutes: int = 120
    own: str = ""
    """What one gives oneself: it is got ready beforehand."""
    why: str = ""


def fixtures(q: PlanQuestion, dice: Dice) -> list[Fixture]:
    """All of today's, in the order of the day; of two at the same time one's own, then what was promised, then what was known
    first. What one gives oneself is got ready in whatever time is left before it."""
    found = [(True, _given(q, entry)) for entry in entries_of(q.fixed)]
    texts = [split_teller(memory, q.card.name)[0] for memory in (*q.memories, *q.card.concerns, q.new) if memory]
    declined = [text for text in texts if _DECLINED.search(text)]
    for text in texts:
        no = any(same_occasion(text, other) for other in declined)
        if no and refused(q.card.name, texts, text) and not is_host(text, q.card.name):
            continue
        found += [(promised, fixture) for promised, fixture in _of(q, text, dice) if promised or not no]
    found += [(False, fixture) for fixture in _habits(q)]
    kept: list[Fixture] = []
    for _, fixture in sorted(found, key=lambda pair: (not pair[1].own, not pair[0])):
        if apart(fixture, kept):
            kept.append(fixture)
    return _with_preparations(sorted(kept, key=lambda fixture: fixture.offset))


def apart(fixture: Fixture, others: Sequence[Fixture]) -> bool:
    """Whether one can do both this and each of the others: what is soon over needs less room."""
    return all(abs(fixture.offset - other.offset) >= min(APART, fixture.minutes, other.minutes) for other in others)


def _habits(q: PlanQuestion) -> list[Fixture]:
    """What one does every day at an hour and a place, by card and memories: ``She drinks her coffee at the Cafe at 8:30``."""
    own = expression(rf"(?:He|She|They|{re.escape(q.card.name)}|{re.escape(q.card.first)}) (?=[a-z]+s\b)")
    found = []
    for text in dict.fromkeys((*q.card.background, *q.memories)):
        minutes, place = clock_in(text)[1], place_in(text, q.places)
        if minutes >= 0 and place and not day_in(text) and own.match(text):
            verb, _, rest = own.sub("", text, count=1).partition(" ")
            found.append(Fixture((minutes - q.start) % DAY, intended(f"{bare_verb(verb)} {rest}", q.places), place, HABIT))
    return found


def cool_to(name: str, texts: Iterable[str]) -> bool:
    """Whether one of the texts that speak of somebody says that one is on bad terms with them."""
    return any(name in text and COOL.search(text) for text in texts)


def refused(name: str, memories: Sequence[str], statement: str) -> bool:
    """Whether somebody has said no to the invitation to what a statement announces. They may have meant to go before, or be
    thinking of it: what they have agreed to since, the question says is fixed."""
    own = [memory for memory in memories if memory.startswith(f"{name} said no to ")]
    return any(same_occasion(statement, memory) for memory in own)


def same_occasion(text: str, declined: str) -> bool:
    """Whether a memory such as ``... said no to the supper`` is about what a statement announces."""
    occasion = gathering_of(text)
    return same_news(text, declined) or (occasion is not None and stems(occasion.what) <= stems(declined))


def _with_preparations(kept: Sequence[Fixture]) -> list[Fixture]:
    """Each until the next one begins, and before one's own what there is time for to get it ready."""
    found: list[Fixture] = []
    free = 0
    for fixture in kept:
        begin = max(free, fixture.offset - PREPARE)
        if fixture.own and fixture.offset - begin >= LEAST:
            found.append(Fixture(begin, f"getting everything ready for {fixture.own}", fixture.place, fixture.offset - begin))
        found.append(fixture)
        free = fixture.offset + min(fixture.minutes, PREPARE)
    ends = [*(fixture.offset for fixture in found[1:]), DAY]
    return [
        replace(fixture, activity=clip(fixture.activity, 80), minutes=min(fixture.minutes, end - fixture.offset))
        for fixture, end in zip(found, ends, strict=False)
    ]


def _given(q: PlanQuestion, entry: Entry) -> Fixture:
    """What the question says is fixed, such as hosting a supper at 17:00."""
    hosts = _HOSTS.match(entry.activity)
    own = f"the {hosts[1]}" if hosts else ""
    offset = (read_clock(entry.start) - q.start) % DAY
    return Fixture(offset, entry.activity, entry.place, HOSTS if own else 120 if gathering_of(entry.activity) else 90, own)


def _of(q: PlanQuestion, text: str, dice: Dice) -> list[tuple[bool, Fixture]]:
    """(promised, fixture) for what one statement fixes for today."""
    if not is_today(day_in(text), read_now(q.now)) or _DECLINED.search(text):
        return []
    _, minutes = clock_in(text)
    minutes = minutes if minutes >= 0 else daytime_in(text)
    written = place_in(text, q.places) or place_written(text)
    place = nearest_place(written, q.places) if written else ""
    intent = _INTENT.match(text)
    if minutes < 0 and intent and place:
        minutes = max(SOME_TIME, q.start + 60)
    if minutes < 0:
        return []
    offset = (minutes - q.start) % DAY
    host = is_host(text, q.card.name) or is_host(text, q.card.first)
    occasion = gathering_of(text, q.places)
    if intent and intent["who"] in (q.card.name, q.card.first):
        return [(True, Fixture(offset, intended(intent["what"], q.places), place or home(q), 120 if occasion else 60))]
    if occasion and host:
        place = place or home(q)
    if not occasion or not place:
        return []
    if host:
        return [(True, Fixture(offset, f"hosting {occasion.what}", place, HOSTS, occasion.what))]
    if is_about(text, q.card.name) or is_about(text, q.card.first):
        return [(True, Fixture(offset, going(occasion), place))]
    there = place == q.setting.work or expected(q, text)  # at work one is there in any case
    goes = there or dice.chance(willing(q.card.traits))
    return [(False, Fixture(offset, going(occasion), place))] if goes else []


_CALLED = re.compile(r"\b(?:witness|summoned|called (?:as|to|before)|must (?:sit|appear|testify|swear|speak)|give evidence)\b")


def expected(q: Question[Any], statement: str) -> bool:
    """Whether somebody has a part in what is held in earnest, by what is on their mind: they come, like it or not."""
    if sort_of(statement) == PARTY:
        return False
    what = stems(gathering.what) if (gathering := gathering_of(statement)) else frozenset()
    return any(what <= stems(text) or _CALLED.search(text) for text in q.card.concerns)


def fixed_first(q: PlanQuestion, day: Sequence[Entry]) -> DayPlan:
    """A plan as replies have it: what the question says is fixed, then what is open, then the rest of the day."""
    said = [(entry.start, entry.place) for entry in entries_of((*q.fixed, *q.open))]
    first = [entry for at in said for entry in day if (entry.start, entry.place) == at]
    return DayPlan((*first, *(entry for entry in day if entry not in first)))


def going(occasion: Gathering) -> str:
    return clip(f"going to {occasion.what}", 80)


def willing(traits: Sequence[str]) -> float:
    """How likely somebody is to go where others meet: 0.15 to 0.95 by traits."""
    score = sum(trait in SOCIABLE for trait in traits) - sum(trait in RETIRING for trait in traits)
    return min(0.95, max(0.15, 0.65 + 0.2 * score))
