"""What one says to an invitation: yes, perhaps or no, by nature, by ties and by what is promised for that hour.

The lines of the way that one has taken come first, so that who chooses among them chooses words and not another answer.
"""

from __future__ import annotations

import re

from sim.answer.scripted.comments import clash, comments
from sim.answer.scripted.commitments import expected, willing
from sim.answer.scripted.dialogue_acts import ANSWERS
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.gatherings import PARTY, sort_of
from sim.answer.scripted.english.phrases import inviting
from sim.answer.scripted.english.same_topic import topic_key
from sim.answer.scripted.hosts import answers_late
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.voice import plain

DUTIES = 0.1
"""Most evenings hold something else already, whether or not anybody says what."""
DUTY = 0.35
"""How much rather one goes where it is no pleasure, or where one has long wished to be asked."""
_WISHES = re.compile(r"\b(?:to be asked|lonely|knows? nobody|no friends|misses company|wants company|to be invited)\b")
ONE_WAY = 4
"""Lines of the way taken, before a line of another."""


def to_invitation(talk: Talk, dice: Dice, again: bool = False) -> list[str]:
    """Answers, best first, in words that the recap knows. Who is asked ``again`` stays by their answer; nobody says yes at once
    to whom they are on bad terms with."""
    told = talk.occasion
    if told and clash(talk, told[2]):
        return plain(talk, inviting.DECLINE_CLASH, dice)
    sort = sort_of(told[1]) if told else PARTY
    if told and expected(talk.q, told[1]):
        return plain(talk, inviting.AGAIN_ACCEPT if again else inviting.ACCEPT_TO.get(sort, inviting.ACCEPT), dice)
    wishes = any(map(_WISHES.search, (*talk.q.card.concerns, *talk.q.telling.own)))
    duty = DUTY * (sort != PARTY or wishes) - DUTIES
    will = willing(talk.q.card.traits) + duty + 0.1 * talk.fond - 0.25 * talk.stranger - 0.3 * talk.cool
    new = talk.stranger and len(talk.others) < 2
    first = [
        inviting.ACCEPT_TO.get(sort, inviting.ACCEPT_STRANGER if new else inviting.ACCEPT),
        inviting.UNSURE_TO.get(sort, inviting.UNSURE),
        inviting.DECLINE_TO.get(sort, inviting.DECLINE),
    ]
    ways = [inviting.AGAIN_ACCEPT, inviting.AGAIN_UNSURE, inviting.AGAIN_DECLINE] if again else first
    if answers_late(talk):
        return plain(talk, inviting.ACCEPT_AT_LAST if dice.chance(will) else inviting.DECLINE_AT_LAST, dice)
    mood = Dice(talk.q.telling.me, f"come to {topic_key(told[1])}") if told and talk.q.telling.me else dice
    yes = mood.chance(0.0 if talk.cool else will)
    order = [ways[0], ways[2]] if yes else [ways[2], ways[0]] if mood.chance(0.8) else [ways[1], ways[2], ways[0]]
    said = () if again or sort != PARTY else zip(ANSWERS, first, strict=True)
    own = {way: comments(talk, f"invited {name}", dice) for name, way in said}
    taken, *others = ([*own.get(way, ()), *plain(talk, way, dice)] for way in order)
    return [*taken[:ONE_WAY], *(lines[0] for lines in others)]
