"""A vertical flow layout: paragraphs, chips, bars and clickable cards, written from top to bottom.

A panel paints its whole content through a ``Flow``. What lies outside the visible area is measured, not drawn, so that a list
of hundreds of cards costs a few milliseconds. A ``Zone`` is what can be clicked or reached with Tab.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import pygame

from sim.view.style import ACCENT, CARD, CARD_EDGE, FAINT, MUTED, TEXT, Colour
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes

Act = Callable[[], object]


@dataclass(frozen=True)
class Zone:
    """A clickable part of a panel; ``name`` is for tooltips and tests, ``tip`` the whole of a text that is cut there."""

    rect: pygame.Rect
    act: Act
    name: str = ""
    tip: str = ""


@dataclass(frozen=True)
class Chip:
    """A small button: ``on`` ones are filled."""

    label: str
    act: Act
    on: bool = False
    colour: Colour | None = None
    name: str = ""
    """The name of its zone; "" for the label."""


class Flow:
    """Writes onto ``to`` from ``area``'s top, ``scroll`` pixels up. ``height`` is what was written so far, in pixels."""

    def __init__(self, to: pygame.Surface, renderer: TextRenderer, area: pygame.Rect, scroll: float = 0) -> None:
        self.to, self.renderer, self.area = to, renderer, area
        self.zones: list[Zone] = []
        self.x, self.width = area.x, area.width
        self.y = area.y - round(scroll)
        self._start = self.y
        self._held: list[Callable[[], object]] | None = None
        self._cut: list[str] = []
        """What was cut in the card that is being written."""

    @property
    def height(self) -> int:
        """Pixels written so far."""
        return self.y - self._start

    def seen(self, top: int, bottom: int) -> bool:
        """Whether any of these rows of pixels is visible."""
        return bottom >= self.area.top and top <= self.area.bottom

    def do(self, draw: Callable[[], object]) -> None:
        """Draw now, or once the card around it is drawn."""
        if self._held is None:
            draw()
        else:
            self._held.append(draw)

    def gap(self, n: float = 8) -> None:
        """Leave ``n`` pixels (at 100 %)."""
        self.y += self.renderer.px(n)

    def text(self, text: str, role: str = "body", colour: Colour = TEXT, indent: float = 0, lines: int = 0) -> None:
        """A wrapped paragraph; at most ``lines`` lines when that is above 0."""
        left = self.x + self.renderer.px(indent)
        width = self.width - self.renderer.px(indent)
        wrapped = self.renderer.wrap(text, role, width, lines)
        if lines and len(self.renderer.wrap(text, role, width)) > lines:
            self._cut.append(text)
        for line in wrapped:
            self._line(line, left, role, colour)

    def _line(self, line: str, left: int, role: str, colour: Colour) -> None:
        at, high = self.y, self.renderer.line_height(role)
        self.y += high
        if line and self.seen(at, at + high):
            self.do(lambda: self.renderer.draw(self.to, line, (left, at), role, colour))

    def heading(self, text: str, note: str = "") -> None:
        """A heading in small capitals, with a faint note at the right where there is room for both."""
        self.gap(10)
        corner = (self.x + self.width, self.y)
        self._line(text.upper(), self.x, "caps", FAINT)
        used = self.renderer.width(text.upper(), "caps") + self.renderer.width(note, "tiny") + self.renderer.px(8)
        if note and used <= self.width and self.seen(corner[1], self.y):
            self.do(lambda: self.renderer.draw(self.to, note, corner, "tiny", FAINT, "right"))
        self.gap(5)

    def chips(self, chips: Sequence[Chip]) -> None:
        """A row of small buttons, wrapped into more rows where needed."""
        px, high = self.renderer.px, self.renderer.line_height("small") + self.renderer.px(6)
        x, y = self.x, self.y
        for chip in chips:
            wide = min(self.renderer.width(chip.label, "small") + px(18), self.width)
            if x + wide > self.x + self.width and x > self.x:
                x, y = self.x, y + high + px(5)
            rect = pygame.Rect(x, y, wide, high)
            if self.seen(rect.top, rect.bottom):
                self.do(partial(self._chip, chip, rect))
                self.zones.append(Zone(rect, chip.act, chip.name or chip.label))
            x += wide + px(5)
        self.y = y + high
        self.gap(6)

    def _chip(self, chip: Chip, rect: pygame.Rect) -> None:
        colour = chip.colour or ACCENT
        fill = (*colour, 235) if chip.on else (255, 255, 255, 16)
        self.to.blit(boxes.box(rect.size, rect.height // 2, fill), rect.topleft)
        ink = (22, 24, 30) if chip.on else MUTED
        label = self.renderer.truncate(chip.label, "small", rect.width - self.renderer.px(16))
        self.renderer.draw(self.to, label, (rect.centerx, rect.y + self.renderer.px(2.5)), "small", ink, "centre")

    @contextmanager
    def card(self, act: Act | None = None, accent: Colour | None = None, name: str = "", indent: float = 0) -> Iterator[None]:
        """A box around what is written inside the ``with``, with a coloured edge; all of it can be clicked."""
        outer_x, outer_w, outer_held = self.x, self.width, self._held
        left, pad, edge = self.x + self.renderer.px(indent), self.renderer.px(9), self.renderer.px(3)
        top, held = self.y, list[Callable[[], object]]()
        self.x, self.width, self._held = left + pad + edge, outer_w - (left - outer_x) - 2 * pad - edge, held
        self.y += self.renderer.px(7)
        before, self._cut = len(self.zones), []
        yield
        self.y += self.renderer.px(8)
        self.x, self.width, self._held = outer_x, outer_w, outer_held
        rect = pygame.Rect(left, top, outer_w - (left - outer_x), self.y - top)
        if self.seen(rect.top, rect.bottom):
            self.do(lambda: self._card(rect, accent, held))
            if act:
                self.zones.insert(before, Zone(rect, act, name, "\n".join(self._cut)))
        self.gap(6)

    def _card(self, rect: pygame.Rect, accent: Colour | None, held: list[Callable[[], object]]) -> None:
        self.to.blit(boxes.box(rect.size, self.renderer.px(7), CARD, CARD_EDGE), rect.topleft)
        if accent:
            px = self.renderer.px
            edge = pygame.Rect(rect.x + px(4), rect.y + px(8), px(3), rect.height - px(16))
            pygame.draw.rect(self.to, accent, edge, border_radius=px(2))
        for draw in held:
            draw()

    def bar(self, label: str, share: float, value: str, colour: Colour, left: float = 84) -> None:
        """A horizontal bar from 0 to 1 with its label and value."""
        high = self.renderer.line_height("tiny")
        row = pygame.Rect(self.x, self.y, self.width, high)
        self.y += high
        if self.seen(row.top, row.bottom):
            self.do(lambda: self._bar(row, label, max(0.0, min(1.0, share)), value, colour, self.renderer.px(left)))

    def _bar(self, row: pygame.Rect, label: str, share: float, value: str, colour: Colour, left: int) -> None:
        self.renderer.draw(self.to, label, row.topleft, "tiny", FAINT)
        room = row.width - left - self.renderer.px(44)
        track = pygame.Rect(row.x + left, row.centery - self.renderer.px(3), room, self.renderer.px(6))
        pygame.draw.rect(self.to, (45, 51, 62), track, border_radius=self.renderer.px(3))
        if share > 0:
            filled = pygame.Rect(track.x, track.y, max(self.renderer.px(4), round(room * share)), track.height)
            pygame.draw.rect(self.to, colour, filled, border_radius=self.renderer.px(3))
        self.renderer.draw(self.to, value, row.topright, "tiny", MUTED, "right")
