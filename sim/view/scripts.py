"""Fonts for scripts that ours lacks: the machine's own, looked for when a text first needs one.

Source Sans has Latin, Greek and Cyrillic; a resident may be called 美玲 or שרה. Knows nothing of colours or sizes.
"""

from __future__ import annotations

from functools import lru_cache

import pygame

PREFERRED = (
    "notosans", "notosanscjk", "notosanscjksc", "notosanscjkjp", "notosanscjkkr", "notosansarabic", "notosanshebrew",
    "notosansdevanagari", "notosansthai", "pingfangsc", "hiraginosans", "applesdgothicneo", "microsoftyahei", "yugothic",
    "malgungothic", "nirmalaui", "leelawadeeui", "segoeui", "segoeuisymbol", "tahoma", "dejavusans", "freesans",
    "wenquanyizenhei", "wenquanyimicrohei", "droidsansfallback", "arialunicodems", "unifont",
)  # fmt: skip
"""Names of system fonts, plain and wide ones first; after them whatever else the machine has."""
OURS = 0x0530
"""The first character after Cyrillic: below it our own font is not doubted."""
TRIED = 200
"""System fonts that are opened at most in search of a character."""
PROBE = 16
"""Pixels at which a font is opened to see what it has."""
NOWHERE = "\uffff"
"""No character."""


def letters_of(text: str) -> str:
    """What of a text our own font may lack, each once in order of their numbers."""
    return "" if text.isascii() else "".join(sorted({letter for letter in text if ord(letter) >= OURS}))


@lru_cache(maxsize=256)
def font_with(letters: str, own: str | None) -> str | None:
    """The file of a font that has ``letters``, or most of them: ``own`` (None: pygame's) where that has as many as any. Some ms
    for each new script."""
    best, most = own, sum(_has(own, letter) for letter in letters)
    for path in _system_fonts():
        if most == len(letters):
            break
        held = sum(_has(path, letter) for letter in letters)
        if held > most:
            best, most = path, held
    return best


@lru_cache(maxsize=8192)
def _has(path: str | None, letter: str) -> bool:
    """Whether a font has a picture of a character: another than of one that no font has."""
    font = _probe(path)
    return font is not None and _picture(font, letter) != _picture(font, NOWHERE)


def _picture(font: pygame.font.Font, letter: str) -> bytes:
    try:
        return pygame.image.tobytes(font.render(letter, True, (255, 255, 255)), "RGBA")
    except (pygame.error, UnicodeError):  # beyond what an old SDL can write
        return _picture(font, NOWHERE)


@lru_cache(maxsize=1)
def _system_fonts() -> tuple[str, ...]:
    """Files, the preferred ones first."""
    known = pygame.font.get_fonts()
    others = [name for name in sorted(known) if name not in PREFERRED]
    found = (pygame.font.match_font(name) for name in (*(name for name in PREFERRED if name in known), *others))
    return tuple(dict.fromkeys(path for path in found if path))[:TRIED]


@lru_cache(maxsize=TRIED + 1)
def _probe(path: str | None) -> pygame.font.Font | None:
    try:
        return pygame.font.Font(path, PROBE)
    except (OSError, pygame.error):
        return None
