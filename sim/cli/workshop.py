"""What the window needs of the command line: the process in which a town lives, and the workshop of the editor.

Imports nothing that a town needs, because that takes a second for which the user would wait.
"""

from __future__ import annotations

import itertools
import shutil
import tempfile
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from sim.cli.jobs import RunJob, as_before
from sim.cli.saved_runs import HOME
from sim.record.atomic_write import atomic_files
from sim.record.read import Run
from sim.record.shipped import folder_of
from sim.record.store import checkpoint_wal
from sim.types import Command, RunStatus

if TYPE_CHECKING:
    from sim.engine.child_process import ChildLink

SHIPPED_TOWNS = ("first_morning", "hollin_feast", "rumour", "tern_station", "two_days")
"""The scenarios that ship, which the editor saves under another name."""
TRIAL_SECONDS = 3600
"""Game seconds of a trial."""


def _child(pipe: Connection, job: RunJob) -> None:
    """The child process; it imports what it needs itself."""
    from sim.cli.live_run import child_main

    child_main(pipe, job)


class WindowLink:
    """What the window talks to. The town's process is started when the open window first asks for its status."""

    def __init__(self, job: RunJob):
        self.job = job
        self._child: ChildLink | None = None
        self.interrupted = False

    def status(self) -> RunStatus:
        if self.interrupted:  # Ctrl-C came where Python drops exceptions, in a callback of C: said again
            raise KeyboardInterrupt
        if self._child is None:
            from sim.engine.child_process import ChildLink

            self._child = ChildLink(_child, (self.job,))
        return self._child.status()

    def send(self, command: Command) -> None:
        if self._child is not None:
            self._child.send(command)

    def stop(self) -> int:
        """Make the town finish its tick and save; returns its exit code."""
        self.interrupted = False
        code = self._child.stop() if self._child is not None else 0
        checkpoint_wal(self.job.path)  # while the window watched, the log beside the file could not be folded in
        return code

    def ended(self) -> bool:
        """Whether the town was started and has ended."""
        return self._child is not None and not self._child.process.is_alive()


class _Trial(WindowLink):
    """A town in a temporary folder, removed when it is stopped."""

    def __init__(self, job: RunJob) -> None:
        super().__init__(job)
        self._folder = Path(job.path).parent

    def stop(self) -> int:
        code = super().stop()
        shutil.rmtree(self._folder, ignore_errors=True)
        return code


class Bench:
    """The editor's workshop (``view.link.Workshop``); trials are lived with ``model``."""

    def __init__(self, model: str = "bundled") -> None:
        self.model = model

    def begin(self, text: str, path: str) -> _Trial:
        return _Trial(RunJob(_somewhere(), scenario=path, text=text, trial=TRIAL_SECONDS, model=self.model, speed=1.0))

    def fork(self, run: str, tick: int, text: str) -> _Trial:
        with Run(run) as saved:
            job = as_before(Path(_somewhere()), saved.meta)
        return _Trial(replace(job, fork=(run, tick), text=text, trial=TRIAL_SECONDS, speed=1.0))

    def keep(self, run: str, tick: int, text: str) -> str:
        from sim.engine.edit import Edit, fork_run

        path = Path(run)
        target = unused(folder_of(path), f"{path.stem}-fork", ".sqlite")
        fork_run(path, tick, target, Edit(scenario=text))
        return str(target)

    def place(self, path: str) -> str:
        opened = Path(path)
        if opened.resolve() not in [HOME / "scenarios" / f"{name}.yaml" for name in SHIPPED_TOWNS]:
            return path
        return str(unused(Path("scenarios"), f"{opened.stem}_mine", ".yaml"))

    def save(self, text: str, path: str) -> str:
        target = Path(path)
        target = target if target.suffix in (".yaml", ".yml") else target.with_name(target.name + ".yaml")
        windows = target.is_file() and b"\r\n" in target.read_bytes()
        with (
            atomic_files(target, edits=True) as draft,
            draft(target).open("w", encoding="utf-8", newline="\r\n" if windows else "\n") as file,
        ):
            file.write(text)
        return str(target)


def unused(folder: Path, stem: str, suffix: str) -> Path:
    """The first file called ``stem``, or ``stem`` with a number, that does not exist."""
    names = (folder / f"{stem}{number or ''}{suffix}" for number in itertools.count())
    return next(name for name in names if not name.exists())


def _somewhere() -> str:
    """A run file in a new temporary folder."""
    return str(Path(tempfile.mkdtemp(prefix="town-trial-")) / "trial.sqlite")
