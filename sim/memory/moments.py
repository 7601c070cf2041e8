"""Moments as whole seconds: from seconds, from dates, from a clock. Seconds count from a ``start``, for streams used alone the
year 1970; a date without a time zone is local time."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable

from sim.memory import checks

Moment = int | dt.datetime
"""Seconds since the start, or a date."""
Clock = Callable[[], float | dt.datetime]
EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def wall_clock() -> float:
    """Seconds since 1970: the clock of a stream that is given none. Towns give their own moments and never ask it."""
    return time.time()


def no_clock() -> float:
    """The clock of a town's streams: every moment is the town's, so asking is a mistake. Raises RuntimeError."""
    raise RuntimeError("a resident's stream was asked for the time; the town's moment must be given")


class Timeline:
    """Between moments and whole seconds since ``start``."""

    def __init__(self, clock: Clock | None, start: dt.datetime | None) -> None:
        self._clock = clock
        self.start = start or EPOCH
        self._begin = self.start.timestamp()

    def now(self) -> int:
        """The clock's moment."""
        told = (self._clock or wall_clock)()
        return self.seconds(told) if isinstance(told, dt.datetime) else checks.moment(int(told))

    def seconds(self, at: Moment | None, what: str = "at") -> int:
        """A moment in seconds, None for now. Raises ValueError for what is neither."""
        if at is None:
            return self.now()
        if isinstance(at, dt.datetime):
            return checks.moment(int(at.timestamp() - self._begin), what)
        return checks.moment(at, what)

    def date(self, seconds: int) -> dt.datetime:
        """A moment as a date, in the time zone of ``start``."""
        return self.start + dt.timedelta(seconds=seconds)
