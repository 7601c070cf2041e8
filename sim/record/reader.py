"""What all parts of the reader share: the connection, and what stands before the first tick. Use ``sim.record.read.Run``."""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sim.record.errors import RunError, guarded
from sim.record.open import open_reader
from sim.record.pack import LONGEST, read_json, read_object
from sim.record.queries import text
from sim.record.rows import ResidentInfo, RunMeta
from sim.record.schema import SEQ_BITS


class Reader:
    """A read-only connection to one run."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._sql = open_reader(self.path)
        self._sql.create_function("holds", 3, _holds, deterministic=True)
        try:
            self.meta: RunMeta = self.read_meta()
            self.residents: tuple[ResidentInfo, ...] = self._residents()
        except RunError:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._sql.close()

    @guarded
    def read_meta(self) -> RunMeta:
        """Read ``meta`` anew: a live run's status changes."""
        said = {str(key): str(value) for key, value in self._rows("SELECT key, value FROM meta LIMIT 100")}
        gone = [key for key in _SAID if key not in said]
        if gone:
            raise RunError(
                f"{self.path}: the file is damaged. It no longer says its {', '.join(gone)}; take another copy of it."
            )
        parent = read_json(said["parent"])
        self.meta = RunMeta(
            *(said["name"], said["scenario_id"], said["scenario_name"], int(said["seed"])),
            max(int(said["tick_seconds"]), 1),
            dt.datetime.fromisoformat(said["start"]),
            int(said["until"]),
            read_object(said["model"]),
            *(said["embedder"], said["version"], said["status"], said["status_text"], said["created"]),
            None if parent is None else dict(parent),
        )
        return self.meta

    @guarded
    def _residents(self) -> tuple[ResidentInfo, ...]:
        rows = self._rows("SELECT slug, data FROM residents ORDER BY ord, slug")
        return tuple(_resident(str(slug), read_object(data)) for slug, data in rows)

    def resident(self, slug: str) -> ResidentInfo:
        """Who has this slug. Raises ``RunError`` where nobody has."""
        for info in self.residents:
            if info.slug == slug:
                return info
        raise RunError(f"{self.path}: nobody is called {slug!r} here; there are {', '.join(r.slug for r in self.residents)}")

    @functools.cached_property
    def scenario_text(self) -> str:
        """The YAML that the run was made from."""
        return self._file("scenario")[1].decode("utf-8", "replace")

    @functools.cached_property
    def map_name(self) -> str:
        """The name of the map's file, without any folder."""
        return Path(self._file("map")[0].replace("\\", "/")).name

    @functools.cached_property
    def map_text(self) -> str:
        """The map as TMJ text."""
        return self._file("map")[1].decode("utf-8", "replace")

    @functools.cached_property
    @guarded
    def images(self) -> dict[str, bytes]:
        """Name -> content of the tileset images."""
        rows = self._rows("SELECT name, data FROM files WHERE kind = 'image' AND length(data) <= ? ORDER BY name", (LONGEST,))
        return {str(name): bytes(data) for name, data in rows}

    @guarded
    def _file(self, kind: str) -> tuple[str, bytes]:
        row = self._row("SELECT name, data FROM files WHERE kind = ? AND length(data) <= ? ORDER BY name", (kind, LONGEST))
        if row is None:
            raise RunError(f"{self.path}: the run holds no {kind}")
        return str(row[0]), bytes(row[1])

    def _into_day(self) -> int:
        """Seconds between midnight and the start of the run."""
        start = self.meta.start
        return start.hour * 3600 + start.minute * 60 + start.second

    def _called(self, slug: str) -> str:
        """The first name of a resident."""
        return next((info.first for info in self.residents if info.slug == slug), slug)

    def _rows(self, query: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[tuple[Any, ...]]:
        return self._sql.execute(query, values).fetchall()

    def _row(self, query: str, values: Sequence[Any] | dict[str, Any] = ()) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._sql.execute(query, values).fetchone()
        return row


_SAID = (
    *("name", "scenario_id", "scenario_name", "seed", "tick_seconds", "start", "until", "model", "embedder", "version"),
    *("status", "status_text", "created", "parent"),
)
"""What ``meta`` must hold."""


def end_of(tick: int) -> int:
    """The first id after ``tick``."""
    return (tick + 1) << SEQ_BITS


def start_of(tick: int) -> int:
    """The first id of ``tick``."""
    return max(tick, 0) << SEQ_BITS


@functools.lru_cache(maxsize=64)
def words_of(words: str) -> tuple[str, ...]:
    """What to look for: the words, case-folded; a part in double quotes is one phrase."""
    found: list[str] = []
    for i, part in enumerate(words.casefold().split('"')):
        found += [part] if i % 2 else part.split()
    return tuple(word for word in found if word)


def _holds(data: object, base: object, words: str) -> int:
    """SQL function: whether a stored text has all the words."""
    if isinstance(data, bytes):
        data = text(data, base if isinstance(base, (str, bytes)) else None)
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
        relationships={str(key): str(value) for key, value in dict(data.get("relationships") or {}).items()},
    )


def _words(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(str(one) for one in value or ())
