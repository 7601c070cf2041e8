"""A picture of a map with everything that was read from it: walls, places, objects. Knows the map and nothing of a run."""

from __future__ import annotations

from pathlib import Path

import pygame

from sim.types import is_blank
from sim.view.map_renderer import MapRenderer
from sim.view.offscreen import headless
from sim.view.png import save_png
from sim.view.style import PEOPLE_COLOURS
from sim.world.places import Place, Places

LONGER_SIDE = 1600
"""Pixels along the longer side of the picture."""
EDGE = 3
"""Pixels of a sector's outline, and the radius of an object's dot."""
SECTOR_FONT, OBJECT_FONT = 30, 16
"""Sizes of the names."""
MIN_STEP = 10
"""Pixels of a tile from which on arenas and objects have their names written."""
WALL = (200, 40, 40, 110)
"""Red, green, blue and opacity of what people cannot walk on; the next are of an object's tiles, and of its dot and name."""
THING = (255, 255, 255, 70)
PAPER, INK = (20, 24, 32), (255, 255, 255)

Step = tuple[float, float]
"""Pixels of a tile in the picture."""


def save_place_picture(places: Places, out: Path) -> None:
    """Write ``out`` (PNG): the map with its walls in red, an outline and a name for every sector and arena, and the tiles of
    every object with its name."""
    tilemap = places.tilemap
    with headless((1, 1)):
        renderer = MapRenderer(tilemap, {})
        wide, high = renderer.size
        scale = LONGER_SIDE / max(wide, high)
        picture = renderer.small(max(1, round(wide * scale)), max(1, round(high * scale)))
        step = picture.get_width() / tilemap.width, picture.get_height() / tilemap.height
        tint = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
        for y, x in zip(*tilemap.solid.nonzero(), strict=True):
            tint.fill(WALL, _pixels(int(x), int(y), step))
        things = places.objects(places.root)
        for thing in things:
            for x, y in thing.tiles:
                tint.fill(THING, _pixels(x, y, step))
        picture.blit(tint, (0, 0))
        small = min(step) < MIN_STEP
        for number, sector in enumerate(places.sectors):
            colour = PEOPLE_COLOURS[number % len(PEOPLE_COLOURS)]
            for arena in places.children(sector.address):
                if arena.kind == "arena":
                    _outline(picture, arena, colour, 1, step, 0 if small else OBJECT_FONT)
            _outline(picture, sector, colour, EDGE, step, SECTOR_FONT)
        for thing in things:
            x, y = thing.middle
            at = round((x + 0.5) * step[0]), round((y + 0.5) * step[1])
            pygame.draw.circle(picture, INK, at, EDGE)
            if not small:
                _name(picture, thing.name, (at[0] + EDGE, at[1] + EDGE), OBJECT_FONT)
        save_png(picture, out)


def _outline(picture: pygame.Surface, place: Place, colour: tuple[int, int, int], width: int, step: Step, font: int) -> None:
    """The edges of a place's tiles, and its name where its first tile lies."""
    tiles = set(place.tiles)
    for x, y in place.tiles:
        box = _pixels(x, y, step)
        sides = (
            ((x, y - 1), box.topleft, box.topright),
            ((x + 1, y), box.topright, box.bottomright),
            ((x, y + 1), box.bottomleft, box.bottomright),
            ((x - 1, y), box.topleft, box.bottomleft),
        )
        for beyond, start, end in sides:
            if beyond not in tiles:
                pygame.draw.line(picture, colour, start, end, width)
    if font:
        _name(picture, place.name, _pixels(*place.tiles[0], step).move(EDGE, EDGE).topleft, font)


def _name(picture: pygame.Surface, name: str, at: tuple[int, int], size: int) -> None:
    if not is_blank(name):  # pygame renders no text without width
        picture.blit(pygame.font.Font(None, size).render(name, True, INK, PAPER), at)


def _pixels(x: int, y: int, step: Step) -> pygame.Rect:
    left, top = round(x * step[0]), round(y * step[1])
    return pygame.Rect(left, top, round((x + 1) * step[0]) - left, round((y + 1) * step[1]) - top)
