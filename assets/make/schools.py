"""Library, school and college."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import BLUE, DARK, GOLD, GREY, LEAF, OUTLINE, PALE, RED, ROSE, STEEL, TEAL, VIOLET, WATER, WHITE, WOOD
from assets.make.pixels import Art
from assets.make.shops import bar
from assets.make.tileset import Kit

kit = Kit()

art = kit.add("book trolley", Art(32, 32), solid=1).soft(2, 10, 28, 8, WOOD[3], WOOD[0])
art.soft(2, 20, 28, 7, WOOD[3], WOOD[0]).rect(3, 27, 3, 3, OUTLINE).rect(26, 27, 3, 3, OUTLINE)
for i, x in enumerate(range(4, 27, 3)):
    art.rect(x, 8 + i % 2, 2, 7, (RED, BLUE, GOLD, TEAL)[i % 4][2])
    art.rect(x, 19 + (i + 1) % 2, 2, 6, (VIOLET, LEAF, ROSE, BLUE)[i % 4][2])

art = kit.add("card catalogue", Art(16, 32), solid=1).block(0, 8, 16, 7, 16, WOOD)
for y in (17, 21, 25):
    for x in (2, 6, 11):
        art.rect(x, y, 3, 3, WOOD[4]).px(GOLD[4], (x + 1, y + 1))

art = kit.add("issue desk", bar(2), solid=1).rect(4, 10, 7, 5, WHITE).rect(5, 11, 5, 1, GREY[3]).rect(20, 6, 7, 3, RED[2])
art.rect(19, 9, 8, 3, BLUE[2]).rect(20, 12, 7, 2, GOLD[2]).rect(14, 11, 3, 3, DARK[1])

art = kit.add("globe", Art(16, 32), solid=1).ellipse(7.5, 15, 5.4, 5.4, GOLD[1]).ellipse(7.5, 15, 4.5, 4.5, WATER[3])
art.ellipse(6, 14, 2, 2.4, LEAF[3]).ellipse(9.5, 17, 1.4, 1.4, LEAF[4]).rect(7, 20, 2, 8, WOOD[2])
art.rect(4, 28, 8, 2, WOOD[1]).shade(3, 26, 10, 5)

art = kit.add("typewriter", Art(32, 32), solid=1).block(0, 13, 32, 9, 9, DARK).rect(2, 23, 28, 8, (*OUTLINE[:3], 80))
art.rect(1, 22, 3, 9, DARK[2]).rect(28, 22, 3, 9, DARK[2]).soft(10, 10, 12, 9, TEAL[2], OUTLINE).rect(12, 5, 8, 6, WHITE)
art.rect(13, 7, 5, 1, GREY[3]).rect(12, 15, 8, 2, WHITE).rect(24, 15, 5, 4, WHITE).rect(3, 16, 3, 3, RED[3])

art = kit.add("telescope", Art(32, 32), solid=1).line(10, 30, 15, 18, WOOD[2]).line(22, 30, 16, 18, WOOD[2])
art.line(16, 30, 16, 18, WOOD[1])
for k in range(18):
    art.rect(6 + k, 21 - k, 4, 4, GOLD[2] if k % 6 else GOLD[4])
art.rect(21, 1, 5, 5, GOLD[1]).shade(8, 27, 16, 4)

art = kit.add("chess table", Art(16, 16), solid=1).soft(1, 1, 14, 12, WOOD[3], WOOD[0]).rect(3, 13, 2, 2, WOOD[1])
art.rect(11, 13, 2, 2, WOOD[1])
for y in range(4):
    for x in range(5):
        art.rect(3 + x * 2, 3 + y * 2, 2, 2, WHITE if (x + y) % 2 else DARK[2])
art.px(RED[2], (4, 4), (8, 8)).px(OUTLINE, (10, 4), (6, 8)).ground(2, 13, 12, 3)

art = kit.add("school desk", Art(16, 16), solid=1).soft(1, 1, 14, 9, PALE[4], WOOD[0]).rect(2, 2, 12, 1, PALE[5])
art.rect(3, 4, 5, 3, WHITE).line(9, 4, 12, 6, GOLD[2]).rect(2, 10, 2, 4, WOOD[1]).rect(12, 10, 2, 4, WOOD[1])
art.ground(2, 11, 12, 4)

art = kit.add("teacher's desk", Art(32, 32), solid=1).block(0, 12, 32, 10, 9, WOOD).rect(3, 23, 26, 7, WOOD[2])
art.frame(4, 24, 11, 5, WOOD[1]).frame(17, 24, 11, 5, WOOD[1]).rect(4, 14, 6, 5, WHITE).rect(5, 16, 4, 1, GREY[3])
art.ellipse(25, 15, 2, 2, RED[3]).px(LEAF[3], (25, 12)).rect(14, 14, 6, 2, BLUE[2]).rect(14, 16, 6, 2, RED[2])

art = kit.add("lectern", Art(16, 32), solid=1).block(2, 10, 12, 7, 13, WOOD).rect(4, 11, 8, 4, WHITE)
art.rect(8, 11, 1, 4, GREY[3]).rect(7, 20, 2, 6, GOLD[3]).rect(6, 22, 4, 2, GOLD[3])

art = kit.add("lockers", Art(32, 32), solid=1).block(0, 1, 32, 4, 26, TEAL)
for x in (1, 11, 21):
    art.frame(x, 6, 10, 23, TEAL[1]).rect(x + 3, 9, 4, 1, TEAL[1]).rect(x + 3, 11, 4, 1, TEAL[1]).px(GOLD[4], (x + 7, 18))

art = kit.add("lab bench", Art(48, 32), solid=1).block(0, 12, 48, 10, 9, STEEL).rect(1, 13, 46, 7, GREY[5])
art.ellipse(8, 14, 2, 2.4, TEAL[4]).rect(7, 10, 2, 3, TEAL[4]).ellipse(16, 15, 2.4, 2, ROSE[3])
art.rect(15, 10, 3, 4, (208, 226, 232, 255)).rect(27, 8, 3, 8, STEEL[1]).rect(25, 15, 7, 2, STEEL[1])
art.line(29, 8, 32, 11, STEEL[1]).rect(38, 10, 6, 6, DARK[1]).rect(39, 11, 4, 3, LEAF[4])

art = kit.add("whiteboard", Art(32, 32), wall=1).soft(1, 8, 30, 17, WHITE, GREY[2]).line(5, 20, 12, 13, BLUE[2])
art.line(12, 13, 18, 18, BLUE[2]).line(18, 18, 26, 11, RED[3]).rect(5, 11, 7, 1, GREY[3]).rect(12, 24, 6, 1, GREY[3])

art = kit.add("vending machine", Art(16, 32), solid=1).block(1, 2, 14, 4, 24, RED).rect(3, 8, 8, 12, (42, 60, 84, 255))
art.rect(12, 10, 2, 4, GREY[4]).rect(4, 24, 8, 3, OUTLINE)
for y in (9, 13, 17):
    art.px(GOLD[4], (4, y), (4, y + 1)).px(LEAF[4], (6, y), (6, y + 1)).px(RED[4], (8, y), (8, y + 1))
    art.rect(3, y + 2, 8, 1, GREY[3])

art = kit.add("bunk bed", Art(16, 48), foot=2).soft(1, 1, 14, 46, WOOD[3], WOOD[0]).rect(3, 8, 10, 36, WHITE)
art.soft(4, 9, 8, 6, WHITE, GREY[4]).rect(3, 17, 10, 9, TEAL[3]).rect(3, 17, 10, 1, TEAL[5]).rect(2, 27, 12, 2, WOOD[1])
art.soft(4, 30, 8, 5, WHITE, GREY[4]).rect(3, 36, 10, 8, RED[3]).rect(3, 36, 10, 1, RED[5])
