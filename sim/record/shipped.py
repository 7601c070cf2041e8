"""The runs that ship with the program: they are read, and neither they nor their folder are ever written.

Who goes on with one, or asks somebody in it, does so in a copy. Knows nothing of what a run holds.
"""

from __future__ import annotations

from pathlib import Path

from sim.record.errors import StoreError

ASSETS = Path(__file__).resolve().parents[2] / "assets"
SAVES = Path("saves")
"""The folder of saved runs, unless another is chosen."""


def ships(path: Path) -> bool:
    """Whether a file ships with the program."""
    return path.resolve().is_relative_to(ASSETS)


def refuse_shipped(path: Path) -> None:
    """Raises ``StoreError`` for a run that ships."""
    if ships(path):
        raise StoreError(f"{path}: this run ships with the program and stays as it is. Fork it, or copy it to {SAVES}.")


def folder_of(run: Path, saves: Path = SAVES) -> Path:
    """Where files that are made of a run belong: beside it, or in ``saves`` for a run that ships."""
    return saves if ships(run) else run.parent
