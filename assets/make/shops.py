"""Cafe, pub and shop: counters, shelves of goods, crates and barrels."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import (  # isort: skip
    BLUE, DARK, GLASS, GOLD, GREY, LEAF, OUTLINE, PALE, RAMPS, RED, ROSE, STEEL, TEAL, VIOLET, WATER, WHITE, WOOD, Colour,
)
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()


def bar(wide: int = 1, name: str = "wood", top: Colour | None = None) -> Art:
    """A counter to stand behind, ``wide`` tiles: its top rises half a tile over the row behind it."""
    r, w = RAMPS[name], wide * 16
    art = Art(w, 32).block(0, 8, w, 10, 14, r)
    art.rect(1, 9, w - 2, 8, top or r[4]).rect(1, 9, w - 2, 1, WHITE if top else r[5]).rect(0, 18, w, 1, r[0])
    for x in range(3, w - 8, 11):
        art.frame(x, 21, 9, 8, r[1]).rect(x, 21, 9, 1, r[3])
    return art


kit.add("wide bar", bar(2), solid=1)
kit.add("dark bar", bar(1, "dark"), solid=1)
kit.add("wide dark bar", bar(2, "dark"), solid=1)

art = kit.add("till", bar(), solid=1).soft(4, 4, 9, 9, STEEL[2], OUTLINE).rect(5, 5, 7, 3, TEAL[3])
art.rect(5, 9, 7, 3, GREY[4]).px(OUTLINE, (6, 10), (8, 10), (10, 10))

art = kit.add("pastry case", Art(32, 32), solid=1).block(0, 5, 32, 8, 18, WOOD).rect(1, 13, 30, 9, (168, 208, 220, 255))
art.rect(1, 6, 30, 6, PALE[5]).rect(1, 17, 30, 1, WHITE)
cakes = (
    (4, 15, ROSE[3]), (9, 15, WOOD[4]), (14, 15, RED[3]), (20, 15, GOLD[3]), (25, 15, DARK[2]), (4, 20, WOOD[4]),
    (10, 20, GOLD[4]), (16, 20, ROSE[4]), (22, 20, WOOD[3]), (27, 20, RED[3]),
)
for x, y, c in cakes:
    art.ellipse(x + 0.5, y, 2, 1.4, c).px(WHITE, (x, y - 1))
art.line(2, 20, 5, 14, WHITE).rect(5, 2, 8, 4, WHITE).ellipse(8.5, 3, 3.5, 2, ROSE[4]).px(RED[2], (8, 1))

art = kit.add("espresso machine", bar(2), solid=1).soft(4, 1, 20, 13, STEEL[3], OUTLINE).rect(5, 2, 18, 2, STEEL[5])
art.rect(5, 4, 18, 2, RED[2]).rect(7, 8, 5, 2, OUTLINE).rect(15, 8, 5, 2, OUTLINE)
art.rect(8, 10, 3, 3, WHITE).rect(16, 10, 3, 3, WHITE).px(STEEL[1], (9, 12), (17, 12)).px(GOLD[4], (21, 8))
art.soft(26, 5, 5, 9, DARK[3], OUTLINE).rect(27, 6, 3, 3, GLASS)

art = kit.add("coffee grinder", bar(), solid=1).soft(5, 6, 6, 8, STEEL[2], OUTLINE).rect(6, 2, 4, 4, GLASS)
art.rect(5, 1, 6, 1, OUTLINE).rect(6, 4, 4, 2, DARK[2])

art = kit.add("beer taps", bar(2, "dark", WOOD[3]), solid=1)
for x, c in ((7, GOLD[3]), (14, RED[3]), (21, LEAF[3])):
    art.rect(x, 5, 3, 9, GOLD[1]).rect(x, 2, 3, 5, c).px(GOLD[4], (x, 5)).rect(x - 1, 13, 5, 1, GREY[4])

art = kit.add("bottle shelf", Art(32, 32), solid=1).soft(0, 2, 32, 29, DARK[2], DARK[0]).rect(1, 3, 30, 2, DARK[4])
for y in (6, 14, 22):
    art.rect(2, y, 28, 7, DARK[0])
    for i, x in enumerate(range(3, 29, 4)):
        c = (LEAF[3], GOLD[2], RED[3], GLASS, WOOD[3], VIOLET[3])[(i + y) % 6]
        art.rect(x, y + 3, 3, 4, c).rect(x + 1, y + 1, 1, 2, c).px(WHITE, (x, y + 4))
    art.rect(1, y + 7, 30, 1, DARK[4])

art = kit.add("menu board", Art(16, 32), wall=1).soft(2, 8, 12, 17, (62, 82, 78, 255), WOOD[1]).rect(5, 11, 6, 1, WHITE)
art.rect(4, 14, 7, 1, ROSE[4]).rect(4, 17, 8, 1, GREY[4]).rect(4, 20, 5, 1, GREY[4])

art = kit.add("jukebox", Art(16, 32), solid=1).soft(1, 3, 14, 28, RED[2], RED[0]).soft(3, 5, 10, 9, GOLD[4], GOLD[1])
art.rect(5, 7, 6, 5, ROSE[4]).rect(3, 16, 10, 3, GREY[5]).rect(4, 21, 8, 7, DARK[1])
art.px(GOLD[4], (5, 22), (7, 24), (9, 22), (9, 26), (5, 26)).px(TEAL[4], (2, 6), (13, 6))

art = kit.add("pool table", Art(48, 32), solid=2).soft(0, 2, 48, 26, WOOD[3], WOOD[0]).rect(1, 3, 46, 1, WOOD[5])
art.soft(4, 6, 40, 17, TEAL[2], TEAL[0]).rect(5, 7, 38, 1, TEAL[1]).rect(3, 28, 4, 4, WOOD[1]).rect(41, 28, 4, 4, WOOD[1])
for x, y, c in ((12, 14, WHITE), (28, 12, RED[3]), (31, 15, GOLD[3]), (28, 17, BLUE[3]), (35, 11, OUTLINE)):
    art.ellipse(x, y, 1.4, 1.4, c)
for x in (4, 23, 42):
    art.rect(x, 6, 3, 2, OUTLINE).rect(x, 21, 3, 2, OUTLINE)
art.ground(2, 28, 44, 4)

art = kit.add("stage", Art(48, 32)).block(0, 4, 48, 20, 8, WOOD)
for y in range(8, 24, 4):
    art.rect(1, y, 46, 1, WOOD[2])

art = kit.add("microphone", Art(16, 32), solid=1).rect(7, 12, 1, 18, GREY[1]).rect(5, 29, 5, 2, GREY[0])
art.ellipse(7.5, 10, 2.2, 2.6, GREY[1]).px(GREY[4], (7, 9), (6, 10)).shade(3, 27, 9, 4)


def goods(seed: int, tones: tuple[Colour, ...]) -> Art:
    """A shop shelf of 2 x 2 tiles with boxes, tins and jars."""
    art = Art(32, 32).soft(0, 2, 32, 29, PALE[2], PALE[0]).rect(1, 3, 30, 2, PALE[5])
    for row, y in enumerate((6, 14, 22)):
        art.rect(2, y, 28, 7, PALE[1])
        for i, x in enumerate(range(3, 29, 4)):
            c, tall = tones[(i * 2 + row + seed) % len(tones)], 3 + (i + row * 2 + seed) % 4
            art.rect(x, y + 7 - tall, 3, tall, c).rect(x, y + 7 - tall, 3, 1, WHITE)
            art.rect(x + 2, y + 8 - tall, 1, tall - 1, (*(v * 3 // 4 for v in c[:3]), 255))
        art.rect(1, y + 7, 30, 1, PALE[4])
    return art


def crate(tones: tuple[Colour, ...] = ()) -> Art:
    """An open crate of fruit, or a closed one."""
    art = Art(16, 16).block(1, 2, 14, 7, 7, WOOD).rect(2, 12, 12, 1, WOOD[1])
    if tones:
        art.rect(2, 3, 12, 6, WOOD[1])
        for i, (x, y) in enumerate(((3, 4), (6, 3), (9, 4), (12, 4), (4, 7), (7, 6), (10, 7), (12, 7))):
            art.ellipse(x + 0.5, y, 1.6, 1.5, tones[i % len(tones)]).px(WHITE, (x, y - 1))
    return art.ground(2, 14, 12, 2)


kit.add("bar", bar(), solid=1)
kit.add("shop shelf", goods(0, (RED[3], GOLD[3], TEAL[3], BLUE[3])), solid=1)
kit.add("jar shelf", goods(3, (ROSE[4], LEAF[4], GOLD[4], WOOD[4])), solid=1)
kit.add("medicine shelf", goods(5, (GREY[5], TEAL[4], BLUE[4], WHITE)), solid=1)
kit.add("crate", crate(), solid=1)
kit.add("apple crate", crate((RED[3], RED[4])), solid=1)
kit.add("orange crate", crate((GOLD[2], GOLD[3])), solid=1)
kit.add("greens crate", crate((LEAF[3], LEAF[4])), solid=1)

art = kit.add("barrel", Art(16, 32), solid=1).soft(2, 12, 12, 18, WOOD[3], WOOD[0]).ellipse(7.5, 13.5, 5.6, 2.8, WOOD[1])
art.ellipse(7.5, 13.2, 4.6, 2, WOOD[4])
for y in (17, 25):
    art.rect(2, y, 12, 2, STEEL[1]).px(STEEL[4], (4, y))
art.rect(5, 19, 1, 6, WOOD[4]).rect(10, 19, 1, 6, WOOD[2]).shade(1, 27, 14, 4)

for name, tone in (("sack", PALE[4]), ("coal sack", GREY[1])):
    art = kit.add(name, Art(16, 16), solid=1).ellipse(7.5, 9, 5.6, 5.8, PALE[0]).ellipse(7.2, 8.8, 4.8, 5, tone)
    art.rect(5, 2, 5, 3, tone).rect(5, 4, 5, 1, PALE[1]).px(WHITE, (5, 7), (5, 8)).shade(2, 12, 11, 4)

art = kit.add("reception", bar(3, "pale"), solid=1).soft(18, 2, 12, 11, STEEL[1], OUTLINE).rect(20, 4, 8, 6, WATER[4])
art.rect(4, 10, 8, 5, WHITE).rect(36, 8, 4, 6, LEAF[3])
