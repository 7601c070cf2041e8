"""The words of a text as an index of words knows them, and a stemmer for English.

A word is a run of letters and digits of any script, compared without case. Beside its stem, a capitalised word is kept whole
(``Hastings`` is not ``hasting``); a word with a digit (``7pm``, ``18:00``) is kept as it is; scripts without spaces give pairs
of characters. Knows nothing of memories or of scores.
"""

from __future__ import annotations

import re
from functools import lru_cache

_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u109f"
"""Combining marks, which belong to the letter before them: Latin, Hebrew, Arabic, and the scripts of India and Burma."""
_NO_SPACES = "\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Scripts that are written without spaces: Thai, Lao, Khmer, Japanese, Chinese."""
_WORD = re.compile(rf"[{_NO_SPACES}]+|\d+(?:[.:,]\d+)+|(?:(?![{_NO_SPACES}])[^\W_][{_MARKS}]*)+")
_UNSPACED = re.compile(f"[{_NO_SPACES}]")
_STOP_WORD_LIST = """
    a an and are as at be been but by did do does for from had has have he her him his how i in is it its me my of on or our she
    so some that the their them there they this to was we were what when where which who whom whose why will with you your
    s t d ll m re ve
"""
STOP_WORDS = frozenset(_STOP_WORD_LIST.split())
"""English words that say nothing of what a sentence is about, and what an apostrophe leaves behind."""


def index_words(text: str, english: bool = True) -> list[str]:
    """The words of a text as they are indexed, in order. ``english``: as stems, and without stop words."""
    return [word for found in _WORD.findall(text) for word in _forms(found, english)]


@lru_cache(maxsize=1 << 16)
def _forms(word: str, english: bool) -> tuple[str, ...]:
    """What one word of a text is indexed by."""
    if _UNSPACED.match(word):
        return tuple(word[i : i + 2] for i in range(max(1, len(word) - 1)))
    plain = word.casefold()
    if not english:
        return (plain,)
    if plain in STOP_WORDS:
        return ()
    stemmed = stem(plain)
    return (stemmed, f"={plain}") if word[0].isupper() and stemmed != plain else (stemmed,)


# -- the stemmer of Porter (1980), "An algorithm for suffix stripping" ------------------------------------------------------

_ASCII = re.compile(r"[a-z]{3,}")
_SYLLABLE = re.compile("v+c+")
_STEP_2 = """
    ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize ation:ate
    ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble
"""
_STEP_3 = "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:"
_STEP_4 = "al ance ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize"
Rules = tuple[tuple[str, str], ...]


def _rules(table: str) -> Rules:
    """(ending, replacement), longest endings first."""
    pairs = [row.partition(":") for row in table.split()]
    return tuple(sorted(((ending, made) for ending, _, made in pairs), key=lambda pair: -len(pair[0])))


_2 = _rules(_STEP_2)
_3 = _rules(_STEP_3)
_4 = _rules(_STEP_4)


def stem(word: str) -> str:
    """The stem of an English word in lower case: ``promises``, ``promised`` -> ``promis``. Words that have other letters than
    a to z, and words of two, stay whole."""
    if not _ASCII.fullmatch(word):
        return word
    word = _participle(_plural(word))
    if word.endswith("y") and "v" in _shape(word[:-1]):
        word = word[:-1] + "i"
    word = _replace(_replace(word, _2, 0), _3, 0)
    word = _replace(word, _4, 1)
    return _final(word)


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _participle(word: str) -> str:
    """Without ``ed`` and ``ing``, and with the ``e`` that they displaced."""
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    ending = 2 if word.endswith("ed") else 3 if word.endswith("ing") else 0
    if not ending or "v" not in _shape(word[:-ending]):
        return word
    word = word[:-ending]
    if word.endswith(("at", "bl", "iz")) or (_measure(word) == 1 and _is_short(word)):
        return word + "e"
    return word[:-1] if _doubled(word) and word[-1] not in "lsz" else word


def _replace(word: str, rules: Rules, least: int) -> str:
    """The word with its longest ending replaced, if what stands before the ending has more than ``least`` syllables."""
    for ending, made in rules:
        if word.endswith(ending):
            kept = len(word) - len(ending)
            kept += ending in ("sion", "tion") and least == 1  # only ``ion`` goes, and only after s or t
            return word[:kept] + made if _measure(word[:kept]) > least else word
    return word


def _final(word: str) -> str:
    """Without a last ``e``, and with one ``l``."""
    if word.endswith("e"):
        syllables = _measure(word[:-1])
        if syllables > 1 or (syllables == 1 and not _is_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _shape(word: str) -> str:
    """``c`` for every consonant and ``v`` for every vowel; y is a vowel after a consonant."""
    made = ""
    for letter in word:
        made += "v" if letter in "aeiou" or (letter == "y" and made.endswith("c")) else "c"
    return made


def _measure(word: str) -> int:
    """How many times a vowel is followed by a consonant: Porter's m, about the number of syllables."""
    return len(_SYLLABLE.findall(_shape(word)))


def _doubled(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _shape(word).endswith("c")


def _is_short(word: str) -> bool:
    """Whether it ends in consonant, vowel, consonant, the last of which is not w, x or y: a word that needs its final e."""
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"
