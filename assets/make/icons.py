"""The 44 icons of what people do, 16 x 16 each, in the order of the icon atlas of the prompts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from assets.make.palette import INK, RAMPS, WHITE
from assets.make.pixels import Art, write_png

COLUMNS = 11
GREY, WOOD, PALE, RED, GOLD, LEAF, WATER, BLUE, VIOLET, TEAL, ROSE, STEEL, DARK, BRICK = (
    RAMPS[name] for name in "grey wood pale red gold leaf water blue violet teal rose steel dark brick".split()
)
CONE = """
       vv
      vvvv
      vggv
     ggvvvv
     vvvvtt
    vvvttttv
    vtttvvvv
   tttvvvvggg
   vvvvvgggvv
  vvvvgggvvvvv
  vvgggvvvvvtt
"""

SKIN = (242, 195, 156, 255)


def _a() -> Art:
    return Art(16, 16)


def _face(tone: tuple[int, int, int, int] = GOLD[3], light: tuple[int, int, int, int] = GOLD[4]) -> Art:
    return _a().ellipse(7.5, 7.5, 6, 6, tone).ellipse(6.8, 6.6, 4.4, 4.2, light)


def _note(art: Art, x: int, y: int) -> Art:
    return art.rect(x + 2, y, 2, 9, BLUE[4]).rect(x + 2, y, 7, 2, BLUE[4]).rect(x + 7, y, 2, 7, BLUE[4]).ellipse(x + 1, y + 9, 2, 1.8, BLUE[5]).ellipse(x + 6, y + 7, 2, 1.8, BLUE[5])


def _heart(r: tuple[tuple[int, int, int, int], ...]) -> Art:
    art = _a().ellipse(5, 5.5, 3.2, 3, r[3]).ellipse(10, 5.5, 3.2, 3, r[3])
    for k in range(7):
        art.rect(2 + k, 7 + k, 12 - 2 * k, 1, r[3])
    return art.px(r[5], (4, 4), (5, 4), (4, 5)).rect(9, 9, 2, 1, r[2])


def _sheet_of_paper(lines: int = 3) -> Art:
    art = _a().rect(3, 1, 10, 14, WHITE)
    for k in range(lines):
        art.rect(5, 4 + 3 * k, 6 - k % 2, 1, GREY[3])
    return art


def _cup(r: tuple[tuple[int, int, int, int], ...]) -> Art:
    return _a().rect(3, 7, 8, 6, r[3]).rect(3, 7, 2, 6, r[4]).rect(4, 13, 6, 1, r[2]).frame(11, 8, 3, 4, r[2]).rect(3, 6, 8, 2, DARK[1])


def _rows(text: str, **colours: tuple[int, int, int, int]) -> Art:
    return _a().stamp(0, 0, text, colours)


def _walker() -> Art:
    return _a().ellipse(8, 2.8, 2, 2, SKIN).rect(6, 5, 4, 5, TEAL[3]).line(6, 6, 3, 9, TEAL[2]).line(10, 6, 12, 9, TEAL[2]).line(7, 10, 4, 14, BLUE[1]).line(8, 10, 4, 14, BLUE[1]).line(9, 10, 12, 14, BLUE[2]).line(8, 10, 11, 14, BLUE[2])


def _bicycle() -> Art:
    art = _a()
    for x in (3.5, 11.5):
        art.ellipse(x, 10.5, 3.4, 3.4, STEEL[4])
    art.outline(INK)
    for x in (3.5, 11.5):
        art.ellipse(x, 10.5, 2.4, 2.4, INK).ellipse(x, 10.5, 1, 1, STEEL[3])
    art.line(4, 10, 6, 5, RED[3]).line(6, 6, 10, 6, RED[3]).line(11, 10, 10, 3, RED[3]).line(4, 10, 8, 10, RED[3]).line(8, 10, 10, 6, RED[3])
    return art.rect(9, 2, 4, 1, GREY[5]).rect(4, 4, 4, 1, GREY[5])


ICONS: dict[str, Callable[[], Art]] = {
    "sleep": lambda: _a().rect(7, 2, 6, 1, BLUE[4]).line(12, 3, 8, 7, BLUE[4]).line(11, 3, 7, 7, BLUE[4]).rect(7, 8, 6, 1, BLUE[4]).rect(2, 9, 4, 1, BLUE[5]).line(5, 10, 2, 12, BLUE[5]).rect(2, 13, 4, 1, BLUE[5]),
    "wake": lambda: _a().ellipse(7.5, 11, 4, 4, GOLD[3]).ellipse(7, 10, 2.6, 2.4, GOLD[4]).rect(1, 12, 14, 3, (0, 0, 0, 0)).rect(1, 12, 14, 2, BRICK[3]).line(7, 2, 7, 4, GOLD[3]).line(2, 5, 4, 7, GOLD[3]).line(13, 5, 11, 7, GOLD[3]).line(1, 10, 2, 10, GOLD[3]).line(13, 10, 14, 10, GOLD[3]),
    "wash": lambda: _a().rect(2, 8, 12, 5, GREY[5]).rect(2, 8, 12, 1, WHITE).rect(3, 13, 2, 1, GREY[3]).rect(11, 13, 2, 1, GREY[3]).ellipse(5, 6, 2.4, 2.4, WATER[5]).ellipse(10, 5, 2, 2, WATER[4]).ellipse(8, 2.5, 1.4, 1.4, WATER[5]).px(WHITE, (4, 5), (9, 4)),
    "food": lambda: _a().ellipse(8, 8, 5.2, 5.2, WHITE).ellipse(8, 8, 3.4, 3.4, GREY[4]).ellipse(8, 8, 2.6, 2.4, BRICK[3]).ellipse(9, 7, 1.2, 1, LEAF[4]).rect(1, 2, 1, 12, STEEL[2]).rect(0, 2, 3, 4, STEEL[3]).rect(14, 2, 1, 12, STEEL[2]).rect(14, 2, 2, 5, STEEL[3]),
    "cook": lambda: _a().rect(2, 8, 10, 5, STEEL[2]).rect(2, 8, 10, 1, STEEL[4]).rect(12, 9, 4, 1, DARK[1]).rect(1, 7, 12, 1, STEEL[1]).line(4, 5, 5, 3, GREY[5]).line(7, 5, 8, 2, GREY[5]).line(10, 5, 11, 3, GREY[5]).rect(3, 13, 8, 1, RED[3]).rect(5, 14, 4, 1, GOLD[3]),
    "drink": lambda: _a().rect(5, 4, 7, 10, GOLD[3]).rect(5, 4, 2, 10, GOLD[4]).ellipse(8, 3.5, 4.2, 2, WHITE).frame(11, 6, 4, 6, GREY[4]).rect(5, 14, 7, 1, GOLD[1]).px(WHITE, (9, 8), (7, 10), (10, 11)),
    "coffee": lambda: _cup((GREY[1], GREY[2], GREY[4], GREY[6], WHITE, WHITE)).line(5, 4, 6, 2, GREY[4]).line(8, 4, 9, 1, GREY[4]),
    "work": lambda: _a().rect(2, 5, 12, 9, WOOD[3]).rect(2, 5, 12, 1, WOOD[5]).rect(2, 9, 12, 1, WOOD[1]).frame(5, 2, 6, 4, WOOD[2]).rect(7, 8, 2, 3, GOLD[4]),
    "computer": lambda: _a().rect(2, 2, 12, 9, STEEL[1]).rect(3, 3, 10, 7, WATER[3]).rect(4, 4, 4, 1, WHITE).rect(4, 6, 6, 1, WATER[5]).rect(4, 8, 3, 1, WATER[5]).rect(6, 11, 4, 2, STEEL[2]).rect(3, 13, 10, 1, STEEL[3]),
    "read": lambda: _a().rect(1, 3, 6, 10, WHITE).rect(9, 3, 6, 10, WHITE).rect(7, 4, 2, 10, GREY[3]).rect(1, 13, 14, 1, RED[2]).rect(2, 5, 4, 1, GREY[3]).rect(2, 8, 4, 1, GREY[3]).rect(10, 5, 4, 1, GREY[3]).rect(10, 8, 4, 1, GREY[3]).rect(0, 4, 1, 10, RED[2]).rect(15, 4, 1, 10, RED[2]),
    "write": lambda: _sheet_of_paper().line(14, 2, 8, 11, GOLD[3]).line(15, 3, 9, 12, GOLD[2]).px(INK, (8, 12), (7, 13)),
    "study": lambda: _a().rect(2, 10, 12, 4, RED[2]).rect(3, 11, 11, 2, WHITE).rect(1, 6, 12, 4, TEAL[2]).rect(2, 7, 11, 2, WHITE).rect(3, 2, 11, 4, BLUE[2]).rect(4, 3, 10, 2, WHITE),
    "teach": lambda: _a().rect(1, 2, 14, 10, WOOD[3]).rect(2, 3, 12, 8, (62, 92, 80, 255)).rect(4, 5, 5, 1, WHITE).rect(4, 7, 7, 1, GREY[4]).line(10, 9, 12, 5, WHITE).rect(3, 12, 2, 3, WOOD[2]).rect(11, 12, 2, 3, WOOD[2]),
    "talk": lambda: _a().ellipse(7.5, 6.5, 6.6, 4.8, WHITE).line(4, 10, 3, 14, WHITE).line(5, 10, 3, 14, WHITE).line(6, 11, 4, 13, WHITE).rect(4, 6, 2, 2, INK).rect(7, 6, 2, 2, INK).rect(10, 6, 2, 2, INK),
    "phone": lambda: _a().rect(4, 1, 8, 14, STEEL[0]).rect(5, 3, 6, 9, WATER[4]).rect(5, 3, 2, 9, WATER[5]).rect(7, 13, 2, 1, STEEL[4]),
    "music": lambda: _note(_a(), 3, 3),
    "paint": lambda: _a().ellipse(7.5, 8, 6.4, 5.4, PALE[4]).ellipse(11, 10.5, 1.6, 1.4, (0, 0, 0, 0)).ellipse(4.5, 6, 1.4, 1.3, RED[3]).ellipse(8.5, 5, 1.4, 1.3, GOLD[3]).ellipse(4.5, 10, 1.4, 1.3, WATER[3]).ellipse(8, 11, 1.3, 1.1, LEAF[3]).line(15, 1, 10, 7, WOOD[1]),
    "film": lambda: _a().rect(1, 6, 10, 8, STEEL[1]).rect(2, 7, 8, 2, STEEL[3]).ellipse(4, 3.5, 2.4, 2.4, STEEL[2]).ellipse(9, 3.5, 2.4, 2.4, STEEL[2]).px(WHITE, (4, 3), (9, 3)).rect(11, 8, 2, 4, STEEL[2]).rect(13, 7, 2, 6, STEEL[1]).px(RED[3], (3, 11)),
    "game": lambda: _a().rect(2, 5, 12, 6, VIOLET[2]).ellipse(4, 10, 2.8, 3.2, VIOLET[2]).ellipse(11, 10, 2.8, 3.2, VIOLET[2]).rect(4, 6, 1, 3, WHITE).rect(3, 7, 3, 1, WHITE).px(GOLD[4], (10, 6), (12, 8)).px(RED[4], (10, 9)).rect(2, 5, 12, 1, VIOLET[3]),
    "sport": lambda: _a().ellipse(7.5, 7.5, 6.2, 6.2, WHITE).ellipse(7.5, 7.5, 2, 2, INK).line(7, 1, 7, 5, GREY[2]).line(1, 7, 5, 7, GREY[2]).line(14, 7, 10, 7, GREY[2]).line(4, 13, 6, 9, GREY[2]).line(11, 13, 9, 9, GREY[2]).px(INK, (3, 3), (12, 3), (3, 4), (12, 4)),
    "walk": _walker,
    "ride": _bicycle,
    "shop": lambda: _a().rect(3, 6, 10, 9, PALE[3]).rect(3, 6, 10, 2, PALE[4]).frame(5, 2, 6, 5, WOOD[2]).rect(3, 14, 10, 1, PALE[1]).ellipse(6.5, 11, 1.7, 2.2, RED[3]).ellipse(8.5, 11, 1.7, 2.2, RED[3]).px(RED[5], (6, 10)).px(LEAF[3], (8, 8), (9, 7)),
    "money": lambda: _a().ellipse(7.5, 7.5, 6, 6, GOLD[2]).ellipse(7.2, 7.2, 4.8, 4.8, GOLD[3]).ellipse(7, 7, 3.6, 3.6, GOLD[4]).rect(7, 4, 1, 8, GOLD[1]).rect(6, 5, 3, 1, GOLD[1]).rect(6, 7, 3, 1, GOLD[1]).rect(6, 10, 3, 1, GOLD[1]),
    "clean": lambda: _a().line(13, 1, 7, 8, WOOD[4]).line(14, 2, 8, 9, WOOD[2]).rect(5, 8, 5, 2, RED[3]).rect(3, 10, 7, 4, GOLD[3]).rect(3, 10, 2, 4, GOLD[4]).px(GOLD[1], (5, 13), (7, 13), (9, 13), (6, 11)).rect(3, 14, 6, 1, GOLD[2]),
    "garden": lambda: _a().rect(4, 10, 8, 5, BRICK[3]).rect(3, 9, 10, 2, BRICK[4]).line(7, 8, 7, 4, LEAF[2]).ellipse(4.5, 5, 2.6, 1.6, LEAF[3]).ellipse(10.5, 4, 2.8, 1.8, LEAF[4]).ellipse(7.5, 2.5, 1.4, 2, LEAF[4]).rect(5, 14, 6, 1, BRICK[1]),
    "pet": lambda: _a().ellipse(7.5, 10.5, 3.8, 3.2, WOOD[3]).ellipse(3, 7, 1.6, 2, WOOD[3]).ellipse(6, 4, 1.6, 2, WOOD[3]).ellipse(9.5, 4, 1.6, 2, WOOD[3]).ellipse(12.5, 7, 1.6, 2, WOOD[3]).px(WOOD[5], (6, 9), (7, 9)),
    "child": lambda: _a().ellipse(7.5, 4, 3, 3, SKIN).rect(5, 1, 5, 2, WOOD[2]).px(INK, (6, 4), (9, 4)).rect(5, 7, 5, 5, GOLD[3]).rect(3, 8, 2, 1, SKIN).rect(10, 8, 2, 1, SKIN).rect(5, 12, 2, 3, BLUE[2]).rect(8, 12, 2, 3, BLUE[2]),
    "health": lambda: _a().rect(1, 3, 14, 10, WHITE).rect(6, 4, 4, 8, RED[3]).rect(4, 6, 8, 4, RED[3]).rect(5, 1, 6, 2, GREY[3]),
    "pray": lambda: _a().rect(6, 6, 4, 8, WHITE).rect(6, 6, 1, 8, GREY[5]).rect(4, 14, 8, 1, GOLD[2]).ellipse(7.5, 3.4, 1.8, 2.6, GOLD[3]).ellipse(7.5, 4, 1, 1.4, GOLD[5]).px(INK, (7, 6)).px(GOLD[4], (3, 3), (12, 3), (4, 1), (11, 1)),
    "party": lambda: _a().rect(7, 1, 2, 2, GOLD[4]).stamp(0, 3, CONE, {"v": VIOLET[3], "g": GOLD[3], "t": TEAL[4]}).px(RED[3], (2, 4), (13, 6)).px(TEAL[4], (12, 2), (3, 8)).px(ROSE[4], (4, 1), (14, 10)),
    "love": lambda: _heart(RED),
    "angry": lambda: _face(RED[3], RED[4]).line(3, 4, 6, 6, INK).line(12, 4, 9, 6, INK).rect(5, 7, 1, 2, INK).rect(10, 7, 1, 2, INK).rect(6, 10, 4, 1, INK).px(INK, (5, 11), (10, 11)),
    "sad": lambda: _face(BLUE[3], BLUE[4]).rect(5, 6, 1, 2, INK).rect(10, 6, 1, 2, INK).rect(6, 10, 4, 1, INK).px(INK, (5, 11), (10, 11)).rect(11, 9, 1, 3, WATER[5]),
    "happy": lambda: _face().rect(5, 5, 1, 2, INK).rect(10, 5, 1, 2, INK).rect(5, 10, 6, 1, INK).rect(6, 11, 4, 1, RED[2]).px(INK, (4, 9), (11, 9)).px(ROSE[3], (3, 8), (12, 8)),
    "think": lambda: _a().ellipse(8, 5.5, 6, 4.2, WHITE).ellipse(4.5, 11, 1.8, 1.5, WHITE).ellipse(2.5, 14, 1, 1, WHITE).px(GREY[3], (5, 6), (8, 6), (11, 6)),
    "plan": lambda: _a().rect(2, 3, 12, 11, WHITE).rect(2, 3, 12, 3, RED[3]).rect(4, 1, 2, 3, GREY[2]).rect(10, 1, 2, 3, GREY[2]).px(GREY[3], (4, 8), (7, 8), (10, 8), (4, 11), (7, 11)).rect(10, 10, 2, 2, TEAL[3]),
    "repair": lambda: _a().line(4, 12, 11, 5, STEEL[3]).line(3, 12, 10, 5, STEEL[3]).line(4, 13, 11, 6, STEEL[2]).ellipse(11.5, 4, 3, 3, STEEL[3]).rect(11, 1, 2, 3, (0, 0, 0, 0)).rect(12, 2, 3, 2, (0, 0, 0, 0)).ellipse(3.5, 12.5, 2, 2, STEEL[3]).px((0, 0, 0, 0), (3, 12), (4, 13)),
    "carry": lambda: _a().rect(2, 4, 12, 10, WOOD[4]).rect(2, 4, 12, 3, WOOD[5]).rect(6, 4, 4, 10, PALE[4]).rect(2, 13, 12, 1, WOOD[2]).rect(3, 9, 2, 1, WOOD[2]).rect(11, 9, 2, 1, WOOD[2]),
    "rest": lambda: _a().rect(3, 3, 10, 6, TEAL[3]).rect(3, 3, 10, 1, TEAL[4]).rect(1, 6, 3, 7, TEAL[2]).rect(12, 6, 3, 7, TEAL[2]).rect(4, 9, 8, 3, TEAL[4]).rect(3, 12, 10, 1, TEAL[1]).rect(2, 13, 2, 2, WOOD[1]).rect(12, 13, 2, 2, WOOD[1]),
    "travel": lambda: _a().rect(1, 5, 14, 10, BRICK[3]).rect(1, 5, 14, 1, BRICK[5]).rect(4, 5, 1, 10, BRICK[1]).rect(11, 5, 1, 10, BRICK[1]).frame(5, 2, 6, 4, WOOD[1]).rect(6, 8, 4, 3, GOLD[4]).px(TEAL[3], (2, 8), (13, 11), (2, 12)),
    "night": lambda: _a().ellipse(7, 8, 5.6, 5.6, GOLD[4]).ellipse(9.8, 6.2, 4.8, 4.8, (0, 0, 0, 0)).px(WHITE, (11, 4), (13, 9), (14, 5), (11, 11)).px(GOLD[5], (4, 5), (3, 6)),
    "idea": lambda: _a().ellipse(7.5, 6, 4.6, 4.6, GOLD[4]).ellipse(6.6, 5, 2.6, 2.4, GOLD[5]).rect(6, 10, 4, 2, GOLD[3]).rect(6, 12, 4, 2, GREY[3]).rect(7, 14, 2, 1, GREY[2]).rect(7, 6, 1, 4, GOLD[2]).px(GOLD[2], (6, 6), (8, 6)),
    "wait": lambda: _a().rect(3, 1, 10, 2, WOOD[3]).rect(3, 13, 10, 2, WOOD[3]).rect(4, 3, 8, 3, WATER[5]).rect(5, 6, 6, 1, WATER[5]).rect(7, 7, 2, 2, GOLD[3]).rect(5, 9, 6, 1, WATER[5]).rect(4, 10, 8, 3, WATER[5]).rect(5, 4, 6, 2, GOLD[3]).rect(5, 11, 6, 2, GOLD[3]),
}  # fmt: skip


def atlas() -> Art:
    """All icons, outlined, row by row."""
    rows = -(-len(ICONS) // COLUMNS)
    sheet = Art(16 * COLUMNS, 16 * rows)
    for i, draw in enumerate(ICONS.values()):
        sheet.blit(draw().outline(INK), i % COLUMNS * 16, i // COLUMNS * 16)
    return sheet


def write(folder: Path) -> None:
    """``icons.png`` and ``icons.json``."""
    write_png(folder / "icons.png", np.ascontiguousarray(atlas().a))
    entry = {"file": "icons.png", "size": 16, "columns": COLUMNS, "names": list(ICONS)}
    (folder / "icons.json").write_text(json.dumps(entry, indent=1) + "\n")
