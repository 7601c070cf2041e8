"""The prefix cache: KV states of prompt beginnings, bounded in bytes, least recently used first out.

Which prefixes to keep is learned: a prefix of two prompts (a resident's card, a task's text) will probably start a third.
States are kept in main memory and not in the context, because idle cells slow every decode down; restoring one takes less than
a millisecond. Knows only tokens and opaque states; the batcher uses it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int32]
State = NDArray[np.uint8]

CAPACITY = 192
"""Prefixes kept at most."""
RECENT = 384
"""Prompts that are compared with a new one."""
MIN_SAVED = 16
"""Tokens that a prefix must save over what is cached already."""
_NO_STATE = np.empty(0, np.uint8)


class TokenTable:
    """Token lists as ``capacity`` rows of one array, so that one comparison finds the common prefix with each of them."""

    def __init__(self, capacity: int, width: int) -> None:
        self._table = np.full((capacity, width), -1, np.int32)

    def put(self, row: int, tokens: Tokens) -> None:
        length = min(len(tokens), self._table.shape[1])
        self._table[row] = -1
        self._table[row, :length] = tokens[:length]

    def common_lengths(self, tokens: Tokens) -> NDArray[np.int64]:
        """How many first tokens each row shares with ``tokens``: shape (capacity,)."""
        length = min(len(tokens), self._table.shape[1])
        same = self._table[:, :length] == tokens[:length]
        return np.where(same.all(axis=1), length, same.argmin(axis=1))


class PrefixCache:
    """States of at most ``max_bytes`` bytes in all, for prompts of up to ``width`` tokens. ``whole_only`` is set for models
    that cannot truncate a state: then a state only serves prompts that begin with all of it."""

    def __init__(self, width: int, max_bytes: int = 256 * 2**20, whole_only: bool = False) -> None:
        self.max_bytes, self.whole_only = max_bytes, whole_only
        self.held = 0
        """Bytes of states at the moment."""
        self._entries: dict[int, tuple[Tokens, State]] = {}  # by row, the least recently used first
        self._prefixes = TokenTable(CAPACITY, width)
        self._prompts = TokenTable(RECENT, width)
        self._recorded = 0

    def record(self, tokens: Tokens) -> int:
        """Remember that this prompt was asked; returns its row for ``length_to_keep``."""
        row, self._recorded = self._recorded % RECENT, self._recorded + 1
        self._prompts.put(row, tokens)
        return row

    def length_to_keep(self, tokens: Tokens, row: int, reused: int) -> int:
        """The length of the prefix worth saving when this prompt is computed with ``reused`` tokens from the cache; 0 for
        none."""
        if not self.max_bytes:
            return 0
        common = self._prompts.common_lengths(tokens)
        common[row] = 0
        best = min(int(common.max()), len(tokens) - 1)
        return best if best >= reused + MIN_SAVED else 0

    def match(self, tokens: Tokens) -> tuple[int, State, int]:
        """The best state for a prompt as (n, state, held): the state is of ``held`` tokens, the first n of which start
        ``tokens``. n is 0 where there is none. At least one token of the prompt is left over, because its logits are wanted."""
        common = np.minimum(self._prefixes.common_lengths(tokens), len(tokens) - 1)
        for row in np.argsort(-common, kind="stable").tolist():
            count = int(common[row])
            if count < MIN_SAVED:
                break
            prefix, state = self._entries[row]
            if not self.whole_only or len(prefix) == count:
                self._entries[row] = self._entries.pop(row)
                return count, state, len(prefix)
        return 0, _NO_STATE, 0

    def add(self, tokens: Tokens, state: State) -> None:
        """Store a state. Shorter prefixes that it covers are removed, then the least recently used ones until it fits."""
        if len(state) > self.max_bytes:
            return
        if not self.whole_only:
            common = self._prefixes.common_lengths(tokens)
            for row in [row for row, (prefix, _) in self._entries.items() if len(prefix) == common[row]]:
                self._remove(row)
        while self.held + len(state) > self.max_bytes or len(self._entries) >= CAPACITY:
            self._remove(next(iter(self._entries)))
        row = next(row for row in range(CAPACITY) if row not in self._entries)
        self._entries[row] = tokens, state
        self._prefixes.put(row, tokens)
        self.held += len(state)

    def _remove(self, row: int) -> None:
        self.held -= len(self._entries.pop(row)[1])
        self._prefixes.put(row, np.empty(0, np.int32))
