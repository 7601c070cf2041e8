"""Themes of statements (an activity, an occupation, a relationship, a gathering, a wish) and the insights they allow.

Knows nothing of questions or replies; a theme cites exactly the statements it was found in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sim.answer.scripted.commitments import intended
from sim.language.banks import Banks
from sim.language.gatherings import gathering_of
from sim.language.index import Index
from sim.language.news import split_teller
from sim.language.poignancy import DOING, IDLE, poignancy
from sim.language.text import FULL_NAME, NAME, TIMETABLE, expression, fill, fillable
from sim.prompts import Question

_BEGINS = re.compile(NAME)
_BOND = re.compile(
    r"\b(?:said to|brought|lent|thinks of|talked|told|spoke|chatted|promised|helped|invited|asked|thanked|laughed|"
    r"agreed|discussed|met|shared|gave|visited|danced|walked)\b"
)
_QUARREL = re.compile(r"\b(?:argued|quarrel\w*|fight|fought|angry|disagreed|insulted|annoyed|in a huff)\b")
_WISH = re.compile(
    r"\b(?:wants|hopes|dreams|wishes|plans|intends|means|is planning|is preparing|is hosting|is organi[sz]ing|is "
    r"working on|is trying)\b"
)
_CARE = re.compile(r"\b(?:is worried|worries|is afraid|fears|misses|regrets|doubts|cannot|is struggling)\b")


@dataclass(frozen=True, slots=True)
class Theme:
    """Statements (counted from 1) about one subject, and what they add up to, best wording first."""

    subject: str
    numbers: tuple[int, ...]
    insights: tuple[str, ...]
    weight: int


def find_themes(q: Question[Any], statements: Sequence[str], banks: Banks) -> list[Theme]:
    """The subjects of the statements with what they add up to, weightiest first."""
    me = q.card.name
    plain = [split_teller(text, me)[0] for text in statements]
    themes = [*_occasions(q, plain), *_people(me, statements, plain, banks), *_self(me, plain, banks), *_callings(plain, banks)]
    return sorted(themes, key=lambda theme: -theme.weight)


def _occasions(q: Question[Any], plain: Sequence[str]) -> list[Theme]:
    groups: dict[str, list[int]] = {}
    for i, text in enumerate(plain, 1):
        occasion = None if TIMETABLE in text else gathering_of(text, q.names.places)
        if occasion:
            groups.setdefault(occasion.what, []).append(i)
    out = []
    for what, numbers in groups.items():
        mine = any(plain[i - 1].startswith(q.card.name) for i in numbers)
        me = q.card.name
        own = (f"{me} wants {what} to go well", f"{me} puts a lot of heart into {what}")
        others = (f"people in town are talking about {what}", f"{me} is curious about {what}", f"{what} is on many minds")
        out.append(Theme(what, tuple(numbers), own if mine else others, 6 + 2 * len(numbers)))
    return out


def _callings(plain: Sequence[str], banks: Banks) -> list[Theme]:
    """People seen at what their occupation is known for: what that work makes of them."""
    groups: dict[tuple[str, str], list[int]] = {}
    for i, text in enumerate(plain, 1):
        match = _trades(banks).nearest(text, 1)
        who = _BEGINS.match(text)
        if match and who and match[0].likeness > 0.6:
            groups.setdefault((who[0], match[0].value), []).append(i)
    insights = {row.name: row.insights for row in banks.occupations}
    out = []
    for (name, trade), numbers in groups.items():
        lines = [fill(line, {"name": name}) for line in fillable(insights[trade], {"name": name})]
        if len(numbers) >= 2 and lines:
            out.append(Theme(name, tuple(numbers), tuple(lines), 4 + 2 * len(numbers)))
    return out


@lru_cache(maxsize=4)
def _trades(banks: Banks) -> Index[str]:
    return Index([(line, row.name) for row in banks.occupations for line in (*row.see, *row.roles)])


@dataclass(frozen=True, slots=True)
class _Person:
    """What the statements tell about somebody: the numbers of those that show a bond, a quarrel, a wish, a doing."""

    name: str
    bonds: tuple[int, ...]
    quarrels: tuple[int, ...]
    wishes: tuple[int, ...]
    doings: tuple[int, ...]


def _people(me: str, statements: Sequence[str], plain: Sequence[str], banks: Banks) -> list[Theme]:
    """One theme for how one stands with each person, and one for what they are about."""
    out = []
    for name, numbers in _named(me, statements).items():
        person = _person(me, name, numbers, statements, plain)
        out += [theme for theme in (_standing(me, person, statements, banks), _ways(person)) if theme]
    return out


def _named(me: str, statements: Sequence[str]) -> dict[str, list[int]]:
    """The people whom the statements name, with the statements' numbers; places are left out."""
    groups: dict[str, list[int]] = {}
    for i, text in enumerate(statements, 1):
        for name in dict.fromkeys(FULL_NAME.findall(text)):
            if name != me and not expression(rf"(?:at|in|the|on) {re.escape(name)}").search(text):
                groups.setdefault(name, []).append(i)
    return groups


