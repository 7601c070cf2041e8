"""llama.cpp's library, loaded once and kept quiet; and what this build and machine can do, for the ``doctor`` command.

Knows no model files; ``weights`` and ``decoder`` use it.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import re
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from sim.llm.base import ModelError

LOG_VARIABLE = "SIM_LLAMA_LOG"
"""Environment variable; set to 1 to see llama.cpp's own log on stderr (``--debug`` sets it)."""

SPIN_COUNT = "1000"
"""How often a waiting thread spins before it sleeps: about 50 microseconds, as long as a small matrix takes."""

AMX_NOTICE = (
    "yes, and a build can die of an illegal instruction in it. Files that this program opens are safe (AMX is left alone; Q4_0 "
    "and Q4_K are repacked for AVX2). llama_cpp.server and the class llama_cpp.Llama are not: start that server by "
    "`python -m sim.llm.amx_safe_server --model FILE`, or build the package anew with CMAKE_ARGS=-DGGML_NATIVE=OFF"
)
"""What ``doctor`` says of a processor with AMX (ggml-org/llama.cpp #20824)."""

log_lines: deque[str] = deque(maxlen=40)
"""The last lines of llama.cpp's log."""


@lru_cache(maxsize=1)
def library() -> Any:
    """The low-level module of llama-cpp-python, initialised once. Its log is kept from the screen. Raises ``ModelError`` with
    the pip command where the package is missing or does not load."""
    try:
        with _short_spins():
            lib: Any = importlib.import_module("llama_cpp.llama_cpp")
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelError(f"llama.cpp is not usable here ({error}).\nInstall it with: pip install llama-cpp-python") from error
    lib.sim_log = lib.llama_log_callback(_log)  # the module keeps the callback alive as long as the library
    lib.llama_log_set(lib.sim_log, None)
    lib.llama_backend_init()
    return lib


@contextmanager
def _short_spins() -> Iterator[None]:
    """Set ``GOMP_SPINCOUNT`` while the library loads, because GNU's OpenMP reads it only then. llama.cpp's threads spin while
    they wait for each other, for milliseconds unless told otherwise. Beside other busy programs that takes processor time from
    the thread they wait for (MEASURED.md)."""
    if {"GOMP_SPINCOUNT", "OMP_WAIT_POLICY"} & set(os.environ):
        yield  # the user has decided
        return
    os.environ["GOMP_SPINCOUNT"] = SPIN_COUNT
    try:
        yield
    finally:
        del os.environ["GOMP_SPINCOUNT"]


def _log(level: int, text: bytes, _: Any) -> None:
    line = text.decode("utf-8", "replace")
    if os.environ.get(LOG_VARIABLE):
        sys.stderr.write(line)
    elif level >= 3:
        log_lines.append(line.strip())


def last_log_line() -> str:
    """llama.cpp's own reason for a failure, without function names."""
    lines = [re.sub(r"^[\w:~]+: ", "", line) for line in log_lines if len(line) > 12]
    useful = [line for line in lines if "failed to load model" not in line]
    return (useful or lines or ["llama.cpp gave no reason"])[0][:200]


def default_threads() -> int:
    """All cores but one, from 1 to 16. With all cores in use, one busy neighbour stalls llama.cpp's spinning threads."""
    return max(1, min(16, usable_cores() - 1))


def usable_cores() -> int:
    """The number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def describe_build() -> dict[str, str]:
    """Facts as words: ``{"llama-cpp-python": "0.3.36", "gpu": "no", ...}``. ``problem`` is among them when the library cannot
    be used."""
    facts = {name: _version(name) for name in ("llama-cpp-python", "llguidance", "huggingface_hub", "httpx")}
    facts["cores"] = str(usable_cores())
    facts["threads"] = str(default_threads())
    try:
        lib = library()
    except ModelError as error:
        return {**facts, "problem": str(error)}
    gpu = bool(lib.llama_supports_gpu_offload())
    facts["gpu"] = "yes: --gpu-layers 99 puts the model on it" if gpu else "no (this build computes on the CPU only)"
    features = lib.llama_print_system_info().decode("utf-8", "replace").strip(" |")
    facts["amx"] = AMX_NOTICE if "AMX_INT8 = 1" in features else "no"
    facts["features"] = features
    return facts


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
