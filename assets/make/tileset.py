"""Tilesets: named drawings of one or more tiles, laid out in rows, written as PNG and TSJ (Tiled)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from assets.make.pixels import Art, write_png

TILE = 16


@dataclass(frozen=True, slots=True)
class Piece:
    """A drawing of ``w`` x ``h`` tiles in a tileset; ``tile`` is its first tile. The lowest ``solid`` rows block. What rises
    above the lowest ``foot`` rows is drawn over residents. ``flat`` pieces lie on the floor, ``wall`` pieces hang on a wall's
    face."""

    name: str
    tile: int
    w: int
    h: int
    solid: int = 0
    foot: int = 1
    flat: bool = False
    wall: bool = False
    narrow: bool = False
    """Only the middle column of the solid rows blocks (a trunk under a wide crown)."""

    def blocks(self, column: int, row: int) -> bool:
        """Whether this tile of the piece is solid."""
        return row >= self.h - self.solid and (not self.narrow or column == self.w // 2)


@dataclass
class Kit:
    """The drawings of one module in the order in which they are added; a tileset is a list of kits."""

    entries: list[tuple[str, Art, dict[str, int]]] = field(default_factory=list)

    def add(self, name: str, art: Art, **how: int) -> Art:
        """Register a drawing and return it, to be drawn on; ``how`` are the arguments of ``Tileset.add``."""
        self.entries.append((name, art, how))
        return art


@dataclass
class Tileset:
    """Pieces by name, laid out on a sheet ``columns`` tiles wide in the order they are added."""

    name: str
    columns: int = 16
    pieces: dict[str, Piece] = field(default_factory=dict)
    _arts: list[tuple[int, int, Art]] = field(default_factory=list)
    _x: int = 0
    _y: int = 0
    _row: int = 1

    def add(
        self, name: str, art: Art, solid: int = 0, foot: int = 0, *, flat: int = 0, wall: int = 0, narrow: int = 0
    ) -> Piece:
        """Add a drawing whose size is a multiple of 16 pixels; ``foot`` 0 means as many rows as are solid, at least one."""
        w, h = art.w // TILE, art.h // TILE
        if name in self.pieces or art.w % TILE or art.h % TILE:
            raise ValueError(f"{self.name}: {name!r} is there already or not made of whole tiles ({art.w}x{art.h})")
        if self._x + w > self.columns:
            self._x, self._y, self._row = 0, self._y + self._row, 1
        piece = Piece(
            name, self._y * self.columns + self._x, w, h, solid, foot or max(1, solid), bool(flat), bool(wall), bool(narrow)
        )
        self.pieces[name] = piece
        self._arts.append((self._x, self._y, art))
        self._x, self._row = self._x + w, max(self._row, h)
        return piece

    def row(self) -> None:
        """Begin a new row."""
        if self._x:
            self._x, self._y, self._row = 0, self._y + self._row, 1

    @property
    def count(self) -> int:
        """How many tiles the sheet has, blank ones included."""
        return (self._y + self._row) * self.columns

    def picture(self) -> Art:
        """The whole sheet as one picture."""
        sheet = Art(self.columns * TILE, (self._y + self._row) * TILE)
        for x, y, art in self._arts:
            sheet.a[y * TILE : y * TILE + art.h, x * TILE : x * TILE + art.w] = art.a
        return sheet

    def write(self, folder: Path) -> None:
        """Write ``NAME.png`` and ``NAME.tsj``."""
        art = self.picture()
        write_png(folder / f"{self.name}.png", np.ascontiguousarray(art.a))
        (folder / f"{self.name}.tsj").write_text(json.dumps(self._tsj(art), indent=1) + "\n")

    def _tsj(self, art: Art) -> dict[str, Any]:
        return {
            "columns": self.columns, "image": f"{self.name}.png", "imageheight": art.h, "imagewidth": art.w,
            "margin": 0, "name": self.name, "spacing": 0, "tilecount": self.count, "tiledversion": "1.10.2",
            "tileheight": TILE, "tilewidth": TILE, "type": "tileset", "version": "1.10", "tiles": list(self._tiles()),
        }  # fmt: skip

    def _tiles(self) -> list[dict[str, Any]]:
        tiles = {}
        for piece in self.pieces.values():
            for row in range(piece.h):
                for column in range(piece.w):
                    names = [("piece", "string", piece.name)] if row == column == 0 else []
                    if piece.blocks(column, row):
                        names.append(("solid", "bool", True))  # type: ignore[arg-type]
                    if names:
                        number = piece.tile + row * self.columns + column
                        properties = [{"name": n, "type": t, "value": v} for n, t, v in names]
                        tiles[number] = {"id": number, "properties": properties}
        return [tiles[number] for number in sorted(tiles)]
