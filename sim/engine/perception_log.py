"""What everybody saw last, as the run file keeps it: what each tick added to it, and now and then the whole.

Of a resident who looks around only one or two perceptions are new, and their numbers are shared by all in the room: a tick's
row is small however many look. Called by ``keep`` to write and by ``build`` to go on from a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sim.mind.state import MindState, mark_of
from sim.mind.thought import Mind

ROUND = 64
"""Rows of additions before whatever they changed is written whole."""
ADDED, WHOLE = "seen", "sight"
"""Under ``seen:N`` stand additions, the N-th since the tick ``since``; under ``sight:SLUG`` what somebody saw last then."""


class PerceptionLog:
    """Which additions are in the file; as many as the residents' sights need to be told."""

    def __init__(self) -> None:
        self._since, self._rows = -1, 0
        self._changed: dict[str, None] = {}

    def parts(self, tick: int, at: int, minds: Mapping[str, Mind], observers: Iterable[str], whole: bool) -> dict[str, Any]:
        """What to write at ``tick`` (game second ``at``), in which ``observers`` saw something new; by key."""
        self._changed |= dict.fromkeys(minds if whole else observers)
        fresh = {slug: minds[slug].state for slug in dict.fromkeys(minds if whole else observers)}
        parts = self._whole(tick, minds) if whole or self._rows >= ROUND else self._added(at, fresh)
        for state in fresh.values():
            state.fresh = []
        return parts

    def _whole(self, tick: int, minds: Mapping[str, Mind]) -> dict[str, Any]:
        parts: dict[str, Any] = {f"{WHOLE}:{slug}": minds[slug].state.perception() for slug in self._changed}
        self._since, self._rows, self._changed = tick, 1, {}
        return parts | {f"{ADDED}:0": {"since": tick, "marks": [], "saw": {}, "noted": {}}}

    def _added(self, at: int, fresh: Mapping[str, MindState]) -> dict[str, Any]:
        if not fresh:
            return {}
        marks = {mark: i for i, mark in enumerate(dict.fromkeys(mark for state in fresh.values() for mark in state.fresh))}
        saw = {slug: [marks[mark] for mark in state.fresh] for slug, state in fresh.items()}
        noted = {slug: [who for who, when in state.noted.items() if when == at] for slug, state in fresh.items() if state.noted}
        self._rows += 1
        row = {"since": self._since, "at": at, "marks": list(marks), "saw": saw, "noted": {k: v for k, v in noted.items() if v}}
        return {f"{ADDED}:{self._rows - 1}": row}

    def loaded(self, states: Mapping[str, Any]) -> None:
        """Take note of what is in the file already (a run that goes on)."""
        rows = _rows(states)
        self._since, self._rows = (rows[0]["since"], len(rows)) if rows else (-1, ROUND)
        self._changed = dict.fromkeys(slug for row in rows for slug in row["saw"])


def last_perceptions(states: Mapping[str, Any], retention: int) -> dict[str, dict[str, Any]]:
    """What everybody saw last, by slug: the whole and all that was added since."""
    found = {key.split(":", 1)[1]: _sight(value) for key, value in states.items() if key.startswith(f"{WHOLE}:")}
    for row in _rows(states):
        for slug, indexes in row["saw"].items():
            every = [*found[slug]["retained"], *(row["marks"][i] for i in indexes)]
            found[slug]["retained"] = every[len(every) - min(len(every), retention) :]
        for slug, others in row["noted"].items():
            found[slug]["noted"] |= dict.fromkeys(others, row["at"])
    return found


def _sight(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A copy to add to; runs of before perceptions had numbers hold their words."""
    retained = [mark if isinstance(mark, int) else mark_of(mark) for mark in stored["retained"]]
    return {"retained": retained, "noted": dict(stored["noted"])}


def _rows(states: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The additions since the last whole, in order; what was added to an earlier one is left over in the file."""
    since = states.get(f"{ADDED}:0", {}).get("since", -1)
    rows = (states.get(f"{ADDED}:{n}") for n in range(ROUND))
    return [row for row in rows if row and row["since"] == since]
