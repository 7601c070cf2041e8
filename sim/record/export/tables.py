"""Export: the tables of a run, one file per table, with texts instead of their ids and game time beside ticks; and
``dictionary.csv``, which says what every column holds and in what unit."""

from __future__ import annotations

import csv
import datetime as dt
import importlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.record.errors import RunError
from sim.record.export.columns import COLUMNS
from sim.record.read import Run

Row = Mapping[str, Any]
Draft = Callable[[Path], Path]
"""Path -> the temporary name to write it under (``sim.record.atomic_write``)."""


def tables(run: Run) -> dict[str, Callable[[], Iterator[Row]]]:
    """Table name -> its rows, in the order in which things happened. Every row of a table has the same keys."""
    return {
        "residents": lambda: _residents(run),
        "events": lambda: _events(run),
        "memories": lambda: _memories(run),
        "utterances": lambda: _utterances(run),
        "retrievals": lambda: _retrievals(run),
        "questions": lambda: _questions(run),
    }


def write_jsonl(run: Run, folder: Path, draft: Draft) -> list[Path]:
    """Write ``TABLE.jsonl`` files into ``folder``: one JSON object per line."""

    def write(name: str, path: Path, rows: Iterator[Row]) -> None:
        with path.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in rows)

    return _each(run, draft, folder, "jsonl", write)


def write_csv(run: Run, folder: Path, draft: Draft) -> list[Path]:
    """Write ``TABLE.csv`` files into ``folder``, with nested values as JSON text."""

    def write(name: str, path: Path, rows: Iterator[Row]) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(COLUMNS[name]))
            writer.writeheader()
            writer.writerows(map(_flat, rows))

    return _each(run, draft, folder, "csv", write)


def write_parquet(run: Run, folder: Path, draft: Draft) -> list[Path]:
    """Write ``TABLE.parquet`` files into ``folder``. Raises ``RunError`` without pyarrow (the extra ``analysis``)."""
    try:
        arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise RunError("Parquet needs pyarrow: pip install 'town-sim[analysis]'; or export csv") from error

    def write(name: str, path: Path, rows: Iterator[Row]) -> None:
        table = arrow.Table.from_pylist([_flat(row) for row in rows])
        for n, field in enumerate(table.schema):
            unit, meaning = COLUMNS[name][field.name]
            table = table.cast(table.schema.set(n, field.with_metadata({"unit": unit, "meaning": meaning})))
        parquet.write_table(table, path)

    return _each(run, draft, folder, "parquet", write)


def _each(run: Run, draft: Draft, folder: Path, suffix: str, write: Callable[[str, Path, Iterator[Row]], None]) -> list[Path]:
    paths = []
    for name, rows in tables(run).items():
        path = folder / f"{name}.{suffix}"
        write(name, draft(path), rows())
        paths.append(path)
    return [*paths, _dictionary(folder, draft)]


def _dictionary(folder: Path, draft: Draft) -> Path:
    path = folder / "dictionary.csv"
    with draft(path).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("table", "column", "unit", "meaning"))
        writer.writerows((table, name, *about) for table, columns in COLUMNS.items() for name, about in columns.items())
    return path


def _flat(row: Row) -> dict[str, Any]:
    nested = (dict, list, tuple)
    return {
        key: json.dumps(value, ensure_ascii=False) if isinstance(value, nested) else no_formula(value)
        for key, value in row.items()
    }


def no_formula(value: Any) -> Any:
    """A text that a spreadsheet would read as a formula, with an apostrophe before it that keeps it a text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def _time(run: Run, at: int) -> str:
    """Game seconds as an ISO date and time; "" after the year 9999."""
    try:
        return (run.meta.start + dt.timedelta(seconds=at)).isoformat()
    except OverflowError:
        return ""


def _residents(run: Run) -> Iterator[Row]:
    for r in run.residents:
        yield {
            **{"slug": r.slug, "name": r.name, "age": r.age, "traits": list(r.traits), "background": list(r.background)},
            **{"currently": r.currently, "home": r.home, "work": r.work, "occupation": r.occupation},
            **{"wakes": r.wakes, "sleeps": r.sleeps, "relationships": dict(r.relationships)},
        }


def _events(run: Run) -> Iterator[Row]:
    since, last = 0, run.last_tick
    while following := run.events(since, last, limit=1):  # by steps from event to event, since ticks may be far apart
        since = following[0].tick + 1000
        for e in run.events(following[0].tick, min(since - 1, last)):
            time = _time(run, e.tick * run.meta.tick_seconds)
            yield {"tick": e.tick, "seq": e.seq, "time": time, "kind": e.kind, "key": e.key, "data": dict(e.data)}


def _memories(run: Run) -> Iterator[Row]:
    for r in run.residents:
        for m in sorted(run.memories(r.slug, run.last_tick, limit=-1), key=lambda memory: memory.n):
            yield {
                **{"resident": r.slug, "n": m.n, "tick": run.memory_tick(r.slug, m.n), "time": _time(run, m.at)},
                **{"kind": m.kind, "text": m.text, "importance": m.importance, "at": m.at, "accessed": m.accessed},
                **{"evidence": list(m.evidence), "expires": m.expires, "source": m.source, "depth": m.depth},
                "origin": list(m.origin) if m.origin else None,
            }


def _utterances(run: Run) -> Iterator[Row]:
    for talk in run.talks(None, 0, run.last_tick):
        for tick, who, text in talk.lines:
            time = _time(run, tick * run.meta.tick_seconds)
            yield {"talk": talk.id, "tick": tick, "time": time, "place": talk.place, "who": who, "text": text}


def _retrievals(run: Run) -> Iterator[Row]:
    """One row per hit."""
    for r in run.residents:
        for stored in reversed(run.retrievals(r.slug, run.last_tick, -1)):
            for h in stored.retrieval.hits:
                yield {
                    **{"retrieval": stored.id, "tick": stored.tick, "resident": r.slug, "purpose": stored.retrieval.purpose},
                    **{"query": stored.retrieval.query, "n": h.memory.n, "rank": h.rank, "taken": h.taken, "score": h.score},
                    **{"recency": h.recency, "importance": h.importance, "relevance": h.relevance},
                    **{"norm_recency": h.norm_recency, "norm_importance": h.norm_importance},
                    **{"norm_relevance": h.norm_relevance, "words": h.words, "near": h.near},
                }


def _questions(run: Run) -> Iterator[Row]:
    for row in reversed(run.questions(None, 0, run.last_tick, -1)):
        full = run.question(row.id)
        yield {
            **{"id": row.id, "tick": row.tick, "resident": row.resident, "task": row.task, "purpose": row.purpose},
            **{"mode": row.mode, "problem": row.problem, "fallback": row.fallback, "repaired": row.repaired},
            **{"system": full.system, "user": full.user, "reply": full.reply, "candidates": full.candidates},
            **{"prompt_tokens": row.prompt_tokens, "reused_tokens": row.reused_tokens},
            **{"generated_tokens": row.generated_tokens, "seconds": row.seconds},
        }
