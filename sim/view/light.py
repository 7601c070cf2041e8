"""Day and night: the colour everything in the town is multiplied with, and warm light where there are lamps or people awake.

Knows the time of day only.
"""

from __future__ import annotations

import pygame

from sim.view.ink import Store
from sim.view.style import Colour

SKY: tuple[tuple[float, Colour], ...] = (
    (0.0, (78, 88, 140)),
    (4.5, (82, 92, 144)),
    (5.75, (150, 138, 168)),
    (6.75, (232, 206, 190)),
    (8.0, (255, 250, 242)),
    (10.0, (255, 255, 255)),
    (16.5, (255, 255, 255)),
    (18.5, (255, 238, 208)),
    (19.75, (246, 190, 160)),
    (20.75, (164, 138, 172)),
    (22.0, (96, 102, 154)),
    (24.0, (78, 88, 140)),
)
"""(hour, colour of the light); between them it changes evenly."""

WEATHER: dict[str, Colour] = {
    "rain": (206, 214, 228),
    "storm": (170, 178, 200),
    "cloud": (232, 236, 242),
    "overcast": (224, 229, 236),
    "fog": (228, 230, 232),
    "snow": (236, 240, 248),
}
LAMP_WORDS = ("lamp", "lantern", "fire", "hearth", "candle", "street light", "stove")

_glows: Store[pygame.Surface] = Store()


def sky(minutes: float) -> Colour:
    """The light at this time of day (minutes after midnight)."""
    hour = (minutes / 60) % 24
    for (h0, c0), (h1, c1) in zip(SKY, SKY[1:], strict=False):
        if h0 <= hour <= h1:
            share = (hour - h0) / (h1 - h0)
            return (
                round(c0[0] + (c1[0] - c0[0]) * share),
                round(c0[1] + (c1[1] - c0[1]) * share),
                round(c0[2] + (c1[2] - c0[2]) * share),
            )
    return SKY[0][1]


def light(minutes: float, weather: str = "") -> Colour:
    """The light at this time of day under this weather (any words; known ones dim it)."""
    r, g, b = sky(minutes)
    for word, (wr, wg, wb) in WEATHER.items():
        if word in weather.lower():
            return r * wr // 255, g * wg // 255, b * wb // 255
    return r, g, b


def darkness(minutes: float) -> float:
    """0 by day to 1 at night."""
    r, g, b = sky(minutes)
    return max(0.0, min(1.0, (225 - (r + g + b) / 3) / 110))


def glow(radius: int, strength: float) -> pygame.Surface:
    """A round warm light to be added; ``strength`` 0 to 1, in steps of a tenth."""
    level = round(strength * 10)
    return _glows.fetch((radius, level), lambda: _glow(radius, level / 10), 40)


def _glow(radius: int, strength: float) -> pygame.Surface:
    small = pygame.Surface((48, 48))
    for i in range(24, 0, -1):
        fade = (1 - i / 24) ** 1.7 * strength
        pygame.draw.circle(small, (round(120 * fade), round(84 * fade), round(38 * fade)), (24, 24), i)
    return pygame.transform.smoothscale(small, (radius * 2, radius * 2)).convert()
