"""Answers ``react``: continue, talk, wait or replan, with a short reason; by what is seen, by whom, and what is to be told.

``sized_up`` tells a small mind what that depends on. Knows nothing of what is said then, nor of new plans (``replanning``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from sim.answer.scripted.commitments import RETIRING, SOCIABLE
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.poignancy import ALARM, IDLE, RUIN, SPILLING
from sim.answer.scripted.exchanges import has_matter_for
from sim.answer.scripted.hosts import hosting
from sim.answer.scripted.initiatives import thinks_of
from sim.answer.scripted.news_to_tell import meeting, whom
from sim.answer.scripted.occupations import outdoors
from sim.answer.scripted.relationship_words import COOL, FOND, STRANGER
from sim.answer.scripted.talk import Talk
from sim.language.text import clip, stems
from sim.prompts.records import SaidInTown
from sim.prompts.tasks.react import LONGEST, React, Reaction

BUSY = re.compile(
    r"\b(?:sleep|asleep|napping|shower|bath|toilet|on the phone|in an? (?:exam|meeting)|lectur|teaching a|hurry|"
    r"rushing|running late|praying|meditat|"

                   r"operating|in the middle of|undress|getting dressed|is talking with|fishing for)", re.I)  # fmt: skip
_TROUBLE = re.compile(
    r"\b(?:calling for help|crying|in tears|fallen|collapsed|hurt|bleeding|unconscious|choking|fainted|screaming|"
    r"needs help|lost)\b",
    re.I,
)
_DAMAGE = re.compile(
    rf"{SPILLING.pattern}|{RUIN.pattern}|\b(?:flooded|broken|smashed|alarm is ringing|on the floor|is smoking(?! an?\b))\b",
    re.I,
)
_WEATHER = re.compile(r"\b(?:rain\w*|storm\w*|thunder\w*|hail\w*|snowing|pouring)\b", re.I)
_TAKEN = re.compile(r"\b(?:is (?:using|in|at|on) the|is (?:being used|occupied|taken|in use)|is using|occupied)\b", re.I)
_JUST = re.compile(r"\b(?:just (?:talked|finished|said|spoke)|a few minutes ago|a moment ago|minutes ago)\b")


def react(q: React, banks: Banks, dice: Dice) -> Iterator[Reaction]:
    options = q.options()
    choices = [choice for choice in _choices(q, banks, dice) if choice.choice in options]
    for choice in choices:
        yield replace(choice, reason=clip(choice.reason, LONGEST))
    if choices and "continue" not in {choice.choice for choice in choices}:
        return  # trouble, or a thing that is taken: going on as if nothing were is not for a model to choose
    for option in options:
        yield Reaction(option, _plain(option))


def sized_up(q: React) -> React:
    """``q`` of whom one sees in the words that decide, for a mind that does not know them all: who is busy, how one stands with
    whom, which traits count, and a talk that has just ended."""
    seen, doing = (f"{text} (busy)" if BUSY.search(text) else text for text in (q.seen, q.doing))
    ways = {"fond": FOND, "cool": COOL, "stranger": STRANGER}
    stands = ", ".join(name for name, way in ways.items() if way.search(q.relationship))
    card = replace(q.card, traits=tuple(trait for trait in q.card.traits if trait in SOCIABLE or trait in RETIRING))
    return replace(q, card=card, seen=seen, doing=doing, relationship=stands, memories=_just_ended(q), spare=())


def _choices(q: React, banks: Banks, dice: Dice) -> list[Reaction]:
    """The choices that make sense here, most fitting first; without ``continue`` where one cannot go on as before."""
    seen = q.seen or q.new
    go_on = Reaction(
        "continue", dice.pick(("nothing here calls for a change", f"{q.first} wants to finish this first", "it can wait"))
    )
    urgent = _urgent(q, seen, dice)
    if urgent:
        return [urgent]
    taken = _taken(q, seen)
    if taken:
        return [taken, Reaction("replan", _plain("replan"))]
    if IDLE.match(seen) or not whom(seen):
        return [go_on]
    return _social(q, seen, banks, dice, go_on)


def _urgent(q: React, seen: str, dice: Dice) -> Reaction | None:
    """Fire, flood, cries for help, rain on somebody outdoors."""
    if _TROUBLE.search(seen):
        who = _first(seen)
        return Reaction("replan", dice.pick((f"{who} needs help", "this cannot wait", f"{q.first} cannot walk past this")))
    if (ALARM.search(seen) and not IDLE.match(seen)) or (_DAMAGE.search(seen) and not whom(seen)):
        return Reaction(
            "replan",
            dice.pick(
                (f"{q.first} has to deal with this at once", "this cannot wait", "somebody has to do something about it")
            ),
        )
    if _WEATHER.search(seen) and outdoors(q):
        return Reaction("replan", dice.pick(("it is too wet to stay outside", f"{q.first} does not want to get soaked")))
    return None


def _taken(q: React, seen: str) -> Reaction | None:
    """The very thing one is about to use is in use."""
    if not _TAKEN.search(seen):
        return None
    thing = re.search(r"\bthe ((?:[\w-]+ ){0,3}?[\w-]+?)(?= is\b|$| by\b| at\b| in\b)", seen)
    words = stems(thing[1]) if thing else frozenset()
    if not words or not words <= stems(q.doing):
        return None
    return Reaction("wait", f"the {thing[1] if thing else 'place'} is taken")


def _social(q: React, seen: str, banks: Banks, dice: Dice, go_on: Reaction) -> list[Reaction]:
    """Somebody is there: talk, or leave them alone."""
    first = _first(seen)
    if BUSY.search(seen):
        return [Reaction("continue", dice.pick((f"{first} looks busy", f"{q.first} does not want to disturb {first}"))), go_on]
    if BUSY.search(q.doing):
        return [Reaction("continue", dice.pick(("this is not a good moment", f"{q.first} is too busy now"))), go_on]
    if _just_ended(q):
        return [Reaction("continue", f"{q.first} has only just spoken with {first}"), go_on]
    chat = meeting(q, banks)
    talk = _wish_to_talk(q, chat, first, dice)
    if not dice.chance(_eagerness(q, chat)):
        return [go_on, talk]
    return [talk] if hosting(chat) else [talk, go_on]  # whether to ask somebody to one's party is not for a model to choose


def _just_ended(q: React) -> tuple[str, ...]:
    """The memories of a talk with whom one sees that ended a moment ago."""
    who = whom(q.seen or q.new)
    return tuple(memory for memory in q.memories if who and who in memory and _JUST.search(memory))


def _wish_to_talk(q: React, talk: Talk, first: str, dice: Dice) -> Reaction:
    """Talking, with the reason that fits: their news, one's own, curiosity, liking."""
    if talk.about_other:
        why = "about"
    elif talk.news:
        why = "news"
    elif thinks_of(talk):
        why = "thought"
    else:
        why = "stranger" if STRANGER.search(q.relationship) else "cool" if COOL.search(q.relationship) else "liking"
    return Reaction("talk", dice.pick(_WISHES[why]).format(me=q.first, you=first))


