"""Makes many frozen records fast. A frozen class sets every field through ``object.__setattr__``, which for the hits of one
retrieval takes longer than searching a thousand memories. Here a mutable copy of the class is filled, and its instances then
change their class.

Knows nothing of what the records mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, make_dataclass
from itertools import starmap
from typing import Any, Generic, TypeVar, cast

from sim.types import Hit, Memory

T = TypeVar("T")


class RecordFactory(Generic[T]):
    """Makes records of ``kind``, a frozen dataclass with slots and without ``__post_init__``."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = cast(Any, kind)
        names = [(field.name, field.type) for field in fields(self._kind)]
        self._mutable: Any = make_dataclass(f"_{kind.__name__}", names, slots=True, eq=False)

    def make_all(self, rows: Iterable[Sequence[Any]]) -> list[T]:
        """A record per row; a row gives every field in order."""
        made: list[Any] = list(starmap(self._mutable, rows))
        for record in made:
            record.__class__ = self._kind
        return made


HITS = RecordFactory(Hit)
MEMORIES = RecordFactory(Memory)


def with_access(old: Memory, accessed: int) -> Memory:
    """The memory with another last access."""
    rest = (old.importance, old.evidence, old.expires, old.source, old.depth, old.origin)
    return MEMORIES.make_all([(old.n, old.text, old.kind, old.at, accessed, *rest)])[0]
