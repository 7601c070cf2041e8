"""Furniture for work and company: cafe, shop, pub, library, workshop, studio."""

from __future__ import annotations

from assets.make.home import GLASS, bookcase, unit
from assets.make.palette import INK, RAMPS, WHITE, Colour
from assets.make.pixels import Art
from assets.make.sheet import Sheet

GREY, WOOD, PALE, DARK, STEEL = (RAMPS[name] for name in ("grey", "wood", "pale", "dark", "steel"))
RED, GOLD, LEAF, BLUE, TEAL, ROSE, VIOLET, WATER = (RAMPS[name] for name in ("red", "gold", "leaf", "blue", "teal", "rose", "violet", "water"))


def bar(wide: int = 1, name: str = "wood", top: Colour | None = None) -> Art:
    """A counter to stand behind, ``wide`` tiles: its top rises half a tile over the row behind it."""
    r, w = RAMPS[name], wide * 16
    art = Art(w, 32).block(0, 8, w, 10, 14, r)
    art.rect(1, 9, w - 2, 8, top or r[4]).rect(1, 9, w - 2, 1, WHITE if top else r[5]).rect(0, 18, w, 1, r[0])
    for x in range(3, w - 8, 11):
        art.frame(x, 21, 9, 8, r[1]).rect(x, 21, 9, 1, r[3])
    return art


