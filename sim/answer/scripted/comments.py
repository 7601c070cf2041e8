"""What comes of news: the small conversations that begin with an answer to it (``assets/banks/exchanges_news.json``).

Knows by which names the banks keep them, not when one is called for (``answers``). Views on matters are named in ``opinions``.
"""

from __future__ import annotations

import re

from sim.answer.scripted.commitments import cool_to, expected, willing
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.concerns import GLAD, HARD, SAD, UNDERTAKING, wants_of
from sim.answer.scripted.english.gatherings import MOURNING, PARTY, Gathering, gathering_of, is_about, is_host, sort_of
from sim.answer.scripted.english.grammatical_person import mentions
from sim.answer.scripted.english.news import DONE, split_teller
from sim.answer.scripted.english.same_topic import topic_key
from sim.answer.scripted.exchanges import suiting
from sim.answer.scripted.inferences import shared
from sim.answer.scripted.occupations import OUTDOORS, is_small
from sim.answer.scripted.opinions import KINDS
from sim.answer.scripted.relationship_words import KIN_TIE
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.telling import concerns_them
from sim.answer.scripted.voice import in_character
from sim.language.text import NAME, stems
from sim.language.time_and_place import clock_in, day_in

_TO_COME = re.compile(r"\b(?:will|going to|(?:is|are) to|shut\w*|clos(?:es|ed|ing)|forbidden|ends?|sold|sells?|takes?|taken)\b")
"""News of what is decided."""
_INDOORS = re.compile(r"\b(?:windows?|rooms?|doors?|house|indoors|stairs|hall|ceiling)\b")
"""What there is not where people gather out of doors."""
TRADE = 0.65
"""How likely one answers out of one's trade, where there is something: a baker need not speak of bread each time."""
_LOSES = re.compile(
    r"\b(?:los(?:e|es|ing) (?:her|his|their|the|my|your)|dismiss\w*|evict\w*|turn(?:s|ed|ing)? out|sack(?:s|ed|ing)?)\b"
)
WISH, TOUCHED, BOTH, KIN = "wish", "touched", "both", "kin"
"""The names of answers to what somebody wants of oneself, to what ends one's living, to what one had a part in, and to what
one's kin is up to."""
ERRAND = "errand"
"""How the name of those begins that answer no news, but say what somebody was looked for."""


def comments(talk: Talk, news: str, dice: Dice) -> list[str]:
    """First lines of the exchanges that answer such news, new in town: in character, and mostly out of one's own trade."""
    kind, _, rest = news.partition(" ")
    named = (news, f"{KINDS[-1]} {rest}") if kind in KINDS[1:-1] else (news,)
    ones = tuple(one for name in named for one in talk.banks.comments.get(name, ())) if len(talk.others) == 1 else ()
    new = suiting(ones, talk, talk.begun)
    if talk.occasion and OUTDOORS.search(talk.occasion[2].place):
        new = [e for e in new if not _INDOORS.search(" ".join(e.turns))] or new
    if news.startswith("office") and talk.stake:
        new = [e for e in new if e.bond == talk.stake]
    by_trade = dice.chance(TRADE)
    return [e.turns[0] for e in sorted(in_character(new, talk.q.card.traits, dice), key=lambda e: by_trade and not e.trade)]


def called_as(talk: Talk, teller: str, statement: str) -> str:
    """The name of answers to news that is no matter to hold views on: of a gathering, or by how it sounds and whose it is."""
    occasion, who = gathering_of(statement, talk.q.names.places), re.match(NAME, statement)
    if occasion and (occasion.day or occasion.time or (who and is_host(statement, who[0]))):
        drawn = Dice(talk.q.telling.me or 0, f"goes to {topic_key(statement)}")
        goes_too = not (shuns(talk, statement) or clash(talk, occasion)) and drawn.chance(0.5 * willing(talk.q.card.traits))
        sort = sort_of(statement)
        return f"{sort} accept" if sort != MOURNING and (goes_too or expected(talk.q, statement)) else sort
    if is_wish(talk, teller, statement):
        return WISH
    if has_part(talk, teller, statement):
        return BOTH
    if not occasion and any(mentions(statement, name, talk.first(name)) for name in _kin(talk) if name not in talk.others):
        return KIN
    burden = is_about(statement, teller) and HARD.search(statement)
    mood = "sad" if SAD.search(statement) else "glad" if GLAD.search(statement) and not burden else "plain"
    if mood == "plain" and is_about(statement, teller) and (kind := of_concern(statement)):
        return kind
    return f"{mood} {'yours' if teller in statement else 'theirs'}"


