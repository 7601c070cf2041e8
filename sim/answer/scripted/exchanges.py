"""Whole small conversations out of the banks: a line that was said calls for the line after it.

Knows who may begin one (by how the speaker stands with the other) and what comes next; nothing of news or promises. Called by
``initiatives`` (to begin) and ``answers`` (to go on).
"""

from __future__ import annotations

import re

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.talk import Talk
from sim.language.banks import Exchange
from sim.language.presumptions import presumed

OWN = 0.6
"""How likely kin, friends and enemies talk as such, where they might as well talk as anybody."""
_KIN = {
    "couple": re.compile(r"\b(?:husband|wife|spouse)\b", re.I),
    "sibling": re.compile(r"\b(?:brother|sister|sibling|twin)\b", re.I),
    "child": re.compile(r"\b(?:son|daughter|child|grandson|granddaughter|grandchild)\b", re.I),
    "parent": re.compile(r"\b(?:mother|father|parent|grandmother|grandfather)\b", re.I),
}
"""What the other is to the speaker, by the relationship line."""
_ONLY_LIKE = re.compile(r"\b(?:like an?|former|half|godchild|(?:mother|father|parent|son|daughter|child) of)\b|-in-law", re.I)


def openings(talk: Talk, dice: Dice) -> list[str]:
    """Up to three first lines, of exchanges that there is room for and that these two have not had; one a talk of two."""
    if len(talk.others) != 1 or talk.did("exchange") or talk.did("topic"):
        return []
    had = " ".join(talk.q.memories)
    fitting = [
        e
        for e in talk.banks.exchanges
        if len(e.turns) < talk.turns_left
        and suits(e.bond, talk)
        and e.about not in had
        and not any(map(talk.worn, e.turns))
        and all(map(talk.true_of_me, e.turns[::2]))
        and not any(map(presumed, e.turns[1::2]))
    ]
    own = [exchange for exchange in fitting if exchange.bond != "any"]
    return [exchange.turns[0] for exchange in dice.some(own if own and dice.chance(OWN) else fitting, 3)]


def suits(bond: str, talk: Talk) -> bool:
    """Whether the speaker stands with the other as an exchange wants it."""
    if bond in _KIN:
        return bool(_KIN[bond].search(talk.q.relationship)) and not _ONLY_LIKE.search(talk.q.relationship)
    if bond == "any":
        return not (talk.stranger or talk.cool)
    return {"fond": talk.fond and not talk.cool, "cool": talk.cool, "stranger": talk.stranger}[bond]


def next_line(talk: Talk) -> str:
    """What the last line, said in its place in an exchange, calls for; ``""`` where the exchange is over or was never begun."""
    name, at = talk.act.split(":")[1:]
    exchange = _by_name(talk.banks.exchanges, name)
    i = int(at)
    begun = i == 0 or (len(talk.lines) > 1 and talk.lines[-2][1].endswith(exchange.turns[i - 1]))
    return exchange.turns[i + 1] if begun and i + 1 < len(exchange.turns) else ""


def _by_name(exchanges: tuple[Exchange, ...], name: str) -> Exchange:
    return next(exchange for exchange in exchanges if exchange.about == name)
