"""The public buildings of Alderbrook: college, library, town hall, clinic, pharmacy, school, chapel."""
# fmt: off
# (rooms are laid out by hand)

from __future__ import annotations

from assets.make.building import Building, Room
from assets.make.floor_plans import row, wall

COLLEGE = wall(33) + row("l12 m9 x8", 5) + wall(33, 6, 18, 28) + row("o6 f15 p8", 6, (7, 3), (23, 3)) + wall(33, 14, 15)
LIBRARY = wall(19) + row("a8 o8", 3) + wall(19, 4, 14) + row("r17", 7) + wall(19, 8, 9)
TOWN_HALL = wall(20) + row("m8 k9", 4) + wall(20, 4, 14) + row("c18", 6) + wall(20, 9, 10)
CLINIC = wall(20) + row("e6 s6 o4", 4) + wall(20, 4, 10, 16) + row("w12 n5", 5, (13, 2)) + wall(20, 6, 7)
PHARMACY = wall(12) + row("s10", 3) + wall(12, 8) + row("p10", 5) + wall(12, 5)
SCHOOL = wall(18) + row("a8 b7", 6) + wall(18, 4, 13) + row("h11 t4", 4, (12, 1)) + wall(18, 5, 6)
CHAPEL = wall(16, 7, 8) + row("n14", 9) + wall(16, 3) + row("v8 y5", 3, (9, 1)) + wall(16)

