"""A memory that holds nothing: for towns whose residents perceive, plan and walk, and remember none of it.

Takes what is told it and keeps nothing, so that nothing is embedded, rated, looked up, reflected on or written to the run.
"""

from __future__ import annotations

from typing import Any

from sim.memory.stream import MemoryStream
from sim.types import Hit, Memory, MemoryKind


class NullStream(MemoryStream):
    """A ``MemoryStream`` that stays empty."""

    keeps = False

    def add(self, text: str, kind: MemoryKind = "observation", at: int = 0, *_: Any, **__: Any) -> Memory:
        """The memory that this would have been, kept nowhere; its number says so."""
        return Memory(-1, text, kind, at, at)

    def retrieve(self, *_: Any, **__: Any) -> list[Hit]:
        """Nothing comes to mind."""
        return []
