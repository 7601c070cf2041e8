"""edit: a scenario in the window; what the editor needs of files and processes (``Bench``, a ``view.link.Workshop``)."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from sim.cli.errors import FAILED
from sim.cli.jobs import Job
from sim.cli.run_commands import WindowLink
from sim.cli.terminal import has_screen
from sim.record.atomic_write import atomic_files

HOUR = 3600
"""Game seconds of a trial."""


def edit_command(args: argparse.Namespace) -> int:
    """Edit a scenario."""
    from sim.scenario.composition import scenario_text

    path = Path(args.scenario)
    text = scenario_text(path)
    if not has_screen():
        print("No screen here: write the file with an editor of texts; `validate` checks it.", file=sys.stderr)
        return FAILED
    from sim.view.app import NoDisplay, edit

    try:
        return edit(path, text, Bench(args.model))
    except NoDisplay as reason:
        print(f"{reason}. `validate` checks what you write elsewhere.", file=sys.stderr)
        return FAILED


class _Trial(WindowLink):
    """A town in a temporary folder, removed when it is stopped."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self._folder = Path(job.path).parent

    def stop(self) -> int:
        code = super().stop()
        shutil.rmtree(self._folder, ignore_errors=True)
        return code


class Bench:
    """Trials are lived with ``model``."""

    def __init__(self, model: str = "bundled") -> None:
        self.model = model

    def begin(self, text: str, path: str) -> _Trial:
        return _Trial(Job(_somewhere(), scenario=path, text=text, trial=HOUR, model=self.model, speed=1.0))

    def fork(self, run: str, tick: int, text: str) -> _Trial:
        return _Trial(Job(_somewhere(), fork=(run, tick), text=text, trial=HOUR, model=self.model, speed=1.0))

    def save(self, text: str, path: str) -> str:
        target = Path(path)
        target = target if target.suffix in (".yaml", ".yml") else target.with_name(target.name + ".yaml")
        windows = target.is_file() and b"\r\n" in target.read_bytes()
        with (
            atomic_files(target) as draft,
            draft(target).open("w", encoding="utf-8", newline="\r\n" if windows else "\n") as file,
        ):
            file.write(text)
        return str(target)


def _somewhere() -> str:
    """A run file in a new temporary folder."""
    return str(Path(tempfile.mkdtemp(prefix="town-trial-")) / "trial.sqlite")
