"""Alderbrook, the big town: 120 x 90 tiles between a wood and a brook, on three streets and two lanes."""

from __future__ import annotations

from assets.make.building import build
from assets.make.map_builder import MapBuilder
from assets.make.maps import alder_homes, alder_public, alder_trade
from assets.make.plants import WILD

DOORSTEPS = (
    (8, 18, 2, 1), (27, 18, 2, 1), (54, 18, 2, 2), (84, 18, 2, 2), (106, 18, 2, 1), (92, 41, 2, 2), (110, 41, 2, 2),
    (9, 41, 2, 2), (23, 42, 1, 2), (51, 42, 1, 2), (49, 63, 1, 2), (8, 63, 1, 2), (30, 63, 1, 1), (89, 63, 1, 2),
    (111, 63, 1, 2), (56, 67, 2, 2), (9, 67, 2, 2), (25, 67, 2, 2), (34, 67, 2, 2), (77, 67, 2, 1), (90, 67, 3, 1),
    (109, 67, 3, 1),
)  # fmt: skip
"""x, y, height and width of the paths from doors to streets."""
MEADOWS = (
    (30, 35, 6, 3), (60, 22, 7, 2), (100, 45, 6, 2), (20, 60, 5, 3), (110, 62, 6, 3), (66, 84, 5, 3), (38, 84, 4, 3),
)  # fmt: skip
HEDGES = (
    (21, 2, 1, 14), (99, 1, 1, 15), (60, 46, 19, 1), (39, 23, 24, 1), (83, 23, 36, 1), (0, 23, 36, 1), (0, 87, 1, 3),
    (103, 68, 1, 18),
)  # fmt: skip


def streets(town: MapBuilder) -> None:
    """Three streets from west to east, two lanes across, and the way to every door."""
    for name, y in (("Upper Street", 20), ("Market Street", 43), ("Lower Street", 64)):
        town.road("cobble" if y == 43 else "dirt", [(0, y), (117, y)], 3)
        town.sector(name, 0, y - 1, 120, 4)
    for x in (37, 80):
        town.road("dirt", [(x, 20), (x, 64)], 3)
    for x, y, high, wide in DOORSTEPS:
        town.paint("cobble" if y in (41, 42) else "dirt", x, y, wide, high)
    for y in (19, 42, 63):
        for x in (5, 20, 33, 60, 79, 88, 98, 114):
            if town.free(x, y):
                town.put("lamp", x, y)
    town.put("bus shelter", 15, 42, "bus stop", "empty", seats=2)
    town.put("mailbox", 39, 19)
    town.put("mailbox", 104, 64)


def square(town: MapBuilder) -> None:
    """The market square between library and lane."""
    town.sector("Market Square", 63, 24, 17, 19)
    town.paint("cobble", 64, 26, 16, 17)
    town.put("fountain", 70, 33, "fountain", "splashing", seats=6)
    town.put("fruit stall", 65, 28, "fruit stall", "stocked", seats=2)
    town.put("flower stall", 75, 28, "flower stall", "in bloom", seats=2)
    town.put("bread stall", 65, 39, "bread stall", "piled high", seats=2)
    town.put("cloth stall", 75, 39, "cloth stall", "bright", seats=2)
    for x, y, label in ((67, 34, "west bench"), (74, 34, "east bench"), (71, 29, "north bench")):
        town.put("bench", x, y, label, "empty", seats=2)
    town.put("notice board", 71, 41, "notice board", "a few notices", seats=3)
    town.put("statue", 70, 26, "statue of the founder", "watching")
    for x, y in ((64, 34), (79, 34), (64, 26), (79, 26)):
        town.put("lamp" if y == 34 else "flower pot", x, y)


