"""Drawing a run without a window: a surface on a dummy display, and the context that the renderers need.

Exports, cards and pictures of maps use it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from sim.record.read import Run, RunError
from sim.view.context import ViewContext, open_context
from sim.view.style import Style
from sim.view.text_renderer import TextRenderer
from sim.world.tilemap import MapError


class ExportError(RunError):
    """The export is not possible; one line that says why and what to do."""


def opened(run: Run, text: float = 1.0, speed: float = 1.0) -> ViewContext:
    """What drawing a run without a window needs, with text of this size. Raises ExportError where its map cannot be read."""
    try:
        return open_context(run, None, TextRenderer(Style(text)), speed)
    except MapError as error:
        raise ExportError(str(error)) from None


@contextmanager
def headless(size: tuple[int, int]) -> Iterator[pygame.Surface]:
    """A surface of this size, on a dummy display where no window is open; the display is closed again afterwards."""
    owns_display = not pygame.display.get_init()
    if owns_display:
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_NO_SIGNAL_HANDLERS": "1"}  # whose events nobody would read
        pygame.display.init()
        pygame.display.set_mode(size)
    pygame.font.init()
    try:
        yield pygame.Surface(size).convert()
    finally:
        if owns_display:
            pygame.display.quit()
            pygame.font.quit()
