"""Yards, gardens and playgrounds."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import BLUE, DIRT, GOLD, GREY, LEAF, OUTLINE, PALE, RED, STEEL, TEAL, WATER, WHITE, WOOD
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()

art = kit.add("cart", Art(32, 32), solid=1).block(3, 12, 24, 7, 7, WOOD).ellipse(8, 25, 4.4, 4.4, OUTLINE)
art.ellipse(8, 25, 3, 3, WOOD[3]).ellipse(22, 25, 4.4, 4.4, OUTLINE).ellipse(22, 25, 3, 3, WOOD[3])
art.line(27, 20, 31, 17, WOOD[2]).shade(2, 26, 28, 5)

art = kit.add("flagpole", Art(16, 48), solid=1).rect(7, 3, 2, 42, GREY[4]).rect(8, 3, 1, 42, GREY[2])
art.rect(9, 4, 7, 8, RED[3]).rect(9, 7, 7, 2, WHITE).ellipse(7.5, 2.5, 1.2, 1.2, GOLD[3]).shade(4, 42, 8, 4)

art = kit.add("gravestone", Art(16, 16), solid=1).soft(4, 2, 8, 12, GREY[4], GREY[1]).rect(5, 2, 6, 1, GREY[5])
art.rect(7, 5, 2, 5, GREY[2]).rect(6, 6, 4, 1, GREY[2]).shade(3, 11, 10, 4)

art = kit.add("beehive", Art(16, 16), solid=1).soft(2, 11, 12, 4, WOOD[3], WOOD[0]).ellipse(7.5, 7, 5.4, 5.6, GOLD[0])
art.ellipse(7.2, 6.6, 4.6, 4.8, GOLD[3]).rect(4, 5, 7, 1, GOLD[2]).rect(3, 8, 9, 1, GOLD[2]).rect(7, 9, 2, 2, OUTLINE)

art = kit.add("clothes line", Art(48, 32), solid=1).rect(3, 6, 2, 24, WOOD[2]).rect(43, 6, 2, 24, WOOD[2])
art.rect(4, 8, 40, 1, GREY[5]).rect(9, 9, 9, 11, WHITE).rect(9, 17, 9, 3, GREY[5]).rect(21, 9, 7, 9, RED[3])
art.rect(31, 9, 8, 12, BLUE[4]).rect(31, 18, 8, 3, BLUE[3]).shade(2, 27, 8, 4)

art = kit.add("wheelbarrow", Art(32, 16), solid=1).soft(6, 2, 17, 8, RED[2], RED[0]).rect(7, 3, 15, 2, DIRT[1])
art.ellipse(5, 11, 3.4, 3.4, OUTLINE).ellipse(5, 11, 1.6, 1.6, GREY[4]).line(22, 9, 30, 7, WOOD[3])
art.rect(20, 10, 2, 4, WOOD[1]).shade(2, 11, 22, 4)

art = kit.add("swing", Art(48, 48), solid=1).line(4, 44, 9, 6, RED[2]).line(14, 44, 9, 6, RED[2])
art.line(34, 44, 39, 6, RED[2]).line(44, 44, 39, 6, RED[2]).rect(8, 5, 32, 2, RED[3]).rect(16, 7, 1, 26, GREY[3])
art.rect(21, 7, 1, 26, GREY[3]).rect(15, 33, 8, 2, WOOD[3])
art.rect(27, 7, 1, 26, GREY[3]).rect(32, 7, 1, 26, GREY[3]).rect(26, 33, 8, 2, WOOD[3]).shade(4, 40, 40, 7)

art = kit.add("slide", Art(48, 48), solid=1).line(8, 44, 8, 14, STEEL[2]).line(16, 44, 16, 14, STEEL[2])
art.rect(8, 14, 10, 3, GOLD[3])
for y in range(20, 44, 5):
    art.rect(8, y, 9, 1, STEEL[3])
for k in range(26):
    art.rect(16 + k, 15 + k, 4, 4, BLUE[3]).px(BLUE[5], (17 + k, 15 + k)).px(BLUE[1], (19 + k, 19 + k))
art.shade(6, 40, 38, 7)

art = kit.add("bonfire", Art(32, 32), solid=1).ellipse(15.5, 22, 12, 7, GREY[2]).ellipse(15.5, 22, 10, 5.4, GREY[0])
art.line(8, 24, 22, 19, WOOD[3]).line(9, 19, 23, 24, WOOD[2]).ellipse(15.5, 16, 5, 7, RED[3])
art.ellipse(15.5, 17, 3.6, 5.4, GOLD[3]).ellipse(15.5, 19, 2, 3, GOLD[5])

art = kit.add("haystack", Art(32, 32), solid=1).soft(3, 6, 26, 23, GOLD[3], GOLD[1]).ellipse(15.5, 11, 12, 5, GOLD[4])
for x in range(6, 27, 5):
    art.line(x, 14, x - 1, 26, GOLD[2]).line(x + 2, 13, x + 2, 24, GOLD[4])
art.shade(2, 24, 28, 7)

art = kit.add("rowing boat", Art(32, 16), solid=1).soft(2, 3, 28, 11, WOOD[3], WOOD[0]).soft(5, 4, 22, 7, WOOD[1], WOOD[0])
art.rect(12, 4, 3, 7, WOOD[4]).rect(19, 4, 3, 7, WOOD[4]).rect(3, 11, 26, 1, WOOD[5]).line(9, 1, 24, 12, PALE[4])

art = kit.add("water trough", Art(32, 16), solid=1).block(2, 2, 28, 7, 5, WOOD).rect(4, 4, 24, 4, WATER[3])
art.rect(6, 5, 6, 1, WATER[5]).ground(3, 13, 26, 2)

art = kit.add("bus shelter", Art(32, 48), solid=1).rect(4, 14, 2, 30, STEEL[1]).rect(26, 14, 2, 30, STEEL[1])
art.block(1, 8, 30, 7, 4, TEAL).rect(6, 20, 20, 16, (168, 208, 220, 120)).soft(4, 36, 24, 5, WOOD[4], WOOD[0])
art.rect(6, 41, 2, 4, OUTLINE).rect(24, 41, 2, 4, OUTLINE).shade(2, 40, 28, 6)

art = kit.add("bird bath", Art(16, 32), solid=1).rect(7, 18, 2, 11, GREY[4]).rect(5, 28, 6, 2, GREY[2])
art.ellipse(7.5, 16, 6, 3, GREY[2]).ellipse(7.5, 15.4, 5, 2.2, WATER[4]).px(RED[3], (11, 12), (12, 12), (11, 11))
art.px(OUTLINE, (13, 12)).shade(3, 26, 10, 5)

art = kit.add("compost heap", Art(16, 16), solid=1).block(1, 3, 14, 7, 5, WOOD).rect(2, 4, 12, 6, DIRT[1])
art.px(LEAF[4], (4, 5), (9, 7), (11, 5)).px(GOLD[3], (6, 8))

art = kit.add("kennel", Art(16, 32), solid=1).soft(1, 15, 14, 15, WOOD[4], WOOD[0]).ellipse(7.5, 24, 3.6, 5, OUTLINE)
art.rect(4, 25, 8, 5, OUTLINE)
for k in range(8):
    art.rect(7 - k, 8 + k, 2 + 2 * k, 1, RED[2])
art.rect(0, 16, 16, 2, RED[1])
