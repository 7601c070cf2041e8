"""What every tab of the inspector is: it fetches in ``refresh``, names what it shows in ``key`` and paints through a flow."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from sim.view.context import ViewContext
from sim.view.widgets.flow import Flow


class Tab:
    """One side of the selected resident."""

    name = ""

    def __init__(self, context: ViewContext) -> None:
        self.context = context

    @property
    def who(self) -> str:
        """The selected resident's slug."""
        return self.context.selected or ""

    def reset(self) -> None:
        """Another resident has been selected."""

    def refresh(self) -> None:
        """Fetch what is to be shown at the context's moment; called a few times a second while the tab is open."""

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
