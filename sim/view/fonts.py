"""Fonts for writing that ours lacks: the machine's own, looked for when a text first needs one.

Source Sans has Latin, Greek and Cyrillic; a resident may be called 美玲 or שרה. Knows nothing of colours, sizes or ``Style``,
and turns no text round that is read from the right.
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
WIDE = ((0x2E80, 0xA000), (0xAC00, 0xD7B0), (0x1F000, 0x20000))
"""Writings of more than half a block: Chinese and Japanese, Korean, pictures."""
_FOUND: dict[tuple[str | None, tuple[int, ...]], str | None] = {}


def letters_of(text: str) -> str:
    """What of a text our own font may lack, each once in order of their numbers."""
    return "" if text.isascii() else "".join(sorted({letter for letter in text if ord(letter) >= OURS}))


def font_with(letters: str, own: str | None) -> str | None:
    """The file of a font that has ``letters``, or most of them: ``own`` (None: pygame's) where that has as many as any. Looked
    for once for each set of writings: that may take as long as some frames."""
    key = (own, tuple(sorted(set(map(_writing, letters)))))
    if key not in _FOUND:
        _FOUND[key] = _search(letters, own)
    return _FOUND[key]


def _writing(letter: str) -> int:
    """The first number of the writing that a character belongs to, or of its half block."""
    number = ord(letter)
    return next((first for first, end in WIDE if first <= number < end), number & ~127)


def _search(letters: str, own: str | None) -> str | None:
    best, most = own, _held(own, letters)
    for path in _system_fonts():
        if most == len(letters):
            break
        if (held := _held(path, letters)) > most:
            best, most = path, held
    return best


def _held(path: str | None, letters: str) -> int:
    """Of how many characters a font has a picture: another than of one that no font has. The font is not kept, because it must
    not outlive the window."""
    try:
        font = pygame.font.Font(path, PROBE)
    except (OSError, pygame.error):
        return 0
    nothing = _picture(font, NOWHERE)
    return sum(_picture(font, letter) != nothing for letter in letters)


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
