"""How poignant things are: ``rate``. By the rated lines of the banks that a memory is most like, within what its form allows.

A resident's own life counts fully; what strangers do all day, and things standing about, hardly count. With the ratings given
here a resident whose day brings a few hundred observations, some talks and a piece of news gathers 300 to 450 points, which
at a budget of 150 makes two or three reflections a day (Park et al. 2023).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from sim.mind.scripted.banks import Banks
from sim.mind.scripted.dice import Dice
from sim.mind.scripted.index import Index
from sim.mind.scripted.moments import clock_in, day_in
from sim.prompts import Question, Reply

LIKE = 0.5
"""Likeness from which a bank line's rating is believed in full; below a third of it, not at all."""

IDLE = re.compile(
    r"^(?:the|a|an|\w+'s) .{1,50}? (?:is|are) (?:idle|off|empty|closed|open|shut|dark|locked|free|unused|tidy|clean|"
    r"on|made|quiet|full|being used|in use)$",
    re.I,
)
THING = re.compile(r"^(?:the|a|an|some) [^,;]{1,60}? (?:is|are) ", re.I)
DOING = re.compile(r"^(?:[A-Z][\w'\u2019.-]*\s){1,4}?(?:is|are) (?:\w+ )?\w+ing\b")
SLEEPING = re.compile(
    r"\b(?:asleep|sleeping|in bed|waking up|getting ready|brushing|washing up|having (?:breakfast|lunch|dinner|supper))\b"
)
TALKED = re.compile(r"\b(?:talked|chatted|spoke|discussed|said to|told|asked|compared notes|gossiped|small talk)\b")
PLANNED = re.compile(r"\b(?:plans? to|intends? to|promised|means to|is going to|wants? to|will (?:meet|go|come|bring|help))\b")
GATHERING = re.compile(
    r"\b(?:part(?:y|ies)|supper|dinner|feast|wedding|funeral|festival|fair|concert|recital|dance|ball|picnic|"
    r"barbecue|potluck|election|"
    r"candidate|candidacy|mayor|meeting|lecture|talk on|class|workshop|exhibition|show|play|premiere|market|sale|"
    r"auction|tournament|match|race|"
    r"contest|competition|celebration|reunion|opening|launch|club|choir|film|movie|screening|bonfire|parade|"
    r"ceremony|strike|protest|petition|"
    r"storm|outage|power cut|rehearsal|reading|gathering|vigil|circus|drill|hike|cleanup|clean-up|raffle|quiz|game night)s?\b",
    re.I,
)
ALARM = re.compile(
    r"\b(?:fire|burning|on fire|smoke|flood|flooding|overflowing|screaming|for help|bleeding|unconscious|collapsed|"
    r"explosion)\b",
    re.I,
)
LIFE = (
    (10, r"\b(?:died|dead|death of|killed|passed away|funeral of|was born|gave birth|suicide)\b"),
    (9, r"\b(?:engaged to|proposed|to marry|(?:getting|got) married|divorc\w+|pregnant|expecting a (?:baby|child)|cancer|"
        r"stroke|heart attack|burned down|murder\w*|became a (?:parent|mother|father)|months left|kidney)\b"),
    (8, r"\b(?:fired|laid off|lost (?:the|their|his|her|a) job|promoted|elected|broke up|left (?:him|her|them) for|arrested|"
        r"hospital|evict\w+|bankrupt|running for|candidate for|won the (?:election|prize|lottery)|new job|diagnos\w+|"
        r"in love with|inherit\w+)\b"),
    (7, r"\b(?:stolen|robbed|theft|quarrel\w*|fight with|worst fight|fought|betray\w+|secret|moving away|crying|in tears|"
        r"graduat\w+|accident|kissed|missing since|suspended)\b"),
)  # fmt: skip
_LIFE = tuple((level, re.compile(pattern, re.I)) for level, pattern in LIFE)


def rate(q: Question, banks: Banks, dice: Dice) -> Iterator[Reply]:
    """The ratings; the further proposals move the uncertain ones up or down by one."""
    ratings = [poignancy(event, q.card.name, banks) for event in q.events]
    yield {"ratings": ratings}
    for shift in (1, -1):
        yield {"ratings": [min(10, max(1, n + shift)) if n > 2 else n for n in ratings]}
    yield {"ratings": [min(10, max(1, n + dice.between(-1, 1))) if n > 2 else n for n in ratings]}


def poignancy(event: str, name: str, banks: Banks) -> int:
    """1 to 10 for one memory of the resident ``name``."""
    text = event.strip().rstrip(".")
    if IDLE.match(text):
        return 1
    life = next((level for level, pattern in _LIFE if pattern.search(text)), 0)
    near = _near(text, banks)
    if THING.match(text) and not life:
        return 7 if ALARM.search(text) else 2 if _announces(text) < 5 and near >= 2 else max(1, _announces(text))
    if "'s plan for " in text:
        return 5
    if DOING.match(text) and not life and not _announces(text):
        return _routine(text, name, near)
    if life:
        return life if name.split(" ")[0] in text or life < 8 else life - 1
    if _announces(text):
        return max(_announces(text), min(7, near))
    if TALKED.search(text):
        return min(6, max(3, near or 4))
    if PLANNED.search(text):
        return min(6, max(4, near))
    if ALARM.search(text):
        return 7
    return min(10 if _surely(text, banks) else 5, max(2, near or 3))


def _routine(text: str, name: str, near: int) -> int:
    """What somebody is doing: one's own work 2, what others do 1, a strong sight (a proposal, tears) more."""
    if ALARM.search(text):
        return 6
    if SLEEPING.search(text):
        return 1
    own = 2 if name and text.startswith(name) else 1
    return near - 2 if near >= 7 else own


def _announces(text: str) -> int:
    """News of something that takes place: 5, and more where day, hour or invitation are named; else 0."""
    if not GATHERING.search(text):
        return 0
    named = bool(day_in(text)) + bool(clock_in(text)[0]) + bool(re.search(r"\binvit", text))
    return (
        0
        if not named and DOING.match(text) and not re.search(r"\b(?:hosting|throwing|organi[sz]ing|planning|running)\b", text)
        else 5 + (named > 0) + (named > 2)
    )


def _surely(text: str, banks: Banks) -> bool:
    """Whether a bank line is so alike that its rating needs no bounds."""
    matches = rated_lines(banks).nearest(text, 1)
    return bool(matches) and matches[0].likeness > 0.75


def _near(text: str, banks: Banks) -> int:
    """The rating of the most alike bank lines, or 0 where nothing is alike."""
    matches = rated_lines(banks).nearest(text, 3)
    if not matches or matches[0].likeness < LIKE * 2 / 3:
        return 0
    kept = [match for match in matches if match.likeness > matches[0].likeness * 0.8]
    total = sum(match.likeness for match in kept)
    return round(sum(match.value * match.likeness for match in kept) / total)


@lru_cache(maxsize=4)
def rated_lines(banks: Banks) -> Index[int]:
    """Every bank line with a rating: rated memories, news, pastimes and what people at work are seen doing."""
    rows = [(line, level) for level, lines in banks.poignancy.items() for line in lines]
    rows += [(line, int(fact["importance"])) for fact in banks.facts for line in (*fact["statement"], *fact["tell_other"])]
    rows += [(pastime.activity, min(2, pastime.importance)) for pastime in banks.pastimes]
    rows += [(line, 1) for occupation in banks.occupations for line in occupation.see]
    return Index(rows)
