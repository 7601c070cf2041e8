"""What a user notes beside a memory (user, session, topic ...), and which memories carry it: an exact look-up.

Names are text, values text, numbers, truth or None. Knows nothing of streams and scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sim.memory.arrays import Int64s

Value = str | int | float | bool | None
Metadata = Mapping[str, Value]
Wanted = Mapping[str, Value | Sequence[Value]]
"""Name -> the value, or a list of values of which any will do. All names must agree."""


class MetadataIndex:
    """Metadata by memory, and memories by metadata."""

    def __init__(self) -> None:
        self._noted: dict[int, dict[str, Value]] = {}
        self._carriers: dict[tuple[str, Value], dict[int, None]] = {}

    def of(self, n: int) -> dict[str, Value]:
        """What is noted beside memory n, as a copy; {} for nothing."""
        return dict(self._noted.get(n, {}))

    def set(self, n: int, metadata: Metadata) -> None:
        """Note this beside memory n instead of what was there. Call ``checked`` first."""
        self.remove(n)
        if metadata:
            self._noted[n] = dict(metadata)
        for one in metadata.items():
            self._carriers.setdefault(one, {})[n] = None

    def remove(self, n: int) -> None:
        """Note nothing beside memory n."""
        for one in self._noted.pop(n, {}).items():
            self._carriers[one].pop(n)

    def find(self, wanted: Wanted) -> Int64s:
        """The n of the memories that carry all of ``wanted``, ascending. Raises ValueError for what is no metadata."""
        found: set[int] | None = None
        for name, values in wanted.items():
            listed = values if isinstance(values, (list, tuple)) else (values,)
            for value in listed:
                checked({name: value})
            carriers = {n for value in listed for n in self._carriers.get((name, value), ())}
            found = carriers if found is None else found & carriers
        return np.array(sorted(found or ()), np.int64)


def checked(metadata: Metadata | None) -> dict[str, Value]:
    """Metadata as a dict; ValueError for names that are no text and values that a file cannot hold."""
    if metadata is None:
        return {}
    if not isinstance(metadata, Mapping):
        raise ValueError(f"metadata is {metadata!r}; a dict of names and values is needed")
    for name, value in metadata.items():
        if not isinstance(name, str) or not (value is None or isinstance(value, (str, int, float, bool))):
            raise ValueError(f"metadata {name!r}: {value!r} cannot be kept; text, a number, True, False or None is needed")
    return dict(metadata)


def combined(metadata: Mapping[str, Any] | None, user: str, session: str) -> dict[str, Any]:
    """Metadata with ``user`` and ``session`` among it, where they are named."""
    named = {name: value for name, value in (("user", user), ("session", session)) if value}
    if metadata is not None and not isinstance(metadata, Mapping):
        raise ValueError(f"metadata is {metadata!r}; a dict of names and values is needed")
    return {**(metadata or {}), **named}


def rows_in(rows: Int64s | None, wanted: Iterable[int] | Int64s) -> Int64s:
    """Those of ``wanted``, ascending, that are among ``rows`` (None: all)."""
    some = np.asarray(wanted, np.int64)
    return some if rows is None else np.intersect1d(rows, some, assume_unique=True)
