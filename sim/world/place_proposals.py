"""Proposes places for a Tiled map that has none: enclosed floor becomes a house, a named object the place it names.

Walls come from the map's own collision, else from layers whose names say what stops people. The proposals are written into a
copy of the map, as a user would draw them in Tiled, where they can be changed. Knows no scenario.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sim.types import Tile
from sim.world.map_records import Mask, covered_tiles
from sim.world.tilemap import TileMap

BLOCKING = re.compile(
    r"\b(?:collisions?|collide\w*|block\w*|walls?|buildings?|houses?|water|river|lake|sea|trees?|forest|rocks?|cliffs?|"
    r"mountains?|fences?|hedges?|obstacles?|solid|roofs?|furniture)\b",
    re.I,
)
"""Names of layers that stop people, in maps that do not say so otherwise."""
OWN_COLLISION = "the map's own collision"
MIN_ROOM_TILES = 4
"""Tiles of the smallest room."""
MIN_GROUND_TILES = 9
"""Tiles of the smallest piece of ground that is a place."""
MAX_ROOM_SHARE = 0.25
"""The share of the map above which an enclosed area is no room."""
GREEN_SIDE = 16
"""Tiles along the longest side of an open ground."""
CAMP_SIDE = 6
"""Tiles along the longest side of a camp, on a map without houses."""
MAX_CAMPS = 8
HOUSE_THINGS = ("bed", "table", "stove", "chair")
"""What a house needs to be lived in; stands in its corners."""
BEDROOM_THINGS = ("bed", "wardrobe")
HALL_THINGS = ("long table", "counter", "bench")
GREEN_THINGS = ("bench", "notice board")


class Rect(NamedTuple):
    """x, y, width and height in tiles."""

    x: int
    y: int
    w: int
    h: int

    def holds(self, tile: Tile) -> bool:
        return self.x <= tile[0] < self.x + self.w and self.y <= tile[1] < self.y + self.h

    def meets(self, other: Rect) -> bool:
        beside = self.x >= other.x + other.w or other.x >= self.x + self.w
        return not (beside or self.y >= other.y + other.h or other.y >= self.y + self.h)


@dataclass(frozen=True, slots=True)
class Proposed:
    """A place of a kind (``sector``, ``arena``, ``object``) and what it was taken from."""

    kind: str
    name: str
    rect: Rect
    reason: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """``places`` in the order in which Tiled lists them; ``solid`` (height, width) is where nobody can stand."""

    places: tuple[Proposed, ...]
    solid: Mask
    walls_from: str
    """Where the walls were found, in words."""


def propose(tilemap: TileMap) -> Proposal:
    """Places for a map. A map of one open field has a green and camps."""
    solid, walls_from = _walls(tilemap)
    walk = ~solid
    named = list(_named(tilemap, walk, guessed=walls_from != OWN_COLLISION))
    taken = [place.rect for place in named if place.kind == "sector"]
    doors = _doors(walk)
    pieces = _pieces(walk & ~doors)
    reached = set(_longest(_pieces(walk)))
    pieces = [piece for piece in pieces if piece[0] in reached or tilemap.links]
    outdoors = _longest(pieces)
    rooms = [piece for piece in pieces if piece is not outdoors and _is_room(piece, tilemap, doors)]
    houses = _houses(rooms, doors)
    nameless = [house for house in houses if not any(_box(house).meets(rect) for rect in taken)]
    places = [*named, *_lived_in(named, houses), *_built(nameless, taken)]
    beds = any(place.name == "bed" for place in places)
    places += _open_ground(outdoors, walk, [*taken, *(_box(house) for house in nameless)], camps=not beds)
    return Proposal(tuple(places), solid, walls_from)


def with_places(tilemap: TileMap, proposal: Proposal) -> str:
    """The map as a TMJ text with the proposed places, and with a ``collision`` layer where the walls were guessed."""
    doc: dict[str, Any] = json.loads(tilemap.text)
    number = max((item.id for item in tilemap.objects), default=0) + 1
    layers: dict[str, list[dict[str, Any]]] = {"places": [], "objects": []}
    for i, place in enumerate(proposal.places):
        x, y, w, h = place.rect
        box = {"x": x * tilemap.tile_width, "y": y * tilemap.tile_height}
        size = {"width": w * tilemap.tile_width, "height": h * tilemap.tile_height}
        row = {"id": number + i, "name": place.name, "class": place.kind, "rotation": 0, "visible": True} | box | size
        layers["objects" if place.kind == "object" else "places"].append(row)
    ids = [int(layer.get("id", 0)) for layer in doc["layers"]]
    free = max(ids, default=0) + 1
    if not np.array_equal(proposal.solid, tilemap.solid) and tilemap.tilesets:
        data = (proposal.solid * tilemap.tilesets[0].first_gid).astype(int).ravel().tolist()
        doc["layers"].append(_layer("tilelayer", "collision", free, tilemap) | {"data": data, "visible": False})
    for i, (name, rows) in enumerate(layers.items(), 1):
        doc["layers"].append(_layer("objectgroup", name, free + i, tilemap) | {"objects": rows, "draworder": "topdown"})
    doc["nextobjectid"], doc["nextlayerid"] = number + len(proposal.places), free + len(layers) + 1
    return json.dumps(doc, ensure_ascii=False, indent=1)


def _layer(kind: str, name: str, number: int, tilemap: TileMap) -> dict[str, Any]:
    size = {"width": tilemap.width, "height": tilemap.height} if kind == "tilelayer" else {}
    return {"type": kind, "name": name, "id": number, "opacity": 1, "visible": True, "x": 0, "y": 0} | size


# -- what stops people ---------------------------------------------------------------------------------------------------------


def _walls(tilemap: TileMap) -> tuple[Mask, str]:
    """The map's own collision. Where that is at most some solid objects: also tiles of layers and rectangles of object layers
    whose names say that they block."""
    own = any(layer.blocks for layer in tilemap.layers) or any(item.shapes for item in tilemap.objects)
    own = own or any(tileset.solid or tileset.shapes for tileset in tilemap.tilesets)
    if own and tilemap.solid.any():
        return tilemap.solid, OWN_COLLISION
    solid = tilemap.solid.copy()
    names = ["solid objects"] if solid.any() else []
    for layer in tilemap.layers:
        filled = layer.gids != 0
        if BLOCKING.search(layer.name.replace("_", " ")) and filled.any() and not filled.all():
            solid = solid | filled
            names.append(f"the layer {layer.name}")
    for item in tilemap.objects:
        if BLOCKING.search(f"{item.layer} {item.name} {item.cls}".replace("_", " ")) and (item.w or item.polygon):
            for x, y in covered_tiles(item, tilemap.width, tilemap.height):
                solid[y, x] = True
            names.append(f"the layer {item.layer}")
    found = ", ".join(dict.fromkeys(names))
    return solid, found or "nothing: all of the map can be walked on"


def _named(tilemap: TileMap, walk: Mask, guessed: bool) -> Iterator[Proposed]:
    """Objects of the map that have a name and can be walked to: large ones as places, small ones as things. Where the walls
    are ``guessed``, what is on a layer of walls is none."""
    seen: set[tuple[str, str]] = set()
    for item in tilemap.objects:
        tiles = covered_tiles(item, tilemap.width, tilemap.height)
        name = " ".join(re.sub(r"[_:]+", " ", item.name).split())
        blocks = BLOCKING.search(f"{item.layer} {name}".replace("_", " ") if guessed else name)
        if not name or not tiles or blocks or "to" in item.properties:
            continue
        large = len(tiles) >= MIN_ROOM_TILES and sum(bool(walk[y, x]) for x, y in tiles) >= MIN_ROOM_TILES
        kind, name = ("sector", name[0].upper() + name[1:]) if large else ("object", name.lower())
        if (kind, name) in seen:
            name = f"{name} {sum(1 for one in seen if one[0] == kind and one[1].startswith(name)) + 1}"
        seen.add((kind, name))
        yield Proposed(kind, name, _around(tiles), f"the object {item.name!r} of the layer {item.layer!r}")


# -- rooms and houses ----------------------------------------------------------------------------------------------------------


def _doors(walk: Mask) -> Mask:
    """Floor one or two tiles wide between two pieces of wall, which leads through them."""
    solid = np.pad(~walk, 2, constant_values=False)
    high, wide = walk.shape

    def at(dx: int, dy: int) -> Mask:
        return solid[2 + dy : 2 + dy + high, 2 + dx : 2 + dx + wide]

    across = at(-1, 0) & (at(1, 0) | (~at(1, 0) & at(2, 0))) | (at(1, 0) & at(-2, 0) & ~at(-1, 0))
    upright = at(0, -1) & (at(0, 1) | (~at(0, 1) & at(0, 2))) | (at(0, 1) & at(0, -2) & ~at(0, -1))
    through = (across & ~at(0, -1) & ~at(0, 1) & ~upright) | (upright & ~at(-1, 0) & ~at(1, 0) & ~across)
    return walk & through


def _pieces(free: Mask) -> list[list[Tile]]:
    """The connected pieces of floor, in the order of their first tiles."""
    left, pieces = free.copy(), list[list[Tile]]()
    high, wide = free.shape
    for y, x in np.argwhere(free).tolist():
        if not left[y, x]:
            continue
        left[y, x], piece = False, [(x, y)]
        for cx, cy in piece:
            for nx, ny in ((cx + 1, cy), (cx - 1, cy), (cx, cy + 1), (cx, cy - 1)):
                if 0 <= nx < wide and 0 <= ny < high and left[ny, nx]:
                    left[ny, nx] = False
                    piece.append((nx, ny))
        pieces.append(piece)
    return pieces


def _longest(pieces: Sequence[list[Tile]]) -> list[Tile]:
    return max(pieces, key=lambda piece: len(piece), default=[])


def _is_room(piece: Sequence[Tile], tilemap: TileMap, doors: Mask) -> bool:
    """Whether a piece is enclosed: large enough, not too large, away from the map's edge, with more wall than door around."""
    box = _around(piece)
    edge = {(x + dx, y + dy) for x, y in piece for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} - set(piece)
    if 2 * sum(bool(doors[y, x]) for x, y in edge if 0 <= x < tilemap.width and 0 <= y < tilemap.height) >= len(edge):
        return False
    inside = box.x > 0 and box.y > 0 and box.x + box.w < tilemap.width and box.y + box.h < tilemap.height
    return inside and MIN_ROOM_TILES <= len(piece) <= MAX_ROOM_SHARE * tilemap.width * tilemap.height and min(box.w, box.h) > 1


