"""What left a stream since it was last asked: the one way by which memories reach a run file.

A record, no behaviour. Applied in order to what was stored before (added, rated, retrievals, removed), it gives the stream
again: last access follows from the hits that were taken.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.types import Memory, Retrieval


@dataclass(frozen=True, slots=True)
class Changes:
    """``added`` as they were when added; ``rated`` (n, importance) after that; ``removed`` n forgotten or merged away."""

    added: tuple[Memory, ...] = ()
    rated: tuple[tuple[int, float], ...] = ()
    retrievals: tuple[Retrieval, ...] = ()
    removed: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.rated or self.retrievals or self.removed)


class Journal:
    """Collects changes until they are drained. Retrievals that touch nothing are never written here."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self.added: list[Memory] = []
        self.rated: list[tuple[int, float]] = []
        self.retrievals: list[Retrieval] = []
        self.removed: list[int] = []

    @property
    def any(self) -> bool:
        """Whether anything was collected."""
        return bool(self.added or self.rated or self.retrievals or self.removed)

    def drain(self) -> Changes:
        """Everything collected, once."""
        if not self.any:
            return _NOTHING
        made = Changes(tuple(self.added), tuple(self.rated), tuple(self.retrievals), tuple(self.removed))
        self._clear()
        return made


_NOTHING = Changes()
