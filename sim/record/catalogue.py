"""The saved runs of a folder: what there is, and which one somebody means."""

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
    """A line of ``list``. ``problem`` is why a file cannot be read (everything but path, name, modified and size is empty
    then). ``modified`` is wall time in seconds, ``size`` bytes. ``live``: a process is writing it now."""

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
    created: str = ""
    parent: Mapping[str, Any] | None = None

    @property
    def condition(self) -> str:
        """``status`` in words that know whether the writer still lives."""
        if self.problem:
            return "broken"
        return "stopped unexpectedly" if self.status == "running" and not self.live else self.status


def list_runs(folder: str | Path) -> list[RunSummary]:
    """Every run in a folder, last written first, broken ones included. An absent folder has none."""
    paths = sorted(path for path in Path(folder).glob(f"*{SUFFIX}") if path.is_file())
    return sorted((summary(path) for path in paths), key=lambda run: (-run.modified, run.name))


def summary(path: Path) -> RunSummary:
    """One run in a few lines; never raises for a broken file."""
    try:
        modified, size = _written(path)
    except OSError as error:
        return RunSummary(path, path.stem, 0.0, 0, f"{path}: cannot be read ({error.strerror})")
    try:
        with Run(path) as run:
            return _described(run, modified, size)
    except RunError as error:
        return RunSummary(path, path.stem, modified, size, str(error))


def _described(run: Run, modified: float, size: int) -> RunSummary:
    meta = run.meta
    return RunSummary(
        *(run.path, meta.name, modified, size, "", meta.scenario_name, meta.status, meta.status_text),
        live=is_locked(run.path),
        last_tick=run.last_tick,
        tick_seconds=meta.tick_seconds,
        start=meta.start.isoformat(),
        residents=len(run.residents),
        created=meta.created,
        parent=meta.parent,
    )


def _written(path: Path) -> tuple[float, int]:
    """When a run was last written, and its size, both with the write-ahead log."""
    files = [path, path.with_name(path.name + "-wal")]
    found = [file.stat() for file in files if file.exists()]
    return max(stat.st_mtime for stat in found), sum(stat.st_size for stat in found)


def resolve_run(text: str, saves: str | Path) -> Path:
    """The run that ``text`` means: a name in ``saves`` with or without ``.sqlite``, a path, or ``latest``.

    A name means the run in ``saves`` even where a file beside us has it too; a path is what has a folder in it.

    Raises ``RunError`` with the nearest names where there is none.
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
    return max(paths, key=lambda path: (_written(path)[0], path.name))


def free_name(name: str, saves: str | Path) -> Path:
    """A path in ``saves`` that no run has yet: ``NAME.sqlite``, else ``NAME-2.sqlite`` and so on."""
    path, number = Path(saves) / (name + SUFFIX), 2
    while path.exists():
        path, number = Path(saves) / f"{name}-{number}{SUFFIX}", number + 1
    return path
