"""Furniture for living: beds, tables, seats, kitchens, bathrooms, plants and what hangs on walls."""

from __future__ import annotations

from assets.make.palette import INK, RAMPS, WHITE, Colour
from assets.make.pixels import Art
from assets.make.sheet import Sheet

GREY, WOOD, PALE, DARK, STEEL = (RAMPS[name] for name in ("grey", "wood", "pale", "dark", "steel"))
GLASS: Colour = (168, 208, 220, 255)


def bed(cloth: str, wide: int = 1) -> Art:
    """Head at the top: pillow, turned-down sheet, quilt, a low foot board."""
    r, w = RAMPS[cloth], wide * 16
    art = Art(w, 32).soft(1, 1, w - 2, 30, WOOD[3], WOOD[0]).rect(2, 2, w - 4, 2, WOOD[4])
    art.soft(2, 5, w - 4, 24, WHITE, GREY[3]).rect(3, 13, w - 6, 15, r[3]).rect(3, 13, w - 6, 3, r[5])
    for k in range(wide):
        art.soft(4 + 16 * k - (k * 2), 6, 10, 6, WHITE, GREY[4]).rect(6 + 14 * k, 10, 7, 1, GREY[5])
    for y in (19, 24):
        art.rect(3, y, w - 6, 1, r[2])
    for x in range(7, w - 4, 5):
        art.rect(x, 16, 1, 12, r[2])
    art.rect(3, 16, 1, 12, r[4]).rect(w - 4, 16, 1, 12, r[2])
    return art.soft(1, 28, w - 2, 4, WOOD[3], WOOD[0]).rect(2, 29, w - 4, 1, WOOD[4])


