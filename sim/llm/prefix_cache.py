"""The prefix cache: KV states of prompt beginnings, bounded in bytes, least recently used first out.

Which prefixes to keep is learned: a prefix of two prompts (a resident's card, a task's text) will probably start a third.
States are kept in main memory and not in the context, because idle cells slow every decode down; restoring one takes less than
a millisecond. Knows only tokens and opaque states; the batcher uses it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int32]
State = NDArray[np.uint8]

CAPACITY = 192
"""Prefixes kept at most."""
MIN_SAVED = 16
"""Tokens that a prefix must save over what is cached already."""
_NO_STATE = np.empty(0, np.uint8)


class TokenTable:
    """The last ``capacity`` token lists as rows of one array, so that one comparison finds the common prefix with each of
    them."""

    def __init__(self, capacity: int, width: int) -> None:
        self._table = np.full((capacity, width), -1, np.int32)
        self._next = 0

    def put(self, tokens: Tokens) -> int:
        """Overwrite the oldest row; returns its number."""
        row, self._next = self._next, (self._next + 1) % len(self._table)
        self.put_at(row, tokens)
        return row

    def put_at(self, row: int, tokens: Tokens) -> None:
        length = min(len(tokens), self._table.shape[1])
        self._table[row] = -1
        self._table[row, :length] = tokens[:length]

    def common_lengths(self, tokens: Tokens) -> NDArray[np.int64]:
        """How many first tokens each row shares with ``tokens``: shape (capacity,)."""
        length = min(len(tokens), self._table.shape[1])
        same = self._table[:, :length] == tokens[:length]
        return np.where(same.all(axis=1), length, same.argmin(axis=1))


@dataclass(slots=True)
class _Entry:
    tokens: Tokens
    state: State
    last_used: int = 0


@dataclass
class PrefixCache:
    """States of at most ``max_bytes`` bytes in all, for prompts of up to ``width`` tokens. ``whole_only`` is set for models
    that cannot truncate a state: then a state only serves prompts that begin with all of it."""

    width: int
    max_bytes: int = 256 * 2**20
    whole_only: bool = False
    held: int = 0
    """Bytes of states at the moment."""
    _entries: dict[int, _Entry] = field(default_factory=dict)
    _clock: int = 0

    def __post_init__(self) -> None:
        self._prompts = TokenTable(384, self.width)
        self._prefixes = TokenTable(CAPACITY, self.width)

    def record(self, tokens: Tokens) -> int:
        """Remember that this prompt was asked; returns its row for ``length_to_keep``."""
        return self._prompts.put(tokens)

    def length_to_keep(self, tokens: Tokens, row: int, reused: int) -> int:
        """The length of the prefix worth saving when this prompt is computed with ``reused`` tokens from the cache; 0 for
        none."""
        common_lengths = self._prompts.common_lengths(tokens)
        common_lengths[row] = 0
        best = min(int(common_lengths.max()), len(tokens) - 1)
        return best if best >= reused + MIN_SAVED else 0

    def match(self, tokens: Tokens) -> tuple[int, State, int]:
        """The best state for a prompt as (n, state, held): the state is of ``held`` tokens, the first n of which start
        ``tokens``. n is 0 where there is none. At least one token of the prompt is left over, because its logits are wanted."""
        if not self._entries:
            return 0, _NO_STATE, 0
        common_lengths = np.minimum(self._prefixes.common_lengths(tokens), len(tokens) - 1)
        for row in np.argsort(-common_lengths, kind="stable"):
            entry = self._entries.get(int(row))
            if int(common_lengths[row]) < MIN_SAVED:
                break
            if entry and (not self.whole_only or len(entry.tokens) == int(common_lengths[row])):
                self._clock += 1
                entry.last_used = self._clock
                return int(common_lengths[row]), entry.state, len(entry.tokens)
        return 0, _NO_STATE, 0

    def add(self, tokens: Tokens, state: State) -> None:
        """Store a state. Shorter prefixes that it covers are removed, then the least recently used ones until it fits."""
        if len(state) > self.max_bytes:
            return
        if not self.whole_only:
            for row in [s for s, e in self._entries.items() if _covers(tokens, e.tokens)]:
                self._remove(row)
        while self.held + len(state) > self.max_bytes or len(self._entries) >= CAPACITY:
            self._remove(min(self._entries, key=lambda row: self._entries[row].last_used))
        row = next(s for s in range(CAPACITY) if s not in self._entries)
        self._clock += 1
        self._entries[row] = _Entry(tokens, state, self._clock)
        self._prefixes.put_at(row, tokens)
        self.held += len(state)

    def _remove(self, row: int) -> None:
        self.held -= len(self._entries.pop(row).state)
        self._prefixes.put_at(row, np.empty(0, np.int32))


def _covers(longer: Tokens, shorter: Tokens) -> bool:
    return len(longer) >= len(shorter) and bool((longer[: len(shorter)] == shorter).all())
