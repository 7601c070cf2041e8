"""Whether a resident tells a piece of news to somebody: by relationship, by whose news it is, by how often it was told.

A question of a talk carries what decides this as ``telling``. Without a ``pair`` everything but secrets is told: nobody is
there to be told twice. Knows nothing of words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from os.path import commonprefix
from typing import Any

from sim.answer.scripted.commitments import RETIRING, SOCIABLE
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.gatherings import gathering_of, is_about, is_host
from sim.answer.scripted.english.news import TOWN
from sim.answer.scripted.english.same_topic import same_gathering, same_topic, topic_key
from sim.answer.scripted.known_news import News
from sim.answer.scripted.relationship_words import COOL, FOND, STRANGER
from sim.language.text import NAME, STOP, WORD, stems, words
from sim.language.time_and_place import is_today, read_now
from sim.prompts import Question, TalkQuestion
from sim.world.clock import WEEKDAYS

OWN, ON_MIND, ANOTHERS = 0.6, 0.5, 0.025
"""How likely one's own news is told to an acquaintance, what one can think of nothing but, and what one has merely heard.
Anybody meets some ten others a day: with 0.9, 0.3 and 0.06 nearly all of 25 people had heard everything within two days."""
HOST = 0.95
"""How likely a host tells of their own gathering to anybody they are not on bad terms with: guests are to come."""
GUEST = 0.2
"""The same for another's party that one is thinking of going to: it is theirs to announce."""
FOR_ALL = 4
"""Times as likely what has only been heard goes on when it is about the town (``The bridge will be closed``)."""
FIRST_HAND = 0.25
"""How likely somebody tells what they saw or knew first."""
JUST_SEEN = 0.5
"""The same for what has happened where one was in the last hours."""
MEETS = 10
"""How many others people meet in a day, which the chances above are made for; in a smaller town each of them hears more."""
FRIEND, ILL_WILL, UNKNOWN = 1.5, 0.3, 0.5
"""What liking, dislike and not knowing somebody make of that."""
INTEREST = 0.02
"""More for each word of the news, names and days aside, that is on one's own card: it touches one's life."""
WEARS, OWN_WEARS = 0.45, 0.78
"""What is left of the wish after each person told: others' news, and one's own."""
CONFIDED, BETRAYED = 0.05, 0.04
"""How likely one's own secret is told to somebody dear, and another's to anybody."""
ASKED = 2.5
"""Who is asked for news is more likely to remember some."""


_RUNS = re.compile(
    r"\b(?:is|are) (?:(?:running|standing|looking) for|getting married|moving|leaving|opening|closing|selling|building|"
    r"giving up)\b"
)
"""One's own affairs, whatever gathering they are mentioned with."""


def tells(q: TalkQuestion[Any], item: News, asked: bool = False) -> bool:
    """Whether this is told to the one spoken to; the same all day but for what was told meanwhile."""
    if any(name in q.names.small for name in q.talking_with) and not gathering_of(item.text):
        return False
    if q.telling.pair is None:
        return not item.secret
    if any(_is_of_the_family(item.text, name) for name in q.talking_with):
        return False
    if item.secret and any(re.search(rf"\b{re.escape(name.split(' ')[0])}\b", item.text) for name in q.talking_with):
        return False  # nobody tells people their own secrets
    return Dice(q.telling.pair, f"tell|{topic_key(item.text)}").chance(readiness(q, item) * (ASKED if asked else 1))


def told_to(q: TalkQuestion[Any], text: str) -> list[str]:
    """The names of those whom one has told this, in any words."""
    told = q.telling.told.items()
    return list(dict.fromkeys(name for known, names in told if same_topic(text, known) for name in names))


def was_asked(q: TalkQuestion[Any], name: str, text: str) -> bool:
    """Whether one has told somebody of one's gathering on another occasion, or was answered by them when they asked."""
    told = name in told_to(q, text) or any(told_before(memory, text, name) for memory in q.memories)
    return told or bool(_answered(q, name, text))


def wavers(q: TalkQuestion[Any], name: str, text: str) -> bool:
    """Whether the last that one remembers of somebody's answer to one's invitation is that they would not promise."""
    return _answered(q, name, text) == {"would not promise"}


def _answered(q: TalkQuestion[Any], name: str, text: str) -> set[str]:
    """What one remembers of somebody's answers to one's invitation."""
    said = re.compile(rf"{re.escape(name)} (would not promise|promised|said no to) {re.escape(q.card.name)}\b")
    return {found[1] for memory in q.memories if (found := said.match(memory)) and same_gathering(text, memory)}


def told_before(memory: str, text: str, other: str) -> bool:
    """Whether a memory says that ``other`` was told this already."""
    if other not in memory or not re.search(r"\b(?:told|tell|talked|spoke|chatted|mentioned|invited|said to)\b", memory):
        return False
    words = stems(text)
    return same_gathering(text, memory) or len(words & stems(memory)) >= max(3, 0.6 * len(words))


