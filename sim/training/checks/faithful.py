"""Checks ``faithful`` and ``names``: whether days, clock times, numbers and proper names of a reply stand in its prompt.

Questions are left out: whoever proposes to meet may choose day and hour. So are ``a Sunday``, ``noon`` and ``midnight``.
Names stand letter by letter, with the right surname. A capitalised word within a sentence counts as a name; at the beginning of
a sentence only where it is nearly a name of the prompt (``Marra`` for ``Mara``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from sim.answer.scripted.english.banks import open_banks
from sim.language.text import sentences, words
from sim.prompts import Question, Reply
from sim.prompts.planning import clock
from sim.training.checks.facts import WHEN, days_in, read_date, times_in
from sim.training.checks.verdict import Verdict, full_names, judged, shown, written
from sim.world.clock import MONTHS, WEEKDAYS

_NUMBER = re.compile(r"\b\d{2,}\b")
_LOOSE = re.compile(
    rf"\b(?:[Tt]oday|[Tt]onight|[Tt]omorrow|[Tt]his (?:morning|afternoon|evening)|"
    rf"(?:a|every|any|some) (?:{'|'.join(WEEKDAYS)})|[Nn]oon|[Mm]idday|[Mm]idnight)\b"
)


def faithful(q: Question[Any], reply: Reply, suggestions: Sequence[str] = ()) -> Verdict | None:
    """One case per reply that names a day, a clock time or a number of two digits in its own words."""
    parts = [_LOOSE.sub(" ", part) for text in written(q, reply) for part in sentences(text) if not part.endswith("?")]
    stated = [part for part in parts if WHEN.search(part) or _NUMBER.search(part)]
    known = shown(q, suggestions) if stated else ""
    return judged(", ".join(fault for part in stated for fault in _unfounded(part, known, q.now))) if stated else None


def _unfounded(text: str, known: str, now: str) -> list[str]:
    """The days, times and numbers of a text that are not in the prompt."""
    near = days_in("today and tomorrow", now) if read_date(now) else frozenset()
    days = sorted(day for day in days_in(text, now) - days_in(known, now) - near if day in WEEKDAYS or day not in known)
    times = [clock(minutes) for minutes in sorted(times_in(text) - times_in(known))]
    plain = WHEN.sub(" ", text)
    numbers = [number for number in _NUMBER.findall(plain) if not re.search(rf"\b{number}\b", known)]
    return [f"{found} is not in the prompt: {text!r}" for found in (*days, *times, *numbers)]


NEARLY = 0.75
"""Similarity (0 to 1) from which a word at the beginning of a sentence is a misspelled name of the prompt."""
ORDINARY = words(
    """
    I I'm I've I'll I'd God Oh OK Okay Ok Mr Mrs Ms Dr Miss Sir Madam Mum Dad Mom Grandma Grandpa Mother Father Grandmother
    Grandfather Granny Gran Auntie Aunt Uncle Captain Admiral Commander Sergeant Professor Doctor Judge Bosun Bishop Matron
    Queen King Duke Saint TV DJ PhD CV AM PM Christmas Christmases Easter Halloween New Year Eve
    English French Italian Spanish German Irish Scottish Welsh Greek Greeks Chinese Japanese Indian American European Latin
    Roman Romans Russian Portuguese Dutch Finnish Africa Norway Iceland Finland Peru Bolivia China Holland Athens Prague
    Krakow Nile Earth Mars Saturn Jupiter Milky Way Big Dipper Plough North Star Bach Schubert Homer Caesar Elvis Sicilian
    """
)
"""Capitalised words that name nobody and no place of the town: titles, feasts, peoples, countries, stars, historical people."""
_CALENDAR = frozenset((*WEEKDAYS, *MONTHS))
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_OPENS = re.compile(r"(?:^|[.!?:;\u2026]['\"\u201d\u2019)]*\s+|['\"\u201c\u2018(]|\u2014\s*)$")


def names(q: Question[Any], reply: Reply, suggestions: Sequence[str] = ()) -> Verdict | None:
    """One case per reply that holds a proper name."""
    if not any(next(_capitals(text), None) for text in written(q, reply)):
        return None
    known = shown(q, suggestions)
    standing = frozenset(_bare(word) for word in _WORD.findall(known))
    found = [(text, found) for text in written(q, reply) for found in _capitals(text)]
    wrong = [word for text, (word, opens) in found if _unknown(word, opens, standing)]
    wrong += [pair for text in written(q, reply) for pair in _mixed(text, q, known)]
    if not wrong and not any(_bare(word) in standing and not opens for _, (word, opens) in found):
        return None
    return judged(f"not in the prompt: {', '.join(dict.fromkeys(wrong))}" if wrong else "")


def _bare(word: str) -> str:
    """Without the possessive: ``Mara's`` and ``James'`` -> ``Mara``, ``James``."""
    return re.sub(r"['\u2019]s?$", "", word)


def _capitals(text: str) -> Iterator[tuple[str, bool]]:
    """(word, whether it opens a sentence) for each word with a capital that may be a name."""
    for match in _WORD.finditer(text):
        word = match[0]
        if (
            word[0].isupper()
            and len(word) > 1
            and _bare(word) not in ORDINARY
            and word not in ORDINARY
            and _bare(word).removesuffix("s") not in _CALENDAR
        ):
            yield word, bool(_OPENS.search(text[: match.start()]))


def _unknown(word: str, opens: bool, known: frozenset[str]) -> bool:
    bare = _bare(word)
    if bare in known or word in known or bare.lower() in known:
        return False
    if not opens:
        return not all(part in known or part.lower() in known for part in re.split(r"[-\u2019']", bare) if part)
    return bare.lower() not in _english() and any(
        _alike(bare, other) for other in known if other[:1].isupper() and len(other) > 3
    )


@lru_cache(maxsize=1)
def _english() -> frozenset[str]:
    """Every word that the content banks use in lower case."""
    banks = open_banks()
    texts = (path.read_text(encoding="utf-8") for path in sorted(banks.folder.glob("*.json")))
    return frozenset(word for text in texts for word in re.findall(r"\b[a-z][a-z'\u2019]*", text))


def _alike(a: str, b: str) -> bool:
    """Whether two names differ by a misspelling. A word that only extends the other is another form of it."""
    if abs(len(a) - len(b)) > 2 or a.startswith(b) or b.startswith(a):
        return False
    return a[0] == b[0] and SequenceMatcher(None, a, b).ratio() >= NEARLY


def _mixed(text: str, q: Question[Any], known: str) -> Iterator[str]:
    """First names before somebody else's surname: ``Tom Lind`` where the people are Mara Lind and Tom Reed."""
    people = [name.split(" ") for name in full_names(q) if " " in name]
    first, last = {parts[0] for parts in people}, {parts[-1] for parts in people}
    for match in re.finditer(r"\b([^\W\d_][\w-]*) ([^\W\d_][\w-]*)", text):
        if match[1] in first and match[2] in last and match[0] not in known:
            yield match[0]
