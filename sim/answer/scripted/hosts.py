"""Whoever gives a gathering, in company: who of them has been asked before, and when the rest is.

Knows the talk so far and the words for asking, not how an invitation is told (``initiatives``) or answered (``answers``).
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.answer.scripted.english.gatherings import is_host
from sim.answer.scripted.english.phrases import inviting, news_lines
from sim.answer.scripted.exchange_course import lines_to_come
from sim.answer.scripted.known_news import News
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.telling import was_asked
from sim.answer.scripted.voice import own_words
from sim.language.text import fill

ROOM = 2
"""Lines that an invitation and an answer want, after whatever the company is speaking of."""


def hosting(talk: Talk) -> bool:
    """Whether one has a gathering of one's own to tell the other of: that comes before all else."""
    return any(is_host(item.text, talk.me) for item in talk.news)


def invitation(talk: Talk, sort: str) -> Sequence[str]:
    """How one asks somebody to come to a gathering of this sort."""
    if sort in inviting.INVITE_TO:
        return inviting.INVITE_TO[sort]
    if talk.stranger:
        return inviting.INVITE_STRANGER
    own = own_words(inviting.INVITE_AS, talk.q.card.traits)
    return (*own, *inviting.INVITE_FRIEND, *inviting.INVITE[:2]) if talk.fond else (*own, *inviting.INVITE)


def asked_before(talk: Talk, item: News) -> str:
    """The first name of the one in company whom one has asked to one's gathering before."""
    asked = [name for name in talk.others if is_host(item.text, talk.me) and was_asked(talk.q, name, item.text)]
    return talk.first(asked[0]) if len(asked) == 1 and len(talk.others) > 1 else ""


def answers_late(talk: Talk) -> bool:
    """Whether one would not promise whoever asks now, when they asked before."""
    said = f"{talk.me} would not promise {talk.other} to come"
    return any(memory.startswith(said) for memory in talk.q.memories)


def named_as_asked(talk: Talk) -> bool:
    """Whether an invitation says that one has had it before."""
    leads = (frame.partition("{S}")[0].strip() for frame in news_lines.TELL_INVITING_SOME)
    return any(fill(lead, {"who": talk.q.card.first}) in talk.last for lead in leads)


def asks_later(talk: Talk) -> bool:
    """Whether one is to say, before one's part in what the company has begun on, that there is something to ask them: a host
    who has not spoken yet, to two of whom neither has been asked."""
    if talk.did("exchange", talk.me) or len(talk.others) != 2 or not hosting(talk):
        return False
    own = [item.text for item in talk.news if is_host(item.text, talk.me)]
    if any(was_asked(talk.q, name, text) for name in talk.others for text in own):
        return False
    left = lines_to_come(talk)
    return bool(left) and talk.turns_left >= left + ROOM


def to_be_asked(talk: Talk) -> str:
    """Who has something to ask the company yet; ``""`` for nobody."""
    if talk.did("invite"):
        return ""
    return next((who for who, line in talk.lines if line.startswith(news_lines.ASK_LATER)), "")
