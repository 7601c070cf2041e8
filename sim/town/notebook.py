"""How a town and its residents look in a notebook: the town as its picture, a resident as a card. Every text is escaped.

The picture is drawn by the window's own code from the run file, without a screen; pygame is imported here and only then.
"""

from __future__ import annotations

import base64
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path

from sim.record.read import Run
from sim.types import Memory, Tile
from sim.world.tilemap import TileMap

TILE = 16
"""World pixels of a tile, as in all maps that ship."""
TILES_AROUND = 4
"""Tiles around residents that are in the picture too."""
CLOSEST_PICTURE_ZOOM = 3
"""The closest zoom of the picture."""
MEMORIES_ON_CARD = 5
"""The newest memories on a resident's card."""
CARD = "border:1px solid #8884;border-radius:8px;padding:10px 14px;max-width:36em;font-family:sans-serif"


def picture(run: Path, tick: int, size: tuple[int, int] | None, tiles: Sequence[Tile] = ()) -> bytes:
    """The town at ``tick`` as PNG, as close as shows all ``tiles``; without ``size`` the whole town. Raises ``RunError``
    where the run cannot be drawn, ImportError without pygame."""
    with _no_display(), tempfile.TemporaryDirectory() as folder:
        from sim.view.export import export_video

        out = Path(folder) / "picture"
        middle, zoom = _aim(size, tiles) if size else (None, 1)
        if size is None:
            size = _whole(run)
        export_video(run, out, tick, tick, size=size, look_at=middle, zoom=zoom)
        return next(iter(sorted(out.glob("*.png")))).read_bytes()


def _whole(run: Path) -> tuple[int, int]:
    """World pixels of a run's map."""
    with Run(run) as opened:
        tilemap = TileMap.parse(opened.map_text, images=dict(opened.images), name=opened.meta.scenario_name)
    return tilemap.width * tilemap.tile_width, tilemap.height * tilemap.tile_height


def _aim(size: tuple[int, int], tiles: Sequence[Tile]) -> tuple[tuple[float, float] | None, int]:
    """The world pixel in the middle of ``tiles``, and the largest zoom at which all are in a picture of ``size``."""
    if not tiles:
        return None, 0
    (left, right), (top, bottom) = ((min(found), max(found)) for found in zip(*tiles, strict=True))
    wide, high = (right - left + 2 * TILES_AROUND) * TILE, (bottom - top + 2 * TILES_AROUND) * TILE
    zoom = max(1, min(CLOSEST_PICTURE_ZOOM, size[0] // wide, size[1] // high))
    return ((left + right + 1) * TILE / 2, (top + bottom + 1) * TILE / 2), zoom


@contextmanager
def _no_display() -> Iterator[None]:
    """Restore the environment's settings of the display after drawing, since a game around the town may open a real display."""
    before = {name: os.environ.get(name) for name in ("SDL_VIDEODRIVER", "SDL_NO_SIGNAL_HANDLERS")}
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def page(name: str, now: str, residents: int, png: bytes | None) -> str:
    """A town's picture with a line about it; the line alone where there is no picture."""
    line = f"<b>{escape(name)}</b>, {escape(now)}, {residents} residents"
    source = f"data:image/png;base64,{base64.b64encode(png).decode()}" if png else ""
    shown = f'<img alt="{escape(name)}" src="{source}">' if png else ""
    return f"<figure style='margin:0'>{shown}<figcaption>{line}</figcaption></figure>"


def card(name: str, about: str, doing: str, place: str, currently: str, memories: Sequence[Memory]) -> str:
    """A resident's card: who they are, what they do, and their newest memories."""
    last = memories[len(memories) - MEMORIES_ON_CARD :] if len(memories) > MEMORIES_ON_CARD else memories
    rows = "".join(f"<li>{escape(memory.text)} <small>({escape(memory.kind)})</small></li>" for memory in reversed(last))
    return (
        f'<div style="{CARD}"><b>{escape(name)}</b> <small>{escape(about)}</small>'
        f"<p>{escape(doing)} <small>{escape(place)}</small><br><i>{escape(currently)}</i></p>"
        f"<small>{len(memories)} memories, the last:</small><ul>{rows}</ul></div>"
    )
