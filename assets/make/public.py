"""Furniture of school, chapel, clinic, office, theatre and gym, and what an old village needs."""

from __future__ import annotations

from assets.make.home import bed, unit
from assets.make.palette import INK, RAMPS, WHITE, Colour
from assets.make.pixels import Art
from assets.make.sheet import Sheet
from assets.make.trade import bar

GREY, WOOD, PALE, DARK, STEEL = (RAMPS[name] for name in ("grey", "wood", "pale", "dark", "steel"))
RED, GOLD, LEAF, BLUE, TEAL, ROSE, VIOLET, WATER, BRICK = (
    RAMPS[name] for name in ("red", "gold", "leaf", "blue", "teal", "rose", "violet", "water", "brick")
)


def _school() -> dict[str, tuple[Art, int]]:
    desk = Art(16, 16).soft(1, 1, 14, 9, PALE[4], WOOD[0]).rect(2, 2, 12, 1, PALE[5]).rect(3, 4, 5, 3, WHITE).line(9, 4, 12, 6, GOLD[2]).rect(2, 10, 2, 4, WOOD[1]).rect(12, 10, 2, 4, WOOD[1]).ground(2, 11, 12, 4)
    teacher = Art(32, 32).block(0, 12, 32, 10, 9, WOOD).rect(3, 23, 26, 7, WOOD[2]).frame(4, 24, 11, 5, WOOD[1]).frame(17, 24, 11, 5, WOOD[1]).rect(4, 14, 6, 5, WHITE).rect(5, 16, 4, 1, GREY[3]).ellipse(25, 15, 2, 2, RED[3]).px(LEAF[3], (25, 12)).rect(14, 14, 6, 2, BLUE[2]).rect(14, 16, 6, 2, RED[2])
    lectern = Art(16, 32).block(2, 10, 12, 7, 13, WOOD).rect(4, 11, 8, 4, WHITE).rect(8, 11, 1, 4, GREY[3]).rect(7, 20, 2, 6, GOLD[3]).rect(6, 22, 4, 2, GOLD[3])
    lockers = Art(32, 32).block(0, 1, 32, 4, 26, TEAL)
    for x in (1, 11, 21):
        lockers.frame(x, 6, 10, 23, TEAL[1]).rect(x + 3, 9, 4, 1, TEAL[1]).rect(x + 3, 11, 4, 1, TEAL[1]).px(GOLD[4], (x + 7, 18))
    lab = Art(48, 32).block(0, 12, 48, 10, 9, STEEL).rect(1, 13, 46, 7, GREY[5]).ellipse(8, 14, 2, 2.4, TEAL[4]).rect(7, 10, 2, 3, TEAL[4]).ellipse(16, 15, 2.4, 2, ROSE[3]).rect(15, 10, 3, 4, (208, 226, 232, 255)).rect(27, 8, 3, 8, STEEL[1]).rect(25, 15, 7, 2, STEEL[1]).line(29, 8, 32, 11, STEEL[1]).rect(38, 10, 6, 6, DARK[1]).rect(39, 11, 4, 3, LEAF[4])
    white = Art(32, 32).soft(1, 8, 30, 17, WHITE, GREY[2]).line(5, 20, 12, 13, BLUE[2]).line(12, 13, 18, 18, BLUE[2]).line(18, 18, 26, 11, RED[3]).rect(5, 11, 7, 1, GREY[3]).rect(12, 24, 6, 1, GREY[3])
    vending = Art(16, 32).block(1, 2, 14, 4, 24, RED).rect(3, 8, 8, 12, (42, 60, 84, 255)).rect(12, 10, 2, 4, GREY[4]).rect(4, 24, 8, 3, INK)
    for y in (9, 13, 17):
        vending.px(GOLD[4], (4, y), (4, y + 1)).px(LEAF[4], (6, y), (6, y + 1)).px(RED[4], (8, y), (8, y + 1)).rect(3, y + 2, 8, 1, GREY[3])
    bunk = Art(16, 48).soft(1, 1, 14, 46, WOOD[3], WOOD[0]).rect(3, 8, 10, 36, WHITE).soft(4, 9, 8, 6, WHITE, GREY[4]).rect(3, 17, 10, 9, TEAL[3]).rect(3, 17, 10, 1, TEAL[5]).rect(2, 27, 12, 2, WOOD[1]).soft(4, 30, 8, 5, WHITE, GREY[4]).rect(3, 36, 10, 8, RED[3]).rect(3, 36, 10, 1, RED[5])
    return {"school desk": (desk, 1), "teacher's desk": (teacher, 1), "lectern": (lectern, 1), "lockers": (lockers, 1), "lab bench": (lab, 1), "whiteboard": (white, 0), "vending machine": (vending, 1), "bunk bed": (bunk, 0)}


