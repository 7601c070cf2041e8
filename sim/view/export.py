"""Export of a part of a run, or of the story of a piece of news, as a GIF, a video or pictures, drawn without a screen.

Also run as ``python -m sim.view.export RUN OUT START END`` (ticks): the window does so in a process of its own, so that it
never waits.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pygame

from sim.record.atomic_write import atomic_files
from sim.record.news_story import NewsItem, news_items
from sim.record.read import Run, RunError
from sim.view import formatting, news_walk
from sim.view.context import ViewContext
from sim.view.gif import MAX_PIXELS, Frame, write_gif
from sim.view.offscreen import ExportError, headless, opened
from sim.view.png import write_png
from sim.view.style import TEXT
from sim.view.telling import draw_card
from sim.view.town_renderer import TownRenderer

PALETTE_SAMPLES = 12
"""Frames that the palette of a GIF is made from."""
WHOLE_RUN_SECONDS = 60
"""Seconds that the export of a whole run takes to play, unless a speed is given."""
MAX_FRAMES = 6000
"""Most frames in one export."""
SNAPSHOT_FRAMES = 400
"""Frames of a window that are drawn before it is saved, so that the camera arrives and every panel fetches."""
SEEK_FRAME = 10
"""The frame of a snapshot's window in which it goes to its tick."""


def export_video(
    run_path: str | Path,
    out: str | Path,
    start: int = 0,
    end: int | None = None,
    *,
    size: tuple[int, int] = (800, 500),
    fps: int = 12,
    speed: float | None = None,
    follow: str | None = None,
    look_at: tuple[float, float] | None = None,
    zoom: int = 0,
) -> Path:
    """Draw the ticks ``start`` to ``end`` (included; default: all) of a run to ``out`` and return its path.

    ``out`` ending in .gif is a GIF, in .mp4 or .webm a video (needs the extra ``video``), anything else a folder of PNG files.
    ``speed`` is in game minutes per second (default: 1, or what plays the whole in a minute); ``follow`` is a resident's slug,
    ``look_at`` a world pixel. Raises ExportError or RunError."""
    out = Path(out)
    with headless(size) as surface, Run(run_path) as run:
        last = run.last_tick if end is None else min(end, run.last_tick)
        speed = speed or max(1.0, (last - start) * run.meta.tick_seconds / 60 / WHOLE_RUN_SECONDS)
        context = opened(run, 1.0, speed)
        if follow is not None and follow not in context.scene.info:
            raise ExportError(f"{run_path}: nobody is called {follow!r}; there are {', '.join(context.scene.info)}")
        frames = _StretchFrames(context, surface, start, last, fps, follow)
        frames.aim(look_at, zoom)
        _write(frames, out, size, fps)
    return out


def export_story(run_path: str | Path, out: str | Path, news: str, *, size: tuple[int, int] = (800, 500), fps: int = 6) -> Path:
    """Draw how a piece of news (its id in the scenario) went from person to person; the rest as ``export_video``."""
    out = Path(out)
    with headless(size) as surface, Run(run_path) as run:
        items = {item.id: item for item in news_items(run)}
        if news not in items:
            there = f"there are {', '.join(items)}" if items else "its scenario has none"
            raise ExportError(f"{run_path}: there is no news {news!r}; {there}")
        context = opened(run)
        _write(_StoryFrames(context, surface, items[news], fps), out, size, fps)
    return out


class _Frames(ABC):
    """The frames of an export, by number."""

    def __init__(self, context: ViewContext, surface: pygame.Surface, count: int) -> None:
        self.context, self.surface, self.count = context, surface, count
        self.town = TownRenderer(context)
        context.playback.advance(0.0, context.run.last_tick)
        context.camera.frame(surface.get_rect(), surface.get_rect())
        context.camera.fit()

    @abstractmethod
    def draw(self, number: int) -> pygame.Surface:
        """Draw one frame; returns the same surface every time."""

    def pixels(self, number: int) -> Frame:
        """(height, width, 3) of one frame."""
        return np.ascontiguousarray(pygame.surfarray.array3d(self.draw(number)).swapaxes(0, 1))

    def all(self) -> Iterator[Frame]:
        return map(self.pixels, range(self.count))


class _StoryFrames(_Frames):
    """The walk from telling to telling of a piece of news, each for as long as it takes to read."""

    def __init__(self, context: ViewContext, surface: pygame.Surface, item: NewsItem, fps: int) -> None:
        news_walk.follow(context, item)
        assert context.news.story is not None
        self.story, self.fps = context.news.story.read(), fps
        if not self.story.tellings:
            raise ExportError(f"{context.run.path}: nobody knows of {item.id!r}")
        long = [round(fps * news_walk.reading_seconds(told)) for told in self.story.tellings]
        self._of = [(i, number) for i, count in enumerate(long) for number in range(count)]
        """Number of a frame -> (telling, how many frames it has been shown for)."""
        self._drawn = (-1, 0.0)
        super().__init__(context, surface, len(self._of))

    def draw(self, number: int) -> pygame.Surface:
        context, (at, shown) = self.context, self._of[number]
        if context.news.at != at:
            news_walk.go(context, at)
            context.news.knows = self.story.known_at(context.playback.shown_tick)
            context.camera.update(1.0)
        context.news.shown = (shown + 1) / self.fps
        if (at, context.news.arrow) == self._drawn:
            return self.surface
        self._drawn = (at, context.news.arrow)
        self.town.draw(self.surface)
        draw_card(self.surface, context, self.story, at, self.surface.get_rect())
        return self.surface