def _cafe() -> dict[str, tuple[Art, int]]:
    till = bar().soft(4, 4, 9, 9, STEEL[2], INK).rect(5, 5, 7, 3, TEAL[3]).rect(5, 9, 7, 3, GREY[4]).px(INK, (6, 10), (8, 10), (10, 10))
    case = Art(32, 32).block(0, 5, 32, 8, 18, WOOD).rect(1, 13, 30, 9, (168, 208, 220, 255)).rect(1, 6, 30, 6, PALE[5]).rect(1, 17, 30, 1, WHITE)
    for x, y, c in ((4, 15, ROSE[3]), (9, 15, WOOD[4]), (14, 15, RED[3]), (20, 15, GOLD[3]), (25, 15, DARK[2]), (4, 20, WOOD[4]), (10, 20, GOLD[4]), (16, 20, ROSE[4]), (22, 20, WOOD[3]), (27, 20, RED[3])):
        case.ellipse(x + 0.5, y, 2, 1.4, c).px(WHITE, (x, y - 1))
    case.line(2, 20, 5, 14, WHITE).rect(5, 2, 8, 4, WHITE).ellipse(8.5, 3, 3.5, 2, ROSE[4]).px(RED[2], (8, 1))
    espresso = bar(2).soft(4, 1, 20, 13, STEEL[3], INK).rect(5, 2, 18, 2, STEEL[5]).rect(5, 4, 18, 2, RED[2]).rect(7, 8, 5, 2, INK).rect(15, 8, 5, 2, INK)
    espresso.rect(8, 10, 3, 3, WHITE).rect(16, 10, 3, 3, WHITE).px(STEEL[1], (9, 12), (17, 12)).px(GOLD[4], (21, 8)).soft(26, 5, 5, 9, DARK[3], INK).rect(27, 6, 3, 3, GLASS)
    grinder = bar().soft(5, 6, 6, 8, STEEL[2], INK).rect(6, 2, 4, 4, GLASS).rect(5, 1, 6, 1, INK).rect(6, 4, 4, 2, DARK[2])
    tap = bar(2, "dark", WOOD[3])
    for x, c in ((7, GOLD[3]), (14, RED[3]), (21, LEAF[3])):
        tap.rect(x, 5, 3, 9, GOLD[1]).rect(x, 2, 3, 5, c).px(GOLD[4], (x, 5)).rect(x - 1, 13, 5, 1, GREY[4])
    bottles = Art(32, 32).soft(0, 2, 32, 29, DARK[2], DARK[0]).rect(1, 3, 30, 2, DARK[4])
    for y in (6, 14, 22):
        bottles.rect(2, y, 28, 7, DARK[0])
        for i, x in enumerate(range(3, 29, 4)):
            c = (LEAF[3], GOLD[2], RED[3], GLASS, WOOD[3], VIOLET[3])[(i + y) % 6]
            bottles.rect(x, y + 3, 3, 4, c).rect(x + 1, y + 1, 1, 2, c).px(WHITE, (x, y + 4))
        bottles.rect(1, y + 7, 30, 1, DARK[4])
    menu = Art(16, 32).soft(2, 8, 12, 17, (62, 82, 78, 255), WOOD[1]).rect(5, 11, 6, 1, WHITE).rect(4, 14, 7, 1, ROSE[4]).rect(4, 17, 8, 1, GREY[4]).rect(4, 20, 5, 1, GREY[4])
    jukebox = Art(16, 32).soft(1, 3, 14, 28, RED[2], RED[0]).soft(3, 5, 10, 9, GOLD[4], GOLD[1]).rect(5, 7, 6, 5, ROSE[4]).rect(3, 16, 10, 3, GREY[5]).rect(4, 21, 8, 7, DARK[1]).px(GOLD[4], (5, 22), (7, 24), (9, 22), (9, 26), (5, 26)).px(TEAL[4], (2, 6), (13, 6))
    pool = Art(48, 32).soft(0, 2, 48, 26, WOOD[3], WOOD[0]).rect(1, 3, 46, 1, WOOD[5]).soft(4, 6, 40, 17, TEAL[2], TEAL[0]).rect(5, 7, 38, 1, TEAL[1]).rect(3, 28, 4, 4, WOOD[1]).rect(41, 28, 4, 4, WOOD[1])
    for x, y, c in ((12, 14, WHITE), (28, 12, RED[3]), (31, 15, GOLD[3]), (28, 17, BLUE[3]), (35, 11, INK)):
        pool.ellipse(x, y, 1.4, 1.4, c)
    for x in (4, 23, 42):
        pool.rect(x, 6, 3, 2, INK).rect(x, 21, 3, 2, INK)
    pool.ground(2, 28, 44, 4)
    stage = Art(48, 32).block(0, 4, 48, 20, 8, WOOD)
    for y in range(8, 24, 4):
        stage.rect(1, y, 46, 1, WOOD[2])
    mic = Art(16, 32).rect(7, 12, 1, 18, GREY[1]).rect(5, 29, 5, 2, GREY[0]).ellipse(7.5, 10, 2.2, 2.6, GREY[1]).px(GREY[4], (7, 9), (6, 10)).shade(3, 27, 9, 4)
    return {
        "bar": (bar(), 1), "wide bar": (bar(2), 1), "dark bar": (bar(1, "dark"), 1), "wide dark bar": (bar(2, "dark"), 1), "till": (till, 1), "pastry case": (case, 1),
        "espresso machine": (espresso, 1), "coffee grinder": (grinder, 1), "beer taps": (tap, 1), "bottle shelf": (bottles, 1), "menu board": (menu, 0),
        "jukebox": (jukebox, 1), "pool table": (pool, 2), "stage": (stage, 0), "microphone": (mic, 1),
    }  # fmt: skip


