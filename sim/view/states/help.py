"""The help overlay: every key and what it does, from ``keys.py``. Scrolls where the window is small or the text large."""

from __future__ import annotations

from sim.view.keys import GROUPS
from sim.view.style import ACCENT, MUTED, TEXT
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import ListOverlay

KEYS_WIDE = 92
COLUMNS = (("Time", "Town"), ("Look", "Speak", "Window"))


class HelpState(ListOverlay):
    """Two columns of keys by group; F1, Esc or a click closes them."""

    act = "help"
    size = (880, 0)
    is_text = True
    title = "Keys"
    note = "Esc closes"

    def paint(self, flow: Flow) -> None:
        left, top, wide = flow.x, flow.y, flow.width
        ends = []
        for i, groups in enumerate(COLUMNS):
            flow.x, flow.y, flow.width = left + i * wide // 2, top, wide // 2 - flow.renderer.px(16)
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
