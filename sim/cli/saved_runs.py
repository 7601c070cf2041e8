"""Saved runs as the command line names them: their files, runs opened with a warning where rows are missing, and the resident
and the moment that the user means.
"""

from __future__ import annotations

import datetime as dt
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sim.cli.errors import UsageError
from sim.record.catalogue import free_name, resolve_run
from sim.record.errors import RunError
from sim.record.integrity import Gap
from sim.record.read import Run
from sim.record.shipped import ASSETS, ships
from sim.world.clock import Clock

HOME = Path(__file__).resolve().parents[2]
SHIPPED_RUN = ASSETS / "example.sqlite"
SHIPPED = {
    "example": (SHIPPED_RUN, "the first morning as the guided mind lives it"),
    "capable_morning": (
        ASSETS / "capable_morning.sqlite",
        "the same morning by a large language model that wrote every reply prompt by prompt",
    ),
}
"""Name -> file of a run that ships with the program, and what it shows."""
NAME = re.compile(r"[\w][\w .+-]{0,99}")


def run_path(saves: str, name: str) -> Path:
    """The file of a run called ``name``; only plain names, so that nothing is written outside the folder."""
    stem = name.removesuffix(".sqlite")
    if not NAME.fullmatch(stem):
        raise UsageError(f"--name {name!r}: use letters, digits, spaces and . _ + - (at most 100)")
    return Path(saves) / f"{stem}.sqlite"


def new_path(saves: str, scenario: str) -> Path:
    """The file of a run without ``--name``: called after its scenario's file and the time."""
    plain = re.sub(r"[^\w .+-]+", "-", scenario).strip(" .+-")[:80].strip() or "run"
    return free_name(f"{plain}-{dt.datetime.now():%Y%m%d-%H%M%S}", saves)


def read_path(text: str, saves: str) -> Path:
    """The file of a run to read: a saved run, or a shipped run. Raises ``RunError``."""
    try:
        return resolve_run(text, saves)
    except RunError:
        if text in SHIPPED:
            return SHIPPED[text][0]
        raise


@contextmanager
def time_kept(path: Path) -> Iterator[None]:
    """The time of a run's file is restored afterwards, so that ``latest`` stays the run that was lived last."""
    lived = path.stat()
    yield
    if not ships(path):
        os.utime(path, ns=(lived.st_atime_ns, lived.st_mtime_ns))


def quoted(path: Path) -> str:
    """A path as it can be pasted into a shell; bytes that no text is made of, and controls, in the quotes ``$'\\xff'``."""
    text = str(path)
    if sys.platform.startswith("win"):
        return f'"{text}"' if " " in text else text
    return shlex.quote(text) if text.isprintable() else f"$'{''.join(map(_escaped, text))}'"


def _escaped(sign: str) -> str:
    if sign in "'\\":
        return "\\" + sign
    return sign if sign.isprintable() else "".join(f"\\x{byte:02x}" for byte in os.fsencode(sign))


def shown(path: Path | str) -> str:
    """A path as it is read, or quoted where it could not be pasted as it is read."""
    return str(path) if str(path).isprintable() else quoted(Path(path))


def open_run(path: Path) -> Run:
    """A run to read, with a warning on standard error where rows are missing."""
    run = Run(path)
    try:
        gaps, damage = run.find_gaps(), run.find_damage()
    except RunError:
        run.close()
        raise
    if damage and not gaps:
        print(f"warning: {path}: the file is damaged: {damage.text()}. What is there is shown.", file=sys.stderr)
    if gaps:
        print(f"warning: {_told(path, gaps)} What is there is shown.", file=sys.stderr)
    return run


def refuse_damaged(run: Run) -> None:
    """Raises ``RunError`` where rows are missing without which the town cannot go on as the same town; warns of other gaps."""
    gaps = run.find_gaps()
    if any(gap.vital for gap in gaps):
        advice = "It cannot go on from its end. Take another copy of it, or fork it at a tick before the damage."
        raise RunError(f"{_told(run.path, gaps)}\n{advice} `verify --hashes` tells which tick is the first that differs.")
    if gaps:
        print(f"warning: {_told(run.path, gaps)} The town goes on; `verify` cannot live it again.", file=sys.stderr)
    if (damage := run.find_damage()).lost:
        print(f"warning: {run.path}: {damage.text()}. The town goes on from there.", file=sys.stderr)


def _told(path: Path, gaps: list[Gap]) -> str:
    return f"{path}: the file is damaged. It lacks {', '.join(gap.what for gap in gaps)}."


def resident_of(run: Run, text: str) -> str:
    """The slug of the resident meant by a slug, a full or a first name."""
    for info in run.residents:
        if text.lower() in (info.slug.lower(), info.name.lower(), info.first.lower()):
            return info.slug
    raise UsageError(f"There is no resident {text!r} in this run; there are {', '.join(info.slug for info in run.residents)}.")


def moment(run: Run, text: str | None) -> int | None:
    """The tick meant by ``HH:MM``, ``day 2 18:00`` or ``tick N``; None for the last."""
    if text is None:
        return None
    clock, seconds = Clock(run.meta.start), run.meta.tick_seconds
    if text.startswith("tick "):
        tick = int(text[5:]) if text[5:].strip().isdigit() else -1
    else:
        try:
            tick = clock.parse_when(text, -1) // seconds
        except ValueError as error:
            raise UsageError(f'--at {text!r}: {error}. Write HH:MM, "day 2 18:00" or "tick N".') from error
    if not 0 <= tick <= run.last_tick:
        first, last = clock.now_text(0), clock.now_text(run.last_tick * seconds)
        raise UsageError(f"--at {text!r}: the run goes from {first} to {last} (tick 0 to {run.last_tick}).")
    return tick
