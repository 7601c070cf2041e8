"""What stands under the sky: trees, bushes, flowers, fences, benches, lamps, wells, stalls, signs."""

from __future__ import annotations

import numpy as np

from assets.make.palette import INK, RAMPS, WHITE, Colour, Ramp
from assets.make.pixels import Art
from assets.make.sheet import Sheet

GREY, WOOD, PALE, DARK, LEAF, PINE = (RAMPS[name] for name in ("grey", "wood", "pale", "dark", "leaf", "pine"))


def crown(art: Art, lobes: list[tuple[float, float, float, float]], r: Ramp, fruit: Colour | None = None, seed: int = 0) -> Art:
    """A crown of overlapping lobes, lit from the upper left, with leaves and perhaps fruit or blossom."""
    top = Art(art.w, art.h)
    for cx, cy, rx, ry in lobes:
        top.ellipse(cx, cy, rx, ry, r[1])
    for cx, cy, rx, ry in lobes:
        top.ellipse(cx - 0.6, cy - 1.2, rx - 1.2, ry - 1.4, r[2])
    for cx, cy, rx, ry in lobes:
        top.ellipse(cx - 1.4, cy - 2.2, max(rx - 3.4, 1), max(ry - 3.4, 1), r[3])
    rng = np.random.default_rng(seed)
    for cx, cy, rx, ry in lobes:
        for _ in range(int(rx * ry / 5)):
            x, y = int(cx + rng.uniform(-0.7, 0.7) * rx), int(cy + rng.uniform(-0.75, 0.6) * ry)
            lit = x < cx + 1 and y < cy
            top.px(r[4] if lit else r[1], (x, y), (x + 1, y)).px(r[5] if lit and rng.random() < 0.3 else r[3], (x, y - 1))
            if fruit and rng.random() < 0.30:
                top.px(fruit, (x, y + 1), (x + 1, y + 1))
    return art.blit(top.outline(r[0]))


def trunk(art: Art, x: int, y: int, w: int, h: int) -> Art:
    """A trunk with roots, lit from the left."""
    r = RAMPS["dark"]
    art.rect(x, y, w, h, r[3]).rect(x, y, 1, h, r[0]).rect(x + w - 1, y, 1, h, r[1]).rect(x + 1, y, 1, h, r[4])
    return art.px(r[0], (x - 1, y + h - 1), (x + w, y + h - 1)).rect(x, y + h, w, 1, r[0])


