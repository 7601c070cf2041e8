"""The palette: colour ramps from dark to light, warm in the light and slightly violet in the shade."""

from __future__ import annotations

Colour = tuple[int, int, int, int]
Ramp = tuple[Colour, ...]


def colour(text: str) -> Colour:
    """``"8f5d44"`` -> (143, 93, 68, 255)."""
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16), 255


def ramp(text: str) -> Ramp:
    """Blank-separated hex colours -> a ramp, dark to light."""
    return tuple(colour(part) for part in text.split())


def between(a: Colour, b: Colour) -> Colour:
    """The colour half way from one to another."""
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2, (a[2] + b[2]) // 2, (a[3] + b[3]) // 2


OUTLINE = colour("2b2338")
CLEAR = (0, 0, 0, 0)
WHITE = colour("fbf5e6")

RAMPS: dict[str, Ramp] = {
    "grey": ramp("2b2338 4a4458 6f697b 9a94a0 c7c1c2 e8e2d8 fbf5e6"),
    "grass": ramp("3d5a3f 557a44 6f974b 86ad55 a3c463 c6d97c"),
    "leaf": ramp("253f3d 33594a 467a50 639a56 8bb85f b9d37a"),
    "pine": ramp("213a40 2b5150 3b6d5c 55896a 79a77c 9cc08f"),
    "dirt": ramp("5f4440 84604b a9805b c99f70 e0bf8c f1dcb0"),
    "sand": ramp("84604b a9805b cfab7c e3c796 f1dcb0 fbf0d2"),
    "wood": ramp("3f2a35 5f3d3d 845645 a97450 c99862 e3bd84"),
    "pale": ramp("6b4a41 94694d b98c5f d4ad77 e8ca97 f6e3bd"),
    "dark": ramp("2b2338 3f2f3d 58414a 745555 917064 b09079"),
    "brick": ramp("5a2f3d 7f4043 a7574b c77559 dd9871 eebd98"),
    "red": ramp("5f2440 8d3145 b8434b d9635a ee8f78 f8bfa3"),
    "gold": ramp("6b4a41 a06a35 d0963f edbd54 f8dc83 fdf1c0"),
    "water": ramp("2b3f66 34598a 4279a4 5b9bb8 86c0c8 c3e5dc"),
    "blue": ramp("2b2b57 3c437f 5366a6 7791c6 a3bbdd d3e0ee"),
    "violet": ramp("3a2450 59376e 7f5391 a57bb0 c9a5cb e6d0e0"),
    "teal": ramp("203f4c 2c5f66 3f857f 64a893 98c9ad cfe6cd"),
    "rose": ramp("6b3148 94485d bf6b78 dd9495 efbcb1 f9dfd0"),
    "steel": ramp("2b2f45 454d66 66738c 8f9db0 bcc8d0 e4ebe8"),
}

SKINS: tuple[Ramp, ...] = (
    ramp("9a5a50 d9987a f2c39c fbdcb9"),
    ramp("8c4f48 c58763 e6b184 f4cc9f"),
    ramp("75453f a86c4c cf9566 e3b283"),
    ramp("5f3a3b 8a5640 b07a50 c8966a"),
    ramp("4a2f38 6b4439 8d5f45 a97a58"),
    ramp("3a2735 523438 6d4940 875f4d"),
)
"""Outline, shade, skin, light."""

HAIRS: tuple[Ramp, ...] = (
    ramp("2b2338 3b3145 554860"),
    ramp("3f2a35 5f3d3d 845645"),
    ramp("5f3d3d 8f5d44 b98558"),
    ramp("8a5a3a c9963f f0cc6c"),
    ramp("6b2f35 a84a3c d9774e"),
    ramp("6f697b a9a3ad dcd6d2"),
    ramp("4a2a55 7f4a85 b27ab0"),
    ramp("2c4a5f 3f7585 6aa8a5"),
)
"""Outline, hair, shine: black, dark brown, brown, fair, red, grey, plum, sea."""

GREY, GRASS, LEAF, PINE, DIRT, SAND = (RAMPS[name] for name in ("grey", "grass", "leaf", "pine", "dirt", "sand"))
WOOD, PALE, DARK, BRICK, STEEL = (RAMPS[name] for name in ("wood", "pale", "dark", "brick", "steel"))
RED, GOLD, WATER, BLUE = (RAMPS[name] for name in ("red", "gold", "water", "blue"))
VIOLET, TEAL, ROSE = (RAMPS[name] for name in ("violet", "teal", "rose"))
GLASS: Colour = (168, 208, 220, 255)
SKIN: Colour = (242, 195, 156, 255)
CAP_TOP: Colour = (108, 87, 97, 255)
"""The top of walls."""
CAP_RIM: Colour = (160, 134, 130, 255)
