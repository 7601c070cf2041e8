"""Icons of shopping, feeling and the rest, 16 x 16: the second half of the atlas."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import (  # isort: skip
    BLUE, BRICK, GOLD, GREY, LEAF, OUTLINE, PALE, RED, ROSE, SKIN, STEEL, TEAL, VIOLET, WATER, WHITE, WOOD,
)
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()
CONE = """
       vv
      vvvv
      vggv
     ggvvvv
     vvvvtt
    vvvttttv
    vtttvvvv
   tttvvvvggg
   vvvvvgggvv
  vvvvgggvvvvv
  vvgggvvvvvtt
"""


def _face(tone: tuple[int, int, int, int] = GOLD[3], light: tuple[int, int, int, int] = GOLD[4]) -> Art:
    return Art(16, 16).ellipse(7.5, 7.5, 6, 6, tone).ellipse(6.8, 6.6, 4.4, 4.2, light)


art = kit.add("shop", Art(16, 16)).rect(3, 6, 10, 9, PALE[3]).rect(3, 6, 10, 2, PALE[4]).frame(5, 2, 6, 5, WOOD[2])
art.rect(3, 14, 10, 1, PALE[1]).ellipse(6.5, 11, 1.7, 2.2, RED[3]).ellipse(8.5, 11, 1.7, 2.2, RED[3]).px(RED[5], (6, 10))
art.px(LEAF[3], (8, 8), (9, 7))

art = kit.add("money", Art(16, 16)).ellipse(7.5, 7.5, 6, 6, GOLD[2]).ellipse(7.2, 7.2, 4.8, 4.8, GOLD[3])
art.ellipse(7, 7, 3.6, 3.6, GOLD[4]).rect(7, 4, 1, 8, GOLD[1]).rect(6, 5, 3, 1, GOLD[1]).rect(6, 7, 3, 1, GOLD[1])
art.rect(6, 10, 3, 1, GOLD[1])

art = kit.add("clean", Art(16, 16)).line(13, 1, 7, 8, WOOD[4]).line(14, 2, 8, 9, WOOD[2]).rect(5, 8, 5, 2, RED[3])
art.rect(3, 10, 7, 4, GOLD[3]).rect(3, 10, 2, 4, GOLD[4]).px(GOLD[1], (5, 13), (7, 13), (9, 13), (6, 11))
art.rect(3, 14, 6, 1, GOLD[2])

art = kit.add("garden", Art(16, 16)).rect(4, 10, 8, 5, BRICK[3]).rect(3, 9, 10, 2, BRICK[4]).line(7, 8, 7, 4, LEAF[2])
art.ellipse(4.5, 5, 2.6, 1.6, LEAF[3]).ellipse(10.5, 4, 2.8, 1.8, LEAF[4]).ellipse(7.5, 2.5, 1.4, 2, LEAF[4])
art.rect(5, 14, 6, 1, BRICK[1])

art = kit.add("pet", Art(16, 16)).ellipse(7.5, 10.5, 3.8, 3.2, WOOD[3]).ellipse(3, 7, 1.6, 2, WOOD[3])
art.ellipse(6, 4, 1.6, 2, WOOD[3]).ellipse(9.5, 4, 1.6, 2, WOOD[3]).ellipse(12.5, 7, 1.6, 2, WOOD[3])
art.px(WOOD[5], (6, 9), (7, 9))

art = kit.add("child", Art(16, 16)).ellipse(7.5, 4, 3, 3, SKIN).rect(5, 1, 5, 2, WOOD[2]).px(OUTLINE, (6, 4), (9, 4))
art.rect(5, 7, 5, 5, GOLD[3]).rect(3, 8, 2, 1, SKIN).rect(10, 8, 2, 1, SKIN).rect(5, 12, 2, 3, BLUE[2])
art.rect(8, 12, 2, 3, BLUE[2])

art = kit.add("health", Art(16, 16)).rect(1, 3, 14, 10, WHITE).rect(6, 4, 4, 8, RED[3]).rect(4, 6, 8, 4, RED[3])
art.rect(5, 1, 6, 2, GREY[3])

art = kit.add("pray", Art(16, 16)).rect(6, 6, 4, 8, WHITE).rect(6, 6, 1, 8, GREY[5]).rect(4, 14, 8, 1, GOLD[2])
art.ellipse(7.5, 3.4, 1.8, 2.6, GOLD[3]).ellipse(7.5, 4, 1, 1.4, GOLD[5]).px(OUTLINE, (7, 6))
art.px(GOLD[4], (3, 3), (12, 3), (4, 1), (11, 1))

art = kit.add("party", Art(16, 16)).rect(7, 1, 2, 2, GOLD[4])
art.stamp(0, 3, CONE, {"v": VIOLET[3], "g": GOLD[3], "t": TEAL[4]}).px(RED[3], (2, 4), (13, 6)).px(TEAL[4], (12, 2), (3, 8))
art.px(ROSE[4], (4, 1), (14, 10))

art = kit.add("love", Art(16, 16)).ellipse(5, 5.5, 3.2, 3, RED[3]).ellipse(10, 5.5, 3.2, 3, RED[3])
for k in range(7):
    art.rect(2 + k, 7 + k, 12 - 2 * k, 1, RED[3])
art.px(RED[5], (4, 4), (5, 4), (4, 5)).rect(9, 9, 2, 1, RED[2])

art = kit.add("angry", _face(RED[3], RED[4])).line(3, 4, 6, 6, OUTLINE).line(12, 4, 9, 6, OUTLINE).rect(5, 7, 1, 2, OUTLINE)
art.rect(10, 7, 1, 2, OUTLINE).rect(6, 10, 4, 1, OUTLINE).px(OUTLINE, (5, 11), (10, 11))

art = kit.add("sad", _face(BLUE[3], BLUE[4])).rect(5, 6, 1, 2, OUTLINE).rect(10, 6, 1, 2, OUTLINE)
art.rect(6, 10, 4, 1, OUTLINE).px(OUTLINE, (5, 11), (10, 11)).rect(11, 9, 1, 3, WATER[5])

art = kit.add("happy", _face()).rect(5, 5, 1, 2, OUTLINE).rect(10, 5, 1, 2, OUTLINE).rect(5, 10, 6, 1, OUTLINE)
art.rect(6, 11, 4, 1, RED[2]).px(OUTLINE, (4, 9), (11, 9)).px(ROSE[3], (3, 8), (12, 8))

art = kit.add("think", Art(16, 16)).ellipse(8, 5.5, 6, 4.2, WHITE).ellipse(4.5, 11, 1.8, 1.5, WHITE)
art.ellipse(2.5, 14, 1, 1, WHITE).px(GREY[3], (5, 6), (8, 6), (11, 6))

art = kit.add("plan", Art(16, 16)).rect(2, 3, 12, 11, WHITE).rect(2, 3, 12, 3, RED[3]).rect(4, 1, 2, 3, GREY[2])
art.rect(10, 1, 2, 3, GREY[2]).px(GREY[3], (4, 8), (7, 8), (10, 8), (4, 11), (7, 11)).rect(10, 10, 2, 2, TEAL[3])

art = kit.add("repair", Art(16, 16)).line(4, 12, 11, 5, STEEL[3]).line(3, 12, 10, 5, STEEL[3]).line(4, 13, 11, 6, STEEL[2])
art.ellipse(11.5, 4, 3, 3, STEEL[3]).rect(11, 1, 2, 3, (0, 0, 0, 0)).rect(12, 2, 3, 2, (0, 0, 0, 0))
art.ellipse(3.5, 12.5, 2, 2, STEEL[3]).px((0, 0, 0, 0), (3, 12), (4, 13))

art = kit.add("carry", Art(16, 16)).rect(2, 4, 12, 10, WOOD[4]).rect(2, 4, 12, 3, WOOD[5]).rect(6, 4, 4, 10, PALE[4])
art.rect(2, 13, 12, 1, WOOD[2]).rect(3, 9, 2, 1, WOOD[2]).rect(11, 9, 2, 1, WOOD[2])

art = kit.add("rest", Art(16, 16)).rect(3, 3, 10, 6, TEAL[3]).rect(3, 3, 10, 1, TEAL[4]).rect(1, 6, 3, 7, TEAL[2])
art.rect(12, 6, 3, 7, TEAL[2]).rect(4, 9, 8, 3, TEAL[4]).rect(3, 12, 10, 1, TEAL[1]).rect(2, 13, 2, 2, WOOD[1])
art.rect(12, 13, 2, 2, WOOD[1])

art = kit.add("travel", Art(16, 16)).rect(1, 5, 14, 10, BRICK[3]).rect(1, 5, 14, 1, BRICK[5]).rect(4, 5, 1, 10, BRICK[1])
art.rect(11, 5, 1, 10, BRICK[1]).frame(5, 2, 6, 4, WOOD[1]).rect(6, 8, 4, 3, GOLD[4]).px(TEAL[3], (2, 8), (13, 11), (2, 12))

art = kit.add("night", Art(16, 16)).ellipse(7, 8, 5.6, 5.6, GOLD[4]).ellipse(9.8, 6.2, 4.8, 4.8, (0, 0, 0, 0))
art.px(WHITE, (11, 4), (13, 9), (14, 5), (11, 11)).px(GOLD[5], (4, 5), (3, 6))

art = kit.add("idea", Art(16, 16)).ellipse(7.5, 6, 4.6, 4.6, GOLD[4]).ellipse(6.6, 5, 2.6, 2.4, GOLD[5])
art.rect(6, 10, 4, 2, GOLD[3]).rect(6, 12, 4, 2, GREY[3]).rect(7, 14, 2, 1, GREY[2]).rect(7, 6, 1, 4, GOLD[2])
art.px(GOLD[2], (6, 6), (8, 6))

art = kit.add("wait", Art(16, 16)).rect(3, 1, 10, 2, WOOD[3]).rect(3, 13, 10, 2, WOOD[3]).rect(4, 3, 8, 3, WATER[5])
art.rect(5, 6, 6, 1, WATER[5]).rect(7, 7, 2, 2, GOLD[3]).rect(5, 9, 6, 1, WATER[5]).rect(4, 10, 8, 3, WATER[5])
art.rect(5, 4, 6, 2, GOLD[3]).rect(5, 11, 6, 2, GOLD[3])
