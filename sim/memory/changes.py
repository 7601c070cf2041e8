"""``Changes``: what changed in a stream since the last drain. The only way by which memories reach a run file.

Applied in order to what was stored before (added, rated, retrievals, removed), changes restore the stream: last access follows
from the hits that were taken.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.types import Memory, Retrieval


@dataclass(frozen=True, slots=True)
class Changes:
    """``added`` memories as they were when added; ``rated`` as (n, importance); ``removed`` the n of memories forgotten or
    merged away."""

    added: tuple[Memory, ...] = ()
    rated: tuple[tuple[int, float], ...] = ()
    retrievals: tuple[Retrieval, ...] = ()
    removed: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.rated or self.retrievals or self.removed)


class ChangeLog:
    """Collects changes until they are drained. Retrievals that touch nothing are never written here."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self.added: list[Memory] = []
        self.rated: list[tuple[int, float]] = []
        self.retrievals: list[Retrieval] = []
        self.removed: list[int] = []

    @property
    def pending(self) -> bool:
        """Whether anything was collected."""
        return bool(self.added or self.rated or self.retrievals or self.removed)

    def drain(self) -> Changes:
        """Everything collected since the last drain."""
        made = Changes(tuple(self.added), tuple(self.rated), tuple(self.retrievals), tuple(self.removed))
        self._clear()
        return made
