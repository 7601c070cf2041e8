"""Checkpoints: weights, momenta, counts and positions in one file. A training goes on from it, even after kill -9.

Writes are atomic: a new file is written beside the old one, flushed and renamed over it. Knows nothing of how training works.
"""

from __future__ import annotations

import dataclasses
import os
import pickle
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from sim.training.model import Shape, Tensors
from sim.training.stream import Position
from sim.training.vocabulary import Vocabulary

NAME = "checkpoint.pt"


@dataclass
class Progress:
    """The state of a training. ``seconds`` is working time; ``losses`` are running means in nats."""

    shape: Shape
    vocabulary: Vocabulary
    weights: Tensors
    optimizers: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    positions: list[Position] = field(default_factory=list)
    step: int = 0
    tokens: int = 0
    seconds: float = 0.0
    losses: dict[str, float] = field(default_factory=dict)


def save(progress: Progress, folder: Path) -> None:
    """Write ``folder``'s checkpoint; a process killed meanwhile leaves the old one."""
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / (NAME + ".unfinished")
    data = {item.name: getattr(progress, item.name) for item in dataclasses.fields(progress)}
    data["shape"], data["vocabulary"] = dataclasses.asdict(progress.shape), dataclasses.asdict(progress.vocabulary)
    with unfinished.open("wb") as file:
        torch.save(data, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, folder / NAME)


def load(folder: Path) -> Progress | None:
    """The checkpoint of ``folder``; None where there is none. Raises ``ValueError`` where it cannot be read."""
    path = folder / NAME
    if not path.exists():
        return None
    try:
        data = torch.load(path, map_location="cpu", weights_only=True)
        words = data["vocabulary"]
        vocabulary = Vocabulary(*(tuple(words[key]) for key in ("tokens", "types", "merges")))
        positions = [(int(piece), int(taken)) for piece, taken in data["positions"]]
        return Progress(**data | {"shape": Shape(**data["shape"]), "vocabulary": vocabulary, "positions": positions})
    except (OSError, RuntimeError, EOFError, KeyError, TypeError, ValueError, pickle.UnpicklingError) as error:
        raise ValueError(f"{path} cannot be read ({str(error).splitlines()[0]}); move it away to begin anew") from None


def card(progress: Progress) -> str:
    """The table of a training for a model card, as Markdown: shape, amount of training, settings and losses."""
    shape, losses = progress.shape, progress.losses
    lines = [
        "| | |",
        "|---|---|",
        f"| shape | llama architecture, {shape.width} wide, {shape.layers} layers, {shape.heads} heads "
        f"({shape.kv_heads} for keys and values), {shape.hidden} feed-forward, {shape.vocabulary:,} tokens, "
        f"{shape.positions:,} positions |",
        f"| parameters | {shape.parameters / 1e6:.1f} million |",
        f"| this training | {progress.tokens / 1e6:.1f} million tokens, {progress.step:,} steps, "
        f"{progress.seconds / 3600:.1f} hours |",
        f"| settings | {', '.join(f'{name} {value}' for name, value in progress.settings.items() if value != '')} |",
    ]
    lines += [f"| loss: {task} | {loss:.3f} |" for task, loss in sorted(losses.items())]
    return "\n".join(lines) + "\n"
