"""The window's settings, in a small JSON file of the user's: window size, text size, skipped nights, number of runs watched.

A missing or broken file means the defaults; a folder that cannot be written is ignored.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any


def path() -> Path:
    """The settings file, in the platform's folder for settings."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    return (Path(base) if base else Path.home() / ".config") / "town-simulator" / "window.json"


def read() -> dict[str, Any]:
    """The valid settings: ``size`` ([width, height]), ``text`` (1.0 to 2.0), ``skip`` (nights) and ``runs`` (how many were
    watched)."""
    try:
        found = json.loads(path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    kept: dict[str, Any] = {}
    if isinstance(found, dict):
        size, text = found.get("size"), found.get("text")
        if isinstance(size, list) and len(size) == 2 and all(isinstance(n, int) and 100 < n < 20000 for n in size):
            kept["size"] = size
        if isinstance(text, (int, float)) and 1.0 <= text <= 2.0:
            kept["text"] = float(text)
        if isinstance(found.get("skip"), bool):
            kept["skip"] = found["skip"]
        if isinstance(found.get("runs"), int) and 0 <= found["runs"] < 1000:
            kept["runs"] = int(found["runs"])
    return kept


def write(**changes: Any) -> None:
    """Save these settings beside the others."""
    with contextlib.suppress(OSError):
        path().parent.mkdir(parents=True, exist_ok=True)
        path().write_text(json.dumps(read() | changes), encoding="utf-8")
