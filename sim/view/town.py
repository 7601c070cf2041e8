"""Draws the town: its picture, and on it names, icons and speech.

Everything readable (names, bubbles) has the text's size, not the map's, so that it can be read at any zoom, and is drawn
after the light, so that it can be read at night.
"""

from __future__ import annotations

import math

import pygame

from sim.view.badges import Badges
from sim.view.bubbles import Bubbles
from sim.view.context import Desk
from sim.view.picture import Picture
from sim.view.roofs import Roofs
from sim.view.scene import Figure
from sim.view.signs import Signs
from sim.view.style import INK, SOFT
from sim.view.widgets import frame

BEYOND = 200
"""Window pixels around the view in which residents are still drawn, for their names and bubbles."""
HEARD = 7
"""Tiles between two people who talk up to which a dotted line joins them."""
STANDING, LYING = 3, 11
"""Empty rows of art pixels above the head."""


class Town:
    """The town at the desk's moment, onto ``desk.camera.view``."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.hovered: str | None = None
        roofs = Roofs(desk.pictures.map)
        self.picture = Picture(desk, roofs)
        self._signs = Signs(desk, roofs)
        self.pointer: tuple[int, int] | None = None
        """Where the pointer is over the town, in window pixels."""
        self._badges = Badges(desk)
        self._bubbles = Bubbles(desk)

    def draw(self, to: pygame.Surface) -> None:
        """One frame."""
        seen = self.desk.camera.view.inflate(BEYOND, BEYOND)
        shown = [f for f in self.desk.scene.figures if seen.collidepoint(self.feet(f))]
        self.picture.draw(to, shown)
        heads = {f.slug: self.head(f) for f in shown}
        if self.desk.labels:
            self._signs.draw(to, [self._body(f) for f in shown])
        self._talk_lines(to)
        self._bubbles.arrange(heads)
        spots = [(f.slug, self.feet(f), heads[f.slug]) for f in shown]
        self._badges.draw(to, spots, self.hovered, {bubble.who: bubble.rect for bubble in self._bubbles.shown})
        self._bubbles.draw(to)
        self._pointed(to)

    def who(self, at: tuple[int, int]) -> str | None:
        """The resident at a window position: the figure, their name or their bubble."""
        x, y = self.desk.camera.to_world(at)
        tilemap = self.desk.pictures.map
        named = (slug for rect, slug in reversed(self._badges.named) if rect.collidepoint(at))
        return self.desk.scene.at(x / tilemap.tile_width, y / tilemap.tile_height) or next(named, None) or self._bubbles.at(at)

    def feet(self, figure: Figure) -> tuple[int, int]:
        """Window position of the middle of a resident's tile's lower edge."""
        tilemap = self.desk.pictures.map
        return self.desk.camera.to_screen((figure.x + 0.5) * tilemap.tile_width, (figure.y + 1) * tilemap.tile_height - 1)

    def _body(self, figure: Figure) -> pygame.Rect:
        """The window's pixels that a figure and the name below it take."""
        (x, y), wide = self.head(figure), 8 * self.desk.camera.zoom
        return pygame.Rect(x - wide, y, 2 * wide, self.feet(figure)[1] - y + self.desk.ink.style.line("label"))

    def head(self, figure: Figure) -> tuple[int, int]:
        """Window position just above a resident's head."""
        x, y = self.feet(figure)
        return x, y - (self.desk.sprites.frame[1] - (LYING if figure.lies else STANDING)) * self.desk.camera.zoom

    def _talk_lines(self, to: pygame.Surface) -> None:
        """A dotted line between people who talk."""
        figures = {f.slug: f for f in self.desk.scene.figures}
        for talk in self.desk.scene.state.talks:
            people = [self.feet(figures[slug]) for slug in talk.people if slug in figures]
            for a, b in zip(people, people[1:], strict=False):
                self._dots(to, a, b)

    def _dots(self, to: pygame.Surface, a: tuple[int, int], b: tuple[int, int]) -> None:
        """From body to body, over nobody; none between people who are far apart, as somebody called to or walking off is."""
        lift, zoom, far = 7 * self.desk.camera.zoom, self.desk.camera.zoom, math.dist(a, b)
        if far > HEARD * self.desk.pictures.map.tile_width * zoom:
            return
        count = int(far / self.desk.ink.px(9))
        for i in range(1, count):
            share = i / count
            if min(share, 1 - share) * far > 7 * zoom:
                at = round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share - lift)
                pygame.draw.circle(to, (40, 36, 44), at, self.desk.ink.px(3))
                pygame.draw.circle(to, (255, 250, 235), at, self.desk.ink.px(2))

    def _pointed(self, to: pygame.Surface) -> None:
        """What the pointer is on: a person and what they do, or an object, its state and who uses it."""
        if self.pointer is None:
            return
        tilemap, ink = self.desk.pictures.map, self.desk.ink
        if self.hovered is not None:
            rows = [(self.desk.scene.full_name(self.hovered), "label"), (self.desk.scene.doing(self.hovered)[0], "small")]
        else:
            x, y = self.desk.camera.to_world(self.pointer)
            rows = [(self.desk.scene.thing(x / tilemap.tile_width, y / tilemap.tile_height), "small")]
        rows = [(ink.cut(text, role, ink.px(360)), role) for text, role in rows if text]
        if rows:
            self._card(to, rows)

    def _card(self, to: pygame.Surface, rows: list[tuple[str, str]]) -> None:
        """A few words beside the pointer."""
        ink, (x, y) = self.desk.ink, self.pointer or (0, 0)
        high = sum(ink.style.line(role) for _, role in rows) + ink.px(8)
        rect = pygame.Rect(x + 14, y + 16, max(ink.width(text, role) for text, role in rows) + ink.px(18), high)
        rect.clamp_ip(self.desk.camera.view)
        to.blit(frame.box(rect.size, ink.px(7), (16, 20, 28, 235), (255, 255, 255, 30)), rect.topleft)
        top = rect.y + ink.px(3)
        for text, role in rows:
            ink.put(to, text, (rect.x + ink.px(9), top), role, INK if role == "label" else SOFT)
            top += ink.style.line(role)
