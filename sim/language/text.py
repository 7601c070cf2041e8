"""Text tools for English: slots, words, sentences, articles, clipping. Pure functions that know no town."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

_CAPITALS = "A-Z" + "".join(sign for sign in map(chr, range(0xC0, 0x530)) if sign.isupper())
BIG = _CAPITALS + "\u05d0-\u0dff\u3040-\u9fff\uac00-\ud7a3"
"""First characters of names, as a regular expression's character class: capitals of Latin, Greek and Cyrillic (Ædric, Ölund),
and the letters of scripts without capitals (Hebrew to Indic, Chinese, Japanese, Korean)."""
_OF = r"(?:(?:of(?: the)?|de(?: la)?|van(?: de[rn]?)?|von|di|da|del|du|le|la|bin|ibn|al) )?"
"""Lower-case particles inside a name: Edda of Rosehip, Jan van der Meer."""
_LOW = r"(?:(?:de(?: la)?|van(?: de[rn]?)?|von|di|da|du|al) |[dl]['\u2019])"
"""Lower-case particles before a name: van der Meer, d'Artagnan."""
WORD_OF_NAME = rf"[{BIG}][\w'\u2019.-]*"
NAME = rf"{_LOW}?{WORD_OF_NAME}(?: {_OF}{WORD_OF_NAME}){{0,3}}"
"""Regular expression of a name: one to four capitalised words."""
PERSON = (
    rf"(?:{NAME}|(?!(?:nobody|somebody|someone|everybody|everyone|they|them|he|she|it|you|we|one|who|that|the|an?|some|people|"
    r"all|both|this|these|those|my|his|her|their|our|your|its|has|have|had|was|is|are)\b)[a-z_]\w*(?:[.-]\w+)*)"
)
"""Regular expression of a person: a name, or a user name in lower case."""
FULL_NAME = re.compile(rf"\b(?!I\b)[{BIG}][\w'\u2019-]*(?: {_OF}(?!I\b)[{BIG}][\w'\u2019-]*)+")
"""Two or more names in a row; ``I'm Lotte`` and ``Can I`` are none."""
TIMETABLE = "'s plan for "
"""The text after the name in a memory of a day's plan."""
SLOT = re.compile(r"\{(\w+)\}")
WORD = re.compile(r"[A-Za-z0-9]+(?:['\u2019][A-Za-z]+)?")
_SENTENCE = re.compile(rf"(?<=[.!?])(?<!\bSt\.)(?<!\b[DM]r\.)(?<!\bMrs\.)(?<!\bMs\.)[\"']?\s+(?=[\"'{BIG}0-9])")
_ARTICLE = re.compile(r"\b([Aa])n? (?=([A-Za-z]+))")
_AN = re.compile(r"(?:[aeio]|u(?!ni|se|sa|su|ti|k|r[aeio]|s?\b)|[fhlmnrsx]\b|hour|honest|honou?r|heir)", re.I)
_A = re.compile(r"(?:one\b|once\b|eu|ewe)", re.I)
_TWO_ARTICLES = re.compile(r"\b([Tt]he|[Aa]n?) (?:the|The) ")
_A_THE = re.compile(r"\b(A|a)n? (?=the\b)")
_BLANKS = re.compile(r"\s+")
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
_NO_WORDS = re.compile(r"\W+")
_SMALL_BEGINNING = re.compile(r"(?<=[.!?] )[a-z]")


def words(text: str) -> frozenset[str]:
    """The words of a list written as text."""
    return frozenset(text.split())


def unnamed(text: str, place: str, people: Iterable[str]) -> str:
    """``text`` without the names of people that a place's name is a part of: ``May Green`` is not the green."""
    for name in people:
        if place.casefold() in name.casefold():
            text = re.sub(re.escape(name), "\0", text, flags=re.IGNORECASE)
    return text


STOP = words(
    """
    a an the and or but of to in on at for with by from up down out off over into about as than then that this these those
    it its is are was were be been being am has have had do does did will would can could should may might must shall not
    no nor so if when while who whom whose which what where why how he she they them his her their our my your we you i me
    us him there here very just also too all any some each every both few more most other such only own same s t re ve ll
    d m one two said told says tell
    """
)
"""Stop words: they say nothing about a sentence's topic."""

SMALL = words(
    """
    my our your we you the a an there some somebody someone everybody everyone people nobody it they this that
    these those his her their its
    many several two three four five six all both no one another most half at on in during after before from every each
    tomorrow today tonight next last
    """
)
"""Words that are lower case inside a sentence."""


expression = lru_cache(maxsize=8192)(re.compile)
"""``re.compile`` with a larger cache: a town makes more expressions from names than ``re`` itself keeps."""


@lru_cache(maxsize=20_000)
def slots(template: str) -> frozenset[str]:
    return frozenset(SLOT.findall(template))