def _houses(rooms: Sequence[list[Tile]], doors: Mask) -> list[list[list[Tile]]]:
    """Rooms that a door joins are of one house, and so are small ones within its corners; the largest house first."""
    home = {tile: number for number, room in enumerate(rooms) for tile in room}
    house = list(range(len(rooms)))
    for piece in _pieces(doors):
        beside = {(x + dx, y + dy) for x, y in piece for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        joined = sorted({house[home[tile]] for tile in beside if tile in home})
        for number in joined[1:]:
            house = [joined[0] if one == number else one for one in house]
    found = [[room for room, number in zip(rooms, house, strict=True) if number == one] for one in dict.fromkeys(house)]
    kept = list[list[list[Tile]]]()
    for rooms_of_one in sorted(found, key=lambda one: (-sum(map(len, one)), _box(one))):
        box = _box(rooms_of_one)
        around = next((one for one in kept if _box(one).meets(box)), None)
        if around is None and sum(map(len, rooms_of_one)) >= MIN_GROUND_TILES:
            kept.append(rooms_of_one)
        elif around is not None and _box([*around, *rooms_of_one]) == _box(around):
            around += rooms_of_one
    return kept


def _built(houses: Sequence[list[list[Tile]]], taken: Sequence[Rect]) -> Iterator[Proposed]:
    """The largest house of several is the hall of the town; the others are homes with what people need in them."""
    number = 0
    for i, rooms in enumerate(houses):
        hall = i == 0 and len(houses) > 1 and not taken
        number += not hall
        name = "Hall" if hall else f"House {number}"
        yield Proposed("sector", name, _box(rooms), f"{len(rooms)} enclosed room{'s' if len(rooms) > 1 else ''}")
        order = sorted(rooms, key=lambda room: (-len(room), room[0]))
        if len(order) > 1:
            yield from (Proposed("arena", f"room {n}", _around(room), "a room") for n, room in enumerate(order, 1))
        yield from _furnished(order[0], HALL_THINGS if hall else HOUSE_THINGS)
        for room in order[1:] if not hall else ():
            yield from _furnished(room, BEDROOM_THINGS)


def _lived_in(named: Sequence[Proposed], houses: Sequence[list[list[Tile]]]) -> Iterator[Proposed]:
    """What people need, in the largest room of every named place with walls around it that has no bed."""
    beds = [place.rect for place in named if place.name == "bed"]
    for place in named:
        floors = [[tile for tile in room if place.rect.holds(tile)] for house in houses for room in house]
        floor = _longest(floors)
        if place.kind == "sector" and len(floor) >= MIN_GROUND_TILES and not any(place.rect.meets(bed) for bed in beds):
            yield from _furnished(floor, HOUSE_THINGS)


def _furnished(tiles: Sequence[Tile], things: Sequence[str]) -> Iterator[Proposed]:
    """Things in the corners of a floor, one after another."""
    box, floor = _around(tiles), set(tiles)
    corners = [(box.x, box.y), (box.x + box.w - 1, box.y), (box.x, box.y + box.h - 1), (box.x + box.w - 1, box.y + box.h - 1)]
    for thing, corner in zip(things, corners, strict=False):
        if floor:
            x, y = min(floor, key=lambda tile: (abs(tile[0] - corner[0]) + abs(tile[1] - corner[1]), tile))
            floor.discard((x, y))
            yield Proposed("object", thing, Rect(x, y, 1, 1), "needed to live here")


# -- open ground ---------------------------------------------------------------------------------------------------------------


def _open_ground(outdoors: Sequence[Tile], walk: Mask, taken: Sequence[Rect], camps: bool) -> Iterator[Proposed]:
    """The largest open rectangle as a green; on a map without houses further ones as camps with a bed each."""
    free = np.zeros_like(walk)
    for x, y in outdoors:
        free[y, x] = not any(rect.holds((x, y)) for rect in taken)
    names = ["Green", *(f"Camp {n}" for n in range(1, MAX_CAMPS + 1))] if camps else ["Green"]
    for name in names:
        rect = _largest(free, GREEN_SIDE if name == "Green" else CAMP_SIDE)
        if rect.w * rect.h < MIN_GROUND_TILES:
            return
        free[max(0, rect.y - 1) : rect.y + rect.h + 1, max(0, rect.x - 1) : rect.x + rect.w + 1] = False
        yield Proposed("sector", name, rect, "open ground")
        tiles = [(x, y) for y in range(rect.y, rect.y + rect.h) for x in range(rect.x, rect.x + rect.w)]
        yield from _furnished(tiles, GREEN_THINGS if name == "Green" else HOUSE_THINGS[:2])


def _largest(free: Mask, longest: int) -> Rect:
    """The largest free rectangle with no side above ``longest``; the first of several."""
    high, wide = free.shape
    run = np.zeros(wide, dtype=int)
    best, best_rect = 0, Rect(0, 0, 0, 0)
    for y in range(high):
        run = np.where(free[y], run + 1, 0)
        heights = np.minimum(run, longest)
        for x in range(wide):
            least = longest
            for w in range(1, min(longest, wide - x) + 1):
                least = min(least, int(heights[x + w - 1]))
                if least * min(longest, wide - x) <= best:
                    break
                if least * w > best:
                    best, best_rect = least * w, Rect(x, y - least + 1, w, least)
    return best_rect


def _around(tiles: Sequence[Tile]) -> Rect:
    """The smallest rectangle around tiles."""
    xs, ys = [x for x, _ in tiles], [y for _, y in tiles]
    return Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def _box(rooms: Sequence[Sequence[Tile]]) -> Rect:
    return _around([tile for room in rooms for tile in room])
