"""Draws the town: the art, and on it the labels, icons and speech bubbles.

Text is drawn in the window's text size, not the map's zoom, and after the light, so that it can be read at any zoom and at
night.
"""

from __future__ import annotations

import math

import pygame

from sim.view.context import ViewContext
from sim.view.place_labels import PlaceLabels
from sim.view.resident_labels import ResidentLabels
from sim.view.roofs import Roofs
from sim.view.scene import Figure
from sim.view.speech_bubbles import SpeechBubbles
from sim.view.style import MUTED, TEXT
from sim.view.telling import draw_arrows
from sim.view.widgets import boxes
from sim.view.world_renderer import WorldRenderer

OUTSIDE = 200
"""Window pixels around the view in which residents are still drawn, because of their names and bubbles."""
LINE_TILES = 7
"""Tiles up to which a dotted line joins two people who talk."""
ABOVE_STANDING = 3
"""Empty rows of art pixels above the head of a standing figure."""
ABOVE_LYING = 11
"""Empty rows of art pixels above the head of a lying figure."""


class TownRenderer:
    """The town at the shown moment, drawn onto ``context.camera.view``."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.hovered: str | None = None
        roofs = Roofs(context.tilemap)
        self.world = WorldRenderer(context, roofs)
        self._place_labels = PlaceLabels(context, roofs)
        self.pointer: tuple[int, int] | None = None
        """The pointer's position over the town in window pixels; None elsewhere."""
        self._resident_labels = ResidentLabels(context)
        self._bubbles = SpeechBubbles(context)

    def draw(self, to: pygame.Surface, bubbles: bool = True) -> None:
        """Draw one frame; without ``bubbles`` names stand in their place."""
        seen = self.context.camera.view.inflate(OUTSIDE, OUTSIDE)
        shown = [f for f in self.context.scene.figures if seen.collidepoint(self.feet(f))]
        self.world.draw(to, shown)
        heads = {f.slug: self.head(f) for f in shown}
        if self.context.labels:
            self._place_labels.draw(to, [self._body(f) for f in shown])
        self._talk_lines(to)
        if (told := self.context.news.telling) is not None:
            draw_arrows(to, self.context, told, self.context.news.arrow, self.feet)
        if bubbles:
            self._bubbles.arrange(heads)
        spots = [(f.slug, self.feet(f), heads[f.slug]) for f in shown]
        self._resident_labels.draw(to, spots, self.hovered, {bubble.who: bubble.rect for bubble in self._bubbles.shown})
        self._bubbles.draw(to)
        self._describe_pointed(to)

    def who(self, at: tuple[int, int]) -> str | None:
        """The resident at a window position: by figure, name or bubble."""
        named = (slug for rect, slug in reversed(self._resident_labels.named) if rect.collidepoint(at))
        return self.context.scene.at(*self.context.tile_at(at)) or next(named, None) or self._bubbles.at(at)

    def feet(self, figure: Figure) -> tuple[int, int]:
        """Window position of the middle of a resident's tile's lower edge."""
        x, y = self.context.world_pixel(figure.x + 0.5, figure.y + 1)
        return self.context.camera.to_screen(x, y - 1)

    def _body(self, figure: Figure) -> pygame.Rect:
        """The window rectangle of a figure and the name below it."""
        (x, y), wide = self.head(figure), 8 * self.context.camera.zoom
        return pygame.Rect(x - wide, y, 2 * wide, self.feet(figure)[1] - y + self.context.renderer.line_height("label"))

    def head(self, figure: Figure) -> tuple[int, int]:
        """Window position just above a resident's head."""
        (x, y), above = self.feet(figure), ABOVE_LYING if figure.lies else ABOVE_STANDING
        return x, y - (self.context.sprites.frame[1] - above) * self.context.camera.zoom

    def _talk_lines(self, to: pygame.Surface) -> None:
        """Draw a dotted line between people who talk."""
        figures = {f.slug: f for f in self.context.scene.figures}
        for talk in self.context.scene.state.talks:
            people = [self.feet(figures[slug]) for slug in talk.people if slug in figures]
            for a, b in zip(people, people[1:], strict=False):
                self._dots(to, a, b)

    def _dots(self, to: pygame.Surface, a: tuple[int, int], b: tuple[int, int]) -> None:
        """Draw dots between two bodies, none over a body; nothing where the two are far apart (called to, walking off)."""
        lift, zoom, far = 7 * self.context.camera.zoom, self.context.camera.zoom, math.dist(a, b)
        if far > LINE_TILES * self.context.tilemap.tile_width * zoom:
            return
        count = int(far / self.context.renderer.px(9))
        for i in range(1, count):
            share = i / count
            if min(share, 1 - share) * far > 7 * zoom:
                at = round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share - lift)
                pygame.draw.circle(to, (40, 36, 44), at, self.context.renderer.px(3))
                pygame.draw.circle(to, (255, 250, 235), at, self.context.renderer.px(2))

    def _describe_pointed(self, to: pygame.Surface) -> None:
        """Describe what the pointer is on: a resident and what they do, or an object, its state and its user."""
        if self.pointer is None:
            return
        renderer = self.context.renderer
        if self.hovered is not None:
            rows = [(self.context.scene.full_name(self.hovered), "label"), (self.context.scene.doing(self.hovered)[0], "small")]
        else:
            rows = [(self.context.scene.thing(*self.context.tile_at(self.pointer)), "small")]
        rows = [(line, role) for text, role in rows if text for line in renderer.wrap(text, role, renderer.px(360))]
        if rows:
            self._card(to, rows)

    def _card(self, to: pygame.Surface, rows: list[tuple[str, str]]) -> None:
        renderer, (x, y) = self.context.renderer, self.pointer or (0, 0)
        high = sum(renderer.line_height(role) for _, role in rows) + renderer.px(8)
        wide, free = max(renderer.width(text, role) for text, role in rows) + renderer.px(18), self.context.camera.free
        # At the right and lower end of the free town the card is left of the pointer and above it, and never below it.
        left = x + 14 if x + 14 + wide <= free.right else x - 14 - wide
        rect = pygame.Rect(max(0, left), y + 16 if y + 16 + high <= free.bottom else y - 16 - high, wide, high)
        to.blit(boxes.box(rect.size, renderer.px(7), (16, 20, 28, 235), (255, 255, 255, 30)), rect.topleft)
        top = rect.y + renderer.px(3)
        for text, role in rows:
            renderer.draw(to, text, (rect.x + renderer.px(9), top), role, TEXT if role == "label" else MUTED)
            top += renderer.line_height(role)
