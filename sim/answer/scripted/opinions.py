"""Views on matters of the town: who is for something and who against it, how they say it, and what moves them.

A view comes from the card (office, family), from traits and from a draw by name, the same in talks and interviews; whoever
hears the contrary from two people more than from others, and is not stubborn, comes to doubt. Knows nothing of turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.gatherings import gathering_of
from sim.answer.scripted.english.grammatical_person import in_full
from sim.answer.scripted.english.news import PRIVATE, split_teller
from sim.answer.scripted.english.phrases.opinions import (
    AGAINST,
    FOR,
    MINE,
    NOT_SURE,
    NOT_THE_SAME,
    OF_ONESELF,
    OFFICE,
    OTHER,
    OTHER_TO_YOU,
    THE_SAME,
    TO_TORN,
    TO_YOU,
    TORN,
)
from sim.answer.scripted.english.same_topic import same_topic, topic_key
from sim.answer.scripted.relationship_words import MARRIED
from sim.language.text import NAME, as_clause, fill, stems
from sim.prompts import Question

SEEKS = re.compile(r"\b(?:running|runs|run|standing|stands|stand) for (\w+)")
"""Somebody wants an office."""
_MATTER = re.compile(
    rf"^(?P<who>{NAME}) (?:is|are|wants|plans|has had) (?:.*\b)?(?:(?:running|standing) for|closing|selling|building|"
    r"pulling down|an offer for|leaving|moving|giving up|the roof|the new road|a strike)\b"
)
KINDS = ("office", "public", "leaving", "matter")
"""The kinds of matters: an office that is sought, what changes the place for others, what somebody leaves, and any."""
_PUBLIC = re.compile(r"\b(?:closing|selling|building|pulling down|an offer for|the roof|the new road|a strike)\b")
_LEAVING = re.compile(r"\b(?:leaving|moving|giving up)\b")
_GERUND = re.compile(rf"^({NAME}) is (\w+ing .+?)\.?$")
_VIEW = re.compile(rf"^(?P<who>{NAME}) is (?P<way>{FOR}|{TORN}|{AGAINST}) (?P<what>.+?)\.?$")
_ON_THE_CARD = (
    (re.compile(r"\bcannot decide\b|\bis sorry already\b"), TORN),
    (re.compile(r"\bis against\b|\bis making a mistake\b|\ba disaster\b"), AGAINST),
    (re.compile(r"\bis all for\b|\bcollecting voices for\b|\bhas promised\b.* to help\b"), FOR),
)
"""The view that the present concern of a card holds, where it names whose matter it is."""
_FORWARD = frozenset(
    ("ambitious", "adventurous", "cheerful", "generous", "friendly", "rebellious", "energetic", "impulsive", "brave")
)
_BACKWARD = frozenset(("cautious", "grumpy", "nostalgic", "thrifty", "pessimistic", "gloomy", "proud", "anxious", "serious"))
_FIRM = frozenset({"stubborn", "proud", "rebellious"})
_ASKS = re.compile(
    r"\b(?:think|thoughts|view|opinion|feel|vote|voting|for or against|in favour|support|agree|should|would you|back)\b", re.I
)
_ASKING = stems("think thoughts view opinion feel about vote voting for against favour support agree should would want good")
_OPTIONS = (
    (re.compile(r"\b(?:undecided|unsure|not sure|don't know|do not know|no opinion|maybe|perhaps|torn)\b", re.I), TORN),
    (re.compile(r"\b(?:no|not|against|oppose\w*|never|disagree\w*)\b", re.I), AGAINST),
    (re.compile(r"\b(?:yes|for|support\w*|favou?r|agree\w*|vote)\b", re.I), FOR),
)
TILT = 0.15
"""How much one trait adds for or against."""
SWAYED = 2
"""By how many voices the contrary must be ahead to make somebody doubt."""


def is_matter(statement: str) -> bool:
    """Whether people hold views on what a statement tells: no party, no secret, nobody's view."""
    if not _MATTER.match(statement) or is_view(statement):
        return False
    return not PRIVATE.search(statement) and gathering_of(statement) is None


def is_view(statement: str) -> bool:
    """Whether a statement says what somebody thinks of a matter."""
    return _VIEW.match(statement) is not None


def matter(statement: str) -> str:
    """As a noun phrase: ``Petra Lindholm's running for mayor``."""
    found = _GERUND.match(statement)
    return f"{found[1]}'s {found[2]}" if found else f"it that {as_clause(statement)}"


def stance(q: Question[Any], statement: str) -> str:
    """``FOR``, ``TORN`` or ``AGAINST``: the view of whoever is asked, with what they remember of others' views."""
    who = _subject(statement)
    card = q.card
    about = " ".join((*card.background, card.currently))
    if who == card.name:
        return FOR
    written = _written(card.currently, who)
    if written:
        return written
    if who in about and MARRIED.search(about):
        return FOR
    if at_stake(q, statement):
        return AGAINST if at_stake(q, statement) == HOLDER else TORN
    traits = set(card.traits)
    tilt = TILT * (len(traits & _FORWARD) - len(traits & _BACKWARD))
    whole = in_full(statement, (q.names.me, *q.names.people))  # one view of it, whatever it was called when it was told
    draw = Dice(0, f"{card.name} on {topic_key(whole)}").below(1000) / 1000 + tilt
    own = FOR if draw > 0.6 else AGAINST if draw < 0.35 else TORN
    heard = list(views(q.memories, statement))
    ahead = heard.count(FOR) - heard.count(AGAINST)
    if traits & _FIRM or abs(ahead) < SWAYED:
        return own
    moved = {FOR: (AGAINST, TORN), AGAINST: (FOR, TORN), TORN: (TORN, FOR if ahead > 0 else AGAINST)}[own]
    return moved[1] if own == TORN or (own == FOR) == (ahead < 0) else own


