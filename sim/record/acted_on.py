"""Which insight stands behind a line of talk, or behind an entry of a plan.

The rule is the same for every kind of mind. An insight stands behind a line if it was retrieved for that line and shares at
least three content words with it that were not said before. Names of others count as content words, the names of speaker and
listeners do not. Two shared words are enough where the insight is about a listener; words of its evidence then count too. An
insight stands behind a plan where the plan was changed for it. Knows run files alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sim.record.read import Run
from sim.record.rows import StoredTalk
from sim.types import Block, Memory

MIN_SHARED = 3
"""Content words that insight and line must share."""
MIN_SHARED_ABOUT_LISTENER = 2
"""The same for an insight about a listener; words of its evidence count too."""
RETRIEVED_WITHIN = 12
"""Ticks before a line within which the insight was retrieved."""
NEWEST_INSIGHTS = 20
"""The newest insights among which the reason for a changed plan is sought."""
_WORD = re.compile(r"[^\W\d_][\w'’]{3,}")
_COMMON = frozenset(
    """
    about after again also always anybody anything been before being both could does down each ever every everybody from
    good have having hear heard here into just know known like little made make many might mind more most much must
    never nobody nothing once only other others over people really said same says should since some somebody something
    still such sure take talk talked talks tell than that their them then there these they thing things think this those
    though through time told town very want wants well were what when where which while whom will with without work
    would your yours yourself it's i'll i've i'd that's they're
    """.split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class ActedOn:
    """``insight`` of ``who`` stands behind what they said at ``tick``."""

    who: str
    tick: int
    line: str
    insight: Memory


def acted_on(run: Run, talk: StoredTalk, only: int | None = None) -> Iterator[ActedOn]:
    """The insights behind the lines of a talk; with ``only`` behind the lines of that tick."""
    names = {info.slug: frozenset(_WORD.findall(info.name.lower())) for info in run.residents}
    own = frozenset().union(*(names.get(slug, frozenset()) for slug in talk.people))
    before: set[str] = set()
    for tick, who, line in talk.lines:
        words = content_words(line, own)
        if only in (None, tick):
            partners = [names.get(slug, frozenset()) for slug in talk.people if slug != who]
            found = next(_behind(run, who, tick, words - before, partners), None)
            if found is not None:
                yield ActedOn(who, tick, line, found)
        before |= words


def planned_on(run: Run, who: str, tick: int) -> Iterator[tuple[str, Memory]]:
    """(activity, insight) of entries of the plan made at ``tick``. Two kinds count: entries that are new in a plan changed for
    an insight, come later and were lived; and entries that name a resident whom a retrieved insight is about, and whom no
    other retrieved memory names."""
    reasons = [str(event.data.get("reason", "")) for event in run.events(tick, tick, ("plan",), who)]
    before = {block.activity for block in run.plan(who, tick - 1)} if any(reasons) else set()
    for concluded in run.memories(who, tick, kinds=("reflection",), limit=NEWEST_INSIGHTS) if any(reasons) else ():
        later = [b for b in run.plan(who, tick) if b.start > tick * run.meta.tick_seconds and b.activity not in before]
        yield from ((b.activity, concluded) for b in later if concluded.text in reasons and _lived(run, who, b))
    names = [info.name for info in run.residents if info.slug != who]
    found = [one.retrieval.hits for one in run.retrievals(who, tick, 6) if one.retrieval.purpose == "plan"]
    taken = [hit.memory for hits in found for hit in hits if hit.taken]
    known = " ".join(memory.text for memory in taken if memory.kind != "reflection")
    for block in run.plan(who, tick):
        named = [name for name in names if name in block.activity and name not in known]
        behind = (memory for memory in taken if memory.kind == "reflection" and any(name in memory.text for name in named))
        yield from ((block.activity, memory) for memory in [next(behind, None)] if memory is not None)


def _lived(run: Run, who: str, block: Block) -> bool:
    """Whether a block was lived: its activity was done in it, and the residents whom it names were spoken with."""
    sought = {info.slug for info in run.residents if info.slug != who and info.name in block.activity}
    since, until = block.start // run.meta.tick_seconds, block.end // run.meta.tick_seconds
    if sought:
        return any(sought.intersection(talk.people) for talk in run.talks(who, since, until))
    return any(event.data.get("activity") == block.activity for event in run.events(since, until, ("act",), who))


def content_words(text: str, without: Collection[str] = ()) -> set[str]:
    """The words of four letters and more, in lower case, that are neither common nor among ``without``."""
    return {word for word in _WORD.findall(text.lower()) if word not in _COMMON and word not in without}


def _behind(run: Run, who: str, tick: int, words: set[str], partners: Collection[frozenset[str]]) -> Iterator[Memory]:
    """The insights that were retrieved for the line; the insight that shares most words with the line comes first."""
    if len(words) < MIN_SHARED_ABOUT_LISTENER:
        return
    hits = {
        hit.memory.n: hit.memory
        for stored in run.retrievals(who, tick, 3)
        if tick - stored.tick <= RETRIEVED_WITHIN
        for hit in stored.retrieval.hits
        if hit.taken and hit.memory.kind == "reflection"
    }
    told = {n: content_words(memory.text) for n, memory in hits.items()}
    about = {n for n in hits if any(name and name <= told[n] for name in partners)}
    for n in about:
        told[n] = told[n].union(*(content_words(run.memory(who, cited, tick).text) for cited in hits[n].evidence))
    shared = {n: len(words & told[n]) for n in hits}
    least = {n: MIN_SHARED_ABOUT_LISTENER if n in about else MIN_SHARED for n in hits}
    yield from (hits[n] for n in sorted(hits, key=lambda n: -shared[n]) if shared[n] >= least[n])
