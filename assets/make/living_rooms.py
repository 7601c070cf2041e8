"""Furniture of living rooms, bedrooms and studies."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import (  # isort: skip
    BLUE, BRICK, DARK, GLASS, GOLD, GREY, LEAF, OUTLINE, PALE, RED, ROSE, STEEL, TEAL, WATER, WHITE, WOOD,
)
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()

art = kit.add("model ship", Art(16, 32), solid=1).block(1, 18, 14, 6, 7, WOOD).soft(3, 14, 10, 4, WOOD[3], WOOD[0])
art.rect(7, 3, 1, 11, WOOD[2]).rect(4, 4, 3, 5, WHITE).rect(8, 5, 4, 6, WHITE).rect(4, 8, 3, 1, GREY[4])
art.px(RED[3], (7, 2), (8, 2), (9, 2))

art = kit.add("wardrobe", Art(16, 32), solid=1).block(0, 1, 16, 5, 25, WOOD).rect(8, 8, 1, 20, WOOD[0])
art.px(GOLD[4], (6, 17), (10, 17)).frame(2, 9, 5, 17, WOOD[1]).frame(10, 9, 4, 17, WOOD[1])

art = kit.add("dresser", Art(16, 32), solid=1).block(0, 11, 16, 8, 12, PALE).rect(2, 22, 12, 1, PALE[1])
art.rect(2, 26, 12, 1, PALE[1]).px(GOLD[2], (7, 21), (8, 21), (7, 24), (8, 24))
art.ellipse(5, 14, 1.6, 2.2, TEAL[2]).px(RED[4], (4, 11), (6, 10), (5, 9)).px(LEAF[3], (5, 11), (5, 12))

art = kit.add("nightstand", Art(16, 16), solid=1).block(2, 4, 12, 6, 6, WOOD).px(GOLD[4], (7, 11), (8, 11))
art.soft(5, 0, 6, 5, GOLD[5], GOLD[2]).rect(7, 5, 2, 2, GOLD[1])

art = kit.add("desk", Art(32, 32), solid=1).block(0, 13, 32, 9, 9, WOOD).rect(20, 23, 11, 7, WOOD[2])
art.rect(21, 26, 9, 1, WOOD[0]).rect(2, 24, 17, 7, (*OUTLINE[:3], 90))
art.rect(4, 15, 7, 5, WHITE).rect(5, 16, 5, 1, GREY[3]).rect(5, 18, 4, 1, GREY[3]).line(12, 19, 15, 15, GOLD[2])
art.rect(25, 10, 2, 6, GOLD[1]).soft(22, 6, 8, 5, TEAL[3], TEAL[0])

art = kit.add("computer", Art(32, 32), solid=1).block(0, 13, 32, 9, 9, WOOD).rect(2, 24, 28, 7, (*OUTLINE[:3], 80))
art.rect(1, 23, 3, 8, WOOD[2]).rect(28, 23, 3, 8, WOOD[2])
art.soft(9, 4, 14, 11, OUTLINE, GREY[1]).rect(11, 6, 10, 7, WATER[3]).rect(12, 7, 5, 1, WHITE).rect(12, 9, 7, 1, WATER[5])
art.rect(15, 15, 2, 2, GREY[1]).rect(10, 17, 11, 3, GREY[4]).rect(24, 18, 2, 2, GREY[3])

art = kit.add("fireplace", Art(32, 32), solid=1).block(0, 2, 32, 5, 24, GREY).rect(1, 3, 30, 2, WOOD[4])
art.rect(1, 2, 30, 1, WOOD[5]).soft(7, 13, 18, 17, OUTLINE, GREY[1])
art.ellipse(15.5, 25, 6, 4, RED[2]).ellipse(15.5, 24, 4.4, 4.6, GOLD[2]).ellipse(15.5, 25, 2.6, 3.2, GOLD[4])
art.rect(9, 28, 14, 2, WOOD[1])
for x, y in ((3, 9), (26, 9), (3, 16), (27, 21), (2, 25), (26, 27)):
    art.rect(x, y, 4, 3, GREY[4])

art = kit.add("piano", Art(32, 32), solid=1).block(0, 6, 32, 6, 18, DARK).rect(1, 18, 30, 4, WHITE)
art.rect(1, 22, 30, 1, DARK[0]).rect(9, 12, 13, 5, WHITE).rect(11, 13, 3, 3, GREY[3]).rect(17, 13, 3, 3, GREY[3])
for x in range(3, 30, 3):
    art.rect(x, 18, 1, 2, OUTLINE)

art = kit.add("television", Art(32, 32), solid=1).block(1, 19, 30, 6, 6, WOOD).soft(6, 5, 20, 15, OUTLINE, GREY[1])
art.rect(8, 7, 16, 10, (70, 98, 120, 255)).line(10, 14, 14, 8, GLASS).rect(14, 20, 4, 1, OUTLINE)

art = kit.add("record player", Art(16, 32), solid=1).block(1, 14, 14, 9, 8, WOOD).ellipse(7, 18, 4, 3, OUTLINE)
art.ellipse(7, 18, 1.2, 1, RED[3]).line(12, 15, 9, 18, STEEL[4])

art = kit.add("plant", Art(16, 32), solid=1).soft(4, 23, 8, 8, BRICK[3], BRICK[0]).rect(4, 23, 8, 2, BRICK[4])
for cx, cy, rx, ry in ((7.5, 17, 5.5, 5), (4.5, 13, 3.4, 4), (10.5, 12, 3.6, 4.4), (7.5, 9, 3, 4)):
    art.ellipse(cx, cy, rx, ry, LEAF[2]).ellipse(cx - 0.6, cy - 1, rx - 1.4, ry - 1.4, LEAF[3])
art.px(LEAF[5], (5, 11), (10, 9), (7, 14), (8, 7)).outline(LEAF[0])

art = kit.add("flower pot", Art(16, 16), solid=1).soft(5, 9, 6, 6, BRICK[3], BRICK[0]).rect(5, 9, 6, 1, BRICK[5])
art.ellipse(7.5, 5.5, 4.2, 4.2, LEAF[1]).ellipse(7, 5, 3, 3, LEAF[3]).px(RED[4], (5, 4), (9, 3), (8, 7)).shade(3, 12, 10, 4)

art = kit.add("floor lamp", Art(16, 32), solid=1).rect(7, 12, 2, 17, GOLD[1]).rect(5, 28, 6, 2, GOLD[0])
art.soft(3, 4, 10, 9, GOLD[4], GOLD[1]).rect(5, 5, 4, 6, GOLD[5]).shade(3, 26, 10, 5)

art = kit.add("grandfather clock", Art(16, 32), solid=1).block(3, 2, 10, 3, 26, DARK).ellipse(7.5, 10, 3.2, 3.2, WHITE)
art.line(7, 10, 7, 8, OUTLINE).line(7, 10, 9, 10, OUTLINE).rect(6, 16, 4, 9, DARK[0]).rect(7, 17, 1, 5, GOLD[3])
art.px(GOLD[4], (7, 22), (8, 22))

art = kit.add("chest", Art(16, 16), solid=1).block(1, 3, 14, 5, 7, WOOD).rect(1, 8, 14, 1, GOLD[2])
art.rect(7, 7, 2, 3, GOLD[4]).ground(2, 14, 12, 2)

art = kit.add("crib", Art(16, 32), solid=1).soft(1, 8, 14, 22, PALE[4], PALE[0]).rect(3, 11, 10, 16, BLUE[5])
art.soft(4, 11, 8, 5, WHITE, GREY[4]).rect(3, 19, 10, 7, ROSE[4])
for x in range(2, 14, 3):
    art.rect(x, 26, 1, 4, PALE[1])

art = kit.add("easel", Art(16, 32), solid=1).line(3, 29, 7, 3, WOOD[2]).line(12, 29, 8, 3, WOOD[2])
art.soft(2, 8, 12, 13, WHITE, WOOD[0]).rect(4, 15, 8, 4, LEAF[4]).rect(4, 10, 8, 5, WATER[4])
art.ellipse(9, 12, 1.2, 1.2, GOLD[4]).rect(2, 21, 12, 2, WOOD[3]).shade(2, 26, 12, 5)

art = kit.add("toy box", Art(16, 16), solid=1).block(2, 5, 12, 4, 6, BLUE).ellipse(5, 5, 2.2, 2.2, RED[3])
art.rect(8, 2, 4, 4, GOLD[3]).px(WHITE, (4, 4)).rect(5, 11, 6, 2, GOLD[4])

art = kit.add("guitar", Art(16, 32), solid=1).ellipse(7.5, 24, 4.6, 4.6, WOOD[0]).ellipse(7.5, 19, 3.6, 3.4, WOOD[0])
art.ellipse(7.5, 24, 3.6, 3.6, WOOD[4]).ellipse(7.5, 19, 2.6, 2.6, WOOD[4]).rect(7, 4, 2, 15, WOOD[1])
art.rect(6, 2, 4, 3, WOOD[0]).ellipse(7.5, 22, 1.3, 1.3, OUTLINE).shade(3, 27, 10, 4)
