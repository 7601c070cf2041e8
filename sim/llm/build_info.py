"""Facts about the installed llama.cpp build, for the ``doctor`` command. Never raises."""

from __future__ import annotations

import importlib.metadata
import importlib.util

from sim.llm.base import ModelError
from sim.llm.llamacpp import threads_for, usable_cores
from sim.llm.native import has_amx, library


def describe_build() -> dict[str, str]:
    """Facts as words: ``{"llama-cpp-python": "0.3.36", "gpu": "no", ...}``. ``problem`` is among them when the library cannot
    be used."""
    facts = {name: _version(name) for name in ("llama-cpp-python", "llguidance", "huggingface_hub", "httpx")}
    facts["cores"] = str(usable_cores())
    facts["threads"] = str(threads_for(usable_cores()))
    try:
        lib = library()
    except ModelError as error:
        return {**facts, "problem": str(error)}
    gpu = bool(lib.llama_supports_gpu_offload())
    facts["gpu"] = "yes: --gpu-layers 99 puts the model on it" if gpu else "no (this build computes on the CPU only)"
    facts["amx"] = (
        "seen and left alone, because it crashes in some builds; Q4_0 and Q4_K weights are repacked for AVX2"
        if has_amx()
        else "no"
    )
    facts["features"] = lib.llama_print_system_info().decode("utf-8", "replace").strip(" |")
    return facts


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
