"""Draws the map: tile layers composed once into blocks, blocks cut into squares and scaled once per zoom.

Beyond the map's edge the ground goes on as it is there, dimmer. Knows a ``TileMap`` and nothing of residents. Blocks of
32 x 32 tiles are composed at the map's own scale. Squares of 256 to 768 window pixels are cut and scaled from them, so that
only what is visible at the present zoom is kept.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache, partial

import numpy as np
import pygame

from sim.view.style import VOID
from sim.view.text_renderer import LruCache
from sim.world.map_records import FLIP_DIAGONAL, FLIP_X, FLIP_Y, Mask, covered_tiles
from sim.world.tilemap import GID_MASK, Layer, TileMap, Tileset

BLOCK = 32
"""Tiles along the side of a block."""
BLOCKS_KEPT = 48
PNG = b"\x89PNG\r\n\x1a\n"
MAX_PIXELS = 50_000_000
"""Most pixels of a tileset's image."""
BEYOND_MAP = (168, 168, 176)
"""What the ground beyond the map is multiplied with, of 255."""
PLAIN_GROUND = (74, 92, 70)
"""The ground of a map without pictures; the next two are its places and walls."""
PLAIN_PLACE = (112, 104, 92)
PLAIN_WALL = (58, 50, 56)


class MapRenderer:
    """Draws the ground below residents and what stands above them."""

    def __init__(self, tilemap: TileMap, images: dict[str, bytes]) -> None:
        self.map = tilemap
        self.size = (tilemap.width * tilemap.tile_width, tilemap.height * tilemap.tile_height)
        data = images or tilemap.files()
        self._sheets = {name: sheet for name, raw in data.items() if (sheet := _load(name, raw)) is not None}
        self._tile = lru_cache(4000)(self._make_tile)
        self._block = lru_cache(BLOCKS_KEPT)(self._compose)
        self._squares: LruCache[pygame.Surface | None] = LruCache()

    def draw(self, to: pygame.Surface, origin: tuple[int, int], zoom: int, view: pygame.Rect, over: bool) -> None:
        """Draw the layers below residents (``over`` False) or above them inside ``view`` (window pixels); ``origin`` is where
        the map's top left lies in the window."""
        span = _span(zoom)
        step_x, step_y = span * self.map.tile_width * zoom, span * self.map.tile_height * zoom
        kept = 3 * (view.width // step_x + 2) * (view.height // step_y + 2)
        left, top = (view.left - origin[0]) // step_x, (view.top - origin[1]) // step_y
        right, bottom = (view.right - origin[0]) // step_x + 1, (view.bottom - origin[1]) // step_y + 1
        for row in range(top, bottom):
            for column in range(left, right):
                key = (column, row, zoom, over)
                square = self._squares.fetch(key, partial(self._cut, *key), kept)
                if square:
                    to.blit(square, (origin[0] + column * step_x, origin[1] + row * step_y))

    def small(self, width: int, height: int) -> pygame.Surface:
        """The whole map, scaled down smoothly to this size."""
        made = pygame.Surface((width, height))
        made.fill(VOID)
        share_x, share_y = width / self.size[0], height / self.size[1]
        for row in range(-(-self.map.height // BLOCK)):
            for column in range(-(-self.map.width // BLOCK)):
                for over in (False, True):
                    block = self._block(column, row, over)
                    if block is None:
                        continue
                    x, y = column * BLOCK * self.map.tile_width, row * BLOCK * self.map.tile_height
                    left, top = int(x * share_x), int(y * share_y)
                    right, bottom = int((x + block.get_width()) * share_x) + 1, int((y + block.get_height()) * share_y) + 1
                    made.blit(pygame.transform.smoothscale(block, (right - left, bottom - top)), (left, top))
        return made

    def _cut(self, column: int, row: int, zoom: int, over: bool) -> pygame.Surface | None:
        span = _span(zoom)
        tw, th = self.map.tile_width, self.map.tile_height
        block = self._block(column * span // BLOCK, row * span // BLOCK, over)
        if block is None:
            return None
        part = pygame.Rect(column * span % BLOCK * tw, row * span % BLOCK * th, span * tw, span * th).clip(block.get_rect())
        cut = block.subsurface(part)
        if over and cut.get_bounding_rect().width == 0:
            return None
        square = pygame.transform.scale(cut, (part.width * zoom, part.height * zoom))
        if over:
            # Mostly empty: run-length encoding makes drawing it about fifteen times as fast.
            square.set_alpha(255, pygame.RLEACCEL)
        return square

    def _compose(self, column: int, row: int, over: bool) -> pygame.Surface | None:
        tw, th = self.map.tile_width, self.map.tile_height
        x0, y0 = column * BLOCK, row * BLOCK
        inside = pygame.Rect(x0, y0, BLOCK, BLOCK).clip((0, 0, self.map.width, self.map.height))
        seen = self.map.layers if self._sheets else ()
        layers = [layer for layer in seen if layer.over == over and not layer.hidden]
        if over and not any(layer.gids[inside.top : inside.bottom, inside.left : inside.right].any() for layer in layers):
            return None
        made = pygame.Surface((BLOCK * tw, BLOCK * th), pygame.SRCALPHA if over else 0)
        made.fill((0, 0, 0, 0) if over else VOID)
        if not over and not layers:
            self._plain(made, inside)
        elif not over:
            self._continue(made, pygame.Rect(x0, y0, BLOCK, BLOCK), layers)
        for layer in layers:
            for y in range(inside.top, inside.bottom):
                for x, gid in enumerate(layer.gids[y, inside.left : inside.right].tolist(), inside.left - x0):
                    if gid and (tile := self._tile(gid)) is not None:
                        # A tile larger than the grid hangs over to the top and right, as in Tiled.
                        made.blit(tile, (x * tw, (y - y0 + 1) * th - tile.get_height()))
        return made.convert_alpha() if over else made.convert()

    def _plain(self, made: pygame.Surface, part: pygame.Rect) -> None:
        """Draw ground, places and walls in plain colours: a map may have no picture, or its pictures may not be there."""
        tw, th = self.map.tile_width, self.map.tile_height
        made.fill(tuple(a * b // 255 for a, b in zip(PLAIN_GROUND, BEYOND_MAP, strict=True)))
        made.fill(PLAIN_GROUND, (0, 0, part.width * tw, part.height * th))
        for colour, tiles in ((PLAIN_PLACE, self._places), (PLAIN_WALL, self.map.solid)):
            for y, x in zip(*tiles[part.top : part.bottom, part.left : part.right].nonzero(), strict=True):
                made.fill(colour, (int(x) * tw, int(y) * th, tw, th))

    @cached_property
    def _places(self) -> Mask:
        """(height, width): the tiles of all sectors."""
        found = np.zeros_like(self.map.solid)
        for place in (item for item in self.map.objects if item.cls == "sector"):
            for x, y in covered_tiles(place, self.map.width, self.map.height):
                found[y, x] = True
        return found

    def _continue(self, made: pygame.Surface, block: pygame.Rect, layers: Sequence[Layer]) -> None:
        """Draw what of ``block`` (in tiles) lies beyond the map: the lowest tile of the nearest spot of its edge."""
        (tw, th), (wide, high) = (self.map.tile_width, self.map.tile_height), (self.map.width, self.map.height)
        for y in range(block.top, block.bottom):
            for x in range(block.left, block.right):
                if 0 <= x < wide and 0 <= y < high:
                    continue
                near = min(max(y, 0), high - 1), min(max(x, 0), wide - 1)
                gid = next((int(layer.gids[near]) for layer in layers if layer.gids[near]), 0)
                if gid and (tile := self._tile(gid)) is not None:
                    made.blit(tile, ((x - block.left) * tw, (y - block.top + 1) * th - tile.get_height()))
        made.fill(BEYOND_MAP, special_flags=pygame.BLEND_RGB_MULT)

    def _make_tile(self, gid: int) -> pygame.Surface | None:
        number = gid & GID_MASK
        index = bisect_right(self.map.tilesets, number, key=lambda tileset: tileset.first_gid) - 1
        tileset = self.map.tilesets[index] if index >= 0 else None
        if tileset is None or number - tileset.first_gid >= tileset.count:
            return None
        tile = self._picture(tileset, number - tileset.first_gid)
        if gid & FLIP_DIAGONAL:
            tile = pygame.transform.flip(pygame.transform.rotate(tile, 90), False, True)
        return pygame.transform.flip(tile, bool(gid & FLIP_X), bool(gid & FLIP_Y))

    def _picture(self, tileset: Tileset, tile: int) -> pygame.Surface:
        """The tile's picture, or a plain colour where its image is missing."""
        sheet = self._sheets.get(tileset.tile_images.get(tile, tileset.image))
        if sheet is not None and tile in tileset.tile_images:
            return sheet
        part = pygame.Rect(tileset.rect(tile)) if tileset.columns else pygame.Rect(0, 0, 0, 0)
        if sheet is not None and part.width and sheet.get_rect().contains(part):
            return sheet.subsurface(part)
        plain = pygame.Surface((tileset.tile_width or 16, tileset.tile_height or 16))
        plain.fill((96, 86, 78) if tile in tileset.solid else (104, 132, 92))
        return plain


def _load(name: str, raw: bytes) -> pygame.Surface | None:
    """The image; None where it cannot be read, or where a small file claims a huge size."""
    if raw[:8] == PNG and int.from_bytes(raw[16:20], "big") * int.from_bytes(raw[20:24], "big") > MAX_PIXELS:
        return None
    try:
        return pygame.image.load(io.BytesIO(raw), name).convert_alpha()
    except pygame.error:
        return None


def _span(zoom: int) -> int:
    """Tiles along the side of a square at this zoom; divides ``BLOCK``."""
    return 32 if zoom == 1 else 16 if zoom <= 3 else 8 if zoom <= 6 else 4
