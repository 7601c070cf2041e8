"""Where things are: saved runs by name, the run that ships with the program, whether there is a screen."""

from __future__ import annotations

import datetime as dt
import os
import re
import shlex
import sys
from pathlib import Path

from sim.cli.errors import UsageError
from sim.record.catalogue import free_name, resolve_run

HOME = Path(__file__).resolve().parents[2]
SHIPPED_RUN = HOME / "assets" / "example.sqlite"
NAME = re.compile(r"[\w][\w .+-]{0,99}")


def run_path(saves: str, name: str) -> Path:
    """The file of a run called ``name``; only plain names, so that nothing is written outside the folder."""
    stem = name.removesuffix(".sqlite")
    if not NAME.fullmatch(stem):
        raise UsageError(f"--name {name!r}: use letters, digits, spaces and . _ + - (at most 100)")
    return Path(saves) / f"{stem}.sqlite"


def new_path(saves: str, scenario: str) -> Path:
    """The file of a run that nobody named: after its scenario's file, whatever that is called, and the time."""
    plain = re.sub(r"[^\w .+-]+", "-", scenario).strip(" .+-")[:80].strip() or "run"
    return free_name(f"{plain}-{dt.datetime.now():%Y%m%d-%H%M%S}", saves)


def find_run(text: str, saves: str) -> Path:
    """The file that a run's name, path or ``latest`` means."""
    return Path(resolve_run(text, saves))


def quoted(path: Path) -> str:
    """A path as it can be pasted into a shell."""
    if sys.platform.startswith("win"):
        return f'"{path}"' if " " in str(path) else str(path)
    return shlex.quote(str(path))


def has_screen() -> bool:
    """Whether a window can be opened here."""
    if os.environ.get("SDL_VIDEODRIVER"):
        return True
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
