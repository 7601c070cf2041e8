"""Whole small conversations out of the banks: a line that was said calls for the line after it.

Knows who may begin one (by how the speaker stands with the other) and what comes next; nothing of news or promises. Called by
``initiatives`` (to begin) and ``answers`` (to go on).
"""

from __future__ import annotations

import re
from functools import lru_cache

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.occupations import occupation
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.timely import of_the_hour
from sim.answer.scripted.voice import in_character
from sim.language.banks import Exchange
from sim.language.phrases import chat
from sim.language.presumptions import presumed

OWN, TRADE, PLACE = 0.6, 0.5, 0.3
"""How likely friends, enemies and strangers talk as such, anybody speaks of their work or of where they are, rather than of
anything."""
MOST = 3
"""The most people who talk as one."""
FAMILY, UNKNOWN = 0.85, 0.3
"""The same as the first, of the family, and of strangers: they rather say who they are."""
PLACES = {
    "home": "house home apartment flat cottage cabin quarters bedroom kitchen room dorm",
    "pub": "pub inn tavern bar arms taproom crown lantern ladle fox",
    "cafe": "cafe teapot teashop tearoom coffee kettle finch parlour",
    "shop": "shop store grocer grocery bakery pharmacy florist stall stalls",
    "outdoors": "park green garden square street road bridge pond meadow lawn orchard field path yard lane row view",
    "learning": "library school college classroom reading study hall university",
}
"""Words of an address by the sort of place that exchanges are held at."""
_KIN = {
    "couple": re.compile(r"\b(?:husband|wife|spouse)\b", re.I),
    "sibling": re.compile(r"\b(?:brother|sister|sibling|twin)\b", re.I),
    "child": re.compile(r"\b(?:son|daughter|child|grandson|granddaughter|grandchild)\b", re.I),
    "parent": re.compile(r"\b(?:mother|father|parent|grandmother|grandfather)\b", re.I),
}
"""What the other is to the speaker, by the relationship line."""
_ONLY_LIKE = re.compile(
    r"\b(?:like an?|former|half|godchild|knew|(?:mother|father|parent|son|daughter|child) of)\b|-in-law",
    re.I,
)


def openings(talk: Talk, dice: Dice) -> list[str]:
    """Up to three first lines, of exchanges that there is room for and that nobody in town has had; one a talk."""
    if not talk.just_begun:
        return []
    fitting = _fitting(talk)
    own = [e for e in fitting if e.bond not in ("any", "all")]
    trade = [e for e in fitting if e.trade]
    place = [e for e in fitting if e.place]
    family = any(e.bond in _KIN for e in own)
    likely = FAMILY if family else UNKNOWN if talk.stranger else OWN
    ways = ((own, likely), (trade, TRADE + UNKNOWN * talk.stranger), (place, PLACE))
    chosen = next((way for way, chance in ways if way and dice.chance(chance)), fitting)
    return [exchange.turns[0] for exchange in in_character(chosen, talk.q.card.traits, dice)[:3]]


def of_oneself(talk: Talk, dice: Dice) -> list[str]:
    """First lines that answer how one is and what one does, each with what follows from it: of one's trade, else of what
    happened to one."""
    fitting = in_character(_fitting(talk), talk.q.card.traits, dice)
    own = [e.turns[0] for e in fitting if not e.trade and e.bond not in ("stranger", "cool") and _HAPPENED.match(e.turns[0])]
    return [*(e.turns[0] for e in fitting if e.trade), *own][:3]


_HAPPENED = re.compile(r"(?:I|A cat) (?:broke|did|looked|made|said|thought|was|woke)\b[^?]+$")


def _fitting(talk: Talk) -> list[Exchange]:
    """The exchanges that suit who talks with whom and where, that there is room for, and that are new."""
    had = " ".join(talk.q.memories)
    trade = occupation(talk.q, talk.banks)
    return [
        e
        for e in _of_kind(talk.banks.exchanges, trade.name if trade else "", min(MOST, len(talk.others) + 1))
        if len(e.turns) < talk.turns_left
        and suits(e.bond, talk)
        and at_such_a_place(e.place, talk.q.at, talk.q.setting.kinds.get(talk.q.at, ""), talk.at_home)
        and e.about not in had
        and not any(map(talk.worn, e.turns))
        and of_the_hour(e.turns[0], talk.now.minutes)
        and all(talk.true_of_me(line) for line in e.turns[:: e.people])
        and not any(presumed(line) for i, line in enumerate(e.turns) if i % e.people)
    ]


@lru_cache(maxsize=256)
def _of_kind(exchanges: tuple[Exchange, ...], trade: str, people: int) -> tuple[Exchange, ...]:
    return tuple(e for e in exchanges if e.people == people and e.trade in ("", trade))


@lru_cache(maxsize=4096)
def at_such_a_place(kind: str, at: str, rooms: str = "", home: bool = False) -> bool:
    """Whether an address is of a sort of place, by its name; one's ``home`` and where people live is not out of doors, whatever
    it is called."""
    if not kind:
        return True
    if kind == "outdoors" and (home or _words_of(rooms) & set(PLACES["home"].split())):
        return False
    return bool(_words_of(at) & set(PLACES[kind].split()))


def _words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower()))


def suits(bond: str, talk: Talk) -> bool:
    """Whether the speaker stands with the other as an exchange wants it."""
    if bond in _KIN:
        return bool(_KIN[bond].search(talk.q.relationship)) and not _ONLY_LIKE.search(talk.q.relationship)
    if bond in ("any", "all"):
        return bond == "all" or not (talk.stranger or talk.cool)
    new = talk.stranger and any(map(_NEW_HERE.search, (*talk.q.card.background, talk.q.card.currently)))
    return {"fond": talk.fond and not talk.cool, "cool": talk.cool, "stranger": talk.stranger, "newcomer": new}[bond]


_NEW_HERE = re.compile(r"\b(?:newcomer|new (?:here|in|to)|moved (?:here|to)|just (?:come|arrived)|(?:came|come) here)\b", re.I)


def next_line(talk: Talk) -> str:
    """What the last line, said in its place in an exchange, calls for; ``""`` where the exchange is over or was never begun."""
    exchange, i = _place_in(talk)
    begun = i == 0 or any(line.endswith(exchange.turns[i - 1]) for _, line in talk.lines[:-1])
    return exchange.turns[i + 1] if begun and i + 1 < len(exchange.turns) else ""


def heard_out(talk: Talk) -> tuple[str, ...]:
    """Lines for whoever has heard the last line of a story from the one whose work it was of; () for anybody else."""
    exchange, i = _place_in(talk)
    return chat.AFTER[exchange.tone] if exchange.trade and exchange.tone and i % exchange.people == 0 and i else ()


def _place_in(talk: Talk) -> tuple[Exchange, int]:
    name, at = talk.act.split(":")[1:]
    return talk.banks.exchange_named[name], int(at)
