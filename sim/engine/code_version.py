"""Code version: digests over the program's own source files, so that a run file can name the code that produced it.

Knows no run. ``build`` writes the version into new runs, ``verify`` compares it, experiments name their results by it.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from sim.version import VERSION

ROOT = Path(__file__).resolve().parents[1]
LIVING = (
    "dice.py", "parts.py", "types.py", "answer", "engine", "language", "llm", "memory", "mind", "prompts", "record", "scenario",
    "world",
)  # fmt: skip
"""The parts that decide how a run goes; measuring, watching and the command line do not."""


@lru_cache(maxsize=4)
def digest(parts: tuple[str, ...] = ()) -> str:
    """Twelve hex digits over the source files of ``parts`` (empty: all), independent of line endings."""
    hashed = hashlib.blake2b(digest_size=6)
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT)
        if not parts or name.parts[0] in parts:
            hashed.update(name.as_posix().encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return hashed.hexdigest()


def version() -> str:
    """The program's version and the digest of ``LIVING``, as ``0.1.0+779e3633b02e``."""
    return f"{VERSION}+{digest(LIVING)}"
