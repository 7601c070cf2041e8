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


def cupboard_doors(art: Art, y: int, h: int, r: tuple[Colour, ...], knob: Colour, w: int = 16) -> Art:
    """Two doors with knobs on a front."""
    half = w // 2
    for x in (2, half):
        art.frame(x, y, half - 2, h, r[1])
    return art.px(knob, (half - 2, y + h // 2), (half + 1, y + h // 2))


@kit.piece("stove", solid=1)
def stove() -> Art:
    art = unit(13, "grey", GREY[2])
    art.ellipse(4.5, 12, 2.2, 1.6, OUTLINE).ellipse(11, 12, 2.2, 1.6, OUTLINE).ellipse(4.5, 15.5, 2.2, 1.4, OUTLINE)
    art = (
        art.soft(8, 9, 7, 6, STEEL[3], OUTLINE).rect(9, 10, 5, 1, STEEL[5]).soft(3, 21, 10, 7, OUTLINE, GREY[1])
        .rect(5, 24, 6, 2, RED[1])
    )
    return art.px(RED[3], (3, 19), (6, 19)).px(WHITE, (9, 19), (12, 19)).rect(4, 28, 8, 1, GREY[4])


@kit.piece("sink", solid=1)
def sink() -> Art:
    art = cupboard_doors(unit(13, "wood", GREY[5]), 20, 9, WOOD, GOLD[3])
    return (
        art.soft(3, 10, 10, 6, STEEL[4], STEEL[1]).rect(4, 11, 8, 3, STEEL[3]).rect(7, 8, 2, 4, STEEL[1])
        .px(WHITE, (7, 8), (5, 13))
    )


@kit.piece("counter", solid=1)
def counter() -> Art:
    return cupboard_doors(unit(13, "wood", PALE[5]), 20, 9, WOOD, GOLD[3])


kit.add("chopping board", (
    counter().copy().soft(3, 10, 9, 5, WOOD[4], WOOD[1]).ellipse(6, 12, 1.5, 1.2, RED[3])
    .rect(9, 11, 1, 3, STEEL[4])
), solid=1)

kit.add("bread board", (
    counter().copy().ellipse(7.5, 12, 4.5, 2.6, WOOD[2]).ellipse(7.5, 11.4, 3.6, 1.8, WOOD[4])
    .px(WOOD[5], (5, 11), (7, 10), (9, 11))
), solid=1)

kit.add("kettle", (
    counter().copy().ellipse(7, 12, 3.6, 3.2, RED[0]).ellipse(7, 11.6, 2.6, 2.3, RED[3]).px(RED[5], (6, 10))
    .rect(5, 7, 5, 1, OUTLINE)
), solid=1)


@kit.piece("fridge", solid=1)
def fridge() -> Art:
    art = Art(16, 32).block(1, 2, 14, 6, 23, BLUE[:2] + (GREY[5], GREY[6], WHITE, WHITE))
    art.rect(2, 17, 12, 1, GREY[3]).rect(11, 11, 1, 4, GREY[2]).rect(11, 20, 1, 5, GREY[2]).rect(2, 28, 12, 1, GREY[3])
    return art.px(RED[3], (4, 20)).px(GOLD[3], (6, 21)).px(TEAL[3], (5, 23))


@kit.piece("bathtub")
def bathtub() -> Art:
    art = Art(32, 16).soft(0, 1, 32, 14, GREY[5], GREY[2]).rect(1, 1, 30, 1, WHITE).soft(3, 3, 26, 8, WATER[4], GREY[3])
    return (
        art.rect(5, 5, 12, 1, WATER[5]).rect(9, 8, 8, 1, WATER[5]).rect(27, 2, 2, 4, STEEL[2])
        .rect(1, 12, 30, 2, GREY[4])
    )


@kit.piece("toilet")
def toilet() -> Art:
    art = (
        Art(16, 16).soft(4, 0, 8, 6, WHITE, GREY[2]).ellipse(7.5, 9.5, 4.5, 4.8, GREY[2])
        .ellipse(7.5, 9.2, 3.6, 3.9, WHITE)
    )
    return art.ellipse(7.5, 9.6, 2.2, 2.5, WATER[4]).px(STEEL[2], (10, 2)).shade(3, 11, 10, 5)


@kit.piece("basin", solid=1)
def basin() -> Art:
    art = unit(12, "pale", GREY[6]).soft(3, 11, 10, 6, WATER[5], GREY[3]).rect(7, 9, 2, 3, STEEL[1])
    return art.soft(3, 0, 10, 8, GLASS, PALE[1]).line(5, 5, 8, 2, WHITE)


@kit.piece("shower")
def shower() -> Art:
    art = Art(16, 32).soft(0, 14, 16, 17, GREY[6], GREY[3]).rect(2, 17, 12, 11, TEAL[5]).rect(7, 22, 2, 2, GREY[2])
    art.rect(3, 2, 1, 14, STEEL[2]).rect(3, 2, 6, 1, STEEL[2]).rect(7, 3, 4, 2, STEEL[1])
    for x, y in ((7, 7), (9, 9), (8, 12), (10, 6), (10, 13)):
        art.px(WATER[4], (x, y), (x, y + 1))
    return art


@kit.piece("washing machine", solid=1)
def washing_machine() -> Art:
    art = Art(16, 32).block(1, 9, 14, 7, 15, BLUE[:2] + (GREY[5], GREY[6], WHITE, WHITE))
    return (
        art.ellipse(7.5, 23, 4.4, 4.4, GREY[2]).ellipse(7.5, 23, 3.2, 3.2, WATER[3]).px(WHITE, (6, 21))
        .rect(3, 17, 4, 1, GREY[3])
    )