def at_stake(q: Question[Any], statement: str) -> str:
    """``HOLDER`` for whoever has the office that a statement says somebody else seeks, ``HOLDERS_FAMILY`` for their family, by
    the card, else ``""``."""
    office = SEEKS.search(statement)
    if office is None or statement.startswith(q.card.name):
        return ""
    if re.search(rf"\b{re.escape(office[1])}\b", q.setting.occupation, re.I):
        return HOLDER
    kin = re.compile(rf"\b(?:{_FAMILY}) (?:\w+ ){{0,2}}is (?:the )?{re.escape(office[1])}\b", re.I)
    return HOLDERS_FAMILY if any(map(kin.search, q.card.background)) else ""


HOLDER, HOLDERS_FAMILY, TO_HOLDER, TO_FAMILY = STAKES = ("holder", "holder's family", "to the holder", "to the family")
"""How somebody is concerned when an office is sought: it is theirs, or their family's; or one of these told of it, or whoever
is married to the one who seeks it. Also the bonds of what is answered then."""
_FAMILY = "daughter|son|father|mother|wife|husband|brother|sister"


def _written(currently: str, who: str) -> str:
    """The view of ``who``'s matter that a card's present concern holds; ``""`` for none."""
    return next((way for pattern, way in _ON_THE_CARD if who in currently and pattern.search(currently)), "")


def views(memories: Sequence[str], statement: str) -> Iterator[str]:
    """The views of others on it that one remembers."""
    what = matter(statement)
    for memory in memories:
        found = _VIEW.match(split_teller(memory)[0])
        if found and same_topic(found["what"], what):
            yield found["way"]


def asked_about(q: Question[Any], question: str) -> str:
    """The matter that a question for somebody's view is about, as they know of it; ``""`` for any other question."""
    if not _ASKS.search(question):
        return ""
    known = [split_teller(text)[0] for text in (*q.memories, *q.card.concerns, *q.card.background) if text]
    matters = [text for text in known if is_matter(text)]
    words = stems(question) - _ASKING
    if not words:  # ``Who will you vote for?`` is asked of an office
        return next((text for text in matters if SEEKS.search(text)), "") if _VOTES.search(question) else ""
    best = max(matters, key=lambda text: len(words & stems(text)), default="")
    return best if best and len(words & stems(best)) >= min(2, len(words)) else ""


_VOTES = re.compile(r"\bvot(?:e|ing)\b", re.I)


def asks_view(question: str) -> bool:
    """Whether a question is for somebody's vote on a matter."""
    return _VOTES.search(question) is not None


def wants(option: str) -> str:
    """The view that an answer to choose stands for: ``Yes`` or ``I would vote for her`` is ``FOR``; ``""`` for none."""
    return next((way for pattern, way in _OPTIONS if pattern.search(option)), "")


def called(statement: str, way: str, to: str) -> str:
    """The name under which the banks keep answers to a matter, held by ``way``; ``to`` is who has told it."""
    patterns = zip(KINDS, (SEEKS, _PUBLIC, _LEAVING), strict=False)
    kind = next((kind for kind, pattern in patterns if pattern.search(statement)), KINDS[-1])
    return f"{kind} {'yours' if _subject(statement) == to else 'theirs'} {way}"


def said(statement: str, way: str, dice: Dice, to: str = "", me: str = "") -> list[str]:
    """Lines that hold a view of ``me``, in random order; ``to`` is who is spoken to."""
    who = _subject(statement)
    if who == me:
        return dice.order(list(OF_ONESELF))
    tables = (TO_YOU, OFFICE) if SEEKS.search(statement) else (OTHER_TO_YOU, OTHER)
    table = tables[who != to]
    return [fill(line, {"first": who.split(" ")[0]}) for line in dice.order(list(table[way]))]


def replies(statement: str, own: str, theirs: str, me: str, dice: Dice) -> list[str]:
    """What one whose view is ``own`` says to somebody else's; other words where it is about ``me``."""
    who = _subject(statement)
    differ = NOT_SURE if own == TORN else TO_TORN if theirs == TORN else NOT_THE_SAME
    table = MINE[theirs] if who == me else THE_SAME if own == theirs else differ
    first = who.split(" ")[0]
    return [fill(line, {"first": first}) for line in dice.order(list(table))]


@lru_cache(maxsize=20_000)
def held(line: str) -> str:
    """The view that a line holds, or ``""``."""
    return next((way for pattern, way in _lines() if pattern.search(line)), "")


def _subject(statement: str) -> str:
    found = _MATTER.match(statement)
    return found["who"] if found else ""


@lru_cache(maxsize=1)
def _lines() -> tuple[tuple[re.Pattern[str], str], ...]:
    every = [(line, way) for table in (OFFICE, OTHER, TO_YOU, OTHER_TO_YOU) for way, rows in table.items() for line in rows]
    every += [
        (one.turns[0], news.split(" ", 2)[2]) for news, ones in open_banks().comments.items() for one in ones if _is_view(news)
    ]
    return tuple((re.compile(re.escape(line).replace(r"\{first\}", r"[\w'’-]+")), way) for line, way in every)


def _is_view(news: str) -> bool:
    return news.startswith(KINDS)
