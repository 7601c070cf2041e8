"""Trees, bushes, flowers and what grows in beds."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

import numpy as np

from assets.make.palette import (  # isort: skip
    BLUE, BRICK, DARK, DIRT, GOLD, GRASS, GREY, LEAF, OUTLINE, PALE, PINE, RED, ROSE, VIOLET, WATER, WHITE, WOOD, Colour,
    Ramp,
)
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()


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
    r = DARK
    art.rect(x, y, w, h, r[3]).rect(x, y, 1, h, r[0]).rect(x + w - 1, y, 1, h, r[1]).rect(x + 1, y, 1, h, r[4])
    return art.px(r[0], (x - 1, y + h - 1), (x + w, y + h - 1)).rect(x, y + h, w, 1, r[0])


art = kit.add("oak tree", trunk(Art(48, 64), 21, 44, 6, 14), solid=1, narrow=1).shade(10, 52, 28, 10, 80)
lobes = [(23.5, 30, 16, 13), (13, 33, 11, 10), (35, 33, 10.5, 10), (18, 20, 12, 11), (30, 19, 12, 11), (24, 12, 10, 9)]
crown(art, lobes, LEAF, seed=1)

art = kit.add("maple", trunk(Art(48, 64), 21, 44, 6, 14), solid=1, narrow=1).shade(10, 52, 28, 10, 80)
lobes = [(23.5, 30, 16, 12), (13, 32, 10, 9), (34, 31, 11, 10), (19, 18, 12, 11), (31, 21, 10, 9), (25, 11, 8, 8)]
crown(art, lobes, (BRICK[0], BRICK[2], GOLD[2], BRICK[4], GOLD[3], GOLD[4]), seed=2)

art = kit.add("willow", trunk(Art(48, 64), 21, 40, 6, 18), solid=1, narrow=1).shade(8, 52, 32, 10, 80)
lobes = [(23.5, 20, 18, 13), (14, 24, 11, 14), (33, 24, 11, 14), (23.5, 12, 12, 9)]
crown(art, lobes, (LEAF[0], LEAF[2], GRASS[2], GRASS[3], GRASS[4], GRASS[5]), seed=7)
for x, y, n in ((5, 30, 16), (9, 33, 18), (14, 34, 14), (31, 35, 15), (36, 33, 18), (41, 29, 17), (26, 33, 8)):
    art.rect(x, y, 2, n, GRASS[2]).rect(x, y, 1, n, GRASS[3]).px(LEAF[1], (x + 1, y + n), (x, y + n))

art = kit.add("apple tree", trunk(Art(32, 48), 13, 32, 5, 11), solid=1).shade(5, 38, 22, 8, 80)
crown(art, [(15.5, 22, 13, 10), (9, 17, 8, 8), (22, 16, 8, 8), (15.5, 11, 9, 8)], LEAF, RED[3], 3)

pinks = (ROSE[0], ROSE[2], ROSE[3], ROSE[4], ROSE[5], WHITE)
art = kit.add("blossom tree", trunk(Art(32, 48), 13, 32, 5, 11), solid=1).shade(5, 38, 22, 8, 80)
crown(art, [(15.5, 22, 13, 10), (8, 18, 7.5, 8), (23, 17, 8, 8), (15.5, 11, 9.5, 8.5)], pinks, seed=4)

art = kit.add("birch", Art(32, 48), solid=1).rect(14, 24, 4, 19, GREY[5]).rect(17, 24, 1, 19, GREY[3])
art.rect(14, 43, 4, 1, GREY[1]).px(OUTLINE, (14, 28), (15, 28), (16, 33), (14, 37), (15, 40)).shade(6, 38, 20, 8, 80)
lobes = [(15.5, 21, 9, 9), (11, 15, 8, 9), (20, 14, 8, 9), (15.5, 8, 7, 7)]
crown(art, lobes, (LEAF[1], LEAF[3], LEAF[4], GRASS[4], LEAF[5], GRASS[5]), seed=5)

art, green = kit.add("pine tree", trunk(Art(32, 48), 14, 38, 4, 6), solid=1).shade(5, 38, 22, 8, 80), Art(32, 48)
for tier, (y, half) in enumerate(((2, 5), (10, 8), (18, 11), (27, 13))):
    for k in range(13):
        wide = max(1, half * (k + 2) // 14)
        green.rect(16 - wide, y + k, wide * 2, 1, PINE[2] if k < 10 else PINE[1])
        green.rect(16 - wide, y + k, max(1, wide - 1), 1, PINE[3] if k < 9 else PINE[2])
    green.px(PINE[4], *((16 - half + 3 + k * 2, y + 9 - k) for k in range(tier + 2))).px(PINE[5], (14, y + 3))
art.blit(green.outline(PINE[0]))

for name, fruit, seed in (("bush", None, 8), ("berry bush", RED[3], 9)):
    art = kit.add(name, Art(16, 16), solid=1).shade(1, 10, 14, 5)
    crown(art, [(7.5, 8.5, 6.5, 5.5), (5, 7, 4, 4), (10.5, 6.5, 4, 4)], LEAF, fruit, seed)

art = kit.add("rock", Art(16, 16), solid=1).ellipse(7.5, 9, 6.5, 5, GREY[1]).ellipse(7, 8.4, 5.6, 4.2, GREY[3])
art.ellipse(6, 7, 3.6, 2.4, GREY[4]).px(GREY[5], (5, 6), (6, 6)).shade(1, 10, 14, 5)

art = kit.add("stump", Art(16, 16), solid=1).soft(3, 5, 10, 9, DARK[3], DARK[0]).ellipse(7.5, 6, 4.6, 2.8, PALE[4])
art.ellipse(7.5, 6, 2.4, 1.4, PALE[2]).shade(1, 10, 14, 5)

art = kit.add("pebbles", Art(16, 16)).ellipse(4.5, 11, 2.5, 2, GREY[2]).ellipse(4, 10.5, 1.6, 1.2, GREY[4])
art.ellipse(10.5, 6, 2, 1.6, GREY[2]).ellipse(10, 5.6, 1.2, 0.9, GREY[4])

art = kit.add("mushrooms", Art(16, 16)).rect(5, 10, 2, 3, WHITE).ellipse(5.5, 9, 2.6, 1.8, RED[3]).px(WHITE, (5, 8), (7, 9))
art.rect(10, 11, 1, 2, WHITE).ellipse(10, 10.5, 1.6, 1.1, RED[3])

art = kit.add("tuft", Art(16, 16)).line(5, 12, 4, 7, LEAF[3]).line(7, 12, 7, 5, LEAF[4]).line(9, 12, 11, 7, LEAF[3])
art.line(10, 12, 13, 9, LEAF[2])

art = kit.add("reeds", Art(16, 32), solid=1)
for x, y in ((3, 14), (6, 9), (9, 12), (12, 8)):
    art.line(x, 29, x, y, LEAF[3]).line(x + 1, 29, x + 1, y + 4, LEAF[2]).rect(x, y, 1, 4, WOOD[2])

art = kit.add("lily pads", Art(16, 16), solid=1).ellipse(6, 8, 4.4, 3, LEAF[2]).ellipse(5.6, 7.6, 3.4, 2.1, LEAF[4])
art.px(WATER[3], (8, 8), (9, 8)).ellipse(11.5, 11, 2.6, 1.8, LEAF[3]).px(ROSE[4], (5, 6), (7, 6), (6, 7))
art.px(WHITE, (6, 5), (6, 6))

art = kit.add("vegetable plot", Art(32, 16), solid=1).rect(0, 1, 32, 15, DIRT[1]).rect(0, 5, 32, 1, DIRT[0])
art.rect(0, 13, 32, 1, DIRT[0])
for x in range(1, 32, 8):
    art.ellipse(x + 2.5, 4, 3, 2.6, LEAF[2]).ellipse(x + 2.5, 3.6, 1.9, 1.6, LEAF[4])
    art.ellipse(x + 5.5, 11, 3, 2.6, LEAF[2]).ellipse(x + 5.5, 10.6, 1.9, 1.6, LEAF[5])

art = kit.add("corn", Art(16, 32), solid=1).rect(0, 27, 16, 5, DIRT[1])
for x in (2, 6, 10, 14):
    art.line(x, 29, x, 12, LEAF[2]).line(x, 20, x - 2, 15, LEAF[4]).line(x, 24, x + 2, 19, LEAF[3])
    art.rect(x - 1, 13, 2, 4, GOLD[3])

WILD = {
    "red": (RED[3], RED[4]), "yellow": (GOLD[3], GOLD[4]), "blue": (BLUE[3], BLUE[4]), "pink": (ROSE[3], ROSE[4]),
    "white": (GREY[5], WHITE), "violet": (VIOLET[3], VIOLET[4]),
}
"""Colours of the wild flowers on lawns."""
for name, tones in WILD.items():
    art = kit.add(f"{name} flowers", Art(16, 16))
    for i, (x, y) in enumerate(((2, 5), (7, 3), (12, 6), (4, 10), (10, 11), (14, 13), (1, 14), (7, 14))):
        art.line(x, y + 2, x, y + 1, LEAF[2]).px(LEAF[3], (x - 1, y + 2), (x + 1, y + 1))
        art.px(tones[i % 2], (x, y), (x - 1, y), (x + 1, y), (x, y - 1)).px(GOLD[4], (x, y))

BEDS = {"roses": (RED[2], RED[4]), "tulips": (GOLD[3], ROSE[3]), "lavender": (VIOLET[3], VIOLET[4])}
for name, tones in BEDS.items():
    art = kit.add(name, Art(32, 16), solid=1).soft(0, 2, 32, 14, DIRT[1], WOOD[0]).rect(1, 13, 30, 2, WOOD[3])
    art.rect(1, 13, 30, 1, WOOD[4])
    for x in range(2, 30, 4):
        for y in (4, 8):
            art.rect(x, y + 1, 3, 3, LEAF[3]).px(LEAF[2], (x, y + 3))
            art.px(tones[(x // 4 + y) % 2], (x + 1, y), (x, y), (x + 1, y + 1))
