"""The window's own place in time: a fractional tick that plays, holds, seeks, or follows a run that is being lived.

Knows no run and no wall clock: it is told how many real seconds have passed and what the last committed tick is.
"""

from __future__ import annotations

SPEEDS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 25.0, 60.0, 150.0)
"""Game minutes per second that + and - go through."""
PRESETS = {1: 0.2, 2: 1.0, 3: 5.0, 4: 25.0}
"""What the keys 1 to 4 set: to read the talk, to watch, to skim, to skip."""
CATCH_UP = 0.35
"""Seconds in which a following cursor closes half of the distance to the last tick, when it has fallen behind."""


class Cursor:
    """``tick`` is where the window looks; its fraction is how far residents are on their way to the next tick."""

    def __init__(self, tick_seconds: int, speed: float = 1.0, live: bool = False) -> None:
        self.tick_seconds = max(1, tick_seconds)
        self.speed = speed
        self.live = live
        """Whether the cursor follows the last tick of a run that is being lived."""
        self.playing = True
        self.last = 0
        self.tick = 0.0

    @property
    def now(self) -> int:
        """The tick that is shown."""
        return int(self.tick)

    @property
    def seconds(self) -> int:
        """Game seconds since the scenario's start."""
        return int(self.tick * self.tick_seconds)

    @property
    def rate(self) -> float:
        """Ticks per real second."""
        return self.speed * 60 / self.tick_seconds

    def advance(self, real: float, last: int) -> None:
        """Let ``real`` seconds pass; ``last`` is the last tick there is."""
        self.last = last
        if self.live:
            self._follow(real)
        elif self.playing:
            self.tick += self.rate * real
        if self.tick >= last:
            self.tick = float(max(0, last))
            self.playing = self.playing and self.live

    def _follow(self, real: float) -> None:
        """At the speed asked for, faster when behind by more than two ticks, never past the last tick."""
        behind = self.last - self.tick
        if behind > 5000:
            self.tick = float(self.last)
            return
        step = min(self.rate, 20.0) * real if self.rate else 0.0
        if behind > 2:
            step = max(step, behind * min(1.0, real / CATCH_UP))
        self.tick += min(step, max(0.0, behind))

    def seek(self, tick: float) -> None:
        """Look at this tick; a live window leaves the present."""
        self.tick = max(0.0, min(float(tick), float(self.last)))
        self.live = False

    def step(self, ticks: int) -> None:
        """So many ticks on or back, and hold."""
        self.playing = False
        self.seek(self.now + ticks)

    def faster(self, steps: int) -> float:
        """The next speed up (1) or down (-1); returns it."""
        nearest = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, nearest + steps))]
        return self.speed
