"""What leads from one screen of a window to another. Screens get it, so that none of them imports the next.

``app`` makes the one ``Screens`` of a window. The start and loading screens, the main screen and the editor pass it on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.record.read import Run
from sim.view.link import Link, Workshop
from sim.view.window import State, Window


@dataclass(frozen=True)
class Screens:
    """What every screen of one window may use."""

    main: Callable[[Window, Opened], State]
    """Makes the main screen of a run that was opened. Raises RunError or MapError where the run cannot be shown."""
    tabs: tuple[type, ...] = ()
    """Own tabs of the inspector, subclasses of ``Tab``."""
    workshop: Workshop | None = None
    """What editing needs; None where nothing can be edited."""


@dataclass(frozen=True)
class Opened:
    """A run that the loading screen has opened, and how the main screen shows it."""

    screens: Screens
    run: Run
    link: Link | None
    speed: float
    """Game minutes per real second."""
    title: bool = False
    """Whether the town waits behind its title card."""
    back: State | None = None
    """The start screen, where the window began there."""
    trial: bool = False
    """Whether this is a trial of what is edited below."""
    beside: tuple[str, int] | None = None
    """Another run to show beside this one, and the tick to begin at (-1: a little before the two part)."""
