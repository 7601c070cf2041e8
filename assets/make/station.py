"""A space station: stars, and the furniture of its modules."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

import numpy as np

from assets.make.palette import (  # isort: skip
    DARK, GLASS, GOLD, GREY, LEAF, OUTLINE, RED, ROSE, STEEL, TEAL, VIOLET, WATER, WHITE, Colour, colour,
)
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()
NIGHT: Colour = colour("1b1a33")

for kind in range(4):
    rng, art = np.random.default_rng(40 + kind), kit.add(f"stars {kind}", Art(16, 16), flat=1).rect(0, 0, 16, 16, NIGHT)
    for _ in range((0, 1, 2, 1)[kind]):
        x, y = (int(v) for v in rng.integers(1, 15, 2))
        art.px((GREY[3], WATER[4], WHITE)[kind % 3], (x, y))
    if kind == 3:
        art.px(WHITE, (7, 8)).px(VIOLET[2], (6, 8), (8, 8), (7, 7), (7, 9))

art = kit.add("console", Art(32, 32), solid=1).block(0, 12, 32, 10, 9, STEEL).rect(2, 14, 28, 6, STEEL[1])
art.rect(4, 15, 8, 3, TEAL[4]).rect(14, 15, 5, 3, GOLD[3]).rect(21, 15, 8, 3, WATER[4])
art.px(RED[3], (4, 19), (8, 19)).px(LEAF[4], (12, 19), (16, 19), (20, 19)).px(GOLD[4], (24, 19), (27, 19))
art.soft(3, 3, 12, 9, OUTLINE, STEEL[1]).soft(17, 3, 12, 9, OUTLINE, STEEL[1]).rect(5, 5, 8, 5, WATER[2])
art.line(5, 9, 9, 6, TEAL[4]).line(9, 6, 12, 8, TEAL[4])
art.rect(19, 5, 8, 5, TEAL[1]).rect(20, 6, 4, 1, LEAF[4]).rect(20, 8, 6, 1, LEAF[4])

art = kit.add("command chair", Art(16, 16)).soft(3, 0, 10, 8, STEEL[2], STEEL[0]).rect(4, 1, 8, 1, STEEL[4])
art.soft(3, 7, 10, 6, TEAL[3], STEEL[0])
art.rect(2, 6, 2, 6, STEEL[1]).rect(12, 6, 2, 6, STEEL[1]).rect(7, 13, 2, 2, STEEL[1]).shade(3, 12, 10, 4)

art = kit.add("sleep pod", Art(16, 32), foot=2).soft(0, 1, 16, 30, STEEL[3], STEEL[0]).soft(2, 3, 12, 26, WHITE, STEEL[2])
art.rect(3, 14, 10, 14, TEAL[3])
art.rect(3, 14, 10, 2, TEAL[5]).soft(4, 6, 8, 6, WHITE, GREY[4]).rect(0, 12, 2, 1, GOLD[3]).rect(14, 12, 2, 1, GOLD[3])
art.rect(4, 1, 8, 1, TEAL[4]).rect(3, 20, 10, 1, TEAL[2]).rect(3, 24, 10, 1, TEAL[2])

art = kit.add("hydroponic tray", Art(32, 32), solid=1).block(0, 17, 32, 7, 7, STEEL).rect(2, 18, 28, 5, WATER[3])
for x in range(3, 29, 5):
    art.line(x + 1, 20, x + 1, 12, LEAF[2]).ellipse(x, 13, 2, 1.4, LEAF[3]).ellipse(x + 2, 11, 2, 1.4, LEAF[4])
art.px(RED[3], (5, 14), (15, 13), (25, 14)).rect(1, 3, 30, 3, STEEL[2]).rect(3, 6, 26, 1, ROSE[4])
art.rect(1, 5, 2, 14, STEEL[3]).rect(29, 5, 2, 14, STEEL[3]).rect(3, 7, 26, 3, (239, 188, 177, 70))

art = kit.add("air scrubber", Art(16, 32), solid=1).block(1, 3, 14, 5, 23, STEEL).ellipse(7.5, 15, 4.4, 4.4, OUTLINE)
art.ellipse(7.5, 15, 3.4, 3.4, STEEL[3])
art.line(5, 12, 10, 18, OUTLINE).line(10, 12, 5, 18, OUTLINE).rect(3, 22, 10, 1, OUTLINE).rect(3, 24, 10, 1, OUTLINE)
art.px(LEAF[4], (4, 27)).px(GOLD[4], (6, 27)).px(RED[3], (8, 27))

art = kit.add("reactor", Art(48, 48), solid=2).ellipse(23.5, 33, 22, 13, STEEL[0]).ellipse(23.5, 31, 21, 12, STEEL[2])
art.ellipse(23.5, 29, 18, 9.6, STEEL[4])
art.ellipse(23.5, 29, 14, 7, STEEL[1]).rect(14, 4, 19, 26, (134, 192, 200, 150)).rect(18, 6, 11, 23, TEAL[4])
art.rect(21, 6, 4, 23, WHITE)
art.rect(12, 1, 23, 5, STEEL[2]).rect(12, 1, 23, 1, STEEL[5]).rect(13, 6, 2, 22, STEEL[3]).rect(32, 6, 2, 22, STEEL[3])
art.px(GOLD[3], (8, 36), (16, 40), (31, 40), (39, 36)).shade(1, 36, 46, 11)

art = kit.add("body scanner", Art(32, 32), solid=1).soft(0, 16, 32, 13, GREY[5], GREY[2]).rect(2, 18, 28, 6, WHITE)
art.soft(11, 4, 11, 22, STEEL[4], STEEL[1])
art.soft(13, 9, 7, 14, WATER[4], STEEL[1]).rect(14, 12, 5, 1, WHITE).px(LEAF[4], (13, 6), (15, 6)).ground(1, 28, 30, 3)

art = kit.add("spacesuit", Art(16, 32), solid=1).ellipse(7.5, 8, 4.6, 4.6, GREY[4]).ellipse(7.5, 8, 3.4, 3, GOLD[3])
art.px(GOLD[5], (6, 7))
art.soft(3, 12, 10, 10, WHITE, GREY[3]).rect(6, 14, 4, 4, STEEL[3]).px(RED[3], (6, 15)).px(LEAF[4], (8, 15))
art.soft(1, 13, 3, 8, GREY[5], GREY[3]).soft(12, 13, 3, 8, GREY[5], GREY[3])
art.soft(4, 21, 4, 8, GREY[5], GREY[3]).soft(8, 21, 4, 8, GREY[5], GREY[3]).shade(2, 27, 12, 4)

art = kit.add("steel crate", Art(16, 16), solid=1).block(1, 2, 14, 6, 8, STEEL).rect(2, 11, 12, 2, GOLD[3])
art.rect(6, 4, 4, 1, STEEL[1]).ground(2, 14, 12, 2)

art = kit.add("galley", Art(16, 32), solid=1).block(0, 8, 16, 10, 13, STEEL).soft(3, 3, 10, 11, STEEL[2], OUTLINE)
art.rect(5, 5, 6, 4, OUTLINE).rect(7, 9, 2, 3, DARK[2])
art.px(LEAF[4], (5, 11)).px(RED[3], (10, 11)).frame(3, 20, 10, 9, STEEL[1])

art = kit.add("viewport", Art(16, 32), wall=1).soft(1, 10, 14, 12, NIGHT, STEEL[1]).frame(2, 11, 12, 10, STEEL[4])
art.px(WHITE, (5, 13), (10, 15), (6, 18)).px(WATER[4], (11, 18), (4, 16)).line(10, 12, 12, 14, GLASS)

art = kit.add("planet window", Art(48, 32), wall=1).soft(1, 8, 46, 16, NIGHT, STEEL[1])
art.ellipse(30, 26, 13, 12, WATER[2]).ellipse(29, 25, 11, 10, WATER[3]).ellipse(26, 20, 4, 2, LEAF[4])
art.ellipse(35, 22, 3, 2, LEAF[3])
art.ellipse(24, 19, 3, 1, WHITE).px(WHITE, (6, 12), (12, 18), (17, 11), (43, 12)).px(GOLD[4], (9, 20))
art.rect(0, 23, 48, 9, (0, 0, 0, 0)).frame(1, 8, 46, 16, STEEL[3]).rect(16, 9, 1, 14, STEEL[2]).rect(31, 9, 1, 14, STEEL[2])

art = kit.add("dish", Art(32, 48), solid=1).rect(14, 24, 4, 18, STEEL[2]).rect(14, 24, 1, 18, STEEL[4])
art.rect(8, 41, 16, 4, STEEL[1])
art.ellipse(15.5, 15, 14, 12, STEEL[1]).ellipse(15.5, 14.4, 13, 11, STEEL[4]).ellipse(17, 16, 9, 7.4, STEEL[3])
art.ellipse(18, 17, 5, 4, STEEL[2]).line(16, 16, 22, 6, OUTLINE).rect(21, 4, 3, 3, RED[3])

art = kit.add("ladder", Art(16, 32), wall=1).soft(2, 7, 12, 8, OUTLINE, STEEL[1]).rect(3, 7, 10, 1, GOLD[3])
for y in range(10, 31, 4):
    art.rect(5, y, 6, 1, STEEL[5]).rect(5, y + 1, 6, 1, STEEL[0])
art.rect(4, 8, 1, 24, STEEL[4]).rect(11, 8, 1, 24, STEEL[3]).rect(12, 15, 1, 17, STEEL[1])

art = kit.add("ladder foot", Art(16, 16), flat=1).shade(1, 0, 14, 7).rect(4, 0, 1, 6, STEEL[4]).rect(11, 0, 1, 6, STEEL[3])
art.rect(5, 2, 6, 1, STEEL[5]).rect(3, 5, 3, 2, STEEL[2]).rect(10, 5, 3, 2, STEEL[2])

art = kit.add("hatch", Art(16, 16), flat=1).soft(0, 0, 16, 16, GOLD[3], STEEL[0])
for x in range(0, 16, 4):
    art.rect(x, 0, 2, 2, OUTLINE).rect(x, 14, 2, 2, OUTLINE).rect(0, x, 2, 2, OUTLINE).rect(14, x, 2, 2, OUTLINE)
art.soft(2, 2, 12, 12, OUTLINE, STEEL[3]).rect(4, 3, 8, 2, NIGHT)
for y in range(4, 13, 3):
    art.rect(5, y, 6, 1, STEEL[4] if y < 8 else STEEL[2])
art.rect(4, 3, 1, 10, STEEL[3]).rect(11, 3, 1, 10, STEEL[2])
