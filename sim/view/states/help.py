"""The help overlay: every key and what it does, from ``keys.py``. Scrolls where the window is small or the text large."""

from __future__ import annotations

from sim.view.keys import GROUPS
from sim.view.style import ACCENT, MUTED, TEXT
from sim.view.text_renderer import TextRenderer
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import ListOverlay, Sheet
from sim.view.window import Window

WIDE, KEYS_WIDE = 880, 92
COLUMNS = (("Time", "Town"), ("Look", "Speak", "Window"))


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


class HelpState(ListOverlay):
    """An overlay; F1, Esc or a click closes it."""

    act = "help"
    list: Keys

    def __init__(self, renderer: TextRenderer) -> None:
        super().__init__(Keys(renderer))

    def draw(self, window: Window) -> None:
        self.list.draw_in_box(window, WIDE, "Keys")
