"""Characters' memories on disk: one base per character, copied into a save on first use, where changes are appended.

``ROOT/base/CHARACTER.jsonl`` and ``ROOT/saves/GAME/USER/SAVE/CHARACTER.jsonl``. A file is JSON lines, one per commit: what was
added, rated, retrieved and removed, new vectors (base64 of float16), and the stream's state with its reflection budget. A line
that a crash cut short is dropped when the file is next opened; nothing before it can be lost. Nothing is ever unpickled.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from sim.memory.base_stream import Changes
from sim.memory.embed import CachedEmbedder, Embedder
from sim.memory.import_json import ImportProblem
from sim.memory.stream import MemoryStream
from sim.types import Memory

_NAME = re.compile(r"[\w][\w .-]{0,79}", re.UNICODE)


class NpcStore:
    """The streams under one folder. ``overrides`` are settings of the ``npc`` preset."""

    def __init__(self, root: str | Path, embedder: Embedder, preset: str = "npc", **overrides: Any) -> None:
        self.root = Path(root)
        self._embedder, self._preset, self._overrides = embedder, preset, overrides

    def base(self, character: str) -> OpenCharacter:
        """The character as every playthrough first meets them; empty until something is committed."""
        return self._open(self.root / "base" / _file_name(character))

    def open(self, game: str, user: str, save: str, character: str) -> OpenCharacter:
        """The character in a save; a copy of the base the first time."""
        path = self.root / "saves" / _safe_name(game) / _safe_name(user) / _safe_name(save) / _file_name(character)
        base = self.root / "base" / _file_name(character)
        if not path.exists() and base.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = path.with_suffix(".new")
            shutil.copyfile(base, fresh)
            os.replace(fresh, path)
        return self._open(path)

    def _open(self, path: Path) -> OpenCharacter:
        embedder = CachedEmbedder(self._embedder)
        memories: dict[int, Memory] = {}
        state: dict[str, Any] = {}
        for line in _read_commits(path):
            _apply(memories, line)
            embedder.load((text, base64.b64decode(data)) for text, data in line["vectors"].items())
            state = line["state"]
        ordered = [memories[n] for n in sorted(memories)]
        return OpenCharacter(path, MemoryStream.restore(self._preset, embedder, ordered, state, **self._overrides), embedder)


class OpenCharacter:
    """An open character: use ``stream``, then ``commit``."""

    def __init__(self, path: Path, stream: MemoryStream, embedder: CachedEmbedder) -> None:
        self.path, self.stream, self._embedder = path, stream, embedder

    def commit(self) -> None:
        """Append what changed since the last commit, and flush it to the disk."""
        changes = self.stream.drain()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(json.dumps(self._line(changes), ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _line(self, changes: Changes) -> dict[str, Any]:
        vectors = {text: base64.b64encode(row.astype("<f2").tobytes()).decode() for text, row in self._embedder.drain()}
        return {
            "added": [_memory_row(memory) for memory in changes.added],
            "rated": changes.rated,
            "touched": [[found.at, [hit.memory.n for hit in found.hits if hit.taken]] for found in changes.retrievals],
            "removed": changes.removed,
            "vectors": vectors,
            "state": self.stream.state(),
        }


def _memory_row(m: Memory) -> list[Any]:
    return [m.n, m.text, m.kind, m.at, m.importance, m.evidence, m.expires, m.source, m.depth]


def _read_commits(path: Path) -> list[dict[str, Any]]:
    """The commits of a file. A commit that was cut short at the end is removed; ImportProblem for anything else that is
    broken."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    made = []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            made.append(json.loads(line))
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            raise ImportProblem(f"{path}, line {number} is broken ({error}): restore the file or delete it") from None
    return made


def _apply(memories: dict[int, Memory], line: dict[str, Any]) -> None:
    """Apply one commit in the order in which it happened: added, rated, touched, removed."""
    for n, text, kind, at, importance, evidence, expires, source, depth in line["added"]:
        memories[n] = Memory(n, text, kind, at, at, importance, tuple(evidence), expires, source, depth)
    for n, importance in line["rated"]:
        memories[n] = replace(memories[n], importance=importance)
    for at, touched in line["touched"]:
        for n in touched:
            memories[n] = replace(memories[n], accessed=at)
    for n in line["removed"]:
        memories.pop(n, None)


def _safe_name(name: str) -> str:
    """A name as a folder or file; ValueError for a name that could lead elsewhere."""
    if not _NAME.fullmatch(name) or ".." in name:
        raise ValueError(f"{name!r} cannot name a file: use letters, digits, blanks, dots and hyphens")
    return name


def _file_name(character: str) -> str:
    return f"{_safe_name(character)}.jsonl"
