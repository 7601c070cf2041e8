"""Which reading of words a town's minds get: none, or the scripted mind's own English where the script may answer."""

from __future__ import annotations

from sim.answer.script_door import open_door
from sim.prompts.reading import DATA, Reading


def reading_of(prompts: str) -> Reading:
    """The reading for minds that are asked in this register: the script's for ``brief``, loaded only then."""
    return open_door().ENGLISH if prompts == "brief" else DATA
