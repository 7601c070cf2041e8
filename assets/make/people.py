"""Sprites of people in layers: body, trousers, shirt, hair, extra; each a column of variants of 4 directions x 5 frames.

A frame is 16 x 24 pixels, feet at the bottom. Columns 0 to 3 walk (0 and 2 stand), column 4 sleeps: a head on a pillow,
without the body, so that the bed's quilt shows. Everything is drawn facing down, left and up; right is left mirrored.
"""
# fmt: off
# (drawings are laid out by hand)

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from assets.make.accessories import EXTRAS, extra_art
from assets.make.hair import SINK, STYLES, hair_art
from assets.make.palette import HAIRS, OUTLINE, RAMPS, SKINS, WHITE, Ramp
from assets.make.pixels import Art, write_png

W, H, FRAMES = 16, 24, 5
DIRECTIONS = ("down", "left", "right", "up")
SLEEP = 4

SHIRTS: tuple[tuple[str, str], ...] = tuple(
    (cut, name)
    for cut in ("plain", "striped", "jacket", "dress")
    for name in ("red", "blue", "teal", "gold", "violet", "rose", "leaf", "brick")
)
TROUSERS: tuple[tuple[str, str], ...] = (
    ("long", "blue"), ("long", "wood"), ("long", "grey"), ("long", "teal"), ("long", "dark"),
    ("skirt", "red"), ("skirt", "blue"), ("skirt", "leaf"),
    ("shorts", "pale"),
)  # fmt: skip


def bob(frame: int) -> int:
    """Pixels that head and trunk rise in this frame."""
    return -1 if frame in (1, 3) else 0


def body(skin: Ramp, way: str, frame: int) -> Art:
    """Head, hands, legs below the trousers, shoes and the shadow on the ground."""
    art, up = Art(W, H), bob(frame)
    if frame == SLEEP:
        art.ellipse(7.5, 8.5 + SINK, 4.6, 4.6, skin[2]).ellipse(7, 7.5 + SINK, 3.4, 3, skin[3])
        return art.rect(5, 10 + SINK, 2, 1, skin[0]).rect(9, 10 + SINK, 2, 1, skin[0]).outline(skin[0])
    for x, lift in _feet(way, frame):
        art.rect(x, 19, 3, 4 - lift, skin[1]).rect(x, 21 - lift, 3, 2, (74, 52, 58, 255)).rect(x, 22 - lift, 3, 1, OUTLINE)
    for x, y in _hands(way, frame):
        art.rect(x, y, 2, 2, skin[2]).px(skin[1], (x, y + 1))
    art.ellipse(7.5, 8.5 + up, 4.6, 4.6, skin[2]).ellipse(6.8, 7.4 + up, 3.3, 3, skin[3]).rect(4, 11 + up, 8, 1, skin[2])
    art.rect(5, 12 + up, 6, 1, skin[1])
    if way == "down":
        for x in (5, 10):
            art.rect(x, 9 + up, 1, 2, OUTLINE)
        art.px(skin[1], (4, 11 + up), (11, 11 + up)).px((226, 130, 110, 120), (4, 11 + up))
    if way == "left":
        art.rect(4, 9 + up, 1, 2, OUTLINE).px(skin[1], (9, 9 + up), (9, 10 + up))
    art.outline(skin[0])
    return art.under(Art(W, H).ellipse(7.5, 22, 5, 1.6, (*OUTLINE[:3], 70)))


def _feet(way: str, frame: int) -> tuple[tuple[int, int], ...]:
    """Per foot its left edge and how far it is lifted."""
    if way == "left":
        return {1: ((4, 0), (9, 1)), 3: ((5, 1), (9, 0))}.get(frame, ((6, 0), (7, 0)))
    return {1: ((5, 0), (8, 1)), 3: ((5, 1), (8, 0))}.get(frame, ((5, 0), (8, 0)))


def _hands(way: str, frame: int) -> tuple[tuple[int, int], ...]:
    if way == "left":
        return (({1: 4, 3: 10}.get(frame, 7), 18 + bob(frame)),)
    swing = {1: (-1, 0), 3: (0, -1)}.get(frame, (0, 0))
    return (2, 17 + swing[0]), (12, 17 + swing[1])