def fill(template: str, values: Mapping[str, str]) -> str:
    """``template`` with its slots filled and its articles, spaces and capitals corrected. KeyError for a missing slot."""
    return tidy(SLOT.sub(lambda match: values[match[1]], template)) if "{" in template else template


def fillable(templates: Iterable[str], values: Mapping[str, str]) -> list[str]:
    """The templates whose slots all have a value that is not empty."""
    have = {key for key, value in values.items() if value}
    return [template for template in templates if slots(template) <= have]


@lru_cache(maxsize=20_000)
def tidy(text: str) -> str:
    """``text`` with corrected articles, without doubled articles, blanks or stops, each sentence with a capital."""
    text = _ARTICLE.sub(lambda m: m[1] + ("n " if vowel_sound(m[2]) else " "), text)
    text = _A_THE.sub("", _TWO_ARTICLES.sub(r"\1 ", text))
    text = _BLANKS.sub(" ", text).replace(" .", ".").replace(" ,", ",")
    return _SMALL_BEGINNING.sub(lambda m: m[0].upper(), _TWO_STOPS.sub(".", text)).strip()


def vowel_sound(word: str) -> bool:
    """Whether ``an`` goes before the word."""
    return bool(_AN.match(word)) and not _A.match(word)


def article(noun: str) -> str:
    """``baker`` -> ``a baker``, ``actor`` -> ``an actor``."""
    return f"an {noun}" if vowel_sound(noun) else f"a {noun}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def as_clause(text: str) -> str:
    """A sentence as a clause after ``that``: without its stop, its first word in lower case unless it is a name."""
    text = text.strip().rstrip(".!? ")
    first = text.split(" ", 1)[0].rstrip(",'")
    return text[:1].lower() + text[1:] if first.lower() in SMALL else text


def from_clause(text: str) -> str:
    """A clause after ``that`` as a sentence: the inverse of ``as_clause`` but for the stop. A user name stays lower case."""
    text = text.strip()
    return capital(text) if text.split(" ", 1)[0].rstrip(",'").lower() in SMALL else text


def sentence(text: str) -> str:
    """``text`` with a capital and a stop."""
    text = text.strip()
    return capital(text) if text.endswith((".", "!", "?")) else capital(text.rstrip(",;: ")) + "."


def sentences(text: str) -> list[str]:
    """The sentences of prose, with their stops."""
    return [part.strip() for part in _SENTENCE.split(text.strip()) if part.strip()]


@lru_cache(maxsize=50_000)
def bare(text: str) -> str:
    """Small, its words alone: for telling whether something was said before."""
    return _NO_WORDS.sub(" ", text.lower()).strip()


@lru_cache(maxsize=50_000)
def sentence_keys(line: str) -> tuple[str, ...]:
    """A line's sentences, bare, in order."""
    return tuple(bare(part) for part in sentences(line))


@lru_cache(maxsize=50_000)
def stems(text: str) -> frozenset[str]:
    """The stems of all words but stop words, in lower case, for comparing texts."""
    words = (word.lower().replace("\u2019", "'").split("'")[0] for word in WORD.findall(text))
    return frozenset(stem(word) for word in words if word not in STOP and (len(word) > 1 or word.isdigit()))


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A crude stem: ``baking``, ``bakes`` and ``baked`` have the same. At least three letters long."""
    for ending in ("ing", "ies", "ied", "es", "ed", "ly", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    return word.rstrip("eiy") if len(word.rstrip("eiy")) >= 3 else word


def same_deed(meant: str, done: str) -> bool:
    """Whether what is ``done`` is what was ``meant``, maybe in more words: three in four of its words are there."""
    words = stems(meant)
    return len(words) > 1 and 4 * len(words - stems(done)) <= len(words)


def overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """Overlap coefficient of two sets: the shared part of the smaller one, 0 to 1."""
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


def join(names: Iterable[str], word: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    kept = list(names)
    return f" {word} ".join(filter(None, (", ".join(kept[:-1]), kept[-1]))) if kept else ""


def clip(text: str, longest: int) -> str:
    """At most ``longest`` characters, cut at a word, without a trailing comma or stop word."""
    text = text.strip()
    if len(text) <= longest:
        return text
    words = text[:longest].rsplit(" ", 1)[0].split(" ")
    while len(words) > 1 and words[-1].lower().strip(",;:") in STOP:
        words.pop()
    return " ".join(words).rstrip(",;: -")


def unique(items: Iterable[str]) -> list[str]:
    """Each item once, in order, without empty ones."""
    return [item for item in dict.fromkeys(items) if item]


def words_of(text: str) -> set[str]:
    """The words of a text, small, without digits."""
    return set(re.findall(r"[a-z]+", text.lower()))
