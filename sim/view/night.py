"""Nights in which everybody sleeps, shown in seconds: nobody has to watch 2,000 ticks of sleep.

A town that is lived hurries by itself (``sim/engine/run.py``) and is only told whether it may; a recording is hurried here,
to the next mark of interest or the first who wakes. Every tick is lived and recorded all the same. Switched by a key and
remembered between runs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from sim.view import prefs
from sim.view.context import Desk
from sim.view.panels.timeline import INTERESTING, Timeline
from sim.view.scene import away

LINGER = 3.0
"""Real seconds for which a recording keeps its pace after a mark in the night."""
TOLD = "Everybody sleeps: on to the next thing that happens. (J: live through every night)"


class Night:
    """``update`` once a frame, before the cursor moves."""

    def __init__(self, desk: Desk, timeline: Timeline) -> None:
        self.desk, self.timeline = desk, timeline
        self.skips = bool(prefs.read().get("skip", True))
        self._told = True
        """What the running town was last told; it skips unless told otherwise."""

    def switch(self) -> None:
        """Skip nights from now on, or no more."""
        self.skips = not self.skips
        prefs.write(skip=self.skips)
        self.desk.say("Nights are skipped while everybody sleeps." if self.skips else "Nights are lived at the town's pace.")

    def update(self) -> None:
        """See whether it is night for everybody, hurry, and say so."""
        desk = self.desk
        if desk.link is not None and self._told != self.skips:
            self._told = self.skips
            desk.send("skip", on=self.skips)
        desk.cursor.hurry_to = self._goal()
        lived = desk.link is not None and desk.cursor.live
        desk.hurrying = desk.status.skipping if lived else desk.cursor.hurry_to is not None
        if desk.hurrying:
            desk.say(TOLD)

    def _goal(self) -> int | None:
        """The tick up to which a recording is hurried; None where it keeps its pace."""
        cursor = self.desk.cursor
        if not self.skips or cursor.live or not cursor.playing or not self._all_sleep():
            return None
        marks = [mark for mark in self.timeline.marks if mark[1] in INTERESTING]
        after = bisect_right(marks, cursor.now, key=_tick)
        lingers = max(1.0, cursor.rate * LINGER)
        if after and cursor.tick - marks[after - 1][0] < lingers:
            return None
        return _first(marks[after:], cursor.last)

    def _all_sleep(self) -> bool:
        state = self.desk.scene.state
        here = [one for one in state.residents.values() if not away(one)]
        return bool(here) and not state.talks and all(one.asleep for one in here)


def _tick(mark: tuple[int, str, str]) -> int:
    return mark[0]


def _first(marks: Sequence[tuple[int, str, str]], otherwise: int) -> int:
    return marks[0][0] if marks else otherwise
