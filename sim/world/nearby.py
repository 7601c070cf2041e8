"""The files that a map or a scenario may name: those in its own folder, or in the folder around it (maps beside tiles).

Files by strangers are opened too; none of them may reach for what lies elsewhere. Links are followed before looking.
"""

from __future__ import annotations

from pathlib import Path


def nearby(folder: Path, name: str) -> Path | None:
    """``folder / name`` where that lies in ``folder`` or the folder around it; None elsewhere, and for what is no path."""
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve().parent) else None
    except (OSError, ValueError, RuntimeError):
        return None
