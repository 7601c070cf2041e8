"""Gullhaven: cottages over a quay with a fish market, a tavern, a chandler's and two piers; a boatshed and a lighthouse."""
# fmt: off
# (rooms are laid out by hand)

from __future__ import annotations

import numpy as np

from assets.make.building import Building, Room, build
from assets.make.floor_plans import row, wall
from assets.make.map_builder import MapBuilder

COTTAGE = wall(15) + row("b5 k7", 5, (6, 2)) + wall(15, 10)
MARKET = wall(17) + row("m15", 11) + wall(17, 7, 8)
OFFICE = wall(11) + row("c9", 4) + wall(11, 2) + row("o9", 5) + wall(11, 5)
TAVERN = wall(17) + row("b5 g5 k3", 4) + wall(17, 3, 9, 14) + row("t15", 5) + wall(17, 7, 8)
CHANDLER = wall(13) + row("b5 s5", 4) + wall(13, 3, 9) + row("h11", 5) + wall(13, 6)
SHED = wall(13, 6) + row("s11", 6, (12, 3)) + wall(13)
LIGHT = wall(12) + row("b4 w5", 4, (5, 2)) + wall(12, 8)

QUAY, SEA = 29, 33
"""The first rows of the quay and of the water before it."""


def _cottage(name: str, x: int, cloth: str, paper: str, outside: str, bedroom: str, kitchen: str) -> Building:
    return Building(name, x, 1, COTTAGE, outside=outside, windows="window box", rooms={
        "b": Room("bedroom", "pine", paper, f"{cloth} double bed nw : bed, made, 2; wardrobe ne : wardrobe, closed; "
        "basin e : washstand, "
            f"clean; {bedroom}"),
        "k": Room("kitchen", "oak", "cream", f"stove nw : stove, warm; sink n : sink, empty; {kitchen}", "curtains"),
    })


