"""What one speaks of first: what has happened where one was, and what the scenario says is on one's own mind.

Knows what may be spoken of with whom, not who begins what (``initiatives``) nor how it is told.
"""

from __future__ import annotations

import re

from sim.answer.scripted.english.concerns import wants_of
from sim.answer.scripted.english.gatherings import gathering_of
from sim.answer.scripted.english.grammatical_person import (
    begins_with,
    in_full,
    in_own_mouth,
    is_doubtful,
    may_be_kins,
    mentions,
)
from sim.answer.scripted.english.news import LEAST, PRIVATE, tellable
from sim.answer.scripted.known_news import MULLS, News
from sim.answer.scripted.once import once
from sim.answer.scripted.relationship_words import with_kin
from sim.answer.scripted.secrecy import bears_on, is_kept
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.telling import is_over
from sim.answer.scripted.timely import EVENING
from sim.language.text import stems
from sim.language.time_and_place import day_in, is_today

WORDS_ENOUGH = 1
"""So many matters of the scenario for somebody are what they speak of, in its own words, and not their card."""
LOOKS_TO = re.compile(r"\bis (?:thinking about going to|looking forward to|getting ready for) the\b")
"""A concern that is an occasion, whatever it is called."""
_OTHERS = re.compile(r"^(?:(?! [A-Z]\w).)*?\b(?:he|she|him|his|her|hers)\b|\bdo not say\b|[A-Z]\w+'s .*\bmy\b")
"""Whoever it was, where nobody was named before: oneself, after all, has become ``I``; ``my`` behind what is another's may be
theirs."""
_OF_ANYBODY = re.compile(r"\byou\b")
"""``dead people can see you``: told, it would be of whoever hears it."""
_TENDER = re.compile(r"\b(?:ring|kiss\w*|loves?|loved|marry|married|heart|letters?|darling|embrace\w*)\b")
_GUILT = re.compile(
    r"\bI (?:\w+ )?(?:stole|lied|forged|cheated|poisoned|perjured|tore up|killed|robbed|(?:set|lit) .*\bfire\b|"
    r"(?:took|kept|hid) .*\b(?:money|francs|pounds|coins|silver|rupees|dollars|crowns)\b|"
    r"(?:changed|altered) (?:\w+ ){0,3}(?:entry|books?|will|figures?|register)|mix(?:ed)? water|pulled the wrong)\b"
)
"""What one has done wrong: it is told to friends and kin alone."""
_YOUNG = re.compile(r"\b(?:little|small) (?:girl|boy|one)|\bchild\b|\bgrand(?:son|daughter|child)|\bpupil\b|\bkid\b")
"""How a tie calls somebody whom one does not burden with one's own affairs."""
ADULT = 16
"""The age from which one does not."""


def seen_together(talk: Talk) -> list[str]:
    """What has happened lately where both were, and they have not spoken of; the last first."""
    new = reversed(tuple(talk.q.telling.happened.items())) if len(talk.others) == 1 else ()
    return [text for text, there in new if talk.other in there and tellable(text)]


def has_own(talk: Talk) -> bool:
    """Whether the scenario gives somebody anything of their own to speak of, other than matters in so many words."""
    matters = sum(matter.of == talk.me for matter in talk.q.setting.matters)
    return bool(talk.q.telling.own or talk.q.setting.matters) and matters < WORDS_ENOUGH


@once
def on_ones_mind(talk: Talk) -> tuple[News, ...]:
    """What is on one's card and in the memories of the scenario, as far as one says it of oneself and keeps it from nobody."""
    young = talk.q.card.age >= ADULT and (_YOUNG.search(talk.q.relationship) or talk.other in talk.q.names.small)
    if talk.stranger or talk.cool or young or len(talk.others) != 1 or not has_own(talk):
        return ()
    texts = (*talk.q.card.concerns, *(text.rstrip(". ") for text in talk.q.telling.own))
    return tuple(News(in_full(text, (talk.q.names.me,)), "", LEAST) for text in texts if _is_told(text, talk))


@once
def wishes(talk: Talk) -> tuple[News, ...]:
    """What one wants of the one spoken to, by card and scenario, and can say to their face: on bad terms, too."""
    if talk.stranger or len(talk.others) != 1 or talk.other in talk.q.names.small:
        return ()
    own = (*talk.q.card.concerns, *(text.rstrip(". ") for text in talk.q.telling.own))
    texts = (with_kin(text, talk.q.setting.ties) if begins_with(text, *talk.q.names.me) else text for text in own)
    return tuple(News(in_full(text, (talk.q.names.me,)), "", LEAST) for text in texts if _is_wished(text, talk))


def _is_wished(text: str, talk: Talk) -> bool:
    named = talk.names_the_other(text) and wants_of(text, *talk.q.names.me)
    return named and not is_kept(talk.q, text) and " you" in talk.mine_now(text)


def _of_a_love_kept_quiet(talk: Talk, text: str) -> bool:
    """Whether something tender names whom a secret of one's own names, too: the ring of whom one is secretly engaged to."""
    if not _TENDER.search(text):
        return False
    private = [known for known in (*talk.q.memories, *talk.q.telling.own, *talk.q.card.background) if PRIVATE.search(known)]
    named = (who for who in talk.q.names.people if who[0] != talk.me and mentions(text, *who))
    return any(mentions(known, *who) for who in named for known in private)


def _of_what_is_over(talk: Talk, text: str) -> bool:
    """Whether something is about a gathering that has begun or is over: the inquiry before which one had to speak."""
    if talk.now.minutes >= EVENING and is_today(day_in(text), talk.now):
        return True  # what was to be done today
    known = (gathering_of(memory) for memory in talk.q.memories if is_over(talk.q, memory))
    return any(occasion and stems(occasion.what) <= stems(text) for occasion in known)


def _is_told(text: str, talk: Talk) -> bool:
    said = in_own_mouth(text, talk.me, talk.q.first, talk.pronoun)
    if said == text or len(text) > 150 or MULLS in text or gathering_of(text, talk.q.names.places) or LOOKS_TO.search(text):
        return False
    if talk.names_the_other(with_kin(text, talk.q.setting.ties)) or _OF_ANYBODY.search(text):
        return False  # they know it, or it is a wish; or they would take it for theirs
    if _of_what_is_over(talk, text) or is_doubtful(said, talk.pronoun) or may_be_kins(text, talk.pronoun):
        return False
    people = " ".join(name for name, _ in (talk.q.names.me, *talk.q.names.people))
    kept = (
        is_kept(talk.q, text)
        or _of_a_love_kept_quiet(talk, text)
        or any(bears_on(text, secret, people) for secret in talk.q.telling.untold)
    )
    return not (kept or _OTHERS.search(said) or (_GUILT.search(said) and not talk.fond))
