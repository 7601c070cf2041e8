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
from sim.language.banks import Exchange
from sim.language.phrases import chat
from sim.language.presumptions import presumed

OWN = 0.6
"""How likely kin, friends and enemies talk as such, where they might as well talk as anybody."""
NEAR = 0.7
"""How likely one otherwise speaks of one's work or of where one is."""
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
_ONLY_LIKE = re.compile(r"\b(?:like an?|former|half|godchild|(?:mother|father|parent|son|daughter|child) of)\b|-in-law", re.I)


def openings(talk: Talk, dice: Dice) -> list[str]:
    """Up to three first lines, of exchanges that there is room for and that nobody in town has had; one a talk."""
    if talk.did("exchange") or talk.did("topic"):
        return []
    fitting = _fitting(talk)
    own = [exchange for exchange in fitting if exchange.bond not in ("any", "all")]
    near = [exchange for exchange in fitting if exchange.trade or exchange.place]
    chosen = own if own and dice.chance(OWN) else near if near and dice.chance(NEAR) else fitting
    return [exchange.turns[0] for exchange in dice.some(chosen, 3)]


def of_work(talk: Talk, dice: Dice) -> list[str]:
    """First lines that answer what one is busy with: of one's trade, each with what follows from it."""
    return [exchange.turns[0] for exchange in dice.order(_fitting(talk)) if exchange.trade][:3]


def _fitting(talk: Talk) -> list[Exchange]:
    """The exchanges that suit who talks with whom and where, that there is room for, and that are new."""
    had = " ".join(talk.q.memories)
    trade = occupation(talk.q, talk.banks)
    return [
        e
        for e in _of_kind(talk.banks.exchanges, trade.name if trade else "", len(talk.others) + 1)
        if len(e.turns) < talk.turns_left
        and suits(e.bond, talk)
        and at_such_a_place(e.place, talk.q.at)
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
def at_such_a_place(kind: str, at: str) -> bool:
    """Whether an address is of a sort of place, by its names."""
    return not kind or bool(set(re.findall(r"[a-z]+", at.lower())) & set(PLACES[kind].split()))


def suits(bond: str, talk: Talk) -> bool:
    """Whether the speaker stands with the other as an exchange wants it."""
    if bond in _KIN:
        return bool(_KIN[bond].search(talk.q.relationship)) and not _ONLY_LIKE.search(talk.q.relationship)
    if bond in ("any", "all"):
        return bond == "all" or not (talk.stranger or talk.cool)
    return {"fond": talk.fond and not talk.cool, "cool": talk.cool, "stranger": talk.stranger}[bond]


def next_line(talk: Talk) -> str:
    """What the last line, said in its place in an exchange, calls for; ``""`` where the exchange is over or was never begun."""
    exchange, i = _place_in(talk)
    begun = i == 0 or (len(talk.lines) > 1 and talk.lines[-2][1].endswith(exchange.turns[i - 1]))
    return exchange.turns[i + 1] if begun and i + 1 < len(exchange.turns) else ""


def heard_out(talk: Talk) -> tuple[str, ...]:
    """Lines for whoever has heard the last line of an exchange from the one whose matter it was; () for anybody else."""
    exchange, i = _place_in(talk)
    return chat.AFTER[exchange.tone] if exchange.tone and i % exchange.people == 0 and i else ()


def _place_in(talk: Talk) -> tuple[Exchange, int]:
    name, at = talk.act.split(":")[1:]
    return talk.banks.exchange_named[name], int(at)
