"""The terminal and the screen: output made safe for whoever reads it, since memories and file names may hold anything, and
whether a window can be opened. Knows no command.
"""

from __future__ import annotations

import io
import os
import re
import sys

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What a terminal obeys instead of showing, marks that turn the order of letters among it; new lines, tabs and the return of a
progress line stay."""


def guard() -> None:
    """From now on what the output cannot show is written as an escape, and on a terminal also what it would obey: a scenario's
    texts must not be able to clear the screen or to change its title. Pipes and files get every text as it is."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
            if stream is getattr(sys, f"__{name}__") and stream.isatty():
                setattr(sys, name, _Shown(stream))


class _Shown(io.TextIOWrapper):
    """A terminal that controls reach as escapes."""

    def __init__(self, terminal: io.TextIOWrapper) -> None:
        encoding, errors = terminal.encoding, terminal.errors
        super().__init__(terminal.detach(), encoding=encoding, errors=errors, line_buffering=True, write_through=True)

    def write(self, text: str) -> int:
        return super().write(_CONTROLS.sub(_as_escape, text))


def _as_escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def has_screen() -> bool:
    """Whether a window can be opened here."""
    if os.environ.get("SDL_VIDEODRIVER"):
        return True
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
