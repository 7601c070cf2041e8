"""The tree under a memory: what it rests on, and what that rests on, down to what was seen.

Reads a stream, changes nothing. Evidence is always older than what it supports, so the tree ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.memory.stream import MemoryStream
from sim.types import Memory


@dataclass(frozen=True, slots=True)
class Node:
    """Memory ``n`` with the evidence under it; ``memory`` is None where it was forgotten since."""

    n: int
    memory: Memory | None
    below: tuple[Node, ...]

    def lines(self, indent: int = 0) -> Iterator[str]:
        """The tree as indented text, one memory a line."""
        yield "  " * indent + (self.memory.text if self.memory else f"(memory {self.n}, forgotten)")
        for node in self.below:
            yield from node.lines(indent + 1)

    def leaves(self) -> list[int]:
        """The numbers at the bottom, each once, in order."""
        return list(dict.fromkeys(self._bottom()))

    def _bottom(self) -> Iterator[int]:
        if not self.below:
            yield self.n
        for node in self.below:
            yield from node._bottom()


def walk(stream: MemoryStream, n: int) -> Node:
    """The tree under memory n; IndexError if there is no such memory."""
    return _node(stream, stream[n])


def _node(stream: MemoryStream, memory: Memory) -> Node:
    older = [n for n in memory.evidence if n < memory.n]
    return Node(memory.n, memory, tuple(_node(stream, stream[n]) if n in stream else Node(n, None, ()) for n in older))
