"""What the keys of time do in the town's screen: hold and go on, speed, one tick, marks, the present, nights, bookmarks.

``Actions`` finds them here by name. Knows neither keys nor pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.record.read import RunError
from sim.view import times
from sim.view.panels.topbar import speed_label

if TYPE_CHECKING:
    from sim.view.states.watching import Watching


class TimeActions:
    """The verbs of time, for a recording and for a live town alike."""

    def __init__(self, watching: Watching) -> None:
        self.on = watching

    def pause(self) -> None:
        """Hold or go on: the town itself while it is watched live, else the recording."""
        desk = self.on.desk
        if desk.link is not None and desk.cursor.live:
            desk.send("play" if desk.status.phase == "paused" else "pause")
            return
        cursor = desk.cursor
        if not cursor.playing and cursor.tick >= cursor.last and desk.link is None:
            cursor.tick = 0.0
        cursor.playing = not cursor.playing

    def set_speed(self, speed: float) -> None:
        """So many game minutes a second, here and in a live town."""
        desk = self.on.desk
        desk.cursor.speed = speed
        if desk.link is not None:
            desk.send("speed", speed=speed)
        desk.say(speed_label(speed))

    def faster(self) -> None:
        """The next speed up."""
        self.set_speed(self.on.desk.cursor.faster(1))

    def slower(self) -> None:
        """The next speed down."""
        self.set_speed(self.on.desk.cursor.faster(-1))

    def forward(self) -> None:
        """One tick on; live and held, the town lives one tick."""
        desk = self.on.desk
        if desk.link is not None and desk.cursor.now >= desk.cursor.last:
            desk.send("step", ticks=1)
            desk.cursor.live = True
        else:
            desk.cursor.step(1)

    def back(self) -> None:
        """One tick back."""
        self.on.desk.cursor.step(-1)

    def next(self) -> None:
        """The next mark."""
        self.on.timeline.jump(True)

    def previous(self) -> None:
        """The mark before."""
        self.on.timeline.jump(False)

    def live(self) -> None:
        """The present of a live run, the end of a recording."""
        cursor = self.on.desk.cursor
        cursor.tick = float(max(0, cursor.last))
        cursor.live = self.on.desk.link is not None
        cursor.playing = cursor.live

    def nights(self) -> None:
        """Skip nights in which everybody sleeps, or live them."""
        self.on.night.switch()

    def bookmark(self) -> None:
        """Mark this moment in the run file, or take its mark away."""
        desk = self.on.desk
        label = times.short(desk.start, desk.now)
        there = [b.id for b in desk.run.bookmarks() if b.tick == desk.cursor.now]
        try:
            for number in there:
                desk.run.remove_bookmark(number)
            if not there:
                desk.run.add_bookmark(desk.cursor.now, label)
        except RunError as error:
            desk.say(str(error))
            return
        self.load_bookmarks()
        desk.say(f"{'Forgot' if there else 'Bookmarked'} {label}")

    def load_bookmarks(self) -> None:
        """Show the run's bookmarks on the timeline."""
        self.on.timeline.bookmarks = tuple((b.tick, b.label) for b in self.on.desk.run.bookmarks())
