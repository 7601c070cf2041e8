"""A kit: drawings registered by name, so that furniture is a list of small functions and a tileset a list of kits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from assets.make.pixels import Art
from assets.make.sheet import Sheet

Draw = Callable[[], Art]


@dataclass
class Kit:
    """Pieces in the order of their definition; ``piece`` registers a function, ``add`` a drawing made with arguments."""

    entries: list[tuple[str, Draw, dict[str, int]]] = field(default_factory=list)

    def piece(self, name: str, **how: int) -> Callable[[Draw], Draw]:
        """Register the function below under ``name``; ``how`` as in ``Sheet.add`` (solid, foot, flat, wall, narrow)."""

        def register(draw: Draw) -> Draw:
            self.entries.append((name, draw, how))
            return draw

        return register

    def add(self, name: str, draw: Draw, **how: int) -> None:
        """Register a drawing."""
        self.entries.append((name, draw, how))

    def lay(self, sheet: Sheet) -> None:
        """Draw everything onto a sheet, from a new row on."""
        sheet.row()
        for name, draw, how in self.entries:
            art = draw()
            sheet.add(
                name, art, how.get("solid", 0), how.get("foot", 0),
                flat=bool(how.get("flat")), wall=bool(how.get("wall")), narrow=bool(how.get("narrow")),
            )  # fmt: skip