def _chapel() -> dict[str, tuple[Art, int]]:
    pew = Art(48, 16).soft(0, 1, 48, 7, WOOD[3], WOOD[0]).rect(1, 5, 46, 2, WOOD[1]).soft(0, 7, 48, 7, WOOD[2], WOOD[0]).rect(1, 8, 46, 1, WOOD[4]).rect(1, 2, 46, 2, WOOD[4]).ground(1, 14, 46, 2)
    altar = Art(48, 32).block(2, 10, 44, 9, 12, GREY).rect(3, 11, 42, 7, WHITE).rect(10, 11, 28, 18, RED[2]).rect(10, 11, 28, 1, RED[3]).rect(22, 20, 4, 8, GOLD[3]).rect(20, 22, 8, 3, GOLD[3]).rect(22, 2, 3, 9, GOLD[3]).rect(20, 4, 7, 2, GOLD[4])
    for x in (7, 39):
        altar.rect(x, 6, 2, 6, WHITE).px(GOLD[3], (x, 4), (x, 5)).px(GOLD[5], (x, 3))
    organ = Art(48, 48).block(0, 24, 48, 8, 15, DARK).rect(6, 33, 36, 4, WHITE).rect(6, 36, 36, 1, GREY[3])
    for i, x in enumerate(range(2, 46, 4)):
        tall = 14 + (6 - abs(i - 5)) * 2
        organ.rect(x, 26 - tall, 3, tall, GOLD[3]).rect(x, 26 - tall, 1, tall, GOLD[5]).rect(x, 26 - tall, 3, 1, GOLD[1]).px(INK, (x + 1, 22))
    font = Art(16, 32).ellipse(7.5, 16, 6.4, 3.6, GREY[2]).ellipse(7.5, 15.4, 5.4, 2.6, GREY[5]).ellipse(7.5, 15.6, 4, 1.7, WATER[4]).rect(6, 19, 4, 8, GREY[4]).rect(9, 19, 1, 8, GREY[3]).soft(3, 26, 10, 4, GREY[4], GREY[1]).shade(2, 27, 12, 4)
    candles = Art(16, 32).rect(7, 14, 2, 15, GOLD[1]).rect(4, 28, 8, 2, GOLD[0]).rect(2, 13, 12, 2, GOLD[2])
    for x in (3, 7, 11):
        candles.rect(x, 8, 2, 5, WHITE).px(GOLD[3], (x, 6), (x, 7)).px(GOLD[5], (x, 5))
    glass = Art(16, 32).ellipse(7.5, 11, 6, 6, GREY[1]).rect(2, 11, 12, 15, GREY[1])
    for y in range(7, 25, 3):
        for x in range(3, 13, 3):
            glass.rect(x, y, 2, 2, (RED[3], WATER[4], GOLD[4], VIOLET[3], LEAF[4])[(x + y * 2) % 5])
    return {"pew": (pew, 0), "altar": (altar, 1), "organ": (organ, 1), "font": (font, 1), "candle stand": (candles, 1), "stained glass": (glass, 0)}


