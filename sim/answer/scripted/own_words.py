"""Statements as the resident tells them: memories, the card and the ties in the first person, pronouns too.

The card calls its resident ``She`` or ``He``, which tells whose a pronoun is. Knows no interview.
"""

from __future__ import annotations

import re
from typing import Any

from sim.answer.scripted.english.grammatical_person import AFTER_OBJECT, in_own_mouth
from sim.language.text import NAME, capital, sentences
from sim.language.verbs import bare_verb, pronoun_in
from sim.prompts import Question

_GIVEN = r"(?:gives?|sends?|lends?|tells?|shows?|owes?|asks?|pays?|offers?) "
"""Verbs that take ``her`` beside a thing."""
_OF_MINE = r"\b(?P<before>at|in|of|to|with|built|made|mends|teaches|buys|grows|corrected|sews|hangs) "
"""Words after which ``her`` in a tie is the resident's: ``whispers her order`` is the other's."""


def called(q: Question[Any]) -> str:
    """``she``, ``he`` or ``they``, as the card calls whom it is of; ``""`` where it has no pronoun."""
    return pronoun_in(q.card.background)


def in_own_words(text: str, q: Question[Any]) -> str:
    """A statement as the resident says it; pronouns that are not theirs stay as they are."""
    text, quoted, line = text.partition(': "')
    said = " ".join(capital(in_own_mouth(one, q.card.name, q.first, called(q))) for one in sentences(text)).rstrip(".")
    return re.sub(r"^(I told [^.:]+? about )their\b", r"\1my", said) + quoted + line.rstrip(".")


def as_answer(text: str, q: Question[Any]) -> str:
    """The same with its stop; a quotation has its own."""
    return _stopped(in_own_words(text, q))


def of_card(text: str, q: Question[Any]) -> str:
    """A sentence of the card: ``She is married to Samir`` -> ``I'm married to Samir.``"""
    me = called(q)
    named = re.sub(rf"^{me.capitalize()}\b", q.card.name, text) if me else text
    named = re.sub(r"^(?:Her|His|Their)\b", "My", named)
    return _stopped(_owned(_subjects(in_own_words(named, q), me), me, ""))


def of_tie(text: str, q: Question[Any]) -> str:
    """How one stands with somebody: ``Tom Reed owes her money`` -> ``Tom Reed owes me money.``"""
    me = called(q)
    pair = _PAIR.match(text)
    if told := re.match(rf"{re.escape(q.first)} and (?P<other>{NAME}): (?P<rest>(?:cannot|was|[a-z]+s) .+)$", text):
        said = as_answer(f"{q.card.name} {told['rest']}", q)
        return said if re.search(r"\b(?:him|her|them)\b", said) else f"With {told['other']} {said}"
    if not pair or not me:
        said = re.sub(r"\b(enjoys?) their talks\b", r"\1 our talks", in_own_words(text, q)).replace("me enjoys", "I enjoy")
        return _stopped(_subjects(said, me) if ": " in said else _owned(_subjects(said, me, r"(?<!than )"), me, _OF_MINE))
    other, rest = pair["other"], pair["rest"]
    if pair["who"] == "they":
        return f"{other} and I {rest}."
    if pair["who"] != me or re.search(rf"\b{q.first}\b", rest):
        said = in_own_words(f"{other} {rest}", q)
        return _stopped(said if pair["who"] == me else _owned(_subjects(said, me), me, ""))
    verb, _, after = rest.partition(" ")
    theirs = re.sub(
        rf"^(?:him|her)\b{'' if _GIVES.match(verb) else AFTER_OBJECT}|\bhim\b|\b(?:him|her)(?=$)", other, after, count=1
    )
    if theirs == after:
        theirs = re.sub(rf"^{_OTHER_OWN[me]} (?=[a-z])", f"{other}'s ", after)
    return _stopped(_owned(_subjects(f"I {_bare(verb)} {theirs}", me), me, ""))


_PAIR = re.compile(rf"^{NAME} and (?P<other>{NAME}): (?P<who>she|he|they) (?P<rest>.+)$")
_GIVES = re.compile(rf"{_GIVEN.rstrip()}$|brings?$|sells?$|builds?$")
_OTHER_OWN = {"he": "her", "she": "his", "they": "their"}


def _subjects(text: str, me: str, where: str = "") -> str:
    """``she`` and its verb as ``I`` and its verb, of whom the card calls so."""
    if me in ("she", "he"):
        text = re.sub(
            rf"\b{where}{me} (?P<adverb>(?:never|always|also|still|hardly|only|often|no longer) )?(?P<verb>\w+)",
            lambda m: f"I {m['adverb'] or ''}{_bare(m['verb'])}",
            text,
        )
    return text.replace("I am ", "I'm ")


def _bare(verb: str) -> str:
    """A verb after ``I``."""
    if verb in ("is", "was", "has"):
        return {"is": "am", "was": "was", "has": "have"}[verb]
    return bare_verb(verb) if verb.endswith("s") and not verb.endswith(("ss", "us", "ways")) else verb


def _owned(text: str, me: str, before: str) -> str:
    """``her`` and ``his`` as ``me`` and ``my``; with ``before``, what is owned only after such words."""
    if me not in ("she", "he"):
        return text
    if me == "she":
        text = re.sub(rf"\b({_GIVEN})her (?=[a-z])(?!own\b)", r"\1me ", text)
        text = re.sub(rf"\bher{AFTER_OBJECT}", "me", text)
    else:
        text = re.sub(r"\bhim\b", "me", text)
    own = {"she": "her", "he": "his"}[me]
    text = re.sub(
        rf"{before}{own} (?=[a-z])" if before else rf"\b{own} (?=[a-z])", r"\g<before> my " if before else "my ", text
    )
    return text if before else re.sub(r"\b(?:him|her)self\b", "myself", text)


def _stopped(text: str) -> str:
    return text if _CLOSED.search(text) else f"{text}."


_CLOSED = re.compile(r"[.!?][\"'’”]?$")
