"""A look at a talk that is taken only once, whoever asks: a ``cached_property`` of another module.

Knows nothing of talks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Seen = TypeVar("Seen")
Found = TypeVar("Found")


def once(find: Callable[[Seen], Found]) -> Callable[[Seen], Found]:
    """Has ``find`` look at each thing only once. What is found must not be changed."""
    name = f"{find.__module__}.{find.__name__}"

    @wraps(find)
    def found(seen: Seen) -> Found:
        known = seen.__dict__
        if name not in known:
            known[name] = find(seen)
        return known[name]  # type: ignore[no-any-return]

    return found