def readiness(q: TalkQuestion[Any], item: News) -> float:
    """The chance, from 0 to 0.95, before it is known whether one was asked."""
    if is_over(q, item.text):
        return 0.0
    own = _is_own(q, item.text) or (item.secret and item.fresh)
    before = sum(name != item.source for name in told_to(q, item.text))
    if own and not item.secret and is_host(item.text, q.card.name):
        return 0.0 if COOL.search(q.relationship) else HOST
    if item.secret:
        chance = 0.0 if STRANGER.search(q.relationship) else BETRAYED
        chance = (CONFIDED if FOND.search(q.relationship) else 0.0) if own else chance
    else:
        chance = OWN if own else _heard(q, item)
    wish = chance * _bond(q.relationship) * _nature(q.card.traits) * (OWN_WEARS if own else WEARS) ** before
    return min(0.95, wish)


def _heard(q: TalkQuestion[Any], item: News) -> float:
    """The same for what is not one's own: what fills one's head, another's party, what one saw or knew first, the town's news,
    any other."""
    if concerns_them(q.relationship, item.text):
        return OWN
    if _on_mind(q, item.text):
        return GUEST if gathering_of(item.text) else ON_MIND
    town = ANOTHERS * (FOR_ALL if TOWN.match(item.text) else 1)
    if item.text in q.telling.happened:
        return JUST_SEEN
    few = MEETS / min(MEETS, max(1, len(q.names.people)))
    return min(OWN, few * max(town, FIRST_HAND * item.fresh)) + INTEREST * min(4, _concerns(q, item.text))


def is_over(q: Question[Any], text: str) -> bool:
    """Whether the occasion it announces has begun or is over: nobody tells of a party that people are at."""
    occasion, now = gathering_of(text, q.names.places), read_now(q.now)
    if occasion is None:
        return False
    yesterday = now.weekday >= 0 and occasion.day == WEEKDAYS[now.weekday - 1]  # it is not told six days ahead
    return yesterday or (0 <= occasion.minutes < now.minutes and is_today(occasion.day, now))


def _is_own(q: TalkQuestion[Any], text: str) -> bool:
    """What one does or gives oneself; going to another's party is no news of one's own."""
    return is_about(text, q.card.name) and (
        is_host(text, q.card.name) or gathering_of(text) is None or _RUNS.search(text) is not None
    )


def _is_of_the_family(text: str, hearer: str) -> bool:
    """What somebody of the hearer's name is up to: they know it from home. A party is told of to everybody."""
    who, family = re.match(NAME, text), hearer.split(" ")[-1]
    return who is not None and who[0].split(" ")[-1] == family != hearer and _RUNS.search(text) is not None


def _on_mind(q: TalkQuestion[Any], text: str) -> bool:
    """What one's current concern is about."""
    return any(same_topic(text, concern) for concern in q.card.concerns)


_ANYBODY = STOP | words("friend neighbour neighbor their whose like knows since says")
TRADE_WORD = 4
"""Letters of a word that may name somebody's trade."""


@lru_cache(maxsize=20_000)
def concerns_them(tie: str, text: str) -> bool:
    """Whether news speaks of what the one spoken to is called by: the mill of a miller, the market of the market warden."""
    news, called = ({word.lower() for word in WORD.findall(it) if len(word) >= TRADE_WORD} - _ANYBODY for it in (text, tie))
    return any(_same_trade(word, thing) for word in called for thing in news if f" {word}" in tie or tie.startswith(word))


def _same_trade(word: str, thing: str) -> bool:
    """Whether both begin alike: ``miller`` and ``millstone``, ``fisherman`` and ``fish``."""
    same = len(commonprefix((word, thing)))
    return same >= TRADE_WORD and (same == len(thing) or same >= len(word) - 3)


def _concerns(q: TalkQuestion[Any], text: str) -> int:
    """How many words of the news stand on one's card; names do not count, for in a town everybody's card is full of them."""
    plain = " ".join(word for word in text.split() if not word[:1].isupper())
    return len(stems(plain) & stems(" ".join((q.card.currently, *q.card.background, q.setting.occupation))))


def _bond(relationship: str) -> float:
    if COOL.search(relationship):
        return ILL_WILL
    if STRANGER.search(relationship):
        return UNKNOWN
    return FRIEND if FOND.search(relationship) else 1.0


def _nature(traits: Sequence[str]) -> float:
    """0.5 to 1.5: the sociable tell more, the retiring less."""
    return min(1.5, max(0.5, 1 + 0.2 * (sum(t in SOCIABLE for t in traits) - sum(t in RETIRING for t in traits))))
