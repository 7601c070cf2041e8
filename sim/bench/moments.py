"""Whether minds are shown what they need: ``python -m sim.bench moments RUN``.

Up to 300 moments of a lived town, a third of each kind, spread evenly over its talks. At each the resident's memory, as it was
then, is searched as a mind searches it: one query each for the person, the last words and the concern, four memories each. What
was needed is marked by rule:

- ``met`` (the first line to somebody): the last summary of a talk with them, or what they promised;
- ``asked`` and ``told`` (a reply to a question, or to anything else): older memories that share two rare words with what the
  resident then said, rare being in five memories at most.

Moments at which nothing was needed do not count. Reported is the share of moments at which something needed was shown.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sim.analysis.lexical import content_words
from sim.analysis.run_context import RunContext, open_context
from sim.memory import PRESETS, CachedEmbedder, Embedder, MemoryStream, open_embedder
from sim.mind.thought import RECALLED
from sim.types import Memory

MOMENTS = 300
SHOWN = 4
"""Memories per query, as ``Thought.recall_each`` takes by default."""
MAX_RARE = 5
"""The most memories in which a rare word occurs."""
MIN_SHARED_RARE = 2
"""Rare words that an older memory must share to be needed."""
TALK = 900
"""Game seconds before a moment from which on memories belong to the talk itself."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A line that a resident is about to say: memory ``n`` of theirs, the queries, and the n of what was needed."""

    slug: str
    n: int
    kind: str
    queries: tuple[str, ...]
    needed: frozenset[int]


def moments(context: RunContext) -> list[Moment]:
    """Those of a run, spread evenly over its residents and kinds."""
    found = [moment for slug in context.residents for moment in _of(context, slug) if moment.needed]
    kinds = {kind: [moment for moment in found if moment.kind == kind] for kind in ("met", "asked", "told")}
    each = MOMENTS // len(kinds)
    made = []
    for some in kinds.values():
        made += some[:: max(1, len(some) // each)][:each]
    return made


def _of(context: RunContext, slug: str) -> Iterator[Moment]:
    memories, people = list(context.memories[slug]), {context.name(other) for other in context.residents if other != slug}
    words = [content_words(memory.text) for memory in memories]
    frequency = Counter(word for some in words for word in some)
    names = {word for name in (*people, context.name(slug)) for word in content_words(name)}
    concern = next(one.currently for one in context.scenario.residents if one.slug == slug)
    before: Memory | None = None
    for memory in memories:
        if memory.kind != "utterance":
            continue
        last, before = before, memory
        if memory.source:
            continue
        person = next((name for name in people if f" said to {name}" in memory.text), "")
        older = [m for m in memories[: memory.n] if m.kind in RECALLED and m.at < memory.at - TALK]
        opening = last is None or memory.at - last.at > TALK
        if opening and person:
            between = [m.n for m in older if person in m.text and m.kind == "summary"]
            yield Moment(slug, memory.n, "met", (person, concern), frozenset(between[-1:]))
        elif last and person:
            said = last.text.partition(": '")[2].removesuffix("'")
            rare = {word for word in words[memory.n] - names if frequency[word] <= MAX_RARE}
            needed = frozenset(m.n for m in older if len(rare & words[m.n]) >= MIN_SHARED_RARE)
            yield Moment(slug, memory.n, "asked" if said.endswith("?") else "told", (person, said, concern), needed)


def shown(moment: Moment, memories: list[Memory], preset: str, embedder: Embedder) -> bool:
    """Whether something that was needed is among what the queries find, as ``Thought.recall_each`` takes it."""
    now, past = memories[moment.n].at, memories[: moment.n]
    stream, taken = MemoryStream.restore(preset, embedder, past, {}), dict[str, int]()
    for query in moment.queries:
        hits = stream.retrieve(query, now, SHOWN + len(taken), kinds=RECALLED, touch=False)
        new = [hit.memory for hit in hits if hit.memory.text not in taken][:SHOWN]
        taken |= {memory.text: memory.n for memory in new}
    texts = {past[n].text for n in moment.needed}
    return any(text in taken for text in texts)


def main(argv: list[str]) -> int:
    """Print a line per preset."""
    parser = argparse.ArgumentParser(prog="sim.bench moments", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("run", type=Path, help="a saved run")
    parser.add_argument("--embedder", default="minilm")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    embedder = CachedEmbedder(open_embedder(args.embedder))
    with open_context(args.run) as context:
        chosen = moments(context)
        rows = []
        for preset in PRESETS:
            hit = [(moment.kind, shown(moment, list(context.memories[moment.slug]), preset, embedder)) for moment in chosen]
            kinds = {kind: [ok for which, ok in hit if which == kind] for kind in dict.fromkeys(which for which, _ in hit)}
            shares = {kind: round(100 * sum(some) / len(some), 1) for kind, some in kinds.items()}
            rows.append({"preset": preset, **shares, "moments": len(hit)})
    print(json.dumps(rows, indent=1) if args.json else "\n".join(map(str, rows)))
    return 0
