"""Files that come into being whole or not at all: written under another name beside their place, moved there at the end.

For everything but run files (``open.build_aside`` makes those). Knows nothing of what is written.
"""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from sim.record.errors import unwritable


@contextlib.contextmanager
def drafts(where: Path, otherwise: str = "") -> Iterator[Callable[[Path], Path]]:
    """Yields ``draft(path)``: the name to write ``path`` under. Folders are made as needed.

    At the end all drafts take their places, over what was there; where anything fails (a full disk, Ctrl-C) they go, and so do
    the folders that were made for them. Raises ``DiskFull`` or ``StoreError`` about ``where``; ``otherwise`` says what to do.
    """
    made: dict[Path, Path] = {}
    folders: list[Path] = []

    def draft(path: Path) -> Path:
        folders.extend(_make(path.parent))
        if path.is_dir():
            raise IsADirectoryError(0, "there is a folder of this name")
        made[path] = _beside(path)
        return made[path]

    try:
        yield draft
        for path, new in made.items():
            os.replace(new, path)
        folders.clear()
    except OSError as error:
        raise unwritable(error, where, otherwise) from error
    finally:
        for new in made.values():
            with contextlib.suppress(OSError):
                new.unlink(missing_ok=True)
        for folder in reversed(folders):
            with contextlib.suppress(OSError):
                folder.rmdir()


def _beside(path: Path) -> Path:
    """A name next to ``path`` that nobody has."""
    names = (path.with_name(f"{path.stem}.new{number or ''}{path.suffix}") for number in itertools.count())
    return next(name for name in names if not os.path.lexists(name))


def _make(folder: Path) -> list[Path]:
    """Make a folder and what is above it; those that were not there, outermost first."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()][::-1]
    for one in missing:
        one.mkdir(exist_ok=True)
    return missing
