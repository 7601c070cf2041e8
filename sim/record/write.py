"""The rows of one tick: each function writes one table and returns the lines that go into the tick's hash.

Runs inside the store's transaction; knows nothing of when to commit.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from sim.record import chain
from sim.record.errors import StoreError
from sim.record.hits import pack_hits, taken
from sim.record.pack import clean, pack, write_json
from sim.record.rows import QuestionRow, TickRecord
from sim.record.schema import MAX_SEQ, SEQ_BITS
from sim.record.texts import Texts
from sim.types import Event, Memory, Retrieval


def moment(tick: int, seq: int) -> int:
    """The id of the ``seq``-th row of a tick."""
    if not 0 <= seq < MAX_SEQ:
        raise StoreError(f"tick {tick} has more than {MAX_SEQ:,} rows of one kind")
    return (tick << SEQ_BITS) + seq


def write_tick(sql: sqlite3.Connection, texts: Texts, record: TickRecord) -> list[str]:
    """Write everything a tick adds; the lines of its hash, in canonical order."""
    tick = record.tick
    lines = _events(sql, tick, record.events)
    lines += _memories(sql, texts, record)
    lines += _ratings(sql, record)
    lines += _removals(sql, tick, record.removed)
    lines += _retrievals(sql, texts, tick, record)
    _questions(sql, texts, tick, record.questions)
    _vectors(sql, texts, record.vectors)
    texts.states(tick, {key: write_json(state) for key, state in record.states.items()})
    return lines


def _events(sql: sqlite3.Connection, tick: int, events: Sequence[Event]) -> list[str]:
    rows = [(moment(tick, event.seq), event.kind, clean(event.key), write_json(event.data)) for event in events]
    sql.executemany("INSERT INTO events (id, kind, key, data) VALUES (?, ?, ?, ?)", rows)
    return [chain.event_line(kind, key, data) for _, kind, key, data in sorted(rows) if kind != chain.UNHASHED]


def _memories(sql: sqlite3.Connection, texts: Texts, record: TickRecord) -> list[str]:
    ratings = {(slug, n): importance for slug, n, importance in record.rated}
    rows, lines = [], []
    for slug, memory in record.memories:
        text = clean(memory.text)
        row = _memory_row(memory, ratings.get((slug, memory.n), memory.importance))
        rows.append((slug, memory.n, record.tick, texts.id(text), *row))
        lines.append((slug, memory.n, chain.memory_line(slug, memory.n, row, text)))
    sql.executemany(
        "INSERT INTO memories (resident, n, tick, text, at, accessed, kind, importance, evidence, expires, source, depth)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    return [line for _, _, line in sorted(lines)]


def _memory_row(memory: Memory, importance: float | None) -> tuple[object, ...]:
    evidence = write_json(list(memory.evidence)) if memory.evidence else None
    rated = None if importance is None else float(importance)
    return memory.at, memory.accessed, memory.kind, rated, evidence, memory.expires, clean(memory.source), memory.depth


def _ratings(sql: sqlite3.Connection, record: TickRecord) -> list[str]:
    new = {(slug, memory.n) for slug, memory in record.memories}
    rows = sorted((slug, n, float(importance)) for slug, n, importance in record.rated if (slug, n) not in new)
    sql.executemany(
        "INSERT OR REPLACE INTO ratings (resident, n, tick, importance) VALUES (?, ?, ?, ?)",
        [(slug, n, record.tick, importance) for slug, n, importance in rows],
    )
    return [chain.rating_line(*row) for row in rows]


def _removals(sql: sqlite3.Connection, tick: int, removed: Sequence[tuple[str, int]]) -> list[str]:
    rows = sorted(set(removed))
    sql.executemany("INSERT INTO removals (resident, n, tick) VALUES (?, ?, ?)", [(slug, n, tick) for slug, n in rows])
    return [chain.removal_line(slug, n) for slug, n in rows]


def _retrievals(sql: sqlite3.Connection, texts: Texts, tick: int, record: TickRecord) -> list[str]:
    every = [(slug, retrieval, 1) for slug, retrieval in record.retrievals]
    every += [(slug, retrieval, 0) for slug, retrieval in record.glances]
    return [_retrieval(sql, texts, moment(tick, seq), *one) for seq, one in enumerate(every)]


def _retrieval(sql: sqlite3.Connection, texts: Texts, id: int, slug: str, retrieval: Retrieval, touch: int) -> str:
    query, purpose, hits = clean(retrieval.query), clean(retrieval.purpose), pack_hits(retrieval.hits)
    sql.execute(
        "INSERT INTO retrievals (id, resident, purpose, query, at, touch, hits) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (id, slug, purpose, texts.id(query), retrieval.at, touch, pack(hits)),
    )
    if touch:
        rows = [(slug, n, id >> SEQ_BITS, retrieval.at) for n in taken(hits)]
        sql.executemany("INSERT OR REPLACE INTO accesses (resident, n, tick, at) VALUES (?, ?, ?, ?)", rows)
    return chain.retrieval_line(slug, purpose, retrieval.at, touch, query, hits)


def _questions(sql: sqlite3.Connection, texts: Texts, tick: int, questions: Sequence[QuestionRow]) -> None:
    sql.executemany(
        "INSERT INTO questions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(moment(tick, seq), *_question_row(texts, question)) for seq, question in enumerate(questions)],
    )


def _question_row(texts: Texts, q: QuestionRow) -> tuple[object, ...]:
    same = (q.resident, q.task)
    candidates = None if q.candidates is None else texts.id(write_json(q.candidates), (*same, "candidates"))
    return (
        q.resident,
        q.task,
        clean(q.purpose),
        q.mode,
        texts.id(q.system, (q.resident, "system")),
        texts.id(q.user, (*same, "user")),
        texts.id(q.schema, (q.task, "schema")),
        texts.id(q.reply, (*same, "reply")),
        candidates,
        clean(q.problem),
        int(q.fallback),
        int(q.repaired),
        q.prompt_tokens,
        q.reused_tokens,
        q.generated_tokens,
        float(q.seconds),
        q.wound,
    )


def _vectors(sql: sqlite3.Connection, texts: Texts, vectors: Iterable[tuple[str, str, bytes]]) -> None:
    sql.executemany(
        "INSERT OR IGNORE INTO vectors (model, text, data) VALUES (?, ?, ?)",
        [(texts.id(model), texts.id(text), data) for text, model, data in vectors],
    )
