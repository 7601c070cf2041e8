"""Screenshots, cards of a talk, and a GIF of the ticks between two presses of a key, in the folder ``cards`` beside the run.

Card and GIF are drawn from the run file by another process (``show RUN --card``, ``sim.view.export``), so that the window never
waits for them.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pygame

from sim.record.errors import StoreError
from sim.record.shipped import folder_of
from sim.view.command_line import COMMAND, begin
from sim.view.context import ViewContext
from sim.view.png import save_png

CARDS = "cards"
"""The folder of pictures, beside the run; of a run that ships, in the folder of saved runs."""


def screenshot(surface: pygame.Surface, run: Path, tick: int) -> str:
    """Save ``RUN-TICK.png``, numbered where the name is taken; returns a message for the user."""
    path = _free(run, f"-{tick}.png")
    try:
        save_png(surface, path)
    except (pygame.error, StoreError) as error:
        return f"The screenshot could not be saved: {error}"
    return f"Saved {path}"


def _free(run: Path, ending: str) -> Path:
    """The whole path of a picture that does not exist yet."""
    path = (folder_of(run) / CARDS / f"{run.stem}{ending}").resolve()
    number, free = 2, path
    while free.exists():
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return free


class GifRecorder:
    """``press`` begins a GIF, and the next ``press`` ends and draws it; ``card`` draws a card. Call ``update`` each frame: it
    tells the user when a picture is done."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.since: int | None = None
        self._drawing: tuple[subprocess.Popen[bytes], Path] | None = None

    def press(self) -> None:
        context = self.context
        if self.since is None:
            self.since = context.playback.shown_tick
            context.notify("Recording from here. F10 ends.")
            return
        first, last = sorted((self.since, context.playback.shown_tick))
        self.since = None
        if first == last:
            context.notify("Nothing recorded: no time has passed.")
            return
        path = _free(context.run.path, f"-{first}-{last}.gif")
        self._draw(self._command(path, first, last), path)

    def card(self, ending: str) -> None:
        """Draw the talk that is on, or the last one: ``png``, or ``gif`` with its lines one after another."""
        run, tick = self.context.run.path, self.context.playback.shown_tick
        path = _free(run, f"-{tick}-card.{ending}")
        self._draw([*COMMAND, "show", str(run.resolve()), "--card", str(path), "--at", f"tick {tick}"], path)

    def _draw(self, command: Sequence[str], path: Path) -> None:
        if self._drawing is not None:
            self.context.notify(f"{self._drawing[1].name} is still being drawn.")
            return
        self._drawing = (begin(command), path)
        self.context.notify(f"Drawing {path.name} ...")

    def _command(self, path: Path, first: int, last: int) -> list[str]:
        camera, playback = self.context.camera, self.context.playback
        command = ["-m", "sim.view.export", str(self.context.run.path), str(path), str(first), str(last)]
        command += ["--speed", str(playback.speed or 1.0), "--zoom", str(max(1, camera.zoom * 2 // 3))]
        if self.context.following and self.context.selected:
            return [*command, "--follow", self.context.selected]
        return [*command, "--look-at", str(camera.x), str(camera.y)]

    def update(self) -> None:
        if self._drawing is None:
            return
        process, path = self._drawing
        if process.poll() is None:
            return
        self._drawing = None
        failed = f"{path.name} could not be drawn: has anybody talked?"
        self.context.notify(failed if process.returncode else f"Saved {path}")
