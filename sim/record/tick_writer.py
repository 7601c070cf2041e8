"""Writes the rows of one tick: each function writes one table and returns the lines for the tick's hash.

Called by the store inside its transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from sim.record import hash_chain
from sim.record.codec import compress, replace_surrogates, write_json, write_state
from sim.record.errors import StoreError
from sim.record.hits import pack_hits
from sim.record.rows import QuestionRow, TickRecord
from sim.record.schema import MAX_SEQ, SEQ_BITS
from sim.record.text_store import TextStore
from sim.types import Event


def row_id(tick: int, seq: int) -> int:
    """The id of the row with number ``seq`` in a tick. Raises ``StoreError`` if there are too many."""
    if not 0 <= seq < MAX_SEQ:
        raise StoreError(f"tick {tick} has more than {MAX_SEQ:,} rows of one kind")
    return (tick << SEQ_BITS) + seq


def write_tick(sql: sqlite3.Connection, texts: TextStore, record: TickRecord) -> list[str]:
    """Write all rows of a tick; returns the lines of its hash in canonical order."""
    tick = record.tick
    lines = _events(sql, tick, record.events)
    lines += _memories(sql, texts, record)
    lines += _ratings(sql, record)
    lines += _removals(sql, tick, record.removed)
    lines += _retrievals(sql, texts, tick, record)
    _questions(sql, texts, tick, record.questions)
    _vectors(sql, texts, record.vectors)
    texts.add_states(tick, {key: write_state(state) for key, state in record.states.items()})
    return lines


def _events(sql: sqlite3.Connection, tick: int, events: Sequence[Event]) -> list[str]:
    rows = [(row_id(tick, event.seq), event.kind, replace_surrogates(event.key), write_json(event.data)) for event in events]
    sql.executemany("INSERT INTO events (id, kind, key, data) VALUES (?, ?, ?, ?)", rows)
    return [hash_chain.event_line(kind, key, data) for _, kind, key, data in sorted(rows) if kind != hash_chain.UNHASHED]


def _memories(sql: sqlite3.Connection, texts: TextStore, record: TickRecord) -> list[str]:
    ratings = {(slug, n): importance for slug, n, importance in record.rated}
    rows, lines = [], []
    for slug, memory in record.memories:
        text, source = replace_surrogates(memory.text), replace_surrogates(memory.source)
        rated = ratings.get((slug, memory.n), memory.importance)
        importance = None if rated is None else float(rated)
        evidence = write_json(list(memory.evidence)) if memory.evidence else None
        origin = write_json(list(memory.origin)) if memory.origin else None
        row = (memory.at, memory.accessed, memory.kind, importance, evidence, memory.expires, source, memory.depth)
        rows.append((slug, memory.n, record.tick, texts.id(text), *row, origin))
        hashed = (*row, origin) if origin else row  # so that memories without an origin hash as they did before there was one
        lines.append((slug, memory.n, hash_chain.memory_line(slug, memory.n, hashed, text)))
    sql.executemany(
        "INSERT INTO memories (resident, n, tick, text, at, accessed, kind, importance, evidence, expires, source, depth,"
        " origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    return [line for _, _, line in sorted(lines)]


def _ratings(sql: sqlite3.Connection, record: TickRecord) -> list[str]:
    new = {(slug, memory.n) for slug, memory in record.memories}
    rows = sorted((slug, n, float(importance)) for slug, n, importance in record.rated if (slug, n) not in new)
    sql.executemany(
        "INSERT OR REPLACE INTO ratings (resident, n, tick, importance) VALUES (?, ?, ?, ?)",
        [(slug, n, record.tick, importance) for slug, n, importance in rows],
    )
    return [hash_chain.rating_line(*row) for row in rows]


def _removals(sql: sqlite3.Connection, tick: int, removed: Sequence[tuple[str, int]]) -> list[str]:
    rows = sorted(set(removed))
    sql.executemany("INSERT INTO removals (resident, n, tick) VALUES (?, ?, ?)", [(slug, n, tick) for slug, n in rows])
    return [hash_chain.removal_line(slug, n) for slug, n in rows]


def _retrievals(sql: sqlite3.Connection, texts: TextStore, tick: int, record: TickRecord) -> list[str]:
    every = [(slug, retrieval, 1) for slug, retrieval in record.retrievals]
    every += [(slug, retrieval, 0) for slug, retrieval in record.glances]
    rows, lines = [], []
    for seq, (slug, retrieval, touch) in enumerate(every):
        query, purpose = replace_surrogates(retrieval.query), replace_surrogates(retrieval.purpose)
        hits, at = pack_hits(retrieval.hits), retrieval.at
        rows.append((row_id(tick, seq), slug, purpose, texts.id(query), at, touch, compress(hits)))
        lines.append(hash_chain.retrieval_line(slug, purpose, at, touch, query, hits))
    sql.executemany("INSERT INTO retrievals (id, resident, purpose, query, at, touch, hits) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    taken = [(slug, hit.memory.n, tick, one.at) for slug, one in record.retrievals for hit in one.hits if hit.taken]
    sql.executemany("INSERT OR REPLACE INTO accesses (resident, n, tick, at) VALUES (?, ?, ?, ?)", taken)
    return lines


def _questions(sql: sqlite3.Connection, texts: TextStore, tick: int, questions: Sequence[QuestionRow]) -> None:
    rows: list[tuple[object, ...]] = []
    for seq, q in enumerate(questions):
        same = (q.resident, q.task)
        number = row_id(tick, seq)
        candidates = None if q.candidates is None else texts.id(write_json(q.candidates), (*same, "candidates"))
        rows.append(
            (
                number,
                q.resident,
                q.task,
                replace_surrogates(q.purpose),
                q.mode,
                texts.id(q.system, (q.resident, "system")),
                texts.id(q.user, (*same, "user")),
                texts.id(q.schema, (q.task, "schema")),
                texts.id(q.reply, (*same, "reply")),
                candidates,
                replace_surrogates(q.problem),
                int(q.fallback),
                int(q.repaired),
                q.prompt_tokens,
                q.reused_tokens,
                q.generated_tokens,
                float(q.seconds),
                q.wound,
            )
        )
    sql.executemany("INSERT INTO questions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _vectors(sql: sqlite3.Connection, texts: TextStore, vectors: Iterable[tuple[str, str, bytes]]) -> None:
    sql.executemany(
        "INSERT OR IGNORE INTO vectors (model, text, data) VALUES (?, ?, ?)",
        [(texts.id(model), texts.id(text), data) for text, model, data in vectors],
    )
