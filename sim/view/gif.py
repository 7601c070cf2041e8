"""GIFs: one palette for all frames, each frame as the box that changed. Pillow codes them; knows arrays, no pygame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

Frame = npt.NDArray[np.uint8]
"""(height, width, 3), RGB."""
COLOURS = 255
"""Colours of a palette; the index after them is transparent and means "as before"."""
MAX_PIXELS = 2_000_000_000
"""Pixels of all frames together: Pillow holds them, a byte each, until the file is written."""


def write_gif(path: Path, samples: Iterable[Frame], frames: Iterable[Frame], seconds: float | Sequence[float]) -> None:
    """Write ``frames``, each shown for ``seconds`` (all alike, or one number a frame), over and over. The palette is made of
    ``samples``, some frames of the same size."""
    palette = Image.fromarray(np.concatenate(list(samples))).quantize(COLOURS, dither=Image.Dither.NONE)
    images = (Image.fromarray(frame).quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    shown = np.maximum(2, np.round(np.asarray(seconds) * 100)).astype(int) * 10  # in whole hundredths, as the format has it
    next(images).save(
        path, "GIF", save_all=True, append_images=images, duration=shown.tolist(), loop=0, optimize=True, transparency=COLOURS
    )
