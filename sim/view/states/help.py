"""The help overlay: every key and what it does, from ``keys.py``. Scrolls where the window is small or the text large."""

from __future__ import annotations

import pygame

from sim.view.keys import GROUPS, act_for
from sim.view.style import ACCENT, MUTED, TEXT
from sim.view.text_renderer import TextRenderer
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import Overlay, Sheet
from sim.view.window import Pop, Result, Window

WIDE, KEYS_WIDE = 880, 92
COLUMNS = (("Time", "Town"), ("Look", "Speak", "Window"))
SCROLLED = {"up": -1, "down": 1, "forward": 1, "back": -1}
"""Actions whose keys scroll, and which way."""


class Keys(Sheet):
    """Two columns of keys by group."""

    def paint(self, flow: Flow) -> None:
        left, top, wide = flow.x, flow.y, flow.width
        ends = []
        for i, groups in enumerate(COLUMNS):
            flow.x, flow.y, flow.width = left + i * wide // 2, top, wide // 2 - self.renderer.px(16)
            for group in groups:
                self._group(flow, group)
            ends.append(flow.y)
        flow.x, flow.y, flow.width = left, max(ends), wide

    def _group(self, flow: Flow, group: str) -> None:
        flow.text(group.upper(), "caps", ACCENT)
        flow.gap(3)
        for binding in GROUPS[group]:
            if binding.shown:
                at = flow.y
                flow.text(binding.shown, "label", TEXT)
                flow.y = at
                flow.text(binding.help, "small", MUTED, indent=KEYS_WIDE)
        flow.gap(11)


class HelpState(Overlay):
    """An overlay; F1, Esc or a click closes it."""

    def __init__(self, renderer: TextRenderer) -> None:
        self.list = Keys(renderer)

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Scroll with the wheel or the arrows; close."""
        act = act_for(event) if event.type == pygame.KEYDOWN else ""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 or act in ("help", "escape"):
            return Pop()
        if act in SCROLLED:
            self.list.scroll_by(SCROLLED[act] * window.renderer.px(60))
        elif event.type == pygame.MOUSEWHEEL:
            self.list.event(event, window.mouse)
        return None

    def draw(self, window: Window) -> None:
        self.list.draw_in_box(window, WIDE, "Keys")
