"""Chooses the memory layout of quantised weights: the fast one where that is safe.

llama.cpp repacks weights so that a step of many rows reads them once. Where the processor has AMX it takes AMX's layout
instead, and some builds then crash (ggml-org/llama.cpp #20824: a SIGSEGV that Python cannot catch). Switching all special
layouts off is safe and slow. Naming the repacked layout for each matrix that supports it is safe and fast. ``weights`` calls
this before it loads a file.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.llm.gguf import Q4_0, Q4_K, GgufError, read_header

_MATRIX = re.compile(r"blk\.\d+\.(attn_(q|k|v|qkv|output)|ffn_(gate|up|down))\.weight")
_BLOCKS = {Q4_0: 32, Q4_K: 256}
"""Tensor types that have a repacked form on every x86 with AVX2, and the columns of one of their blocks."""
_BAND_ROWS = 8
"""A repacked matrix consists of bands of this many rows."""
_REPACKED = b"CPU_REPACK"


class _Override(ctypes.Structure):
    """``llama_model_tensor_buft_override``: tensors whose name matches go into that kind of buffer."""

    _fields_ = [("pattern", ctypes.c_char_p), ("layout", ctypes.c_void_p)]


def choose_layout(params: Any, path: Path, system_info: bytes) -> Any:
    """Set the layout in ``params`` (llama.cpp's model parameters) for ``path``. ``system_info`` is
    ``llama_print_system_info()``. Returns an object that must be kept alive until the model is loaded."""
    if b"AMX_INT8 = 1" not in system_info:
        return None  # llama.cpp then chooses the repacked layout itself
    params.use_extra_bufts = False
    here = not params.n_gpu_layers and b"AVX2 = 1" in system_info and b"REPACK = 1" in system_info
    layout = _repacked_layout() if here else None  # named tensors stay in main memory, so none are named for a GPU
    names = repackable_matrices(path) if layout else []
    if not names:
        return None
    overrides = (_Override * (len(names) + 1))()  # the last one stays empty and ends the list
    for override, name in zip(overrides, names, strict=False):
        override.pattern, override.layout = f"^{re.escape(name)}$".encode(), layout
    params.tensor_buft_overrides = ctypes.cast(overrides, ctypes.c_void_p)
    return overrides


def repackable_matrices(path: Path) -> Sequence[str]:
    """The names of a file's matrices that the repacked layout supports; [] where the file cannot be read."""
    try:
        found = read_header(path).tensors
    except (GgufError, OSError):
        return []
    return [name for name, (kind, shape) in found.items() if _MATRIX.fullmatch(name) and _fits(kind, shape)]


def _fits(kind: int, shape: tuple[int, ...]) -> bool:
    return kind in _BLOCKS and len(shape) == 2 and shape[0] % _BLOCKS[kind] == 0 and shape[1] % _BAND_ROWS == 0


@lru_cache(maxsize=1)
def _repacked_layout() -> int | None:
    """llama.cpp's handle of the repacked layout; None where this build does not tell."""
    try:
        from llama_cpp._ggml import libggml

        call = _declare(libggml)
        device = call("ggml_backend_dev_by_type", ctypes.c_int)(0)
        registry = call("ggml_backend_dev_backend_reg", ctypes.c_void_p)(device)
        ask = call("ggml_backend_reg_get_proc_address", ctypes.c_void_p, ctypes.c_char_p)
        address = ask(registry, b"ggml_backend_dev_get_extra_bufts")
        name = call("ggml_backend_buft_name", ctypes.c_void_p, result=ctypes.c_char_p)
    except (ImportError, AttributeError, OSError):
        return None
    if not address:
        return None
    layouts = ctypes.CFUNCTYPE(ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p)(address)(device)
    for layout in iter(layouts):
        if not layout or name(layout) == _REPACKED:
            return int(layout) if layout else None
    return None


def _declare(library: Any) -> Any:
    def call(name: str, *arguments: Any, result: Any = ctypes.c_void_p) -> Any:
        function = getattr(library, name)
        function.argtypes, function.restype = list(arguments), result
        return function

    return call
