"""``BaseReader``: the connection and the header data that all parts of ``sim.record.read.Run`` share."""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sim.record.codec import MAX_BYTES, read_json, read_object
from sim.record.connection import file_identity, open_reader
from sim.record.errors import DECODE_ERRORS, RunError, raises_run_error
from sim.record.queries import decode_text
from sim.record.rows import ResidentInfo, RunMeta
from sim.record.schema import SEQ_BITS


class BaseReader:
    """A read-only connection to one run."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._sql = open_reader(self.path)
        self._identity = file_identity(self.path)
        self._sql.create_function("holds", 3, _holds, deterministic=True)
        try:
            self.meta: RunMeta = self.read_meta()
            self.residents: tuple[ResidentInfo, ...] = self._residents()
        except RunError:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._sql.close()

    def fate(self) -> str:
        """What has become of the file since it was opened: ``gone``, ``replaced`` by another file, or "" if it is unchanged.
        A file that was overwritten counts as replaced."""
        found = file_identity(self.path)
        if found is None:
            return "gone"
        try:
            row = self._row("SELECT value FROM meta WHERE key = 'created'") if found == self._identity else None
        except DECODE_ERRORS:
            row = None
        return "" if row is not None and row[0] == self.meta.created else "replaced"

    @raises_run_error
    def read_meta(self) -> RunMeta:
        """Read ``meta`` again: the status of a live run changes."""
        meta = {str(key): str(value) for key, value in self._rows("SELECT key, value FROM meta LIMIT 100")}
        missing = [key for key in META_KEYS if key not in meta]
        if missing:
            raise RunError(
                f"{self.path}: the file is damaged. It no longer says its {', '.join(missing)}; take another copy of it."
            )
        parent = read_json(meta["parent"])
        self.meta = RunMeta(
            *(meta["name"], meta["scenario_id"], meta["scenario_name"], int(meta["seed"])),
            max(int(meta["tick_seconds"]), 1),
            dt.datetime.fromisoformat(meta["start"]),
            int(meta["until"]),
            read_object(meta["model"]),
            *(meta["embedder"], meta["version"], meta["status"], meta["status_text"], meta["created"]),
            None if parent is None else dict(parent),
        )
        return self.meta

    @raises_run_error
    def _residents(self) -> tuple[ResidentInfo, ...]:
        rows = self._rows("SELECT slug, data FROM residents ORDER BY ord, slug")
        return tuple(_resident(str(slug), read_object(data)) for slug, data in rows)

    def resident(self, slug: str) -> ResidentInfo:
        """The resident with this slug. Raises ``RunError`` if there is none."""
        for info in self.residents:
            if info.slug == slug:
                return info
        raise RunError(f"{self.path}: nobody is called {slug!r} here; there are {', '.join(r.slug for r in self.residents)}")

    @functools.cached_property
    def scenario_text(self) -> str:
        """The scenario as YAML text."""
        return self._file("scenario")[1].decode("utf-8", "replace")

    @functools.cached_property
    def map_name(self) -> str:
        """The file name of the map, without folders."""
        return Path(self._file("map")[0].replace("\\", "/")).name

    @functools.cached_property
    def map_text(self) -> str:
        """The map as TMJ text."""
        return self._file("map")[1].decode("utf-8", "replace")

    @functools.cached_property
    @raises_run_error
    def images(self) -> dict[str, bytes]:
        """The tileset images: name -> bytes."""
        rows = self._rows("SELECT name, data FROM files WHERE kind = 'image' AND length(data) <= ? ORDER BY name", (MAX_BYTES,))
        return {str(name): bytes(data) for name, data in rows}

    @raises_run_error
    def _file(self, kind: str) -> tuple[str, bytes]:
        row = self._row("SELECT name, data FROM files WHERE kind = ? AND length(data) <= ? ORDER BY name", (kind, MAX_BYTES))
        if row is None:
            raise RunError(f"{self.path}: the run holds no {kind}")
        return str(row[0]), bytes(row[1])

    def _start_seconds(self) -> int:
        """Seconds from midnight to the start of the run."""
        start = self.meta.start
        return start.hour * 3600 + start.minute * 60 + start.second

    def moment(self, tick: int) -> dt.datetime:
        """The calendar moment of a tick; after the year 9999 the last moment of that year."""
        try:
            return self.meta.start + dt.timedelta(seconds=tick * self.meta.tick_seconds)
        except OverflowError:
            return dt.datetime.max

    def _first_name(self, slug: str) -> str:
        """The first name of a resident; the slug if there is no such resident."""
        return next((info.first for info in self.residents if info.slug == slug), slug)

    def _rows(self, query: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[tuple[Any, ...]]:
        return self._sql.execute(query, values).fetchall()

    def _row(self, query: str, values: Sequence[Any] | dict[str, Any] = ()) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._sql.execute(query, values).fetchone()
        return row


META_KEYS = (
    *("name", "scenario_id", "scenario_name", "seed", "tick_seconds", "start", "until", "model", "embedder", "version"),
    *("status", "status_text", "created", "parent"),
)
"""The keys that ``meta`` must have."""


def end_of(tick: int) -> int:
    """The first id after ``tick``."""
    return (tick + 1) << SEQ_BITS


def start_of(tick: int) -> int:
    """The first id of ``tick``."""
    return max(tick, 0) << SEQ_BITS


@functools.lru_cache(maxsize=64)
def words_of(words: str) -> tuple[str, ...]:
    """The case-folded words of a search; a part in double quotes is one phrase."""
    found: list[str] = []
    for i, part in enumerate(words.casefold().split('"')):
        found += [part] if i % 2 else part.split()
    return tuple(word for word in found if word)


def _holds(data: object, base: object, words: str) -> int:
    """The SQL function ``holds``: whether a stored text has all the words."""
    if isinstance(data, bytes):
        data = decode_text(data, base if isinstance(base, (str, bytes)) else None)
    folded = str(data).casefold()
    return int(all(word in folded for word in words_of(words)))


def _resident(slug: str, data: dict[str, Any]) -> ResidentInfo:
    name = str(data.get("name") or slug)
    return ResidentInfo(
        slug=slug,
        name=name,
        first=str(data.get("first") or (name.split() or [slug])[0]),
        age=int(data.get("age") or 0),
        traits=_words(data.get("traits")),
        background=_words(data.get("background")),
        currently=str(data.get("currently") or ""),
        home=str(data.get("home") or ""),
        work=str(data.get("work") or ""),
        occupation=str(data.get("occupation") or ""),
        wakes=int(data.get("wakes", 420)),
        sleeps=int(data.get("sleeps", 1320)),
        look={str(key): int(value) for key, value in dict(data.get("look") or {}).items()},
        speech=str(data.get("speech") or ""),
        relationships={str(key): str(value) for key, value in dict(data.get("relationships") or {}).items()},
    )


def _words(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(str(one) for one in value or ())
