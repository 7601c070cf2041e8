"""The files that a map may name: in its own folder or in the parent of that folder only. Called by ``map_bundle``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sim.world.map_bounds import MAX_TEXT
from sim.world.map_records import MapError

MAX_IMAGE = 64 * 2**20
"""The most bytes of an image of a map."""
IMAGE_STARTS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF", b"qoif")
"""The first bytes of image files. A map may name any file as an image; only images are read."""


def safe_path(folder: Path, name: str) -> Path | None:
    """``folder / name`` with links resolved, if it lies in ``folder`` or its parent; None if not, and for invalid paths."""
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve().parent) else None
    except (OSError, ValueError, RuntimeError):
        return None


@dataclass(frozen=True, slots=True)
class MapFiles:
    """The files that a map refers to: from a folder, or images from a run file."""

    base: Path | None = None
    images: Mapping[str, bytes] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The text of the file ``name``, relative to the map. Raises MapError if there is none."""
        if self.base is None:
            raise MapError(f"refers to {name!r}, which is not there; embed the tileset, or load the map from its folder")
        path = safe_path(self.base, name)
        if path is None:
            raise MapError(f"refers to {name!r}, which lies outside its folder and the one around it; copy it there")
        return read_text(path)

    def image(self, name: str) -> bytes | None:
        """The bytes of an image; None if it is missing or not an image."""
        if name in self.images:
            return self.images[name]
        path = None if self.base is None else safe_path(self.base, name)
        if path is None or not path.is_file() or path.stat().st_size > MAX_IMAGE:
            return None
        data = path.read_bytes()
        return data if data.startswith(IMAGE_STARTS) else None


def read_text(path: Path) -> str:
    """The text of a file of at most ``MAX_TEXT`` bytes. Raises MapError."""
    try:
        if path.exists() and not path.is_file():
            raise MapError(f"{path}: is not a file")
        if path.stat().st_size > MAX_TEXT:
            raise MapError(f"{path}: larger than {MAX_TEXT // 2**20} MB; no map of ours needs that")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise MapError(f"{path}: is not a text in UTF-8; save the map as TMJ or TMX") from None
    except OSError as error:
        raise MapError(f"{path}: cannot be read ({error.strerror or error})") from None
