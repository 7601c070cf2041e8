"""Fallback fonts: the machine's own fonts for scripts that Source Sans lacks, looked up when a text first needs one.

Source Sans has Latin, Greek and Cyrillic; a resident may be called 美玲 or שרה. Right-to-left text is not reordered. Knows
nothing of colours, sizes or ``Style``.
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
"""Names of system fonts to try first: plain ones with many scripts. Then whatever else the machine has."""
FIRST_CHECKED = 0x0530
"""The first character after Cyrillic: below it our own font is used without a check."""
MAX_TRIED = 200
"""Most system fonts that are opened in search of a character."""
TEST_SIZE = 16
"""Font size in pixels at which a font is tested."""
NO_CHARACTER = "\uffff"
"""A code point that no font has a glyph for."""
LARGE_SCRIPTS = ((0x2E80, 0xA000), (0xAC00, 0xD7B0), (0x1F000, 0x20000))
"""Ranges of scripts larger than half a block: Chinese and Japanese, Korean, emoji."""
_CACHE: dict[tuple[str, tuple[int, ...]], str] = {}


def letters_of(text: str) -> str:
    """The characters of a text that our own font may lack, each once, sorted."""
    return "" if text.isascii() else "".join(sorted({letter for letter in text if ord(letter) >= FIRST_CHECKED}))


def font_with(letters: str, own: str) -> str:
    """The file of the font that has most of ``letters``: ``own`` where no other has more. Looked up once per set of scripts,
    because a lookup may take as long as several frames."""
    key = (own, tuple(sorted(set(map(_script, letters)))))
    if key not in _CACHE:
        _CACHE[key] = _search(letters, own)
    return _CACHE[key]


def _script(letter: str) -> int:
    """The first code point of a character's script range, or of its half block."""
    number = ord(letter)
    return next((first for first, end in LARGE_SCRIPTS if first <= number < end), number & ~127)


def _search(letters: str, own: str) -> str:
    best, most = own, _glyph_count(own, letters)
    for path in _system_fonts():
        if most == len(letters):
            break
        if (held := _glyph_count(path, letters)) > most:
            best, most = path, held
    return best


def _glyph_count(path: str, letters: str) -> int:
    """How many of the characters a font has a glyph for, told by comparison with the picture of a missing glyph. The font is
    not kept, because it must not outlive the window."""
    try:
        font = pygame.font.Font(path, TEST_SIZE)
    except (OSError, pygame.error):
        return 0
    nothing = _picture(font, NO_CHARACTER)
    return sum(_picture(font, letter) != nothing for letter in letters)


def _picture(font: pygame.font.Font, letter: str) -> bytes:
    try:
        return pygame.image.tobytes(font.render(letter, True, (255, 255, 255)), "RGBA")
    except (pygame.error, UnicodeError):  # beyond what an old SDL can write
        return _picture(font, NO_CHARACTER)


@lru_cache(maxsize=1)
def _system_fonts() -> tuple[str, ...]:
    """Font files, the preferred ones first."""
    known = pygame.font.get_fonts()
    others = [name for name in sorted(known) if name not in PREFERRED]
    found = (pygame.font.match_font(name) for name in (*(name for name in PREFERRED if name in known), *others))
    return tuple(dict.fromkeys(path for path in found if path))[:MAX_TRIED]
