"""The shops, taverns and workshops of Alderbrook."""
# fmt: off
# (rooms are laid out by hand)

from __future__ import annotations

from assets.make.building import Building, Room
from assets.make.floor_plans import bathroom, bedroom, kitchen, row, wall

CAFE = wall(18) + row("k5 s10", 4, (6, 3)) + wall(18, 3, 15) + row("c16", 6) + wall(18, 8, 9)
PUB = wall(16) + row("b5 k4 w3", 4) + wall(16, 4, 9, 13) + row("p14", 6) + wall(16, 7, 8)
GROCERY = wall(17) + row("s15", 3) + wall(17, 13) + row("g15", 6) + wall(17, 7, 8)
BAKERY = wall(17) + row("b6 w3 k4", 4, (7, 2)) + wall(17, 3, 14) + row("f7 o7", 6, (8, 3)) + wall(17, 3, 4)
WORKS = wall(20, 5, 6, 14, 15) + row("c9 p8", 7, (10, 4)) + wall(20, 4, 15) + row("b5 w4 r7", 4, (6, 2)) + wall(20)
FLORIST = wall(10, 4) + row("f8", 6) + wall(10, 6) + row("g8", 4) + wall(10)
PRESS = wall(16) + row("n7 m6", 4) + wall(16, 5, 11) + row("o14", 5) + wall(16, 7, 8)

