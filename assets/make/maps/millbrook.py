"""Hollin: a village of long ago with a mill, an inn, a herb hut and a chapel, on a brook with a bridge."""
# fmt: off
# (rooms are laid out by hand)

from __future__ import annotations

from assets.make.building import Building, Room, build
from assets.make.floor_plans import row, wall
from assets.make.map_builder import MapBuilder

MILL = wall(15) + row("b5 k7", 4) + wall(15, 3, 10) + row("m13", 6) + wall(15, 6, 7)
INN = wall(18) + row("b5 g5 k4", 4) + wall(18, 3, 9, 14) + row("t16", 7) + wall(18, 8, 9)
HUT = wall(14, 5) + row("w12", 5) + wall(14, 3, 9) + row("b5 k6", 4) + wall(14)
CHAPEL = wall(11, 5) + row("n9", 8) + wall(11)

BUILDINGS = (
    Building("Hollin Mill", 24, 2, MILL, outside="logs", grounds=(23, 1, 17, 18), rooms={
        "b": Room("bedroom", "pine", "logs",
            "straw bed nw : bed, made; straw bed sw : second bed, made; chest ne : chest, shut; stool se"),
        "k": Room("kitchen", "flags", "stone",
            "hearth nw : hearth, lit; bread table ne : bread table, floury; table c +we : kitchen table, bare; "
            "barrel se : water barrel, full"),
        "m": Room("mill floor", "earth", "logs",
            "millstone c : millstone, still; sack nw : flour sack, full; sack sw : grain sack, full; "
            "barrel ne : grain hopper, half full; chest e : toll dish, empty; sack w; sack se; crate sw"),
    }),
    Building("The Merry Ladle", 2, 1, INN, outside="timber", grounds=(1, 1, 20, 18),
        properties={"opens": "10:00", "closes": "23:00"}, rooms={
        "b": Room("keeper's room", "pine", "timber", "straw bed nw : bed, made; chest ne : strongbox, locked; brick rug c"),
        "g": Room("guest room", "pine", "timber",
            "straw bed nw : guest bed, made; straw bed ne : straw mattress, made; stool s"),
        "k": Room("kitchen", "flags", "stone",
            "cauldron nw : stew cauldron, cold; bread table e : bread table, floury; barrel sw : water cask, full"),
        "t": Room("taproom", "walnut", "timber",
            "hearth nw : hearth, lit; ale casks 10,0 : ale cask, full; wide bar 9,2 : oak bar, wiped, 3; bar 11,2; "
            "long table 2,4 +ns : long table, bare; round table 12,5 +we : dice table, bare; "
            "stool 7,2 : fiddler's stool, empty; barrel ne; bow rack 5,0"),
    }),
    Building("Rosehip Hut", 2, 24, HUT, outside="logs", grounds=(1, 22, 16, 17), rooms={
        "w": Room("herb room", "pine", "logs",
            "herb rack nw : drying rack, hung with herbs; cauldron c : tea kettle, cold; "
            "herb rack ne : tincture shelf, full; table se +n : mortar and pestle, clean; sack sw; "
            "pot shelf 7,0 : salve pots, stacked"),
        "b": Room("bedroom", "pine", "logs", "straw bed nw : bed, made; chest ne : chest, shut; teal rug c"),
        "k": Room("kitchen", "flags", "logs",
            "hearth nw : hearth, lit; round table e +w : kitchen table, bare; barrel se : water barrel, full"),
    }),
    Building("Chapel of the Spring", 30, 24, CHAPEL, outside="stone", windows="stained glass", rooms={
        "n": Room("nave", "flags", "stone",
            "altar 3,6 : altar, quiet; pew 0,3 : left bench, empty, 3; pew 6,3 : right bench, empty, 3; "
            "font nw : baptismal font, still; candle stand ne : candle stand, unlit; red rug 4,3"),
    }),
)


def outdoors(town: MapBuilder) -> None:
    """Draw brook, bridge, green, fields and animals."""
    for line in range(town.height):
        x = 43 + (line // 11 % 2 if line < 22 else -(line // 24 % 2) if line < 29 else line // 32 % 2)
        town.paint("water", x, line, 5, 1)
    town.deck(41, 19, 9, 2)
    town.sector("Hollin Green", 17, 19, 23, 5)
    town.road("dirt", [(0, 19), (51, 19)], 2)
    town.road("dirt", [(10, 18), (10, 18)], 2)
    town.road("dirt", [(30, 18), (30, 18)], 2)
    town.road("dirt", [(7, 21), (7, 23)], 1)
    town.road("dirt", [(35, 21), (35, 23)], 1)
    town.put("well", 24, 22, "well", "covered", seats=2)
    town.put("bonfire", 20, 23, "bonfire", "ashes", seats=4)
    town.put("village sign", 22, 22, "notice post", "a torn notice")
    town.put("bench", 27, 22, "old bench", "empty", seats=2)
    town.put("cart", 37, 22, "ox cart", "half loaded")
    town.sector("Long Field", 18, 25, 11, 14)
    town.fence(18, 26, 11, 9, gaps=[(23, 26)])
    town.put("water trough", 19, 28, "water trough", "full", seats=2)
    for x, y in ((21, 30), (25, 29), (23, 32), (26, 32)):
        town.put("sheep", x, y)
    town.put("haystack", 26, 28, "haystack", "dry")
    town.arena("sheepfold", 18, 26, 11, 9)
    town.arena("beanfield", 18, 35, 11, 4)
    town.paint("field", 19, 36, 9, 3)
    for x in (20, 23, 26):
        town.put("vegetable plot", x, 37, f"{('first', 'middle', 'last')[(x - 20) // 3]} bean row", "sprouting")
    town.sector("Far Bank", 49, 17, 7, 7)
    town.put("picnic table", 51, 22, "ferryman's table", "bare", seats=2)
    town.put("water wheel", 40, 8)
    town.arena("herb garden", 2, 22, 12, 2)
    town.put("lavender", 10, 23, "herb garden bed", "in flower")
    town.put("beehive", 14, 23, "straw hive", "humming")
    town.arena("millyard", 24, 18, 15, 1)
    town.put("cart", 33, 18, "flour cart", "empty")
    for x, y in ((26, 18), (28, 18), (38, 18)):
        town.put("hen", x, y)
    town.put("duck", 45, 24)
    town.put("duck", 46, 13)


def make() -> MapBuilder:
    """The map of ``the_hollin_feast``."""
    town = MapBuilder("Hollin", 56, 40)
    for building in BUILDINGS:
        build(town, building)
    outdoors(town)
    for cx, cy, rx, ry in ((12, 20, 4, 2), (38, 30, 3, 5), (52, 10, 3, 5), (52, 32, 3, 5)):
        town.oval("lush", cx, cy, rx, ry)
    town.scatter(("oak tree",), 4, 21)
    town.scatter(("pine tree", "birch", "apple tree"), 26, 22)
    town.scatter(("bush", "berry bush", "rock", "stump"), 24, 23)
    town.scatter(("red flowers", "yellow flowers", "white flowers", "blue flowers", "tuft", "pebbles", "mushrooms"), 70, 24)
    return town
