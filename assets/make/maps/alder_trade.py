"""The shops, taverns and workshops of Alderbrook."""

from __future__ import annotations

from assets.make.building import Room, build
from assets.make.plan import bathroom, bedroom, kitchen, row, wall
from assets.make.town import Town

CAFE = wall(18) + row("k5 s10", 4, (6, 3)) + wall(18, 3, 15) + row("c16", 6) + wall(18, 8, 9)
PUB = wall(16) + row("b5 k4 w3", 4) + wall(16, 4, 9, 13) + row("p14", 6) + wall(16, 7, 8)
GROCERY = wall(17) + row("s15", 3) + wall(17, 13) + row("g15", 6) + wall(17, 7, 8)
BAKERY = wall(17) + row("b6 w3 k4", 4, (7, 2)) + wall(17, 3, 14) + row("f7 o7", 6, (8, 3)) + wall(17, 3, 4)
WORKS = wall(20, 5, 6, 14, 15) + row("c9 p8", 7, (10, 4)) + wall(20, 4, 15) + row("b5 w4 r7", 4, (6, 2)) + wall(20)
FLORIST = wall(10, 4) + row("f8", 6) + wall(10, 6) + row("g8", 4) + wall(10)
PRESS = wall(16) + row("n7 m6", 4) + wall(16, 5, 11) + row("o14", 5) + wall(16, 7, 8)


def taverns(town: Town) -> None:
    """The cafe and the pub."""
    build(town, "The Blue Teapot", 84, 25, CAFE, {
        "k": Room("kitchen", "kitchen", "tiled", "fridge nw : milk fridge, humming\nstove n : oven, cold\nsink n : sink, empty\ndough trough e : dough trough, empty\nchopping board w : chopping board, clean"),
        "s": Room("parlour", "walnut", "rose paper", "piano n : piano, closed\njar shelf nw : store shelf, stocked\nred wide rug c\nviolet sofa c : sofa, empty, 2\nround table se +we : tea table, bare"),
        "c": Room("cafe", "oak", "gold paper", "menu board 5,0 : chalkboard menu, blank\nespresso machine 5,1 : espresso machine, off\npastry case 7,1 : pastry case, empty\ntill 9,1 : cash register, shut\ncoffee grinder 4,1 : coffee grinder, still\nround table 1,2 +we : corner table, bare\ncloth table 13,2 +we : window table, bare\nround table 13,4 +we : small round table, bare\nround table 1,4 +we : table by the door, bare\ncloth table 5,4 +we : middle table, bare\nplant nw : rubber plant, green\nflower pot se\nteal rug 7,2\nclock 9,0\nportrait 1,0"),
    }, outside="blue panel", windows="window box", opens="07:00", closes="19:00")  # fmt: skip
    build(town, "The Fox and Lantern", 103, 25, PUB, {
        "b": bedroom("red", "red rug c\nchest sw : chest of drawers, shut", paper="violet paper"),
        "k": kitchen("barrel e : barrel, full"),
        "w": bathroom("shower", "sw"),
        "p": Room("taproom", "walnut", "panel", "bottle shelf 5,0 : bottle shelf, full\nwide dark bar 3,2 : bar counter, wiped, 3\nbeer taps 5,2 : beer tap, off\ndark bar 7,2 : ice bin, full\njukebox ne : jukebox, silent\ndartboard 9,0 : dartboard, empty\nfireplace 10,0 : hearth, cold\npool table sw : pool table, racked, 2\nround table 11,2 +we : corner table, bare\ncloth table 11,4 +we : window seat, bare\nround table 8,4 +w : round table, bare\nbarrel nw"),
    }, outside="timber", windows="window", opens="11:00", closes="23:30")  # fmt: skip