BUILDINGS = (
    _cottage("Gull Cottage", 1, "blue", "blue paper", "brick", "model ship sw : model ship, dusted",
        "table c +ns : kitchen table, bare; red armchair ne : armchair, empty; red rug 3,3; wall shelf 5,0"),
    _cottage("Kelp Cottage", 17, "teal", "sage paper", "timber", "chest sw : sea chest, locked",
        "round table c +we : kitchen table, bare; gold armchair se : armchair, empty; guitar ne : fiddle, hanging"),
    _cottage("Samphire House", 33, "rose", "rose paper", "green panel", "dresser sw : dresser, tidy",
        "desk ne : writing desk, tidy; medicine trolley 3,1 : medicine trolley, locked; examination couch se : couch, fresh; "
        "table 2,3 : kitchen table, bare"),
    _cottage("Pebble Cottage", 49, "gold", "gold paper", "brick", "crib sw : cradle, empty",
        "table c +ns : kitchen table, bare; wood bookcase ne : bookshelf, full; teal armchair se : armchair, empty"),
    Building("The Fish Market", 1, 14, MARKET, outside="timber", properties={"opens": "05:30", "closes": "16:00"}, rooms={
        "m": Room("market hall", "flags", "stone",
            "fish slab 1,2 : fish slab, wet; fish slab 5,2 : gutting table, wet; ice chest ne : ice chest, full; "
            "scale 9,2 : scales, still; "
            "fish stall 1,6 : fish stall, open; oyster stall 6,6 : oyster stall, open; greens crate 11,5; apple crate 12,5; "
            "lectern 12,8 : auction desk, quiet; fish crate 4,9; fish crate 5,9; barrel sw : brine barrel, full; "
            "bench 11,9 : porters' bench, empty, 2; barrel nw; clock 7,0; life ring 4,0; rope coil se"),
    }),
    Building("Harbour Office", 20, 14, OFFICE, outside="stone", properties={"opens": "07:00", "closes": "18:00"}, rooms={
        "c": Room("chart room", "walnut", "blue paper",
            "chart table 4,1 +s : chart table, rolled charts; dark wide bookcase ne : log books, full; "
            "globe se : globe, still; "
            "ship's wheel 5,0; telescope sw : telescope, covered"),
        "o": Room("office", "oak", "cream",
            "desk nw : harbour master's desk, tidy; filing cabinet ne : filing cabinet, shut; "
            "waiting seats 4,1 : waiting bench, empty, 3; "
            "safe e : safe, locked; notices 4,0; blue wide rug 3,3; oilskins 6,0"),
    }),
    Building("The Wet Rope", 33, 14, TAVERN, outside="logs", windows="window box",
        properties={"opens": "10:00", "closes": "23:30"}, rooms={
        "b": Room("keeper's room", "pine", "rose paper", "red bed nw : bed, made; wardrobe ne : wardrobe, closed; "
        "chest se : strongbox, locked"),
        "g": Room("guest room", "pine", "sage paper", "violet bed nw : guest bed, made; dresser ne : dresser, empty; stool se"),
        "k": Room("kitchen", "kitchen", "tiled", "stove nw : stove, warm; sink n : sink, empty; "
        "cauldron ne : chowder pot, simmering"),
        "t": Room("taproom", "walnut", "timber",
            "hearth nw : hearth, lit; bottle shelf 11,0 : bottle shelf, full; wide bar 9,2 : bar, wiped, 3; "
            "beer taps 11,2 : beer taps, shut; "
            "bar 13,2; long table 2,3 +n : long table, bare; round table 7,3 +we : card table, bare; "
            "stool 6,1 : fiddler's stool, empty; ship's wheel 6,0; barrel ne; barrel se; red rug 4,2"),
    }),
    Building("Coil and Compass", 52, 14, CHANDLER, outside="green panel", windows="window box",
        properties={"opens": "07:30", "closes": "18:00"}, rooms={
        "b": Room("bedroom", "pine", "gold paper", "teal bed nw : bed, made; wardrobe ne : wardrobe, closed; violet rug 2,2; "
        "dresser se : dresser, tidy"),
        "s": Room("store room", "earth", "logs", "rope shelf nw : rope shelf, full; barrel ne : tar barrel, sealed; sack e; "
        "coal sack se; lumber sw"),
        "h": Room("shop", "oak", "cream",
            "rope shelf nw : coils and lamps, stocked; shop shelf ne : shelf of tins, stocked; "
            "wide bar 4,2 : counter, wiped; till 6,2 : till, shut; "
            "anchor sw : anchor, for sale; oilskins 5,0; barrel se : biscuit barrel, full; lobster pots e : lobster pots, new"),
    }),
    Building("The Boatshed", 1, 36, SHED, outside="logs", rooms={
        "s": Room("boatshed", "earth", "logs",
            "boat frame 2,2 : half-built boat, on the stocks; workbench 8,1 : workbench, tidy; "
            "tool wall 9,0 : tool wall, in order; "
            "lumber sw : planks, stacked; barrel nw : pitch barrel, cold; sewing machine se : sail machine, still"),
    }),
    Building("The Lighthouse", 53, 32, LIGHT, outside="stone", grounds=(49, 30, 17, 17), rooms={
        "b": Room("keeper's room", "pine", "blue paper", "blue bed nw : bed, made; wardrobe ne : wardrobe, closed; stool sw"),
        "w": Room("watch room", "flags", "stone",
            "hearth nw : hearth, lit; desk ne : log desk, open log; table 2,2 : kitchen table, bare; "
            "telescope se : telescope, pointed at sea; oilskins 2,0"),
    }),
)


def sea(town: MapBuilder) -> None:
    """Draw the sea, and the beach and the point that lie in it."""
    ys, xs = np.mgrid[0 : town.height, 0 : town.width]
    point = ((xs - 58) / 9.5) ** 2 + ((ys - 37) / 8.5) ** 2 <= 1
    beach = (xs < 15) | (((xs - 13) / 5.6) ** 2 + ((ys - 36) / 9.5) ** 2 <= 1)
    town.terrain["water"] |= (ys >= SEA) & ~point & ~(beach & (ys < 46))
    town.terrain["sand"] |= beach & (ys >= SEA) & (ys < 46)
    town.deck(24, SEA, 2, 12)
    town.deck(38, SEA, 2, 7)
    for x in range(18, 49):
        if town.terrain["water"][SEA, x] and town.floor[SEA, x] == "":
            town.put("quay ladder" if x in (30, 44) else "quay wall", x, SEA)
    for name, x, y in (
        ("sea rock", 48, 43), ("sea rock", 62, 45), ("sea rock", 46, 46), ("buoy", 44, 45), ("buoy", 33, 47),
        ("gull post", 37, 38), ("mooring post", 23, 36), ("mooring post", 26, 42), ("mooring post", 40, 39),
        ("gull post", 22, 45),
    ):
        town.put(name, x, y)
    town.put("fishing boat", 26, 38, "fishing boat", "moored")
    town.put("red boat", 19, 41, "red boat", "moored")
    town.put("sailing boat", 40, 37, "sailing boat", "moored")
    town.put("rowing boat", 36, 35, "rowing boat", "moored", seats=1)


