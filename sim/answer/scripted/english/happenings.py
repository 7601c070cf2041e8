"""What sort of thing has happened, by the words of it: weather, an accident, a sound, or a sight."""

from __future__ import annotations

import re

_KINDS = {
    "weather": r"\b(?:snow\w*|rain\w*|storm\w*|winds?|windy|fog\w*|mist|frost|hail|sun|sunny|clouds?|heat|cold|drizzle|"
    r"blizzard|gale|clear|overcast|dry|dull|grey|bright)\b",
    "accident": r"\b(?:snaps?|breaks?|falls?|collapses?|smash\w*|bursts?|burns?|fire|cracks?|tears?|spills?|overturns?|drops?|"
    r"cracked|split|shattered|ruined|wrecked|caved in|washed away|"
    r"fails?|sink(?:s|ing)|sunk|drown\w*|capsiz\w*|adrift|leaking|broken|crash\w*|accident|slips?|goes out)\b",
    "sound": r"\b(?:trumpets?|bells?|knock\w*|rings?|heard|sounds?|whistl\w*|bangs?|shouts?|cr(?:y|ies)|horns?|sirens?|"
    r"nois\w*|thunders?|clinks?|howls?|barks?|roars?|sings?|music|screams?|booms?|creaks?|rumbl\w*|calls?)\b",
}  # fmt: skip
"""Sorts of happenings by their words; any other is a ``sight``."""


def kind_of(happening: str) -> str:
    """The sort of a happening, as the exchanges on it are named."""
    return next((kind for kind, words in _KINDS.items() if re.search(words, happening, re.I)), "sight")
