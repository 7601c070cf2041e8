"""The program's command line in a process of its own, so that the window never waits for what takes long."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds ``sim``."""
COMMAND = ("-c", "import sys; from sim.cli import main; sys.exit(main())")
"""Python's arguments before those of a command."""


def begin(words: Sequence[str], told: int | IO[bytes] = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """Begin a process of this Python with these arguments. ``told``: where all that it writes goes."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])}
    return subprocess.Popen([sys.executable, *words], env=env, stdin=subprocess.DEVNULL, stdout=told, stderr=subprocess.STDOUT)