def park(town: MapBuilder) -> None:
    """Alder Park: a pond with a jetty, a playground, a bandstand lawn."""
    town.sector("Alder Park", 60, 46, 20, 18)
    town.arena("pond", 60, 46, 20, 9)
    town.arena("playground", 60, 55, 10, 9)
    town.arena("lawn", 70, 55, 10, 9)
    for line, (left, right) in enumerate(((67, 76), (65, 77), (64, 78), (64, 78), (65, 77), (67, 75))):
        town.paint("water", left, 47 + line, right - left, 1)
    town.deck(70, 50, 1, 4)
    town.road("dirt", [(61, 54), (78, 54)], 1)
    town.road("dirt", [(70, 54), (70, 63)], 1)
    town.paint("sand", 62, 57, 6, 5)
    town.oval("lush", 75, 59, 3.5, 3)
    town.put("swing", 62, 59, "swings", "still", seats=2)
    town.put("slide", 65, 61, "slide", "empty", seats=2)
    town.put("bench", 67, 56, "playground bench", "empty", seats=2)
    town.put("bench", 61, 52, "pond bench", "empty", seats=2)
    town.put("bench", 74, 55, "lawn bench", "empty", seats=2)
    town.put("picnic table", 73, 58, "picnic table", "bare", seats=4)
    town.put("picnic table", 76, 61, "long picnic table", "bare", seats=4)
    town.put("rowing boat", 72, 50, "rowing boat", "moored")
    town.put("willow", 77, 54 - 1)
    town.put("oak tree", 60, 50, "old oak", "rustling")
    pond = (
        (66, 49, "lily pads"),
        (75, 50, "lily pads"),
        (74, 48, "duck"),
        (67, 51, "duck"),
        (76, 49, "reeds"),
        (65, 49, "reeds"),
    )
    for x, y, name in pond:
        town.put(name, x, y)
    town.put("bird bath", 71, 62, "bird bath", "full")
    town.put("roses", 77, 57, "rose bed", "in bud")
    town.put("lavender", 61, 48)
    town.put("tulips", 72, 56)


def gardens(town: MapBuilder) -> None:
    """Churchyard, allotments, schoolyard and the brook in the south."""
    for x, y, w, h in HEDGES:
        town.paint("hedge", x, y, w, h)
    town.fence(20, 46, 17, 1)
    town.arena("garden", 2, 17, 19, 3)
    town.arena("garden", 100, 17, 18, 3)
    town.arena("garden", 106, 84, 12, 3)
    town.put("tulips", 12, 18, "tulip bed", "in flower")
    town.put("vegetable plot", 112, 18, "vegetable plot", "freshly dug")
    town.put("bird bath", 103, 18, "bird bath", "full")
    town.put("vegetable plot", 110, 86, "bean rows", "climbing")
    town.put("beehive", 108, 86, "beehive", "humming")
    town.arena("churchyard", 2, 87, 15, 3)
    town.sector("Brookside", 0, 86, 120, 4)
    for x in (4, 7, 10, 13):
        town.put("gravestone", x, 87)
    town.sector("Allotments", 20, 46, 17, 3)
    town.put("vegetable plot", 21, 47, "north plot", "sprouting")
    town.put("vegetable plot", 24, 47, "middle plot", "sprouting")
    town.put("compost heap", 27, 47, "compost heap", "steaming")
    town.put("wheelbarrow", 29, 47, "wheelbarrow", "empty")
    town.put("corn", 32, 47, "corn rows", "knee high")
    town.put("water trough", 34, 47, "water trough", "full")


def make() -> MapBuilder:
    """The map of ``two_days`` and its variations."""
    town = MapBuilder("Alderbrook", 120, 90)
    for building in (*alder_homes.BUILDINGS, *alder_trade.BUILDINGS, *alder_public.BUILDINGS):
        build(town, building)
    streets(town)
    square(town)
    park(town)
    gardens(town)
    for cx, cy, rx, ry in MEADOWS:
        town.oval("lush", cx, cy, rx, ry)
    town.scatter(("oak tree", "maple"), 12, 11)
    town.scatter(("birch", "apple tree", "blossom tree", "pine tree"), 70, 12)
    town.scatter(("bush", "berry bush", "rock", "stump"), 60, 13)
    town.scatter((*(f"{name} flowers" for name in WILD), "tuft", "pebbles", "mushrooms"), 220, 14)
    return town