BUILDINGS = (
    Building("The Blue Teapot", 84, 25, CAFE, outside="blue panel", windows="window box",
        properties={"opens": "07:00", "closes": "19:00"}, rooms={
        "k": Room("kitchen", "kitchen", "tiled",
            "fridge nw : milk fridge, humming; stove n : oven, cold; sink n : sink, empty; "
            "dough trough e : dough trough, empty; chopping board w : chopping board, clean"),
        "s": Room("parlour", "walnut", "rose paper",
            "piano n : piano, closed; jar shelf nw : store shelf, stocked; red wide rug c; "
            "violet sofa c : sofa, empty, 2; round table se +we : tea table, bare"),
        "c": Room("cafe", "oak", "gold paper",
            "menu board 5,0 : chalkboard menu, blank; espresso machine 5,1 : espresso machine, off; "
            "pastry case 7,1 : pastry case, empty; till 9,1 : cash register, shut; "
            "coffee grinder 4,1 : coffee grinder, still; round table 1,2 +we : corner table, bare; "
            "cloth table 13,2 +we : window table, bare; round table 13,4 +we : small round table, bare; "
            "round table 1,4 +we : table by the door, bare; cloth table 5,4 +we : middle table, bare; "
            "plant nw : rubber plant, green; flower pot se; teal rug 7,2; clock 9,0; portrait 1,0"),
    }),
    Building("The Fox and Lantern", 103, 25, PUB, outside="timber", properties={"opens": "11:00", "closes": "23:30"}, rooms={
        "b": bedroom("red", "red rug c; chest sw : chest of drawers, shut", paper="violet paper"),
        "k": kitchen("barrel e : barrel, full"),
        "w": bathroom("shower", "sw"),
        "p": Room("taproom", "walnut", "panel",
            "bottle shelf 5,0 : bottle shelf, full; wide dark bar 3,2 : bar counter, wiped, 3; "
            "beer taps 5,2 : beer tap, off; dark bar 7,2 : ice bin, full; jukebox ne : jukebox, silent; red wide rug 9,3; "
            "dartboard 9,0 : dartboard, empty; fireplace 10,0 : hearth, lit; pool table sw : pool table, racked, 2; "
            "round table 11,2 +we : corner table, bare; cloth table 11,4 +we : window seat, bare; "
            "round table 8,4 +w : round table, bare; barrel nw"),
    }),
    Building("Pennywise Grocery", 2, 27, GROCERY, outside="green panel",
        properties={"opens": "08:00", "closes": "18:30"}, rooms={
        "s": Room("stockroom", "flags", "white",
            "shop shelf nw : stockroom shelf, stocked; crate n : crates, stacked; barrel n; sack n : flour sacks, full; "
            "fridge ne : cold store, humming; lumber w"),
        "g": Room("shop", "checker", "cream",
            "till 3,1 : cash till, shut; bar 2,1 : shop counter, wiped; bar 1,1 : shop scale, empty; "
            "shop shelf 6,0 : shelf of tins, full; jar shelf 8,0 : shelf of jams, full; "
            "shop shelf 10,0 : shelf of soaps, full; apple crate e : fruit stand, piled high; "
            "orange crate e : orange crate, full; greens crate e : vegetable stand, fresh; "
            "pastry case 7,3 : cheese counter, cold; shop shelf 10,3 : egg rack, full; plant sw"),
    }),
    Building("Crumb and Crust", 20, 26, BAKERY, windows="window box",
        properties={"opens": "06:30", "closes": "17:00"}, rooms={
        "b": bedroom("gold", "brick rug c"),
        "w": bathroom("shower", "sw"),
        "k": Room("pantry", "flags", "white",
            "sack nw : flour sack, full; barrel n : water barrel, full; jar shelf ne : bread shelf, empty"),
        "f": Room("shop", "checker", "gold paper",
            "pastry case 1,1 : bread counter, empty; till 3,1 : cash till, shut; menu board n : price board, chalked; "
            "round table se +w : little table, bare; plant sw; flower pot ne"),
        "o": Room("bakehouse", "flags", "brick",
            "brick oven n : brick oven, cold; dough trough nw : dough trough, empty; "
            "bread board ne : rolling board, floury; table c : kneading table, bare, 2; sack se : rye sack, full; "
            "counter sw : cooling rack, empty"),
    }),
    Building("Petal and Stem", 73, 69, FLORIST, outside="pale panel", windows="window box",
        properties={"opens": "08:30", "closes": "18:00"}, rooms={
        "f": Room("shop", "pine", "sage paper",
            "flower rack nw : flower buckets, fresh; flower rack ne : flower cooler, humming; "
            "bar 2,3 : work counter, clean; till 3,3 : till, shut; flower pot se; plant e : palm, green; "
            "round table sw : wreath frame, bare"),
        "g": Room("greenhouse", "earth", "pale panel",
            "vegetable plot w : seed trays, sprouting; plant n; flower pot ne : orchids, in flower; "
            "compost heap se : compost heap, steaming; flower rack nw : potting bench, tidy"),
    }),
    Building("The Alder Post", 104, 48, PRESS, properties={"opens": "08:00", "closes": "18:00"}, rooms={
        "n": Room("newsroom", "walnut", "cream",
            "typewriter nw : typewriter, covered; computer ne : computer, off; "
            "printing press c : printing press, still; wall map n"),
        "m": Room("sorting room", "flags", "white",
            "sorting shelf nw : sorting shelf, empty; sorting shelf n; scale ne : parcel scale, at zero; "
            "crate se : mail bags, empty; table c : sorting table, bare"),
        "o": Room("counter hall", "oak", "blue paper",
            "wide bar 2,1 : stamp counter, wiped, 2; till 4,1 : cash drawer, shut; notices n : noticeboard, crowded; "
            "filing cabinet ne : archive drawer, shut; bench ne : waiting bench, empty, 2; "
            "mailbox se : letter box, empty; plant sw; waiting seats s : seats by the wall, empty, 3; blue wide rug 6,3"),
    }),
    Building("Kiln Yard", 20, 69, WORKS, outside="logs", properties={"opens": "08:00", "closes": "19:00"}, rooms={
        "c": Room("carpentry", "earth", "logs",
            "workbench nw : workbench, tidy; table saw e : band saw, off; lumber se : lumber rack, full; "
            "tool wall n : tool wall, in order; table c : glue table, bare; crib w : half-built cradle, unfinished; "
            "barrel sw"),
        "p": Room("pottery", "flags", "white",
            "potter's wheel nw : potter's wheel, still; kiln ne : kiln, cold; pot shelf n : drying shelf, full; "
            "table c : wedging table, bare; barrel w : clay bin, full; sink sw : wash basin, empty; "
            "pot shelf se : glaze shelf, full"),
        "b": bedroom("rose", "violet rug c", paper="rose paper"),
        "w": bathroom("shower", "sw"),
        "r": Room("shared kitchen", "kitchen", "sage paper",
            "fridge nw : refrigerator, humming; stove n : stove, cold; sink n : sink, empty; "
            "round table c +we : kitchen table, bare; plant se"),
    }),
)