def quay(town: MapBuilder) -> None:
    """Draw the quay, the piers and what stands about there."""
    town.sector("The Quay", 0, QUAY, 49, 4)
    town.paint("cobble", 0, QUAY, 49, 4)
    town.sector("The Long Pier", 19, SEA, 14, 12)
    town.sector("The Short Pier", 33, SEA, 14, 7)
    town.put("quay crane", 28, 31, "quay crane", "idle")
    town.put("fish crate", 31, 32, "landing crates", "empty")
    town.put("fish crate", 32, 32)
    town.put("lobster pots", 34, 31, "lobster pots", "stacked")
    town.put("anchor", 20, 30, "old anchor", "rusty")
    for x in (22, 27, 36, 41, 45):
        town.put("bollard", x, 32)
    town.put("bench", 14, 30, "quay bench", "empty", seats=2)
    town.put("bench", 42, 30, "tavern bench", "empty", seats=2)
    town.put("notice board", 17, 30, "notice board", "tide table and a few notes")
    town.put("barrel", 33, 30)
    town.put("barrel", 50, 30)
    town.put("rope coil", 46, 30)
    for x, y in ((12, 31), (31, 30), (47, 31)):
        town.put("lamp", x, y)
    town.put("pier lamp", 25, 44)
    town.put("pier lamp", 39, 39)
    town.put("gull", 29, 32)
    town.put("gull", 39, 31)
    town.put("gull", 8, 33)


def shore(town: MapBuilder) -> None:
    """Draw the beach and the lighthouse on its point."""
    town.sector("The Beach", 0, SEA, 19, 13)
    town.put("net rack", 14, 37, "net rack", "hung with nets")
    town.put("net rack", 14, 43, "second net rack", "hung with nets")
    town.put("upturned boat", 4, 34, "upturned boat", "keel up")
    town.put("lobster pots", 1, 34, "old lobster pots", "mended")
    town.put("bonfire", 15, 40, "driftwood fire", "ashes", seats=4)
    town.put("lighthouse", 50, 40, "lighthouse", "dark")
    town.put("lighthouse lantern", 51, 35)
    town.put("bench", 62, 42, "lookout bench", "empty", seats=2)
    town.put("clothes line", 56, 42, "clothes line", "bare")
    town.put("vegetable plot", 57, 45, "potato patch", "green")
    town.road("dirt", [(49, 31), (52, 31)], 1)
    town.road("dirt", [(52, 31), (52, 41)], 1)
    town.road("dirt", [(52, 41), (61, 41)], 1)
    town.road("dirt", [(61, 40), (61, 40)], 1)


def lane(town: MapBuilder) -> None:
    """Draw the lane between the cottages and the backs of the houses on the quay, and the ways down."""
    town.sector("Net Lane", 0, 10, 66, 4)
    town.road("cobble", [(0, 11), (64, 11)])
    for x in (18, 31, 50):
        town.road("cobble", [(x, 12), (x, QUAY)], 2 if x != 31 else 1)
    for x in (11, 27, 43, 59):
        town.road("dirt", [(x, 10), (x, 10)], 1)
    for x in (9, 40, 56):
        town.put("lamp", x, 13)
    town.put("well", 22, 13, "well", "covered")
    town.put("mailbox", 30, 10, "letter box", "empty")
    town.put("bench", 46, 13, "lane bench", "empty", seats=2)
    town.put("lavender", 4, 10)
    town.put("tulips", 36, 10, "flower bed", "in flower")
    town.put("clothes line", 20, 10, "washing line", "hung with shirts")
    town.put("cart", 13, 13, "hand cart", "empty")


def make() -> MapBuilder:
    """The map of ``new --world harbour``."""
    town = MapBuilder("Gullhaven", 66, 50)
    for building in BUILDINGS:
        build(town, building)
    lane(town)
    sea(town)
    quay(town)
    shore(town)
    for cx, cy, rx, ry in ((58, 43, 4, 2), (64, 36, 1.5, 4), (55, 30, 3, 1)):
        town.oval("lush", cx, cy, rx, ry)
    town.scatter(("birch", "blossom tree"), 3, 31)
    town.scatter(("bush", "rock"), 8, 32)
    town.scatter(("sea pinks", "white flowers", "yellow flowers", "tuft", "pebbles"), 46, 33)
    return town
