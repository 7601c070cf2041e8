"""Accessories of people: glasses, hats, aprons, scarves, beards. One drawing each, by name."""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

from collections.abc import Callable

from assets.make.hair import CLEAR, H, W, edge, place
from assets.make.palette import BLUE, DARK, GOLD, GREY, OUTLINE, RED, ROSE, SAND, TEAL, WHITE, WOOD, Colour, Ramp
from assets.make.pixels import Art

Worn = Callable[[Art, str], Art]
"""Draws on an empty frame for a standing figure that faces a way (down, left, up)."""


def glasses(art: Art, way: str) -> Art:
    """Round, with a glint."""
    rim: Colour = (92, 74, 92, 255)
    lens: Colour = (226, 238, 242, 255)
    if way == "up":
        return art
    for x in (4, 9) if way == "down" else (3,):
        art.frame(x, 8, 3, 4, rim).px(lens, (x + 1, 9)).px(OUTLINE, (x + 1, 10))
    return art.rect(7, 9, 2, 1, rim) if way == "down" else art.rect(6, 9, 4, 1, rim)


def straw_hat(art: Art, _: str) -> Art:
    """With a red band; the same from every side."""
    art.ellipse(7.5, 5.4, 7.4, 2.4, SAND[2]).ellipse(7.5, 4.9, 6.6, 1.7, SAND[4]).ellipse(7.5, 3.2, 4.2, 2.8, SAND[4])
    return art.rect(4, 4, 8, 1, RED[3]).px(SAND[5], (5, 2), (6, 1), (7, 1)).outline(SAND[0])


def _cap(art: Art, way: str, r: Ramp, peak: Colour) -> Art:
    art.ellipse(7.5, 4.6, 5.4, 3.6, r[2]).rect(1, 6, 14, 4, CLEAR).px(r[4], (5, 2), (6, 2), (4, 3)).rect(3, 5, 10, 1, r[1])
    if way != "up":
        art.rect(*((3, 6, 10, 1) if way == "down" else (0, 6, 6, 1)), peak)
    return art


def cap(art: Art, way: str) -> Art:
    """Red, of cloth."""
    return _cap(art, way, RED, RED[0]).outline(RED[0])


def peaked_cap(art: Art, way: str) -> Art:
    """Blue, of a uniform, with a badge."""
    _cap(art, way, BLUE, OUTLINE)
    if way == "down":
        art.px(GOLD[4], (7, 4), (8, 4))
    return art.outline(BLUE[0])


def _beard(art: Art, way: str, low: Colour, high: Colour) -> Art:
    if way == "down":
        art.rect(4, 11, 8, 2, high).rect(5, 13, 6, 1, low).rect(3, 10, 1, 2, high).rect(12, 10, 1, 2, high)
        art.rect(7, 11, 2, 1, ROSE[2])
    if way == "left":
        art.rect(3, 11, 6, 2, high).rect(4, 13, 4, 1, low).rect(8, 10, 1, 2, high)
    return art


def flower(art: Art, way: str) -> Art:
    """In the hair."""
    x = 11 if way == "down" else 8
    return art if way == "up" else art.px(ROSE[3], (x, 4), (x - 1, 5), (x + 1, 5), (x, 6)).px(GOLD[4], (x, 5))


def headscarf(art: Art, way: str) -> Art:
    """Tied at the back."""
    face = {"down": (4, 7, 8, 8), "left": (2, 7, 6, 8), "up": (4, 14, 8, 1)}[way]
    art.ellipse(7.5, 6.6, 5.4, 5, TEAL[3]).rect(*face, CLEAR).px(TEAL[4], (5, 4), (6, 3)).rect(4, 6, 8, 1, TEAL[2])
    return edge(art, TEAL)


def cooks_hat(art: Art, _: str) -> Art:
    """White and puffed; the same from every side."""
    art.ellipse(4.5, 1.8, 2.6, 2.2, WHITE).ellipse(10.5, 1.8, 2.6, 2.2, WHITE).ellipse(7.5, 1.4, 3, 2.2, WHITE)
    return art.rect(4, 2, 8, 4, WHITE).rect(4, 5, 8, 1, GREY[5]).outline(GREY[3])


def hood(art: Art, way: str) -> Art:
    """Brown, over all but the face."""
    art.ellipse(7.5, 7, 6.2, 6, WOOD[2]).px(WOOD[3], (4, 3), (5, 2), (6, 2), (3, 5))
    if way != "up":
        art.ellipse(7.5 if way == "down" else 5.2, 8.8, 3.9 if way == "down" else 3.2, 4.2, CLEAR)
    return edge(art, WOOD)


def apron(art: Art, way: str) -> Art:
    """White, with a pocket."""
    if way == "down":
        art.rect(5, 14, 6, 7, WHITE).rect(5, 20, 6, 1, GREY[4]).px(WHITE, (5, 13), (10, 13))
        return art.rect(6, 17, 4, 2, GREY[5])
    if way == "left":
        return art.rect(5, 14, 2, 7, WHITE).rect(7, 16, 4, 1, WHITE)
    return art.rect(4, 16, 8, 1, WHITE).px(WHITE, (7, 17), (8, 18), (6, 18))


def scarf(art: Art, way: str) -> Art:
    """Red, with an end hanging down."""
    art.rect(4, 12, 8, 2, RED[3]).rect(4, 13, 8, 1, RED[2])
    return art.rect(9, 14, 2, 4, RED[3]).px(RED[2], (9, 17), (10, 17)) if way != "up" else art


EXTRAS: dict[str, Worn] = {
    "none": lambda art, _: art, "glasses": glasses, "straw hat": straw_hat, "apron": apron, "cap": cap, "scarf": scarf,
    "beard": lambda art, way: _beard(art, way, DARK[1], DARK[2]),
    "white beard": lambda art, way: _beard(art, way, GREY[4], GREY[5]),
    "flower": flower, "peaked cap": peaked_cap, "headscarf": headscarf, "cook's hat": cooks_hat, "hood": hood,
}
IN_BED = ("beard", "white beard", "flower")
"""Accessories that are drawn in the sleeping frame too."""


def extra_art(name: str, way: str, frame: int) -> Art:
    """One frame of an accessory."""
    art = Art(W, H)
    return art if frame == 4 and name not in IN_BED else place(EXTRAS[name](art, way), frame)
