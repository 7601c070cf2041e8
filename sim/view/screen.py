"""The base of the window's states and what it returns: a small stack, as in the python-tcod tutorial.

A state handles an event and says what becomes of the stack: ``Push`` another on top, ``Pop`` itself, ``Reset`` to a new one,
``Quit`` the window, or None to stay. States below the top are drawn first, so that an overlay shows the town behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from sim.view.window import Window


@dataclass(frozen=True)
class Push:
    """Put a state on top."""

    state: State


@dataclass(frozen=True)
class Pop:
    """Take the top state away."""


@dataclass(frozen=True)
class Reset:
    """Replace the whole stack."""

    state: State


@dataclass(frozen=True)
class Quit:
    """Close the window."""


Result = Push | Pop | Reset | Quit | None


class State:
    """One thing the window can be doing."""

    covers = True
    """Whether nothing below it can be seen."""

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Handle one event."""
        return None

    def update(self, window: Window, real: float) -> Result:
        """Let ``real`` seconds pass."""
        return None

    def draw(self, window: Window) -> None:
        """Draw onto ``window.surface``."""

    def close(self) -> None:
        """The state is taken off the stack."""