def _clinic() -> dict[str, tuple[Art, int]]:
    couch = Art(32, 16).soft(0, 3, 32, 9, TEAL[4], TEAL[1]).rect(1, 4, 30, 1, TEAL[5]).soft(1, 3, 8, 8, WHITE, GREY[4]).rect(2, 12, 2, 3, STEEL[2]).rect(28, 12, 2, 3, STEEL[2]).ground(2, 12, 28, 3)
    ward = bed("teal").rect(1, 1, 14, 2, STEEL[3]).rect(1, 29, 14, 2, STEEL[3])
    drip = Art(16, 32).rect(7, 4, 1, 25, STEEL[3]).rect(4, 29, 7, 1, STEEL[1]).rect(4, 4, 7, 1, STEEL[2]).soft(2, 6, 5, 8, (196, 226, 234, 255), GREY[3]).rect(3, 10, 3, 3, WATER[4]).line(4, 14, 6, 22, GREY[4])
    cart = Art(16, 32).soft(1, 14, 14, 15, GREY[5], GREY[2]).rect(2, 20, 12, 1, GREY[3]).rect(3, 15, 4, 4, WHITE).rect(4, 15, 2, 4, RED[3]).rect(3, 16, 4, 2, RED[3]).rect(9, 15, 2, 4, TEAL[3]).rect(12, 16, 2, 3, GOLD[3]).rect(2, 29, 2, 2, INK).rect(12, 29, 2, 2, INK)
    scale = Art(16, 32).rect(7, 6, 2, 20, GREY[3]).soft(3, 3, 10, 5, WHITE, GREY[2]).soft(3, 25, 10, 5, GREY[3], GREY[1])
    seats = Art(48, 16)
    for x in (1, 17, 33):
        seats.soft(x, 1, 14, 7, BLUE[3], BLUE[0]).rect(x + 1, 2, 12, 1, BLUE[4]).soft(x, 7, 14, 6, BLUE[4], BLUE[0])
    return {"examination couch": (couch, 1), "hospital bed": (ward, 0), "drip stand": (drip, 1), "medicine trolley": (cart, 1), "scale": (scale, 1), "waiting seats": (seats.ground(2, 13, 44, 2), 0)}


def _office() -> dict[str, tuple[Art, int]]:
    files = Art(16, 32).block(1, 4, 14, 5, 21, STEEL)
    for y in (10, 16, 22):
        files.frame(2, y, 12, 6, STEEL[1]).rect(6, y + 2, 4, 1, STEEL[5])
    safe = Art(16, 32).block(1, 13, 14, 5, 13, STEEL).ellipse(7.5, 24, 3, 3, STEEL[4]).ellipse(7.5, 24, 1, 1, STEEL[1]).rect(12, 22, 1, 4, GOLD[3])
    council = Art(80, 32).soft(1, 3, 78, 22, WOOD[4], WOOD[0]).rect(2, 4, 76, 1, WOOD[5]).frame(4, 6, 72, 15, WOOD[3]).rect(3, 25, 3, 6, WOOD[1]).rect(74, 25, 3, 6, WOOD[1])
    for x in (12, 30, 48, 64):
        council.rect(x, 8, 5, 4, WHITE).rect(x + 2, 15, 5, 4, WHITE).rect(x + 7, 9, 2, 2, WATER[4])
    council.ground(2, 25, 76, 5)
    ballot = Art(16, 32).block(2, 12, 12, 6, 12, WOOD).rect(5, 14, 6, 1, INK).rect(7, 9, 3, 5, WHITE).rect(5, 21, 6, 5, WHITE).line(6, 23, 7, 25, RED[3]).line(7, 25, 10, 22, RED[3])
    printer = unit(12, "grey", GREY[4]).soft(3, 9, 10, 8, GREY[5], GREY[1]).rect(5, 6, 6, 4, WHITE).rect(5, 14, 6, 1, INK).px(LEAF[4], (11, 11))
    server = Art(16, 32).block(1, 2, 14, 4, 24, DARK)
    for y in range(8, 28, 4):
        server.rect(3, y, 10, 3, INK).px(LEAF[4], (4, y + 1), (6, y + 1)).px(GOLD[3], (11, y + 1))
    sorting = Art(32, 32).soft(0, 3, 32, 28, PALE[3], PALE[0])
    for y in (5, 11, 17, 23):
        for x in (2, 9, 16, 23):
            sorting.rect(x, y, 6, 5, PALE[0])
            if (x * 3 + y) % 4:
                sorting.rect(x + 1, y + 2, 4, 3, WHITE if (x + y) % 3 else BLUE[4]).px(RED[3], (x + 4, y + 2))
    press = Art(32, 32).block(1, 10, 30, 9, 12, STEEL).rect(5, 4, 22, 5, STEEL[2]).ellipse(15.5, 10, 9, 4, STEEL[4]).rect(8, 12, 16, 6, WHITE).rect(10, 14, 12, 1, GREY[3]).rect(10, 16, 8, 1, GREY[3]).rect(27, 3, 2, 12, RED[3])
    camera = Art(16, 32).line(7, 16, 3, 30, INK).line(8, 16, 12, 30, INK).line(8, 16, 8, 29, INK).soft(3, 8, 10, 8, STEEL[1], INK).ellipse(5.5, 12, 2, 2, WATER[4]).rect(8, 6, 4, 2, STEEL[2]).px(RED[3], (11, 10)).shade(3, 28, 10, 3)
    return {"filing cabinet": (files, 1), "safe": (safe, 1), "council table": (council, 2), "ballot box": (ballot, 1), "printer": (printer, 1), "server rack": (server, 1), "sorting shelf": (sorting, 1), "printing press": (press, 1), "camera": (camera, 1)}


