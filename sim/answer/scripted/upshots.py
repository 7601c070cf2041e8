"""What a talk came to: an invitation taken or not, two views, something told. Whoever goes first takes leave by it.

Knows what was said, not how it is said goodbye to (``meeting.FAREWELL_AFTER``).
"""

from __future__ import annotations

from sim.answer.scripted.english.gatherings import gathering_of
from sim.answer.scripted.english.news import PRIVATE
from sim.answer.scripted.english.phrases import chat, news_lines
from sim.answer.scripted.english.phrases.opinions import AGAINST, FOR
from sim.answer.scripted.opinions import SEEKS, held, is_matter
from sim.answer.scripted.talk import Talk

_ANSWERS = (("accept", "promised"), ("decline", "declined"), ("unsure", "doubted"))
"""The act of who answers an invitation, which is also their farewell's name, with the name of the host's."""
_KNEW = (
    *news_lines.KNEW, *news_lines.KNEW_GOING, *news_lines.KNEW_REFUSED, *news_lines.KNEW_MINE, *news_lines.KNEW_ALWAYS,
    *news_lines.KNEW_SECRET,
)  # fmt: skip

_GOES = (*news_lines.KNEW_GOING, *news_lines.GOING)


def came_to(talk: Talk) -> str:
    """A name in ``meeting.FAREWELL_AFTER``, for the one who goes; ``""`` for nothing in particular."""
    if talk.did("invite"):
        return _answered(talk)
    if talk.statements:
        return _told(talk)
    return "heard" if talk.last.endswith((*chat.CONCERN_HEARD, *chat.WORRY_HEARD)) else ""


def _answered(talk: Talk) -> str:
    for act, host in _ANSWERS:
        if talk.did(act, talk.me) or talk.did(act, talk.other):
            return act if talk.did(act, talk.me) else host
    return ""


def _told(talk: Talk) -> str:
    who, statement = talk.statements[-1]
    mine = who == talk.me
    if gathering_of(statement, talk.q.names.places):
        both = any(goes in line for line in talk.mine for goes in _GOES)
        if talk.last.endswith(news_lines.KNEW_REFUSED):
            return "refused"
        return ("accept" if both else "going") if talk.last.endswith(_GOES) else "tipped"
    if any(line.endswith(_KNEW) for _, line in talk.lines):
        return ""
    if PRIVATE.search(statement) or any(line.endswith(news_lines.KEEP_AND_ASK) for _, line in talk.lines):
        return "secret" if mine else "trusted"
    if any(line.endswith(news_lines.NOT_DECIDED) for _, line in talk.lines):
        return "told" if mine else "cared"
    if is_matter(statement) and (views := _views(talk, statement)):
        return views
    return "told" if mine else "learned"


def _views(talk: Talk, statement: str) -> str:
    """By whose matter it is, else by whether both think the same of it."""
    mine = statement.startswith(talk.me)
    if mine or statement.startswith(talk.other):
        return "candidate" if not mine else "runs" if SEEKS.search(statement) else "told"
    theirs = [line for who, line in talk.lines if who != talk.me]
    one, other = (next(filter(None, map(held, lines)), "") for lines in (talk.mine, theirs))
    return "agreed" if one and one == other else "differed" if {one, other} == {FOR, AGAINST} else ""
