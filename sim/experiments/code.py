"""Which code lived a town: digests over the program's own source files."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIVING = ("dice.py", "types.py", "engine", "llm", "memory", "mind", "prompts", "record", "scenario", "world")
"""What decides how a town lives; measuring, watching and the command line do not."""


@lru_cache(maxsize=4)
def digest(parts: tuple[str, ...] = ()) -> str:
    """Twelve hex digits over the source files of some rooms (none: all)."""
    hashed = hashlib.blake2b(digest_size=6)
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT)
        if not parts or name.parts[0] in parts:
            hashed.update(name.as_posix().encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()
