"""Claims checked against memories: interview answers sentence by sentence, and news as residents tell it.

A claim is supported if one memory (or one line of the resident's description) holds at least half of its content words, and
every proper name and number in it is known to the resident. The rule is lexical: it needs no model, and can be checked by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sim.analysis.lexical import claims, contains_all, content_words, numbers, proper_names, sentences
from sim.analysis.metrics import Failure, Metric, proportion
from sim.analysis.run_context import RunContext
from sim.scenario.model import News, Resident
from sim.world.clock import MONTHS, WEEKDAYS

MIN_COVERAGE = 0.5
"""Share of a claim's content words that one memory must hold."""
DAY_NAME = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})\b")
CLOCK_TIME = re.compile(r"\b\d{1,2}(?::\d\d)?\s*(?:am|pm)\b|\b\d{1,2}:\d\d\b|\bnoon\b|\bmidnight\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a resident's claims can rest on: the stems of each memory and description line, and all names and numbers."""

    lines: tuple[frozenset[str], ...]
    known: frozenset[str]

    def unsupported(self, claim: str) -> str:
        """Why a claim is not supported, in a few words; "" if it is."""
        unknown = [part for part in (*proper_names(claim), *numbers(claim)) if part.casefold() not in self.known]
        if unknown:
            return f"knows nothing of {', '.join(dict.fromkeys(unknown))}"
        wanted = content_words(claim)
        best = max((len(wanted & line) for line in self.lines), default=0)
        return "" if best >= MIN_COVERAGE * len(wanted) else "no memory holds half of its words"


def knowledge_of(resident: Resident, texts: Iterable[str]) -> Knowledge:
    """The knowledge of a resident with these memories."""
    wakes, sleeps = _hours_as_written(resident.wakes), _hours_as_written(resident.sleeps)
    description = [
        f"{resident.name} {resident.first} is {resident.age} years old and works as {resident.occupation}",
        f"{resident.name} is {' '.join(resident.traits)}",
        f"gets up wakes at {wakes} and goes to bed sleeps at {sleeps}",
        " ".join((*resident.home, *(resident.work or ()))),
        resident.currently,
        *resident.background,
    ]
    lines = [*description, *dict.fromkeys(texts)]
    known = {part.casefold() for line in lines for part in re.findall(r"[A-Z][\w-]*|\d+(?::\d\d)?", line)}
    always = {part.casefold() for part in (*WEEKDAYS, *MONTHS)}
    return Knowledge(tuple(content_words(line) for line in lines), frozenset(known | always))


def _hours_as_written(minutes: int) -> str:
    """A time of day in every form that a claim may use: ``18:05 6 6:05``."""
    hour, minute = divmod(minutes, 60)
    twelve = (hour - 1) % 12 + 1
    return f"{hour % 24}:{minute:02d} {twelve} {twelve}:{minute:02d}"


def claim_metrics(context: RunContext) -> tuple[list[Metric], list[Failure]]:
    """The metric on interviews stored in the run, with the answers that memory does not support; as failures the facts invented
    in talk. Interviews are asked by users and are no part of the town's life."""
    supported = count = 0
    failures: list[Failure] = []
    for asked in context.run.interviews():
        if asked.resident not in context.residents or asked.data.get("options"):
            continue
        memories = context.memories_at(asked.resident, asked.tick)
        known = knowledge_of(context.residents[asked.resident], (memory.text for memory in memories))
        for claim in claims(asked.answer):
            count += 1
            reason = known.unsupported(claim)
            supported += not reason
            if reason:
                text = f"asked {asked.question!r}: {claim} ({reason})"
                failures.append(Failure("answer unsupported", asked.tick, asked.resident, text))
    rule = "claims in open answers of the run's stored interviews: half of the words in one memory, every name and number known"
    return [proportion("claims supported", supported, count, rule)], failures + misreported_news(context)


def misreported_news(context: RunContext) -> list[Failure]:
    """News told by a resident who cannot know it, or with another day or hour than that of the news."""
    found = []
    for news in context.scenario.news:
        since = _first_heard(context, news)
        for talk in context.run.talks(None, 0, context.last_tick):
            heard = False
            for tick, who, text in talk.lines:
                said = next((s for s in sentences(text) if contains_all(s, news.signs)), "")
                if said and not heard and since.get(who, context.last_tick + 1) > tick:
                    found.append(Failure("invented fact", tick, who, f"tells of {news.id} without having heard of it: {said}"))
                if said and (other := _other_time(said, news)):
                    found.append(Failure("invented fact", tick, who, f"tells of {news.id} with {other}: {said}"))
                heard = heard or bool(said)
    return found


def _first_heard(context: RunContext, news: News) -> dict[str, int]:
    """Resident -> the tick of their first memory (including what they heard) that has the signs."""
    first = {}
    for slug, memories in context.memories.items():
        own = [m for m in memories if m.source != slug and (m.source or m.kind != "utterance")]
        ticks = [context.tick(memory.at) for memory in own if contains_all(memory.text, news.signs)]
        if ticks:
            first[slug] = min(ticks)
    return first


def _other_time(said: str, news: News) -> str:
    """The days or hours in a sentence if none is the news's own (``decided on Monday to meet on Friday`` is right)."""
    if news.at is None:
        return ""
    wrong: list[str] = []
    for pattern in (DAY_NAME, CLOCK_TIME):
        own = [part.casefold() for part in pattern.findall(news.text)]
        named = pattern.findall(said)
        if own and named and not any(part.casefold() in own for part in named):
            wrong += named
    return ", ".join(wrong)
