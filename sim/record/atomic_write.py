"""Atomic writes: files are written under a temporary name in their own folder and renamed at the end, all or none.

For every file but run files, which ``connection.create_atomically`` makes. Knows nothing of the contents.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from sim.record.errors import write_error

RUN_FILE_START = b"SQLite format 3\0"
"""The first bytes of a run file."""
DRAFT = re.compile(r".+\.town-draft-(\d+)-\d+(\.[^.]*)?")
"""The name of a draft, with the number of the process that writes it."""
TOWN_SUFFIXES = (".yaml", ".yml", ".tmj", ".tmx", ".tsj", ".tsx")
"""Suffixes of scenarios, maps and their tilesets."""


@contextlib.contextmanager
def atomic_files(where: Path, advice: str = "", edits: bool = False) -> Iterator[Callable[[Path], Path]]:
    """Yields ``draft(path)``, which returns the temporary name to write ``path`` under. Missing folders are made.

    At the end every draft is renamed to its path and replaces what was there, but never a saved run, and a scenario or a map
    only where ``edits`` says so. After any failure (a full disk, Ctrl-C) the drafts and the folders made for them are removed;
    those that a killed process left in a folder are removed when one is next written there. Raises ``DiskFull`` or
    ``StoreError`` about ``where``, with ``advice``.
    """
    made: dict[Path, Path] = {}
    folders: list[Path] = []
    tidied: set[Path] = set()

    def draft(path: Path) -> Path:
        folders.extend(_make_folders(path.parent))
        if path.parent not in tidied:
            tidied.add(path.parent)
            _remove_left(path.parent)
        if there := _irreplaceable(path, edits):
            raise FileExistsError(0, f"there is {there} of this name")
        made[path] = _unused_name(path)
        return made[path]

    try:
        yield draft
        for path, new in made.items():
            os.replace(new, path)
        folders.clear()
    except OSError as error:
        raise write_error(error, where, advice) from error
    finally:
        for new in made.values():
            with contextlib.suppress(OSError):
                new.unlink(missing_ok=True)
        for folder in reversed(folders):
            with contextlib.suppress(OSError):
                folder.rmdir()


def _irreplaceable(path: Path, edits: bool) -> str:
    """What stands at ``path`` and must not be replaced, in words; "" where nothing does."""
    if not path.is_file():
        return "a folder" if path.is_dir() else "a device or a pipe" if path.exists() else ""
    with path.open("rb") as file:
        if file.read(len(RUN_FILE_START)) == RUN_FILE_START:
            return "a saved run"
    return "a scenario or map" if path.suffix.lower() in TOWN_SUFFIXES and not edits else ""


def _unused_name(path: Path) -> Path:
    """A name in the folder of ``path`` that no file has yet."""
    names = (path.with_name(f"{path.stem}.town-draft-{os.getpid()}-{number}{path.suffix}") for number in itertools.count())
    return next(name for name in names if not os.path.lexists(name))


def _remove_left(folder: Path) -> None:
    """Remove the drafts of processes that are no more."""
    for path in folder.iterdir():
        found = DRAFT.fullmatch(path.name)
        if found and not _is_running(int(found[1])):
            with contextlib.suppress(OSError):  # where it is open on Windows, it cannot be removed
                path.unlink()


def _is_running(process: int) -> bool:
    """Whether there is a process of this number. Windows, which asks in another way, keeps what is open itself."""
    if os.name == "nt":
        return process == os.getpid()
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def _make_folders(folder: Path) -> list[Path]:
    """Make a folder and its parents; returns those that did not exist, outermost first."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()][::-1]
    for one in missing:
        one.mkdir(exist_ok=True)
    return missing
