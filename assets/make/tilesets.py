"""All tilesets, each a list of kits, in the order in which maps number them."""

from __future__ import annotations

from functools import cache

from assets.make import (
    civic,
    furniture,
    hangings,
    kitchen,
    learning,
    leisure,
    living,
    plants,
    station,
    street,
    tavern,
    workshop,
    yard,
)
from assets.make.ground import ground_sheet
from assets.make.kit import Kit
from assets.make.sheet import Sheet
from assets.make.walls import wall_sheet

KITS: dict[str, tuple[Kit, ...]] = {
    "home": (furniture.kit, kitchen.kit, living.kit, hangings.kit),
    "trade": (tavern.kit, workshop.kit),
    "public": (learning.kit, civic.kit, leisure.kit),
    "outside": (plants.kit, street.kit, yard.kit),
    "station": (station.kit,),
}


@cache
def sheets() -> tuple[Sheet, ...]:
    """Drawn once: ground, walls, then the kits."""
    made = [ground_sheet(), wall_sheet()]
    for name, kits in KITS.items():
        sheet = Sheet(name)
        for kit in kits:
            kit.lay(sheet)
        made.append(sheet)
    return tuple(made)
