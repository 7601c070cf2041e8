"""The homes of Alderbrook: five houses, a row of flats and a student hall."""
# fmt: off
# (rooms are laid out by hand)

from __future__ import annotations

from assets.make.building import Building, Room
from assets.make.floor_plans import bathroom, bedroom, kitchen, living, row, studio, wall

HOUSE = wall(19) + row("b5 c5 k5", 4) + wall(19, 2, 9, 13) + row("l13 w3", 5, (14, 2)) + wall(19, 6)
HOUSE_NORTH = wall(19, 6) + row("l13 w3", 5, (14, 2)) + wall(19, 2, 9, 13) + row("b5 c5 k5", 4) + wall(19)
COTTAGE = wall(14) + row("b5 k6", 4) + wall(14, 2, 8) + row("l8 w3", 5, (9, 2)) + wall(14, 4)
COTTAGE_NORTH = wall(14, 4) + row("l8 w3", 5, (9, 2)) + wall(14, 2, 8) + row("b5 k6", 4) + wall(14)
FLATS = (
    wall(30, 14, 15)
    + row("a5 b5 h4 c5 d5", 4)
    + wall(30, 4, 10, 14, 15, 20, 26)
    + row("r28", 2)
    + wall(30, 4, 10, 15, 20, 26)
    + row("e5 f5 w4 k5 g5", 4)
    + wall(30)
)
HALL = (
    wall(24)
    + row("a5 b5 c5 d4", 4)
    + wall(24, 3, 9, 15, 21)
    + row("r22", 2)
    + wall(24, 3, 12, 20)
    + row("w4 l12 k4", 4)
    + wall(24, 10, 11)
)

