"""The command ``python -m assets.make [tiles|sprites|icons|maps ...]``: writes art and maps into the folder above this one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from assets.make import icons, people
from assets.make.tilesets import sheets
from assets.make.tmj import write_map

ASSETS = Path(__file__).resolve().parent.parent
MAPS = ("first_morning", "alderbrook", "millbrook", "tern_station", "gullhaven")


def tiles() -> None:
    """Write the tilesets."""
    for sheet in sheets():
        sheet.write(ASSETS / "tiles")


def maps() -> None:
    """Write the maps."""
    for name in MAPS:
        write_map(import_module(f"assets.make.maps.{name}").make(), ASSETS / "maps" / f"{name}.tmj")


PARTS: dict[str, Callable[[], None]] = {
    "tiles": tiles,
    "maps": maps,
    "sprites": lambda: people.write(ASSETS / "sprites"),
    "icons": lambda: icons.write(ASSETS / "icons"),
}


def main(names: list[str]) -> int:
    """Make the named parts, or all of them."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"there is no part {unknown[0]!r}; use {', '.join(PARTS)}", file=sys.stderr)
        return 2
    for name in names or PARTS:
        PARTS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
