"""Draws the town: its picture, and on it names, icons and speech.

Everything readable (names, bubbles) has the text's size, not the map's, so that it can be read at any zoom, and is drawn
after the light, so that it can be read at night.
"""

from __future__ import annotations

import math

import pygame

from sim.view.badges import Badges
from sim.view.bubbles import draw_bubbles
from sim.view.desk import Desk
from sim.view.picture import Picture
from sim.view.scene import Figure
from sim.view.style import INK
from sim.view.widgets import frame

BEYOND = 200
"""Window pixels around the view in which residents are still drawn, for their names and bubbles."""
STANDING, LYING = 3, 11
"""Empty rows of art pixels above the head."""


class Town:
    """The town at the desk's moment, onto ``desk.camera.view``."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.hovered: str | None = None
        self.picture = Picture(desk)
        self._sectors = [o for o in desk.pictures.map.objects if o.cls == "sector" and o.name]
        self.pointer: tuple[int, int] | None = None
        """Where the pointer is over the town, in window pixels."""
        self._badges = Badges(desk)

    def draw(self, to: pygame.Surface) -> None:
        """One frame."""
        seen = self.desk.camera.view.inflate(BEYOND, BEYOND)
        shown = [f for f in self.desk.scene.figures if seen.collidepoint(self.feet(f))]
        self.picture.draw(to, shown)
        self._places(to)
        self._talk_lines(to)
        heads = {f.slug: self.head(f) for f in shown}
        self._badges.draw(to, [(f.slug, self.feet(f), heads[f.slug]) for f in shown], self.hovered)
        draw_bubbles(to, self.desk, heads)
        self._thing(to)

    def who(self, at: tuple[int, int]) -> str | None:
        """The resident at a window position: the figure, or the name below it."""
        x, y = self.desk.camera.to_world(at)
        tilemap = self.desk.pictures.map
        named = (slug for rect, slug in reversed(self._badges.named) if rect.collidepoint(at))
        return self.desk.scene.at(x / tilemap.tile_width, y / tilemap.tile_height) or next(named, None)

    def feet(self, figure: Figure) -> tuple[int, int]:
        """Window position of the middle of a resident's tile's lower edge."""
        tilemap = self.desk.pictures.map
        return self.desk.camera.to_screen((figure.x + 0.5) * tilemap.tile_width, (figure.y + 1) * tilemap.tile_height - 1)

    def head(self, figure: Figure) -> tuple[int, int]:
        """Window position just above a resident's head."""
        x, y = self.feet(figure)
        return x, y - (self.desk.sprites.frame[1] - (LYING if figure.lies else STANDING)) * self.desk.camera.zoom

    def _places(self, to: pygame.Surface) -> None:
        """The names of places, above their middle."""
        if not self.desk.labels:
            return
        tilemap, camera, ink = self.desk.pictures.map, self.desk.camera, self.desk.ink
        for place in self._sectors:
            x, y = camera.to_screen((place.x + place.w / 2) * tilemap.tile_width, place.y * tilemap.tile_height)
            wide, high = ink.width(place.name, "label") + ink.px(16), ink.style.line("label") + ink.px(2)
            rect = pygame.Rect(x - wide // 2, y - high - ink.px(2), wide, high)
            if rect.colliderect(camera.view):
                to.blit(frame.box(rect.size, high // 2, (16, 20, 28, 120)), rect.topleft)
                ink.put(to, place.name, (x, rect.y + ink.px(1)), "label", (226, 220, 204), "centre")

    def _talk_lines(self, to: pygame.Surface) -> None:
        """A dotted line between people who talk."""
        figures = {f.slug: f for f in self.desk.scene.figures}
        for talk in self.desk.scene.state.talks:
            people = [self.feet(figures[slug]) for slug in talk.people if slug in figures]
            for a, b in zip(people, people[1:], strict=False):
                self._dots(to, a, b)

    def _dots(self, to: pygame.Surface, a: tuple[int, int], b: tuple[int, int]) -> None:
        lift = 7 * self.desk.camera.zoom
        far = math.dist(a, b)
        count = int(far / self.desk.ink.px(9))
        for i in range(1, count):
            share = i / count
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share - lift
            pygame.draw.circle(to, (250, 250, 245), (round(x), round(y)), self.desk.ink.px(2))

    def _thing(self, to: pygame.Surface) -> None:
        """What the pointer is on: an object, its state, who uses it."""
        if self.pointer is None or self.hovered is not None:
            return
        tilemap, ink = self.desk.pictures.map, self.desk.ink
        x, y = self.desk.camera.to_world(self.pointer)
        text = self.desk.scene.thing(x / tilemap.tile_width, y / tilemap.tile_height)
        if text:
            rect = pygame.Rect(self.pointer[0] + 14, self.pointer[1] + 16, ink.width(text, "small") + ink.px(16), ink.px(26))
            rect.clamp_ip(self.desk.camera.view)
            to.blit(frame.box(rect.size, ink.px(7), (19, 23, 31, 235), (255, 255, 255, 26)), rect.topleft)
            ink.put(to, text, (rect.x + ink.px(8), rect.y + ink.px(3)), "small", INK)
