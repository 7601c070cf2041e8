"""Languages that a scenario may be set in, by their ISO 639-1 codes. Knows their English names and nothing else of them."""

from __future__ import annotations

ENGLISH = "en"
LANGUAGE_CODE = r"^[a-z]{2}(-[A-Z]{2})?$"
"""A code with or without a region: ``de``, ``pt-BR``."""

_TABLE = """
    af Afrikaans, ar Arabic, bg Bulgarian, bn Bengali, ca Catalan, cs Czech, da Danish, de German, el Greek, en English,
    es Spanish, et Estonian, eu Basque, fa Persian, fi Finnish, fr French, ga Irish, gl Galician, he Hebrew, hi Hindi,
    hr Croatian, hu Hungarian, id Indonesian, is Icelandic, it Italian, ja Japanese, ko Korean, lt Lithuanian, lv Latvian,
    ms Malay, nl Dutch, no Norwegian, pl Polish, pt Portuguese, ro Romanian, ru Russian, sk Slovak, sl Slovenian,
    sr Serbian, sv Swedish, sw Swahili, ta Tamil, th Thai, tr Turkish, uk Ukrainian, ur Urdu, vi Vietnamese, zh Chinese
"""
LANGUAGES = dict(row.split() for row in _TABLE.split(","))
"""Code -> English name. A code that is not here is allowed too."""


def language_name(code: str) -> str:
    """``de`` -> ``German``, ``pt-BR`` -> ``Portuguese (BR)``; an unknown code names itself."""
    language, _, region = code.partition("-")
    name = LANGUAGES.get(language, language)
    return f"{name} ({region})" if region else name


def is_english(code: str) -> bool:
    """Whether this is English, of whatever region: ``en``, ``en-GB``."""
    return code.partition("-")[0] == ENGLISH


def language_code(name: str) -> str:
    """``German`` -> ``de``, in any case; "" for a name that is not in the table."""
    wanted = name.strip().casefold()
    return next((code for code, known in LANGUAGES.items() if known.casefold() == wanted), "")
