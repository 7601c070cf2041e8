"""``Changes``: what changed in a stream since the last drain. The only way by which memories reach a run file.

Applied in order to what was stored before (added, rated, retrievals, removed), changes restore the stream: last access follows
from the hits that were taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sim.types import Memory, Retrieval


@dataclass(slots=True)
class Changes:
    """``added`` memories as they were when added; ``rated`` as (n, importance); ``removed`` the n of memories forgotten or
    merged away. Retrievals that touch nothing are not among ``retrievals``."""

    added: list[Memory] = field(default_factory=list)
    rated: list[tuple[int, float]] = field(default_factory=list)
    retrievals: list[Retrieval] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.added or self.rated or self.retrievals or self.removed)