def goods(seed: int, tones: tuple[Colour, ...]) -> Art:
    """A shop shelf of 2 x 2 tiles with boxes, tins and jars."""
    art = Art(32, 32).soft(0, 2, 32, 29, PALE[2], PALE[0]).rect(1, 3, 30, 2, PALE[5])
    for row, y in enumerate((6, 14, 22)):
        art.rect(2, y, 28, 7, PALE[1])
        for i, x in enumerate(range(3, 29, 4)):
            c, tall = tones[(i * 2 + row + seed) % len(tones)], 3 + (i + row * 2 + seed) % 4
            art.rect(x, y + 7 - tall, 3, tall, c).rect(x, y + 7 - tall, 3, 1, WHITE).rect(x + 2, y + 8 - tall, 1, tall - 1, (*(v * 3 // 4 for v in c[:3]), 255))  # type: ignore[arg-type]
        art.rect(1, y + 7, 30, 1, PALE[4])
    return art


def crate(tones: tuple[Colour, ...] = ()) -> Art:
    art = Art(16, 16).block(1, 2, 14, 7, 7, WOOD).rect(2, 12, 12, 1, WOOD[1])
    if tones:
        art.rect(2, 3, 12, 6, WOOD[1])
        for i, (x, y) in enumerate(((3, 4), (6, 3), (9, 4), (12, 4), (4, 7), (7, 6), (10, 7), (12, 7))):
            art.ellipse(x + 0.5, y, 1.6, 1.5, tones[i % len(tones)]).px(WHITE, (x, y - 1))
    return art.ground(2, 14, 12, 2)


def barrel() -> Art:
    art = Art(16, 32).soft(2, 12, 12, 18, WOOD[3], WOOD[0]).ellipse(7.5, 13.5, 5.6, 2.8, WOOD[1]).ellipse(7.5, 13.2, 4.6, 2, WOOD[4])
    for y in (17, 25):
        art.rect(2, y, 12, 2, STEEL[1]).px(STEEL[4], (4, y))
    return art.rect(5, 19, 1, 6, WOOD[4]).rect(10, 19, 1, 6, WOOD[2]).shade(1, 27, 14, 4)


def sack(tone: Colour = PALE[4]) -> Art:
    return Art(16, 16).ellipse(7.5, 9, 5.6, 5.8, PALE[0]).ellipse(7.2, 8.8, 4.8, 5, tone).rect(5, 2, 5, 3, tone).rect(5, 4, 5, 1, PALE[1]).px(WHITE, (5, 7), (5, 8)).shade(2, 12, 11, 4)


def _work() -> dict[str, tuple[Art, int]]:
    bench = Art(48, 32).block(0, 11, 48, 11, 10, PALE).rect(3, 23, 42, 7, (*INK[:3], 90)).rect(1, 22, 4, 9, PALE[1]).rect(43, 22, 4, 9, PALE[1])
    bench.soft(5, 13, 8, 4, STEEL[3], STEEL[0]).line(17, 18, 25, 13, WOOD[2]).rect(24, 12, 4, 3, STEEL[2]).rect(31, 14, 12, 5, WOOD[4]).rect(31, 14, 12, 1, WOOD[5]).px(PALE[5], (20, 15), (22, 19), (28, 18))
    tools = Art(32, 32).soft(1, 7, 30, 18, DARK[3], DARK[0]).rect(5, 10, 2, 10, WOOD[4]).rect(4, 9, 4, 3, STEEL[3]).line(11, 20, 15, 10, STEEL[4]).rect(18, 10, 1, 9, STEEL[3]).rect(17, 18, 3, 4, RED[2]).rect(23, 10, 5, 2, STEEL[4]).rect(24, 12, 2, 8, WOOD[3])
    saw = Art(32, 32).block(1, 15, 30, 8, 8, STEEL).rect(13, 5, 6, 12, STEEL[2]).ellipse(15.5, 15, 5, 4.5, STEEL[4]).ellipse(15.5, 15, 1, 1, INK).rect(3, 17, 9, 3, WOOD[4])
    lumber = Art(32, 16)
    for row, y in enumerate((1, 5, 9)):
        lumber.soft(row, y, 30 - row, 6, PALE[3 + row % 2], PALE[0]).rect(row + 2, y + 2, 25, 1, PALE[2]).ellipse(28.5, y + 2.5, 1.5, 1.5, PALE[5])
    lumber.ground(1, 14, 30, 2)
    wheel = Art(16, 32).rect(3, 16, 10, 14, WOOD[2]).soft(2, 15, 12, 5, WOOD[3], WOOD[0]).ellipse(7.5, 14, 5, 2.4, GREY[2]).ellipse(7.5, 13.4, 4.4, 1.8, GREY[4]).soft(5, 7, 6, 7, RAMPS["brick"][3], RAMPS["brick"][0]).rect(6, 8, 1, 4, RAMPS["brick"][5]).shade(1, 27, 14, 4)
    kiln = Art(32, 48).soft(2, 14, 28, 33, RAMPS["brick"][2], RAMPS["brick"][0]).ellipse(15.5, 16, 13, 9, RAMPS["brick"][2]).rect(13, 1, 6, 10, GREY[2]).soft(9, 27, 14, 16, INK, RAMPS["brick"][0]).ellipse(15.5, 39, 4, 3, RED[3]).ellipse(15.5, 39.5, 2.4, 2, GOLD[4])
    for y in range(18, 44, 5):
        kiln.rect(3, y, 26 if y < 26 else 6, 1, RAMPS["brick"][1]).px(RAMPS["brick"][4], (5, y + 2), (26, y + 2))
    pots = Art(32, 32).soft(0, 3, 32, 28, WOOD[2], WOOD[0]).rect(1, 4, 30, 2, WOOD[4])
    for row, y in enumerate((7, 15, 23)):
        pots.rect(2, y, 28, 7, DARK[1]).rect(1, y + 7, 30, 1, WOOD[4])
        for i, x in enumerate((3, 10, 17, 24)):
            c = (RAMPS["brick"][3], TEAL[3], BLUE[3], PALE[4])[(i + row) % 4]
            pots.soft(x, y + 2, 5, 5, c, DARK[0]).rect(x + 1, y + 1, 3, 1, c).px(WHITE, (x + 1, y + 3))
    sewing = Art(32, 32).block(0, 14, 32, 9, 8, WOOD).soft(8, 5, 15, 5, INK, INK).rect(19, 8, 4, 8, INK).rect(9, 9, 3, 6, INK).rect(8, 14, 16, 2, GREY[2]).px(GOLD[3], (11, 6), (13, 6), (15, 6)).ellipse(24.5, 8, 1.8, 2.4, STEEL[4]).rect(2, 16, 8, 4, ROSE[3]).rect(3, 24, 3, 7, WOOD[1]).rect(26, 24, 3, 7, WOOD[1])
    dummy = Art(16, 32).rect(7, 20, 2, 9, WOOD[2]).rect(4, 28, 8, 2, WOOD[1]).soft(3, 8, 10, 13, ROSE[3], ROSE[0]).ellipse(7.5, 6, 2, 2.4, PALE[3]).rect(4, 13, 8, 1, ROSE[1]).rect(4, 9, 2, 4, ROSE[4]).shade(3, 26, 10, 5)
    cloth = Art(32, 32).soft(0, 3, 32, 28, PALE[2], PALE[0]).rect(1, 4, 30, 2, PALE[5])
    for row, y in enumerate((7, 15, 23)):
        cloth.rect(2, y, 28, 7, PALE[0]).rect(1, y + 7, 30, 1, PALE[4])
        for i, x in enumerate(range(3, 27, 6)):
            c = (RED, BLUE, GOLD, TEAL, VIOLET, ROSE)[(i + row * 2) % 6]
            cloth.soft(x, y + 1, 6, 5, c[3], c[0]).rect(x + 1, y + 2, 4, 1, c[4])
    oven = Art(32, 48).block(0, 8, 32, 10, 29, RAMPS["brick"]).soft(6, 24, 20, 14, INK, GREY[1]).ellipse(15.5, 34, 7, 3.4, RED[2]).ellipse(15.5, 34.6, 5, 2.4, GOLD[3]).rect(6, 23, 20, 2, GREY[4]).rect(12, 0, 8, 10, RAMPS["brick"][1]).rect(12, 0, 8, 2, GREY[3])
    for y in range(21, 46, 4):
        oven.rect(1, y, 5, 1, RAMPS["brick"][1]).rect(26, y, 5, 1, RAMPS["brick"][1])
    anvil = Art(16, 16).rect(5, 8, 6, 6, WOOD[2]).rect(4, 13, 8, 2, WOOD[1]).rect(2, 3, 12, 4, STEEL[2]).rect(2, 3, 12, 1, STEEL[4]).rect(0, 4, 3, 2, STEEL[2]).rect(5, 7, 6, 2, STEEL[1]).shade(2, 12, 12, 4)
    forge = Art(32, 48).block(0, 16, 32, 13, 18, GREY).soft(4, 18, 24, 9, INK, GREY[1]).ellipse(15.5, 22.5, 9, 3.4, RED[2]).ellipse(15.5, 22.5, 6, 2.2, GOLD[3]).ellipse(15.5, 22.5, 3, 1.2, GOLD[5])
    for k in range(14):
        forge.rect(10 - k // 2, k, 12 + k // 2 * 2, 1, GREY[2 + (k % 5 == 0)])
    for x, y in ((3, 33), (12, 36), (21, 33), (25, 40), (6, 41), (16, 43)):
        forge.rect(x, y, 6, 3, GREY[4])
    loom = Art(32, 32).rect(1, 3, 3, 28, WOOD[2]).rect(28, 3, 3, 28, WOOD[2]).rect(0, 4, 32, 3, WOOD[3]).rect(0, 26, 32, 3, WOOD[3]).rect(4, 8, 24, 9, PALE[5])
    for x in range(5, 28, 2):
        loom.rect(x, 7, 1, 19, PALE[3])
    for i, y in enumerate(range(16, 26, 2)):
        loom.rect(4, y, 24, 2, (RED[3], GOLD[3], TEAL[3], RED[3], BLUE[3])[i])
    spinning = Art(16, 32).ellipse(6.5, 19, 6, 6.4, WOOD[0]).ellipse(6.5, 19, 5, 5.4, WOOD[3]).ellipse(6.5, 19, 4, 4.4, (0, 0, 0, 0)).line(2, 19, 11, 19, WOOD[3]).line(6, 15, 6, 23, WOOD[3]).rect(2, 26, 12, 2, WOOD[3]).rect(3, 28, 1, 3, WOOD[1]).rect(12, 28, 1, 3, WOOD[1]).rect(12, 14, 1, 12, WOOD[2]).ellipse(12.5, 13, 2, 3, WHITE)
    cauldron = Art(16, 16).ellipse(7.5, 8.5, 6, 5.5, INK).ellipse(7.5, 5.5, 5, 2.2, LEAF[3]).px(LEAF[5], (6, 5), (9, 6)).rect(4, 13, 2, 2, INK).rect(10, 13, 2, 2, INK).px(GREY[3], (3, 9), (3, 10)).shade(1, 11, 14, 5)
    trolley = Art(32, 32).soft(2, 10, 28, 8, WOOD[3], WOOD[0]).soft(2, 20, 28, 7, WOOD[3], WOOD[0]).rect(3, 27, 3, 3, INK).rect(26, 27, 3, 3, INK)
    for i, x in enumerate(range(4, 27, 3)):
        trolley.rect(x, 8 + i % 2, 2, 7, (RED, BLUE, GOLD, TEAL)[i % 4][2]).rect(x, 19 + (i + 1) % 2, 2, 6, (VIOLET, LEAF, ROSE, BLUE)[i % 4][2])
    catalogue = Art(16, 32).block(0, 8, 16, 7, 16, WOOD)
    for y in (17, 21, 25):
        for x in (2, 6, 11):
            catalogue.rect(x, y, 3, 3, WOOD[4]).px(GOLD[4], (x + 1, y + 1))
    issue = bar(2).rect(4, 10, 7, 5, WHITE).rect(5, 11, 5, 1, GREY[3]).rect(20, 6, 7, 3, RED[2]).rect(19, 9, 8, 3, BLUE[2]).rect(20, 12, 7, 2, GOLD[2]).rect(14, 11, 3, 3, DARK[1])
    globe = Art(16, 32).ellipse(7.5, 15, 5.4, 5.4, GOLD[1]).ellipse(7.5, 15, 4.5, 4.5, WATER[3]).ellipse(6, 14, 2, 2.4, LEAF[3]).ellipse(9.5, 17, 1.4, 1.4, LEAF[4]).rect(7, 20, 2, 8, WOOD[2]).rect(4, 28, 8, 2, WOOD[1]).shade(3, 26, 10, 5)
    typewriter = Art(32, 32).block(0, 13, 32, 9, 9, DARK).rect(2, 23, 28, 8, (*INK[:3], 80)).rect(1, 22, 3, 9, DARK[2]).rect(28, 22, 3, 9, DARK[2]).soft(10, 10, 12, 9, TEAL[2], INK).rect(12, 5, 8, 6, WHITE).rect(13, 7, 5, 1, GREY[3]).rect(12, 15, 8, 2, WHITE).rect(24, 15, 5, 4, WHITE).rect(3, 16, 3, 3, RED[3])
    telescope = Art(32, 32).line(10, 30, 15, 18, WOOD[2]).line(22, 30, 16, 18, WOOD[2]).line(16, 30, 16, 18, WOOD[1])
    for k in range(18):
        telescope.rect(6 + k, 21 - k, 4, 4, GOLD[2] if k % 6 else GOLD[4])
    telescope.rect(21, 1, 5, 5, GOLD[1]).shade(8, 27, 16, 4)
    chess = Art(16, 16).soft(1, 1, 14, 12, WOOD[3], WOOD[0]).rect(3, 13, 2, 2, WOOD[1]).rect(11, 13, 2, 2, WOOD[1])
    for y in range(4):
        for x in range(5):
            chess.rect(3 + x * 2, 3 + y * 2, 2, 2, WHITE if (x + y) % 2 else DARK[2])
    chess.px(RED[2], (4, 4), (8, 8)).px(INK, (10, 4), (6, 8)).ground(2, 13, 12, 3)
    return {
        "workbench": (bench, 1), "tool wall": (tools, 0), "table saw": (saw, 1), "lumber": (lumber, 1), "potter's wheel": (wheel, 1), "kiln": (kiln, 1), "pot shelf": (pots, 1),
        "sewing machine": (sewing, 1), "dressmaker's dummy": (dummy, 1), "cloth shelf": (cloth, 1), "brick oven": (oven, 1), "anvil": (anvil, 1), "forge": (forge, 1),
        "loom": (loom, 1), "spinning wheel": (spinning, 1), "cauldron": (cauldron, 1), "book trolley": (trolley, 1), "card catalogue": (catalogue, 1), "issue desk": (issue, 1),
        "globe": (globe, 1), "typewriter": (typewriter, 1), "telescope": (telescope, 1), "chess table": (chess, 1),
    }  # fmt: skip


def trade_sheet() -> Sheet:
    """The tileset of cafes, shops, pubs, libraries and workshops."""
    sheet = Sheet("trade")
    for name, (art, solid) in {**_cafe(), **_work()}.items():
        sheet.add(name, art, solid=solid, wall=name in ("menu board", "tool wall"))
    sheet.add("shop shelf", goods(0, (RED[3], GOLD[3], TEAL[3], BLUE[3])), solid=1)
    sheet.add("jar shelf", goods(3, (ROSE[4], LEAF[4], GOLD[4], WOOD[4])), solid=1)
    sheet.add("medicine shelf", goods(5, (GREY[5], TEAL[4], BLUE[4], WHITE)), solid=1)
    for name, tones in {"crate": (), "apple crate": (RED[3], RED[4]), "orange crate": (GOLD[2], GOLD[3]), "greens crate": (LEAF[3], LEAF[4])}.items():
        sheet.add(name, crate(tones), solid=1)
    sheet.add("barrel", barrel(), solid=1)
    sheet.add("sack", sack(), solid=1)
    sheet.add("coal sack", sack(GREY[1]), solid=1)
    flour = unit(13, "pale", PALE[5]).ellipse(7.5, 12, 4.5, 2.4, WHITE).px(PALE[3], (5, 12), (9, 11))
    sheet.add("dough trough", flour, solid=1)
    sheet.add("tall bookcase", bookcase(2, "dark", 9), solid=1)
    return sheet