def has_part(talk: Talk, teller: str, statement: str) -> bool:
    """Whether somebody has told of themselves what one had a part in, too."""
    return is_about(statement, teller) and mentions(statement, *talk.q.names.me) and not is_wish(talk, teller, statement)


def _kin(talk: Talk) -> tuple[str, ...]:
    """The full names of one's kin, by one's ties."""
    return tuple(tie["name"] for tie in map(KIN_TIE.match, talk.q.setting.ties) if tie)


def is_wish(talk: Talk, teller: str, statement: str) -> bool:
    """Whether somebody has said what they want of oneself."""
    return wants_of(statement, teller, talk.first(teller)) and mentions(statement, *talk.q.names.me)


def touches(talk: Talk, statement: str) -> bool:
    """Whether what is to become of the town touches one's own living: one's trade, or a thing that one's card speaks of."""
    if is_small(talk.q.card) or any(is_wish(talk, who, statement) for who in talk.others):
        return False
    if mentions(statement, *talk.q.names.me) and _LOSES.search(statement):
        return True
    if not _TO_COME.search(statement) or is_about(statement, talk.me):
        return False
    own = (*talk.q.card.background, *talk.q.card.concerns)
    return concerns_them(talk.q.setting.occupation, statement) or any(shared(statement, one).count(" ") > 1 for one in own)


def answered(talk: Talk) -> str:
    """``yes`` or ``no``, for good, to what the other wants of one."""
    liking = 0.45 + 0.15 * talk.fond - 0.25 * talk.cool
    return "yes" if Dice(talk.q.telling.me or 0, f"grants {talk.other}").chance(liking) else "no"


def of_concern(told: str) -> str:
    """The name of answers to what somebody is busy with, is worried about or has done; ``""`` for anything else."""
    kinds = (("worry", HARD), ("concern", UNDERTAKING), ("deed yours", DONE))
    return next((kind for kind, words in kinds if words.search(told)), "")


def known_as(talk: Talk, statement: str) -> str:
    """The name of answers to what one has heard already."""
    if is_wish(talk, talk.heard[-1][0], statement):
        return WISH
    if gathering_of(statement, talk.q.names.places):
        return "known going" if goes(talk, statement) and sort_of(statement) == PARTY else f"known {sort_of(statement)}"
    return "known yours" if is_about(statement, talk.heard[-1][0]) else "known"


def goes(talk: Talk, statement: str) -> bool:
    """Whether one has promised to come to the occasion spoken of."""
    occasion = gathering_of(statement, talk.q.names.places)
    return occasion is not None and any(one.startswith(f"{talk.me} plans to go to {occasion.what}") for one in talk.q.memories)


def shuns(talk: Talk, statement: str) -> bool:
    """Whether the occasion spoken of is given by somebody with whom one is on bad terms."""
    who = re.match(NAME, statement)
    return who is not None and is_host(statement, who[0]) and cool_to(who[0], talk.q.setting.ties)


def clash(talk: Talk, occasion: Gathering) -> bool:
    """Something else is promised for that day and hour."""
    if occasion.minutes < 0 or not occasion.day:
        return False
    for memory in talk.q.memories:
        text = split_teller(memory, talk.me)[0]
        mine = text.startswith(talk.me) and re.search(r"\b(?:plans|promised|intends|agreed|hosting|is going) ?(?:to)?\b", text)
        then = day_in(text) == occasion.day and abs(clock_in(text)[1] - occasion.minutes) < 60
        if mine and then and not stems(occasion.what) <= stems(text):
            return True
    return False
