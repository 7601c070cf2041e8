"""Pictures of the window: a screenshot beside the run."""

from __future__ import annotations

from pathlib import Path

import pygame


def screenshot(surface: pygame.Surface, run: Path, tick: int) -> str:
    """Save ``RUN-TICK.png`` beside the run (numbered where there is one); what to tell about it."""
    path = run.with_name(f"{run.stem}-{tick}.png")
    number = 2
    while path.exists():
        path = run.with_name(f"{run.stem}-{tick}-{number}.png")
        number += 1
    try:
        pygame.image.save(surface, str(path))
    except (pygame.error, OSError) as error:
        return f"The screenshot could not be saved: {error}"
    return f"Saved {path.name}"
