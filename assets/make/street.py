"""Street and green: benches, lamps, boxes, boards, well, fountain; fences and market stalls."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import (  # isort: skip
    BLUE, GOLD, GREY, LEAF, OUTLINE, PALE, RAMPS, RED, ROSE, STEEL, TEAL, VIOLET, WATER, WHITE, WOOD, Colour,
)
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()

art = kit.add("fence", Art(16, 16), solid=1).rect(0, 6, 16, 2, PALE[3]).rect(0, 11, 16, 2, PALE[2])
for x in (1, 5, 9, 13):
    art.rect(x, 3, 2, 12, PALE[5]).rect(x + 1, 3, 1, 12, PALE[3]).px(PALE[4], (x, 2)).px(PALE[0], (x, 15), (x + 1, 15))

art = kit.add("fence side", Art(16, 16), solid=1).rect(7, 0, 2, 16, PALE[4]).rect(8, 0, 1, 16, PALE[2])
for y in (0, 5, 10):
    art.rect(6, y, 4, 4, PALE[5]).rect(6, y + 3, 4, 1, PALE[1]).rect(9, y, 1, 4, PALE[3])

art = kit.add("fence post", Art(16, 16), solid=1).rect(6, 2, 4, 13, PALE[4]).rect(6, 2, 4, 2, PALE[5])
art.rect(9, 4, 1, 11, PALE[2]).rect(6, 15, 4, 1, PALE[0])

art = kit.add("bench", Art(32, 16)).soft(1, 1, 30, 6, WOOD[3], WOOD[0]).rect(2, 2, 28, 1, WOOD[5])
art.rect(2, 4, 28, 1, WOOD[1]).soft(1, 7, 30, 6, WOOD[4], WOOD[0]).rect(2, 9, 28, 1, WOOD[2]).rect(2, 8, 28, 1, WOOD[5])
art.rect(3, 13, 2, 2, OUTLINE).rect(27, 13, 2, 2, OUTLINE).shade(1, 11, 30, 5)

art = kit.add("lamp", Art(16, 48), solid=1).rect(7, 14, 2, 30, STEEL[1]).rect(7, 14, 1, 30, STEEL[3])
art.rect(5, 43, 6, 2, STEEL[0]).soft(4, 4, 8, 10, GOLD[5], STEEL[0]).rect(5, 6, 3, 6, WHITE).rect(3, 3, 10, 2, STEEL[1])
art.rect(6, 1, 4, 2, STEEL[0]).shade(3, 41, 10, 5)

art = kit.add("well", Art(32, 48), solid=1).soft(2, 26, 28, 18, GREY[3], GREY[0]).ellipse(15.5, 31, 12, 5.5, GREY[1])
art.ellipse(15.5, 32, 10, 4, WATER[2]).rect(9, 32, 5, 1, WATER[4])
for x in range(4, 28, 6):
    art.rect(x, 37, 5, 3, GREY[4]).rect(x + 2, 41, 4, 2, GREY[2])
art.rect(4, 12, 2, 22, WOOD[2]).rect(26, 12, 2, 22, WOOD[2]).rect(4, 19, 24, 2, WOOD[3]).rect(15, 21, 1, 7, GREY[5])
art.soft(13, 26, 6, 5, WOOD[4], WOOD[0])
for k in range(11):
    art.rect(15 - k - 3, 3 + k, 7 + k * 2, 1, RED[2] if k % 3 else RED[1])
art.rect(1, 14, 30, 2, RED[0]).shade(1, 38, 30, 8)

art = kit.add("sign", Art(16, 32), solid=1).rect(7, 14, 2, 16, WOOD[2]).soft(1, 8, 14, 9, WOOD[4], WOOD[0])
art.rect(3, 11, 10, 1, WOOD[1]).rect(3, 13, 7, 1, WOOD[1]).shade(4, 27, 8, 4)

art = kit.add("notice board", Art(32, 32), solid=1).rect(4, 12, 2, 18, WOOD[2]).rect(26, 12, 2, 18, WOOD[2])
art.soft(1, 6, 30, 16, PALE[3], WOOD[0]).rect(1, 4, 30, 3, WOOD[3]).rect(1, 3, 30, 1, WOOD[0])
for x, y, c in ((4, 9, WHITE), (11, 10, GOLD[4]), (18, 9, BLUE[5]), (24, 12, ROSE[5]), (8, 16, WHITE), (16, 16, WHITE)):
    art.rect(x, y, 5, 5, c).rect(x + 1, y + 2, 3, 1, GREY[3]).px(RED[3], (x + 2, y))
art.shade(2, 27, 28, 4)

art = kit.add("mailbox", Art(16, 32), solid=1).rect(7, 20, 2, 10, WOOD[2]).soft(3, 12, 10, 9, RED[2], RED[0])
art.rect(4, 13, 8, 1, RED[4]).rect(5, 16, 6, 1, RED[0]).rect(12, 11, 2, 3, GOLD[3]).shade(4, 27, 8, 4)

art = kit.add("bin", Art(16, 16), solid=1).soft(4, 2, 8, 12, TEAL[2], TEAL[0]).ellipse(7.5, 3, 3.6, 1.6, OUTLINE)
art.rect(5, 6, 1, 7, TEAL[3]).shade(3, 11, 10, 4)

art = kit.add("picnic table", Art(32, 32), solid=2).soft(0, 3, 32, 6, WOOD[3], WOOD[0]).rect(1, 4, 30, 1, WOOD[5])
art.soft(1, 9, 30, 12, WOOD[4], WOOD[0]).rect(2, 10, 28, 1, WOOD[5]).rect(2, 13, 28, 1, WOOD[3]).rect(2, 17, 28, 1, WOOD[3])
art.soft(0, 22, 32, 7, WOOD[3], WOOD[0]).rect(1, 23, 30, 1, WOOD[5]).shade(0, 24, 32, 8)

art = kit.add("fountain", Art(48, 48), solid=2).ellipse(23.5, 33, 22, 13, GREY[0]).ellipse(23.5, 32, 21, 12, GREY[3])
art.ellipse(23.5, 30, 20.5, 11, GREY[5]).ellipse(23.5, 31, 17.5, 8.6, WATER[1]).ellipse(23.5, 32, 16.5, 7.4, WATER[3])
art.rect(20, 16, 7, 16, GREY[3]).rect(21, 16, 2, 16, GREY[5]).ellipse(23.5, 17, 8, 3.6, GREY[1])
art.ellipse(23.5, 16, 7, 2.8, WATER[4]).rect(22, 6, 3, 10, WATER[5]).rect(23, 4, 1, 12, WHITE)
for x, y in ((18, 8), (29, 8), (16, 12), (31, 12), (15, 20), (32, 20), (14, 27), (33, 27), (20, 5), (27, 5)):
    art.rect(x, y, 1, 3, WATER[5])
art.rect(12, 34, 5, 1, WATER[5]).rect(29, 35, 6, 1, WATER[5]).shade(1, 36, 46, 11)

art = kit.add("statue", Art(32, 48), solid=1).block(5, 28, 22, 6, 11, GREY).ellipse(15.5, 9, 3.4, 3.8, GREY[4])
art.soft(10, 13, 12, 17, GREY[4], GREY[1]).rect(12, 14, 3, 14, GREY[5]).line(21, 15, 26, 8, GREY[4])
art.line(22, 15, 27, 8, GREY[2]).rect(9, 36, 14, 3, GOLD[3]).shade(4, 40, 24, 7)


def stall(cloth: str, goods: tuple[Colour, ...]) -> Art:
    """A market stall of 3 x 3 tiles: an awning over a counter full of goods."""
    r, art = RAMPS[cloth], Art(48, 48)
    art.rect(2, 12, 2, 32, WOOD[2]).rect(44, 12, 2, 32, WOOD[2]).block(1, 24, 46, 9, 12, WOOD)
    for i, x in enumerate(range(4, 42, 5)):
        art.ellipse(x + 1.5, 28, 2.4, 2.2, goods[i % len(goods)]).px(WHITE, (x + 1, 27))
        art.ellipse(x + 3.5, 30, 2.0, 1.6, goods[(i + 1) % len(goods)])
    for i, x in enumerate(range(0, 48, 6)):
        art.rect(x, 3, 6, 15, r[3] if i % 2 else WHITE).rect(x, 3, 6, 2, r[4] if i % 2 else WHITE)
        art.rect(x, 14, 6, 3, r[2] if i % 2 else GREY[5]).ellipse(x + 2.5, 18, 2.6, 2, r[2] if i % 2 else GREY[5])
    art.rect(0, 2, 48, 1, r[0]).rect(0, 3, 1, 15, r[0]).rect(47, 3, 1, 15, r[0]).rect(2, 21, 44, 3, (*OUTLINE[:3], 60))
    return art.shade(1, 40, 46, 7)


kit.add("fruit stall", stall("red", (RED[3], GOLD[3], LEAF[4])), solid=1)
kit.add("flower stall", stall("teal", (ROSE[4], GOLD[4], VIOLET[4], RED[4])), solid=1)
kit.add("bread stall", stall("gold", (WOOD[4], PALE[3], WOOD[3])), solid=1)
kit.add("cloth stall", stall("blue", (VIOLET[3], ROSE[3], TEAL[3])), solid=1)
