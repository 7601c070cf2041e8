"""Wrenfield: three cottages, a cafe, a workshop with a reading room, and a green with a pond."""
# fmt: off
# (rooms are laid out by hand)

from __future__ import annotations

from assets.make.building import Building, Room, build
from assets.make.floor_plans import bathroom, kitchen, row, wall
from assets.make.map_builder import MapBuilder

COTTAGE = wall(14) + row("b5 k6", 4) + wall(14, 2, 8) + row("l8 w3", 4, (9, 2)) + wall(14, 4)
COTTAGE_FROM_NORTH = wall(14, 5) + row("l8 w3", 4, (9, 2)) + wall(14, 2, 8) + row("b5 k6", 4) + wall(14)
CAFE = wall(16) + row("k5 s8", 4, (6, 3)) + wall(16, 3, 14) + row("c14", 5) + wall(16, 6, 7)
WORKSHOP = wall(12) + row("t10", 5) + wall(12, 5) + row("r10", 4) + wall(12, 4, 5)

BUILDINGS = (
    Building("Nora's cottage", 2, 1, COTTAGE, windows="window box", properties={"owner": "nora"}, rooms={
        "b": Room("bedroom", "pine", "rose paper",
            "rose bed nw : bed, made; wardrobe ne : wardrobe, closed; nightstand n; violet rug 2,1; "
            "dresser se : dresser, tidy; portrait n"),
        "k": kitchen("counter n : kitchen counter, wiped; table c +ns : kitchen table, bare"),
        "l": Room("living room", "oak", "gold paper",
            "fireplace n : fireplace, lit; red wide rug 2,1; teal sofa 2,2 : couch, empty; "
            "wood bookcase nw : bookshelf, full of cookbooks; red armchair w : armchair, empty; "
            "plant ne : potted fern, green; floor lamp se; picture n"),
        "w": bathroom(),
    }),
    Building("Ilya's cottage", 2, 21, COTTAGE_FROM_NORTH, outside="timber", grounds=(2, 19, 14, 16),
        properties={"owner": "ilya"}, rooms={
        "l": Room("study", "walnut", "blue paper",
            "dark wide bookcase nw : bookshelf, crowded; wood bookcase n; typewriter ne : typewriter, covered; "
            "blue wide rug 1,1; blue armchair w : armchair, empty; floor lamp sw : reading lamp, off; chair north 7,1; "
            "record player e : record player, silent"),
        "w": bathroom("shower", "se"),
        "b": Room("bedroom", "walnut", "violet paper",
            "violet bed nw : bed, made; wardrobe ne : wardrobe, closed; chest se : chest of drawers, shut; "
            "blue rug 2,1; picture n"),
        "k": kitchen("kettle n : tea kettle, cold; round table c +we : kitchen table, bare; flower pot se"),
    }),
    Building("Tess's cottage", 33, 21, COTTAGE_FROM_NORTH, windows="window box", grounds=(33, 19, 14, 16),
        properties={"owner": "tess"}, rooms={
        "l": Room("living room", "oak", "sage paper",
            "fireplace n : fireplace, lit; teal wide rug 2,1; gold armchair w : armchair, empty; "
            "gold sofa 3,2 : couch, empty; guitar nw : guitar, leaning; wood bookcase ne : bookshelf, half empty"),
        "w": bathroom("shower", "se"),
        "b": Room("bedroom", "pine", "gold paper",
            "teal bed nw : bed, made; wardrobe ne : wardrobe, closed; dresser se : dresser, cluttered; teal rug 2,1; mirror n"),
        "k": kitchen("bread board n : bread board, floury; table c +ns : kitchen table, bare"),
    }),
    Building("The Copper Finch", 18, 0, CAFE, outside="green panel", windows="window box",
        properties={"opens": "07:30", "closes": "18:00", "owner": "nora"}, rooms={
        "k": Room("kitchen", "kitchen", "tiled",
            "fridge nw : milk fridge, humming; stove n : oven, cold; sink n : sink, empty; dough trough e; "
            "bread board w : chopping board, clean"),
        "s": Room("back room", "walnut", "cream",
            "jar shelf nw : store shelf, stocked; barrel ne; sack e; crate se; piano n : piano, closed; "
            "red wide rug 3,1; violet sofa 3,2 : sofa, empty; small table 2,3 : low table, bare"),
        "c": Room("cafe", "oak", "gold paper",
            "menu board 5,0 : chalkboard menu, blank; espresso machine 5,1 : espresso machine, off; "
            "pastry case 7,1 : pastry case, empty; till 9,1 : cash register, shut; "
            "coffee grinder 4,1 : coffee grinder, still; plant nw : rubber plant, green; "
            "typewriter 0,2 +s : writing desk, tidy, 1; cloth table 12,2 +we : window table, bare; "
            "round table 12,4 +we : small round table, bare; round table 3,4 +we : table by the door, bare; "
            "flower pot sw; picture 1,0; clock 11,0; teal rug 6,2"),
    }),
    Building("Larch and Oak", 36, 0, WORKSHOP, outside="logs",
        properties={"opens": "08:00", "closes": "19:00", "owner": "tess"}, rooms={
        "t": Room("workshop", "earth", "logs",
            "workbench 3,1 : workbench, tidy; table saw nw : band saw, off; lumber se : lumber rack, full; "
            "tool wall 4,0 : tool wall, in order; table 2,3 : glue table, bare; "
            "crib 8,3 : half-built cradle, unfinished; barrel ne; lumber sw"),
        "r": Room("reading room", "walnut", "blue paper",
            "tall bookcase nw : bookcase, full; wood wide bookcase ne : newspaper shelf, full; "
            "card catalogue w : card catalogue, shut; brick wide rug 3,1; long table 4,2 +n : reading table, bare; "
            "red armchair sw : armchair, empty; globe se : globe, still; clock n"),
    }),
)


