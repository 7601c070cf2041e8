"""Runs opened with a word about what is missing from them: rows can be lost from a file that still opens."""

from __future__ import annotations

import sys
from pathlib import Path

from sim.record.errors import RunError
from sim.record.integrity import Gap
from sim.record.read import Run


def open_run(path: Path) -> Run:
    """A run to read. What is missing from it is told on standard error; all else is shown as it is."""
    run = Run(path)
    try:
        gaps = run.find_gaps()
    except RunError:
        run.close()
        raise
    if gaps:
        print(f"warning: {_told(path, gaps)} What is there is shown.", file=sys.stderr)
    return run


def refuse_damaged(run: Run) -> None:
    """Raises ``RunError`` where something is missing without which the town would go on as another one, or not at all."""
    gaps = run.find_gaps()
    if any(gap.vital for gap in gaps):
        advice = "It cannot go on from its end. Take another copy of it, or fork it at a tick before the damage."
        raise RunError(f"{_told(run.path, gaps)}\n{advice} `verify --hashes` tells which tick is the first that differs.")
    if gaps:
        print(f"warning: {_told(run.path, gaps)} The town goes on; `verify` cannot live it again.", file=sys.stderr)


def _told(path: Path, gaps: list[Gap]) -> str:
    return f"{path}: the file is damaged. It lacks {', '.join(gap.what for gap in gaps)}."
