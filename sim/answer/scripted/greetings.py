"""Greetings and goodbyes: by the tie, the hour and one's nature, and what strangers say of themselves.

Knows how a talk begins and ends, not what there is to tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.phrases import manners, meeting
from sim.answer.scripted.exchange_course import of_a_thread
from sim.answer.scripted.initiatives import HOUSEHOLD, thinks_of
from sim.answer.scripted.occupations import job, occupation
from sim.answer.scripted.relationship_words import KIN
from sim.answer.scripted.speech_habits import own_greetings
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.timely import EVENING, of_the_hour
from sim.answer.scripted.upshots import came_to
from sim.answer.scripted.voice import own_words, plain
from sim.language.text import article, unique

COLOURED = 0.6
"""How likely one greets and takes leave in one's own words."""


def greetings(talk: Talk, dice: Dice) -> list[str]:
    """By tie: who is a stranger, of the family, met before today, a friend, or anybody."""
    if talk.stranger:
        return introductions(talk, meeting.GREET_STRANGER, dice)
    if KIN.search(talk.q.relationship):
        return _no_echo(plain(talk, meeting.GREET_KIN[hour(talk)], dice), talk)
    today = talk.q.telling.today and len(talk.others) < 2
    usual = plain(talk, meeting.GREET_AGAIN if today else meeting.GREET_HOUR[hour(talk)], dice)
    usual = _no_echo(usual, talk) if today else usual
    if len(talk.others) > 1:
        return _unaddressed(usual) if talk.lines else usual
    if (own := own_greetings(talk, dice)) and not today and dice.chance(COLOURED):
        return [*own, *usual]
    if talk.news or thinks_of(talk):
        return usual  # there is something to say, which wants no flourish before it
    own = _in_own_words(talk, manners.GREETINGS, dice)
    coloured = own[:2] or (plain(talk, meeting.GREET_FRIEND, dice)[:2] if talk.fond and not today else [])
    return talk.unworn([*coloured, *usual] if dice.chance(COLOURED) else [*usual, *coloured])


def _no_echo(lines: list[str], talk: Talk) -> list[str]:
    """Those that do not begin as the greeting does that they answer, where there are such."""
    return [line for line in lines if line.split()[0] not in talk.last.split()[:1]] or lines


def _unaddressed(lines: Sequence[str]) -> list[str]:
    """Without ``you two``: it is enough that one says it."""
    return [re.sub(r",? (?:you two|everybody)\b", "", line) for line in lines]


def _in_own_words(talk: Talk, table: Mapping[str, tuple[str, ...]], dice: Dice) -> list[str]:
    """Greetings or goodbyes of one's own nature, but those that one has said lately, whoever to."""
    lately = " ".join(talk.q.telling.said)
    lines = own_words(table, talk.q.card.traits)
    now = talk.now.minutes
    return plain(talk, [it for it in lines if max(it.split("{you}"), key=len) not in lately and of_the_hour(it, now)], dice)


def introductions(talk: Talk, lines: Sequence[str], dice: Dice) -> list[str]:
    """Greetings to a stranger; rather with a word on what one does."""
    called = job(talk.q, talk.banks)
    plainly = (f"I'm {article(called)}.",) if re.fullmatch(r"[a-z][a-z' -]+", called) else ()
    trade = occupation(talk.q, talk.banks)
    does = talk.unworn(dice.order(talk.banks.introductions.get(trade.name if trade else "", plainly)))[:1]
    timed = [line for line in lines if of_the_hour(line, talk.now.minutes)]
    filled = plain(talk, timed, dice, you=talk.first(talk.other), does=" ".join(does))
    return sorted(filled, key=lambda line: not (does and line.endswith(does[0])))


def hour(talk: Talk) -> str:
    """The part of the day that greetings know: ``morning``, ``day``, ``evening``."""
    return "morning" if 240 <= talk.now.minutes < 720 else "evening" if talk.now.minutes >= EVENING else "day"


def farewells(talk: Talk, dice: Dice) -> list[str]:
    """Goodbyes: shorter in return for one, by what the talk came to; at home next to none."""
    returned, kin = talk.left, bool(KIN.search(talk.q.relationship))
    why = came_to(talk) if len(talk.others) < 2 and (talk.did("invite") or not kin) else ""
    if talk.stranger and len(talk.lines) < 3 and not any(talk.first(talk.other) in line for _, line in talk.lines):
        return plain(talk, meeting.GOODBYE_UNNAMED, dice)
    if (talk.at_home and not talk.stranger and not why) or (kin and HOUSEHOLD.search(talk.q.at)):
        leaving = meeting.AT_HOME_AFTER if of_a_thread(talk) else meeting.AT_HOME
        return plain(talk, meeting.AT_HOME_BACK if returned else leaving, dice)
    usual = meeting.GOODBYE_BACK if returned else meeting.FAREWELL_KIN if kin else meeting.FAREWELL
    lines = plain(talk, usual, dice)
    lines = _unaddressed(lines) if len(talk.others) > 1 else lines
    if why and not returned:
        there = talk.occasion[2].what if why == "accept" and talk.occasion else ""
        fitting = (*meeting.FAREWELL_AFTER[why], *(meeting.FAREWELL_THERE if there else ()))
        lines = [*plain(talk, fitting, dice, what=there), *lines]
    elif talk.fond and not (returned or kin or len(talk.others) > 1 or talk.did("exchange")) and dice.chance(COLOURED):
        lines = [*plain(talk, meeting.FAREWELL_FRIEND, dice)[:1], *lines]
    return unique([*lines, *plain(talk, (*meeting.GOODBYE_BACK, *meeting.FAREWELL), dice)])
