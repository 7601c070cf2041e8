"""The homes of Alderbrook: five houses, a row of flats and a student hall."""

from __future__ import annotations

from assets.make.building import Room, build
from assets.make.plan import bathroom, bedroom, kitchen, living, row, studio, wall
from assets.make.town import Town

HOUSE = wall(19) + row("b5 c5 k5", 4) + wall(19, 2, 9, 13) + row("l13 w3", 5, (14, 2)) + wall(19, 6)
HOUSE_NORTH = wall(19, 6) + row("l13 w3", 5, (14, 2)) + wall(19, 2, 9, 13) + row("b5 c5 k5", 4) + wall(19)
COTTAGE = wall(14) + row("b5 k6", 4) + wall(14, 2, 8) + row("l8 w3", 5, (9, 2)) + wall(14, 4)
FLATS = wall(30, 14, 15) + row("a5 b5 h4 c5 d5", 4) + wall(30, 4, 10, 14, 15, 20, 26) + row("r28", 2) + wall(30, 4, 10, 15, 20, 26) + row("e5 f5 w4 k5 g5", 4) + wall(30)
HALL = wall(24) + row("a5 b5 c5 d4", 4) + wall(24, 3, 9, 15, 21) + row("r22", 2) + wall(24, 3, 12, 20) + row("w4 l12 k4", 4) + wall(24, 10, 11)


def houses(town: Town) -> None:
    """Detached houses."""
    build(town, "Marsh House", 2, 2, HOUSE, {
        "b": bedroom("red", "dresser sw : dresser, tidy\nred rug c\npicture n", double=True, paper="rose paper"),
        "c": Room("study", "walnut", "blue paper", "dark wide bookcase nw : bookshelf, full\ndesk ne : writing desk, covered with papers\nbrick rug c\nglobe se : globe, still"),
        "k": kitchen("table c +ns : kitchen table, bare"),
        "l": living("teal", "piano nw : piano, closed\nwood bookcase ne : bookshelf, full\nplant se : fern, green\nred armchair sw : armchair, empty\nfloor lamp e"),
        "w": bathroom("bathtub", "s", "washing machine e : washing machine, still"),
    }, outside="brick", windows="window box", grounds=(1, 1, 21, 19))  # fmt: skip
    build(town, "Quill Cottage", 23, 2, COTTAGE, {
        "b": bedroom("violet", "chest sw : chest of drawers, shut\nviolet rug c"),
        "k": kitchen("counter n : kitchen counter, wiped\nround table c +we : kitchen table, bare"),
        "l": Room("living room", "walnut", "violet paper", "fireplace n : fireplace, cold\ntypewriter nw : typewriter, covered\nviolet rug c\nviolet armchair e : armchair, empty\nwood bookcase ne : bookshelf, crowded\nfloor lamp se\nplant sw"),
        "w": bathroom(),
    }, outside="timber", windows="window", grounds=(22, 1, 16, 19))  # fmt: skip
    build(town, "Harbour View", 100, 2, HOUSE, {
        "b": bedroom("blue", "blue rug c\nchest sw : sea chest, locked", double=True),
        "c": Room("chart room", "walnut", "panel", "desk n : chart table, spread with charts\ntelescope ne : telescope, capped\nmodel ship 0,2 : model ship, half rigged\nblue rug c\nwall map n"),
        "k": kitchen("table c +ns : kitchen table, bare", paper="blue paper"),
        "l": living("blue", "grandfather clock nw : clock, ticking\ntelevision ne : television, off\nblue armchair sw : armchair, empty\nfish tank w : fish tank, bubbling\nplant se", rug="blue", paper="blue paper"),
        "w": bathroom("bathtub", "s"),
    }, outside="blue panel", windows="window box", grounds=(99, 1, 20, 19))  # fmt: skip
    build(town, "Fairweather House", 84, 70, HOUSE_NORTH, {
        "b": bedroom("gold", "mirror n\ngold armchair se : rocking chair, empty", double=True, paper="gold paper"),
        "c": Room("children's room", "pine", "rose paper", "rose bed nw : child's bed, made\ntoy box sw : toy box, open\nschool desk se : little desk, tidy\nrose bed 4,0 : second bed, made\nteal rug c"),
        "k": kitchen("big table c +we : dining table, bare\nwashing machine e : washing machine, still"),
        "l": living("gold", "television nw : television, off\nwood wide bookcase ne : bookshelf, untidy\ngold armchair sw : armchair, empty\ntoy box se : toy chest, open\nguitar w : guitar, leaning", rug="teal", paper="sage paper"),
        "w": bathroom("bathtub", "s"),
    }, outside="green panel", windows="window box", grounds=(84, 68, 19, 18))  # fmt: skip
    build(town, "Orchard House", 105, 70, COTTAGE_NORTH, {
        "b": bedroom("teal", "teal rug c\ndresser sw : dresser, tidy", double=True),
        "k": kitchen("counter n : kitchen counter, wiped\ntable c +ns : kitchen table, bare"),
        "l": living("red", "wood bookcase nw : bookshelf, full\nrecord player se : record player, silent\nplant sw", rug="brick"),
        "w": bathroom(),
    }, outside="timber", windows="window", grounds=(104, 68, 15, 20))  # fmt: skip


