"""From arguments to an exit code: runs one command, and has every expected error told in a line or two."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from sim.cli.errors import INTERRUPTED, explain, say
from sim.cli.parser import parse
from sim.cli.terminal import guard


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. With ``--debug`` errors come as tracebacks."""
    guard()
    args = parse(list(sys.argv[1:] if argv is None else argv))
    try:
        return int(args.command(args))
    except KeyboardInterrupt as stop:
        return say("\n".join(["interrupted", *getattr(stop, "__notes__", ())]), INTERRUPTED)
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
