"""A box for a text of several lines on the screen: wraps, moves its caret with arrows and clicks. Holds no line breaks."""

from __future__ import annotations

import pygame

from sim.view.style import ACCENT, FIELD, TEXT
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes
from sim.view.widgets.textbox import ROLE, TextBox

MAX_CHARACTERS = 4000
"""The most characters, as many as a scenario allows in a text."""
MAX_MARKED = 60
"""Characters up to which a text is marked when it is opened."""


class TextArea(TextBox):
    """A ``TextBox`` that is as high as its text; ``paint`` has to have been called before a click can be placed."""

    limit = MAX_CHARACTERS

    def __init__(self, text: str) -> None:
        super().__init__("")
        self.set(text)
        self.marked = (0, len(text) if len(text) <= MAX_MARKED else 0)
        self._rect = pygame.Rect(0, 0, 1, 1)
        self._lines: list[tuple[int, int]] = []

    def height(self, renderer: TextRenderer, width: int) -> int:
        """Pixels of height at this width."""
        lines = _lines(self.text, renderer, width - renderer.px(18))
        return len(lines) * renderer.line_height(ROLE) + renderer.px(12)

    def paint(self, to: pygame.Surface, renderer: TextRenderer, rect: pygame.Rect) -> None:
        """Draw the box with its wrapped text and the caret."""
        px, high = renderer.px, renderer.line_height(ROLE)
        to.blit(boxes.box(rect.size, px(7), (*FIELD, 255), (*ACCENT, 170)), rect.topleft)
        self._rect, self._lines = rect, _lines(self.text, renderer, rect.width - px(18))
        x, y = rect.x + px(9), rect.y + px(6)
        at = self._line()
        for number, (start, end) in enumerate(self._lines):
            self.draw_marked(to, renderer, pygame.Rect(x, y + number * high, 0, high), start, end)
            renderer.draw(to, self.text[start:end], (x, y + number * high), ROLE, TEXT)
            if number == at:
                caret = x + renderer.width(self.text[start : self.caret], ROLE)
                top = y + number * high
                pygame.draw.line(to, ACCENT, (caret, top + px(2)), (caret, top + high - px(2)), px(1))

    def click(self, at: tuple[int, int], renderer: TextRenderer) -> None:
        """Put the caret where was clicked, in the pixels that ``paint`` drew in."""
        self.marked = (0, 0)
        row = (at[1] - self._rect.y - renderer.px(6)) // renderer.line_height(ROLE)
        start, end = self._lines[max(0, min(len(self._lines) - 1, row))]
        left = at[0] - self._rect.x - renderer.px(9)
        self.caret = min(range(start, end + 1), key=lambda i: abs(renderer.width(self.text[start:i], ROLE) - left))

    def up_or_down(self, step: int) -> bool:
        """Move the caret to the line above or below; False where there is none."""
        at = self._line()
        if not 0 <= at + step < len(self._lines):
            return False
        column = self.caret - self._lines[at][0]
        start, end = self._lines[at + step]
        self.caret = min(start + column, end)
        return True

    def _line(self) -> int:
        return max((i for i, (start, _) in enumerate(self._lines) if start <= self.caret), default=0)


def _lines(text: str, renderer: TextRenderer, width: int) -> list[tuple[int, int]]:
    """(start, end) of every line of a wrapped text; the blank at a break belongs to neither."""
    lines, start, blank = list[tuple[int, int]](), 0, -1
    for i, letter in enumerate(text):
        if letter == " " and renderer.width(text[start:i], ROLE) <= width:
            blank = i
        elif renderer.width(text[start : i + 1], ROLE) > width and i > start:
            end = blank if blank > start else i
            lines.append((start, end))
            start, blank = (end + 1 if end == blank else end), -1
    return [*lines, (start, len(text))]
