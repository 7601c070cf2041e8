"""Guards against path traversal: a map or scenario may name files in its own folder or in the parent of that folder only."""

from __future__ import annotations

from pathlib import Path


def safe_path(folder: Path, name: str) -> Path | None:
    """``folder / name`` with links resolved, if it lies in ``folder`` or its parent; None if not, and for invalid paths."""
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve().parent) else None
    except (OSError, ValueError, RuntimeError):
        return None
