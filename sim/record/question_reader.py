"""The part of ``Run`` that reads questions to the model with their replies and costs, interviews and bookmarks."""

from __future__ import annotations

from typing import Any

from sim.record import queries
from sim.record.base_reader import BaseReader, end_of, start_of
from sim.record.codec import read_json, read_object
from sim.record.errors import RunError, raises_run_error
from sim.record.rows import Bookmark, Counter, FullQuestion, StoredInterview, StoredQuestion, Trouble
from sim.record.schema import MAX_SEQ, SEQ_BITS

_COLUMNS = (
    "id, resident, task, purpose, mode, problem, fallback, repaired, prompt_tokens, reused_tokens, generated_tokens, seconds"
)


class QuestionReader(BaseReader):
    """A mix-in of ``Run``."""

    @raises_run_error
    def questions(self, slug: str | None, since: int, until: int, limit: int = 200) -> list[StoredQuestion]:
        """Questions of a resident (None: of all) in the ticks ``since`` to ``until``, newest first, without their texts."""
        who, values = ("", []) if slug is None else (" AND resident = ?", [slug])
        query = f"SELECT {_COLUMNS} FROM questions WHERE id >= ? AND id < ?{who} ORDER BY id DESC LIMIT ?"
        return [_question(row) for row in self._rows(query, [start_of(since), end_of(until), *values, limit])]

    @raises_run_error
    def question(self, id: int) -> FullQuestion:
        """The question with this id and its texts. Raises ``RunError`` if there is none."""
        row = self._row(f"SELECT {_COLUMNS}, system, user, schema, reply, candidates FROM questions WHERE id = ?", (id,))
        if row is None:
            raise RunError(f"{self.path}: there is no question {id}")
        system, user, schema, reply = (queries.text_by_id(self._sql, number) for number in row[12:16])
        candidates = None if row[16] is None else read_json(queries.text_by_id(self._sql, row[16]))
        return FullQuestion(_question(row[:12]), system, user, schema, reply, candidates)

    @raises_run_error
    def trouble(self, since: int = -1) -> Trouble:
        """How many questions after tick ``since`` were answered by a fallback, and the most frequent reason."""
        query = "SELECT count(*), sum(fallback) FROM questions WHERE id >= ?"
        asked, failed = (self._row(query, (start_of(since + 1),)) or (0, 0))[:2]
        most = "SELECT problem, count(*) AS times FROM questions WHERE id >= ? AND fallback <> 0"
        row = self._row(f"{most} GROUP BY problem ORDER BY times DESC, problem LIMIT 1", (start_of(since + 1),))
        return Trouble(int(asked), int(failed or 0), *(("", 0) if row is None else (str(row[0]), int(row[1]))))

    @raises_run_error
    def counters(self) -> list[Counter]:
        """The costs of the questions, summed by task, way of answering, resident and game day."""
        day = f"(((id >> {SEQ_BITS}) * :tick + :into) / 86400) + 1"
        rows = self._rows(
            f"SELECT task, mode, resident, {day} AS day, count(*), sum(prompt_tokens), sum(reused_tokens),"
            " sum(generated_tokens), sum(seconds), sum(fallback), sum(repaired), sum(problem <> ''), sum(wound)"
            " FROM questions GROUP BY task, mode, resident, day ORDER BY task, mode, resident, day",
            {"tick": self.meta.tick_seconds, "into": self._start_seconds()},
        )
        return [Counter(*row) for row in rows]

    @raises_run_error
    def costs(self, slug: str, tick: int) -> list[tuple[str, int, int, int, int]]:
        """What a resident's questions have cost up to a tick, by way of answering: (way, questions, prompt tokens, prompt
        tokens served from a cache, tokens written)."""
        rows = self._rows(
            "SELECT mode, count(*), sum(prompt_tokens), sum(reused_tokens), sum(generated_tokens) FROM questions"
            " WHERE resident = ? AND id < ? GROUP BY mode ORDER BY mode",
            (slug, start_of(tick + 1)),
        )
        return [(str(mode), int(n), int(read), int(reused), int(written)) for mode, n, read, reused, written in rows]

    @raises_run_error
    def interviews(self, slug: str | None = None) -> list[StoredInterview]:
        """The interviews of a resident (None: of everybody), oldest first."""
        where, values = ("", []) if slug is None else (" WHERE resident = ?", [slug])
        rows = self._rows(f"SELECT id, tick, resident, question, answer, data FROM interviews{where} ORDER BY id", values)
        return [StoredInterview(id, tick, who, asked, said, read_object(data)) for id, tick, who, asked, said, data in rows]

    @raises_run_error
    def bookmarks(self) -> list[Bookmark]:
        """All bookmarks, in order of their ticks."""
        return [Bookmark(*row) for row in self._rows("SELECT id, tick, label FROM bookmarks ORDER BY tick, id")]


def _question(row: tuple[Any, ...]) -> StoredQuestion:
    number, resident, task, purpose, mode, problem, fallback, repaired, *costs = row
    tick, seq = int(number) >> SEQ_BITS, int(number) & (MAX_SEQ - 1)
    return StoredQuestion(number, tick, seq, resident, task, purpose, mode, problem, bool(fallback), bool(repaired), *costs)
