"""The actions of time on the main screen: pause, speed, single ticks, marks, the present, skipped nights, bookmarks.

``Actions`` performs them by name. Knows neither keys nor pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sim.record.read import RunError
from sim.view import formatting
from sim.view.context import ViewContext
from sim.view.formatting import speed_label
from sim.view.night_skip import NightSkip
from sim.view.panels.timeline import Timeline
from sim.view.playback import KEY_SPEEDS
from sim.view.window import Result


class TimeActions:
    """The same actions for a recording and for a live town."""

    def __init__(self, context: ViewContext, timeline: Timeline, night_skip: NightSkip) -> None:
        self.context, self.timeline, self.night_skip = context, timeline, night_skip

    def by_name(self) -> dict[str, Callable[[], Result]]:
        """Name of an action -> what performs it."""
        speeds = {f"speed{n}": partial(self.set_speed, speed) for n, speed in KEY_SPEEDS.items()}
        return {
            **speeds,
            "pause": self.pause, "back": partial(self.context.playback.step, -1), "forward": self.forward,
            "faster": partial(self.change_speed, 1), "slower": partial(self.change_speed, -1),
            "next_event": partial(self.timeline.jump, True), "previous_event": partial(self.timeline.jump, False),
            "skip_nights": self.night_skip.switch, "live": self.live, "bookmark": self.bookmark,
        }  # fmt: skip

    def pause(self) -> None:
        """Pause or go on: the town itself while it is watched live, else the recording."""
        context = self.context
        if context.link is not None and context.playback.live:
            context.send("play" if context.status.phase == "paused" else "pause")
            return
        playback = context.playback
        if not playback.playing and playback.tick >= playback.last and context.link is None:
            playback.tick = 0.0
        playback.playing = not playback.playing

    def set_speed(self, speed: float) -> None:
        """Set the speed in game minutes per second, here and in a live town."""
        context = self.context
        context.playback.speed = speed
        if context.link is not None:
            context.send("speed", speed=speed)
        context.notify(speed_label(speed))

    def change_speed(self, steps: int) -> None:
        """Take the next speed up (1) or down (-1)."""
        self.set_speed(self.context.playback.faster(steps))

    def forward(self) -> None:
        """Go one tick on; a live town that is paused simulates one tick."""
        context = self.context
        if context.link is not None and context.playback.shown_tick >= context.playback.last:
            context.send("step", ticks=1)
            context.playback.live = True
        else:
            context.playback.step(1)

    def live(self) -> None:
        """Go to the present of a live run, or to the end of a recording."""
        playback = self.context.playback
        playback.tick = float(max(0, playback.last))
        playback.live = self.context.link is not None
        playback.playing = playback.live

    def bookmark(self) -> None:
        """Bookmark this tick in the run file, or remove its bookmark."""
        context = self.context
        label = formatting.short(context.start, context.now)
        there = [b.id for b in context.run.bookmarks() if b.tick == context.playback.shown_tick]
        try:
            for number in there:
                context.run.remove_bookmark(number)
            if not there:
                context.run.add_bookmark(context.playback.shown_tick, label)
        except RunError as error:
            context.notify(str(error))
            return
        self.load_bookmarks()
        context.notify(f"{'Bookmark removed:' if there else 'Bookmarked'} {label}")

    def load_bookmarks(self) -> None:
        """Show the run's bookmarks on the timeline."""
        self.timeline.bookmarks = tuple((b.tick, b.label) for b in self.context.run.bookmarks())
