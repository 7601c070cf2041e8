"""The saved runs of a folder: lists them, and finds the run that a user names."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.record.errors import RunError
from sim.record.lock import is_locked
from sim.record.read import Run

SUFFIX = ".sqlite"


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A line of ``list``. ``problem`` says why a file cannot be read; only path, name, modified and size are set then.

    ``modified`` is wall time in seconds, ``size`` in bytes. ``live``: a process is writing the run now.
    """

    path: Path
    name: str
    modified: float
    size: int
    problem: str = ""
    scenario_name: str = ""
    status: str = ""
    status_text: str = ""
    live: bool = False
    last_tick: int = -1
    tick_seconds: int = 0
    start: str = ""
    residents: int = 0
    mind: str = ""
    created: str = ""
    parent: Mapping[str, Any] | None = None

    @property
    def condition(self) -> str:
        """``status`` in words; a run whose writer died without setting it is ``stopped unexpectedly``, one that was left before
        its end, as the menu or Ctrl-C leaves it, is ``saved``."""
        if self.problem:
            return "broken"
        if self.status == "interrupted" and not self.status_text:
            return "saved"
        return "stopped unexpectedly" if self.status == "running" and not self.live else self.status


def list_runs(folder: str | Path) -> list[RunSummary]:
    """Every run in a folder, last written first, broken ones included; [] for a folder that does not exist."""
    paths = sorted(path for path in Path(folder).glob(f"*{SUFFIX}") if path.is_file())
    return sorted((summarize_run(path) for path in paths), key=lambda run: (-run.modified, run.name))


def summarize_run(path: Path) -> RunSummary:
    """The summary of one run file. Never raises for a broken file."""
    try:
        modified, size = _modified_and_size(path)
    except OSError as error:
        return RunSummary(path, path.stem, 0.0, 0, f"{path}: cannot be read ({error.strerror})")
    try:
        with Run(path) as run:
            return _summary(run, modified, size)
    except RunError as error:
        return RunSummary(path, path.stem, modified, size, str(error))


def _summary(run: Run, modified: float, size: int) -> RunSummary:
    meta = run.meta
    return RunSummary(
        *(run.path, meta.name, modified, size, "", meta.scenario_name, meta.status, meta.status_text),
        live=is_locked(run.path),
        last_tick=run.last_tick,
        tick_seconds=meta.tick_seconds,
        start=meta.start.isoformat(),
        residents=len(run.residents),
        mind=str(meta.model.get("name", "")),
        created=meta.created,
        parent=meta.parent,
    )


def _modified_and_size(path: Path) -> tuple[float, int]:
    """When a run was last written (wall time) and its size in bytes, both including the write-ahead log."""
    files = [path, path.with_name(path.name + "-wal")]
    found = [file.stat() for file in files if file.exists()]
    return max(stat.st_mtime for stat in found), sum(stat.st_size for stat in found)


def resolve_run(text: str, saves: str | Path) -> Path:
    """The path of the run that ``text`` names: a name in ``saves`` with or without ``.sqlite``, a path, or ``latest``.

    A name without a folder means the run in ``saves``, even if a file of this name lies in the working directory.
    Raises ``RunError`` with the nearest names if there is no such run.
    """
    saves = Path(saves)
    if text == "latest":
        return _latest(saves)
    inside, outside = (saves / text, saves / (text + SUFFIX)), (Path(text), Path(text + SUFFIX))
    for path in inside + outside if Path(text).name == text else outside + inside:
        if path.is_file():
            return path
    names = sorted(path.stem for path in saves.glob(f"*{SUFFIX}"))
    near = difflib.get_close_matches(Path(text).stem, names, 3, 0.5)
    hint = f"Did you mean {' or '.join(near)}?" if near else "`list` shows the saved runs."
    raise RunError(f"{text}: there is no such run in {saves}. {hint}")


def _latest(saves: Path) -> Path:
    paths = [path for path in saves.glob(f"*{SUFFIX}") if path.is_file()]
    if not paths:
        raise RunError(f"{saves}: there are no saved runs yet. `run SCENARIO` makes one.")
    return max(paths, key=lambda path: (_modified_and_size(path)[0], path.name))


def free_name(name: str, saves: str | Path) -> Path:
    """A path in ``saves`` that no run has yet or is about to have: ``NAME.sqlite``, or ``NAME-2.sqlite`` and so on."""
    path, number = Path(saves) / (name + SUFFIX), 2
    while path.exists() or is_locked(path):
        path, number = Path(saves) / f"{name}-{number}{SUFFIX}", number + 1
    return path