class _StretchFrames(_Frames):
    """A stretch of time at an even speed."""

    def __init__(
        self, context: ViewContext, surface: pygame.Surface, start: int, end: int, fps: int, follow: str | None
    ) -> None:
        self.start, self.follow = start, follow
        self.fps, self.step = fps, context.playback.rate / fps
        count = int((end - start) / self.step) + 1 if end >= start else 0
        if not 0 < count <= MAX_FRAMES:
            made = f"ticks {start} to {end} make {count} frames"
            raise ExportError(f"{made}; choose 1 to {MAX_FRAMES} (a higher speed makes fewer)")
        super().__init__(context, surface, count)

    def aim(self, look_at: tuple[float, float] | None, zoom: int) -> None:
        """Set where the camera looks while nobody is followed."""
        camera = self.context.camera
        if zoom:
            camera.zoom = zoom
        if look_at:
            camera.look(*look_at)
        self.context.selected = self.follow

    def draw(self, number: int) -> pygame.Surface:
        context = self.context
        context.playback.seek(self.start + number * self.step)
        context.seconds = number / self.fps
        context.scene.update(context.playback)
        figure = context.scene.figure(self.follow) if self.follow else None
        if figure is not None:
            context.camera.look(*context.world_pixel(figure.x + 0.5, figure.y + 0.5))
        self.town.draw(self.surface)
        self._caption()
        return self.surface

    def _caption(self) -> None:
        context, renderer = self.context, self.context.renderer
        text = f"{formatting.clock(context.start, context.now)}  {formatting.date(context.start, context.now)}"
        renderer.pill(self.surface, text, (20 + renderer.width(text, "label") // 2, 10), "label", TEXT, (19, 23, 31, 210))


def _write(frames: _Frames, out: Path, size: tuple[int, int], fps: int) -> None:
    with atomic_files(out, "Choose another place with --to.") as draft:
        if out.suffix.lower() == ".gif":
            if frames.count * size[0] * size[1] > MAX_PIXELS:
                raise ExportError(
                    f"{out}: a GIF cannot hold {frames.count:,} frames of this size; choose a shorter part or .mp4"
                )
            samples = range(0, frames.count, max(1, frames.count // PALETTE_SAMPLES))
            write_gif(draft(out), map(frames.pixels, samples), frames.all(), 1 / fps)
        elif out.suffix.lower() in (".mp4", ".webm"):
            _write_video(frames, draft(out), size, fps)
        else:
            for number in range(frames.count):
                write_png(frames.draw(number), draft(out / f"{number:05d}.png"))


def _write_video(frames: _Frames, out: Path, size: tuple[int, int], fps: int) -> None:
    try:
        import imageio_ffmpeg
    except ImportError:
        raise ExportError(f"{out.suffix} needs the extra 'video' (pip install imageio-ffmpeg); .gif works without") from None
    quietly_on_one_core = {"ffmpeg_log_level": "error", "output_params": ["-threads", "1"]}
    writer = imageio_ffmpeg.write_frames(str(out), size, fps=fps, macro_block_size=2, **quietly_on_one_core)
    writer.send(None)
    try:
        for pixels in frames.all():
            writer.send(pixels.tobytes())
    finally:
        writer.close()


def save_snapshot(run: str, out: str, tick: int, who: str | None = None, size: tuple[int, int] = (1280, 800)) -> int:
    """Write ``out`` (PNG or JPEG): a window of ``size`` pixels at ``tick``, panels included; the automatic camera chooses the
    view, with ``who`` their inspector is open. Returns 0, or 1 where the run cannot be shown."""
    from sim.view.app import watch
    from sim.view.states.main import MainState

    def script(window: Any, frame: int) -> None:
        town = next((state for state in window.states if isinstance(state, MainState)), None)
        if town is None:
            return
        if frame == SEEK_FRAME:
            town.hint.left = 0.0
            town.context.seek(tick)
            town.context.select(who)
            town.context.auto_camera = True
        elif frame == SNAPSHOT_FRAMES - 1:
            town.context.toast_left = 0.0
            window.draw()
            pygame.image.save(window.surface, out)

    os.environ["SDL_VIDEODRIVER"] = "dummy"
    with tempfile.TemporaryDirectory() as settings:
        # The picture must not depend on the settings that this user's window has saved.
        os.environ["XDG_CONFIG_HOME"] = settings
        return watch(run, size=size, max_frames=SNAPSHOT_FRAMES, script=script)


def main(arguments: list[str] | None = None) -> int:
    """The command line; 0, or 1 with one line on stderr."""
    about = "A stretch of a run as a GIF, video or pictures."
    parser = argparse.ArgumentParser(prog="python -m sim.view.export", description=about)
    parser.add_argument("run")
    parser.add_argument("out")
    parser.add_argument("start", type=int, nargs="?", default=0, help="first tick")
    parser.add_argument("end", type=int, nargs="?", default=None, help="last tick")
    parser.add_argument("--speed", type=float, default=None, help="game minutes per second")
    parser.add_argument("--fps", type=int, default=12)
    parser.add_argument("--zoom", type=int, default=0)
    parser.add_argument("--follow", default=None, help="a resident's slug")
    parser.add_argument("--window", action="store_true", help="a picture of the whole window at START, looking into --follow")
    parser.add_argument("--size", type=int, nargs=2, default=(1280, 800), metavar=("WIDE", "HIGH"), help="of --window")
    parser.add_argument("--look-at", type=float, nargs=2, default=None, metavar=("X", "Y"), help="a pixel of the map")
    a = parser.parse_args(arguments)
    look_at = tuple(a.look_at) if a.look_at else None
    try:
        if a.window:
            return save_snapshot(a.run, a.out, a.start, a.follow, tuple(a.size))
        export_video(a.run, a.out, a.start, a.end, fps=a.fps, speed=a.speed, follow=a.follow, look_at=look_at, zoom=a.zoom)
    except RunError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
