"""A memory stream without the asking: storing, retrieval, the importance budget, and what changed since the last drain.

``stream`` adds rating and reflection, which ask questions. ``search`` scores, ``presets`` holds every number. Knows no question
and no file (changes are drained).
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, Self

import numpy as np

from sim.memory import checks, hits
from sim.memory.arrays import Int64s
from sim.memory.embed import Embedder, HashingEmbedder
from sim.memory.locking import locked
from sim.memory.memory_table import MemoryTable
from sim.memory.metadata import Metadata, MetadataIndex, Value, Wanted, checked, combined, rows_in
from sim.memory.moments import Clock, Moment, Timeline
from sim.memory.presets import Preset, open_preset
from sim.memory.search import Request, Search
from sim.memory.terms import Corpus
from sim.types import FROM_BEFORE, Hit, Memory, MemoryKind, Retrieval

PENDING = 10_000
"""Retrievals that wait to be drained at most; of a stream that nobody drains the oldest are let go."""


@dataclass(slots=True)
class Changes:
    """What changed since the last drain: ``added`` memories as they were when added; ``rated`` as (n, importance); ``removed``
    the n of memories forgotten or merged away; ``noted`` (n, its metadata) where that was changed. Applied in order to what was
    stored before, changes restore the stream: last access follows from the hits that were taken, of the ``retrievals`` that
    touched."""

    added: list[Memory] = field(default_factory=list)
    rated: list[tuple[int, float]] = field(default_factory=list)
    retrievals: list[Retrieval] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    noted: list[tuple[int, dict[str, Value]]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.added or self.rated or self.retrievals or self.removed or self.noted)


def about_tokens(text: str) -> int:
    """About how many tokens a text has in a model's vocabulary: one per four characters, and its line's own."""
    return len(text) // 4 + 2


class BaseStream(MemoryTable):
    """Memories numbered from 0, with exact three-factor retrieval over a FAISS index, set up like a ``MemoryStream``."""

    keeps = True
    """Whether added memories are kept; False for a ``NullStream``."""

    def __init__(
        self,
        preset: str | Preset = "park",
        embedder: Embedder | None = None,
        judge: Callable[[str], float] | None = None,
        clock: Clock | None = None,
        start: dt.datetime | None = None,
        count_tokens: Callable[[str], int] | None = None,
        **overrides: Any,
    ) -> None:
        super().__init__(open_preset(preset, overrides), HashingEmbedder() if embedder is None else embedder)
        self._judge = judge
        self.timeline = Timeline(clock, start)
        self._count_tokens = count_tokens or about_tokens
        self._metadata = MetadataIndex()
        self._changes = Changes()
        self.changed = False
        """Whether there is anything to drain: asked of every stream in every tick."""
        self._unrated: dict[int, None] = {}
        self._budget = 0.0
        self._spent = 0
        self._retrievals = 0

    # -- storing ------------------------------------------------------------------------------------------------------

    @locked
    def add(
        self,
        text: str,
        kind: MemoryKind = "observation",
        at: Moment | None = None,
        importance: float | None = None,
        evidence: Sequence[int] = (),
        expires: Moment | None = None,
        source: str = "",
        counts: bool = True,
        origin: tuple[str, int] | None = None,
        metadata: Metadata | None = None,
        accessed: Moment | None = None,
    ) -> Memory:
        """Store one memory, O(1); nothing is embedded before it is needed. ``at``: None for now. ``accessed``: when it was last
        retrieved, as it was made if left out. ``importance`` is on the
        preset's own scale, from 0 to ``preset.top``; what is returned has it from 0 to 10. ``counts``: whether it fills the
        budget. Raises ValueError for an unknown kind, an importance outside the scale, and evidence that is not in the
        stream."""
        if not isinstance(text, str):
            raise ValueError(f"a memory is text, not {text!r}")
        n, at = len(self._memories), self.timeline.seconds(at)
        expires = None if expires is None else self.timeline.seconds(expires, "expires")
        if kind not in checks.KINDS:
            checks.known_kinds((kind,), "kind")
        noted = checked(metadata) if metadata else None
        if importance is None and self._judge is not None and kind != "utterance":
            importance = self._judge(text)
        if importance is not None:
            importance = checks.importance(importance, self.preset.top, f"memory {n}")
        depth = self._depth(evidence) if evidence or kind == "reflection" else 0
        used = at if accessed is None else self.timeline.seconds(accessed, "accessed")
        memory = Memory(n, text, kind, at, used, importance, tuple(evidence), expires, source, depth, origin)
        self._memories.append(memory)
        if noted:
            self._metadata.set(n, noted)
        self._changes.added.append(memory)
        self.changed = True
        self._count += 1
        if importance is not None:
            if counts:
                self._add_to_budget(memory, importance)
        elif kind != "utterance":
            self._unrated[n] = None
        return memory

    @locked
    def set_importance(self, n: int, importance: float) -> None:
        """Set a memory's importance, on the preset's own scale. The first rating counts towards the budget. Raises ValueError
        for one outside the scale."""
        old = self[n]
        value = checks.importance(importance, self.preset.top, f"memory {n}")
        self._memories[n] = replace(old, importance=value)
        self._sync_columns()
        self._columns.rate(n, value)
        self._changes.rated.append((n, value))
        self.changed = True
        self._unrated.pop(n, None)
        if old.importance is None:
            self._add_to_budget(old, value)

    @locked
    def remove(self, n: int) -> None:
        """Forget a memory for good. Its number is not used again; evidence that names it stays as it is."""
        self._forget_words(self[n])
        self._sync_columns()
        self._memories[n] = None
        self._metadata.remove(n)
        self._columns.remove(n)
        self._unrated.pop(n, None)
        self._count -= 1
        self._changes.removed.append(n)
        self.changed = True

    def metadata(self, n: int) -> dict[str, Value]:
        """What is noted beside memory n. Raises IndexError if there is no such memory."""
        self[n]
        return self._metadata.of(n)

    # -- finding ------------------------------------------------------------------------------------------------------

    @locked
    def retrieve(
        self,
        query: str,
        at: Moment | None = None,
        k: int | None = None,
        weights: tuple[float, float, float] | None = None,
        kinds: Sequence[MemoryKind] | None = None,
        touch: bool | None = None,
        purpose: str = "",
        where: str = "",
        cold: bool = False,
        max_tokens: int | None = None,
        metadata: Wanted | None = None,
        user: str = "",
        session: str = "",
    ) -> list[Hit]:
        """The k best memories by recency, importance and relevance. None takes the preset's value, and of ``at`` now.
        ``max_tokens``: as many of the best as have room, the first one whole whatever its length. ``metadata``, ``user`` and
        ``session``: only memories that carry them.

        Sorted by score, best first (ties to the older memory), or chronologically as the preset says. Expired memories are
        never returned. ``where`` is a filter expression over normalised components, applied before the k best are taken. The
        retrieval is recorded, and where the preset touches, or ``touch`` is True, the last access of what it found becomes
        ``at``. With ``touch`` False it leaves no trace. Hits show the memory as it was when scored.
        """
        k, at = self.preset.k if k is None else checks.whole_number(k, "k"), self.timeline.seconds(at)
        if k < 1:
            return []
        every = self.preset.cold_every
        cold = cold or bool(every and self._retrievals % every == every - 1)
        self._sync_columns()
        vector = self._embed_new(query)
        if kinds is not None:
            checks.known_kinds(kinds)
        rows = self._columns.eligible(at, self.preset.kinds if kinds is None else kinds, cold)
        wanted = combined(metadata, user, session)
        if wanted:
            rows = rows_in(rows, self._metadata.find(wanted))
        terms = self.preset.terms if weights is None else ()
        weights = self.preset.weights if weights is None else checks.weights(weights)
        shared = self._word_index().shared(query) if self.preset.words else None
        count, reranker = k + self.preset.missed, self.preset.rerank
        request = Request(vector, at, max(count, self.preset.reranked if reranker else 0), weights, rows, shared)
        search = Search(self.preset, self._columns, self._index, request)
        if where or terms:
            all_rows = search.all()
            if terms:
                all_rows = hits.with_terms(all_rows, self._corpus(all_rows.rows), terms, query, at)
            scored = (hits.apply_filter(all_rows, self._memories_at, where) if where else all_rows).best(request.k)
        else:
            scored = search.best()
        if reranker:
            scored = hits.rerank(scored, self._memories_at, reranker, query).best(count)
        if max_tokens is not None:
            k = self._fitting(self._memories_at(scored.rows[:k]), checks.whole_number(max_tokens, "max_tokens"))
        found = hits.to_hits(scored, self._memories_at, k)
        if touch is not False:
            touched = self.preset.touch if touch is None else touch
            self._record(Retrieval(query, at, purpose, tuple(found), touched), scored.rows[:k])
        taken = found[:k]
        if self.preset.order == "chronological":
            taken.sort(key=lambda hit: hit.memory.at)  # of one moment the best first, as genagents' stable sort leaves them
        return taken

    def _fitting(self, memories: Sequence[Memory], most: int) -> int:
        """How many of the first memories have room in ``most`` tokens; one at least."""
        sums = accumulate(self._count_tokens(memory.text) for memory in memories)
        return max(1, sum(total <= most for total in sums))

    @locked
    def record(self, query: str, at: int, purpose: str, taken: Sequence[Hit]) -> None:
        """Record as one retrieval the hits ``taken`` from retrievals that left no trace; where the preset touches, refresh
        their last access and bring them back from cold storage."""
        self._sync_columns()
        retrieval = Retrieval(query, at, purpose, tuple(taken), self.preset.touch)
        self._record(retrieval, np.array([hit.memory.n for hit in taken if hit.taken], np.int64))

    def uses(self, n: int) -> int:
        """How many recorded retrievals have found memory n."""
        self[n]
        self._sync_columns()
        return int(self._columns.uses[n])

    # -- rating and reflecting ----------------------------------------------------------------------------------------

    def unrated(self) -> list[Memory]:
        """Memories that need a rating, oldest first. Utterances never do."""
        return [self[n] for n in self._unrated]

    def budget(self) -> float:
        """Importance gathered since the last reflection, or of the last ``window`` memories, as the preset says, and on its own
        scale. What is not rated yet does not count."""
        if self.preset.trigger == "window":
            return self.preset.own(math.fsum(memory.importance or 0.0 for memory in self.recent(self.preset.window)))
        return self.preset.own(self._budget)

    def due(self) -> bool:
        """Whether it is time to reflect."""
        return self._count > 0 and self.budget() >= self.preset.threshold

    def spend(self) -> None:
        """Reset the budget. A reflection does this first, so that what happens while it asks counts towards the next one."""
        self._budget, self._spent = 0.0, len(self._memories)

    def is_window_new(self) -> bool:
        """Whether none of the last ``window`` memories stood when the budget was last spent, where it is a window's. A window
        is never reset: whoever asks in every tick whether to reflect would otherwise do so in every tick."""
        window = self.preset.window if self.preset.trigger == "window" else 0
        return not self._spent or len(self._memories) - self._spent >= window

    # -- leaving and coming back --------------------------------------------------------------------------------------

    @locked
    def drain(self) -> Changes:
        """What changed since the last drain."""
        drained, self._changes, self.changed = self._changes, Changes(), False
        return drained

    def state(self) -> dict[str, Any]:
        """The part of the stream that is not in its memories, as small JSON data."""
        spent = {"spent": self._spent} if self.preset.trigger == "window" else {}
        return {
            "budget": self._budget,
            "next": len(self._memories),
            "retrievals": self._retrievals,
            "cold": self._cold_ranges(),
            **spent,
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
        """The stream that drained these memories (with their last access and importances from 0 to 10, ascending) and had this
        state."""
        stream = cls(preset, embedder, **overrides)
        kept = list(memories)
        stream._load(kept, int(state.get("next", 0)), state.get("cold", ()))
        for memory in kept:
            if memory.importance is None and memory.kind != "utterance":
                stream._unrated[memory.n] = None
        stream._budget = float(state.get("budget", 0.0))
        stream._retrievals = int(state.get("retrievals", 0))
        stream._spent = int(state.get("spent", 0))
        return stream

    def note(self, n: int, uses: int, metadata: Metadata) -> None:
        """Take up how often memory n was found and what is noted beside it, from a file."""
        self._sync_columns()
        self._columns.uses[n] = uses
        self._metadata.set(n, metadata)

    @locked
    def embed_all(self) -> None:
        """Embed whatever has no vector yet, as the next retrieval would."""
        self._embed_new("")

    # -- inside -------------------------------------------------------------------------------------------------------

    def _add_to_budget(self, memory: Memory, importance: float) -> None:
        if memory.kind in self.preset.counted and (self.preset.backstory or memory.source not in FROM_BEFORE):
            self._budget += importance

    def _corpus(self, rows: Int64s) -> Corpus:
        """What terms see of these rows."""
        columns = self._columns
        return Corpus(rows, columns.at[rows], columns.accessed[rows], self._word_index(), self._memories_at)

    def _record(self, retrieval: Retrieval, rows: Int64s) -> None:
        self._columns.uses[rows] += 1
        if retrieval.touched:
            self._columns.touch(rows, retrieval.at)
        self._retrievals += 1
        if len(self._changes.retrievals) >= PENDING:
            del self._changes.retrievals[: PENDING // 2]
        self._changes.retrievals.append(retrieval)
        self.changed = True