def shops(town: Town) -> None:
    """Grocer, baker, florist and the post office with the newspaper."""
    build(town, "Pennywise Grocery", 2, 27, GROCERY, {
        "s": Room("stockroom", "flags", "white", "shop shelf nw : stockroom shelf, stocked\ncrate n : crates, stacked\nbarrel n\nsack n : flour sacks, full\nfridge ne : cold store, humming\nlumber w"),
        "g": Room("shop", "checker", "cream", "till 3,1 : cash till, shut\nbar 2,1 : shop counter, wiped\nbar 1,1 : shop scale, empty\nshop shelf 6,0 : shelf of tins, full\njar shelf 8,0 : shelf of jams, full\nshop shelf 10,0 : shelf of soaps, full\napple crate e : fruit stand, piled high\norange crate e : orange crate, full\ngreens crate e : vegetable stand, fresh\npastry case 7,3 : cheese counter, cold\nshop shelf 10,3 : egg rack, full\nplant sw"),
    }, outside="green panel", windows="window", opens="08:00", closes="18:30")  # fmt: skip
    build(town, "Crumb and Crust", 20, 26, BAKERY, {
        "b": bedroom("gold", "brick rug c"),
        "w": bathroom("shower", "sw"),
        "k": Room("pantry", "flags", "white", "sack nw : flour sack, full\nbarrel n : water barrel, full\njar shelf ne : bread shelf, empty"),
        "f": Room("shop", "checker", "gold paper", "pastry case 1,1 : bread counter, empty\ntill 3,1 : cash till, shut\nmenu board n : price board, chalked\nround table se +w : little table, bare\nplant sw\nflower pot ne"),
        "o": Room("bakehouse", "flags", "brick", "brick oven n : brick oven, cold\ndough trough nw : dough trough, empty\nbread board ne : rolling board, floury\ntable c : kneading table, bare, 2\nsack se : rye sack, full\ncounter sw : cooling rack, empty"),
    }, outside="brick", windows="window box", opens="06:30", closes="17:00")  # fmt: skip
    build(town, "Petal and Stem", 73, 69, FLORIST, {
        "f": Room("shop", "pine", "sage paper", "flower rack nw : flower buckets, fresh\nflower rack ne : flower cooler, humming\nbar 2,3 : work counter, clean\ntill 3,3 : till, shut\nflower pot se\nplant e : palm, green\nround table sw : wreath frame, bare"),
        "g": Room("greenhouse", "earth", "pale panel", "vegetable plot w : seed trays, sprouting\nplant n\nflower pot ne : orchids, in flower\ncompost heap se : compost heap, steaming\nflower rack nw : potting bench, tidy"),
    }, outside="pale panel", windows="window box", opens="08:30", closes="18:00")  # fmt: skip
    build(town, "The Alder Post", 104, 48, PRESS, {
        "n": Room("newsroom", "walnut", "cream", "typewriter nw : typewriter, covered\ncomputer ne : computer, off\nprinting press c : printing press, still\nwall map n"),
        "m": Room("sorting room", "flags", "white", "sorting shelf nw : sorting shelf, empty\nsorting shelf n\nscale ne : parcel scale, at zero\ncrate se : mail bags, empty\ntable c : sorting table, bare"),
        "o": Room("counter hall", "oak", "blue paper", "wide bar 2,1 : stamp counter, wiped, 2\ntill 4,1 : cash drawer, shut\nnotices n : noticeboard, crowded\nfiling cabinet ne : archive drawer, shut\nbench ne : waiting bench, empty, 2\nmailbox se : letter box, empty\nplant sw\nwaiting seats s : seats by the wall, empty, 3"),
    }, outside="brick", windows="window", opens="08:00", closes="18:00")  # fmt: skip


def works(town: Town) -> None:
    """The carpenter's and the potter's under one roof."""
    build(town, "Kiln Yard", 20, 69, WORKS, {
        "c": Room("carpentry", "earth", "logs", "workbench nw : workbench, tidy\ntable saw e : band saw, off\nlumber se : lumber rack, full\ntool wall n : tool wall, in order\ntable c : glue table, bare\ncrib w : half-built cradle, unfinished\nbarrel sw"),
        "p": Room("pottery", "flags", "white", "potter's wheel nw : potter's wheel, still\nkiln ne : kiln, cold\npot shelf n : drying shelf, full\ntable c : wedging table, bare\nbarrel w : clay bin, full\nsink sw : wash basin, empty\npot shelf se : glaze shelf, full"),
        "b": bedroom("rose", "violet rug c", paper="rose paper"),
        "w": bathroom("shower", "sw"),
        "r": Room("shared kitchen", "kitchen", "sage paper", "fridge nw : refrigerator, humming\nstove n : stove, cold\nsink n : sink, empty\nround table c +we : kitchen table, bare\nplant se"),
    }, outside="logs", windows="window", opens="08:00", closes="19:00")  # fmt: skip


def make(town: Town) -> None:
    """All trades."""
    taverns(town)
    shops(town)
    works(town)
