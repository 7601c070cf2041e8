"""The public buildings of Alderbrook: college, library, town hall, clinic, pharmacy, school, chapel."""

from __future__ import annotations

from assets.make.building import Room, build
from assets.make.plan import row, wall
from assets.make.town import Town

COLLEGE = wall(33) + row("l12 m9 x8", 5) + wall(33, 6, 18, 28) + row("o6 f15 p8", 6, (7, 3), (23, 3)) + wall(33, 14, 15)
LIBRARY = wall(19) + row("a8 o8", 3) + wall(19, 4, 14) + row("r17", 7) + wall(19, 8, 9)
TOWN_HALL = wall(20) + row("m8 k9", 4) + wall(20, 4, 14) + row("c18", 6) + wall(20, 9, 10)
CLINIC = wall(20) + row("e6 s6 o4", 4) + wall(20, 4, 10, 16) + row("w12 n5", 5, (13, 2)) + wall(20, 6, 7)
PHARMACY = wall(12) + row("s10", 3) + wall(12, 8) + row("p10", 5) + wall(12, 5)
SCHOOL = wall(18) + row("a8 b7", 6) + wall(18, 4, 13) + row("h11 t4", 4, (12, 1)) + wall(18, 5, 6)
CHAPEL = wall(16, 7, 8) + row("n14", 9) + wall(16, 3) + row("v8 y5", 3, (9, 1)) + wall(16)


def learning(town: Town) -> None:
    """College, library, school."""
    build(town, "Alder College", 40, 1, COLLEGE, {
        "l": Room("lecture hall", "walnut", "panel", "lectern 5,0 : lecture podium, bare\nblackboard n : blackboard, wiped\nschool desk 2,2 : front row, empty\nschool desk 4,2 : lecture seat, empty\nschool desk 7,2\nschool desk 9,2 : window seat, empty\nschool desk 2,3\nschool desk 4,3 : back row, empty\nschool desk 7,3\nschool desk 9,3 : corner seat, empty"),
        "m": Room("music room", "oak", "violet paper", "piano nw : upright piano, closed\ndrum kit ne : drum kit, covered\nmicrophone e : microphone, off\nlectern c : music stand, bare\nguitar w : guitar, leaning\nviolet rug c"),
        "x": Room("physics lab", "clinic", "white", "lab bench nw : laser bench, off\nlab bench ne\nwhiteboard n : whiteboard, wiped\ncomputer sw : computer, off\nserver rack se : oscilloscope, dark"),
        "o": Room("professor's office", "walnut", "blue paper", "desk nw : office desk, piled with essays\ndark wide bookcase ne : bookcase, crammed\nred armchair sw : armchair, empty\nglobe se : map cabinet, shut\nbrick rug c"),
        "f": Room("foyer", "flags", "cream", "vending machine nw : vending machine, humming\nnotices n : noticeboard, crowded\nstatue ne : founder's bust, dusty\nlockers n : lockers, shut\nbench sw : foyer bench, empty, 2\nplant se\nbench e : window bench, empty, 2"),
        "p": Room("study room", "green carpet", "sage paper", "long table c +ns : study table, bare\ntall bookcase nw : reference shelf, full\nprinter ne : printer, off\ncomputer sw : computer desk, off"),
    }, outside="brick", windows="window", grounds=(39, 1, 34, 19), opens="07:30", closes="22:00")  # fmt: skip
    build(town, "Wellspring Library", 43, 25, LIBRARY, {
        "a": Room("archive", "walnut", "panel", "dark wide bookcase nw : old records, dusty\ndark wide bookcase n\nfiling cabinet ne : local papers, shut\nsmall table se +w : archive table, bare"),
        "o": Room("story corner", "rose carpet", "rose paper", "wood wide bookcase nw : picture books, full\nteal rug c\nred armchair ne : story chair, empty\ntoy box se : puppet box, shut"),
        "r": Room("reading hall", "oak", "blue paper", "issue desk 7,1 : issue desk, tidy\ncard catalogue 6,0 : card catalogue, shut\ntall bookcase nw : novels, full\ntall bookcase 4,0\ntall bookcase ne : histories, full\ntall bookcase 11,0 : sciences, full\nlong table 2,4 +ns : reading table, bare\nlong table 12,4 +ns : window table, bare\nbook trolley 10,3 : book trolley, loaded\nbrick wide rug 7,3\nred armchair sw : armchair, empty\nglobe se : globe, still\nblue armchair w : reading chair, empty"),
    }, outside="stone", windows="window", opens="09:00", closes="20:00")  # fmt: skip
    build(town, "Alder School", 84, 47, SCHOOL, {
        "a": Room("classroom", "pine", "gold paper", "blackboard n : blackboard, wiped\nteacher's desk 3,0 : teacher's desk, tidy\nschool desk 1,2 : front desk, empty\nschool desk 3,2 : middle desk, empty\nschool desk 6,2 : window desk, empty\nschool desk 1,4\nschool desk 6,4 : back desk, empty\nglobe ne : globe, still"),
        "b": Room("art room", "pine", "sage paper", "easel nw : easel, empty\neasel n\neasel ne : big easel, half painted\nbig table c : craft table, stained, 4\npot shelf se : clay shelf, full"),
        "h": Room("hall", "flags", "cream", "lockers nw : coat pegs, empty\nnotices n : noticeboard, crowded\nbench ne : hall bench, empty, 2\npiano n : old piano, closed"),
        "t": Room("staff room", "green carpet", "cream", "teal sofa s : staff sofa, empty, 2\nkettle nw : kettle, cold\nfiling cabinet ne : paper tray, empty"),
    }, outside="brick", windows="window", grounds=(83, 46, 20, 18), opens="07:30", closes="17:30")  # fmt: skip


