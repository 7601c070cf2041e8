"""Hair: ten styles, drawn looking down, left and up in any colour."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from assets.make.palette import OUTLINE, RAMPS, Colour, Ramp
from assets.make.pixels import Art

W, H = 16, 24
SINK = 8
"""Pixels that the head lies lower in the sleeping frame."""
CLEAR: Colour = (0, 0, 0, 0)
STYLES = ("crop", "fringe", "bob", "long", "puffs", "bun", "balding", "spiky", "ponytail", "curls")


def place(art: Art, frame: int) -> Art:
    """Move a drawing for a standing head to the head's place in this frame."""
    if frame == 4:
        low = art.shift(0, SINK)
        return low.rect(0, 23, W, 1, CLEAR)
    return art.shift(0, -1) if frame in (1, 3) else art


def hair_art(style: str, r: Ramp, way: str, frame: int) -> Art:
    """One frame of hair; ``r`` is outline, hair, shine."""
    art = {"down": _front, "up": _back, "left": _side}[way](style, r)
    return place(art, frame)


def _shine(art: Art, r: Ramp, left: int = 4) -> None:
    if art.a[5, left, 3]:
        art.px(r[2], (left, 5), (left + 1, 4), (left + 2, 4), (left + 1, 5))


def edge(art: Art, r: Ramp) -> Art:
    """Outline a drawing, but not inside the face."""
    inner = art.copy()
    art.outline(r[0])
    face = Art(W, H).ellipse(7.5, 8.5, 4.6, 4.6, OUTLINE)
    inside = (face.a[..., 3] > 0) & (inner.a[..., 3] == 0)
    art.a[inside] = 0
    return art


def _front(style: str, r: Ramp) -> Art:
    art = Art(W, H)
    if style == "balding":
        art.rect(3, 7, 1, 4, r[1]).rect(12, 7, 1, 4, r[1]).px(r[1], (4, 6), (11, 6))
        return edge(art, r)
    if style == "puffs":
        art.ellipse(3, 4.5, 3, 3, r[1]).ellipse(12, 4.5, 3, 3, r[1]).px(r[2], (2, 3), (11, 3))
    if style in ("long", "ponytail"):
        wide = 2 if style == "long" else 1
        art.rect(2, 6, wide, 10 if style == "long" else 5, r[1]).rect(14 - wide, 6, wide, 10 if style == "long" else 5, r[1])
    if style == "bob":
        art.rect(2, 6, 2, 7, r[1]).rect(12, 6, 2, 7, r[1])
    if style == "bun":
        art.ellipse(7.5, 1.8, 2.8, 2.2, r[1]).px(r[2], (6, 1))
    if style == "curls":
        for x, y in ((3, 5), (6, 3), (9, 3), (12, 5), (2, 8), (13, 8), (3, 11), (12, 11)):
            art.ellipse(x, y, 2.2, 2.2, r[1]).px(r[2], (x - 1, y - 1))
    art.ellipse(7.5, 7.2, 5.2, 5.0, r[1])
    face_top = {"crop": 7, "fringe": 8, "bob": 8, "long": 7, "puffs": 7, "bun": 6, "spiky": 7, "ponytail": 7, "curls": 7}[style]
    art.rect(4, face_top, 8, 8, CLEAR).rect(4, 12, 8, 4, CLEAR)
    if style == "crop":
        art.rect(3, 9, 1, 4, CLEAR).rect(12, 9, 1, 4, CLEAR)
    if style == "fringe":
        art.rect(9, 7, 2, 1, CLEAR).px(r[1], (4, 9)).px(CLEAR, (7, 8), (10, 8))
        art.rect(3, 10, 1, 3, CLEAR).rect(12, 10, 1, 3, CLEAR)
    if style in ("long", "ponytail", "bun"):
        art.px(r[1], (4, 7), (11, 7), (4, 8), (11, 8)).px(CLEAR, (7, 6), (8, 6))
    if style == "spiky":
        art.px(r[1], (3, 2), (6, 1), (9, 1), (12, 2), (4, 3), (7, 2), (10, 2), (11, 3), (4, 7), (8, 7), (11, 7))
    _shine(art, r)
    return edge(art, r)


def _back(style: str, r: Ramp) -> Art:
    art = Art(W, H)
    if style == "balding":
        art.rect(3, 7, 10, 5, r[1]).rect(5, 7, 6, 2, CLEAR)
        return edge(art, r)
    art.ellipse(7.5, 7.6, 5.2, 5.2, r[1])
    if style in ("crop", "fringe", "spiky"):
        art.rect(4, 12, 8, 2, CLEAR)
    if style == "long":
        art.rect(2, 7, 12, 9, r[1]).rect(5, 10, 1, 6, r[0]).rect(10, 10, 1, 6, r[0])
    if style == "bob":
        art.rect(2, 7, 12, 6, r[1])
    if style == "ponytail":
        art.rect(6, 9, 4, 8, r[1]).rect(6, 9, 4, 1, RAMPS["red"][3]).px(r[2], (7, 12), (7, 13))
    if style == "puffs":
        art.ellipse(3, 4.5, 3, 3, r[1]).ellipse(12, 4.5, 3, 3, r[1])
    if style == "bun":
        art.ellipse(7.5, 2.4, 2.8, 2.4, r[1]).px(r[2], (6, 2))
    if style == "curls":
        for x, y in ((3, 5), (7, 3), (12, 5), (2, 9), (13, 9), (4, 12), (8, 13), (11, 12)):
            art.ellipse(x, y, 2.2, 2.2, r[1]).px(r[2], (x - 1, y - 1))
    if style == "spiky":
        art.px(r[1], (3, 2), (6, 1), (9, 1), (12, 2), (4, 3), (7, 2), (10, 2), (11, 3))
    _shine(art, r, 5)
    return edge(art, r)


def _side(style: str, r: Ramp) -> Art:
    """Looking left: the face is on the left."""
    art = Art(W, H)
    if style == "balding":
        art.rect(8, 7, 5, 5, r[1]).rect(8, 7, 2, 2, CLEAR)
        return edge(art, r)
    if style == "long":
        art.rect(9, 6, 5, 10, r[1])
    if style == "bob":
        art.rect(8, 6, 6, 7, r[1])
    if style == "ponytail":
        art.rect(12, 6, 3, 9, r[1]).px(RAMPS["red"][3], (12, 6), (12, 7)).px(r[2], (13, 9))
    if style == "bun":
        art.ellipse(10.5, 2.4, 2.6, 2.4, r[1]).px(r[2], (9, 2))
    if style == "puffs":
        art.ellipse(10.5, 4.0, 3.4, 3.4, r[1]).px(r[2], (9, 2))
    if style == "curls":
        for x, y in ((4, 5), (7, 3), (11, 4), (13, 7), (12, 10), (10, 12)):
            art.ellipse(x, y, 2.2, 2.2, r[1]).px(r[2], (x - 1, y - 1))
    art.ellipse(7.9, 7.2, 5.2, 5.0, r[1]).rect(2, 8 if style in ("fringe", "bob") else 7, 6, 8, CLEAR).rect(2, 11, 8, 5, CLEAR)
    if style in ("crop", "fringe", "spiky"):
        art.rect(8, 11, 6, 3, CLEAR).px(CLEAR, (8, 9), (8, 10))
    else:
        art.rect(9, 8, 4, 4, r[1])
    if style == "spiky":
        art.px(r[1], (3, 3), (5, 1), (8, 1), (11, 1), (13, 3), (6, 2), (9, 2), (12, 3))
    _shine(art, r, 5)
    return edge(art, r)
