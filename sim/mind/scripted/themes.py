"""What statements have in common (doings, a calling, a bond, an occasion, one's own wishes) and what they add up to.

Knows nothing of questions or replies; a theme cites exactly the statements it was found in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sim.mind.scripted.banks import Banks
from sim.mind.scripted.commitments import intended
from sim.mind.scripted.index import Index
from sim.mind.scripted.news import occasion_of, unframe
from sim.mind.scripted.rating import DOING, IDLE, poignancy
from sim.mind.scripted.text import fill, fillable
from sim.prompts import Question

_NAME = re.compile(r"\b[A-Z][\w'\u2019-]*(?: [A-Z][\w'\u2019-]*)+")
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


def find_themes(q: Question, statements: Sequence[str], banks: Banks) -> list[Theme]:
    """The subjects of the statements with what they add up to, weightiest first."""
    me = q.card.name
    plain = [unframe(text, me)[0] for text in statements]
    themes = [*_occasions(q, plain), *_people(me, statements, plain, banks), *_self(me, plain, banks), *_callings(plain, banks)]
    return sorted(themes, key=lambda theme: -theme.weight)


def _occasions(q: Question, plain: Sequence[str]) -> list[Theme]:
    groups: dict[str, list[int]] = {}
    for i, text in enumerate(plain, 1):
        occasion = occasion_of(text, q.places or q.names.places)
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
        who = re.match(r"^[A-Z][\w'\u2019-]*(?: [A-Z][\w'\u2019-]*)*", text)
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


def _people(me: str, statements: Sequence[str], plain: Sequence[str], banks: Banks) -> list[Theme]:
    groups: dict[str, list[int]] = {}
    for i, text in enumerate(statements, 1):
        for name in dict.fromkeys(_NAME.findall(text)):
            if name != me and not re.search(rf"(?:at|in|the|on) {re.escape(name)}", text):
                groups.setdefault(name, []).append(i)
    out = []
    for name, numbers in groups.items():
        bonds = [i for i in numbers if me in statements[i - 1] and _BOND.search(statements[i - 1])]
        quarrels = [i for i in numbers if me in statements[i - 1] and _QUARREL.search(statements[i - 1])]
        wishes = [i for i in numbers if plain[i - 1].startswith(name) and _WISH.search(plain[i - 1])]
        doings = [i for i in numbers if plain[i - 1].startswith(name) and DOING.match(plain[i - 1])]
        if quarrels:
            out.append(
                Theme(
                    name,
                    tuple(quarrels),
                    (f"{me} and {name} have something to settle between them", f"Things are strained between {me} and {name}"),
                    12,
                )
            )
        elif bonds and _topic(bonds, statements, banks):
            topic = _topic(bonds, statements, banks)
            words = (
                f"{me} and {name} share an interest in {topic}",
                f"{me} cares what {name} thinks about {topic}",
                f"{me} and {name} never run out of things to say about {topic}",
            )
            out.append(Theme(name, tuple(bonds), words, 6 + 2 * len(bonds)))
        elif bonds:
            out.append(
                Theme(
                    name,
                    tuple(bonds),
                    (
                        f"{me} and {name} keep each other informed",
                        f"{me} can talk openly with {name}",
                        f"{me} and {name} are in closer touch than before",
                    ),
                    5 + 2 * len(bonds),
                )
            )
        if wishes:
            out.append(
                Theme(
                    name,
                    tuple(wishes),
                    (
                        f"{name} has plans that matter to them",
                        f"{name} is somebody who makes things happen",
                        f"{name} knows what they want",
                    ),
                    5 + len(wishes),
                )
            )
        elif len(doings) >= 2:
            out.append(
                Theme(
                    name,
                    tuple(doings),
                    (f"{name} is hardly ever idle", f"{name} takes their work seriously", f"{name} keeps busy all day"),
                    2 + len(doings),
                )
            )
    return out


def _topic(numbers: Sequence[int], statements: Sequence[str], banks: Banks) -> str:
    """The topic of the banks that most of these statements name, or ``""``."""
    texts = [statements[i - 1] for i in numbers]
    return next((name for name in banks.topics if sum(f" {name}" in text for text in texts) * 2 > len(texts)), "")


def _self(me: str, plain: Sequence[str], banks: Banks) -> list[Theme]:
    own = [(i, text) for i, text in enumerate(plain, 1) if text.startswith(me)]
    out = []
    for i, text in own:
        match = re.match(rf"^{re.escape(me)} (?:plans|intends|wants|hopes|means|promised) to (.+)$", text)
        if match:
            out.append(
                Theme(
                    me,
                    (i,),
                    (f"{me} is set on {intended(match[1], ())}", f"{me} has {intended(match[1], ())} on their mind"),
                    6,
                )
            )
    cares = [i for i, text in own if _CARE.search(text)]
    doings = [i for i, text in own if DOING.match(text) and not IDLE.match(text)]
    grave = [i for i, text in own if poignancy(text, me, banks) >= 8]
    if grave:
        out.append(
            Theme(
                me,
                tuple(grave),
                (f"{me} is going through something that changes everything", f"Life is not the same for {me} as it was"),
                14,
            )
        )
    if cares:
        out.append(
            Theme(
                me,
                tuple(cares),
                (f"{me} carries worries that do not go away by themselves", f"{me} needs somebody to confide in"),
                8,
            )
        )
    if len(doings) >= 2:
        out.append(
            Theme(
                me,
                tuple(doings),
                (
                    f"{me} finds satisfaction in everyday work",
                    f"{me} is dedicated to what has to be done",
                    f"{me} fills the day with useful things",
                ),
                3 + len(doings),
            )
        )
    return out


