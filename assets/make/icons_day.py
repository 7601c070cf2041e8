"""Icons of daily activities, 16 x 16: the first half of the atlas."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import (  # isort: skip
    BLUE, BRICK, DARK, GOLD, GREY, LEAF, OUTLINE, PALE, RED, SKIN, STEEL, TEAL, VIOLET, WATER, WHITE, WOOD,
)
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()

art = kit.add("sleep", Art(16, 16)).rect(7, 2, 6, 1, BLUE[4]).line(12, 3, 8, 7, BLUE[4]).line(11, 3, 7, 7, BLUE[4])
art.rect(7, 8, 6, 1, BLUE[4]).rect(2, 9, 4, 1, BLUE[5]).line(5, 10, 2, 12, BLUE[5]).rect(2, 13, 4, 1, BLUE[5])

art = kit.add("wake", Art(16, 16)).ellipse(7.5, 11, 4, 4, GOLD[3]).ellipse(7, 10, 2.6, 2.4, GOLD[4])
art.rect(1, 12, 14, 3, (0, 0, 0, 0)).rect(1, 12, 14, 2, BRICK[3]).line(7, 2, 7, 4, GOLD[3]).line(2, 5, 4, 7, GOLD[3])
art.line(13, 5, 11, 7, GOLD[3]).line(1, 10, 2, 10, GOLD[3]).line(13, 10, 14, 10, GOLD[3])

art = kit.add("wash", Art(16, 16)).rect(2, 8, 12, 5, GREY[5]).rect(2, 8, 12, 1, WHITE).rect(3, 13, 2, 1, GREY[3])
art.rect(11, 13, 2, 1, GREY[3]).ellipse(5, 6, 2.4, 2.4, WATER[5]).ellipse(10, 5, 2, 2, WATER[4])
art.ellipse(8, 2.5, 1.4, 1.4, WATER[5]).px(WHITE, (4, 5), (9, 4))

art = kit.add("food", Art(16, 16)).ellipse(8, 8, 5.2, 5.2, WHITE).ellipse(8, 8, 3.4, 3.4, GREY[4])
art.ellipse(8, 8, 2.6, 2.4, BRICK[3]).ellipse(9, 7, 1.2, 1, LEAF[4]).rect(1, 2, 1, 12, STEEL[2]).rect(0, 2, 3, 4, STEEL[3])
art.rect(14, 2, 1, 12, STEEL[2]).rect(14, 2, 2, 5, STEEL[3])

art = kit.add("cook", Art(16, 16)).rect(2, 8, 10, 5, STEEL[2]).rect(2, 8, 10, 1, STEEL[4]).rect(12, 9, 4, 1, DARK[1])
art.rect(1, 7, 12, 1, STEEL[1]).line(4, 5, 5, 3, GREY[5]).line(7, 5, 8, 2, GREY[5]).line(10, 5, 11, 3, GREY[5])
art.rect(3, 13, 8, 1, RED[3]).rect(5, 14, 4, 1, GOLD[3])

art = kit.add("drink", Art(16, 16)).rect(5, 4, 7, 10, GOLD[3]).rect(5, 4, 2, 10, GOLD[4]).ellipse(8, 3.5, 4.2, 2, WHITE)
art.frame(11, 6, 4, 6, GREY[4]).rect(5, 14, 7, 1, GOLD[1]).px(WHITE, (9, 8), (7, 10), (10, 11))

art = kit.add("coffee", Art(16, 16)).rect(3, 7, 8, 6, GREY[6]).rect(3, 7, 2, 6, WHITE).rect(4, 13, 6, 1, GREY[4])
art.frame(11, 8, 3, 4, GREY[4]).rect(3, 6, 8, 2, DARK[1]).line(5, 4, 6, 2, GREY[4]).line(8, 4, 9, 1, GREY[4])

art = kit.add("work", Art(16, 16)).rect(2, 5, 12, 9, WOOD[3]).rect(2, 5, 12, 1, WOOD[5]).rect(2, 9, 12, 1, WOOD[1])
art.frame(5, 2, 6, 4, WOOD[2]).rect(7, 8, 2, 3, GOLD[4])

art = kit.add("computer", Art(16, 16)).rect(2, 2, 12, 9, STEEL[1]).rect(3, 3, 10, 7, WATER[3]).rect(4, 4, 4, 1, WHITE)
art.rect(4, 6, 6, 1, WATER[5]).rect(4, 8, 3, 1, WATER[5]).rect(6, 11, 4, 2, STEEL[2]).rect(3, 13, 10, 1, STEEL[3])

art = kit.add("read", Art(16, 16)).rect(1, 3, 6, 10, WHITE).rect(9, 3, 6, 10, WHITE).rect(7, 4, 2, 10, GREY[3])
art.rect(1, 13, 14, 1, RED[2]).rect(2, 5, 4, 1, GREY[3]).rect(2, 8, 4, 1, GREY[3]).rect(10, 5, 4, 1, GREY[3])
art.rect(10, 8, 4, 1, GREY[3]).rect(0, 4, 1, 10, RED[2]).rect(15, 4, 1, 10, RED[2])

art = kit.add("write", Art(16, 16)).rect(3, 1, 10, 14, WHITE)
for k in range(3):
    art.rect(5, 4 + 3 * k, 6 - k % 2, 1, GREY[3])
art.line(14, 2, 8, 11, GOLD[3]).line(15, 3, 9, 12, GOLD[2]).px(OUTLINE, (8, 12), (7, 13))

art = kit.add("study", Art(16, 16)).rect(2, 10, 12, 4, RED[2]).rect(3, 11, 11, 2, WHITE).rect(1, 6, 12, 4, TEAL[2])
art.rect(2, 7, 11, 2, WHITE).rect(3, 2, 11, 4, BLUE[2]).rect(4, 3, 10, 2, WHITE)

art = kit.add("teach", Art(16, 16)).rect(1, 2, 14, 10, WOOD[3]).rect(2, 3, 12, 8, (62, 92, 80, 255)).rect(4, 5, 5, 1, WHITE)
art.rect(4, 7, 7, 1, GREY[4]).line(10, 9, 12, 5, WHITE).rect(3, 12, 2, 3, WOOD[2]).rect(11, 12, 2, 3, WOOD[2])

art = kit.add("talk", Art(16, 16)).ellipse(7.5, 6.5, 6.6, 4.8, WHITE).line(4, 10, 3, 14, WHITE).line(5, 10, 3, 14, WHITE)
art.line(6, 11, 4, 13, WHITE).rect(4, 6, 2, 2, OUTLINE).rect(7, 6, 2, 2, OUTLINE).rect(10, 6, 2, 2, OUTLINE)

art = kit.add("phone", Art(16, 16)).rect(4, 1, 8, 14, STEEL[0]).rect(5, 3, 6, 9, WATER[4]).rect(5, 3, 2, 9, WATER[5])
art.rect(7, 13, 2, 1, STEEL[4])

art = kit.add("music", Art(16, 16)).rect(5, 3, 2, 9, BLUE[4]).rect(5, 3, 7, 2, BLUE[4]).rect(10, 3, 2, 7, BLUE[4])
art.ellipse(4, 12, 2, 1.8, BLUE[5]).ellipse(9, 10, 2, 1.8, BLUE[5])

art = kit.add("paint", Art(16, 16)).ellipse(7.5, 8, 6.4, 5.4, PALE[4]).ellipse(11, 10.5, 1.6, 1.4, (0, 0, 0, 0))
art.ellipse(4.5, 6, 1.4, 1.3, RED[3]).ellipse(8.5, 5, 1.4, 1.3, GOLD[3]).ellipse(4.5, 10, 1.4, 1.3, WATER[3])
art.ellipse(8, 11, 1.3, 1.1, LEAF[3]).line(15, 1, 10, 7, WOOD[1])

art = kit.add("film", Art(16, 16)).rect(1, 6, 10, 8, STEEL[1]).rect(2, 7, 8, 2, STEEL[3])
art.ellipse(4, 3.5, 2.4, 2.4, STEEL[2]).ellipse(9, 3.5, 2.4, 2.4, STEEL[2]).px(WHITE, (4, 3), (9, 3))
art.rect(11, 8, 2, 4, STEEL[2]).rect(13, 7, 2, 6, STEEL[1]).px(RED[3], (3, 11))

art = kit.add("game", Art(16, 16)).rect(2, 5, 12, 6, VIOLET[2]).ellipse(4, 10, 2.8, 3.2, VIOLET[2])
art.ellipse(11, 10, 2.8, 3.2, VIOLET[2]).rect(4, 6, 1, 3, WHITE).rect(3, 7, 3, 1, WHITE).px(GOLD[4], (10, 6), (12, 8))
art.px(RED[4], (10, 9)).rect(2, 5, 12, 1, VIOLET[3])

art = kit.add("sport", Art(16, 16)).ellipse(7.5, 7.5, 6.2, 6.2, WHITE).ellipse(7.5, 7.5, 2, 2, OUTLINE)
art.line(7, 1, 7, 5, GREY[2]).line(1, 7, 5, 7, GREY[2]).line(14, 7, 10, 7, GREY[2]).line(4, 13, 6, 9, GREY[2])
art.line(11, 13, 9, 9, GREY[2]).px(OUTLINE, (3, 3), (12, 3), (3, 4), (12, 4))

art = kit.add("walk", Art(16, 16)).ellipse(8, 2.8, 2, 2, SKIN).rect(6, 5, 4, 5, TEAL[3]).line(6, 6, 3, 9, TEAL[2])
art.line(10, 6, 12, 9, TEAL[2]).line(7, 10, 4, 14, BLUE[1]).line(8, 10, 4, 14, BLUE[1]).line(9, 10, 12, 14, BLUE[2])
art.line(8, 10, 11, 14, BLUE[2])

art = kit.add("ride", Art(16, 16))
for x in (3.5, 11.5):
    art.ellipse(x, 10.5, 3.4, 3.4, STEEL[4])
art.outline(OUTLINE)
for x in (3.5, 11.5):
    art.ellipse(x, 10.5, 2.4, 2.4, OUTLINE).ellipse(x, 10.5, 1, 1, STEEL[3])
art.line(4, 10, 6, 5, RED[3]).line(6, 6, 10, 6, RED[3]).line(11, 10, 10, 3, RED[3]).line(4, 10, 8, 10, RED[3])
art.line(8, 10, 10, 6, RED[3]).rect(9, 2, 4, 1, GREY[5]).rect(4, 4, 4, 1, GREY[5])
