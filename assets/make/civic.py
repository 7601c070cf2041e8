"""Chapel, clinic, office, town hall."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.furniture import bed
from assets.make.kitchen import unit
from assets.make.palette import BLUE, DARK, GOLD, GREY, LEAF, OUTLINE, PALE, RED, STEEL, TEAL, VIOLET, WATER, WHITE, WOOD
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()

art = kit.add("pew", Art(48, 16)).soft(0, 1, 48, 7, WOOD[3], WOOD[0]).rect(1, 5, 46, 2, WOOD[1])
art.soft(0, 7, 48, 7, WOOD[2], WOOD[0]).rect(1, 8, 46, 1, WOOD[4]).rect(1, 2, 46, 2, WOOD[4]).ground(1, 14, 46, 2)

art = kit.add("altar", Art(48, 32), solid=1).block(2, 10, 44, 9, 12, GREY).rect(3, 11, 42, 7, WHITE)
art.rect(10, 11, 28, 18, RED[2]).rect(10, 11, 28, 1, RED[3]).rect(22, 20, 4, 8, GOLD[3]).rect(20, 22, 8, 3, GOLD[3])
art.rect(22, 2, 3, 9, GOLD[3]).rect(20, 4, 7, 2, GOLD[4])
for x in (7, 39):
    art.rect(x, 6, 2, 6, WHITE).px(GOLD[3], (x, 4), (x, 5)).px(GOLD[5], (x, 3))

art = kit.add("organ", Art(48, 48), solid=1).block(0, 24, 48, 8, 15, DARK).rect(6, 33, 36, 4, WHITE)
art.rect(6, 36, 36, 1, GREY[3])
for i, x in enumerate(range(2, 46, 4)):
    tall = 14 + (6 - abs(i - 5)) * 2
    art.rect(x, 26 - tall, 3, tall, GOLD[3]).rect(x, 26 - tall, 1, tall, GOLD[5]).rect(x, 26 - tall, 3, 1, GOLD[1])
    art.px(OUTLINE, (x + 1, 22))

art = kit.add("font", Art(16, 32), solid=1).ellipse(7.5, 16, 6.4, 3.6, GREY[2]).ellipse(7.5, 15.4, 5.4, 2.6, GREY[5])
art.ellipse(7.5, 15.6, 4, 1.7, WATER[4]).rect(6, 19, 4, 8, GREY[4]).rect(9, 19, 1, 8, GREY[3])
art.soft(3, 26, 10, 4, GREY[4], GREY[1]).shade(2, 27, 12, 4)

art = kit.add("candle stand", Art(16, 32), solid=1).rect(7, 14, 2, 15, GOLD[1]).rect(4, 28, 8, 2, GOLD[0])
art.rect(2, 13, 12, 2, GOLD[2])
for x in (3, 7, 11):
    art.rect(x, 8, 2, 5, WHITE).px(GOLD[3], (x, 6), (x, 7)).px(GOLD[5], (x, 5))

art = kit.add("stained glass", Art(16, 32), wall=1).ellipse(7.5, 11, 6, 6, GREY[1]).rect(2, 11, 12, 15, GREY[1])
for y in range(7, 25, 3):
    for x in range(3, 13, 3):
        art.rect(x, y, 2, 2, (RED[3], WATER[4], GOLD[4], VIOLET[3], LEAF[4])[(x + y * 2) % 5])

art = kit.add("examination couch", Art(32, 16), solid=1).soft(0, 3, 32, 9, TEAL[4], TEAL[1]).rect(1, 4, 30, 1, TEAL[5])
art.soft(1, 3, 8, 8, WHITE, GREY[4]).rect(2, 12, 2, 3, STEEL[2]).rect(28, 12, 2, 3, STEEL[2]).ground(2, 12, 28, 3)

kit.add("hospital bed", bed("teal").rect(1, 1, 14, 2, STEEL[3]).rect(1, 29, 14, 2, STEEL[3]), foot=2)

art = kit.add("drip stand", Art(16, 32), solid=1).rect(7, 4, 1, 25, STEEL[3]).rect(4, 29, 7, 1, STEEL[1])
art.rect(4, 4, 7, 1, STEEL[2]).soft(2, 6, 5, 8, (196, 226, 234, 255), GREY[3]).rect(3, 10, 3, 3, WATER[4])
art.line(4, 14, 6, 22, GREY[4])

art = kit.add("medicine trolley", Art(16, 32), solid=1).soft(1, 14, 14, 15, GREY[5], GREY[2]).rect(2, 20, 12, 1, GREY[3])
art.rect(3, 15, 4, 4, WHITE).rect(4, 15, 2, 4, RED[3]).rect(3, 16, 4, 2, RED[3]).rect(9, 15, 2, 4, TEAL[3])
art.rect(12, 16, 2, 3, GOLD[3]).rect(2, 29, 2, 2, OUTLINE).rect(12, 29, 2, 2, OUTLINE)

art = kit.add("scale", Art(16, 32), solid=1).rect(7, 6, 2, 20, GREY[3]).soft(3, 3, 10, 5, WHITE, GREY[2])
art.soft(3, 25, 10, 5, GREY[3], GREY[1])

art = kit.add("waiting seats", Art(48, 16))
for x in (1, 17, 33):
    art.soft(x, 1, 14, 7, BLUE[3], BLUE[0]).rect(x + 1, 2, 12, 1, BLUE[4]).soft(x, 7, 14, 6, BLUE[4], BLUE[0])
art.ground(2, 13, 44, 2)

art = kit.add("filing cabinet", Art(16, 32), solid=1).block(1, 4, 14, 5, 21, STEEL)
for y in (10, 16, 22):
    art.frame(2, y, 12, 6, STEEL[1]).rect(6, y + 2, 4, 1, STEEL[5])

art = kit.add("safe", Art(16, 32), solid=1).block(1, 13, 14, 5, 13, STEEL).ellipse(7.5, 24, 3, 3, STEEL[4])
art.ellipse(7.5, 24, 1, 1, STEEL[1]).rect(12, 22, 1, 4, GOLD[3])

art = kit.add("council table", Art(80, 32), solid=2).soft(1, 3, 78, 22, WOOD[4], WOOD[0]).rect(2, 4, 76, 1, WOOD[5])
art.frame(4, 6, 72, 15, WOOD[3]).rect(3, 25, 3, 6, WOOD[1]).rect(74, 25, 3, 6, WOOD[1])
for x in (12, 30, 48, 64):
    art.rect(x, 8, 5, 4, WHITE).rect(x + 2, 15, 5, 4, WHITE).rect(x + 7, 9, 2, 2, WATER[4])
art.ground(2, 25, 76, 5)

art = kit.add("ballot box", Art(16, 32), solid=1).block(2, 12, 12, 6, 12, WOOD).rect(5, 14, 6, 1, OUTLINE)
art.rect(7, 9, 3, 5, WHITE).rect(5, 21, 6, 5, WHITE).line(6, 23, 7, 25, RED[3]).line(7, 25, 10, 22, RED[3])

art = kit.add("printer", unit(12, "grey", GREY[4]), solid=1).soft(3, 9, 10, 8, GREY[5], GREY[1]).rect(5, 6, 6, 4, WHITE)
art.rect(5, 14, 6, 1, OUTLINE).px(LEAF[4], (11, 11))

art = kit.add("server rack", Art(16, 32), solid=1).block(1, 2, 14, 4, 24, DARK)
for y in range(8, 28, 4):
    art.rect(3, y, 10, 3, OUTLINE).px(LEAF[4], (4, y + 1), (6, y + 1)).px(GOLD[3], (11, y + 1))

art = kit.add("sorting shelf", Art(32, 32), solid=1).soft(0, 3, 32, 28, PALE[3], PALE[0])
for y in (5, 11, 17, 23):
    for x in (2, 9, 16, 23):
        art.rect(x, y, 6, 5, PALE[0])
        if (x * 3 + y) % 4:
            art.rect(x + 1, y + 2, 4, 3, WHITE if (x + y) % 3 else BLUE[4]).px(RED[3], (x + 4, y + 2))

art = kit.add("printing press", Art(32, 32), solid=1).block(1, 10, 30, 9, 12, STEEL).rect(5, 4, 22, 5, STEEL[2])
art.ellipse(15.5, 10, 9, 4, STEEL[4]).rect(8, 12, 16, 6, WHITE).rect(10, 14, 12, 1, GREY[3]).rect(10, 16, 8, 1, GREY[3])
art.rect(27, 3, 2, 12, RED[3])

art = kit.add("camera", Art(16, 32), solid=1).line(7, 16, 3, 30, OUTLINE).line(8, 16, 12, 30, OUTLINE)
art.line(8, 16, 8, 29, OUTLINE).soft(3, 8, 10, 8, STEEL[1], OUTLINE).ellipse(5.5, 12, 2, 2, WATER[4])
art.rect(8, 6, 4, 2, STEEL[2]).px(RED[3], (11, 10)).shade(3, 28, 10, 3)
