"""Opens a GGUF file in a process of its own first and reads a token there: a file that ends that process is refused.

llama.cpp ends its process for much that can be wrong in a file, and some of it computes without end. ``weights`` calls
``why_not`` before it loads a file; the other process runs this module as a script. Knows no room of this program.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

TOWN_MIND = Path(__file__).resolve().parents[2] / "assets" / "mind" / "town-mind.gguf"
"""The file that ships with the program. It is known to open."""
PATIENCE = 60.0
"""Seconds after which a file computes without end; more for a large one."""
BYTES_PER_SECOND = 20e6
"""What a slow disk reads."""
_PYTHONS_OWN = 1
"""The exit code of an error of Python: it says nothing of the file."""


def why_not(path: Path) -> str:
    """Why opening the file would end this process, in a few words; "" where it would not."""
    found = path.stat()
    return "" if path == TOWN_MIND else _why_not(path, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=64)
def _why_not(path: Path, size: int, _: int) -> str:
    words, quiet = [sys.executable, "-P", __file__, str(path)], os.environ | {"GGML_NO_BACKTRACE": "1"}
    try:
        done = subprocess.run(words, capture_output=True, env=quiet, timeout=PATIENCE + size / BYTES_PER_SECOND)
    except subprocess.TimeoutExpired:
        return "reading one word takes it longer than a minute"
    said = re.findall(r"GGML_ASSERT\(.*\) failed", done.stderr.decode("utf-8", "replace"))
    return "" if done.returncode in (0, _PYTHONS_OWN) else (said or [f"exit code {done.returncode}"])[0]


def _open(path: str) -> None:
    """Load the file, make a small context, and read one token; a file that llama.cpp refuses in words is none of ours."""
    from llama_cpp import llama_cpp

    lib: Any = llama_cpp
    lib.llama_backend_init()
    loading, making = lib.llama_model_default_params(), lib.llama_context_default_params()
    loading.n_gpu_layers, loading.use_extra_bufts = 0, False  # some processors' layouts crash (weight_layout)
    making.n_ctx, making.n_batch, making.n_ubatch, making.n_threads = 64, 8, 8, 1
    making.flash_attn_type = lib.LLAMA_FLASH_ATTN_TYPE_DISABLED
    if (model := lib.llama_model_load_from_file(os.fsencode(path), loading)) and (
        context := lib.llama_init_from_model(model, making)
    ):
        lib.llama_decode(context, lib.llama_batch_get_one((lib.llama_token * 1)(0), 1))
        lib.llama_synchronize(context)


if __name__ == "__main__":
    _open(sys.argv[1])
    os._exit(0)
