"""Beds, tables, chairs, sofas, rugs, bookcases and counters, with their colours and sizes as arguments."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import BLUE, BRICK, GOLD, GREY, LEAF, RAMPS, RED, ROSE, TEAL, VIOLET, WHITE, WOOD, Colour
from assets.make.pixels import Art
from assets.make.tileset import Kit

kit = Kit()


def bed(cloth: str, wide: int = 1) -> Art:
    """Head at the top: pillow, turned-down sheet, quilt, a low foot board."""
    r, w = RAMPS[cloth], wide * 16
    art = Art(w, 32).soft(1, 1, w - 2, 30, WOOD[3], WOOD[0]).rect(2, 2, w - 4, 2, WOOD[4])
    art.soft(2, 5, w - 4, 24, WHITE, GREY[3]).rect(3, 13, w - 6, 15, r[3]).rect(3, 13, w - 6, 3, r[5])
    for k in range(wide):
        art.soft(4 + 16 * k - (k * 2), 6, 10, 6, WHITE, GREY[4]).rect(6 + 14 * k, 10, 7, 1, GREY[5])
    for y in (19, 24):
        art.rect(3, y, w - 6, 1, r[2])
    for x in range(7, w - 4, 5):
        art.rect(x, 16, 1, 12, r[2])
    art.rect(3, 16, 1, 12, r[4]).rect(w - 4, 16, 1, 12, r[2])
    return art.soft(1, 28, w - 2, 4, WOOD[3], WOOD[0]).rect(2, 29, w - 4, 1, WOOD[4])


def table(w: int, d: int, name: str = "wood") -> Art:
    """A table of w x d pixels of top, on its footprint of whole tiles, with legs and shadow."""
    r = RAMPS[name]
    art = Art((w + 15) // 16 * 16, (d + 15) // 16 * 16)
    x, y = (art.w - w) // 2, art.h - d - 1
    art.soft(x, y, w, d - 4, r[3], r[0]).rect(x + 1, y + 1, w - 2, 1, r[5]).rect(x + 1, y + 2, w - 2, d - 8, r[4])
    for k in range(y + 4, y + d - 7, 4):
        art.rect(x + 3, k, w - 9, 1, r[3])
    for leg in (x + 1, x + w - 3):
        art.rect(leg, y + d - 4, 2, 4, r[1])
    return art.ground(x + 1, y + d - 4, w - 2, 4)


def round_table(cloth: Colour | None = None) -> Art:
    """For two, with a cloth or without."""
    art = Art(16, 16).ellipse(7.5, 7, 7.4, 5.6, WOOD[0]).ellipse(7.5, 6.4, 6.5, 4.6, cloth or WOOD[4])
    art.ellipse(7, 5.6, 4.5, 2.6, WHITE if cloth else WOOD[5]).ellipse(7.5, 6.4, 3.5, 2.2, cloth or WOOD[4])
    return art.rect(7, 12, 2, 3, WOOD[1]).rect(5, 14, 6, 1, WOOD[0]).shade(2, 11, 12, 5)


def chair(way: str, seat: str = "wood") -> Art:
    """A chair that looks north, south, east or west."""
    r, art = RAMPS[seat], Art(16, 16)
    if way == "south":
        art.soft(3, 1, 10, 7, WOOD[3], WOOD[0]).rect(4, 2, 8, 1, WOOD[5]).rect(5, 4, 6, 1, WOOD[1])
        art.soft(3, 7, 10, 6, r[4], WOOD[0])
    elif way == "north":
        art.soft(3, 4, 10, 6, r[4], WOOD[0]).soft(3, 9, 10, 5, WOOD[3], WOOD[0]).rect(4, 10, 8, 1, WOOD[5])
    else:
        art.soft(4, 6, 9, 7, r[4], WOOD[0]).soft(3, 1, 3, 12, WOOD[3], WOOD[0]).rect(4, 2, 1, 9, WOOD[5])
        art = art.flip() if way == "west" else art
    legs = art.copy().rect(4, 13, 1, 2, WOOD[0]).rect(11, 13, 1, 2, WOOD[0])
    return legs.shade(2, 11, 12, 5)


def stool(cloth: str = "wood") -> Art:
    """Without a back."""
    r = RAMPS[cloth]
    art = Art(16, 16).rect(5, 10, 1, 4, WOOD[0]).rect(10, 10, 1, 4, WOOD[0]).ellipse(7.5, 8, 4.4, 3.4, r[0])
    return art.ellipse(7.5, 7.4, 3.5, 2.4, r[4]).px(r[5], (6, 6), (7, 6)).shade(3, 11, 10, 4)


def sofa(cloth: str, wide: int = 2) -> Art:
    """Seen from the front; one tile wide it is an armchair."""
    r, w = RAMPS[cloth], wide * 16
    art = Art(w, 16).soft(1, 0, w - 2, 9, r[2], r[0]).rect(2, 1, w - 4, 2, r[4]).rect(2, 3, w - 4, 4, r[3])
    art.soft(2, 7, w - 4, 7, r[4], r[1]).rect(3, 11, w - 6, 2, r[2])
    for x in (0, w - 5):
        art.soft(x, 4, 5, 11, r[3], r[0]).rect(x + 1, 5, 3, 1, r[5])
    for k in range(1, wide):
        art.rect(16 * k, 2, 1, 10, r[1])
    return art.ground(2, 14, w - 4, 2)


def bookcase(wide: int = 1, name: str = "wood", seed: int = 0) -> Art:
    """Shelves full of books of every colour."""
    r, w = RAMPS[name], wide * 16
    spines = (RED[2], BLUE[2], GOLD[2], TEAL[2], VIOLET[2], BRICK[3], GREY[4], LEAF[2])
    art = Art(w, 32).soft(0, 1, w, 30, r[2], r[0]).rect(1, 2, w - 2, 3, r[4]).rect(1, 2, w - 2, 1, r[5])
    for shelf, y in enumerate((6, 14, 22)):
        art.rect(2, y, w - 4, 7, r[0])
        x = 2
        while x < w - 3:
            n = x * 7 + shelf * 5 + seed * 3
            wide_book, tall = 1 + n % 2, 4 + n % 3
            if n % 9:
                art.rect(x, y + 7 - tall, min(wide_book, w - 2 - x), tall, spines[n % 8]).px(WHITE, (x, y + 8 - tall))
            x += wide_book
        art.rect(1, y + 7, w - 2, 1, r[4])
    return art


def rug(w: int, h: int, name: str, second: str = "gold") -> Art:
    """A patterned rug of w x h tiles with a border and fringe."""
    r, s, width, height = RAMPS[name], RAMPS[second], w * 16, h * 16
    art = Art(width, height).rect(2, 2, width - 4, height - 4, r[2]).frame(2, 2, width - 4, height - 4, r[1])
    art.frame(4, 4, width - 8, height - 8, s[4]).rect(6, 6, width - 12, height - 12, r[3])
    for y in range(3, height - 3, 2):
        art.px(s[5], (1, y), (width - 2, y))
    for y in range(10, height - 9, 8):
        for x in range(10, width - 9, 8):
            art.px(s[4], (x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)).px(r[5], (x, y))
    return art


CLOTHS = ("teal", "red", "violet", "blue", "gold")
RUGS = (("red", "gold"), ("blue", "rose"), ("teal", "gold"), ("violet", "rose"), ("brick", "gold"))

for _cloth in (*CLOTHS, "rose"):
    kit.add(f"{_cloth} bed", bed(_cloth), foot=2)
    kit.add(f"{_cloth} double bed", bed(_cloth, 2), foot=2)
for _wood in ("wood", "dark"):
    kit.add(f"{_wood} bookcase", bookcase(1, _wood, 1), solid=1)
    kit.add(f"{_wood} wide bookcase", bookcase(2, _wood, 4), solid=1)
kit.add("tall bookcase", bookcase(2, "dark", 9), solid=1)
for _name, _w, _d in (("small table", 14, 14), ("table", 30, 15), ("long table", 46, 15), ("big table", 30, 28)):
    kit.add(_name, table(_w, _d), solid=(_d + 15) // 16)
kit.add("pale table", table(30, 15, "pale"), solid=1)
kit.add("round table", round_table(), solid=1)
kit.add("cloth table", round_table(ROSE[5]), solid=1)
for _way in ("north", "south", "east", "west"):
    kit.add(f"chair {_way}", chair(_way))
    kit.add(f"red chair {_way}", chair(_way, "red"))
kit.add("stool", stool())
kit.add("red stool", stool("red"))
for _cloth in CLOTHS:
    kit.add(f"{_cloth} armchair", sofa(_cloth, 1))
    kit.add(f"{_cloth} sofa", sofa(_cloth))
for _first, _second in RUGS:
    kit.add(f"{_first} rug", rug(2, 2, _first, _second), flat=1)
    kit.add(f"{_first} wide rug", rug(3, 2, _first, _second), flat=1)
    kit.add(f"{_first} big rug", rug(4, 3, _first, _second), flat=1)
