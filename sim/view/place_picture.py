"""A picture of a map with its places: what `new --map` took for what. Knows the map and nothing of a run."""

from __future__ import annotations

from pathlib import Path

import pygame

from sim.types import is_blank
from sim.view.map_renderer import MapRenderer
from sim.view.offscreen import headless
from sim.view.png import save_png
from sim.view.style import PEOPLE_COLOURS
from sim.world.tilemap import TileMap

LONGER_SIDE = 1600
"""Pixels along the longer side of the picture."""
EDGE = 3
"""Pixels of a frame's line, and the radius of an object's dot."""
FONT_SIZE = 30


def save_place_picture(tilemap: TileMap, out: Path) -> None:
    """Write ``out`` (PNG): the map with a frame and a name for every sector, and a dot for every object."""
    with headless((1, 1)):
        renderer = MapRenderer(tilemap, {})
        wide, high = renderer.size
        scale = LONGER_SIDE / max(wide, high)
        picture = renderer.small(max(1, round(wide * scale)), max(1, round(high * scale)))
        step_x, step_y = picture.get_width() / tilemap.width, picture.get_height() / tilemap.height
        font = pygame.font.Font(None, FONT_SIZE)
        for number, item in enumerate(item for item in tilemap.objects if item.cls == "sector"):
            colour = PEOPLE_COLOURS[number % len(PEOPLE_COLOURS)]
            rect = pygame.Rect(round(item.x * step_x), round(item.y * step_y), round(item.w * step_x), round(item.h * step_y))
            pygame.draw.rect(picture, colour, rect, EDGE)
            if not is_blank(item.name):  # pygame renders no text without width
                picture.blit(font.render(item.name, True, (255, 255, 255), (20, 24, 32)), (rect.x + EDGE, rect.y + EDGE))
        for item in (item for item in tilemap.objects if item.cls == "object"):
            at = (round((item.x + 0.5) * step_x), round((item.y + 0.5) * step_y))
            pygame.draw.circle(picture, (255, 255, 255), at, EDGE)
        save_png(picture, out)
