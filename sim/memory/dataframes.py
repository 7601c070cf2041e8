"""Memories and hits as pandas DataFrames, with the column names of seed document 002. pandas is imported when called."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.memory.base_stream import BaseStream
from sim.types import Hit

if TYPE_CHECKING:
    import pandas as pd


def hits_frame(hits: Sequence[Hit]) -> pd.DataFrame:
    """One row per hit, in order: description, importance, recency, relevance, pointer (the memory's number), score. The
    components are the normalised ones, which were weighted and summed."""
    import pandas as pd

    return pd.DataFrame(
        {
            "description": [hit.memory.text for hit in hits],
            "importance": [hit.norm_importance for hit in hits],
            "recency": [hit.norm_recency for hit in hits],
            "relevance": [hit.norm_relevance for hit in hits],
            "pointer": [hit.memory.n for hit in hits],
            "score": [hit.score for hit in hits],
        }
    )


def memory_frame(stream: BaseStream, start: dt.datetime | None = None) -> pd.DataFrame:
    """Every memory: description, importance, creation_timestamp, most_recent_access_timestamp, memory_type, embedding_vector,
    pointers. The index is the memory's number. Times are game seconds, or dates where ``start`` is given."""
    import pandas as pd

    def moment(seconds: int) -> Any:
        return seconds if start is None else start + dt.timedelta(seconds=seconds)

    memories = list(stream)
    return pd.DataFrame(
        {
            "description": [m.text for m in memories],
            "importance": [None if m.importance is None else stream.preset.own(m.importance) for m in memories],
            "creation_timestamp": [moment(m.at) for m in memories],
            "most_recent_access_timestamp": [moment(m.accessed) for m in memories],
            "memory_type": [m.kind for m in memories],
            "embedding_vector": [stream.vector(m.n) for m in memories],
            "pointers": [list(m.evidence) for m in memories],
        },
        index=[m.n for m in memories],
    )