def _leisure() -> dict[str, tuple[Art, int]]:
    treadmill = Art(16, 32).soft(2, 10, 12, 20, STEEL[1], INK).rect(4, 13, 8, 15, GREY[1]).rect(4, 17, 8, 1, GREY[2]).rect(4, 22, 8, 1, GREY[2]).soft(2, 3, 12, 7, STEEL[3], INK).rect(4, 5, 8, 3, LEAF[4])
    weights = Art(32, 16).soft(8, 6, 16, 8, RED[2], RED[0]).rect(2, 3, 28, 2, STEEL[3]).soft(1, 0, 4, 9, INK, INK).soft(27, 0, 4, 9, INK, INK).rect(10, 7, 12, 2, RED[3]).rect(9, 13, 2, 2, INK).rect(21, 13, 2, 2, INK)
    mat = Art(16, 32).rect(3, 2, 10, 28, VIOLET[3]).rect(3, 2, 10, 1, VIOLET[4]).rect(3, 29, 10, 1, VIOLET[1]).rect(12, 2, 1, 28, VIOLET[2])
    barre = Art(48, 32).rect(0, 16, 48, 2, WOOD[4]).rect(0, 18, 48, 1, WOOD[2])
    for x in (3, 23, 43):
        barre.rect(x, 16, 2, 8, WOOD[2])
    curtain = Art(32, 32).rect(0, 5, 32, 24, RED[2]).rect(0, 3, 32, 3, GOLD[3])
    for x in range(0, 32, 4):
        curtain.rect(x, 6, 2, 23, RED[3]).px(GOLD[4], (x, 28), (x + 1, 28))
    costume = Art(32, 32).rect(2, 6, 28, 1, STEEL[3]).rect(2, 6, 1, 24, STEEL[2]).rect(29, 6, 1, 24, STEEL[2])
    for i, x in enumerate(range(4, 27, 5)):
        c = (RED, VIOLET, GOLD, TEAL, ROSE)[i]
        costume.soft(x, 7, 6, 18 - i % 3, c[3], c[0]).rect(x + 1, 8, 1, 12, c[4])
    drums = Art(32, 32).ellipse(15.5, 22, 8, 8, RED[0]).ellipse(15.5, 22, 7, 7, RED[3]).ellipse(15.5, 22, 5, 5, WHITE).ellipse(6, 15, 4, 2.4, INK).ellipse(6, 14.6, 3, 1.6, WHITE).ellipse(25, 15, 4, 2.4, INK).ellipse(25, 14.6, 3, 1.6, WHITE).ellipse(5, 7, 5, 1.4, GOLD[3]).rect(5, 8, 1, 8, STEEL[2]).ellipse(27, 7, 4, 1.2, GOLD[3]).rect(27, 8, 1, 8, STEEL[2])
    flowers = Art(32, 32).block(0, 17, 32, 7, 7, WOOD)
    for i, x in enumerate((2, 9, 16, 23)):
        c = (RED, GOLD, VIOLET, ROSE)[i]
        flowers.soft(x + 1, 14, 6, 8, STEEL[3], STEEL[0]).ellipse(x + 3.5, 9, 3.6, 4.4, LEAF[2]).ellipse(x + 2, 7, 1.5, 1.5, c[3]).ellipse(x + 5.4, 8, 1.5, 1.5, c[4]).ellipse(x + 3.5, 11, 1.3, 1.3, c[3])
    tank = Art(32, 32).block(1, 18, 30, 4, 9, WOOD).soft(2, 5, 28, 15, WATER[3], INK).rect(3, 6, 26, 2, WATER[5]).px(GOLD[3], (9, 12), (10, 12), (11, 11), (11, 13)).px(RED[3], (20, 10), (21, 10), (19, 9), (19, 11)).line(6, 18, 6, 13, LEAF[3]).line(25, 18, 25, 12, LEAF[4]).rect(3, 17, 26, 2, PALE[4])
    return {"treadmill": (treadmill, 0), "weights": (weights, 1), "yoga mat": (mat, 0), "barre": (barre, 0), "curtain": (curtain, 0), "costume rail": (costume, 1), "drum kit": (drums, 1), "flower rack": (flowers, 1), "fish tank": (tank, 1)}


