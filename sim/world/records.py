"""The parts of a map as frozen records: layer, tileset, object. Knows nothing of files, Tiled or residents.

Made by ``sim.world.tiled``; held by ``sim.world.tilemap.TileMap``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Gids = npt.NDArray[np.uint32]
Mask = npt.NDArray[np.bool_]

GID_MASK = 0x0FFFFFFF
"""What is left of a gid once Tiled's four flip bits are off (x, y, diagonal, hexagons): the number of a tile."""


LONGEST_MESSAGE = 400
"""Characters of a message about a stranger's file, which may quote what stands there."""


def one_line(message: str) -> str:
    """``message`` on one line, what is too long left out of its middle."""
    message = " ".join(message.split("\n"))
    half = LONGEST_MESSAGE // 2
    return message if len(message) <= LONGEST_MESSAGE else f"{message[:half]} ... {message[-half:]}"


class MapError(ValueError):
    """A map that cannot be used: one line that says which file, what is wrong and what to do."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One tile layer. ``gids`` is (height, width) with the flip bits kept, 0 where empty. ``over`` is drawn above residents;
    ``hidden`` is not drawn at all (invisible in Tiled, or the ``collision`` layer)."""

    name: str
    gids: Gids
    over: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Tileset:
    """One tileset. Tile ids are local, from 0; a gid is ``first_gid + id``. Sizes are in pixels.

    ``image`` is a name in ``TileMap.files()``, or "" for a collection whose tiles have an image each (``tile_images``).
    ``animations`` gives per animated id its frames as (id, milliseconds).
    """

    first_gid: int
    name: str
    columns: int
    tile_width: int
    tile_height: int
    spacing: int
    margin: int
    count: int
    image: str
    solid: tuple[int, ...] = ()
    properties: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    animations: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    tile_images: Mapping[int, str] = field(default_factory=dict)

    def rect(self, tile: int) -> tuple[int, int, int, int]:
        """Pixels (x, y, w, h) of local tile ``tile`` in ``image``."""
        column, row = tile % max(1, self.columns), tile // max(1, self.columns)
        x = self.margin + column * (self.tile_width + self.spacing)
        y = self.margin + row * (self.tile_height + self.spacing)
        return x, y, self.tile_width, self.tile_height


@dataclass(frozen=True, slots=True)
class MapObject:
    """One object of an object layer. ``id`` is Tiled's; ``x, y, w, h`` are in tiles (floats, top left corner);
    ``polygon`` holds absolute corners in tiles, () for rectangles and points."""

    id: int
    layer: str
    name: str
    cls: str
    x: float
    y: float
    w: float
    h: float
    polygon: tuple[tuple[float, float], ...] = ()
    properties: Mapping[str, Any] = field(default_factory=dict)

    @property
    def centre(self) -> tuple[float, float]:
        """The middle in tiles: of the rectangle, or of the polygon's corners."""
        if not self.polygon:
            return self.x + self.w / 2, self.y + self.h / 2
        return sum(x for x, _ in self.polygon) / len(self.polygon), sum(y for _, y in self.polygon) / len(self.polygon)
