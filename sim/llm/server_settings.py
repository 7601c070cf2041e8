"""How to treat a server: data only, so that whoever settles it need not load what talks to servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

KEY_VARIABLE = "SIM_API_KEY"
"""Environment variable with a server's key, where it wants one."""


def _patiently() -> None:
    """Wait as long as it takes."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Seconds; ``wait`` doubles with every attempt, and is longer where the server asks for it, but all waiting together never
    takes longer than ``timeout``, which is also what one attempt may take; ``ceiling`` is in tokens (None: no limit).

    ``waiting`` is called some times a second, by whoever asks, while replies are outstanding; what it raises ends the asking.
    """

    concurrent: int = 16
    timeout: float = 120.0
    connect: float = 10.0
    attempts: int = 4
    wait: float = 0.5
    ceiling: int | None = None
    waiting: Callable[[], None] = _patiently
