"""Answers ``summary``, ``relation`` and ``focus``: one sentence about oneself, about somebody else, about a concern."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sim.answer.scripted.commitments import refused, same_occasion
from sim.answer.scripted.conclusions import deed_told, thread_of
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.gatherings import gathering_of, is_host
from sim.answer.scripted.english.news import split_teller
from sim.answer.scripted.english.poignancy import DOING
from sim.answer.scripted.known_news import MULLS, known_news
from sim.answer.scripted.occupations import job, workplace
from sim.answer.scripted.relationship_words import COOL, STRANGER
from sim.language.text import article, as_clause, clip, expression, join, unique
from sim.prompts.tasks.focus import Focus, UpdateFocus
from sim.prompts.tasks.relation import DescribeRelationship, Relationship
from sim.prompts.tasks.summary import SelfSummary, SummariseSelf

_HELP = re.compile(r"\b(?:helped|gave|lent|brought|comforted|looked after|stood up for)\b")
_QUARREL = re.compile(r"\b(?:argued with|quarrelled with|fell out with|fought with|is angry with|shouted at)\b")
_QUOTED = re.compile(r"[\"“'](?=\w).*[\"”']$|\babout .*$")
"""What was said, and about what: no deed."""
_ABOUT = re.compile(r"\babout (?P<topic>(?:(?! and )[^,.;]){3,50})$")


def summary(q: SummariseSelf, banks: Banks, dice: Dice) -> Iterator[SelfSummary]:
    name, trade = q.card.name, job(q, banks)
    traits = join(q.card.traits[:3])
    role = article(trade) if trade and not re.match(r"(?:a|an|the) ", trade) else trade
    concern = q.card.currently.rstrip(".")
    first = f"{name} is {role}" if role else f"{name} lives in town"
    texts = [
        f"{first}, {traits} by nature. {concern}." if traits and concern else "",
        f"{name} is {traits}, {role}" if traits and role else "",
        f"{first} who is {traits}" if traits and role else "",
        f"{name} is {traits}" if traits else "",
        f"{first}. {concern}." if concern else first,
    ]
    for text in unique([clip(text.rstrip("."), 240) if len(text) <= 240 else "" for text in texts]) or [clip(first, 240)]:
        yield SelfSummary(text)


def relation(q: DescribeRelationship, banks: Banks, dice: Dice) -> Iterator[Relationship]:
    before = _tie(q)
    texts = unique([clip(text, 200) for text in (_added(q, before) if before else _relations(q, banks))])
    for text in texts if before else dice.order(texts[:2]) + texts[2:]:
        yield Relationship(text)


def _tie(q: DescribeRelationship) -> str:
    """The tie as it was, which stays whatever comes to it; ``""`` for strangers, and for what a talk or two made of them."""
    before = q.relationship.rstrip(".")
    passing = before in (f"{q.first} knows {q.about}", f"{q.card.name} knows {q.about}")
    passing = passing or (before.startswith(q.card.name) and _PASSING.search(before) is not None)
    return "" if passing or STRANGER.search(before) else before


_PASSING = re.compile(
    r"^[^:;]*\b(?:getting to know|curious to hear more|hardly knows|by sight|a little|a few words|have talked about)\b"
)
"""What a tie that was made by a talk or two says."""


def _talks(q: DescribeRelationship) -> tuple[list[str], list[str]]:
    """The memories of the other, and those of them that tell of both."""
    about = [memory for memory in q.memories if q.about in memory]
    return about, [memory for memory in about if q.card.name in memory and not DOING.match(memory)]


def _relations(q: DescribeRelationship, banks: Banks) -> list[str]:
    """What the memories show of somebody to whom there is no tie yet, most telling first."""
    me, other, (about, talks) = q.card.name, q.about or "somebody", _talks(q)
    if not about:
        return [f"{me} has met {other} and hardly knows them yet", f"{me} knows {other} by sight and has talked with them once"]
    deeds = " ".join(_QUOTED.sub("", memory) for memory in talks)
    if _QUARREL.search(deeds):
        return [
            f"{me} and {other} have quarrelled, and {q.first} keeps a little distance",
            f"{me} is still sore after the quarrel with {other}",
        ]
    topic = _topic(talks, banks) or next((match["topic"] for match in map(_ABOUT.search, talks) if match), "")
    lines = _talked(me, other, talks, topic)
    if _HELP.search(deeds):
        helped = [f"{me} has come to rely on {other} and is grateful for it", f"{me} knows {other} as somebody who helps"]
        return [*helped, *lines]
    return [*lines, *_known_of(me, other, about)] or [
        f"{me} and {other} exchange a few words now and then",
        f"{me} knows {other} a little and is friendly with them",
    ]


def _added(q: DescribeRelationship, before: str) -> list[str]:
    """A tie with what has come to it behind it: how it was changed, then what is known of the other, the latest alone."""
    about, talks = _talks(q)
    tie, _, known = before.partition("; ")
    first, deeds = q.about.split(" ")[0], " ".join(_QUOTED.sub("", memory) for memory in talks)
    if _QUARREL.search(deeds) and "quarrel" not in tie:
        tie = f"{tie}, but they have quarrelled and {q.first} keeps a little distance"
    elif _HELP.search(deeds) and "rely" not in tie:
        tie = f"{tie}, and {q.first} has come to rely on {first}"
    elif len(talks) > 1 and not COOL.search(tie) and "talk" not in tie:
        tie = f"{tie}, and {q.first} likes talking with {first}"
    new = [text.replace(q.card.name, q.first, 1) for text in _known_of(q.card.name, q.about, about)]
    behind = next((text for text in new if text not in known and len(tie) + len(text) < 198), known)
    return [f"{tie}; {behind}" if behind else tie, tie, before]


def _known_of(me: str, other: str, about: list[str]) -> list[str]:
    """Facts about the other, in the words ``... knows that ...``."""
    plain = [split_teller(memory, me)[0] for memory in about]
    facts = [text for text in plain if text.startswith(other) and me not in text and not DOING.match(text)]
    return [f"{me} knows that {as_clause(text)}" for text in facts]


def _topic(talks: list[str], banks: Banks) -> str:
    """The topic of the banks that the talks name, or ``""``."""
    text = " ".join(talks)
    return next((name for name in banks.topics if name in text and expression(rf"\b{re.escape(name)}\b").search(text)), "")


def _talked(me: str, other: str, talks: list[str], topic: str) -> list[str]:
    if not talks:
        return []
    if topic:
        often = "often talk" if len(talks) > 2 else "have talked"
        return [
            f"{me} and {other} {often} about {topic}, and {me.split(' ')[0]} enjoys it",
            f"{me} likes talking with {other} about {topic}",
        ]
    if len(talks) > 2:
        return [f"{me} and {other} talk often and trust each other", f"{me} feels at ease with {other}"]
    return [f"{me} is getting to know {other} and enjoys their talks", f"{me} likes {other} and is curious to hear more"]


def focus(q: UpdateFocus, banks: Banks, dice: Dice) -> Iterator[Focus]:
    """The concern of the card, and behind it what has come to it by now."""
    concern = next(iter(q.card.concerns), "")
    place = workplace(q, banks)
    usual = [
        concern,
        f"{q.card.name} is busy with the work at {place}" if place else "",
        f"{q.card.name} is going about the day",
    ]
    added = [f"{concern}. {text}" if concern else text for text in _lately(q, banks)]
    for text in unique([text for text in (*added, *usual) if 0 < len(text) <= 200]):
        yield Focus(text)


def _lately(q: UpdateFocus, banks: Banks) -> list[str]:
    """What is coming up and what was promised first; then what was concluded, and matters that were spoken of."""
    name = q.card.name
    lines = [f"{name} is looking forward to {going}" for going in filter(None, (_promised(text, name) for text in q.memories))]
    for item in known_news(q, banks, {}):
        occasion = gathering_of(item.text, q.names.places)
        host = is_host(item.text, name) or is_host(item.text, q.card.first)
        if not occasion or (refused(name, q.memories, item.text) and not host):
            continue
        if host:
            lines.append(f"{name} is getting ready for {occasion.phrase()}")
        elif any(same_occasion(item.text, memory) for memory in q.memories if _AGREED.match(memory.removeprefix(name))):
            lines.append(f"{name} is looking forward to {occasion.phrase()}")
        else:
            lines.append(f"{name} is thinking about going to {occasion.phrase()}")
    concluded = [found for found in (thread_of(text, banks) for text in q.memories) if found]
    told = [(banks.thread_by_deed[deed], who) for who, deed in map(deed_told, q.memories) if deed in banks.thread_by_deed]
    whose = [(thread.first.about, "about" if who == name else f"of {who} and") for thread, who in (*concluded, *told)]
    return [*lines, *(f"{q.card.first}{MULLS}{of} {about}" for about, of in whose)]


_AGREED = re.compile(r" (?:promised .+ to come to|plans to go to|agreed to go to) ")


def _promised(text: str, name: str) -> str:
    """What ``name`` has promised to come to; ``""`` where a text says nothing of the kind."""
    occasion = gathering_of(text) if text.startswith(f"{name} plans to go to ") else None
    return occasion.phrase() if occasion else ""
