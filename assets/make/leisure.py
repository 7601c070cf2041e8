"""Gym, theatre and music; furniture of an old village; animals (only drawn, unless a map names them)."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.kitchen import unit  # isort: skip
from assets.make.palette import (  # isort: skip
    BRICK, DARK, GOLD, GREY, LEAF, OUTLINE, PALE, RED, ROSE, STEEL, TEAL, VIOLET, WATER, WHITE, WOOD, Colour,
)
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()

art = kit.add("treadmill", Art(16, 32), foot=2).soft(2, 10, 12, 20, STEEL[1], OUTLINE).rect(4, 13, 8, 15, GREY[1])
art.rect(4, 17, 8, 1, GREY[2]).rect(4, 22, 8, 1, GREY[2]).soft(2, 3, 12, 7, STEEL[3], OUTLINE).rect(4, 5, 8, 3, LEAF[4])

art = kit.add("weights", Art(32, 16), solid=1).soft(8, 6, 16, 8, RED[2], RED[0]).rect(2, 3, 28, 2, STEEL[3])
art.soft(1, 0, 4, 9, OUTLINE, OUTLINE).soft(27, 0, 4, 9, OUTLINE, OUTLINE).rect(10, 7, 12, 2, RED[3])
art.rect(9, 13, 2, 2, OUTLINE).rect(21, 13, 2, 2, OUTLINE)

art = kit.add("yoga mat", Art(16, 32), foot=2, flat=1).rect(3, 2, 10, 28, VIOLET[3]).rect(3, 2, 10, 1, VIOLET[4])
art.rect(3, 29, 10, 1, VIOLET[1]).rect(12, 2, 1, 28, VIOLET[2])

art = kit.add("barre", Art(48, 32), wall=1).rect(0, 16, 48, 2, WOOD[4]).rect(0, 18, 48, 1, WOOD[2])
for x in (3, 23, 43):
    art.rect(x, 16, 2, 8, WOOD[2])

art = kit.add("curtain", Art(32, 32), wall=1).rect(0, 5, 32, 24, RED[2]).rect(0, 3, 32, 3, GOLD[3])
for x in range(0, 32, 4):
    art.rect(x, 6, 2, 23, RED[3]).px(GOLD[4], (x, 28), (x + 1, 28))

art = kit.add("costume rail", Art(32, 32), solid=1).rect(2, 6, 28, 1, STEEL[3]).rect(2, 6, 1, 24, STEEL[2])
art.rect(29, 6, 1, 24, STEEL[2])
for i, x in enumerate(range(4, 27, 5)):
    c = (RED, VIOLET, GOLD, TEAL, ROSE)[i]
    art.soft(x, 7, 6, 18 - i % 3, c[3], c[0]).rect(x + 1, 8, 1, 12, c[4])

art = kit.add("drum kit", Art(32, 32), solid=1).ellipse(15.5, 22, 8, 8, RED[0]).ellipse(15.5, 22, 7, 7, RED[3])
art.ellipse(15.5, 22, 5, 5, WHITE).ellipse(6, 15, 4, 2.4, OUTLINE).ellipse(6, 14.6, 3, 1.6, WHITE)
art.ellipse(25, 15, 4, 2.4, OUTLINE).ellipse(25, 14.6, 3, 1.6, WHITE).ellipse(5, 7, 5, 1.4, GOLD[3])
art.rect(5, 8, 1, 8, STEEL[2]).ellipse(27, 7, 4, 1.2, GOLD[3]).rect(27, 8, 1, 8, STEEL[2])

art = kit.add("flower rack", Art(32, 32), solid=1).block(0, 17, 32, 7, 7, WOOD)
for i, x in enumerate((2, 9, 16, 23)):
    c = (RED, GOLD, VIOLET, ROSE)[i]
    art.soft(x + 1, 14, 6, 8, STEEL[3], STEEL[0]).ellipse(x + 3.5, 9, 3.6, 4.4, LEAF[2]).ellipse(x + 2, 7, 1.5, 1.5, c[3])
    art.ellipse(x + 5.4, 8, 1.5, 1.5, c[4]).ellipse(x + 3.5, 11, 1.3, 1.3, c[3])

art = kit.add("fish tank", Art(32, 32), solid=1).block(1, 18, 30, 4, 9, WOOD).soft(2, 5, 28, 15, WATER[3], OUTLINE)
art.rect(3, 6, 26, 2, WATER[5]).px(GOLD[3], (9, 12), (10, 12), (11, 11), (11, 13))
art.px(RED[3], (20, 10), (21, 10), (19, 9), (19, 11)).line(6, 18, 6, 13, LEAF[3]).line(25, 18, 25, 12, LEAF[4])
art.rect(3, 17, 26, 2, PALE[4])

art = kit.add("straw bed", Art(16, 32), foot=2).soft(1, 2, 14, 28, GOLD[2], GOLD[0]).soft(3, 4, 10, 7, GOLD[4], GOLD[1])
art.rect(2, 14, 12, 14, BRICK[2]).rect(2, 14, 12, 2, BRICK[4]).px(GOLD[4], (2, 12), (5, 13), (10, 12), (13, 13))

art = kit.add("hearth", Art(48, 32), solid=1).block(0, 4, 48, 8, 19, GREY).soft(10, 13, 28, 17, OUTLINE, GREY[1])
art.ellipse(23.5, 26, 9, 3.4, RED[2]).ellipse(23.5, 25, 6, 4, GOLD[2]).ellipse(23.5, 25.6, 3.4, 2.8, GOLD[4])
art.ellipse(23.5, 17.5, 4.6, 3.4, DARK[0]).rect(23, 12, 1, 4, STEEL[2]).rect(19, 15, 9, 1, STEEL[2])
for x, y in ((2, 14), (4, 19), (2, 24), (40, 14), (42, 20), (40, 26)):
    art.rect(x, y, 5, 3, GREY[4])

art = kit.add("ale casks", Art(48, 32), solid=1)
for x in (0, 16, 32):
    art.ellipse(x + 7.5, 20, 7.4, 8, WOOD[0]).ellipse(x + 7.5, 20, 6.4, 7, WOOD[3]).ellipse(x + 7.5, 20, 4.6, 5.2, WOOD[4])
    art.rect(x + 7, 15, 1, 10, WOOD[3]).rect(x + 6, 24, 3, 3, GOLD[2])
art.rect(0, 27, 48, 4, WOOD[2]).rect(0, 27, 48, 1, WOOD[4])

art = kit.add("millstone", Art(32, 32), solid=1).ellipse(15.5, 20, 15, 10, GREY[1]).ellipse(15.5, 18, 14.4, 9, GREY[3])
art.ellipse(15.5, 16.6, 13, 7.6, GREY[4]).ellipse(15.5, 16.6, 3, 2, OUTLINE).rect(14, 4, 3, 12, WOOD[2])
for x, y in ((6, 14), (24, 14), (9, 20), (22, 20), (15, 22), (15, 11)):
    art.line(15, 16, x, y, GREY[3])

art = kit.add("herb rack", Art(32, 32), solid=1).rect(2, 6, 28, 2, WOOD[3]).rect(2, 6, 2, 24, WOOD[2])
art.rect(28, 6, 2, 24, WOOD[2])
for i, x in enumerate(range(6, 27, 5)):
    c = (LEAF[3], VIOLET[3], LEAF[4], GOLD[3], ROSE[3])[i]
    art.rect(x, 8, 1, 3, PALE[4]).ellipse(x, 14, 2, 4, LEAF[2]).ellipse(x - 0.5, 15, 1.4, 3, c)

art = kit.add("village sign", Art(16, 32), solid=1).rect(7, 8, 2, 22, WOOD[2]).soft(2, 9, 12, 10, PALE[4], WOOD[0])
art.rect(4, 11, 7, 1, WOOD[1]).rect(4, 13, 8, 1, WOOD[1]).rect(4, 15, 5, 1, WOOD[1]).shade(4, 27, 8, 4)

art = kit.add("bow rack", Art(16, 32), wall=1).line(4, 8, 10, 16, WOOD[4]).line(10, 16, 4, 25, WOOD[4])
art.line(4, 8, 4, 25, GREY[5]).rect(8, 11, 1, 14, PALE[3])

art = kit.add("bread table", unit(12, "wood", WOOD[5]), solid=1).ellipse(5, 12, 3, 2, WOOD[2])
art.ellipse(5, 11.5, 2.2, 1.4, WOOD[4]).ellipse(11, 13, 2.4, 1.7, GOLD[3])

art = kit.add("water wheel", Art(48, 48), solid=1).ellipse(23.5, 23.5, 22, 22, WOOD[0])
art.ellipse(23.5, 23.5, 20.5, 20.5, WOOD[3]).ellipse(23.5, 23.5, 16, 16, (0, 0, 0, 0))
for x, y in ((23, 3), (43, 23), (23, 43), (3, 23), (9, 9), (38, 9), (9, 38), (38, 38)):
    art.line(23, 23, x, y, WOOD[2]).line(24, 23, min(x + 1, 47), y, WOOD[3]).rect(x - 2, y - 2, 5, 5, WOOD[2])
art.ellipse(23.5, 23.5, 4, 4, WOOD[1]).ellipse(23.5, 23.5, 2, 2, GREY[3])

wool: Colour = (240, 232, 216, 255)
art = kit.add("sheep", Art(16, 16), solid=1).ellipse(8, 8, 5.6, 4.4, GREY[3]).ellipse(7.6, 7.4, 4.8, 3.8, wool)
art.ellipse(3, 8, 2.2, 2.4, DARK[2]).px(WHITE, (2, 8)).rect(5, 12, 1, 2, DARK[1]).rect(10, 12, 1, 2, DARK[1])
art.px(WHITE, (6, 5), (9, 6), (7, 8)).shade(3, 11, 11, 4)

art = kit.add("hen", Art(16, 16)).ellipse(8, 9, 3.6, 3, WHITE).ellipse(5, 6.5, 1.8, 2, WHITE).px(RED[3], (5, 4), (4, 4))
art.px(GOLD[3], (3, 7)).px(OUTLINE, (5, 6)).px(GREY[4], (9, 9), (10, 10)).rect(7, 12, 1, 2, GOLD[2])
art.rect(9, 12, 1, 2, GOLD[2]).rect(11, 6, 1, 3, WHITE).shade(4, 12, 9, 3)

art = kit.add("duck", Art(16, 16), solid=1).ellipse(8.5, 9, 4, 2.6, WOOD[3]).ellipse(5, 6, 1.9, 1.9, LEAF[2])
art.px(GOLD[3], (2, 6), (3, 6)).px(WHITE, (4, 8), (5, 8)).px(OUTLINE, (4, 5)).px(WOOD[5], (8, 8), (9, 8))
art.rect(4, 12, 9, 1, WATER[5])

art = kit.add("cat", Art(16, 16)).ellipse(8.5, 10, 3.6, 2.8, GREY[2]).ellipse(5, 7, 2.2, 2.1, GREY[2])
art.px(GREY[2], (3, 4), (6, 4)).px(GOLD[4], (4, 7), (6, 7)).line(12, 10, 14, 6, GREY[2]).rect(5, 12, 1, 2, GREY[1])
art.rect(10, 12, 1, 2, GREY[1]).shade(4, 12, 9, 3)

art = kit.add("cow", Art(32, 32), solid=1).ellipse(17, 19, 10, 6.4, GREY[2]).ellipse(17, 18.4, 9.4, 5.8, WHITE)
art.ellipse(14, 17, 3, 2.6, DARK[1]).ellipse(22, 20, 3, 2.4, DARK[1]).ellipse(6.5, 16, 3.6, 3.6, WHITE)
art.rect(4, 18, 5, 3, ROSE[4]).px(OUTLINE, (5, 15)).px(DARK[1], (9, 13), (4, 13)).rect(10, 24, 2, 5, WHITE)
art.rect(22, 24, 2, 5, WHITE).rect(27, 16, 1, 7, DARK[1]).shade(7, 25, 20, 5)
