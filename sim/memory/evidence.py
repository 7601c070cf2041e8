"""The evidence tree of a memory: the memories that it rests on, and those that they rest on, down to observations.

Reads a stream and changes nothing. Evidence is always older than what it supports, so the tree ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.memory.stream import MemoryStream
from sim.types import Memory


@dataclass(frozen=True, slots=True)
class EvidenceNode:
    """Memory ``n`` with its evidence in ``below``. ``memory`` is None where it was forgotten since."""

    n: int
    memory: Memory | None
    below: tuple[EvidenceNode, ...]

    def lines(self, indent: int = 0) -> Iterator[str]:
        """The tree as indented text, one memory a line."""
        yield "  " * indent + (self.memory.text if self.memory else f"(memory {self.n}, forgotten)")
        for node in self.below:
            yield from node.lines(indent + 1)

    def leaves(self) -> list[int]:
        """The numbers of the leaves, each once, in order."""
        found = [n for node in self.below for n in node.leaves()]
        return list(dict.fromkeys(found)) or [self.n]


def evidence_tree(stream: MemoryStream, n: int) -> EvidenceNode:
    """The evidence tree of memory n. Raises IndexError if there is no such memory."""
    return _node(stream, stream[n])


def _node(stream: MemoryStream, memory: Memory) -> EvidenceNode:
    older = (n for n in memory.evidence if n < memory.n)
    below = (_node(stream, stream[n]) if n in stream else EvidenceNode(n, None, ()) for n in older)
    return EvidenceNode(memory.n, memory, tuple(below))