_WISHES = {
    "about": ("{me} has heard {you}'s news and wants to know more", "{me} wants to hear it from {you}"),
    "news": ("{me} has news for {you}", "{me} wants to tell {you} the news", "{you} would want to know the news"),
    "thought": ("{me} has been thinking about {you}", "there is something that {me} has wanted to say to {you}"),
    "stranger": ("{me} would like to know who that is", "{me} has not met {you} yet"),
    "cool": (
        "{me} has a bone to pick with {you}",
        "{me} cannot walk past {you} without a word",
        "there is something between {me} and {you} that has not been said",
    ),
    "liking": ("{me} would enjoy a chat with {you}", "{me} likes {you} and has a moment", "it would be rude not to say hello"),
}


UNKNOWN = 0.1
"""How much more likely one speaks with whom one does not know yet: somebody has to begin."""
HAMLET, QUIET = 6, 600
"""The people one knows where nobody walks past anybody without a word, least of all after so many game seconds of silence."""


def _eagerness(q: React, talk: Talk) -> float:
    """How likely a talk is: an invitation, news, what one has concluded of them, what one has to say
    to just them on bad terms, liking and a sociable nature count for it."""
    liking = 0.2 * bool(FOND.search(q.relationship)) - 0.2 * bool(COOL.search(q.relationship))
    town = q.telling.town
    quiet = isinstance(town, SaidInTown) and town.silence() > QUIET
    few = (0.8 if quiet else 0.4) if 0 < len(q.names.people) <= HAMLET else 0.0
    base = 0.15 + few + liking + UNKNOWN * bool(STRANGER.search(q.relationship))
    nature = sum(trait in SOCIABLE for trait in q.card.traits) - sum(trait in RETIRING for trait in q.card.traits)
    news = 0.8 if hosting(talk) else 0.45 if talk.news else 0.0
    thought = 0.6 if thinks_of(talk) or (talk.cool and has_matter_for(talk)) else 0.0
    return min(0.95, max(0.05, base + max(news, thought) + 0.08 * nature))


def _first(seen: str) -> str:
    return (whom(seen) or "somebody").split(" ")[0]


def _plain(option: str) -> str:
    """A reason that fits anything."""
    return _REASONS.get(option, "it seems right")


_REASONS = {
    "continue": "nothing here calls for a change",
    "talk": "it would be rude not to say hello",
    "wait": "it will be free soon",
    "replan": "the plan no longer fits",
}
