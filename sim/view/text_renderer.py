"""Text and small vector glyphs on a surface, each rendered once and cached: the only way the window draws words.

``TextRenderer`` keeps the last few thousand lines, widths and glyphs; a new text size empties it. Knows nothing of towns.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import pygame

from sim.view.style import Colour, Style
from sim.view.widgets import boxes
from sim.view.widgets.boxes import RGBA

Value = TypeVar("Value")
LINES_KEPT = 3000
MAX_INDENT = 40
"""The most blanks kept before a wrapped line."""

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What no font draws: control characters, and marks that change the direction of writing."""


class LruCache(OrderedDict[tuple[object, ...], Value]):
    """A least-recently-used cache: values are made when missing."""

    def fetch(self, key: tuple[object, ...], make: Callable[[], Value], keep: int = LINES_KEPT) -> Value:
        """The value of ``key``; above ``keep`` values the one longest unused is dropped."""
        if key in self:
            self.move_to_end(key)
            return self[key]
        self[key] = made = make()
        if len(self) > keep:
            self.popitem(last=False)
        return made


class TextRenderer:
    """Draws text and glyphs in one ``Style``, whose ``px`` and ``line_height`` it offers too."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.px, self.line_height = style.px, style.line_height
        self._lines: LruCache[pygame.Surface] = LruCache()
        self._wraps: LruCache[tuple[str, ...]] = LruCache()
        self._widths: LruCache[int] = LruCache()
        self._glyphs: LruCache[pygame.Surface] = LruCache()

    def resize(self, scale: float) -> None:
        """Set another text size, one of ``TEXT_SIZES``, and empty the caches."""
        if scale == self.style.scale:
            return
        self.style.resize(scale)
        for store in (self._lines, self._wraps, self._widths, self._glyphs):
            store.clear()

    def width(self, text: str, role: str = "body") -> int:
        """Width of the text on one line, in pixels."""
        clean = _UNSEEN.sub("", text)
        return self._widths.fetch((clean, role), lambda: self.style.font_for(clean, role).size(clean)[0], 20000)

    def line(self, text: str, role: str, colour: Colour) -> pygame.Surface:
        """The text rendered on one line."""
        clean = _UNSEEN.sub("", text)
        return self._lines.fetch((clean, role, colour), lambda: self._rendered(clean, role, colour))

    def _rendered(self, clean: str, role: str, colour: Colour) -> pygame.Surface:
        """pygame renders no text without width, such as joiners alone: that is an empty picture."""
        if not self.width(clean, role):
            return pygame.Surface((0, self.line_height(role)))
        return self.style.font_for(clean, role).render(clean, True, colour)

    def draw(
        self, to: pygame.Surface, text: str, at: tuple[float, float], role: str, colour: Colour, align: str = "left"
    ) -> int:
        """Draw one line with its top left at ``at``; by ``align`` its top centre or top right. Returns its width."""
        made = self.line(text, role, colour)
        shift = {"left": 0.0, "centre": made.get_width() / 2, "right": float(made.get_width())}[align]
        to.blit(made, (round(at[0] - shift), round(at[1])))
        return made.get_width()

    def draw_lines(
        self, to: pygame.Surface, lines: Iterable[str], at: tuple[float, float], role: str, colour: Colour, align: str = "left"
    ) -> float:
        """Draw lines below each other, as ``draw`` does one; returns the y below them."""
        x, y = at
        for line in lines:
            self.draw(to, line, (x, y), role, colour, align)
            y += self.line_height(role)
        return y

    def pill(
        self,
        to: pygame.Surface,
        text: str,
        top: tuple[float, float],
        role: str,
        colour: Colour,
        fill: RGBA,
        edge: RGBA | None = None,
    ) -> None:
        """Draw one line on a round box whose upper edge has its middle at ``top``."""
        wide, high = self.width(text, role) + self.px(14), self.line_height(role)
        to.blit(boxes.box((wide, high), high // 2, fill, edge), (round(top[0]) - wide // 2, round(top[1])))
        self.draw(to, text, top, role, colour, "centre")

    def truncate(self, text: str, role: str, width: int) -> str:
        """The text, truncated with an ellipsis to ``width`` pixels."""
        if self.width(text, role) <= width:
            return text
        low, high = 0, len(text)
        font = self.style.font_for(text, role)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if font.size(text[:middle] + "…")[0] <= width else (low, middle - 1)
        return text[:low].rstrip() + "…"

    def wrap(self, text: str, role: str, width: int, most: int = 0) -> tuple[str, ...]:
        """The text in lines of at most ``width`` pixels; a word longer than a line is broken. Of more than ``most`` lines the
        last that is kept ends in an ellipsis (0: all are kept)."""
        lines = self._wraps.fetch((text, role, width), lambda: tuple(self._wrap(text, role, max(width, 20))))
        if most and len(lines) > most:
            return (*lines[: most - 1], self.truncate(" ".join(lines[most - 1 :]), role, width))
        return lines

    def _wrap(self, text: str, role: str, width: int) -> Iterator[str]:
        """Every line is measured as it is drawn: the widths of its words do not add up to its own, which depends on kerning and
        on the font that has the letters of all of them."""
        for paragraph in text.split("\n"):
            line = paragraph[: len(paragraph) - len(paragraph.lstrip(" "))][:MAX_INDENT]
            for word in paragraph.split():
                joined = f"{line} {word}" if line.strip() else line + word
                if line.strip() and self.width(joined, role) > width:
                    yield line
                    joined = word
                line = joined
                while len(line) > 1 and self.width(line, role) > width:
                    cut = self._cut(line, role, width)
                    yield line[:cut]
                    line = line[cut:]
            yield line

    def _cut(self, line: str, role: str, width: int) -> int:
        """How many characters of a word that is wider than a line stand on it: up to the last of its own signs, if it has
        any."""
        fits = max(1, bisect_right(range(1, len(line)), width, key=lambda end: self.width(line[:end], role)))
        return max(line.rfind(sign, 0, fits) + 1 for sign in "-_/") or fits

    def draw_glyph(self, to: pygame.Surface, name: str, center: tuple[int, int], size: int, colour: Colour) -> None:
        """Draw one of the glyphs around a point."""
        to.blit(self.glyph(name, size, colour), (center[0] - size // 2, center[1] - size // 2))

    def glyph(self, name: str, size: int, colour: Colour) -> pygame.Surface:
        """One of ``GLYPHS`` or of the round ones, ``size`` pixels square, smooth at any size."""
        return self._glyphs.fetch((name, size, colour), lambda: _draw_glyph(name, size, colour))


_Points = list[tuple[float, float]]
_STAR = [(0.19 if i % 2 else 0.46, i * math.pi / 5) for i in range(10)]

GLYPHS: dict[str, tuple[_Points, ...]] = {
    "play": ([(0.26, 0.14), (0.86, 0.5), (0.26, 0.86)],),
    "pause": ([(0.2, 0.15), (0.42, 0.15), (0.42, 0.85), (0.2, 0.85)], [(0.58, 0.15), (0.8, 0.15), (0.8, 0.85), (0.58, 0.85)]),
    "next": ([(0.2, 0.15), (0.68, 0.5), (0.2, 0.85)], [(0.7, 0.15), (0.84, 0.15), (0.84, 0.85), (0.7, 0.85)]),
    "back": ([(0.8, 0.15), (0.32, 0.5), (0.8, 0.85)], [(0.3, 0.15), (0.16, 0.15), (0.16, 0.85), (0.3, 0.85)]),
    "close": ([(0.2, 0.12), (0.88, 0.8), (0.8, 0.88), (0.12, 0.2)], [(0.8, 0.12), (0.88, 0.2), (0.2, 0.88), (0.12, 0.8)]),
    "flag": ([(0.2, 0.08), (0.3, 0.08), (0.3, 0.92), (0.2, 0.92)], [(0.3, 0.1), (0.86, 0.28), (0.3, 0.5)]),
    "star": ([(0.5 + far * math.sin(turn), 0.53 - far * math.cos(turn)) for far, turn in _STAR],),
    "diamond": ([(0.5, 0.08), (0.92, 0.5), (0.5, 0.92), (0.08, 0.5)],),
    "pencil": ([(0.1, 0.9), (0.17, 0.65), (0.35, 0.83)], [(0.22, 0.6), (0.68, 0.14), (0.86, 0.32), (0.4, 0.78)]),
    "pin": ([(0.2, 0.2), (0.8, 0.2), (0.5, 0.95)],),
}


def _draw_glyph(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Drawn four times as large and scaled down, which smooths its edges."""
    big = pygame.Surface((size * 4, size * 4), pygame.SRCALPHA)
    big.fill((*colour, 0))
    if name in GLYPHS:
        for points in GLYPHS[name]:
            pygame.draw.polygon(big, colour, [(x * size * 4, y * size * 4) for x, y in points])
    else:
        _draw_round(big, name, size * 4, colour)
    return pygame.transform.smoothscale(big, (size, size))


def _draw_round(big: pygame.Surface, name: str, size: int, colour: Colour) -> None:
    """The glyphs made of circles: ``search``, ``dot``, ``graph``, ``eye``."""
    thick = max(2, size // 9)
    if name == "search":
        pygame.draw.circle(big, colour, (size * 0.42, size * 0.42), size * 0.3, thick)
        pygame.draw.line(big, colour, (size * 0.62, size * 0.62), (size * 0.9, size * 0.9), int(thick * 1.4))
    elif name == "graph":
        ends = [(0.2, 0.3), (0.8, 0.22), (0.55, 0.82)]
        for i, (x, y) in enumerate(ends):
            to = ends[(i + 1) % 3]
            pygame.draw.line(big, colour, (x * size, y * size), (to[0] * size, to[1] * size), thick)
            pygame.draw.circle(big, colour, (x * size, y * size), size * 0.16)
    elif name == "eye":
        pygame.draw.ellipse(big, colour, (size * 0.05, size * 0.25, size * 0.9, size * 0.5), thick)
        pygame.draw.circle(big, colour, (size / 2, size / 2), size * 0.15)
    else:
        pygame.draw.circle(big, colour, (size / 2, size / 2), size * 0.44)