COTTAGE_NORTH = wall(14, 4) + row("l8 w3", 5, (9, 2)) + wall(14, 2, 8) + row("b5 k6", 4) + wall(14)


def shared(town: Town) -> None:
    """The flats and the student hall."""
    build(town, "Tanner Row", 42, 69, FLATS, {
        "a": studio("red", "desk se : desk, tidy\nred rug c", name="flat 1", paper="rose paper"),
        "b": studio("blue", "computer se : computer, off\nblue rug c", name="flat 2", paper="blue paper", floor="walnut"),
        "h": Room("hall", "flags", "panel", "sorting shelf nw : letter boxes, quiet\nplant se"),
        "c": studio("teal", "easel ne : easel, empty\nsmall table se : paint table, stained", name="flat 3", paper="sage paper"),
        "d": studio("gold", "record player ne : record player, silent\ngold armchair se : armchair, empty", name="flat 4", paper="gold paper"),
        "r": Room("corridor", "red carpet", "cream", "red armchair e : old armchair, empty"),
        "e": studio("violet", "guitar ne : guitar, leaning\nviolet rug c\ndresser se", name="flat 5", paper="violet paper"),
        "f": studio("rose", "wood bookcase ne : bookshelf, full\nround table se +w : little table, bare", name="flat 6"),
        "w": bathroom("shower", "sw", "washing machine se : washing machine, still"),
        "k": Room("shared kitchen", "kitchen", "sage paper", "fridge nw : refrigerator, humming\nstove n : stove, cold\nsink n : sink, empty\nlong table c +s : kitchen table, bare"),
        "g": studio("blue", "desk se : desk, piled with letters\nplant ne", name="flat 7", paper="blue paper"),
    }, outside="brick", windows="window box", grounds=(41, 68, 32, 20))  # fmt: skip
    build(town, "Ash Hall", 74, 1, HALL, {
        "a": studio("teal", "desk se : desk, tidy\nteal rug c", name="room 1", paper="sage paper"),
        "b": studio("red", "computer se : computer, off\nguitar ne", name="room 2", paper="gold paper"),
        "c": studio("blue", "desk se : desk, covered with sums\nblue rug c", name="room 3", paper="blue paper"),
        "d": studio("violet", "school desk se : desk, bare", name="room 4", paper="violet paper"),
        "r": Room("corridor", "blue carpet", "white", "vending machine 21,0 : vending machine, humming"),
        "w": bathroom("shower", "sw"),
        "l": Room("common room", "oak", "cream", "pool table nw : pool table, racked\ntelevision ne : television, off\nred sofa e : couch, empty, 2\nred armchair se : armchair, empty\nnotices n : noticeboard, crowded\nchess table sw : chess table, set up, 2"),
        "k": kitchen("small table se : table, bare"),
    }, outside="cream", windows="window", grounds=(73, 1, 26, 20))  # fmt: skip


def make(town: Town) -> None:
    """All homes."""
    houses(town)
    shared(town)
