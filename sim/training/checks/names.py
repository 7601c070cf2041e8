"""Check ``names``: whether every proper name of a reply is in its prompt, letter by letter, with the right surname.

A capitalised word within a sentence counts as a name. At the beginning of a sentence it does so only where it is nearly a name
of the prompt (``Marra`` for ``Mara``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from sim.language.banks import open_banks
from sim.language.text import words
from sim.prompts import Question, Reply
from sim.training.checks.shown import full_names, shown, written
from sim.training.checks.verdict import Verdict, judged
from sim.world.clock import MONTHS, WEEKDAYS

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
