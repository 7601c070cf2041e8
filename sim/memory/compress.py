"""Keeps a long life small: forgetting, merging, and cold storage (seed document 000). Nothing happens unless it is called.

Each function works on a stream through its public methods. A memory that a living memory cites as evidence is never forgotten,
so reflections can be followed down to observations. Merging asks a question; the rest asks none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.memory.base_stream import BaseStream
from sim.memory.reflect import Thinker
from sim.prompts import Asking, ask
from sim.prompts.tasks.merge import MergeMemories
from sim.types import Memory

DAY = 86400


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Forget observations and utterances of at most this importance (from 0 to 10) that are this old, were not accessed for
    this long (seconds), and were found by at most ``uses`` recorded retrievals. What was never rated is kept."""

    importance: float = 2.0
    age: int = 7 * DAY
    idle: int = 3 * DAY
    uses: int = 2


@dataclass(frozen=True, slots=True)
class Merging:
    """Merge at least ``least`` observations of at most this importance (from 0 to 10) and at least this age whose cosine to the
    first of them reaches ``similarity``. Merged memories move to cold storage, where evidence still finds them; with ``drop``
    they are removed."""

    similarity: float = 0.8
    least: int = 3
    most: int = 12
    importance: float = 5.0
    age: int = DAY
    drop: bool = False


FORGETTING = Forgetting()
MERGING = Merging()
IDLE = 30 * DAY
"""Seconds without a retrieval after which a memory moves to cold storage."""


def forget(stream: BaseStream, at: int, rule: Forgetting = FORGETTING) -> list[int]:
    """Remove what the rule names; returns the numbers of the removed memories."""
    cited = {n for memory in stream for n in memory.evidence}
    gone = [
        memory.n
        for memory in stream
        if memory.kind in ("observation", "utterance")
        and memory.importance is not None
        and memory.importance <= rule.importance
        and at - memory.at >= rule.age
        and at - memory.accessed >= rule.idle
        and stream.uses(memory.n) <= rule.uses
        and memory.n not in cited
    ]
    for n in gone:
        stream.remove(n)
    return gone


def tier(stream: BaseStream, at: int, idle: int = IDLE) -> list[int]:
    """Move memories that were not retrieved for ``idle`` seconds to cold storage, except reflections and plans. Returns their
    numbers. A retrieval looks into cold storage when told to, or every ``cold_every``-th time as the preset says. What it takes
    comes back."""
    idlers = [m.n for m in stream if m.kind not in ("reflection", "plan") and at - m.accessed >= idle]
    cooled = [n for n in idlers if not stream.is_cold(n)]
    for n in cooled:
        stream.set_cold(n)
    return cooled


def merging(stream: BaseStream, thinker: Thinker, rule: Merging = MERGING) -> Asking[list[Memory]]:
    """Ask for one sentence per group of similar old memories. Returns the summaries, which cite the merged memories as
    evidence."""
    made = []
    for index, group in enumerate(similar(stream, thinker.at, rule)):
        who = thinker.asking("compression", index)
        reply = yield from ask(MergeMemories(**who, memories=tuple(memory.text for memory in group)))
        rated = [memory.importance for memory in group if memory.importance is not None]
        importance = stream.preset.own(max(rated)) if rated else None
        numbers = tuple(memory.n for memory in group)
        made.append(stream.add(reply.memory, "summary", thinker.at, importance, numbers, counts=False))
        for n in numbers:
            if rule.drop:
                stream.remove(n)
            else:
                stream.set_cold(n)
    return made


def similar(stream: BaseStream, at: int, rule: Merging) -> list[list[Memory]]:
    """Groups of memories to merge, each around its oldest member. No memory is in two groups."""
    old = [m for m in stream if _mergeable(stream, m, at, rule)]
    if not old or not stream.embedder.dim:
        return []
    vectors = np.stack([stream.vector(memory.n) for memory in old])
    free = np.ones(len(old), bool)
    groups = []
    for i in range(len(old)):
        near = np.flatnonzero(free & (vectors @ vectors[i] >= rule.similarity))[: rule.most]
        if free[i] and len(near) >= rule.least:
            groups.append([old[j] for j in near])
            free[near] = False
    return groups


def _mergeable(stream: BaseStream, memory: Memory, at: int, rule: Merging) -> bool:
    low = memory.importance is None or memory.importance <= rule.importance
    return memory.kind == "observation" and low and at - memory.at >= rule.age and not stream.is_cold(memory.n)
