"""The window's settings, in a small JSON file of the user's: window size, text size, skipped nights, number of runs watched.

A missing or broken file means the defaults; a folder that cannot be written is ignored.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

VALID: dict[str, Callable[[Any], bool]] = {
    "size": lambda it: isinstance(it, list) and len(it) == 2 and all(isinstance(n, int) and 100 < n < 20000 for n in it),
    "text": lambda it: isinstance(it, (int, float)) and 1.0 <= it <= 2.0,
    "skip": lambda it: isinstance(it, bool),
    "runs": lambda it: isinstance(it, int) and 0 <= it < 1000,
}
"""Setting -> whether a value is one: ``size`` ([width, height]), text size, skipped nights, how many runs were watched."""


def path() -> Path:
    """The settings file, in the platform's folder for settings."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    return (Path(base) if base else Path.home() / ".config") / "town-simulator" / "window.json"


def read() -> dict[str, Any]:
    """The valid settings of the file, by the names in ``VALID``."""
    try:
        found = json.loads(path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    listed = found.items() if isinstance(found, dict) else ()
    return {name: value for name, value in listed if name in VALID and VALID[name](value)}


def write(**changes: Any) -> None:
    """Save these settings beside the others."""
    with contextlib.suppress(OSError):
        path().parent.mkdir(parents=True, exist_ok=True)
        path().write_text(json.dumps(read() | changes), encoding="utf-8")
