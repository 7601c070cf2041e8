"""All tilesets, each a list of kits, in the order in which maps number them."""

from __future__ import annotations

from functools import cache

from assets.make import (
    civic,
    furniture,
    harbour,
    kitchen,
    leisure,
    living_rooms,
    plants,
    schools,
    shops,
    station,
    street,
    wall_pieces,
    workshop,
    yard,
)
from assets.make.ground import ground_sheet
from assets.make.tileset import Kit, Tileset
from assets.make.walls import wall_sheet

KITS: dict[str, tuple[Kit, ...]] = {
    "home": (furniture.kit, kitchen.kit, living_rooms.kit, wall_pieces.kit),
    "trade": (shops.kit, workshop.kit),
    "public": (schools.kit, civic.kit, leisure.kit),
    "outside": (plants.kit, street.kit, yard.kit),
    "station": (station.kit,),
    "harbour": (harbour.kit,),
}


@cache
def sheets() -> tuple[Tileset, ...]:
    """The tilesets, drawn once: ground, walls, then the kits."""
    made = [ground_sheet(), wall_sheet()]
    for name, kits in KITS.items():
        sheet = Tileset(name)
        for kit in kits:
            sheet.row()
            for piece, art, how in kit.entries:
                sheet.add(piece, art, **how)
        made.append(sheet)
    return tuple(made)
