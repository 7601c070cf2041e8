"""Builds a map: terrain, walls, pieces and named places on a grid, and the Tiled layers made from them.

Called by ``maps/*.py``; buildings come through ``building.py``. Knows nothing of residents.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from assets.make.ground import NEIGHBOURS, TERRAINS, blob
from assets.make.tileset import Piece, Tileset
from assets.make.tilesets import sheets
from assets.make.walls import kinds, wall_tile

Grid = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]
Properties = dict[str, str | int | bool]
Tile = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MapObject:
    """An entry of an object layer; its rectangle is in tiles."""

    name: str
    cls: str
    x: float
    y: float
    w: float
    h: float
    properties: Properties = field(default_factory=dict)


class MapBuilder:
    """A map under construction. Tiles are (x, y) from the upper left; later calls draw over earlier ones."""

    def __init__(self, world: str, width: int, height: int, base: str = "grass") -> None:
        self.world, self.width, self.height = world, width, height
        self.base = base
        self.sheets = sheets()
        self.first: dict[str, int] = {}
        self.pieces: dict[str, tuple[Tileset, Piece]] = {}
        number = 1
        for sheet in self.sheets:
            self.first[sheet.name] = number
            number += sheet.count
            self.pieces |= {name: (sheet, piece) for name, piece in sheet.pieces.items()}
        self.floor: npt.NDArray[np.object_] = np.full((height, width), "", dtype=object)
        self.face: npt.NDArray[np.object_] = np.full((height, width), "", dtype=object)
        self.wall: Mask = np.zeros((height, width), bool)
        self.terrain: dict[str, Mask] = {name: np.zeros((height, width), bool) for name in TERRAINS}
        self.solid: Mask = np.zeros((height, width), bool)
        self.taken: Mask = np.zeros((height, width), bool)
        self.named: Mask = np.zeros((height, width), bool)
        self.outer: Mask = np.zeros((height, width), bool)
        self.drawn: list[tuple[str, int, int]] = []
        self.places: list[MapObject] = []
        self.objects: list[MapObject] = []
        self.misfits: list[str] = []

    def piece(self, name: str) -> Piece:
        """The piece of this name; ValueError where there is none."""
        if name not in self.pieces:
            raise ValueError(f"there is no piece called {name!r}")
        return self.pieces[name][1]

    def paint(self, kind: str, x: int, y: int, w: int = 1, h: int = 1) -> None:
        """Fill a rectangle with a terrain."""
        self.terrain[kind][y : y + h, x : x + w] = True

    def oval(self, kind: str, cx: float, cy: float, rx: float, ry: float) -> None:
        """Fill an ellipse with a terrain."""
        ys, xs = np.mgrid[0 : self.height, 0 : self.width]
        self.terrain[kind] |= ((xs - cx) / rx) ** 2 + ((ys - cy) / ry) ** 2 <= 1

    def road(self, kind: str, points: Iterable[tuple[int, int]], wide: int = 2) -> None:
        """Lay a terrain in straight lines from point to point, ``wide`` tiles broad to the right and below."""
        corners = list(points)
        for (x0, y0), (x1, y1) in zip(corners, corners[1:], strict=False):
            self.paint(kind, min(x0, x1), min(y0, y1), abs(x1 - x0) + wide, abs(y1 - y0) + wide)

    def deck(self, x: int, y: int, w: int, h: int) -> None:
        """Lay planks that can be walked on, over water or anything."""
        self.floor[y : y + h, x : x + w] = "deck"

    def put(self, name: str, x: int, y: int, label: str = "", state: str = "idle", **extra: str | int | bool) -> None:
        """Put a piece; the upper left corner of its solid (or lowest) rows is (x, y). With a label it is an object."""
        piece = self.piece(name)
        top = y - (piece.h - piece.foot)
        self.drawn.append((name, x, top))
        for row in range(piece.h):
            for column in range(piece.w):
                if 0 <= top + row < self.height and piece.blocks(column, row) and not piece.wall:
                    self.solid[top + row, x + column] = True
        if not piece.flat and not piece.wall:
            self.taken[y : y + piece.foot, x : x + piece.w] = True
        if label:
            self.name(label, x, y, piece, state, extra)

    def name(self, label: str, x: int, y: int, piece: Piece, state: str, extra: Properties) -> None:
        """Name a piece as an object. Its tiles are a bed's pillow, a tree's trunk, or the floor below what hangs on a wall."""
        column, wide = (x + piece.w // 2, 1) if piece.narrow else (x, piece.w)
        row, high = (y + piece.h - 1, 1) if piece.wall else (y, 1 if not piece.solid else piece.foot)
        self.named[max(0, row - piece.h + 1) : row + 1, column : column + wide] = True
        kept: Properties = {"state": state, **extra}
        if piece.solid:
            kept["solid"] = True
        self.objects.append(MapObject(label, "object", column, row, wide, high, kept))

    def hang(self, name: str, x: int, y: int) -> None:
        """Hang a piece on a wall's face; its lower row is ``y``."""
        self.drawn.append((name, x, y - 1))

    def fence(self, x: int, y: int, w: int, h: int, gaps: Iterable[tuple[int, int]] = ()) -> None:
        """Put a picket fence along the edge of a rectangle, with gaps."""
        open_ = set(gaps)
        for row in range(y, y + h):
            for column in range(x, x + w):
                across, along = row in (y, y + h - 1), column in (x, x + w - 1)
                if (across or along) and (column, row) not in open_:
                    self.put("fence" if across and not (along and row == y) else "fence side", column, row)

    def sector(self, name: str, x: int, y: int, w: int, h: int, **properties: str | int | bool) -> None:
        """Name a place."""
        self.places.append(MapObject(name, "sector", x, y, w, h, dict(properties)))

    def arena(self, name: str, x: int, y: int, w: int, h: int, **properties: str | int | bool) -> None:
        """Name a part of a place."""
        self.places.append(MapObject(name, "arena", x, y, w, h, dict(properties)))

    def stairs(self, name: str, below: Tile, above: Tile) -> None:
        """Join two tiles, both ways, where pieces of stairs are drawn already."""
        for end, other, (x, y) in (("foot", "head", below), ("head", "foot", above)):
            if self.floor[y, x] == "" or self.solid[y, x] or self.taken[y, x]:
                self.misfits.append(f"{name}: nobody can stand at its {end}, ({x}, {y})")
            self.taken[y, x] = True
            self.objects.append(MapObject(f"{end} of {name}", "stairs", x, y, 1, 1, {"to": f"{other} of {name}"}))

    def free(self, x: int, y: int, w: int = 1, h: int = 1) -> bool:
        """Whether a rectangle is free of walls, pieces, floors, water, hedges and paths."""
        if x < 0 or y < 0 or x + w > self.width or y + h > self.height:
            return False
        box = np.s_[y : y + h, x : x + w]
        busy = self.wall[box] | self.taken[box] | self.solid[box] | (self.floor[box] != "")
        ways = ("water", "hedge", "dirt", "cobble", "sand")
        return not busy.any() and not any(self.terrain[kind][box].any() for kind in ways)

    def scatter(self, names: tuple[str, ...], count: int, seed: int) -> None:
        """Put pieces at random free spots; the same seed gives the same spots."""
        rng = np.random.default_rng(seed)
        left = count
        for _ in range(count * 40):
            name = names[int(rng.integers(len(names)))]
            piece = self.piece(name)
            x, y = int(rng.integers(self.width - piece.w + 1)), int(rng.integers(self.height))
            foot = piece.foot if piece.solid or not piece.flat else 1
            if left and self.free(x, y, piece.w, foot) and y - (piece.h - foot) >= -1:
                crown = np.s_[max(0, y - piece.h + foot) : y, x : x + piece.w]
                if not (self.outer[crown] | self.named[crown]).any():
                    self.put(name, x, y)
                    left -= 1

    def gid(self, name: str, column: int = 0, row: int = 0) -> int:
        """The global tile id of one tile of a piece."""
        sheet, piece = self.pieces[name]
        return self.first[sheet.name] + piece.tile + row * sheet.columns + column

    def layers(self) -> list[tuple[str, Grid]]:
        """All tile layers from the bottom to the top; those whose names begin with ``over`` are above residents."""
        out = [("ground", self._ground()), *self._terrain_layers(), ("floors", self._floors())]
        stacks: dict[str, list[Grid]] = {"rugs": [], "on walls": [], "things": [], "over": []}
        for name, x, top in sorted(self.drawn, key=self._order):
            piece = self.piece(name)
            for row in range(piece.h):
                for column in range(piece.w):
                    cell_x, cell_y = x + column, top + row
                    if 0 <= cell_x < self.width and 0 <= cell_y < self.height:
                        stack = stacks[self._stack_of(piece, row, bool(self.wall[cell_y, cell_x]))]
                        self._stack(stack, cell_x, cell_y, self.gid(name, column, row))
        named = {kind: [(f"{kind} {i}", grid) for i, grid in enumerate(grids)] for kind, grids in stacks.items()}
        out += [*named["rugs"], ("shade", self._shade()), ("walls", self._walls())]
        return out + named["on walls"] + named["things"] + named["over"]

    def _stack_of(self, piece: Piece, row: int, on_wall: bool) -> str:
        """The stack of layers for one row of a piece: what rises above the foot is over residents, unless it leans on a
        wall."""
        if piece.name.startswith("lintel"):
            return "over"
        if piece.flat or piece.wall:
            return "rugs" if piece.flat else "on walls"
        return "over" if row < piece.h - piece.foot and not on_wall else "things"

    def _order(self, drawn: tuple[str, int, int]) -> tuple[int, int]:
        name, x, top = drawn
        return top + self.piece(name).h, x

    def _stack(self, stack: list[Grid], x: int, y: int, gid: int) -> None:
        used = [i for i, grid in enumerate(stack) if grid[y, x]]
        level = used[-1] + 1 if used else 0
        if level == len(stack):
            stack.append(np.zeros((self.height, self.width), np.int32))
        stack[level][y, x] = gid

    def _ground(self) -> Grid:
        rng = np.random.default_rng(3)
        kind = rng.choice(8, (self.height, self.width), p=(0.2, 0.2, 0.18, 0.16, 0.12, 0.1, 0.02, 0.02))
        kinds = 8 if self.base == "grass" else 4
        return np.vectorize(lambda k: self.gid(f"{self.base} {k % kinds}"))(kind).astype(np.int32)  # type: ignore[no-any-return]

    def _terrain_layers(self) -> list[tuple[str, Grid]]:
        out = []
        mixed = np.random.default_rng(9).choice(4, (self.height, self.width), p=(0.5, 0.1, 0.15, 0.25))
        for name, mask in self.terrain.items():
            if mask.any():
                grid = np.zeros((self.height, self.width), np.int32)
                for y, x in np.argwhere(mask & (self.floor == "")):
                    bits, kind = self._mask(mask, int(x), int(y)), mixed[y, x]
                    deep = "ripple" if name == "water" else f"{name} deep"
                    inner = bits == 255 and f"{deep} {kind}" in self.pieces
                    grid[y, x] = self.gid(f"{deep} {kind}" if inner else f"{name} {bits}")
                out.append((name, grid))
        return out

    def _mask(self, mask: Mask, x: int, y: int) -> int:
        bits = 0
        for bit, (dx, dy) in enumerate(NEIGHBOURS):
            outside = not (0 <= x + dx < self.width and 0 <= y + dy < self.height)
            if outside or mask[y + dy, x + dx]:
                bits |= 1 << bit
        return blob(bits)

    def _floors(self) -> Grid:
        grid = np.zeros((self.height, self.width), np.int32)
        for y, x in np.argwhere(self.floor != ""):
            grid[y, x] = self.gid(str(self.floor[y, x]))
        return grid

    def _walls(self) -> Grid:
        grid, kind = np.zeros((self.height, self.width), np.int32), kinds(self.wall)
        for y, x in np.argwhere(self.wall):
            below = min(self.height - 1, y + (2 if kind[y, x] == 2 else 1))
            grid[y, x] = self.gid(wall_tile(kind, int(x), int(y), str(self.face[below, x]) or str(self.face[y, x]) or "cream"))
        return grid

    def _shade(self) -> Grid:
        grid, wall = np.zeros((self.height, self.width), np.int32), np.pad(self.wall, 1)
        for y, x in np.argwhere(~self.wall):
            north, west, corner = wall[y, x + 1], wall[y + 1, x], wall[y, x]
            mask = int(north) | int(west) << 1 | int(corner and not north and not west) << 2
            if mask:
                grid[y, x] = self.gid(f"cast {mask}")
        return grid
