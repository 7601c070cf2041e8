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
from sim.language.gatherings import gathering_of, is_host
from sim.language.index import Index
from sim.language.news import split_teller
from sim.language.poignancy import DOING, poignancy
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
_TO_DO = re.compile(r"\b(?:wants|hopes|plans|intends|means|promised) to ([a-z][^,;]{6,70}?)\.?$")
_IS_DOING = re.compile(r"\bis ((?!talking|walking|going|waiting|getting|coming)[a-z]+ing\b[^,;]{0,50}?)\.?$")
_WORRY = re.compile(r"\b(?:is worried|worries|is afraid|fears) (?:about|that|of|for) ([^,;]{4,70}?)\.?$")
_ABOUT = re.compile(r"\btalked\b[^.]*? about ([^.:;]+)")
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
        mine = any(is_host(plain[i - 1], q.card.name) for i in numbers)
        me = q.card.name
        people = [name for name in _named(me, [plain[i - 1] for i in numbers]) if name not in what]
        own: tuple[str, ...] = (f"{me} would be hurt if nobody came to {what}", f"all that {me} does now is done for {what}")
        others = (f"{me} would rather be at {what} than be told of it", f"whoever stays away from {what} will be missed")
        if len(people) > 1:
            both = f"{people[0]} and {people[1]}"
            own = (f"{what} may bring {both} closer to each other", f"{me} needs {both} if {what} is to be any good")
            others = (f"{both} will have to get on with each other at {what}", f"{what} means more to {both} than they say")
        elif people:
            own = (f"{me} should ask {people[0]} for a hand with {what}", *own)
            first = people[0]
            others = (f"{first} counts on {me} to be at {what}", f"{first} would take it hard if {what} came to nothing")
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
    """What the statements tell about somebody: the numbers of those that show a bond, that they told something,
    a quarrel, a wish, a doing."""

    name: str
    bonds: tuple[int, ...]
    told: tuple[int, ...]
    quarrels: tuple[int, ...]
    wishes: tuple[int, ...]
    doings: tuple[int, ...]


def _people(me: str, statements: Sequence[str], plain: Sequence[str], banks: Banks) -> list[Theme]:
    """One theme for how one stands with each person, and one for what they are about."""
    out = []
    for name, numbers in _named(me, statements).items():
        person = _person(me, name, numbers, statements, plain)
        out += [theme for theme in (_standing(me, person, statements, banks), _ways(me, person, plain)) if theme]
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
        tuple(i for i in shared if split_teller(statements[i - 1], me)[1] == name),
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
        words: tuple[str, ...] = (
            f"{me} can speak with {name} about {topic}, and with few others",
            f"{me} cares what {name} thinks about {topic}",
            f"{me} keeps turning over what {name} said about {topic}",
            f"{name} has thought longer about {topic} than most people",
        )
        return Theme(name, person.bonds, words, 6 + 2 * len(person.bonds))
    about = next((other for other in _named(me, [statements[i - 1] for i in person.told]) if other != name), "")
    if about:
        words = (
            f"{name} has {about} on their mind more than they say",
            f"{name} tells {me} about {about} because they want to know what {me} thinks",
            f"whatever {about} does, {name} hears of it early",
        )
        return Theme(name, person.told, words, 8 + 2 * len(person.told))
    if len(person.told) > 1:
        news = (f"{name} tells {me} what others keep to themselves", f"{me} knows the town largely through {name}")
        return Theme(name, person.told, news, 6 + 2 * len(person.told))
    often = (f"{name} seeks out {me} more often than chance would have it", f"{me} would notice at once if {name} stayed away")
    return Theme(name, person.bonds, often, 3 + len(person.bonds)) if len(person.bonds) > 2 else None


def _ways(me: str, person: _Person, plain: Sequence[str]) -> Theme | None:
    """What somebody is about, by their plans or by what they are seen doing."""
    name = person.name
    wish = next((match for i in person.wishes if (match := _TO_DO.search(plain[i - 1]))), None)
    if wish:
        doing = intended(wish[1], ())
        words = (
            f"{name} would be glad of a hand with {doing}",
            f"{name} would take it hard if nothing came of {doing}",
            f"{me} should ask {name} how it goes with {doing}",
        )
        return Theme(name, person.wishes, words, 5 + len(person.wishes))
    done = list(dict.fromkeys(match[1] for i in person.doings if (match := _IS_DOING.search(plain[i - 1]))))
    if len(done) < 2:
        return None
    words = (
        f"{name} is easiest to talk to between {done[0]} and {done[1]}",
        f"{name} goes from {done[0]} to {done[1]} and has nobody to share it with",
        f"{me} could learn something from {name} about {done[0]}",
    )
    return Theme(name, person.doings, words, 2 + len(person.doings))


def _topic(numbers: Sequence[int], statements: Sequence[str], banks: Banks) -> str:
    """The first topic of the banks that these statements say was talked about, or ``""``."""
    texts = [statements[i - 1] for i in numbers]
    talked = [topic for text in texts if (match := _ABOUT.search(text)) for topic in match[1].split(" and ")]
    known = {*banks.topics, *(exchange.about for exchange in banks.exchanges)}
    return next((topic for topic in talked if topic in known), "")


def _self(me: str, plain: Sequence[str], banks: Banks) -> list[Theme]:
    """What is going on with oneself: something grave, worries, promises, the day's work."""
    own = [(i, text) for i, text in enumerate(plain, 1) if text.startswith(me)]
    grave = tuple(i for i, text in own if poignancy(text, me, banks) >= 8)
    cares = tuple(i for i, text in own if _CARE.search(text))
    worry = next((match[1] for _, text in own if (match := _WORRY.search(text))), "")
    about = (f"{me} should talk to somebody about {worry}", f"{me} will not be at ease before it is settled: {worry}")
    groups = ((grave, GRAVE, 14), (cares, about if worry else CARES, 8))
    found = [
        Theme(me, numbers, tuple(line.replace("{me}", me) for line in lines), weight)
        for numbers, lines, weight in groups
        if numbers
    ]
    return [*found, *_promises(me, own)]


def _promises(me: str, own: Sequence[tuple[int, str]]) -> list[Theme]:
    out = []
    for i, text in own:
        match = expression(rf"^{re.escape(me)} (?:plans|intends|wants|hopes|means|promised) to (.+)$").match(text)
        if match:
            doing = intended(match[1], ())
            asked = (f"{me} should say to somebody what {doing} means to them", f"{me} would regret not {doing}")
            out.append(Theme(me, (i,), asked, 6))
    return out


GRAVE = ("{me} is going through something that changes everything", "Life is not the same for {me} as it was")
CARES = ("{me} carries worries that do not go away by themselves", "{me} needs somebody to confide in")
