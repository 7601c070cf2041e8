"""Questions to the residents of a recording: each is answered by ``interview`` of the command line, in a process of its own.

The answer is kept with the run as the command line keeps it; of a run that ships nothing is kept but here, while the window is
open. Knows nothing of minds.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from sim.record.rows import StoredInterview
from sim.view.command_line import COMMAND, begin

NO_MODEL = 3
"""Exit code of a command whose model is missing."""
STAND_BY = "bundled"
"""The mind that answers where the run's own is not on this machine."""


@dataclass
class _Question:
    who: str
    text: str
    tick: int
    mind: str
    process: subprocess.Popen[bytes]
    told: IO[bytes]


class Asking:
    """``ask`` begins a question, one at a time; ``update`` looks whether it is answered. Neither waits."""

    def __init__(self, run: Path) -> None:
        self.run = run.resolve()
        self.problem = ""
        """What the command said where the last question has no answer."""
        self._answered: list[StoredInterview] = []
        self._open: _Question | None = None

    def waiting(self, who: str) -> str:
        """The question that this resident is asked now."""
        return self._open.text if self._open is not None and self._open.who == who else ""

    def answered(self, who: str, kept: tuple[StoredInterview, ...]) -> tuple[StoredInterview, ...]:
        """The interviews of a resident, newest first: those ``kept`` with the run, and those that are not."""
        known = {(one.tick, one.question, one.answer) for one in kept}
        asked = [one for one in self._answered if one.resident == who and (one.tick, one.question, one.answer) not in known]
        return (*reversed(asked), *kept)

    def ask(self, who: str, text: str, tick: int, mind: str = "") -> bool:
        """Ask a resident as they were at a tick; False while another question is open. ``mind``: other than the run's own."""
        if self._open is not None:
            return False
        self.problem = ""
        words = ["interview", f"--at=tick {tick}", "--json", *([f"--model={mind}"] if mind else [])]
        told = TemporaryFile()  # noqa: SIM115 - read and closed when the process has ended
        process = begin([*COMMAND, *words, "--", str(self.run), who, text], told)
        self._open = _Question(who, text, tick, mind, process, told)
        return True

    def update(self) -> None:
        """Take the answer, if there is one by now."""
        asked = self._open
        if asked is None or asked.process.poll() is None:
            return
        self._open = None
        with asked.told as file:
            file.seek(0)
            told = file.read().decode(errors="replace").strip()
        if asked.process.returncode == NO_MODEL and not asked.mind:
            self.ask(asked.who, asked.text, asked.tick, STAND_BY)
            return
        if asked.process.returncode:
            self.problem = told or "The question could not be asked."
            return
        data = json.loads(told.splitlines()[-1])
        one = StoredInterview(-1 - len(self._answered), asked.tick, asked.who, asked.text, str(data["answer"]), data["data"])
        self._answered.append(replace(one, data={**one.data, "by": asked.mind}))

    def stop(self) -> None:
        """End a question that is not answered yet, because the window is left."""
        if self._open is not None:
            self._open.process.terminate()
