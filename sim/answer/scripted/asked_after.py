"""Asking after what somebody has told of themselves, hours later, and how they say it stands: by what they have done since.

Knows the words for it and the talk, not when it is said (``initiatives``, ``answers``) nor what is remembered of it
(``talk_summaries``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.answer.scripted.comments import of_concern
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.grammatical_person import in_own_mouth, is_doubtful, mentions, second_person
from sim.answer.scripted.english.phrases import asked_after
from sim.answer.scripted.english.statements import ASKED_AFTER, framed_in, of_listener
from sim.answer.scripted.inferences import affair
from sim.answer.scripted.once import once
from sim.answer.scripted.own_matters import deeds
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.telling import told_to
from sim.answer.scripted.voice import plain
from sim.language.text import as_clause, capital, fill, overlap, sentence_keys, sentences, stems
from sim.language.time_and_place import day_in

LATER = 2 * 3600
"""Game seconds after which something told is asked after."""
KINDS = {
    "wish": (asked_after.AFTER_WISH, asked_after.ANSWER_WISH),
    "worry": (asked_after.AFTER_WORRY, asked_after.ANSWER_WORRY),
    "concern": (asked_after.AFTER_CONCERN, asked_after.ANSWER_CONCERN),
    "any": (asked_after.AFTER_ANY, asked_after.ANSWER_ANY),
}
"""What was told, by how it is asked after: the questions, and the answers where nothing has come of it."""
LONGEST = 120
"""Letters of a clause that a question can hold."""
_WISHES = re.compile(r"^\S+(?: \S+){0,2} (?:wants|would like|hopes|longs|wishes|needs|dreams)\b")
_SAME = 0.6
"""The share of words that two wordings of one's own statement have in common."""


def kind_of(statement: str) -> str:
    """One of ``KINDS``."""
    if _WISHES.match(statement):
        return "wish"
    kind = of_concern(statement)
    return kind if kind in KINDS else "any"


def to_ask_after(talk: Talk, dice: Dice) -> list[str]:
    """Questions after what the other has told one, some hours ago, and one has not asked after yet."""
    found = told_by_other(talk)
    if not found:
        return []
    statement, clause = found[0]
    return talk.unworn(fill(frame, {"s": clause}) for frame in dice.order(KINDS[kind_of(statement)][0]))[:3]


@once
def told_by_other(talk: Talk) -> Sequence[tuple[str, str]]:
    """(statement, the same to the other's face) of each that can be asked after now."""
    other, child = talk.other, any(name in talk.q.names.small for name in (talk.me, talk.other))
    if talk.stranger or talk.cool or len(talk.others) != 1 or child or talk.did("ask_after"):
        return ()
    called, first, found = talk.q.names.called.get(other, ""), talk.first(other), []
    for memory in talk.q.memories:
        read = affair(memory, talk.me)
        text = read[0] if read and read[1] == other and not read[3] else ""
        clause = as_clause(second_person(text, other, first)) if text and not day_in(text) else ""
        if not re.match(r"you(?:r|'\w+)?\b", clause) or len(clause) > LONGEST or is_doubtful(clause, called):
            continue
        said = sentence_keys(f"{capital(in_own_mouth(text, other, first, called))}.")
        if talk.ago(" ".join(said)) >= LATER and not any(talk.ago(_first_of(frame, clause)) for frame in ASKED_AFTER):
            found.append((text, clause))
    return tuple(found)


def _first_of(frame: str, clause: str) -> str:
    return next(part for part in sentences(fill(frame, {"s": clause})) if clause in part)


def is_asked(line: str) -> str:
    """What a line asks after, as a clause (``you owe Ann ten pounds``); ``""`` for any other line."""
    return framed_in(line, ASKED_AFTER)


def standing(talk: Talk, dice: Dice) -> list[str]:
    """How it stands with what one was asked after: whom one has told it since, what one has done for it, or that it is as it
    was."""
    clause = is_asked(talk.last)
    own = (*talk.q.card.concerns, *(text.rstrip(". ") for text in talk.q.telling.own), *talk.q.card.background)
    wanted = stems(clause)
    statement = max(own, key=lambda text: overlap(stems(second_person(text, talk.me, talk.q.first)), wanted), default="")
    if overlap(stems(statement), wanted) < _SAME:
        statement = clause
    whom = [name for name in told_to(talk.q, statement) if name not in talk.others]
    named = sorted(whom, key=lambda name: not mentions(statement, name, talk.first(name)))
    if named:
        return plain(talk, asked_after.ANSWER_TOLD, dice, who=talk.first(named[0]))
    known = " ".join((talk.q.doing, *talk.q.memories))
    done = next((deed for deed in deeds(statement, talk.q, talk.banks) if deed in known and not _OF_OTHERS.search(deed)), "")
    if done:
        return plain(talk, asked_after.ANSWER_DOING, dice, doing=done)
    return plain(talk, KINDS[kind_of(statement)][1], dice)


_OF_OTHERS = re.compile(r"\b(?:her|his|their|one's|looking for)\b")
"""What cannot be said of oneself as it stands in a plan."""


def last_word(talk: Talk, dice: Dice) -> list[str]:
    """What whoever asked says to the answer."""
    said = talk.last
    told, done = (framed_in(said, table) for table in (asked_after.ANSWER_TOLD, asked_after.ANSWER_DOING))
    return plain(talk, asked_after.LAST_TOLD if told else asked_after.LAST_DOING if done else asked_after.LAST_OPEN, dice)


def summary(talk: Talk) -> list[str]:
    """What is remembered of it: ``Ann asked Ben how it stands: Ben owes ...``."""
    found = []
    for i, (who, line) in enumerate(talk.lines):
        clause = is_asked(line)
        owner = next((name for name, _ in talk.lines[i + 1 :] if name != who), "")
        if clause and owner:
            text = of_listener(clause, owner, talk.q.names.called.get(owner, ""))
            text = text.replace(owner, talk.first(owner), 1)
            told = framed_in(talk.lines[i + 1][1], asked_after.ANSWER_TOLD)
            since = f", and heard that {talk.first(owner)} has spoken with {told} about it" if told else ""
            found.append(f"{who} asked {owner} how it stands: {text}{since}")
    return found
