"""Waits for what another thread or process does. The bound is only reached by what hangs, however loaded the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 90.0
"""Seconds after which something that should have happened has not."""


def until(happened: Callable[[], object]) -> None:
    """Return once ``happened()`` is true."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)