def trousers(cut: str, r: Ramp, way: str, frame: int) -> Art:
    """Legs in cloth, or a skirt over them."""
    art = Art(W, H)
    if frame == SLEEP:
        return art
    if cut == "skirt":
        left, wide = (5, 7) if way == "left" else (4, 8)
        for k in range(3):
            art.rect(left - k // 2, 18 + k, wide + k // 2 * 2, 1, r[3])
        art.rect(left - 1, 20, wide + 2, 1, r[2]).rect(left, 18, 2, 2, r[4]).outline(r[0])
        return art.rect(0, 0, W, 18, (0, 0, 0, 0))
    for x, lift in _feet(way, frame):
        length = (2 if cut == "shorts" else 3) - lift
        art.rect(x, 18, 3, length, r[2]).rect(x + 2, 18, 1, length, r[1]).rect(x, 18, 3, 1, r[3])
    kept = art.copy().outline(r[0]).rect(0, 0, W, 18, (0, 0, 0, 0)).rect(5, 21, 6, 3, (0, 0, 0, 0))
    return kept.blit(art)


def shirt(cut: str, r: Ramp, way: str, frame: int) -> Art:
    """The trunk and the sleeves."""
    art, up = Art(W, H), bob(frame)
    if frame == SLEEP:
        return art.soft(3, 13 + SINK, 10, 3, r[3], r[0]).rect(4, 13 + SINK, 8, 2, r[3])
    x, wide = (5, 6) if way == "left" else (4, 8)
    art.rect(x, 13 + up, wide, 5 - up, r[3]).rect(x, 17, wide, 1, r[2]).rect(x + wide - 1, 14 + up, 1, 4 - up, r[2])
    art.rect(x, 13 + up, wide - 1, 1, r[4])
    if cut == "striped":
        for y in (14, 16):
            art.rect(x, y + up, wide, 1, WHITE)
    if cut == "jacket" and way != "up":
        art.rect(x if way == "left" else 7, 13 + up, 1 if way == "left" else 2, 5 - up, WHITE)
    if cut == "dress":
        art.rect(x - 1, 18, wide + 2, 2, r[3]).rect(x - 1, 20, wide + 2, 1, r[2]).rect(x - 1, 18, 2, 2, r[4])
        art.rect(x, 17, wide, 1, r[1])
    _sleeves(art, r, way, frame)
    art.outline(r[0])
    if cut != "dress":
        art.rect(0, 18, W, 1, (0, 0, 0, 0))
    return art.rect(5, 11 + up, 6, 1, (0, 0, 0, 0))


def _sleeves(art: Art, r: Ramp, way: str, frame: int) -> None:
    up = bob(frame)
    if way == "left":
        for k in range(4):
            lean = {1: -k, 3: k}.get(frame, 0) * 2 // 3
            art.rect(7 + lean, 14 + up + k, 2, 1, r[2]).px(r[1], (8 + lean, 14 + up + k))
        return
    for (x, y), side in zip(_hands(way, frame), (0, 1), strict=True):
        art.rect(x, 14 + up, 2, y - 14 - up, r[3]).rect(x + side, 14 + up, 1, y - 14 - up, r[2])


def _strip(draw: Callable[[str, int], Art]) -> Art:
    """One variant: four rows of five frames; ``draw(way, frame)`` draws all but the mirrored direction."""
    strip = Art(W * FRAMES, H * 4)
    for row, way in enumerate(DIRECTIONS):
        for frame in range(FRAMES):
            facing = "down" if frame == SLEEP else way
            art = draw("left" if facing == "right" else facing, frame)
            strip.a[row * H : (row + 1) * H, frame * W : (frame + 1) * W] = (art.flip() if facing == "right" else art).a
    return strip


def _sheet(strips: list[Art]) -> Art:
    return Art(W * FRAMES, H * 4 * len(strips), np.concatenate([strip.a for strip in strips]))


def layers() -> dict[str, Art]:
    """All layers by name, the body first."""
    bodies = [_strip(lambda way, frame, s=skin: body(s, way, frame)) for skin in SKINS]
    legs = [_strip(lambda way, frame, c=cut, n=name: trousers(c, RAMPS[n], way, frame)) for cut, name in TROUSERS]
    shirts = [_strip(lambda way, frame, c=cut, n=name: shirt(c, RAMPS[n], way, frame)) for cut, name in SHIRTS]
    hair = [_strip(lambda way, frame, s=style, c=tone: hair_art(s, c, way, frame)) for style in STYLES for tone in HAIRS]
    extras = [_strip(lambda way, frame, n=name: extra_art(n, way, frame)) for name in EXTRAS]
    made = {"body": bodies, "trousers": legs, "shirt": shirts, "hair": hair, "extra": extras}
    return {name: _sheet(strips) for name, strips in made.items()}


def write(folder: Path) -> None:
    """Write the layers as PNG, and their layout as ``sprites.json``."""
    made = layers()
    for name, art in made.items():
        write_png(folder / f"{name}.png", np.ascontiguousarray(art.a))
    counts = {name: art.h // (H * 4) for name, art in made.items()}
    entry = {
        "frame": [W, H], "directions": list(DIRECTIONS), "frames": 4, "sleep": SLEEP, "columns": FRAMES,
        "layers": [{"name": name, "file": f"{name}.png", "variants": counts[name]} for name in made],
        "variants": "variant v starts at y = v * 4 * 24; indices of a look are taken modulo what there is",
        "hair": {"styles": len(STYLES), "colours": len(HAIRS), "variant": "hair * colours + hair_colour"},
        "look": {"body": "skin", "trousers": "trousers", "shirt": "shirt", "hair": ["hair", "hair_colour"], "extra": "extra"},
        "names": {
            "hair": list(STYLES), "extra": list(EXTRAS), "shirt": [f"{cut} {name}" for cut, name in SHIRTS],
            "trousers": [f"{cut} {name}" for cut, name in TROUSERS],
        },
    }  # fmt: skip
    (folder / "sprites.json").write_text(json.dumps(entry, indent=1) + "\n")
