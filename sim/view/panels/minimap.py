"""The whole town, small: who is where, what is in view. A click looks there."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from sim.view import light, times
from sim.view.context import Desk
from sim.view.style import ACCENT, INK, LIVE, Colour
from sim.view.widgets.flow import Flow
from sim.view.widgets.panel import Panel

WIDEST, HIGHEST = 190, 130
LEVEL, LIFT = 8, 24
"""Steps of the light that are told apart, and how much brighter than the town the small map is, each of 255."""


class MiniMap(Panel):
    """The map shrunk once; dots and the view's frame on top each frame."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.ink)
        self.desk = desk
        self.dragging = False
        self._small: pygame.Surface | None = None

    def size(self) -> tuple[int, int]:
        """Pixels of the panel, in the map's proportion."""
        w, h = self.desk.pictures.size
        share = min(self.ink.px(WIDEST) / w, self.ink.px(HIGHEST) / h)
        return round(w * share) + self.ink.px(12), round(h * share) + self.ink.px(12)

    def area(self) -> pygame.Rect:
        """The map within the panel."""
        return pygame.Rect((0, 0), self.rect.size).inflate(-self.ink.px(12), -self.ink.px(12))

    def key(self) -> Hashable:
        """The light, in steps that are not seen one by one: the map itself never changes."""
        return self._light()

    def _light(self) -> Colour:
        minutes = times.minutes(self.desk.start, self.desk.now)
        r, g, b = light.light(minutes, self.desk.scene.state.weather)
        return min(255, r // LEVEL * LEVEL + LIFT), min(255, g // LEVEL * LEVEL + LIFT), min(255, b // LEVEL * LEVEL + LIFT)

    def paint(self, flow: Flow) -> None:
        """The map in the light of the hour, a little brighter than the town itself."""
        area = self.area()
        if self._small is None or self._small.get_size() != area.size:
            self._small = self.desk.pictures.small(*area.size)
        lit = self._small.copy()
        lit.fill(self._light(), special_flags=pygame.BLEND_RGB_MULT)
        flow.to.blit(lit, area.topleft)

    def draw(self, to: pygame.Surface, mouse: tuple[int, int]) -> None:
        """Dots for residents, a frame for the view."""
        super().draw(to, mouse)
        if not self.visible or not self.rect.width:
            return
        area = self.area().move(self.rect.topleft)
        tilemap, (w, h) = self.desk.pictures.map, self.desk.pictures.size
        for figure in self.desk.scene.figures:
            x = area.x + (figure.x + 0.5) * tilemap.tile_width / w * area.width
            y = area.y + (figure.y + 0.5) * tilemap.tile_height / h * area.height
            chosen = figure.slug == self.desk.selected
            known = self.desk.knows is not None and figure.slug in self.desk.knows
            colour = ACCENT if chosen else LIVE if known else INK
            pygame.draw.circle(to, (20, 24, 30), (x, y), self.ink.px(4 if chosen else 3))
            pygame.draw.circle(to, colour, (x, y), self.ink.px(3 if chosen else 2))
        seen = self.desk.camera.visible()
        rect = pygame.Rect(
            area.x + seen.x * area.width / w,
            area.y + seen.y * area.height / h,
            seen.width * area.width / w,
            seen.height * area.height / h,
        ).clip(area)
        pygame.draw.rect(to, (255, 255, 255), rect, max(1, self.ink.px(1)), border_radius=self.ink.px(2))

    def event(self, event: pygame.event.Event, mouse: tuple[int, int]) -> bool:
        """Press and drag to look elsewhere."""
        down = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos)
        if self.visible and (down or (event.type == pygame.MOUSEMOTION and self.dragging)):
            self.dragging = True
            area, (w, h) = self.area().move(self.rect.topleft), self.desk.pictures.size
            self.desk.following = False
            self.desk.directed = False
            self.desk.camera.look((event.pos[0] - area.x) / area.width * w, (event.pos[1] - area.y) / area.height * h)
            return True
        if event.type == pygame.MOUSEBUTTONUP and self.dragging:
            self.dragging = False
            return True
        return super().event(event, mouse)
