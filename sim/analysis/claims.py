"""What people claim, checked against what they remember: interviews sentence by sentence, and news as it is told in talk.

A claim is supported when one memory (or line of the person's card) holds at least half of its telling words and no proper name
or number in it is unknown to the person. Lexical on purpose: it needs no model, and what it flags can be looked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sim.analysis.scores import Failure, Row, share
from sim.analysis.setting import Setting
from sim.analysis.words import claims, holds, names, numbers, sentences, telling
from sim.scenario.model import News, Resident
from sim.world.clock import MONTHS, WEEKDAYS

COVERED = 0.5
"""Share of a claim's telling words that one memory must hold."""
DAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})\b")
HOUR = re.compile(r"\b\d{1,2}(?::\d\d)?\s*(?:am|pm)\b|\b\d{1,2}:\d\d\b|\bnoon\b|\bmidnight\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What somebody can rest a claim on: stems per memory and card line, and all the names and numbers in them."""

    lines: tuple[frozenset[str], ...]
    known: frozenset[str]

    def supports(self, claim: str) -> bool:
        """Whether a claim is grounded."""
        return not self.missing(claim)

    def missing(self, claim: str) -> str:
        """What a claim lacks, in a few words; ``""`` for a supported one."""
        unknown = [part for part in (*names(claim), *numbers(claim)) if part.casefold() not in self.known]
        if unknown:
            return f"knows nothing of {', '.join(dict.fromkeys(unknown))}"
        wanted = telling(claim)
        best = max((len(wanted & line) for line in self.lines), default=0)
        return "" if best >= COVERED * len(wanted) else "no memory holds half of its words"


def knowledge(resident: Resident, texts: Iterable[str]) -> Knowledge:
    """From a resident's card and the texts of their memories."""
    hours = [
        f"{h // 60 % 24}:{h % 60:02d} {(h // 60 - 1) % 12 + 1} {(h // 60 - 1) % 12 + 1}:{h % 60:02d}"
        for h in (resident.wakes, resident.sleeps)
    ]
    card = [
        f"{resident.name} {resident.first} is {resident.age} years old and works as {resident.occupation}",
        f"{resident.name} is {' '.join(resident.traits)}",
        f"gets up wakes at {hours[0]} and goes to bed sleeps at {hours[1]}",
        " ".join((*resident.home, *(resident.work or ()))),
        resident.currently,
        *resident.background,
    ]
    lines = [*card, *dict.fromkeys(texts)]
    known = {part.casefold() for line in lines for part in re.findall(r"[A-Z][\w-]*|\d+(?::\d\d)?", line)}
    always = {part.casefold() for part in (*WEEKDAYS, *MONTHS)}
    return Knowledge(tuple(telling(line) for line in lines), frozenset(known | always))


def claim_rows(setting: Setting) -> tuple[list[Row], list[Failure]]:
    """The row on interviews stored in the run, and invented facts there and in talk."""
    supported = count = 0
    failures: list[Failure] = []
    for asked in setting.run.interviews():
        if asked.resident not in setting.people or asked.data.get("options"):
            continue
        memories = setting.memories_at(asked.resident, asked.tick)
        known = knowledge(setting.people[asked.resident], (memory.text for memory in memories))
        for claim in claims(asked.answer):
            count += 1
            lacking = known.missing(claim)
            supported += not lacking
            if lacking:
                failures.append(
                    Failure("invented fact", asked.tick, asked.resident, f"asked {asked.question!r}: {claim} ({lacking})")
                )
    rule = "claims in open answers of the run's stored interviews: half of the words in one memory, every name and number known"
    return [share("claims supported", supported, count, rule)], failures + told_wrong(setting)


def told_wrong(setting: Setting) -> list[Failure]:
    """News told in talk by somebody who cannot know it, or with another day or hour than it has."""
    found = []
    for news in setting.scenario.news:
        since = _first_heard(setting, news)
        for talk in setting.run.talks(None, 0, setting.last):
            heard = False
            for tick, who, text in talk.lines:
                said = next((s for s in sentences(text) if holds(s, news.signs)), "")
                if said and not heard and since.get(who, setting.last + 1) > tick:
                    found.append(Failure("invented fact", tick, who, f"tells of {news.id} without having heard of it: {said}"))
                if said and (other := _other_time(said, news)):
                    found.append(Failure("invented fact", tick, who, f"tells of {news.id} with {other}: {said}"))
                heard = heard or bool(said)
    return found


def _first_heard(setting: Setting, news: News) -> dict[str, int]:
    """Resident -> the first tick at which any memory of theirs, what they heard included, has the signs."""
    first = {}
    for slug, memories in setting.memories.items():
        own = (memory for memory in memories if memory.source or memory.kind != "utterance")
        ticks: Sequence[int] = [
            setting.tick(memory.at) for memory in own if memory.source != slug and holds(memory.text, news.signs)
        ]
        if ticks:
            first[slug] = min(ticks)
    return first


def _other_time(said: str, news: News) -> str:
    """Days or hours that a sentence names when none is the news's own (``decided on Monday to meet on Friday`` is right)."""
    if news.at is None:
        return ""
    wrong: list[str] = []
    for pattern in (DAY, HOUR):
        own = [part.casefold() for part in pattern.findall(news.text)]
        named = pattern.findall(said)
        if own and named and not any(part.casefold() in own for part in named):
            wrong += named
    return ", ".join(wrong)
