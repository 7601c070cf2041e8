"""Answers to questions about news that was told: where, when, who, from whom; from the talk and the memories alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.gatherings import Gathering, gathering_of
from sim.answer.scripted.english.news import TOWN, split_teller
from sim.answer.scripted.english.phrases import asking
from sim.answer.scripted.english.same_topic import same_topic
from sim.answer.scripted.english.statements import bank_lines
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.voice import plain
from sim.language.text import PERSON, as_clause, capital, stems
from sim.language.time_and_place import near_by

_HOST = re.compile(rf"^({PERSON})(?= (?:is|are|has|will|plans|hosts|gives|holds|and)\b)")


@dataclass(frozen=True, slots=True)
class Subject:
    """What the question is about: the statement, and all that is known of its occasion with who it is known from."""

    statement: str
    known: tuple[Gathering, ...]
    texts: tuple[str, ...]
    source: str


def detail(talk: Talk, dice: Dice) -> list[str]:
    """Answers to a question on the occasion spoken of; empty for any other question."""
    if not talk.occasion:
        return []
    kind = next((tell for pattern, tell in _DETAILS if pattern.search(talk.last)), None)
    return kind(talk, _subject(talk), dice) if kind else []


def _subject(talk: Talk) -> Subject:
    assert talk.occasion is not None
    statement = talk.occasion[1]
    pairs = [split_teller(memory, talk.me) for memory in talk.q.memories]
    same = [(text, source) for text, source in pairs if same_topic(statement, text)]
    texts = (statement, *(text for text, _ in same))
    found = [gathering_of(text, talk.q.names.places) for text in texts]
    return Subject(statement, tuple(o for o in found if o), texts, next((source for _, source in same if source), ""))


def _where(talk: Talk, subject: Subject, dice: Dice) -> list[str]:
    place = next((occasion.place for occasion in subject.known if occasion.place), "")
    return plain(talk, asking.ANSWER_WHERE, dice, place=place) if place else plain(talk, asking.DONT_KNOW, dice)


def _when(talk: Talk, subject: Subject, dice: Dice) -> list[str]:
    when = near_by(max((occasion.when() for occasion in subject.known), key=len, default=""), talk.now)
    return plain(talk, asking.ANSWER_WHEN, dice, when=when) if when else plain(talk, asking.DONT_KNOW, dice)


def _who(talk: Talk, subject: Subject, dice: Dice) -> list[str]:
    hosts = [match[1] for match in map(_HOST.match, subject.texts) if match and not TOWN.match(match[1])]
    if talk.me in hosts:
        return list(asking.ANSWER_MYSELF)
    if hosts:
        return plain(talk, asking.ANSWER_WHO, dice, who=hosts[0])
    return _from_whom(talk, subject, dice) or plain(talk, asking.DONT_KNOW, dice)


def _from_whom(talk: Talk, subject: Subject, dice: Dice) -> list[str]:
    return plain(talk, asking.ANSWER_SOURCE, dice, who=subject.source) if subject.source else []


def _more(talk: Talk, subject: Subject, dice: Dice) -> list[str]:
    return plain(talk, asking.ALL_I_KNOW, dice)


_DETAILS: tuple[tuple[re.Pattern[str], Callable[[Talk, Subject, Dice], list[str]]], ...] = tuple(
    (re.compile(pattern, re.I), tell)
    for pattern, tell in (
        (r"\bwhere\b", _where),
        (r"\bwhen\b|\bwhat (?:day|time)\b", _when),
        (r"\bwho told|\bhow did you (?:find|hear|know)", _from_whom),
        (r"\bwho\b", _who),
        (r"\bany more about|\bwhat else|\bknow more", _more),
    )
)


_QUOTES = re.compile(r""" said(?: to [^:]+)?: ["']""")


def remembered(talk: Talk) -> list[str]:
    """The memory that a question is about, in the first person; empty where none shares enough of its words. What quotes
    somebody is not for saying."""
    words = stems(talk.last)
    if len(words) < 2 or talk.last in bank_lines(talk.banks):
        return []
    sayable = [memory for memory in talk.q.memories if not _QUOTES.search(memory)]
    scored = [(len(words & stems(split_teller(memory, talk.me)[0])), -i, memory) for i, memory in enumerate(sayable)]
    score, _, memory = max(scored, default=(0, 0, ""))
    if score < 2 or score < 0.5 * len(words):
        return []
    text, source = split_teller(memory, talk.me)
    mine = talk.mine_now(text)
    return [f"{source} told me that {as_clause(mine)}." if source and source not in talk.others else f"{capital(mine)}."]
