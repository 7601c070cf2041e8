"""The window's style: palette, sizes and fonts.

Colours that carry meaning are Okabe and Ito's eight, which colour-blind people can tell apart; a word or a shape always stands
beside them. Sizes are in pixels at text size 100 % and pass through ``Style.px``, so that text sizes and 4K screens scale
everything together. Knows nothing of towns.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass, field
from functools import cache

import pygame

from sim.view.fonts import font_with, letters_of

Colour = tuple[int, int, int]

PANEL = (19, 23, 31, 240)
PANEL_EDGE = (255, 255, 255, 20)
CARD = (255, 255, 255, 11)
CARD_EDGE = (255, 255, 255, 16)
SHADOW = (0, 0, 0)
TEXT: Colour = (234, 236, 240)
MUTED: Colour = (174, 181, 193)
FAINT: Colour = (124, 132, 146)
ACCENT: Colour = (245, 187, 92)
LIVE: Colour = (102, 205, 160)
FIELD: Colour = (11, 14, 20)
VOID: Colour = (24, 28, 36)
"""The colour beyond the map's edge."""

BLUE: Colour = (86, 180, 233)
GREEN: Colour = (42, 178, 138)
ORANGE: Colour = (230, 159, 0)
PURPLE: Colour = (214, 139, 180)
YELLOW: Colour = (240, 228, 66)
VERMILION: Colour = (233, 115, 60)

KIND_COLOURS: dict[str, Colour] = {
    "observation": BLUE, "utterance": GREEN, "plan": ORANGE, "reflection": PURPLE, "summary": YELLOW,
}  # fmt: skip
MARK_COLOURS: dict[str, Colour] = {
    "talk": GREEN, "reflect": PURPLE, "plan": ORANGE, "react": ORANGE, "learn": YELLOW, "happening": VERMILION,
    "command": VERMILION, "problem": VERMILION, "relation": BLUE, "promise": YELLOW, "refuse": VERMILION, "self": PURPLE,
    "needs": BLUE, "thought": PURPLE, "feel": BLUE, "bookmark": ACCENT,
}  # fmt: skip
PEOPLE_COLOURS: tuple[Colour, ...] = (BLUE, ORANGE, GREEN, PURPLE, YELLOW, VERMILION, (140, 160, 240), (190, 190, 190))

ROLES: dict[str, tuple[str, int]] = {
    "title": ("Semibold", 24), "big": ("Semibold", 34), "head": ("Semibold", 17), "body": ("Regular", 17),
    "italic": ("It", 17), "small": ("Regular", 15), "label": ("Semibold", 15), "caps": ("Semibold", 13),
    "tiny": ("Regular", 13), "mini": ("Regular", 12),
}  # fmt: skip
"""Role -> (face, pixels at 100 %)."""

TEXT_SIZES = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0)

MIN_WINDOW = (620, 360)
"""The smallest window, at text size 100 %, whose panels still show something. A window with less room per text size gets
smaller text, down to 100 %."""


@cache
def _face(name: str) -> str:
    """The file of one face of Source Sans Pro (package font-source-sans-pro)."""
    spec = importlib.util.find_spec("font_source_sans_pro")
    assert spec is not None and spec.submodule_search_locations
    return f"{spec.submodule_search_locations[0]}/files/SourceSansPro-{name}.ttf"


@dataclass
class Style:
    """Sizes and fonts at one text size. ``scale`` is 1.0 to 2.0."""

    scale: float = 1.0
    _fonts: dict[str, pygame.font.Font] = field(default_factory=dict)

    def px(self, n: float) -> int:
        """Scale ``n`` pixels at 100 % to this text size; at least 1 for anything above 0."""
        return max(1, round(n * self.scale)) if n > 0 else 0

    def font(self, role: str) -> pygame.font.Font:
        """The font of a role in ``ROLES``."""
        if role not in self._fonts:
            face, size = ROLES[role]
            self._fonts[role] = pygame.font.Font(_face(face), self.px(size))
        return self._fonts[role]

    def font_for(self, text: str, role: str) -> pygame.font.Font:
        """The role's font, or a fallback font of the machine's, no higher than ours, where ours lacks the script of
        ``text``."""
        letters, own = letters_of(text), _face("Regular")
        path = font_with(letters, own) if letters else own
        return self.font(role) if path == own else self._other(path, role)

    def _other(self, path: str, role: str) -> pygame.font.Font:
        key = f"{role} {path}"
        if key not in self._fonts:
            face, size = ROLES[role]
            font, most = pygame.font.Font(path, self.px(size)), self.font(role).get_height()
            if font.get_height() > most:
                font = pygame.font.Font(path, max(1, self.px(size) * most // font.get_height()))
            font.set_bold(face == "Semibold")
            self._fonts[key] = font
        return self._fonts[key]

    def line_height(self, role: str) -> int:
        """Pixels of height of one line of text in this role, leading included."""
        return round(self.font(role).get_height() * (1.0 if role in ("title", "big") else 0.98))

    def resize(self, scale: float) -> None:
        """Set another text size, one of ``TEXT_SIZES``."""
        self.scale = scale
        self._fonts.clear()


def text_size(scale: float, steps: int) -> float:
    """The text size so many steps above (1) or below (-1) ``scale``, within ``TEXT_SIZES``."""
    nearest = min(range(len(TEXT_SIZES)), key=lambda i: abs(TEXT_SIZES[i] - scale))
    return TEXT_SIZES[max(0, min(len(TEXT_SIZES) - 1, nearest + steps))]


def largest_text(size: tuple[int, int]) -> float:
    """The largest text size at which a window of this size still holds every panel."""
    most = min(size[0] / MIN_WINDOW[0], size[1] / MIN_WINDOW[1])
    return max((s for s in TEXT_SIZES if s <= most), default=TEXT_SIZES[0])


def scale_for(size: tuple[int, int]) -> float:
    """The text size a window of this size starts with: 100 % up to 1200 pixels of height, 200 % at 4K."""
    wanted = max(1.0, size[1] / 1080)
    return max(s for s in TEXT_SIZES if s <= wanted + 0.01)
