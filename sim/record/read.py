"""A run, read-only: what the window, the analysis and the exports use. Files by strangers are safe to open.

``Run`` = ``Happened`` (the town) + ``Heads`` (memories) + ``Asked`` (the model), over ``Reader`` (what stands before the first
tick). Live and finished runs are read alike: call ``refresh`` to see new ticks. Every failure is a ``RunError`` with a message.
"""

from __future__ import annotations

import sqlite3

from sim.record.errors import RunError, guarded, translate
from sim.record.event_reader import Happened
from sim.record.integrity import Gap, missing
from sim.record.memory_reader import Heads
from sim.record.open import side_writer
from sim.record.pack import clean
from sim.record.question_reader import Asked

__all__ = ["Run", "RunError"]


class Run(Happened, Heads, Asked):
    """``Run(path)``: one run file. Close it, or use it in a ``with`` statement. One thread at a time."""

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @guarded
    def missing(self) -> list[Gap]:
        """What a whole run has and this one lacks; empty for a whole one."""
        return missing(self._sql, self.last_tick)

    @guarded
    def relations(self, slug: str, tick: int) -> dict[str, str]:
        """Other resident -> what they are to this one at ``tick``, in a few words."""
        known = dict(self.resident(slug).relationships)
        for event in self.events(0, tick, ("relation",), slug):
            known[str(event.data.get("other", ""))] = str(event.data.get("text", ""))
        return known

    def add_bookmark(self, tick: int, label: str) -> None:
        """Mark a moment, through a short-lived connection of its own. Raises ``RunError`` where the file is read-only."""
        self._write("INSERT INTO bookmarks (tick, label) VALUES (?, ?)", (tick, clean(label)))

    def remove_bookmark(self, id: int) -> None:
        """Take a mark away."""
        self._write("DELETE FROM bookmarks WHERE id = ?", (id,))

    def _write(self, statement: str, values: tuple[object, ...]) -> None:
        try:
            connection = side_writer(self.path)
            try:
                connection.execute(statement, values)
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise translate(error, self.path) from error