def _village() -> dict[str, tuple[Art, int]]:
    straw = Art(16, 32).soft(1, 2, 14, 28, GOLD[2], GOLD[0]).soft(3, 4, 10, 7, GOLD[4], GOLD[1]).rect(2, 14, 12, 14, BRICK[2]).rect(2, 14, 12, 2, BRICK[4]).px(GOLD[4], (2, 12), (5, 13), (10, 12), (13, 13))
    hearth = Art(48, 32).block(0, 4, 48, 8, 19, GREY).soft(10, 13, 28, 17, INK, GREY[1]).ellipse(23.5, 26, 9, 3.4, RED[2]).ellipse(23.5, 25, 6, 4, GOLD[2]).ellipse(23.5, 25.6, 3.4, 2.8, GOLD[4]).ellipse(23.5, 17.5, 4.6, 3.4, DARK[0]).rect(23, 12, 1, 4, STEEL[2]).rect(19, 15, 9, 1, STEEL[2])
    for x, y in ((2, 14), (4, 19), (2, 24), (40, 14), (42, 20), (40, 26)):
        hearth.rect(x, y, 5, 3, GREY[4])
    casks = Art(48, 32)
    for x in (0, 16, 32):
        casks.ellipse(x + 7.5, 20, 7.4, 8, WOOD[0]).ellipse(x + 7.5, 20, 6.4, 7, WOOD[3]).ellipse(x + 7.5, 20, 4.6, 5.2, WOOD[4]).rect(x + 7, 15, 1, 10, WOOD[3]).rect(x + 6, 24, 3, 3, GOLD[2])
    casks.rect(0, 27, 48, 4, WOOD[2]).rect(0, 27, 48, 1, WOOD[4])
    mill = Art(32, 32).ellipse(15.5, 20, 15, 10, GREY[1]).ellipse(15.5, 18, 14.4, 9, GREY[3]).ellipse(15.5, 16.6, 13, 7.6, GREY[4]).ellipse(15.5, 16.6, 3, 2, INK).rect(14, 4, 3, 12, WOOD[2])
    for x, y in ((6, 14), (24, 14), (9, 20), (22, 20), (15, 22), (15, 11)):
        mill.line(15, 16, x, y, GREY[3])
    herbs = Art(32, 32).rect(2, 6, 28, 2, WOOD[3]).rect(2, 6, 2, 24, WOOD[2]).rect(28, 6, 2, 24, WOOD[2])
    for i, x in enumerate(range(6, 27, 5)):
        c = (LEAF[3], VIOLET[3], LEAF[4], GOLD[3], ROSE[3])[i]
        herbs.rect(x, 8, 1, 3, PALE[4]).ellipse(x, 14, 2, 4, LEAF[2]).ellipse(x - 0.5, 15, 1.4, 3, c)
    notice = Art(16, 32).rect(7, 8, 2, 22, WOOD[2]).soft(2, 9, 12, 10, PALE[4], WOOD[0]).rect(4, 11, 7, 1, WOOD[1]).rect(4, 13, 8, 1, WOOD[1]).rect(4, 15, 5, 1, WOOD[1]).shade(4, 27, 8, 4)
    bow = Art(16, 32).line(4, 8, 10, 16, WOOD[4]).line(10, 16, 4, 25, WOOD[4]).line(4, 8, 4, 25, GREY[5]).rect(8, 11, 1, 14, PALE[3])
    loaf = unit(12, "wood", WOOD[5]).ellipse(5, 12, 3, 2, WOOD[2]).ellipse(5, 11.5, 2.2, 1.4, WOOD[4]).ellipse(11, 13, 2.4, 1.7, GOLD[3])
    wheel = Art(48, 48).ellipse(23.5, 23.5, 22, 22, WOOD[0]).ellipse(23.5, 23.5, 20.5, 20.5, WOOD[3]).ellipse(23.5, 23.5, 16, 16, (0, 0, 0, 0))
    for x, y in ((23, 3), (43, 23), (23, 43), (3, 23), (9, 9), (38, 9), (9, 38), (38, 38)):
        wheel.line(23, 23, x, y, WOOD[2]).line(24, 23, min(x + 1, 47), y, WOOD[3]).rect(x - 2, y - 2, 5, 5, WOOD[2])
    wheel.ellipse(23.5, 23.5, 4, 4, WOOD[1]).ellipse(23.5, 23.5, 2, 2, GREY[3])
    return {"straw bed": (straw, 0), "hearth": (hearth, 1), "ale casks": (casks, 1), "millstone": (mill, 1), "herb rack": (herbs, 1), "village sign": (notice, 1), "bow rack": (bow, 0), "bread table": (loaf, 1), "water wheel": (wheel, 1)}


