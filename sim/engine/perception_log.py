"""Perception log: stores each resident's last percepts in the run file, as increments per tick and now and then in full.

An observer usually has only one or two new percepts, and their marks are shared by all in the room, so a tick's row is small
however many observe. Called by ``recorder`` to write and by ``build`` to resume from a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any

from sim.mind.mind import Mind
from sim.mind.state import RETENTION, MindState, mark_of

MAX_INCREMENTS = 64
"""Rows of increments before all percepts that they changed are written in full."""
INCREMENT_KEY = "seen"
"""``seen:N`` is the state key of the N-th increment since tick ``since``."""
FULL_KEY = "sight"
"""``sight:SLUG`` is the state key of all percepts of a resident at tick ``since``."""


class PerceptionLog:
    """Tracks which increments the file holds and which residents they changed."""

    def __init__(self) -> None:
        self._since, self._rows = -1, 0
        self._changed: dict[str, None] = {}

    def parts(self, tick: int, at: int, minds: Mapping[str, Mind], observers: Iterable[str], whole: bool) -> dict[str, Any]:
        """State key -> data to write at ``tick`` (game second ``at``), in which ``observers`` saw something new."""
        self._changed |= dict.fromkeys(minds if whole else observers)
        fresh = {slug: minds[slug].state for slug in dict.fromkeys(minds if whole else observers)}
        parts = self._whole(tick, minds) if whole or self._rows >= MAX_INCREMENTS else self._added(at, fresh)
        for state in fresh.values():
            state.fresh = []
        return parts

    def _whole(self, tick: int, minds: Mapping[str, Mind]) -> dict[str, Any]:
        parts: dict[str, Any] = {f"{FULL_KEY}:{slug}": minds[slug].state.perception() for slug in self._changed}
        self._since, self._rows, self._changed = tick, 1, {}
        return parts | {f"{INCREMENT_KEY}:0": {"since": tick, "marks": [], "saw": {}, "noted": {}}}

    def _added(self, at: int, fresh: Mapping[str, MindState]) -> dict[str, Any]:
        if not fresh:
            return {}
        marks = {mark: i for i, mark in enumerate(dict.fromkeys(mark for state in fresh.values() for mark in state.fresh))}
        saw = {slug: [marks[mark] for mark in state.fresh] for slug, state in fresh.items()}
        noted = {slug: who for slug, state in fresh.items() if (who := _noted(state, at))}
        self._rows += 1
        row = {"since": self._since, "at": at, "marks": list(marks), "saw": saw, "noted": noted}
        return {f"{INCREMENT_KEY}:{self._rows - 1}": row}

    def loaded(self, states: Mapping[str, Any]) -> None:
        """Note what the file already holds (a resumed run)."""
        rows = _rows(states)
        self._since, self._rows = (rows[0]["since"], len(rows)) if rows else (-1, MAX_INCREMENTS)
        self._changed = dict.fromkeys(slug for row in rows for slug in row["saw"])


def _noted(state: MindState, at: int) -> list[str]:
    """The slugs of the residents of whom an observation was kept at game second ``at``, the present second."""
    return list(takewhile(lambda who: state.noted[who] == at, reversed(state.noted)))


def last_perceptions(states: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Each resident's last percepts by slug, read from stored states: the full record and all increments since.

    Each has ``retained`` (at most ``RETENTION`` marks, newest last) and ``noted`` (slug -> game second)."""
    found = {key.split(":", 1)[1]: _sight(value) for key, value in states.items() if key.startswith(f"{FULL_KEY}:")}
    for row in _rows(states):
        for slug, indexes in row["saw"].items():
            every = [*found[slug]["retained"], *(row["marks"][i] for i in indexes)]
            found[slug]["retained"] = every[-RETENTION:]
        for slug, others in row["noted"].items():
            found[slug]["noted"] |= dict.fromkeys(others, row["at"])
    return found


def _sight(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A copy that may be changed; older runs store percepts as texts instead of marks."""
    retained = [mark if isinstance(mark, int) else mark_of(mark) for mark in stored["retained"]]
    return {"retained": retained, "noted": dict(stored["noted"])}


def _rows(states: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The increments since the last full record, in order; rows of earlier periods are left in the file and skipped."""
    since = states.get(f"{INCREMENT_KEY}:0", {}).get("since", -1)
    rows = (states.get(f"{INCREMENT_KEY}:{n}") for n in range(MAX_INCREMENTS))
    return [row for row in rows if row and row["since"] == since]
