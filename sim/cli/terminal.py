"""The terminal and the screen: output made safe, since memories and file names may hold anything, the signals that end the
program, and whether a window can be opened. Knows no command.
"""

from __future__ import annotations

import io
import os
import re
import signal
import sys
from typing import Any

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that a terminal obeys instead of showing, and marks that change the direction of writing. New lines, tabs and the
carriage return of a progress line are not among them."""


def guard() -> None:
    """From now on, characters that the output cannot show are written as escapes; on a terminal also control characters, so
    that a scenario's texts can neither clear the screen nor change its title. Pipes and files get every text as it is. A reader
    that closes a pipe does not stop the command."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
            if stream is getattr(sys, f"__{name}__"):
                setattr(sys, name, _Guarded(stream, holds_data=name == "stdout"))


class _Guarded(io.TextIOWrapper):
    """Standard output or error that a terminal's controls leave as escapes."""

    def __init__(self, stream: io.TextIOWrapper, holds_data: bool) -> None:
        stream.flush()
        raw = _Unread(getattr(stream.buffer, "raw", stream.buffer), holds_data)
        at_once = stream.line_buffering or stream.write_through
        super().__init__(io.BufferedWriter(raw), encoding=stream.encoding, errors=stream.errors, line_buffering=at_once)
        self._on_terminal = stream.isatty()

    def write(self, text: str) -> int:
        return super().write(_CONTROLS.sub(_as_escape, text) if self._on_terminal else text)


class _Unread(io.RawIOBase):
    """Drops output to a closed pipe, so that a closed pipe changes neither what a command does nor its exit code. With
    ``holds_data`` any other failure, such as a full disk, is raised once; without it such failures are ignored too."""

    def __init__(self, raw: Any, holds_data: bool) -> None:
        self._raw, self._raises = raw, holds_data

    def write(self, data: Any) -> int | None:
        try:
            written: int | None = self._raw.write(data)
            return written
        except BrokenPipeError:
            return memoryview(data).nbytes
        except OSError:
            if self._raises:
                self._raises = False
                raise
            return memoryview(data).nbytes

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._raw.fileno())

    def isatty(self) -> bool:
        return bool(self._raw.isatty())


def _as_escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def stop_signals() -> tuple[signal.Signals, ...]:
    """The signals that ask for an end: Ctrl-C, SIGTERM, and SIGHUP, which comes when the connection to the terminal is dropped,
    unless it was told not to (``nohup``)."""
    hang_up = getattr(signal, "SIGHUP", None)  # Windows has none
    dropped = () if hang_up is None or signal.getsignal(hang_up) is signal.SIG_IGN else (hang_up,)
    return signal.SIGINT, signal.SIGTERM, *dropped


def has_screen() -> bool:
    """Whether a window can be opened here."""
    if os.environ.get("SDL_VIDEODRIVER"):
        return True
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
