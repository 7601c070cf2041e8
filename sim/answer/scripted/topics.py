"""Remarks on a topic of the banks: which topic a text names, and what one says of it to whom one has spoken of it before.

Knows no news, and not whose turn it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.phrases import chat
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.timely import timely
from sim.language.text import capital, fill, stems

_DANGLING = re.compile(r"\b(?:it|they|them|he|she|him|her|those|these|that one)\b", re.I)


def topics(talk: Talk, dice: Dice) -> list[str]:
    """A remark on a topic that the two have talked about before: out of the blue it answers nobody, and a question would be
    answered by whatever the banks have to say of the topic. Two topics a talk at most, in a long one."""
    opened = {act.split(":")[1] for _, act in talk.acts if act.startswith("topic:")}
    if len(opened) > (len(talk.lines) > 6 and dice.chance(0.3)) or talk.did("remark") or talk.did("exchange"):
        return []
    shared = " ".join(memory for memory in talk.q.memories if talk.other in memory)
    named = topic_of(shared, talk, "about ")
    if not named or named in opened:
        return []
    name, topic = named, talk.banks.topics[named]
    every = [line for line in dice.order(topic["say"]) if timely(line, talk.now.minutes)]
    lines = [line for line in every if not _DANGLING.search(line) or stems(line) & stems(name)]
    lines = talk.unworn(lines)[:5]
    opener = capital(fill(dice.pick(chat.OPENERS), {"topic": name}))
    return talk.unworn(line if stems(line) & stems(name) else f"{opener} {line}" for line in lines)


def topic_of(text: str, talk: Talk, before: str = "") -> str:
    """The topic of the banks that a text names (after the words ``before``), or ``""``."""
    low = text.lower()
    return next((name for name, named in _naming(talk.banks, before) if named.search(low)), "")


@lru_cache(maxsize=16)
def _naming(banks: Banks, before: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every topic with what names it after the words ``before``."""
    return tuple((name, re.compile(rf"\b{before}(?:the )?{re.escape(name.removeprefix('the '))}\b")) for name in banks.topics)
