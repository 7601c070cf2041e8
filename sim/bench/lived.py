"""Questions to the memories of a lived town, for ``sim.bench recall RUN.sqlite``: each asked 1, 7 and 30 days after its end.

The days between are filled with what other residents of the run remember of a day, told as the resident's own (names
exchanged), at the same time of day: the same town, the same people and subjects. What would answer a question as well is left
out: what others remember of the resident, and what has all that an undated question names.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from sim.analysis.lexical import STOP_WORDS, WORD, content_words, stem
from sim.analysis.run_context import RunContext, open_context
from sim.bench.recall_data import Asked, Stream, Told
from sim.types import Memory
from sim.world.clock import DAY

LATER = (1, 7, 30)
"""Days after the end of the run on which the questions are asked."""
MOST_RIGHT = 3
"""A question that has more right answers than this is not asked: no ten memories need to hold them."""
PEOPLE = 6
"""Residents asked, spread evenly over the town: every one of them has another month of memories to embed."""
UNDATED = ("told", "line", "topic", "promise")
PER_KIND = 6
"""Questions of each kind and resident, spread evenly over the run."""
TOPIC = re.compile(r" talked with (.+?) about (.+?)(?: again| once more| yet again)?(?:\.|$)")
PROMISED = re.compile(r"^(.+?) promised (.+?) to (.+)$")


def streams(run: Path) -> list[Stream]:
    """A stream per resident and number of days between."""
    made = []
    with open_context(run) as context:
        start = context.clock.moment(0)
        everybody = list(context.residents)
        for slug in everybody[:: max(1, len(everybody) // PEOPLE)][:PEOPLE]:
            memories = list(context.memories[slug])
            questions = list(_questions(context, slug, memories))
            for days in LATER:
                stream = Stream([_told(memory, start) for memory in memories])
                named = list({_named(question, context) for kind, question, _ in questions if kind in UNDATED})
                stream.told += _filler(context, slug, days, named, start)
                at = start + dt.timedelta(seconds=context.end + days * DAY)
                stream.asked = [Asked(text, frozenset(ns), f"{kind} {days}d", at) for kind, text, ns in questions]
                made.append(stream)
    return made


def _told(memory: Memory, start: dt.datetime, later: int = 0, text: str = "") -> Told:
    at = start + dt.timedelta(seconds=memory.at + later)
    return Told(text or memory.text, at, memory.kind, memory.importance)


def _filler(context: RunContext, slug: str, days: int, named: Sequence[frozenset[str]], start: dt.datetime) -> Iterator[Told]:
    """What the resident remembers of the days between: on each the last day of another resident's run."""
    others = [other for other in context.residents if other != slug]
    last = context.clock.day(context.end - 1)
    for day in range(1, days):
        other = others[day % len(others)]
        mine, theirs = context.name(slug), context.name(other)
        for memory in context.memories[other]:
            if memory.at >= 0 and context.clock.day(memory.at) == last - day % 2:
                text = memory.text.replace(mine, "\0").replace(theirs, mine).replace("\0", theirs)
                words = content_words(text)
                if mine not in memory.text and not any(some <= words for some in named):
                    yield _told(memory, start, (day + day % 2) * DAY, text)


def _questions(context: RunContext, slug: str, memories: Sequence[Memory]) -> Iterator[tuple[str, str, list[int]]]:
    """(kind, question, right memories)."""
    found: dict[str, dict[str, list[int]]] = {}
    frequency = Counter(word for memory in memories for word in content_words(memory.text))
    for memory in memories:
        for kind, question in _asking_for(memory, context, slug, frequency):
            found.setdefault(kind, {}).setdefault(question, []).append(memory.n)
    for kind, asked in found.items():
        clear = [(question, ns) for question, ns in asked.items() if len(ns) <= MOST_RIGHT]
        for question, ns in clear[:: max(1, len(clear) // PER_KIND)][:PER_KIND]:
            yield kind, question, ns


def _asking_for(memory: Memory, context: RunContext, slug: str, frequency: Counter[str]) -> Iterator[tuple[str, str]]:
    """(kind, question) that a memory answers."""
    text, date = memory.text, context.clock.date_text(memory.at).rpartition(",")[0]
    me, others = context.name(slug), [context.name(other) for other in context.residents if other != slug]
    cues = _cues(text.partition(": '")[2] or text, frequency)
    if memory.kind == "observation" and memory.source in context.residents:
        yield "told", f"Who told me about {' and '.join(cues)}, and when?"
    elif memory.kind == "utterance" and memory.source and len(cues) > 1:
        yield "line", f"What did {_first(context.name(memory.source))} say about {' and '.join(cues)}?"
    elif (promised := PROMISED.match(text)) and promised[1] in others:
        yield "promise", f"What did {_first(promised[1])} promise me?"
    elif memory.kind == "summary" and text.startswith(f"{me} talked with "):
        names = [name for name in others if name in text.partition(". ")[0]]
        for name in names:
            yield "talk", f"What did {_first(name)} and I talk about on {date}?"
        if names and (topic := TOPIC.search(text)):
            yield "topic", f"What did {_first(names[0])} and I say about {topic[2]}?"
    elif memory.kind == "observation" and (who := next((name for name in others if text.startswith(f"{name} is ")), "")):
        yield "seen", f"What was {_first(who)} doing when I saw them on {date}?"


def _named(question: str, context: RunContext) -> frozenset[str]:
    """The content words of an undated question, without people's names and what all such questions say."""
    about = question.partition(" about ")[2].partition(", and when")[0] or question
    names = {word for slug in context.residents for word in content_words(context.name(slug))}
    return content_words(about) - names


def _first(name: str) -> str:
    return name.partition(" ")[0]


def _cues(text: str, frequency: Counter[str]) -> list[str]:
    """The two rarest content words, in the order of the text."""
    words = list(dict.fromkeys(word for word in WORD.findall(text.lower()) if word not in STOP_WORDS and len(word) > 3))
    rarest = sorted(words, key=lambda word: (frequency[stem(word)], words.index(word)))[:2]
    return sorted(rarest, key=words.index)