BUILDINGS = (
    Building("Marsh House", 2, 2, HOUSE, windows="window box", grounds=(1, 1, 21, 19), rooms={
        "b": bedroom("red", "dresser sw : dresser, tidy; red rug c; picture n", double=True, paper="rose paper"),
        "c": Room("study", "walnut", "blue paper",
            "dark wide bookcase nw : bookshelf, full; desk ne : writing desk, covered with papers; brick rug c; "
            "globe se : globe, still"),
        "k": kitchen("table c +ns : kitchen table, bare"),
        "l": living("teal",
            "piano nw : piano, closed; wood bookcase ne : bookshelf, full; plant se : fern, green; "
            "red armchair sw : armchair, empty; floor lamp e"),
        "w": bathroom("bathtub", "s", "washing machine e : washing machine, still"),
    }),
    Building("Quill Cottage", 23, 2, COTTAGE, outside="timber", grounds=(22, 1, 16, 19), rooms={
        "b": bedroom("violet", "chest sw : chest of drawers, shut; violet rug c"),
        "k": kitchen("counter n : kitchen counter, wiped; round table c +we : kitchen table, bare"),
        "l": Room("living room", "walnut", "violet paper",
            "fireplace n : fireplace, lit; typewriter nw : typewriter, covered; violet rug c; "
            "violet armchair e : armchair, empty; wood bookcase ne : bookshelf, crowded; floor lamp se; plant sw; "
            "blue bed w : bed, made"),
        "w": bathroom(),
    }),
    Building("Harbour View", 100, 2, HOUSE, outside="blue panel", windows="window box", grounds=(99, 1, 20, 19), rooms={
        "b": bedroom("blue", "blue rug c; chest sw : sea chest, locked"),
        "c": Room("chart room", "walnut", "panel",
            "blue bed nw : bed, made; desk n : chart table, spread with charts; telescope ne : telescope, capped; "
            "model ship se : model ship, half rigged; blue rug c; wall map n"),
        "k": kitchen("table c +ns : kitchen table, bare", paper="blue paper"),
        "l": living("blue",
            "grandfather clock nw : clock, ticking; television ne : television, off; "
            "blue armchair sw : armchair, empty; fish tank w : fish tank, bubbling; plant se",
            rug="blue", paper="blue paper"),
        "w": bathroom("bathtub", "s"),
    }),
    Building("Fairweather House", 84, 70, HOUSE_NORTH, outside="green panel", windows="window box",
        grounds=(84, 68, 19, 18), rooms={
        "b": bedroom("gold", "mirror n; gold armchair se : rocking chair, empty", double=True, paper="gold paper"),
        "c": Room("nursery", "pine", "rose paper",
            "rose bed nw : child's cot, made; toy box sw : toy box, open; school desk se : little desk, tidy; "
            "violet bed 4,0 : bed, made; teal rug c"),
        "k": kitchen("big table c +we : dining table, bare; washing machine e : washing machine, still"),
        "l": living("gold",
            "television nw : television, off; wood wide bookcase ne : bookshelf, untidy; "
            "gold armchair sw : armchair, empty; toy box se : toy chest, open; guitar w : guitar, leaning",
            rug="teal", paper="sage paper"),
        "w": bathroom("bathtub", "s"),
    }),
    Building("Orchard House", 105, 70, COTTAGE_NORTH, outside="timber", grounds=(104, 68, 15, 20), rooms={
        "b": bedroom("teal", "teal rug c; dresser sw : dresser, tidy", double=True),
        "k": kitchen("counter n : kitchen counter, wiped; table c +ns : kitchen table, bare"),
        "l": living("red",
            "wood bookcase nw : bookshelf, full; record player se : record player, silent; plant sw", rug="brick"),
        "w": bathroom(),
    }),
    Building("Tanner Row", 42, 69, FLATS, windows="window box", grounds=(41, 68, 32, 20), rooms={
        "a": studio("red", "desk se : desk, tidy; red rug c", name="flat 1", paper="rose paper"),
        "b": studio("blue", "computer se : computer, off; blue rug c", name="flat 2", paper="blue paper", floor="walnut"),
        "h": Room("hall", "flags", "panel", "sorting shelf nw : letter boxes, quiet; plant se; brick rug c"),
        "c": studio("teal",
            "easel ne : easel, empty; small table se : paint table, stained", name="flat 3", paper="sage paper"),
        "d": studio("gold",
            "record player ne : record player, silent; gold armchair se : armchair, empty",
            name="flat 4", paper="gold paper"),
        "r": Room("corridor", "red carpet", "cream", "red armchair e : old armchair, empty"),
        "e": studio("violet", "guitar ne : guitar, leaning; violet rug c; dresser se", name="flat 5", paper="violet paper"),
        "f": studio("rose", "wood bookcase ne : bookshelf, full; round table se +w : little table, bare", name="flat 6"),
        "w": bathroom("shower", "sw", "washing machine se : washing machine, still"),
        "k": Room("shared kitchen", "kitchen", "sage paper",
            "fridge nw : refrigerator, humming; stove n : stove, cold; sink n : sink, empty; "
            "long table c +s : kitchen table, bare"),
        "g": studio("blue", "desk se : desk, piled with letters; plant ne", name="flat 7", paper="blue paper"),
    }),
    Building("Ash Hall", 74, 1, HALL, outside="cream", grounds=(73, 1, 26, 20), rooms={
        "a": studio("teal", "desk se : desk, tidy; teal rug c", name="room 1", paper="sage paper"),
        "b": studio("red", "computer se : computer, off; guitar ne", name="room 2", paper="gold paper"),
        "c": studio("blue", "desk se : desk, covered with sums; blue rug c", name="room 3", paper="blue paper"),
        "d": studio("violet", "school desk se : desk, bare", name="room 4", paper="violet paper"),
        "r": Room("corridor", "blue carpet", "white", "vending machine 21,0 : vending machine, humming"),
        "w": bathroom("shower", "sw"),
        "l": Room("common room", "oak", "cream",
            "pool table nw : pool table, racked; television ne : television, off; red sofa e : couch, empty, 2; "
            "red armchair se : armchair, empty; notices n : noticeboard, crowded; "
            "chess table sw : chess table, set up, 2"),
        "k": kitchen("small table se : table, bare"),
    }),
)
