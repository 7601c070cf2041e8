"""A low-rank adapter in GGUF: what was taught beside a model's weights, checked before llama.cpp loads it.

llama.cpp frees a loaded adapter along with its model. ``llamacpp`` names one, ``weights`` loads it, ``decoder`` puts it to use.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from sim.llm.base import ModelError
from sim.llm.gguf import GgufError, Header, read_header

JOINT = "+"
"""Stands between a model and its adapter in a specification: ``MODEL.gguf+ADAPTER.gguf``."""
_A = ".lora_a"
_B = ".lora_b"


def split_adapter(spec: str) -> tuple[str, Path | None]:
    """(the model's own specification, the adapter's file or None). A file whose path holds the joint is a model."""
    if os.path.isfile(os.path.expanduser(spec)) or JOINT not in spec:
        return spec, None
    model, _, adapter = spec.rpartition(JOINT) if not spec.count(".gguf" + JOINT) else _at_suffix(spec)
    return (model, Path(adapter).expanduser()) if model and adapter.endswith(".gguf") else (spec, None)


def _at_suffix(spec: str) -> tuple[str, str, str]:
    model, joint, adapter = spec.partition(".gguf" + JOINT)
    return f"{model}.gguf", joint, adapter


def load_adapter(library: Any, model: Any, path: Path, of: Path) -> Any:
    """llama.cpp's handle of the adapter at ``path`` for the loaded ``model``, whose file is ``of``. Raises ``ModelError``."""
    check_adapter(path, of)
    handle = library.llama_adapter_lora_init(model, os.fsencode(path))
    if not handle:
        raise ModelError(f"{path} cannot be put beside {of.name}: llama.cpp refuses it. Export it anew.")
    return handle


def check_adapter(path: Path, of: Path) -> None:
    """Raises ``ModelError``, in words, unless ``path`` is an adapter whose matrices fit those of the model file ``of``."""
    if not path.is_file():
        raise ModelError(f"There is no adapter at {path}.")
    try:
        ours = read_header(path)
    except (GgufError, OSError) as error:
        raise ModelError(
            f"{path} is no adapter that can be read ({error}). Give a GGUF that sim.teaching export wrote."
        ) from error
    pairs = [name.removesuffix(_A) for name in ours.tensors if name.endswith(_A)]
    if not pairs:
        raise ModelError(
            f"{path} is not an adapter: it holds no low-rank matrices. Give the model alone, or its adapter after +."
        )
    with suppress(GgufError, OSError):  # what the model's own file cannot tell, llama.cpp will
        theirs = read_header(of)
        if ours.architecture != theirs.architecture:
            raise ModelError(
                f"{path} is an adapter for {ours.architecture} models, and {of.name} is a {theirs.architecture} model."
            )
        if wrong := next((name for name in pairs if not _fits(name, ours, theirs)), ""):
            raise ModelError(f"{path} was taught on another model than {of.name}: its {wrong} does not fit.")


def _fits(name: str, adapter: Header, model: Header) -> bool:
    """Whether both low-rank matrices of ``name`` have the width and height of the model's, and share a rank."""
    shapes = [adapter.tensors.get(f"{name}{end}", (0, ()))[1] for end in (_A, _B)]
    whole = model.tensors.get(name, (0, ()))[1]
    if [len(shape) for shape in (*shapes, whole)] != [2, 2, 2]:
        return False
    (width, rank), (rank_too, height) = shapes
    return rank == rank_too > 0 and (width, height) == whole
