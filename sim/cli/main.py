"""From arguments to an exit code: runs a command, and prints every expected error as a line or two."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Sequence

from sim.cli.errors import INTERRUPTED, explain, say
from sim.cli.terminal import guard, stop_signals


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code. With ``--debug`` errors are shown as tracebacks."""
    debug = False
    try:
        if threading.current_thread() is threading.main_thread():
            for number in stop_signals():
                signal.signal(number, signal.default_int_handler)  # ends as Ctrl-C does, which leaves no drafts behind
        guard()
        from sim.cli.parser import parse  # imports much, and Ctrl-C may come meanwhile

        args = parse(list(sys.argv[1:] if argv is None else argv))
        debug = args.debug
        code = int(args.command(args))
        if sys.stdout:  # none where it was closed from the start
            sys.stdout.flush()
        return code
    except KeyboardInterrupt as stop:
        return say("\n".join(["interrupted", *getattr(stop, "__notes__", ())]), INTERRUPTED)
    except Exception as error:
        if debug:
            raise
        try:
            return explain(error)
        except ModuleNotFoundError as missing:
            return explain(missing)
