"""Keyboard focus: Tab moves through the zones of all panels, Enter presses the focused zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sim.view.widgets.flow import Zone
from sim.view.widgets.panel import Panel

SHOWN_BEYOND = 30
"""Pixels at 100 % that are shown beyond the focused zone of a list, so that the next zone is there to go to."""
Spot = tuple[Panel, str, int]
"""A zone: its panel, its name, and its number among the zones of this name. It stays the same when the panel scrolls."""


class KeyboardFocus:
    """At most one zone of one panel has the focus. Call ``mark`` before the panels are drawn."""

    def __init__(self, panels: Sequence[Panel]) -> None:
        self.panels = panels
        self.at: Spot | None = None

    def spots(self) -> dict[Spot, Zone]:
        """What can be pressed, in reading order."""
        found = dict[Spot, Zone]()
        for panel in self.panels:
            count = Counter[str]()
            for zone in panel.zones if panel.visible and panel.rect.width > 0 else ():
                found[panel, zone.name, count[zone.name]] = zone
                count[zone.name] += 1
        return found

    def step(self, by: int) -> None:
        """Move the focus to the next zone (1) or the one before (-1)."""
        if order := list(self.spots()):
            at = order.index(self.at) + by if self.at in order else (0 if by > 0 else -1)
            self.go(order[at % len(order)])

    def go(self, spot: Spot) -> None:
        """Focus a zone and scroll it into view."""
        self.at, panel, rect, more = spot, spot[0], self.spots()[spot].rect, spot[0].renderer.px(SHOWN_BEYOND)
        if rect.colliderect(area := panel.area()):
            above, below = rect.top - more - area.top, rect.bottom + more - area.bottom
            panel.scroll_by(min(above, max(0, below)) if above < 0 else max(0, below))
        self.mark()

    def mark(self) -> None:
        """Tell the panels which of their zones has the focus."""
        zone = self.spots().get(self.at) if self.at is not None else None
        for panel in self.panels:
            panel.focus = panel.zones.index(zone) if zone is not None and self.at and panel is self.at[0] else None

    def press(self) -> bool:
        """Press the focused zone; returns whether there was one."""
        zone = self.spots().get(self.at) if self.at is not None else None
        if zone is not None and self.at is not None:
            zone.act()
            self.at[0].invalidate()
        return zone is not None

    def clear(self) -> bool:
        """Take the focus away; returns whether there was one."""
        had = self.at in self.spots()
        self.at = None
        self.mark()
        return had
