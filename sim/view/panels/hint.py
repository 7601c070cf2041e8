"""The first-run hint: what to click and which keys to know, for some seconds, in a user's first runs only.

It disappears by itself, or with a key or click. Knows nothing of the town.
"""

from __future__ import annotations

import pygame

from sim.view import prefs
from sim.view.style import ACCENT, MUTED, TEXT
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes

HINTED_RUNS = 3
"""Runs in which the hint is shown."""
HINT_SECONDS = 14.0
"""Real seconds for which the hint is shown."""
FADE_SECONDS = 0.8
"""Real seconds at the end of these in which the hint fades."""
LEAST_SECONDS = 1.5
"""Real seconds before which no key or click ends the hint: the one that began the town may still be held."""
ENTRIES = (("Click", "somebody"), ("Space", "pause"), ("N", "next event"), ("C", "camera"), ("F1", "all keys"))
"""(key or gesture, effect). Where there is little room, entries are left out from the end, but never the last entry."""


class Hint:
    """Call ``draw`` once a frame, ``dismiss`` with the first key or click."""

    def __init__(self, renderer: TextRenderer) -> None:
        self.renderer = renderer
        seen = int(prefs.read().get("runs", 0))
        self.left = HINT_SECONDS if seen < HINTED_RUNS else 0.0
        if seen < HINTED_RUNS:
            prefs.write(runs=seen + 1)

    def update(self, real: float) -> None:
        """Let ``real`` seconds pass; called while nothing lies over the town."""
        self.left = max(0.0, self.left - real)

    def dismiss(self) -> None:
        """Fade away now, unless the hint has only just come."""
        if self.left < HINT_SECONDS - LEAST_SECONDS:
            self.left = min(self.left, FADE_SECONDS)

    def draw(self, to: pygame.Surface, free: pygame.Rect) -> None:
        """Draw the hint at the lower end of what no panel covers."""
        if self.left > 0:
            made = self._picture(self._fitting(free.width))
            made.set_alpha(round(255 * min(1.0, self.left / FADE_SECONDS)))
            to.blit(made, made.get_rect(midbottom=(free.centerx, free.bottom - self.renderer.px(10))))

    def _fitting(self, room: int) -> tuple[tuple[str, str], ...]:
        """As many entries as there is room for; always the last, which leads to all the others."""
        fewer = ((*ENTRIES[:count], ENTRIES[-1]) for count in range(len(ENTRIES) - 1, 0, -1))
        return next((words for words in fewer if self._picture(words).get_width() <= room), ENTRIES[-1:])

    def _picture(self, words: tuple[tuple[str, str], ...]) -> pygame.Surface:
        renderer, px, high = self.renderer, self.renderer.px, self.renderer.line_height("label")
        texts = sum(renderer.width(key, "label") + renderer.width(does, "small") for key, does in words)
        size = (texts + len(words) * px(39) + px(14), high + px(22))
        made = boxes.box(size, px(10), (19, 23, 31, 235), (255, 255, 255, 26)).copy()
        x = px(16)
        for key, does in words:
            wide = renderer.width(key, "label") + px(14)
            made.blit(boxes.box((wide, high + px(6)), px(6), (*ACCENT, 36), (*ACCENT, 120)), (x, px(8)))
            renderer.draw(made, key, (x + px(7), px(11)), "label", TEXT)
            x += wide + px(7)
            x += renderer.draw(made, does, (x, px(11)), "small", MUTED) + px(18)
        return made
