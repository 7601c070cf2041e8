"""A newcomer's first hint: what to click and which keys to know, for some seconds, in somebody's first runs only.

It goes by itself, or as soon as a key or a click shows that it is not needed. Knows nothing of the town.
"""

from __future__ import annotations

import pygame

from sim.view import prefs
from sim.view.style import ACCENT, INK, SOFT
from sim.view.text_render import Ink
from sim.view.widgets import frame

RUNS = 3
"""Runs after which it is not shown any more."""
SECONDS, FADING = 14.0, 0.8
"""Real seconds for which it is shown, and the last of them, in which it fades."""
WORDS = (("Click", "somebody"), ("Space", "pause"), ("N", "next event"), ("C", "camera"), ("F1", "all keys"))
"""A key or gesture, and what it leads to; the last ones are left out where there is little room."""


class Hint:
    """``draw`` once a frame; ``dismiss`` when the person at the window has found their way."""

    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        seen = int(prefs.read().get("runs", 0))
        self.left = SECONDS if seen < RUNS else 0.0
        if seen < RUNS:
            prefs.write(runs=seen + 1)

    def update(self, real: float) -> None:
        """Let ``real`` seconds pass."""
        self.left = max(0.0, self.left - real)

    def dismiss(self) -> None:
        """Fade away now."""
        self.left = min(self.left, FADING)

    def draw(self, to: pygame.Surface, free: pygame.Rect) -> None:
        """At the lower end of what no panel covers."""
        if self.left <= 0:
            return
        words = self._fitting(free.width)
        px, ink = self.ink.px, self.ink
        rect = pygame.Rect(0, 0, self._wide(words), ink.style.line("label") + px(22))
        rect.midbottom = (free.centerx, free.bottom - px(10))
        made = pygame.Surface(rect.size, pygame.SRCALPHA)
        made.blit(frame.box(rect.size, px(10), (19, 23, 31, 235), (255, 255, 255, 26)), (0, 0))
        x = px(16)
        for key, does in words:
            wide = ink.width(key, "label") + px(14)
            made.blit(frame.box((wide, ink.style.line("label") + px(6)), px(6), (*ACCENT, 36), (*ACCENT, 120)), (x, px(8)))
            ink.put(made, key, (x + px(7), px(11)), "label", INK)
            x += wide + px(7)
            x += ink.put(made, does, (x, px(11)), "small", SOFT) + px(18)
        made.set_alpha(round(255 * min(1.0, self.left / FADING)))
        to.blit(made, rect.topleft)

    def _fitting(self, room: int) -> tuple[tuple[str, str], ...]:
        """As many words as there is room for; the last, which leads to all others, always."""
        for count in range(len(WORDS) - 1, 0, -1):
            words = (*WORDS[:count], WORDS[-1])
            if self._wide(words) <= room:
                return words
        return (WORDS[-1],)

    def _wide(self, words: tuple[tuple[str, str], ...]) -> int:
        texts = sum(self.ink.width(key, "label") + self.ink.width(does, "small") for key, does in words)
        return texts + len(words) * self.ink.px(14 + 7 + 18) + self.ink.px(16 * 2 - 18)
