"""Pictures saved as PNG. Not by pygame itself, whose errors do not say that a disk is full. Knows nothing of what they show."""

from __future__ import annotations

import io
from pathlib import Path

import pygame

from sim.record.atomic_write import atomic_files


def write_png(picture: pygame.Surface, path: Path) -> None:
    """Write a picture to ``path``. Raises ``OSError``."""
    encoded = io.BytesIO()
    pygame.image.save(picture, encoded, path.name)
    path.write_bytes(encoded.getvalue())


def save_png(picture: pygame.Surface, path: Path) -> None:
    """The same, completely or not at all. Raises ``StoreError``."""
    with atomic_files(path) as draft:
        write_png(picture, draft(path))
