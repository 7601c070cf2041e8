"""The memories of one stream by number, with their columns and vectors: stored, looked up, counted, and embedded when needed.

``MemoryStream`` builds on it. Knows nothing of scores, budgets, questions or changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from threading import RLock

import numpy as np

from sim.memory.arrays import Float32s, Int64s
from sim.memory.bulk_records import with_access
from sim.memory.columns import KIND_CODES, Columns
from sim.memory.embed import Embedder
from sim.memory.locking import locked
from sim.memory.presets import Preset
from sim.memory.vector_index import Query, VectorIndex, quantise
from sim.memory.word_index import WordIndex
from sim.types import Memory, MemoryKind


class MemoryTable:
    """Memories numbered from 0. Their columns are filled when somebody looks at them, their vectors before a search."""

    def __init__(self, preset: Preset, embedder: Embedder) -> None:
        self.preset, self.embedder = preset, embedder
        self._memories: list[Memory | None] = []
        self._columns = Columns()
        self._index = VectorIndex(embedder.dim) if embedder.dim else None
        self._words: WordIndex | None = None
        self._count = 0
        self.lock = RLock()
        """Held by whatever changes the stream or searches it; hold it to do several things as one."""

    @locked
    def set_cold(self, n: int, cold: bool = True) -> None:
        """Move a memory to cold storage, or back. A retrieval looks into cold storage only when told (``cold=True``)."""
        self[n]
        self._sync_columns()
        self._columns.set_cold(n, cold)

    def is_cold(self, n: int) -> bool:
        """Whether memory n is in cold storage."""
        return n < self._columns.size and bool(self._columns.cold[n])

    def recent(self, n: int, kinds: Sequence[MemoryKind] | None = None) -> list[Memory]:
        """The last n memories (of ``kinds``), oldest first."""
        found: list[Memory] = []
        for i in range(len(self._memories) - 1, -1, -1):
            if len(found) >= n:
                break
            memory = self._memories[i]
            if memory is not None and (kinds is None or memory.kind in kinds):
                found.append(self[i])
        return found[::-1]

    def has(self, kind: MemoryKind) -> bool:
        """Whether there is any memory of this kind."""
        self._sync_columns()
        return bool(((self._columns.kind == KIND_CODES[kind]) & self._columns.alive).any())

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, n: int) -> Memory:
        """Memory n with its last access. Raises IndexError if there is none."""
        memory = self._memories[n] if 0 <= n < len(self._memories) else None
        if memory is None:
            raise IndexError(f"there is no memory {n}")
        if n < self._columns.size and memory.accessed != self._columns.accessed[n]:
            memory = self._memories[n] = with_access(memory, int(self._columns.accessed[n]))
        return memory

    def _memories_at(self, rows: Int64s) -> list[Memory]:
        """The memories of rows that are alive, with their last access."""
        memories, made = self._memories, []
        for n, accessed in zip(rows.tolist(), self._columns.accessed[rows].tolist(), strict=True):
            memory = memories[n]
            assert memory is not None
            if memory.accessed != accessed:
                memory = memories[n] = with_access(memory, accessed)
            made.append(memory)
        return made

    def __contains__(self, n: object) -> bool:
        return isinstance(n, int) and 0 <= n < len(self._memories) and self._memories[n] is not None

    def __iter__(self) -> Iterator[Memory]:
        return (self[n] for n, memory in enumerate(list(self._memories)) if memory is not None and n in self)

    def unembedded(self) -> list[str]:
        """The texts that the next retrieval will have to embed. Engines prefetch those of all residents in one batch."""
        if self._index is None:
            return []
        return [memory.text for memory in self._memories[self._index.size :] if memory is not None]

    @locked
    def vector(self, n: int) -> Float32s:
        """Memory n's unit vector as it is searched, (d,) float32; embeds whatever has none yet. Raises IndexError if there is
        no such memory."""
        self[n]
        if self._index is None:
            return np.zeros(0, np.float32)
        if n >= self._index.size:
            self._embed_new("")
        return self._index.vector(n)

    def _load(self, memories: Sequence[Memory], size: int, cold: Iterable[Sequence[int]]) -> None:
        """Take memories stored elsewhere, ascending; ``size`` is the next number, ``cold`` [first, last] ranges."""
        self._memories = [None] * max(memories[-1].n + 1 if memories else 0, size)
        for memory in memories:
            self._memories[memory.n] = memory
        self._count = len(memories)
        self._sync_columns()
        for first, last in cold:
            self._columns.set_cold_range(first, last)

    def _cold_ranges(self) -> list[list[int]]:
        """What is in cold storage, as [first, last] ranges."""
        rows = np.flatnonzero(self._columns.cold)
        parts = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1) if len(rows) else []
        return [[int(part[0]), int(part[-1])] for part in parts]

    def _depth(self, evidence: Sequence[int]) -> int:
        """1 + the depth of the deepest evidence. Evidence that was forgotten since does not count."""
        if any(not isinstance(n, int) or not 0 <= n < len(self._memories) for n in evidence):
            raise ValueError(f"evidence {tuple(evidence)} names a memory that is not in the stream")
        return 1 + max((m.depth for m in (self._memories[n] for n in evidence) if m is not None), default=0)

    def _sync_columns(self) -> None:
        """Fill the columns for the memories added since."""
        columns = self._columns
        if columns.size < len(self._memories):
            fresh = [memory for memory in self._memories[columns.size :] if memory is not None]
            low = self.preset.stored(self.preset.unrated)
            ratings = [low if memory.importance is None else memory.importance for memory in fresh]
            columns.extend(fresh, ratings, len(self._memories))

    def _word_index(self) -> WordIndex:
        """The index of words with the memories added since: made when it is first needed."""
        if self._words is None:
            self._words = WordIndex(self.preset.stems)
        fresh = self._memories[self._words.size :]
        self._words.add([None if memory is None else self._said_of(memory) for memory in fresh])
        return self._words

    def _said_of(self, memory: Memory) -> str:
        """What a memory is found by: its text, and what its time is called."""
        calendar = self.preset.calendar
        return f"{memory.text}\n{calendar(memory.at)}" if calendar else memory.text

    def _forget_words(self, memory: Memory) -> None:
        """Take a memory out of the index of words."""
        if self._words is not None and memory.n < self._words.size:
            self._words.remove(memory.n, self._said_of(memory))

    def _embed_new(self, query: str) -> Query | None:
        """Embed the new memories and the query in one batch; returns the query's vector, None without an embedder."""
        if self._index is None:
            return None
        fresh = self._memories[self._index.size :]
        texts = ["" if memory is None else memory.text for memory in fresh]
        made = self.embedder.embed([*texts, query])
        if made.shape != (len(texts) + 1, self.embedder.dim):
            wanted = f"({len(texts) + 1}, {self.embedder.dim})"
            raise ValueError(f"the embedder {self.embedder.name} gave vectors of shape {made.shape}; {wanted} is needed")
        if texts:
            self._index.add(quantise(made[:-1]))
        return Query.of(made[-1])