def table(w: int, d: int, name: str = "wood") -> Art:
    """A table of w x d pixels of top, on its footprint of whole tiles, with legs and shadow."""
    r = RAMPS[name]
    art = Art((w + 15) // 16 * 16, (d + 15) // 16 * 16)
    x, y = (art.w - w) // 2, art.h - d - 1
    art.soft(x, y, w, d - 4, r[3], r[0]).rect(x + 1, y + 1, w - 2, 1, r[5]).rect(x + 1, y + 2, w - 2, d - 8, r[4])
    for k in range(y + 4, y + d - 7, 4):
        art.rect(x + 3, k, w - 9, 1, r[3])
    for leg in (x + 1, x + w - 3):
        art.rect(leg, y + d - 4, 2, 4, r[1])
    return art.ground(x + 1, y + d - 4, w - 2, 4)


def round_table(cloth: Colour | None = None) -> Art:
    art = Art(16, 16).ellipse(7.5, 7, 7.4, 5.6, WOOD[0]).ellipse(7.5, 6.4, 6.5, 4.6, cloth or WOOD[4])
    art.ellipse(7, 5.6, 4.5, 2.6, WHITE if cloth else WOOD[5]).ellipse(7.5, 6.4, 3.5, 2.2, cloth or WOOD[4])
    return art.rect(7, 12, 2, 3, WOOD[1]).rect(5, 14, 6, 1, WOOD[0]).shade(2, 11, 12, 5)


def chair(way: str, seat: str = "wood") -> Art:
    """A chair that looks north, south, east or west."""
    r, art = RAMPS[seat], Art(16, 16)
    if way == "south":
        art.soft(3, 1, 10, 7, WOOD[3], WOOD[0]).rect(4, 2, 8, 1, WOOD[5]).rect(5, 4, 6, 1, WOOD[1])
        art.soft(3, 7, 10, 6, r[4], WOOD[0])
    elif way == "north":
        art.soft(3, 4, 10, 6, r[4], WOOD[0]).soft(3, 9, 10, 5, WOOD[3], WOOD[0]).rect(4, 10, 8, 1, WOOD[5])
    else:
        art.soft(4, 6, 9, 7, r[4], WOOD[0]).soft(3, 1, 3, 12, WOOD[3], WOOD[0]).rect(4, 2, 1, 9, WOOD[5])
        art = art.flip() if way == "west" else art
    legs = art.copy().rect(4, 13, 1, 2, WOOD[0]).rect(11, 13, 1, 2, WOOD[0])
    return legs.shade(2, 11, 12, 5)


def stool(cloth: str = "wood") -> Art:
    r = RAMPS[cloth]
    art = Art(16, 16).rect(5, 10, 1, 4, WOOD[0]).rect(10, 10, 1, 4, WOOD[0]).ellipse(7.5, 8, 4.4, 3.4, r[0])
    return art.ellipse(7.5, 7.4, 3.5, 2.4, r[4]).px(r[5], (6, 6), (7, 6)).shade(3, 11, 10, 4)


def sofa(cloth: str, wide: int = 2) -> Art:
    """Seen from the front; one tile wide it is an armchair."""
    r, w = RAMPS[cloth], wide * 16
    art = Art(w, 16).soft(1, 0, w - 2, 9, r[2], r[0]).rect(2, 1, w - 4, 2, r[4]).rect(2, 3, w - 4, 4, r[3])
    art.soft(2, 7, w - 4, 7, r[4], r[1]).rect(3, 11, w - 6, 2, r[2])
    for x in (0, w - 5):
        art.soft(x, 4, 5, 11, r[3], r[0]).rect(x + 1, 5, 3, 1, r[5])
    for k in range(1, wide):
        art.rect(16 * k, 2, 1, 10, r[1])
    return art.ground(2, 14, w - 4, 2)


def unit(height: int = 14, name: str = "wood", top: Colour | None = None) -> Art:
    """A base unit one tile wide against a wall: a worktop ten pixels deep over a front."""
    r = RAMPS[name]
    art = Art(16, 32).block(0, 31 - height - 10, 16, 10, height, r)
    if top:
        art.rect(1, 32 - height - 10, 14, 9, top).rect(1, 32 - height - 10, 14, 1, WHITE)
    return art


def cupboard_doors(art: Art, y: int, h: int, r: tuple[Colour, ...], knob: Colour, w: int = 16) -> Art:
    """Two doors with knobs on a front."""
    half = w // 2
    for x in (2, half):
        art.frame(x, y, half - 2, h, r[1])
    return art.px(knob, (half - 2, y + h // 2), (half + 1, y + h // 2))


def kitchen() -> dict[str, Art]:
    """Stove, sink, counters, fridge: one tile wide, so that they stand side by side."""
    steel, gold, fire = STEEL, RAMPS["gold"], RAMPS["red"]
    stove = unit(13, "grey", GREY[2])
    stove.ellipse(4.5, 12, 2.2, 1.6, INK).ellipse(11, 12, 2.2, 1.6, INK).ellipse(4.5, 15.5, 2.2, 1.4, INK)
    stove.soft(8, 9, 7, 6, steel[3], INK).rect(9, 10, 5, 1, steel[5]).soft(3, 21, 10, 7, INK, GREY[1]).rect(5, 24, 6, 2, fire[1])
    stove.px(fire[3], (3, 19), (6, 19)).px(WHITE, (9, 19), (12, 19)).rect(4, 28, 8, 1, GREY[4])
    sink = cupboard_doors(unit(13, "wood", GREY[5]), 20, 9, WOOD, gold[3])
    sink.soft(3, 10, 10, 6, steel[4], steel[1]).rect(4, 11, 8, 3, steel[3]).rect(7, 8, 2, 4, steel[1]).px(WHITE, (7, 8), (5, 13))
    counter = cupboard_doors(unit(13, "wood", PALE[5]), 20, 9, WOOD, gold[3])
    board = counter.copy().soft(3, 10, 9, 5, WOOD[4], WOOD[1]).ellipse(6, 12, 1.5, 1.2, fire[3]).rect(9, 11, 1, 3, steel[4])
    bread = counter.copy().ellipse(7.5, 12, 4.5, 2.6, WOOD[2]).ellipse(7.5, 11.4, 3.6, 1.8, WOOD[4]).px(WOOD[5], (5, 11), (7, 10), (9, 11))
    kettle = counter.copy().ellipse(7, 12, 3.6, 3.2, fire[0]).ellipse(7, 11.6, 2.6, 2.3, fire[3]).px(fire[5], (6, 10)).rect(5, 7, 5, 1, INK)
    fridge = Art(16, 32).block(1, 2, 14, 6, 23, RAMPS["blue"][:2] + (GREY[5], GREY[6], WHITE, WHITE))
    fridge.rect(2, 17, 12, 1, GREY[3]).rect(11, 11, 1, 4, GREY[2]).rect(11, 20, 1, 5, GREY[2]).rect(2, 28, 12, 1, GREY[3])
    fridge.px(fire[3], (4, 20)).px(gold[3], (6, 21)).px(RAMPS["teal"][3], (5, 23))
    return {"stove": stove, "sink": sink, "counter": counter, "chopping board": board, "bread board": bread, "kettle": kettle, "fridge": fridge}


def bathroom() -> dict[str, Art]:
    blue, teal, steel = RAMPS["water"], RAMPS["teal"], STEEL
    tub = Art(32, 16).soft(0, 1, 32, 14, GREY[5], GREY[2]).rect(1, 1, 30, 1, WHITE).soft(3, 3, 26, 8, blue[4], GREY[3])
    tub.rect(5, 5, 12, 1, blue[5]).rect(9, 8, 8, 1, blue[5]).rect(27, 2, 2, 4, steel[2]).rect(1, 12, 30, 2, GREY[4])
    toilet = Art(16, 16).soft(4, 0, 8, 6, WHITE, GREY[2]).ellipse(7.5, 9.5, 4.5, 4.8, GREY[2]).ellipse(7.5, 9.2, 3.6, 3.9, WHITE)
    toilet.ellipse(7.5, 9.6, 2.2, 2.5, blue[4]).px(steel[2], (10, 2)).shade(3, 11, 10, 5)
    basin = unit(12, "pale", GREY[6]).soft(3, 11, 10, 6, blue[5], GREY[3]).rect(7, 9, 2, 3, steel[1])
    basin.soft(3, 0, 10, 8, GLASS, PALE[1]).line(5, 5, 8, 2, WHITE)
    shower = Art(16, 32).soft(0, 14, 16, 17, GREY[6], GREY[3]).rect(2, 17, 12, 11, teal[5]).rect(7, 22, 2, 2, GREY[2])
    shower.rect(3, 2, 1, 14, steel[2]).rect(3, 2, 6, 1, steel[2]).rect(7, 3, 4, 2, steel[1])
    for x, y in ((7, 7), (9, 9), (8, 12), (10, 6), (10, 13)):
        shower.px(blue[4], (x, y), (x, y + 1))
    washer = Art(16, 32).block(1, 9, 14, 7, 15, RAMPS["blue"][:2] + (GREY[5], GREY[6], WHITE, WHITE))
    washer.ellipse(7.5, 23, 4.4, 4.4, GREY[2]).ellipse(7.5, 23, 3.2, 3.2, blue[3]).px(WHITE, (6, 21)).rect(3, 17, 4, 1, GREY[3])
    return {"bathtub": tub, "toilet": toilet, "basin": basin, "shower": shower, "washing machine": washer}


def bookcase(wide: int = 1, name: str = "wood", seed: int = 0) -> Art:
    """Shelves full of books of every colour."""
    r, w = RAMPS[name], wide * 16
    spines = [RAMPS[k][t] for k, t in (("red", 2), ("blue", 2), ("gold", 2), ("teal", 2), ("violet", 2), ("brick", 3), ("grey", 4), ("leaf", 2))]
    art = Art(w, 32).soft(0, 1, w, 30, r[2], r[0]).rect(1, 2, w - 2, 3, r[4]).rect(1, 2, w - 2, 1, r[5])
    for shelf, y in enumerate((6, 14, 22)):
        art.rect(2, y, w - 4, 7, r[0])
        x = 2
        while x < w - 3:
            n = x * 7 + shelf * 5 + seed * 3
            wide_book, tall = 1 + n % 2, 4 + n % 3
            if n % 9:
                art.rect(x, y + 7 - tall, min(wide_book, w - 2 - x), tall, spines[n % 8]).px(WHITE, (x, y + 8 - tall))
            x += wide_book
        art.rect(1, y + 7, w - 2, 1, r[4])
    return art


def rug(w: int, h: int, name: str, second: str = "gold") -> Art:
    """A patterned rug of w x h tiles with a border and fringe."""
    r, s, width, height = RAMPS[name], RAMPS[second], w * 16, h * 16
    art = Art(width, height).rect(2, 2, width - 4, height - 4, r[2]).frame(2, 2, width - 4, height - 4, r[1])
    art.frame(4, 4, width - 8, height - 8, s[4]).rect(6, 6, width - 12, height - 12, r[3])
    for y in range(3, height - 3, 2):
        art.px(s[5], (1, y), (width - 2, y))
    for y in range(10, height - 9, 8):
        for x in range(10, width - 9, 8):
            art.px(s[4], (x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)).px(r[5], (x, y))
    return art


def _wall_things() -> dict[str, Art]:
    """What hangs on the face of a wall, 16 x 32, drawn over its two cells."""
    gold, red, leaf, blue = RAMPS["gold"], RAMPS["red"], RAMPS["leaf"], RAMPS["blue"]
    window = Art(16, 32).soft(1, 10, 14, 15, GLASS, WOOD[0]).frame(2, 11, 12, 13, PALE[5]).rect(7, 11, 2, 13, PALE[5])
    window.rect(2, 17, 12, 1, PALE[5]).line(4, 15, 6, 12, WHITE).line(10, 22, 12, 19, WHITE).rect(0, 25, 16, 2, PALE[4]).rect(0, 27, 16, 1, WOOD[1])
    curtain = window.copy()
    for x, wide in ((1, 3), (12, 3)):
        curtain.rect(x, 10, wide, 14, red[3]).rect(x + (2 if x == 1 else 0), 10, 1, 14, red[2])
    box = window.copy().rect(1, 24, 14, 4, WOOD[3]).rect(1, 27, 14, 1, WOOD[1])
    for x, c in ((2, red[3]), (5, gold[4]), (8, RAMPS["rose"][3]), (11, WHITE), (13, red[4])):
        box.px(leaf[3], (x, 23), (x + 1, 24), (x - 1, 24)).px(c, (x, 22), (x + 1, 22))
    picture = Art(16, 32).soft(2, 10, 12, 11, blue[4], WOOD[1]).frame(3, 11, 10, 9, gold[3]).rect(4, 16, 8, 3, leaf[3]).ellipse(10, 13, 1, 1, gold[4])
    portrait = Art(16, 32).soft(3, 9, 10, 13, RAMPS["dark"][3], gold[1]).frame(4, 10, 8, 11, gold[3]).ellipse(7.5, 14, 1.8, 2, (233, 186, 140, 255)).rect(5, 17, 6, 3, red[1])
    clock = Art(16, 32).ellipse(7.5, 14, 5, 5, WOOD[0]).ellipse(7.5, 14, 4, 4, WHITE).line(7, 14, 7, 11, INK).line(8, 14, 10, 14, INK)
    board = Art(32, 32).soft(1, 8, 30, 17, (62, 92, 80, 255), WOOD[1]).frame(2, 9, 28, 15, WOOD[4])
    board.rect(6, 12, 9, 1, WHITE).rect(6, 15, 14, 1, (190, 206, 190, 255)).line(20, 20, 25, 13, WHITE).rect(10, 23, 4, 1, WHITE)
    notice = Art(32, 32).soft(2, 8, 28, 16, PALE[3], WOOD[1]).frame(3, 9, 26, 14, WOOD[4])
    for x, y, c in ((6, 12, WHITE), (13, 11, gold[5]), (20, 13, blue[5]), (10, 17, RAMPS["rose"][5]), (23, 18, WHITE)):
        notice.rect(x, y, 5, 4, c).rect(x + 1, y + 1, 3, 1, GREY[3]).px(red[3], (x + 2, y))
    shelf = Art(16, 32).rect(1, 19, 14, 2, WOOD[3]).rect(1, 18, 14, 1, WOOD[5]).rect(2, 13, 3, 5, red[2]).rect(6, 14, 2, 4, RAMPS["teal"][3]).rect(10, 12, 4, 6, PALE[4]).rect(10, 12, 4, 1, WOOD[2])
    mirror = Art(16, 32).ellipse(7.5, 15, 4.6, 6.6, gold[1]).ellipse(7.5, 15, 3.7, 5.7, GLASS).line(6, 17, 9, 12, WHITE)
    lamp = Art(16, 32).rect(7, 15, 2, 4, gold[1]).soft(4, 9, 8, 7, gold[5], gold[2]).rect(6, 10, 3, 4, WHITE)
    dart = Art(16, 32).ellipse(7.5, 15, 6, 6, INK).ellipse(7.5, 15, 5, 5, PALE[5]).ellipse(7.5, 15, 3.6, 3.6, red[2]).ellipse(7.5, 15, 2.4, 2.4, PALE[5]).ellipse(7.5, 15, 1.1, 1.1, leaf[2])
    chart = Art(16, 32).soft(3, 8, 10, 15, WHITE, GREY[2]).rect(7, 10, 2, 3, INK).rect(5, 14, 6, 1, INK).rect(6, 16, 4, 1, INK).rect(6, 18, 4, 1, GREY[3]).rect(6, 20, 4, 1, GREY[3])
    map_ = Art(32, 32).soft(2, 8, 28, 16, RAMPS["sand"][5], WOOD[1]).ellipse(11, 16, 6, 4.5, leaf[4]).ellipse(21, 15, 5, 4, leaf[4]).line(4, 20, 27, 12, RAMPS["water"][3]).px(red[3], (20, 13))
    return {
        "window": window, "curtains": curtain, "window box": box, "picture": picture, "portrait": portrait, "clock": clock, "blackboard": board,
        "notices": notice, "wall shelf": shelf, "mirror": mirror, "wall lamp": lamp, "dartboard": dart, "eye chart": chart, "wall map": map_,
    }  # fmt: skip


def _doors() -> dict[str, Art]:
    """The lintel over a doorway (drawn over residents) and what lies in and before it."""
    cap, rim = (108, 87, 97, 255), (160, 134, 130, 255)
    out: dict[str, Art] = {}
    for wide in (1, 2):
        w = wide * 16
        lintel = Art(w, 16).rect(0, 0, w, 6, cap).rect(0, 0, w, 1, INK).rect(0, 1, w, 1, rim).rect(0, 5, w, 1, rim).rect(0, 6, w, 3, WOOD[3])
        lintel.rect(0, 6, w, 1, WOOD[4]).rect(0, 9, w, 1, WOOD[0]).rect(0, 10, 2, 6, WOOD[3]).rect(w - 2, 10, 2, 6, WOOD[3])
        lintel.rect(2, 10, w - 4, 3, (*INK[:3], 70))
        sill = Art(w, 16).rect(0, 0, 2, 16, WOOD[3]).rect(w - 2, 0, 2, 16, WOOD[2]).rect(2, 14, w - 4, 2, GREY[4]).rect(2, 0, w - 4, 6, (*INK[:3], 45))
        mat = Art(w, 16).soft(2, 2, w - 4, 10, RAMPS["brick"][3], RAMPS["brick"][0]).frame(4, 4, w - 8, 6, RAMPS["brick"][5])
        out |= {f"lintel {wide}": lintel, f"sill {wide}": sill, f"mat {wide}": mat}
    return out


def _living() -> dict[str, tuple[Art, int]]:
    """Living rooms and bedrooms: (art, solid rows)."""
    gold, red, teal, leaf, steel = RAMPS["gold"], RAMPS["red"], RAMPS["teal"], RAMPS["leaf"], STEEL
    wardrobe = Art(16, 32).block(0, 1, 16, 5, 25, WOOD).rect(8, 8, 1, 20, WOOD[0]).px(gold[4], (6, 17), (10, 17)).frame(2, 9, 5, 17, WOOD[1]).frame(10, 9, 4, 17, WOOD[1])
    dresser = Art(16, 32).block(0, 11, 16, 8, 12, PALE).rect(2, 22, 12, 1, PALE[1]).rect(2, 26, 12, 1, PALE[1]).px(gold[2], (7, 21), (8, 21), (7, 24), (8, 24))
    dresser.ellipse(5, 14, 1.6, 2.2, teal[2]).px(red[4], (4, 11), (6, 10), (5, 9)).px(leaf[3], (5, 11), (5, 12))
    night = Art(16, 16).block(2, 4, 12, 6, 6, WOOD).px(gold[4], (7, 11), (8, 11)).soft(5, 0, 6, 5, gold[5], gold[2]).rect(7, 5, 2, 2, gold[1])
    desk = Art(32, 32).block(0, 13, 32, 9, 9, WOOD).rect(20, 23, 11, 7, WOOD[2]).rect(21, 26, 9, 1, WOOD[0]).rect(2, 24, 17, 7, (*INK[:3], 90))
    desk.rect(4, 15, 7, 5, WHITE).rect(5, 16, 5, 1, GREY[3]).rect(5, 18, 4, 1, GREY[3]).line(12, 19, 15, 15, gold[2]).rect(25, 10, 2, 6, gold[1]).soft(22, 6, 8, 5, teal[3], teal[0])
    computer = Art(32, 32).block(0, 13, 32, 9, 9, WOOD).rect(2, 24, 28, 7, (*INK[:3], 80)).rect(1, 23, 3, 8, WOOD[2]).rect(28, 23, 3, 8, WOOD[2])
    computer.soft(9, 4, 14, 11, INK, GREY[1]).rect(11, 6, 10, 7, RAMPS["water"][3]).rect(12, 7, 5, 1, WHITE).rect(12, 9, 7, 1, RAMPS["water"][5]).rect(15, 15, 2, 2, GREY[1]).rect(10, 17, 11, 3, GREY[4]).rect(24, 18, 2, 2, GREY[3])
    fire = Art(32, 32).block(0, 2, 32, 5, 24, RAMPS["grey"]).rect(1, 3, 30, 2, WOOD[4]).rect(1, 2, 30, 1, WOOD[5]).soft(7, 13, 18, 17, INK, GREY[1])
    fire.ellipse(15.5, 25, 6, 4, red[2]).ellipse(15.5, 24, 4.4, 4.6, gold[2]).ellipse(15.5, 25, 2.6, 3.2, gold[4]).rect(9, 28, 14, 2, WOOD[1])
    for x, y in ((3, 9), (26, 9), (3, 16), (27, 21), (2, 25), (26, 27)):
        fire.rect(x, y, 4, 3, GREY[4])
    piano = Art(32, 32).block(0, 6, 32, 6, 18, DARK).rect(1, 18, 30, 4, WHITE).rect(1, 22, 30, 1, DARK[0]).rect(9, 12, 13, 5, WHITE).rect(11, 13, 3, 3, GREY[3]).rect(17, 13, 3, 3, GREY[3])
    for x in range(3, 30, 3):
        piano.rect(x, 18, 1, 2, INK)
    tv = Art(32, 32).block(1, 19, 30, 6, 6, WOOD).soft(6, 5, 20, 15, INK, GREY[1]).rect(8, 7, 16, 10, (70, 98, 120, 255)).line(10, 14, 14, 8, GLASS).rect(14, 20, 4, 1, INK)
    player = Art(16, 32).block(1, 14, 14, 9, 8, WOOD).ellipse(7, 18, 4, 3, INK).ellipse(7, 18, 1.2, 1, red[3]).line(12, 15, 9, 18, steel[4])
    plant = Art(16, 32).soft(4, 23, 8, 8, RAMPS["brick"][3], RAMPS["brick"][0]).rect(4, 23, 8, 2, RAMPS["brick"][4])
    for cx, cy, rx, ry in ((7.5, 17, 5.5, 5), (4.5, 13, 3.4, 4), (10.5, 12, 3.6, 4.4), (7.5, 9, 3, 4)):
        plant.ellipse(cx, cy, rx, ry, leaf[2]).ellipse(cx - 0.6, cy - 1, rx - 1.4, ry - 1.4, leaf[3])
    plant.px(leaf[5], (5, 11), (10, 9), (7, 14), (8, 7)).outline(leaf[0])
    pot = Art(16, 16).soft(5, 9, 6, 6, RAMPS["brick"][3], RAMPS["brick"][0]).rect(5, 9, 6, 1, RAMPS["brick"][5]).ellipse(7.5, 5.5, 4.2, 4.2, leaf[1]).ellipse(7, 5, 3, 3, leaf[3]).px(red[4], (5, 4), (9, 3), (8, 7)).shade(3, 12, 10, 4)
    lamp = Art(16, 32).rect(7, 12, 2, 17, gold[1]).rect(5, 28, 6, 2, gold[0]).soft(3, 4, 10, 9, gold[4], gold[1]).rect(5, 5, 4, 6, gold[5]).shade(3, 26, 10, 5)
    clock = Art(16, 32).block(3, 2, 10, 3, 26, DARK).ellipse(7.5, 10, 3.2, 3.2, WHITE).line(7, 10, 7, 8, INK).line(7, 10, 9, 10, INK).rect(6, 16, 4, 9, DARK[0]).rect(7, 17, 1, 5, gold[3]).px(gold[4], (7, 22), (8, 22))
    chest = Art(16, 16).block(1, 3, 14, 5, 7, WOOD).rect(1, 8, 14, 1, gold[2]).rect(7, 7, 2, 3, gold[4]).ground(2, 14, 12, 2)
    crib = Art(16, 32).soft(1, 8, 14, 22, PALE[4], PALE[0]).rect(3, 11, 10, 16, RAMPS["blue"][5]).soft(4, 11, 8, 5, WHITE, GREY[4]).rect(3, 19, 10, 7, RAMPS["rose"][4])
    for x in range(2, 14, 3):
        crib.rect(x, 26, 1, 4, PALE[1])
    easel = Art(16, 32).line(3, 29, 7, 3, WOOD[2]).line(12, 29, 8, 3, WOOD[2]).soft(2, 8, 12, 13, WHITE, WOOD[0]).rect(4, 15, 8, 4, leaf[4]).rect(4, 10, 8, 5, RAMPS["water"][4]).ellipse(9, 12, 1.2, 1.2, gold[4]).rect(2, 21, 12, 2, WOOD[3]).shade(2, 26, 12, 5)
    toys = Art(16, 16).block(2, 5, 12, 4, 6, RAMPS["blue"]).ellipse(5, 5, 2.2, 2.2, red[3]).rect(8, 2, 4, 4, gold[3]).px(WHITE, (4, 4)).rect(5, 11, 6, 2, gold[4])
    guitar = Art(16, 32).ellipse(7.5, 24, 4.6, 4.6, WOOD[0]).ellipse(7.5, 19, 3.6, 3.4, WOOD[0]).ellipse(7.5, 24, 3.6, 3.6, WOOD[4]).ellipse(7.5, 19, 2.6, 2.6, WOOD[4]).rect(7, 4, 2, 15, WOOD[1]).rect(6, 2, 4, 3, WOOD[0]).ellipse(7.5, 22, 1.3, 1.3, INK).shade(3, 27, 10, 4)
    ship = Art(16, 32).block(1, 18, 14, 6, 7, WOOD).soft(3, 14, 10, 4, WOOD[3], WOOD[0]).rect(7, 3, 1, 11, WOOD[2]).rect(4, 4, 3, 5, WHITE).rect(8, 5, 4, 6, WHITE).rect(4, 8, 3, 1, GREY[4]).px(red[3], (7, 2), (8, 2), (9, 2))
    return {
        "model ship": (ship, 1), "wardrobe": (wardrobe, 1), "dresser": (dresser, 1), "nightstand": (night, 1), "desk": (desk, 1), "computer": (computer, 1), "fireplace": (fire, 1),
        "piano": (piano, 1), "television": (tv, 1), "record player": (player, 1), "plant": (plant, 1), "flower pot": (pot, 1), "floor lamp": (lamp, 1),
        "grandfather clock": (clock, 1), "chest": (chest, 1), "crib": (crib, 1), "easel": (easel, 1), "toy box": (toys, 1), "guitar": (guitar, 1),
    }  # fmt: skip


def home_sheet() -> Sheet:
    """The tileset of all that stands in homes."""
    sheet = Sheet("home")
    for cloth in ("red", "blue", "teal", "violet", "gold", "rose"):
        sheet.add(f"{cloth} bed", bed(cloth), foot=2)
        sheet.add(f"{cloth} double bed", bed(cloth, 2), foot=2)
    for name, art in {**kitchen(), **bathroom()}.items():
        sits = name in ("bathtub", "toilet", "shower")
        sheet.add(name, art, solid=0 if sits else 1, foot=1)
    for name, (art, solid) in _living().items():
        sheet.add(name, art, solid=solid)
    for wood in ("wood", "dark"):
        sheet.add(f"{wood} bookcase", bookcase(1, wood, 1), solid=1)
        sheet.add(f"{wood} wide bookcase", bookcase(2, wood, 4), solid=1)
    for name, art in (("small table", table(14, 14)), ("table", table(30, 15)), ("long table", table(46, 15)), ("big table", table(30, 28)), ("pale table", table(30, 15, "pale"))):
        sheet.add(name, art, solid=art.h // 16)
    sheet.add("round table", round_table(), solid=1)
    sheet.add("cloth table", round_table(RAMPS["rose"][5]), solid=1)
    for way in ("north", "south", "east", "west"):
        for seat in ("wood", "red"):
            sheet.add(f"{'' if seat == 'wood' else seat + ' '}chair {way}", chair(way, seat))
    for cloth in ("wood", "red"):
        sheet.add("stool" if cloth == "wood" else "red stool", stool(cloth))
    for cloth in ("teal", "red", "violet", "blue", "gold"):
        sheet.add(f"{cloth} armchair", sofa(cloth, 1))
        sheet.add(f"{cloth} sofa", sofa(cloth))
    for name, second in (("red", "gold"), ("blue", "rose"), ("teal", "gold"), ("violet", "rose"), ("brick", "gold")):
        sheet.add(f"{name} rug", rug(2, 2, name, second), flat=True)
        sheet.add(f"{name} wide rug", rug(3, 2, name, second), flat=True)
        sheet.add(f"{name} big rug", rug(4, 3, name, second), flat=True)
    for name, art in _wall_things().items():
        sheet.add(name, art, wall=True)
    for name, art in _doors().items():
        sheet.add(name, art, flat=True)
    return sheet
