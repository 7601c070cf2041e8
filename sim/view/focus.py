"""Keyboard focus: Tab moves through the zones of all panels, Enter presses the focused zone."""

from __future__ import annotations

from collections.abc import Sequence

from sim.view.widgets.panel import Panel


class Focus:
    """At most one zone of one panel has the focus."""

    def __init__(self, panels: Sequence[Panel]) -> None:
        self.panels = panels

    def step(self, step: int) -> None:
        """Move the focus to the next zone (1) or the one before (-1)."""
        spots = [(p, i) for p in self.panels if p.visible and p.rect.width > 0 for i in range(len(p.zones))]
        if not spots:
            return
        at = next((k for k, (p, i) in enumerate(spots) if p.focus == i), -1 if step > 0 else 0)
        self.clear()
        panel, index = spots[(at + step) % len(spots)]
        panel.focus = index

    def press(self) -> bool:
        """Press the focused zone; returns whether there was one."""
        for panel in self.panels:
            if panel.visible and panel.focus is not None and panel.focus < len(panel.zones):
                panel.zones[panel.focus].act()
                panel.invalidate()
                return True
        return False

    def clear(self) -> bool:
        """Take the focus away; returns whether there was one."""
        had = any(panel.focus is not None for panel in self.panels)
        for panel in self.panels:
            panel.focus = None
        return had
