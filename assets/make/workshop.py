"""Workshops: carpenter, potter, tailor, baker, smith, weaver."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.kitchen import unit
from assets.make.palette import BLUE, BRICK, DARK, GOLD, GREY, LEAF, OUTLINE, PALE, RED, ROSE, STEEL, TEAL, VIOLET, WHITE, WOOD
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()

art = kit.add("workbench", Art(48, 32), solid=1).block(0, 11, 48, 11, 10, PALE).rect(3, 23, 42, 7, (*OUTLINE[:3], 90))
art.rect(1, 22, 4, 9, PALE[1]).rect(43, 22, 4, 9, PALE[1])
art.soft(5, 13, 8, 4, STEEL[3], STEEL[0]).line(17, 18, 25, 13, WOOD[2]).rect(24, 12, 4, 3, STEEL[2])
art.rect(31, 14, 12, 5, WOOD[4]).rect(31, 14, 12, 1, WOOD[5]).px(PALE[5], (20, 15), (22, 19), (28, 18))

art = kit.add("tool wall", Art(32, 32), wall=1).soft(1, 7, 30, 18, DARK[3], DARK[0]).rect(5, 10, 2, 10, WOOD[4])
art.rect(4, 9, 4, 3, STEEL[3]).line(11, 20, 15, 10, STEEL[4]).rect(18, 10, 1, 9, STEEL[3]).rect(17, 18, 3, 4, RED[2])
art.rect(23, 10, 5, 2, STEEL[4]).rect(24, 12, 2, 8, WOOD[3])

art = kit.add("table saw", Art(32, 32), solid=1).block(1, 15, 30, 8, 8, STEEL).rect(13, 5, 6, 12, STEEL[2])
art.ellipse(15.5, 15, 5, 4.5, STEEL[4]).ellipse(15.5, 15, 1, 1, OUTLINE).rect(3, 17, 9, 3, WOOD[4])

art = kit.add("lumber", Art(32, 16), solid=1)
for row, y in enumerate((1, 5, 9)):
    art.soft(row, y, 30 - row, 6, PALE[3 + row % 2], PALE[0]).rect(row + 2, y + 2, 25, 1, PALE[2])
    art.ellipse(28.5, y + 2.5, 1.5, 1.5, PALE[5])
art.ground(1, 14, 30, 2)

art = kit.add("potter's wheel", Art(16, 32), solid=1).rect(3, 16, 10, 14, WOOD[2]).soft(2, 15, 12, 5, WOOD[3], WOOD[0])
art.ellipse(7.5, 14, 5, 2.4, GREY[2]).ellipse(7.5, 13.4, 4.4, 1.8, GREY[4]).soft(5, 7, 6, 7, BRICK[3], BRICK[0])
art.rect(6, 8, 1, 4, BRICK[5]).shade(1, 27, 14, 4)

art = kit.add("kiln", Art(32, 48), solid=1).soft(2, 14, 28, 33, BRICK[2], BRICK[0]).ellipse(15.5, 16, 13, 9, BRICK[2])
art.rect(13, 1, 6, 10, GREY[2]).soft(9, 27, 14, 16, OUTLINE, BRICK[0]).ellipse(15.5, 39, 4, 3, RED[3])
art.ellipse(15.5, 39.5, 2.4, 2, GOLD[4])
for y in range(18, 44, 5):
    art.rect(3, y, 26 if y < 26 else 6, 1, BRICK[1]).px(BRICK[4], (5, y + 2), (26, y + 2))

art = kit.add("pot shelf", Art(32, 32), solid=1).soft(0, 3, 32, 28, WOOD[2], WOOD[0]).rect(1, 4, 30, 2, WOOD[4])
for row, y in enumerate((7, 15, 23)):
    art.rect(2, y, 28, 7, DARK[1]).rect(1, y + 7, 30, 1, WOOD[4])
    for i, x in enumerate((3, 10, 17, 24)):
        c = (BRICK[3], TEAL[3], BLUE[3], PALE[4])[(i + row) % 4]
        art.soft(x, y + 2, 5, 5, c, DARK[0]).rect(x + 1, y + 1, 3, 1, c).px(WHITE, (x + 1, y + 3))

art = kit.add("sewing machine", Art(32, 32), solid=1).block(0, 14, 32, 9, 8, WOOD).soft(8, 5, 15, 5, OUTLINE, OUTLINE)
art.rect(19, 8, 4, 8, OUTLINE).rect(9, 9, 3, 6, OUTLINE).rect(8, 14, 16, 2, GREY[2]).px(GOLD[3], (11, 6), (13, 6), (15, 6))
art.ellipse(24.5, 8, 1.8, 2.4, STEEL[4]).rect(2, 16, 8, 4, ROSE[3]).rect(3, 24, 3, 7, WOOD[1]).rect(26, 24, 3, 7, WOOD[1])

art = kit.add("dressmaker's dummy", Art(16, 32), solid=1).rect(7, 20, 2, 9, WOOD[2]).rect(4, 28, 8, 2, WOOD[1])
art.soft(3, 8, 10, 13, ROSE[3], ROSE[0]).ellipse(7.5, 6, 2, 2.4, PALE[3]).rect(4, 13, 8, 1, ROSE[1])
art.rect(4, 9, 2, 4, ROSE[4]).shade(3, 26, 10, 5)

art = kit.add("cloth shelf", Art(32, 32), solid=1).soft(0, 3, 32, 28, PALE[2], PALE[0]).rect(1, 4, 30, 2, PALE[5])
for row, y in enumerate((7, 15, 23)):
    art.rect(2, y, 28, 7, PALE[0]).rect(1, y + 7, 30, 1, PALE[4])
    for i, x in enumerate(range(3, 27, 6)):
        c = (RED, BLUE, GOLD, TEAL, VIOLET, ROSE)[(i + row * 2) % 6]
        art.soft(x, y + 1, 6, 5, c[3], c[0]).rect(x + 1, y + 2, 4, 1, c[4])

art = kit.add("brick oven", Art(32, 48), solid=1).block(0, 8, 32, 10, 29, BRICK).soft(6, 24, 20, 14, OUTLINE, GREY[1])
art.ellipse(15.5, 34, 7, 3.4, RED[2]).ellipse(15.5, 34.6, 5, 2.4, GOLD[3]).rect(6, 23, 20, 2, GREY[4])
art.rect(12, 0, 8, 10, BRICK[1]).rect(12, 0, 8, 2, GREY[3])
for y in range(21, 46, 4):
    art.rect(1, y, 5, 1, BRICK[1]).rect(26, y, 5, 1, BRICK[1])

art = kit.add("anvil", Art(16, 16), solid=1).rect(5, 8, 6, 6, WOOD[2]).rect(4, 13, 8, 2, WOOD[1])
art.rect(2, 3, 12, 4, STEEL[2]).rect(2, 3, 12, 1, STEEL[4]).rect(0, 4, 3, 2, STEEL[2]).rect(5, 7, 6, 2, STEEL[1])
art.shade(2, 12, 12, 4)

art = kit.add("forge", Art(32, 48), solid=1).block(0, 16, 32, 13, 18, GREY).soft(4, 18, 24, 9, OUTLINE, GREY[1])
art.ellipse(15.5, 22.5, 9, 3.4, RED[2]).ellipse(15.5, 22.5, 6, 2.2, GOLD[3]).ellipse(15.5, 22.5, 3, 1.2, GOLD[5])
for k in range(14):
    art.rect(10 - k // 2, k, 12 + k // 2 * 2, 1, GREY[2 + (k % 5 == 0)])
for x, y in ((3, 33), (12, 36), (21, 33), (25, 40), (6, 41), (16, 43)):
    art.rect(x, y, 6, 3, GREY[4])

art = kit.add("loom", Art(32, 32), solid=1).rect(1, 3, 3, 28, WOOD[2]).rect(28, 3, 3, 28, WOOD[2])
art.rect(0, 4, 32, 3, WOOD[3]).rect(0, 26, 32, 3, WOOD[3]).rect(4, 8, 24, 9, PALE[5])
for x in range(5, 28, 2):
    art.rect(x, 7, 1, 19, PALE[3])
for i, y in enumerate(range(16, 26, 2)):
    art.rect(4, y, 24, 2, (RED[3], GOLD[3], TEAL[3], RED[3], BLUE[3])[i])

art = kit.add("spinning wheel", Art(16, 32), solid=1).ellipse(6.5, 19, 6, 6.4, WOOD[0]).ellipse(6.5, 19, 5, 5.4, WOOD[3])
art.ellipse(6.5, 19, 4, 4.4, (0, 0, 0, 0)).line(2, 19, 11, 19, WOOD[3]).line(6, 15, 6, 23, WOOD[3])
art.rect(2, 26, 12, 2, WOOD[3]).rect(3, 28, 1, 3, WOOD[1]).rect(12, 28, 1, 3, WOOD[1]).rect(12, 14, 1, 12, WOOD[2])
art.ellipse(12.5, 13, 2, 3, WHITE)

art = kit.add("cauldron", Art(16, 16), solid=1).ellipse(7.5, 8.5, 6, 5.5, OUTLINE).ellipse(7.5, 5.5, 5, 2.2, LEAF[3])
art.px(LEAF[5], (6, 5), (9, 6)).rect(4, 13, 2, 2, OUTLINE).rect(10, 13, 2, 2, OUTLINE).px(GREY[3], (3, 9), (3, 10))
art.shade(1, 11, 14, 5)

kit.add("dough trough", unit(13, "pale", PALE[5]).ellipse(7.5, 12, 4.5, 2.4, WHITE).px(PALE[3], (5, 12), (9, 11)), solid=1)
