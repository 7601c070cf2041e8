"""Rain and snow over the town, outside of buildings: streaks that end in a splash, or slow flakes.

Every drop is a function of its number and the time: no randomness, no state. Knows the words of the weather, and the roofs.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from sim.view.roofs import Roofs
from sim.view.style import Colour


@dataclass(frozen=True)
class Precipitation:
    """A kind of precipitation. ``apart``: world pixels between two drops on average; ``lasts``: milliseconds of one fall;
    ``drop`` and ``drift``: world pixels it falls and drifts aside; ``length``: of a streak, 0 for flakes."""

    apart: int
    lasts: int
    drop: float
    drift: float
    length: float
    colour: Colour


RAIN = Precipitation(20, 560, 84, -18, 7, (196, 214, 236))
DRIZZLE = Precipitation(28, 760, 70, -8, 4, (196, 210, 228))
STORM = Precipitation(16, 400, 100, -42, 10, (206, 220, 240))
SNOW = Precipitation(20, 4600, 90, 16, 0, (250, 252, 255))
BY_WORD = {
    "snow": SNOW, "blizzard": SNOW, "storm": STORM, "drizzle": DRIZZLE, "light rain": DRIZZLE,
    "rain": RAIN, "shower": RAIN, "pouring": RAIN, "downpour": RAIN,
}  # fmt: skip
"""The first word that occurs in the weather decides."""
SPLASH_SHARE = 0.16
"""Share of a fall during which the splash of the drop before is visible."""
MAX_DROPS = 800
"""Most drops at once; in a larger view they are further apart."""


def precipitation_for(weather: str) -> Precipitation | None:
    """The precipitation of a weather (any text), or None."""
    return next((found for word, found in BY_WORD.items() if word in weather.lower()), None)


class PrecipitationRenderer:
    """Call ``draw`` once a frame; ``now`` is in milliseconds."""

    def __init__(self, roofs: Roofs, tile: tuple[int, int]) -> None:
        self._roofs, self._tile = roofs, tile

    def draw(
        self, to: pygame.Surface, falls: Precipitation, seen: pygame.Rect, spot: tuple[int, int], zoom: int, now: int
    ) -> None:
        """Draw on the part ``seen`` (world pixels), whose top left is ``spot`` on ``to``."""
        apart = falls.apart
        while seen.width * seen.height / apart**2 > MAX_DROPS:
            apart += 4
        for row in range(seen.top // apart, (seen.bottom + int(falls.drop)) // apart + 1):
            for column in range(seen.left // apart, seen.right // apart + 1):
                dice = _hash(column, row)
                turn, share = divmod(now / falls.lasts + (dice & 1023) / 1024, 1)
                dice = _hash(dice, int(turn))
                splash = SPLASH_SHARE if falls.length else 0.0
                left = max(0.0, 1 - share / (1 - splash))
                x = column * apart + (dice >> 10) % apart - falls.drift * left
                y = row * apart + (dice >> 20) % apart - falls.drop * left
                # Seen from above, rain before a house must not show in its rooms either.
                if not self._roofs.over(x / self._tile[0], y / self._tile[1]):
                    at = (round(spot[0] + (x - seen.x) * zoom), round(spot[1] + (y - seen.y) * zoom))
                    _draw_drop(to, falls, at, zoom, max(0.0, share - 1 + splash))


def _draw_drop(to: pygame.Surface, falls: Precipitation, at: tuple[int, int], zoom: int, splash: float) -> None:
    """Draw one drop at a window position; ``splash`` is above 0 once the drop has come down."""
    if splash:
        wide = round(zoom * (1 + 3 * splash / SPLASH_SHARE))
        pygame.draw.ellipse(to, falls.colour, (at[0] - wide, at[1] - wide // 2, 2 * wide, max(2, wide)), 1)
    elif falls.length:
        lean = round(falls.drift / falls.drop * falls.length * zoom)
        pygame.draw.line(to, falls.colour, at, (at[0] - lean, at[1] - round(falls.length * zoom)), (zoom + 1) // 2)
    else:
        side = 2 * max(1, zoom // 2)
        to.fill(falls.colour, (*at, side, side))


def _hash(a: int, b: int) -> int:
    """Hash two numbers to 30 bits, the same on every machine."""
    n = (a * 73856093 ^ b * 19349663 ^ 0x5BD1E995) & 0x3FFFFFFF
    n = (n ^ n >> 13) * 0x5BD1E995 & 0x3FFFFFFF
    return n ^ n >> 15
