"""A picture of the whole window at a moment, panels included, without a screen: ``python -m sim.view.snapshot RUN OUT TICK
[WHO]``.

The automatic camera chooses the view; with WHO their inspector is open. The picture at the head of the README is made so.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence

import pygame

from sim.view.app import watch
from sim.view.states.main import MainState
from sim.view.window import Window

FRAMES = 400
"""Frames drawn so that the camera arrives and every panel fetches; the last one is saved."""
SEEK_FRAME = 10
"""The frame in which the tick is sought."""


def save_snapshot(run: str, out: str, tick: int, who: str | None = None, size: tuple[int, int] = (1280, 800)) -> int:
    """Write ``out`` (PNG or JPEG): a window of ``size`` pixels at ``tick``. Returns 0, or 1 where the run cannot be shown."""

    def script(window: Window, frame: int) -> None:
        town = next((state for state in window.states if isinstance(state, MainState)), None)
        if town is None:
            return
        if frame == SEEK_FRAME:
            town.hint.left = 0.0
            town.context.seek(tick)
            town.context.select(who)
            town.context.auto_camera = True
        elif frame == FRAMES - 1:
            town.context.toast_left = 0.0
            window.draw()
            pygame.image.save(window.surface, out)

    return watch(run, size=size, max_frames=FRAMES, script=script)


def main(argv: Sequence[str] | None = None) -> int:
    about = "A picture of the window at a moment of a run."
    parser = argparse.ArgumentParser(prog="python -m sim.view.snapshot", description=about)
    parser.add_argument("run")
    parser.add_argument("out", help="a .png or .jpg file")
    parser.add_argument("tick", type=int)
    parser.add_argument("who", nargs="?", default=None, help="the slug of a resident to look into")
    parser.add_argument("--size", type=int, nargs=2, default=(1280, 800), metavar=("WIDE", "HIGH"))
    asked = parser.parse_args(argv)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    with tempfile.TemporaryDirectory() as settings:
        # The picture must not depend on what this person's window remembers.
        os.environ["XDG_CONFIG_HOME"] = settings
        return save_snapshot(asked.run, asked.out, asked.tick, asked.who, (asked.size[0], asked.size[1]))


if __name__ == "__main__":
    raise SystemExit(main())
