"""From what a user wrote after ``--model`` to a model: ``bundled``, a file, a preset's name or a server's URL."""

from __future__ import annotations

from pathlib import Path

from sim.llm.base import Model, ModelError
from sim.llm.llamacpp import LlamaModel

BUNDLED = Path(__file__).resolve().parents[2] / "assets" / "mind" / "town-mind.gguf"


def open_model(
    spec: str,
    *,
    gpu_layers: int = 0,
    threads: int | None = None,
    context: int | None = None,
    guided: bool | None = None,
    token_ceiling: int | None = None,
) -> Model:
    """Open the model that ``spec`` names.

    ``context`` is positions per sequence (None: what the model was trained for, at most 4096); ``guided`` overrides the
    model's own property; ``token_ceiling`` bounds what a server may cost. Raises ``ModelError``.
    """
    if spec == "bundled":
        return LlamaModel(BUNDLED, gpu_layers=gpu_layers, threads=threads, context=context, guided=guided is not False)
    return LlamaModel(Path(spec), gpu_layers=gpu_layers, threads=threads, context=context, guided=bool(guided))
