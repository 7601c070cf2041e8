"""The command line's own error, and the exit codes."""

from __future__ import annotations

FAILED, USAGE, MODEL, INTERRUPTED = 1, 2, 3, 130


class UsageError(Exception):
    """Arguments that fit together badly; exit code 2."""
