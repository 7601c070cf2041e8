"""The integrity check of a run file: finds rows that are missing although other rows refer to them or the run needs them.

``Run`` does not check this when it opens a file, because the check reads most of the index. ``verify`` finds more and takes
longer. Knows the tables and their references, not what they mean.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from sim.record.schema import MAX_SEQ, SEQ_BITS


@dataclass(frozen=True, slots=True)
class Gap:
    """``what`` is missing, in words. ``vital``: the run cannot be resumed without it."""

    what: str
    vital: bool = True


def find_gaps(sql: sqlite3.Connection, last_tick: int) -> list[Gap]:
    """Everything that is missing; [] for an intact run."""
    checks = [(query, said, True) for query, said in _VITAL]
    checks.append((_QUESTIONS, "the words of {} of the questions to the model", False))
    counted = [(_number(sql, query), said, vital) for query, said, vital in checks]
    found = [Gap(said.format(number), vital) for number, said, vital in counted if number > 0]
    if last_tick >= 0 and not _number(sql, f"SELECT count(*) FROM events WHERE id < {MAX_SEQ}"):
        found.append(Gap("what happened at the beginning"))
    if not _number(sql, "SELECT count(*) FROM residents"):
        found.append(Gap("everybody who lives there"))
    kinds = [str(kind) for (kind,) in sql.execute("SELECT DISTINCT kind FROM files")]
    return found + [Gap(f"the {kind}") for kind in ("scenario", "map") if kind not in kinds]


def _number(sql: sqlite3.Connection, query: str) -> int:
    return int(sql.execute(query).fetchone()[0] or 0)


_MISSING_TEXT = (
    "NOT EXISTS (SELECT 1 FROM texts t LEFT JOIN texts b ON b.id = t.base"
    " WHERE t.id = {} AND (t.base IS NULL OR b.id IS NOT NULL))"
)
"""SQL condition: a text is missing, or its base text is."""
_TEXT_COLUMNS = ("system", "user", "schema", "reply", "candidates")
_QUESTIONS = "SELECT count(*) FROM questions WHERE " + " OR ".join(
    f"({column} IS NOT NULL AND {_MISSING_TEXT.format(column)})" for column in _TEXT_COLUMNS
)
_TICK = f"id >> {SEQ_BITS}"
_VITAL = (
    (f"SELECT count(*) FROM memories WHERE {_MISSING_TEXT.format('text')}", "the words of {} of the memories"),
    (f"SELECT count(*) FROM retrievals WHERE {_MISSING_TEXT.format('query')}", "the words of {} of the retrievals"),
    (
        "SELECT sum(lost) FROM (SELECT max(n) + 1 - count(*) AS lost FROM memories GROUP BY resident UNION ALL"
        " SELECT count(DISTINCT a.resident || ' ' || a.n) FROM accesses a WHERE a.n > coalesce("
        "(SELECT max(n) FROM memories m WHERE m.resident = a.resident), -1))",
        "{} of the memories",
    ),
    (
        f"SELECT count(*) FROM (SELECT 1 FROM events GROUP BY {_TICK} HAVING count(*) <= max(id & {MAX_SEQ - 1}))",
        "what happened in {} of the ticks",
    ),
    (f"SELECT count(DISTINCT {_TICK}) FROM events WHERE {_TICK} NOT IN (SELECT tick FROM ticks)", "{} of the ticks"),
    ("SELECT max(ord) + 1 - count(*) FROM residents", "{} of the residents"),
    (
        "SELECT count(*) FROM states s WHERE s.base IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM states b WHERE b.key = s.key AND b.tick = s.base)",
        "what {} of the states build on",
    ),
)
"""(query that counts missing rows, what they are)."""
