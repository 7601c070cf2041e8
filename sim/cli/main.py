"""From arguments to an exit code: runs a command, and prints every expected error as a line or two."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Sequence

from sim.cli.errors import INTERRUPTED, explain, say
from sim.cli.parser import parse
from sim.cli.terminal import guard


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code. With ``--debug`` errors are shown as tracebacks."""
    guard()
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does, which leaves no drafts behind
    args = parse(list(sys.argv[1:] if argv is None else argv))
    try:
        code = int(args.command(args))
        if sys.stdout:  # none where it was closed from the start
            sys.stdout.flush()
        return code
    except KeyboardInterrupt as stop:
        return say("\n".join(["interrupted", *getattr(stop, "__notes__", ())]), INTERRUPTED)
    except Exception as error:
        if args.debug:
            raise
        try:
            return explain(error)
        except ModuleNotFoundError as missing:
            return explain(missing)
