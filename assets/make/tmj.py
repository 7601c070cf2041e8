"""Writes a map as Tiled JSON (TMJ 1.10) that refers to the tilesets beside it."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assets.make.map_builder import Grid, MapBuilder, MapObject, Properties
from assets.make.tileset import TILE

COLOURS = {"places": "#5b9bb8", "objects": "#d0963f"}
"""Outline colours of the object layers in the Tiled editor."""


def write_map(town: MapBuilder, path: Path) -> None:
    """Write the map to ``path``, beside the folder ``tiles`` of the tilesets. ValueError when furniture did not fit."""
    if town.misfits:
        raise ValueError("\n".join(town.misfits))
    layers: list[dict[str, Any]] = []
    used = set[int]()
    for name, grid in town.layers():
        layers.append(_tile_layer(len(layers) + 1, name, grid))
        used |= set(grid.ravel().tolist())
    number = 1
    for name, things in (("places", town.places), ("objects", town.objects)):
        layers.append(_object_layer(len(layers) + 1, name, things, number))
        number += len(things)
    whole = {
        "backgroundcolor": "#3d5a3f", "compressionlevel": -1, "height": town.height, "infinite": False, "layers": layers,
        "nextlayerid": len(layers) + 1, "nextobjectid": number, "orientation": "orthogonal",
        "properties": _properties({"world": town.world}), "renderorder": "right-down", "tiledversion": "1.10.2",
        "tileheight": TILE, "tilewidth": TILE, "type": "map", "version": "1.10", "width": town.width,
        "tilesets": [
            {"firstgid": first, "source": f"../tiles/{sheet.name}.tsj"}
            for sheet in town.sheets
            if used & set(range(first := town.first[sheet.name], first + sheet.count))
        ],
    }  # fmt: skip
    path.write_text(json.dumps(whole, indent=1) + "\n")


def _tile_layer(number: int, name: str, grid: Grid) -> dict[str, Any]:
    data = base64.b64encode(zlib.compress(grid.astype("<u4").tobytes(), 9)).decode()
    layer = {
        "compression": "zlib", "data": data, "encoding": "base64", "height": grid.shape[0], "id": number, "name": name,
        "opacity": 1, "type": "tilelayer", "visible": True, "width": grid.shape[1], "x": 0, "y": 0,
    }  # fmt: skip
    return layer | ({"properties": _properties({"over": True})} if name.startswith("over") else {})


def _object_layer(number: int, name: str, things: list[MapObject], first: int) -> dict[str, Any]:
    ids = {thing.name: first + i for i, thing in enumerate(things) if thing.cls == "stairs"}
    objects = [
        {
            "height": thing.h * TILE, "id": first + i, "name": thing.name, "properties": _properties(thing.properties, ids),
            "rotation": 0, "type": thing.cls, "visible": True, "width": thing.w * TILE,
            "x": thing.x * TILE, "y": thing.y * TILE,
        }
        for i, thing in enumerate(things)
    ]  # fmt: skip
    return {
        "color": COLOURS[name], "draworder": "index", "id": number, "name": name, "objects": objects, "opacity": 1,
        "type": "objectgroup", "visible": True, "x": 0, "y": 0,
    }  # fmt: skip


def _properties(values: Properties, ids: Mapping[str, int] | None = None) -> list[dict[str, Any]]:
    """Tiled's list of properties; ``to`` of stairs names the other end, which Tiled knows by its id."""
    kinds = {bool: "bool", int: "int", str: "string"}
    listed = [{"name": name, "type": kinds[type(value)], "value": value} for name, value in sorted(values.items())]
    return [it | {"type": "object", "value": ids[it["value"]]} if ids and it["name"] == "to" else it for it in listed]
