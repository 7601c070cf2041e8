"""The icons of what people do: 16 x 16, in the order of the prompts' atlas. Drawn by ``icons_day`` and ``icons_life``."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np

from assets.make.palette import INK
from assets.make.pixels import Art, write_png

COLUMNS = 11
ICONS: dict[str, Callable[[], Art]] = {}


def blank() -> Art:
    """An empty icon."""
    return Art(16, 16)


def icon(name: str) -> Callable[[Callable[[], Art]], Callable[[], Art]]:
    """Register the drawing below as the next icon."""

    def register(draw: Callable[[], Art]) -> Callable[[], Art]:
        ICONS[name] = draw
        return draw

    return register


def atlas() -> Art:
    """All icons, outlined, row by row."""
    for module in ("icons_day", "icons_life"):
        import_module(f"assets.make.{module}")
    sheet = Art(16 * COLUMNS, 16 * -(-len(ICONS) // COLUMNS))
    for i, draw in enumerate(ICONS.values()):
        sheet.blit(draw().outline(INK), i % COLUMNS * 16, i // COLUMNS * 16)
    return sheet


def write(folder: Path) -> None:
    """``icons.png`` and ``icons.json``."""
    write_png(folder / "icons.png", np.ascontiguousarray(atlas().a))
    entry = {"file": "icons.png", "size": 16, "columns": COLUMNS, "names": list(ICONS)}
    (folder / "icons.json").write_text(json.dumps(entry, indent=1) + "\n")
