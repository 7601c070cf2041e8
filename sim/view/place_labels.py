"""Labels of places: a building's name on its upper wall, a street's or park's name on its ground.

Drawn below the labels and bubbles of residents. A place larger than the view has its label in the middle of its visible part.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from sim.view.context import ViewContext
from sim.view.roofs import Roofs
from sim.view.text_renderer import LruCache
from sim.view.widgets import boxes
from sim.world.tilemap import MapObject

BUILDING_TEXT = (236, 228, 208)
GROUND_TEXT = (250, 248, 238)
BOARD = (46, 36, 44, 225)
BOARD_EDGE = (122, 100, 96, 255)
OPACITY = 230
"""Opacity (of 255) of a label."""
PALE_OPACITY = 60
"""Opacity (of 255) of a label on which a resident stands."""
BUILDING_ROW = 0.9
"""Tiles from a building's first row to the middle of its label."""
MIN_WIDTH = 90
"""Window pixels (at 100 %) of a place that must be visible for its label to be drawn."""


class PlaceLabels:
    """Call ``draw`` once a frame."""

    def __init__(self, context: ViewContext, roofs: Roofs) -> None:
        self.context = context
        places = [item for item in context.tilemap.objects if item.cls == "sector" and item.name]
        self._places = [(item, roofs.top(item)) for item in places]
        self._made: LruCache[pygame.Surface] = LruCache()

    def draw(self, to: pygame.Surface, people: Sequence[pygame.Rect]) -> None:
        """Draw all labels in view, pale where one of ``people`` (their figures with their names) stands."""
        for place, top in self._places:
            seen = self._seen(place)
            if seen.width < self.context.renderer.px(MIN_WIDTH) or seen.height < 1:
                continue
            y = seen.centery
            if top is not None:
                y = self.context.camera.to_screen(0, (top + BUILDING_ROW / 2) * self.context.tilemap.tile_height)[1]
            key = (place.name, top is not None, self.context.renderer.style.scale)
            picture = self._made.fetch(key, partial(self._make, *key[:2]))
            rect = picture.get_rect(center=(seen.centerx, y))
            picture.set_alpha(PALE_OPACITY if rect.collidelist(list(people)) >= 0 else OPACITY)
            to.blit(picture, rect)

    def _seen(self, place: MapObject) -> pygame.Rect:
        """The visible part of a place, in window pixels."""
        camera = self.context.camera
        left, top = camera.to_screen(*self.context.world_pixel(place.x, place.y))
        wide, high = self.context.world_pixel(place.w, place.h)
        return pygame.Rect(left, top, round(wide * camera.zoom), round(high * camera.zoom)).clip(camera.free)

    def _make(self, name: str, house: bool) -> pygame.Surface:
        renderer, px = self.context.renderer, self.context.renderer.px
        text = renderer.truncate(name, "label", px(300))
        wide, high = renderer.width(text, "label") + px(18), renderer.line_height("label") + px(3)
        if house:
            made = boxes.box((wide, high), px(4), BOARD, BOARD_EDGE).copy()
            renderer.draw(made, text, (wide / 2, px(1)), "label", BUILDING_TEXT, "centre")
            return made
        made = pygame.Surface((wide, high), pygame.SRCALPHA)
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (1, 1)):
            renderer.draw(made, text, (wide / 2 + dx, px(1) + dy), "label", (34, 40, 36), "centre")
        renderer.draw(made, text, (wide / 2, px(1)), "label", GROUND_TEXT, "centre")
        return made