BUILDINGS = (
    Building("Alder College", 40, 1, COLLEGE, grounds=(39, 1, 34, 19),
        properties={"opens": "07:30", "closes": "22:00"}, rooms={
        "l": Room("lecture hall", "walnut", "panel",
            "lectern 5,0 : lecture podium, bare; blackboard n : blackboard, wiped; school desk 2,2 : front row, empty; "
            "school desk 4,2 : lecture seat, empty; school desk 7,2; school desk 9,2 : window seat, empty; "
            "school desk 2,3; school desk 4,3 : back row, empty; school desk 7,3; school desk 9,3 : corner seat, empty"),
        "m": Room("music room", "oak", "violet paper",
            "piano nw : upright piano, closed; drum kit ne : drum kit, covered; microphone e : microphone, off; "
            "lectern c : music stand, bare; guitar w : guitar, leaning; violet rug c"),
        "x": Room("physics lab", "clinic", "white",
            "lab bench nw : laser bench, off; lab bench ne; whiteboard n : whiteboard, wiped; "
            "computer sw : computer, off; server rack se : oscilloscope, dark"),
        "o": Room("professor's office", "walnut", "blue paper",
            "desk nw : office desk, piled with essays; dark wide bookcase ne : bookcase, crammed; "
            "red armchair sw : armchair, empty; globe se : map cabinet, shut; brick rug c"),
        "f": Room("foyer", "flags", "cream",
            "vending machine nw : vending machine, humming; notices n : noticeboard, crowded; "
            "teal big rug c; statue ne : founder's bust, dusty; lockers n : lockers, shut; bench sw : foyer bench, empty, 2; "
            "plant se; "
            "bench e : window bench, empty, 2"),
        "p": Room("study room", "green carpet", "sage paper",
            "long table c +ns : study table, bare; tall bookcase nw : reference shelf, full; printer ne : printer, off; "
            "computer sw : computer desk, off"),
    }),
    Building("Wellspring Library", 43, 25, LIBRARY, outside="stone", properties={"opens": "09:00", "closes": "20:00"}, rooms={
        "a": Room("archive", "walnut", "panel",
            "dark wide bookcase nw : old records, dusty; dark wide bookcase n; filing cabinet ne : local papers, shut; "
            "small table se +w : archive table, bare"),
        "o": Room("story corner", "rose carpet", "rose paper",
            "wood wide bookcase nw : picture books, full; teal rug c; red armchair ne : story chair, empty; "
            "toy box se : puppet box, shut"),
        "r": Room("reading hall", "oak", "blue paper",
            "issue desk 7,1 : issue desk, tidy; card catalogue 6,0 : card catalogue, shut; "
            "tall bookcase nw : novels, full; tall bookcase 4,0; tall bookcase ne : histories, full; "
            "tall bookcase 11,0 : sciences, full; long table 2,4 +ns : reading table, bare; "
            "long table 12,4 +ns : window table, bare; book trolley 10,3 : book trolley, loaded; brick wide rug 7,3; "
            "red armchair sw : armchair, empty; globe se : globe, still; blue armchair w : reading chair, empty"),
    }),
    Building("Alder School", 84, 47, SCHOOL, grounds=(83, 46, 20, 18),
        properties={"opens": "07:30", "closes": "17:30"}, rooms={
        "a": Room("classroom", "pine", "gold paper",
            "blackboard n : blackboard, wiped; teacher's desk 3,0 : teacher's desk, tidy; "
            "school desk 1,2 : front desk, empty; school desk 3,2 : middle desk, empty; "
            "school desk 6,2 : window desk, empty; school desk 1,4; school desk 6,4 : back desk, empty; "
            "globe ne : globe, still"),
        "b": Room("art room", "pine", "sage paper",
            "easel nw : easel, empty; easel n; easel ne : big easel, half painted; "
            "big table c : craft table, stained, 4; pot shelf se : clay shelf, full"),
        "h": Room("hall", "flags", "cream",
            "lockers nw : coat pegs, empty; notices n : noticeboard, crowded; bench ne : hall bench, empty, 2; "
            "piano n : old piano, closed; brick wide rug c"),
        "t": Room("staff room", "green carpet", "cream",
            "teal sofa s : staff sofa, empty, 2; kettle nw : kettle, cold; filing cabinet ne : paper tray, empty"),
    }),
    Building("Town Hall", 40, 47, TOWN_HALL, outside="stone", properties={"opens": "08:00", "closes": "18:00"}, rooms={
        "m": Room("mayor's office", "red carpet", "panel",
            "desk n : mayor's desk, tidy; dark wide bookcase nw : law books, untouched; "
            "red armchair sw : visitor's chair, empty; safe ne : safe, locked; portrait n; red rug c"),
        "k": Room("records office", "walnut", "cream",
            "filing cabinet nw : files, shut; filing cabinet n; computer ne : computer, off; "
            "reception 2,2 : front desk, tidy, 2; printer e : printer, off"),
        "c": Room("council hall", "checker", "gold paper",
            "council table c +ns : council table, bare; teal rug 2,4; teal rug 14,4; lectern nw : speaker's stand, bare; "
            "ballot box ne : ballot box, empty; bench sw : public bench, empty, 2; bench se : side bench, empty, 2; "
            "wall map n : town map, pinned; plant w; plant e"),
    }),
    Building("Willow Clinic", 2, 48, CLINIC, outside="white", properties={"opens": "08:00", "closes": "20:00"}, rooms={
        "e": Room("consulting room", "clinic", "white",
            "examination couch nw : examination couch, fresh; computer ne : desk computer, off; "
            "eye chart n : eye chart, hanging; medicine shelf se : bandage cupboard, full"),
        "s": Room("ward", "clinic", "white",
            "hospital bed nw : hospital bed, made; hospital bed ne : second bed, made; drip stand n : drip stand, idle; "
            "medicine trolley se : medicine trolley, stocked"),
        "o": Room("doctor's flat", "oak", "sage paper",
            "teal bed nw : bed, made; wardrobe ne : wardrobe, closed; small table se : small table, bare"),
        "w": Room("waiting room", "green carpet", "cream",
            "reception nw : nurses' station, tidy, 2; waiting seats sw : waiting room chairs, empty, 3; "
            "fish tank ne : fish tank, bubbling; scale e : scale, at zero; plant se; violet wide rug c; "
            "round table c +we : magazine table, bare"),
        "n": Room("staff kitchen", "kitchen", "tiled",
            "fridge nw : refrigerator, humming; kettle n : kettle, cold; sink ne : sink, empty; "
            "round table c +e : table, bare; toilet se : toilet, free"),
    }),
    Building("Thistle Pharmacy", 25, 49, PHARMACY, outside="green panel",
        properties={"opens": "08:30", "closes": "18:30"}, rooms={
        "s": Room("dispensary", "clinic", "white",
            "medicine shelf nw : locked cabinet, locked; medicine shelf n : medicine shelf, stocked; "
            "desk ne : pill counter, clean"),
        "p": Room("shop", "checker", "sage paper",
            "wide bar 1,1 : pharmacy counter, wiped, 2; till 3,1 : cash till, shut; "
            "medicine shelf ne : vitamin display, full; shop shelf 5,0 : shelf of soaps, full; "
            "scale se : blood pressure monitor, off; plant sw"),
    }),
    Building("Saint Osric's Chapel", 2, 69, CHAPEL, outside="stone", windows="stained glass", rooms={
        "n": Room("nave", "flags", "stone",
            "altar 5,7 : altar, quiet; pew 1,2 : left front pew, empty, 3; pew 10,2 : right front pew, empty, 3; "
            "pew 1,4 : left pew, empty, 3; pew 10,4 : right pew, empty, 3; font nw : baptismal font, still; "
            "candle stand ne : candle stand, unlit; red wide rug 6,4; lectern 3,7 : lectern, bare; stained glass 3,0; "
            "stained glass 11,0", "stained glass"),
        "v": Room("vestry", "walnut", "panel",
            "wardrobe nw : robe cupboard, shut; desk ne : parish desk, tidy; dark bookcase n : parish books, full"),
        "y": Room("bell room", "flags", "stone", "chest ne : poor box, locked; candle stand nw : votive stand, unlit"),
    }),
)
