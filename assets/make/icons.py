"""The atlas of the activities' icons: 16 x 16 pixels each, in the order of the prompts' list of icons."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from assets.make import icons_day, icons_life
from assets.make.palette import OUTLINE
from assets.make.pixels import Art, write_png

COLUMNS = 11
ICONS = {name: art for name, art, _ in (*icons_day.kit.entries, *icons_life.kit.entries)}


def atlas() -> Art:
    """All icons, outlined, row by row."""
    sheet = Art(16 * COLUMNS, 16 * -(-len(ICONS) // COLUMNS))
    for i, icon in enumerate(ICONS.values()):
        sheet.blit(icon.copy().outline(OUTLINE), i % COLUMNS * 16, i // COLUMNS * 16)
    return sheet


def write(folder: Path) -> None:
    """Write ``icons.png`` and ``icons.json`` into ``folder``."""
    write_png(folder / "icons.png", np.ascontiguousarray(atlas().a))
    entry = {"file": "icons.png", "size": 16, "columns": COLUMNS, "names": list(ICONS)}
    (folder / "icons.json").write_text(json.dumps(entry, indent=1) + "\n")
