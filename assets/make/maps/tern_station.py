"""Tern Station: nine modules along a spine and a ring of cabins above them, with nothing but stars outside.

The ring is drawn below the rest; a ladder in the lounge leads up to the hatch of its landing.
"""
# fmt: off
# (rooms are laid out by hand)

from __future__ import annotations

from assets.make.building import Building, Room, build
from assets.make.floor_plans import row, wall
from assets.make.map_builder import MapBuilder

UPPER = {
    "command": wall(16) + row("c14", 9) + wall(16, 7, 8),
    "garden": wall(18) + row("g16", 9) + wall(18, 8, 9),
    "rocks": wall(12) + row("k10", 9) + wall(12, 5),
    "labs": wall(18) + row("r8 s7", 9) + wall(18, 4, 13),
}
RING = wall(50) + row("l48", 4) + wall(50, 4, 11, 18, 25, 38) + row("a6 b6 c6 d6 o20", 5) + wall(50)
LOWER = {
    "lounge": wall(25, 7, 20) + row("l15 y7", 7) + wall(25),
    "mess": wall(13, 6) + row("g11", 7) + wall(13),
    "med": wall(13, 6) + row("m11", 7) + wall(13),
    "core": wall(15, 7) + row("e13", 7) + wall(15),
}


def _cabin(number: int, floor: str, more: str) -> Room:
    """A cabin of the crew: a bed, a locker and ``more``."""
    return Room(f"cabin {number}", floor, "hull", f"sleep pod nw : bed, made; lockers ne : locker, shut; {more}", "")


BUILDINGS = (
    Building("Command Deck", 1, 2, UPPER["command"], outside="hull", windows="", rooms={
        "c": Room("bridge", "metal", "hull",
            "planet window 6,0; console nw : status board, green; console ne : navigation table, idle; "
            "console 5,2 : command console, idle; command chair 6,4 : command chair, empty; "
            "steel crate sw : mission safe, locked; "
            "spacesuit se; blue wide rug 5,6", "viewport"),
    }),
    Building("Green Deck", 17, 2, UPPER["garden"], outside="hull", windows="", rooms={
        "g": Room("greenhouse", "deck", "hull",
            "hydroponic tray nw : seedling rack, sprouting; hydroponic tray ne : wheat tray, knee high; "
            "hydroponic tray 2,3 : nutrient tank, full; hydroponic tray 11,3 : bean trellis, in flower; "
            "hydroponic tray 2,6 : tomato vine, heavy; air scrubber n : humidity gauge, steady; "
            "bench 6,4 : garden bench, empty, 2; compost heap se : compost drum, warm; "
            "apple tree 12,7 : little apple tree, in leaf", "viewport"),
    }),
    Building("Signal and Stores", 35, 2, UPPER["labs"], outside="hull", windows="", rooms={
        "r": Room("comms room", "blue carpet", "hull",
            "console nw : signal recorder, running; dish ne : main antenna, turning; computer sw : message queue, empty; "
            "command chair c : listening chair, empty", "viewport"),
        "s": Room("supply hold", "metal", "hull",
            "steel crate nw : storage crates, stacked; steel crate n; shop shelf ne : ration shelf, stocked; steel crate w; "
            "steel crate sw : barter box, open; scale se : weighing scale, at zero; lockers 2,4 : tool lockers, shut",
            "viewport"),
    }),
    Building("Rock Lab", 53, 2, UPPER["rocks"], outside="hull", windows="", rooms={
        "k": Room("rock lab", "clinic", "hull",
            "lab bench nw : microscope, covered; pot shelf ne : sample cabinet, shut; table saw w : rock saw, off; "
            "table c : core table, bare; steel crate se : rover charger, blinking; globe sw : moon globe, still", "viewport"),
    }),
    Building("Crew Lounge", 1, 18, LOWER["lounge"], outside="hull", windows="viewport", rooms={
        "l": Room("lounge", "blue carpet", "hull",
            "ladder 12,0; ladder foot 12,0; wood wide bookcase nw : paper library, full; fish tank n : fish tank, humming; "
            "brick wide rug c; teal sofa 5,3 : long couch, empty, 3; chess table 2,5 +we : chess table, set up; "
            "plant sw : rubber tree, green; plant se : orange tree, in leaf; television 9,6 : film screen, dark", ""),
        "y": Room("gym", "deck", "hull",
            "treadmill nw : running belt, still; weights ne : weights, racked; yoga mat sw : yoga mat, rolled out; "
            "lockers se : towel locker, shut", ""),
    }),
    Building("The Mess", 26, 18, LOWER["mess"], outside="hull", windows="viewport", rooms={
        "g": Room("galley", "checker", "hull",
            "galley nw : coffee bulb, empty; stove 1,0 : food heater, cold; sink 2,0 : sink, empty; "
            "fridge ne : cold locker, humming; "
            "big table c +we : mess table, bare, 4; shower se : shower, dry; toilet sw : toilet, free", ""),
    }),
    Building("Med Bay", 38, 18, LOWER["med"], outside="hull", windows="viewport", rooms={
        "m": Room("med bay", "clinic", "hull",
            "body scanner nw : body scanner, off; medicine shelf ne : pill dispenser, stocked; "
            "examination couch w : exam couch, fresh; treadmill e : treadmill, still; "
            "medicine trolley se : bandage drawer, full; "
            "computer sw : sleep monitor, dark", ""),
    }),
    Building("Engine Core", 50, 18, LOWER["core"], outside="hull", windows="viewport", rooms={
        "e": Room("engine core", "metal", "hull",
            "reactor 5,3 : reactor, humming; air scrubber nw : air scrubber, turning; air scrubber 1,0 : coolant valve, open; "
            "console ne : diagnostic screen, green; workbench sw : repair bench, tidy; steel crate se : parts bin, sorted; "
            "spacesuit e : spacesuit, hanging; server rack w : fuse cabinet, shut", ""),
    }),
    Building("Crew Ring", 8, 31, RING, outside="hull", windows="viewport", rooms={
        "a": _cabin(1, "blue carpet", "sleep pod sw : second bed, made; desk se : desk, tidy; teal rug c"),
        "b": _cabin(2, "green carpet", "plant se : fern, green; desk sw : desk, muddy"),
        "c": _cabin(3, "rose carpet", "sleep pod sw : second bed, made; record player se : record player, silent"),
        "d": _cabin(4, "red carpet", "guitar se : guitar, leaning; desk sw : desk, heaped"),
        "l": Room("landing", "metal", "hull",
            "hatch 15,1; planet window 29,0; planet window 35,0; plant nw : umbrella palm, green; blue wide rug 6,2; "
            "bench 30,2 : window bench, empty, 3; lockers ne : linen locker, shut; blue wide rug 20,2; "
            "washing machine 43,0 : washing machine, still", "viewport"),
        "o": Room("observatory", "walnut", "hull",
            "telescope n : telescope, covered; globe nw : star globe, still; dark wide bookcase ne : log books, dusty; "
            "command chair 6,2 : star chair, empty; desk se : chart desk, rolled charts; plant sw; red wide rug c", ""),
    }),
)
SPINE = Building("The Spine", 1, 15, row("s62", 3), outside="hull", rooms={
    "s": Room("corridor", "metal", "hull",
        "plant nw : travelling palm, green; vending machine ne : vending machine, humming"),
})


def make() -> MapBuilder:
    """The map of ``tern_station``."""
    town = MapBuilder("Tern Station", 66, 48, base="stars")
    for building in BUILDINGS:
        build(town, building)
    town.stairs("the ladder", (14, 20), (24, 34))
    build(town, SPINE)
    return town
