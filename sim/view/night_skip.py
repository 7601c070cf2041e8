"""Skipping nights: while all residents sleep, playback runs on to the next event or until the first of them wakes.

A live town skips by itself (``sim/engine/run.py``) and only gets told whether it may; a recording is skipped here. Every tick
is simulated and recorded all the same. Switched with a key and saved in the window's settings.
"""

from __future__ import annotations

from bisect import bisect_right

from sim.view import prefs
from sim.view.context import ViewContext
from sim.view.panels.timeline import INTERESTING, Timeline
from sim.view.scene import away

LINGER = 3.0
"""Real seconds for which a recording keeps its pace after an event in the night."""
SKIP_MESSAGE = "Everybody sleeps: on to the next thing that happens. (J: live through every night)"


class NightSkip:
    """Call ``update`` once a frame, before the playback advances."""

    def __init__(self, context: ViewContext, timeline: Timeline) -> None:
        self.context, self.timeline = context, timeline
        self.skips = bool(prefs.read().get("skip", True))
        self._told = True
        """Whether the running town was last told that it may skip; a town skips unless told otherwise."""

    def switch(self) -> None:
        self.skips = not self.skips
        prefs.write(skip=self.skips)
        self.context.notify(f"Nights are {'skipped while everybody sleeps' if self.skips else 'lived like days'}.")

    def update(self) -> None:
        """Start or stop skipping, and say so."""
        context = self.context
        if context.link is not None and self._told != self.skips:
            self._told = self.skips
            context.send("skip", on=self.skips)
        context.playback.skip_to = self._goal()
        lived = context.link is not None and context.playback.live
        context.skipping = context.status.skipping if lived else context.playback.skip_to is not None
        if context.skipping:
            context.notify(SKIP_MESSAGE)

    def _goal(self) -> int | None:
        """The tick to which a recording is skipped; None where it keeps its pace."""
        playback = self.context.playback
        if not self.skips or playback.live or not playback.playing or not self._all_sleep():
            return None
        marks = [mark for mark in self.timeline.marks if mark[1] in INTERESTING]
        after = bisect_right(marks, playback.shown_tick, key=lambda mark: mark[0])
        lingers = max(1.0, playback.rate * LINGER)
        if after and playback.tick - marks[after - 1][0] < lingers:
            return None
        return marks[after][0] if after < len(marks) else playback.last

    def _all_sleep(self) -> bool:
        state = self.context.scene.state
        here = [one for one in state.residents.values() if not away(one)]
        return bool(here) and not state.talks and all(one.asleep for one in here)
