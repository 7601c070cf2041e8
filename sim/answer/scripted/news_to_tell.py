"""Adds to a question about talk the news that there is to tell: models cannot work out who has heard it already.

Knows nothing of what to say, nor of whether to speak at all (``reactions``).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeVar

from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.same_topic import same_topic
from sim.answer.scripted.talk import Talk
from sim.language.text import PERSON
from sim.prompts import Question, TalkQuestion
from sim.prompts.tasks.react import React
from sim.prompts.tasks.say import Say

Q = TypeVar("Q", bound=Question[Any])

_SEEN = re.compile(rf"^(?P<who>{PERSON}) (?:is|are|has|was|says|said)\b")
_SOURCE = re.compile(r" \((?:from [^()]+|in confidence)\)$")


def whom(seen: str) -> str:
    """Who it is that is seen doing something; "" for a thing."""
    match = _SEEN.match(seen)
    return match["who"] if match else ""


def meeting(q: React, banks: Banks) -> Talk:
    """The talk that one could begin with whom one sees."""
    return Talk(replace(q, talking_with=tuple(filter(None, [whom(q.seen or q.new)])), conversation=()), banks)


def with_news(q: Q, banks: Banks) -> Q:
    """A question of talk, or of whom one sees, with what there is to tell: no model sees by itself whom one has told before."""
    if not isinstance(q, (Say, React)):
        return q
    talk = Talk(q, banks) if isinstance(q, Say) else meeting(q, banks)
    item = next(iter(talk.news), None) if talk.others else None
    if item is None:
        return q
    source = f" (from {item.source})" if item.source and not item.text.startswith(item.source) else ""
    return replace(q, tell=f"{item.text.rstrip('.')}{' (in confidence)' if item.secret else source}")


def tells_of(q: TalkQuestion[Any], line: str) -> bool:
    """Whether a line tells what there is to tell (``q.tell``), or another has just told it."""
    news = _SOURCE.sub("", q.tell)
    return any(same_topic(said, news) for said in (line, *(text for _, text in q.conversation or ())))
