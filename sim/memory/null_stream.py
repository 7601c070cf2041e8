"""``NullStream``: a memory stream that stays empty, for towns whose residents perceive, plan and walk but remember nothing.

Nothing is embedded, rated, retrieved, reflected on or written to the run.
"""

from __future__ import annotations

from typing import Any

from sim.memory.stream import MemoryStream
from sim.types import Hit, Memory, MemoryKind


class NullStream(MemoryStream):
    """A ``MemoryStream`` that keeps nothing."""

    keeps = False

    def add(self, text: str, kind: MemoryKind = "observation", at: int = 0, *_: Any, **__: Any) -> Memory:
        """The memory that was told, with number -1. It is not kept."""
        return Memory(-1, text, kind, at, at)

    def retrieve(self, *_: Any, **__: Any) -> list[Hit]:
        """Always []."""
        return []
