"""The third person: a sentence of somebody as others remember it: ``I'm seeing my aunt`` -> ``Ann Vale is seeing her aunt``.

Rules for plain declarative sentences. Gender is never guessed: ``my`` becomes ``their`` where nobody says how the speaker is
called. The way there is in ``grammatical_person``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sim.answer.scripted.english.grammatical_person import ADVERBS, ALONE, MODALS
from sim.language.text import words
from sim.language.verbs import VERBS, third_verb

_OWN_PARTICIPLES = words("become come run")
"""Verbs whose participle equals the base form: after ``I'd`` they are read as participles."""
_AFTER_WOULD = words("be rather sooner come put set let cut")
_THIRD = {
    "am": "is", "are": "is", "was": "was", "were": "was", "have": "has", "do": "does", "don't": "doesn't", "haven't": "hasn't",
    "aren't": "isn't", "weren't": "wasn't", "'m": "is", "'ve": "has", "'ll": "will", "'re": "is",
}  # fmt: skip
_FORMS = {"she": ("she", "her", "her", "herself"), "he": ("he", "him", "his", "himself")}
"""Subject, object, possessive and reflexive."""
_NEUTRAL = ("they", "them", "their", "themself")


@lru_cache(maxsize=8192)
def third_person(said: str, speaker: str, called: str = "") -> str:
    """A sentence of ``speaker`` in the third person: ``I'm hosting ...`` -> ``Mara Lind is hosting ...``.

    The first mention is by name, later ones as they are ``called``: ``she`` and ``her``, ``he`` and ``his``, else ``they`` and
    ``their``; ``we`` is read as the speaker and others.
    """
    text = said.replace("\u2019", "'")
    text = re.sub(r"\bI'd\b(?=((?: [a-z']+){0,3}))", _would_or_had, text)
    text = re.sub(r"\b([Ww])e(?=(?:'re|'ve|'ll|\b))", "\2", text)
    text = re.sub(r"\b[Oo]ur\b", "their", text)
    words = re.findall(r"I(?='|\b)|'(?:m|ve|ll|re)\b|[A-Za-z\2]+(?:'[a-z]+)?|[^A-Za-z\2]", text)
    return _named(words, speaker, called)


def _would_or_had(found: re.Match[str]) -> str:
    """``I'd`` written out, decided by the first word after it that is no adverb: ``would also love``, ``had never seen``."""
    verb = next((word for word in found[1].split() if word not in ADVERBS and not word.endswith("ly")), "")
    return "I would" if verb in VERBS - _OWN_PARTICIPLES or verb in _AFTER_WOULD else "I had"


COMPANION = 10
"""Pieces before ``and I`` that may be a name (``Tom Reed and I are``), not a clause (``somebody writes and I keep it``)."""


def _named(words: list[str], speaker: str, called: str) -> str:
    subject, thing, own, self_ = _FORMS.get(called, _NEUTRAL)
    out: list[str] = []
    seen = pending = coordinated = plural = False
    previous = ""
    for word in words:
        lower = word.lower()
        if word == "I" or word == "\2":
            plural = word == "\2" or (previous == "and" and not seen and 2 < len(out) < COMPANION)
            others = " and others" if word == "\2" else ""
            out.append(("they" if plural else subject) if seen else speaker + others)
            beside = seen and previous == "and" and out[-5][:1].isupper() if len(out) > 4 else False  # ``Gopi and she lose``
            plural = plural or beside or (seen and subject == "they")
            pending = seen = True
        elif lower in ("my", "mine"):
            out.append((ALONE.get(own, own) if lower == "mine" else own) if seen else f"{speaker}'s")
            seen = True
        elif lower in ("me", "us"):
            out.append("them" if lower == "us" and seen else thing if seen else speaker)
            seen = True
        elif lower in ("myself", "ourselves"):
            out.append("themselves" if plural else self_)
        elif pending and (word[:1].isalpha() or word[:1] == "'"):
            waiting = lower in ADVERBS or lower.endswith("ly")
            out.append(word if waiting else _third(word, plural))
            coordinated, pending = not waiting and not plural and lower not in MODALS and lower != "'ll", waiting
            if word[:1] == "'" and len(out) > 1:
                out.insert(len(out) - 1, " ")
        elif previous in ("and", "but", "or") and ((coordinated and lower in VERBS) or (seen and lower == "am")):
            out.append(_third(word, plural))
        else:
            out.append(word)
        if word[:1].isalpha() or word == "\2":
            previous = lower
    return "".join(out)


def _third(word: str, plural: bool) -> str:
    low = word.lower()
    if plural:
        return {"am": "are", "was": "were", "'m": "are", "'ve": "have", "'ll": "will", "'re": "are"}.get(low, word)
    if low in _THIRD:
        return _THIRD[low]
    return third_verb(word) if low in VERBS and low not in MODALS else word
