"""The small map: where all residents are, and what is in view. A click moves the camera there."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from sim.view import formatting, lighting
from sim.view.context import ViewContext
from sim.view.style import ACCENT, LIVE, TEXT, Colour
from sim.view.widgets.flow import Flow
from sim.view.widgets.panel import Panel

MAX_WIDTH = 190
"""Pixels at 100 %."""
MAX_HEIGHT = 130
"""Pixels at 100 %."""
LIGHT_STEP = 8
"""Steps (of 255) in which the light changes."""
BRIGHTER = 24
"""How much brighter (of 255) than the town the small map is."""


class MiniMap(Panel):
    """The map is scaled once; dots and the view's frame are drawn each frame."""

    drags = True

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context
        self._small: pygame.Surface | None = None

    def size(self) -> tuple[int, int]:
        """Pixels of the panel, in the map's proportion."""
        w, h = self.context.map_renderer.size
        share = min(self.renderer.px(MAX_WIDTH) / w, self.renderer.px(MAX_HEIGHT) / h)
        return round(w * share) + self.renderer.px(12), round(h * share) + self.renderer.px(12)

    def area(self) -> pygame.Rect:
        return pygame.Rect((0, 0), self.rect.size).inflate(-self.renderer.px(12), -self.renderer.px(12))

    def key(self) -> Hashable:
        """The light, in small steps: the map itself never changes."""
        return self._light()

    def _light(self) -> Colour:
        minutes = formatting.minutes(self.context.start, self.context.now)
        light = lighting.light_colour(minutes, self.context.scene.state.weather)
        r, g, b = (min(255, part // LIGHT_STEP * LIGHT_STEP + BRIGHTER) for part in light)
        return r, g, b

    def paint(self, flow: Flow) -> None:
        area = self.area()
        if self._small is None or self._small.get_size() != area.size:
            self._small = self.context.map_renderer.small(*area.size)
        lit = self._small.copy()
        lit.fill(self._light(), special_flags=pygame.BLEND_RGB_MULT)
        flow.to.blit(lit, area.topleft)

    def draw(self, to: pygame.Surface, mouse: tuple[int, int]) -> None:
        super().draw(to, mouse)
        if not self.visible or not self.rect.width:
            return
        area = self.area().move(self.rect.topleft)
        tilemap, (w, h) = self.context.tilemap, self.context.map_renderer.size
        for figure in self.context.scene.figures:
            x = area.x + (figure.x + 0.5) * tilemap.tile_width / w * area.width
            y = area.y + (figure.y + 0.5) * tilemap.tile_height / h * area.height
            chosen = figure.slug == self.context.selected
            colour = ACCENT if chosen else LIVE if figure.slug in self.context.news.knows else TEXT
            pygame.draw.circle(to, (20, 24, 30), (x, y), self.renderer.px(4 if chosen else 3))
            pygame.draw.circle(to, colour, (x, y), self.renderer.px(3 if chosen else 2))
        seen = self.context.camera.visible()
        wide, high = area.width / w, area.height / h
        rect = pygame.Rect(area.x + seen.x * wide, area.y + seen.y * high, seen.width * wide, seen.height * high).clip(area)
        pygame.draw.rect(to, (255, 255, 255), rect, max(1, self.renderer.px(1)), border_radius=self.renderer.px(2))

    def drag(self, at: tuple[int, int]) -> None:
        """Move the camera."""
        area, (w, h) = self.area().move(self.rect.topleft), self.context.map_renderer.size
        self.context.release_camera()
        self.context.camera.look((at[0] - area.x) / area.width * w, (at[1] - area.y) / area.height * h)
