"""From arguments to an exit code: runs the command and turns every expected error into a line or two.

Knows which error means which exit code; knows nothing of what commands do.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

from sim.cli.errors import FAILED, INTERRUPTED, MODEL, USAGE, UsageError
from sim.cli.parser import parse
from sim.cli.terminal import guard


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. With ``--debug`` errors come as tracebacks."""
    guard()
    args = parse(list(sys.argv[1:] if argv is None else argv))
    try:
        return int(args.command(args))
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  the reader has gone; nothing more can be said to it
        return 0
    except Exception as error:
        if args.debug:
            raise
        try:
            return explain(error)
        except ModuleNotFoundError as missing:
            return explain(missing)


def explain(error: Exception) -> int:
    """A line or two and the exit code for an error that a user can meet; others are ours, and say so."""
    if isinstance(error, ModuleNotFoundError) and str(error.name).split(".")[0] != "sim":
        return _say(_missing(error), MODEL)
    from sim.llm.base import ModelError
    from sim.memory import EmbedderError
    from sim.record.errors import DiskFull, RunError, StoreError
    from sim.scenario import ScenarioError
    from sim.world.tilemap import MapError

    if isinstance(error, ScenarioError):
        return _say("\n".join(error.problems), USAGE)
    if isinstance(error, DiskFull):
        return _say(str(error), FAILED)
    if isinstance(error, (MapError, RunError, StoreError, UsageError)):
        return _say(str(error), USAGE)
    if isinstance(error, (ModelError, EmbedderError)):
        return _say(str(error), MODEL)
    if isinstance(error, OSError):
        what = str(error.filename or "a file")
        wrong = error.errno in (errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR)
        return _say(f"{what if len(what) < 200 else what[:80] + '...'}: {error.strerror or error}", USAGE if wrong else FAILED)
    return _say(
        f"this should not have happened: {type(error).__name__}: {error}\nRun again with --debug for the details.", FAILED
    )


def _missing(error: ModuleNotFoundError) -> str:
    """Most often the program was started by another Python than the one it was installed for."""
    return (
        f"{error.name} is not installed for {sys.executable}.\n"
        "Install the program for it (pip install . in its folder), or start it with the Python of the environment that has it."
    )


def _say(text: str, code: int) -> int:
    print(text, file=sys.stderr, flush=True)
    return code
