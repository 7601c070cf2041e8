"""Kitchens and bathrooms: units one tile wide that stand side by side against a wall."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import BLUE, GLASS, GOLD, GREY, OUTLINE, PALE, RAMPS, RED, STEEL, TEAL, WATER, WHITE, WOOD, Colour
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()


def unit(height: int = 14, name: str = "wood", top: Colour | None = None) -> Art:
    """A base unit one tile wide against a wall: a worktop ten pixels deep over a front."""
    r = RAMPS[name]
    art = Art(16, 32).block(0, 31 - height - 10, 16, 10, height, r)
    if top:
        art.rect(1, 32 - height - 10, 14, 9, top).rect(1, 32 - height - 10, 14, 1, WHITE)
    return art


def cupboard_doors(art: Art, y: int, h: int, r: tuple[Colour, ...], knob: Colour) -> Art:
    """Two doors with knobs on a front."""
    art.frame(2, y, 6, h, r[1]).frame(8, y, 6, h, r[1])
    return art.px(knob, (6, y + h // 2), (9, y + h // 2))


art = kit.add("stove", unit(13, "grey", GREY[2]), solid=1)
art.ellipse(4.5, 12, 2.2, 1.6, OUTLINE).ellipse(11, 12, 2.2, 1.6, OUTLINE).ellipse(4.5, 15.5, 2.2, 1.4, OUTLINE)
art.soft(8, 9, 7, 6, STEEL[3], OUTLINE).rect(9, 10, 5, 1, STEEL[5]).soft(3, 21, 10, 7, OUTLINE, GREY[1])
art.rect(5, 24, 6, 2, RED[1]).px(RED[3], (3, 19), (6, 19)).px(WHITE, (9, 19), (12, 19)).rect(4, 28, 8, 1, GREY[4])

art = kit.add("sink", cupboard_doors(unit(13, "wood", GREY[5]), 20, 9, WOOD, GOLD[3]), solid=1)
art.soft(3, 10, 10, 6, STEEL[4], STEEL[1]).rect(4, 11, 8, 3, STEEL[3]).rect(7, 8, 2, 4, STEEL[1]).px(WHITE, (7, 8), (5, 13))


def counter() -> Art:
    return cupboard_doors(unit(13, "wood", PALE[5]), 20, 9, WOOD, GOLD[3])


kit.add("counter", counter(), solid=1)

art = kit.add("chopping board", counter(), solid=1).soft(3, 10, 9, 5, WOOD[4], WOOD[1])
art.ellipse(6, 12, 1.5, 1.2, RED[3]).rect(9, 11, 1, 3, STEEL[4])

art = kit.add("bread board", counter(), solid=1).ellipse(7.5, 12, 4.5, 2.6, WOOD[2])
art.ellipse(7.5, 11.4, 3.6, 1.8, WOOD[4]).px(WOOD[5], (5, 11), (7, 10), (9, 11))

art = kit.add("kettle", counter(), solid=1).ellipse(7, 12, 3.6, 3.2, RED[0]).ellipse(7, 11.6, 2.6, 2.3, RED[3])
art.px(RED[5], (6, 10)).rect(5, 7, 5, 1, OUTLINE)

art = kit.add("fridge", Art(16, 32), solid=1).block(1, 2, 14, 6, 23, BLUE[:2] + (GREY[5], GREY[6], WHITE, WHITE))
art.rect(2, 17, 12, 1, GREY[3]).rect(11, 11, 1, 4, GREY[2]).rect(11, 20, 1, 5, GREY[2]).rect(2, 28, 12, 1, GREY[3])
art.px(RED[3], (4, 20)).px(GOLD[3], (6, 21)).px(TEAL[3], (5, 23))

art = kit.add("bathtub", Art(32, 16)).soft(0, 1, 32, 14, GREY[5], GREY[2]).rect(1, 1, 30, 1, WHITE)
art.soft(3, 3, 26, 8, WATER[4], GREY[3])
art.rect(5, 5, 12, 1, WATER[5]).rect(9, 8, 8, 1, WATER[5]).rect(27, 2, 2, 4, STEEL[2]).rect(1, 12, 30, 2, GREY[4])

art = kit.add("toilet", Art(16, 16)).soft(4, 0, 8, 6, WHITE, GREY[2]).ellipse(7.5, 9.5, 4.5, 4.8, GREY[2])
art.ellipse(7.5, 9.2, 3.6, 3.9, WHITE).ellipse(7.5, 9.6, 2.2, 2.5, WATER[4]).px(STEEL[2], (10, 2)).shade(3, 11, 10, 5)

art = kit.add("basin", unit(12, "pale", GREY[6]), solid=1).soft(3, 11, 10, 6, WATER[5], GREY[3]).rect(7, 9, 2, 3, STEEL[1])
art.soft(3, 0, 10, 8, GLASS, PALE[1]).line(5, 5, 8, 2, WHITE)

art = kit.add("shower", Art(16, 32)).soft(0, 14, 16, 17, GREY[6], GREY[3]).rect(2, 17, 12, 11, TEAL[5])
art.rect(7, 22, 2, 2, GREY[2]).rect(3, 2, 1, 14, STEEL[2]).rect(3, 2, 6, 1, STEEL[2]).rect(7, 3, 4, 2, STEEL[1])
for x, y in ((7, 7), (9, 9), (8, 12), (10, 6), (10, 13)):
    art.px(WATER[4], (x, y), (x, y + 1))

art = kit.add("washing machine", Art(16, 32), solid=1).block(1, 9, 14, 7, 15, BLUE[:2] + (GREY[5], GREY[6], WHITE, WHITE))
art.ellipse(7.5, 23, 4.4, 4.4, GREY[2]).ellipse(7.5, 23, 3.2, 3.2, WATER[3]).px(WHITE, (6, 21)).rect(3, 17, 4, 1, GREY[3])
