"""The prefix cache: KV states of prompt beginnings as a tree, bounded in bytes, least recently used first out.

A node holds the cells of its own tokens alone (``cells``): the town is stored once, then each resident, then each kind of
question. The least recently used leaves are dropped first, so a prefix is kept longer than what follows it. States that cannot
be cut are stored whole. States lie in main memory and not in the context, because idle cells slow every decode down.

The cache learns which prefixes to keep: a prefix that two prompts share will probably start a third. A ``thorough`` cache keeps
every prompt whole, because the next prompt may share more with it than was known. That is worth it where reading a token costs
far more than keeping it. Knows only tokens and states; the batcher uses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sim.llm.cells import Cells

Tokens = NDArray[np.int32]
State = NDArray[np.uint8]

COMPARED_PROMPTS = 384
"""The newest prompts, which are compared with a new prompt."""
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


@dataclass(eq=False)
class _PrefixNode:
    """``tokens`` that follow those of ``parent``, and their cells; in a cache of whole states the state from the first token
    on, or none."""

    tokens: Tokens
    parent: _PrefixNode | None = None
    state: State = field(default_factory=lambda: _NO_STATE)
    used: int = 0
    children: dict[int, _PrefixNode] = field(default_factory=dict)
    """By their first token."""

    @property
    def start(self) -> int:
        return self.parent.end if self.parent else 0

    @property
    def end(self) -> int:
        return self.start + len(self.tokens)

    def path(self) -> list[_PrefixNode]:
        """The nodes from the root to this one, without the root."""
        return [*self.parent.path(), self] if self.parent else []

    def below(self) -> Iterator[_PrefixNode]:
        """This node and all under it."""
        yield self
        for child in self.children.values():
            yield from child.below()


class PrefixCache:
    """States of at most ``max_bytes`` bytes in all, for prompts of up to ``width`` tokens. ``whole_only`` is set for models
    that cannot truncate a state: then a state only serves prompts that begin with all of it."""

    def __init__(self, width: int, max_bytes: int = 256 * 2**20, whole_only: bool = False, thorough: bool = False) -> None:
        self.max_bytes, self.whole_only, self.thorough = max_bytes, whole_only, thorough
        self.held = 0
        """Bytes of states at the moment."""
        self._root = _PrefixNode(np.empty(0, np.int32))
        self._cells: Cells | None = None  # the form of this model's states, once one that can be cut was seen
        self._prompts = TokenTable(COMPARED_PROMPTS, width)
        self._recorded = self._clock = 0

    def record(self, tokens: Tokens) -> int:
        """Remember that this prompt was asked; returns its row for ``lengths_to_keep``."""
        row, self._recorded = self._recorded % COMPARED_PROMPTS, self._recorded + 1
        self._prompts.put(row, tokens)
        return row

    def lengths_to_keep(self, tokens: Tokens, row: int, reused: int) -> list[int]:
        """The lengths of the prefixes worth saving when this prompt is computed with ``reused`` tokens from the cache."""
        if not self.max_bytes:
            return []
        common = self._prompts.common_lengths(tokens)
        common[row] = 0
        shared = min(int(common.max()), len(tokens) - 1)
        whole = len(tokens) if self.thorough else 0
        found: list[int] = []
        for length in (shared, whole):
            if length >= (found or [reused])[-1] + MIN_SAVED:
                found.append(length)
        return found

    def known(self, tokens: Tokens) -> int:
        """How many first tokens of a prompt ``match`` would find, about."""
        return self._descend(tokens[:-1])[1]

    def match(self, tokens: Tokens) -> tuple[int, State, int]:
        """The best state for a prompt as (n, state, held): the state is of ``held`` tokens, the first n of which start
        ``tokens``. n is 0 where there is none. At least one token of the prompt is left over, because its logits are wanted."""
        node, count = self._descend(tokens[:-1])
        if self._cells is None:
            return self._whole(node, count)
        if count < MIN_SAVED:
            return 0, _NO_STATE, 0
        path = node.path()
        self._use(path)
        pieces = [one.state for one in path]
        pieces[-1] = self._cells.part(pieces[-1], 0, count - node.start)
        return count, self._cells.join(pieces), count

    def _whole(self, node: _PrefixNode, count: int) -> tuple[int, State, int]:
        """``match`` in a cache of whole states: a longer state serves as well, unless it must be used whole."""
        while node.parent:
            for one in [node] if self.whole_only else node.below():
                if len(one.state) and count >= MIN_SAVED and (one.end == count or not self.whole_only):
                    self._use(one.path())
                    return count, one.state, one.end
            node, count = node.parent, node.start
        return 0, _NO_STATE, 0

    def add(self, tokens: Tokens, state: State, held: int | None = None) -> None:
        """Store the state of ``tokens``; ``state`` is of ``held`` cells where it has more. Then the least recently used leaves
        go until all fits."""
        if len(state) > self.max_bytes:
            return
        count = len(tokens) if held is None else held
        cells = None if self.whole_only else Cells.of(state, count)
        if cells is None:
            self.thorough = False  # the beginning of a state could not be told from what comes after it
        elif not self._root.children:
            self._cells = cells
        if (cells is None) != (self._cells is None) or (cells is None and count > len(tokens)):
            return
        node, shared = self._descend(tokens)
        if shared < node.end:
            node = self._split(node, shared - node.start)
        if shared < len(tokens):
            node = self._grow(node, tokens[shared:])
            node.state = state if cells is None else cells.cut(state, count, shared, len(tokens))
            self.held += len(node.state)
            if cells is None and not self.whole_only:
                self._forget_covered(node)
        self._use(node.path())
        while self.held > self.max_bytes and (leaves := [one for one in self._root.below() if not one.children]):
            self._remove(min(leaves, key=lambda leaf: leaf.used))

    def _descend(self, tokens: Tokens) -> tuple[_PrefixNode, int]:
        """The node that follows ``tokens`` furthest, and how many of them it has in common with its own end."""
        node, at = self._root, 0
        while at < len(tokens) and (child := node.children.get(int(tokens[at]))) is not None:
            rest = tokens[at : at + len(child.tokens)]
            same = child.tokens[: len(rest)] == rest
            common = len(rest) if same.all() else int(same.argmin())
            node, at = child, at + common
            if common < len(child.tokens):
                break
        return node, at

    def _split(self, node: _PrefixNode, count: int) -> _PrefixNode:
        """Part a node after its first ``count`` tokens; returns the upper one."""
        upper = self._grow(node.parent or self._root, node.tokens[:count])
        upper.used = node.used
        if self._cells:
            upper.state = self._cells.part(node.state, 0, count)
            node.state = self._cells.part(node.state, count, len(node.tokens))
        node.tokens, node.parent = node.tokens[count:], upper
        upper.children[int(node.tokens[0])] = node
        return upper

    def _grow(self, parent: _PrefixNode, tokens: Tokens) -> _PrefixNode:
        child = parent.children[int(tokens[0])] = _PrefixNode(tokens.copy(), parent)
        return child

    def _use(self, path: list[_PrefixNode]) -> None:
        self._clock += 1
        for node in path:
            node.used = self._clock

    def _forget_covered(self, node: _PrefixNode) -> None:
        """Whole states of shorter prefixes are of no more use."""
        for above in node.path()[:-1]:
            self.held -= len(above.state)
            above.state = _NO_STATE

    def _remove(self, leaf: _PrefixNode) -> None:
        self.held -= len(leaf.state)
        if leaf.parent:
            del leaf.parent.children[int(leaf.tokens[0])]
        else:
            self.held = 0