def _animals() -> dict[str, tuple[Art, int]]:
    """They stand where they are: the simulation knows nothing of them unless a map makes them objects."""
    wool: Colour = (240, 232, 216, 255)
    sheep = Art(16, 16).ellipse(8, 8, 5.6, 4.4, GREY[3]).ellipse(7.6, 7.4, 4.8, 3.8, wool).ellipse(3, 8, 2.2, 2.4, DARK[2]).px(WHITE, (2, 8)).rect(5, 12, 1, 2, DARK[1]).rect(10, 12, 1, 2, DARK[1]).px(WHITE, (6, 5), (9, 6), (7, 8)).shade(3, 11, 11, 4)
    hen = Art(16, 16).ellipse(8, 9, 3.6, 3, WHITE).ellipse(5, 6.5, 1.8, 2, WHITE).px(RED[3], (5, 4), (4, 4)).px(GOLD[3], (3, 7)).px(INK, (5, 6)).px(GREY[4], (9, 9), (10, 10)).rect(7, 12, 1, 2, GOLD[2]).rect(9, 12, 1, 2, GOLD[2]).rect(11, 6, 1, 3, WHITE).shade(4, 12, 9, 3)
    duck = Art(16, 16).ellipse(8.5, 9, 4, 2.6, WOOD[3]).ellipse(5, 6, 1.9, 1.9, LEAF[2]).px(GOLD[3], (2, 6), (3, 6)).px(WHITE, (4, 8), (5, 8)).px(INK, (4, 5)).px(WOOD[5], (8, 8), (9, 8)).rect(4, 12, 9, 1, WATER[5])
    cat = Art(16, 16).ellipse(8.5, 10, 3.6, 2.8, GREY[2]).ellipse(5, 7, 2.2, 2.1, GREY[2]).px(GREY[2], (3, 4), (6, 4)).px(GOLD[4], (4, 7), (6, 7)).line(12, 10, 14, 6, GREY[2]).rect(5, 12, 1, 2, GREY[1]).rect(10, 12, 1, 2, GREY[1]).shade(4, 12, 9, 3)
    cow = Art(32, 32).ellipse(17, 19, 10, 6.4, GREY[2]).ellipse(17, 18.4, 9.4, 5.8, WHITE).ellipse(14, 17, 3, 2.6, DARK[1]).ellipse(22, 20, 3, 2.4, DARK[1]).ellipse(6.5, 16, 3.6, 3.6, WHITE).rect(4, 18, 5, 3, ROSE[4]).px(INK, (5, 15)).px(DARK[1], (9, 13), (4, 13)).rect(10, 24, 2, 5, WHITE).rect(22, 24, 2, 5, WHITE).rect(27, 16, 1, 7, DARK[1]).shade(7, 25, 20, 5)
    return {"sheep": (sheep, 1), "hen": (hen, 0), "duck": (duck, 1), "cat": (cat, 0), "cow": (cow, 1)}


def public_sheet() -> Sheet:
    """The tileset of public buildings, the old village and the animals."""
    sheet = Sheet("public")
    hung = ("whiteboard", "stained glass", "barre", "curtain", "bow rack")
    lying = ("straw bed", "hospital bed", "bunk bed", "yoga mat", "treadmill")
    for group in (_school, _chapel, _clinic, _office, _leisure, _village, _animals):
        for name, (art, solid) in group().items():
            sheet.add(name, art, solid=solid, foot=2 if name in lying else 0, wall=name in hung, flat=name == "yoga mat")
    sheet.add("reception", bar(3, "pale").soft(18, 2, 12, 11, STEEL[1], INK).rect(20, 4, 8, 6, WATER[4]).rect(4, 10, 8, 5, WHITE).rect(36, 8, 4, 6, LEAF[3]), solid=1)
    return sheet
