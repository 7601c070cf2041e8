"""Every key and what it does, from ``keys.py``."""

from __future__ import annotations

import pygame

from sim.view.keys import BINDINGS, GROUPS, act_for
from sim.view.screen import Pop, Result, State
from sim.view.style import ACCENT, INK, SOFT
from sim.view.widgets.overlay import dim, place
from sim.view.window import Window

WIDE = 860


class Help(State):
    """An overlay; any of F1, Esc or a click closes it."""

    covers = False

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Close."""
        if event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.KEYDOWN and act_for(event) in ("help", "escape")):
            return Pop()
        return None

    def draw(self, window: Window) -> None:
        """Two columns of keys by group."""
        to, ink, px = window.surface, window.ink, window.ink.px
        dim(to)
        columns = ((GROUPS[0], GROUPS[1]), (GROUPS[2], GROUPS[3], GROUPS[4]))
        high = round(max(self._height(window, groups) for groups in columns) / ink.style.scale) + 80
        rect = place(to, ink, WIDE, high, "Keys")
        wide = rect.width
        for i, groups in enumerate(columns):
            x, y = rect.x + px(28) + i * (wide - px(40)) // 2, rect.y + px(64)
            for group in groups:
                y = self._group(window, group, x, y, (wide - px(72)) // 2)

    @staticmethod
    def _height(window: Window, groups: tuple[str, ...]) -> int:
        ink = window.ink
        rows = sum(1 for b in BINDINGS if b.shown and b.group in groups)
        return rows * (ink.style.line("small") + ink.px(1)) + len(groups) * (ink.style.line("caps") + ink.px(16))

    def _group(self, window: Window, group: str, x: int, y: int, wide: int) -> int:
        ink, px, to = window.ink, window.ink.px, window.surface
        ink.put(to, group.upper(), (x, y), "caps", ACCENT)
        y += ink.style.line("caps") + px(4)
        for binding in BINDINGS:
            if binding.group != group or not binding.shown:
                continue
            ink.put(to, binding.shown, (x, y), "label", INK)
            ink.put(to, ink.cut(binding.help, "small", wide - px(96)), (x + px(92), y), "small", SOFT)
            y += ink.style.line("small") + px(1)
        return y + px(12)