def town_hall(town: Town) -> None:
    """Where the mayor sits."""
    build(town, "Town Hall", 40, 47, TOWN_HALL, {
        "m": Room("mayor's office", "red carpet", "panel", "desk n : mayor's desk, tidy\ndark wide bookcase nw : law books, untouched\nred armchair sw : visitor's chair, empty\nsafe ne : safe, locked\nportrait n\nred rug c"),
        "k": Room("records office", "walnut", "cream", "filing cabinet nw : files, shut\nfiling cabinet n\ncomputer ne : computer, off\nreception 2,2 : front desk, tidy, 2\nprinter e : printer, off"),
        "c": Room("council hall", "checker", "gold paper", "council table c +ns : council table, bare\nlectern nw : speaker's stand, bare\nballot box ne : ballot box, empty\nbench sw : public bench, empty, 2\nbench se : side bench, empty, 2\nwall map n : town map, pinned\nplant w\nplant e"),
    }, outside="stone", windows="window", opens="08:00", closes="18:00")  # fmt: skip


def care(town: Town) -> None:
    """Clinic, pharmacy and chapel."""
    build(town, "Willow Clinic", 2, 48, CLINIC, {
        "e": Room("consulting room", "clinic", "white", "examination couch nw : examination couch, fresh\ncomputer ne : desk computer, off\neye chart n : eye chart, hanging\nmedicine shelf se : bandage cupboard, full"),
        "s": Room("ward", "clinic", "white", "hospital bed nw : hospital bed, made\nhospital bed ne : second bed, made\ndrip stand n : drip stand, idle\nmedicine trolley se : medicine trolley, stocked"),
        "o": Room("doctor's flat", "oak", "sage paper", "teal bed nw : bed, made\nwardrobe ne : wardrobe, closed\nsmall table se : small table, bare"),
        "w": Room("waiting room", "green carpet", "cream", "reception nw : nurses' station, tidy, 2\nwaiting seats sw : waiting room chairs, empty, 3\nfish tank ne : fish tank, bubbling\nscale e : scale, at zero\nplant se"),
        "n": Room("staff kitchen", "kitchen", "tiled", "fridge nw : refrigerator, humming\nkettle n : kettle, cold\nsink ne : sink, empty\nround table c +e : table, bare\ntoilet se : toilet, free"),
    }, outside="white", windows="window", opens="08:00", closes="20:00")  # fmt: skip
    build(town, "Thistle Pharmacy", 25, 49, PHARMACY, {
        "s": Room("dispensary", "clinic", "white", "medicine shelf nw : locked cabinet, locked\nmedicine shelf n : medicine shelf, stocked\ndesk ne : pill counter, clean"),
        "p": Room("shop", "checker", "sage paper", "wide bar 1,1 : pharmacy counter, wiped, 2\ntill 3,1 : cash till, shut\nmedicine shelf ne : vitamin display, full\nshop shelf 5,0 : shelf of soaps, full\nscale se : blood pressure monitor, off\nplant sw"),
    }, outside="green panel", windows="window", opens="08:30", closes="18:30")  # fmt: skip
    build(town, "Saint Osric's Chapel", 2, 69, CHAPEL, {
        "n": Room("nave", "flags", "stone", "altar 5,7 : altar, quiet\npew 1,2 : left front pew, empty, 3\npew 10,2 : right front pew, empty, 3\npew 1,4 : left pew, empty, 3\npew 10,4 : right pew, empty, 3\nfont nw : baptismal font, still\ncandle stand ne : candle stand, unlit\nred wide rug 6,4\nlectern 3,7 : lectern, bare\nstained glass 3,0\nstained glass 11,0", "stained glass"),
        "v": Room("vestry", "walnut", "panel", "wardrobe nw : robe cupboard, shut\ndesk ne : parish desk, tidy\ndark bookcase n : parish books, full"),
        "y": Room("bell room", "flags", "stone", "chest ne : poor box, locked\ncandle stand nw : votive stand, unlit"),
    }, outside="stone", windows="stained glass")  # fmt: skip


def make(town: Town) -> None:
    """All public buildings."""
    learning(town)
    town_hall(town)
    care(town)
