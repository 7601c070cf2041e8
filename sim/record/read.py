"""``Run``: the read-only view of a run file that the window, the analysis and the exports use. Safe for untrusted files.

``Run`` combines ``EventReader``, ``MemoryReader`` and ``QuestionReader`` over ``BaseReader`` (connection and header). A run can
be read while it is written: ``refresh`` shows new ticks. Every failure is a ``RunError`` with a message.
"""

from __future__ import annotations

import contextlib

from sim.record import seal
from sim.record.codec import replace_surrogates
from sim.record.connection import open_side_writer
from sim.record.errors import RunError, raises_run_error, write_errors
from sim.record.event_reader import EventReader
from sim.record.integrity import Gap, find_gaps
from sim.record.memory_reader import MemoryReader
from sim.record.question_reader import QuestionReader
from sim.record.shipped import refuse_shipped

__all__ = ["Run", "RunError"]


class Run(EventReader, MemoryReader, QuestionReader):
    """``Run(path)`` opens one run file. Close it, or use a ``with`` statement. One thread at a time."""

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @raises_run_error
    def find_gaps(self) -> list[Gap]:
        """The integrity check: what is missing from this run; [] for an intact one."""
        return find_gaps(self._sql, self.last_tick)

    @raises_run_error
    def relations(self, slug: str, tick: int) -> dict[str, str]:
        """Other resident -> their relationship to this one at ``tick``, in a few words."""
        known = dict(self.resident(slug).relationships)
        for event in self.events(0, tick, ("relation",), slug):
            known[str(event.data.get("other", ""))] = str(event.data.get("text", ""))
        return known

    def add_bookmark(self, tick: int, label: str) -> None:
        """Add a bookmark. Raises ``RunError`` if the file is read-only or ships."""
        self._write("INSERT INTO bookmarks (tick, label) VALUES (?, ?)", (tick, replace_surrogates(label)))

    def remove_bookmark(self, id: int) -> None:
        """Remove a bookmark."""
        self._write("DELETE FROM bookmarks WHERE id = ?", (id,))

    def _write(self, statement: str, values: tuple[object, ...]) -> None:
        refuse_shipped(self.path)
        with write_errors(self.path):
            with contextlib.closing(open_side_writer(self.path)) as connection:
                whole = seal.is_as_stamped(self.path, connection)
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(statement, values)
                seal.renew(connection, ("bookmarks",))
                connection.execute("COMMIT")
            if whole:  # a new stamp would hide what is damaged already
                seal.stamp(self.path)

    def find_damage(self) -> seal.Damage:
        """What is not as it was when the run was closed."""
        return seal.find_damage(self.path)
