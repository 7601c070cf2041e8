"""The base of every tab of the inspector: it fetches in ``fetch``, names what it shows in ``key`` and paints through a flow."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

import pygame

from sim.view.context import ViewContext
from sim.view.widgets.flow import Flow


class Tab:
    """One side of the selected resident. An own tab is a subclass, installed or given to ``watch``."""

    part: ClassVar[str] = "tab"
    name = ""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.opened: Hashable = None
        """The entry that is shown in full."""
        self._fetched: Hashable = None

    @property
    def who(self) -> str:
        """The selected resident's slug, or ""."""
        return self.context.selected or ""

    def reset(self) -> None:
        """Another resident has been selected: close what is open and fetch anew."""
        self.opened = self._fetched = None

    def toggle(self, entry: Hashable) -> None:
        """Show this entry in full, or close it."""
        self.opened = None if self.opened == entry else entry

    def refresh(self) -> None:
        """Fetch, if the resident, the tick or a filter has changed; called a few times a second while the tab is open."""
        tick = self.context.playback.shown_tick
        wanted = (self.who, tick, self.filters())
        if wanted != self._fetched and self.who:
            self._fetched = wanted
            self.fetch(tick)

    def filters(self) -> Hashable:
        """What the query depends on beside the resident and the tick."""
        return None

    def fetch(self, tick: int) -> None:
        """Read from the run what is to be shown at this tick."""

    def key(self) -> Hashable:
        """Everything the picture depends on."""
        return None

    def paint(self, flow: Flow) -> None:
        """Draw through the flow."""

    def event(self, event: pygame.event.Event) -> bool:
        """Whether the tab used the event (a text box with the keyboard does)."""
        return False

    def has_keyboard(self) -> bool:
        """Whether a text box of this tab has the keyboard."""
        return False
