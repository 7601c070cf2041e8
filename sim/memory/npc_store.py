"""Characters' memories on disk: one base per character, copied into a save on first use, where changes are appended.

``ROOT/base/CHARACTER.jsonl`` and ``ROOT/saves/GAME/USER/SAVE/CHARACTER.jsonl``, in the format of ``stream_file``. A commit
that a crash cut short is dropped when the file is next opened; nothing before it can be lost. Who commits to a file that has
changed since they opened it is told so.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sim.memory import stream_file
from sim.memory.embed import CachedEmbedder, Embedder
from sim.memory.import_json import ImportProblem
from sim.memory.stream import MemoryStream
from sim.memory.stream_file import Stored

_NAME = re.compile(r"[\w][\w .-]{0,79}", re.UNICODE)
QUERIES = 64
"""The vectors of queries that a file keeps at most, and an open character in memory besides."""


class StoreConflict(Exception):
    """A character was committed to by somebody else since it was opened: nothing was written. Open it again."""


class NpcStore:
    """The streams under one folder. ``overrides`` are settings of the ``npc`` preset."""

    def __init__(self, root: str | Path, embedder: Embedder, preset: str = "npc", **overrides: Any) -> None:
        self.root = Path(root)
        self._embedder, self._preset, self._overrides = embedder, preset, overrides

    def base(self, character: str) -> OpenCharacter:
        """The character as every playthrough first meets them; empty until something is committed."""
        return self._open(self.root / "base" / _file_name(character))

    def open(self, game: str, user: str, save: str, character: str) -> OpenCharacter:
        """The character in a save; a copy of the base the first time. Raises ``EmbedderError`` where it was made with another
        embedder."""
        path = self.folder(game, user, save) / _file_name(character)
        base = self.root / "base" / _file_name(character)
        if not path.exists() and base.exists():
            _copy(base, path)
        return self._open(path)

    def folder(self, game: str, user: str, save: str) -> Path:
        """Where a save lies."""
        return self.root / "saves" / _safe_name(game) / _safe_name(user) / _safe_name(save)

    def copy_save(self, game: str, user: str, save: str, to: str, to_user: str = "") -> None:
        """Copy a save, with all its characters, to the save ``to``, of ``to_user`` where that is another. Raises ValueError
        where there is nothing to copy, or something at the target."""
        source, target = self.folder(game, user, save), self.folder(game, to_user or user, to)
        if not source.is_dir():
            raise ValueError(f"there is no save {save!r} of {user!r} in {game!r}")
        if target.exists():
            raise ValueError(f"there is a save {target.name!r} of {target.parent.name!r} already: choose another name")
        fresh = target.with_name(f".{target.name}.new")
        shutil.rmtree(fresh, ignore_errors=True)
        for path in sorted(source.glob("*.jsonl")):
            _copy(path, fresh / path.name)
        fresh.mkdir(parents=True, exist_ok=True)
        os.replace(fresh, target)

    def _open(self, path: Path) -> OpenCharacter:
        stored = stream_file.read(path) if path.exists() else Stored()
        stored.check_embedder(self._embedder, path)
        embedder = CachedEmbedder(self._embedder)
        embedder.load(stored.vectors.items())
        stream = stream_file.filled(MemoryStream, self._preset, embedder, stored, self._overrides)
        return OpenCharacter(path, stream, embedder, stored.size)


class OpenCharacter:
    """An open character: use ``stream``, then ``commit``."""

    def __init__(self, path: Path, stream: MemoryStream, embedder: CachedEmbedder, size: int) -> None:
        self.path, self.stream, self._embedder, self._size = path, stream, embedder, size
        texts = {memory.text for memory in stream}
        self._queries = [text for text in embedder.texts() if text not in texts]

    def commit(self) -> None:
        """Append what changed since the last commit, and flush it to the disk. Raises ``StoreConflict`` where somebody else
        committed since this was opened; then nothing is written."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.stream.lock, _alone(self.path), self.path.open("a+b") as file:
            if stream_file.whole_size(file) != self._size:
                raise StoreConflict(
                    f"{self.path.stem!r} was changed by another since it was opened: open it again ({self.path})"
                )
            file.truncate(self._size)  # what a crash cut short
            first = not self._size
            file.write(stream_file.commit(self.stream, self.stream.drain(), self._new_vectors(), first))
            file.flush()
            os.fsync(file.fileno())
            self._size = file.tell()

    def _new_vectors(self) -> list[tuple[str, bytes]]:
        """The vectors of new memories, and of queries as long as there is room; of the rest the last ones stay in memory."""
        texts = {memory.text for memory in self.stream}
        kept = []
        for text, row in self._embedder.drain():
            if text not in texts:
                if len(self._queries) >= QUERIES:
                    continue
                self._queries.append(text)
            kept.append((text, row.astype("<f2").tobytes()))
        self._embedder.keep(texts | set(self._queries), QUERIES)
        return kept


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time, where the system has such locks; elsewhere the check of the size is all there is."""
    with path.with_suffix(".lock").open("w") as file:
        try:
            import fcntl
        except ImportError:
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _copy(source: Path, target: Path) -> None:
    """Copy a file in one step. Raises ``ImportProblem`` where that is impossible."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_suffix(".new")
    try:
        with _alone(source):
            shutil.copyfile(source, fresh)
        os.replace(fresh, target)
    except OSError as error:
        raise ImportProblem(f"{source} cannot be copied to {target} ({error.strerror or error})") from None


def _safe_name(name: str) -> str:
    """A name as a folder or file; ValueError for a name that could lead elsewhere."""
    if not _NAME.fullmatch(name) or ".." in name:
        raise ValueError(f"{name!r} cannot name a file: use letters, digits, blanks, dots and hyphens")
    return name


def _file_name(character: str) -> str:
    return f"{_safe_name(character)}.jsonl"
