"""Which facts a line of talk tells: found by comparing the line with the speaker's own facts, never by grammar.

A line tells a fact where it has most of what the fact is about: its content words, the names of people, its days and numbers.
Whoever speaks says ``I`` and ``you`` for two of the names, and ``tomorrow`` for a day, so names and days count for a fact but
are not asked of the line. Used for words that a person typed, and as a check on every model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sim.language.text import stems
from sim.mind.facts import facts_of
from sim.mind.mind import Mind
from sim.types import Fact
from sim.world.clock import MONTHS, WEEKDAYS

ENOUGH = 0.5
"""Share of a fact's content words that a line which tells it has."""
CLAIMED = 0.2
"""The same where the speaker says that the line tells it: it may be told in other words."""
LEAST = 2
"""Content words that a line and a fact which it tells have in common, where the fact has so many."""
SEARCHED = 6
"""Memories searched for what a line may tell, where nothing else is at hand."""
_NUMBER = re.compile(r"\d+(?:[:.,]\d+)*")
_DATED = stems(" ".join((*WEEKDAYS, *MONTHS, "today tomorrow yesterday tonight o'clock am pm noon midnight")))


def told_in(line: str, facts: Sequence[Fact], names: Iterable[str], claimed: Sequence[int] = ()) -> list[int]:
    """The numbers (``Fact.n``) of those ``facts`` that a line tells, in their order. ``names`` are words of names, which nobody
    need say; ``claimed`` are the numbers that the speaker says it tells."""
    said, apart = stems(line), stems(" ".join(names)) | _DATED
    numbers = set(_NUMBER.findall(line))
    return [fact.n for fact in facts if _tells(said, numbers, fact.text, apart, CLAIMED if fact.n in claimed else ENOUGH)]


def _tells(said: frozenset[str], numbers: set[str], fact: str, apart: frozenset[str], enough: float) -> bool:
    content = frozenset(word for word in stems(fact) - apart if not word.isdigit())
    if not content:
        return bool(stems(fact) & said)
    shared = len(content & said) + len(numbers & set(_NUMBER.findall(fact)))
    return shared >= enough * len(content) and (shared >= min(LEAST, len(content)) or enough < ENOUGH)


def facts_told(mind: Mind, line: str, at: int) -> list[int]:
    """The numbers of the resident's memories that their line tells, searched among those nearest to its words."""
    hits = mind.stream.retrieve(line, at, k=SEARCHED, touch=False, purpose="told")
    facts = facts_of(mind, (), (hit.memory.n for hit in hits if hit.memory.kind != "utterance"))
    return told_in(line, facts, words_of_names(mind))


def words_of_names(mind: Mind) -> list[str]:
    """The words of everybody's name."""
    return [word for name, _ in mind.people.values() for word in name.split()]
