"""The playback position: a fractional tick that plays, pauses, seeks, or follows a live run.

Knows no run and no clock: it is told how many real seconds have passed and what the last committed tick is.
"""

from __future__ import annotations

SPEEDS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 25.0, 60.0, 150.0)
"""Game minutes per real second that + and - step through."""
KEY_SPEEDS = {1: 0.2, 2: 1.0, 3: 5.0, 4: 25.0}
"""Speeds of the keys 1 to 4: to read talks, to watch, to skim, to skip."""
BUFFER = 1.5
"""Ticks that a live playback stays behind the last one."""
MAX_RATE = 20.0
"""Most ticks per second of a live playback that is not behind."""
CATCH_UP = 0.35
"""Seconds in which a playback that has fallen behind covers most of the distance."""
JUMP = 5000
"""Ticks behind from which on the playback jumps to the last tick."""
SKIP_SPEED = 7200
"""Game seconds per real second while a night is skipped."""


class Playback:
    """``tick`` is the position; its fraction is how far residents are on their way to the next tick."""

    def __init__(self, tick_seconds: int, speed: float = 1.0, live: bool = False) -> None:
        self.tick_seconds = max(1, tick_seconds)
        self.speed = speed
        self._lived = live
        self.live = live
        """Whether the position follows the last tick of a live run."""
        self.playing = True
        self.skip_to: int | None = None
        """The tick to which a recording is skipped; None at its own pace."""
        self.last = 0
        self.tick = 0.0

    @property
    def shown_tick(self) -> int:
        """The whole tick that is shown."""
        return int(self.tick)

    @property
    def rate(self) -> float:
        """Ticks per real second."""
        return self.speed * 60 / self.tick_seconds

    def advance(self, real: float, last: int) -> None:
        """Let ``real`` seconds pass; ``last`` is the last tick there is."""
        self.last = last
        if self.live:
            self._follow(real)
        elif self.playing and self.skip_to is not None:
            swift = max(self.rate, SKIP_SPEED / self.tick_seconds)
            self.tick = max(self.tick, min(self.tick + swift * real, float(self.skip_to)))
        elif self.playing:
            self.tick += self.rate * real
        if self.tick >= last:
            self.tick = float(max(0, last))
            self.playing = self.playing and self.live

    def _follow(self, real: float) -> None:
        """Stay about ``BUFFER`` ticks behind the last one at an even pace, faster the further behind, never past it.

        Ticks come in bursts: a position that ran up to the last tick would stop and jump with every commit."""
        behind = self.last - self.tick
        if behind > JUMP or behind < 0.01:
            self.tick = float(self.last)
            return
        even = min(self.rate or MAX_RATE, MAX_RATE) * min(1.6, behind / BUFFER)
        self.tick += min(behind, max(even, behind / CATCH_UP) * real)

    def seek(self, tick: float) -> None:
        """Go to this tick; a live playback stops following."""
        self.tick = max(0.0, min(float(tick), float(self.last)))
        self.live = False

    def step(self, ticks: int) -> None:
        """Go so many ticks on or back, and pause."""
        self.playing = False
        self.seek(self.shown_tick + ticks)

    def faster(self, steps: int) -> float:
        """Take the next speed up (1) or down (-1) and return it. Above the highest speed a live run goes at full speed, 0."""
        speeds = (*SPEEDS, 0.0) if self._lived else SPEEDS
        here = len(SPEEDS) if self.speed <= 0 else min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = speeds[max(0, min(len(speeds) - 1, here + steps))]
        return self.speed
