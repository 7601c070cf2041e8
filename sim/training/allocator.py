"""The C allocator's settings: memory that one step has used is kept for the next. Linux with glibc; elsewhere nothing happens.

By default glibc gives every large block back to the system and gets it anew, page by page, with every step: a fifth of the time
of a step on a virtual machine (MEASURED.md).
"""

from __future__ import annotations

import ctypes
import sys

_TRIM, _TOP_PAD, _MMAP_MAX, _ARENAS = -1, -2, -4, -8
"""Parameters of mallopt(3)."""


def keep_memory() -> None:
    """Make this process keep all memory that it has once allocated."""
    if not sys.platform.startswith("linux"):
        return
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return
    for parameter, value in ((_MMAP_MAX, 0), (_TRIM, 2**31 - 1), (_ARENAS, 1), (_TOP_PAD, 64 << 20)):
        mallopt(parameter, value)
