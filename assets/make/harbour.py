"""A harbour: boats, quay and lighthouse, and what fishermen, chandlers and boatbuilders have about them."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import (  # isort: skip
    BLUE, DARK, GLASS, GOLD, GRASS, GREY, LEAF, OUTLINE, PALE, RED, ROSE, SAND, STEEL, TEAL, WATER, WHITE, WOOD, Colour, Ramp,
)
from assets.make.pixels import Art
from assets.make.street import stall
from assets.make.tileset import Kit

kit = Kit()


def hull(art: Art, x: int, y: int, w: int, h: int, r: Ramp, stripe: Colour) -> Art:
    """A boat's side, ``w`` pixels long at the rail; the bow at the right rises and leans out."""
    for k in range(h):
        left, right = x + k * 2 // 3, x + w - 1 - k * k // (h + 2) - k // 2
        tone = stripe if k in (2, 3) else r[1] if k > h - 4 else r[3] if k < 6 else r[2]
        art.rect(left, y + k, right - left, 1, tone).px(OUTLINE, (left - 1, y + k), (right, y + k))
    art.rect(x, y - 1, w, 1, OUTLINE).rect(x, y, w - 1, 1, r[5])
    return art.rect(x + h * 2 // 3, y + h, w - h * 2, 1, OUTLINE)


def afloat(art: Art, x: int, y: int, w: int) -> Art:
    """Foam along a hull whose lowest line is ``y``."""
    return art.rect(x, y - 1, 3, 1, WHITE).rect(x + w - 18, y, 6, 1, WHITE).rect(x + 12, y + 1, 9, 1, WATER[5])


art = kit.add("lighthouse", Art(48, 128), solid=2)
art.ellipse(23.5, 119, 21, 7, GREY[1]).ellipse(23.5, 117, 20, 6.4, GREY[3]).ellipse(23.5, 115.6, 19, 5.4, GREY[4])
for k in range(86):
    half = 10 + k * 6 // 86
    band = RED if k // 17 % 2 else GREY
    art.rect(23 - half, 30 + k, 2 * half + 2, 1, band[3] if band is RED else GREY[6])
    art.rect(23 - half, 30 + k, 4, 1, band[4] if band is RED else WHITE)
    art.rect(24 + half - 5, 30 + k, 5, 1, band[2] if band is RED else GREY[4])
    art.px(OUTLINE, (22 - half, 30 + k), (25 + half, 30 + k))
art.soft(19, 100, 10, 17, WOOD[2], OUTLINE).ellipse(23.5, 101, 4.4, 4, WOOD[2]).px(GOLD[3], (26, 109))
for y in (48, 74):
    art.soft(21, y, 6, 9, GLASS, GREY[1]).rect(23, y + 1, 1, 7, GREY[1])
art.rect(10, 27, 28, 4, GREY[2]).rect(9, 26, 30, 2, GREY[4]).rect(9, 30, 30, 1, OUTLINE)
for x in range(10, 39, 4):
    art.rect(x, 19, 1, 8, STEEL[1])
art.rect(10, 19, 29, 1, STEEL[2]).rect(15, 15, 1, 12, OUTLINE).rect(32, 15, 1, 12, OUTLINE)
for k in range(10):
    art.rect(23 - k, 5 + k, 2 * k + 2, 1, RED[3]).rect(23 - k, 5 + k, max(1, k // 2), 1, RED[4])
    art.px(OUTLINE, (22 - k, 5 + k), (25 + k, 5 + k))
art.rect(13, 14, 22, 1, OUTLINE).rect(23, 1, 2, 5, GOLD[3]).shade(2, 112, 44, 14)

art = kit.add("lighthouse lantern", Art(16, 16)).rect(0, 0, 16, 11, GOLD[5]).rect(3, 1, 10, 9, WHITE)
art.ellipse(7.5, 5, 3, 3.6, GOLD[4])
art.rect(0, 0, 1, 11, STEEL[1]).rect(15, 0, 1, 11, STEEL[1])

art = kit.add("fishing boat", Art(96, 80), solid=2)
art.rect(31, 4, 2, 44, WOOD[2]).rect(33, 5, 1, 43, WOOD[0]).line(32, 6, 10, 50, GREY[2]).line(32, 6, 88, 50, GREY[2])
art.line(33, 10, 60, 30, WOOD[2])
art.soft(52, 27, 22, 24, WHITE, OUTLINE).rect(53, 28, 20, 3, TEAL[3]).rect(51, 26, 24, 3, TEAL[2]).rect(51, 26, 24, 1, TEAL[4])
for x in (55, 63):
    art.soft(x, 33, 7, 7, GLASS, STEEL[1])
art.rect(58, 43, 7, 8, WOOD[2]).rect(70, 20, 2, 7, OUTLINE).ellipse(16, 49, 7, 4, ROSE[2]).ellipse(24, 50, 6, 3, TEAL[2])
for x in range(10, 29, 3):
    art.px(GREY[5], (x, 48), (x + 1, 50))
afloat(hull(art, 3, 52, 90, 18, BLUE, WHITE), 10, 70, 66).ellipse(86.5, 58, 1.6, 1.6, OUTLINE)
for x in (14, 34, 54):
    art.ellipse(x, 60, 2.6, 2.6, OUTLINE).ellipse(x, 60, 1.2, 1.2, GREY[3])

art = kit.add("red boat", Art(80, 64), solid=2)
art.rect(26, 6, 2, 32, WOOD[2]).line(27, 8, 6, 38, GREY[2]).line(27, 8, 72, 38, GREY[2]).soft(8, 27, 16, 12, RED[2], OUTLINE)
art.rect(7, 26, 18, 2, PALE[4]).soft(11, 30, 5, 5, GLASS, STEEL[1]).soft(17, 30, 5, 5, GLASS, STEEL[1])
art.soft(38, 33, 12, 7, WOOD[3], WOOD[0]).soft(52, 34, 9, 6, GOLD[3], GOLD[1])
afloat(hull(art, 2, 40, 75, 15, RED, GREY[5]), 8, 55, 54)

art = kit.add("sailing boat", Art(64, 96), solid=2)
for k in range(48):
    art.rect(33, 12 + k, max(1, k // 2), 1, PALE[5]).px(PALE[3], (33 + max(1, k // 2), 12 + k))
    art.rect(30 - k // 4, 22 + k * 38 // 48, max(1, k // 4), 1, WHITE)
art.rect(31, 6, 2, 68, WOOD[3]).rect(33, 60, 26, 2, WOOD[2]).rect(33, 6, 7, 4, RED[3]).line(44, 36, 46, 58, PALE[4])
afloat(hull(art, 4, 74, 56, 12, WOOD, GOLD[4]), 9, 86, 40)

art = kit.add("upturned boat", Art(48, 32), solid=1).ellipse(23.5, 20, 22, 9, OUTLINE).ellipse(23.5, 19.4, 21, 8.4, TEAL[2])
art.ellipse(23.5, 17.6, 20, 6.6, TEAL[3]).rect(4, 16, 40, 2, TEAL[5]).rect(6, 22, 36, 1, TEAL[1]).shade(2, 22, 44, 9)

art = kit.add("boat frame", Art(80, 48), solid=2).rect(6, 40, 68, 4, WOOD[1])
for x in range(9, 70, 8):
    art.line(x, 38, x - 3, 18, PALE[3]).line(x + 1, 38, x - 2, 18, PALE[4]).line(x + 4, 38, x + 7, 19, PALE[2])
hull(art, 4, 26, 70, 13, PALE, PALE[5]).rect(12, 18, 54, 2, PALE[4])
for x in (12, 40, 62):
    art.rect(x, 38, 4, 8, WOOD[2])
art.ground(4, 44, 72, 3)

art = kit.add("net rack", Art(48, 32), solid=1).rect(2, 3, 2, 28, WOOD[2]).rect(44, 3, 2, 28, WOOD[2])
art.rect(2, 4, 44, 2, WOOD[4])
for x in range(5, 43, 3):
    for y in range(7, 24 - abs(x - 24) // 5, 3):
        art.px(TEAL[2], (x, y), (x + 1, y + 1), (x + 2, y + 2)).px(TEAL[1], (x + 2, y), (x, y + 2))
for x in range(7, 42, 7):
    art.ellipse(x, 23 - abs(x - 24) // 5, 1.6, 1.6, RED[3] if x % 2 else GOLD[3])
art.shade(2, 27, 44, 5)

art = kit.add("lobster pots", Art(32, 32), solid=1)
for x, y in ((1, 16), (16, 16), (8, 5)):
    art.soft(x, y, 15, 12, WOOD[1], WOOD[0]).rect(x + 1, y + 1, 13, 1, WOOD[5])
    for k in range(3, 13, 3):
        art.rect(x + k, y + 2, 1, 9, PALE[3])
    art.rect(x + 1, y + 6, 13, 1, PALE[3]).ellipse(x + 7, y + 7, 2, 2, OUTLINE)
art.ellipse(26, 12, 2.4, 2.4, RED[3]).ground(2, 28, 28, 3)

art = kit.add("bollard", Art(16, 16), solid=1).soft(5, 4, 6, 10, STEEL[1], OUTLINE).soft(3, 2, 10, 5, STEEL[2], OUTLINE)
art.rect(4, 3, 8, 1, STEEL[4])
art.line(2, 12, 13, 10, PALE[4]).line(2, 13, 13, 11, PALE[2]).shade(3, 11, 11, 4)

art = kit.add("rope coil", Art(16, 16), solid=1).ellipse(7.5, 9, 6.6, 5, PALE[0]).ellipse(7.5, 8.6, 5.8, 4.2, PALE[4])
art.ellipse(7.5, 8.8, 3.8, 2.6, PALE[1]).ellipse(7.5, 9, 2.4, 1.5, PALE[3]).line(10, 12, 14, 14, PALE[3]).shade(1, 10, 13, 5)

art = kit.add("anchor", Art(32, 32), solid=1).ellipse(15.5, 5, 3.6, 3.6, OUTLINE).ellipse(15.5, 5, 1.6, 1.6, STEEL[4])
art.rect(14, 8, 4, 19, STEEL[1])
art.rect(15, 8, 1, 19, STEEL[3]).rect(8, 10, 16, 3, STEEL[1]).rect(8, 10, 16, 1, STEEL[3])
for k in range(9):
    art.rect(14 - k, 27 - k * k // 9, 3, 3, STEEL[1]).rect(16 + k, 27 - k * k // 9, 3, 3, STEEL[1])
art.px(STEEL[4], (6, 18), (26, 18)).rect(4, 15, 4, 4, STEEL[2]).rect(25, 15, 4, 4, STEEL[2]).shade(3, 25, 26, 6)

art = kit.add("quay crane", Art(48, 80), solid=1).block(8, 62, 22, 6, 10, WOOD).rect(17, 18, 4, 46, WOOD[2])
art.rect(17, 18, 1, 46, WOOD[4])
art.line(18, 60, 8, 66, WOOD[1]).line(20, 20, 44, 8, WOOD[3]).line(20, 21, 44, 9, WOOD[3]).line(20, 22, 44, 10, WOOD[1])
art.line(20, 42, 32, 16, WOOD[2])
art.rect(44, 10, 1, 30, GREY[4]).soft(41, 40, 7, 6, STEEL[2], OUTLINE).ellipse(12, 58, 4, 4, OUTLINE)
art.ellipse(12, 58, 2.6, 2.6, STEEL[3])
art.line(12, 55, 18, 24, GREY[4]).shade(6, 70, 28, 8)

art = kit.add("fish crate", Art(16, 16), solid=1).block(1, 2, 14, 7, 7, PALE).rect(2, 3, 12, 6, WATER[5])
for x, y in ((3, 4), (8, 4), (5, 6), (10, 7)):
    art.rect(x, y, 4, 1, STEEL[3]).px(STEEL[1], (x + 4, y)).px(STEEL[4], (x, y - 1), (x + 1, y - 1))
art.rect(2, 12, 12, 1, PALE[1]).ground(2, 14, 12, 2)

kit.add("fish stall", stall("blue", (STEEL[4], ROSE[3], STEEL[3])), solid=1)
kit.add("oyster stall", stall("teal", (GREY[4], GREY[3], PALE[4])), solid=1)

art = kit.add("fish slab", Art(48, 32), solid=1).block(0, 10, 48, 11, 10, GREY).rect(2, 11, 44, 8, WATER[5])
art.rect(2, 11, 44, 1, WHITE)
for i, x in enumerate(range(5, 40, 7)):
    art.ellipse(x + 2, 14.5 + i % 2, 3, 1.6, (STEEL[3], ROSE[3], STEEL[4])[i % 3])
    art.px(STEEL[1], (x + 5, 13 + i % 2), (x + 5, 16 + i % 2)).px(OUTLINE, (x, 14))
art.rect(36, 12, 6, 5, LEAF[3]).ground(2, 30, 44, 2)

art = kit.add("ice chest", Art(32, 32), solid=1).block(0, 10, 32, 8, 12, STEEL).rect(2, 11, 28, 6, WHITE)
art.px(WATER[5], (5, 12), (12, 14), (20, 12), (26, 15))
art.rect(13, 21, 6, 2, STEEL[4])

art = kit.add("chart table", Art(48, 32), solid=1).block(0, 10, 48, 12, 9, WOOD).rect(4, 11, 28, 9, PALE[5])
art.rect(4, 11, 28, 4, WATER[5])
art.line(6, 18, 18, 13, RED[3]).line(18, 13, 30, 17, RED[3]).px(OUTLINE, (10, 15), (24, 13)).line(36, 12, 40, 19, GOLD[2])
art.line(40, 19, 43, 12, GOLD[3])
art.rect(2, 24, 3, 7, WOOD[1]).rect(43, 24, 3, 7, WOOD[1])

art = kit.add("rope shelf", Art(32, 32), solid=1).soft(0, 3, 32, 28, WOOD[2], WOOD[0]).rect(1, 4, 30, 2, WOOD[4])
for row, y in enumerate((7, 15, 23)):
    art.rect(2, y, 28, 7, DARK[1]).rect(1, y + 7, 30, 1, WOOD[4])
    for i, x in enumerate((5, 12, 19, 26)):
        c = (PALE[4], RED[3], GOLD[3], TEAL[3])[(i * 3 + row) % 4]
        art.ellipse(x, y + 3.5, 3, 3, c).ellipse(x, y + 3.5, 1, 1, DARK[1]).px(WHITE, (x - 1, y + 2))

art = kit.add("oilskins", Art(32, 32), wall=1).rect(2, 7, 28, 2, WOOD[2])
for x, c in ((4, GOLD), (13, GOLD), (22, TEAL)):
    art.soft(x, 9, 7, 15, c[3], c[1]).rect(x + 1, 10, 1, 12, c[4]).rect(x + 3, 11, 1, 12, c[2])

art = kit.add("ship's wheel", Art(32, 32), wall=1).ellipse(15.5, 16, 9.6, 9.6, WOOD[0]).ellipse(15.5, 16, 8.6, 8.6, WOOD[3])
art.ellipse(15.5, 16, 6, 6, (0, 0, 0, 0))
art.line(4, 16, 27, 16, WOOD[4]).line(15, 5, 15, 27, WOOD[4]).line(7, 8, 24, 24, WOOD[3]).line(7, 24, 24, 8, WOOD[3])
art.ellipse(15.5, 16, 2.4, 2.4, GOLD[3])

art = kit.add("life ring", Art(16, 32), wall=1).ellipse(7.5, 16, 6.6, 6.6, RED[1]).ellipse(7.5, 16, 5.8, 5.8, WHITE)
art.ellipse(7.5, 16, 2.8, 2.8, (0, 0, 0, 0))
art.rect(6, 10, 4, 4, RED[3]).rect(6, 19, 4, 4, RED[3]).rect(1, 14, 4, 4, RED[3]).rect(10, 14, 4, 4, RED[3])

art = kit.add("buoy", Art(16, 32), solid=1).ellipse(7.5, 27, 6, 3, WATER[5]).soft(3, 18, 9, 9, RED[3], RED[0])
art.rect(4, 21, 7, 2, WHITE).rect(7, 8, 1, 10, STEEL[2])
art.ellipse(7.5, 8, 2.4, 2.4, GOLD[3])

art = kit.add("mooring post", Art(16, 32), solid=1).rect(5, 6, 6, 22, WOOD[2]).rect(5, 6, 2, 22, WOOD[4])
art.ellipse(7.5, 6, 3, 1.6, WOOD[5]).rect(4, 11, 8, 2, PALE[3])
art.ellipse(7.5, 28, 6, 2, WATER[5]).rect(5, 26, 6, 2, WOOD[0])

art = kit.add("gull post", Art(16, 32), solid=1).rect(5, 14, 6, 14, WOOD[2]).rect(5, 14, 2, 14, WOOD[4])
art.ellipse(7.5, 28, 6, 2, WATER[5]).rect(5, 26, 6, 2, WOOD[0])
art.ellipse(8, 10, 4, 2.6, WHITE).ellipse(4.5, 7, 1.8, 1.8, WHITE).px(GOLD[3], (2, 7), (7, 13), (9, 13)).px(OUTLINE, (4, 6))
art.rect(9, 9, 5, 1, GREY[3]).px(OUTLINE, (13, 10))

art = kit.add("gull", Art(16, 16)).ellipse(8, 8, 4, 2.6, WHITE).ellipse(4.5, 5, 1.8, 1.8, WHITE)
art.px(GOLD[3], (2, 5), (7, 11), (9, 11), (7, 12), (9, 12))
art.px(OUTLINE, (4, 4)).rect(9, 7, 5, 1, GREY[3]).px(OUTLINE, (13, 8)).shade(4, 10, 9, 4)

art = kit.add("sea rock", Art(32, 32), solid=1).ellipse(15.5, 24, 14, 6, WATER[5]).ellipse(15.5, 19, 12, 9, GREY[1])
art.ellipse(14.6, 17.6, 10.6, 7.6, GREY[3])
art.ellipse(12, 14.6, 5, 3.4, GREY[4]).line(17, 13, 20, 21, GREY[1]).rect(4, 25, 8, 1, WHITE).rect(18, 27, 9, 1, WHITE)
art.px(LEAF[3], (8, 21), (22, 20), (10, 22))

art = kit.add("quay wall", Art(16, 16), flat=1).rect(0, 0, 16, 14, GREY[2]).rect(0, 0, 16, 2, GREY[5])
art.rect(0, 2, 16, 1, GREY[1])
for x, y, w in ((0, 3, 7), (8, 3, 8), (-4, 7, 8), (5, 7, 7), (13, 7, 3), (0, 11, 6), (7, 11, 9)):
    art.rect(x, y, w - 1, 3, GREY[3]).rect(x, y, w - 1, 1, GREY[4])
art.rect(0, 12, 16, 2, LEAF[1]).rect(0, 14, 16, 1, WATER[5]).rect(0, 15, 16, 1, WATER[4])

art = kit.add("quay ladder", art.copy(), flat=1).rect(4, 0, 2, 14, STEEL[1]).rect(10, 0, 2, 14, STEEL[1])
for y in (2, 6, 10):
    art.rect(5, y, 6, 1, STEEL[4])

art = kit.add("pier lamp", Art(16, 48), solid=1).rect(7, 14, 2, 31, WOOD[1]).rect(7, 14, 1, 31, WOOD[3])
art.soft(4, 5, 8, 9, RED[4], STEEL[0]).rect(6, 7, 3, 5, WHITE)
art.rect(3, 3, 10, 2, STEEL[1]).rect(5, 44, 6, 2, WOOD[0])

art = kit.add("sea pinks", Art(16, 16)).ellipse(7.5, 11, 5, 3, GRASS[1]).px(ROSE[3], (4, 8), (8, 6), (11, 9), (6, 10))
art.px(ROSE[4], (5, 7), (9, 7), (11, 8), (7, 9))
art = kit.add("shells", Art(16, 16)).px(WHITE, (4, 6), (5, 6), (11, 10), (10, 11)).px(ROSE[4], (4, 7), (12, 10))
art.px(SAND[2], (7, 12), (8, 12), (5, 7))
