"""What was computed before: a bounded store of prompt beginnings, least recently used first out.

Which beginnings are worth keeping is learned: one that stands in two prompts (a resident's card, a task's text) will stand
in a third. States live in main memory, not in the context, because idle cells slow every decode down; putting one back costs
less than a millisecond. Knows tokens and opaque states only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int32]
State = NDArray[np.uint8]

WORTHWHILE = 16
"""Tokens that a beginning must save over what is stored already."""
_NOTHING = np.empty(0, np.uint8)


class Rows:
    """The last ``capacity`` token lists side by side, so that one comparison finds what a prompt has in common with each."""

    def __init__(self, capacity: int, width: int) -> None:
        self._table = np.full((capacity, width), -1, np.int32)
        self._next = 0

    def put(self, tokens: Tokens) -> int:
        """Overwrites the oldest; returns the row."""
        row, self._next = self._next, (self._next + 1) % len(self._table)
        self.put_at(row, tokens)
        return row

    def put_at(self, row: int, tokens: Tokens) -> None:
        length = min(len(tokens), self._table.shape[1])
        self._table[row] = -1
        self._table[row, :length] = tokens[:length]

    def common(self, tokens: Tokens) -> NDArray[np.int64]:
        """How many first tokens each row shares with ``tokens``: shape (capacity,)."""
        length = min(len(tokens), self._table.shape[1])
        same = self._table[:, :length] == tokens[:length]
        return np.where(same.all(axis=1), length, same.argmin(axis=1))


@dataclass(slots=True)
class _Entry:
    tokens: Tokens
    state: State
    used: int = 0


@dataclass
class PrefixStore:
    """``limit`` bytes of states in ``slots`` entries at most, for prompts of up to ``width`` tokens.

    ``whole`` is set for models that cannot cut a state: then an entry serves only prompts that begin with all of it.
    """

    width: int
    limit: int = 256 * 2**20
    slots: int = 192
    whole: bool = False
    held: int = 0
    """Bytes of states at the moment."""
    _entries: dict[int, _Entry] = field(default_factory=dict)
    _clock: int = 0

    def __post_init__(self) -> None:
        self._seen = Rows(384, self.width)
        self._kept = Rows(self.slots, self.width)

    def note(self, tokens: Tokens) -> int:
        """Remember that this prompt was asked; returns its row for ``worth``."""
        return self._seen.put(tokens)

    def worth(self, tokens: Tokens, row: int, have: int) -> int:
        """Length of the beginning worth saving when this prompt is computed with ``have`` tokens reused; 0 for none."""
        common = self._seen.common(tokens)
        common[row] = 0
        best = min(int(common.max()), len(tokens) - 1)
        return best if best >= have + WORTHWHILE else 0

    def match(self, tokens: Tokens) -> tuple[int, State, int]:
        """(n, state, held): the state is of ``held`` tokens, the first n of which stand in ``tokens``; n is 0 for none.

        At least one token of the prompt is left over, because its logits are wanted.
        """
        if not self._entries:
            return 0, _NOTHING, 0
        common = np.minimum(self._kept.common(tokens), len(tokens) - 1)
        for slot in np.argsort(-common, kind="stable"):
            entry = self._entries.get(int(slot))
            if int(common[slot]) < WORTHWHILE:
                break
            if entry and (not self.whole or len(entry.tokens) == int(common[slot])):
                self._clock += 1
                entry.used = self._clock
                return int(common[slot]), entry.state, len(entry.tokens)
        return 0, _NOTHING, 0

    def keep(self, tokens: Tokens, state: State) -> None:
        """Store a state; shorter beginnings that it covers go, then the least recently used until it fits."""
        if len(state) > self.limit:
            return
        if not self.whole:
            for slot in [s for s, e in self._entries.items() if _covers(tokens, e.tokens)]:
                self._forget(slot)
        while self.held + len(state) > self.limit or len(self._entries) >= self.slots:
            self._forget(min(self._entries, key=lambda slot: self._entries[slot].used))
        slot = next(s for s in range(self.slots) if s not in self._entries)
        self._clock += 1
        self._entries[slot] = _Entry(tokens, state, self._clock)
        self._kept.put_at(slot, tokens)
        self.held += len(state)

    def _forget(self, slot: int) -> None:
        self.held -= len(self._entries.pop(slot).state)
        self._kept.put_at(slot, np.empty(0, np.int32))


def _covers(longer: Tokens, shorter: Tokens) -> bool:
    return len(longer) >= len(shorter) and bool((longer[: len(shorter)] == shorter).all())
