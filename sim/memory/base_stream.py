"""A memory stream without the asking: storing, retrieval, the importance budget, and what changed since the last drain.

``stream`` adds rating and reflection, which ask questions. ``search`` scores, ``presets`` holds every number. Knows no clock
(callers say when), no question and no file (changes are drained).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from sim.memory import checks, hits
from sim.memory.arrays import Int64s
from sim.memory.embed import Embedder, HashingEmbedder
from sim.memory.memory_table import MemoryTable
from sim.memory.presets import Preset, open_preset
from sim.memory.search import Request, Search
from sim.memory.terms import Corpus
from sim.types import Hit, Memory, MemoryKind, Retrieval


@dataclass(slots=True)
class Changes:
    """What changed since the last drain: ``added`` memories as they were when added; ``rated`` as (n, importance); ``removed``
    the n of memories forgotten or merged away. Retrievals that touch nothing are not among ``retrievals``. Applied in order to
    what was stored before, changes restore the stream: last access follows from the hits that were taken."""

    added: list[Memory] = field(default_factory=list)
    rated: list[tuple[int, float]] = field(default_factory=list)
    retrievals: list[Retrieval] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.added or self.rated or self.retrievals or self.removed)


class BaseStream(MemoryTable):
    """Memories numbered from 0, with exact three-factor retrieval over a FAISS index, set up like a ``MemoryStream``."""

    keeps = True
    """Whether added memories are kept; False for a ``NullStream``."""

    def __init__(
        self,
        preset: str | Preset = "park",
        embedder: Embedder | None = None,
        judge: Callable[[str], float] | None = None,
        **overrides: Any,
    ) -> None:
        super().__init__(open_preset(preset, overrides), HashingEmbedder() if embedder is None else embedder)
        self._judge = judge
        self._changes = Changes()
        self.changed = False
        """Whether there is anything to drain: asked of every stream in every tick."""
        self._unrated: dict[int, None] = {}
        self._budget = 0.0
        self._retrievals = 0

    # -- storing ------------------------------------------------------------------------------------------------------

    def add(
        self,
        text: str,
        kind: MemoryKind = "observation",
        at: int = 0,
        importance: float | None = None,
        evidence: Sequence[int] = (),
        expires: int | None = None,
        source: str = "",
        counts: bool = True,
    ) -> Memory:
        """Store one memory, O(1); nothing is embedded before it is needed. ``counts``: whether its importance fills the budget.
        Raises ValueError for an unknown kind, an importance that is not finite, and evidence that is not in the stream."""
        n, at = len(self._memories), checks.moment(at)
        if kind not in checks.KINDS:
            checks.known_kinds((kind,), "kind")
        if importance is None and self._judge is not None and kind != "utterance":
            importance = self._judge(text)
        if importance is not None:
            importance = _checked_importance(importance, n)
        depth = self._depth(evidence) if evidence or kind == "reflection" else 0
        memory = Memory(n, text, kind, at, at, importance, tuple(evidence), expires, source, depth)
        self._memories.append(memory)
        self._changes.added.append(memory)
        self.changed = True
        self._count += 1
        if importance is not None:
            if counts:
                self._add_to_budget(memory, importance)
        elif kind != "utterance":
            self._unrated[n] = None
        return memory

    def rate(self, n: int, importance: float) -> None:
        """Set a memory's importance. The first rating counts towards the budget."""
        old = self[n]
        value = _checked_importance(importance, n)
        self._memories[n] = replace(old, importance=value)
        self._sync_columns()
        self._columns.rate(n, value)
        self._changes.rated.append((n, value))
        self.changed = True
        self._unrated.pop(n, None)
        if old.importance is None:
            self._add_to_budget(old, value)

    def remove(self, n: int) -> None:
        """Forget a memory for good. Its number is not used again; evidence that names it stays as it is."""
        self._forget_words(self[n])
        self._sync_columns()
        self._memories[n] = None
        self._columns.remove(n)
        self._unrated.pop(n, None)
        self._count -= 1
        self._changes.removed.append(n)
        self.changed = True

    # -- finding ------------------------------------------------------------------------------------------------------

    def retrieve(
        self,
        query: str,
        at: int,
        k: int | None = None,
        weights: tuple[float, float, float] | None = None,
        kinds: Sequence[MemoryKind] | None = None,
        touch: bool | None = None,
        purpose: str = "",
        where: str = "",
        cold: bool = False,
    ) -> list[Hit]:
        """The k best memories by recency, importance and relevance. None takes the preset's value.

        Sorted by score, best first (ties to the older memory), or chronologically as the preset says. Expired memories are
        never returned. ``where`` is a filter expression over normalised components, applied before the k best are taken. With
        ``touch`` their last access becomes ``at`` and the retrieval is recorded; without it the stream does not change. Hits
        show the memory as it was when scored.
        """
        k, at = self.preset.k if k is None else checks.whole_number(k, "k"), checks.moment(at)
        if k < 1:
            return []
        every = self.preset.cold_every
        cold = cold or bool(every and self._retrievals % every == every - 1)
        self._sync_columns()
        vector = self._embed_new(query)
        if kinds is not None:
            checks.known_kinds(kinds)
        rows = self._columns.eligible(at, self.preset.kinds if kinds is None else kinds, cold)
        terms = self.preset.terms if weights is None else ()
        weights = self.preset.weights if weights is None else checks.weights(weights)
        shared = self._word_index().shared(query) if self.preset.words else None
        wanted, reranker = k + self.preset.missed, self.preset.rerank
        request = Request(vector, at, max(wanted, self.preset.reranked if reranker else 0), weights, rows, shared)
        search = Search(self.preset, self._columns, self._index, request)
        if where or terms:
            all_rows = search.all()
            if terms:
                all_rows = hits.with_terms(all_rows, self._corpus(all_rows.rows), terms, query, at)
            scored = (hits.apply_filter(all_rows, self._memories_at, where) if where else all_rows).best(request.k)
        else:
            scored = search.best()
        if reranker:
            scored = hits.rerank(scored, self._memories_at, reranker, query).best(wanted)
        found = hits.to_hits(scored, self._memories_at, k)
        if self.preset.touch if touch is None else touch:
            self._touch(Retrieval(query, at, purpose, tuple(found)), scored.rows[:k])
        taken = found[:k]
        if self.preset.order == "chronological":
            taken.sort(key=lambda hit: (hit.memory.at, hit.memory.n))
        return taken

    def touch(self, retrieval: Retrieval) -> None:
        """Refresh the last access of what a retrieval took, bring it back from cold storage, and record the retrieval."""
        self._sync_columns()
        self._touch(retrieval, np.array([hit.memory.n for hit in retrieval.hits if hit.taken], np.int64))

    # -- rating and reflecting ----------------------------------------------------------------------------------------

    def unrated(self) -> list[Memory]:
        """Memories that need a rating, oldest first. Utterances never do."""
        return [self[n] for n in self._unrated]

    def budget(self) -> float:
        """Importance gathered since the last reflection, or of the last ``window`` memories, as the preset says."""
        if self.preset.trigger == "window":
            return math.fsum(memory.importance or 0.0 for memory in self.recent(self.preset.window))
        return self._budget

    def due(self) -> bool:
        """Whether it is time to reflect."""
        return self._count > 0 and self.budget() >= self.preset.threshold

    def spend(self) -> None:
        """Reset the budget. A reflection does this first, so that what happens while it asks counts towards the next one."""
        self._budget = 0.0

    # -- leaving and coming back --------------------------------------------------------------------------------------

    def drain(self) -> Changes:
        """What changed since the last drain."""
        drained, self._changes, self.changed = self._changes, Changes(), False
        return drained

    def state(self) -> dict[str, Any]:
        """The part of the stream that is not in its memories, as small JSON data."""
        return {
            "budget": self._budget,
            "next": len(self._memories),
            "retrievals": self._retrievals,
            "cold": self._cold_ranges(),
        }

    @classmethod
    def restore(
        cls,
        preset: str | Preset,
        embedder: Embedder | None,
        memories: Iterable[Memory],
        state: Mapping[str, Any],
        **overrides: Any,
    ) -> Self:
        """The stream that drained these memories (with their last access, ascending) and had this state."""
        stream = cls(preset, embedder, **overrides)
        kept = list(memories)
        stream._load(kept, int(state.get("next", 0)), state.get("cold", ()))
        for memory in kept:
            if memory.importance is None and memory.kind != "utterance":
                stream._unrated[memory.n] = None
        stream._budget = float(state.get("budget", 0.0))
        stream._retrievals = int(state.get("retrievals", 0))
        return stream

    # -- inside -------------------------------------------------------------------------------------------------------

    def _add_to_budget(self, memory: Memory, importance: float) -> None:
        if memory.kind in self.preset.counted and (self.preset.backstory or memory.source != "backstory"):
            self._budget += importance

    def _corpus(self, rows: Int64s) -> Corpus:
        """What terms see of these rows."""
        columns = self._columns
        return Corpus(rows, columns.at[rows], columns.accessed[rows], self._word_index(), self._memories_at)

    def _touch(self, retrieval: Retrieval, rows: Int64s) -> None:
        self._columns.touch(rows, retrieval.at)
        self._retrievals += 1
        self._changes.retrievals.append(retrieval)
        self.changed = True


def _checked_importance(importance: float, n: int) -> float:
    value = float(importance)
    if not abs(value) <= checks.MAX_NUMBER:
        raise ValueError(f"the importance of memory {n} is {importance!r}; a finite number is needed, a million at most")
    return value