def _person(me: str, name: str, numbers: Sequence[int], statements: Sequence[str], plain: Sequence[str]) -> _Person:
    shared = [i for i in numbers if me in statements[i - 1]]
    own = [i for i in numbers if plain[i - 1].startswith(name)]
    return _Person(
        name,
        tuple(i for i in shared if _BOND.search(statements[i - 1])),
        tuple(i for i in shared if _QUARREL.search(statements[i - 1])),
        tuple(i for i in own if _WISH.search(plain[i - 1])),
        tuple(i for i in own if DOING.match(plain[i - 1])),
    )


def _standing(me: str, person: _Person, statements: Sequence[str], banks: Banks) -> Theme | None:
    """How one stands with somebody."""
    name = person.name
    if person.quarrels:
        sore = (f"{me} and {name} have something to settle between them", f"Things are strained between {me} and {name}")
        return Theme(name, person.quarrels, sore, 12)
    if not person.bonds:
        return None
    topic = _topic(person.bonds, statements, banks)
    if topic:
        words = (
            f"{me} and {name} share an interest in {topic}",
            f"{me} cares what {name} thinks about {topic}",
            f"{me} and {name} never run out of things to say about {topic}",
        )
        return Theme(name, person.bonds, words, 6 + 2 * len(person.bonds))
    plain = (
        f"{me} and {name} keep each other informed",
        f"{me} can talk openly with {name}",
        f"{me} and {name} are in closer touch than before",
    )
    return Theme(name, person.bonds, plain, 5 + 2 * len(person.bonds))


def _ways(person: _Person) -> Theme | None:
    """What somebody is about, by their plans or by what they are seen doing."""
    name = person.name
    if person.wishes:
        words = (f"{name} has plans that matter to them", f"{name} makes things happen", f"{name} knows what they want")
        return Theme(name, person.wishes, words, 5 + len(person.wishes))
    if len(person.doings) < 2:
        return None
    words = (f"{name} is hardly ever idle", f"{name} takes their work seriously", f"{name} keeps busy all day")
    return Theme(name, person.doings, words, 2 + len(person.doings))


def _topic(numbers: Sequence[int], statements: Sequence[str], banks: Banks) -> str:
    """The topic of the banks that most of these statements name, or ``""``."""
    texts = [statements[i - 1] for i in numbers]
    return next((name for name in banks.topics if sum(f" {name}" in text for text in texts) * 2 > len(texts)), "")


def _self(me: str, plain: Sequence[str], banks: Banks) -> list[Theme]:
    """What is going on with oneself: something grave, worries, promises, the day's work."""
    own = [(i, text) for i, text in enumerate(plain, 1) if text.startswith(me)]
    grave = tuple(i for i, text in own if poignancy(text, me, banks) >= 8)
    cares = tuple(i for i, text in own if _CARE.search(text))
    doings = tuple(i for i, text in own if DOING.match(text) and not IDLE.match(text))
    groups = ((grave, 1, GRAVE, 14), (cares, 1, CARES, 8), (doings, 2, DOINGS, 3 + len(doings)))
    found = [
        Theme(me, numbers, tuple(line.replace("{me}", me) for line in lines), weight)
        for numbers, least, lines, weight in groups
        if len(numbers) >= least
    ]
    return [*found, *_promises(me, own)]


def _promises(me: str, own: Sequence[tuple[int, str]]) -> list[Theme]:
    out = []
    for i, text in own:
        match = expression(rf"^{re.escape(me)} (?:plans|intends|wants|hopes|means|promised) to (.+)$").match(text)
        if match:
            doing = intended(match[1], ())
            out.append(Theme(me, (i,), (f"{me} is set on {doing}", f"{me} has {doing} on their mind"), 6))
    return out


GRAVE = ("{me} is going through something that changes everything", "Life is not the same for {me} as it was")
CARES = ("{me} carries worries that do not go away by themselves", "{me} needs somebody to confide in")
DOINGS = (
    "{me} finds satisfaction in everyday work",
    "{me} is dedicated to what has to be done",
    "{me} fills the day with useful things",
)