def green(town: MapBuilder) -> None:
    """Draw the green between the cottages, with the pond."""
    town.sector("The Green", 17, 19, 15, 16)
    town.arena("lawn", 17, 19, 15, 8)
    town.arena("pond bank", 17, 27, 15, 8)
    for line, (left, right) in enumerate(((22, 27), (20, 28), (20, 28), (20, 28), (21, 27), (23, 26))):
        town.paint("water", left, 28 + line, right - left, 1)
    town.oval("lush", 21, 22, 3.5, 2.5)
    town.oval("lush", 29, 25, 3, 2.2)
    town.oval("lush", 19, 32, 2.4, 2.6)
    town.deck(24, 28, 1, 3)
    for x, y, label in ((18, 20, "oak bench"), (28, 20, "street bench"), (18, 26, "pond bench"), (29, 28, "willow bench")):
        town.put("bench", x, y, label, "empty", seats=2)
    town.put("well", 21, 22, "well", "covered")
    town.put("notice board", 26, 19, "notice board", "a few old notes")
    town.put("picnic table", 27, 23, "picnic table", "bare", seats=4)
    town.put("willow", 28, 33)
    town.put("oak tree", 17, 24, "old oak", "rustling")
    town.put("rowing boat", 22, 30, "rowing boat", "moored", seats=1)
    town.put("bird bath", 30, 22, "bird bath", "full")
    town.put("roses", 20, 34, "flower bed", "in bud")
    town.put("lily pads", 26, 29)
    town.put("lily pads", 22, 32)
    town.put("reeds", 27, 31)
    town.put("reeds", 20, 29)


def street(town: MapBuilder) -> None:
    """Draw the cobbled street and the paths to the doors."""
    town.sector("Finch Lane", 0, 15, 48, 4)
    town.arena("garden", 2, 19, 14, 2)
    town.arena("garden", 33, 19, 14, 2)
    town.road("cobble", [(0, 17), (46, 17)])
    town.road("cobble", [(24, 15), (24, 16)])
    town.road("cobble", [(40, 15), (40, 16)])
    town.road("dirt", [(6, 15), (6, 16)], 1)
    for x in (7, 38):
        town.road("dirt", [(x, 19), (x, 20)], 1)
    town.road("dirt", [(24, 19), (24, 27)], 1)
    town.road("dirt", [(19, 27), (29, 27)], 1)
    for x, y in ((16, 16), (33, 16), (17, 19), (31, 19)):
        town.put("lamp", x, y)
    town.put("mailbox", 15, 16, "letter box", "empty")
    town.put("table", 28, 16, "pavement table", "bare", seats=2)
    town.put("chair east", 27, 16)
    town.put("chair west", 30, 16)
    town.put("flower pot", 22, 16)
    town.put("flower pot", 27, 15)
    town.put("lumber", 36, 16)
    town.put("tulips", 2, 16, "tulip bed", "in flower")
    town.put("lavender", 10, 16)
    town.put("clothes line", 11, 19, "clothes line", "bare")
    town.put("vegetable plot", 43, 19, "vegetable plot", "freshly dug")


def make() -> MapBuilder:
    """The map of ``first_morning``."""
    town = MapBuilder("Wrenfield", 48, 36)
    for building in BUILDINGS:
        build(town, building)
    street(town)
    green(town)
    town.put("blossom tree", 0, 16)
    town.scatter(("birch", "apple tree", "blossom tree", "pine tree"), 10, 4)
    town.scatter(("bush", "berry bush", "rock"), 14, 5)
    town.scatter(("red flowers", "yellow flowers", "white flowers", "blue flowers", "tuft", "pebbles", "mushrooms"), 46, 6)
    return town
