"""Pieces that hang on walls (16 x 32, over both tiles of a face), and doorways."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import (  # isort: skip
    BLUE, BRICK, CAP_RIM, CAP_TOP, DARK, GLASS, GOLD, GREY, LEAF, OUTLINE, PALE, RED, ROSE, SAND, TEAL, WATER, WHITE, WOOD,
)
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()


def window() -> Art:
    art = Art(16, 32).soft(1, 10, 14, 15, GLASS, WOOD[0]).frame(2, 11, 12, 13, PALE[5]).rect(7, 11, 2, 13, PALE[5])
    art.rect(2, 17, 12, 1, PALE[5]).line(4, 15, 6, 12, WHITE).line(10, 22, 12, 19, WHITE).rect(0, 25, 16, 2, PALE[4])
    return art.rect(0, 27, 16, 1, WOOD[1])


kit.add("window", window(), wall=1)

art = kit.add("curtains", window(), wall=1)
for x, wide in ((1, 3), (12, 3)):
    art.rect(x, 10, wide, 14, RED[3]).rect(x + (2 if x == 1 else 0), 10, 1, 14, RED[2])

art = kit.add("window box", window(), wall=1).rect(1, 24, 14, 4, WOOD[3]).rect(1, 27, 14, 1, WOOD[1])
for x, c in ((2, RED[3]), (5, GOLD[4]), (8, ROSE[3]), (11, WHITE), (13, RED[4])):
    art.px(LEAF[3], (x, 23), (x + 1, 24), (x - 1, 24)).px(c, (x, 22), (x + 1, 22))

art = kit.add("picture", Art(16, 32), wall=1).soft(2, 10, 12, 11, BLUE[4], WOOD[1]).frame(3, 11, 10, 9, GOLD[3])
art.rect(4, 16, 8, 3, LEAF[3]).ellipse(10, 13, 1, 1, GOLD[4])

art = kit.add("portrait", Art(16, 32), wall=1).soft(3, 9, 10, 13, DARK[3], GOLD[1]).frame(4, 10, 8, 11, GOLD[3])
art.ellipse(7.5, 14, 1.8, 2, (233, 186, 140, 255)).rect(5, 17, 6, 3, RED[1])

art = kit.add("clock", Art(16, 32), wall=1).ellipse(7.5, 14, 5, 5, WOOD[0]).ellipse(7.5, 14, 4, 4, WHITE)
art.line(7, 14, 7, 11, OUTLINE).line(8, 14, 10, 14, OUTLINE)

art = kit.add("blackboard", Art(32, 32), wall=1).soft(1, 8, 30, 17, (62, 92, 80, 255), WOOD[1]).frame(2, 9, 28, 15, WOOD[4])
art.rect(6, 12, 9, 1, WHITE).rect(6, 15, 14, 1, (190, 206, 190, 255)).line(20, 20, 25, 13, WHITE).rect(10, 23, 4, 1, WHITE)

art = kit.add("notices", Art(32, 32), wall=1).soft(2, 8, 28, 16, PALE[3], WOOD[1]).frame(3, 9, 26, 14, WOOD[4])
for x, y, c in ((6, 12, WHITE), (13, 11, GOLD[5]), (20, 13, BLUE[5]), (10, 17, ROSE[5]), (23, 18, WHITE)):
    art.rect(x, y, 5, 4, c).rect(x + 1, y + 1, 3, 1, GREY[3]).px(RED[3], (x + 2, y))

art = kit.add("wall shelf", Art(16, 32), wall=1).rect(1, 19, 14, 2, WOOD[3]).rect(1, 18, 14, 1, WOOD[5])
art.rect(2, 13, 3, 5, RED[2]).rect(6, 14, 2, 4, TEAL[3]).rect(10, 12, 4, 6, PALE[4]).rect(10, 12, 4, 1, WOOD[2])

art = kit.add("mirror", Art(16, 32), wall=1).ellipse(7.5, 15, 4.6, 6.6, GOLD[1]).ellipse(7.5, 15, 3.7, 5.7, GLASS)
art.line(6, 17, 9, 12, WHITE)

art = kit.add("wall lamp", Art(16, 32), wall=1).rect(7, 15, 2, 4, GOLD[1]).soft(4, 9, 8, 7, GOLD[5], GOLD[2])
art.rect(6, 10, 3, 4, WHITE)

art = kit.add("dartboard", Art(16, 32), wall=1).ellipse(7.5, 15, 6, 6, OUTLINE).ellipse(7.5, 15, 5, 5, PALE[5])
art.ellipse(7.5, 15, 3.6, 3.6, RED[2]).ellipse(7.5, 15, 2.4, 2.4, PALE[5]).ellipse(7.5, 15, 1.1, 1.1, LEAF[2])

art = kit.add("eye chart", Art(16, 32), wall=1).soft(3, 8, 10, 15, WHITE, GREY[2]).rect(7, 10, 2, 3, OUTLINE)
art.rect(5, 14, 6, 1, OUTLINE).rect(6, 16, 4, 1, OUTLINE).rect(6, 18, 4, 1, GREY[3]).rect(6, 20, 4, 1, GREY[3])

art = kit.add("wall map", Art(32, 32), wall=1).soft(2, 8, 28, 16, SAND[5], WOOD[1]).ellipse(11, 16, 6, 4.5, LEAF[4])
art.ellipse(21, 15, 5, 4, LEAF[4]).line(4, 20, 27, 12, WATER[3]).px(RED[3], (20, 13))

for wide in (16, 32):
    # The beam over a doorway, drawn over residents; the door posts' feet and the threshold; a mat.
    art = kit.add(f"lintel {wide // 16}", Art(wide, 16), flat=1).rect(0, 0, wide, 6, CAP_TOP).rect(0, 0, wide, 1, OUTLINE)
    art.rect(0, 1, wide, 1, CAP_RIM).rect(0, 5, wide, 1, CAP_RIM).rect(0, 6, wide, 3, WOOD[3]).rect(0, 6, wide, 1, WOOD[4])
    art.rect(0, 9, wide, 1, WOOD[0]).rect(0, 10, 2, 6, WOOD[3]).rect(wide - 2, 10, 2, 6, WOOD[3])
    art.rect(2, 10, wide - 4, 3, (*OUTLINE[:3], 70))
    art = kit.add(f"sill {wide // 16}", Art(wide, 16), flat=1).rect(0, 0, 2, 16, WOOD[3]).rect(wide - 2, 0, 2, 16, WOOD[2])
    art.rect(2, 14, wide - 4, 2, GREY[4]).rect(2, 0, wide - 4, 6, (*OUTLINE[:3], 45))
    art = kit.add(f"mat {wide // 16}", Art(wide, 16), flat=1).soft(2, 2, wide - 4, 10, BRICK[3], BRICK[0])
    art.frame(4, 4, wide - 8, 6, BRICK[5])