def _trees() -> dict[str, Art]:
    """Trees of 2 x 3 and 3 x 4 tiles whose lowest row is solid in the middle; 1 x 2 saplings."""
    oak = trunk(Art(48, 64), 21, 44, 6, 14).shade(10, 52, 28, 10, 80)
    crown(oak, [(23.5, 30, 16, 13), (13, 33, 11, 10), (35, 33, 10.5, 10), (18, 20, 12, 11), (30, 19, 12, 11), (24, 12, 10, 9)], LEAF, seed=1)
    maple = trunk(Art(48, 64), 21, 44, 6, 14).shade(10, 52, 28, 10, 80)
    crown(maple, [(23.5, 30, 16, 12), (13, 32, 10, 9), (34, 31, 11, 10), (19, 18, 12, 11), (31, 21, 10, 9), (25, 11, 8, 8)], (RAMPS["brick"][0], RAMPS["brick"][2], RAMPS["gold"][2], RAMPS["brick"][4], RAMPS["gold"][3], RAMPS["gold"][4]), seed=2)
    apple = trunk(Art(32, 48), 13, 32, 5, 11).shade(5, 38, 22, 8, 80)
    crown(apple, [(15.5, 22, 13, 10), (9, 17, 8, 8), (22, 16, 8, 8), (15.5, 11, 9, 8)], LEAF, RAMPS["red"][3], 3)
    blossom = trunk(Art(32, 48), 13, 32, 5, 11).shade(5, 38, 22, 8, 80)
    pinks = (RAMPS["rose"][0], RAMPS["rose"][2], RAMPS["rose"][3], RAMPS["rose"][4], RAMPS["rose"][5], WHITE)
    crown(blossom, [(15.5, 22, 13, 10), (8, 18, 7.5, 8), (23, 17, 8, 8), (15.5, 11, 9.5, 8.5)], pinks, seed=4)
    birch = Art(32, 48).rect(14, 24, 4, 19, GREY[5]).rect(17, 24, 1, 19, GREY[3]).rect(14, 43, 4, 1, GREY[1]).px(INK, (14, 28), (15, 28), (16, 33), (14, 37), (15, 40)).shade(6, 38, 20, 8, 80)
    crown(birch, [(15.5, 21, 9, 9), (11, 15, 8, 9), (20, 14, 8, 9), (15.5, 8, 7, 7)], (LEAF[1], LEAF[3], LEAF[4], RAMPS["grass"][4], LEAF[5], RAMPS["grass"][5]), seed=5)
    pine = trunk(Art(32, 48), 14, 38, 4, 6).shade(5, 38, 22, 8, 80)
    green = Art(32, 48)
    for tier, (y, half) in enumerate(((2, 5), (10, 8), (18, 11), (27, 13))):
        for k in range(13):
            wide = max(1, half * (k + 2) // 14)
            green.rect(16 - wide, y + k, wide * 2, 1, PINE[2] if k < 10 else PINE[1]).rect(16 - wide, y + k, max(1, wide - 1), 1, PINE[3] if k < 9 else PINE[2])
        green.px(PINE[4], *((16 - half + 3 + k * 2, y + 9 - k) for k in range(tier + 2))).px(PINE[5], (14, y + 3))
    pine.blit(green.outline(PINE[0]))
    willow = trunk(Art(48, 64), 21, 40, 6, 18).shade(8, 52, 32, 10, 80)
    crown(willow, [(23.5, 20, 18, 13), (14, 24, 11, 14), (33, 24, 11, 14), (23.5, 12, 12, 9)], (LEAF[0], LEAF[2], RAMPS["grass"][2], RAMPS["grass"][3], RAMPS["grass"][4], RAMPS["grass"][5]), seed=7)
    for x, y, n in ((5, 30, 16), (9, 33, 18), (14, 34, 14), (31, 35, 15), (36, 33, 18), (41, 29, 17), (26, 33, 8)):
        willow.rect(x, y, 2, n, RAMPS["grass"][2]).rect(x, y, 1, n, RAMPS["grass"][3]).px(LEAF[1], (x + 1, y + n), (x, y + n))
    return {"oak tree": oak, "maple": maple, "willow": willow, "apple tree": apple, "blossom tree": blossom, "birch": birch, "pine tree": pine}


def _plants() -> dict[str, tuple[Art, int]]:
    red, gold, rose, violet, blue = (RAMPS[name] for name in ("red", "gold", "rose", "violet", "blue"))
    bush = crown(Art(16, 16).shade(1, 10, 14, 5), [(7.5, 8.5, 6.5, 5.5), (5, 7, 4, 4), (10.5, 6.5, 4, 4)], LEAF, seed=8)
    berry = crown(Art(16, 16).shade(1, 10, 14, 5), [(7.5, 8.5, 6.5, 5.5), (5, 7, 4, 4), (10.5, 6.5, 4, 4)], LEAF, red[3], 9)
    rock = Art(16, 16).ellipse(7.5, 9, 6.5, 5, GREY[1]).ellipse(7, 8.4, 5.6, 4.2, GREY[3]).ellipse(6, 7, 3.6, 2.4, GREY[4]).px(GREY[5], (5, 6), (6, 6)).shade(1, 10, 14, 5)
    stones = Art(16, 16).ellipse(4.5, 11, 2.5, 2, GREY[2]).ellipse(4, 10.5, 1.6, 1.2, GREY[4]).ellipse(10.5, 6, 2, 1.6, GREY[2]).ellipse(10, 5.6, 1.2, 0.9, GREY[4])
    stump = Art(16, 16).soft(3, 5, 10, 9, DARK[3], DARK[0]).ellipse(7.5, 6, 4.6, 2.8, PALE[4]).ellipse(7.5, 6, 2.4, 1.4, PALE[2]).shade(1, 10, 14, 5)
    mushrooms = Art(16, 16).rect(5, 10, 2, 3, WHITE).ellipse(5.5, 9, 2.6, 1.8, red[3]).px(WHITE, (5, 8), (7, 9)).rect(10, 11, 1, 2, WHITE).ellipse(10, 10.5, 1.6, 1.1, red[3])
    tuft = Art(16, 16).line(5, 12, 4, 7, LEAF[3]).line(7, 12, 7, 5, LEAF[4]).line(9, 12, 11, 7, LEAF[3]).line(10, 12, 13, 9, LEAF[2])
    reeds = Art(16, 32)
    for x, y in ((3, 14), (6, 9), (9, 12), (12, 8)):
        reeds.line(x, 29, x, y, LEAF[3]).line(x + 1, 29, x + 1, y + 4, LEAF[2]).rect(x, y, 1, 4, WOOD[2])
    lily = Art(16, 16).ellipse(6, 8, 4.4, 3, LEAF[2]).ellipse(5.6, 7.6, 3.4, 2.1, LEAF[4]).px(RAMPS["water"][3], (8, 8), (9, 8)).ellipse(11.5, 11, 2.6, 1.8, LEAF[3]).px(rose[4], (5, 6), (7, 6), (6, 7)).px(WHITE, (6, 5), (6, 6))
    out: dict[str, tuple[Art, int]] = {
        "bush": (bush, 1), "berry bush": (berry, 1), "rock": (rock, 1), "stump": (stump, 1), "pebbles": (stones, 0), "mushrooms": (mushrooms, 0),
        "tuft": (tuft, 0), "reeds": (reeds, 1), "lily pads": (lily, 1),
    }  # fmt: skip
    for name, tones in {"red flowers": (red[3], red[4]), "yellow flowers": (gold[3], gold[4]), "blue flowers": (blue[3], blue[4]), "pink flowers": (rose[3], rose[4]), "white flowers": (GREY[5], WHITE), "violet flowers": (violet[3], violet[4])}.items():
        art = Art(16, 16)
        for i, (x, y) in enumerate(((2, 5), (7, 3), (12, 6), (4, 10), (10, 11), (14, 13), (1, 14), (7, 14))):
            art.line(x, y + 2, x, y + 1, LEAF[2]).px(LEAF[3], (x - 1, y + 2), (x + 1, y + 1)).px(tones[i % 2], (x, y), (x - 1, y), (x + 1, y), (x, y - 1)).px(gold[4], (x, y))
        out[name] = (art, 0)
    for name, tones in {"roses": (red[2], red[4]), "tulips": (gold[3], rose[3]), "lavender": (violet[3], violet[4])}.items():
        art = Art(32, 16).soft(0, 2, 32, 14, RAMPS["dirt"][1], WOOD[0]).rect(1, 13, 30, 2, WOOD[3]).rect(1, 13, 30, 1, WOOD[4])
        for x in range(2, 30, 4):
            for y in (4, 8):
                art.rect(x, y + 1, 3, 3, LEAF[3]).px(LEAF[2], (x, y + 3)).px(tones[(x // 4 + y) % 2], (x + 1, y), (x, y), (x + 1, y + 1))
        out[name] = (art, 1)
    cabbages = Art(32, 16).rect(0, 1, 32, 15, RAMPS["dirt"][1]).rect(0, 5, 32, 1, RAMPS["dirt"][0]).rect(0, 13, 32, 1, RAMPS["dirt"][0])
    for x in range(1, 32, 8):
        cabbages.ellipse(x + 2.5, 4, 3, 2.6, LEAF[2]).ellipse(x + 2.5, 3.6, 1.9, 1.6, LEAF[4]).ellipse(x + 5.5, 11, 3, 2.6, LEAF[2]).ellipse(x + 5.5, 10.6, 1.9, 1.6, LEAF[5])
    corn = Art(16, 32).rect(0, 27, 16, 5, RAMPS["dirt"][1])
    for x in (2, 6, 10, 14):
        corn.line(x, 29, x, 12, LEAF[2]).line(x, 20, x - 2, 15, LEAF[4]).line(x, 24, x + 2, 19, LEAF[3]).rect(x - 1, 13, 2, 4, gold[3])
    return out | {"vegetable plot": (cabbages, 1), "corn": (corn, 1)}


def _fences() -> dict[str, tuple[Art, int]]:
    """A picket fence by pieces: running east-west, running north-south, posts for ends and corners."""
    fence = Art(16, 16)
    fence.rect(0, 6, 16, 2, PALE[3]).rect(0, 11, 16, 2, PALE[2])
    for x in (1, 5, 9, 13):
        fence.rect(x, 3, 2, 12, PALE[5]).rect(x + 1, 3, 1, 12, PALE[3]).px(PALE[4], (x, 2)).px(PALE[0], (x, 15), (x + 1, 15))
    side = Art(16, 16).rect(7, 0, 2, 16, PALE[4]).rect(8, 0, 1, 16, PALE[2])
    for y in (0, 5, 10):
        side.rect(6, y, 4, 4, PALE[5]).rect(6, y + 3, 4, 1, PALE[1]).rect(9, y, 1, 4, PALE[3])
    post = Art(16, 16).rect(6, 2, 4, 13, PALE[4]).rect(6, 2, 4, 2, PALE[5]).rect(9, 4, 1, 11, PALE[2]).rect(6, 15, 4, 1, PALE[0])
    return {"fence": (fence, 1), "fence side": (side, 1), "fence post": (post, 1)}


def _street() -> dict[str, tuple[Art, int]]:
    """Benches, lamps, boxes and boards."""
    gold, red, blue, steel, water = (RAMPS[name] for name in ("gold", "red", "blue", "steel", "water"))
    bench = Art(32, 16).soft(1, 1, 30, 6, WOOD[3], WOOD[0]).rect(2, 2, 28, 1, WOOD[5]).rect(2, 4, 28, 1, WOOD[1]).soft(1, 7, 30, 6, WOOD[4], WOOD[0]).rect(2, 9, 28, 1, WOOD[2]).rect(2, 8, 28, 1, WOOD[5])
    bench.rect(3, 13, 2, 2, INK).rect(27, 13, 2, 2, INK).shade(1, 11, 30, 5)
    lamp = Art(16, 48).rect(7, 14, 2, 30, steel[1]).rect(7, 14, 1, 30, steel[3]).rect(5, 43, 6, 2, steel[0]).soft(4, 4, 8, 10, gold[5], steel[0]).rect(5, 6, 3, 6, WHITE).rect(3, 3, 10, 2, steel[1]).rect(6, 1, 4, 2, steel[0]).shade(3, 41, 10, 5)
    well = Art(32, 48).soft(2, 26, 28, 18, GREY[3], GREY[0]).ellipse(15.5, 31, 12, 5.5, GREY[1]).ellipse(15.5, 32, 10, 4, water[2]).rect(9, 32, 5, 1, water[4])
    for x in range(4, 28, 6):
        well.rect(x, 37, 5, 3, GREY[4]).rect(x + 2, 41, 4, 2, GREY[2])
    well.rect(4, 12, 2, 22, WOOD[2]).rect(26, 12, 2, 22, WOOD[2]).rect(4, 19, 24, 2, WOOD[3]).rect(15, 21, 1, 7, GREY[5]).soft(13, 26, 6, 5, WOOD[4], WOOD[0])
    for k in range(11):
        well.rect(15 - k - 3, 3 + k, 7 + k * 2, 1, red[2] if k % 3 else red[1])
    well.rect(1, 14, 30, 2, red[0]).shade(1, 38, 30, 8)
    sign = Art(16, 32).rect(7, 14, 2, 16, WOOD[2]).soft(1, 8, 14, 9, WOOD[4], WOOD[0]).rect(3, 11, 10, 1, WOOD[1]).rect(3, 13, 7, 1, WOOD[1]).shade(4, 27, 8, 4)
    board = Art(32, 32).rect(4, 12, 2, 18, WOOD[2]).rect(26, 12, 2, 18, WOOD[2]).soft(1, 6, 30, 16, PALE[3], WOOD[0]).rect(1, 4, 30, 3, WOOD[3]).rect(1, 3, 30, 1, WOOD[0])
    for x, y, c in ((4, 9, WHITE), (11, 10, gold[4]), (18, 9, blue[5]), (24, 12, RAMPS["rose"][5]), (8, 16, WHITE), (16, 16, WHITE)):
        board.rect(x, y, 5, 5, c).rect(x + 1, y + 2, 3, 1, GREY[3]).px(red[3], (x + 2, y))
    board.shade(2, 27, 28, 4)
    mail = Art(16, 32).rect(7, 20, 2, 10, WOOD[2]).soft(3, 12, 10, 9, red[2], red[0]).rect(4, 13, 8, 1, red[4]).rect(5, 16, 6, 1, red[0]).rect(12, 11, 2, 3, gold[3]).shade(4, 27, 8, 4)
    bin_ = Art(16, 16).soft(4, 2, 8, 12, RAMPS["teal"][2], RAMPS["teal"][0]).ellipse(7.5, 3, 3.6, 1.6, INK).rect(5, 6, 1, 7, RAMPS["teal"][3]).shade(3, 11, 10, 4)
    picnic = Art(32, 32).soft(0, 3, 32, 6, WOOD[3], WOOD[0]).rect(1, 4, 30, 1, WOOD[5]).soft(1, 9, 30, 12, WOOD[4], WOOD[0]).rect(2, 10, 28, 1, WOOD[5]).rect(2, 13, 28, 1, WOOD[3]).rect(2, 17, 28, 1, WOOD[3])
    picnic.soft(0, 22, 32, 7, WOOD[3], WOOD[0]).rect(1, 23, 30, 1, WOOD[5]).shade(0, 24, 32, 8)
    fountain = Art(48, 48).ellipse(23.5, 33, 22, 13, GREY[0]).ellipse(23.5, 32, 21, 12, GREY[3]).ellipse(23.5, 30, 20.5, 11, GREY[5]).ellipse(23.5, 31, 17.5, 8.6, water[1]).ellipse(23.5, 32, 16.5, 7.4, water[3])
    fountain.rect(20, 16, 7, 16, GREY[3]).rect(21, 16, 2, 16, GREY[5]).ellipse(23.5, 17, 8, 3.6, GREY[1]).ellipse(23.5, 16, 7, 2.8, water[4]).rect(22, 6, 3, 10, water[5]).rect(23, 4, 1, 12, WHITE)
    for x, y in ((18, 8), (29, 8), (16, 12), (31, 12), (15, 20), (32, 20), (14, 27), (33, 27), (20, 5), (27, 5)):
        fountain.rect(x, y, 1, 3, water[5])
    fountain.rect(12, 34, 5, 1, water[5]).rect(29, 35, 6, 1, water[5]).shade(1, 36, 46, 11)
    statue = Art(32, 48).block(5, 28, 22, 6, 11, GREY).ellipse(15.5, 9, 3.4, 3.8, GREY[4]).soft(10, 13, 12, 17, GREY[4], GREY[1]).rect(12, 14, 3, 14, GREY[5]).line(21, 15, 26, 8, GREY[4]).line(22, 15, 27, 8, GREY[2]).rect(9, 36, 14, 3, gold[3]).shade(4, 40, 24, 7)
    cart = Art(32, 32).block(3, 12, 24, 7, 7, WOOD).ellipse(8, 25, 4.4, 4.4, INK).ellipse(8, 25, 3, 3, WOOD[3]).ellipse(22, 25, 4.4, 4.4, INK).ellipse(22, 25, 3, 3, WOOD[3]).line(27, 20, 31, 17, WOOD[2]).shade(2, 26, 28, 5)
    flag = Art(16, 48).rect(7, 3, 2, 42, GREY[4]).rect(8, 3, 1, 42, GREY[2]).rect(9, 4, 7, 8, red[3]).rect(9, 7, 7, 2, WHITE).ellipse(7.5, 2.5, 1.2, 1.2, gold[3]).shade(4, 42, 8, 4)
    grave = Art(16, 16).soft(4, 2, 8, 12, GREY[4], GREY[1]).rect(5, 2, 6, 1, GREY[5]).rect(7, 5, 2, 5, GREY[2]).rect(6, 6, 4, 1, GREY[2]).shade(3, 11, 10, 4)
    hive = Art(16, 16).soft(2, 11, 12, 4, WOOD[3], WOOD[0]).ellipse(7.5, 7, 5.4, 5.6, gold[0]).ellipse(7.2, 6.6, 4.6, 4.8, gold[3]).rect(4, 5, 7, 1, gold[2]).rect(3, 8, 9, 1, gold[2]).rect(7, 9, 2, 2, INK)
    line = Art(48, 32).rect(3, 6, 2, 24, WOOD[2]).rect(43, 6, 2, 24, WOOD[2]).rect(4, 8, 40, 1, GREY[5]).rect(9, 9, 9, 11, WHITE).rect(9, 17, 9, 3, GREY[5]).rect(21, 9, 7, 9, red[3]).rect(31, 9, 8, 12, blue[4]).rect(31, 18, 8, 3, blue[3]).shade(2, 27, 8, 4)
    barrow = Art(32, 16).soft(6, 2, 17, 8, red[2], red[0]).rect(7, 3, 15, 2, RAMPS["dirt"][1]).ellipse(5, 11, 3.4, 3.4, INK).ellipse(5, 11, 1.6, 1.6, GREY[4]).line(22, 9, 30, 7, WOOD[3]).rect(20, 10, 2, 4, WOOD[1]).shade(2, 11, 22, 4)
    swing = Art(48, 48).line(4, 44, 9, 6, red[2]).line(14, 44, 9, 6, red[2]).line(34, 44, 39, 6, red[2]).line(44, 44, 39, 6, red[2]).rect(8, 5, 32, 2, red[3]).rect(16, 7, 1, 26, GREY[3]).rect(21, 7, 1, 26, GREY[3]).rect(15, 33, 8, 2, WOOD[3])
    swing.rect(27, 7, 1, 26, GREY[3]).rect(32, 7, 1, 26, GREY[3]).rect(26, 33, 8, 2, WOOD[3]).shade(4, 40, 40, 7)
    slide = Art(48, 48).line(8, 44, 8, 14, steel[2]).line(16, 44, 16, 14, steel[2]).rect(8, 14, 10, 3, gold[3])
    for y in range(20, 44, 5):
        slide.rect(8, y, 9, 1, steel[3])
    for k in range(26):
        slide.rect(16 + k, 15 + k, 4, 4, blue[3]).px(blue[5], (17 + k, 15 + k)).px(blue[1], (19 + k, 19 + k))
    slide.shade(6, 40, 38, 7)
    bonfire = Art(32, 32).ellipse(15.5, 22, 12, 7, GREY[2]).ellipse(15.5, 22, 10, 5.4, GREY[0]).line(8, 24, 22, 19, WOOD[3]).line(9, 19, 23, 24, WOOD[2]).ellipse(15.5, 16, 5, 7, red[3]).ellipse(15.5, 17, 3.6, 5.4, gold[3]).ellipse(15.5, 19, 2, 3, gold[5])
    hay = Art(32, 32).soft(3, 6, 26, 23, gold[3], gold[1]).ellipse(15.5, 11, 12, 5, gold[4])
    for x in range(6, 27, 5):
        hay.line(x, 14, x - 1, 26, gold[2]).line(x + 2, 13, x + 2, 24, gold[4])
    hay.shade(2, 24, 28, 7)
    boat = Art(32, 16).soft(2, 3, 28, 11, WOOD[3], WOOD[0]).soft(5, 4, 22, 7, WOOD[1], WOOD[0]).rect(12, 4, 3, 7, WOOD[4]).rect(19, 4, 3, 7, WOOD[4]).rect(3, 11, 26, 1, WOOD[5]).line(9, 1, 24, 12, PALE[4])
    trough = Art(32, 16).block(2, 2, 28, 7, 5, WOOD).rect(4, 4, 24, 4, water[3]).rect(6, 5, 6, 1, water[5]).ground(3, 13, 26, 2)
    bus = Art(32, 48).rect(4, 14, 2, 30, steel[1]).rect(26, 14, 2, 30, steel[1]).block(1, 8, 30, 7, 4, RAMPS["teal"]).rect(6, 20, 20, 16, (168, 208, 220, 120)).soft(4, 36, 24, 5, WOOD[4], WOOD[0]).rect(6, 41, 2, 4, INK).rect(24, 41, 2, 4, INK).shade(2, 40, 28, 6)
    bath = Art(16, 32).rect(7, 18, 2, 11, GREY[4]).rect(5, 28, 6, 2, GREY[2]).ellipse(7.5, 16, 6, 3, GREY[2]).ellipse(7.5, 15.4, 5, 2.2, water[4]).px(red[3], (11, 12), (12, 12), (11, 11)).px(INK, (13, 12)).shade(3, 26, 10, 5)
    compost = Art(16, 16).block(1, 3, 14, 7, 5, WOOD).rect(2, 4, 12, 6, RAMPS["dirt"][1]).px(LEAF[4], (4, 5), (9, 7), (11, 5)).px(gold[3], (6, 8))
    kennel = Art(16, 32).soft(1, 15, 14, 15, WOOD[4], WOOD[0]).ellipse(7.5, 24, 3.6, 5, INK).rect(4, 25, 8, 5, INK)
    for k in range(8):
        kennel.rect(7 - k, 8 + k, 2 + 2 * k, 1, red[2])
    kennel.rect(0, 16, 16, 2, red[1])
    out = {
        "lamp": (lamp, 1), "well": (well, 1), "sign": (sign, 1), "notice board": (board, 1), "mailbox": (mail, 1), "bin": (bin_, 1), "picnic table": (picnic, 2),
        "fountain": (fountain, 2), "statue": (statue, 1), "cart": (cart, 1), "flagpole": (flag, 1), "gravestone": (grave, 1), "beehive": (hive, 1),
        "clothes line": (line, 1), "wheelbarrow": (barrow, 1), "swing": (swing, 1), "slide": (slide, 1), "bonfire": (bonfire, 1), "haystack": (hay, 1),
        "rowing boat": (boat, 1), "water trough": (trough, 1), "bus shelter": (bus, 1), "bird bath": (bath, 1), "compost heap": (compost, 1), "kennel": (kennel, 1),
    }  # fmt: skip
    return {"bench": (bench, 0)} | out


def stall(cloth: str, goods: tuple[Colour, ...]) -> Art:
    """A market stall of 3 x 3 tiles: an awning over a counter full of goods."""
    r, art = RAMPS[cloth], Art(48, 48)
    art.rect(2, 12, 2, 32, WOOD[2]).rect(44, 12, 2, 32, WOOD[2]).block(1, 24, 46, 9, 12, WOOD)
    for i, x in enumerate(range(4, 42, 5)):
        art.ellipse(x + 1.5, 28, 2.4, 2.2, goods[i % len(goods)]).px(WHITE, (x + 1, 27))
        art.ellipse(x + 3.5, 30, 2.0, 1.6, goods[(i + 1) % len(goods)])
    for i, x in enumerate(range(0, 48, 6)):
        art.rect(x, 3, 6, 15, r[3] if i % 2 else WHITE).rect(x, 3, 6, 2, r[4] if i % 2 else WHITE).rect(x, 14, 6, 3, r[2] if i % 2 else GREY[5]).ellipse(x + 2.5, 18, 2.6, 2, r[2] if i % 2 else GREY[5])
    art.rect(0, 2, 48, 1, r[0]).rect(0, 3, 1, 15, r[0]).rect(47, 3, 1, 15, r[0]).rect(2, 21, 44, 3, (*INK[:3], 60))
    return art.shade(1, 40, 46, 7)


def outside_sheet() -> Sheet:
    """The tileset of all that stands under the sky."""
    sheet = Sheet("outside")
    for name, art in _trees().items():
        sheet.add(name, art, solid=1, narrow=art.w == 48)
    for name, (art, solid) in {**_plants(), **_fences(), **_street()}.items():
        sheet.add(name, art, solid=solid)
    red, gold, leaf, rose = RAMPS["red"], RAMPS["gold"], RAMPS["leaf"], RAMPS["rose"]
    sheet.add("fruit stall", stall("red", (red[3], gold[3], leaf[4])), solid=1)
    sheet.add("flower stall", stall("teal", (rose[4], gold[4], RAMPS["violet"][4], red[4])), solid=1)
    sheet.add("bread stall", stall("gold", (WOOD[4], PALE[3], WOOD[3])), solid=1)
    sheet.add("cloth stall", stall("blue", (RAMPS["violet"][3], rose[3], RAMPS["teal"][3])), solid=1)
    return sheet
