"""A stream as one file of JSON lines, a commit each: what was added, rated, retrieved, removed and noted, new vectors, and the
stream's state. ``MemoryStream.save`` writes one commit; ``NpcStore`` appends one whenever it is told to.

The first line is a header too: ``format``, ``embedder``, ``preset`` (its fields). Vectors are base64 of float16. A commit
that a crash cut short at the end is left out when the file is read. Nothing is ever unpickled.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from sim.memory.embed import CachedEmbedder, Embedder, EmbedderError
from sim.memory.import_json import ImportProblem
from sim.memory.metadata import checked
from sim.memory.presets import Preset, open_preset
from sim.memory.vector_index import quantise
from sim.types import Memory

if TYPE_CHECKING:
    from sim.memory.base_stream import BaseStream, Changes

S = TypeVar("S", bound="BaseStream")
FORMAT = 2
"""1 were files of ``NpcStore`` without a header."""
_BLOCK = 65536


@dataclass
class Stored:
    """What a file holds. ``embedder`` is "" and ``preset`` {} in files of format 1."""

    embedder: str = ""
    preset: dict[str, Any] = field(default_factory=dict)
    code: list[str] = field(default_factory=list)
    """The settings of the preset that are code, which the file does not hold."""
    memories: dict[int, Memory] = field(default_factory=dict)
    uses: dict[int, int] = field(default_factory=dict)
    metadata: dict[int, dict[str, Any]] = field(default_factory=dict)
    vectors: dict[str, bytes] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    size: int = 0
    """Bytes of the file up to the last whole commit."""

    def check_embedder(self, embedder: Embedder, path: Path) -> None:
        """Raises ``EmbedderError`` for another embedder than the file was made with."""
        if self.embedder not in ("", embedder.name):
            what = f"{path} was made with the embedder {self.embedder!r} and is opened with {embedder.name!r}"
            raise EmbedderError(f"{what}: vectors of two embedders cannot be compared")


def _header(stream: BaseStream) -> dict[str, Any]:
    """What the first line says besides."""
    preset = {part.name: getattr(stream.preset, part.name) for part in fields(Preset)}
    code = [name for name, value in preset.items() if not _is_data(value)]
    told = {name: value for name, value in preset.items() if name not in code}
    return {"format": FORMAT, "embedder": stream.embedder.name, "preset": told, "code": code}


def _is_data(value: Any) -> bool:
    """Whether a file can hold a setting: it is no code."""
    return all(map(_is_data, value)) if isinstance(value, tuple) else value is None or isinstance(value, (str, int, float))


def _line(data: Mapping[str, Any]) -> bytes:
    """A line of the file. What UTF-8 cannot hold, half a character, becomes ``?``."""
    return json.dumps(data, ensure_ascii=False).encode(errors="replace") + b"\n"


def commit(stream: BaseStream, changes: Changes, vectors: Iterable[tuple[str, bytes]], first: bool) -> bytes:
    """What changed as a line, of which the ``first`` of a file is its header too."""
    touched = [[one.at, [hit.memory.n for hit in one.hits if hit.taken], one.touched] for one in changes.retrievals]
    added = [_row(memory, 0, stream.metadata(memory.n) if memory.n in stream else {}) for memory in changes.added]
    more = {"rated": changes.rated, "touched": touched, "removed": changes.removed, "noted": changes.noted}
    return _commit(stream, added, vectors, **(_header(stream) if first else {}), **more)


def write(stream: BaseStream, path: Path) -> None:
    """The whole stream as one file, which is replaced in one step."""
    added = [_row(memory, stream.uses(memory.n), stream.metadata(memory.n)) for memory in stream]
    vectors = {m.text: quantise(stream.vector(m.n)[None])[0].astype("<f2").tobytes() for m in stream if stream.embedder.dim}
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        file.write(_commit(stream, added, vectors.items(), **_header(stream)))
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def _commit(stream: BaseStream, added: list[Any], vectors: Iterable[tuple[str, bytes]], **more: Any) -> bytes:
    packed = {text: base64.b64encode(row).decode() for text, row in vectors}
    return _line({**more, "added": added, "vectors": packed, "state": stream.state()})


def _row(m: Memory, uses: int, metadata: dict[str, Any]) -> list[Any]:
    return [m.n, m.text, m.kind, m.at, m.importance, m.evidence, m.expires, m.source, m.depth, m.accessed, uses, metadata]


def read(path: Path) -> Stored:
    """What a file holds. Raises ``ImportProblem``, which names the line."""
    if not path.is_file():
        raise ImportProblem(f"{path}: there is no such file")
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    stored = Stored(size=len(whole))
    for number, text in enumerate(whole.splitlines(), 1):
        try:
            row = json.loads(text)
            if "format" in row:
                _take_header(stored, row)
            _apply(stored, row)
        except ImportProblem as error:
            raise ImportProblem(f"{path}: {error}") from None
        except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            raise ImportProblem(f"{path}, line {number} is broken ({error}): restore the file or delete it") from None
    return stored


def whole_size(file: BinaryIO) -> int:
    """Bytes of an open file up to the last whole line."""
    end = file.seek(0, os.SEEK_END)
    while end:
        begin = max(0, end - _BLOCK)
        file.seek(begin)
        at = file.read(end - begin).rfind(b"\n")
        if at >= 0:
            return begin + at + 1
        end = begin
    return 0


def _take_header(stored: Stored, row: Mapping[str, Any]) -> None:
    if row["format"] != FORMAT:
        raise ImportProblem(f"has the format {row['format']}; this version reads {FORMAT}")
    stored.embedder, stored.preset, stored.code = str(row["embedder"]), dict(row["preset"]), list(row["code"])


def _apply(stored: Stored, row: Mapping[str, Any]) -> None:
    """Apply one commit in the order in which it happened: added, rated, touched, removed."""
    memories = stored.memories
    for n, text, kind, at, importance, evidence, expires, source, depth, *more in row["added"]:
        accessed, uses, metadata = more or (at, 0, {})
        memories[n] = Memory(n, text, kind, at, accessed, importance, tuple(evidence), expires, source, depth)
        stored.uses[n], stored.metadata[n] = uses, checked(metadata)
    for n, importance in row.get("rated", ()):
        memories[n] = replace(memories[n], importance=importance)
    for at, taken, *touches in row.get("touched", ()):
        for n in taken:
            stored.uses[n] += 1
            if touches in ([], [True]):
                memories[n] = replace(memories[n], accessed=max(at, memories[n].accessed))
    for n in row.get("removed", ()):
        memories.pop(n, None)
    for n, metadata in row.get("noted", ()):
        stored.metadata[n] = checked(metadata)
    stored.vectors.update({text: base64.b64decode(data) for text, data in row["vectors"].items()})
    stored.state = row["state"]


def preset_of(stored: Stored, settings: Mapping[str, Any]) -> Preset:
    """The preset of a header, with ``settings`` over it. Raises ValueError where code that no file can hold is not given."""
    missing = [name for name in stored.code if name not in settings]
    if missing:
        given = ", ".join(f"{name}=..." for name in missing)
        raise ValueError(f"the stream was made with {' and '.join(missing)}, which no file can hold: load(path, {given})")
    told = {name: tuple(value) if isinstance(value, list) else value for name, value in stored.preset.items()}
    return open_preset(Preset(), {**told, **settings})


def restored(kind: type[S], stored: Stored, embedder: Embedder, path: Path, settings: dict[str, Any]) -> S:
    """A stream of ``kind`` with what a file holds. Raises ``EmbedderError`` and ValueError."""
    if not stored.preset:
        raise ImportProblem(f"{path} has no header: it is no stream that was saved whole")
    stored.check_embedder(embedder, path)
    known = {part.name for part in fields(Preset)}
    preset = preset_of(stored, {name: settings.pop(name) for name in list(settings) if name in known})
    cached = CachedEmbedder(embedder)
    cached.load(stored.vectors.items())
    stream = filled(kind, preset, cached, stored, settings)
    stream.embed_all()
    stream.embedder = embedder
    return stream


def filled(kind: type[S], preset: str | Preset, embedder: CachedEmbedder, stored: Stored, settings: Mapping[str, Any]) -> S:
    """A stream of ``kind`` with the memories, uses and metadata of a file."""
    ordered = [stored.memories[n] for n in sorted(stored.memories)]
    stream = kind.restore(preset, embedder, ordered, stored.state, **settings)
    for memory in ordered:
        stream.note(memory.n, stored.uses[memory.n], stored.metadata[memory.n])
    return stream
